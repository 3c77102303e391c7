"""Four corners around the hand: what lies between them is the hand, seen level; the rest is table."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest

from vision.detector import Detection
from vision.engine import Engine
from vision.layout import arrange
from vision.photo import Photo
from vision.reading import ReadTile
from vision.region import RegionError, enclosed, level, region_of
from vision.scan import Scanner

HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "E", "C", "C"]
OTHER = ["9m", "9m", "9m", "1p", "1p", "1p", "2s", "3s", "4s", "N", "N", "N", "F", "F"]
Paint = Callable[..., np.ndarray]


def photo_of(image: np.ndarray) -> Photo:
    return Photo(image, image.shape[1], image.shape[0], 1.0)


@pytest.fixture
def two_rows(paint: Paint) -> Photo:
    upper = paint(OTHER, size=(800, 600), start=(100, 120))
    return photo_of(paint(HAND, size=(800, 600), start=(100, 380), canvas=upper))


LOWER = (90.0, 370.0, 620.0, 370.0, 620.0, 440.0, 90.0, 440.0)
UPPER = (90.0, 110.0, 620.0, 110.0, 620.0, 180.0, 90.0, 180.0)


@pytest.mark.parametrize(("corners", "hand"), [(LOWER, HAND), (UPPER, OTHER)])
def test_of_two_hands_the_marked_one_is_read(
    engine: Engine, two_rows: Photo, corners: Sequence[float], hand: list[str]
) -> None:
    reading = Scanner(engine=engine).scan(two_rows, corners=corners).reading
    assert sorted(reading.hand) == sorted(hand)
    beside = [tile for tile in reading.tiles if tile.role == "table"]
    assert sorted(tile.tile for tile in beside) == sorted(OTHER if hand is HAND else HAND)
    assert not any(tile.doubtful for tile in beside)


def test_boxes_are_told_in_pixels_of_the_photo(engine: Engine, two_rows: Photo) -> None:
    scan = Scanner(engine=engine).scan(two_rows, corners=LOWER)
    assert (scan.width, scan.height) == (800, 600)
    own = [tile for tile in scan.reading.tiles if tile.role == "hand"]
    for place, tile in enumerate(sorted(own, key=lambda tile: tile.box[0])):
        assert tile.tile == HAND[place]
        left = 100 + 36 * place
        assert tile.box == pytest.approx((left + 3, 383, left + 33, 425), abs=3)
    assert [one.box for one in scan.detections] == [tile.box for tile in scan.reading.tiles]


def test_a_slanting_row_in_perspective_is_laid_level(engine: Engine, paint: Paint) -> None:
    sheet = paint(HAND, size=(560, 80), start=(28, 16))
    seen = np.array([[140, 480], [640, 130], [690, 200], [150, 590]], np.float32)
    laid = cv2.getPerspectiveTransform(np.array([[0, 0], [560, 0], [560, 80], [0, 80]], np.float32), seen)
    image = cv2.warpPerspective(sheet, laid, (800, 600), borderValue=(40, 60, 90))
    scan = Scanner(engine=engine).scan(photo_of(image), corners=[float(value) for value in seen.ravel()])
    assert [tile.tile for tile in scan.reading.tiles] == HAND
    first = cv2.perspectiveTransform(np.array([[[46.0, 40.0]]]), laid)[0, 0]
    x0, y0, x1, y1 = scan.reading.tiles[0].box
    assert (x0 + x1) / 2 == pytest.approx(first[0], abs=4)
    assert (y0 + y1) / 2 == pytest.approx(first[1], abs=4)


def test_a_flower_beside_the_marked_part_is_no_flower_of_the_hand(engine: Engine, paint: Paint) -> None:
    image = paint([*HAND, None, None, None, "flower"], size=(800, 480), start=(40, 300))
    corners = (30.0, 290.0, 560.0, 290.0, 560.0, 360.0, 30.0, 360.0)
    reading = Scanner(engine=engine).scan(photo_of(image), corners=corners).reading
    assert reading.flowers == 0
    assert [tile.role for tile in reading.tiles if tile.tile == "flower"] == ["table"]


def test_the_corners_may_be_given_in_any_order() -> None:
    corners = np.array([[10, 20], [210, 30], [200, 120], [20, 110]], float)
    for order in ([0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1], [0, 2, 1, 3], [1, 3, 0, 2]):
        region = region_of([float(value) for value in corners[order].ravel()], 400, 300)
        assert region.corners.tolist() == corners.tolist()


def test_what_lies_in_a_region() -> None:
    region = region_of([100, 0, 200, 100, 100, 200, 0, 100], 400, 300)
    points = np.array([[100, 100], [20, 20], [60, 60], [180, 100], [180, 160]], float)
    assert region.holds(points).tolist() == [True, False, True, True, False]


@pytest.mark.parametrize(
    "corners",
    [
        [],
        [0, 0, 100, 0, 100, 100],
        [float("nan"), 0, 100, 0, 100, 100, 0, 100],
        [float("inf"), 0, 100, 0, 100, 100, 0, 100],
        [50, 50] * 4,
        [0, 0, 100, 0, 200, 0, 300, 0],
        [0, 0, 100, 0, 100, 5, 0, 5],
        [0, 0, 200, 0, 60, 60, 0, 200],
        [-300, -300, -200, -300, -200, -200, -300, -200],
    ],
)
def test_corners_that_enclose_nothing_are_refused(corners: list[float]) -> None:
    with pytest.raises(RegionError, match="corners"):
        region_of(corners, 400, 300)


def test_corners_beyond_the_edge_are_moved_onto_it() -> None:
    assert region_of([-50, -9, 500, -9, 500, 200, -50, 200], 400, 300).corners.tolist() == [
        [0, 0],
        [400, 0],
        [400, 200],
        [0, 200],
    ]


def test_refused_corners_cost_no_look_at_the_photo(engine: Engine, two_rows: Photo) -> None:
    with pytest.raises(RegionError):
        Scanner(engine=engine).scan(two_rows, corners=[1.0] * 8)
    assert engine.shapes == []  # type: ignore[attr-defined]  # the engine of these tests counts


def test_a_large_photo_is_cut_from_its_own_pixels() -> None:
    large = np.zeros((3000, 4000, 3), np.uint8)
    large[1500:1600, 1000:2000:2] = 255
    encoded = cv2.imencode(".png", large)[1].tobytes()
    reduced = Photo(cv2.resize(large, (2000, 1500)), 4000, 3000, 0.5, encoded)
    view = level(reduced, region_of([1000, 1500, 2000, 1500, 2000, 1600, 1000, 1600], 4000, 3000))
    height, width = view.photo.image.shape[:2]
    assert width == pytest.approx(1024, abs=2)
    assert height == pytest.approx(124, abs=2)
    # Stripes one pixel wide are grey in the reduced copy and seen one by one here.
    assert view.photo.image[height // 2].std() > 80


def test_a_part_cut_far_into_the_distance_is_seen_without_surroundings() -> None:
    photo = photo_of(np.full((600, 800, 3), 90, np.uint8))
    view = level(photo, region_of([390, 100, 410, 100, 790, 590, 10, 590], 800, 600))
    back = view.boxes_back(np.array([[0, 0, view.photo.width, view.photo.height]], np.float32))
    assert back[0].tolist() == pytest.approx([10, 100, 790, 590], abs=1)


def test_what_is_marked_is_the_hand_however_far_apart_it_lies(lay: Callable[..., list[Detection]]) -> None:
    tiles = [*lay(HAND[:9]), *lay(["C", "C"], start=(100, 900)), *lay(["E", "E", "E"], start=(700, 1200))]
    layout = arrange(tiles)
    assert [layout.role(index) for index in range(14)].count("table") > 0
    whole = enclosed(layout)
    assert [whole.role(index) for index in range(14)].count("table") == 0
    assert [[whole.tiles[index].tile for index in meld] for meld in whole.melds] == [["E"] * 3]


def test_a_lone_tile_that_makes_the_hand_whole_won(lay: Callable[..., list[Detection]]) -> None:
    layout = enclosed(arrange([*lay(HAND[:13]), *lay(["C"], start=(800, 900))]))
    assert layout.win is not None
    assert layout.tiles[layout.win].box[0] > 700
    assert len(layout.concealed) == 13


def test_more_tiles_than_a_hand_has_are_left_to_the_player(lay: Callable[..., list[Detection]]) -> None:
    layout = arrange([*lay(HAND), *lay(OTHER, start=(100, 900))])
    assert enclosed(layout) is layout


def test_a_tile_beside_keeps_what_it_may_be(engine: Engine, two_rows: Photo) -> None:
    reading = Scanner(engine=engine).scan(two_rows, corners=LOWER).reading
    beside: ReadTile = next(tile for tile in reading.tiles if tile.role == "table")
    assert beside.candidates[0] == (beside.tile, beside.confidence)


def test_a_tile_that_only_the_whole_photo_shows_is_not_lost(two_rows: Photo, engine: Engine) -> None:
    view = level(two_rows, region_of(LOWER, 800, 600))
    afar = Scanner(engine=engine).scan(two_rows).detections
    lower = sorted((tile for tile in afar if tile.box[1] > 300), key=lambda tile: tile.box[0])
    to_view = np.linalg.inv(view.to_original)
    near = []
    for tile in lower:
        corners = np.array(tile.box).reshape(1, 2, 2)
        x0, y0, x1, y1 = cv2.perspectiveTransform(corners, to_view).ravel().tolist()
        near.append(Detection((x0, y0, x1, y1), tile.probabilities))
    own, beside = view.parted([*near[:5], *near[6:]], afar)
    assert sorted(tile.tile for tile in own) == sorted(HAND)
    assert sorted(tile.tile for tile in beside) == sorted(OTHER)
    added = next(tile for tile in view.back(own) if tile.tile == "6p")
    assert added.box == pytest.approx(lower[5].box, abs=2)
    assert len(view.parted([], afar)[0]) == len(HAND)


def test_a_tile_that_only_the_whole_photo_shows_stays_within_it() -> None:
    """Corners beyond the edge: a tile as wide as the photo got a box of no width at its edge."""
    region = region_of([490, 765, 17, -84, 756, 350, 236, 85], 640, 640)
    view = level(photo_of(np.zeros((640, 640, 3), np.uint8)), region)
    heights = np.arange(60.0, 600.0, 20.0)
    afar = [Detection((0.0, y - 25, 640.0, y + 25), np.eye(36, dtype=np.float32)[3]) for y in heights]
    near = [Detection((180.0, 400.0, 220.0, 450.0), np.eye(36, dtype=np.float32)[5])]
    own, beside = view.parted(near, afar)
    assert len(own) + len(beside) == len(afar) + 1
    for tile in view.back(own):
        x0, y0, x1, y1 = tile.box
        assert x1 - x0 > 5
        assert y1 - y0 > 5
