"""The whole way of a photo, and the JSON that outside programs read."""

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scorer.rulesets import rule_set
from vision.detector import CLASSES
from vision.engine import Engine
from vision.photo import PhotoError, load_photo
from vision.scan import STAGES, Scanner
from vision.wins import winning

HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "E", "C", "C"]
Paint = Callable[..., np.ndarray]


def png(image: np.ndarray) -> bytes:
    out = io.BytesIO()
    Image.fromarray(image[:, :, ::-1]).save(out, "PNG", compress_level=1)
    return out.getvalue()


def test_the_json_is_what_the_command_line_promises(engine: Engine, paint: Paint) -> None:
    image = paint([*HAND[:8], None, "E", "E", "E", None, "flower", None, "C"], size=(800, 480))
    image = paint(["5p", "7p"], tile=(20, 27), start=(300, 60), canvas=image)
    answer = Scanner(engine=engine).scan(png(image)).to_json()
    assert json.loads(json.dumps(answer)) == answer
    assert list(answer) == ["width", "height", "tiles", "hand", "doubts", "problems", "seconds", "correction"]
    assert (answer["width"], answer["height"]) == (800, 480)
    assert [(tile["tile"], tile["role"]) for tile in answer["tiles"]] == [
        ("5p", "table"),
        ("7p", "table"),
        *((tile, "hand") for tile in HAND[:8]),
        *[("E", "meld")] * 3,
        ("flower", "flower"),
        ("C", "hand"),
    ]
    for tile in answer["tiles"]:
        assert list(tile) == ["tile", "box", "confidence", "role"]
        x0, y0, x1, y1 = tile["box"]
        assert 0 <= x0 < x1 <= 800
        assert 0 <= y0 < y1 <= 480
        assert 0 < tile["confidence"] <= 1
    hand = answer["hand"]
    assert list(hand) == ["concealed", "melds", "win", "flowers", "complete"]
    assert hand["melds"] == [{"type": "peng", "tiles": "EEE"}]
    assert hand["flowers"] == 1
    assert hand["complete"] is False
    assert [problem["code"] for problem in answer["problems"]] == ["not_14"]
    assert list(answer["seconds"]) == list(STAGES)


def test_a_whole_hand_with_its_winning_tile(engine: Engine, paint: Paint) -> None:
    answer = Scanner(engine=engine).scan(png(paint([*HAND[:13], None, "C"], size=(700, 480)))).to_json()
    assert answer["hand"] == {
        "concealed": "123m 456p 789s EEEC",
        "melds": [],
        "win": "C",
        "flowers": 0,
        "complete": True,
    }
    assert answer["problems"] == []
    assert answer["doubts"] == []


def test_a_doubt_names_its_candidates(paint: Paint, engine: Engine) -> None:
    class Unsure:
        def run(self, images: np.ndarray) -> np.ndarray:
            output = engine.run(images).copy()
            scores = output[0, 4:]
            sevens = scores[CLASSES.index("7s")] > 0.5
            scores[CLASSES.index("7s"), sevens] = 0.5
            scores[CLASSES.index("9s"), sevens] = 0.4
            return output

    # Of a hand without its last tile the rules say nothing.
    answer = Scanner(engine=Unsure()).scan(png(paint(HAND[:13]))).to_json()
    (doubt,) = answer["doubts"]
    assert doubt["tile_index"] == 6
    assert [kind for kind, _ in doubt["candidates"][:2]] == ["7s", "9s"]
    assert Scanner(engine=Unsure()).scan(png(paint(HAND))).to_json()["doubts"] == []


def test_what_the_rules_changed_and_the_runner_up_are_told(paint: Paint, engine: Engine) -> None:
    class Misled:
        def run(self, images: np.ndarray) -> np.ndarray:
            output = engine.run(images).copy()
            scores = output[0, 4:]
            sixes = scores[CLASSES.index("6p")] > 0.5
            scores[CLASSES.index("6p"), sixes] = 0.4
            scores[CLASSES.index("9p"), sixes] = 0.5
            return output

    answer = Scanner(engine=Misled()).scan(png(paint(HAND))).to_json()
    assert answer["correction"]["changed"] == [{"tile_index": 5, "seen": "9p", "tile": "6p"}]
    assert answer["correction"]["runner_up"]["changes"] == [{"tile_index": 5, "tile": "9p"}]
    assert answer["correction"]["runner_up"]["odds"] > 20
    assert [doubt["tile_index"] for doubt in answer["doubts"]] == [5]
    assert Scanner(engine=engine).scan(png(paint([]))).to_json()["correction"] == {
        "changed": [],
        "runner_up": None,
    }


def test_a_scan_knows_what_wins_at_the_table(paint: Paint, engine: Engine) -> None:
    photo = png(paint([kind for kind in ("1m", "3m", "5p", "8p", "2s", "E", "C") for _ in range(2)]))
    scanner = Scanner(engine=engine)
    assert scanner.scan(photo, win=winning(rule_set("tui_dao_hu"))).reading.complete
    assert not scanner.scan(photo, win=winning(rule_set("ji_ping_hu"))).reading.complete


def test_progress_is_told_stage_by_stage(engine: Engine, paint: Paint) -> None:
    told: list[str] = []
    Scanner(engine=engine).scan(png(paint(HAND)), progress=told.append)
    assert told == list(STAGES)


def test_bytes_path_and_photo_give_the_same(engine: Engine, paint: Paint, tmp_path: Path) -> None:
    data = png(paint(HAND))
    (tmp_path / "hand.png").write_bytes(data)
    scanner = Scanner(engine=engine)
    answers = [scanner.scan(source).to_json() for source in (data, tmp_path / "hand.png", load_photo(data))]
    for answer in answers:
        del answer["seconds"]
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_exif_orientation_gives_the_same_answer(engine: Engine, paint: Paint, orientation: int) -> None:
    turns: Sequence[Image.Transpose | None] = (
        None, Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.ROTATE_180, Image.Transpose.FLIP_TOP_BOTTOM,
        Image.Transpose.TRANSPOSE, Image.Transpose.ROTATE_90, Image.Transpose.TRANSVERSE,
        Image.Transpose.ROTATE_270,
    )  # fmt: skip
    turn = turns[orientation - 1]
    image = Image.fromarray(paint(HAND)[:, :, ::-1])
    exif = Image.Exif()
    exif[0x0112] = orientation
    out = io.BytesIO()
    (image if turn is None else image.transpose(turn)).save(out, "PNG", exif=exif.tobytes())
    scan = Scanner(engine=engine).scan(out.getvalue()).to_json()
    plain = Scanner(engine=engine).scan(png(paint(HAND))).to_json()
    assert [scan[key] for key in ("width", "height", "tiles", "hand")] == [
        plain[key] for key in ("width", "height", "tiles", "hand")
    ]


def test_what_is_no_picture_is_refused_before_the_network_runs(engine: Engine) -> None:
    with pytest.raises(PhotoError):
        Scanner(engine=engine).scan(b"no picture")
    assert engine.shapes == []  # type: ignore[attr-defined]  # the engine of these tests counts
