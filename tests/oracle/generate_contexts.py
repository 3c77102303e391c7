"""Circumstances of a win: how it came, flags, liabilities, kongs to settle, horses, streaks."""

# One branch for each kind of case reads best in one list.

from collections.abc import Mapping
from random import Random
from typing import Any

from generate_hands import KONG_TYPES, Laid
from oracle_case import SEATS
from oracle_shapes import KINDS


def settle_method(rng: Random, rule_set: str, options: Mapping[str, Any]) -> str:
    methods = ["self_draw"] * 5
    if rule_set != "tui_dao_hu" or options["allow_discard_win"]:
        methods += ["discard"] * 4
    if rule_set != "tui_dao_hu" or options["rob_kong"]:
        methods += ["rob_kong"]
    return rng.choice(methods)


def add_flags(
    rng: Random, rule_set: str, options: Mapping[str, Any], context: dict[str, Any], laid: Laid
) -> None:
    """Flags that agree with the hand and with one another, and who discarded or was robbed."""
    winner, dealer, method = context["winner"], context["dealer"], context["win_by"]
    flags: list[str] = []
    if method != "self_draw":
        context["from"] = rng.choice([seat for seat in SEATS if seat != winner])
    if method == "rob_kong" and rng.random() < 0.5:
        context["robbed_gang"] = "bu_gang"
    if method == "self_draw":
        flags += self_draw_flags(rng, rule_set, context, laid)
    if method == "discard" and rng.random() < 0.1:
        flags.append("last_discard")
    elif method == "discard" and winner != dealer and rng.random() < 0.12:
        flags += first_discard_flags(rng, rule_set, options, context, laid)
    context["flags"] = flags
    if {"di_hu", "ren_hu"} & set(flags) and rng.random() < 0.4:
        calls = ["an_gang"] if options.get("first_round_void_by") == "chi_peng" else []
        context["calls_before_win"] = calls


def self_draw_flags(rng: Random, rule_set: str, context: dict[str, Any], laid: Laid) -> list[str]:
    winner, dealer = context["winner"], context["dealer"]
    kongs = [meld for meld in laid.melds if meld["type"] in KONG_TYPES]
    if kongs and rng.random() < 0.4:
        feeders = [meld["from"] for meld in kongs if meld["type"] == "ming_gang" and "from" in meld]
        if feeders and rng.random() < 0.7:
            context["gang_from"] = rng.choice(feeders)
        return ["gang_draw", "double_gang_draw"] if len(kongs) > 1 and rng.random() < 0.4 else ["gang_draw"]
    # In 温州 天胡 is the lowest of five rows, so it has to come up more often to show.
    if not laid.melds and rng.random() < (0.6 if rule_set == "wenzhou" else 0.15):
        if winner == dealer:
            return ["tian_hu"]
        return ["di_hu"] if rule_set != "lao_zhang" else []
    return ["last_tile"] if rng.random() < 0.1 else []


def first_discard_flags(
    rng: Random, rule_set: str, options: Mapping[str, Any], context: dict[str, Any], laid: Laid
) -> list[str]:
    """人和 and, in 老章, 地胡 by the dealer's first discard."""
    others = [seat for seat in SEATS if seat not in (context["winner"], context["dealer"])]
    if rule_set == "lao_zhang" and (laid.melds or rng.random() < 0.5):
        context["from"] = rng.choice(others)
        return ["ren_hu"]
    if laid.melds:
        return []
    if rule_set == "lao_zhang":
        context["from"] = context["dealer"]
        return ["di_hu"]
    scope = options.get("ren_hu_scope", "dealer_first_discard")
    if scope == "dealer_first_discard" or rng.random() < 0.5:
        context["from"] = context["dealer"]
    return ["ren_hu"]


def add_table_context(
    rng: Random, rule_set: str, options: Mapping[str, Any], context: dict[str, Any], laid: Laid | None
) -> None:
    """What the rule set settles besides the hand. ``laid`` is None when several players win."""
    if rule_set in ("lishui", "wenzhou"):
        context["dealer_streak"] = rng.randint(0, 5 if rule_set == "lishui" else 3)
        if rule_set == "wenzhou" and options["max_streak"] is None and rng.random() < 0.3:
            context["dealer_streak"] = rng.randint(4, 7)
    if rule_set == "tui_dao_hu" and rng.random() < 0.7:
        drawn = rng.randint(0, options["horses"])
        context["horses"] = [rng.choice(KINDS) for _ in range(drawn)]
    if rule_set in ("tui_dao_hu", "wenzhou") and rng.random() < 0.5:
        context["gangs"] = kongs_to_settle(rng)
    if rule_set == "wenzhou" and rng.random() < 0.4:
        context["caishen_counts"] = wild_counts_at_end(rng)
    if rule_set == "lishui" and rng.random() < 0.2:
        first = rng.randrange(4)
        step = 1 if options["key_requires_next"] else rng.randint(1, 3)
        context["key_pair"] = [SEATS[first], SEATS[(first + step) % 4]]
    if laid is None:
        return
    closed = all(meld["type"] == "an_gang" for meld in laid.melds)
    if rule_set == "xin_zhang" and closed and rng.random() < 0.3:
        context["ready"] = rng.choice(("declared", "earth", "heaven"))
    feeders = [meld["from"] for meld in laid.melds if "from" in meld]
    if feeders and context["win_by"] == "self_draw" and rng.random() < 0.2:
        others = [seat for seat in SEATS if seat != feeders[-1]]
        context["already_liable"] = {feeders[-1]: rng.choice(others)}


def kongs_to_settle(rng: Random) -> list[dict[str, str]]:
    kongs = []
    for _ in range(rng.randint(0, 3)):
        seat, kind = rng.choice(SEATS), rng.choice(KONG_TYPES)
        kong = {"seat": seat, "type": kind}
        if kind == "ming_gang":
            kong["from"] = rng.choice([other for other in SEATS if other != seat])
        kongs.append(kong)
    return kongs


def wild_counts_at_end(rng: Random) -> dict[str, int]:
    counts = dict.fromkeys(SEATS, 0)
    for _ in range(rng.randint(0, 3)):
        counts[rng.choice(SEATS)] += 1
    return counts
