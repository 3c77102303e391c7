"""Hands for reading checks: the truth tells what lies there, and workers do not change a pixel."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.deck import Deck
from datasets.faces import CLASS_NAMES
from datasets.reading import reading
from datasets.render import render
from datasets.scene import scene
from scorer.tiles import KINDS, parse_tiles


def test_the_truth_holds_every_tile_that_lies_there() -> None:
    kinds = Counter[str]()
    for seed in range(60):
        rng = np.random.default_rng(seed)
        layout = reading(rng, Deck(rng))
        truth = layout.truth
        own = layout.placements[: layout.focus]
        hand = [placement for placement in own if placement.role == "hand"]
        assert sorted(KINDS[p.index] for p in hand if not p.winning) == sorted(
            parse_tiles(truth["concealed"])
        )
        assert [KINDS[p.index] for p in hand if p.winning] == [truth["win"]]
        assert sum(p.role == "flower" for p in own) == truth["flowers"]
        for number, meld in enumerate(truth["melds"]):
            lying = [p for p in own if p.meld == number]
            assert sorted(KINDS[p.index] for p in lying) == sorted(parse_tiles(meld["tiles"]))
            assert sum(p.pose != "down" for p in lying) == meld["shown"]
            kinds[f"{meld['type']} {meld['shown']}"] += 1
        kongs = sum(len(parse_tiles(meld["tiles"])) == 4 for meld in truth["melds"])
        melded = sum(len(parse_tiles(meld["tiles"])) for meld in truth["melds"])
        assert len(parse_tiles(truth["concealed"])) + 1 + melded == 14 + kongs
    assert {"chi 3", "peng 3", "ming_gang 4", "an_gang 2", "an_gang 0"} <= set(kinds)


def test_a_hand_to_be_read_is_seen_whole() -> None:
    for seed in range(4):
        made = scene(seed, "check", 800, "hands")
        truth = made.facts["truth"]
        seen = Counter(CLASS_NAMES[label.index] for label in made.labels if label.role == "hand")
        assert seen == Counter([*parse_tiles(truth["concealed"]), truth["win"]])
        assert sum(label.winning for label in made.labels) == 1


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="known are mixed, hands"):
        scene(0, "check", 640, "portraits")


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    one = render(tmp_path / "one", 3, 7, "check", 320, workers=1)
    two = render(tmp_path / "two", 3, 7, "check", 320, workers=2)
    assert one == two
    for name in ("check_000007", "check_000008", "check_000009"):
        first, second = (tmp_path / folder / f"images/{name}.jpg" for folder in ("one", "two"))
        assert first.read_bytes() == second.read_bytes()
        facts = [
            json.loads((tmp_path / folder / f"facts/{name}.json").read_text()) for folder in ("one", "two")
        ]
        assert facts[0] == facts[1]
        picture = cv2.imread(str(first))
        assert picture is not None
        assert max(picture.shape) == 320
