"""Photos that cannot be read well, and what is said about them."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.automaton import Win
from vision.corrector import correct
from vision.detector import Detection
from vision.layout import arrange
from vision.photo import Photo
from vision.problems import problems

HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "E", "C", "C"]
Lay = Callable[..., list[Detection]]


def photo(image: np.ndarray | None = None) -> Photo:
    """A sharp, bright picture with strokes on white tiles, unless another is given."""
    if image is None:
        image = np.full((480, 700, 3), (40, 120, 40), np.uint8)
        for place in range(14):
            x = 82 + 36 * place
            cv2.rectangle(image, (x, 276), (x + 34, 324), (240, 240, 240), cv2.FILLED)
            cv2.putText(image, "8", (x + 4, 316), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (160, 30, 20), 3)
    return Photo(image, image.shape[1], image.shape[0], 1.0)


def codes(picture: Photo, tiles: list[Detection]) -> list[str]:
    found = problems(picture, correct(arrange(tiles)))
    assert all(problem.text.endswith((".", "?")) for problem in found)
    return [problem.code for problem in found]


def test_a_good_photo_of_a_whole_hand_has_no_problem(lay: Lay) -> None:
    assert codes(photo(), lay(HAND)) == []


def test_no_tiles() -> None:
    assert codes(photo(), []) == ["no_tiles"]


def test_too_dark(lay: Lay) -> None:
    assert codes(photo((photo().image * 0.08).astype(np.uint8)), lay(HAND)) == ["too_dark"]
    assert codes(photo(np.zeros((480, 640, 3), np.uint8)), []) == ["too_dark", "no_tiles"]


def test_too_blurred(lay: Lay) -> None:
    smeared = np.asarray(cv2.GaussianBlur(photo().image, (0, 0), 9), np.uint8)
    assert codes(photo(smeared), lay(HAND)) == ["too_blurred"]
    assert codes(photo(smeared), []) == ["too_blurred", "no_tiles"]


def test_too_small(lay: Lay) -> None:
    assert codes(photo(), lay(HAND, pitch=7, width=7, height=10)) == ["too_small"]


def test_a_hand_that_reaches_the_edge_is_cut_off(lay: Lay) -> None:
    assert codes(photo(), lay(HAND[:10], start=(17, 300))) == ["cut_off", "not_14"]
    assert codes(photo(), lay(HAND[:10], start=(40, 300))) == ["not_14"]


def test_a_whole_hand_may_fill_the_photo(lay: Lay) -> None:
    assert codes(photo(), lay(HAND, start=(17, 300))) == []


def test_several_hands(lay: Lay) -> None:
    assert codes(photo(), lay(HAND[:13]) + lay(HAND[1:], start=(100, 80))) == ["several_hands"]
    # A row of backs is a wall.
    assert "several_hands" not in codes(photo(), lay(HAND[:13]) + lay(["back"] * 13, start=(100, 80)))


def test_five_of_a_kind(lay: Lay) -> None:
    assert codes(photo(), lay(["8m"] * 5 + HAND[5:])) == ["five_of_a_kind"]


def test_kinds_of_which_there_are_too_many_are_named_in_one_sentence(lay: Lay) -> None:
    (problem,) = problems(photo(), correct(arrange(lay(["8m"] * 5 + ["F"] * 6 + HAND[11:]))))
    assert problem.kinds == ("8m", "F")
    assert problem.text.startswith("5 × 8m, 6 × F: ")


def test_a_single_tile_is_one_tile(lay: Lay) -> None:
    (problem,) = problems(photo(), correct(arrange(lay(["F"]))))
    assert problem.text.startswith("1 tile was found, 13 short")


@pytest.mark.parametrize(("count", "words"), [(13, "1 short of"), (9, "5 short of")])
def test_too_few_tiles(lay: Lay, count: int, words: str) -> None:
    (problem,) = problems(photo(), correct(arrange(lay(HAND[:count]))))
    assert problem.code == "not_14"
    assert words in problem.text


def test_too_many_tiles(lay: Lay) -> None:
    assert codes(photo(), lay([*HAND, "F"])) == ["not_14"]


def test_a_hand_of_seventeen_is_a_whole_hand(lay: Lay) -> None:
    assert codes(photo(), lay(["1s", "2s", "3s", *HAND])) == []


@pytest.mark.parametrize(
    ("tiles", "words"),
    [([*HAND, "F", "F"], "1 short of"), (HAND, "3 short of"), (["1s", "2s", "3s", *HAND, "F"], "has 17 (")],
)
def test_a_hand_is_counted_by_the_rules_of_its_table(lay: Lay, tiles: list[str], words: str) -> None:
    """As under 温州, where a whole hand has seventeen tiles."""
    win = Win(sets=(5,))
    (problem,) = problems(photo(), correct(arrange(lay(tiles)), win=win), win)
    assert problem.code == "not_14"
    assert words in problem.text


def test_a_hand_of_seventeen_is_too_long_where_fourteen_are_played(lay: Lay) -> None:
    win = Win(sets=(4,))
    (problem,) = problems(photo(), correct(arrange(lay(["1s", "2s", "3s", *HAND])), win=win), win)
    assert "has 14 (" in problem.text


def test_a_kong_counts_as_three(lay: Lay) -> None:
    assert codes(photo(), lay([*HAND[:11], None, "F", "F", "F", "F"])) == []
