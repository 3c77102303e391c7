"""The confusion table counts each cell against the tiles it could have happened to."""

from collections import Counter

from models.confusion import Confusion, Confusions

TABLE = Confusions(Counter({("7p", "8p"): 3, ("7p", "-"): 1, ("-", "8p"): 2}), Counter({"7p": 16, "8p": 5}))


def test_cells_count_among_the_tiles_of_their_label() -> None:
    assert TABLE.cells() == [
        Confusion("7p", "8p", 3, 20),
        Confusion("-", "8p", 2, 10),  # of all that was read as 8p
        Confusion("7p", "-", 1, 20),
    ]


def test_the_text_gives_shares_and_intervals() -> None:
    assert TABLE.to_text()[1] == "  7p→8p 3/20 (15.0 %, 5.2–36.0)"


def test_the_json_holds_everything() -> None:
    data = TABLE.to_json()
    assert data["right"] == {"7p": 16, "8p": 5}
    assert data["cells"][0]["cases"] == 20


def test_nothing_confused_nothing_told() -> None:
    assert Confusions(Counter(), Counter("E")).to_text() == []
