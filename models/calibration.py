"""Whether a confidence means what it says: of tiles read with 0.9, nine in ten should be right."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from models.intervals import wilson

# Most tiles are read with more than 0.9: the bins are finer there.
EDGES: Final = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99, 1.0)
_ABOUT: Final = (0.85, 0.95)  # what "0.9" stands for

Outcome = tuple[float, bool]


@dataclass(frozen=True)
class Bin:
    """Tiles whose confidence lies in ``low`` (included) to ``high``: how many, how sure, how many right."""

    low: float
    high: float
    tiles: int
    confidence: float
    right: int

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share of right tiles lies, 95 %."""
        return wilson(self.right, self.tiles)


@dataclass(frozen=True)
class Calibration:
    """Confidences held against the truth.

    Attributes:
        outcomes: for each tile read, its confidence 0..1 and whether that tile is there.
    """

    outcomes: tuple[Outcome, ...]

    def bins(self, edges: Sequence[float] = EDGES) -> list[Bin]:
        """The reliability table; empty bins are left out."""
        made = []
        for low, high in pairwise(edges):
            made += _bin(self.outcomes, low, high, last=high == edges[-1])
        return made

    def error(self) -> float | None:
        """Expected calibration error, 0..1: the mean gap between confidence and share of right tiles.

        C. Guo et al., "On calibration of modern neural networks", 2017, with the bins of `EDGES`. None
        without tiles.
        """
        if not self.outcomes:
            return None
        gaps = [abs(one.confidence * one.tiles - one.right) for one in self.bins()]
        return sum(gaps) / len(self.outcomes)

    def about_nine_tenths(self) -> Bin | None:
        """The tiles read with 0.85 to 0.95; None without any."""
        found = _bin(self.outcomes, *_ABOUT)
        return found[0] if found else None

    def to_json(self) -> dict[str, Any]:
        """Error and reliability table."""
        return {
            "tiles": len(self.outcomes),
            "error": self.error(),
            "bins": [_json(one) for one in self.bins()],
        }

    def to_text(self) -> list[str]:
        """Lines for a person."""
        error, nine = self.error(), self.about_nine_tenths()
        if error is None:
            return []
        lines = [f"confidence of {len(self.outcomes)} tiles: calibration error {error:.4f}"]
        if nine:
            low, high = nine.interval
            right = (
                f"{nine.right}/{nine.tiles} right ({nine.right / nine.tiles:.3f}, {low:.3f} to {high:.3f})"
            )
            lines.append(f"  0.9 means: {right} of those read with {nine.low} to {nine.high}")
        for one in self.bins():
            low, high = one.interval
            measured = f"{one.right / one.tiles:.3f} ({low:.3f} to {high:.3f})"
            range_ = f"{one.low:.2f}–{one.high:.2f}"
            lines.append(f"  {range_}: {one.tiles:5} tiles, mean {one.confidence:.3f}, right {measured}")
        return lines


def _bin(outcomes: Sequence[Outcome], low: float, high: float, last: bool = False) -> list[Bin]:
    inside = [one for one in outcomes if low <= one[0] < high or (last and one[0] >= high)]
    if not inside:
        return []
    mean = sum(confidence for confidence, _ in inside) / len(inside)
    return [Bin(low, high, len(inside), mean, sum(right for _, right in inside))]


def _json(one: Bin) -> dict[str, Any]:
    return {**one.__dict__, "confidence": round(one.confidence, 4), "interval": one.interval}
