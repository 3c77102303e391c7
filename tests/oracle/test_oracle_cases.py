"""The oracle against the worked cases, whose path is taken from the environment variable FANPAI_CASES."""

import json
import os
from pathlib import Path

import pytest
from oracle_answer import oracle_answer
from oracle_compare_answers import comparable

CASES = os.environ.get("FANPAI_CASES")


@pytest.mark.skipif(CASES is None, reason="FANPAI_CASES names no file of worked cases")
def test_the_oracle_answers_every_worked_case_as_expected():
    lines = Path(CASES or "").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines if line.strip()]
    wrong = []
    for case in cases:
        answer = comparable(oracle_answer(case))
        if answer != comparable(case["expect"]):
            wrong.append((case["id"], answer, case["expect"]))
    assert not wrong
