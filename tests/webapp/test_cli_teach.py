"""``fanpai teach`` and ``fanpai scan --set``."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from vision.laid import TeachError
from vision.scan import Lesson, Scanner
from vision.taught import TaughtSet
from webapp.cli import fanpai
from webapp.paths import DataFolder
from webapp.taught_sets import TaughtSets

TAUGHT = TaughtSet(
    ("1m", "2m"), np.eye(2, 128, dtype=np.float32)[:, None], "r", b"tiles", np.ones((2, 2), np.float32)
)


class BlindEngine:
    """A network that finds nothing."""

    def run(self, images: np.ndarray) -> np.ndarray:
        return np.zeros((images.shape[0], 40, 84), np.float32)


class Teacher(Scanner):
    """Learns from any photo but an empty name's; remembers the set that it read with."""

    used: list[TaughtSet | None] = []  # noqa: RUF012 - of the test
    doubtful: dict[str, str] = {"1m": "7m"}  # noqa: RUF012 - of the test

    def __init__(self) -> None:
        super().__init__(engine=BlindEngine())

    def teach(self, source: Any, progress: Any = None) -> Lesson:
        if source.stem == "mess":
            raise TeachError("rows", "Rows of 9, 9, 9 and 7 tiles are wanted; found: no tiles.")
        for stage in ("open", "detect", "closer", "learn 0/6", "learn 3/6"):
            progress(stage)
        return Lesson(TAUGHT, self.doubtful)

    def current(self, taught: TaughtSet) -> TaughtSet:
        return taught

    def scan(self, source: Any, *args: Any, taught: TaughtSet | None = None, **more: Any) -> Any:
        self.used.append(taught)
        return super().scan(source, *args, **more)


@pytest.fixture(autouse=True)
def teacher(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    Teacher.used = []
    monkeypatch.setattr("webapp.commands.scan.Scanner", Teacher)
    monkeypatch.setattr("webapp.commands.teach.Scanner", Teacher)
    monkeypatch.setenv("FANPAI_DATA", str(tmp_path / "data"))


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.jpg"
    path.write_bytes(cv2.imencode(".jpg", np.full((60, 100, 3), 90, np.uint8))[1].tobytes())
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(fanpai, list(map(str, arguments)))


def test_a_set_goes_into_a_file_and_photos_are_read_with_it(photo: Path, tmp_path: Path) -> None:
    out = tmp_path / "jade.fanpaiset"
    result = run("teach", photo, out, "--name", "Jade")
    assert result.exit_code == 0, result.output
    assert "1m for 7m" in result.output
    assert run("scan", photo, "--set", out).exit_code == 0
    (used,) = Teacher.used
    assert used is not None
    assert used.name == "Jade"


def test_a_set_is_kept_for_the_page_and_found_by_its_name(photo: Path, tmp_path: Path) -> None:
    assert run("teach", photo).exit_code == 0
    assert list(TaughtSets.of(DataFolder(tmp_path / "data")).names().values()) == ["sheet"]
    assert run("scan", photo, "--set", "Sheet").exit_code == 0
    (used,) = Teacher.used
    assert used is not None
    again = run("teach", photo)
    assert (again.exit_code, "already" in again.output) == (1, True)


def test_a_set_kept_in_another_folder_is_found_there(photo: Path, tmp_path: Path) -> None:
    assert run("teach", photo, "--data", tmp_path / "club").exit_code == 0
    assert run("scan", photo, "--set", "sheet").exit_code == 2
    for arguments in (
        ("--set", "sheet", "--data", tmp_path / "club"),
        ("--data", tmp_path / "club", "--set", "sheet"),
    ):
        assert run("scan", photo, *arguments).exit_code == 0


def test_teaching_says_how_far_it_is_and_whether_the_reader_agrees(
    photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = run("teach", photo, tmp_path / "one.fanpaiset").stderr
    assert "Learning the set: 3 of 6, about" in said
    assert "The reader took 1 tile for another: 1m for 7m." in said
    monkeypatch.setattr(Teacher, "doubtful", {})
    assert "The reader agrees with every tile." in run("teach", photo, tmp_path / "two.fanpaiset").stderr


def test_a_set_that_is_not_there_is_told(photo: Path) -> None:
    result = run("scan", photo, "--set", "jade")
    assert result.exit_code == 2
    assert "there is no tile set 'jade'" in result.output


def test_a_file_that_is_no_set_is_told(photo: Path) -> None:
    result = run("scan", photo, "--set", photo)
    assert result.exit_code == 2
    assert "Teach the set again" in result.output


def test_a_photo_that_teaches_nothing_is_told(tmp_path: Path) -> None:
    result = run("teach", tmp_path / "mess.jpg", tmp_path / "out.fanpaiset")
    assert result.exit_code == 1
    assert "9, 9, 9 and 7" in result.output
    assert not (tmp_path / "out.fanpaiset").exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\nb\x07"])
def test_a_name_is_checked_as_on_the_page_before_anything_is_read(
    photo: Path, tmp_path: Path, name: str
) -> None:
    for out in ((), (tmp_path / "out.fanpaiset",)):
        result = run("teach", photo, *out, "--name", name)
        assert result.exit_code == 1
        assert "name of at most 40 characters" in result.stderr
    assert not (tmp_path / "out.fanpaiset").exists()
    assert TaughtSets.of(DataFolder(tmp_path / "data")).all() == ()


def test_a_set_that_is_there_is_not_replaced_unasked(photo: Path, tmp_path: Path) -> None:
    out = tmp_path / "jade.fanpaiset"
    out.write_bytes(b"mine")
    refused = run("teach", photo, out)
    assert refused.exit_code == 1
    assert "--force" in refused.stderr
    assert out.read_bytes() == b"mine"
    assert run("teach", photo, out, "--force").exit_code == 0
