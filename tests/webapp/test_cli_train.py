"""``fanpai train detector`` on the command line; what learns is a stub."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from models.training_plan import Plan, TrainingError
from webapp.cli import fanpai


class Stub:
    """Learns nothing, or fails."""

    fault: BaseException | None = None
    plan: Plan | None = None

    def train(self, plan: Plan, folders: Sequence[Path], val: Path | None, out: Path) -> Path:
        if Stub.fault:
            raise Stub.fault
        Stub.plan = plan
        return out

    def export(self, checkpoint: Path, onnx: Path) -> None:
        onnx.touch()


@pytest.fixture(autouse=True)
def stub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.training_run.ProcessTrainer", Stub)
    monkeypatch.setattr("webapp.commands.train.missing_packages", list)
    monkeypatch.setattr(Stub, "fault", None)


def run(*arguments: str | Path) -> Result:
    words = ("train", "detector", "--scenes", 1, "--longest", 320, *arguments)
    return CliRunner().invoke(fanpai, [str(word) for word in words])


def test_one_command_ends_with_a_file_and_how_to_measure_it(tmp_path: Path) -> None:
    result = run("--work", tmp_path / "work", "--epochs", 3, "--twice", "flower", "--twice", "back")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "work" / "fanpai-detector.onnx").is_file()
    assert "fanpai evaluate DIR --weights" in result.stdout
    assert Stub.plan is not None
    assert (Stub.plan.epochs, Stub.plan.twice) == (3, ("flower", "back"))
    assert "scenes: 1, of which 1 are to draw" in result.stderr


def test_without_the_extra_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.commands.train.missing_packages", lambda: ["torch", "onnx"])
    result = run("--work", tmp_path / "work")
    assert result.exit_code == 1
    assert "torch, onnx" in result.stderr
    assert "pip install 'fanpai[train]'" in result.stderr
    assert not (tmp_path / "work").exists()


@pytest.mark.parametrize(
    ("fault", "status", "words"),
    [
        (TrainingError("models.train stopped with status 1"), 1, "stopped with status 1"),
        (KeyboardInterrupt(), 130, "goes on from the last finished epoch"),
    ],
)
def test_a_stop_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException, status: int, words: str
) -> None:
    monkeypatch.setattr(Stub, "fault", fault)
    result = run("--work", tmp_path / "work")
    assert result.exit_code == status
    assert words in result.stderr


def test_unknown_class_names_are_listed(tmp_path: Path) -> None:
    for folder in ("images", "labels"):
        (tmp_path / "set" / folder).mkdir(parents=True)
    (tmp_path / "set" / "images" / "a.jpg").touch()
    (tmp_path / "set" / "data.yaml").write_text("names: [joker, 1m]")
    result = run("--work", tmp_path / "work", "--photos", tmp_path / "set")
    assert result.exit_code == 1
    assert "joker" in result.stderr
    assert "--classes FILE.toml" in result.stderr
