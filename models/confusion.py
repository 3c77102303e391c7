"""Which tiles are taken for which, and how sure that is."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from models.intervals import wilson

NONE: Final = "-"  # read: nobody found it; labelled: there is none
_SHOWN: Final = 12


@dataclass(frozen=True)
class Confusion:
    """One cell: how many of the ``cases`` tiles labelled ``true`` were read as ``read``.

    For boxes that lie on no label, ``true`` is `NONE` and ``cases`` are all boxes read as ``read``.
    """

    true: str
    read: str
    count: int
    cases: int

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, 95 %."""
        return wilson(self.count, self.cases)

    def to_json(self) -> dict[str, Any]:
        """The cell with its interval."""
        return {**self.__dict__, "interval": [round(value, 5) for value in self.interval]}

    def to_text(self) -> str:
        """For a person, shares in percent."""
        low, high = (100 * value for value in self.interval)
        share = f"{100 * self.count / self.cases:.1f} %, {low:.1f}–{high:.1f}"
        return f"{self.true}→{self.read} {self.count}/{self.cases} ({share})"


@dataclass(frozen=True)
class Confusions:
    """Everything that was labelled and read.

    Attributes:
        confused: (labelled, read) of what differs; `NONE` for missed and made-up tiles.
        right: tiles by class that were read as labelled.
    """

    confused: Counter[tuple[str, str]]
    right: Counter[str]

    def cells(self) -> list[Confusion]:
        """All confusions, the most frequent first."""
        labelled, read = Counter(self.right), Counter(self.right)
        for (true, seen), count in self.confused.items():
            labelled[true] += count
            read[seen] += count
        return [
            Confusion(true, seen, count, read[seen] if true == NONE else labelled[true])
            for (true, seen), count in self.confused.most_common()
        ]

    def to_json(self) -> dict[str, Any]:
        """Confusions and how many tiles of each class were right."""
        return {"cells": [cell.to_json() for cell in self.cells()], "right": dict(sorted(self.right.items()))}

    def to_text(self) -> list[str]:
        """The worst, for a person."""
        cells = self.cells()[:_SHOWN]
        if not cells:
            return []
        title = f"worst confusions (labelled→read of how many labelled; {NONE} is none)"
        return [title, *(f"  {cell.to_text()}" for cell in cells)]
