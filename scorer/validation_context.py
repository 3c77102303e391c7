"""Contexts that contradict themselves: who won, how, and the events claimed for it."""

from __future__ import annotations

from collections.abc import Iterable

from scorer.errors import RuleError
from scorer.hand import FLAGS, KONG_TYPES, SEATS, Context, Hand, Kong, next_seat
from scorer.rulesets.model import RuleSet
from scorer.tiles import WINDS

_READY = (None, "declared", "earth", "heaven")


def conflict(key: str, **params: object) -> RuleError:
    """The error of a context that cannot be."""
    return RuleError("context_conflict", key, **params)


def check_context(rules: RuleSet, hand: Hand, context: Context) -> None:
    """Raise RuleError ``context_conflict`` for the first contradiction."""
    _check_seats(context)
    _check_source(context)
    if context.flags or context.gang_from is not None:
        _check_flags(rules, hand, context)
        _check_first_round(rules, hand, context)
    _check_extras(rules, context)
    check_shared(rules, context)
    check_settled(rules, context)


def check_settled(rules: RuleSet, context: Context) -> None:
    """What a drawn deal needs too: streak, kongs and wild tiles to be paid."""
    check_seats((context.dealer,))
    limit = rules.values["max_streak"]
    if context.dealer_streak < 0 or (isinstance(limit, int) and context.dealer_streak > limit):
        raise conflict("dealer_streak", streak=context.dealer_streak)
    money = rules.data.get("kong_money")
    if money is not None:
        for kong in context.gangs:
            _check_kong(kong, feeder_pays=money["ming_gang"] == "feeder")
        for seat in SEATS:
            have = sum(kong.seat == seat for kong in context.gangs)
            if have > rules.data["sets"]:
                raise conflict("too_many_kongs", seat=seat, have=have, limit=rules.data["sets"])
    if rules.data.get("wild_money"):
        counts = context.caishen_counts
        check_seats(counts)
        if any(number < 0 for number in counts.values()) or sum(counts.values()) > 3:
            raise conflict("wild_counts", have=sum(counts.values()))


def check_seats(seats: Iterable[str]) -> None:
    """Raise for anything that is no seat."""
    for seat in seats:
        if seat not in SEATS:
            raise conflict("no_seat", text=seat)


def _check_seats(context: Context) -> None:
    check_seats((context.winner, context.dealer))
    for seat in (context.source, context.gang_from):
        if seat is not None:
            check_seats((seat,))
    for wind in (context.seat_wind, context.round_wind):
        if wind not in WINDS:
            raise conflict("no_wind", text=wind)


def _check_source(context: Context) -> None:
    if context.win_by == "self_draw":
        if context.source is not None:
            raise conflict("self_draw_from", seat=context.source)
    elif context.source is None:
        raise conflict("discard_from_nobody")
    elif context.source == context.winner:
        raise conflict("won_from_self", seat=context.winner)


def _check_flags(rules: RuleSet, hand: Hand, context: Context) -> None:
    flags = set(context.flags)
    for flag in context.flags:
        if flag not in FLAGS:
            raise conflict("unknown_flag", text=flag)
    kong_draw = flags & {"gang_draw", "double_gang_draw"}
    if kong_draw and context.win_by != "self_draw":
        raise conflict("kong_draw_by_discard")
    if kong_draw and not any(meld.type in KONG_TYPES for meld in hand.melds):
        raise conflict("kong_draw_without_kong")
    if context.gang_from is not None and context.gang_from == context.winner:
        raise conflict("gang_from", seat=context.gang_from)
    if "last_tile" in flags and context.win_by != "self_draw":
        raise conflict("last_tile_by_discard")
    if "last_discard" in flags and context.win_by != "discard":
        raise conflict("last_discard_by_draw")
    if "tian_hu" in flags and (context.winner != context.dealer or context.win_by != "self_draw"):
        raise conflict("heavenly_not_dealer")
    if "tian_hu" in flags and hand.melds:
        raise conflict("heavenly_with_meld")


def _check_first_round(rules: RuleSet, hand: Hand, context: Context) -> None:
    """Earthly and human wins; old style turns them about: rule-set data says how each may be won."""
    how = rules.data["first_round"]
    for flag in ("di_hu", "ren_hu"):
        if flag not in context.flags:
            continue
        if context.winner == context.dealer:
            raise conflict("first_round_dealer", flag=flag)
        if context.win_by != how[flag]:
            raise conflict(f"first_round_{how[flag]}", flag=flag)
        if hand.melds and flag not in how["melds_allowed"]:
            raise conflict("first_round_meld", flag=flag)
        if context.source is not None and context.source != context.dealer and needs_dealer(rules, flag):
            raise conflict("first_round_not_from_dealer", flag=flag)
        void = {"chi", "peng"}
        if rules.values.get("first_round_void_by", "any_call") == "any_call":
            void |= set(KONG_TYPES)
        for call in context.calls_before_win:
            if call in void:
                raise conflict("first_round_called", flag=flag, meld=call)


def needs_dealer(rules: RuleSet, flag: str) -> bool:
    """Whether an earthly or human win on a discard must be on the dealer's."""
    if flag == "ren_hu" and "ren_hu_scope" in rules.values:
        return bool(rules.value("ren_hu_scope") == "dealer_first_discard")
    return flag in rules.data["first_round"]["from_dealer"]


def _check_extras(rules: RuleSet, context: Context) -> None:
    if rules.values.get("wild", rules.data["wild"]) == "indicator" and context.wild is None:
        raise conflict("no_wild")
    if context.ready not in _READY:
        raise conflict("unknown_ready", text=context.ready)


def check_shared(rules: RuleSet, context: Context) -> None:
    """What a win without tiles needs too: horses drawn, liabilities, and who fed whom three melds."""
    horses = rules.values.get("horses")
    if isinstance(horses, int) and len(context.horses) > horses:
        raise conflict("too_many_horses", have=len(context.horses), limit=horses)
    if context.already_liable:
        check_seats((*context.already_liable, *context.already_liable.values()))
    if context.key_pair is not None and rules.data.get("key_pair"):
        check_seats(context.key_pair)
        giver, taker = context.key_pair
        if giver == taker or (rules.value("key_requires_next") and next_seat(giver) != taker):
            raise conflict("key_pair", payer=giver, payee=taker)


def _check_kong(kong: Kong, *, feeder_pays: bool) -> None:
    check_seats((kong.seat, *(() if kong.source is None else (kong.source,))))
    if kong.type not in KONG_TYPES:
        raise conflict("kong_type", text=kong.type)
    if kong.type == "ming_gang" and feeder_pays and kong.source is None:
        raise conflict("kong_without_feeder", seat=kong.seat)
    if kong.source == kong.seat:
        raise conflict("kong_from_self", seat=kong.seat)
