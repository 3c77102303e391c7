"""The pages around the hand: languages, themes, headers, cross-site requests, credits, the source."""

import io
import re
import zipfile

import pytest
from flask.testing import FlaskClient

from scorer.tiles import KINDS
from webapp.faces.__main__ import SPRITE
from webapp.faces.draw import sprite
from webapp.pages.language import locale_of

PAGES = ("/", "/about")
POSTS = ("/api/score", "/api/scan", "/api/hands", "/settings")


@pytest.mark.parametrize(
    ("tag", "locale"),
    [
        ("zh", "zh_Hans"),
        ("zh-CN", "zh_Hans"),
        ("zh-Hans-HK", "zh_Hans"),
        ("zh-SG", "zh_Hans"),
        ("zh-TW", "zh_Hant"),
        ("zh_HK", "zh_Hant"),
        ("zh-Hant", "zh_Hant"),
        ("yue", "zh_Hant"),
        ("yue-Hans", "zh_Hans"),
        ("en-GB", "en"),
        ("fr", None),
        ("", None),
    ],
)
def test_language_tags_find_their_catalogue(tag: str, locale: str | None) -> None:
    assert locale_of(tag) == locale


@pytest.mark.parametrize(
    ("accepted", "tag", "word"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.5", "zh-Hans", "拍下胡了的牌"),
        ("zh-TW,zh;q=0.9", "zh-Hant", "拍下胡了的牌"),
        ("de,zh-HK;q=0.4,en;q=0.2", "zh-Hant", "選照片"),
        ("de", "en", "Photograph the won hand"),
        ("", "en", "Photograph the won hand"),
    ],
)
def test_the_browser_chooses_the_language(client: FlaskClient, accepted: str, tag: str, word: str) -> None:
    page = client.get("/", headers={"Accept-Language": accepted}).text
    assert f'<html lang="{tag}"' in page
    assert word in page


def test_an_origin_that_is_no_address_is_refused(stranger: FlaskClient) -> None:
    for path in POSTS:
        assert stranger.post(path, headers={"Origin": "http://["}).status_code == 403


def test_a_way_back_that_is_no_address_leads_home(client: FlaskClient) -> None:
    answer = client.post("/settings", data={"theme": "dark", "back": "http://["})
    assert (answer.status_code, answer.location) == (303, "/")


def test_the_switch_outweighs_the_browser_and_is_remembered(client: FlaskClient) -> None:
    answer = client.post("/settings", data={"language": "zh_Hant", "back": "/about"})
    assert (answer.status_code, answer.location) == (303, "/about")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert 'lang="zh-Hant"' in client.get("/", headers={"Accept-Language": "en"}).text


def test_the_theme_is_remembered(client: FlaskClient) -> None:
    assert 'data-theme="auto"' in client.get("/").text
    client.post("/settings", data={"theme": "dark"})
    assert 'data-theme="dark"' in client.get("/").text


def test_unknown_settings_change_nothing(client: FlaskClient) -> None:
    answer = client.post("/settings", data={"language": "tlh", "theme": "pink"})
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "back", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:1", ""]
)
def test_the_switch_leads_nowhere_else(client: FlaskClient, back: str) -> None:
    assert client.post("/settings", data={"theme": "dark", "back": back}).location == "/"


@pytest.mark.parametrize("path", [*PAGES, "/nothing", "/static/js/main.js", "/api/scan/nothing"])
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    answer.close()


@pytest.mark.parametrize("path", PAGES)
def test_pages_hold_no_inline_script_or_style(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert "<style" not in page
    assert not re.search(r"\s(style|on\w+)=", page)


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_a_request_from_elsewhere_changes_nothing(
    stranger: FlaskClient, path: str, headers: dict[str, str]
) -> None:
    assert stranger.post(path, headers=headers).status_code == 403


def test_a_browser_on_plain_http_is_known_by_its_origin(client: FlaskClient) -> None:
    del client.environ_base["HTTP_SEC_FETCH_SITE"]
    answer = client.post("/settings", data={"theme": "dark"}, headers={"Origin": "http://localhost"})
    assert answer.status_code == 303


@pytest.mark.parametrize("locale", ["en", "zh-CN", "zh-TW"])
def test_about_names_licence_data_and_weights(client: FlaskClient, locale: str) -> None:
    page = client.get("/about", headers={"Accept-Language": locale}).text
    for name in (
        "AGPL-3.0-or-later",
        "riichimahjongdetection/chinese-mahjong-detection",
        "marco-liu-vwkdl/13423423c-rethink-bonus-label",
        "test-ul13l/my-first-project-fqqce",
        "leo-miura-robot",
        "Camerash/mahjong-dataset",
        "justinchan114",
        "CC BY 4.0",
        "MIT",
        "YOLO11n",
        "Ultralytics",
    ):
        assert name in page


def test_the_source_of_this_installation_can_be_had(client: FlaskClient) -> None:
    answer = client.get("/source.zip")
    names = set(zipfile.ZipFile(io.BytesIO(answer.data)).namelist())
    assert {"webapp/app.py", "scorer/scoring.py", "vision/scan.py"} <= names
    assert "webapp/templates/home.html" in names
    assert not any("__pycache__" in name for name in names)


def test_the_committed_tile_faces_are_what_the_drawing_gives() -> None:
    assert SPRITE.read_text(encoding="utf-8") == sprite()


def test_every_kind_has_a_face() -> None:
    ids = set(re.findall(r'<symbol id="t-(\w+)"', sprite()))
    assert ids == {*KINDS, "flower", "back"}


def test_all_rule_sets_are_offered(client: FlaskClient) -> None:
    from scorer.rulesets import names  # noqa: PLC0415 - beside what it is compared with

    page = client.get("/").text
    assert re.findall(r'<option value="(\w+)"', page) == list(names())


@pytest.mark.parametrize("path", [*PAGES, "/tables", "/tables/new", "/trust", "/house", "/offline"])
def test_no_page_uses_a_name_twice(client: FlaskClient, path: str) -> None:
    names = re.findall(r'\sid="([^"]+)"', client.get(path).text)
    assert sorted({name for name in names if names.count(name) > 1}) == []
