"""The camera of a deal: colours and exposure that stay, lamps that flicker, noise that differs each time."""

import cv2
import numpy as np

from datasets.arrays import Picture


class Sensor:
    """Develops pictures of one size.

    ``strength`` of the noise is a share of white; it is coarse as cameras that smooth it leave it.
    """

    def __init__(self, rng: np.random.Generator, size: tuple[int, int]) -> None:
        balance = rng.normal(1, 0.05, 3)
        gamma, exposure = float(rng.uniform(0.8, 1.2)), float(rng.uniform(0.8, 1.15))
        levels = np.arange(256)[:, None] / 255 * balance
        self.table = np.clip(levels, 0, None) ** gamma * exposure * 255
        self.flicker = float(rng.uniform(0.0, 0.012))
        self.strength = float(rng.choice([0.006, 0.01, 0.018]))
        width, height = size
        plate = rng.standard_normal((height + 64, width + 64), dtype=np.float32)
        coarse = cv2.GaussianBlur(plate, (0, 0), float(rng.uniform(0.5, 0.9)))
        coarse *= self.strength * 255 / coarse.std()
        self.plate = np.rint(coarse).astype(np.int16)

    def develop(self, rng: np.random.Generator, picture: Picture) -> Picture:
        """A frame of what ``picture`` (H×W×3 BGR) shows."""
        light = 1 + self.flicker * float(rng.normal())
        table = np.clip(self.table * light, 0, 255).astype(np.uint8)
        lit = cv2.LUT(picture, table[None])
        rows, columns = picture.shape[:2]
        x, y = (int(v) for v in rng.integers(0, 64, 2))
        noise = self.plate[y : y + rows, x : x + columns]
        if rng.random() < 0.5:
            noise = noise[::-1, ::-1]
        return np.asarray(cv2.add(lit, cv2.merge([noise] * 3), dtype=cv2.CV_8U), np.uint8)
