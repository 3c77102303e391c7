"""A booked line opened to be changed, nothing touched, shown and kept: it is as it was."""

import json
import uuid
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from filled_form import filled
from flask.testing import FlaskClient
from generated_entries import FORMS, entry
from ledger_entries import HAND, won
from werkzeug.datastructures import MultiDict

from scorer.rulesets import names, rule_set
from webapp.pages.form import FormError
from webapp.tally.book import Change, RefusedError, TableBook
from webapp.tally.entries import checked
from webapp.tally.fold import Step, Table

EACH = 3


class House:
    """A table, its lines, and the browser that changes them."""

    def __init__(self, client: FlaskClient, address: str) -> None:
        self.client, self.address = client, address
        self.book: TableBook = client.application.extensions["fanpai-tables"]

    @property
    def table(self) -> Table:
        return self.book.table(self.address.rsplit("/", 1)[-1])

    def put(self, line: Any, photo: str | None = None) -> Step:
        """Book a line without a form; gives it as it is kept."""
        now, name = self.table, str(uuid.uuid4())
        change = Change("line_added", name, line)
        return self.book.change(now.id, change, uuid=name, expected=now.sequence, photo=photo).steps[-1]

    def form(self, line: str) -> list[tuple[str, str]]:
        """Open the line to be changed: what its form sends if nobody touches it."""
        page = self.client.get(f"{self.address}/lines/{line}/edit")
        assert page.status_code == 200, page.text
        return filled(page.text, f"{self.address}/preview")

    def keep(self, fields: Any) -> None:
        """Press the form's button, and that of the preview."""
        shown = self.client.post(f"{self.address}/preview", data=MultiDict(fields))
        assert shown.status_code == 200, shown.text
        data = MultiDict(filled(shown.text, f"{self.address}/lines"))
        assert self.client.post(f"{self.address}/lines", data=data).status_code == 303


@pytest.fixture
def house(client: FlaskClient, open_table: Callable[..., str]) -> Callable[..., House]:
    """``house(rules)``: a new table."""
    return lambda rules="ji_ping_hu": House(client, open_table(rules=rules))


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize("rules", names())
def test_a_line_that_nobody_touched_is_as_it_was(house: Callable[..., House], rules: str, kind: str) -> None:
    dice, evening, done = Random(f"{rules} {kind}"), house(rules), 0
    for _ in range(400):
        try:
            step = evening.put(entry(dice, kind, rule_set(rules)))
        except (RefusedError, FormError):
            continue
        evening.keep(evening.form(step.line.id))
        now = evening.table.steps[-1]
        assert now.line.edited
        assert now.line.entry == step.line.entry
        assert now.result == step.result
        done += 1
        if done == EACH:
            return
    pytest.fail(f"only {done} lines were possible")


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("lishui", {"multipliers": {"qi_dui": [6, 2]}}),
        ("ji_ping_hu", {"row_values": {"hun_yi_se": 3}, "cap": 5}),
        # Said though it is what the rule set comes with.
        ("ji_ping_hu", {"base": 1}),
    ],
)
def test_options_of_rows_stay_as_they_were(
    house: Callable[..., House], rules: str, options: dict[str, Any]
) -> None:
    for table_rules in (rules, "wenzhou"):
        evening = house(table_rules)
        step = evening.put({"kind": "rules", "rules": rules, "options": options})
        evening.keep(evening.form(step.line.id))
        assert evening.table.steps[0].line.entry == step.line.entry


def test_a_line_named_by_hand_keeps_its_photo(house: Callable[..., House]) -> None:
    evening, photo = house(), "0" * 32
    named = {"kind": "named", "wins": [{"winner": "S", "points": 3}], "context": {"win_by": "self_draw"}}
    line = evening.put(named, photo).line.id
    evening.keep(evening.form(line))
    assert evening.table.steps[0].line.entry["photo"] == photo
    # With other points, too.
    evening.keep({**dict(evening.form(line)), "points-S": "9"})
    changed = evening.table.steps[0].line.entry
    assert (changed["photo"], changed["wins"][0]["points"]) == (photo, 9)


def test_a_changed_hand_keeps_its_photo_and_what_the_camera_saw_of_it(house: Callable[..., House]) -> None:
    evening, photo = house(), "0" * 32
    step = evening.put(checked(won("S", "W")) | {"observed": ["hand1"]}, photo)
    context = {"winner": "S", "win_by": "discard", "from": "N", "flags": []}
    body = {"hand": HAND, "context": context, "line": step.line.id, "uuid": str(uuid.uuid4()), "expected": 2}
    answer = evening.client.post(f"{evening.address}/hands", json=body).json
    assert answer is not None
    changed = json.loads(answer["entry"])
    assert (changed["photo"], changed["observed"]) == (photo, ["hand1"])
    assert changed["context"]["from"] == "N"


def test_a_payment_with_its_own_amount_for_each_is_changed_in_one_place(house: Callable[..., House]) -> None:
    evening = house()
    free = {"kind": "free", "transfers": [["E", "S", 3], ["E", "W", "1/2"]], "note": "tea"}
    form = dict(evening.form(evening.put(free).line.id))
    assert (form["payer-1"], form["payee-1"], form["amount-1"]) == ("E", "W", "1/2")
    evening.keep({**form, "amount-1": "2"})
    assert evening.table.steps[0].line.entry["transfers"] == [["E", "S", 3], ["E", "W", 2]]
    half = evening.client.post(f"{evening.address}/preview", data={**form, "payee-1": "", "expected": 3})
    assert (half.status_code, "Say who pays and who is paid." in half.text) == (422, True)


@pytest.mark.parametrize(
    ("rules", "line", "what"),
    [
        ("ji_ping_hu", {"kind": "named", "context": {"wild": "5m"}}, "the wild tile"),
        ("ji_ping_hu", {"kind": "named", "context": {"ready": "declared"}}, "ready declared"),
        ("ji_ping_hu", {"kind": "named", "context": {}, "open_melds": 3}, "open melds"),
        ("wenzhou", {"kind": "draw", "context": {"wild": "5m"}}, "the wild tile"),
    ],
)
def test_what_the_form_cannot_show_is_told_and_stays(
    house: Callable[..., House], rules: str, line: dict[str, Any], what: str
) -> None:
    evening = house(rules)
    if line["kind"] == "named":
        won = {"win_by": "self_draw", **line["context"]}
        line = {**line, "wins": [{"winner": "S", "points": 3}], "context": won}
    step = evening.put(line)
    data = {"kind": line["kind"], "line": step.line.id, "winner": "S", "how": "self_draw", "points-S": "4"}
    data["expected"] = "2"
    for answer in (
        evening.client.get(f"{evening.address}/lines/{step.line.id}/edit"),
        evening.client.post(f"{evening.address}/preview", data=data),
    ):
        assert answer.status_code == 422
        assert f"cannot show all that it holds ({what})" in answer.text
    assert evening.table.steps[0] == step


def test_a_penalty_is_for_something_that_the_rules_know(house: Callable[..., House]) -> None:
    evening = house()
    for fields in ({}, {"penalty": "followed"}):
        data = {"kind": "penalty", "player": "W", **fields}
        answer = evening.client.post(f"{evening.address}/preview", data=data)
        assert answer.status_code == 422
        assert "Say what the penalty is for." in answer.text
