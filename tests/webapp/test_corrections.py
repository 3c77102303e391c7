"""Tiles put right: kept only where that is wanted, as a YOLO set that reads back."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from vision.detector import CLASSES
from vision.reading import ReadTile
from webapp.corrections import Corrections, CorrectionsError, data_yaml, yolo_line
from webapp.paths import DataFolder

NAME = "0123456789abcdef" * 2


def tile(kind: str, x: float) -> ReadTile:
    return ReadTile(kind, (x, 100.0, x + 50, 170.0), 0.9, "hand", ((kind, 0.9),), kind, False)


TILES = [tile("1m", 0), tile("2p", 60), tile("N", 120)]


@pytest.fixture
def corrections(tmp_path: Path) -> Corrections:
    return Corrections.of(DataFolder(tmp_path))


def add(corrections: Corrections, right: dict[int, str]) -> bool:
    return corrections.add(NAME, b"a jpeg", (1000, 500), TILES, right)


def exported(corrections: Corrections) -> dict[str, bytes]:
    out = io.BytesIO()
    corrections.export(out)
    with zipfile.ZipFile(out) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_nothing_is_kept_before_the_house_wants_it(corrections: Corrections, tmp_path: Path) -> None:
    assert corrections.wanted() is None
    assert not add(corrections, {1: "4p"})
    corrections.want(False)
    assert not add(corrections, {1: "4p"})
    assert corrections.names() == ()


def test_a_photo_is_kept_with_every_tile_the_right_one_among_them(corrections: Corrections) -> None:
    corrections.want(True)
    assert add(corrections, {1: "4p", 0: "1m"})
    files = exported(corrections)
    assert sorted(files) == ["data.yaml", f"images/{NAME}.jpg", f"labels/{NAME}.txt"]
    labels = [line.split() for line in files[f"labels/{NAME}.txt"].decode().splitlines()]
    assert [CLASSES[int(line[0])] for line in labels] == ["1m", "4p", "N"]
    assert [float(value) for value in labels[1][1:]] == pytest.approx([0.085, 0.27, 0.05, 0.14])


def test_a_photo_read_rightly_is_not_kept(corrections: Corrections) -> None:
    corrections.want(True)
    assert not add(corrections, {1: "2p"})
    assert corrections.names() == ()


def test_a_photo_sent_twice_is_kept_once_with_the_later_tiles(corrections: Corrections) -> None:
    corrections.want(True)
    add(corrections, {1: "4p"})
    add(corrections, {1: "5p"})
    assert exported(corrections)[f"labels/{NAME}.txt"].decode().split("\n")[1].startswith("13 ")


def test_the_classes_are_quoted_so_that_north_is_no_truth_value() -> None:
    names: Any = yaml.safe_load(data_yaml())["names"]
    assert tuple(names[number] for number in range(len(CLASSES))) == CLASSES


def test_a_box_beyond_the_photo_ends_at_its_edge() -> None:
    assert yolo_line("1m", (-10, 0, 50, 600), (100, 500)) == "0 0.250000 0.500000 0.500000 1.000000\n"


def test_all_of_them_can_be_forgotten_and_the_answer_stays(corrections: Corrections) -> None:
    corrections.want(True)
    add(corrections, {1: "4p"})
    corrections.delete_all()
    assert corrections.names() == ()
    assert corrections.wanted() is True


def test_a_picture_without_labels_is_no_photo(corrections: Corrections, tmp_path: Path) -> None:
    corrections.want(True)
    (tmp_path / "corrections" / f"{NAME}.jpg").write_bytes(b"half")
    assert corrections.names() == ()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "corrections").write_text("x")
    with pytest.raises(CorrectionsError):
        Corrections.of(DataFolder(tmp_path)).want(True)
