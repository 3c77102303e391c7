"""``fanpai evaluate``: how well the recogniser reads a folder of labelled photos."""

import json
import sys
from pathlib import Path

import click

from models.evaluate import evaluate
from models.truth import TruthError
from vision.engine import EngineError
from vision.photo import PhotoError
from vision.scan import Scanner


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
    "--threads", type=click.IntRange(0, 256), default=0, help="Threads of the network; 0 takes all cores."
)
def command(directory: Path, as_json: bool, weights: Path | None, wins: Path | None, threads: int) -> None:
    """Measure the recogniser on DIR.

    DIR has images/ and labels/ (YOLO text), or photos and a truth.json with their tiles row by row.
    """
    try:
        result = evaluate(directory, Scanner(weights, threads), wins, _tell if sys.stderr.isatty() else None)
    except (TruthError, PhotoError, EngineError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(json.dumps(result.to_json(), ensure_ascii=False) if as_json else result.to_text())


def _tell(done: int, photos: int, name: str) -> None:
    click.echo(f"\r{done}/{photos}", nl=done == photos, err=True)
