"""Cups and other things at the edge of a deal's table, and hands that move them."""

from dataclasses import replace

import numpy as np

from datasets.deals.seating import House
from datasets.deals.timeline import Change, Reach, Timeline
from datasets.play import turned_solid
from datasets.solids import Solid
from datasets.things import chips, cup


class Cups:
    """What stands beyond the hands; ``things`` by number, as ``Stage.begin`` takes them."""

    def __init__(self, rng: np.random.Generator, place: House) -> None:
        self.things: dict[int, Solid | None] = {}
        self.seats: dict[int, int] = {}
        self.place = place
        for seat in range(4):
            if rng.random() < 0.5:
                continue
            x, y = float(rng.uniform(-8, 3)), -place.reach - float(rng.uniform(2.4, 3.2))
            made = cup(rng, x, y) if rng.random() < 0.7 else chips(rng, x, y)
            for solid in made:
                flat = replace(solid, high=min(solid.high, 2.4))
                self.seats[len(self.things)] = seat
                self.things[len(self.things)] = turned_solid(flat, seat * np.pi / 2)

    def move(self, rng: np.random.Generator, timeline: Timeline) -> None:
        """Now and then somebody drinks: the cup is lifted and put down a little further."""
        for number, solid in self.things.items():
            if solid is None or len(solid.base) < 20 or rng.random() < 0.4:
                continue
            seat = self.seats[number]
            start = float(rng.uniform(3, max(4.0, timeline.end - 12)))
            turn = seat * np.pi / 2
            move = np.array([np.cos(turn), np.sin(turn)]) * float(rng.uniform(-2, 2))
            x, y = solid.base.mean(0)
            back = np.array([x, y]) * (1 + (9 if seat % 2 else 5) / np.hypot(x, y))
            arm = Reach(seat, -1)
            there, again = start + 0.6, start + 2.6
            arm.keys = [
                (start, float(back[0]), float(back[1]), 3.0),
                (there, float(x), float(y), 2.6),
                (there + 0.2, float(x), float(y), 2.6),
                (there + 0.9, float(back[0]), float(back[1]), 3.0),
                (again, float(x + move[0]), float(y + move[1]), 2.6),
                (again + 0.7, float(back[0]), float(back[1]), 3.0),
            ]
            timeline.reaches.append(arm)
            timeline.changes.append(Change(there + 0.2, {}, {number: None}))
            put = replace(solid, base=solid.base + move)
            timeline.changes.append(Change(again, {}, {number: put}))
        timeline.changes.sort(key=lambda change: change.at)
