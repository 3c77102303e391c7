"""The named designs, each drawn by code alone, and the choice of a design for a scene."""

from dataclasses import replace
from typing import Final

import numpy as np

from datasets.designs import Design, invent, vary
from datasets.fonts import STROKES
from datasets.inks import BACKS, FACES, Inks, random_inks


def _named() -> dict[str, Design]:
    classic = Inks.named("black", "royal", "leaf", "vermilion")
    deep = Inks.named("ink blue", "navy", "bottle", "crimson")
    pale = Inks.named("soot", "grey blue", "grey green", "rose")
    designs = [
        Design("harbour", classic, font="ukai", dot="double", blank="frame", winds="blue", numeral="blue"),
        Design("jade hall", deep, ground=FACES["ivory"], back=BACKS["deep green"], font="kouzan",
            dot="coin", bird="peacock", stick="nodes", winds="dark", ratio=1.32),
        Design("night market", Inks.named("black", "sky", "grass", "orange"), back=BACKS["blue"],
            font="bkai", dot="wheel", bird="crane", index="tl", blank="lettered", stick="bone"),
        Design("tea house", pale, ground=FACES["cream"], back=BACKS["bamboo"], font="kouzan-running",
            dot="flower", bird="sparrow", blank="double", stick="hollow", back_share=0.5),
        Design("mainland", classic, font="ukai-cn", wan="万", simplified=True, five="五", dot="target",
            bird="sparrow", blank="frame", back=BACKS["turquoise"], stick="striped"),
        Design("printed", Inks.named("black", "violet", "jade", "crimson"), font="noto-serif", five="五",
            dot="solid", bird="stick", blank="blank", back=BACKS["orange"], stick="plain"),
        Design("riichi", Inks.named("black", "navy", "forest", "crimson"), font="oradano", five="五",
            dot="flower", bird="peacock", blank="blank", back=BACKS["amber"], ratio=1.34, fill=0.86,
            stick="segments", depth=0.72, two_greens=False, winds="dark"),
        Design("formosa", Inks.named("black", "royal", "grass", "vermilion"), font="cwtex-kai", dot="rings",
            bird="phoenix", blank="meander", back=BACKS["mint"], stick="beads", fill=0.76),
        Design("red seal", Inks.named("black", "navy", "bottle", "brick"), font="cns-kai", dot="hatched",
            bird="owl", index="tr", blank="lettered", back=BACKS["red"], stick="bone", index_ink="red"),
        Design("one ink", Inks.single((92, 44, 22)), font="wenkai", dot="double", bird="parrot",
            blank="double", back=BACKS["navy"], stick="hollow"),
        Design("lantern", Inks.named("soot", "teal", "leaf", "orange"), ground=FACES["yellow"],
            back=BACKS["purple"], font="uming", dot="swirl", bird="phoenix", blank="cornered"),
        Design("pocket", Inks.named("black", "royal", "jade", "rose"), font="microhei", five="五",
            dot="solid", bird="stick", blank="thin", index="tl", back=BACKS["pink"], stick="plain",
            fill=0.7, ratio=1.28),
        Design("old bone", Inks.named("green black", "grey blue", "forest", "wine"), ground=FACES["bone"],
            side=(150, 176, 190), back=BACKS["walnut"], font="kouzan", dot="rings", bird="sparrow",
            relief=1.6, stick="beads", back_share=0.55),
        Design("white carved", Inks.single((176, 186, 188)), ground=FACES["cold"], back=BACKS["lilac"],
            relief=2.4, font="noto-sans", dot="double", bird="crane", blank="frame", stick="nodes"),
        Design("ebony", Inks((232, 236, 236), (220, 176, 96), (130, 210, 120), (92, 92, 236)), ground=(36,
            34, 34), side=(44, 42, 42), back=BACKS["yellow"], font="zenhei", dot="target", bird="peacock",
            blank="double", stick="plain"),
        Design("table stock", Inks.named("ink blue", "royal", "bottle", "crimson"), font=STROKES,
            dot="coin", bird="parrot", blank="cornered", back=BACKS["sky"], winds="blue", numeral="blue",
            fill=0.84),
        # Never in training scenes:
        Design("lotus pond", Inks.named("ink blue", "teal", "jade", "wine"), ground=FACES["mint"],
            font="wenkai", dot="star", bird="crane", blank="meander", stick="striped", back=BACKS["grey"],
            numeral="green", winds="green", tags=("check",)),
        Design("plum yard", Inks.named("black", "violet", "grey green", "brick"), ground=FACES["ivory"],
            font=STROKES, weight=0.8, dot="hatched", bird="owl", blank="double", stick="hollow",
            back=BACKS["walnut"], two_greens=False, fill=0.72, index="tr", index_ink="dark", tags=("check",)),
    ]  # fmt: skip
    return {design.name: design for design in designs}


DESIGNS: Final[dict[str, Design]] = _named()
CHECK_DESIGNS: Final = tuple(name for name, design in DESIGNS.items() if "check" in design.tags)


def choose(rng: np.random.Generator, split: str, extra: tuple[str, ...] = ()) -> Design:
    """The design of one scene.

    Args:
        split: ``"train"`` never gives a design of ``CHECK_DESIGNS``; ``"check"`` gives nothing else.
        extra: names of art sets and crop collections that may be used in training scenes.
    """
    if split == "check":
        design = DESIGNS[str(rng.choice(CHECK_DESIGNS))]
        return replace(design, flowers=int(rng.integers(1 << 30)))
    way = rng.random()
    if extra and way < 0.36:
        base = Design("art", random_inks(rng), ground=FACES["white"], art=str(rng.choice(extra)))
        return vary(replace(base, name=base.art), rng)
    if way < 0.6:
        names = [name for name in DESIGNS if name not in CHECK_DESIGNS]
        return vary(DESIGNS[str(rng.choice(names))], rng)
    return invent(rng)
