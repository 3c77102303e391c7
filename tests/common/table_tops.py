"""Pictures of a table top from above: cloth under an uneven lamp, walls of tiles, a cup, an arm."""

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
# Shares of a picture of 16 to 9, clockwise from the upper left.
TOP = (0.24, 0.05, 0.75, 0.06, 0.8, 0.97, 0.2, 0.94)


def a_table_top(
    corners: tuple[float, ...] = TOP,
    size: tuple[int, int] = (1280, 720),
    cloth: tuple[int, int, int] = (60, 110, 40),
    around: tuple[int, int, int] = (90, 95, 120),
    arm: bool = False,
) -> Pixels:
    """A picture, BGR, of a top with these corners, shares of its width and height."""
    width, height = size
    rng = np.random.default_rng(7)
    outline = np.array(corners).reshape(4, 2) * size
    image = np.full((height, width, 3), around, np.float32)
    cv2.fillConvexPoly(image, np.round(outline).astype(np.int32), cloth)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    onto = cv2.getPerspectiveTransform(square, outline.astype(np.float32))

    def lay(x0: float, y0: float, x1: float, y1: float, colour: tuple[int, int, int]) -> None:
        ends = np.array([[[x0, y0], [x1, y0], [x1, y1], [x0, y1]]], np.float32)
        cv2.fillConvexPoly(image, np.round(cv2.perspectiveTransform(ends, onto)).astype(np.int32), colour)

    for place in (0.03, 0.15):  # standing hands and walls
        lay(0.2, place, 0.8, place + 0.05, (150, 190, 200))
        lay(0.2, 0.95 - place, 0.8, 1 - place, (150, 190, 200))
        lay(place, 0.2, place + 0.05, 0.8, (40, 120, 30))
        lay(0.95 - place, 0.2, 1 - place, 0.8, (40, 120, 30))
    for x, y in rng.uniform(0.3, 0.65, (24, 2)):
        lay(x, y, x + 0.04, y + 0.055, (225, 235, 240))
    cv2.circle(image, np.round(outline[3] + (20, -200)).astype(np.int32).tolist(), 34, (200, 210, 215), -1)
    if arm:
        cv2.line(image, (width, height // 3), (width // 2, height // 2), (120, 150, 205), 70)
    lamp = np.linspace(0.78, 1.18, width, dtype=np.float32)[None, :, None]
    noise = rng.normal(0, 5, image.shape).astype(np.float32)
    return np.clip(image * lamp + noise, 0, 255).astype(np.uint8)
