"""``fanpai render``: labelled scenes drawn by the program, for training and for checks."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import click

from datasets.deals.write import render_deals
from datasets.render import found, preview, render
from datasets.scene import KINDS, SPLITS
from webapp.console import counted, force_option, keep_what_is_there

DEAL = "deal"
PICTURE = (".jpg", ".jpeg", ".png")


@click.command("render")
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--count", type=click.IntRange(1), default=12, show_default=True, help="Scenes to draw.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="The same seed, the same scenes."
)
@click.option("--split", type=click.Choice(SPLITS), default=SPLITS[0], show_default=True)
@click.option(
    "--longest",
    type=click.IntRange(320, 4096),
    help="Longer side in pixels; without it the scenes have mixed sizes from 640 to 1280, deals 2304.",
)
@click.option(
    "--kind",
    type=click.Choice((*KINDS, DEAL)),
    default=KINDS[0],
    show_default=True,
    help="mixed: anything on a table; hands: complete hands as photographed for scoring;"
    " sheet: one tile of each kind in rows, as laid to teach a set with `fanpai teach`;"
    " deal: whole deals as a camera over the table sees them, frame by frame.",
)
@click.option(
    "--workers",
    type=click.IntRange(0),
    default=0,
    help="Processes that draw; 0, the default, takes all cores. The pictures are the same for any number.",
)
@force_option
def command(  # noqa: PLR0913, PLR0917  # one parameter an option
    out: Path, count: int, seed: int, split: str, longest: int | None, kind: str, workers: int, force: bool
) -> None:
    """Draw labelled photos of mahjong tiles.

    OUT is a folder (images/, labels/ and what was drawn), or a picture .jpg or .png: a contact sheet. Deals
    get a folder each, with frames/ and truth.json.
    """
    as_picture = kind != DEAL and out.suffix.lower() in PICTURE
    if as_picture:
        keep_what_is_there(out, force)
    click.echo(found(), err=True)
    try:
        with _bar(count) as bar:
            tell = _advance(bar)
            if kind == DEAL:
                frames = render_deals(out, range(seed, seed + count), split, longest, tell, workers)
                summary = f"{out}: {counted(count, 'deal')}, {counted(frames, 'frame')}"
            elif as_picture:
                preview(out, count, seed, split, progress=tell, workers=workers, kind=kind)
                summary = f"{out}: {counted(count, 'scene')}"
            else:
                made = render(out, count, seed, split, longest, tell, workers, kind)
                summary = (
                    f"{out}: {counted(made.scenes, 'scene')}, "
                    f"{counted(sum(made.labels.values()), 'labelled tile')}"
                )
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{out}: {error}") from error
    click.echo(summary)


def _bar(count: int) -> AbstractContextManager[Any]:
    # A bar is for people: none in a log file.
    return click.progressbar(length=count, file=sys.stderr) if sys.stderr.isatty() else nullcontext()


def _advance(bar: Any) -> Callable[[int, int], None] | None:
    if bar is None:
        return None
    return lambda done, count: bar.update(1)
