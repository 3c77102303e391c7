"""What a training picture goes through: the camera's place, lamps, lens. Needs the extra ``train``."""

import random
from typing import Any

import cv2
import numpy as np
from ultralytics.data import augment


class TileColours:
    """Colour changes between sets, lamps and cameras, in place of ultralytics' hue-saturation-value jitter.

    Called with ultralytics' label dictionary; changes ``labels["img"]``, a BGR uint8 array.
    """

    def __call__(self, labels: dict[str, Any]) -> dict[str, Any]:
        image = labels["img"]
        draw = random.random()
        if draw < 0.18:
            weights = np.random.dirichlet((1.0, 1.0, 1.0)).astype(np.float32)
            image = cv2.merge([(image.astype(np.float32) @ weights).astype(np.uint8)] * 3)
        elif draw < 0.30:
            image = image[..., np.random.permutation(3)]
        gain = np.random.uniform(0.75, 1.25, 3) * np.random.uniform(0.55, 1.25)
        ramp = 255 * (np.linspace(0, 1, 256)[:, None] ** np.random.uniform(0.7, 1.4)) * gain
        image = cv2.LUT(
            np.ascontiguousarray(image), np.clip(ramp, 0, 255).astype(np.uint8).reshape(256, 1, 3)
        )
        if random.random() < 0.2:
            grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
            image = cv2.addWeighted(image, mix := random.uniform(0.2, 1.6), grey, 1 - mix, 0)
        labels["img"] = self._lens(image)
        return labels

    @staticmethod
    def _lens(image: np.ndarray) -> np.ndarray:
        draw = random.random()
        if draw < 0.15:
            image = cv2.GaussianBlur(image, (0, 0), random.uniform(0.4, 1.4))
        elif draw < 0.22:
            length = random.randrange(3, 8)
            kernel = np.zeros((length, length), np.float32)
            kernel[length // 2] = 1 / length
            turn = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), random.uniform(0, 180), 1)
            image = cv2.filter2D(image, -1, cv2.warpAffine(kernel, turn, (length, length)))
        if random.random() < 0.2:
            noise = np.random.normal(0, random.uniform(2, 12), image.shape)
            image = np.clip(image + noise, 0, 255).astype(np.uint8)
        if random.random() < 0.2:
            quality = random.randrange(25, 80)
            coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
            image = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
        return image


class TileView(augment.RandomPerspective):  # type: ignore[misc]  # ultralytics is untyped
    """The camera's place: a small roll, at times a larger or quarter turns too; some pictures squeezed.

    Labels are level boxes, which fit a tile best near whole quarter turns.
    """

    def _compute_affine_matrix(self, img: np.ndarray, size: tuple[int, int]) -> tuple[np.ndarray, float]:
        draw = random.random()
        self.degrees = 8.0 if draw < 0.75 else 35.0 if draw < 0.94 else 180.0
        matrix, scale = super()._compute_affine_matrix(img, size)
        if random.random() < 0.3:
            matrix = _quarter_turns(size, random.randrange(1, 4)) @ matrix
        if random.random() < 0.2:
            matrix = _squeeze(size, 2.2 ** random.uniform(0, 1)) @ matrix
        return matrix, scale


def _quarter_turns(size: tuple[int, int], turns: int) -> np.ndarray:
    """3×3: quarter turns about the middle of a picture of this size, x before y."""
    matrix = np.eye(3, dtype=np.float32)
    matrix[:2] = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), 90 * turns, 1.0)
    return matrix


def _squeeze(size: tuple[int, int], factor: float) -> np.ndarray:
    """3×3: one side shrunk by a factor about the middle of a picture of this size, x before y."""
    matrix = np.eye(3, dtype=np.float32)
    side = random.randrange(2)
    matrix[side, side] = 1 / factor
    matrix[side, 2] = size[side] / 2 * (1 - 1 / factor)
    return matrix


def use_tile_views(transforms: Any) -> None:
    """Put our colours and views in the place of ultralytics' own, wherever they stand in the nested lists."""
    members = transforms.transforms
    for place, member in enumerate(members):
        if isinstance(member, augment.RandomHSV):
            members[place] = TileColours()
        elif type(member) is augment.RandomPerspective:
            member.__class__ = TileView
        elif hasattr(member, "transforms") and isinstance(member.transforms, list):
            use_tile_views(member)
        elif getattr(member, "pre_transform", None) is not None:
            use_tile_views(member.pre_transform)
