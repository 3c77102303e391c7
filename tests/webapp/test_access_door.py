"""What is refused at the door: foreign names, unmarked forms, floods, routes that nobody thought about."""

import re
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webapp.access import guard
from webapp.access.hosts import allowed_names, host_of, is_allowed
from webapp.access.levels import Level
from webapp.access.rates import MOST_SENDERS, Rate
from webapp.app import create_app
from webapp.paths import DataFolder

TEMPLATES = Path(__file__).parents[2] / "webapp" / "templates"


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("header", "ours"),
    [
        ("localhost:8000", True),
        ("LOCALHOST", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.5:8000", True),
        ("[fe80::1]", True),
        ("fanpai.local:8000", True),
        ("club.example", True),
        ("evil.example:8000", False),
        ("localhost.evil.example", False),
        ("fanpai.local.evil.example", False),
        ("192.168.1.5.evil.example", False),
        ("", False),
        ("[", False),
    ],
)
def test_a_name_that_is_not_ours_is_not_served(header: str, ours: bool) -> None:
    assert is_allowed(header, allowed_names(["Club.Example"])) is ours


def test_hosts_are_read_without_port_and_brackets() -> None:
    assert [host_of(one) for one in ("A:1", "[::1]:8", "::1", "b")] == ["a", "::1", "::1", "b"]


def test_names_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FANPAI_HOSTS", "one.example, Two.example,")
    assert {"one.example", "two.example", "localhost"} <= allowed_names()
    assert "" not in allowed_names()


@pytest.mark.parametrize("path", ["/", "/tables", "/static/js/main.js", "/api/scan/x"])
def test_a_page_that_bends_its_own_name_to_this_machine_reads_nothing(client: FlaskClient, path: str) -> None:
    answer = client.get(path, base_url="http://evil.example:8000")
    assert answer.status_code == 421
    assert "evil.example" in answer.text
    assert client.post("/api/score", json={}, base_url="http://evil.example:8000").status_code == 421


def test_a_form_without_the_mark_changes_nothing(client: FlaskClient) -> None:
    mark = client.environ_base.pop("HTTP_X_FANPAI_MARK")
    for sent in ({}, {"mark": ""}, {"mark": "x" * 22}, {"mark": "ü"}):
        assert client.post("/settings", data={"theme": "dark", **sent}).status_code == 403
    assert client.post("/settings", data={"theme": "dark", "mark": mark}).status_code == 303


def test_the_mark_of_one_device_is_of_no_use_on_another(
    client: FlaskClient, phone: Callable[..., FlaskClient]
) -> None:
    other = phone()
    other.environ_base["HTTP_X_FANPAI_MARK"] = client.environ_base["HTTP_X_FANPAI_MARK"]
    assert other.post("/settings", data={"theme": "dark"}).status_code == 403


def test_the_devices_cookie_is_kept_from_scripts_and_other_sites(app: Flask) -> None:
    plain = app.test_client().get("/").headers["Set-Cookie"]
    assert plain.startswith("fanpai-device=")
    assert "HttpOnly" in plain
    assert "SameSite=Lax" in plain
    secure = app.test_client().get("/", base_url="https://localhost").headers["Set-Cookie"]
    assert secure.startswith("__Host-fanpai-device=")
    assert "; Secure" in secure
    assert "Path=/" in secure
    assert "Domain" not in secure


def test_a_device_keeps_its_cookie(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.get("/").headers


def test_every_form_that_changes_something_is_marked(app: Flask) -> None:
    for path in TEMPLATES.rglob("*.html"):
        source = path.read_text(encoding="utf-8")
        forms = len(re.findall(r"<form[^>]*method=.?post", source, re.IGNORECASE))
        marked = app.jinja_env.preprocess(source)
        assert marked.count('name="mark" value="{{ form_mark() }}"') == forms, path


def test_every_route_is_for_somebody_on_purpose(app: Flask) -> None:
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            at_table = "table_id" in rule.arguments
            level = guard.needed(rule.endpoint, method, "x" if at_table else None)
            if at_table:
                assert level >= (Level.WATCH if method == "GET" else Level.SCORE), rule
            elif method != "GET" and rule.endpoint not in guard.OPEN:
                assert level == Level.OWN, rule
    assert {rule.endpoint for rule in app.url_map.iter_rules()} >= guard.OPEN | guard.FORMS | guard.OWNERS


def test_a_bucket_empties_and_refills() -> None:
    clock = Clock()
    rate = Rate(burst=2, each_second=0.5, now=clock)
    assert [rate.wait("a"), rate.wait("a"), rate.wait("a"), rate.wait("b")] == [0.0, 0.0, 2.0, 0.0]
    clock.now += 1
    assert rate.wait("a") == 1.0
    clock.now += 1
    assert rate.wait("a") == 0.0
    clock.now += 1000
    assert [rate.wait("a"), rate.wait("a"), rate.wait("a")] == [0.0, 0.0, 2.0]


def test_many_senders_take_bounded_memory() -> None:
    rate = Rate(burst=1, each_second=0.001, now=Clock())
    assert rate.wait("first") == 0.0
    for number in range(MOST_SENDERS):
        rate.wait(str(number))
    assert len(rate._buckets) == MOST_SENDERS
    assert rate.wait("first") == 0.0


def flood(tmp_path: Path) -> tuple[Flask, Clock]:
    clock = Clock()
    return create_app({"DATA_FOLDER": DataFolder(tmp_path), "TESTING": True, "CLOCK": clock}), clock


def test_a_phone_that_hammers_is_slowed_down_and_the_others_are_not(tmp_path: Path) -> None:
    app, clock = flood(tmp_path)
    client = app.test_client()

    def knock(address: str) -> int:
        return client.get(f"/join/{uuid.uuid4()}", environ_base={"REMOTE_ADDR": address}).status_code

    answers = [knock("192.168.1.9") for _ in range(61)]
    assert answers == [404] * 60 + [429]
    assert knock("192.168.1.10") == 404
    clock.now += 1
    assert knock("192.168.1.9") == 404
    assert client.get("/", environ_base={"REMOTE_ADDR": "192.168.1.9"}).status_code == 200


def test_photos_from_one_phone_are_fewer(tmp_path: Path) -> None:
    app, _ = flood(tmp_path)
    client = app.test_client()
    sent = [client.post("/api/scan", environ_base={"REMOTE_ADDR": "192.168.1.9"}) for _ in range(13)]
    # Unmarked, so each is refused anyway; the thirteenth is not even looked at.
    assert [answer.status_code for answer in sent] == [403] * 12 + [429]
    assert sent[-1].headers["Retry-After"] == "2"
    assert sent[-1].json is not None
    assert "Wait a moment" in sent[-1].json["error"]["message"]


def test_refusals_say_what_to_do_in_three_languages(phone: Callable[..., FlaskClient]) -> None:
    guest = phone()
    words = {"en": "Ask whoever opened it", "zh-CN": "请向开桌的人要二维码", "zh-TW": "請向開桌的人要 QR 碼"}
    for language, word in words.items():
        assert word in guest.get("/tables/some", headers={"Accept-Language": language}).text
