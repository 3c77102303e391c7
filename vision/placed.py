"""What was read in another picture, a part or a turned copy, in pixels of the picture itself."""

from collections.abc import Callable
from dataclasses import replace

from vision.detector import Detection
from vision.scan import Scan

Box = tuple[float, float, float, float]


def placed(scan: Scan, place: Callable[[Box], Box], size: tuple[int, int]) -> Scan:
    """A scan as one of another picture.

    Args:
        scan: of the picture that was read.
        place: a box in that picture as a box in the other, x0, y0, x1, y1 in pixels.
        size: width and height of the other, pixels.
    """

    def there(tiles: tuple[Detection, ...]) -> tuple[Detection, ...]:
        return tuple(replace(tile, box=place(tile.box)) for tile in tiles)

    read = tuple(replace(tile, box=place(tile.box)) for tile in scan.reading.tiles)
    return replace(
        scan,
        width=size[0],
        height=size[1],
        detections=there(scan.detections),
        reading=replace(scan.reading, tiles=read),
        layout=scan.layout and replace(scan.layout, tiles=there(scan.layout.tiles)),
    )
