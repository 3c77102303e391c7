"""Fonts that may be installed on the machine, found when they are, and glyphs drawn with them as masks.

No font is part of this project. Without any, faces fall back to the strokes of ``datasets.strokes``.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets.arrays import Picture

STROKES: Final = "strokes"  # the name of the hand drawn by code
_UNKNOWN: Final = ("\U000e0fff", "\uffff", "\u0378")  # no font has them: they show its "missing" sign


@dataclass(frozen=True)
class FontFile:
    """Where a font is found: file name below the font folders, index in a collection, Debian package,
    and how much fatter than the font's own strokes an engraver would cut them."""

    file: str
    index: int
    package: str
    heft: float = 1.0


FONTS: Final[dict[str, FontFile]] = {
    "kouzan": FontFile("kouzan-mouhitsu.ttf", 0, "fonts-kouzan-mouhitsu", 1.12),
    "kouzan-running": FontFile("kouzan-mouhitsu-gyosho.ttf", 0, "fonts-kouzan-mouhitsu", 1.12),
    "ukai": FontFile("ukai.ttc", 2, "fonts-arphic-ukai", 1.3),
    "ukai-cn": FontFile("ukai.ttc", 0, "fonts-arphic-ukai", 1.3),
    "bkai": FontFile("bkai00mp.ttf", 0, "fonts-arphic-bkai00mp", 1.3),
    "cns-kai": FontFile("TW-Kai-98_1.ttf", 0, "fonts-cns11643-kai", 1.3),
    "cwtex-kai": FontFile("cwkai.ttf", 0, "fonts-cwtex-kai", 1.3),
    "oradano": FontFile("OradanoGSRR.ttf", 0, "fonts-oradano-mincho-gsrr"),
    "wenkai": FontFile("LXGWWenKai-Bold.ttf", 0, "fonts-lxgw-wenkai", 1.12),
    "uming": FontFile("uming.ttc", 2, "fonts-arphic-uming", 1.3),
    "zenhei": FontFile("wqy-zenhei.ttc", 0, "fonts-wqy-zenhei", 1.12),
    "microhei": FontFile("wqy-microhei.ttc", 0, "fonts-wqy-microhei"),
    "noto-serif": FontFile("NotoSerifCJK-Bold.ttc", 3, "fonts-noto-cjk"),
    "noto-serif-sc": FontFile("NotoSerifCJK-Bold.ttc", 2, "fonts-noto-cjk"),
    "noto-sans": FontFile("NotoSansCJK-Bold.ttc", 3, "fonts-noto-cjk"),
}


def font_folders() -> tuple[Path, ...]:
    """The folders searched, in order: ``FANPAI_FONTS`` (if set), the user's and the system's."""
    own = os.environ.get("FANPAI_FONTS")
    usual = (Path.home() / ".fonts", Path.home() / ".local/share/fonts", Path("/usr/share/fonts"))
    return ((Path(own),) if own else ()) + usual + (Path("/Library/Fonts"), Path("C:/Windows/Fonts"))


@lru_cache(maxsize=1)
def installed_fonts() -> dict[str, Path]:
    """The fonts of ``FONTS`` present on this machine, by name."""
    wanted = {font.file for font in FONTS.values()}
    found: dict[str, Path] = {}
    for folder in font_folders():
        # Elsewhere the names of Windows are looked for in the current folder, which may be closed to us.
        with suppress(PermissionError):
            for path in sorted(folder.rglob("*.tt[cf]")):
                if path.name in wanted:
                    found.setdefault(path.name, path)
    return {name: found[font.file] for name, font in FONTS.items() if font.file in found}


@lru_cache(maxsize=64)
def _face(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(installed_fonts()[name]), size, index=FONTS[name].index)


def _raster(name: str, character: str) -> Picture:
    image = Image.new("L", (360, 360), 0)
    ImageDraw.Draw(image).text((180, 180), character, font=_face(name, 220), fill=255, anchor="mm")
    return np.asarray(image, np.uint8)


@lru_cache(maxsize=1024)
def font_mask(name: str, character: str) -> Picture | None:
    """A glyph cropped to its ink (about 200 pixels high, 255 = ink).

    Returns None when the font is not installed or does not know the character.
    """
    if name not in installed_fonts():
        return None
    mask = _raster(name, character)
    ys, xs = np.nonzero(mask)
    if not len(ys) or any(np.array_equal(mask, _raster(name, other)) for other in _UNKNOWN):
        return None
    return mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
