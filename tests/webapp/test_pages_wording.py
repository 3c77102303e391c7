"""What a Chinese reader reads: marks of full width, one word for one thing, and each thing said once."""

from collections.abc import Callable

import pytest
from evening_forms import add
from flask import Flask
from flask.testing import FlaskClient

from webapp.pages.camera_words import observation_title

CHINESE = {"Accept-Language": "zh-CN"}
TRADITIONAL = {"Accept-Language": "zh-TW"}


def test_titles_and_places_have_chinese_marks(client: FlaskClient, open_table: Callable[..., str]) -> None:
    table = open_table()
    for _deal in range(2):  # the dealer wins twice: the second deal is a repeat
        add(client, table, "named", winner="E", how="W", **{"rows-E": ["hun_peng"]})
    page = client.get(table, headers=CHINESE).text
    assert "Ann：混碰" in page
    assert "东风圈第1局（连庄1）" in page
    assert "庄家：Ann（连庄2）" in page
    assert "不拍牌，直接选番" in page
    assert "Cai点炮" in page
    assert "Cai出銃" in client.get(table, headers=TRADITIONAL).text
    assert "混碰，16 分" in client.get(f"{table}/looks", headers=CHINESE).text


def test_a_first_round_win_is_called_as_the_rules_call_it(client: FlaskClient) -> None:
    page = client.get("/", headers=CHINESE).text
    named = page.split('<option value="ji_ping_hu"')[1].split("</option>")[0]
    assert "\\u5929\\u548c" in named or "天和" in named
    other = page.split('<option value="lao_zhang"')[1].split("</option>")[0]
    assert "\\u5929\\u80e1" in other or "天胡" in other


@pytest.mark.parametrize(
    ("kind", "name", "tiles", "said"),
    [
        ("an_gang", "妈妈", ["9m"] * 4, "妈妈：暗杠九万"),
        ("discard", None, ["9m"], "有人：打九万"),
        ("discard", "妈妈", ["9m"], "妈妈：打九万"),
        ("cleared", None, [], "清桌"),
        ("turned_up", "妈妈", ["9m"], "妈妈：摊牌"),
    ],
)
def test_the_log_of_the_camera_says_who_and_which_tile(
    app: Flask, kind: str, name: str | None, tiles: list[str], said: str
) -> None:
    with app.test_request_context("/", headers=CHINESE):
        assert observation_title(kind, name, tiles, None) == said
