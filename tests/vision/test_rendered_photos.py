"""A gate that needs nothing: hands drawn by the program, as a player would photograph them, read exactly.

``data/rendered`` was drawn with ``fanpai render OUT --kind hands --longest 1024`` (seeds and designs stand in
its facts), faces by the program alone; ``fanpai evaluate`` measures the folder.
"""

import io
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from models.roles import compare_roles, read_laid
from scorer.tiles import parse_tiles
from vision.scan import Scanner, shipped_weights

FOLDER = Path(__file__).parent / "data" / "rendered"
SAMPLE = Path(__file__).parents[2] / "webapp" / "static" / "sample.jpg"
NAMES = sorted(path.stem for path in (FOLDER / "images").glob("*.jpg"))
ORIENTATION = 0x0112

pytestmark = pytest.mark.skipif(
    not shipped_weights().is_file(), reason="the detector's weights are not there"
)


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner()


def lying(hand: dict[str, Any]) -> tuple[list[str], list[list[str]], str | None]:
    """Concealed tiles, melds and winning tile of a hand in JSON, in no order."""
    melds = sorted(sorted(parse_tiles(meld["tiles"])) for meld in hand["melds"])
    return sorted(parse_tiles(hand["concealed"])), melds, hand["win"]


@pytest.mark.parametrize("name", NAMES)
def test_a_rendered_hand_is_read_exactly(scanner: Scanner, name: str) -> None:
    facts = FOLDER / "facts" / f"{name}.json"
    scan = scanner.scan(FOLDER / "images" / f"{name}.jpg")
    assert lying(scan.to_json()["hand"]) == lying(json.loads(facts.read_text(encoding="utf-8"))["truth"])
    assert scan.reading.complete
    assert compare_roles(read_laid(facts), scan.reading).all


def test_there_are_enough_of_them() -> None:
    assert len(NAMES) >= 9


def orientations() -> list[tuple[int, np.ndarray]]:
    """For each EXIF orientation 1 to 8, the pixels a camera held so would store of the sample."""
    picture = cv2.imread(str(SAMPLE))
    assert picture is not None
    turns = {1: 0, 3: 2, 6: 1, 8: 3}  # quarter turns, against the clock, of what is stored
    plain = [(number, np.rot90(picture, turn)) for number, turn in turns.items()]
    mirrored = {2: 0, 4: 2, 5: 3, 7: 1}
    return plain + [(number, np.rot90(picture, turn)[:, ::-1]) for number, turn in mirrored.items()]


def test_every_way_to_hold_the_camera_gives_the_same_answer(scanner: Scanner) -> None:
    answers = []
    for number, pixels in orientations():
        exif = Image.Exif()
        exif[ORIENTATION] = number
        file = io.BytesIO()
        Image.fromarray(np.ascontiguousarray(pixels[..., ::-1])).save(
            file, "PNG", exif=exif, compress_level=1
        )
        answer = scanner.scan(file.getvalue()).to_json()
        del answer["seconds"]
        answers.append(answer)
    assert len(answers) == 8
    assert answers[0]["hand"]["complete"]
    assert all(answer == answers[0] for answer in answers)
