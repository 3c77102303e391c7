"""Filmed deals given to a tracker on a clock that waits for nobody."""

import json
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.live_deals import read_deal, watch
from models.truth import TruthError
from vision.live.events import Event, Seat
from vision.live.frame import Frame
from vision.scan import Scan

TRUTH = {
    "corners": [[0, 0], [32, 0], [32, 32], [0, 32]],
    "frames": [
        {"file": f"{n}.jpg", "at": at, "moving": moving}
        for n, (at, moving) in enumerate([(0.0, False), (1.0, False), (1.2, True), (1.4, True), (3.0, False)])
    ],
    "events": [
        {"kind": "discard", "at": 1.3, "free": 1.5, "seat": "left", "tiles": ["5m"], "shows": ["5m"],
         "source": None, "box": [1, 1, 9, 9]},
        {"kind": "turned_up", "at": 2.0, "free": 2.2, "seat": "top", "tiles": ["E", "E"], "shows": ["E", "E"],
         "source": "left", "box": [1, 1, 9, 9]},
    ],
    "won": {"seat": "top", "concealed": ["E"], "melds": [{"type": "peng", "tiles": ["1p"] * 3}], "win": "E",
            "source": "left"},
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "frames").mkdir()
    for n in range(5):
        cv2.imwrite(str(tmp_path / "frames" / f"{n}.jpg"), np.full((32, 32, 3), n * 40, np.uint8))
    (tmp_path / "truth.json").write_text(json.dumps(TRUTH))
    return tmp_path


class Slow:
    """Takes so many seconds for each frame and remembers what it was shown."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.now = seconds, 0.0
        self.seen: list[tuple[float, int]] = []

    def see(self, frame: Frame) -> tuple[Event, ...]:
        self.now += self.seconds
        self.seen.append((round(frame.at, 3), round(float(frame.image.mean()) / 40)))
        if len(self.seen) != 2:
            return ()
        return (Event("discard", frame.at, "left", ("5m",), None, 0.9, frame.number),)

    def turned_up(self) -> Mapping[Seat, Scan]:
        return {}


def test_the_truth_is_read(folder: Path) -> None:
    deal = read_deal(folder)
    assert deal.corners == (0, 0, 32, 0, 32, 32, 0, 32)
    assert deal.events[0].tiles == ("5m",)
    assert deal.won is not None
    assert deal.won.hand == ("1p", "1p", "1p", "E", "E")


def test_a_quick_tracker_sees_every_frame_of_the_camera_and_still_ones_again(folder: Path) -> None:
    tracker = Slow(0.0)
    watch(read_deal(folder), tracker, lambda: tracker.now, camera_fps=5)
    assert [at for at, _ in tracker.seen] == [round(n / 5, 3) for n in range(16)]
    assert [shown for _, shown in tracker.seen] == [0] * 5 + [1, 2, 3] + [3] * 7 + [4]


def test_a_slow_tracker_skips_frames_and_tells_later(folder: Path) -> None:
    tracker = Slow(0.9)
    watched = watch(read_deal(folder), tracker, lambda: tracker.now, camera_fps=5)
    assert [at for at, _ in tracker.seen] == [0.0, 0.8, 1.8, 2.6]
    assert watched.observed[0].told == pytest.approx(1.8)
    assert (watched.still.frames, watched.moving.frames) == (2, 2)
    assert watched.still.fps == pytest.approx(1 / 0.9)


def test_a_folder_without_truth_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match="fanpai render --kind deal"):
        read_deal(tmp_path)
    (tmp_path / "truth.json").write_text("[]")
    with pytest.raises(TruthError, match="no truth of a filmed deal"):
        read_deal(tmp_path)
    (tmp_path / "truth.json").write_text(json.dumps({**TRUTH, "frames": []}))
    with pytest.raises(TruthError, match="names no frame"):
        read_deal(tmp_path)
