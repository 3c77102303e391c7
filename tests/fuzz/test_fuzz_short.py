"""The short form of ``make fuzz``."""

import fuzz as fuzz_module
import pytest
from flask import Flask, Response
from fuzz import summary
from fuzz_routes import without_recipe
from fuzz_spoil import text_beside
from hypothesis import given
from hypothesis import strategies as st

REQUESTS = 300


# Where a form breaks off within a file, the parser leaves the file to be closed when it is forgotten.
@pytest.mark.filterwarnings("ignore:.*SpooledTemporaryFile:pytest.PytestUnraisableExceptionWarning")
def test_whatever_is_sent_the_page_answers_and_every_table_adds_up() -> None:
    print(summary(fuzz_module.fuzz(REQUESTS, chosen=1)))


def test_houses_are_shared_out_to_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_module, "IN_A_HOUSE", 20)
    told: list[str] = []
    tally = fuzz_module.fuzz(40, chosen=2, say=told.append, processes=2)
    assert len(told) == 2
    assert tally.requests >= 40
    assert sum(tally.statuses.values()) == sum(tally.routes.values()) == tally.requests


def test_a_route_that_the_fuzz_does_not_know_is_told() -> None:
    app = Flask("new")
    app.add_url_rule("/new/<what>", "new.thing", lambda what: Response(), methods=["POST"])
    assert without_recipe(app) == ["POST /new/<what> (new.thing)", "<what> in /new/<what>"]


@given(st.data())
def test_a_text_that_only_begins_like_json_is_spoilt_as_text(data: st.DataObject) -> None:
    assert isinstance(text_beside("{{ 7*7 }}", data.draw), str)
