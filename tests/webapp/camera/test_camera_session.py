"""A camera at work: it runs, loses its source and finds it again."""

import threading
from typing import Any

import pytest
from scripted_table import ScriptedSource, ScriptedTracker, a_view, a_won_deal, discard, frames, watched

from vision.live.health import Health
from vision.live.sources import SourceError
from webapp.camera.session import Hooks, Session

LOST = SourceError("lost", "it is gone")


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.camera.session._FIRST_PAUSE", 0.0)


def test_a_film_runs_to_its_end_and_the_source_is_let_go_of() -> None:
    source = ScriptedSource(frames(5))
    seen: list[Any] = []
    session = watched(
        source,
        ScriptedTracker({2: ((discard("top", "3m"),), a_view(0.5))}),
        event=lambda *one: seen.append(one),
    )
    assert (session.phase, source.closed, len(seen)) == ("finished", True, 1)
    assert seen[0][0].tiles == ("3m",)
    assert seen[0][1].number == 2
    assert session.delay == 0.0
    assert session.trouble is None


def test_a_camera_that_is_lost_is_tried_again_by_itself() -> None:
    phases: list[tuple[str, bool]] = []
    source = ScriptedSource([*frames(2), LOST, LOST, *frames(2, 2)])
    tracker = ScriptedTracker({})
    session = Session(
        source,
        lambda *_: tracker,
        Hooks(tell=lambda: phases.append((session.phase, session.trouble is not None))),
    )
    session.start()
    assert session.join(20)
    assert source.opened == 3
    assert ("waiting", True) in phases
    # Told once running again, without the trouble.
    assert phases[phases.index(("waiting", True)) :].count(("running", False)) == 1
    assert tracker.idled  # it knows that time went by without a picture
    assert session.frame is not None
    assert session.frame.number == 3


def test_a_tracker_that_fails_stops_the_camera_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(ScriptedTracker):
        def see(self, frame: Any) -> Any:
            raise RuntimeError("no network")

    source = ScriptedSource(frames(3))
    session = watched(source, Broken({}))
    assert (session.phase, source.closed) == ("failed", True)
    assert "has stopped" in caplog.text


def test_a_camera_is_stopped_while_it_runs() -> None:
    reached, go_on = threading.Event(), threading.Event()

    def hold() -> None:
        reached.set()
        assert go_on.wait(20)

    source = ScriptedSource([*frames(1), hold, *frames(500, 1)])
    session = Session(source, lambda *_: ScriptedTracker({}), Hooks())
    session.start()
    assert reached.wait(20)
    source.closed = True
    go_on.set()
    session.stop()
    assert session.phase == "stopped"
    assert not session.alive


def test_new_corners_begin_a_new_look_at_the_table() -> None:
    made: list[tuple[int, int]] = []

    def make(width: int, height: int) -> ScriptedTracker:
        made.append((width, height))
        return ScriptedTracker({})

    source = ScriptedSource(frames(4))
    session = Session(source, make, Hooks(frame=lambda frame: frame.number == 1 and session.reset()))
    session.start()
    assert session.join(20)
    assert made == [(640, 480)] * 2


def test_what_matters_is_told_at_once_and_little_things_once_a_second() -> None:
    told: list[int] = []
    clock = iter(number * 0.05 for number in range(10_000))
    script = {20: ((), a_view(5, health=Health("black", 5))), 30: ((discard("top", "3m"),), a_view(8))}
    session = Session(
        ScriptedSource(frames(40)),
        lambda *_: ScriptedTracker(script),
        Hooks(tell=lambda: told.append(session.frame.number if session.frame else -1)),
        clock=lambda: next(clock),
    )
    session.start()
    assert session.join(20)
    # The first frame, the lens covered, uncovered again with a discard; else one a second of its clock.
    assert {0, 20, 30} <= set(told)
    assert len(told) < 12


def test_a_hand_turned_up_stays_until_it_is_dealt_with() -> None:
    session = watched(ScriptedSource(frames(9)), ScriptedTracker(a_won_deal()), sequence=lambda: 7)
    (hand,) = session.hands
    assert (hand.side, hand.sequence, len(hand.deal)) == ("right", 7, 3)
    assert [event.kind for event in hand.deal] == ["discard", "peng", "discard"]
    assert hand.melds[0].source == "left"
    session.drop(hand)
    assert session.hands == ()
