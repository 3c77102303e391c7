"""Winning shapes, found by building every possible hand forward.

Nothing is searched in a given hand: for one suit all multisets of up to five sets, with and without a
pair, are written into a table once, and a hand is looked up there. Copies are not limited here: tiles
that wild tiles stand for may exceed the four of a real set.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product

HONOURS = ("E", "S", "W", "N", "C", "F", "B")
WINDS = HONOURS[:4]
DRAGONS = HONOURS[4:]
KINDS = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + HONOURS
PLACE = {kind: place for place, kind in enumerate(KINDS)}
ORPHANS = ("1m", "9m", "1p", "9p", "1s", "9s", *HONOURS)

Block = tuple[str, ...]
Split = tuple[tuple[Block, ...], str]


@dataclass(frozen=True)
class Reading:
    """One way to see a won hand: ``shape`` is standard, orphans or pairs.

    ``blocks`` are the concealed sets of a standard reading and ``pair`` its pair; both are empty otherwise.
    """

    shape: str
    blocks: tuple[Block, ...] = ()
    pair: str = ""


def is_run(block: Sequence[str]) -> bool:
    return block[0] != block[1]


@cache
def _table(group: str, most: int) -> dict[tuple[int, ...], list[tuple[tuple[Block, ...], str]]]:
    """All hands of one suit (or of the honours, group ``z``) of up to ``most`` sets, by their tile counts."""
    kinds = HONOURS if group == "z" else tuple(f"{rank}{group}" for rank in range(1, 10))
    sets: list[Block] = [(kind, kind, kind) for kind in kinds]
    if group != "z":
        sets += [(kinds[start], kinds[start + 1], kinds[start + 2]) for start in range(7)]
    table: dict[tuple[int, ...], list[tuple[tuple[Block, ...], str]]] = {}
    for size in range(most + 1):
        for blocks in combinations_with_replacement(sets, size):
            counts = dict.fromkeys(kinds, 0)
            for block in blocks:
                for tile in block:
                    counts[tile] += 1
            table.setdefault(tuple(counts.values()), []).append((blocks, ""))
            for pair in kinds:
                counts[pair] += 2
                table.setdefault(tuple(counts.values()), []).append((blocks, pair))
                counts[pair] -= 2
    return table


def count_kinds(tiles: Sequence[str]) -> list[int]:
    counts = [0] * 34
    for tile in tiles:
        counts[PLACE[tile]] += 1
    return counts


def splits_of_counts(counts: Sequence[int], sets: int) -> list[Split]:
    """Every way to make exactly ``sets`` sets and one pair of the tiles counted (in the order of KINDS)."""
    groups = (counts[0:9], counts[9:18], counts[18:27], counts[27:34])
    rests = [sum(group) % 3 for group in groups]
    if rests.count(2) != 1 or rests.count(1) != 0:
        return []
    most = 4 if sets <= 4 else 5
    ways = [_table(name, most).get(tuple(group)) for name, group in zip("mpsz", groups, strict=True)]
    if None in ways:
        return []
    found = []
    for parts in product(*(way for way in ways if way is not None)):
        blocks = tuple(block for part in parts for block in part[0])
        pairs = [part[1] for part in parts if part[1]]
        if len(blocks) == sets and len(pairs) == 1:
            found.append((blocks, pairs[0]))
    return found


def is_orphans(tiles: Sequence[str]) -> bool:
    return len(tiles) == 14 and set(tiles) == set(ORPHANS)


def is_pairs(tiles: Sequence[str]) -> bool:
    """Seven pairs; four alike are two pairs."""
    return len(tiles) == 14 and all(number % 2 == 0 for number in Counter(tiles).values())


def readings(
    tiles: Sequence[str], melds: int, *, pairs: bool, orphans: bool = True, sets: int = 4
) -> list[Reading]:
    """Every reading of the concealed tiles, the winning tile among them."""
    found = [
        Reading("standard", blocks, pair)
        for blocks, pair in splits_of_counts(count_kinds(tiles), sets - melds)
    ]
    if melds == 0 and pairs and is_pairs(tiles):
        found.append(Reading("pairs"))
    if melds == 0 and orphans and is_orphans(tiles):
        found.append(Reading("orphans"))
    return found


def wild_counts(real: Sequence[str], wilds: int, targets: Sequence[str]) -> Iterator[list[int]]:
    """The tile counts for every way to let each wild tile stand for one of the target kinds."""
    counts = count_kinds(real)
    for stand_for in combinations_with_replacement(targets, wilds):
        for kind in stand_for:
            counts[PLACE[kind]] += 1
        yield counts
        for kind in stand_for:
            counts[PLACE[kind]] -= 1


def is_wind(tile: str) -> bool:
    return tile in WINDS


def is_dragon(tile: str) -> bool:
    return tile in DRAGONS


def is_honour(tile: str) -> bool:
    return tile in HONOURS


def is_terminal(tile: str) -> bool:
    return tile[0] in "19"


def is_yao(tile: str) -> bool:
    return is_honour(tile) or is_terminal(tile)


def suits_of(tiles: Sequence[str]) -> set[str]:
    return {tile[1] for tile in tiles if not is_honour(tile)}


def one_suit_only(tiles: Sequence[str]) -> bool:
    return len(suits_of(tiles)) == 1 and not any(map(is_honour, tiles))


def one_suit_and_honours(tiles: Sequence[str]) -> bool:
    return len(suits_of(tiles)) == 1 and any(map(is_honour, tiles))


def honours_only(tiles: Sequence[str]) -> bool:
    return all(map(is_honour, tiles))


def holds_nine_gates(tiles: Sequence[str]) -> bool:
    """14 tiles of one suit that contain 1112345678999."""
    if len(tiles) != 14 or not one_suit_only(tiles):
        return False
    count = Counter(int(tile[0]) for tile in tiles)
    return count[1] >= 3 and count[9] >= 3 and all(count[rank] >= 1 for rank in range(2, 9))


def is_pure_nine_gates(held: Sequence[str]) -> bool:
    """The 13 tiles held are exactly 1112345678999 of one suit."""
    return (
        len(held) == 13
        and one_suit_only(held)
        and "".join(sorted(tile[0] for tile in held)) == "1112345678999"
    )
