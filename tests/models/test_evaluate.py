"""Figures of a small folder, worked out by hand."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from models.evaluate import Uncorrected, as_seen, evaluate
from models.report import report
from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.layout import arrange
from vision.reading import Reading, ReadMeld, ReadTile
from vision.scan import Scan

HAND = [0, 1, 2, 9, 10, 11, 18, 19, 20, 27, 27, 27, 33, 33]  # 123m 123p 123s EEE CC


def detection(kind: int, place: int) -> Detection:
    probabilities = np.full(len(CLASSES), 0.002, np.float32)
    probabilities[kind] = 0.9
    x = 50 + 40 * place
    return Detection((x - 20.0, 180.0, x + 20.0, 220.0), probabilities)


class Reader:
    """Answers what it was told each photo shows."""

    def __init__(self, seen: dict[str, Sequence[int]]) -> None:
        self.seen = dict(seen)

    def scan(self, source: Path) -> Scan:
        found = [detection(kind, place) for place, kind in enumerate(self.seen[source.name])]
        layout = arrange(found)
        return Scan(1000, 400, layout.tiles, correct(layout), (), {"detect": 0.25})


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """Five photos of one hand: the last has a flower more, the fourth is stretched."""
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    for name in "abcde":
        (tmp_path / "images" / f"{name}.jpg").touch()
        height = 0.4 if name == "d" else 0.1
        kinds = [*HAND, 34] if name == "e" else HAND
        lines = [f"{kind} {0.05 + 0.04 * place} 0.5 0.04 {height}" for place, kind in enumerate(kinds)]
        (tmp_path / "labels" / f"{name}.txt").write_text("\n".join(lines))
    return tmp_path


@pytest.fixture
def reader() -> Reader:
    return Reader(
        {
            "a.jpg": HAND,
            "b.jpg": [*HAND[:13], 32],  # one dragon is another
            "c.jpg": [*HAND[:12], 35],  # both dragons missed, a back found
            "d.jpg": [],
            "e.jpg": [*HAND, 34],
        }
    )


def test_the_figures(labelled: Path, reader: Reader) -> None:
    figures = evaluate(labelled, reader).figures()
    assert (figures.photos, figures.exact, figures.one_fix, figures.two_fixes) == (4, 2, 3, 4)
    assert (figures.wins, figures.hands_exact, figures.hands_one_fix, figures.hands_two_fixes) == (4, 2, 3, 4)
    # Nobody labelled backs in this folder: the one found is no fault.
    assert (figures.right, figures.found, figures.labelled) == (14 + 13 + 12 + 15, 14 + 14 + 12 + 15, 57)
    assert figures.precision == pytest.approx(54 / 55)
    assert figures.recall == pytest.approx(54 / 57)


def test_stretched_photos_are_apart(labelled: Path, reader: Reader) -> None:
    figures = evaluate(labelled, reader).figures(stretched=True)
    assert (figures.photos, figures.exact, figures.recall, figures.precision) == (1, 0, 0, None)


def test_confusions_and_seconds(labelled: Path, reader: Reader) -> None:
    result = evaluate(labelled, reader)
    assert result.confusions().confused == {("C", "F"): 1, ("C", "-"): 2}
    assert result.confusions().right["C"] == 1 + 2 + 2
    assert result.seconds() == (0.25, 0.25)


def test_backs_count_where_they_are_labelled(labelled: Path, reader: Reader) -> None:
    with (labelled / "labels" / "a.txt").open("a") as file:
        file.write("\n35 0.9 0.9 0.04 0.1\n")
    figures = evaluate(labelled, reader).figures()
    assert (figures.exact, figures.found) == (1, 56)


def test_progress_names_the_photos(labelled: Path, reader: Reader) -> None:
    told: list[tuple[int, int, str]] = []
    evaluate(labelled, reader, progress=lambda *step: told.append(step))
    assert told == [(number + 1, 5, f"{name}.jpg") for number, name in enumerate("abcde")]


def test_the_text_and_the_json_say_the_same(labelled: Path, reader: Reader) -> None:
    result = evaluate(labelled, reader)
    text, data = report(result), json.loads(json.dumps(result.to_json()))
    assert "recogniser exact 2/4 (50.0 %)" in text
    assert "complete wins 4: hand exact 2/4 (50.0 %), within one fix 3/4 (75.0 %)" in text
    assert "precision 0.982, recall 0.947" in text
    assert "stretched photos: 1" in text
    assert "C→- 2/8 (25.0 %" in text
    assert data["natural"]["exact"] == 2
    assert data["stretched"]["photos"] == 1
    assert data["confusions"]["cells"][0]["count"] == 2
    assert data["photos"][1]["hand_fixes"] == 1
    assert data["calibration"]["tiles"] == 55


def test_a_folder_without_boxes_has_no_precision(tmp_path: Path, reader: Reader) -> None:
    rows = [[CLASSES[kind] for kind in HAND]]
    (tmp_path / "truth.json").write_text(json.dumps([{"photo": "a.jpg", "rows": rows, "flowers": []}]))
    result = evaluate(tmp_path, reader)
    assert result.figures().hands_exact == 1
    assert result.figures().precision is None
    assert "precision" not in report(result)
    assert "calibration" not in report(result)


def read_as(tile: str, seen: str) -> ReadTile:
    return ReadTile(tile, (0, 0, 10, 14), 0.8, "hand", ((tile, 0.8),), seen, False)


def test_without_the_corrector_each_tile_is_what_was_seen() -> None:
    tiles = (read_as("7p", "8p"), *(read_as("E", seen) for seen in ("E", "S", "back", "back")))
    reading = Reading(tiles, (0,), (ReadMeld("an_gang", ("E",) * 4, (1, 2, 3, 4)),), None, 0, True)
    detections = tuple(detection(CLASSES.index(tile.seen), 0) for tile in tiles)
    seen = as_seen(Scan(100, 100, detections, reading, (), {}))
    assert seen.hand == ("8p", "E", "S", "E", "S")
    assert seen.tiles[0].confidence == pytest.approx(0.9)


def test_without_the_corrector_no_tile_is_left_out_or_taken_in() -> None:
    tiles = (read_as("7p", "7p"), read_as("8p", "8p"), read_as("1s", "flower"), read_as("B", "back"))
    reading = Reading(tiles, (0, 2, 3), (), None, 0, False, left_out=(1,))
    detections = tuple(detection(CLASSES.index(tile.seen), 0) for tile in tiles)
    assert as_seen(Scan(100, 100, detections, reading, (), {})).hand == ("7p", "8p")


def test_the_ablation_reads_like_the_scanner_where_the_rules_decide_nothing(
    labelled: Path, reader: Reader
) -> None:
    assert evaluate(labelled, Uncorrected(reader)).figures() == evaluate(labelled, reader).figures()


def test_wrong_hands_without_a_mark_are_counted(labelled: Path, reader: Reader) -> None:
    figures = evaluate(labelled, reader).figures()
    # b is sure of its dragon, c sees that two tiles lack; a and e are right.
    assert (figures.photo_honesty.right, figures.photo_honesty.wrong) == (2, 2)
    marked = [scan.reading for scan in (reader.scan(Path("b.jpg")), reader.scan(Path("c.jpg")))]
    silent = sum(not any(tile.doubtful for tile in reading.tiles) for reading in marked)
    assert figures.photo_honesty.wrong_unmarked == silent
    assert "confident and wrong" in report(evaluate(labelled, reader))


def test_confidences_are_held_against_the_labels(labelled: Path, reader: Reader) -> None:
    outcomes = evaluate(labelled, reader).calibration().outcomes
    assert (len(outcomes), sum(right for _, right in outcomes)) == (55, 54)


def test_sets_are_told_apart_by_the_beginning_of_their_names(labelled: Path, reader: Reader) -> None:
    for folder, suffix in (("images", "jpg"), ("labels", "txt")):
        (labelled / folder / f"a.{suffix}").rename(labelled / folder / f"club_a.{suffix}")
    reader.seen["club_a.jpg"] = HAND
    groups = evaluate(labelled, reader).groups()
    assert {name: figures.photos for name, figures in groups.items()} == {"b": 1, "c": 1, "club": 1, "e": 1}
    assert "  club: 1 photos, exact 1/1 (100.0 %)" in report(evaluate(labelled, reader))


def test_rendered_scenes_tell_how_their_hands_lie(labelled: Path, reader: Reader) -> None:
    def entry(place: int, kind: int) -> dict[str, object]:
        x = 50 + 40 * place
        facts = {"class": kind, "printed": CLASSES[kind], "role": "hand", "meld": -1, "winning": place == 13}
        return {"box": [x - 20, 180, x + 20, 220], **facts}

    (labelled / "facts").mkdir()
    tiles = [entry(place, kind) for place, kind in enumerate(HAND)]
    facts = {"design": "harbour", "layout": "row", "complete": True, "tiles": tiles}
    for name in "ab":
        (labelled / "facts" / f"{name}.json").write_text(json.dumps(facts))
    result = evaluate(labelled, reader)
    figures = result.groups()["harbour"]
    assert (figures.photos, figures.wins, figures.hands_exact) == (2, 2, 1)
    assert (figures.roles.hands, figures.roles.all) == (1, 1)
    assert "of the exact hands, right roles 1/1" in report(result)
