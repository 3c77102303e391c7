"""Counting what teaching changes."""

from models.measure_teaching import Tally, photographed, sets


def test_wrong_tiles_are_counted_without_and_with_teaching() -> None:
    tally = Tally()
    tally.add(["1m", "2p", "3s"], ["1m", "4p", "2s"], ["1m", "2p", "2s"])
    both = tally + tally
    assert (both.tiles, both.wrong) == (6, [4, 2])
    without, taught = both.to_text()
    assert "wrong 4/6" in without
    assert "2p→4p 2" in without
    assert "wrong 2/6" in taught


def test_only_designs_that_training_never_shows_are_measured_for_check() -> None:
    assert [design.name for design in sets("check")] == ["lotus pond", "plum yard"]
    assert not {design.name for design in sets("train")} & {"lotus pond", "plum yard"}


def test_sheet_and_hand_show_the_same_set() -> None:
    design = next(sets("train"))
    scenes = [photographed(design, 0, "train", kind, 480) for kind in ("sheet", "hands")]
    assert [scene.facts["design"] for scene in scenes] == [design.name] * 2
    assert [scene.facts["layout"] for scene in scenes] == ["sheet", "reading"]
