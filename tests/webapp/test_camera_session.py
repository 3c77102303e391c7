"""A camera at work: it runs, loses its source, finds it again, and writes down what happens."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scripted_table import ScriptedSource, ScriptedTracker, a_view, a_won_deal, discard, frames

from vision.live.health import Health
from vision.live.sources import SourceError
from webapp.camera.observing import Observer
from webapp.camera.recording import Recordings
from webapp.camera.session import Hooks, Session
from webapp.camera.setup import CameraSetup
from webapp.pages.form import FormError
from webapp.store import Store, StoreError
from webapp.store.observations import ObservationStore

LOST = SourceError("lost", "it is gone")


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.camera.session._FIRST_PAUSE", 0.0)


def run(source: ScriptedSource, tracker: Any, **hooks: Any) -> Session:
    session = Session(source, lambda *_: tracker, Hooks(**hooks))
    session.start()
    assert session.join(20)
    return session


def test_a_film_runs_to_its_end_and_the_source_is_let_go_of() -> None:
    source = ScriptedSource(frames(5))
    seen: list[Any] = []
    session = run(
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
    session = run(source, Broken({}))
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
    session = run(ScriptedSource(frames(9)), ScriptedTracker(a_won_deal()), deals=lambda: 7)
    (hand,) = session.hands
    assert (hand.side, hand.deals, len(hand.deal)) == ("right", 7, 3)
    assert [event.kind for event in hand.deal] == ["discard", "peng", "discard"]
    assert hand.melds[0].source == "left"
    session.drop(hand)
    assert session.hands == ()


# What is written down


@pytest.fixture
def observer(store: Store, tmp_path: Path) -> Callable[..., Observer]:
    def make(**setup: Any) -> Observer:
        kept = CameraSetup(**setup)
        return Observer(
            "t", ObservationStore(store), Recordings(tmp_path / "recordings"), lambda: kept, lambda: 4
        )

    return make


def test_observations_are_kept_with_the_frames_around_them(
    observer: Callable[..., Observer], store: Store, tmp_path: Path
) -> None:
    watching = observer(bottom="W")
    run(ScriptedSource(frames(20)), ScriptedTracker(a_won_deal()), event=watching.event, frame=watching.frame)
    seen = ObservationStore(store).of("t")
    assert [one.kind for one in seen] == ["discard", "peng", "discard", "turned_up"]
    assert [one.number for one in seen] == [1, 2, 3, 4]
    # With West at the lower edge the left side is South, the right side North.
    assert [one.seat for one in seen] == ["S", "N", "E", "N"]
    assert seen[1].payload["source"] == "S"
    assert (
        seen[0].payload | {"tiles": ["9m"], "size": [640, 480], "sequence": 4, "clock": 0.25}
        == seen[0].payload
    )
    recordings = Recordings(tmp_path / "recordings")
    assert recordings.parts("t", 4) == ("before", "at", "after")
    assert recordings.has("t", 4, "detail")


def test_without_recording_no_frame_is_kept(
    observer: Callable[..., Observer], store: Store, tmp_path: Path
) -> None:
    watching = observer(record=False)
    run(ScriptedSource(frames(20)), ScriptedTracker(a_won_deal()), event=watching.event, frame=watching.frame)
    assert len(ObservationStore(store).of("t")) == 4
    assert not (tmp_path / "recordings").exists()


def test_a_full_disk_stops_no_camera(
    observer: Callable[..., Observer], monkeypatch: pytest.MonkeyPatch
) -> None:
    watching = observer()

    def full(*_more: Any) -> Any:
        raise StoreError("the disk is full", "full")

    monkeypatch.setattr(ObservationStore, "add", full)
    monkeypatch.setattr(Recordings, "keep", lambda *_: (_ for _ in ()).throw(OSError("full")))
    session = run(
        ScriptedSource(frames(9)), ScriptedTracker(a_won_deal()), event=watching.event, frame=watching.frame
    )
    assert session.phase == "finished"
    assert isinstance(watching.trouble, StoreError)


def test_observations_are_numbered_per_table_and_forgotten_together(store: Store) -> None:
    kept = ObservationStore(store)
    for table in ("a", "b", "a"):
        kept.add(table, "discard", "E", {"tiles": ["1m"]})
    assert [one.number for one in kept.of("a")] == [1, 2]
    assert [one.number for one in kept.latest("a", 1)] == [2]
    kept.forget("a")
    assert kept.of("a") == ()
    assert len(kept.of("b")) == 1
    assert store.table_ids() == ()  # no table came of it


# Setup


def test_a_setup_is_remembered(store: Store) -> None:
    kept = ObservationStore(store)
    assert CameraSetup.of(kept.setup("t")) == CameraSetup()
    setup = CameraSetup("pi", (0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9), "N", False)
    for wanted in (setup, setup.changed({"bottom": "S"})):
        kept.keep_setup("t", wanted.to_json())
        assert CameraSetup.of(kept.setup("t")) == wanted


def test_seats_go_round_against_the_clock() -> None:
    setup = CameraSetup(bottom="N")
    assert [setup.seat_at(side) for side in ("bottom", "right", "top", "left")] == ["N", "E", "S", "W"]
    assert setup.seat_at(None) is None
    assert [setup.side_of(seat) for seat in "ESWN"] == ["right", "top", "left", "bottom"]
    assert CameraSetup(corners=(0, 0, 1, 0, 1, 1, 0, 1)).corners_in(200, 100) == [
        0,
        0,
        200,
        0,
        200,
        100,
        0,
        100,
    ]
    assert CameraSetup().corners_in(200, 100) is None


@pytest.mark.parametrize(
    "data",
    [
        {"corners": [0, 0, 1, 0, 1, 1]},
        {"corners": [0, 0, 1, 0, 1, 1, 0, 2]},
        {"corners": [0, 0, 0, 1, 1, 1, 1, 0]},  # against the clock
        {"corners": [0, 0, 0.05, 0, 1, 1, 0, 1]},
        {"corners": [0, 0, 1, 0, 1, 0.1, 0.5, 0.1]},  # a strip in which no tile could be read
        {"corners": ["a"] * 8},
        {"corners": [float("nan")] * 8},
        {"corners": "x"},
        {"bottom": "X"},
        {"bottom": 1},
        {"record": "yes"},
        {"source": "a\nb"},
        {"source": "x" * 400},
        {"source": None},
    ],
)
def test_a_setup_that_cannot_be_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(FormError):
        CameraSetup().changed(data)
