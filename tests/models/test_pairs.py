"""Counting which kinds are taken for which."""

import numpy as np
import pytest

from datasets.scene import Scene
from models.pairs import ALIKE, MISSED, Reads, main, measure, sheets
from scorer.tiles import KINDS
from vision.detector import CLASSES, Detection
from vision.photo import Photo


def as_labelled(scene: Scene, instead: dict[str, str | None]) -> list[Detection]:
    """What a reader would find that takes some kinds for others, or for nothing."""
    found = []
    for label in scene.labels:
        seen = instead.get(CLASSES[label.index], CLASSES[label.index])
        if seen is not None:
            found.append(Detection(label.box, np.eye(len(CLASSES), dtype=np.float32)[CLASSES.index(seen)]))
    return found


def test_a_sheet_shows_every_kind_once_and_what_is_read_is_counted() -> None:
    shown = list(sheets(2, 5, "check", 480))
    waiting = iter(shown)

    def find(photo: Photo) -> list[Detection]:
        assert max(photo.image.shape) == 480
        return as_labelled(next(waiting), {"7p": "8p", "E": None})

    done: list[int] = []
    reads = measure(iter(shown), find, done.append)
    assert done == [1, 2]
    assert reads.crops.total() >= 60  # a tile may be cut off or hidden
    assert reads.read["7p", "8p"] == reads.crops["7p"]
    assert reads.read["E", MISSED] == reads.crops["E"]
    assert reads.read["9s", "9s"] == reads.crops["9s"]


def test_each_pair_is_told_with_its_interval() -> None:
    reads = Reads()
    for kind in KINDS:
        reads.crops[kind] = 2000
        reads.read[kind, kind] = 2000
    reads.read["7p", "8p"], reads.read["8p", "7p"] = 90, 30
    title, first, second, *_, last = reads.to_text()
    assert "95 %" in title
    assert first.split()[:5] == ["7p/8p", "120/4000", "3.00", "%", "2.51"]
    assert first.endswith("above 1%")
    assert second.endswith("below 1%")
    assert "7p→8p 90" in last
    assert len(reads.to_text()) == len(ALIKE) + 2


def test_pairs_are_of_known_kinds() -> None:
    assert {kind for pair in ALIKE for kind in pair} <= set(KINDS)


def test_the_command_measures_the_shipped_networks(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--crops", "1", "--longest", "960", "--seed", "3"])
    assert "all 34 tiles" in capsys.readouterr().out
