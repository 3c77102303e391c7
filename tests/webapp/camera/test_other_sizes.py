"""Pictures of another size while the camera runs: the table is looked at anew, a single one is left out."""

from collections.abc import Callable
from typing import Any

import numpy as np
from flask.testing import FlaskClient
from scripted_table import ScriptedSource, ScriptedTracker

from vision.live.frame import Frame
from webapp.camera.cameras import Cameras
from webapp.camera.session import Hooks, Session
from webapp.camera.setup import CameraSetup

LYING, STANDING, HALF = (640, 480), (480, 640), (320, 240)
CORNERS = (0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9)


class Seeing(ScriptedTracker):
    """Remembers which frames it has seen."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__({})
        self.size = size
        self.numbers: list[int] = []

    def see(self, frame: Frame) -> Any:
        self.numbers.append(frame.number)
        return super().see(frame)


def ran(*sizes: tuple[int, int]) -> tuple[Session, list[tuple[tuple[int, int], list[int]]]]:
    """A session that has run through pictures of these sizes; each tracker's size and frames."""
    made: list[Seeing] = []

    def make(width: int, height: int) -> Seeing:
        made.append(Seeing((width, height)))
        return made[-1]

    things = [
        Frame(np.full((high, wide, 3), 90, np.uint8), number / 4, number)
        for number, (wide, high) in enumerate(sizes)
    ]
    session = Session(ScriptedSource(things), make, Hooks())
    session.start()
    assert session.join(20)
    assert session.phase == "finished"
    return session, [(one.size, one.numbers) for one in made]


def test_a_single_picture_of_another_size_does_no_harm() -> None:
    session, seen = ran(LYING, LYING, STANDING, LYING, (1, 1), HALF, LYING)
    assert seen == [(LYING, [0, 1, 3, 6])]
    assert session.size == LYING


def test_after_three_pictures_of_another_size_the_table_is_looked_at_anew() -> None:
    session, seen = ran(LYING, LYING, HALF, HALF, HALF, HALF)
    assert seen == [(LYING, [0, 1]), (HALF, [4, 5])]
    assert session.notes == {"resized"}
    assert session.size == HALF


def test_pictures_of_all_sizes_are_told() -> None:
    session, seen = ran(LYING, HALF, LYING, STANDING, (10, 10), LYING)
    assert seen == [(LYING, [0, 2, 5])]
    assert session.notes == {"mixed"}


def test_corners_are_shares_of_every_picture_of_the_same_shape() -> None:
    setup = CameraSetup(corners=CORNERS).seen_in(*LYING)
    assert setup.corners_in(*HALF) == [32, 24, 288, 24, 288, 216, 32, 216]
    assert setup.corners_in(640, 484) is not None
    assert setup.corners_in(*STANDING) is None
    assert setup.seen_in(*STANDING) == setup  # they were set in the other one
    assert CameraSetup.of(setup.to_json()) == setup
    assert setup.changed({"corners": CORNERS}).seen_in(*STANDING).corners_in(*STANDING) is not None


def test_a_picture_of_another_shape_asks_for_the_corners_again(
    client: FlaskClient, cameras: Cameras, watch: Callable[..., Session], open_table: Callable[..., str]
) -> None:
    table = open_table()
    name = table.rsplit("/", 1)[-1]
    cameras.change(name, {"corners": CORNERS})
    session = watch(table)
    assert 'data-corners="yes"' in client.get(f"{table}/camera/board").text
    assert cameras.setup(name).shape == 1.3333
    session.size = STANDING
    session.note("resized")
    board = client.get(f"{table}/camera/board").text
    assert 'data-corners="no"' in board
    assert "another shape than when the corners were set" in board
    assert "The pictures have another size than before" in board
    client.post(f"{table}/camera/setup", json={"corners": CORNERS})
    assert 'data-corners="yes"' in client.get(f"{table}/camera/board").text
    assert cameras.setup(name).shape == 0.75
