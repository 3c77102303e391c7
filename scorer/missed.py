"""漏胡, the missed win: who lets a winning tile go by may not win on that kind until he next moves a tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FREEING: Final = ("draw", "chi", "peng", "gang")
MOVES: Final = (*FREEING, "other")


@dataclass(frozen=True, slots=True)
class MissedWins:
    """The kinds on which a player may not win for now."""

    blocked: frozenset[str] = frozenset()

    def passed(self, tile: str) -> MissedWins:
        """After letting a winning tile of this kind go by."""
        return MissedWins(self.blocked | {tile})

    def moved(self, move: str) -> MissedWins:
        """After a move of the player: ``draw``, ``chi``, ``peng`` and ``gang`` free him; others do not."""
        return MissedWins() if move in FREEING else self

    def can_win(self, tile: str) -> bool:
        """Whether he may win on a tile of this kind."""
        return tile not in self.blocked
