"""Photos that went wrong, from hands drawn by the program: the player is told what to do."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.photo import Photo, load_photo
from vision.scan import Scanner, shipped_weights

DRAWN = Path(__file__).parent / "data" / "rendered" / "images" / "check_920009.jpg"

pytestmark = pytest.mark.skipif(
    not shipped_weights().is_file(), reason="the detector's weights are not there"
)


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner()


@pytest.fixture(scope="module")
def good() -> np.ndarray:
    return load_photo(DRAWN).image


def codes(scanner: Scanner, image: np.ndarray) -> list[str]:
    pixels = np.ascontiguousarray(image).astype(np.uint8)
    scan = scanner.scan(Photo(pixels, pixels.shape[1], pixels.shape[0], 1.0))
    return [problem.code for problem in scan.problems]


def test_nothing_is_wrong_with_the_photo_itself(scanner: Scanner, good: np.ndarray) -> None:
    assert codes(scanner, good) == []


def test_too_dark(scanner: Scanner, good: np.ndarray) -> None:
    assert "too_dark" in codes(scanner, good * 0.06)


def test_too_blurred(scanner: Scanner, good: np.ndarray) -> None:
    assert "too_blurred" in codes(scanner, cv2.GaussianBlur(good, (0, 0), 14))


def test_too_small(scanner: Scanner, good: np.ndarray) -> None:
    small = cv2.resize(good, None, fx=0.1, fy=0.1, interpolation=cv2.INTER_AREA)
    far = cv2.copyMakeBorder(small, 120, 120, 120, 120, cv2.BORDER_REPLICATE)
    assert {"too_small", "no_tiles"} & set(codes(scanner, far))


def test_cut_off(scanner: Scanner, good: np.ndarray) -> None:
    assert "cut_off" in codes(scanner, good[:, : good.shape[1] // 2])


def test_no_tiles(scanner: Scanner, good: np.ndarray) -> None:
    assert "no_tiles" in codes(scanner, cv2.resize(good[:60], (800, 600)))


def test_several_hands(scanner: Scanner, good: np.ndarray) -> None:
    assert "several_hands" in codes(scanner, np.vstack([good, good]))
