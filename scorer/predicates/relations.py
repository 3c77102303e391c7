"""What some predicates say of others: which follow from which, and which never hold of the same hand.

Where nobody has the tiles, players name lines; what they name tells of further lines that hold, or cannot.
"""

from collections.abc import Collection, Mapping
from typing import Final

# Each claims or denies something of the hand; two cannot both hold where one claims what the other denies.
_TRIPLETS: Final = "-run +triplet"
_TRAITS: Final[Mapping[str, str]] = {
    "all_runs": "+run -triplet +simple",
    "all_triplets": _TRIPLETS,
    "half_flush": "+suit +honour",
    # One suit has eight terminals, too few for a hand.
    "full_flush": "+suit -honour +simple",
    "half_flush_triplets": f"{_TRIPLETS} +suit +honour",
    "full_flush_triplets": f"{_TRIPLETS} +suit -honour +simple",
    "all_honours": "-suit +honour -simple",
    "only_terminals": "+suit -honour -simple",
    "mixed_yao": "+suit +honour -simple",
    "terminal_triplets": f"{_TRIPLETS} +suit -honour -simple",
    "mixed_yao_triplets": f"{_TRIPLETS} +suit +honour -simple",
    "triplets_of_generals": f"{_TRIPLETS} +suit -honour +simple",
    "no_yao": "+suit -honour +simple",
    "two_suits": "+suit -honour",
    "nine_gates_any_wait": "+run +suit -honour +simple",
    "nine_gates_pure": "+run +suit -honour +simple",
    "nine_gates_by_draw_or_pure": "+run +suit -honour +simple",
    "big_winds": f"{_TRIPLETS} +honour +four_winds",
    "little_winds": "+triplet +honour -four_winds",
    "big_dragons": "+triplet +honour +three_dragons",
    "little_dragons": "+triplet +honour -three_dragons",
    **dict.fromkeys(
        ("red_dragon", "green_dragon", "white_dragon", "seat_wind", "round_wind"), "+triplet +honour"
    ),
    "four_concealed_triplets": f"{_TRIPLETS} -open",
    "four_concealed_triplets_by_option": f"{_TRIPLETS} -open",
    "four_called_triplets": f"{_TRIPLETS} +open",
    "four_called_by_other": "+open -drawn",
    "four_called_self_drawn": "+open +drawn",
    "four_kongs": _TRIPLETS,
    "seven_pairs": "-run -triplet -open",
    "thirteen_orphans": "-run -triplet -open +suit +honour -simple",
    "unconnected": "-run -triplet -open",
    "straight": "+run",
    "identical_runs": "+run",
    "two_identical_runs": "+run",
    "three_consecutive_triplets": "+triplet",
    "four_consecutive_triplets": _TRIPLETS,
    "same_triplets_in_three_suits": "+triplet",
    "two_numbers": _TRIPLETS,
    "three_numbers": _TRIPLETS,
    "outside_with_honours": "+honour",
    "outside_without_honours": "+suit -honour",
    "closed": "-open",
    "no_meld": "-open",
    "closed_self_drawn": "-open +drawn",
    "closed_by_other": "-open -drawn",
    "open_self_drawn": "+open +drawn",
    "kong_draw": "+drawn",
    "double_kong_draw": "+drawn",
    "last_tile": "+drawn",
    "last_discard": "-drawn",
    "heavenly": "+drawn +dealer -open",
    "earthly": "-dealer",
    "human": "-dealer -drawn",
    "earthly_or_human": "-dealer",
}
# What holds together -> what holds then, too.
TOGETHER: Final = (
    (("full_flush", "all_triplets"), "full_flush_triplets"),
    (("half_flush", "all_triplets"), "half_flush_triplets"),
    (("red_dragon", "green_dragon", "white_dragon"), "big_dragons"),
    (("full_flush_triplets",), "full_flush"),
    (("half_flush_triplets",), "half_flush"),
    (("big_dragons",), "red_dragon"),
    (("big_dragons",), "green_dragon"),
    (("big_dragons",), "white_dragon"),
    *(
        ((one,), "all_triplets")
        for one, traits in _TRAITS.items()
        if traits.startswith(_TRIPLETS) and one != "all_triplets"
    ),
    *(((one,), "full_flush") for one in _TRAITS if one.startswith("nine_gates")),
)


def clash(one: str, other: str) -> bool:
    """Whether two predicates never hold of the same reading of a hand."""
    claims, denied = _claims(one), {_opposite(trait) for trait in _claims(other)}
    return bool(claims & denied)


def following(named: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The predicates that hold, too, where all of ``named`` do, each with those it follows from."""
    found: dict[str, tuple[str, ...]] = {}
    growing = True
    while growing:
        known = {*named, *found}
        fresh = {then: given for given, then in TOGETHER if then not in known and known.issuperset(given)}
        found |= {then: _reasons(given, found) for then, given in fresh.items()}
        growing = bool(fresh)
    return found


def _reasons(given: tuple[str, ...], found: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Back to what was named."""
    return tuple(dict.fromkeys(reason for one in given for reason in found.get(one, (one,))))


def _claims(predicate: str) -> set[str]:
    return set(_TRAITS.get(predicate, "").split())


def _opposite(trait: str) -> str:
    return ("-" if trait[0] == "+" else "+") + trait[1:]
