"""``fanpai teach``: a tile set learnt from one photo of its 34 kinds, into a file or for the page."""

import time
from dataclasses import replace
from math import ceil
from pathlib import Path

import click

from vision.engine import EngineError
from vision.laid import ORDER, TeachError
from vision.photo import PhotoError
from vision.scan import Lesson, Scanner
from webapp.console import counted, data_option, force_option, keep_what_is_there
from webapp.paths import data_folder
from webapp.taught_sets import LONGEST_NAME, SUFFIX, SetError, TaughtSets, set_name
from webapp.whole_files import write_whole

_ORDER = ", ".join(f"{row[0]} to {row[-1]}" for row in ORDER[:3]) + f"; then {' '.join(ORDER[3])}"


_STAGES = {
    "open": "Opening the photo",
    "detect": "Finding the tiles",
    "closer": "Reading each tile",
    "learn": "Learning the set",
}


class _Told:
    """Says what is being done, and about how long it still takes."""

    def __init__(self) -> None:
        self._began = 0.0

    def __call__(self, stage: str) -> None:
        name, _, share = stage.partition(" ")
        done, _, of = share.partition("/")
        text = _STAGES.get(name, name)
        if not of:
            click.echo(f"{text} …", err=True)
        elif done == "0":
            self._began = time.monotonic()
            click.echo(f"{text} …", err=True)
        else:
            left = (time.monotonic() - self._began) / int(done) * (int(of) - int(done))
            click.echo(f"{text}: {done} of {of}, about {counted(ceil(left), 'second')} left", err=True)


def _agreement(lesson: Lesson) -> str:
    """Whether the reader takes the tiles for those that were to lie there."""
    if not lesson.doubtful:
        return "The reader agrees with every tile."
    taken = ", ".join(f"{kind} for {other}" for kind, other in lesson.doubtful.items())
    number = counted(len(lesson.doubtful), "tile")
    return f"The reader took {number} for another: {taken}. Where it lies in its place, all is well."


@click.command(
    "teach",
    epilog=f"Lay one tile of each kind, face up, rows a tile apart: {_ORDER}. Nothing else in the picture.",
)
@click.argument("photo", metavar="PHOTO", type=click.Path(path_type=Path))
@click.argument("out", metavar=f"[OUT{SUFFIX}]", required=False, type=click.Path(path_type=Path))
@click.option("--name", help="What the set is called, up to 40 characters; default: the photo's name.")
@data_option("Folder in which the page keeps its sets; default: the usual one.")
@force_option
def command(photo: Path, out: Path | None, name: str | None, data: Path | None, force: bool) -> None:
    """Learn a tile set from one photo of its 34 kinds.

    OUT is a file for ``fanpai scan --set``; without it the set is kept under its name beside those of the
    page.
    """
    if out is not None:
        keep_what_is_there(out, force)
    try:
        called = set_name(photo.stem[:LONGEST_NAME] if name is None else name)
        lesson = Scanner().teach(photo, _Told())
        click.echo(_agreement(lesson), err=True)
        if out is None:
            TaughtSets.of(data_folder(data)).add(lesson.taught, called)
            click.echo(f"The set {called!r} is kept. Read photos with it: fanpai scan --set {called!r} PHOTO")
        else:
            write_whole(out, replace(lesson.taught, name=called).to_bytes())
            number = counted(len(lesson.taught.kinds), "kind")
            click.echo(f"{out}: {number}. Read photos with it: fanpai scan --set {out} PHOTO")
    except PhotoError as error:
        raise click.ClickException(f"{photo}: {error.message}") from error
    except (TeachError, SetError, EngineError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written: {error.strerror or error}") from error
