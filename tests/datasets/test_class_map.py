"""Class names of public exports mean what their tiles show."""

from pathlib import Path

import pytest

from datasets.class_map import ClassMapError, choose, read_map, shipped
from datasets.faces import CLASS_NAMES

# The lists as the exports' own data.yaml give them.
NUMBERS = range(1, 10)
EXPORTS = {
    "chinese-mahjong-detection": "bs1 sc1 sd1 sb1 hwe bs2 sc2 sd2 sb2 hws bs3 sc3 sd3 sb3 hww bs4 sc4 sd4 sb4"
    " hwn bf1 sc5 sd5 sb5 hdw bf2 sc6 sd6 sb6 hdg bf3 sc7 sd7 sb7 hdr bf4 sc8 sd8 sb8 sc9 sd9 sb9",
    "rethink-bonus-label": " ".join(
        [f"{suit}{n}" for suit in "bcd" for n in NUMBERS]
        + ["dg", "dr", "dw"]
        + [f"{suit}{n}{design}" for suit in "fs" for n in range(1, 5) for design in ("", "-s")]
        + ["we", "wn", "ws", "ww"]
    ),
    "my-first-project-fqqce": " ".join(
        [f"{suit}_{n}" for suit in ("bamboos", "characters", "circles") for n in NUMBERS]
        + ["east", "green", "north", "red", "south", "west", "white"]
    ),
    "mahjong-bmblq": " ".join(
        ["0"]
        + [f"{n}_{suit}" for n in NUMBERS for suit in ("man", "pin", "sou")]
        + ["chun", "haku", "hatsu", "nan", "pe-", "sya-", "ton"]
    ),
    "mahjong-baq4s": "1B 1C 1D 1F 1S 2B 2C 2D 2F 2S 3B 3C 3D 3F 3S 4B 4C 4D 4F 4S 5B 5C 5D 6B 6C 6D 7B 7C 7D "
    "8B 8C 8D 9B 9C 9D EW GD NW RD SW WD WW",
    "numbers-first": "1m 1p 1s 1z 2m 2p 2s 2z 3m 3p 3s 3z 4m 4p 4s 4z 5m 5p 5s 5z 6m 6p 6s 6z 7m 7p 7s 7z "
    "8m 8p 8s 9m 9p 9s UNKNOWN 0m 0p 0s",
    "letters-first": " ".join(
        [f"f{n}" for n in range(1, 9)]
        + [f"{suit}{n}" for suit in "mps" for n in NUMBERS]
        + [f"z{n}" for n in range(1, 8)]
    ),
    "camerash": " ".join(
        [f"{suit}-{n}" for suit in ("dots", "bamboo", "characters") for n in NUMBERS]
        + [f"honors-{name}" for name in ("east", "south", "west", "north", "red", "green", "white")]
        + [f"bonus-{name}" for name in ("spring", "summer", "autumn", "winter", "plum", "orchid", "bamboo")]
        + ["bonus-chrysanthemum"]
    ),
    "mahjong-recognition": " ".join(
        [f"{suit}_{n}" for suit in ("man", "pin") for n in NUMBERS]
        + ["noble_east", "noble_green_dragon", "noble_north", "noble_red_dragon", "noble_south", "noble_west"]
        + ["noble_white_dragon"]
        + [f"bamboo_{n}" for n in NUMBERS]
    ),
    "fanpai": " ".join(CLASS_NAMES),
}


@pytest.mark.parametrize("name", EXPORTS)
def test_the_names_of_an_export_choose_its_table(name: str) -> None:
    names = EXPORTS[name].split()
    table = choose(names)
    assert table.name == name
    meant = {CLASS_NAMES[number] for number in table.numbers(names).values()}
    assert meant >= set(CLASS_NAMES[:34])


def test_every_shipped_table_has_a_source_and_a_test() -> None:
    assert set(shipped()) == set(EXPORTS)
    assert all(table.source for table in shipped().values())


@pytest.mark.parametrize(
    ("name", "word", "tile"),
    [
        ("chinese-mahjong-detection", "sd7", "7p"),
        ("chinese-mahjong-detection", "hdg", "F"),
        ("rethink-bonus-label", "b1", "1s"),
        ("rethink-bonus-label", "s1", "flower"),
        ("letters-first", "s1", "1s"),
        ("letters-first", "z5", "B"),
        ("numbers-first", "7z", "C"),
        ("numbers-first", "0p", "5p"),
        ("my-first-project-fqqce", "circles_2", "2p"),
        ("mahjong-bmblq", "sya-", "W"),
        ("mahjong-bmblq", "hatsu", "F"),
        ("mahjong-baq4s", "WD", "B"),
        ("mahjong-baq4s", "WW", "W"),
        ("camerash", "characters-3", "3m"),
        ("camerash", "bonus-bamboo", "flower"),
    ],
)
def test_what_single_names_mean(name: str, word: str, tile: str) -> None:
    assert shipped()[name].classes[word] == tile


def test_ignored_classes_have_no_number() -> None:
    names = EXPORTS["numbers-first"].split()
    numbers = choose(names).numbers(names)
    assert names.index("UNKNOWN") not in numbers
    assert numbers[names.index("0s")] == CLASS_NAMES.index("5s")


def test_unknown_names_are_listed_with_what_to_do() -> None:
    with pytest.raises(ClassMapError, match=r"without a known meaning: joker, zebra.*--classes"):
        choose(["1m", "joker", "zebra"])


def test_names_with_two_meanings_are_asked_for() -> None:
    # f1 and s1 alone: a flower and one bamboo, or a flower and a season.
    with pytest.raises(ClassMapError, match="different tiles in letters-first, rethink-bonus-label"):
        choose(["f1", "s1"])


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('ignore = ["dice"]\n[classes]\n"yi wan" = "1m"\n"face down" = "back"\n')
    table = read_map(file)
    assert table.numbers(["dice", "face down", "yi wan"]) == {1: 35, 2: 0}
    with pytest.raises(ClassMapError, match="does not know er wan"):
        table.numbers(["er wan"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[classes]\na = '10m'", "no class"),
        ("a = 1", "lacks a table"),
        ("[[", "no TOML"),
        ("ignore = 'x'", "lacks"),
    ],
)
def test_broken_tables_are_refused(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "broken.toml").write_text(text)
    with pytest.raises(ClassMapError, match=words):
        read_map(tmp_path / "broken.toml")
    with pytest.raises(ClassMapError, match=r"missing\.toml"):
        read_map(tmp_path / "missing.toml")
