"""Labelled photos: label text, stretched and mirrored ones are found."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.body import Placement, place
from datasets.camera import look
from datasets.catalogue import DESIGNS
from datasets.compose import Light, draw, read_labels
from datasets.labels import save
from datasets.mirror import handedness
from datasets.scene import Scene
from datasets.yolo import LabelError, parse_labels, read_folder, side_ratio, stretched
from scorer.tiles import INDEX


def test_boxes_and_polygons_are_read() -> None:
    box, polygon = parse_labels("5 0.5 0.5 0.2 0.4\n\n34 0.1 0.1 0.3 0.1 0.3 0.5 0.1 0.4\n", "a.txt")
    assert (box.index, box.x0, box.y1) == (5, pytest.approx(0.4), pytest.approx(0.7))
    assert (polygon.index, polygon.x0, polygon.x1, polygon.y1) == (34, 0.1, 0.3, 0.5)


def test_foreign_class_numbers_are_mapped_and_unknown_ones_left_out() -> None:
    boxes = parse_labels("7 0.5 0.5 0.1 0.1\n8 0.5 0.5 0.1 0.1\n", "a.txt", {7: 27})
    assert [box.index for box in boxes] == [27]


@pytest.mark.parametrize(
    "line", ["x 0.5 0.5 0.1 0.1", "36 0.5 0.5 0.1 0.1", "3 0.5 0.5 0.1", "1 0.5 0.5 0.1 b"]
)
def test_broken_labels_are_refused_with_file_and_line(line: str) -> None:
    with pytest.raises(LabelError, match=r"a\.txt:2"):
        parse_labels(f"0 0.5 0.5 0.1 0.1\n{line}\n", "a.txt")


def _photo(root: Path, name: str, tiles: list[str], turn: float, mirror: bool = False) -> None:
    bodies = [
        place(Placement(INDEX[tile], x * 1.3, 0.0), DESIGNS["jade hall"]) for x, tile in enumerate(tiles)
    ]
    points = np.vstack([body.corners() for body in bodies])
    camera = look(points, (640, 480), np.pi / 2, 0.0, turn, 0.6, 0.8)
    light = Light(np.array([0, 0, 1.0]), 0.8, 0.3, 0.3, 0.1)
    drawn = draw(np.full((480, 640, 3), 90, np.uint8), camera, bodies, light)
    save(Scene(drawn.painter.picture, read_labels(drawn, bodies), {}), root, name)
    if mirror:
        path = root / "images" / f"{name}.jpg"
        picture = cv2.imread(str(path))
        assert picture is not None
        cv2.imwrite(str(path), picture[:, ::-1])
        lines = [line.split() for line in (root / "labels" / f"{name}.txt").read_text().splitlines()]
        flipped = [f"{c} {1 - float(x):.6f} {y} {w} {h}\n" for c, x, y, w, h in lines]
        (root / "labels" / f"{name}.txt").write_text("".join(flipped))


def test_mirrored_photos_are_found_among_right_ones(tmp_path: Path) -> None:
    tiles = ["7p", "5m", "9m", "N", "F"]
    for number, turn in enumerate((0.0, 0.03, -0.02, 0.05)):
        _photo(tmp_path, f"right{number}", tiles, turn)
    _photo(tmp_path, "turned", tiles, 0.3)
    _photo(tmp_path, "wrong", tiles, 0.02, mirror=True)
    judged = handedness(read_folder(tmp_path))
    assert [one.photo.path.stem for one in judged if one.mirrored] == ["wrong"]


def test_stretched_photos_are_listed(tmp_path: Path) -> None:
    _photo(tmp_path, "one", ["1p", "2p", "3p"], 0.0)
    path = tmp_path / "images" / "one.jpg"
    picture = cv2.imread(str(path))
    assert picture is not None
    (photo,) = read_folder(tmp_path)
    assert side_ratio(photo) < 1.5
    assert stretched([photo]) == []
    cv2.imwrite(str(path), cv2.resize(picture, None, fx=0.4, fy=1.0))
    assert stretched([photo]) == [photo]


@pytest.mark.skipif("FANPAI_PHOTOS" not in os.environ, reason="FANPAI_PHOTOS names no labelled photos")
def test_the_stretched_photos_of_the_real_folder_are_found() -> None:
    photos = read_folder(Path(os.environ["FANPAI_PHOTOS"]) / "val_same")
    assert 25 <= len(stretched(photos)) <= 45
