"""The sentences that scripts show, in the reader's language. Keys are what the scripts ask for."""

from scorer.tiles import KINDS
from webapp.pages.wording import _

_HONOUR_NAMES = {
    "E": lambda: _("East wind"),
    "S": lambda: _("South wind"),
    "W": lambda: _("West wind"),
    "N": lambda: _("North wind"),
    "C": lambda: _("Red dragon"),
    "F": lambda: _("Green dragon"),
    "B": lambda: _("White dragon"),
}


def tile_name(kind: str) -> str:
    """What a player calls a tile: ``一萬``, ``3 of bamboo``, ``Red dragon``."""
    if kind in _HONOUR_NAMES:
        return _HONOUR_NAMES[kind]()
    ranks = (_("1"), _("2"), _("3"), _("4"), _("5"), _("6"), _("7"), _("8"), _("9"))
    rank = ranks[int(kind[0]) - 1]
    if kind[1] == "m":
        return _("{rank} of characters").format(rank=rank)
    return (_("{rank} of dots") if kind[1] == "p" else _("{rank} of bamboo")).format(rank=rank)


def tile_names() -> dict[str, str]:
    """The names of the 34 kinds, of a flower and of a tile lying on its face."""
    return {kind: tile_name(kind) for kind in KINDS} | {"flower": _("flower"), "back": _("face-down tile")}


def seat_names() -> dict[str, str]:
    """The four seats."""
    return {"E": _("East"), "S": _("South"), "W": _("West"), "N": _("North")}


def meld_names() -> dict[str, str]:
    """The kinds of melds."""
    return {
        "chi": _("chow"),
        "peng": _("pung"),
        "ming_gang": _("exposed kong"),
        "bu_gang": _("added kong"),
        "an_gang": _("concealed kong"),
        "gang_unknown": _("kong, which kind?"),
    }


def page_texts() -> dict[str, object]:
    """Everything the scripts of the home page say."""
    return {
        "tiles": tile_names(),
        "seats": seat_names(),
        "melds": meld_names(),
        "stages": _stages(),
        "say": _reading() | _editing() | _scoring(),
    }


def _stages() -> dict[str, str]:
    return {
        "upload": _("Sending the photo"),
        "waiting": _("Waiting: another photo is being read"),
        "open": _("Opening the photo"),
        "load": _("Waking the reader"),
        "detect": _("Finding the tiles"),
        "read": _("Reading each tile"),
        "layout": _("Putting the tiles in order"),
        "correct": _("Checking the hand"),
        "reading": _("Reading the photo"),
    }


def _reading() -> dict[str, str]:
    return {
        "offline": _("The table's computer does not answer. Is the Wi-Fi on? Then try again."),
        "not_stored": _("Something went wrong there. Try again."),
        "sample_missing": _("This installation has no sample photo. Take a photo or type the tiles."),
        "no_tiles": _(
            "No tile was found in this photo. Go closer, put the hand in a row, and take it from above."
        ),
        "photo_of_hand": _("Photo of the hand"),
        "whole_photo": _("Whole photo"),
        "only_tiles": _("Only the tiles"),
        "sure": _("sure: {percent}%"),
        "in_doubt": _("in doubt"),
        "not_in_hand": _("not in the hand"),
    }


def _editing() -> dict[str, str]:
    return {
        "count_ok": _("{count} tiles"),
        "count_of": _("{count} of {wanted} tiles"),
        "doubts_one": _("One tile is in doubt."),
        "doubts_many": _("{count} tiles are in doubt."),
        "check": _("Check"),
        "missing_one": _("One tile is missing."),
        "missing_many": _("{count} tiles are missing."),
        "add_tile": _("Add a tile"),
        "surplus_one": _("One tile too many: tap it and take it out."),
        "surplus_many": _("{count} tiles too many: tap them and take them out."),
        "which_won": _("Which tile won? Tap it."),
        "counting": _("Counting …"),
        "to_score": _("See the score"),
        "to_hand": _("To the hand"),
        "kong": _("kong"),
        "winning_tile": _("winning tile"),
        "mark_winning": _("This tile won"),
        "unmark_winning": _("Not the winning tile"),
        "take_out": _("Take out"),
        "put_in": _("Put into the hand"),
        "ungroup": _("Undo this meld"),
        "change_tile": _("Change this tile"),
        "add_which": _("Add which tile?"),
        "fix_tile": _("Is it another tile?"),
        "pick_meld": _("Tap the three or four tiles of one meld."),
        "picked_not_meld": _("These are no chow, pung or kong."),
        "make_meld": _("Make a {meld}"),
        "cancel": _("Cancel"),
        "from_seat": _("from {seat}"),
        "from_unknown": _("not known"),
        "removed": _("{tile} is out."),
        "meld": _("Meld"),
        "unexpected": _("“{text}” does not fit here. Write tiles like 123m 456p EEE CC."),
        "lacks_suit": _("“{text}” lacks its letter: m characters, p dots, s bamboo."),
        "typed_empty": _("Type the tiles, or tap them below."),
    }


def _scoring() -> dict[str, str]:
    return {
        "points": _("{points} points"),
        "point": _("1 point"),
        "fan": _("{fan} fan"),
        "dealer": _("dealer"),
        "round_now": _("{seat} round"),
        "dealer_now": _("{seat} deals"),
        "winner": _("won"),
        "nothing_yet": _("The score appears here as soon as the hand is complete."),
        "waits": _("With these tiles it would be a win:"),
        "away": _("The hand is {count} tiles away from a win."),
        "away_one": _("The hand is one tile away from a win."),
        "kept": _("Kept."),
        "keep": _("Keep this hand"),
        "pays": _("{payer} pays {payee} {amount}"),
    }
