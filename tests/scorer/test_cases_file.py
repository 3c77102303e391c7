"""Every case of a file of cases, named by FANPAI_CASES; without one this is skipped by name."""

import json
import os
from pathlib import Path

import pytest

from scorer.cases import answer

FILE = os.environ.get("FANPAI_CASES")


def comparable(found):
    """The order of fans is free."""
    found = json.loads(json.dumps(found))
    for part in (found, *found.get("wins", ())):
        if "fans" in part:
            part["fans"] = sorted(part["fans"])
    return found


@pytest.mark.skipif(not FILE, reason="FANPAI_CASES names no file of cases")
def test_every_case_of_the_file_is_answered_as_expected():
    wrong = {}
    for line in Path(FILE).read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        expected = comparable(case["expect"])
        found = comparable(answer(case))
        assert found.pop("id") == case["id"]
        if "horse_hits" not in expected:
            found.pop("horse_hits", None)
        if found != expected:
            wrong[case["id"]] = (found, expected)
    assert not wrong
