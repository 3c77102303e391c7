"""Refusing what cannot be: the checks of a winning claim, in the order of precedence of their errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from scorer.deal import WHITE, wild_kind
from scorer.errors import RuleError
from scorer.hand import MELD_TYPES, SEATS, WIN_BY, Context, Hand, Meld, next_seat
from scorer.rulesets.model import RuleSet
from scorer.tiles import INDEX
from scorer.validation_context import check_context

MOST_FLOWERS: Final = 8  # of a set: seasons and plants
SIZE: Final = {"chi": 3, "peng": 3, "ming_gang": 4, "bu_gang": 4, "an_gang": 4}


def check(rules: RuleSet, hand: Hand, context: Context) -> None:
    """Raise the first error that applies. Winning shape and minimum are checked by scoring itself.

    Raises:
        RuleError: with the codes up to ``wild_discarded``.
    """
    check_tiles(hand, context)
    wild = wild_kind(rules.values, rules.data, context)
    for meld in hand.melds:
        check_meld(rules, meld, context, wild)
    _check_wild_in_meld(hand, wild)
    _check_count(rules, hand)
    _check_copies(rules, hand, context, wild)
    check_context(rules, hand, context)
    check_method(rules, context)
    if wild is not None and INDEX[hand.win] == wild and context.win_by != "self_draw":
        raise RuleError("wild_discarded", "wild_discarded", tile=hand.win)


def check_tiles(hand: Hand, context: Context) -> None:
    """Every tile named must exist. Raises RuleError ``invalid_tile``."""
    tiles = [*hand.concealed, *context.horses, *[tile for tile in (hand.win, context.wild) if tile]]
    for meld in hand.melds:
        tiles += meld.tiles
    for tile in tiles:
        if tile not in INDEX:
            raise RuleError("invalid_tile", "invalid_tile", text=tile)


def check_meld(rules: RuleSet, meld: Meld, context: Context, wild: int | None) -> None:
    """A meld must be known to the rule set, made of fitting tiles, fed by a seat that can have fed it."""
    if meld.type not in MELD_TYPES:
        raise RuleError("illegal_meld", "meld_type", text=meld.type)
    if meld.type == "gang_unknown":
        raise RuleError("illegal_meld", "meld_kong_unknown", tiles=meld.tiles)
    if meld.type not in rules.data["calls"]:
        raise RuleError("illegal_meld", "meld_not_played", meld=meld.type, tiles=meld.tiles)
    if not _fits(meld, wild, WHITE if rules.data.get("stand_in") else None):
        raise RuleError("illegal_meld", "meld_tiles", meld=meld.type, tiles=meld.tiles)
    if meld.source is None:
        return
    if meld.source not in SEATS:
        raise RuleError("illegal_meld", "meld_seat", text=meld.source)
    if meld.type == "an_gang":
        raise RuleError("illegal_meld", "meld_concealed_fed", tiles=meld.tiles)
    if meld.source == context.winner:
        raise RuleError("illegal_meld", "meld_from_self", tiles=meld.tiles)
    if meld.type == "chi" and next_seat(meld.source) != context.winner:
        raise RuleError("illegal_meld", "meld_chow_seat", tiles=meld.tiles, feeder=meld.source)


def _fits(meld: Meld, wild: int | None, stand_in: int | None) -> bool:
    """Whether the tiles make up the meld. A wild tile fits here: that it may not is another error."""
    if len(meld.tiles) != SIZE[meld.type]:
        return False
    kinds = [INDEX[tile] for tile in meld.tiles]
    if wild is not None:
        natural = [wild if kind == stand_in and wild != WHITE else kind for kind in kinds]
        if _same_or_run(meld, natural):
            return True
        kinds = [natural[place] for place, kind in enumerate(kinds) if kind != wild]
        if len(kinds) == len(natural):
            return False
        return not kinds or any(
            _same_or_run(meld, sorted((*kinds, *filler)))
            for filler in _fillers(len(natural) - len(kinds), min(kinds), meld.type)
        )
    return _same_or_run(meld, kinds)


def _fillers(missing: int, low: int, type_: str) -> list[tuple[int, ...]]:
    if type_ != "chi":
        return [(low,) * missing]
    near = range(max(low - 2, 0), min(low + 3, 27))
    return [(kind,) for kind in near] if missing == 1 else [(one, two) for one in near for two in near]


def _same_or_run(meld: Meld, kinds: list[int]) -> bool:
    if meld.type != "chi":
        return len(set(kinds)) == 1
    low, middle, high = sorted(kinds)
    return high < 27 and low % 9 <= 6 and (middle, high) == (low + 1, low + 2)


def _check_wild_in_meld(hand: Hand, wild: int | None) -> None:
    for meld in hand.melds:
        for tile in meld.tiles:
            if INDEX[tile] == wild:
                raise RuleError("wild_in_meld", "wild_in_meld", tile=tile, tiles=meld.tiles)


def _check_count(rules: RuleSet, hand: Hand) -> None:
    needed = 3 * (rules.data["sets"] - len(hand.melds)) + 1
    if not hand.win:
        raise RuleError("wrong_tile_count", "no_winning_tile")
    if len(hand.concealed) != needed:
        raise RuleError(
            "wrong_tile_count",
            "wrong_tile_count",
            have=len(hand.concealed),
            need=max(needed, 1),
            melds=len(hand.melds),
        )


def _check_copies(rules: RuleSet, hand: Hand, context: Context, wild: int | None) -> None:
    counts = _count_copies(rules, (hand,), wild)
    if context.win_by == "rob_kong" and counts[hand.win] > 1:
        raise RuleError("too_many_copies", "robbed_copy", tile=hand.win)


def check_together(rules: RuleSet, hands: Sequence[Hand], context: Context) -> None:
    """What each hand may hold, all winners of a deal may hold together; the tile that they won on is one.

    Args:
        hands: at least one, all with the same winning tile, and checked one by one.

    Raises:
        RuleError: ``too_many_copies``.
    """
    _count_copies(rules, hands, wild_kind(rules.values, rules.data, context))


def _count_copies(rules: RuleSet, hands: Sequence[Hand], wild: int | None) -> Counter[str]:
    flowers = sum(hand.flowers for hand in hands)
    if flowers > MOST_FLOWERS:
        raise RuleError("too_many_copies", "too_many_flowers", have=flowers, limit=MOST_FLOWERS)
    counts = Counter([hands[0].win])
    for hand in hands:
        counts.update(hand.concealed)
        for meld in hand.melds:
            counts.update(meld.tiles)
    for tile, number in counts.items():
        if number > 4:
            raise RuleError("too_many_copies", "too_many_copies", tile=tile, have=number)
        # The turned-up tile stays on the table, so three of its kind are left.
        if number > 3 and INDEX[tile] == wild and rules.values.get("wild", rules.data["wild"]) == "indicator":
            raise RuleError("too_many_copies", "too_many_wilds", tile=tile)
    return counts


def check_method(rules: RuleSet, context: Context) -> None:
    """Raise RuleError ``illegal_win_method`` for a way of winning that the rules do not have."""
    if context.win_by not in WIN_BY:
        raise RuleError("illegal_win_method", "win_method", text=context.win_by)
    if context.win_by == "discard" and not rules.values.get("allow_discard_win", True):
        raise RuleError("illegal_win_method", "self_draw_only")
    if context.win_by == "rob_kong":
        if not rules.values.get("rob_kong", True):
            raise RuleError("illegal_win_method", "no_robbing")
        if context.robbed_gang != "bu_gang":
            raise RuleError("illegal_win_method", "robbed_kind", text=context.robbed_gang)
