"""Faces in other inks keep their shapes; flowers of many sets differ; used tiles stay readable."""

from dataclasses import replace

import cv2
import numpy as np

from datasets.arrays import Picture
from datasets.canvas import Canvas
from datasets.catalogue import DESIGNS
from datasets.dots import DOT_STYLES
from datasets.faces import FLOWER, face
from datasets.inks import Inks
from datasets.recolour import Tone, random_tone, recolour, wear
from datasets.sticks import STICK_STYLES
from datasets.suits import bamboo, dots

PLAIN = replace(DESIGNS["harbour"], relief=0.0)
INKS = Inks((26, 24, 26), (168, 58, 24), (58, 126, 22), (40, 40, 208))


def _shape(picture: Picture) -> Picture:
    return np.asarray(picture.min(-1) < 130, np.uint8)


def test_one_ink_takes_the_colour_and_leaves_the_shape() -> None:
    navy = (96, 40, 20)
    for index in (4, 14, 20, 32, 33):
        before = face(PLAIN, index)
        after = recolour(before, Tone(Inks.single(navy)))
        inked = cv2.erode(_shape(before), np.ones((3, 3), np.uint8)) > 0
        assert np.abs(after[inked].astype(int) - navy).mean() < 30
        alike = (_shape(before) & _shape(after)).sum() / (_shape(before) | _shape(after)).sum()
        assert alike > 0.8
        # The ground is as it was.
        assert np.abs(after[2, 2].astype(int) - before[2, 2]).max() <= 2


def test_inks_are_exchanged_by_hue() -> None:
    swapped = Tone(Inks((26, 24, 26), (40, 40, 208), (168, 58, 24), (58, 126, 22)))
    red_dragon = recolour(face(PLAIN, 33), swapped)
    inked = cv2.erode(_shape(face(PLAIN, 33)), np.ones((5, 5), np.uint8)) > 0
    blue, green, red = red_dragon[inked].mean(0)
    assert green > max(blue, red) + 30


def test_strokes_can_be_fattened_and_thinned() -> None:
    plain = _shape(face(PLAIN, 27)).sum()
    assert _shape(recolour(face(PLAIN, 27), Tone(stroke=3))).sum() > plain * 1.1
    assert _shape(recolour(face(PLAIN, 27), Tone(stroke=-1))).sum() < plain


def test_a_dark_tile_gets_light_engraving() -> None:
    tone = Tone(Inks.single((236, 238, 238)), ground=(34, 34, 32))
    made = recolour(face(PLAIN, 27), tone)
    assert made[2, 2].max() < 60
    assert made.max() > 200


def test_random_tones_vary_and_wear_keeps_the_print_readable() -> None:
    tones = {random_tone(np.random.default_rng(seed), photo=False) for seed in range(60)}
    assert len(tones) > 30
    clean = face(PLAIN, 31).astype(float)
    worn = wear(face(PLAIN, 31), 0.9, 5).astype(float)
    assert 2 < np.abs(clean - worn).mean() < 60
    assert np.corrcoef(clean.mean(-1).ravel(), worn.mean(-1).ravel())[0, 1] > 0.75


def test_every_style_of_dot_and_stick_draws_something_of_its_own() -> None:
    seen: dict[str, Picture] = {}
    for style in DOT_STYLES:
        canvas = Canvas(96, 1.36, (240, 240, 240))
        dots(canvas, 5, style, INKS, 0.8)
        seen["dot " + style] = canvas.paint
    for style in STICK_STYLES:
        canvas = Canvas(96, 1.36, (240, 240, 240))
        bamboo(canvas, 4, style, INKS, 0.8, two_greens=True)
        seen["stick " + style] = canvas.paint
    names = list(seen)
    for one in range(len(names)):
        for other in range(one):
            different = np.abs(seen[names[one]].astype(int) - seen[names[other]].astype(int)).mean()
            assert different > 0.4, (names[one], names[other])


def test_the_eight_flowers_of_a_set_differ_and_so_do_sets() -> None:
    sets = [replace(PLAIN, flowers=seed) for seed in range(12)]
    pictures = [face(design, FLOWER, number, 48).astype(int) for design in sets for number in range(8)]
    for one in range(len(pictures)):
        for other in range(one):
            assert np.abs(pictures[one] - pictures[other]).mean() > 0.3, (divmod(one, 8), divmod(other, 8))
