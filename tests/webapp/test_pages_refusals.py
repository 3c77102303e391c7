"""What no page of ours asks for is refused by a page of the house, or by JSON where JSON was asked for."""

import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from page_open import with_page_open
from scripted_scanner import FakeScanner

from webapp.app import create_app
from webapp.paths import DataFolder

SENTENCES = {"en": "Reload the page", "zh-CN": "请刷新页面", "zh-TW": "請重新整理頁面"}


@pytest.mark.parametrize("language", SENTENCES)
@pytest.mark.parametrize(
    "form",
    [
        {},
        {"uuid": "x", "expected": "4"},
        {"uuid": str(uuid.uuid4()), "expected": "many"},
        {"uuid": str(uuid.uuid4()), "expected": "1", "change": "line_sold"},
        {"uuid": str(uuid.uuid4()), "expected": "1", "entry": "{"},
    ],
)
def test_a_form_made_by_hand_is_refused_by_a_page_in_the_readers_language(
    client: FlaskClient, open_table: Callable[..., str], language: str, form: dict[str, str]
) -> None:
    table = open_table()
    answer = client.post(f"{table}/lines", data=form, headers={"Accept-Language": language})
    assert answer.status_code == 400
    assert SENTENCES[language] in answer.text
    assert 'id="wordmark"' in answer.text


@pytest.mark.parametrize(
    ("method", "path", "status", "sentence"),
    [
        ("GET", "/nowhere", 404, "nothing at this address"),
        ("GET", "/tables/none", 404, "nothing at this address"),
        ("GET", "/settings", 405, "use the buttons"),
        ("POST", "/about", 405, "use the buttons"),
    ],
)
def test_an_address_of_nothing_has_a_page_too(
    client: FlaskClient, method: str, path: str, status: int, sentence: str
) -> None:
    answer = client.open(path, method=method)
    assert answer.status_code == status
    assert sentence in answer.text
    assert ("Allow" in answer.headers) == (status == 405)


@pytest.mark.parametrize(("body", "status"), [(b"{", 404), (b"[]", 404)])
def test_scripts_are_refused_in_json(client: FlaskClient, body: bytes, status: int) -> None:
    answer = client.post("/tables/none/score", data=body, content_type="application/json")
    assert answer.status_code == status
    assert answer.json is not None
    assert answer.json["error"]["code"] == "not_found"
    assert "nothing at this address" in answer.json["error"]["message"]
    assert client.get("/api/nowhere").json["error"]["code"] == "not_found"  # type: ignore[index]


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_form_that_is_too_long_is_refused_by_a_page(client: FlaskClient, kind: str) -> None:
    part = b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n" + b"x" * 250_000 + b"\r\n--x--\r\n"
    sent = part if "boundary" in kind else b"a&" * 200_000
    answer = client.post("/tables/new", data=sent, content_type=kind)
    assert answer.status_code == 413
    assert "more than fanpai takes" in answer.text


def test_json_that_is_too_long_is_not_read(client: FlaskClient) -> None:
    answer = client.post("/api/score", data=b"[" + b"1," * 200_000 + b"1]", content_type="application/json")
    assert answer.status_code == 413
    assert answer.json is not None
    assert "more than fanpai takes" in answer.json["error"]["message"]


def test_a_fault_of_our_own_is_a_page_and_is_written_down(
    tmp_path: Path, scanner: FakeScanner, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("FLASK_DEBUG", "1")  # left over from somebody's own work: changes nothing here
    app: Flask = create_app({"DATA_FOLDER": DataFolder(tmp_path), "SCANNER": lambda: scanner})
    assert not app.debug

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("a bug")

    client = with_page_open(app.test_client())
    monkeypatch.setattr("webapp.pages.tables.table_or_404", broken)
    answer = client.get("/tables/some")
    assert answer.status_code == 500
    assert "What was booked before is kept" in answer.text
    assert "a bug" not in answer.text
    assert "ZeroDivisionError: a bug" in caplog.text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"kind": "free", "payer": "E", "payee": "E", "amount": "3"}, "One and the same player"),
        ({"kind": "free", "payer": "E", "amount": "3"}, "Say who pays"),
        ({"kind": "free", "payer": "E", "payee": "S", "amount": "0"}, "a number above zero"),
        ({"kind": "free", "payer": "E", "payee": "S", "amount": "much"}, "a number above zero"),
        ({"kind": "penalty", "penalty": "false_win"}, "Say whose fault"),
    ],
)
def test_a_form_that_is_not_filled_in_says_what_is_missing(
    client: FlaskClient, open_table: Callable[..., str], fields: dict[str, str], said: str
) -> None:
    answer = client.post(f"{open_table()}/preview", data=fields)
    assert answer.status_code == 422
    assert said in answer.text
    assert "entry." not in answer.text
