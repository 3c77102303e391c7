"""Filmed deals: legal play, tiles that are never more than there are, and frames out of the seed."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from datasets.body import Placement
from datasets.deals.acting import Acting
from datasets.deals.film import Film
from datasets.deals.script import HAND, SEATS, Script, write
from datasets.deals.seating import house
from datasets.deals.write import deal_folder, write_deal
from datasets.deck import Deck
from datasets.pile import Floor, overlap
from scorer.tiles import INDEX
from scorer.waits import completes

SIZE = (480, 272)
SHORT = (1, 2)  # discards of a deal that is drawn to its end here
WON = 13  # with a run called and a hand turned up
ADDED_BEFORE_THE_WALL = (29, 32, 44, 90)  # a kong is added to a triplet between a hand and the wall
FROM_HAND = {"discard": 1, "chi": 2, "peng": 2, "ming_gang": 3, "an_gang": 4, "bu_gang": 1}


def script(seed: int) -> Script:
    rng = np.random.default_rng(seed)
    return write(rng, int(rng.integers(6, 24)), bool(rng.random() < 0.75))


@pytest.mark.parametrize("seed", range(30))
def test_play_is_legal(seed: int) -> None:
    played = script(seed)
    hands = [HAND + (seat == played.dealer) for seat in range(4)]
    shown: Counter[int] = Counter()
    turn, last = played.dealer, -1
    triplets: dict[tuple[int, int], tuple[int, ...]] = {}
    for step in played.steps:
        if step.kind == "draw":
            assert step.seat == turn
            hands[step.seat] += 1
        if step.kind in {"an_gang", "bu_gang"}:
            assert step.seat == turn
        if step.kind == "discard":
            assert step.seat == turn
            last, turn = step.tiles[0], (step.seat + 1) % 4
            shown[last] += 1
        if step.kind in {"chi", "peng", "ming_gang"}:
            assert step.taken == last
            assert step.taken in step.tiles
            assert step.source != step.seat
            assert step.kind != "chi" or step.seat == (step.source + 1) % 4
            shown.subtract([last])
            turn = step.seat
        if step.kind == "peng":
            triplets[step.seat, step.meld] = step.tiles
        if step.kind == "bu_gang":
            assert step.tiles == (*triplets[step.seat, step.meld], step.tiles[0])
            shown.subtract(step.tiles[:3])
        if step.kind in FROM_HAND:
            hands[step.seat] -= FROM_HAND[step.kind]
            shown.update(step.tiles if step.kind != "discard" else ())
        if step.kind == "turned_up":
            assert len(step.tiles) == hands[step.seat] - (step.source < 0 <= step.taken)
            assert step.source < 0 or step.taken == last
            shown.update(step.tiles if step.source >= 0 or step.taken < 0 else (*step.tiles, step.taken))
        assert min(hands) >= 1
        assert max(hands) <= HAND + 1
    assert max(shown.values()) <= 4


def test_hands_turned_up_have_won() -> None:
    winners = [played for played in map(script, range(80)) if played.won]
    assert len(winners) > 40
    for played in winners:
        assert played.won is not None
        counts = np.bincount([*played.won.tiles, played.won.taken], minlength=34).tolist()
        shapes = ["standard"] if sum(counts) < HAND + 1 else ["standard", "thirteen_orphans"]
        assert any(completes(shape, counts) for shape in shapes)


def test_deals_end_in_every_way() -> None:
    played = [script(seed) for seed in range(80)]
    assert {p.won is None for p in played} == {True, False}
    assert {p.won.source < 0 for p in played if p.won} == {True, False}
    drawn = [p for p in played if p.won is None]
    assert {any(step.kind == "turned_up" for step in p.steps) for p in drawn} == {True, False}
    kinds = {step.kind for p in played for step in p.steps}
    assert kinds == {*FROM_HAND, "draw", "turned_up", "cleared"}


@pytest.mark.parametrize("seed", range(6))
def test_all_tiles_stay_on_the_table(seed: int) -> None:
    rng = np.random.default_rng(seed)
    acting = Acting(rng, seed, script(seed), house(rng, 1.36, 0.78))
    lying: dict[int, Placement | None] = dict(acting.tiles)
    assert sorted(lying) == list(range(136))
    timeline = acting.play()
    for change in timeline.changes:
        lying |= change.tiles
    assert sorted(lying) == list(range(136))
    assert all(lying.values())
    assert all(reach.end > reach.start for reach in timeline.reaches)


@pytest.mark.parametrize("seed", [*range(12), *ADDED_BEFORE_THE_WALL])
def test_no_tile_lies_in_another(seed: int) -> None:
    rng = np.random.default_rng(seed)
    acting = Acting(rng, seed, script(seed), house(rng, 1.36, 0.78))
    timeline, deck = acting.play(), Deck(rng, 1.36, 0.78)
    before = timeline.happenings[-2].free  # the last thing before the table is cleared
    for until in (0.0, before / 2, before):
        lying: dict[int, Placement | None] = dict(acting.tiles)
        for change in timeline.changes:
            if change.at <= until:
                lying |= change.tiles
        low = [placed for placed in lying.values() if placed is not None and placed.z < 0.5]
        shapes = [Floor().tile(placed, deck, 0.86) for placed in low]
        for one in range(len(shapes)):
            near = [n for n in range(one) if abs(low[n].x - low[one].x) + abs(low[n].y - low[one].y) < 3]
            for other in near:
                assert not overlap(shapes[one], shapes[other]), (low[one], low[other])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short deal with a winner, on disk."""
    root = tmp_path_factory.mktemp("deals")
    write_deal(root, WON, "check", SIZE, SHORT)
    return deal_folder(root, WON)


