"""The sentences that scripts show, in the reader's language. Keys are what the scripts ask for."""

from scorer.hand import MELD_TYPES, SEATS
from scorer.tiles import KINDS
from webapp import words
from webapp.pages.language import reader_locale
from webapp.pages.wording import _


def page_texts() -> dict[str, dict[str, str]]:
    """Everything the scripts of the home page say."""
    locale = reader_locale()
    tiles = {kind: words.tile_name(kind, locale) for kind in KINDS}
    return {
        "tiles": tiles | {"flower": _("flower"), "back": _("face-down tile")},
        "seats": {seat: words.seat_name(seat, locale) for seat in SEATS},
        "winds": wind_names(),
        "melds": {kind: words.meld_name(kind, locale) for kind in MELD_TYPES}
        | {"gang_unknown": _("kong, which kind?")},
        "stages": _stages(),
        "say": _reading() | _editing() | _scoring(),
    }


def wind_names() -> dict[str, str]:
    """The four winds, as short as they can be."""
    return {"E": _("East"), "S": _("South"), "W": _("West"), "N": _("North")}


def _stages() -> dict[str, str]:
    return {
        "upload": _("Sending the photo"),
        "waiting": _("Waiting: another photo is being read"),
        "open": _("Opening the photo"),
        "load": _("Waking the reader"),
        "detect": _("Finding the tiles"),
        "closer": _("Reading each tile"),
        "arrange": _("Putting the tiles in order"),
        "correct": _("Checking the hand"),
        "learn": _("Learning the set"),
        "learning": _("Learning the set: {done} of {of}"),
        "learning_left": _("Learning the set: {done} of {of}, about {seconds} s left"),
        "reading": _("Reading the photo"),
    }


def _reading() -> dict[str, str]:
    return {
        "offline": _("The table's computer does not answer. Is the Wi-Fi on? Then try again."),
        "not_stored": _("Something went wrong there. Try again."),
        "sample_missing": _("This installation has no sample photo. Take a photo or type the tiles."),
        "no_tiles": _(
            "No tile was found in this photo. Lay the hand face up in one row and fill the picture with it."
        ),
        "camera_denied": _(
            "The browser may not use the camera. Allow it in the site's settings, or take a photo with the "
            "phone's own camera."
        ),
        "camera_missing": _("No camera answers. Take a photo with the phone's own camera."),
        "no_tiles_there": _("No tile was found there. Pull the corners around the tiles of the hand."),
        "which_hand": _("Which tiles are the hand? Mark them in the photo."),
        "mark_hand": _("Mark the hand"),
        "mark_ready": _("Only what lies within is counted."),
        "read_part": _("Read this part"),
        "row_of": _("Row of {count} tiles: {tiles}"),
        "corner_at": _("{corner}: {left} percent from the left, {top} percent from the top"),
        "in_photo": _("The tile in the photo"),
        "whole_photo": _("Whole photo"),
        "only_tiles": _("Only the tiles"),
        "sure": _("sure: {percent}%"),
        "in_doubt": _("in doubt"),
        "not_in_hand": _("not in the hand"),
        "looks_like": _("looks like {tile}"),
        "changed": _("Read by what goes with the other tiles: {changes}."),
        "left_out": _("Left out, for the others make a whole hand: {tiles}."),
        "left_out_short": _("Not counted, for it may be no tile of this hand: {tiles}."),
        "and_then": _(", "),
        "next_hand": _("The next likely hand: {changes}. It is {odds} times less likely."),
        "next_hand_alike": _("The next likely hand: {changes}. It is about as likely."),
        "take_next": _("Take that hand"),
        "instead": _("{tile} instead of {other}"),
        "with": _("with {tile}"),
        "without": _("without {tile}"),
    }


def _editing() -> dict[str, str]:
    return {
        "which_wild": _("Which tile is wild?"),
        "which_horse": _("Which horse was drawn?"),
        "drop": _("{tile}: take away"),
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
        "four_alike": _("Four of {tile}: make them a kong."),
        "other_length": _("{rules} is played with {wanted} tiles, these are {count}."),
        "change_rules": _("Change the rules"),
        "which_won": _("Which tile won? Tap it."),
        "which_kong": _("Which kind of kong is it?"),
        "choose": _("Choose"),
        "again": _("Try again"),
        "load_anew": _("Load the new state"),
        "counting": _("Counting …"),
        "to_score": _("See the score"),
        "to_fixes": _("See which exchange helps"),
        "to_why": _("See why"),
        "to_say": _("Say who won"),
        "ask_both": _("Who won, and how?"),
        "ask_winner": _("Still to say: who won."),
        "ask_how": _("Still to say: self-drawn, or from whom."),
        "place_1": _("next player"),
        "place_2": _("opposite"),
        "place_3": _("player before"),
        "to_hand": _("To the hand"),
        "kong": _("kong"),
        "winning_tile": _("winning tile"),
        "mark_winning": _("This tile won"),
        "unmark_winning": _("Not the winning tile"),
        "take_out": _("Take out"),
        "put_in": _("Put into the hand"),
        "add_which": _("Add which tile?"),
        "pick_meld": _("Tap the three or four tiles of one meld."),
        "picked_not_meld": _("These are no chow, triplet or kong."),
        "make_meld": _("Make a {meld}"),
        "cancel": _("Cancel"),
        "from_seat": _("from {seat}"),
        "from_unknown": _("not known"),
        "unexpected": _("“{text}” does not fit here. Write tiles like 123m 456p EEE CC."),
        "lacks_suit": _("“{text}” lacks its letter: m characters, p dots, s bamboo."),
        "fifth_copy": _("More than four of {tile}: a set has only four."),
        "typed_empty": _("Type the tiles, or tap them below."),
    }


def _scoring() -> dict[str, str]:
    return {
        "points": _("{points} points"),
        "point": _("1 point"),
        "dealer": _("dealer"),
        "round_now": _("{wind} round"),
        "dealer_now": _("dealer: {seat}"),
        "winner": _("won"),
        "nothing_yet": _("The score appears here as soon as the hand is complete."),
        "fixes": _("With one of these exchanges it would be a win:"),
        "fix": _("{tile} becomes {other}"),
        "kept": _("Kept."),
        "keep": _("Keep this hand"),
        "who_what": _("{who}: {what}"),
        "self_draw": _("Self-draw"),
        "and_also": _("; "),
        "other_winner": _("Also won: {name}."),
        "other_kept": _("{name}'s win on {tile} is kept; now the next winner's hand."),
        "drop_other": _("Drop {name}'s win"),
    }
