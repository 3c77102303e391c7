"""Every value of every option that the comparison tries."""

from random import Random
from typing import Any

FIRST_ROUND = {"first_round_void_by": ["any_call", "chi_peng"]}
TWELVE = {"twelve_counts_an_gang": [False, True]}
LIABILITY = {
    name: [True, False] for name in ("bao_gang_kai", "bao_big_winds", "bao_big_dragons", "bao_twelve")
}
EVERY: dict[str, list[Any]] = {"base": [1, 2, 5, 600], "multi_win": ["all", "nearest"]}
JI_PING_HU: dict[str, list[Any]] = {
    **EVERY,
    **FIRST_ROUND,
    **TWELVE,
    **LIABILITY,
    "cap": [2, 3, 4, 5, 8],
    "stack_basic": [True, False],
    "men_qian_qing": [0, 1, 2],
    "kong_bonus": [False, True],
    "min_fan": [0, 1, 3],
    "event_floor": ["cap", None, 1, 2],
    "ren_hu_scope": ["dealer_first_discard", "before_own_first_draw"],
    "nine_gates_self_draw_only": [False, True],
}
WIN_OPTIONS: dict[str, dict[str, list[Any]]] = {
    "ji_ping_hu": JI_PING_HU,
    "ji_ping_hu_5": JI_PING_HU,
    "tui_dao_hu": {
        **EVERY,
        **FIRST_ROUND,
        **TWELVE,
        **LIABILITY,
        "small": [1, 2],
        "big": [2, 4],
        "horses": [0, 1, 2, 4, 6, 8, 10, 20],
        "horse_dragon_map": ["zhong_dealer", "zhong_next"],
        "allow_discard_win": [False, True],
        "rob_kong": [True, False],
        "seven_pairs": [True, False],
        "gang_points": [
            {"ming_gang": 3, "bu_gang": 1, "an_gang": 2},
            {"ming_gang": 1, "bu_gang": 1, "an_gang": 2},
            {"ming_gang": 2, "bu_gang": 0, "an_gang": 4},
        ],
        "gang_void_on_draw": [False, True],
        "tian_di_hu_big": [True, False],
        "self_draw_factor": [1, 2],
    },
    "xin_zhang": {
        **EVERY,
        **FIRST_ROUND,
        **TWELVE,
        **LIABILITY,
        "profile": ["igs"],
        "full_shoot": [True, False],
    },
    "lao_zhang": {
        **EVERY,
        **FIRST_ROUND,
        **TWELVE,
        **LIABILITY,
        "cap": [8, 10, 13],
        "min_fan": [0, 1, 3],
        "curve": ["half_spicy", "full_spicy"],
        "payment": ["full", "half"],
        "rob_kong_payment": ["as_self_draw", "discard"],
        "kan_kan_discard_triplet": [False, True],
    },
    "lishui": {
        **EVERY,
        **FIRST_ROUND,
        "base_start": [3, 1, 5],
        "base_step": [2, 0, 4],
        "base_cap": [9, None, 7],
        "side_base": [1, 2],
        "side_payment": ["base_times_multiplier", "flat_one"],
        "discarder_penalty": [1, 0, 2],
        "rob_kong_penalty": [0, 1],
        "cai_shen_hui": ["draw_second", "three_wilds", "either"],
        "key_requires_next": [True, False],
        "multipliers": [{}, {"清一色": [4, 2]}, {"七对": [6, 3], "平胡": [4, 2]}, {"抢杠": [8, 4]}],
    },
    "wenzhou": {
        **EVERY,
        "max_streak": [3, None],
        "caishen_money": [True, False],
        "gang_money": [True, False],
        "gang_points": [
            {"ming_gang": 1, "an_gang": 2, "bu_gang": 0},
            {"ming_gang": 2, "an_gang": 3, "bu_gang": 1},
        ],
        "peng_peng_hu": [True, False],
        "special_doubles": [False, True],
        "rob_kong_bao": [False, True],
    },
}
DEAL_OPTIONS: dict[str, list[Any]] = {
    "dealer_rule": ["next_player", "winner"],
    "dealer_on_draw": ["stay", "pass"],
    "max_streak": [None, 0, 2, 3],
}


def choose_options(rng: Random, table: str) -> dict[str, Any]:
    """Mostly the defaults or a few changed options; the 新章 profile of the cap-5 table goes by seed003."""
    if table == "xin_zhang/seed003":
        return {"profile": "seed003", **choose_options(rng, "ji_ping_hu_5")}
    if rng.random() < 0.4:
        return {}
    offered = WIN_OPTIONS[table]
    return {name: rng.choice(offered[name]) for name in rng.sample(sorted(offered), rng.randint(1, 4))}


def choose_deal_options(rng: Random) -> dict[str, Any]:
    return {name: rng.choice(values) for name, values in DEAL_OPTIONS.items() if rng.random() < 0.4}


def offered_values(table: str) -> list[tuple[str, Any]]:
    """Every option of the table with each value that the cases of it may have."""
    offered = WIN_OPTIONS["ji_ping_hu_5" if table == "xin_zhang/seed003" else table]
    return [
        (name, value)
        for options in (offered, DEAL_OPTIONS)
        for name, values in options.items()
        for value in values
    ]
