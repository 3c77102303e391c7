"""``fanpai evaluate``: how well the recogniser reads a folder of labelled photos."""

import json
import sys
from pathlib import Path

import click

from models.evaluate import Uncorrected, evaluate
from models.report import report
from models.truth import TruthError
from models.turned import ANGLES, Turned
from models.worst import WorstFolder
from vision.engine import EngineError
from vision.photo import PhotoError
from vision.scan import Scanner
from webapp.console import counted


@click.command("evaluate")
@click.argument("directory", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON object.")
@click.option(
    "--weights",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.onnx",
    help="Measure these weights instead of the shipped ones.",
)
@click.option(
    "--wins",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.json",
    help="Which photos show a whole hand; default: wins.json beside DIR, else worked out from the labels.",
)
@click.option(
    "--corrector/--no-corrector", default=True, help="Let the rules decide open tiles (default), or not."
)
@click.option(
    "--reader/--no-reader", default=True, help="Read each tile once more by itself (default), or not."
)
@click.option(
    "--turned",
    type=click.Choice([str(angle) for angle in ANGLES]),
    metavar="DEGREES",
    help="Turn each photo by 0, 90, 180 or 270 degrees before it is read.",
)
@click.option(
    "--worst",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write a drawing of each photo that was read wrong, truth and reading side by side.",
)
@click.option(
    "--threads", type=click.IntRange(0, 256), default=0, help="Threads of the network; 0 takes all cores."
)
def command(  # noqa: PLR0913, PLR0917  # one parameter an option
    directory: Path,
    as_json: bool,
    weights: Path | None,
    wins: Path | None,
    corrector: bool,
    reader: bool,
    turned: str | None,
    worst: Path | None,
    threads: int,
) -> None:
    """Measure the recogniser on DIR.

    DIR has images/ and labels/ (YOLO text), or photos and a truth.json with their tiles row by row. Beside
    rendered scenes lies how they were laid: roles, melds and winning tile are measured there too.
    """
    progress = _tell if sys.stderr.isatty() else None
    watch = WorstFolder(worst) if worst else None
    try:
        scanner = Scanner(weights, threads, reader=reader)
        given = scanner if turned is None else Turned(scanner, int(turned))
        result = evaluate(directory, given if corrector else Uncorrected(given), wins, progress, watch)
    except (TruthError, PhotoError, EngineError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{worst} cannot be written: {error.strerror or error}") from error
    click.echo(json.dumps(result.to_json(), ensure_ascii=False) if as_json else report(result))
    if watch:
        click.echo(f"{worst}: {counted(watch.kept, 'photo')} drawn", err=True)


def _tell(done: int, photos: int, name: str) -> None:
    click.echo(f"\r{done}/{photos}", nl=done == photos, err=True)
