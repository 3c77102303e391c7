"""From photos and scenes to an ONNX file in one go, which may be interrupted and goes on where it was.

The training itself needs the extra ``train`` and runs in a process of its own: nothing here imports it.
"""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from models.training_data import Progress, Tell, bring_in_photos, bring_in_val, draw_scenes
from models.training_plan import Plan, TrainingError, keep_plan, same_plan

NEEDED: Final = ("torch", "torchvision", "ultralytics", "onnx", "onnxslim", "yaml")
_KILLED: Final = -9


class Trainer(Protocol):
    """What learns; a test puts another in the place of `ProcessTrainer`."""

    def train(self, plan: Plan, folders: Sequence[Path], val: Path | None, out: Path) -> Path:
        """Learn, or go on learning, from YOLO-labelled folders; the checkpoint (.pt) of the last epoch."""
        ...

    def export(self, checkpoint: Path, onnx: Path) -> None:
        """Write a checkpoint as ONNX with metadata."""
        ...


class ProcessTrainer:
    """`models.train` and `models.export` in processes of their own."""

    def train(self, plan: Plan, folders: Sequence[Path], val: Path | None, out: Path) -> Path:
        """See `Trainer.train`.

        Raises:
            TrainingError: if the process fails.
        """
        options = {"epochs": plan.epochs, "size": plan.size, "batch": plan.batch, "lr": plan.rate}
        arguments = ["--data", *map(str, folders), "--out", str(out), "--resume"]
        arguments += ["--weights", str(plan.start.resolve()) if plan.start else "yolo11n.yaml"]
        arguments += [word for name, value in options.items() for word in (f"--{name}", str(value))]
        arguments += ["--val", str(val)] if val else []
        arguments += ["--twice", *plan.twice] if plan.twice else []
        _run("models.train", arguments, out)
        return out / "run" / "weights" / "last.pt"

    def export(self, checkpoint: Path, onnx: Path) -> None:
        """See `Trainer.export`.

        Raises:
            TrainingError: if the process fails.
        """
        onnx.parent.mkdir(parents=True, exist_ok=True)
        _run("models.export", [str(checkpoint), str(onnx.resolve())], checkpoint.parent)


def missing_packages() -> list[str]:
    """What the extra ``train`` would bring and is not installed."""
    return [name for name in NEEDED if importlib.util.find_spec(name) is None]


class Training:
    """Prepare, train and export; run again with the same plan and folder it goes on where it was.

    Args:
        plan: what is wanted.
        work: the folder that keeps pictures and checkpoints.
        trainer: None runs `ProcessTrainer`.
    """

    def __init__(self, plan: Plan, work: Path, trainer: Trainer | None = None) -> None:
        self._plan, self._work = plan, work.resolve()
        self._trainer = trainer or ProcessTrainer()

    def run(self, out: Path, tell: Tell, progress: Progress | None = None) -> Path | None:
        """Do what is left to do.

        Args:
            out: the ONNX file to write; beside it goes the same as ``.pt``, to start from later.
            tell: given a line on each step.
            progress: called with (done, of how many) within the long steps before training.

        Returns:
            The folder of photos to measure the result on, None where none was named.

        Raises:
            TrainingError: if there is nothing to learn from, or the folder holds another training.
            ClassMapError, LabelError, OSError: see `models.training_data.bring_in_photos`.
        """
        plan, work = self._plan, self._work
        if same_plan(plan, work):
            tell(f"{work} holds this training already: going on")
        folders = bring_in_photos(plan, work, tell, progress)
        val = bring_in_val(plan, work)
        if not plan.scenes and not any(any((folder / "images").iterdir()) for folder in folders):
            raise TrainingError("There is nothing to learn from: name --photos, or let --scenes be drawn")
        work.mkdir(parents=True, exist_ok=True)
        # From here on other options would mix what belongs apart.
        keep_plan(plan, work)
        if plan.scenes:
            folders.append(draw_scenes(plan, work / "scenes", tell, progress))
        tell(f"training: {plan.epochs} epochs at {plan.size} px; interrupted, the same command goes on")
        checkpoint = self._trainer.train(plan, folders, val, work / "training")
        tell(f"export: {out}")
        self._trainer.export(checkpoint, out)
        return val


def _run(module: str, arguments: Sequence[str], home: Path) -> None:
    """A module of ours as a program that shows its own progress."""
    home.mkdir(parents=True, exist_ok=True)
    settings = {"YOLO_OFFLINE": "1", "YOLO_CONFIG_DIR": str(home.resolve())}
    process = subprocess.Popen([sys.executable, "-m", module, *arguments], env={**os.environ, **settings})  # noqa: S603
    try:
        status = process.wait()
    except BaseException:
        # Ctrl-C reaches the process too; it must be gone before anyone goes on with its checkpoints.
        process.terminate()
        process.wait()
        raise
    if status:
        why = "; the system ended it, memory may be short: try a smaller --batch" if status == _KILLED else ""
        raise TrainingError(
            f"{module} stopped with status {status}{why}. Its last words stand above. The same command goes "
            "on from the last finished epoch"
        )
