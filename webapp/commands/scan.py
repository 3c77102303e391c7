"""``fanpai scan``: the tiles in photos, as JSON lines, as text, as a drawing."""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import cv2

from scorer.errors import OptionError
from scorer.tiles import KINDS, format_tiles, parse_tiles
from vision.automaton import Win
from vision.engine import EngineError
from vision.laid import TeachError
from vision.overlay import draw
from vision.photo import PhotoError, load_photo
from vision.region import RegionError
from vision.scan import Scan, Scanner
from vision.taught import TaughtSet
from vision.wins import winning
from webapp.console import counted, data_option, force_option, keep_what_is_there
from webapp.house_rules import HouseRuleError, HouseRules
from webapp.paths import data_folder
from webapp.taught_sets import SetError, TaughtSets, read_set

NO_PICTURE = 2  # exit status
ALIKE = 1.5  # odds: up to here one hand is about as likely as the other
WORTH_TELLING = 100  # odds of the next hand: beyond, it is of no interest
DRAWN_AS = (".jpg", ".jpeg", ".png", ".webp")


def _picture_name(ctx: click.Context, parameter: click.Parameter, out: Path | None) -> Path | None:
    if out is not None and out.suffix and out.suffix.lower() not in DRAWN_AS:
        raise click.BadParameter(f"{out} should end in {', '.join(DRAWN_AS)}, or be a folder")
    return out


def _winning(ctx: click.Context, parameter: click.Parameter, given: str | None) -> Win | None:
    if given is None:
        return None
    name, _, wild = given.partition(":")
    if wild and wild not in KINDS:
        raise click.BadParameter(f"{wild!r} is no tile; write 5m, 7p, 3s, E, C …")
    try:
        win = winning(HouseRules.of(data_folder(ctx.params.get("data"))).find(name), wild or None)
    except (OptionError, HouseRuleError) as error:
        raise click.BadParameter(str(error)) from error
    if wild and win.wild is None:
        raise click.BadParameter(f"{name} plays without a tile turned up")
    return win


def _corners(ctx: click.Context, parameter: click.Parameter, given: str | None) -> list[float] | None:
    if given is None:
        return None
    try:
        corners = [float(number) for number in given.split(",")]
    except ValueError:
        corners = []
    if len(corners) != 8 or not all(map(math.isfinite, corners)):
        raise click.BadParameter(f"{given!r} is not eight numbers x,y,x,y,x,y,x,y")
    return corners


def _taught(ctx: click.Context, parameter: click.Parameter, given: str | None) -> TaughtSet | None:
    if given is None:
        return None
    path = Path(given)
    try:
        if path.is_file():
            return read_set(path)
        return TaughtSets.of(data_folder(ctx.params.get("data"))).find(given)
    except SetError as error:
        raise click.BadParameter(str(error)) from error


@click.command("scan")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option(
    "--draw",
    "drawing",
    type=click.Path(path_type=Path),
    metavar="OUT.jpg",
    callback=_picture_name,
    help="Write the photo with boxes and readings. Several photos: a folder, or OUT-1.jpg, OUT-2.jpg …",
)
@click.option(
    "--rules",
    "win",
    metavar="NAME[:TILE]",
    callback=_winning,
    help="Prefer hands that win under a rule set or house rules, with the tile turned up to be wild.",
)
@click.option(
    "--corners",
    metavar="x,y,x,y,x,y,x,y",
    callback=_corners,
    help="Only what lies between these corners is the hand; pixels of the upright photo.",
)
@click.option(
    "--set",
    "taught",
    metavar="NAME_OR_FILE",
    callback=_taught,
    help="Compare with a tile set that was taught, on the page or with `fanpai teach`.",
)
@data_option("Where tile sets and house rules are kept.", exists=True)
@force_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917  # one parameter an option
    ctx: click.Context,
    photos: tuple[Path, ...],
    as_json: bool,
    drawing: Path | None,
    win: Win | None,
    corners: list[float] | None,
    taught: TaughtSet | None,
    data: Path | None,
    force: bool,
) -> None:
    """Read the tiles in photos (JPEG, HEIC, PNG, WebP and others).

    Something that is no picture gets a message, the others are still read; the exit status is 2 then.
    """
    if corners is not None and len(photos) > 1:
        raise click.UsageError("--corners belong to one photo; name one.")
    if drawing is not None:
        for index in range(len(photos)):
            keep_what_is_there(drawing_name(drawing, photos, index), force)
    try:
        scanner = Scanner()
        if taught is not None:
            taught = scanner.current(taught)
    except (EngineError, TeachError) as error:
        raise click.ClickException(str(error)) from error
    status = 0
    for index, photo in enumerate(photos):
        try:
            scan = scanner.scan(photo, taught=taught, win=win, corners=corners)
        except PhotoError as error:
            click.echo(f"fanpai: {photo}: {error.message}", err=True)
            status = NO_PICTURE
            continue
        except RegionError as error:
            raise click.BadParameter(str(error), param_hint="--corners") from error
        answer = {"photo": str(photo)} | scan.to_json()
        click.echo(json.dumps(answer, ensure_ascii=False) if as_json else as_text(answer))
        if drawing is not None:
            _draw(photo, scan, drawing_name(drawing, photos, index))
    ctx.exit(status)


