"""Who pays whom: transfers with their reasons, summed to four amounts that always sum to zero."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scorer.errors import ZeroSumError
from scorer.explanation import Explanation
from scorer.hand import SEATS


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment from one player to another. ``amount`` is more than zero."""

    payer: str
    payee: str
    amount: Fraction
    why: Explanation


@dataclass(frozen=True, slots=True)
class Settlement:
    """Signed amounts of the four seats and the transfers that make them up.

    Raises:
        ZeroSumError: when the amounts do not sum to zero or are not what the transfers say.
    """

    payments: Mapping[str, Fraction]
    transfers: tuple[Transfer, ...]

    def __post_init__(self) -> None:
        if dict(self.payments) != _sums(self.transfers) or sum(self.payments.values()):
            raise ZeroSumError(f"payments {dict(self.payments)} do not follow from their transfers")


def settle(transfers: Iterable[Transfer]) -> Settlement:
    """The settlement of these transfers; those of nothing are left out."""
    kept = tuple(transfer for transfer in transfers if transfer.amount)
    return Settlement(_sums(kept), kept)


def _sums(transfers: Iterable[Transfer]) -> dict[str, Fraction]:
    sums = {seat: Fraction(0) for seat in SEATS}
    for transfer in transfers:
        sums[transfer.payer] -= transfer.amount
        sums[transfer.payee] += transfer.amount
    return sums
