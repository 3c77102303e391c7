"""Complete hands in many styles, so that rare rows come up as often as common ones.

A draft is the whole hand before anything is called: sets and a pair, or loose tiles of another shape.
"""

# ruff: noqa: C901, PLR0912
# One branch for each kind of case reads best in one list.

from collections import Counter
from dataclasses import dataclass
from random import Random

from oracle_shapes import DRAGONS, HONOURS, KINDS, ORPHANS, WINDS, Block

RUNS: tuple[Block, ...] = tuple(
    (f"{rank}{suit}", f"{rank + 1}{suit}", f"{rank + 2}{suit}") for suit in "mps" for rank in range(1, 8)
)
TRIPLETS: tuple[Block, ...] = tuple((kind,) * 3 for kind in KINDS)


@dataclass(frozen=True)
class Draft:
    """``blocks`` and ``pair``, or ``loose`` tiles; ``closed`` keeps every set concealed (or an_gang)."""

    blocks: tuple[Block, ...] = ()
    pair: str = ""
    loose: tuple[str, ...] = ()
    closed: bool = False
    kongs: bool = False
    all_called: bool = False


def triplet(kind: str) -> Block:
    return (kind,) * 3


def run(rank: int, suit: str) -> Block:
    return (f"{rank}{suit}", f"{rank + 1}{suit}", f"{rank + 2}{suit}")


def fill(
    rng: Random,
    sets: int,
    fixed: list[Block],
    pool: list[Block] | tuple[Block, ...],
    pairs: list[str] | tuple[str, ...] = KINDS,
) -> Draft:
    """Add sets of the pool and a pair until the hand is full; no kind comes up five times."""
    for _ in range(300):
        blocks = fixed[:sets] + [rng.choice(pool) for _ in range(sets - len(fixed))]
        pair = rng.choice(pairs)
        copies = Counter([tile for block in blocks for tile in block] + [pair, pair])
        if max(copies.values()) <= 4:
            return Draft(tuple(blocks), pair)
    return fill(rng, sets, [], RUNS, KINDS)


def inside(kinds: set[str]) -> list[Block]:
    """All sets made of the given kinds alone."""
    return [block for block in RUNS + TRIPLETS if set(block) <= kinds]


def colour_draft(rng: Random, style: str, sets: int) -> Draft:
    """Hands of one suit, of one suit and honours, of yao tiles, of few numbers."""
    suit = rng.choice("mps")
    flush = {f"{rank}{suit}" for rank in range(1, 10)}
    terminals = {kind for kind in KINDS if kind[0] in "19"}
    kinds = {
        "half_flush": flush | set(HONOURS),
        "half_flush_triplets": flush | set(HONOURS),
        "full_flush": flush,
        "full_flush_triplets": flush,
        "terminals": terminals,
        "yao": terminals | set(HONOURS),
        "honours": set(HONOURS),
        "green": {"2s", "3s", "4s", "6s", "8s", "F"},
        "ranks_258": {kind for kind in KINDS if kind[0] in "258"},
        "no_yao": {kind for kind in KINDS if kind[0] in "2345678"},
        "two_suits": {kind for kind in KINDS if kind not in HONOURS and kind[1] != suit},
    }
    if style in ("two_numbers", "three_numbers"):
        numbers = rng.sample([*"123456789", "ESWN", "CFB"], 2 if style == "two_numbers" else 3)
        kinds[style] = {kind for kind in KINDS if any(kind[0] in number for number in numbers)}
    chosen = kinds[style]
    only_triplets = style in ("half_flush_triplets", "full_flush_triplets")
    pool = [block for block in inside(chosen) if not only_triplets or block in TRIPLETS]
    fixed = [triplet(rng.choice(HONOURS))] if style.startswith("half") and rng.random() < 0.6 else []
    return fill(rng, sets, fixed, pool, sorted(chosen))


