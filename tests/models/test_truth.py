"""Labelled folders as others leave them."""

import json
from pathlib import Path

import pytest

from models.truth import TruthError, read_truths

WIN = [
    "0",
    "1",
    "2",
    "9",
    "10",
    "11",
    "18",
    "19",
    "20",
    "27",
    "27",
    "27",
    "33",
    "33",
]  # 123m 123p 123s EEE CC


def folder(tmp_path: Path, labels: dict[str, list[str]], shape: tuple[float, float] = (0.04, 0.06)) -> Path:
    root = tmp_path / "set"
    (root / "images").mkdir(parents=True)
    (root / "labels").mkdir()
    for name, classes in labels.items():
        (root / "images" / f"{name}.jpg").touch()
        lines = [f"{kind} {0.05 + 0.05 * n} 0.5 {shape[0]} {shape[1]}" for n, kind in enumerate(classes)]
        (root / "labels" / f"{name}.txt").write_text("\n".join(lines) + "\n")
    return root


def test_yolo_labels_become_tiles_and_boxes(tmp_path: Path) -> None:
    (truth,) = read_truths(folder(tmp_path, {"a": ["0", "34", "35"]}))
    assert truth.photo.name == "a.jpg"
    assert truth.tiles == ("1m", "flower", "back")
    assert truth.hand == ("1m",)
    assert truth.labelled is not None
    assert truth.labelled[0].box == pytest.approx((0.03, 0.47, 0.07, 0.53))
    assert not truth.stretched


def test_whole_hands_are_known_from_the_labels(tmp_path: Path) -> None:
    truths = read_truths(folder(tmp_path, {"a": WIN, "b": [*WIN[:13], "32"], "c": [*WIN, "34"]}))
    assert [truth.win for truth in truths] == [True, False, True]


def test_stretched_tiles_are_known_from_the_labels(tmp_path: Path) -> None:
    assert read_truths(folder(tmp_path, {"a": WIN}, (0.02, 0.06)))[0].stretched


def test_a_file_beside_the_folder_says_which_hands_win(tmp_path: Path) -> None:
    root = folder(tmp_path, {"a": WIN, "b": WIN})
    (tmp_path / "wins.json").write_text(
        json.dumps({"set": {"wins": {"b.jpg": "standard"}, "stretched": ["a.jpg"]}})
    )
    assert [(truth.win, truth.stretched) for truth in read_truths(root)] == [(False, True), (True, False)]


def test_another_file_can_say_so(tmp_path: Path) -> None:
    root = folder(tmp_path, {"a": WIN})
    (tmp_path / "mine.json").write_text(json.dumps({"set": {"wins": [], "stretched": []}}))
    assert not read_truths(root, tmp_path / "mine.json")[0].win


def test_a_file_that_does_not_know_the_folder_is_left_aside(tmp_path: Path) -> None:
    root = folder(tmp_path, {"a": WIN})
    (tmp_path / "wins.json").write_text('{"other": {"wins": [], "stretched": []}}')
    assert read_truths(root)[0].win


def test_polygons_are_boxed_and_photos_without_labels_are_empty(tmp_path: Path) -> None:
    root = folder(tmp_path, {"a": []})
    (root / "labels" / "a.txt").write_text("8 0.1 0.2 0.3 0.2 0.3 0.4 0.1 0.5\n\n")
    (root / "images" / "b.png").touch()
    polygon, empty = read_truths(root)
    assert polygon.labelled is not None
    assert polygon.labelled[0].box == (0.1, 0.2, 0.3, 0.5)
    assert empty.tiles == ()


def test_rows_of_tiles_without_boxes(tmp_path: Path) -> None:
    (tmp_path / "truth.json").write_text(
        json.dumps([{"photo": "h.jpg", "rows": [["1m", "E"], ["C"]], "flowers": ["spring"]}])
    )
    (truth,) = read_truths(tmp_path)
    assert truth.photo == tmp_path / "h.jpg"
    assert truth.tiles == ("1m", "E", "C", "flower")
    assert truth.labelled is None


@pytest.mark.parametrize("line", ["99 0.1 0.1 0.1 0.1", "x 0.1 0.1 0.1 0.1", "1 0.1", "1"])
def test_what_is_no_label_is_named(tmp_path: Path, line: str) -> None:
    root = folder(tmp_path, {"a": []})
    (root / "labels" / "a.txt").write_text(line)
    with pytest.raises(TruthError, match=r"a\.txt"):
        read_truths(root)


@pytest.mark.parametrize("text", ["[{}]", "not json", '[{"photo": "a.jpg", "rows": [["1z"]]}]'])
def test_a_broken_truth_file_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "truth.json").write_text(text)
    with pytest.raises(TruthError, match="truth"):
        read_truths(tmp_path)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match="no labelled photos"):
        read_truths(tmp_path)


@pytest.mark.parametrize(
    "line", [b"\xff\xfe", b"-1 0.5 0.5 0.1 0.1", b"0 nan 0.5 0.1 0.1", b"0 0.5 0.5 inf 0.1"]
)
def test_a_label_that_cannot_be_read_is_named_with_its_line(tmp_path: Path, line: bytes) -> None:
    root = folder(tmp_path, {"a": []})
    (root / "labels" / "a.txt").write_bytes(b"0 0.5 0.5 0.1 0.1\n" + line + b"\n")
    with pytest.raises(TruthError, match=r"a\.txt, line 2"):
        read_truths(root)


def test_a_folder_in_place_of_labels_is_named(tmp_path: Path) -> None:
    root = folder(tmp_path, {"a": []})
    (root / "labels" / "a.txt").unlink()
    (root / "labels" / "a.txt").mkdir()
    with pytest.raises(TruthError, match=r"a\.txt cannot be read"):
        read_truths(root)


@pytest.mark.parametrize("listed", [{}, [[]], [{"photo": "a.jpg", "rows": [[["1m"]]]}]])
def test_a_truth_of_another_form_is_refused(tmp_path: Path, listed: object) -> None:
    (tmp_path / "truth.json").write_text(json.dumps(listed))
    with pytest.raises(TruthError, match=r"truth\.json"):
        read_truths(tmp_path)
