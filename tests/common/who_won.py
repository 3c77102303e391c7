"""Saying on the page who won, and how: nothing is counted before."""

from typing import Any

from patient import expect


def to_questions(page: Any, still: str = "Who won, and how?") -> None:
    """From the hand, whose bar says what is ``still`` open, or where they are in view: to the questions."""
    page.wait_for_selector("body:is([data-step=hand], [data-step=score])")
    if page.locator("#ask-winner").is_hidden():
        page.locator("#bar-text", has_text=still).wait_for()
        page.click("#bar-first")
        page.wait_for_selector("body[data-step=score]")


def say_who_won(page: Any, winner: str = "E", source: str | None = None) -> None:
    """From the hand, or where it is asked: ``winner`` by self-draw, or on ``source``'s tile."""
    to_questions(page)
    page.click(f"#ask-winner [data-seat={winner}] input")
    page.click("#ask-how [value=self_draw]" if source is None else f"#ask-how [data-seat={source}] input")
    how = "self_draw" if source is None else source
    expect(page.locator(f"#ask-winner [data-seat={winner}] input")).to_be_checked()
    expect(page.locator(f"#ask-how [value={how}]")).to_be_checked()
