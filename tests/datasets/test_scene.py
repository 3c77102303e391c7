"""Scenes come out of their seed alone, obey the deck, and are labelled where their faces are."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.arrangements import arrange
from datasets.backgrounds import CHECK_SURFACES
from datasets.body import POSES, Placement, place
from datasets.catalogue import CHECK_DESIGNS, DESIGNS, choose
from datasets.deck import Deck
from datasets.designs import Design
from datasets.faces import CLASS_NAMES
from datasets.inks import Inks
from datasets.labels import as_json, save, yolo_lines
from datasets.pieces import Layout
from datasets.scene import Scene, render_layout, scene
from datasets.textures import CHECK_PHOTOS


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    return [scene(seed, "check", 480) for seed in range(8)]


def test_a_seed_gives_the_same_bytes_again(scenes: list[Scene]) -> None:
    again = scene(3, "check", 480)
    assert np.array_equal(again.picture, scenes[3].picture)
    assert again.labels == scenes[3].labels
    assert json.dumps(as_json(again)) == json.dumps(as_json(scenes[3]))


def test_splits_and_seeds_differ(scenes: list[Scene]) -> None:
    assert not np.array_equal(scenes[0].picture, scenes[1].picture)
    assert scene(0, "train", 480).facts["design"] not in CHECK_DESIGNS


def test_check_scenes_use_only_designs_and_tables_kept_for_them(scenes: list[Scene]) -> None:
    assert {made.facts["design"] for made in scenes} <= set(CHECK_DESIGNS)
    assert {made.facts["table"] for made in scenes} <= {*CHECK_SURFACES, *CHECK_PHOTOS}


def test_training_designs_never_include_the_kept_ones() -> None:
    chosen = {choose(np.random.default_rng(seed), "train").name for seed in range(300)}
    assert not chosen & set(CHECK_DESIGNS)
    assert len(chosen) >= 15


def test_never_more_than_four_of_a_kind_or_eight_flowers() -> None:
    for seed in range(80):
        layout = arrange(np.random.default_rng(seed))
        counts = Counter(placement.index for placement in layout.placements)
        flowers = counts.pop(34, 0)
        # A flower may lie in the place of a dealt tile, so the kinds can only be fewer.
        assert max(counts.values(), default=0) <= 4
        assert flowers <= 8
        assert all(0 <= index < 34 for index in counts)


def test_won_hands_have_fourteen_tiles_and_one_for_each_kong() -> None:
    for seed in range(60):
        concealed, melds = Deck(np.random.default_rng(seed)).winning()
        kongs = sum(len(group.tiles) == 4 for group in melds)
        assert len(concealed) + sum(len(group.tiles) for group in melds) == 14 + kongs


def test_labels_lie_inside_the_picture_with_legal_classes(scenes: list[Scene]) -> None:
    for made in scenes:
        rows, columns = made.picture.shape[:2]
        for label in made.labels:
            x0, y0, x1, y1 = label.box
            assert 0 <= x0 < x1 <= columns
            assert 0 <= y0 < y1 <= rows
            assert 0 <= label.index < len(CLASS_NAMES)
            assert label.index in {label.printed, 35}


def test_boxes_enclose_the_faces_of_flat_coloured_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Faces in pure magenta on bodies of another colour: the box is the extent of that colour."""
    monkeypatch.setattr("datasets.effects.photograph", lambda rng, picture, tile: picture)
    monkeypatch.setattr(
        "datasets.effects.light_field", lambda rng, x, y, reach: np.ones((*x.shape, 3), np.float32)
    )
    monkeypatch.setattr("datasets.effects.glare", lambda rng, size, shiny: np.zeros(shiny.shape, np.float32))
    monkeypatch.setattr(
        "datasets.effects.soft_shadow", lambda rng, size: np.ones((size[1], size[0]), np.float32)
    )
    monkeypatch.setattr("datasets.hands.reach_in", lambda *_: None)
    monkeypatch.setattr("datasets.props.clutter", lambda rng, picture, camera, reach: None)
    magenta = (255, 0, 255)
    design = Design(
        "flat", Inks.single(magenta), ground=magenta, side=(0, 255, 0), back=(255, 255, 0), relief=0
    )
    for seed in range(6):
        tiles = [Placement(31, x * 2.2, 0.0, yaw=x * 0.7) for x in range(4)]
        layout = Layout("row", tiles, len(tiles))
        made = render_layout(np.random.default_rng(seed), layout, design, seed, "check", (640, 480))
        blue, green, red = (made.picture[..., channel].astype(int) for channel in range(3))
        mask = ((blue > 60) & (red > 60) & (green < 0.4 * np.minimum(blue, red))).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
        blobs = sorted((x, y, x + w, y + h) for x, y, w, h, area in stats[1:count].tolist() if area > 60)
        boxes = sorted(label.box for label in made.labels)
        assert len(boxes) == len(blobs)
        for box, blob in zip(boxes, blobs, strict=True):
            assert np.abs(np.subtract(box, blob)).max() <= 3.5


def test_a_tile_lying_face_down_is_a_back() -> None:
    body = place(Placement(5, 0, 0, pose="down"), DESIGNS["harbour"])
    assert body.axes[2] @ [0, 0, 1] == pytest.approx(-1)
    # Axes stay right-handed, or prints would come out mirrored.
    for pose in POSES:
        axes = place(Placement(5, 0, 0, yaw=0.4, pose=pose, lean=0.2), DESIGNS["harbour"]).axes
        assert np.linalg.det(axes) == pytest.approx(1)


def test_files_on_disk_agree_with_the_scene(scenes: list[Scene], tmp_path: Path) -> None:
    root = tmp_path
    made = max(scenes, key=lambda one: len(one.labels))
    save(made, root, "one")
    facts = json.loads((root / "facts/one.json").read_text())
    lines = (root / "labels/one.txt").read_text().splitlines()
    assert len(lines) == len(facts["tiles"]) == len(made.labels)
    assert yolo_lines(made).splitlines() == lines
    name, cx, cy, w, h = lines[0].split()
    x0, y0, x1, y1 = facts["tiles"][0]["box"]
    assert int(name) == facts["tiles"][0]["class"]
    assert float(cx) * facts["width"] == pytest.approx((x0 + x1) / 2, abs=0.01)
    assert float(h) * facts["height"] == pytest.approx(y1 - y0, abs=0.01)
    assert float(cy) <= 1
    assert float(w) <= 1


def test_unknown_splits_and_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="split"):
        scene(0, "test")
    with pytest.raises(ValueError, match="longest"):
        scene(0, "train", 100)
