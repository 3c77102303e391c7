"""Questions about suits, honours and terminals: which kinds occur at all."""

from typing import Final

from scorer.groups import DRAGONS, SUITED, TERMINALS, WINDS
from scorer.tiles import INDEX
from scorer.view import View

GREEN: Final = sum(1 << INDEX[kind] for kind in ("2s", "3s", "4s", "6s", "8s", "F"))
FIVES: Final = sum(1 << INDEX[kind] for kind in ("5m", "5p", "5s"))


def half_flush(view: View) -> bool:
    """One suit and honours."""
    return view.suits == 1 and view.honours != 0


def full_flush(view: View) -> bool:
    """One suit and no honours."""
    return view.suits == 1 and not view.honours


def half_flush_triplets(view: View) -> bool:
    """One suit and honours, all triplets."""
    return not view.runs and half_flush(view)


def full_flush_triplets(view: View) -> bool:
    """One suit without honours, all triplets."""
    return not view.runs and full_flush(view)


def all_honours(view: View) -> bool:
    """Honours only."""
    return not view.mask & SUITED


def one_kind_of_tiles(view: View) -> bool:
    """One suit without honours, or honours without a suit."""
    return full_flush(view) or all_honours(view)


def all_honours_on_the_table(view: View) -> bool:
    """Every tile but the wild ones shows an honour, a white dragon included, whatever it stands in for."""
    return not view.deal.physical & SUITED


def only_yao(view: View) -> bool:
    """Terminals and honours only."""
    return not view.simple_tiles


def mixed_yao(view: View) -> bool:
    """Terminals and honours only, some of each."""
    return not view.simple_tiles and view.honours != 0 and view.mask & SUITED != 0


def only_terminals(view: View) -> bool:
    """Ones and nines only."""
    return not view.mask & ~TERMINALS


def no_yao(view: View) -> bool:
    """Neither a terminal nor an honour."""
    return view.simple_tiles == view.mask


def all_green(view: View) -> bool:
    """Only 2, 3, 4, 6, 8 of bamboo and green dragons."""
    return not view.mask & ~GREEN


def two_suits(view: View) -> bool:
    """Exactly two suits and no honours."""
    return view.suits == 2 and not view.honours


def no_fives(view: View) -> bool:
    """No suit tile of rank five."""
    return not view.mask & FIVES


def five_gates(view: View) -> bool:
    """All three suits, winds and dragons."""
    return view.suits == 3 and view.mask & WINDS != 0 and view.mask & DRAGONS != 0


ALL: Final = (
    half_flush,
    full_flush,
    half_flush_triplets,
    full_flush_triplets,
    all_honours,
    one_kind_of_tiles,
    all_honours_on_the_table,
    only_yao,
    mixed_yao,
    only_terminals,
    no_yao,
    all_green,
    two_suits,
    no_fives,
    five_gates,
)
