"""The reader: windows along the row, two networks weighed, a sum that says whether there is a tile."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from vision.detector import CLASSES, Detection
from vision.engine import EngineError
from vision.photo import Photo
from vision.reader import Fusion, OnnxWindowEngine, Reader, fuse, turns
from vision.settling import settled

NOTHING = len(CLASSES)


class Says:
    """A network that answers one logit vector for every window, and remembers what it was shown."""

    identity = "says"

    def __init__(self, logits: npt.NDArray[np.float32]) -> None:
        self.fusion = Fusion(detector=1.0, reader=1.0, offset=0.0, seen=1.0, read=1.0)
        self._logits = logits
        self.shown: list[npt.NDArray[np.float32]] = []

    def run(
        self, windows: npt.NDArray[np.float32]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        self.shown.append(windows)
        return np.zeros((len(windows), 128), np.float32), np.tile(self._logits, (len(windows), 1))


def _logits(**wanted: float) -> npt.NDArray[np.float32]:
    logits = np.zeros(NOTHING + 1, np.float32)
    for tile, value in wanted.items():
        logits[NOTHING if tile == "nothing" else CLASSES.index(tile.lstrip("_"))] = value
    return logits


def _seen(**wanted: float) -> npt.NDArray[np.float32]:
    seen = np.full(len(CLASSES), 0.001, np.float32)
    for tile, value in wanted.items():
        seen[CLASSES.index(tile.lstrip("_"))] = value
    return seen


def _photo(side: int = 200) -> Photo:
    return Photo(np.zeros((side, side, 3), np.uint8), side, side, 1.0)


def test_a_sure_reader_overrules_an_unsure_detector() -> None:
    detection = Detection((20, 20, 60, 75), _seen(_2p=0.5, _4p=0.45))
    (read,) = Reader(Says(_logits(_4p=8.0))).read(_photo(), [detection])
    assert detection.tile == "2p"
    assert read.tile == "4p"
    assert read.box == detection.box


def test_the_probabilities_sum_to_that_of_a_tile_being_there() -> None:
    fusion = Fusion(detector=0.4, reader=0.6, offset=0.3, seen=0.8, read=0.7)
    fused = fuse(_seen(_1m=0.7)[None], _logits(_1m=3, nothing=1)[None], fusion)
    read = np.exp(_logits(_1m=3, nothing=1)) / np.exp(_logits(_1m=3, nothing=1)).sum()
    odds = 0.3 + 0.8 * np.log(0.735 / 0.265)  # 0.7 and 35 others of 0.001
    odds += 0.7 * np.log((1 - read[-1]) / read[-1])
    assert fused.sum() == pytest.approx(1 / (1 + np.exp(-odds)), rel=1e-5)


def test_what_the_reader_calls_nothing_is_dropped() -> None:
    faint = Detection((20, 20, 60, 75), _seen(_1m=0.2))
    assert settled(Reader(Says(_logits(nothing=9.0))).read(_photo(), [faint])) == ()
    assert len(settled(Reader(Says(_logits(_1m=9.0))).read(_photo(), [faint]))) == 1


def test_windows_are_turned_along_their_row() -> None:
    slope = np.tan(np.radians(20))
    middles = [(40 + 36 * step, 60 + 36 * step * slope) for step in range(5)]
    boxes = np.array([[x - 22, y - 27, x + 22, y + 27] for x, y in middles], np.float32)
    assert np.degrees(turns(boxes)) == pytest.approx([20] * 5, abs=1)
    assert turns(boxes[:1]) == pytest.approx([0])


def test_the_network_sees_rgb_between_nought_and_one() -> None:
    engine = Says(_logits(_1m=1.0))
    blue = Photo(np.full((200, 200, 3), (255, 0, 0), np.uint8), 200, 200, 1.0)
    Reader(engine).read(blue, [Detection((60, 60, 100, 115), _seen(_1m=0.9))])
    (shown,) = engine.shown
    assert shown.shape == (2, 3, 64, 64)
    assert shown[0, :, 32, 32] == pytest.approx([0, 0, 1])


def test_many_windows_are_shown_few_at_once() -> None:
    engine = Says(_logits(_1m=1.0))
    boxes = [(10.0 + number, 10.0, 50.0 + number, 66.0) for number in range(60)]
    _, logits = Reader(engine).look(_photo(), boxes)
    assert logits.shape == (60, NOTHING + 1)
    assert [len(shown) for shown in engine.shown] == [48, 48, 24]


class SeesTheTop:
    """Takes what is bright at the top for one tile and what is dark there for another."""

    identity = "sees the top"
    fusion = Fusion(detector=0.0, reader=1.0, offset=0.0, seen=1.0, read=1.0)

    def run(
        self, windows: npt.NDArray[np.float32]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        bright = windows[:, :, :32].mean(axis=(1, 2, 3)) > 0.5
        said = np.where(bright[:, None], _logits(_6s=9.0), _logits(_9s=4.0))
        places = np.where(bright[:, None], np.eye(128)[:1], np.eye(128)[1:2])
        return places.astype(np.float32), said.astype(np.float32)


def test_a_window_is_seen_both_ways_up() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    image[:100] = 255
    photo = Photo(image, 200, 200, 1.0)
    embeddings, logits = Reader(SeesTheTop()).look(photo, [(80, 72, 120, 128)])
    assert embeddings[0, :2] == pytest.approx([0.5**0.5] * 2)
    assert CLASSES[int(logits[0].argmax())] == "6s"  # the way that is surer says more
    share = np.exp(logits[0]) / np.exp(logits[0]).sum()
    # The geometric means of 0.9955 and 0.011, and of 0.0001 and 0.603, over what all classes have so.
    assert share[CLASSES.index("6s")] == pytest.approx(0.68, abs=0.01)
    assert share[CLASSES.index("9s")] == pytest.approx(0.055, abs=0.005)
    _, alone = Reader(SeesTheTop()).look(photo, [(80, 72, 120, 128)], np.zeros(1))
    assert alone[0] == pytest.approx(_logits(_6s=9.0))


def test_no_detections_ask_nothing() -> None:
    engine = Says(_logits(_1m=1.0))
    assert Reader(engine).read(_photo(), []) == ()
    assert engine.shown == []


def test_a_foreign_network_is_refused() -> None:
    with pytest.raises(EngineError, match=r"not 2×37.*own weights"):
        Reader(Says(np.zeros(5, np.float32))).read(_photo(), [Detection((20, 20, 60, 75), _seen(_1m=0.9))])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"gone\.onnx"):
        OnnxWindowEngine(tmp_path / "gone.onnx")
