"""What a camera sees, written down: observations, and the frames around them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scripted_table import ScriptedSource, ScriptedTracker, a_won_deal, discard, frames, watched

from webapp.camera.observing import Asked, Observer, forget
from webapp.camera.recording import Recordings
from webapp.camera.setup import CameraSetup
from webapp.store import Store, StoreError
from webapp.store.observations import ObservationStore


@pytest.fixture
def observer(store: Store, tmp_path: Path) -> Callable[..., Observer]:
    def make(**setup: Any) -> Observer:
        kept = CameraSetup(**setup)
        asked = Asked(lambda: kept, lambda: 4, lambda hand: None)
        return Observer("t", ObservationStore(store), Recordings(tmp_path / "recordings"), asked)

    return make


def test_observations_are_kept_with_the_frames_around_them(
    observer: Callable[..., Observer], store: Store, tmp_path: Path
) -> None:
    watching = observer(bottom="W")
    watched(
        ScriptedSource(frames(20)), ScriptedTracker(a_won_deal()), event=watching.event, frame=watching.frame
    )
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


def test_what_is_deleted_while_the_camera_runs_does_not_come_back(
    observer: Callable[..., Observer], store: Store, tmp_path: Path
) -> None:
    """Neither the frame after that was still to come, nor one from before as that of the next observation."""
    watching, recordings = observer(), Recordings(tmp_path / "recordings")
    for frame in frames(4):
        watching.frame(frame)
    watching.event(discard("top", "9m", at=0.75), frame)
    assert recordings.parts("t", 1) == ("before", "at")
    watching.forget()
    assert ObservationStore(store).of("t") == ()
    assert recordings.size("t") == 0
    watching.event(discard("left", "1s", at=1.0), frames(1, 4)[0])
    for frame in frames(5, 5):  # to 2.25 s, when the deleted observation's would have been due
        watching.frame(frame)
    assert recordings.parts("t", 1) == ("at",)
    for frame in frames(4, 10):
        watching.frame(frame)
    assert recordings.parts("t", 1) == ("at", "after")


def test_a_frame_after_what_another_process_has_deleted_is_not_kept(
    observer: Callable[..., Observer], store: Store, tmp_path: Path
) -> None:
    watching, recordings = observer(), Recordings(tmp_path / "recordings")
    watching.event(discard("top", "9m", at=0.0), frames(1)[0])
    forget("t", ObservationStore(store), recordings)
    ObservationStore(store).add("t", "discard", "E", {"tiles": ["1s"]})  # another one of that number
    for frame in frames(20):
        watching.frame(frame)
    assert recordings.size("t") == 0


def test_without_recording_no_frame_is_kept(
    observer: Callable[..., Observer], store: Store, tmp_path: Path
) -> None:
    watching = observer(record=False)
    watched(
        ScriptedSource(frames(20)), ScriptedTracker(a_won_deal()), event=watching.event, frame=watching.frame
    )
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
    session = watched(
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
