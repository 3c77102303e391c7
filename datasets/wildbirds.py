"""1s as a bird that no catalogue holds: posture, tail, wing, crest and colours come from a seed."""

import numpy as np

from datasets.canvas import Canvas, Point
from datasets.inks import Inks


def wild_bird(canvas: Canvas, inks: Inks, fill: float, seed: int) -> None:
    """Draw a bird on a twig or the ground; the same seed gives the same bird."""
    rng = np.random.default_rng([seed, 3])
    cx, cy = canvas.middle
    height = 100 * canvas.ratio * fill
    side = 1 if rng.random() < 0.5 else -1

    def at(x: float, y: float) -> Point:
        return cx + side * (x - 50) * fill, cy + (y / 100 - 0.5) * height

    colours = [inks.green, inks.red, inks.blue, inks.green]
    rng.shuffle(colours)
    coat, wing, tail, crest = colours
    line = float(rng.uniform(1.8, 3.6))
    hollow = rng.random() < 0.5
    upright = float(rng.uniform(-50, 20))
    body = (float(rng.uniform(44, 54)), float(rng.uniform(44, 54)))
    neck = float(rng.uniform(6, 26))
    turn = np.deg2rad(upright - 20)
    skull = (body[0] + 16 + neck * 0.4 * float(np.cos(turn)), body[1] - 14 - neck * 0.9)
    count = int(rng.integers(3, 9))
    spread, reach = float(rng.uniform(0.3, 1.5)), float(rng.uniform(26, 44))
    eyes = rng.random() < 0.5
    middle = float(rng.uniform(1.9, 2.9))
    for number, angle in enumerate(np.linspace(middle - spread / 2, middle + spread / 2, count)):
        tip = at(body[0] + reach * float(np.cos(angle)), body[1] + reach * 1.05 * float(np.sin(angle)))
        canvas.brush([(*at(body[0] - 4, body[1] + 6), line), (*tip, line * 0.8)], tail)
        if eyes and number % 2 == 0:
            canvas.disc(tip, line * 2.0, wing)
            canvas.disc(tip, line * 0.8, None)
    canvas.brush([(*at(body[0] + 4, body[1] - 4), 7), (*at(*skull), 4.5)], coat)
    canvas.ellipse(at(*body), (21 * fill, 13 * fill), side * (upright + 10), coat)
    if hollow:
        canvas.ellipse(at(*body), (21 * fill - line, 13 * fill - line), side * (upright + 10), None)
    for step in range(int(rng.integers(2, 6))):
        a = at(body[0] - 10 + step * 5, body[1] - 6 + step * 1.5)
        b = at(body[0] - 16 + step * 5, body[1] + 8 + step)
        canvas.line([a, b], line * 0.8, wing if hollow else None)
    canvas.disc(at(*skull), float(rng.uniform(6.5, 9.5)) * fill * 1.2, crest)
    canvas.disc(at(skull[0] + 2, skull[1] - 1), 2.6, None)
    canvas.disc(at(skull[0] + 2, skull[1] - 1), 1.3, inks.dark)
    far = float(rng.uniform(14, 22))
    canvas.polygon(
        [at(skull[0] + 6, skull[1] - 3), at(skull[0] + far, skull[1] + 1), at(skull[0] + 6, skull[1] + 3)],
        inks.red,
    )
    for number in range(int(rng.integers(0, 4))):
        canvas.line(
            [at(skull[0] - 2, skull[1] - 5), at(skull[0] - 8 + number * 6, skull[1] - 14)], line * 0.7, crest
        )
    floor = float(rng.uniform(86, 94))
    for dx in (0.0, 8.0):
        canvas.line(
            [at(body[0] + dx, body[1] + 10), at(body[0] + dx + 2, floor), at(body[0] + dx + 9, floor)],
            line * 0.8,
            inks.dark,
        )
    if rng.random() < 0.6:
        canvas.line([at(14, floor + 2), at(88, floor)], line * 1.1, inks.green)
