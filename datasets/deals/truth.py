"""The truth about a filmed deal: what happened when and where, and what lies there at still moments."""

from typing import Any

from datasets.deals.script import SEATS, Script
from datasets.deals.stage import Stage
from datasets.deals.timeline import Change, Happening, Timeline
from datasets.faces import BACK
from scorer.tiles import KINDS

Box = tuple[float, float, float, float]
_RIVER = ("pool", "meld", "hand", "wall", "heap")


def name(index: int) -> str:
    """A class 0..33 as in ``scorer.tiles``, ``back`` for a back."""
    return "back" if index == BACK else KINDS[index]


def around_all(boxes: list[Box]) -> list[float]:
    """The box around boxes, rounded to tenths of a pixel."""
    edges = list(zip(*boxes, strict=True))
    return [round(v, 1) for v in (min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3]))]


class Truth:
    """Collects what a film shows."""

    def __init__(self, script: Script, timeline: Timeline) -> None:
        self.script = script
        self.waiting = sorted(timeline.happenings, key=lambda happening: happening.at)
        self.events: list[dict[str, Any]] = []
        self.moments: list[dict[str, Any]] = []
        self.owners: dict[int, tuple[str, int]] = {}  # tile: where it lies, whose it is
        self.dirty = True

    def changed(self, change: Change, stage: Stage) -> None:
        """Tiles have moved; the stage shows it already."""
        self.dirty = True
        while self.waiting and self.waiting[0].at <= change.at + 1e-6:
            self.events.append(self._event(self.waiting.pop(0), stage))

    def _event(self, happening: Happening, stage: Stage) -> dict[str, Any]:
        seen = stage.seen()
        lying = [tile for tile in happening.lying if tile in seen]
        shows = [name(seen[tile][0]) for tile in lying]
        for tile in happening.lying:
            where = "pool" if happening.kind == "discard" else "hand"
            if happening.kind not in {"discard", "turned_up"}:
                where = "meld"
            self.owners[tile] = (where, happening.seat)
        made: dict[str, Any] = {
            "kind": happening.kind,
            "at": round(happening.at, 3),
            "free": round(happening.free, 3),
            "seat": SEATS[happening.seat] if happening.seat >= 0 else None,
            "tiles": [KINDS[tile] for tile in happening.tiles],
            "shows": shows,
            "source": SEATS[happening.source] if happening.source >= 0 else None,
            "box": around_all([seen[tile][1] for tile in lying]) if lying else None,
        }
        if happening.kind == "cleared":
            self.owners.clear()
        return made

    def frame(self, time: float, moving: bool, stage: Stage) -> None:
        """A frame is taken: the first still one after a change is a moment to tell about."""
        if moving or not self.dirty:
            return
        self.dirty = False
        lying = []
        for tile, (shows, box, visible) in stage.seen().items():
            role = stage.bodies[tile].placement.role
            where, seat = self.owners.get(tile, (role if role in _RIVER else "hand", -1))
            lying.append(
                {
                    "tile": tile,
                    "shows": name(shows),
                    "where": where,
                    "seat": SEATS[seat] if seat >= 0 else None,
                    "box": [round(v, 1) for v in box],
                    "visible": round(visible, 2),
                }
            )
        self.moments.append({"at": time, "lying": lying})

    def told(self) -> dict[str, Any]:
        """All of it, ready for ``json.dumps``."""
        return {"events": self.events, "tiles": self.moments, "won": self._won()}

    def _won(self) -> dict[str, Any] | None:
        won = self.script.won
        if won is None:
            return None
        melds: dict[int, dict[str, Any]] = {}
        for step in self.script.steps:
            if step.seat == won.seat and step.meld >= 0:
                source = SEATS[step.source] if step.source >= 0 else None
                told = {"type": step.kind, "tiles": [KINDS[tile] for tile in step.tiles]}
                if step.kind == "bu_gang":
                    source = melds[step.meld]["source"]
                melds[step.meld] = {**told, "source": source}
        return {
            "seat": SEATS[won.seat],
            "concealed": [KINDS[tile] for tile in won.tiles],
            "melds": [melds[number] for number in sorted(melds)],
            "win": KINDS[won.taken],
            "source": SEATS[won.source] if won.source >= 0 else None,
        }
