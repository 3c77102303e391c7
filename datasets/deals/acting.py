"""A script played at a table: hands that draw, discard, call, turn up a hand and clear the table."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from datasets.body import Placement
from datasets.deals.actor import Actor, around
from datasets.deals.script import HAND, Script, Step
from datasets.deals.seating import House, Pool, added_place, meld_places, shown, wall_places
from datasets.deals.timeline import Carried, Change, Happening, Reach, Timeline
from datasets.play import turned


class Acting:
    """Plays a script; ``timeline`` is what comes out, ``tiles`` where all 136 lie at first."""

    def __init__(self, rng: np.random.Generator, seed: int, script: Script, place: House) -> None:
        self.rng, self.script, self.place = rng, script, place
        self.timeline = Timeline()
        self.pool = Pool(rng, place)
        self.actors = [Actor(seed, seat, place) for seat in range(4)]
        places = wall_places(rng, place)
        self.tiles: dict[int, Placement] = dict(enumerate(places))
        self.wall = list(range(4 * HAND, len(places)))
        for seat, actor in enumerate(self.actors):
            actor.row = list(range(seat * HAND, (seat + 1) * HAND))
        first = self.actors[script.dealer]
        first.drawn = self.wall.pop(0)
        for actor in self.actors:
            self.tiles |= actor.lay()
        self.now: dict[int, Placement] = dict(self.tiles)
        self.pace = float(rng.uniform(0.85, 1.3))
        self.time = float(rng.uniform(2.0, 4.0))
        self.last = -1  # the last discard

    def play(self) -> Timeline:
        """Act everything out."""
        for step in self.script.steps:
            if step.kind == "draw":
                self._draw(step)
            elif step.kind == "discard":
                self._discard(step)
            elif step.kind == "turned_up":
                self._turn_up(step)
            elif step.kind == "cleared":
                self._clear()
            else:
                self._call(step)
        self.timeline.end = self.time + float(self.rng.uniform(2.5, 4))
        self.timeline.changes.sort(key=lambda change: change.at)
        return self.timeline

    def wait(self, low: float, high: float) -> float:
        """A random time, by this table's pace."""
        return float(self.rng.uniform(low, high)) * self.pace

    def change(self, at: float, tiles: Mapping[int, Placement | None]) -> None:
        """Tiles lie elsewhere from now on, or (None) are held by a hand."""
        self.timeline.changes.append(Change(at, tiles))
        for tile, placed in tiles.items():
            self.now.pop(tile, None)
            if placed is not None:
                self.now[tile] = placed

    def reach(self, seat: int, side: int, start: float) -> Reach:
        """An arm that starts beyond its player's side of the picture."""
        arm = Reach(seat, side)
        # A wide picture shows more beside the table than before and behind it.
        away = self.place.reach + (12.0 if seat % 2 else 7.0)
        x, y = around(seat, side * 3.0 + float(self.rng.normal(0, 0.8)), -away)
        arm.keys.append((start, float(x), float(y), 2.5))
        self.timeline.reaches.append(arm)
        return arm

    def go(self, arm: Reach, x: float, y: float, seconds: float, z: float = 0.9) -> float:
        """Move an arm on to a place in the table's frame; returns when it is there."""
        at = arm.end + seconds
        arm.keys.append((at, x, y, z))
        return at

    def leave(self, arm: Reach, seconds: float) -> float:
        """Take the arm back to where it came from."""
        _, x, y, z = arm.keys[0]
        return self.go(arm, x, y, seconds, z)

    def _draw(self, step: Step) -> None:
        actor = self.actors[step.seat]
        tile = self.wall.pop(-1 if step.spare else 0)
        arm = self.reach(step.seat, 1, self.time)
        lies = self.now[tile]
        at = self.go(arm, lies.x, lies.y, self.wait(0.5, 0.7), 1.6)
        self.change(at, {tile: None})
        actor.drawn = tile
        stands = actor.lay()[tile]
        then = self.go(arm, stands.x, stands.y, self.wait(0.4, 0.6), 1.7)
        arm.carried.append(Carried(at, then, 0, stands.yaw, "down"))
        self.change(then, {tile: stands})
        self.time = self.leave(arm, self.wait(0.35, 0.5))
        # Some look at once and discard, some think.
        self.time += self.wait(0.0, 0.4) if self.rng.random() < 0.5 else self.wait(0.6, 3.0)

    def _discard(self, step: Step) -> None:
        actor, seat = self.actors[step.seat], step.seat
        places = actor.lay()
        own = actor.drawn is not None and self.rng.random() < 0.4
        slot = int(self.rng.integers(len(actor.row)))
        tile = actor.drawn if own and actor.drawn is not None else actor.row[slot]
        stands = places[tile]
        arm = self.reach(seat, 1, self.time)
        at = self.go(arm, stands.x, stands.y, self.wait(0.4, 0.6), 1.7)
        self.change(at, {tile: None})
        lies = self.pool.put(tile, step.tiles[0], seat)
        put = self.go(arm, lies.x, lies.y, self.wait(0.45, 0.7))
        pose = "up" if self.rng.random() < 0.6 else "down"
        arm.carried.append(Carried(at, put, step.tiles[0], lies.yaw, pose))
        self.change(put, {tile: lies})
        self.go(arm, lies.x, lies.y, self.wait(0.05, 0.25))
        if own:
            actor.drawn = None
        else:
            actor.row.remove(tile)
            if actor.drawn is not None:
                actor.row.insert(slot, actor.drawn)
                actor.drawn = None
                moved = actor.lay()[actor.row[slot]]
                self.change(self.go(arm, moved.x, moved.y, self.wait(0.45, 0.6), 1.7), actor.lay())
            else:
                x, y = around(seat, 0, -self.place.reach)
                self.change(self.go(arm, float(x), float(y), self.wait(0.45, 0.6), 1.7), actor.lay())
        free = self.leave(arm, self.wait(0.35, 0.5))
        self.timeline.happenings.append(Happening("discard", put, free, seat, step.tiles, (tile,)))
        self.last = tile
        # The next one waits, or reaches out before this arm is gone.
        self.time = free + (self.wait(0.1, 0.5) if self.rng.random() < 0.4 else self.wait(0.5, 2.2))
        self._disturb(step.seat, put)

    def _disturb(self, seat: int, since: float) -> None:
        """Now and then somebody reaches over the table and does nothing."""
        if self.rng.random() > 0.12:
            return
        other = (seat + 1 + int(self.rng.integers(3))) % 4
        arm = self.reach(other, int(self.rng.choice([-1, 1])), since + self.wait(0.4, 1.2))
        x, y = around(other, float(self.rng.normal(0, 3)), -float(self.rng.uniform(2.0, 9.0)))
        self.go(arm, float(x), float(y), self.wait(0.5, 0.8), 2.0)
        self.go(arm, float(x), float(y), self.wait(0.1, 0.8), 2.0)
        self.time = max(self.time, self.leave(arm, self.wait(0.4, 0.7)) + 0.3)

    def _call(self, step: Step) -> None:
        actor, seat = self.actors[step.seat], step.seat
        arm = self.reach(seat, 1, self.time)
        ids: list[int] = []
        if step.taken >= 0:  # the discard is fetched
            lies = self.now[self.last]
            self.change(self.go(arm, lies.x, lies.y, self.wait(0.5, 0.7)), {self.last: None})
            self.pool.take(self.last, step.source)
            ids.append(self.last)
        if step.kind == "bu_gang":
            meld = actor.melds[step.meld]
            local = added_place(self.place, list(meld.values()))
            new = {self._from_hand(actor, 1)[0]: local}
            meld |= new
            moved = dict(meld)
        else:
            number = len(step.tiles) - len(ids)
            ids += self._from_hand(actor, number)
            relative = (step.source - seat) % 4 if step.source >= 0 else 0
            places, left = meld_places(self.rng, self.place, step.tiles, step.kind, actor.lies, relative)
            # The claimed tile is the one with its index that lies across, or the first of them.
            order = sorted(
                range(len(places)),
                key=lambda n: (places[n].index != step.taken, abs(np.sin(places[n].yaw)) < 0.5),
            )
            moved = {tile: places[n] for tile, n in zip(ids, order, strict=True)}
            new = moved
            actor.melds.append(moved)
            actor.lies.append(left)
        laid = {tile: turned(placed, seat * np.pi / 2) for tile, placed in new.items()}
        middle = np.mean([(p.x, p.y) for p in laid.values()], axis=0)
        other = self.reach(seat, -1, self.time)
        x, y = around(seat, 0.0, -self.place.reach)
        gone = self.go(other, float(x), float(y), max(arm.end - self.time, self.wait(0.5, 0.7)), 1.7)
        held: dict[int, Placement | None] = {tile: None for tile in new if tile != self.last}
        self.change(gone, held | dict(actor.lay()))
        put = self.go(arm, float(middle[0]), float(middle[1]), max(0.3, gone - arm.end) + self.wait(0.4, 0.6))
        beside = around(seat, -1.5, 0) - around(seat, 0, 0) + middle
        self.go(other, float(beside[0]), float(beside[1]), put - gone)
        self.change(put, {**laid})
        for hand in (arm, other):
            _, x, y, z = hand.keys[-1]
            self.go(hand, x, y, self.wait(0.1, 0.4), z)
            self.leave(hand, self.wait(0.4, 0.6))
        free = max(arm.end, other.end)
        tiles = step.tiles
        self.timeline.happenings.append(
            Happening(step.kind, put, free, seat, tiles, tuple(moved), step.source)
        )
        self.time = free + self.wait(0.3, 1.5)

    def _from_hand(self, actor: Actor, count: int) -> list[int]:
        """Tiles that leave a hand for a meld; a drawn tile joins the row."""
        if actor.drawn is not None:
            actor.row.append(actor.drawn)
            actor.drawn = None
        chosen = [int(n) for n in self.rng.choice(len(actor.row), count, replace=False)]
        taken = [actor.row[n] for n in chosen]
        actor.row = [tile for tile in actor.row if tile not in taken]
        return taken

    def _turn_up(self, step: Step) -> None:
        actor, seat = self.actors[step.seat], step.seat
        self.time += self.wait(0.2, 0.8)
        arm = self.reach(seat, 1, self.time)
        won = self.last
        if step.taken < 0:  # shown, not won
            won = -1
        elif step.source >= 0:
            lies = self.now[won]
            self.change(self.go(arm, lies.x, lies.y, self.wait(0.5, 0.7)), {won: None})
            self.pool.take(won, step.source)
        else:
            won = actor.row[-1] if actor.drawn is None else actor.drawn
        if won >= 0:
            actor.drawn = won
        places = actor.places()
        named = zip([*actor.row, won], places, [*step.tiles, step.taken], strict=True)
        up = {t: turned(shown(self.rng, self.place, p, n), seat * np.pi / 2) for t, p, n in named if t >= 0}
        if won >= 0:
            up[won] = replace(up[won], winning=True)
            self.change(self.go(arm, up[won].x, up[won].y, self.wait(0.5, 0.7)), {won: up[won]})
        still, free = self._push_over(actor, places, up, arm)
        tiles = step.tiles if won < 0 else (*step.tiles, step.taken)
        self.timeline.happenings.append(
            Happening("turned_up", still, free, seat, tiles, tuple(up), step.source)
        )
        self.time = free + float(self.rng.uniform(5.0, 8.0))

    def _push_over(
        self, actor: Actor, places: list[Placement], up: Mapping[int, Placement], arm: Reach
    ) -> tuple[float, float]:
        """Both hands push a row over, from its middle to its ends; when it lies still, and free of hands."""
        seat = actor.seat
        other = self.reach(seat, -1, max(arm.end - 0.4, arm.start))
        first, half = places[0], len(actor.row) // 2
        for hand, inner, outer, own in (
            (other, places[half - 1] if half else first, first, actor.row[:half]),
            (arm, places[half], places[-2], actor.row[half:]),
        ):
            x, y = around(seat, inner.x, inner.y - 0.6)
            self.go(hand, float(x), float(y), self.wait(0.35, 0.5), 1.7)
            x, y = around(seat, outer.x, outer.y + 0.4)
            at = self.go(hand, float(x), float(y), self.wait(0.35, 0.6))
            self.change(at, {tile: up[tile] for tile in own})
            self.leave(hand, self.wait(0.4, 0.6))
        return max(arm.keys[-2][0], other.keys[-2][0]), max(arm.end, other.end)

    def _clear(self) -> None:
        self.time += self.wait(0.5, 1.5)
        heap = self._heap()
        start, moved = self.time, list(heap)
        ends = []
        for seat in range(4):
            for side in (-1, 1):
                if self.rng.random() < 0.25:
                    continue
                arm = self.reach(seat, side, start + self.wait(0.0, 0.4))
                for _ in range(int(self.rng.integers(3, 6))):
                    x, y = around(seat, side * float(self.rng.uniform(0, 6)), -float(self.rng.uniform(1, 10)))
                    self.go(arm, float(x), float(y), self.wait(0.35, 0.6))
                ends.append(self.leave(arm, self.wait(0.4, 0.6)))
        free = max([*ends, start + 1.0])
        still = start
        for number in range(3):
            still = start + (free - 0.5 - start) * (0.3 + 0.3 * number)
            self.change(still, {tile: heap[tile] for tile in moved[number::3]})
        self.timeline.happenings.append(Happening("cleared", still, free, -1, (), ()))
        self.time = free

    def _heap(self) -> dict[int, Placement]:
        """Everything but the walls, face down and jumbled between them."""
        heap = Pool(self.rng, replace(self.place, rows=False))
        heap.bias = 0.0
        lying = [tile for tile in self.now if tile not in self.wall]
        made: dict[int, Placement] = {}
        for n in self.rng.permutation(len(lying)):
            tile = lying[int(n)]
            here = self.now[tile]
            placed = heap.put(tile, here.index, int(self.rng.integers(4)))
            made[tile] = replace(placed, pose="down", role="heap")
        return made
