"""What a line of the ledger came to, in the short form that is kept beside it in the log."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scorer.dealer import Seating
from scorer.explanation import Explanation
from scorer.hand import SEATS
from webapp.tally.judge import Verdict

Amount = int | Fraction
Amounts = Mapping[str, Amount]
Paid = tuple[str, str, Amount]


@dataclass(frozen=True, slots=True)
class WinFacts:
    """What statistics want to know of one paid winner."""

    winner: str
    rows: tuple[str, ...]
    total_fan: int
    points: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a line came to.

    Attributes:
        payments: the four amounts in points.
        wins: the paid winners.
        winners: who counts for the next dealer; None: the deal goes on.
        refused: why the rules do not allow the line (any more).
        paid: (payer, payee, amount above zero): who paid whom how much in all. None for a line from a log
            that did not keep it yet.
    """

    payments: Amounts
    wins: tuple[WinFacts, ...] = ()
    winners: tuple[str, ...] | None = None
    refused: Explanation | None = None
    paid: tuple[Paid, ...] | None = ()


@dataclass(frozen=True, slots=True)
class Booked:
    """A result as it was booked, and ``under`` what it holds (see `under`)."""

    under: list[Any]
    result: Result


def result_of(verdict: Verdict) -> Result:
    """The short form of a verdict."""
    return Result(
        {seat: plain(value) for seat, value in verdict.settlement.payments.items()},
        tuple(
            WinFacts(winner, tuple(line.row for line in score.lines), score.total_fan, score.points)
            for winner, score in verdict.wins
        ),
        verdict.winners,
        paid=paid_of(verdict),
    )


def paid_of(verdict: Verdict) -> tuple[Paid, ...]:
    """Who pays whom how much in all, from the transfers of a verdict."""
    sums: dict[tuple[str, str], Amount] = {}
    for transfer in verdict.settlement.transfers:
        pair = (transfer.payer, transfer.payee)
        sums[pair] = sums.get(pair, 0) + plain(transfer.amount)
    return tuple((payer, payee, amount) for (payer, payee), amount in sums.items())


def recorded(result: Result, under_which: list[Any]) -> dict[str, Any]:
    """A result to be kept in the log: what was booked stays, whatever later versions count.

    It holds as long as the line is judged under the same rules and the same seating, see `under`.
    """
    return {
        "under": under_which,
        "payments": {seat: _json(value) for seat, value in result.payments.items()},
        "wins": [[win.winner, list(win.rows), win.total_fan, win.points] for win in result.wins],
        "winners": None if result.winners is None else list(result.winners),
    } | ({} if result.paid is None else {"paid": [[*pair, _json(value)] for *pair, value in result.paid]})


def read_result(kept: Mapping[str, Any]) -> Result:
    """A result from the log.

    Raises:
        ArithmeticError: its amounts do not sum to zero.
    """
    # Ten thousand times for a long history: whole numbers, as most are, stay the objects they are.
    booked = kept["payments"]
    east, south, west, north = booked["E"], booked["S"], booked["W"], booked["N"]
    if not type(east) is type(south) is type(west) is type(north) is int:
        east, south, west, north = plain(east), plain(south), plain(west), plain(north)
    payments = {"E": east, "S": south, "W": west, "N": north}
    if east + south + west + north:
        raise ArithmeticError(f"recorded payments {payments} do not sum to zero")
    winners, paid = kept["winners"], kept.get("paid")
    return Result(
        payments,
        tuple([WinFacts(win[0], tuple(win[1]), win[2], win[3]) for win in kept["wins"]]),
        None if winners is None else tuple(winners),
        None,
        # Once a winner could be the one who pays for all: what he owed himself has never moved.
        None
        if paid is None
        else tuple([(one[0], one[1], plain(one[2])) for one in paid if one[0] != one[1]]),
    )


def read_booked(kept: Mapping[str, Any] | None) -> Booked | None:
    """The same with what it holds under; None for a line from a log that did not keep it yet."""
    return None if kept is None else Booked(kept["under"], read_result(kept))


def adds_up(payments: Amounts, paid: Iterable[Paid]) -> bool:
    """Whether these payments between two players make up the four amounts."""
    left = {seat: Fraction(payments[seat]) for seat in SEATS}
    for payer, payee, amount in paid:
        left[payer] += amount
        left[payee] -= amount
    return not any(left.values())


def under(rules: str, options: Mapping[str, Any], seating: Seating) -> list[Any]:
    """What a result depends on besides its line, as it is kept in the log."""
    return [rules, options, seating.dealer, seating.dealer_streak, seating.round_wind]


def plain(value: Any) -> Amount:
    """An exact number, whole ones as int, which adds many times faster."""
    if isinstance(value, int):
        return value
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else exact


def _json(value: Amount) -> int | str:
    return value if isinstance(value, int) else str(value)
