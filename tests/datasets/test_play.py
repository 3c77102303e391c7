"""Tables in play: nothing lies in anything else, shadows fall away from the lamp, things hide tiles."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from datasets.body import Body, Placement, place
from datasets.camera import look
from datasets.catalogue import DESIGNS
from datasets.compose import Drawn, Light, draw, read_labels
from datasets.deck import Deck
from datasets.hands import OCCLUDED, reach_in
from datasets.pieces import Layout
from datasets.pile import Floor, overlap, pile
from datasets.play import shuffle, stacks, table
from datasets.solids import Solid, oblong

Maker = Callable[[np.random.Generator, Deck], Layout]
DESIGN = replace(DESIGNS["harbour"], depth=0.8)
LAMP = np.array([-0.6, 0.0, 0.8])


def _drawn(*placements: Placement, solids: tuple[Solid, ...] = ()) -> tuple[Drawn, list[Body]]:
    """Tiles seen straight from above on a grey table, in the light of a lamp to the left."""
    bodies = [place(placement, DESIGN) for placement in placements]
    points = np.vstack([body.corners() for body in bodies])
    camera = look(points, (480, 360), np.pi / 2, 0.0, 0.0, 0.4, 0.8)
    ground = np.full((360, 480, 3), 120, np.uint8)
    return draw(ground, camera, bodies, Light(LAMP, 0.6, 0.6, 0.3, 0.05), solids), bodies


def test_no_two_tiles_of_a_heap_overlap() -> None:
    deck = Deck(np.random.default_rng(4))
    made = pile(np.random.default_rng(5), deck, 60, (0.0, 0.0), 0.3)
    assert len(made) > 30
    shapes = [Floor().tile(placement, deck) for placement in made]
    for one in range(len(shapes)):
        for other in range(one):
            assert not overlap(shapes[one], shapes[other])


@pytest.mark.parametrize("maker", [table, stacks])
def test_nothing_on_a_table_lies_in_anything_else(maker: Maker) -> None:
    for seed in range(8):
        rng = np.random.default_rng(seed)
        deck = Deck(rng)
        low = [placement for placement in maker(rng, deck).placements if placement.z <= deck.depth * 0.75]
        shapes = [Floor().tile(placement, deck, 0.89) for placement in low]
        for one in range(len(shapes)):
            for other in range(one):
                assert not overlap(shapes[one], shapes[other])


def test_a_table_shows_backs_hands_discards_and_things() -> None:
    poses, roles, things = set(), set(), 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        layout = table(rng, Deck(rng))
        poses |= {placement.pose for placement in layout.placements}
        roles |= {placement.role for placement in layout.placements}
        things += layout.things + len(layout.solids)
        assert 0 < layout.focus <= len(layout.placements)
        # Other seats look the other way: their hands are turned by more than a quarter.
        assert max(abs(np.sin(placement.yaw / 2)) for placement in layout.placements) > 0.9
    assert {"up", "down", "stand"} <= poses
    assert {"hand", "table", "wall", "meld", "flower"} <= roles
    assert things > 20


@pytest.mark.parametrize("maker", [shuffle, stacks])
def test_heaps_and_walls_are_full_of_backs(maker: Maker) -> None:
    down = total = 0
    for seed in range(10):
        rng = np.random.default_rng(seed)
        layout = maker(rng, Deck(rng))
        down += sum(placement.pose == "down" for placement in layout.placements)
        total += len(layout.placements)
    assert down > 0.4 * total


def test_a_standing_tile_throws_its_shadow_on_the_lying_one_beside_it() -> None:
    lying = Placement(31, 0.0, 0.0)
    for side, shaded in ((-1.2, True), (1.2, False)):
        drawn, _ = _drawn(lying, Placement(4, side, 0.0, pose="stand"))
        face = drawn.painter.owner == 0
        dark = drawn.painter.shadow[face] > 0
        assert dark.any() == shaded
        if shaded:
            assert dark.mean() > 0.1
            light = drawn.painter.picture[face].mean(-1)
            assert np.percentile(light[dark], 90) < np.percentile(light[~dark], 50)


def test_things_before_a_tile_take_its_label() -> None:
    tiles = (Placement(31, 0.0, 0.0), Placement(4, 3.0, 0.0))
    assert len(read_labels(*_drawn(*tiles))) == 2
    box = Solid(oblong(0.0, 0.0, 1.3, 1.7, 0.0), 0.9, 1.2, (20, 20, 20), (20, 20, 20))
    (left,) = read_labels(*_drawn(*tiles, solids=(box,)))
    assert left.index == 4


@pytest.mark.parametrize(("covered", "labelled"), [(0.3, True), (0.5, True), (0.7, False), (1.0, False)])
def test_a_tile_hidden_by_more_than_three_fifths_has_no_label(covered: float, labelled: bool) -> None:
    tiles = (Placement(31, 0.0, 0.0), Placement(4, 3.0, 0.0))
    # A card just above the tile that hides so much of its face from the left.
    left, right = -1.5, covered - 0.5
    card = Solid(
        oblong((left + right) / 2, 0.0, right - left, 1.8, 0.0), 0.8, 0.81, (20, 20, 20), (20, 20, 20)
    )
    (whole,) = (label for label in read_labels(*_drawn(*tiles)) if label.index == 31)
    found = [label for label in read_labels(*_drawn(*tiles, solids=(card,))) if label.index == 31]
    assert len(found) == labelled
    for part in found:
        assert part.visible == pytest.approx(1 - covered, abs=0.08)
        # The box is tight about what can be seen.
        share = (part.box[2] - part.box[0]) / (whole.box[2] - whole.box[0])
        assert share == pytest.approx(1 - covered, abs=0.08)


def test_a_hand_reaches_in_and_covers_what_lies_under_it() -> None:
    picture = np.full((300, 400, 3), 90, np.uint8)
    owner = np.zeros((300, 400), np.int32)
    reach_in(np.random.default_rng(3), picture, owner, 30.0, np.array([200.0, 150.0]))
    covered = owner == OCCLUDED
    assert 0.03 < covered.mean() < 0.7
    assert covered[150, 200]
    # Skin is shaded, not one flat colour.
    assert picture[covered].std(0).min() > 8