def pattern_draft(rng: Random, style: str, sets: int) -> Draft:
    """Hands built around two to four sets that belong together."""
    suit, other = rng.sample("mps", 2)
    rank = rng.randint(1, 7)
    dragons, winds = rng.sample(DRAGONS, 3), rng.sample(WINDS, 4)
    pairs: list[str] | tuple[str, ...] = KINDS
    pool: list[Block] | tuple[Block, ...] = RUNS + TRIPLETS
    fixed: list[Block] = []
    if style == "little_dragons":
        fixed, pairs = [triplet(dragons[0]), triplet(dragons[1])], [dragons[2]]
    elif style == "big_dragons":
        fixed = [triplet(kind) for kind in dragons]
    elif style == "little_winds":
        fixed, pairs = [triplet(kind) for kind in winds[:3]], [winds[3]]
    elif style == "big_winds":
        fixed = [triplet(kind) for kind in winds]
    elif style == "two_dragons":
        fixed = [triplet(kind) for kind in dragons[:2]]
    elif style in ("three_steps", "four_steps"):
        length = 3 if style == "three_steps" else 4
        start = rng.randint(1, 10 - length)
        fixed = [triplet(f"{start + step}{suit}") for step in range(length)]
    elif style == "three_colours_triplets":
        fixed = [triplet(f"{rng.randint(1, 9)}m")]
        fixed += [triplet(f"{fixed[0][0][0]}p"), triplet(f"{fixed[0][0][0]}s")]
    elif style == "three_colours_runs":
        fixed = [run(rank, "m"), run(rank, "p"), run(rank, "s")]
    elif style == "straight":
        fixed = [run(1, suit), run(4, suit), run(7, suit)]
    elif style == "old_and_young":
        fixed = (
            [run(1, suit), run(7, suit)] if rng.random() < 0.5 else [triplet(f"1{suit}"), triplet(f"9{suit}")]
        )
    elif style == "twins":
        fixed = [run(rank, suit)] * rng.choice((2, 2, 3))
    elif style == "double_twins":
        fixed = [run(rank, suit)] * 2 + [run(rng.randint(1, 7), other)] * 2
    elif style == "everywhere":
        number = rng.randint(1, 9)
        pool = [block for block in inside(set(KINDS)) if any(tile[0] == str(number) for tile in block)]
        pairs = [f"{number}{colour}" for colour in "mps"]
    elif style == "outside":
        pool = [block for block in inside(set(KINDS)) if any(tile[0] in "19ESWNCFB" for tile in block)]
        if rng.random() < 0.4:
            pool = [block for block in pool if block[0] not in HONOURS]
        pairs = [kind for kind in KINDS if kind[0] in "19"] if rng.random() < 0.5 else list(ORPHANS)
    elif style == "four_in_one":
        fixed = [triplet(f"{rank}{suit}"), run(rank, suit)]
    elif style == "four_in_two":
        fixed, pairs = [run(rank, suit)] * 2, [f"{rank + rng.randint(0, 2)}{suit}"]
    return fill(rng, sets, fixed, pool, pairs)


def loose_draft(rng: Random, style: str) -> Draft:
    """Fourteen tiles of another shape: thirteen orphans, nine gates, seven pairs."""
    if style == "orphans":
        return Draft(loose=(*ORPHANS, rng.choice(ORPHANS)))
    suit = rng.choice("mps")
    if style == "nine_gates":
        return Draft(loose=tuple(f"{rank}{suit}" for rank in f"1112345678999{rng.randint(1, 9)}"))
    kinds = list(KINDS)
    if style == "pairs_one_suit":
        kinds = [f"{rank}{suit}" for rank in range(1, 10)]
    elif style == "pairs_honours":
        kinds = list(HONOURS)
    chosen = rng.sample(kinds, 7)
    if style == "pairs_four_alike":
        chosen[0] = chosen[1]
    if style == "pairs_of_runs":
        rank, low = rng.randint(1, 7), rng.randint(1, 7)
        second = rng.choice("mps")
        chosen = [*run(rank, suit), *run(low, second), rng.choice(KINDS)]
    tiles = sorted(chosen * 2)
    return Draft(loose=tuple(tiles)) if max(Counter(tiles).values()) <= 4 else loose_draft(rng, "pairs")


COLOUR_STYLES = (
    "half_flush",
    "half_flush_triplets",
    "full_flush",
    "full_flush_triplets",
    "terminals",
    "yao",
    "honours",
    "green",
    "ranks_258",
    "no_yao",
    "two_suits",
    "two_numbers",
    "three_numbers",
)
PATTERN_STYLES = (
    "anything",
    "little_dragons",
    "big_dragons",
    "two_dragons",
    "little_winds",
    "big_winds",
    "three_steps",
    "four_steps",
    "three_colours_triplets",
    "three_colours_runs",
    "straight",
    "old_and_young",
    "twins",
    "double_twins",
    "everywhere",
    "outside",
    "four_in_one",
    "four_in_two",
)
LOOSE_STYLES = (
    "orphans",
    "nine_gates",
    "pairs",
    "pairs_one_suit",
    "pairs_honours",
    "pairs_four_alike",
    "pairs_of_runs",
)
PLAIN_STYLES = ("runs", "triplets", "concealed_triplets", "kongs", "all_called")
STYLES = PLAIN_STYLES + COLOUR_STYLES + PATTERN_STYLES + LOOSE_STYLES


def draft_of(rng: Random, style: str, sets: int) -> Draft:
    """A hand in one of STYLES with ``sets`` sets (loose styles always have fourteen tiles)."""
    if style in COLOUR_STYLES:
        return colour_draft(rng, style, sets)
    if style in PATTERN_STYLES:
        return pattern_draft(rng, style, sets)
    if style in LOOSE_STYLES:
        return loose_draft(rng, style)
    if style == "runs":
        return fill(rng, sets, [], RUNS)
    plain = fill(rng, sets, [], TRIPLETS if style != "all_called" else RUNS + TRIPLETS)
    return Draft(
        plain.blocks,
        plain.pair,
        closed=style == "concealed_triplets",
        kongs=style == "kongs",
        all_called=style == "all_called",
    )


def draft_with(rng: Random, tile: str, sets: int) -> Draft:
    """A hand that holds the given tile, for several winners on one discard."""
    fixed = [block for block in RUNS + TRIPLETS if tile in block]
    return fill(rng, sets, [rng.choice(fixed)], RUNS + TRIPLETS)
