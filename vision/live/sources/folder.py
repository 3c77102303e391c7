"""A folder of pictures, with the times they were taken."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.live.frame import Frame
from vision.live.sources.pace import Pace
from vision.live.sources.source import Capture, SourceError

TRUTH: Final = "truth.json"
TIMES: Final = "times.txt"
_FRAMES: Final = "frames"
_LONGEST: Final = 1e6  # seconds from the first to the last: eleven days are no evening
_PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp"})


class Folder:
    """The pictures of a folder as frames.

    Their times come from ``truth.json`` (``{"frames": [{"file", "at"}, …]}``), else from ``times.txt`` (a
    file's name and its seconds on each line), else they follow each other at a fixed rate by name. Of a
    folder ``frames`` either file may lie in the folder above.

    Args:
        path: the folder.
        capture: the rate, and whether it runs in real time.
        pace: the clock; for tests.

    Raises:
        SourceError: there is no picture, or the times cannot be read.
    """

    def __init__(self, path: Path, capture: Capture, pace: Pace | None = None) -> None:
        self.name = str(path)
        self._pace = pace or Pace(capture.real_time)
        self._pictures = _pictures(path, capture.rate)
        if not self._pictures:
            raise SourceError("unreadable", f"{path} holds no pictures. Name a folder of JPEG or PNG files.")

    def now(self) -> float:
        """Where it stands, seconds."""
        return self._pace.now()

    def frames(self) -> Iterator[Frame]:
        """See `Source.frames`. A picture that cannot be read is left out, as long as there are others."""
        self._pace.begin(self._pictures[0][1])
        read = False
        for number, (path, at) in enumerate(self._pictures):
            following = number + 1 < len(self._pictures) and self._pictures[number + 1][1]
            if following is not False and self._pace.passed(following):
                continue
            if not self._pace.due(at):
                return
            image = cv2.imread(str(path), cv2.IMREAD_COLOR)
            if image is not None:
                read = True
                yield Frame(np.asarray(image, np.uint8), at, number)
        if not read:
            raise SourceError(
                "unreadable",
                f"None of the pictures in {self.name} can be read: they are missing or damaged. Name "
                "a folder of JPEG or PNG files.",
            )

    def close(self) -> None:
        """End `frames`."""
        self._pace.stop()


def _pictures(folder: Path, rate: float) -> list[tuple[Path, float]]:
    """Each picture with its time, in order of time."""
    try:
        timing = _timing(folder)
        if timing is None:
            names = sorted(path for path in folder.iterdir() if path.suffix.lower() in _PICTURES)
            timed = [(path, number / rate) for number, path in enumerate(names)]
        elif timing.name == TRUTH:
            listed = json.loads(timing.read_text(encoding="utf-8"))["frames"]
            timed = [(_found(timing.parent, str(one["file"])), float(one["at"])) for one in listed]
        else:
            lines = timing.read_text(encoding="utf-8").splitlines()
            timed = [_line(timing.parent, line) for line in lines if line.strip()]
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise SourceError(
            "unreadable", f"The times of the pictures in {folder} cannot be read: {error}."
        ) from error
    timed.sort(key=_time)
    if not all(math.isfinite(at) for _path, at in timed) or (timed and timed[-1][1] - timed[0][1] > _LONGEST):
        raise SourceError(
            "unreadable",
            f"The times of the pictures in {folder} are no seconds of one evening. Put them right.",
        )
    return timed


def _timing(folder: Path) -> Path | None:
    """The file with the times of these pictures."""
    at = folder.resolve()
    places = (at, at.parent) if at.name == _FRAMES else (at,)
    return next(
        (place / name for place in places for name in (TRUTH, TIMES) if (place / name).is_file()), None
    )


def _line(folder: Path, line: str) -> tuple[Path, float]:
    name, seconds = line.rsplit(maxsplit=1)
    return _found(folder, name), float(seconds)


def _found(folder: Path, name: str) -> Path:
    """The file of this name: in the folder, or in its folder ``frames``."""
    path = folder / name
    return path if path.is_file() else folder / _FRAMES / Path(name).name


def _time(picture: tuple[Any, float]) -> float:
    return picture[1]
