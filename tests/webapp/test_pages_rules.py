"""What the page asks about a deal depends on the rules in force, options included."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorer.rulesets import rule_set
from webapp.pages.rules import Choice, choice_of


@pytest.fixture
def page(app: Flask) -> Iterator[None]:
    with app.test_request_context("/"):
        yield


def asked(name: str, **options: object) -> Choice:
    return choice_of(rule_set(name).with_options(options))


@pytest.mark.usefixtures("page")
def test_a_draw_after_a_kong_is_asked_for_only_where_it_matters() -> None:
    assert "gang_draw" in asked("ji_ping_hu").flags
    # No row of its own, but the feeder of the kong may pay for all.
    assert "gang_draw" in asked("tui_dao_hu").flags
    assert "gang_draw" not in asked("tui_dao_hu", bao_gang_kai=False).flags


@pytest.mark.usefixtures("page")
def test_events_of_rows_that_are_switched_off_are_not_offered() -> None:
    assert "tian_hu" in asked("tui_dao_hu").flags
    assert "tian_hu" not in asked("tui_dao_hu", tian_di_hu_big=False).flags
    assert "rob_kong" in asked("tui_dao_hu").flags
    assert "rob_kong" not in asked("tui_dao_hu", rob_kong=False).flags
