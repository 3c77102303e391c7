"""The machine that tells winning counts, against the scorer's own shapes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.tiles import INDEX, KINDS, YAO, parse_tiles
from scorer.waits import completes
from vision.automaton import WHITE, Win, machine

SETS = [(kind,) * 3 for kind in range(34)] + [(k, k + 1, k + 2) for k in range(27) if k % 9 <= 6]


def counts_of(tiles: str) -> list[int]:
    found = parse_tiles(tiles)
    return [found.count(kind) for kind in KINDS]


@st.composite
def hands(draw: st.DrawFn) -> list[int]:
    """Fourteen tiles that win, nearly win or are thrown together."""
    shape = draw(st.sampled_from(["sets", "pairs", "orphans", "apart", "anything"]))
    kinds = st.integers(0, 33)
    if shape == "sets":
        sets = draw(st.lists(st.sampled_from(SETS), min_size=4, max_size=4))
        tiles = [*(tile for one in sets for tile in one), *[draw(kinds)] * 2]
    elif shape == "pairs":
        tiles = [kind for kind in draw(st.lists(kinds, min_size=7, max_size=7)) for _ in range(2)]
    elif shape == "orphans":
        tiles = [*(INDEX[kind] for kind in YAO), draw(kinds)]
    elif shape == "apart":
        tiles = [0, 3, 6, 9, 13, 16, 18, 22, *draw(st.lists(kinds, min_size=6, max_size=6, unique=True))]
    else:
        tiles = draw(st.lists(kinds, min_size=14, max_size=14))
    if draw(st.booleans()):
        tiles[draw(st.integers(0, 13))] = draw(kinds)
    return [tiles.count(kind) for kind in range(34)]


@given(hands())
def test_the_usual_shapes_are_those_of_the_scorer(counts: list[int]) -> None:
    shapes = ("standard", "seven_pairs", "thirteen_orphans")
    truth = max(counts) <= 4 and any(completes(shape, counts) for shape in shapes)
    assert machine(Win(shapes=shapes)).accepts(counts) == truth


@given(hands(), st.integers(0, 33), st.booleans())
def test_so_are_shapes_with_wild_tiles(counts: list[int], wild: int, stand_in: bool) -> None:
    shapes = ("standard", "seven_pairs", "unconnected")
    if max(counts) > 4 or counts[wild] > 3:
        return
    lying, natural = list(counts), list(counts)
    jokers, lying[wild], natural[wild] = counts[wild], 0, 0
    if stand_in and wild != WHITE:
        natural[wild], natural[WHITE] = natural[WHITE], 0
    truth = any(completes(shape, natural, jokers) for shape in shapes[:2]) or completes(
        shapes[2], lying, jokers
    )
    assert machine(Win((4,), shapes, wild, stand_in)).accepts(counts) == truth


@pytest.mark.parametrize(
    ("tiles", "melds", "whole"),
    [
        ("123m456p789sEEECC", 0, True),
        ("123m456p789s123sEEECC", 0, True),  # sixteen tiles and the winning one
        ("1111m456p789sEEECC", 0, True),  # a kong not set apart
        ("CC", 4, True),
        ("CC", 5, True),
        ("1133557799mEECC", 1, False),
    ],
)
def test_sets_and_melds(tiles: str, melds: int, whole: bool) -> None:
    assert machine(Win(), melds).accepts(counts_of(tiles)) == whole


def test_eight_pairs_and_any_seventeenth_tile_win_in_wenzhou() -> None:
    win = Win((5,), ("standard", "eight_pairs", "three_wilds"), INDEX["5p"])
    assert machine(win).accepts(counts_of("1133557799m22pEECCF"))
    assert machine(win).accepts(counts_of("123456m555pEECCFB"))  # three wild tiles alone
    assert not machine(win).accepts(counts_of("1133557799m22pEECFB"))


def test_sizes_that_no_win_has_are_known_beforehand() -> None:
    assert machine(Win()).can_hold(14, 14)
    assert machine(Win()).can_hold(12, 14)
    assert not machine(Win()).can_hold(13, 13)
    assert machine(Win(), 4).can_hold(2, 2)
    assert not machine(Win(), 4).can_hold(3, 3)


def test_an_unknown_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="nine_pairs"):
        Win(shapes=("nine_pairs",))
