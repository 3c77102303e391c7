"""A scan as the page works on it: tiles with their place, melds by index, problems as sentences."""

from typing import Any, Final

from vision.problems import Problem
from vision.reading import ReadTile, RunnerUp
from vision.scan import Scan
from webapp import words
from webapp.pages.language import reader_locale
from webapp.pages.wording import _

WORTH_TELLING: Final = 50.0  # odds of the second likeliest hand; beyond, it is of no interest


def reading_of(scan: Scan) -> dict[str, Any]:
    """The scan as JSON data for the page.

    Returns:
        ``width, height`` of the upright original; ``tiles`` in reading order, each with ``tile``, ``box``
        (upright original pixels, or None for a tile that only the rules know of), ``confidence`` 0..1,
        ``role`` (``hand meld flower table back``), ``meld`` (index into ``melds``, or None), ``candidates``
        ``[[kind, share]]`` best first, ``doubt``, ``seen``: the face the picture alone shows where the rules
        decided otherwise, else None, ``left_out``: whether it was taken for no tile of the hand; ``melds``
        with their ``type``; ``win``: index into ``tiles``, or None; ``complete``: whether the hand is whole;
        ``problems``: sentences; ``runner_up``: the second likeliest hand as
        ``{changes: [[index, kind or None]], odds}``, or None where it is hardly likely.
    """
    reading = scan.reading
    tiles = [_tile(tile) for tile in reading.tiles]
    melds = []
    for number, meld in enumerate(reading.melds):
        # Of a concealed kong with its outer tiles turned over, the faces that show tell the kind.
        face = next((tile for tile in meld.tiles if tile != "back"), None)
        for index in meld.indices:
            tiles[index] |= {"role": "meld", "meld": number}
            if tiles[index]["tile"] == "back" and face is not None:
                tiles[index]["tile"] = face
        missing = len(meld.tiles) - len(meld.indices)
        tiles += [_unseen(face, number) for _one in range(missing) if face is not None]
        melds.append({"type": meld.type})
    for index in reading.left_out:
        tiles[index]["left_out"] = True
    for index in reading.concealed:
        tiles[index]["role"] = "hand"
    if reading.win is not None:
        tiles[reading.win]["role"] = "hand"
    return {
        "width": scan.width,
        "height": scan.height,
        "tiles": tiles,
        "melds": melds,
        "win": reading.win,
        "complete": reading.complete,
        "runner_up": _runner_up(reading.runner_up),
        "problems": [sentence for problem in scan.problems if (sentence := problem_sentence(problem))],
    }


def problem_sentence(problem: Problem) -> str:
    """What a problem asks of the player; ``""`` for those that the page shows in another way."""
    return {
        "too_dark": _("The photo is very dark. Switch on a lamp and take it again."),
        "too_blurred": _("The photo is blurred. Wipe the lens, tap on the tiles to focus, hold still."),
        "cut_off": _("The hand reaches the edge of the photo. Step back a little and take all of it."),
        "several_hands": _("Several hands are in view. Mark the one to be scored in the photo."),
        "too_small": _("The tiles are very small in this photo. Go nearer: let the hand fill the picture."),
        "five_of_a_kind": _(
            "More than four of a kind were seen: %(tiles)s. Look at them once more: are two sets mixed?",
            tiles=_(", ").join(words.tile_name(kind, reader_locale()) for kind in problem.kinds),
        ),
        "no_tiles": _(
            "No tile was found in this photo. Lay the hand face up in one row and fill the picture with it."
        ),
        "set_lost": _(
            "The tile set chosen for this table cannot be read any more, so the photo was read without it. "
            "Choose another set or teach it again."
        ),
        # The page counts tiles itself, and goes on counting while they are edited.
        "not_14": "",
    }.get(problem.code, problem.text)


def photo_error_sentence(code: str) -> str:
    """What a player can do about a photo that could not be read. ``code`` as in PhotoError and JoinError."""
    return {
        "empty": _("The file is empty. Take the photo again or choose another one."),
        "too_many_bytes": _("The photo is larger than 40 MB. Choose a smaller one."),
        "too_many_pixels": _("The photo has more than 64 million pixels. Choose a smaller one."),
        "too_narrow": _("This picture is a mere stripe. Send the whole photo."),
        "not_a_picture": _("This file is no picture. Choose a photo (JPEG, PNG, HEIC or WebP)."),
        "too_many_tiles": _(
            "These photos together show more tiles than a whole set has. Take the hand anew, then its melds."
        ),
        "damaged": _("The photo is damaged or cut off. Send it again or take a new one."),
    }.get(code, _("The photo could not be read. Try another one, or type the tiles."))


def _tile(tile: ReadTile) -> dict[str, Any]:
    return {
        "tile": tile.tile,
        "box": [round(value, 1) for value in tile.box],
        "confidence": round(tile.confidence, 3),
        "role": tile.role,
        "meld": None,
        "candidates": [
            [kind, round(share, 3)] for kind, share in tile.candidates if kind not in {"flower", "back"}
        ],
        "doubt": tile.doubtful,
        "seen": tile.seen if tile.seen != tile.tile else None,
        "left_out": False,
    }


def _runner_up(other: RunnerUp | None) -> dict[str, Any] | None:
    if other is None or other.odds > WORTH_TELLING:
        return None
    return {"changes": [list(change) for change in other.changes], "odds": round(other.odds, 1)}


def _unseen(face: str, meld: int) -> dict[str, Any]:
    return {
        "tile": face,
        "box": None,
        "confidence": None,
        "role": "meld",
        "meld": meld,
        "candidates": [],
        "doubt": False,
        "seen": None,
        "left_out": False,
    }
