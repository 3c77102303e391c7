"""``fanpai scan``: the tiles in photos, as JSON lines, as text, as a drawing."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import cv2

from scorer.tiles import KINDS, format_tiles, parse_tiles
from vision.engine import EngineError
from vision.overlay import draw
from vision.photo import PhotoError, load_photo
from vision.scan import Scan, Scanner

NO_PICTURE = 2  # exit status
DRAWN_AS = (".jpg", ".jpeg", ".png", ".webp")


def _picture_name(ctx: click.Context, parameter: click.Parameter, out: Path | None) -> Path | None:
    if out is not None and out.suffix and out.suffix.lower() not in DRAWN_AS:
        raise click.BadParameter(f"{out} should end in {', '.join(DRAWN_AS)}, or be a folder")
    return out


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
@click.pass_context
def command(ctx: click.Context, photos: tuple[Path, ...], as_json: bool, drawing: Path | None) -> None:
    """Read the tiles in photos (JPEG, HEIC, PNG, WebP and others).

    Something that is no picture gets a message, the others are still read; the exit status is 2 then.
    """
    try:
        scanner = Scanner()
    except EngineError as error:
        raise click.ClickException(str(error)) from error
    status = 0
    for index, photo in enumerate(photos):
        try:
            scan = scanner.scan(photo)
        except PhotoError as error:
            click.echo(f"fanpai: {photo}: {error.message}", err=True)
            status = NO_PICTURE
            continue
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
    lines = [f"{answer['photo']}: {len(answer['tiles'])} tiles in {sum(answer['seconds'].values()):.1f} s"]
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
    lines += [f"  {problem['text']}" for problem in answer["problems"]]
    return "\n".join(lines)


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
