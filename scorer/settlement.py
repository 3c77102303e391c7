"""Who pays whom: transfers with their reasons, summed to four amounts that always sum to zero."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scorer.errors import RuleError, ZeroSumError
from scorer.explanation import Explanation
from scorer.hand import SEATS

Amount = int | Fraction
# Fractions are slow to make; amounts that are usual at a table exist once.
_USUAL: Final[dict[Amount, Fraction]] = {amount: Fraction(amount) for amount in range(-512, 513)}


def exact(amount: Amount) -> Fraction:
    """An amount as a fraction."""
    return _USUAL[amount] if amount in _USUAL else Fraction(amount)


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment from one player to another one. ``amount`` is more than zero in a settlement."""

    payer: str
    payee: str
    amount: Fraction
    why: Explanation


@dataclass(frozen=True, slots=True)
class Settlement:
    """Signed amounts of the four seats and the transfers that make them up.

    Raises:
        ZeroSumError: when the amounts do not sum to zero.
    """

    payments: Mapping[str, Fraction]
    transfers: tuple[Transfer, ...]

    def __post_init__(self) -> None:
        if sum([_plain(amount) for amount in self.payments.values()]) != 0:
            raise ZeroSumError(f"payments {dict(self.payments)} do not sum to zero")


def settle(transfers: Iterable[Transfer]) -> Settlement:
    """The settlement of these transfers; those of nothing are left out.

    Raises:
        RuleError: ``context_conflict`` when somebody would pay himself: what he should get would be lost.
    """
    kept = tuple([transfer for transfer in transfers if transfer.amount])
    sums: dict[str, Amount] = dict.fromkeys(SEATS, 0)
    for transfer in kept:
        if transfer.payer == transfer.payee:
            raise RuleError("context_conflict", "pays_himself", seat=transfer.payer)
        amount = _plain(transfer.amount)
        sums[transfer.payer] -= amount
        sums[transfer.payee] += amount
    return Settlement({seat: exact(amount) for seat, amount in sums.items()}, kept)


def _plain(amount: Fraction) -> Amount:
    """A whole amount as an int, which adds many times faster."""
    return amount.numerator if amount.denominator == 1 else amount
