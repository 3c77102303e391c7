"""Reading a photo with the taught tile set of the table."""

from dataclasses import replace

from flask import current_app

from vision.photo import Photo
from vision.problems import Problem
from vision.scan import Scan
from webapp.pages.jobs import Part, Progress, ScannerLike, Work, corners_in
from webapp.pages.wording import _
from webapp.taught_sets import SetError, TaughtSets


def taught_sets() -> TaughtSets:
    """The application's taught sets."""
    found: TaughtSets = current_app.extensions["fanpai-sets"]
    return found


def set_choices(chosen: str) -> dict[str, str]:
    """Id → name of the sets to choose from; one that is chosen and gone is among them, and says so."""
    names = taught_sets().names()
    return names if not chosen or chosen in names else {**names, chosen: _("a set that is not here")}


def read_with(sets: TaughtSets, set_id: str, part: Part | None = None) -> Work:
    """Read a photo with a taught set; without it, and with a problem ``set_lost``, where it is gone."""

    def read(scanner: ScannerLike, photo: Photo, progress: Progress) -> Scan:
        corners = None if part is None else corners_in(photo, part)
        try:
            taught = sets.current(set_id, scanner.current)
        except SetError as error:
            scan = scanner.scan(photo, progress=progress, corners=corners)
            return replace(scan, problems=(*scan.problems, Problem("set_lost", str(error))))
        return scanner.scan(photo, progress=progress, taught=taught, corners=corners)

    return read
