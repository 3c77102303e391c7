"""Teaching a set: the order laid, prototypes, their file, and what they change."""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from scorer.tiles import KINDS
from vision.detector import CLASSES, Detection
from vision.laid import ORDER, TeachError, laid_order
from vision.photo import Photo, encode_jpeg, load_photo
from vision.reader import compare
from vision.taught import CELL, Box, TaughtSet, learn, teach


def _seen(tile: str) -> np.ndarray:
    seen = np.full(len(CLASSES), 0.001, np.float32)
    seen[CLASSES.index(tile)] = 0.9
    return seen


def _detection(tile: str, column: int, row: int) -> Detection:
    x, y = 40.0 + 44 * column, 60.0 + 100 * row
    return Detection((x, y, x + 40, y + 54), _seen(tile))


def _back(one: Detection) -> Detection:
    return replace(one, probabilities=_seen("back"))


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


def _prototypes() -> np.ndarray:
    """Two kinds, each in one kind of photos."""
    return np.array([[_axis(0)], [_axis(1)]])


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
    with pytest.raises(TeachError, match=r"9, 9, 9 and 7 tiles are wanted; found: 9, 8, 9, 7\.") as refused:
        laid_order([one for one in _sheet() if one.tile != "9p"])
    assert (refused.value.code, refused.value.found) == ("rows", (9, 8, 9, 7))


def test_the_edge_of_a_table_that_passes_for_tiles_face_down_is_left_out() -> None:
    edge = [_detection("back", column, -1) for column in (0, 2, 3, 6, 7)]
    assert all(one.tile == kind for kind, one in laid_order([*edge, *_sheet()]).items())


def test_a_white_dragon_that_passes_for_a_back_is_named() -> None:
    sheet = [one if one.tile != "B" else _back(one) for one in _sheet()]
    assert laid_order(sheet)["B"].tile == "back"


def test_tiles_laid_in_another_order_are_told() -> None:
    shuffled = [KINDS[(number * 5 + 3) % 34] for number in range(34)]
    sheet = _sheet()
    mixed = [replace(one, probabilities=_seen(kind)) for one, kind in zip(sheet, shuffled, strict=True)]
    with pytest.raises(TeachError, match="order shown") as refused:
        laid_order(mixed)
    assert refused.value.code == "order"


def test_no_tiles_are_told() -> None:
    with pytest.raises(TeachError, match="no tiles"):
        laid_order([])


