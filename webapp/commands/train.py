"""``fanpai train``: teach the recogniser, from photos and drawn scenes to the file that ships."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from datasets.faces import CLASS_NAMES
from models.training_plan import Plan, TrainingError
from models.training_run import Training, missing_packages
from vision.scan import shipped_weights

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group("train")
def command() -> None:
    """Teach the recogniser. Needs the extra "train": pip install 'fanpai[train]'."""


@command.command("detector")
@click.option(
    "--photos",
    type=_FOLDER,
    multiple=True,
    metavar="DIR",
    help="Labelled photos in a YOLO layout, also as Roboflow exports them (data.yaml, train/). Repeatable.",
)
@click.option(
    "--classes",
    metavar="NAME|FILE.toml",
    help="What the photos' class names mean: a shipped table or your own. Default: the one that knows all.",
)
@click.option("--scenes", type=click.IntRange(0), default=1500, show_default=True, help="Scenes to draw.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the first scene.")
@click.option(
    "--longest", type=click.IntRange(320, 4096), help="Longer side of the scenes; default: mixed sizes."
)
@click.option("--val", type=_FOLDER, metavar="DIR", help="Labelled photos to measure the result on.")
@click.option(
    "--work",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("fanpai-training"),
    show_default=True,
    help="Keeps pictures and checkpoints; an interrupted training goes on from here.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.onnx",
    help="The result. Default: fanpai-detector.onnx in the work folder.",
)
@click.option(
    "--start",
    type=_FILE,
    metavar="FILE.pt",
    help="Weights to start from. Default: fanpai's own, where they are.",
)
@click.option("--epochs", type=click.IntRange(1), default=20, show_default=True)
@click.option("--size", type=click.IntRange(96, 2048), default=640, show_default=True, help="Pixels a side.")
@click.option("--batch", type=click.IntRange(1), default=16, show_default=True, help="Pictures a step.")
@click.option("--rate", type=click.FloatRange(0, min_open=True), default=5e-4, show_default=True)
@click.option(
    "--twice",
    type=click.Choice(CLASS_NAMES),
    multiple=True,
    metavar="CLASS",
    help="See pictures that hold this class twice an epoch. Repeatable.",
)
@click.option(
    "--drop-mirrored",
    is_flag=True,
    help="Find mirrored photos (their glyphs read backwards), leave them out.",
)
@click.option(
    "--backs",
    type=_FILE,
    metavar="FILE.onnx",
    help="Label face-down tiles in the photos with this detector first.",
)
def detector(work: Path, out: Path | None, start: Path | None, **options: Any) -> None:
    """Train the detector and export it.

    One command from photos and drawn scenes to an ONNX file with metadata. A GPU is used if torch finds one.
    """
    if missing := missing_packages():
        raise click.ClickException(
            f"Training needs packages that are not installed ({', '.join(missing)}). "
            "Install them with: pip install 'fanpai[train]'"
        )
    out = out or work / "fanpai-detector.onnx"
    plan = Plan(start=start or shipped_start(), **options)
    if plan.start is None:
        click.echo("No --start: the network starts from nothing and needs many epochs.", err=True)
    try:
        val = Training(plan, work).run(out, lambda line: click.echo(line, err=True), _progress())
    except KeyboardInterrupt as stop:
        click.echo("\nStopped. The same command goes on from the last finished epoch.", err=True)
        raise click.exceptions.Exit(130) from stop
    except (TrainingError, ValueError, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{out}: measure it with: fanpai evaluate {val or 'DIR'} --weights {out}")


def shipped_start() -> Path | None:
    """The weights in the repository that training can start from; they are not part of the wheel."""
    path = shipped_weights().with_suffix(".pt")
    return path if path.is_file() else None


def _progress() -> Callable[[int, int], None]:
    """Tell every tenth of a long step; a terminal sees each picture."""
    told = -1

    def tell(done: int, pictures: int) -> None:
        nonlocal told
        if sys.stderr.isatty():
            click.echo(f"\r{done}/{pictures}", nl=done == pictures, err=True)
        elif (tenth := 10 * done // pictures) != told or done == pictures:
            told = tenth
            click.echo(f"{done}/{pictures}", err=True)

    return tell
