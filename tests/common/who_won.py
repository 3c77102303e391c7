"""Saying on the page who won, and how: nothing is counted before."""

from typing import Any


def say_who_won(page: Any, winner: str = "E", source: str | None = None) -> None:
    """From the hand, or where it is asked: ``winner`` by self-draw, or on ``source``'s tile."""
    if page.locator("#ask-winner").is_hidden():
        page.locator("#bar-text", has_text="Who won, and how?").wait_for()
        page.click("#bar-first")
        page.wait_for_selector("body[data-step=score]")
    page.click(f"#ask-winner [data-seat={winner}] input")
    page.click("#ask-how [value=self_draw]" if source is None else f"#ask-how [data-seat={source}] input")
    page.wait_for_selector(f"#ask-winner [data-seat={winner}] input:checked")
