"""The pages themselves: the one a player works on, and the one about the program."""

from importlib import metadata
from typing import Any, Final

from flask import Blueprint, current_app, render_template, url_for

from webapp.access.levels import HOUSE, Level
from webapp.access.visitor import visitor
from webapp.pages import corrections
from webapp.pages.hands import HandBook
from webapp.pages.kept_rules import rules_kept
from webapp.pages.rules import choices, event_names
from webapp.pages.scoring import title_of_rows
from webapp.pages.texts import page_texts
from webapp.pages.wording import _

SHOWN_HANDS = 3
_BY: Final = "CC BY 4.0"
# Whose photos the network learnt from: name, address, licence.
CREDITS: Final = (
    (
        "riichimahjongdetection/chinese-mahjong-detection, version 4",
        "https://universe.roboflow.com/riichimahjongdetection/chinese-mahjong-detection",
        _BY,
    ),
    (
        "marco-liu-vwkdl/13423423c-rethink-bonus-label, version 3",
        "https://universe.roboflow.com/marco-liu-vwkdl/13423423c-rethink-bonus-label",
        _BY,
    ),
    (
        "test-ul13l/my-first-project-fqqce, version 1",
        "https://universe.roboflow.com/test-ul13l/my-first-project-fqqce",
        _BY,
    ),
    ("leo-miura-robot, export of labelled photos", None, _BY),
    (
        "Camerash/mahjong-dataset, with the labels of justinchan114",
        "https://github.com/Camerash/mahjong-dataset",
        "MIT",
    ),
)

pages = Blueprint("pages", __name__)


@pages.get("/")
def home() -> str:
    """The whole way of a hand: photo or typed tiles, hand, score. Scripts show one step at a time."""
    return render_template(
        "home.html",
        rule_sets=choices(),
        flags=event_names(),
        texts=page_texts(),
        recent=_recent(),
        corrections=corrections.state(),
    )


@pages.get("/recent")
def recent() -> str:
    """The list of the last hands alone, for a page that has just kept one."""
    return render_template("steps/recent.html", recent=_recent())


@pages.get("/about")
def about() -> str:
    """Licence, source, credits."""
    return render_template("about.html", version=metadata.version("fanpai"), photos=CREDITS)


def _recent() -> list[dict[str, Any]]:
    book: HandBook = current_app.extensions["fanpai-hands"]
    found = []
    # A guest's phone shows what was kept on it.
    by = None if visitor().level(HOUSE) >= Level.OWN else visitor().name
    for hand in book.last(SHOWN_HANDS, by):
        kept = hand.payload
        rules = rules_kept(kept)
        title = title_of_rows(rules, kept.get("rows", ())) if rules else ""
        found.append(
            {
                "title": title or _("The hand"),
                "points": kept.get("points", ""),
                "tiles": hand.tiles,
                "url": url_for("kept_hand.show", number=hand.number),
            }
        )
    return found
