"""Questions about how runs and triplets of a standard hand go together."""

from collections import Counter
from typing import Final

from scorer.groups import RUN
from scorer.view import View


def straight(view: View) -> bool:
    """Concealed runs 123, 456 and 789 of one suit."""
    firsts = {group.first for group in view.concealed_runs}
    return any({first, first + 3, first + 6} <= firsts for first in (0, 9, 18))


def three_consecutive_triplets(view: View) -> bool:
    """Three triplets of one suit with ranks in a row."""
    return _longest_row(view) == 3


def four_consecutive_triplets(view: View) -> bool:
    """Four triplets of one suit with ranks in a row."""
    return _longest_row(view) == 4


def _longest_row(view: View) -> int:
    longest = 0
    for first in (0, 9, 18):
        row = 0
        for kind in range(first, first + 9):
            row = row + 1 if view.triplet_mask >> kind & 1 else 0
            longest = max(longest, row)
    return longest


def old_and_young(view: View) -> int:
    """Number of suits with runs 123 and 789, or triplets 111 and 999."""
    runs = {group.first for group in view.sets if group.type is RUN}
    return sum(
        1
        for first in (0, 9, 18)
        if {first, first + 6} <= runs
        or (view.triplet_mask >> first & 1 and view.triplet_mask >> first + 8 & 1)
    )


def identical_runs(view: View) -> bool:
    """One pair of identical concealed runs."""
    return _pairs_of_runs(view) == 1


def two_identical_runs(view: View) -> bool:
    """Two pairs of identical concealed runs."""
    return _pairs_of_runs(view) == 2


def _pairs_of_runs(view: View) -> int:
    return sum(number // 2 for number in Counter(group.first for group in view.concealed_runs).values())


def same_triplets_in_three_suits(view: View) -> int:
    """Number of ranks with a triplet in each of the three suits."""
    mask = view.triplet_mask
    return (mask & mask >> 9 & mask >> 18 & 0x1FF).bit_count()


def same_in_three_suits(view: View) -> int:
    """Number of ranks with the same run, or the same triplet, in each of the three suits."""
    runs = 0
    for group in view.sets:
        if group.type is RUN:
            runs |= 1 << group.first
    return (runs & runs >> 9 & runs >> 18 & 0x1FF).bit_count() + same_triplets_in_three_suits(view)


def middle_five(view: View) -> bool:
    """The winning tile is a five in the middle of 4-5-6."""
    run = view.completed
    return run is not None and run.type is RUN and run.rank == 4 and view.deal.win == run.first + 1


def four_in_triplet_and_run(view: View) -> int:
    """Number of kinds of which three are a triplet and the fourth lies in a run; a kong leaves no fourth."""
    runs = 0
    for group in view.sets:
        if group.type is RUN:
            runs |= group.mask
    return (view.triplet_mask & runs).bit_count()


def four_in_pair_and_runs(view: View) -> int:
    """Number of kinds of which two are the pair and two lie in runs."""
    return sum(1 for group in view.sets if group.type is RUN and group.mask & view.pair_mask) == 2


ALL: Final = (
    straight,
    three_consecutive_triplets,
    four_consecutive_triplets,
    old_and_young,
    identical_runs,
    two_identical_runs,
    same_triplets_in_three_suits,
    same_in_three_suits,
    middle_five,
    four_in_triplet_and_run,
    four_in_pair_and_runs,
)
