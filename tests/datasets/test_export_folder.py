"""Folders of labelled photos in the layouts and class names that others use."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.class_map import ClassMapError, read_map
from datasets.export_folder import open_export
from datasets.faces import CLASS_NAMES
from datasets.yolo import LabelError, read_folder, write_photo


def photo(images: Path, labels: Path, name: str, text: str) -> None:
    for folder in (images, labels):
        folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(images / f"{name}.jpg"), np.full((20, 20, 3), 90, np.uint8))
    (labels / f"{name}.txt").write_text(text)


def tiles(root: Path, split: str = "train") -> dict[str, list[str]]:
    photos = open_export(root).photos(split)
    return {one.path.stem: [CLASS_NAMES[box.index] for box in one.boxes] for one in photos}


def test_roboflows_layout_with_names_and_polygons(tmp_path: Path) -> None:
    for split, word in (("train", "a"), ("valid", "b"), ("test", "c")):
        photo(
            tmp_path / split / "images",
            tmp_path / split / "labels",
            word,
            "1 0.1 0.1 0.3 0.1 0.3 0.5 0.1 0.4\n",
        )
    (tmp_path / "data.yaml").write_text("train: ../train/images\nnc: 3\nnames: ['hwe', 'hdr', 'bf1']\n")
    assert tiles(tmp_path) == {"a": ["C"]}
    assert tiles(tmp_path, "valid") == {"b": ["C"]}
    assert tiles(tmp_path, "test") == {"c": ["C"]}
    (box,) = open_export(tmp_path).photos("train")[0].boxes
    assert (box.x0, box.y1) == (0.1, 0.5)


def test_images_and_labels_split_below(tmp_path: Path) -> None:
    photo(tmp_path / "images" / "train", tmp_path / "labels" / "train", "a", "0 0.5 0.5 0.1 0.1")
    photo(tmp_path / "images" / "val", tmp_path / "labels" / "val", "b", "1 0.5 0.5 0.1 0.1")
    (tmp_path / "data.yaml").write_text("names:\n  0: noble_east\n  1: man_1\n")
    assert tiles(tmp_path) == {"a": ["E"]}
    assert tiles(tmp_path, "valid") == {"b": ["1m"]}


def test_without_names_the_classes_are_our_own(tmp_path: Path) -> None:
    photo(
        tmp_path / "set" / "images",
        tmp_path / "set" / "labels",
        "a",
        "34 0.5 0.5 0.1 0.1\n35 0.2 0.2 0.1 0.1",
    )
    assert tiles(tmp_path / "set") == {"a": ["flower", "back"]}
    assert tiles(tmp_path / "set", "valid") == {}


def test_the_names_may_lie_one_folder_up_and_stay_text(tmp_path: Path) -> None:
    photo(
        tmp_path / "set" / "images", tmp_path / "set" / "labels", "a", "0 0.5 0.5 0.1 0.1\n1 0.5 0.5 0.1 0.1"
    )
    (tmp_path / "data.yaml").write_text("names: [N, E]\n")
    assert tiles(tmp_path / "set") == {"a": ["N", "E"]}


def test_a_table_of_ones_own_is_taken(tmp_path: Path) -> None:
    photo(tmp_path / "images", tmp_path / "labels", "a", "1 0.5 0.5 0.1 0.1\n0 0.5 0.5 0.1 0.1")
    (tmp_path / "data.yaml").write_text("names: [dice, yi wan]")
    with pytest.raises(ClassMapError, match="dice, yi wan"):
        tiles(tmp_path)
    (tmp_path / "mine.toml").write_text('ignore = ["dice"]\n[classes]\n"yi wan" = "1m"\n')
    (made,) = open_export(tmp_path).photos("train", read_map(tmp_path / "mine.toml"))
    assert [box.index for box in made.boxes] == [0]
    (tmp_path / "data.yaml").write_text("names: [man_2, noble_east]")
    (made,) = open_export(tmp_path).photos("train", read_map(tmp_path / "mine.toml"))
    assert [box.index for box in made.boxes] == [27, 1], "a table for other folders does not stand in the way"


def test_numbers_beyond_the_names_are_refused(tmp_path: Path) -> None:
    photo(tmp_path / "images", tmp_path / "labels", "a", "2 0.5 0.5 0.1 0.1")
    (tmp_path / "data.yaml").write_text("names: [E, S]")
    with pytest.raises(LabelError, match=r"a\.txt: class 2"):
        tiles(tmp_path)


def test_folders_without_photos_or_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="no labelled photos"):
        open_export(tmp_path)
    photo(tmp_path / "images", tmp_path / "labels", "a", "")
    for text in ("nc: 3", "names: 5", "a: [", "names:\n  1: E"):
        (tmp_path / "data.yaml").write_text(text)
        with pytest.raises(LabelError, match=r"data\.yaml"):
            open_export(tmp_path)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    photo(tmp_path / "images", tmp_path / "labels", "a", "5 0.5 0.5 0.25 0.125\n34 0.2 0.2 0.1 0.1\n")
    (one,) = open_export(tmp_path).photos("train")
    write_photo(tmp_path / "out", one)
    write_photo(tmp_path / "out", one)
    (again,) = read_folder(tmp_path / "out")
    assert [box.index for box in again.boxes] == [5, 34]
    assert again.boxes[0].x1 == pytest.approx(0.625)
    assert again.load().shape == (20, 20, 3)
