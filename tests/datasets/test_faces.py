"""Faces: every design can draw every tile without fonts or art, all different, none mirrored."""

import cv2
import numpy as np
import pytest

from datasets import fonts
from datasets.arrays import Picture
from datasets.body import Painter, Placement, place
from datasets.camera import look
from datasets.catalogue import DESIGNS
from datasets.designs import invent
from datasets.faces import CLASS_NAMES, FLOWER, face, face_index
from datasets.strokes import STROKES, stroke_mask
from scorer.tiles import KINDS


def _grey(picture: Picture) -> np.ndarray:
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float64)


@pytest.mark.parametrize("name", ["harbour", "printed", "riichi", "plum yard", "ebony", "one ink"])
def test_the_faces_of_a_set_all_differ(name: str) -> None:
    faces = [_grey(face(DESIGNS[name], index, 0, 64)) for index in range(FLOWER + 1)]
    for one in range(len(faces)):
        for other in range(one):
            difference = np.abs(faces[one] - faces[other]).mean()
            assert difference > 1.0, (CLASS_NAMES[one], CLASS_NAMES[other])


def test_faces_can_be_drawn_without_any_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "installed_fonts", dict)
    fonts.font_mask.cache_clear()
    face.cache_clear()
    try:
        for index in range(27, 34):
            picture = face(DESIGNS["mainland"], index, 0, 64)
            assert picture.shape == (round(64 * DESIGNS["mainland"].ratio), 64, 3)
    finally:
        fonts.font_mask.cache_clear()
        face.cache_clear()


def test_there_are_fifteen_designs_and_two_kept_for_checking() -> None:
    assert len(DESIGNS) >= 17
    assert sum("check" in design.tags for design in DESIGNS.values()) == 2


def test_invented_designs_differ_and_draw_every_class() -> None:
    designs = [invent(np.random.default_rng(seed)) for seed in range(4)]
    assert len({design.inks for design in designs}) == 4
    for index in range(FLOWER + 1):
        assert face(designs[0], index, 0, 48).dtype == np.uint8


def test_classes_follow_the_order_of_the_kinds() -> None:
    assert (*KINDS, "flower", "back") == CLASS_NAMES
    assert [face_index(name) for name in CLASS_NAMES] == list(range(36))
    with pytest.raises(ValueError, match="no face"):
        face(DESIGNS["harbour"], 35)


def test_strokes_exist_for_every_character_of_the_tiles() -> None:
    assert set("一二三四五伍六七八九萬東南西北中發") <= set(STROKES)
    for character in STROKES:
        mask = stroke_mask(character, 1.4)
        # Even fat strokes stay inside the box they are drawn in.
        assert max(mask.shape) < 240
        assert mask.any()


@pytest.mark.parametrize(("tile", "pose"), [("7p", "up"), ("3p", "stand"), ("9m", "up"), ("F", "stand")])
def test_faces_reach_the_picture_unmirrored(tile: str, pose: str) -> None:
    design = DESIGNS["table stock"]
    body = place(Placement(KINDS.index(tile), 0, 0, pose=pose), design)
    elevation = np.pi / 2 if pose == "up" else 0.35
    camera = look(body.corners(), (200, 260), elevation, 0.0, 0.0, 0.5, 0.9)
    painter = Painter(np.full((260, 200, 3), 90, np.uint8), camera, np.array([0, 0, 1.0]), 1.0)
    outline = painter.draw(body, 0)
    assert outline is not None
    x0, y0 = np.floor(outline.min(0)).astype(int)
    x1, y1 = np.ceil(outline.max(0)).astype(int)
    seen = _grey(
        cv2.resize(painter.picture[y0:y1, x0:x1], (96, 128), interpolation=cv2.INTER_AREA).astype(np.uint8)
    )
    truth = _grey(
        cv2.resize(face(design, KINDS.index(tile)), (96, 128), interpolation=cv2.INTER_AREA).astype(np.uint8)
    )

    def alike(a: np.ndarray, b: np.ndarray) -> float:
        return float(
            np.corrcoef(cv2.GaussianBlur(a, (0, 0), 2).ravel(), cv2.GaussianBlur(b, (0, 0), 2).ravel())[0, 1]
        )

    assert alike(seen, truth) > 0.6
    assert alike(seen, truth) > alike(seen, truth[:, ::-1].copy()) + 0.03
    assert alike(seen, truth) > alike(seen, truth[::-1].copy()) + 0.03


def test_a_folder_that_is_closed_to_us_is_one_without_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed:
        def rglob(self, pattern: str) -> list[str]:
            raise PermissionError(pattern)

    monkeypatch.setattr(fonts, "font_folders", lambda: (Closed(),))
    fonts.installed_fonts.cache_clear()
    try:
        assert fonts.installed_fonts() == {}
    finally:
        fonts.installed_fonts.cache_clear()
