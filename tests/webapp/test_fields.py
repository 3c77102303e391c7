"""What may stand in a field: one limit for the form, the phone that was offline, and a table's file."""

import io
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from evening_forms import FORM, add, totals
from flask.testing import FlaskClient

from webapp.pages.form import FormError
from webapp.tally.fields import FieldError, amount, name_key, text
from webapp.tally.fold import Table
from webapp.tally.setup import SetupError, player_names
from webapp.taught_sets import SetError, set_name

State = Callable[[str], Table]
Open = Callable[..., str]
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


def brought(client: FlaskClient, state: State, table: str) -> Any:
    file = client.get(f"{table}/table.json").data
    answer = client.post("/tables/bring", data={"file": (io.BytesIO(file), "t.json"), "copy": "yes"})
    assert answer.status_code == 303, answer.text
    return totals(state(answer.location))


@pytest.mark.parametrize("value", ["400000000", "1000000000", "0.000001", "999999999.999999", "1/997"])
def test_what_each_pays_can_be_brought_in_again(
    client: FlaskClient, open_table: Open, state: State, value: str
) -> None:
    table = open_table()
    add(client, table, "free", payer="E", payee="all", amount=value, note="")
    assert brought(client, state, table) == totals(state(table))


@pytest.mark.parametrize("points", ["500000000", "1000000000"])
def test_a_named_win_of_most_points_can_be_brought_in_again(
    client: FlaskClient, open_table: Open, state: State, points: str
) -> None:
    table = open_table()
    add(client, table, "named", winner="S", how="self_draw", **{"points-S": points})
    assert brought(client, state, table) == totals(state(table))


def test_fractions_with_long_sums_in_one_line_can_be_brought_in_again(
    client: FlaskClient, open_table: Open, state: State
) -> None:
    table = open_table()
    more = {
        f"{name}-{place}": value
        for place, below in enumerate((991, 983, 977, 971, 967), 1)
        for name, value in (("payer", "E"), ("payee", "S"), ("amount", f"1/{below}"))
    }
    add(client, table, "free", payer="E", payee="S", amount="1/997", note="", **more)
    assert brought(client, state, table) == totals(state(table))


@pytest.mark.parametrize(
    "value", ["1234567.1234567", "1.000000000001", "0.000000000001", "1/999983", "7.00000000000000000001"]
)
def test_an_amount_too_fine_to_keep_is_refused_in_the_form_and_offline(
    client: FlaskClient, open_table: Open, state: State, value: str
) -> None:
    table = open_table()
    fields = {"payer": "E", "payee": "S", "amount": value, "note": ""}
    shown = client.post(f"{table}/preview", data={"kind": "free", **fields})
    assert (shown.status_code, "“Points” takes up to 6 digits after the point" in shown.text) == (422, True)
    body = {
        "uuid": str(uuid.uuid4()),
        "expected": 1,
        "kind": "free",
        "fields": list(map(list, fields.items())),
    }
    answer = client.post(f"{table}/entries", json=body)
    assert answer.status_code == 422
    assert "6 digits after the point" in answer.get_json()["error"]["message"]
    assert totals(state(table)) == [0, 0, 0, 0]


def test_an_amount_too_large_is_refused_by_its_limit(client: FlaskClient, open_table: Open) -> None:
    fields = {"kind": "free", "payer": "E", "payee": "S", "amount": "1000000001"}
    shown = client.post(f"{open_table()}/preview", data=fields)
    assert (shown.status_code, "“Points” takes at most 1000000000." in shown.text) == (422, True)


@pytest.mark.parametrize(
    ("note", "kept"),
    [
        ("请客\u3000三十", "请客 三十"),
        ("a\u00a0b", "a b"),
        ("a\tb", "a b"),
        (f"tea {FAMILY}", f"tea {FAMILY}"),
        (ENGLAND, ENGLAND),
        (PERSIAN, PERSIAN),
        ("A\u0301", "\u00c1"),
        ("\u200d \u200b", ""),
        ("x" * 200, "x" * 200),
    ],
)
def test_a_note_is_kept_as_a_phone_writes_it(
    client: FlaskClient, open_table: Open, state: State, note: str, kept: str
) -> None:
    table = open_table()
    add(client, table, "free", payer="E", payee="S", amount="1", note=note)
    assert state(table).steps[0].line.entry["note"] == kept


@pytest.mark.parametrize(
    ("note", "sentence"),
    [
        ("x" * 201, "“Note” is too long: it takes 200 characters."),
        ("x" * 9999, "“Note” is too long: it takes 200 characters."),
        ("a\u202eb", "“Note” holds a sign that cannot be written (U+202E). Take it out."),
    ],
)
@pytest.mark.parametrize("kind", ["free", "penalty"])
def test_a_note_that_cannot_be_kept_is_told_by_its_label(
    client: FlaskClient, open_table: Open, kind: str, note: str, sentence: str
) -> None:
    fields = (
        {"payer": "E", "payee": "S", "amount": "1"}
        if kind == "free"
        else {"player": "E", "penalty": "false_win"}
    )
    shown = client.post(f"{open_table()}/preview", data={"kind": kind, "note": note, **fields})
    assert (shown.status_code, sentence in shown.text) == (422, True)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("unit", "x" * 13, "“Currency or chips” is too long: it takes 12 characters."),
        ("player-E", "Ann\u202e", "“Players” holds a sign that cannot be written (U+202E)."),
        ("name", "\x1b[31m", "“Name of the table” holds a sign that cannot be written (U+001B)."),
        ("name", "\u3164", "Give the table a name."),
        ("stake", "0.0000001", "“A point is worth” takes up to 6 digits after the point"),
    ],
)
def test_what_a_new_table_cannot_keep_is_told_by_its_label(
    client: FlaskClient, field: str, value: str, sentence: str
) -> None:
    answer = client.post("/tables/new", data={**FORM, "uuid": str(uuid.uuid4()), field: value})
    assert (answer.status_code, sentence in answer.text) == (422, True)


def test_spaces_of_any_kind_and_joined_signs_make_names_and_units(open_table: Open, state: State) -> None:
    table = state(open_table(name=f"Fri\u00a0{FAMILY}", unit="元\u3000", **{"player-E": PERSIAN}))
    assert (table.name, table.stake["unit"], table.players["E"]) == (f"Fri {FAMILY}", "元", PERSIAN)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u00c1nn", "A\u0301nn"),
        ("Ann", "Ann\ufe0f"),
        ("Ann", "Ann\u034f"),
        ("Ann", "a\u200bNN"),
        ("\u845b", "\u845b\U000e0100"),
    ],
)
def test_names_that_look_the_same_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)
    with pytest.raises(SetupError, match="same_names"):
        player_names({"E": one, "S": other, "W": "Cai", "N": "Dan"})


def test_a_field_says_what_is_wrong_with_it() -> None:
    with pytest.raises(FieldError) as long:
        text("x" * 13, "stake.unit", 12)
    assert (long.value.field, long.value.code, long.value.most) == ("stake.unit", "long", 12)
    with pytest.raises(FormError):
        amount("1e9", "entry.transfers")


def test_tile_sets_are_named_as_players_are() -> None:
    assert set_name(f" Jade\u3000{FAMILY} ") == f"Jade {FAMILY}"
    for name in ("\u200d", "\u3164", "a\u202eb", "x" * 41):
        with pytest.raises(SetError):
            set_name(name)
