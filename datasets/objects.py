"""Things and places on flower tiles."""

from typing import Final

import numpy as np

from datasets.canvas import Canvas
from datasets.flora import Hand, Picture, oval


def lantern(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """A lantern, drum or gourd with a tassel."""
    bottom = 100 * canvas.ratio
    canvas.line([(50, bottom * 0.26), (50, bottom * 0.4)], hand.line * 0.8, hand.stem)
    wide = float(rng.uniform(16, 27))
    oval(canvas, (50, bottom * 0.55), (wide, bottom * 0.14), 0, hand.bloom, hand)
    for share in (-0.5, 0.0, 0.5):
        canvas.ellipse(
            (50 + share * wide, bottom * 0.55),
            (hand.line * 0.5, bottom * 0.11),
            0,
            hand.heart if hand.outlined else None,
        )
    for level in (0.41, 0.69):
        canvas.line([(40, bottom * level), (60, bottom * level)], hand.line * 1.4, hand.leaf)
    for x in (44.0, 50.0, 56.0):
        canvas.line([(x, bottom * 0.7), (x, bottom * 0.9)], hand.line * 0.6, hand.bloom)


def house(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """A pavilion, bridge or boat before a hill."""
    bottom = 100 * canvas.ratio
    hill = float(rng.uniform(0.3, 0.42))
    canvas.line(
        [
            (12, bottom * 0.6),
            (34, bottom * hill),
            (52, bottom * 0.5),
            (68, bottom * (hill + 0.06)),
            (90, bottom * 0.6),
        ],
        hand.line * 0.8,
        hand.leaf,
    )
    if rng.random() < 0.6:
        for level in (0.5, 0.62):
            canvas.polygon(
                [
                    (30, bottom * (level + 0.07)),
                    (70, bottom * (level + 0.07)),
                    (60, bottom * level),
                    (40, bottom * level),
                ],
                hand.bloom,
            )
        for x in (38.0, 50.0, 62.0):
            canvas.line([(x, bottom * 0.69), (x, bottom * 0.9)], hand.line, hand.stem)
    else:
        canvas.polygon(
            [(18, bottom * 0.76), (84, bottom * 0.76), (70, bottom * 0.86), (32, bottom * 0.86)], hand.bloom
        )
        canvas.line([(50, bottom * 0.76), (50, bottom * 0.44)], hand.line, hand.stem)
        canvas.polygon([(53, bottom * 0.46), (76, bottom * 0.72), (53, bottom * 0.72)], hand.heart)
    canvas.line([(14, bottom * 0.92), (86, bottom * 0.92)], hand.line * 0.8, hand.leaf)


def things(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """Books, a lute, a chess board or coins."""
    bottom = 100 * canvas.ratio
    way = int(rng.integers(3))
    if way == 0:
        for number in range(3):
            y = bottom * 0.5 + number * 13
            canvas.polygon([(26, y), (74, y), (78, y + 9), (30, y + 9)], hand.bloom)
            canvas.polygon([(32, y + 2), (72, y + 2), (74, y + 6), (34, y + 6)], None)
    elif way == 1:
        for x in np.linspace(26, 74, 5):
            canvas.line([(float(x), bottom * 0.46), (float(x), bottom * 0.82)], hand.line * 0.6, hand.leaf)
        for level in np.linspace(0.46, 0.82, 5):
            canvas.line(
                [(26, bottom * float(level)), (74, bottom * float(level))], hand.line * 0.6, hand.leaf
            )
        for _ in range(6):
            canvas.disc(
                (26 + 12.0 * int(rng.integers(5)), bottom * (0.46 + 0.09 * int(rng.integers(5)))),
                4.6,
                hand.bloom,
            )
    else:
        for number in range(3):
            place = (36.0 + number * 14, bottom * (0.66 - 0.09 * number))
            canvas.disc(place, 14, hand.bloom)
            canvas.disc(place, 14 - hand.line, None)
            canvas.polygon(
                [
                    (place[0] - 4, place[1] - 4),
                    (place[0] + 4, place[1] - 4),
                    (place[0] + 4, place[1] + 4),
                    (place[0] - 4, place[1] + 4),
                ],
                hand.heart,
            )


OBJECTS: Final[dict[str, Picture]] = {"lantern": lantern, "house": house, "things": things}
