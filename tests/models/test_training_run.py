"""A training goes from photos and scenes to ONNX, and goes on where it was; a stub learns nothing here."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.class_map import ClassMapError
from datasets.mirror import Handedness
from datasets.yolo import LabelError, read_folder
from models.training_data import class_map
from models.training_plan import Plan, TrainingError
from models.training_run import Training, missing_packages
from vision.scan import Scanner


class Stub:
    """Notes what it was asked to learn, and fails as often as told."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.seen: list[list[str]] = []

    def train(self, plan: Plan, folders: Sequence[Path], val: Path | None, out: Path) -> Path:
        self.seen.append([photo.path.name for folder in folders for photo in read_folder(folder)])
        if self.failures:
            self.failures -= 1
            raise TrainingError("interrupted")
        out.mkdir(parents=True, exist_ok=True)
        (out / "last.pt").write_text("learnt")
        return out / "last.pt"

    def export(self, checkpoint: Path, onnx: Path) -> None:
        onnx.write_text(checkpoint.read_text())


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Two photos in Roboflow's layout, one of them for validation."""
    root = tmp_path / "export"
    for split, name in (("train", "a"), ("valid", "b")):
        for folder in ("images", "labels"):
            (root / split / folder).mkdir(parents=True)
        cv2.imwrite(str(root / split / "images" / f"{name}.jpg"), np.full((40, 40, 3), 90, np.uint8))
        (root / split / "labels" / f"{name}.txt").write_text("1 0.5 0.5 0.2 0.4\n")
    (root / "data.yaml").write_text("names: [hwe, sd7]\n")
    return root


@pytest.fixture
def plan(photos: Path) -> Plan:
    return Plan(
        photos=(photos,), classes=None, val=photos, scenes=2, seed=7, longest=320, start=None, epochs=3,
        size=160, batch=4, rate=1e-3, twice=("flower",), drop_mirrored=False, backs=None,
    )  # fmt: skip


def test_photos_and_scenes_become_an_onnx_file(tmp_path: Path, plan: Plan) -> None:
    stub, told = Stub(), list[str]()
    steps: list[tuple[int, int]] = []
    val = Training(plan, tmp_path / "work", stub).run(
        tmp_path / "out.onnx", told.append, lambda *step: steps.append(step)
    )
    assert stub.seen == [["a.jpg", "train_000007.jpg", "train_000008.jpg"]]
    assert (tmp_path / "out.onnx").read_text() == "learnt"
    assert val is not None
    (checked,) = read_folder(val)
    assert (checked.path.name, checked.boxes[0].index) == ("b.jpg", 15)
    assert steps == [(1, 2), (2, 2)]
    assert any("1 of" in line and "2 named classes" in line for line in told)


def test_an_interrupted_training_goes_on_with_what_is_there(tmp_path: Path, plan: Plan) -> None:
    stub = Stub(failures=1)
    training = Training(plan, tmp_path / "work", stub)
    with pytest.raises(TrainingError, match="interrupted"):
        training.run(tmp_path / "out.onnx", lambda line: None)
    drawn = tmp_path / "work" / "scenes" / "images" / "train_000008.jpg"
    before = drawn.stat().st_mtime_ns
    # The first scene was not finished.
    (tmp_path / "work" / "scenes" / "facts" / "train_000007.json").unlink()
    steps: list[tuple[int, int]] = []
    training.run(tmp_path / "out.onnx", lambda line: None, lambda *step: steps.append(step))
    assert stub.seen[0] == stub.seen[1]
    assert steps == [(1, 1)], "only the missing scene is drawn"
    assert drawn.stat().st_mtime_ns == before


