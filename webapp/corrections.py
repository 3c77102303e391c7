"""Photos kept with the tiles that players put right: labelled as YOLO wants it, to train a reader later.

They lie in the data folder and leave it only when somebody exports them. Nothing is kept before the house has
said that it wants this.
"""

import contextlib
import json
import math
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Final

from scorer.tiles import KINDS
from vision.detector import CLASSES
from vision.reading import ReadTile
from webapp.paths import DataFolder
from webapp.whole_files import write_whole

SETTING: Final = "setting.json"
FACES: Final = frozenset({*KINDS, "flower"})  # what a tile can be put right to
_NAME: Final = re.compile(r"[0-9a-f]{32}")


class CorrectionsError(Exception):
    """The disk refuses; ``str(error)`` says where."""


class Corrections:
    """The kept photos of a folder, which need not exist."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def of(cls, data: DataFolder) -> "Corrections":
        """Those of a data folder."""
        return cls(data.corrections)

    def wanted(self) -> bool | None:
        """Whether the house wants them kept; None as long as it was not asked."""
        try:
            found = json.loads((self._folder / SETTING).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        keep = found.get("keep") if isinstance(found, dict) else None
        return keep if isinstance(keep, bool) else None

    def want(self, keep: bool) -> None:
        """Remember what the house said. Raises CorrectionsError."""
        self._write(SETTING, json.dumps({"keep": keep}).encode())

    def add(
        self,
        name: str,
        picture: bytes,
        size: tuple[int, int],
        tiles: Sequence[ReadTile],
        right: Mapping[int, str],
    ) -> bool:
        """Keep a photo with its labels; again under the same name it is the same photo.

        Args:
            name: 32 hexadecimal digits.
            picture: a JPEG file of our own making.
            size: width and height that the boxes are given in, pixels.
            tiles: what was read.
            right: index into ``tiles`` → what the player says it is.

        Returns:
            Whether it was kept: nothing is where the house has not said that it wants this, or nothing was
            put right.

        Raises:
            CorrectionsError: the disk refuses.
        """
        changed = {index: kind for index, kind in right.items() if tiles[index].tile != kind}
        if not self.wanted() or not changed:
            return False
        faces = [changed.get(index, tile.tile) for index, tile in enumerate(tiles)]
        lines = [yolo_line(face, tile.box, size) for face, tile in zip(faces, tiles, strict=True)]
        # The labels first: a picture without them would teach that nothing is there.
        self._write(f"{name}.txt", "".join(lines).encode())
        self._write(f"{name}.jpg", picture)
        return True

    def names(self) -> tuple[str, ...]:
        """The photos that are whole, in alphabetical order."""
        found = (path.stem for path in self._folder.glob("*.jpg"))
        return tuple(
            sorted(
                name for name in found if _NAME.fullmatch(name) and (self._folder / f"{name}.txt").is_file()
            )
        )

    def export(self, out: IO[bytes]) -> int:
        """Write a YOLO set as a zip (``images/``, ``labels/``, ``data.yaml``); returns how many photos."""
        names = self.names()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("data.yaml", data_yaml())
            for name in names:
                with contextlib.suppress(FileNotFoundError):  # deleted meanwhile
                    labels = (self._folder / f"{name}.txt").read_bytes()
                    archive.write(self._folder / f"{name}.jpg", f"images/{name}.jpg", zipfile.ZIP_STORED)
                    archive.writestr(f"labels/{name}.txt", labels)
        return len(names)

    def delete_all(self) -> None:
        """Forget every photo. Raises CorrectionsError."""
        try:
            for path in [*self._folder.glob("*.jpg"), *self._folder.glob("*.txt")]:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise CorrectionsError(f"{self._folder}: {error.strerror or error}") from error

    def _write(self, name: str, data: bytes) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._folder / name, data)
        except OSError as error:
            raise CorrectionsError(f"{self._folder / name}: {error.strerror or error}") from error


def yolo_line(tile: str, box: Sequence[float], size: tuple[int, int]) -> str:
    """One label: class, then centre and sides of the box as shares of the photo, within it.

    >>> yolo_line("2m", (10, 20, 30, 60), (100, 200))
    '1 0.200000 0.200000 0.200000 0.200000\\n'
    """
    width, height = size
    x0, x1 = (min(max(value / width, 0.0), 1.0) for value in (box[0], box[2]))
    y0, y1 = (min(max(value / height, 0.0), 1.0) for value in (box[1], box[3]))
    values = ((x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0)
    if not all(map(math.isfinite, values)):
        raise ValueError(f"{box!r} is no box")
    return f"{CLASSES.index(tile)} " + " ".join(f"{value:.6f}" for value in values) + "\n"


def data_yaml() -> str:
    """The file that tells the classes. Quoted: YAML takes a bare ``N`` for *no*."""
    names = "".join(f"  {number}: {json.dumps(name)}\n" for number, name in enumerate(CLASSES))
    return f"path: .\ntrain: images\nval: images\nnames:\n{names}"
