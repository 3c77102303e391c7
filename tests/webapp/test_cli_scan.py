"""``fanpai scan``: one JSON object a line, drawings, and what is no picture."""

import json
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from click.testing import CliRunner, Result

from vision.scan import Scanner
from webapp.cli import fanpai
from webapp.commands.scan import _less_likely, as_text, drawing_name


class BlindEngine:
    """A network that finds nothing: what is around it is tested here."""

    def run(self, images: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        return np.zeros((images.shape[0], 40, 84), np.float32)


@pytest.fixture(autouse=True)
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.commands.scan.Scanner", lambda: Scanner(engine=BlindEngine()))


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "桌子.jpg"
    path.write_bytes(cv2.imencode(".jpg", np.full((60, 100, 3), 90, np.uint8))[1].tobytes())
    return path


def scan(*arguments: str | Path) -> Result:
    return CliRunner().invoke(fanpai, ["scan", *map(str, arguments)])


def test_each_photo_is_one_json_line_in_the_order_given(photo: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.png"
    other.write_bytes(cv2.imencode(".png", np.zeros((40, 40, 4), np.uint8))[1].tobytes())
    result = scan(other, photo, "--json")
    assert result.exit_code == 0, result.output
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(one["photo"], one["width"], one["height"]) for one in answers] == [
        (str(other), 40, 40),
        (str(photo), 100, 60),
    ]
    assert set(answers[0]) == {
        "photo",
        "width",
        "height",
        "tiles",
        "hand",
        "doubts",
        "problems",
        "seconds",
        "correction",
    }
    assert set(answers[0]["hand"]) == {"concealed", "melds", "win", "flowers", "complete"}
    assert answers[0]["tiles"] == []
    assert "桌子" in result.stdout


def test_what_is_no_picture_gets_a_message_and_the_others_are_read(photo: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.jpg"
    letter.write_text("Dear aunt")
    result = scan(letter, tmp_path / "missing.jpg", tmp_path, photo, "--json")
    assert result.exit_code == 2
    assert [json.loads(line)["photo"] for line in result.stdout.splitlines()] == [str(photo)]
    messages = result.stderr.splitlines()
    assert [name in line for name, line in zip(("letter", "missing", ""), messages, strict=True)] == [
        True
    ] * 3


def test_without_json_it_is_text(photo: Path) -> None:
    result = scan(photo)
    assert result.exit_code == 0
    assert "0 tiles" in result.output
    assert "not a complete hand" in result.output


def test_the_drawing_is_written(photo: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "drawn.jpg"
    result = scan(photo, "--draw", out)
    assert result.exit_code == 0, result.output
    image = cv2.imdecode(np.fromfile(out, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None


def test_a_drawing_that_is_there_is_not_replaced_unasked(photo: Path, tmp_path: Path) -> None:
    result = scan(photo, "--draw", photo)
    assert result.exit_code == 1
    assert "--force" in result.stderr
    assert result.stdout == ""
    out = tmp_path / "drawn.jpg"
    out.write_bytes(b"holiday")
    assert scan(photo, "--draw", out).exit_code == 1
    assert out.read_bytes() == b"holiday"
    assert scan(photo, "--draw", out, "--force").exit_code == 0
    assert out.read_bytes() != b"holiday"


def test_drawings_of_several_photos_do_not_overwrite_each_other(tmp_path: Path) -> None:
    photos = [Path("a/one.jpg"), Path("b/one.jpg"), Path("two.heic")]
    numbered = [drawing_name(Path("out.png"), photos, index).name for index in range(3)]
    assert numbered == ["out-1.png", "out-2.png", "out-3.png"]
    in_folder = [drawing_name(tmp_path, photos, index) for index in range(3)]
    assert in_folder == [tmp_path / "one-1.jpg", tmp_path / "one-2.jpg", tmp_path / "two.jpg"]


def test_a_drawing_that_is_no_picture_is_refused_before_any_work(photo: Path, tmp_path: Path) -> None:
    result = scan(photo, "--draw", tmp_path / "out.docx")
    assert result.exit_code == 2
    assert ".jpg" in result.stderr
    assert result.stdout == ""


def test_a_drawing_that_cannot_be_written_is_a_sentence(photo: Path) -> None:
    result = scan(photo, "--draw", photo / "out.jpg")
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr


def test_the_text_tells_hand_melds_doubts_and_problems() -> None:
    tiles = [{"tile": "1m", "role": "hand"}, {"tile": "9s", "role": "table"}]
    answer = {
        "photo": "p.jpg",
        "tiles": tiles,
        "hand": {
            "concealed": "123m 44p",
            "melds": [{"type": "peng", "tiles": "EEE"}],
            "win": "4p",
            "flowers": 2,
            "complete": True,
        },
        "doubts": [{"tile_index": 0, "candidates": [["1m", 0.6], ["7m", 0.35]]}],
        "problems": [{"code": "blurred", "text": "Hold still."}],
        "seconds": {"open": 0.1, "detect": 0.3},
        "correction": {"changed": [], "runner_up": None},
    }
    assert as_text(answer).splitlines() == [
        "p.jpg: 2 tiles in 0.4 s",
        "  hand:         123m 44p",
        "  melds:        peng EEE",
        "  winning tile: 4p",
        "  flowers:      2",
        "  on the table: 9s",
        "  a complete hand",
        "  in doubt, tile 1: 1m 60%, 7m 35%",
        "  Hold still.",
    ]


def test_rules_are_named_with_the_wild_tile_or_refused(photo: Path) -> None:
    for rules in ("ji_ping_hu", "lishui:5p", "wenzhou"):
        assert scan(photo, "--rules", rules).exit_code == 0
    for rules, word in (("nothing", "nothing"), ("lishui:5x", "5x"), ("ji_ping_hu:5p", "without a tile")):
        result = scan(photo, "--rules", rules)
        assert result.exit_code == 2
        assert word in result.stderr


def test_what_the_rules_changed_and_the_next_hand_are_told_in_words() -> None:
    told = as_text(
        {
            "photo": "a.jpg",
            "tiles": [],
            "hand": {"concealed": "", "melds": [], "win": None, "flowers": 0, "complete": True},
            "doubts": [],
            "problems": [],
            "seconds": {},
            "correction": {
                "changed": [
                    {"tile_index": 5, "seen": "9p", "tile": "6p"},
                    {"tile_index": 14, "seen": "7p", "tile": None},
                ],
                "runner_up": {"changes": [{"tile_index": 5, "tile": "9p"}], "odds": 31.4},
            },
        }
    )
    assert "tile 6: 6p, though it looks like 9p" in told
    assert "tile 15: not in the hand, though it looks like 7p" in told
    assert "31 times less likely: tile 6 9p" in told


@pytest.mark.parametrize(
    ("odds", "said"), [(1.0, "about as likely"), (1.49, "about as likely"), (1.5, "1.5 times less likely")]
)
def test_a_hand_that_is_about_as_likely_is_called_so(odds: float, said: str) -> None:
    assert _less_likely(odds) == said


def test_corners_are_eight_numbers_around_a_part_of_one_photo(photo: Path) -> None:
    assert scan(photo, "--corners", "10,10,90,10,90,50,10,50", "--json").exit_code == 0
    for wrong, said in (
        ("10,10,90,10", "eight numbers"),
        ("a,b,c,d,e,f,g,h", "eight numbers"),
        ("nan,10,90,10,90,50,10,50", "eight numbers"),
        ("10,10,10,10,10,10,10,10", "enclose no part"),
    ):
        refused = scan(photo, "--corners", wrong)
        assert refused.exit_code == 2
        assert said in refused.output
    assert "one photo" in scan(photo, photo, "--corners", "10,10,90,10,90,50,10,50").output


def test_what_is_no_file_is_named_once(tmp_path: Path) -> None:
    missing = tmp_path / "missing.jpg"
    assert scan(tmp_path).stderr == f"fanpai: {tmp_path}: This is not a file. Name a picture file.\n"
    assert scan(missing).stderr == f"fanpai: {missing}: There is no such file. Check the name.\n"
