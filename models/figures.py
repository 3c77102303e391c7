"""Counts over photos: how many were read exactly, how many tiles, and how many mistakes went unmarked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from models.matching import Matches
from models.roles import RolesResult


@dataclass(frozen=True)
class Marks:
    """What a player is told about one photo.

    Attributes:
        photo: whether any tile is marked doubtful.
        hand: whether a tile of the hand, its melds or a flower is.
        problems: codes of `vision.problems`.
    """

    photo: bool
    hand: bool
    problems: tuple[str, ...]


@dataclass(frozen=True)
class PhotoResult:
    """One photo compared with its truth.

    Attributes:
        photo: its file name.
        group: the set of photos it belongs to, for a rendered scene the tile set's design.
        stretched: whether its tiles are stretched beyond natural shape.
        fixes: taps that make the faces found those labelled.
        hand_fixes: the same for the hand after the corrector; None where no whole hand is shown.
        matches: boxes compared, before the corrector; None where the truth has none.
        confidences: of each tile of the reading, with whether that tile is there; empty without boxes.
        marks: what the player is told.
        roles: of a rendered whole hand; else None.
        seconds: of the scan.
    """

    photo: str
    group: str
    stretched: bool
    fixes: int
    hand_fixes: int | None
    matches: Matches | None
    confidences: tuple[tuple[float, bool], ...]
    marks: Marks
    roles: RolesResult | None
    seconds: float


@dataclass(frozen=True)
class Honesty:
    """Right and wrong readings, and whether the player is warned.

    Attributes:
        right: read exactly.
        right_unmarked: of those, without a doubt mark.
        right_silent: of those, without a sentence about the photo either.
        wrong: not read exactly.
        wrong_unmarked: of those, without a doubt mark: confident and wrong.
        wrong_silent: of those, without a sentence about the photo either.
    """

    right: int
    right_unmarked: int
    right_silent: int
    wrong: int
    wrong_unmarked: int
    wrong_silent: int


@dataclass(frozen=True)
class Roles:
    """Of the rendered hands read exactly: how many with right roles, melds, winning tile, and all three."""

    hands: int
    roles: int
    melds: int
    win: int
    all: int


@dataclass(frozen=True)
class Figures:
    """Counts over some photos.

    Attributes:
        photos: how many.
        exact: photos whose labelled faces were all read and nothing else: flowers count, rules do not help.
        one_fix: photos at most one change, addition or removal away from that.
        two_fixes: the same with two.
        wins: photos that show a whole hand.
        hands_exact: of those, how many hands came out exactly, after the corrector, flowers left out.
        hands_one_fix: at most one fix away.
        hands_two_fixes: at most two.
        right: boxes of the right class at IoU 0.5.
        found: all boxes found; 0 where the truth has no boxes.
        labelled: all boxes labelled.
        faces: boxes right, found and labelled, flowers left out.
        photo_honesty: warnings beside exact and other photos.
        hand_honesty: warnings beside exact and other whole hands.
        roles: of rendered hands.
    """

    photos: int
    exact: int
    one_fix: int
    two_fixes: int
    wins: int
    hands_exact: int
    hands_one_fix: int
    hands_two_fixes: int
    right: int
    found: int
    labelled: int
    faces: tuple[int, int, int]
    photo_honesty: Honesty
    hand_honesty: Honesty
    roles: Roles

    @property
    def precision(self) -> float | None:
        """Right among found, class-aware; None without boxes."""
        return self.right / self.found if self.found else None

    @property
    def recall(self) -> float | None:
        """Right among labelled, class-aware; None without boxes."""
        return self.right / self.labelled if self.labelled else None

    def to_json(self) -> dict[str, Any]:
        """Counts and shares."""
        nested = {name: getattr(self, name).__dict__ for name in ("photo_honesty", "hand_honesty", "roles")}
        return {**self.__dict__, **nested, "precision": self.precision, "recall": self.recall}


def count(results: Sequence[PhotoResult]) -> Figures:
    """Add up photos."""
    hands = [result.hand_fixes for result in results if result.hand_fixes is not None]
    matches = [result.matches for result in results if result.matches is not None]
    whole = [result for result in results if result.hand_fixes is not None]
    return Figures(
        photos=len(results),
        exact=sum(result.fixes == 0 for result in results),
        one_fix=sum(result.fixes <= 1 for result in results),
        two_fixes=sum(result.fixes <= 2 for result in results),
        wins=len(hands),
        hands_exact=sum(number == 0 for number in hands),
        hands_one_fix=sum(number <= 1 for number in hands),
        hands_two_fixes=sum(number <= 2 for number in hands),
        right=sum(one.right for one in matches),
        found=sum(one.found for one in matches),
        labelled=sum(one.labelled for one in matches),
        faces=_added([one.without("flower") for one in matches]),
        photo_honesty=_honesty([(one.fixes, one.marks.photo, one.marks.problems) for one in results]),
        hand_honesty=_honesty([(one.hand_fixes or 0, one.marks.hand, one.marks.problems) for one in whole]),
        roles=_roles([one.roles for one in whole if one.roles is not None and one.hand_fixes == 0]),
    )


def _added(counts: Sequence[tuple[int, int, int]]) -> tuple[int, int, int]:
    right, found, labelled = (sum(column) for column in zip((0, 0, 0), *counts, strict=True))
    return right, found, labelled


def _honesty(readings: Sequence[tuple[int, bool, tuple[str, ...]]]) -> Honesty:
    """Count readings given as fixes, whether they are marked, and problems told."""
    right = [(marked, problems) for fixes, marked, problems in readings if not fixes]
    wrong = [(marked, problems) for fixes, marked, problems in readings if fixes]
    return Honesty(
        right=len(right),
        right_unmarked=sum(not marked for marked, _ in right),
        right_silent=sum(not marked and not problems for marked, problems in right),
        wrong=len(wrong),
        wrong_unmarked=sum(not marked for marked, _ in wrong),
        wrong_silent=sum(not marked and not problems for marked, problems in wrong),
    )


def _roles(results: Sequence[RolesResult]) -> Roles:
    return Roles(
        hands=len(results),
        roles=sum(one.roles for one in results),
        melds=sum(one.melds for one in results),
        win=sum(one.win for one in results),
        all=sum(one.all for one in results),
    )
