"""A won hand as the scoring functions see it, and the options of the seven rule sets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from oracle_shapes import Block, Reading, is_run

from scorer.tiles import parse_tiles

SEATS = ("E", "S", "W", "N")
KONGS = ("ming_gang", "bu_gang", "an_gang")

EVERY: dict[str, Any] = {
    "base": 1,
    "multi_win": "all",
    "dealer_rule": "next_player",
    "dealer_on_draw": "stay",
    "max_streak": None,
}
FIRST_ROUND = {"first_round_void_by": "any_call"}
TWELVE = {"twelve_counts_an_gang": False}
JI_PING_HU = (
    EVERY
    | FIRST_ROUND
    | TWELVE
    | {
        "cap": 3,
        "stack_basic": True,
        "men_qian_qing": 0,
        "kong_bonus": False,
        "min_fan": 0,
        "event_floor": "cap",
        "ren_hu_scope": "dealer_first_discard",
        "nine_gates_self_draw_only": False,
        "bao_gang_kai": True,
        "bao_big_winds": True,
        "bao_big_dragons": True,
        "bao_twelve": True,
    }
)
JI_PING_HU_5 = JI_PING_HU | {"cap": 5, "men_qian_qing": 1, "event_floor": None}
DEFAULTS: dict[str, dict[str, Any]] = {
    "ji_ping_hu": JI_PING_HU,
    "ji_ping_hu_5": JI_PING_HU_5,
    "tui_dao_hu": EVERY
    | FIRST_ROUND
    | TWELVE
    | {
        "small": 1,
        "big": 2,
        "horses": 2,
        "horse_dragon_map": "zhong_dealer",
        "allow_discard_win": False,
        "rob_kong": True,
        "seven_pairs": True,
        "gang_points": {"ming_gang": 3, "bu_gang": 1, "an_gang": 2},
        "gang_void_on_draw": False,
        "tian_di_hu_big": True,
        "self_draw_factor": 1,
        "bao_gang_kai": True,
        "bao_twelve": False,
        "bao_big_winds": False,
        "bao_big_dragons": False,
    },
    "xin_zhang": EVERY
    | FIRST_ROUND
    | TWELVE
    | {
        "full_shoot": True,
        "bao_twelve": True,
        "bao_gang_kai": False,
        "bao_big_winds": False,
        "bao_big_dragons": False,
    },
    "lao_zhang": EVERY
    | FIRST_ROUND
    | TWELVE
    | {
        "cap": 10,
        "min_fan": 3,
        "curve": "half_spicy",
        "payment": "full",
        "rob_kong_payment": "as_self_draw",
        "kan_kan_discard_triplet": False,
        "bao_twelve": True,
        "bao_big_winds": True,
        "bao_big_dragons": True,
        "bao_gang_kai": False,
    },
    "lishui": EVERY
    | FIRST_ROUND
    | {
        "multi_win": "nearest",
        "dealer_on_draw": "pass",
        "base_start": 3,
        "base_step": 2,
        "base_cap": 9,
        "side_base": 1,
        "side_payment": "base_times_multiplier",
        "discarder_penalty": 1,
        "rob_kong_penalty": 0,
        "cai_shen_hui": "draw_second",
        "key_requires_next": True,
        "multipliers": {},
    },
    "wenzhou": EVERY
    | {
        "multi_win": "nearest",
        "max_streak": 3,
        "caishen_money": True,
        "gang_money": True,
        "gang_points": {"ming_gang": 1, "an_gang": 2, "bu_gang": 0},
        "peng_peng_hu": True,
        "special_doubles": False,
        "rob_kong_bao": False,
    },
}


class Refused(Exception):  # noqa: N818 - a refusal is an answer here, not a fault of the program
    """The hand is no legal win; ``args[0]`` is the error code of the answer."""


@dataclass(frozen=True)
class Meld:
    type: str
    tiles: tuple[str, ...]
    source: str | None

    @property
    def exposed(self) -> bool:
        return self.type != "an_gang"

    @property
    def kong(self) -> bool:
        return self.type in KONGS


@dataclass(frozen=True)
class Win:
    """Tiles of the winner, the context as given, and the complete options of the rule set in force."""

    rule_set: str
    options: Mapping[str, Any]
    context: Mapping[str, Any]
    concealed: tuple[str, ...]
    win: str
    melds: tuple[Meld, ...]
    paid_winners: int = 1

    @property
    def held(self) -> list[str]:
        """The concealed tiles with the winning one."""
        return [*self.concealed, self.win]

    @property
    def tiles(self) -> list[str]:
        return self.held + [tile for meld in self.melds for tile in meld.tiles]

    @property
    def flags(self) -> list[str]:
        return list(self.context.get("flags", []))

    @property
    def winner(self) -> str:
        return str(self.context["winner"])

    @property
    def dealer(self) -> str:
        return str(self.context["dealer"])

    @property
    def payer(self) -> str | None:
        """The discarder or the robbed player."""
        return self.context.get("from")

    @property
    def self_draw(self) -> bool:
        return bool(self.context["win_by"] == "self_draw")

    @property
    def discard(self) -> bool:
        return bool(self.context["win_by"] == "discard")

    @property
    def robbed(self) -> bool:
        return bool(self.context["win_by"] == "rob_kong")

    @property
    def losers(self) -> list[str]:
        return [seat for seat in SEATS if seat != self.winner]

    @property
    def kongs(self) -> int:
        return sum(meld.kong for meld in self.melds)


def all_sets(win: Win, reading: Reading) -> list[Block]:
    """Called and concealed sets; a kong is cut to three tiles."""
    return [tuple(sorted(meld.tiles))[:3] for meld in win.melds] + list(reading.blocks)


def triplets(win: Win, reading: Reading) -> list[str]:
    """The kinds of which the reading has a triplet or a kong."""
    return [block[0] for block in all_sets(win, reading) if not is_run(block)]


def options_of(case: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The table that applies and its complete options; the 新章 profile seed003 is the cap-5 table."""
    rule_set, given = str(case["ruleset"]), dict(case.get("options", {}))
    if rule_set == "xin_zhang" and given.pop("profile", "igs") == "seed003":
        rule_set = "ji_ping_hu_5"
    unknown = given.keys() - DEFAULTS[rule_set].keys()
    if unknown:
        raise KeyError(f"{rule_set} has no option {sorted(unknown)}")
    return rule_set, DEFAULTS[rule_set] | given


def read_tiles(text: str) -> tuple[str, ...]:
    """Tiles of a string; raises Refused for anything that is no tile."""
    try:
        return parse_tiles(text)
    except ValueError as error:
        raise Refused("invalid_tile") from error


def read_win(
    rule_set: str,
    options: Mapping[str, Any],
    hand: Mapping[str, Any],
    context: Mapping[str, Any],
    paid_winners: int = 1,
) -> Win:
    melds = tuple(Meld(meld["type"], read_tiles(meld["tiles"]), meld.get("from")) for meld in hand["melds"])
    winning = read_tiles(hand["win"])
    if len(winning) != 1:
        raise Refused("wrong_tile_count")
    return Win(rule_set, options, context, read_tiles(hand["concealed"]), winning[0], melds, paid_winners)
