"""What labelled photos show: YOLO folders (``images/`` and ``labels/``) and folders with a ``truth.json``."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any, Final

from vision.detector import CLASSES
from vision.wins import is_win

_PICTURES: Final = (".jpg", ".jpeg", ".png", ".webp", ".heic")
_STRETCHED: Final = 2.6  # a tile is 1.3 to 1.5 times as long as wide


class TruthError(ValueError):
    """A folder that is not labelled in a known way. The message names file and fault."""


@dataclass(frozen=True)
class Labelled:
    """One labelled tile: its class, and its box x0 y0 x1 y1 as shares of the upright photo's sides."""

    tile: str
    box: tuple[float, float, float, float]

    def pixels(self, width: int, height: int) -> tuple[float, float, float, float]:
        """The box in pixels of an upright photo of this size."""
        x0, y0, x1, y1 = self.box
        return x0 * width, y0 * height, x1 * width, y1 * height


@dataclass(frozen=True)
class Truth:
    """What one photo shows.

    Attributes:
        photo: its file.
        tiles: all labelled classes, flowers and backs included.
        labelled: the same with boxes; None where only the tiles are known.
        stretched: whether its tiles are stretched beyond natural shape.
        win: whether its tiles, flowers and backs left out, form a whole hand.
        facts: for a rendered scene, the file that tells how its tiles were laid (`models.roles`), else None.
    """

    photo: Path
    tiles: tuple[str, ...]
    labelled: tuple[Labelled, ...] | None
    stretched: bool
    win: bool
    facts: Path | None = None

    @property
    def group(self) -> str:
        """What the photo's name begins with, up to the first underscore: sets of photos share it."""
        return self.photo.stem.split("_", 1)[0]

    @property
    def hand(self) -> tuple[str, ...]:
        """The tiles without flowers and backs."""
        return tuple(tile for tile in self.tiles if tile not in ("flower", "back"))


@dataclass(frozen=True)
class Wins:
    """Names of photos that show a whole hand and of stretched ones, where a file lists them."""

    wins: frozenset[str] = field(default_factory=frozenset)
    stretched: frozenset[str] = field(default_factory=frozenset)


def read_truths(directory: Path, wins_json: Path | None = None) -> list[Truth]:
    """Read a labelled folder.

    Args:
        directory: with ``images/`` and ``labels/`` (YOLO text, classes in the order of
            `vision.detector.CLASSES`), or with photos and ``truth.json``: a list of
            ``{"photo", "rows": [[tile, …]], "flowers": […]}``.
        wins_json: ``{folder name: {"wins": names, "stretched": names}}``; default the file ``wins.json``
            beside the folder, if it exists. Without it both are worked out from the labels.

    Raises:
        TruthError: if nothing is labelled, or a label cannot be read.
    """
    listed = _read_wins(wins_json or directory.resolve().parent / "wins.json", directory.resolve().name)
    if (directory / "truth.json").is_file():
        truths = [_from_rows(directory, entry, listed) for entry in _entries(directory / "truth.json")]
    else:
        photos = sorted(path for path in (directory / "images").glob("*") if path.suffix.lower() in _PICTURES)
        truths = [_from_yolo(photo, directory / "labels" / f"{photo.stem}.txt", listed) for photo in photos]
    if not truths:
        raise TruthError(f"{directory} holds no labelled photos: neither images/ and labels/ nor truth.json")
    return truths


def _from_yolo(photo: Path, labels: Path, listed: Wins | None) -> Truth:
    try:
        lines = labels.read_text(encoding="utf-8").splitlines() if labels.exists() else []
    except UnicodeDecodeError as fault:
        number = fault.object.count(b"\n", 0, fault.start) + 1
        raise TruthError(f"{labels}, line {number}: is no UTF-8 text") from fault
    except OSError as fault:
        raise TruthError(f"{labels} cannot be read ({fault.strerror or fault})") from fault
    tiles = tuple(_label(line, labels, number) for number, line in enumerate(lines, 1) if line.strip())
    truth = _truth(photo, [tile.tile for tile in tiles], tiles, listed)
    facts = labels.parent.parent / "facts" / f"{photo.stem}.json"
    return replace(truth, facts=facts) if facts.is_file() else truth


def _label(line: str, file: Path, at: int) -> Labelled:
    """One line of YOLO text: class, then a box (centre and sides) or a polygon, which is boxed."""
    try:
        number, *values = line.split()
        tile, places = CLASSES[int(number)], [float(value) for value in values]
        if int(number) < 0 or not all(math.isfinite(place) for place in places):
            raise ValueError(line)
        if len(places) == 4:
            x, y, width, height = places
            return Labelled(tile, (x - width / 2, y - height / 2, x + width / 2, y + height / 2))
        xs, ys = places[0::2], places[1::2]
        return Labelled(tile, (min(xs), min(ys), max(xs), max(ys)))
    except (ValueError, IndexError) as fault:
        raise TruthError(
            f"{file}, line {at}: {line!r} is no YOLO label of the {len(CLASSES)} classes"
        ) from fault


def _from_rows(directory: Path, entry: Any, listed: Wins | None) -> Truth:
    try:
        tiles = [tile for row in entry["rows"] for tile in row] + ["flower"] * len(entry.get("flowers", ()))
        photo = directory / entry["photo"]
        unknown = sorted({tile for tile in tiles if tile not in CLASSES}, key=str)
    except (TypeError, KeyError, AttributeError) as fault:
        raise TruthError(f"{directory / 'truth.json'}: {entry!r} lacks photo or rows of tiles") from fault
    if unknown:
        raise TruthError(f"{directory / 'truth.json'}: {photo.name} names unknown tiles {unknown}")
    return _truth(photo, tiles, None, listed)


def _truth(
    photo: Path, tiles: Sequence[str], labelled: tuple[Labelled, ...] | None, listed: Wins | None
) -> Truth:
    faces = [tile for tile in tiles if tile not in ("flower", "back")]
    if listed:
        return Truth(photo, tuple(tiles), labelled, photo.name in listed.stretched, photo.name in listed.wins)
    return Truth(photo, tuple(tiles), labelled, _is_stretched(labelled or ()), is_win(faces))


def _is_stretched(labelled: Sequence[Labelled]) -> bool:
    """By the median ratio of a tile's sides; labels are shares, and stretched photos were made square."""
    ratios = []
    for tile in labelled:
        width, height = tile.box[2] - tile.box[0], tile.box[3] - tile.box[1]
        ratios.append(max(width, height) / max(min(width, height), 1e-9))
    return bool(ratios) and median(ratios) > _STRETCHED


def _read_wins(path: Path, folder: str) -> Wins | None:
    if not path.is_file():
        return None
    known = _json(path).get(folder)
    return None if known is None else Wins(frozenset(known["wins"]), frozenset(known["stretched"]))


def _entries(path: Path) -> list[Any]:
    entries = _json(path)
    if not isinstance(entries, list):
        raise TruthError(f"{path} is no list of photos")
    return entries


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as fault:
        raise TruthError(f"{path} is no JSON: {fault}") from fault