@pytest.fixture(scope="module")
def truth(folder: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((folder / "truth.json").read_text())
    return told


def test_frames_are_there_and_in_order(folder: Path, truth: dict[str, Any]) -> None:
    times = [frame["at"] for frame in truth["frames"]]
    assert times == sorted(set(times))
    assert {path.name for path in (folder / "frames").iterdir()} == {f["file"] for f in truth["frames"]}
    picture = cv2.imread(str(folder / "frames" / truth["frames"][0]["file"]))
    assert picture is not None
    assert picture.shape == (SIZE[1], SIZE[0], 3)
    assert len(truth["corners"]) == 4


def test_events_tell_what_the_script_says(truth: dict[str, Any]) -> None:
    kinds = ["discard", "chi", "discard", "turned_up", "cleared"]
    assert [event["kind"] for event in truth["events"]] == kinds
    times = [event["at"] for event in truth["events"]]
    assert times == sorted(times)
    assert all(event["free"] >= event["at"] for event in truth["events"])
    assert times[-1] <= truth["frames"][-1]["at"]
    for event in truth["events"][:-1]:
        x0, y0, x1, y1 = event["box"]
        assert 0 <= x0 < x1 <= SIZE[0]
        assert 0 <= y0 < y1 <= SIZE[1]
        assert event["seat"] in SEATS
        assert len(event["tiles"]) == len(event["shows"])
    won, turned = truth["won"], truth["events"][-2]
    assert won["seat"] == turned["seat"]
    assert sorted(turned["tiles"]) == sorted([*won["concealed"], won["win"]])


def test_what_lies_there_agrees_with_the_events(truth: dict[str, Any]) -> None:
    """At each still moment the pool holds the discards so far that nobody has claimed."""
    for moment in truth["tiles"][:-1]:
        pool: Counter[str] = Counter()
        for event in truth["events"]:
            if event["at"] > moment["at"]:
                break
            if event["kind"] == "discard":
                pool.update(event["tiles"])
                last = event["tiles"]
            elif event["source"]:
                pool.subtract(last)
        seen = Counter(tile["shows"] for tile in moment["lying"] if tile["where"] == "pool")
        assert seen == +pool
        shows = Counter(tile["shows"] for tile in moment["lying"])
        assert max(count for name, count in shows.items() if name in INDEX) <= 4 if pool else True
    assert {tile["shows"] for tile in truth["tiles"][-1]["lying"]} == {"back"}


def test_the_same_seed_gives_the_same_bytes(folder: Path, tmp_path: Path, truth: dict[str, Any]) -> None:
    write_deal(tmp_path, truth["seed"], "check", SIZE, SHORT)
    again = deal_folder(tmp_path, truth["seed"])
    assert (again / "truth.json").read_bytes() == (folder / "truth.json").read_bytes()
    for frame in truth["frames"][::7]:
        name = frame["file"]
        assert (again / "frames" / name).read_bytes() == (folder / "frames" / name).read_bytes()


def test_drawing_in_parts_gives_the_whole_picture() -> None:
    film = Film(51, "check", SIZE, SHORT)
    for _ in film.frames():
        pass
    before = film.stage.picture.copy()
    film.stage.begin({}, {})
    apart = np.abs(before.astype(int) - film.stage.picture)
    assert (apart > 3).mean() < 1e-4


def test_designs_kept_for_checks_stay_out_of_training() -> None:
    with pytest.raises(ValueError, match="split"):
        Film(0, "test", SIZE)
    with pytest.raises(ValueError, match="multiples of 8"):
        Film(0, "check", (641, 360))
