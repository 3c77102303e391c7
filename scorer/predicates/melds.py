"""Questions about what is called and what is concealed."""

from typing import Final

from scorer.view import View


def no_meld(view: View) -> bool:
    """Nothing on the table, not even a concealed kong."""
    return not view.deal.melds


def closed(view: View) -> bool:
    """No chow, no triplet and no open kong called; concealed kongs are allowed."""
    return not view.deal.open_melds


def closed_self_drawn(view: View) -> bool:
    """Closed and self-drawn."""
    return closed(view) and view.deal.self_drawn


def closed_by_other(view: View) -> bool:
    """Closed and won with another player's tile."""
    return closed(view) and view.deal.by_other


def open_self_drawn(view: View) -> bool:
    """Self-drawn with something called."""
    return not closed(view) and view.deal.self_drawn


def any_kong(view: View) -> bool:
    """At least one kong of any kind."""
    return view.deal.kongs > 0


def two_kongs(view: View) -> bool:
    """Exactly two kongs of any kind."""
    return view.deal.kongs == 2


def three_kongs(view: View) -> bool:
    """Exactly three kongs of any kind."""
    return view.deal.kongs == 3


def four_kongs(view: View) -> bool:
    """Four kongs of any kind."""
    return view.deal.kongs == 4


def three_concealed_triplets(view: View) -> bool:
    """Exactly three concealed triplets or concealed kongs."""
    return view.concealed_triplets == 3


def four_concealed_triplets(view: View) -> bool:
    """Four concealed triplets or concealed kongs, none completed by another player's tile."""
    return view.concealed_triplets == 4


def four_concealed_triplets_by_option(view: View) -> bool:
    """The same; with option ``kan_kan_discard_triplet`` another player's tile may complete the last one."""
    if view.deal.values["kan_kan_discard_triplet"] and closed(view) and not view.runs:
        return True
    return four_concealed_triplets(view)


def four_called_by_other(view: View) -> bool:
    """Four called chows or triplets, and the pair completed by another player's tile."""
    return _called(view, ("chi", "peng")) and view.deal.by_other


def four_called_self_drawn(view: View) -> bool:
    """Four called chows or triplets, and the pair self-drawn."""
    return _called(view, ("chi", "peng")) and view.deal.self_drawn


def four_called_triplets(view: View) -> bool:
    """Four called triplets."""
    return _called(view, ("peng",))


def _called(view: View, types: tuple[str, ...]) -> bool:
    return sum(1 for meld in view.deal.hand.melds if meld.type in types) == 4


ALL: Final = (
    no_meld,
    closed,
    closed_self_drawn,
    closed_by_other,
    open_self_drawn,
    any_kong,
    two_kongs,
    three_kongs,
    four_kongs,
    three_concealed_triplets,
    four_concealed_triplets,
    four_concealed_triplets_by_option,
    four_called_by_other,
    four_called_self_drawn,
    four_called_triplets,
)
