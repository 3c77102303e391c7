"""People and animals on flower tiles."""

from typing import Final

import numpy as np

from datasets.canvas import Canvas, Point
from datasets.flora import Hand, Picture, leaf, oval


def person(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """Somebody in a robe with a hat and something in the hand: fisher, scholar, woodcutter, lady."""
    bottom = 100 * canvas.ratio
    lean = float(rng.uniform(-8, 8))
    wide = float(rng.uniform(14, 24))
    robe = [
        (43, bottom * 0.44), (58, bottom * 0.44), (51 + wide + lean, bottom * 0.9),
        (51 - wide + lean, bottom * 0.9),
    ]  # fmt: skip
    canvas.polygon(robe, hand.bloom)
    if hand.outlined:
        inner = [(51 + (x - 51) * 0.76, bottom * 0.68 + (y - bottom * 0.68) * 0.84) for x, y in robe]
        canvas.polygon(inner, None)
    canvas.line(
        [(50, bottom * 0.48), (50 + lean, bottom * 0.86)],
        hand.line * 0.8,
        None if not hand.outlined else hand.stem,
    )
    face = (51.0, bottom * 0.36)
    canvas.disc(face, 8.6, hand.stem)
    canvas.disc((face[0], face[1] + 1.5), 6.2, None)
    for dx in (-2.4, 2.4):
        canvas.disc((face[0] + dx, face[1] + 1), 0.9, hand.stem)
    hat = int(rng.integers(4))
    if hat == 0:
        canvas.polygon(
            [(face[0] - 16, face[1] - 3), (face[0] + 16, face[1] - 3), (face[0], face[1] - 14)], hand.leaf
        )
    elif hat == 1:
        canvas.polygon(
            [
                (face[0] - 7, face[1] - 5),
                (face[0] + 7, face[1] - 5),
                (face[0] + 8, face[1] - 14),
                (face[0] - 8, face[1] - 14),
            ],
            hand.stem,
        )
    elif hat == 2:
        canvas.disc((face[0], face[1] - 10), 4.2, hand.stem)
    if rng.random() < 0.4:
        canvas.polygon(
            [(face[0] - 4, face[1] + 5), (face[0] + 4, face[1] + 5), (face[0], face[1] + 19)], hand.stem
        )
    side = 1 if rng.random() < 0.5 else -1
    for way in (-1, 1):
        palm = (51 + way * float(rng.uniform(18, 26)), bottom * float(rng.uniform(0.5, 0.64)))
        canvas.brush([(51 + way * 6, bottom * 0.48, 4.2), (*palm, 2.6)], hand.bloom)
        if way == side:
            _held(canvas, palm, bottom, hand, rng)


def _held(canvas: Canvas, palm: Point, bottom: float, hand: Hand, rng: np.random.Generator) -> None:
    way = int(rng.integers(4))
    if way == 0:  # a staff or rod
        canvas.line([(palm[0] - 3, bottom * 0.9), (palm[0] + 5, bottom * 0.3)], hand.line * 0.8, hand.leaf)
    elif way == 1:  # a fan
        fan = [
            (palm[0] + 14 * float(np.cos(a)), palm[1] + 14 * float(np.sin(a)))
            for a in np.linspace(-2.6, -0.6, 8)
        ]
        canvas.polygon([palm, *fan], hand.leaf)
    elif way == 2:  # a flower
        leaf(canvas, palm, -70, 16, hand)
        canvas.disc((palm[0] + 3, palm[1] - 14), 5, hand.heart)
    else:  # a book or basket
        canvas.polygon(
            [
                (palm[0] - 7, palm[1] - 4),
                (palm[0] + 7, palm[1] - 4),
                (palm[0] + 7, palm[1] + 6),
                (palm[0] - 7, palm[1] + 6),
            ],
            hand.heart,
        )


def beast(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """A cat, mouse or dog: body, head with ears, tail, legs."""
    bottom = 100 * canvas.ratio
    side = 1 if rng.random() < 0.5 else -1
    body = (50.0 - side * 6, bottom * float(rng.uniform(0.58, 0.68)))
    long, tall = float(rng.uniform(17, 25)), float(rng.uniform(9, 15))
    oval(canvas, body, (long, tall), side * float(rng.uniform(-25, 5)), hand.bloom, hand)
    skull = (body[0] + side * (long + 2), body[1] - float(rng.uniform(10, 22)))
    size = float(rng.uniform(7.5, 11))
    ear = float(rng.uniform(4, 9))
    for way in (-1, 1):
        x = skull[0] + way * size * 0.62
        canvas.polygon(
            [
                (x - 3.4, skull[1] - size * 0.5),
                (x + 3.4, skull[1] - size * 0.5),
                (x + way * 2, skull[1] - size - ear),
            ],
            hand.bloom,
        )
    oval(canvas, skull, (size, size * 0.88), 0, hand.bloom, hand)
    canvas.disc((skull[0] + side * 3, skull[1] - 1), 1.6, hand.heart if hand.outlined else None)
    for share in (-0.7, -0.4, 0.4, 0.75):
        x = body[0] + share * long
        canvas.line(
            [(x, body[1] + tall * 0.5), (x + float(rng.uniform(-3, 3)), body[1] + tall + 13)],
            hand.line * 1.2,
            hand.bloom,
        )
    tail = body[0] - side * long
    canvas.brush(
        [
            (tail, body[1], hand.line * 0.7),
            (tail - side * 10, body[1] - 14, hand.line * 0.6),
            (tail - side * 4, body[1] - 30, hand.line * 0.5),
        ],
        hand.bloom,
    )
    canvas.line([(14, bottom * 0.9), (86, bottom * 0.9)], hand.line * 0.8, hand.leaf)


def rooster(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """A cock with comb and sickle feathers."""
    bottom = 100 * canvas.ratio
    side = 1 if rng.random() < 0.5 else -1
    body = (50.0, bottom * 0.6)
    oval(canvas, body, (19, 13), side * 20.0, hand.bloom, hand)
    skull = (50 + side * 20.0, bottom * 0.38)
    canvas.brush([(50 + side * 10.0, bottom * 0.56, 7), (*skull, 5)], hand.bloom)
    for number in range(3):
        canvas.disc((skull[0] - side * 3 + side * number * 4, skull[1] - 7), 3.2, hand.heart)
    canvas.polygon(
        [
            (skull[0] + side * 4, skull[1] - 3),
            (skull[0] + side * 13, skull[1]),
            (skull[0] + side * 4, skull[1] + 3),
        ],
        hand.heart,
    )
    for bend in (0, 8, 16, 24):
        tip = (50 - side * (26.0 + bend * 0.5), bottom * 0.36 + bend)
        canvas.brush(
            [
                (50 - side * 14.0, bottom * 0.58, 2.6),
                (50 - side * 27.0, bottom * 0.42 + bend * 0.6, 2.8),
                (*tip, 1),
            ],
            hand.leaf,
        )
    for dx in (-5.0, 5.0):
        canvas.line(
            [(50 + dx, bottom * 0.68), (50 + dx, bottom * 0.86), (55 + dx, bottom * 0.88)],
            hand.line * 0.8,
            hand.heart,
        )


def crawler(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """A centipede, dragon or snake: a wave with feet."""
    bottom = 100 * canvas.ratio
    shares = np.linspace(0, 1, 9)
    swing, phase = float(rng.uniform(12, 26)), float(rng.uniform(0, 3))
    path = [
        (
            50 + swing * float(np.sin(phase + 7 * s)),
            bottom * (0.3 + 0.58 * float(s)),
            hand.line * (1.9 - float(s)),
        )
        for s in shares
    ]
    canvas.brush(path, hand.bloom)
    if rng.random() < 0.7:
        for x, y, _ in path[1:-1]:
            for way in (-1, 1):
                canvas.line([(x, y), (x + way * 11, y + 4)], hand.line * 0.6, hand.leaf)
    x, y, _ = path[0]
    canvas.disc((x, y - 2), 6.5, hand.bloom)
    for way in (-1, 1):
        canvas.line([(x, y - 4), (x + way * 9, y - 14)], hand.line * 0.6, hand.heart)


def fish(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """A fish with scales above waves."""
    bottom = 100 * canvas.ratio
    side = 1 if rng.random() < 0.5 else -1
    tilt = float(rng.uniform(-25, 25))
    centre = (50.0, bottom * 0.52)
    oval(canvas, centre, (26, 12), tilt, hand.bloom, hand)
    tail = (50 - side * 26.0, centre[1] - side * float(np.sin(np.deg2rad(tilt))) * 26)
    canvas.polygon(
        [tail, (tail[0] - side * 12, tail[1] - 12), (tail[0] - side * 12, tail[1] + 12)], hand.bloom
    )
    canvas.disc((50 + side * 16.0, centre[1] - 2), 2.0, hand.heart if hand.outlined else None)
    for step in range(3):
        x = 42.0 + step * 7
        canvas.line(
            [(x, centre[1] - 6), (x + side * 3, centre[1]), (x, centre[1] + 6)],
            hand.line * 0.5,
            hand.leaf if hand.outlined else None,
        )
    for level in (0.74, 0.82):
        wave = [(x, bottom * level + 3 * float(np.sin(x / 6))) for x in np.linspace(16.0, 84.0, 20)]
        canvas.line(wave, hand.line * 0.8, hand.leaf)


def butterfly(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """A butterfly or dragonfly."""
    bottom = 100 * canvas.ratio
    centre = (50.0, bottom * 0.56)
    slim = float(rng.uniform(0.3, 0.9))
    for way in (-1, 1):
        for up, size in ((-1, 21.0), (1, 16.0)):
            place = (50 + way * size * 0.85, centre[1] + up * size * 0.6)
            oval(canvas, place, (size, size * slim * 0.7), way * up * 38.0, hand.bloom, hand)
            canvas.disc(place, size * 0.22 * slim, hand.heart)
        canvas.line([(50, centre[1] - 14), (50 + way * 10, centre[1] - 30)], hand.line * 0.6, hand.stem)
    canvas.line([(50, centre[1] - 16), (50, centre[1] + 22)], hand.line * 1.5, hand.stem)


CREATURES: Final[dict[str, Picture]] = {
    "person": person, "beast": beast, "rooster": rooster, "crawler": crawler, "fish": fish,
    "butterfly": butterfly,
}  # fmt: skip
