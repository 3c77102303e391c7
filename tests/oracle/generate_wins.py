"""Random cases for the comparison of oracle and engine: ``case_of(table, seed, number)``.

Each case depends on its seed and number alone. The styles of the hands take turns, so that every row of
a rule set fires often enough, and every option takes each of its values.
"""

from random import Random
from typing import Any

from generate_contexts import add_flags, add_table_context, settle_method
from generate_deals import deal_case
from generate_drafts import COLOUR_STYLES, LOOSE_STYLES, PATTERN_STYLES, STYLES, draft_of, draft_with
from generate_faults import spoil
from generate_hands import (
    Laid,
    choose_winning_tile,
    eight_pairs,
    hand_json,
    lay_out,
    three_wilds_alone,
    unconnected_hand,
    with_wilds,
)
from generate_options import choose_options
from oracle_case import SEATS, options_of
from oracle_shapes import KINDS

PLAIN_TABLES = (
    "ji_ping_hu",
    "ji_ping_hu_5",
    "tui_dao_hu",
    "xin_zhang",
    "xin_zhang/seed003",
    "lao_zhang",
)
WILD_TABLES = ("lishui", "wenzhou")
TABLES = PLAIN_TABLES + WILD_TABLES

NO_PAIRS = tuple(style for style in STYLES if not style.startswith("pairs"))
STYLES_OF: dict[str, tuple[str, ...]] = {
    "ji_ping_hu": NO_PAIRS,
    "ji_ping_hu_5": NO_PAIRS,
    "xin_zhang/seed003": NO_PAIRS,
    "lao_zhang": NO_PAIRS,
    "tui_dao_hu": STYLES,
    "xin_zhang": STYLES,
    "lishui": (
        *(style for style in STYLES if style not in ("orphans", "nine_gates")),
        *("unconnected",) * 6,
        *("honours", "pairs_honours", "pairs_one_suit") * 2,
    ),
    "wenzhou": (
        *(style for style in STYLES if style not in LOOSE_STYLES),
        *("eight_pairs",) * 8,
        *("three_wilds",) * 3,
    ),
}


def case_of(table: str, seed: int, number: int, wilds: int | None = None) -> dict[str, Any]:
    """Case ``number`` of a table; for the rule sets with wild tiles ``wilds`` says how many are held."""
    rng = Random(f"{table}:{seed}:{number}:{wilds}")
    rule_set = table.split("/", maxsplit=1)[0]
    kind = rng.random()
    if kind < 0.02:
        case = deal_case(rng, table, rule_set)
    elif kind < 0.06:
        case = several_winners_case(rng, table, rule_set)
    else:
        case = win_case(rng, table, rule_set, number, wilds)
        if kind > 0.97:
            case = spoil(rng, case)
    return {"id": f"{table}-{seed}-{number}", **case}


def win_case(rng: Random, table: str, rule_set: str, number: int, wilds: int | None) -> dict[str, Any]:
    options = choose_options(rng, table)
    if rule_set == "lao_zhang" and rng.random() < 0.6:
        # Half of the hands would fall short of the minimum.
        options["min_fan"] = 0
    if rule_set == "wenzhou" and rng.random() < 0.4:
        options["special_doubles"] = True
    full = options_of({"ruleset": rule_set, "options": options})[1]
    styles = STYLES_OF[table]
    style = styles[number % len(styles)]
    while True:
        context = seats_and_winds(rng)
        context["win_by"] = settle_method(rng, rule_set, full)
        if rule_set in WILD_TABLES:
            context["wild"] = rng.choice(KINDS)
        count = rng.randint(0, 3) if wilds is None else wilds
        laid = laid_hand(rng, rule_set, style, context, count)
        if laid is None:
            continue
        win = choose_winning_tile(rng, laid, context["win_by"], context.get("wild"))
        if win is None:
            continue
        add_flags(rng, rule_set, full, context, laid)
        add_table_context(rng, rule_set, full, context, laid)
        return {
            "kind": "win",
            "ruleset": rule_set,
            "options": options,
            "hand": hand_json(rng, laid, win),
            "context": context,
        }


