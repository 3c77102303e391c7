"""Plain grey pictures as files, folders and films, and a clock that stands."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt


class Clock:
    """Stands until somebody waits."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


def grey(level: int, width: int = 64, height: int = 48) -> npt.NDArray[np.uint8]:
    return np.full((height, width, 3), level, np.uint8)


def jpeg(level: int) -> bytes:
    return bytes(cv2.imencode(".jpg", grey(level))[1])


def level_of(image: npt.NDArray[np.uint8]) -> int:
    return round(float(image.mean()))


def a_folder(at: Path, levels: list[int]) -> Path:
    at.mkdir(exist_ok=True)
    for number, level in enumerate(levels):
        cv2.imwrite(str(at / f"{number:06d}.png"), grey(level))
    return at


def a_film(path: Path, levels: list[int], rate: float = 5) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (64, 48))
    for level in levels:
        writer.write(grey(level))
    writer.release()
    return path
