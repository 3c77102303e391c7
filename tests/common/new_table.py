"""Opening a table on the page."""

from typing import Any

from patient import at_table

PLAYERS = {"E": "Ann", "S": "Bo", "W": "Cai", "N": "Dan"}


def new_table(
    page: Any, address: str, rules: str = "", fields: dict[str, str] | None = None, **options: str
) -> str:
    """Ann, Bo, Cai and Dan sit down: the new table's address.

    Args:
        page: a Playwright page; it shows the table afterwards.
        address: of the house.
        rules: a rule set's name; empty for the one that the page offers first.
        fields: what else is filled in, by the input's id.
        options: house rules, by name.
    """
    page.goto(f"{address}/tables/new")
    for seat, name in PLAYERS.items():
        page.fill(f"#player-{seat}", name)
    if rules:
        page.select_option("#rules", rules)
    if options:
        page.click(f".house[data-rules={rules}] > summary")
    for option, value in options.items():
        page.select_option(f"[id='{rules}.{option}']", value)
    for field, value in (fields or {}).items():
        page.fill(f"#{field}", value)
    page.click("text=Begin")
    return at_table(page)
