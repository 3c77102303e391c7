"""How a photo is looked at: turned so that its tiles stand upright, or with a squeeze undone.

Programs that ask for square pictures squeeze a row of tiles until each is ten times as long as wide. Such
tiles are not found at all; the evidence for a squeeze is that they are found once it is undone.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes, turned_back
from vision.photo import Photo

# Factors of width and height that are tried; tiles squeezed by something between are found by one of them.
SQUEEZES: Final = tuple(factors for factor in (3.0, 5.5, 10.0) for factors in ((1.0, factor), (factor, 1.0)))
LONGEST: Final = 2.4  # height by width or width by height: a tile seen from low down is hardly longer
_NATURAL: Final = 1.36
_ROTATIONS: Final = {1: cv2.ROTATE_90_COUNTERCLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_CLOCKWISE}


@dataclass(frozen=True, eq=False)
class View:
    """A photo as it is looked at.

    Attributes:
        source: the photo itself.
        photo: the picture looked at, as a photo of its own.
        turned: quarter turns by which ``photo`` is ``source`` turned, as of ``np.rot90``.
    """

    source: Photo
    photo: Photo
    turned: int = 0

    def finer(self, scale: float = 1.0) -> Photo:
        """The same view with more of the original's pixels, where there are any; see `Photo.finer`."""
        if not self.turned:
            return self.photo.finer(scale)
        finer = self.source.finer(scale)
        return self.photo if finer is self.source else turned(finer, self.turned).photo

    @property
    def squeezed(self) -> bool:
        """Whether the source was squeezed out of shape, and ``photo`` is not."""
        return not self.turned and self.photo is not self.source

    def boxes_in(self, boxes: Boxes) -> Boxes:
        """Boxes N×4 in original pixels of a squeezed ``source`` as boxes in original pixels of ``photo``."""
        factors = self.photo.width / self.source.width, self.photo.height / self.source.height
        return np.asarray(boxes * np.array(factors * 2, np.float32), np.float32)

    def boxes_back(self, boxes: Boxes) -> Boxes:
        """Boxes N×4 in original pixels of ``photo`` as boxes in original pixels of ``source``."""
        if self.turned:
            return turned_back(boxes, self.turned, self.source.width, self.source.height)
        factors = self.source.width / self.photo.width, self.source.height / self.photo.height
        return np.asarray(boxes * np.array(factors * 2, np.float32), np.float32)


def upright(photo: Photo) -> View:
    """A photo as it is."""
    return View(photo, photo)


def turned(photo: Photo, turns: int = 1) -> View:
    """A photo after some quarter turns, as of ``np.rot90``; after none the photo as it is."""
    turns %= 4
    if not turns:
        return upright(photo)
    image = np.asarray(cv2.rotate(photo.image, _ROTATIONS[turns]), np.uint8)
    width, height = (photo.width, photo.height) if turns == 2 else (photo.height, photo.width)
    return View(photo, Photo(image, width, height, photo.scale), turns)


def unsqueezed(photo: Photo, factors: tuple[float, float]) -> View:
    """A photo with its width and height divided by these factors, 1 or more."""
    height, width = photo.image.shape[:2]
    size = max(1, round(width / factors[0])), max(1, round(height / factors[1]))
    image = np.asarray(cv2.resize(photo.image, size, interpolation=cv2.INTER_AREA), np.uint8)
    original = [max(1, round(side / photo.scale)) for side in size]
    return View(photo, Photo(image, original[0], original[1], photo.scale))


def heights(boxes: Boxes) -> npt.NDArray[np.float32]:
    """Height by width of boxes N×4."""
    sides = np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-6)
    return np.asarray(sides[:, 1] / sides[:, 0], np.float32)


def shaped(view: View, boxes: Boxes) -> tuple[View, ...]:
    """Views that give tiles the shape of tiles: those in which they stand, and those in which they lie.

    Args:
        view: unsqueezed along one side.
        boxes: N×4 tiles found in it, N at least 1.
    """
    height = float(np.median(heights(boxes)))
    wide, high = view.source.width / view.photo.width, view.source.height / view.photo.height
    excess = [height / natural for natural in (_NATURAL, 1 / _NATURAL)]
    if wide > high:
        return tuple(unsqueezed(view.source, (max(1.0, wide / each), 1.0)) for each in excess)
    return tuple(unsqueezed(view.source, (1.0, max(1.0, high * each))) for each in excess)
