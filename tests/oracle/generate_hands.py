"""From a complete hand to what lies on the table: called sets, kongs, wild tiles, the winning tile."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from generate_drafts import Draft
from oracle_case import SEATS
from oracle_shapes import KINDS, Block, is_run

from scorer.tiles import format_tiles

KONG_TYPES = ("ming_gang", "bu_gang", "an_gang")


@dataclass(frozen=True)
class Laid:
    """The winner's tiles; ``concealed`` still holds the winning tile."""

    concealed: tuple[str, ...]
    melds: tuple[dict[str, Any], ...]


def lay_out(rng: Random, draft: Draft, winner: str, *, chi: bool = True) -> Laid:
    """Call some of the sets of a draft, in random order, by random players."""
    if draft.loose:
        return Laid(draft.loose, ())
    copies = Counter([tile for block in draft.blocks for tile in block] + [draft.pair, draft.pair])
    share = 0.0 if rng.random() < 0.35 else rng.random()
    share = 1.0 if draft.kongs or draft.all_called else share
    melds, concealed = [], [draft.pair, draft.pair]
    for block in rng.sample(draft.blocks, len(draft.blocks)):
        callable_set = chi or not is_run(block)
        if not callable_set or rng.random() >= share * (0.3 if draft.closed else 1):
            concealed += block
            continue
        kind, extra = "chi" if is_run(block) else "peng", ()
        fourth_free = not is_run(block) and copies[block[0]] == 3 and not draft.all_called
        if fourth_free and (draft.closed or draft.kongs or rng.random() < 0.4):
            kind, extra = "an_gang" if draft.closed else rng.choice(KONG_TYPES), block[:1]
        if draft.closed and kind != "an_gang":
            concealed += block
            continue
        copies.update(extra)
        melds.append(meld_of(rng, kind, (*block, *extra), winner))
    return Laid(tuple(concealed), tuple(melds))


def meld_of(rng: Random, kind: str, tiles: Block, winner: str) -> dict[str, Any]:
    meld: dict[str, Any] = {"type": kind, "tiles": list(tiles)}
    if kind == "chi":
        meld["from"] = SEATS[SEATS.index(winner) - 1]
    elif kind != "an_gang":
        meld["from"] = rng.choice([seat for seat in SEATS if seat != winner])
    if "from" in meld and rng.random() < 0.05:
        del meld["from"]
    return meld


def with_wilds(rng: Random, laid: Laid, wild: str, wilds: int) -> Laid | None:
    """Let 白板 stand in for natural tiles of the wild kind and put wild tiles in place of others.

    Returns None when the hand does not lend itself: a fifth 白板, too many wild tiles.
    """
    concealed = list(laid.concealed)
    if wild != "B":
        concealed = ["B" if tile == wild and rng.random() < 0.7 else tile for tile in concealed]
    missing = wilds - concealed.count(wild)
    if missing < 0:
        return None
    places = [place for place, tile in enumerate(concealed) if tile != wild]
    for place in rng.sample(places, min(missing, len(places))):
        concealed[place] = wild
    melds = []
    for meld in laid.melds:
        if wild == "B" and "B" in meld["tiles"]:
            return None
        tiles = ["B" if tile == wild else tile for tile in meld["tiles"]]
        melds.append({**meld, "tiles": tiles})
    copies = Counter(concealed + [tile for meld in melds for tile in meld["tiles"]])
    return Laid(tuple(concealed), tuple(melds)) if max(copies.values()) <= 4 else None


def unconnected_hand(rng: Random, wild: str, wilds: int) -> Laid | None:
    """丽水 不搭: suit tiles of one suit three ranks apart, honours all different."""
    tiles: list[str] = []
    for suit in "mps":
        ranks = rng.choice(("147", "258", "369", "148", "159", "149", "259", "269", "158", "27", "38", "19"))
        tiles += [rank + suit for rank in ranks]
    tiles += rng.sample(KINDS[27:], min(7, rng.randint(4, 7)))
    tiles = [tile for tile in tiles if tile != wild]
    if len(tiles) < 14 - wilds:
        return None
    return Laid((*rng.sample(tiles, 14 - wilds), *[wild] * wilds), ())


def eight_pairs(rng: Random) -> Laid:
    """温州: eight pairs and one more tile, four alike now and then."""
    kinds = rng.sample(KINDS if rng.random() < 0.6 else KINDS[:9] + KINDS[27:], 8)
    if rng.random() < 0.3:
        kinds[0] = kinds[1]
    tiles = sorted(kinds * 2)
    odd = rng.choice([kind for kind in KINDS if tiles.count(kind) < 4])
    return Laid((*tiles, odd), ())


def three_wilds_alone(rng: Random, wild: str) -> Laid:
    """温州: three wild tiles and anything else."""
    others = [kind for kind in KINDS for _ in range(4) if kind != wild]
    return Laid((*rng.sample(others, 14), wild, wild, wild), ())


def choose_winning_tile(rng: Random, laid: Laid, method: str, wild: str | None) -> str | None:
    """A concealed tile that may be won this way: a wild tile only by self-draw, a robbed one if single."""
    copies = Counter(laid.concealed)
    copies.update(tile for meld in laid.melds for tile in meld["tiles"])
    fitting = list(laid.concealed)
    if method != "self_draw":
        fitting = [tile for tile in fitting if tile != wild]
    if method == "rob_kong":
        fitting = [tile for tile in fitting if copies[tile] == 1]
    if method == "self_draw" and wild in laid.concealed and rng.random() < 0.3:
        return wild
    return rng.choice(fitting) if fitting else None


def hand_json(rng: Random, laid: Laid, win: str) -> dict[str, Any]:
    concealed = list(laid.concealed)
    concealed.remove(win)
    rng.shuffle(concealed)
    melds = [{**meld, "tiles": written(rng, meld["tiles"])} for meld in laid.melds]
    return {"concealed": format_tiles(concealed), "melds": melds, "win": win}


def written(rng: Random, tiles: Sequence[str]) -> str:
    return format_tiles(rng.sample(tiles, len(tiles)))
