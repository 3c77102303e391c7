"""``fanpai render`` and ``fanpai evaluate``: drawn scenes are measured like any labelled folder."""

import json
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from click.testing import CliRunner, Result

from datasets.scene import KINDS
from vision.scan import Scanner
from webapp.cli import fanpai
from webapp.commands.render import DEAL


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(fanpai, [str(argument) for argument in arguments])


class BlindEngine:
    """A network that finds nothing."""

    def run(self, images: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        return np.zeros((images.shape[0], 40, 84), np.float32)


@pytest.fixture(autouse=True)
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.commands.evaluate.Scanner", lambda *_, reader: Scanner(engine=BlindEngine()))


def test_drawn_scenes_can_be_measured(tmp_path: Path) -> None:
    drawn = run("render", tmp_path / "scenes", "--count", 2, "--longest", 320)
    assert drawn.exit_code == 0, drawn.output
    assert "2 scenes" in drawn.stdout
    labels = [path.read_text().splitlines() for path in (tmp_path / "scenes" / "labels").glob("*.txt")]
    measured = run("evaluate", tmp_path / "scenes", "--json")
    assert measured.exit_code == 0, measured.output
    figures = json.loads(measured.stdout)
    shapes = [figures["natural"], figures["stretched"]]
    assert sum(shape["photos"] for shape in shapes) == 2
    assert sum(shape["labelled"] for shape in shapes) == sum(map(len, labels))
    assert sum(shape["right"] for shape in shapes) == 0
    assert "2 photos" in run("evaluate", tmp_path / "scenes").stdout


def test_what_was_read_wrong_is_drawn(tmp_path: Path) -> None:
    assert run("render", tmp_path / "scenes", "--count", 1, "--longest", 320).exit_code == 0
    measured = run(
        "evaluate", tmp_path / "scenes", "--no-corrector", "--no-reader", "--worst", tmp_path / "worst"
    )
    assert measured.exit_code == 0, measured.output
    assert len(list((tmp_path / "worst").glob("*.jpg"))) == 1
    assert "1 photo drawn" in measured.stderr
    (tmp_path / "file").touch()
    refused = run("evaluate", tmp_path / "scenes", "--worst", tmp_path / "file" / "worst")
    assert refused.exit_code == 1
    assert "cannot be written" in refused.stderr


def test_a_contact_sheet_is_one_picture(tmp_path: Path) -> None:
    result = run("render", tmp_path / "sheet.png", "--count", 1)
    assert result.exit_code == 0, result.output
    sheet = cv2.imread(str(tmp_path / "sheet.png"))
    assert sheet is not None
    assert sheet.shape == (480, 4 * 480, 3)


def test_mistakes_are_sentences(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "empty").mkdir()
    for arguments, status, words in (
        (("render", tmp_path / "file" / "scenes", "--count", 1, "--longest", 320), 1, "file"),
        (("render", tmp_path / "scenes", "--split", "exam"), 2, "check"),
        (("evaluate", tmp_path / "missing"), 2, "missing"),
        (("evaluate", tmp_path / "empty"), 1, "no labelled photos"),
    ):
        result = run(*arguments)
        assert result.exit_code == status, result.output
        assert words in result.stderr


def test_deals_are_filmed_into_a_folder_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("datasets.deals.film.DISCARDS", (1, 1))
    drawn = run("render", tmp_path, "--kind", "deal", "--count", 1, "--seed", 7, "--longest", 320)
    assert drawn.exit_code == 0, drawn.output
    assert "1 deal," in drawn.stdout
    truth = json.loads((tmp_path / "deal_000007" / "truth.json").read_text())
    assert truth["size"] == [320, 176]
    assert len(list((tmp_path / "deal_000007" / "frames").iterdir())) == len(truth["frames"])


def test_a_picture_that_is_there_is_not_replaced_unasked(tmp_path: Path) -> None:
    out = tmp_path / "sheet.jpg"
    out.write_bytes(b"holiday")
    refused = run("render", out, "--kind", "sheet", "--count", 1)
    assert refused.exit_code == 1
    assert "is there already" in refused.stderr
    assert "--force" in refused.stderr
    assert out.read_bytes() == b"holiday"
    drawn = run("render", out, "--kind", "sheet", "--count", 1, "--force")
    assert drawn.exit_code == 0, drawn.output
    assert cv2.imread(str(out)) is not None


def test_every_kind_of_scene_is_explained(tmp_path: Path) -> None:
    told = " ".join(run("render", "--help").stdout.split())
    for kind in (*KINDS, DEAL):
        assert f"{kind}: " in told
