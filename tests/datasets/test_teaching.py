"""Sheets of a set's kinds: each once, row by row, as they are to be laid."""

from collections import Counter
from itertools import pairwise

from datasets.faces import CLASS_NAMES
from datasets.scene import scene
from datasets.teaching import ROWS
from scorer.tiles import KINDS
from vision.laid import ORDER


def test_the_rows_are_those_that_teaching_asks_for() -> None:
    assert ROWS == ORDER


def test_a_sheet_shows_each_kind_once() -> None:
    sheet = scene(2, "check", 640, "sheet")
    assert Counter(CLASS_NAMES[label.index] for label in sheet.labels) == Counter(KINDS)
    assert sheet.facts["layout"] == "sheet"
    assert sheet.facts["truth"] == {"rows": [list(row) for row in ROWS]}


def test_kinds_follow_each_other_along_the_rows() -> None:
    sheet = scene(2, "check", 640, "sheet")
    middle = {
        CLASS_NAMES[label.index]: ((label.box[0] + label.box[2]) / 2, (label.box[1] + label.box[3]) / 2)
        for label in sheet.labels
    }
    for row in ROWS:
        steps = [
            (middle[after][0] - middle[before][0], middle[after][1] - middle[before][1])
            for before, after in pairwise(row)
        ]
        first = steps[0]
        assert all(dx * first[0] + dy * first[1] > 0 for dx, dy in steps)
