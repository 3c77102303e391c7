"""Flower and season tiles: no two sets agree on them, so each set is grown from a seed.

A set has a hand (inks, outlined or filled), a theme for its eight pictures, and a way to name them.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from datasets.arrays import Colour
from datasets.arrays import Picture as Mask
from datasets.canvas import Canvas, Point
from datasets.creatures import CREATURES
from datasets.flora import PLANTS, Hand
from datasets.inks import Inks
from datasets.objects import OBJECTS

Write = Callable[[str], Mask | None]
"""A character's mask in the set's hand, None where no font has it."""

_THEMES: Final[tuple[tuple[str, ...], ...]] = (
    ("plum", "orchid", "single", "bamboo", "branch", "lotus", "single", "plum"),
    ("plum", "orchid", "single", "bamboo", "branch", "branch", "branch", "branch"),
    ("branch", "orchid", "single", "reeds", "branch", "vase", "single", "pine"),
    ("vase",) * 8,
    ("person",) * 8,
    ("person", "person", "person", "person", "plum", "orchid", "single", "bamboo"),
    ("beast", "beast", "rooster", "crawler", "fish", "butterfly", "branch", "orchid"),
    ("house", "lotus", "house", "pine", "lantern", "things", "lantern", "things"),
)
_SHARES: Final = (0.3, 0.22, 0.16, 0.05, 0.06, 0.06, 0.08, 0.07)
_NAMES: Final = (
    ("梅蘭菊竹", "春夏秋冬"), ("梅兰菊竹", "春夏秋冬"), ("梅蘭竹菊", "春夏秋冬"), ("琴棋書畫", "漁樵耕讀"),
    ("春夏秋冬", "福祿壽喜"),
)  # fmt: skip
_DIGITS: Final = ("1234", "1234", "1234", "一二三四")


def _hand(inks: Inks, rng: np.random.Generator) -> Hand:
    stem = (inks.green, inks.green, inks.dark)[int(rng.integers(3))]
    bloom = (inks.red, inks.red, inks.red, inks.blue)[int(rng.integers(4))]
    return Hand(
        stem=stem,
        leaf=inks.green if rng.random() < 0.8 else stem,
        bloom=bloom,
        heart=(inks.blue, inks.dark, inks.red, inks.green)[int(rng.integers(4))],
        outlined=bool(rng.random() < 0.5),
        line=float(rng.uniform(2.0, 4.2)),
        vein=bool(rng.random() < 0.5),
    )


def _mark(canvas: Canvas, text: str, place: Point, size: float, ink: Colour, write: Write) -> None:
    if text.isascii():
        canvas.text(text, place, size, ink, 0.14)
        return
    mask = write(text)
    if mask is not None:
        # Flat characters such as 一 keep their width, not their height.
        canvas.stamp(mask, place, size * min(1.0, mask.shape[0] / mask.shape[1]), ink)


def _label(canvas: Canvas, inks: Inks, picture: int, rng: np.random.Generator, write: Write) -> None:
    """Digit and name in the corners, as this set has them."""
    way, group = rng.random(), picture // 4 % 2
    digits, names = _DIGITS[int(rng.integers(4))], _NAMES[int(rng.integers(5))]
    inked = (inks.red, inks.blue, inks.dark)
    first_ink, second_ink = inked[int(rng.integers(3))], inked[int(rng.integers(2))]
    if group and rng.random() < 0.6:  # seasons in the other colour
        first_ink, second_ink = second_ink, first_ink
    if rng.random() < 0.6:
        second_ink = first_ink
    size = float(rng.uniform(13, 23))
    left, right, top = 20.0, 80.0, 18.0 + size * 0.2
    first, second = (right, left) if rng.random() < 0.5 else (left, right)
    if way < 0.12:
        return
    if way < 0.85:
        _mark(canvas, digits[picture % 4], (first, top), size, first_ink, write)
    if way > 0.38:
        _mark(canvas, names[group][picture % 4], (second, top + 1), size * 1.18, second_ink, write)


def _named(canvas: Canvas, inks: Inks, picture: int, rng: np.random.Generator, write: Write) -> bool:
    """The name alone, large; False where no font has it."""
    mask = write(_NAMES[int(rng.integers(5))][picture // 4 % 2][picture % 4])
    if mask is None:
        return False
    ink = (inks.red, inks.green, inks.blue, inks.dark)[int(rng.integers(4))]
    canvas.stamp(mask, (50, 52 * canvas.ratio), 74 * min(1.0, mask.shape[0] / mask.shape[1]), ink)
    return True


def flower(canvas: Canvas, inks: Inks, seed: int, picture: int, write: Write) -> None:
    """Draw one flower tile.

    Args:
        seed: the set; the same seed and picture give the same tile.
        picture: 0..3 flowers, 4..7 seasons.
        write: gives a character's mask for names and numbers.
    """
    style = np.random.default_rng([seed, 0])
    hand = _hand(inks, style)
    theme = _THEMES[int(style.choice(len(_THEMES), p=_SHARES))]
    label = np.random.default_rng([seed, 2])
    if style.random() < 0.05 and _named(canvas, inks, picture, label, write):
        return
    (PLANTS | CREATURES | OBJECTS)[theme[picture % 8]](
        canvas, hand, np.random.default_rng([seed, 1, picture % 8])
    )
    _label(canvas, inks, picture, label, write)
