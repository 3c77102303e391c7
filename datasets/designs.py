"""What a set of tiles looks like, and endless made-up sets for training."""

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from datasets.arrays import Colour
from datasets.birds import BIRDS
from datasets.blanks import BLANKS
from datasets.dots import BIG_DOTS, DOT_STYLES
from datasets.fonts import FONTS, STROKES
from datasets.inks import BACKS, FACES, Inks, random_inks, shade
from datasets.recolour import Tone, random_tone
from datasets.sticks import STICK_STYLES

GLYPH: Final = "glyph"  # 白 written as a character
WILD: Final = "wild"  # 1s as a bird made up from the seed of the set


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
    wan_ink: str = "red"
    numeral_share: float = 0.42  # height of the numeral above 萬, of the print
    dot: str = "rings"
    pitch: float = 1.02  # distance of neighbouring dots in 6p, 7p and 8p, in diameters
    dot_inks: tuple[tuple[int, str], ...] = ()  # (rank, letters r g b d) where a set differs
    big: str = ""  # the drawing of 1p, "" for the one that goes with the dots
    stick: str = "segments"
    girth: float = 1.0  # thickness of the sticks
    two_greens: bool = True
    bird: str = "parrot"
    blank: str = "cornered"
    index: str = ""  # corners of the index digits: any of "tl", "tr", "bl", "br", "" for none
    index_ink: str = "red"  # or "suit"
    index_size: float = 15.0
    flowers: int = 0  # seed of the flower pictures
    relief: float = 1.0  # depth of the engraving's light edges
    art: str = ""
    tone: Tone | None = None
    wear: float = 0.0  # 0 new .. 1 used for decades
    tags: tuple[str, ...] = field(default=())


def vary(design: Design, rng: np.random.Generator) -> Design:
    """The same set as another factory makes it: body, inks and proportions move, the drawing stays."""
    back = shade(BACKS[str(rng.choice(list(BACKS)))] if rng.random() < 0.6 else design.back, rng)
    paper = "white" if rng.random() < 0.4 else str(rng.choice(list(FACES)))
    ground = shade(FACES[paper], rng, 5) if max(design.ground) > 120 else design.ground
    # A blank 白 of one colour could not be told from a back.
    mono = rng.random() < 0.22 and design.blank != "blank" and not design.art
    tone = random_tone(rng, bool(design.art)) if rng.random() < 0.6 else None
    if tone is not None and tone.ground is not None:
        ground = tone.ground
    return replace(
        design,
        ground=ground,
        side=ground if rng.random() < 0.6 else shade(ground, rng, 10),
        back=ground if mono else back,
        back_share=0.0 if mono else float(rng.uniform(0.22, 0.55)),
        ratio=float(rng.uniform(1.24, 1.44)),
        depth=float(rng.uniform(0.55, 0.85)),
        rounding=float(rng.uniform(0.045, 0.13)),
        fill=float(np.clip(design.fill + rng.uniform(-0.1, 0.08), 0.62, 0.92)),
        pitch=float(design.pitch + abs(rng.normal(0, 0.09))),
        weight=float(design.weight * rng.uniform(0.8, 1.25)),
        relief=float(design.relief * rng.uniform(0.4, 1.3)),
        girth=float(design.girth * rng.uniform(0.78, 1.2)),
        flowers=int(rng.integers(1 << 30)),
        tone=tone,
        wear=float(rng.uniform(0.1, 0.9)) if rng.random() < 0.2 else 0.0,
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
        wan="万" if rng.random() < 0.2 else "萬",
        five=pick(("五", "伍", "伍")),
        simplified=rng.random() < 0.16,
        numeral=pick(("dark", "dark", "blue", "green", "red")),
        wan_ink=pick(("red", "red", "red", "red", "dark", "blue", "green")),
        numeral_share=float(rng.uniform(0.36, 0.46)),
        winds=pick(("dark", "dark", "blue", "green", "red")),
        dot=pick(tuple(style for style in DOT_STYLES if style != "star")),
        stick=pick(STICK_STYLES),
        two_greens=rng.random() < 0.6,
        bird=pick((*BIRDS, *([WILD] * 8))),
        blank=pick((*BLANKS, GLYPH)),
        index=pick(("", "", "", "tl", "tl", "tr", "tl br", "bl", "tr bl")),
        index_ink=pick(("red", "blue", "dark", "suit")),
        index_size=float(rng.uniform(10, 21)),
        big=pick((*BIG_DOTS, "", "")),
        dot_inks=_odd_dots(rng),
    )
    return vary(base, rng)


def _odd_dots(rng: np.random.Generator) -> tuple[tuple[int, str], ...]:
    """Ranks whose dots have other inks than the usual ones."""
    letters = "rgbd"
    ranks = [rank for rank in range(2, 10) if rng.random() < 0.3]
    return tuple((rank, "".join(rng.choice(list(letters), int(rng.integers(1, 4))))) for rank in ranks)