def test_other_options_need_another_folder(tmp_path: Path, plan: Plan) -> None:
    Training(plan, tmp_path / "work", Stub()).run(tmp_path / "out.onnx", lambda line: None)
    with pytest.raises(TrainingError, match=r"epochs: 3 before, now 4.*--work"):
        Training(replace(plan, epochs=4), tmp_path / "work", Stub()).run(
            tmp_path / "out.onnx", lambda line: None
        )
    (tmp_path / "work" / "plan.json").write_text("{")
    with pytest.raises(TrainingError, match="broken"):
        Training(plan, tmp_path / "work", Stub()).run(tmp_path / "out.onnx", lambda line: None)


def test_a_mistake_before_training_binds_nobody(tmp_path: Path, plan: Plan, photos: Path) -> None:
    (photos / "data.yaml").write_text("names: [hwe, joker]\n")
    with pytest.raises(ClassMapError, match="joker"):
        Training(plan, tmp_path / "work", Stub()).run(tmp_path / "out.onnx", lambda line: None)
    (tmp_path / "mine.toml").write_text('[classes]\nhwe = "E"\njoker = "flower"\n')
    mended = replace(plan, classes=str(tmp_path / "mine.toml"))
    val = Training(mended, tmp_path / "work", Stub()).run(tmp_path / "out.onnx", lambda line: None)
    assert val is not None
    assert read_folder(val)[0].boxes[0].index == 34
    # The table changes: the photos are brought in anew, not taken as before.
    (tmp_path / "mine.toml").write_text('[classes]\nhwe = "E"\njoker = "back"\n')
    val = Training(mended, tmp_path / "work", Stub()).run(tmp_path / "out.onnx", lambda line: None)
    assert val is not None
    assert read_folder(val)[0].boxes[0].index == 35


def test_backs_and_mirrored_photos_are_seen_to(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("models.training_data.handedness", lambda photos: [Handedness(photos[0], -0.3, 4)])
    told: list[str] = []
    training = Training(replace(plan, drop_mirrored=True, scenes=1), tmp_path / "work", stub := Stub())
    training.run(tmp_path / "out.onnx", told.append)
    assert stub.seen == [["train_000007.jpg"]]
    (home,) = (tmp_path / "work" / "photos").iterdir()
    assert (home / "mirrored.txt").read_text() == "a.jpg\n"
    facts = json.loads((home / "done.json").read_text())
    assert facts == {"photos": 0, "mirrored": 1, "backs": 0}


def test_nothing_to_learn_from_is_said(tmp_path: Path, plan: Plan) -> None:
    with pytest.raises(TrainingError, match="--photos"):
        Training(replace(plan, photos=(), scenes=0), tmp_path / "work", Stub()).run(
            tmp_path / "out.onnx", lambda line: None
        )
    (tmp_path / "empty").mkdir()
    with pytest.raises(LabelError, match="no labelled photos"):
        Training(replace(plan, photos=(tmp_path / "empty",)), tmp_path / "other", Stub()).run(
            tmp_path / "out.onnx", lambda line: None
        )


def test_a_table_is_a_name_or_a_file(tmp_path: Path) -> None:
    assert class_map(None) is None
    table = class_map("camerash")
    assert table is not None
    assert table.name == "camerash"
    with pytest.raises(TrainingError, match=r"neither a file nor a table.*camerash"):
        class_map("nobody")


@pytest.mark.skipif(
    bool(missing_packages()), reason="the extra 'train' (torch, ultralytics) is not installed"
)
def test_a_real_epoch_is_learnt_exported_and_gone_on_from(tmp_path: Path, plan: Plan) -> None:
    small = replace(plan, scenes=4, epochs=2, size=96, batch=2, val=None)
    training = Training(small, tmp_path / "work")
    training.run(tmp_path / "out.onnx", lambda line: None)
    rows = (tmp_path / "work" / "training" / "run" / "results.csv").read_text().splitlines()
    assert len(rows) == 3
    Scanner(tmp_path / "out.onnx").scan(tmp_path / "work" / "scenes" / "images" / "train_000007.jpg")
    training.run(tmp_path / "again.onnx", lambda line: None)
    assert (tmp_path / "again.onnx").is_file(), "a finished training is exported again, not trained again"
