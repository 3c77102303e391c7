"""Teaching a set: the order laid, prototypes, their file, and what they change."""

import io

import numpy as np
import pytest

from scorer.tiles import KINDS
from vision.detector import CLASSES, Detection
from vision.photo import Photo
from vision.reader import compare
from vision.taught import ORDER, TaughtSet, TeachError, laid_order, teach


def _detection(tile: str, column: int, row: int) -> Detection:
    seen = np.full(len(CLASSES), 0.001, np.float32)
    seen[CLASSES.index(tile)] = 0.9
    x, y = 40.0 + 44 * column, 60.0 + 100 * row
    return Detection((x, y, x + 40, y + 54), seen)


def _sheet() -> list[Detection]:
    return [_detection(kind, c, r) for r, kinds in enumerate(ORDER) for c, kind in enumerate(kinds)]


def _upside_down(sheet: list[Detection]) -> list[Detection]:
    turned = []
    for one in sheet:
        x0, y0, x1, y1 = one.box
        turned.append(Detection((600 - x1, 600 - y1, 600 - x0, 600 - y0), one.probabilities))
    return turned


def _axis(number: int) -> np.ndarray:
    return np.eye(128, dtype=np.float32)[number]


def test_tiles_are_named_by_their_place() -> None:
    sheet = _sheet()
    misread = _detection("4p", 1, 1)  # lies where 2p belongs
    sheet[10] = misread
    laid = laid_order(sheet)
    assert tuple(laid) == KINDS
    assert laid["2p"] is misread


def test_a_photo_upside_down_is_named_rightly() -> None:
    sheet = _upside_down(_sheet())
    laid = laid_order(sheet)
    assert all(detection.tile == kind for kind, detection in laid.items())


def test_a_missing_tile_is_told() -> None:
    with pytest.raises(TeachError, match=r"9, 9, 9 and 7 tiles are wanted; found: 9, 8, 9, 7\."):
        laid_order([one for one in _sheet() if one.tile != "9p"])


def test_no_tiles_are_told() -> None:
    with pytest.raises(TeachError, match="no tiles"):
        laid_order([])


def test_prototypes_have_length_one() -> None:
    photo = Photo(np.zeros((10, 10, 3), np.uint8), 10, 10, 1.0)
    made = teach(
        lambda _, boxes: np.array([_axis(0) * 3, _axis(1) + _axis(2)]),
        photo,
        {"1m": (0, 0, 5, 5), "B": (5, 5, 9, 9)},
    )
    assert made.kinds == ("1m", "B")
    assert np.linalg.norm(made.prototypes, axis=1) == pytest.approx([1, 1])


def test_a_set_survives_its_file() -> None:
    made = TaughtSet(("2p", "4p"), np.array([_axis(0), _axis(1)]))
    again = TaughtSet.from_bytes(made.to_bytes())
    assert again.kinds == made.kinds
    assert np.array_equal(again.prototypes, made.prototypes)


def _file(**changed: object) -> bytes:
    parts = {"version": np.array(1), "kinds": np.array(["1m"]), "prototypes": np.ones((1, 128), np.float32)}
    out = io.BytesIO()
    np.savez(out, **{**parts, **changed})  # type: ignore[arg-type]
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no archive",
        _file(version=np.array(9)),
        _file(kinds=np.array(["10m"])),
        _file(kinds=np.array(["1m", "2m"])),
        _file(prototypes=np.full((1, 128), np.nan, np.float32)),
        _file()[:200],
    ],
)
def test_a_foreign_file_is_refused(data: bytes) -> None:
    with pytest.raises(TeachError, match="Teach the set again"):
        TaughtSet.from_bytes(data)


def test_a_taught_kind_wins_where_the_reader_wavers() -> None:
    fused = np.full((1, 36), 1e-4)
    fused[0, [CLASSES.index("2p"), CLASSES.index("4p")]] = 0.5, 0.4
    taught = TaughtSet(("2p", "4p"), np.array([_axis(0), _axis(1)]))
    weighed = compare(fused, np.array([_axis(1)]), taught)
    assert CLASSES[int(weighed.argmax())] == "4p"
    assert weighed.sum() == pytest.approx(fused.sum())


def test_what_was_not_taught_keeps_its_share() -> None:
    fused = np.full((1, 36), 0.01)
    fused[0, CLASSES.index("flower")] = 0.6
    taught = TaughtSet(("2p", "4p"), np.array([_axis(0), _axis(1)]))
    weighed = compare(fused, np.array([_axis(1)]), taught)
    assert weighed[0, CLASSES.index("flower")] == pytest.approx(0.6)
