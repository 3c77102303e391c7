"""A gate on real photos: floors a little under what was measured. Needs FANPAI_PHOTOS, labelled photos."""

import json
import os
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate import Figures, evaluate
from vision.photo import encode_jpeg
from vision.scan import Scanner, shipped_weights

PHOTOS = os.environ.get("FANPAI_PHOTOS", "")
pytestmark = [
    pytest.mark.skipif(not PHOTOS, reason="FANPAI_PHOTOS names no labelled photos"),
    pytest.mark.skipif(not shipped_weights().is_file(), reason="the detector's weights are not there"),
]
EVERY = 5  # of the photos, to stay within the time budget


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner()


@pytest.fixture(scope="module")
def figures(scanner: Scanner, tmp_path_factory: pytest.TempPathFactory) -> Figures:
    source, chosen = Path(PHOTOS) / "val_same", tmp_path_factory.mktemp("photos") / "val_same"
    (chosen / "images").mkdir(parents=True)
    stretched = json.loads((Path(PHOTOS) / "wins.json").read_text(encoding="utf-8"))["val_same"]["stretched"]
    natural = [path for path in sorted((source / "images").glob("*.jpg")) if path.name not in stretched]
    for path in natural[::EVERY]:
        (chosen / "images" / path.name).symlink_to(path)
    shutil.copytree(source / "labels", chosen / "labels")
    return evaluate(chosen, scanner, Path(PHOTOS) / "wins.json").figures()


def test_every_fifth_photo_is_measured(figures: Figures) -> None:
    assert figures.photos == 39


def test_tiles_are_found_and_named(figures: Figures) -> None:
    assert figures.precision is not None
    assert figures.recall is not None
    assert figures.precision > 0.97
    # One photo of the fifth shows fifty tiles in a heap, of which few are found.
    assert figures.recall > 0.92


def test_photos_are_read_exactly(figures: Figures) -> None:
    assert figures.exact > 0.78 * figures.photos


def test_won_hands_are_read_exactly(figures: Figures) -> None:
    assert figures.wins > 5
    assert figures.hands_exact >= 0.95 * figures.wins


def test_few_are_wrong_without_a_mark_and_most_right_ones_have_none(figures: Figures) -> None:
    assert figures.photo_honesty.wrong_silent <= 0.13 * figures.photos
    assert figures.photo_honesty.right_unmarked >= 0.85 * figures.photo_honesty.right
    assert figures.hand_honesty.wrong_unmarked == 0


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_photo_is_read_like_the_upright_one(scanner: Scanner, quarters: int) -> None:
    image = cv2.imread(str(Path(PHOTOS) / "val_same" / "images" / "lasttherapy_00218.jpg"))
    assert image is not None
    turned = np.ascontiguousarray(np.rot90(image, quarters)).astype(np.uint8)
    upright = scanner.scan(encode_jpeg(image.astype(np.uint8), 95)).reading
    assert sorted(scanner.scan(encode_jpeg(turned, 95)).reading.hand) == sorted(upright.hand)
