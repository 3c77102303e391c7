"""Labelled photos as others hand them on: YOLO exports with their own class names and folders.

Three layouts are known: ``images/`` and ``labels/``; Roboflow's ``train/images``, ``train/labels`` and the
same in ``valid/`` and ``test/``; and ``images/train``, ``labels/train`` and so on. A ``data.yaml`` in the
folder, or the one above, names the classes; without it they are this project's 36.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

from datasets.class_map import ClassMap, ClassMapError, choose
from datasets.faces import CLASS_NAMES
from datasets.yolo import PICTURES, LabelError, LabelledPhoto, read_pictures

TRAIN: Final = "train"
_SPLITS: Final = {TRAIN: ("train",), "valid": ("valid", "val"), "test": ("test",)}


@dataclass(frozen=True)
class Export:
    """A folder of labelled photos.

    Attributes:
        root: the folder.
        names: its classes in the order of their numbers; None for this project's.
        splits: folders of pictures and of labels, by ``train``, ``valid`` and ``test``.
    """

    root: Path
    names: tuple[str, ...] | None
    splits: dict[str, tuple[Path, Path]]

    def photos(self, split: str, classes: ClassMap | None = None) -> list[LabelledPhoto]:
        """The photos of a split, their classes as this project's; none where there is no such split.

        Args:
            split: ``train``, ``valid`` or ``test``.
            classes: what the names mean; without it, or where it knows other names, the shipped table that
                knows them all.

        Raises:
            ClassMapError: for names without a known meaning.
            LabelError: for a label that cannot be read, or a class number without name.
        """
        if split not in self.splits:
            return []
        images, labels = self.splits[split]
        names = self.names or CLASS_NAMES
        _check_numbers(labels, len(names))
        return read_pictures(images, labels, classes=_table(names, classes).numbers(names))


def open_export(root: Path) -> Export:
    """Find out how a folder is laid out.

    Raises:
        LabelError: if it holds no labelled photos in a known layout, or its ``data.yaml`` cannot be read.
    """
    splits = {}
    for split, words in _SPLITS.items():
        for images, labels in _places(root, split, words):
            if images.is_dir() and labels.is_dir() and _has_pictures(images):
                splits[split] = (images, labels)
                break
    if not splits:
        raise LabelError(
            f"{root} holds no labelled photos: neither images/ and labels/, nor train/images and "
            "train/labels, nor images/train and labels/train. Export the set in the YOLO format"
        )
    return Export(root, _names(root), splits)


def _places(root: Path, split: str, words: Sequence[str]) -> Iterator[tuple[Path, Path]]:
    """Where the pictures and labels of a split may lie."""
    for word in words:
        yield root / word / "images", root / word / "labels"
        yield root / "images" / word, root / "labels" / word
    if split == TRAIN:
        yield root / "images", root / "labels"


def _has_pictures(folder: Path) -> bool:
    return any(path.suffix.lower() in PICTURES for path in folder.iterdir())


def _names(root: Path) -> tuple[str, ...] | None:
    """The class names of the ``data.yaml`` here or one folder up; None without one."""
    path = next(
        (place / "data.yaml" for place in (root, root.parent) if (place / "data.yaml").is_file()), None
    )
    if path is None:
        return None
    try:
        # The base loader keeps every value text: a class named N is no boolean, one named 0 no number.
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # noqa: S506  # makes only text
        names = data["names"]
        if isinstance(names, dict):
            names = [names[str(number)] for number in range(len(names))]
        if not isinstance(names, list):
            raise TypeError("names is no list")
        return tuple(str(name) for name in names)
    except (OSError, ValueError, KeyError, TypeError, yaml.YAMLError) as fault:
        raise LabelError(f"{path} does not name the classes under names: {fault!r}") from fault


def _table(names: Sequence[str], given: ClassMap | None) -> ClassMap:
    """The table to read names by: the one given may be meant for another folder."""
    if given is None or not given.unknown(names):
        return given or choose(names)
    try:
        return choose(names)
    except ClassMapError:
        return given  # which says what it lacks


def _check_numbers(labels: Path, classes: int) -> None:
    """Refuse class numbers beyond the names: the wrong data.yaml would turn every tile into another."""
    for path in sorted(labels.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            number = line.split(maxsplit=1)[0] if line.strip() else "0"
            if not number.isdigit() or int(number) >= classes:
                raise LabelError(
                    f"{path}: class {number} has no name among {classes}; is the data.yaml its own?"
                )
