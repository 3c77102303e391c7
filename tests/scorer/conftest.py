"""A short way to write deals: ``play("ji_ping_hu", "123m 456p 77s 45s +6s | peng EEE<W ; S<N ; streak=1")``.

The parts between ``;``: the hand (concealed tiles, ``+`` winning tile, melds after ``|`` with ``<`` feeder);
the win (``S`` self-draw, ``S<W`` on West's discard, ``S!N`` robbing North's kong; default ``S<W``); the rest
of the context as ``key=value``. South wins, East deals and the round is East's unless something else is said.
"""

from collections.abc import Callable
from typing import Any

import pytest

from scorer.cases import answer
from scorer.hand import wind_of

SEATS = [one + other for one in "ESWN" for other in "ESWN"]
LISTS = ("flags", "horses", "calls_before_win", "key_pair")


class Played:
    """The answer to one case."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.found = found

    def has(self, rows: str, total: int, points: int, pays: str) -> None:
        """Rows ``"平胡=1 自摸=1"``, total, points and payments ``"S+6 E-2 W-2 N-2"`` are exactly these."""
        shown = sorted(f"{name}={value}" for name, value in self.found["fans"])
        assert shown == sorted(rows.split()), self.found
        assert self.found["total_fan"] == total
        assert self.found["points"] == points
        self.pays(pays)

    def pays(self, text: str) -> None:
        """Payments are exactly these; seats left out pay nothing."""
        wanted = dict.fromkeys("ESWN", 0.0) | {part[0]: float(part[1:]) for part in text.split()}
        assert self.found["payments"] == wanted, self.found

    def refused(self, code: str) -> None:
        """The case is refused with this code."""
        assert self.found == {"error": code}

    def holds(self, name: str) -> int:
        """How often a row is among those that count."""
        return sum(row == name for row, _ in self.found["fans"])


def hand_of(text: str) -> dict[str, Any]:
    parts = [part.strip() for part in text.split("|")]
    concealed, _, win = parts[0].partition("+")
    melds = []
    for part in parts[1:]:
        kind, _, rest = part.partition(" ")
        tiles, feeder, seat = rest.partition("<")
        melds.append({"type": kind, "tiles": tiles.strip()} | ({"from": seat.strip()} if feeder else {}))
    return {"concealed": concealed.strip(), "melds": melds, "win": win.strip()}


def context_of(win: str, rest: str) -> dict[str, Any]:
    given: dict[str, Any] = {"dealer": "E", "round_wind": "E", "flags": []}
    for part in rest.split():
        key, _, value = part.partition("=")
        given[key] = value_of(key, value)
    winner, how = win[:1], win[1:2]
    given["winner"] = winner
    given.setdefault(
        "seat_wind", wind_of(winner, given["dealer"]) if winner + given["dealer"] in SEATS else "E"
    )
    given["win_by"] = {"": "self_draw", "<": "discard", "!": "rob_kong"}[how]
    if win[2:]:
        given["from"] = win[2:]
    return given


def value_of(key: str, value: str) -> Any:
    if key in LISTS:
        return value.split(",") if value else []
    if key == "gangs":
        return [kong_of(text) for text in value.split(",")]
    if key == "caishen_counts":
        return {text[0]: int(text[1:]) for text in value.split(",")}
    if key == "already_liable":
        return dict(pair.split(">") for pair in value.split(","))
    return int(value) if value.lstrip("-").isdigit() else value


def kong_of(text: str) -> dict[str, str]:
    seat, _, rest = text.partition(":")
    kind, _, feeder = rest.partition("<")
    return {"seat": seat, "type": kind} | ({"from": feeder} if feeder else {})


def case_of(deal: str) -> dict[str, Any]:
    hand, win, rest = ([part.strip() for part in deal.split(";")] + ["", ""])[:3]
    return {"kind": "win", "hand": hand_of(hand), "context": context_of(win or "S<W", rest)}


@pytest.fixture
def play() -> Callable[..., Played]:
    """Score one deal written in short: rule set, deal, options."""

    def run(rules: str, deal: str, **options: object) -> Played:
        return Played(answer(case_of(deal) | {"ruleset": rules, "options": options}))

    return run


@pytest.fixture
def play_all() -> Callable[..., Played]:
    """Score several claims to one tile: rule set, how (``"<W"``), ``"S hand"`` for each claim, options."""

    def run(rules: str, how: str, *claims: str, **options: object) -> Played:
        wins = [
            {"winner": claim[0], "seat_wind": claim[0], "hand": hand_of(claim[1:].partition(";")[0])}
            | {"flags": claim.partition(";")[2].split()}
            for claim in claims
        ]
        how, _, rest = how.partition(" ")
        context = context_of("S" + how, rest)
        return Played(
            answer(
                {"kind": "multi_win", "ruleset": rules, "options": options, "wins": wins, "context": context}
            )
        )

    return run


@pytest.fixture
def ask() -> Callable[..., dict[str, Any]]:
    """Any other kind of case: rule set, kind, context, options, and whatever else the case has."""

    def run(rules: str, kind: str, context: dict[str, Any], **more: Any) -> dict[str, Any]:
        return answer({"kind": kind, "ruleset": rules, "context": context} | more)

    return run
