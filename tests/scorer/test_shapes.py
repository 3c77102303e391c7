"""Every reading of concealed tiles, found by brute force over all sets of groups and compared."""

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest

from scorer.groups import PAIRS, RUN_STARTS, RUNS, TRIPLETS, Group
from scorer.shapes import decompositions
from scorer.tiles import INDEX, parse_tiles
from scorer.waits import completes, waiting_kinds

SETS = [*(RUNS[first] for first in RUN_STARTS), *TRIPLETS]


def counts_of(text: str) -> list[int]:
    counts = [0] * 34
    for tile in parse_tiles(text):
        counts[INDEX[tile]] += 1
    return counts


def text_of(groups: tuple[Group, ...], pair: Group) -> str:
    return " ".join([*sorted(group.text for group in groups), pair.text])


def readings(text: str, jokers: int = 0) -> list[str]:
    return sorted(text_of(*reading) for reading in decompositions(counts_of(text), jokers))


def by_brute_force(counts: list[int], jokers: int, kinds: range) -> list[str]:
    """All sets and pairs that need exactly the natural tiles and the jokers, out of some kinds only."""
    sets = (sum(counts) + jokers - 2) // 3
    allowed = [group for group in SETS if set(group.kinds) <= set(kinds)]
    found = []
    for groups in combinations_with_replacement(allowed, sets):
        needed = Counter(kind for group in groups for kind in group.kinds)
        for kind in kinds:
            needed[kind] += 2
            if all(needed[one] >= counts[one] for one in kinds):
                found.append(text_of(groups, PAIRS[kind]))
            needed[kind] -= 2
    return sorted(found)


def test_a_block_of_one_suit_can_have_several_readings():
    assert readings("222333444m 55m 678s") == [
        "222m 333m 444m 678s 55m",
        "234m 234m 234m 678s 55m",
        "234m 345m 345m 678s 22m",
    ]


def test_tiles_that_do_not_split_have_no_reading():
    for text in (
        "123m 456p 789s 11p 3s",
        "1122m 456p 789s 111p 23s",
        "EEE SSS WWW NN CC F",
        "1111m 456p 789s 111p 2s",
    ):
        assert readings(text) == []


def test_one_wild_tile_completes_in_every_way():
    # 23 wants 1 or 4; the pair is there.
    assert readings("23m 55p", 1) == ["123m 55p", "234m 55p"]
    assert readings("5p", 1) == ["55p"]


def test_wild_tiles_alone_may_be_anything():
    assert len(readings("", 2)) == 34
    # Three wilds as any triplet or run; or one as the third 5p and two as any other pair.
    assert len(readings("55p", 3)) == 34 + 21 + 33


@pytest.mark.parametrize("jokers", [0, 1, 2, 3])
def test_one_suit_readings_agree_with_brute_force(jokers):
    random = Random(jokers)
    kinds = range(9)
    for _ in range(60):
        deck = [kind for kind in kinds for _ in range(4)]
        counts = [0] * 34
        for kind in random.sample(deck, 8 - jokers):
            counts[kind] += 1
        assert readings_of(counts, jokers, kinds) == by_brute_force(counts, jokers, kinds)


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_honour_readings_agree_with_brute_force(jokers):
    random = Random(jokers)
    kinds = range(27, 34)
    for _ in range(60):
        deck = [kind for kind in kinds for _ in range(4)]
        counts = [0] * 34
        for kind in random.sample(deck, 8 - jokers):
            counts[kind] += 1
        assert readings_of(counts, jokers, kinds) == by_brute_force(counts, jokers, kinds)


def readings_of(counts: list[int], jokers: int, kinds: range) -> list[str]:
    """Readings that stay within some kinds: wild tiles could be groups of any other."""
    return sorted(
        text_of(groups, pair)
        for groups, pair in decompositions(counts, jokers)
        if set(pair.kinds) <= set(kinds) and all(set(group.kinds) <= set(kinds) for group in groups)
    )


@pytest.mark.parametrize(
    ("shape", "text", "jokers", "whole"),
    [
        ("standard", "123m 456p 789s 111p 33s", 0, True),
        ("standard", "123m 456p 789s 11p 33s", 1, True),
        ("standard", "147m 258p 369s ESWN", 1, False),
        ("seven_pairs", "1111m 5577p 2244s 66s", 0, True),
        ("seven_pairs", "1133m 5577p 2244s 6s", 1, True),
        ("seven_pairs", "1133m 5577p 2244s 67s", 0, False),
        ("seven_pairs", "1133m 5577p 2244s", 0, False),
        ("eight_pairs", "1122m 4466p 3399s EEWW 5m", 0, True),
        ("eight_pairs", "1122m 4466p 3399s EEWS 5m", 0, False),
        ("eight_pairs", "1122m 4466p 3399s EEWW", 0, False),
        ("thirteen_orphans", "19m 19p 19s ESWNCFB 1m", 0, True),
        ("thirteen_orphans", "19m 19p 19s ESWNCFF 1m", 0, False),
        ("thirteen_orphans", "19m 19p 19s ESWNCFB", 1, True),
        ("thirteen_orphans", "19m 19p 19s ESWNCF 2m", 1, False),
        ("thirteen_orphans", "19m 19p 19s ESWNCFB", 0, False),
        ("unconnected", "147m 258p 369s ESWNC", 0, True),
        ("unconnected", "147m 258p 369s ESWN", 0, False),
        ("unconnected", "147m 258p 369s ESWNN", 0, False),
        ("unconnected", "146m 258p 369s ESWNC", 0, False),
        ("three_wilds", "147m 258p 369s ES", 3, True),
        ("three_wilds", "147m 258p 369s ESW", 2, False),
    ],
)
def test_whole_shapes(shape, text, jokers, whole):
    assert completes(shape, counts_of(text), jokers) == whole


def test_the_nine_sided_wait_and_a_wait_on_a_kind_that_is_gone():
    assert waiting_kinds(["standard"], counts_of("1112345678999p")) == tuple(range(9, 18))
    counts = counts_of("1111m 456p 789s 123s")
    assert waiting_kinds(["standard"], counts, full=1 << 0) == ()
