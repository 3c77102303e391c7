"""What a training of the detector is made from and how long it learns; kept, so that it can go on later."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

PLAN: Final = "plan.json"


class TrainingError(RuntimeError):
    """A training that cannot start or go on. The message says what to do."""


@dataclass(frozen=True)
class Plan:
    """One training.

    Attributes:
        photos: folders of labelled photos, see `datasets.export_folder`.
        classes: name or file of the table of class names; None finds the shipped one that knows them.
        val: a folder of labelled photos to measure the result on, never trained on; None for none.
        scenes: how many scenes to render.
        seed: of the first scene.
        longest: longer side of the scenes in pixels; None mixes 640 to 1280.
        start: weights to start from (.pt); None starts from nothing.
        epochs: how often every picture is seen.
        size: side of the training square, pixels.
        batch: pictures a step.
        rate: learning rate at the start.
        twice: classes whose pictures are seen twice an epoch.
        drop_mirrored: leave photos out that were mirrored.
        backs: a detector (.onnx) that labels face-down tiles in the photos; None leaves them as they are.
    """

    photos: tuple[Path, ...]
    classes: str | None
    val: Path | None
    scenes: int
    seed: int
    longest: int | None
    start: Path | None
    epochs: int
    size: int
    batch: int
    rate: float
    twice: tuple[str, ...]
    drop_mirrored: bool
    backs: Path | None

    def to_json(self) -> dict[str, Any]:
        """As JSON data, paths absolute."""

        def plain(value: Any) -> Any:
            if isinstance(value, Path):
                return str(value.resolve())
            return [plain(one) for one in value] if isinstance(value, tuple) else value

        return {key: plain(value) for key, value in asdict(self).items()}


def same_plan(plan: Plan, work: Path) -> bool:
    """Whether a training with this plan was begun in the work folder; False where none was.

    Raises:
        TrainingError: if one was begun with another plan; the message names what differs.
    """
    file = work / PLAN
    if not file.is_file():
        return False
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as fault:
        raise TrainingError(f"{file} is broken ({fault}). Name another --work folder") from fault
    wanted = plan.to_json()
    differing = [
        f"{key}: {known.get(key)} before, now {value}"
        for key, value in wanted.items()
        if known.get(key) != value
    ]
    if differing:
        raise TrainingError(
            f"{work} holds a training with other options ({'; '.join(differing)}). "
            "Give the same options to go on, or name another --work folder"
        )
    return True


def keep_plan(plan: Plan, work: Path) -> None:
    """Write the plan into the work folder."""
    text = json.dumps(plan.to_json(), ensure_ascii=False, indent=1) + "\n"
    (work / PLAN).write_text(text, encoding="utf-8")