def seats_and_winds(rng: Random) -> dict[str, Any]:
    winner, dealer = rng.choice(SEATS), rng.choice(SEATS)
    seat_wind = SEATS[(SEATS.index(winner) - SEATS.index(dealer)) % 4]
    return {"winner": winner, "dealer": dealer, "seat_wind": seat_wind, "round_wind": rng.choice(SEATS)}


def laid_hand(rng: Random, rule_set: str, style: str, context: dict[str, Any], wilds: int) -> Laid | None:
    """The winner's tiles in the style asked for, or None if this try came to nothing."""
    wild, sets = context.get("wild"), 5 if rule_set == "wenzhou" else 4
    if style == "unconnected":
        return unconnected_hand(rng, str(wild), wilds)
    if style == "three_wilds":
        return three_wilds_alone(rng, str(wild)) if context["win_by"] == "self_draw" else None
    if style == "eight_pairs":
        return with_wilds(rng, eight_pairs(rng), str(wild), wilds)
    laid = lay_out(rng, draft_of(rng, style, sets), context["winner"], chi=rule_set != "tui_dao_hu")
    return laid if wild is None else with_wilds(rng, laid, wild, wilds)


def several_winners_case(rng: Random, table: str, rule_set: str) -> dict[str, Any]:
    """Two or three claim one tile; liability and first-round flags stay out of these cases."""
    options = choose_options(rng, table)
    if rule_set == "lao_zhang":
        options["min_fan"] = 0
    method = "discard" if rng.random() < 0.7 else "rob_kong"
    if rule_set == "tui_dao_hu":
        options |= {"allow_discard_win": True, "rob_kong": True}
    full = options_of({"ruleset": rule_set, "options": options})[1]
    source = rng.choice(SEATS)
    context = seats_and_winds(rng) | {"win_by": method, "from": source}
    if rule_set in WILD_TABLES:
        context["wild"] = rng.choice(KINDS)
    # A robbed tile is the winner's only copy, so it completes a run.
    fitting = KINDS[:27] if method == "rob_kong" else KINDS[:33]
    tile = rng.choice([kind for kind in fitting if kind != context.get("wild")])
    claimants = rng.sample([seat for seat in SEATS if seat != source], rng.choice((2, 3)))
    wins = [claim_of(rng, rule_set, seat, tile, context) for seat in claimants]
    add_table_context(rng, rule_set, full, context, None)
    del context["winner"], context["seat_wind"]
    return {
        "kind": "multi_win",
        "ruleset": rule_set,
        "options": options,
        "wins": wins,
        "context": context,
    }


def claim_of(rng: Random, rule_set: str, seat: str, tile: str, context: dict[str, Any]) -> dict[str, Any]:
    """One claimant's hand with the given winning tile among its concealed ones."""
    sets, wild = 5 if rule_set == "wenzhou" else 4, context.get("wild")
    while True:
        style = rng.choice(COLOUR_STYLES + PATTERN_STYLES)
        draft = draft_with(rng, tile, sets) if rng.random() < 0.8 else draft_of(rng, style, sets)
        laid: Laid | None = lay_out(rng, draft, seat, chi=rule_set != "tui_dao_hu")
        if laid and wild is not None:
            laid = with_wilds(rng, laid, wild, rng.choice((0, 0, 1)))
        if laid is None or tile not in laid.concealed:
            continue
        copies = laid.concealed.count(tile) + sum(meld["tiles"].count(tile) for meld in laid.melds)
        if context["win_by"] == "rob_kong" and copies > 1:
            continue
        seat_wind = SEATS[(SEATS.index(seat) - SEATS.index(context["dealer"])) % 4]
        flags = ["last_discard"] if context["win_by"] == "discard" and rng.random() < 0.1 else []
        hand = hand_json(rng, laid, tile)
        return {"winner": seat, "seat_wind": seat_wind, "hand": hand, "flags": flags}
