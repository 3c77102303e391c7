"""Translations: complete, compiled, and asked for under names that exist."""

import io
import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from flask import Flask

from webapp.pages.texts import page_texts

WEBAPP = Path(__file__).parents[2] / "webapp"
LOCALES = ("zh_Hans", "zh_Hant", "en")
GAP = re.compile(r"\{\w+\}|%\(\w+\)s")


def catalogue(locale: str) -> Path:
    return WEBAPP / "translations" / locale / "LC_MESSAGES" / "messages.po"


def messages_in_use() -> set[str]:
    with (WEBAPP / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)
    found = extract_from_dir(WEBAPP, methods, options, keywords={"_": None})
    return {message for _file, _line, message, _comments, _context in found if isinstance(message, str)}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_message_is_translated(locale: str) -> None:
    po = read_po(io.BytesIO(catalogue(locale).read_bytes()), locale=locale)
    translated = {message.id for message in po if message.id and message.string and not message.fuzzy}
    assert messages_in_use() - translated == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_no_translation_is_left_over(locale: str) -> None:
    po = read_po(io.BytesIO(catalogue(locale).read_bytes()), locale=locale)
    assert {message.id for message in po if message.id} - messages_in_use() == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_the_compiled_catalogue_is_the_written_one(locale: str) -> None:
    po = read_po(io.BytesIO(catalogue(locale).read_bytes()), locale=locale)
    mo = read_mo(io.BytesIO(catalogue(locale).with_suffix(".mo").read_bytes()))
    written = {message.id: message.string for message in po if message.id}
    assert written == {message.id: message.string for message in mo if message.id}


@pytest.mark.parametrize("locale", LOCALES)
def test_translations_keep_the_gaps(locale: str) -> None:
    po = read_po(io.BytesIO(catalogue(locale).read_bytes()), locale=locale)
    for message in po:
        if message.id:
            assert sorted(GAP.findall(str(message.id))) == sorted(GAP.findall(str(message.string)))


@pytest.mark.parametrize("locale", ["zh_Hans", "zh_Hant"])
def test_a_win_is_called_hu_everywhere(locale: str) -> None:
    """胡 as in the words of the rules, not 和 here and 胡 there."""
    po = read_po(io.BytesIO(catalogue(locale).read_bytes()), locale=locale)
    wins = re.compile("和[了牌]|[谁誰]和|人和|没和|沒和|[连連]和|和的")
    assert [message.string for message in po if wins.search(str(message.string))] == []


def test_scripts_ask_for_texts_that_exist_and_no_text_is_unused(app: Flask) -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in (WEBAPP / "static/js").glob("*.js"))
    with app.test_request_context("/"):
        offered = set(page_texts()["say"])
    asked = set(re.findall(r'\bsay\(\s*"(\w+)"', scripts))
    asked |= set(re.findall(r'\bsay\([^()"]*\?\s*"(\w+)"', scripts))
    asked |= set(re.findall(r'\bsay\([^()"]*\?\s*"\w+"\s*:\s*"(\w+)"', scripts))
    asked |= set(re.findall(r'\{ key: "(\w+)", text', scripts))  # what is wrong with typed tiles
    for stem in re.findall(r'\bsome\("(\w+)"', scripts):
        asked |= {f"{stem}_one", f"{stem}_many"}
    assert asked == offered


@pytest.mark.parametrize("locale", LOCALES)
def test_keeping_a_hand_is_not_called_like_booking_it(locale: str) -> None:
    po = read_po(io.BytesIO(catalogue(locale).read_bytes()), locale=locale)
    kept, booked = (str(po[name].string) for name in ("Keep this hand", "Book this hand"))
    assert len(set(kept) & set(booked)) < len(set(booked)) / 2 or locale == "en"