def _photo() -> Photo:
    """The sheet of `_sheet`, each tile in a grey of its own with a white upper half."""
    image = np.zeros((460, 460, 3), np.uint8)
    for number, one in enumerate(_sheet()):
        x0, y0, x1, y1 = (int(value) for value in one.box)
        image[y0:y1, x0:x1] = 40 + 5 * number
        image[y0 : (y0 + y1) // 2, x0:x1] = 255
    return Photo(image, 460, 460, 1.0)


class _Looks:
    """Gives each box the embedding of its lower half's grey; remembers boxes."""

    def __call__(self, photo: Photo, boxes: Sequence[Box]) -> np.ndarray:
        self.boxes = list(boxes)
        greys = []
        for x0, y0, x1, y1 in boxes:
            at = photo.image[round(y0 + 0.75 * (y1 - y0)), round((x0 + x1) / 2), 0]
            greys.append((float(at) - 40) / 5)
        return np.array([2 * _axis(max(0, round(grey))) for grey in greys])


def _boxes() -> dict[str, Box]:
    return {one.tile: one.box for one in _sheet()}


def test_a_set_learns_each_kind_from_its_own_tile() -> None:
    made = teach(_Looks(), "this reader", _photo(), _boxes())
    assert made.kinds == KINDS
    assert made.reader == "this reader"
    assert made.prototypes[:, 0] == pytest.approx(np.eye(128)[:34])
    assert np.linalg.norm(made.prototypes, axis=2) == pytest.approx(np.ones((34, 6)))


def test_tiles_are_kept_upright_from_a_photo_upside_down() -> None:
    photo = Photo(np.ascontiguousarray(_photo().image[::-1, ::-1]), 460, 460, 1.0)
    turned = {kind: (460 - x1, 460 - y1, 460 - x0, 460 - y0) for kind, (x0, y0, x1, y1) in _boxes().items()}
    cells = load_photo(teach(_Looks(), "", photo, turned).cells).image
    first, last = cells[:CELL, :CELL], cells[3 * CELL :, 6 * CELL : 7 * CELL]
    for cell, grey in ((first, 40), (last, 40 + 5 * 33)):
        assert cell[CELL // 2 - 20, CELL // 2] == pytest.approx(255, abs=4)
        assert cell[CELL // 2 + 20, CELL // 2] == pytest.approx(grey, abs=4)


def test_a_box_around_half_a_tile_keeps_the_tile_as_large_as_its_neighbours() -> None:
    boxes = _boxes()
    x0, y0, x1, y1 = boxes["2m"]
    boxes["2m"] = (x0 + 10, y0 + 13, x1 - 10, y1 - 13)
    cells = load_photo(teach(_Looks(), "", _photo(), boxes).cells).image
    below = cells[CELL // 2 + 57, CELL // 2 :: CELL, 0]  # of the kinds of the first row, below the tile
    assert below == pytest.approx(np.zeros(9), abs=6)


def test_another_reader_learns_the_set_from_the_tiles_that_were_kept() -> None:
    kept = TaughtSet.from_bytes(teach(_Looks(), "an old reader", _photo(), _boxes()).to_bytes())

    def other(photo: Photo, boxes: Sequence[Box]) -> np.ndarray:
        return np.asarray(_Looks()(photo, boxes)[:, ::-1], np.float32)

    again = learn(other, "a new reader", kept)
    assert again.reader == "a new reader"
    assert again.prototypes == pytest.approx(kept.prototypes[..., ::-1])


def test_a_set_whose_tiles_are_lost_cannot_be_learnt_again() -> None:
    with pytest.raises(TeachError, match="Teach the set again"):
        learn(_Looks(), "new", TaughtSet(("1m",), np.ones((1, 1, 128), np.float32)))


def test_a_set_whose_picture_is_not_of_its_tiles_cannot_be_learnt_again() -> None:
    speck = encode_jpeg(np.zeros((1, 1, 3), np.uint8))
    kept = replace(teach(_Looks(), "old", _photo(), _boxes()), cells=speck)
    with pytest.raises(TeachError, match="Teach the set again"):
        learn(_Looks(), "new", kept)


def test_a_set_survives_its_file() -> None:
    sides = np.ones((2, 2), np.float32)
    made = TaughtSet(("2p", "4p"), _prototypes(), "reader", b"cells", sides, "外婆的牌")
    again = TaughtSet.from_bytes(made.to_bytes())
    assert (again.kinds, again.reader, again.cells) == (made.kinds, "reader", b"cells")
    assert again.name == "外婆的牌"
    assert np.array_equal(again.prototypes, made.prototypes)


def _file(**changed: object) -> bytes:
    parts: dict[str, object] = {
        "version": np.array(2),
        "kinds": np.array(["1m"]),
        "prototypes": np.ones((1, 1, 128), np.float32),
        "reader": np.array("reader"),
        "cells": np.zeros(4, np.uint8),
        "boxes": np.ones((1, 2), np.float32),
        "name": np.array("Grandmother's"),
    }
    out = io.BytesIO()
    np.savez_compressed(out, **{**parts, **changed})  # type: ignore[arg-type]
    return out.getvalue()


def test_the_file_of_these_tests_is_a_set() -> None:
    assert TaughtSet.from_bytes(_file()).kinds == ("1m",)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no archive",
        _file(version=np.array(1)),
        _file(kinds=np.array(["10m"])),
        _file(kinds=np.array(["1m", "2m"])),
        _file(prototypes=np.full((1, 1, 128), np.nan, np.float32)),
        _file(prototypes=np.ones((1, 128), np.float32)),
        _file(prototypes=np.ones((1, 1, 64), np.float32)),
        _file(prototypes=np.ones((1, 0, 128), np.float32)),
        _file(prototypes=np.ones((1, 6, 0), np.float32)),
        _file(prototypes=np.full((1, 1, 128), 1e30, np.float32)),
        _file(boxes=np.ones((2, 2), np.float32)),
        _file(boxes=np.full((1, 2), 1e30, np.float32)),
        _file(boxes=np.full((1, 2), -3, np.float32)),
        _file(boxes=np.full((1, 2), np.nan, np.float32)),
        _file(cells=np.zeros(30_000_000, np.uint8)),
        _file()[:200],
    ],
)
def test_a_foreign_file_is_refused(data: bytes) -> None:
    with pytest.raises(TeachError, match="Teach the set again") as refused:
        TaughtSet.from_bytes(data)
    assert refused.value.code == "file"


def test_a_taught_kind_wins_where_the_reader_wavers() -> None:
    fused = np.full((1, 36), 1e-4)
    fused[0, [CLASSES.index("2p"), CLASSES.index("4p")]] = 0.5, 0.4
    taught = TaughtSet(("2p", "4p"), _prototypes())
    weighed = compare(fused, np.array([_axis(1)]), taught)
    assert CLASSES[int(weighed.argmax())] == "4p"
    assert weighed.sum() == pytest.approx(fused.sum())


def test_a_kind_misread_for_sure_is_put_right_by_its_prototype() -> None:
    """As 六索 of one drawn set, read as 九索 with 0.78: both prototypes are near, its own is nearer."""
    fused = np.full((1, 36), 1e-4)
    fused[0, [CLASSES.index("9s"), CLASSES.index("6s")]] = 0.78, 0.2
    six, nine = _axis(0), np.sqrt(0.5) * (_axis(0) + _axis(1))
    weighed = compare(fused, six[None], TaughtSet(("6s", "9s"), np.array([[six], [nine]])))
    assert CLASSES[int(weighed.argmax())] == "6s"


def test_the_nearest_of_a_kinds_prototypes_counts() -> None:
    fused = np.full((1, 36), 1e-4)
    fused[0, [CLASSES.index("2p"), CLASSES.index("4p")]] = 0.5, 0.4
    taught = TaughtSet(("2p", "4p"), np.array([[_axis(0), _axis(2)], [_axis(3), _axis(1)]]))
    assert CLASSES[int(compare(fused, np.array([_axis(1)]), taught).argmax())] == "4p"


def test_what_was_not_taught_keeps_its_share() -> None:
    fused = np.full((1, 36), 0.01)
    fused[0, CLASSES.index("flower")] = 0.6
    taught = TaughtSet(("2p", "4p"), _prototypes())
    weighed = compare(fused, np.array([_axis(1)]), taught)
    assert weighed[0, CLASSES.index("flower")] == pytest.approx(0.6)


def _with_header(header: bytes) -> bytes:
    """A set's file whose prototypes begin with this header instead."""
    out = io.BytesIO()
    kept = io.BytesIO(TaughtSet(("1m", "2m"), _prototypes()).to_bytes())
    with zipfile.ZipFile(kept) as whole, zipfile.ZipFile(out, "w") as broken:
        for name in whole.namelist():
            data = whole.read(name)
            if name == "prototypes.npy":
                data = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data[128:]
            broken.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    "header",
    [
        b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1, 128), |\n",
        b"{'descr': '<f4', 'fortran_order': False, 'shape': (34, 100000000, 1000000), }\n",
    ],
)
def test_a_broken_array_header_is_no_taught_set(header: bytes) -> None:
    with pytest.raises(TeachError) as caught:
        TaughtSet.from_bytes(_with_header(header))
    assert caught.value.code == "file"
