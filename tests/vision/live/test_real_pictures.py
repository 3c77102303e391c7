"""What photographs of real play bring up: strong colours, pictures without anything in common."""

import os
import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.live.frame import Frame
from vision.live.settings import Settings
from vision.live.shift import find_shift
from vision.live.sight import open_look
from vision.live.surface import Surface
from vision.live.tracker import Tracker

PHOTOS = os.environ.get("FANPAI_PHOTOS", "")
FEW = 12  # photographs of the hundred and more that there are


def test_a_cloth_of_the_strongest_colour_is_known_again() -> None:
    red = np.full((120, 160, 3), (0, 0, 255), np.uint8)
    surface = Surface()
    surface.learn(red, (0, 0, 160, 120), ())
    assert surface.bare(red, (40, 40, 80, 80))
    assert not surface.bare(np.full_like(red, (255, 0, 0)), (40, 40, 80, 80))


@pytest.mark.parametrize(("scale", "is_one"), [(1.0, True), (1.15, True), (0.4, False)])
def test_a_picture_within_another_is_no_shift(scale: float, is_one: bool) -> None:
    rng = np.random.default_rng(3)
    noise = rng.integers(0, 256, (45, 80)).astype(np.float32)
    before = np.asarray(cv2.resize(noise, (640, 360)), np.float32)
    small = cv2.resize(before, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    now = np.full_like(before, 128)
    part = small[: now.shape[0], : now.shape[1]]
    now[: part.shape[0], : part.shape[1]] = part
    assert (find_shift(before, now) is not None) == is_one


@pytest.mark.skipif(not PHOTOS, reason="FANPAI_PHOTOS names no labelled photos")
def test_photographs_of_real_play_in_any_order_show_no_hand_turned_up() -> None:
    files = sorted((Path(PHOTOS) / "val_table" / "images").glob("*.jpg"))
    few = random.Random(5).sample(files, FEW)
    tracker = Tracker(open_look(1), Settings(threads=1))
    rng = np.random.default_rng(1)
    for number, file in enumerate(file for file in few for _ in range(4)):
        photo = cv2.imread(str(file))
        assert photo is not None
        noisy = np.clip(photo.astype(np.int16) + rng.integers(-2, 3, photo.shape), 0, 255).astype(np.uint8)
        events = tracker.see(Frame(noisy, 0.4 * number, number))
        assert not [event for event in events if event.kind == "turned_up"]
    assert not tracker.view().turned_up
