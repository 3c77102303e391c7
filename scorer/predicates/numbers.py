"""Questions about ranks across suits, and about the wait."""

from typing import Final

from scorer.groups import WINDS, YAO_MASK, Group
from scorer.predicates.colours import mixed_yao, only_terminals
from scorer.tiles import INDEX, KINDS
from scorer.view import View

GENERALS: Final = sum(1 << INDEX[rank + suit] for rank in "258" for suit in "mps")


def pair_of_generals(view: View) -> bool:
    """The pair is of rank 2, 5 or 8."""
    return view.pair_mask & GENERALS != 0


def triplets_of_generals(view: View) -> bool:
    """Four triplets, and every tile of rank 2, 5 or 8."""
    return not view.runs and not view.mask & ~GENERALS


def two_numbers(view: View) -> bool:
    """Four triplets made of two numbers; all winds are one number and all dragons another."""
    return not view.runs and len(_numbers(view)) == 2


def three_numbers(view: View) -> bool:
    """Four triplets made of three numbers; all winds are one number and all dragons another."""
    return not view.runs and len(_numbers(view)) == 3


def _numbers(view: View) -> set[str]:
    names = set()
    for kind in range(34):
        if view.mask >> kind & 1:
            names.add(KINDS[kind][0] if kind < 27 else "wind" if WINDS >> kind & 1 else "dragon")
    return names


def shared_rank(view: View) -> bool:
    """One rank lies in every set and in the pair."""
    shared = set(range(9))
    for group in _all_groups(view):
        shared &= {kind % 9 for kind in group.kinds if kind < 27}
    return bool(shared)


def outside_with_honours(view: View) -> bool:
    """A terminal or honour in every set and in the pair, honours among them."""
    return _outside(view) and view.honours != 0


def outside_without_honours(view: View) -> bool:
    """A terminal in every set and in the pair, no honours."""
    return _outside(view) and not view.honours


def _outside(view: View) -> bool:
    return all(group.mask & YAO_MASK for group in _all_groups(view))


def _all_groups(view: View) -> tuple[Group, ...]:
    return view.sets if view.pair is None else (*view.sets, view.pair)


def terminal_triplets(view: View) -> bool:
    """Four triplets of terminals and a pair of terminals."""
    return not view.runs and only_terminals(view)


def mixed_yao_triplets(view: View) -> bool:
    """Four triplets and a pair of terminals and honours, some of each."""
    return not view.runs and mixed_yao(view)


def single_wait(view: View) -> bool:
    """Only one kind of tile could complete the hand; a kind of which the player holds all four is none."""
    return len(view.deal.waits) == 1


ALL: Final = (
    pair_of_generals,
    triplets_of_generals,
    two_numbers,
    three_numbers,
    shared_rank,
    outside_with_honours,
    outside_without_honours,
    terminal_triplets,
    mixed_yao_triplets,
    single_wait,
)
