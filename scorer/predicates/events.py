"""Questions about how and when the hand was won."""

from typing import Final

from scorer.view import View


def self_draw(view: View) -> bool:
    """Self-drawn."""
    return view.deal.self_drawn


def self_draw_or_rob(view: View) -> bool:
    """Self-drawn, or won by robbing a kong, which counts as a self-draw."""
    return view.deal.context.win_by != "discard"


def robbed_kong(view: View) -> bool:
    """Won by robbing an added kong."""
    return view.deal.context.win_by == "rob_kong"


def last_tile(view: View) -> bool:
    """Won on the last tile of the wall."""
    return "last_tile" in view.deal.flags


def last_discard(view: View) -> bool:
    """Won on the last discard."""
    return "last_discard" in view.deal.flags


def kong_draw(view: View) -> bool:
    """Won on the tile drawn after a kong; a second kong in a row is a flag, and a row, of its own."""
    return "gang_draw" in view.deal.flags


def double_kong_draw(view: View) -> bool:
    """Won on the tile drawn after a second kong in a row."""
    return "double_gang_draw" in view.deal.flags


def heavenly(view: View) -> bool:
    """The dealer's dealt tiles win."""
    return "tian_hu" in view.deal.flags


def earthly(view: View) -> bool:
    """A first-round win that the rule set calls earthly."""
    return "di_hu" in view.deal.flags


def human(view: View) -> bool:
    """A first-round win that the rule set calls human."""
    return "ren_hu" in view.deal.flags


def earthly_or_human(view: View) -> bool:
    """A first-round win of a player who is not the dealer."""
    return earthly(view) or human(view)


def three_winners(view: View) -> bool:
    """Three players win on the same discard."""
    return view.deal.winners == 3 and view.deal.context.win_by == "discard"


def ready_from_the_deal(view: View) -> bool:
    """Declared ready with the dealt tiles."""
    return view.deal.context.ready == "heaven"


def ready_in_the_first_round(view: View) -> bool:
    """Declared ready in the first round."""
    return view.deal.context.ready == "earth"


def ready_declared(view: View) -> bool:
    """Declared ready later, with a closed hand."""
    return view.deal.context.ready == "declared" and not view.deal.open_melds


ALL: Final = (
    last_tile,
    last_discard,
    kong_draw,
    double_kong_draw,
    heavenly,
    earthly,
    human,
    earthly_or_human,
    self_draw,
    self_draw_or_rob,
    robbed_kong,
    three_winners,
    ready_from_the_deal,
    ready_in_the_first_round,
    ready_declared,
)
