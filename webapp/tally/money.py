"""Points and money: exact amounts as text, and the fewest payments that settle an evening."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

Amount = int | Fraction
Payment = tuple[str, str, Fraction]


def settle_up(totals: Mapping[str, Amount]) -> tuple[Payment, ...]:
    """The fewest payments (payer, payee, amount) that bring everybody to zero.

    The players fall into as many groups that sum to zero as possible; a group of n needs n - 1 payments.

    >>> settle_up({"E": 5, "S": -5, "W": 3, "N": -3})
    (('S', 'E', Fraction(5, 1)), ('N', 'W', Fraction(3, 1)))
    """
    open_seats = [seat for seat, total in totals.items() if total]
    payments: list[Payment] = []
    while open_seats:
        group = _smallest_group(open_seats, totals)
        open_seats = [seat for seat in open_seats if seat not in group]
        payments += _within({seat: Fraction(totals[seat]) for seat in group})
    return tuple(payments)


def payable(totals: Mapping[str, Amount], stake: Mapping[str, str]) -> dict[str, Fraction]:
    """The totals as money that can be paid: whole hundredths that sum to zero, as near as can be.

    >>> payable({"E": 2, "S": -1, "W": -1, "N": 0}, {"amount": "1/3", "unit": "€"})
    {'E': Fraction(33, 50), 'S': Fraction(-33, 100), 'W': Fraction(-33, 100), 'N': Fraction(0, 1)}
    """
    exact = {seat: Fraction(total) * Fraction(stake["amount"]) * 100 for seat, total in totals.items()}
    found = {seat: Fraction(round(cents)) for seat, cents in exact.items()}
    while off := sum(found.values()):
        step = 1 if off < 0 else -1
        # Whoever was rounded away most from there bears the hundredth that is left.
        seat = max(found, key=lambda one: step * (exact[one] - found[one]))
        found[seat] += step
    return {seat: cents / 100 for seat, cents in found.items()}


def _smallest_group(seats: list[str], totals: Mapping[str, Amount]) -> tuple[str, ...]:
    # With four players the smallest group first is best: only pairs can leave another group.
    for size in range(2, len(seats)):
        for group in combinations(seats, size):
            if sum(totals[seat] for seat in group) == 0:
                return group
    return tuple(seats)


def _within(left: dict[str, Fraction]) -> list[Payment]:
    payments = []
    while any(left.values()):
        payer = min(left, key=lambda seat: left[seat])
        payee = max(left, key=lambda seat: left[seat])
        amount = min(-left[payer], left[payee])
        payments.append((payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
    return payments


def number(amount: Amount) -> str:
    """An exact number for a reader: ``12``, ``-4.5``, ``1/3``; a true minus sign.

    >>> number(Fraction(-9, 2)), number(7), number(Fraction(1, 3))
    ('−4.5', '7', '1/3')
    """
    exact = Fraction(amount)
    sign = "−" if exact < 0 else ""
    exact = abs(exact)
    if exact.denominator == 1:
        return f"{sign}{exact.numerator}"
    for digits in range(1, 7):
        if (exact * 10**digits).denominator == 1:
            whole, rest = divmod(int(exact * 10**digits), 10**digits)
            return f"{sign}{whole}.{rest:0{digits}d}"
    return f"{sign}{exact.numerator}/{exact.denominator}"


def signed(amount: Amount) -> str:
    """The same with a plus sign above zero."""
    return f"+{number(amount)}" if amount > 0 else number(amount)


def money(points: Amount, stake: Mapping[str, str]) -> str:
    """Points in the table's currency, exact; signed."""
    value = Fraction(points) * Fraction(stake["amount"])
    return f"{signed(value)} {stake['unit']}".strip()
