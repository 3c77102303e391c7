"""The shipped networks on a photo of two hands: whichever is marked is read, from any side."""

from collections import Counter

import pytest
from two_hands import FAR, NEAR, draw_two_hands

from scorer.tiles import parse_tiles
from vision.photo import encode_jpeg
from vision.scan import Scanner, shipped_reader, shipped_weights


@pytest.mark.skipif(
    not (shipped_weights().is_file() and shipped_reader().is_file()), reason="the weights are missing"
)
def test_the_marked_hand_is_read() -> None:
    made = draw_two_hands(elevation=45, roll=-0.5)
    photo, scanner = encode_jpeg(made.picture), Scanner()
    for corners, tiles in ((made.near, NEAR), (made.far, FAR)):
        reading = scanner.scan(photo, corners=corners).reading
        truth = Counter(parse_tiles(tiles))
        assert len(reading.hand) == truth.total()
        assert (Counter(reading.hand) & truth).total() >= truth.total() - 1
