"""A tracker that follows a script: what is seen in which frame is written down beforehand."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scorer.tiles import KINDS
from vision.live.events import SEATS, Event
from vision.live.frame import Frame
from vision.live.health import Health
from vision.live.sources import SourceError
from vision.live.view import SeenMeld, SeenTile, TableView
from vision.reading import Reading, ReadTile
from vision.scan import Scan
from webapp.camera.session import Hooks, Session

# 123m 456p 789s EE and 11s, of which one lies apart: won by itself, whatever the wind.
WON = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "1s", "1s")


def a_hand(kinds: Sequence[str], win: int | None = None, doubtful: Sequence[int] = ()) -> Scan:
    """The scan of tiles side by side, without melds; ``win`` is the place of the tile that lies apart."""
    tiles = tuple(
        ReadTile(
            kind, (60.0 + 40 * place, 300.0, 98.0 + 40 * place, 352.0), 0.98, "hand", ((kind, 0.98),), kind,
            place in doubtful,
        )
        for place, kind in enumerate(kinds)
    )  # fmt: skip
    concealed = tuple(place for place in range(len(kinds)) if place != win)
    return Scan(640, 480, (), Reading(tiles, concealed, (), win, 0, False), (), {})


def a_view(at: float = 0.0, **more: Any) -> TableView:
    """A table with nothing on it but what is given."""
    plain: dict[str, Any] = {
        "pool": (),
        "melds": dict.fromkeys(SEATS, ()),
        "turned_up": {},
        "backs": dict.fromkeys(SEATS, 13),
        "unseen": dict.fromkeys(KINDS, 4),
        "health": Health("ok", 0.0),
        "moving": False,
    }
    return TableView(at=at, **{**plain, **more})


def discard(seat: Any, tile: str, at: float = 1.0) -> Event:
    """A discard in the middle."""
    return Event("discard", at, seat, (tile,), (300.0, 200.0, 330.0, 240.0), 0.97, int(at * 4))


def lying(tile: str, seat: Any = None) -> SeenTile:
    """A tile where `discard` lays it."""
    return SeenTile(1, tile, (300.0, 200.0, 330.0, 240.0), 0.97, 1.0, seat)


def laid(kind: str, tiles: Sequence[str], source: Any = None, since: float = 1.0) -> SeenMeld:
    """A meld before a player."""
    return SeenMeld(kind, tuple(tiles), (400.0, 100.0, 520.0, 150.0), since, source)


def turned_up(seat: Any, tiles: Sequence[str], at: float = 2.0) -> Event:
    """A hand turned up."""
    return Event("turned_up", at, seat, tuple(tiles), (60.0, 300.0, 580.0, 352.0), 0.95, int(at * 4))


class ScriptedTracker:
    """Gives the events and the view that stand in a script for a frame's number, the last view otherwise."""

    def __init__(self, script: Mapping[int, tuple[Sequence[Event], TableView]]) -> None:
        self._script = script
        self._view = a_view()
        self.idled: list[float] = []

    def see(self, frame: Frame) -> tuple[Event, ...]:
        events, self._view = self._script.get(frame.number, ((), self._view))
        return tuple(events)

    def idle(self, at: float) -> tuple[Event, ...]:
        self.idled.append(at)
        return ()

    def view(self) -> TableView:
        return self._view


class ScriptedSource:
    """Gives frames one by one; an exception in their place is raised, and `frames` then goes on behind it."""

    def __init__(self, things: Sequence[Any], name: str = "script") -> None:
        self.name = name
        self._things = iter(things)
        self.closed = False
        self.opened = 0
        self._at = 0.0

    def frames(self) -> Iterator[Frame]:
        self.opened += 1
        for thing in self._things:
            if self.closed:
                return
            if isinstance(thing, SourceError):
                raise thing
            if callable(thing):
                thing()
                continue
            self._at = thing.at
            yield thing

    def now(self) -> float:
        return self._at

    def close(self) -> None:
        self.closed = True


def frames(count: int, start: int = 0, rate: float = 4.0) -> list[Frame]:
    """Grey pictures."""
    image = np.full((480, 640, 3), 90, np.uint8)
    return [Frame(image, number / rate, number) for number in range(start, start + count)]


def a_folder(at: Path, count: int, rate: float = 4.0) -> Path:
    """A folder of pictures that differ a little, with their times."""
    at.mkdir(parents=True, exist_ok=True)
    lines = []
    for number in range(count):
        image = np.full((480, 640, 3), (60, 110, 40), np.uint8)
        cv2.putText(image, str(number), (20, 60), cv2.FONT_HERSHEY_SIMPLEX, 2, (255, 255, 255), 3)
        cv2.imwrite(str(at / f"{number:04d}.jpg"), image)
        lines.append(f"{number:04d}.jpg {number / rate}")
    (at / "times.txt").write_text("\n".join(lines))
    return at


def a_won_deal() -> dict[int, tuple[Sequence[Event], TableView]]:
    """North lets 9m go, South, at the right, calls a pung of red dragons and wins by West's 1s."""
    melds = {**dict.fromkeys(SEATS, ()), "right": (laid("peng", ("C", "C", "C"), "left"),)}
    hand = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1s")
    return {
        1: ((discard("left", "9m", 0.25),), a_view(0.25, pool=(lying("9m", "left"),))),
        2: (
            (Event("peng", 0.5, "right", ("C", "C", "C"), (400.0, 100.0, 520.0, 150.0), 0.96, 2, "left"),),
            a_view(0.5, melds=melds),
        ),
        3: ((discard("top", "1s", 0.75),), a_view(0.75, pool=(lying("1s", "top"),), melds=melds)),
        5: (
            (turned_up("right", hand, 1.25),),
            a_view(1.25, pool=(lying("1s", "top"),), melds=melds, turned_up={"right": a_hand(hand)}),
        ),
    }


def two_deals() -> dict[int, tuple[Sequence[Event], TableView]]:
    """As `a_won_deal`; then the table is cleared, and in the next deal West, on top, wins by East's 9p."""
    script = a_won_deal()
    hand = ("2m", "3m", "4m", "5p", "6p", "7p", "2s", "3s", "4s", "F", "F", "F", "9p")
    script[6] = (
        (Event("cleared", 1.5, None, (), None, 0.9, 6), discard("bottom", "9p", 1.5)),
        a_view(1.5, pool=(lying("9p", "bottom"),)),
    )
    script[7] = (
        (turned_up("top", hand, 1.75),),
        a_view(1.75, pool=(lying("9p", "bottom"),), turned_up={"top": a_hand(hand)}),
    )
    return script


def two_winners() -> dict[int, tuple[Sequence[Event], TableView]]:
    """As `a_won_deal`; one frame later North, at the left, turns up a hand that wins by the same tile."""
    script = a_won_deal()
    _, view = script[5]
    hand = ("2m", "3m", "4m", "5p", "6p", "7p", "2s", "3s", "E", "E", "E", "9p", "9p")
    both = {**view.turned_up, "left": a_hand(hand)}
    script[6] = ((turned_up("left", hand, 1.5),), replace(view, at=1.5, turned_up=both))
    return script


def scripted(script: Mapping[int, tuple[Sequence[Event], TableView]]) -> Callable[..., ScriptedTracker]:
    """Makes trackers of this script."""
    return lambda *_more: ScriptedTracker(script)


def watched(source: ScriptedSource, tracker: Any, **hooks: Any) -> Session:
    """A session that has seen all that its source gives."""
    session = Session(source, lambda *_: tracker, Hooks(**hooks))
    session.start()
    assert session.join(20)
    return session
