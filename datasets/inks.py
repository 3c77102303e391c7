"""Ink and body colours of tile sets, named by what a player would call them (BGR)."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from datasets.arrays import Colour

DARK: Final[dict[str, Colour]] = {
    "black": (26, 24, 26), "soot": (52, 46, 44), "ink blue": (86, 40, 26), "green black": (44, 52, 22),
}  # fmt: skip
BLUE: Final[dict[str, Colour]] = {
    "royal": (168, 58, 24), "navy": (104, 42, 26), "sky": (206, 132, 52), "violet": (150, 48, 62),
    "grey blue": (136, 92, 58), "teal": (138, 110, 20),
}  # fmt: skip
GREEN: Final[dict[str, Colour]] = {
    "leaf": (58, 126, 22), "bottle": (52, 84, 18), "grass": (52, 156, 50), "jade": (98, 142, 26),
    "forest": (38, 66, 14), "grey green": (84, 104, 56),
}  # fmt: skip
RED: Final[dict[str, Colour]] = {
    "vermilion": (40, 40, 208), "crimson": (40, 20, 160), "brick": (46, 58, 172), "wine": (42, 20, 110),
    "orange": (30, 84, 224), "rose": (84, 62, 204),
}  # fmt: skip
FACES: Final[dict[str, Colour]] = {
    "white": (242, 244, 244), "ivory": (214, 234, 240), "cream": (188, 222, 238), "yellow": (150, 212, 238),
    "cold": (248, 242, 236), "grey": (214, 218, 218), "bone": (196, 212, 220), "mint": (224, 240, 226),
}  # fmt: skip
BACKS: Final[dict[str, Colour]] = {
    "green": (66, 128, 34), "deep green": (52, 84, 12), "mint": (150, 186, 98), "blue": (176, 92, 22),
    "sky": (222, 168, 74), "navy": (98, 46, 18), "purple": (134, 52, 98), "lilac": (190, 128, 170),
    "orange": (30, 122, 232), "amber": (40, 162, 226), "bamboo": (92, 148, 190), "walnut": (40, 62, 96),
    "red": (40, 34, 172), "pink": (170, 140, 226), "grey": (128, 124, 120), "black": (34, 32, 32),
    "white": (236, 238, 238), "turquoise": (172, 160, 34), "yellow": (62, 196, 236),
}  # fmt: skip


@dataclass(frozen=True)
class Inks:
    """The four inks of a set; a one-colour set has four equal ones."""

    dark: Colour
    blue: Colour
    green: Colour
    red: Colour

    @classmethod
    def named(cls, dark: str, blue: str, green: str, red: str) -> "Inks":
        """Inks by their names in the tables above. Raises KeyError for an unknown name."""
        return cls(DARK[dark], BLUE[blue], GREEN[green], RED[red])

    @classmethod
    def single(cls, colour: Colour) -> "Inks":
        """A set printed in one colour."""
        return cls(colour, colour, colour, colour)


def shade(colour: Colour, rng: np.random.Generator, spread: float = 14.0) -> Colour:
    """The colour with each channel moved by a normal deviation of ``spread``."""
    moved = np.clip(np.asarray(colour) + rng.normal(0, spread, 3), 4, 250)
    return int(moved[0]), int(moved[1]), int(moved[2])


def random_inks(rng: np.random.Generator) -> Inks:
    """Inks of a set nobody has seen: mostly three colours, sometimes two, sometimes one."""
    dark, blue, green, red = (
        shade(table[str(rng.choice(list(table)))], rng) for table in (DARK, BLUE, GREEN, RED)
    )
    gold = shade((66, 146, 196), rng)
    single = dark if rng.random() < 0.5 else (blue, green, red, gold)[int(rng.integers(4))]
    mixed = [blue, green, red]
    rng.shuffle(mixed)
    sets = (
        (0.43, Inks(dark, blue, green, red)),
        (0.14, Inks.single(single)),
        (0.16, Inks(dark, dark, shade(dark, rng, 8), red)),  # everything that is not red is nearly black
        (0.07, Inks(dark, green, green, red)),
        (0.07, Inks(blue, blue, green, red)),
        (0.03, Inks(dark, dark, green, dark)),
        (0.03, Inks(dark, blue, blue, dark)),
        (0.03, Inks(dark, gold, green, gold)),
        (0.04, Inks(dark, *mixed)),  # colours where nobody expects them
    )
    return sets[int(rng.choice(len(sets), p=[share for share, _ in sets]))][1]
