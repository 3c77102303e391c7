"""The shipped sample photo is what the renderer draws, and its truth is a won hand."""

import json
from pathlib import Path

import cv2
import numpy as np

from datasets.faces import CLASS_NAMES
from datasets.sample import SIZE_PX, draw_sample, truth
from scorer.tiles import parse_tiles

STATIC = Path(__file__).resolve().parents[2] / "webapp" / "static"


def test_the_committed_sample_is_the_one_drawn_here() -> None:
    shipped = cv2.imread(str(STATIC / "sample.jpg"), cv2.IMREAD_COLOR)
    assert shipped is not None
    drawn = draw_sample().picture
    assert shipped.shape == drawn.shape == (SIZE_PX[1], SIZE_PX[0], 3)
    difference = np.abs(shipped.astype(int) - drawn.astype(int))
    # JPEG loses a little; other processors round a little differently.
    assert difference.mean() < 4
    assert (STATIC / "sample.jpg").stat().st_size < 400_000


def test_the_sample_shows_the_hand_its_truth_tells() -> None:
    facts = json.loads((STATIC / "sample.json").read_text())
    assert facts == truth()
    told = [*parse_tiles(facts["concealed"]), facts["win"]]
    for meld in facts["melds"]:
        told += parse_tiles(meld["tiles"])
    labels = draw_sample().labels
    assert sorted(CLASS_NAMES[label.index] for label in labels) == sorted(told)
    assert len(told) == 14
    assert [CLASS_NAMES[label.index] for label in labels if label.winning] == [facts["win"]]
    assert {CLASS_NAMES[label.index] for label in labels if label.role == "meld"} == {"C"}
