"""A tile that comes to lie in the middle is a discard."""

from collections.abc import Sequence

import numpy as np

from vision.detector import CLASSES
from vision.live.frame import Box, Frame, Pixels
from vision.live.look import Found
from vision.live.tracker import Settings, Tracker
from vision.scan import Scan


class OneTile:
    def find(self, image: Pixels, regions: Sequence[Box]) -> list[Found]:
        if image[240, 320].min() < 200:
            return []
        shares = np.full(len(CLASSES), 0.001, np.float32)
        shares[CLASSES.index("5p")] = 0.96
        return [((305.0, 220.0, 335.0, 260.0), shares)]

    def scan(self, image: Pixels, box: Box) -> Scan:
        raise NotImplementedError


def test_a_discard_is_seen_once() -> None:
    tracker = Tracker(OneTile(), Settings())
    rng = np.random.default_rng(1)
    events = []
    for number in range(40):
        image = np.full((480, 640, 3), (60, 110, 50), np.float32)
        if number >= 15:
            image[220:260, 305:335] = 240
        image += rng.normal(0, 2, image.shape).astype(np.float32)
        frame = Frame(np.clip(image, 0, 255).astype(np.uint8), number / 10, number)
        events += tracker.see(frame)
    assert [(event.kind, event.tiles) for event in events] == [("discard", ("5p",))]
    assert [tile.tile for tile in tracker.view().pool] == ["5p"]
    assert tracker.view().unseen["5p"] == 3
