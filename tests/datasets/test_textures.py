"""Installed photographs serve as table tops; some are kept for check scenes; none is needed."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import textures
from datasets.backgrounds import CHECK_SURFACES, SIZE, surface
from datasets.cloth import cloth
from datasets.textures import CHECK_PHOTOS


def _forget() -> None:
    textures.surfaces.cache_clear()
    textures.rooms.cache_clear()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which two woods and two plasters of a package were unpacked."""
    folder = tmp_path / "robosuite/models/assets/textures"
    folder.mkdir(parents=True)
    rng = np.random.default_rng(0)
    for name in ("dark-wood", "red-wood", "cream-plaster", "pink-plaster"):
        cv2.imwrite(str(folder / f"{name}.png"), rng.integers(0, 255, (300, 400, 3)).astype(np.uint8))
    monkeypatch.setenv("FANPAI_ART", str(tmp_path))
    _forget()
    yield tmp_path
    _forget()


def test_training_and_check_scenes_share_no_photograph(installed: Path) -> None:
    assert installed.is_dir()
    found = textures.surfaces()
    assert {"dark-wood", "red-wood", "cream-plaster", "pink-plaster"} <= set(found)
    used: dict[str, set[str]] = {"train": set(), "check": set()}
    for split, names in used.items():
        for seed in range(60):
            name, picture = surface(np.random.default_rng(seed), split)
            assert picture.shape == (SIZE, SIZE, 3)
            names.add(name)
    assert {"dark-wood", "cream-plaster"} <= used["train"]
    assert {"red-wood", "pink-plaster"} <= used["check"]
    assert not used["train"] & used["check"]
    assert used["check"] <= {*CHECK_SURFACES, *CHECK_PHOTOS}
    assert not used["train"] & {*CHECK_SURFACES, *CHECK_PHOTOS}


def test_a_photograph_repeats_without_seams(installed: Path) -> None:
    photo = textures.load(textures.surfaces()["dark-wood"])
    made = textures.seamless(np.random.default_rng(1), photo, 128)
    assert installed.is_dir()
    assert np.array_equal(made[0], made[-1])
    assert np.array_equal(made[:, 0], made[:, -1])


def test_own_pictures_are_taken_from_the_folder_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cv2.imwrite(str(tmp_path / "desk.png"), np.full((40, 40, 3), 90, np.uint8))
    monkeypatch.setenv("FANPAI_BACKGROUNDS", str(tmp_path))
    textures.own.cache_clear()
    _forget()
    try:
        assert textures.surfaces()["own/desk"][0] == tmp_path / "desk.png"
    finally:
        textures.own.cache_clear()
        _forget()


def test_cloths_have_relief_and_differ() -> None:
    made = [cloth(np.random.default_rng(seed), 128).astype(float) for seed in range(6)]
    for picture in made:
        assert 0.5 < picture.mean(-1).std() < 60
    assert len({tuple(np.round(picture.mean((0, 1)))) for picture in made}) == 6
