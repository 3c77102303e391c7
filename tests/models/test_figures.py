"""Who is warned: marks and sentences beside right and wrong hands."""

from models.figures import Marks, PhotoResult, count


def hand(fixes: int, marked: bool, *problems: str) -> PhotoResult:
    marks = Marks(photo=marked, hand=marked, problems=problems)
    return PhotoResult("a.jpg", "set", False, 0, fixes, None, (), marks, None, 0.1)


def test_marks_and_sentences_are_counted_apart() -> None:
    right = [hand(0, False), hand(0, False), hand(0, False, "too_blurred"), hand(0, True)]
    wrong = [hand(1, False), hand(2, False, "not_14"), hand(1, False, "cut_off", "not_14"), hand(3, True)]
    honesty = count([*right, *wrong]).hand_honesty
    assert (honesty.right, honesty.right_unmarked, honesty.right_silent) == (4, 3, 2)
    assert (honesty.wrong, honesty.wrong_unmarked, honesty.wrong_silent) == (4, 3, 1)
