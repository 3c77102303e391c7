"""The pictures of a training: photos brought in, mirrored ones dropped, backs labelled, scenes drawn.

Each step leaves its result below the work folder with a mark when it is done, and is not done again.
"""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from datasets.class_map import ClassMap, read_map, shipped
from datasets.export_folder import TRAIN, open_export
from datasets.mirror import handedness
from datasets.render import render
from datasets.yolo import LabelledPhoto, write_photo
from models.pseudo_label import label
from models.training_plan import Plan, TrainingError

SURE: Final = 0.35  # probability from which a back is labelled
Tell = Callable[[str], None]
Progress = Callable[[int, int], None]


def bring_in_photos(plan: Plan, work: Path, tell: Tell, progress: Progress | None = None) -> list[Path]:
    """The labelled photos in this project's classes, without mirrored ones and with their backs if wished.

    Args:
        plan: what is wanted.
        work: the folder that keeps it.
        tell: given a line on each step.
        progress: called with (done, of how many) within the long steps.

    Returns:
        YOLO-labelled folders.

    Raises:
        TrainingError: for a table of class names that does not exist.
        ClassMapError: for class names without a known meaning.
        LabelError: for photos or labels that cannot be read.
        OSError: for files that cannot be read or written.
    """
    return [
        _photos(plan, source, _home(plan, source, work / "photos"), tell, progress) for source in plan.photos
    ]


def bring_in_val(plan: Plan, work: Path) -> Path | None:
    """The photos to measure on, in this project's classes; None where none are named. Raises as above."""
    if plan.val is None:
        return None
    export = open_export(plan.val)
    out = _home(plan, plan.val, work / "val")
    if _done(out) is None:
        split = "valid" if "valid" in export.splits else TRAIN
        for photo in export.photos(split, class_map(plan.classes)):
            write_photo(out, photo)
        _mark(out, {})
    return out


def _home(plan: Plan, source: Path, parent: Path) -> Path:
    """Where photos that were treated so belong: with other options they go elsewhere."""
    table = class_map(plan.classes)
    treated = [str(source.resolve()), table and dict(table.classes), plan.drop_mirrored, str(plan.backs)]
    digest = hashlib.sha256(json.dumps(treated).encode()).hexdigest()
    return parent / f"{source.resolve().name}-{digest[:8]}"


def class_map(name: str | None) -> ClassMap | None:
    """A table of class names by its name or file.

    Raises:
        ClassMapError: if the file is no such table.
        TrainingError: if there is neither.
    """
    if name is None:
        return None
    if Path(name).is_file():
        return read_map(Path(name))
    if name not in shipped():
        known = ", ".join(shipped())
        raise TrainingError(f"{name} is neither a file nor a table of class names; there are {known}")
    return shipped()[name]


def _photos(plan: Plan, source: Path, out: Path, tell: Tell, progress: Progress | None) -> Path:
    """One folder of photos: brought in, without mirrored ones, with backs."""
    if (facts := _done(out)) is not None:
        tell(f"photos: {facts['photos']} of {source}, as before")
        return out
    export = open_export(source)
    photos = export.photos(TRAIN, class_map(plan.classes))
    dropped: list[str] = []
    if plan.drop_mirrored:
        tell(f"photos: looking for mirrored ones among {len(photos)} of {source}")
        dropped = [judged.photo.path.name for judged in handedness(photos) if judged.mirrored]
        photos = [photo for photo in photos if photo.path.name not in dropped]
    (out / "images").mkdir(parents=True, exist_ok=True)
    backs = _write(photos, out, plan.backs, progress)
    names = "this project's classes" if export.names is None else f"{len(export.names)} named classes"
    labels = sum(len(photo.boxes) for photo in photos)
    tell(f"photos: {len(photos)} of {source} with {labels} labels ({names})")
    if dropped:
        tell(f"photos: {len(dropped)} mirrored ones left out, listed in {out / 'mirrored.txt'}")
        (out / "mirrored.txt").write_text("".join(f"{name}\n" for name in dropped), encoding="utf-8")
    if plan.backs:
        tell(f"photos: {backs} backs labelled; {out / 'backs.png'} shows some")
    _mark(out, {"photos": len(photos), "mirrored": len(dropped), "backs": backs})
    return out


def _write(photos: list[LabelledPhoto], out: Path, backs: Path | None, progress: Progress | None) -> int:
    """The photos into their folder; how many backs were labelled in them."""
    if backs is not None:
        return label(photos, out, backs, SURE, progress=progress)
    for photo in photos:
        write_photo(out, photo)
    return 0


def draw_scenes(plan: Plan, out: Path, tell: Tell, progress: Progress | None = None) -> Path:
    """Render scenes into a folder; those that are there stay.

    Raises:
        OSError: for files that cannot be written.
    """
    there = {path.stem for path in (out / "facts").glob("*.json")} if out.is_dir() else set()
    seeds = [seed for seed in range(plan.seed, plan.seed + plan.scenes) if f"train_{seed:06d}" not in there]
    tell(f"scenes: {plan.scenes}, of which {len(seeds)} are to draw")
    drawn = 0
    for run in _runs(seeds):
        already = drawn

        def report(done: int, _: int, already: int = already) -> None:
            if progress:
                progress(already + done, len(seeds))

        render(out, len(run), run[0], "train", plan.longest, report)
        drawn += len(run)
    return out


def _runs(seeds: list[int]) -> list[list[int]]:
    """Seeds cut where they do not follow one another."""
    runs: list[list[int]] = []
    for seed in seeds:
        if not runs or seed != runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(seed)
    return runs


def _done(out: Path) -> dict[str, int] | None:
    file = out / "done.json"
    if not file.is_file():
        return None
    facts: dict[str, int] = json.loads(file.read_text(encoding="utf-8"))
    return facts


def _mark(out: Path, facts: dict[str, int]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    (out / "done.json").write_text(json.dumps(facts) + "\n", encoding="utf-8")
