"""A part of a photo that a player marks: what the page offers to begin from, what it sends back."""

from collections.abc import Mapping
from typing import Any, Final

from vision.outlines import found_rows, hand_outline
from vision.region import region_of
from vision.scan import Scan
from webapp.pages.form import FormError

# Problems that a mark may solve: what lies there is the hand, and it is looked at from near.
SOLVED_BY_MARKS: Final = frozenset({"no_tiles", "several_hands"})


def marks_of(scan: Scan, marked: bool = False) -> dict[str, Any]:
    """Where to begin to mark the hand.

    Args:
        scan: of the photo.
        marked: whether a player marked the hand already.

    Returns:
        ``corners`` around the hand as it was read, ``[x, y, …]`` in upright original pixels, clockwise from
        the upper left; ``rows``: those that may be it, ``[{tiles, corners}]``; ``asks_mark``: whether the
        photo cannot be read without.
    """
    return {
        "corners": hand_outline(scan.reading, scan.width, scan.height),
        "rows": [
            {"tiles": row.tiles, "corners": row.corners}
            for row in found_rows(scan.reading.tiles, scan.width, scan.height)
        ],
        "asks_mark": not marked and any(problem.code in SOLVED_BY_MARKS for problem in scan.problems),
    }


def posted_part(body: Mapping[str, Any], scan: Scan) -> tuple[float, ...]:
    """The part of a photo that ``{corners: [x, y, x, y, x, y, x, y]}`` marks, as shares of width and height.

    Args:
        body: what was posted.
        scan: of the photo; corners are in its pixels.

    Raises:
        FormError: it is no such thing.
        RegionError: the corners enclose no part of the photo.
    """
    corners = body.get("corners")
    if not isinstance(corners, list) or len(corners) != 8:
        raise FormError("corners")
    if not all(isinstance(one, int | float) and not isinstance(one, bool) for one in corners):
        raise FormError("corners")
    region = region_of(corners, scan.width, scan.height)
    return tuple(float(share) for share in (region.corners / [scan.width, scan.height]).ravel())
