"""The choice of what a scene shows: hands, rows, heaps, walls, whole tables."""

from collections.abc import Callable
from typing import Final

import numpy as np

from datasets.deck import Deck
from datasets.layouts import bonus, grid, hand, jumble, rows, singles, walls
from datasets.pieces import Layout, surroundings
from datasets.pile import settle
from datasets.play import shuffle, stacks, table

_KINDS: Final[tuple[tuple[Callable[[np.random.Generator, Deck], Layout], float], ...]] = (
    (hand, 0.36), (rows, 0.09), (grid, 0.07), (jumble, 0.06), (singles, 0.05), (walls, 0.05), (table, 0.2),
    (bonus, 0.06), (shuffle, 0.07), (stacks, 0.05),
)  # fmt: skip


def arrange(rng: np.random.Generator, ratio: float = 1.36, depth: float = 0.78) -> Layout:
    """A random arrangement of tiles from one set, whose tiles are ``ratio`` high and ``depth`` thick."""
    deck = Deck(rng, ratio, depth)
    weights = np.array([weight for _, weight in _KINDS])
    layout = _KINDS[int(rng.choice(len(_KINDS), p=weights / weights.sum()))][0](rng, deck)
    if layout.name in {"row", "rows"} and rng.random() < 0.6:
        surroundings(rng, deck, layout)
        own = layout.placements[: layout.focus]
        layout.placements = own + [p for p in settle(layout.placements, deck) if p not in own]
    if layout.name in {"row", "rows", "walls", "jumble"} and rng.random() < 0.4:
        layout.things = int(rng.integers(1, 4))
    return layout
