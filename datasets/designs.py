"""What a set of tiles looks like, and endless made-up sets for training."""

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from datasets.arrays import Colour
from datasets.birds import BIRDS
from datasets.blanks import BLANKS
from datasets.fonts import FONTS, STROKES
from datasets.inks import BACKS, FACES, Inks, random_inks, shade
from datasets.suits import DOT_STYLES, STICK_STYLES

GLYPH: Final = "glyph"  # 白 written as a character


@dataclass(frozen=True)
class Design:
    """One set. Lengths are shares of the tile's width, colours BGR.

    ``art`` names an installed art set that replaces the drawn prints (``datasets.art``), ``""`` for none;
    ``"crops:…"`` takes photographs of real tiles where a folder of them is given.
    """

    name: str
    inks: Inks
    ground: Colour = (226, 238, 242)
    side: Colour = (214, 226, 230)
    back: Colour = BACKS["green"]
    back_share: float = 0.38  # thickness of the coloured back; 0 for bodies of one colour
    ratio: float = 1.36  # height of the face over its width
    depth: float = 0.78  # thickness of the tile over its width
    rounding: float = 0.075  # radius of the body's edges
    fill: float = 0.8  # printed share of the face
    font: str = STROKES
    weight: float = 1.0  # of the glyphs: below 1 thinner, above fatter
    wan: str = "萬"
    five: str = "伍"
    simplified: bool = False  # 东 and 发
    numeral: str = "dark"  # ink of the numeral above 萬: dark, blue, green or red
    winds: str = "dark"
    dot: str = "rings"
    pitch: float = 1.02  # distance of neighbouring dots in 6p, 7p and 8p, in diameters
    dot_inks: tuple[tuple[int, str], ...] = ()  # (rank, letters r g b d) where a set differs
    stick: str = "segments"
    two_greens: bool = True
    bird: str = "parrot"
    blank: str = "cornered"
    index: str = ""  # corner of the index digits: "tl", "tr" or "" for none
    index_ink: str = "red"
    label: str = "left"  # digit of the flowers
    flowers: int = 0  # seed of the flower pictures
    relief: float = 1.0  # depth of the engraving's light edges
    art: str = ""
    tags: tuple[str, ...] = field(default=())


def vary(design: Design, rng: np.random.Generator) -> Design:
    """The same set as another factory makes it: body, shades and proportions move, the drawing stays."""
    back = shade(BACKS[str(rng.choice(list(BACKS)))] if rng.random() < 0.6 else design.back, rng)
    ground = shade(FACES[str(rng.choice(list(FACES)))], rng, 5) if max(design.ground) > 120 else design.ground
    mono = rng.random() < 0.12
    return replace(
        design,
        ground=ground,
        side=ground if rng.random() < 0.6 else shade(ground, rng, 10),
        back=ground if mono else back,
        back_share=0.0 if mono else float(rng.uniform(0.22, 0.55)),
        ratio=float(rng.uniform(1.24, 1.44)),
        depth=float(rng.uniform(0.55, 0.85)),
        rounding=float(rng.uniform(0.045, 0.11)),
        fill=float(np.clip(design.fill + rng.uniform(-0.08, 0.06), 0.64, 0.92)),
        pitch=float(design.pitch + abs(rng.normal(0, 0.09))),
        weight=float(design.weight * rng.uniform(0.85, 1.2)),
        relief=float(design.relief * rng.uniform(0.4, 1.3)),
        flowers=int(rng.integers(1 << 30)),
    )


def invent(rng: np.random.Generator) -> Design:
    """A set that no catalogue holds: every part chosen by itself (dot stars stay unseen, for the check)."""

    def pick(options: tuple[str, ...]) -> str:
        return str(rng.choice(options))

    base = Design(
        "invented",
        random_inks(rng),
        font=pick((*FONTS, STROKES)),
        weight=float(rng.uniform(0.85, 1.15)),
        wan="万" if rng.random() < 0.15 else "萬",
        five=pick(("五", "伍", "伍")),
        simplified=rng.random() < 0.12,
        numeral=pick(("dark", "dark", "blue", "green", "red")),
        winds=pick(("dark", "dark", "blue", "green")),
        dot=pick(tuple(style for style in DOT_STYLES if style != "star")),
        stick=pick(STICK_STYLES),
        two_greens=rng.random() < 0.6,
        bird=pick(tuple(BIRDS)),
        blank=pick((*BLANKS, GLYPH)),
        index=pick(("", "", "tl", "tr")),
        index_ink=pick(("red", "blue", "dark")),
        label=pick(("left", "right", "left", "")),
        dot_inks=_odd_dots(rng),
    )
    return vary(base, rng)


def _odd_dots(rng: np.random.Generator) -> tuple[tuple[int, str], ...]:
    """Ranks whose dots have other inks than the usual ones."""
    letters = "rgbd"
    ranks = [rank for rank in range(2, 10) if rng.random() < 0.3]
    return tuple((rank, "".join(rng.choice(list(letters), int(rng.integers(1, 4))))) for rank in ranks)
