"""Why who pays whom: what several players pay alike, or one pays to several, is said once."""

from collections.abc import Iterable
from itertools import count
from typing import Final

from scorer.explanation import Explanation
from scorer.settlement import Transfer

# In what the payments of one sentence may differ.
_DIFFERS: Final = {
    **dict.fromkeys(
        (
            *("pay.self_draw", "pay.bystander", "pay.to_dealer", "pay.side", "pay.side_flat", "pay.factor"),
            *("pay.no_factor", "pay.kong", "pay.wilds"),
        ),
        "payer",
    ),
    **dict.fromkeys(
        (
            *("pay.for_all.robbed", "pay.for_all.bao_gang_kai", "pay.for_all.bao_big_winds"),
            *("pay.for_all.bao_big_dragons", "pay.for_all.bao_twelve", "pay.for_all.key_pair"),
            "tally.pays_all",
        ),
        "owes",
    ),
    **dict.fromkeys(("pay.discard", "pay.robbed", "tally.free"), "payee"),
}
_TO_WINNERS: Final = ("pay.discard", "pay.robbed")
# These say "to each" already.
_TO_EACH: Final = "pay.penalty."


def reasons(transfers: Iterable[Transfer]) -> list[Explanation]:
    """The reasons of these payments in their order.

    One that stands for several has the key ``….each`` and a tuple of seats; where two have won, one that does
    not name the winner by itself has the key ``….to`` and the payee.
    """
    transfers = tuple(transfers)
    several = len({one.payee for one in transfers if one.why.key in _TO_WINNERS}) > 1
    groups: dict[tuple[object, ...], dict[object, Explanation]] = {}
    for transfer in transfers:
        why = transfer.why
        name = "payee" if why.key.startswith(_TO_EACH) else _DIFFERS.get(why.key, "")
        to = None if name == "payee" else transfer.payee
        seat = why.params.get(name, transfer.payee)
        same = (why.key, to, *((key, str(value)) for key, value in why.params.items() if key != name))
        # A second kong of the same kind is another reason.
        place = next(place for place in count() if seat not in groups.get((place, *same), {}))
        groups.setdefault((place, *same), {})[seat] = why
    return [_one(list(group.values()), tuple(group), several) for group in groups.values()]


def _one(group: list[Explanation], seats: tuple[object, ...], several: bool) -> Explanation:
    why = group[0]
    if several and len(group) == 1 and why.key in _TO_WINNERS:
        return Explanation(f"{why.key}.to", {**why.params, "payee": seats[0]})
    if len(group) == 1 or why.key.startswith(_TO_EACH):
        return why
    return Explanation(f"{why.key}.each", {**why.params, _DIFFERS[why.key]: seats})
