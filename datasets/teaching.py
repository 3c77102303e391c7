"""The 34 kinds of a set laid out once, as a player photographs them to teach the set."""

from dataclasses import replace
from typing import Final

import numpy as np

from datasets.deck import Deck
from datasets.pieces import Layout, line, manner
from scorer.tiles import INDEX, KINDS

ROWS: Final = (KINDS[:9], KINDS[9:18], KINDS[18:27], KINDS[27:])


def teaching_sheet(rng: np.random.Generator, deck: Deck) -> Layout:
    """Rows of 9, 9, 9 and 7 tiles, one of each kind, laid by hand: neither quite straight nor quite even.

    ``truth`` of the layout holds the kinds of each ``row`` from far to near.
    """
    layout = Layout("sheet", truth={"rows": [list(row) for row in ROWS]})
    pitch = deck.ratio + float(rng.uniform(0.3, 0.9))
    for number, kinds in enumerate(ROWS):
        how = manner(rng, 0.0)
        # Who lays tiles for this puts them the right way up.
        how = replace(how, gap=min(how.gap, 0.3), flips=0.0, twist=0.0)
        start = float(rng.normal(0, 0.15))
        tiles = [INDEX[kind] for kind in kinds]
        layout.placements += line(rng, tiles, start, -number * pitch, how, "table")
    layout.focus = len(layout.placements)
    return layout
