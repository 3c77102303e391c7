"""The routes that the application has, and a request to each."""

import re
from collections.abc import Iterator

from flask import Flask
from fuzz_house import House
from fuzz_paths import ARGUMENTS
from fuzz_recipes import QUERIES, RECIPES
from fuzz_requests import Made
from fuzz_spoil import Draw
from hypothesis import strategies as st
from werkzeug.routing import Rule


def routes(app: Flask) -> Iterator[tuple[Rule, str]]:
    """Every route with each of its methods that the application names itself."""
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield rule, method


def without_recipe(app: Flask) -> list[str]:
    """Routes that change something and have no recipe, and parts of addresses that nobody can fill in."""
    found = [
        f"{method} {rule.rule} ({rule.endpoint})"
        for rule, method in routes(app)
        if method != "GET" and rule.endpoint not in RECIPES
    ]
    known = {*ARGUMENTS, "act", "kind", "part"}
    return found + [f"<{name}> in {rule.rule}" for rule, _ in routes(app) for name in rule.arguments - known]


def request_for(house: House, rule: Rule, method: str, draw: Draw) -> Made:
    """A request to this route as a page would send it."""
    made = Made(rule.endpoint, method, _path(house, rule, draw))
    if method == "GET":
        if rule.endpoint in QUERIES:
            QUERIES[rule.endpoint](house, draw, made)
    else:
        RECIPES[rule.endpoint](house, draw, made)
    return made


def _path(house: House, rule: Rule, draw: Draw) -> str:
    def fill(part: re.Match[str]) -> str:
        converter, name = part[1] or "", part[2]
        if converter.startswith("any("):
            return str(draw(st.sampled_from(converter[4:-1].replace(" ", "").split(","))))
        return str(ARGUMENTS[name](house, rule.endpoint, draw))

    return re.sub(r"<(?:([^:<>]+):)?(\w+)>", fill, rule.rule)
