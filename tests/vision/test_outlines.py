"""Outlines that a player may begin from: the rows found, the hand as it was read, most of the photo."""

import numpy as np
import pytest

from vision.outlines import found_rows, hand_outline
from vision.reading import Reading, ReadTile
from vision.region import region_of


def row(
    kinds: list[str], start: tuple[float, float], degrees: float = 0.0, role: str = "hand"
) -> list[ReadTile]:
    """Tiles 36×48, 36 pixels apart, along a line that falls by so many degrees; level boxes around them."""
    along = np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))])
    across = np.array([-along[1], along[0]])
    tiles = []
    for place, kind in enumerate(kinds):
        middle = np.array(start) + 36 * place * along
        corners = [middle + x * along + y * across for x in (-18, 18) for y in (-24, 24)]
        box = (*np.min(corners, axis=0).tolist(), *np.max(corners, axis=0).tolist())
        tiles.append(ReadTile(kind, box, 0.9, role, ((kind, 0.9),), kind, False))  # type: ignore[arg-type]  # a role
    return tiles


def middles(tiles: list[ReadTile]) -> np.ndarray:
    return np.array([((t.box[0] + t.box[2]) / 2, (t.box[1] + t.box[3]) / 2) for t in tiles])


@pytest.mark.parametrize("degrees", [0, 12, -25])
def test_each_row_has_an_outline_that_holds_its_tiles_alone(degrees: float) -> None:
    upper = row(["2m"] * 13, (200, 400), degrees)
    lower = row(["E"] * 7 + ["C"] * 7, (200, 560), degrees)
    rows = found_rows([*lower, *upper], 1000, 1000)
    assert [found.tiles for found in rows] == [("2m",) * 13, ("E",) * 7 + ("C",) * 7]
    for found, own, other in ((rows[0], upper, lower), (rows[1], lower, upper)):
        region = region_of(found.corners, 1000, 1000)
        assert region.holds(middles(own)).all()
        assert not region.holds(middles(other)).any()


def test_short_rows_and_walls_are_not_offered() -> None:
    tiles = [*row(["E"] * 3, (100, 100)), *row(["back"] * 12, (100, 300))]
    assert found_rows(tiles, 800, 600) == ()


def test_an_outline_stays_in_the_photo() -> None:
    (found,) = found_rows(row(["E"] * 10, (10, 10)), 300, 60)
    assert min(found.corners) >= 0
    assert max(found.corners[::2]) <= 300
    assert max(found.corners[1::2]) <= 60


def test_the_hand_as_it_was_read_is_where_to_begin() -> None:
    own, other = row(["E"] * 13, (100, 300)), row(["2m"] * 13, (100, 100), role="table")
    reading = Reading((*own, *other), tuple(range(13)), (), None, 0, False)
    region = region_of(hand_outline(reading, 800, 600), 800, 600)
    assert region.holds(middles(own)).all()
    assert not region.holds(middles(other)).any()


def test_without_tiles_most_of_the_photo_is_where_to_begin() -> None:
    corners = hand_outline(Reading((), (), (), None, 0, False), 800, 600)
    assert corners == (96, 72, 704, 72, 704, 528, 96, 528)