def drawing_name(out: Path, photos: Sequence[Path], index: int) -> Path:
    """Where the drawing of ``photos[index]`` goes: ``out`` itself, a file in that folder, or a number."""
    if out.is_dir() or not out.suffix:
        same = [photo.stem for photo in photos].count(photos[index].stem) > 1
        return out / f"{photos[index].stem}{f'-{index + 1}' if same else ''}.jpg"
    return out if len(photos) == 1 else out.with_stem(f"{out.stem}-{index + 1}")


def as_text(answer: Mapping[str, Any]) -> str:
    """One photo's reading for a person; ``answer`` is the JSON object."""
    hand = answer["hand"]
    melds = [f"{meld['type']} {meld['tiles']}" for meld in hand["melds"]]
    number = counted(len(answer["tiles"]), "tile")
    lines = [f"{answer['photo']}: {number} in {sum(answer['seconds'].values()):.1f} s"]
    for label, text in (
        ("hand", hand["concealed"]),
        ("melds", ", ".join(melds)),
        ("winning tile", hand["win"] or ""),
        ("flowers", str(hand["flowers"] or "")),
        ("on the table", _of_role(answer["tiles"], "table")),
    ):
        if text:
            lines.append(f"  {label + ':':14}{text}")
    lines.append("  a complete hand" if hand["complete"] else "  not a complete hand")
    for doubt in answer["doubts"]:
        candidates = ", ".join(f"{tile} {chance:.0%}" for tile, chance in doubt["candidates"])
        lines.append(f"  in doubt, tile {doubt['tile_index'] + 1}: {candidates}")
    lines += _corrections(answer)
    lines += [f"  {problem['text']}" for problem in answer["problems"]]
    return "\n".join(lines)


def _corrections(answer: Mapping[str, Any]) -> list[str]:
    correction = answer["correction"]
    lines = [
        f"  by the rules, tile {one['tile_index'] + 1}: {one['tile'] or 'not in the hand'}, "
        f"though it looks like {one['seen']}"
        for one in correction["changed"]
    ]
    other = correction["runner_up"]
    if other is not None and other["changes"] and other["odds"] < WORTH_TELLING:
        changes = ", ".join(
            f"tile {one['tile_index'] + 1} {one['tile'] or 'not in the hand'}" for one in other["changes"]
        )
        lines.append(f"  the next hand, {_less_likely(other['odds'])}: {changes}")
    return lines


def _less_likely(odds: float) -> str:
    if odds < ALIKE:
        return "about as likely"
    return f"{odds:.0f} times less likely" if odds >= 10 else f"{odds:.1f} times less likely"


def _of_role(tiles: Sequence[Mapping[str, Any]], role: str) -> str:
    faces = "".join(tile["tile"] for tile in tiles if tile["role"] == role and tile["tile"] in KINDS)
    return format_tiles(parse_tiles(faces))


def _draw(photo: Path, scan: Scan, out: Path) -> None:
    _, data = cv2.imencode(out.suffix, draw(load_photo(photo), scan))
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(data.tobytes())
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written: {error.strerror or error}") from error
