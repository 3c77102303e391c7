"""Questions about wild tiles."""

from typing import Final

from scorer.view import View


def wild_meeting(view: View) -> bool:
    """Self-drawn with a second wild tile, with three, or with either, as option ``cai_shen_hui`` says."""
    deal = view.deal
    if not deal.self_drawn:
        return False
    second_drawn = deal.win is None and deal.jokers >= 2
    three = deal.jokers == 3
    wanted = deal.values["cai_shen_hui"]
    return (second_drawn and wanted != "three_wilds") or (three and wanted != "draw_second")


def three_wilds_complete(view: View) -> bool:
    """Three wild tiles in a complete hand."""
    return view.deal.jokers == 3 and view.shape != "three_wilds"


def three_wilds_alone(view: View) -> bool:
    """Three wild tiles that win by themselves, without a complete hand."""
    return view.shape == "three_wilds"


def by_discard_natural(view: View) -> bool:
    """Won on a discard, every wild tile standing for its own kind."""
    return view.deal.context.win_by == "discard" and view.natural


def by_discard_substituted(view: View) -> bool:
    """Won on a discard with a wild tile standing for another kind."""
    return view.deal.context.win_by == "discard" and not view.natural


def not_by_discard_or_natural(view: View) -> bool:
    """Self-drawn, won by robbing a kong, or every wild tile standing for its own kind."""
    return view.deal.context.win_by != "discard" or view.natural


ALL: Final = (
    wild_meeting,
    three_wilds_complete,
    three_wilds_alone,
    by_discard_natural,
    by_discard_substituted,
    not_by_discard_or_natural,
)
