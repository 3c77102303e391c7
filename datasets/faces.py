"""The face of one tile as a picture: print or engraving on the tile's ground."""

from functools import lru_cache, partial
from typing import Final

import cv2
import numpy as np

from datasets import art, crops
from datasets.arrays import Colour, Picture
from datasets.birds import bird
from datasets.blanks import blank
from datasets.canvas import Canvas
from datasets.designs import GLYPH, WILD, Design
from datasets.flowers import flower
from datasets.fonts import FONTS, STROKES, font_mask, installed_fonts
from datasets.recolour import recolour, wear
from datasets.strokes import STROKES as DRAWN
from datasets.strokes import stroke_mask
from datasets.suits import bamboo, dots
from datasets.wildbirds import wild_bird
from scorer.tiles import INDEX, KINDS

FLOWER: Final = 34
BACK: Final = 35
CLASS_NAMES: Final[tuple[str, ...]] = (*KINDS, "flower", "back")
NUMERALS: Final = "一二三四五六七八九"
HONOUR_GLYPHS: Final = {"E": "東", "S": "南", "W": "西", "N": "北", "C": "中", "F": "發", "B": "白"}
_PAPER: Final = (242, 244, 244)
SIMPLE: Final = {"東": "东", "發": "发", "萬": "万"}


def glyph(design: Design, character: str) -> Picture:
    """A character's mask in the design's hand; falls back to drawn strokes where the font lacks it."""
    if design.font != STROKES:
        mask = font_mask(design.font, character)
        if mask is not None:
            return _weighted(mask, design.weight * FONTS[design.font].heft)
    # Drawn strokes know the traditional forms only.
    known = character if character in DRAWN else {v: k for k, v in SIMPLE.items()}.get(character, "萬")
    return stroke_mask(known, round(design.weight, 2))


def _weighted(mask: Picture, weight: float) -> Picture:
    steps = round((weight - 1.0) * 24)
    if not steps:
        return mask
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(steps) + 1, abs(steps) + 1))
    if steps > 0:
        return cv2.dilate(
            cv2.copyMakeBorder(mask, 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=(0,)), kernel
        ).astype(np.uint8)
    thin = cv2.erode(mask, kernel)
    # Hairlines of light fonts vanish under erosion: keep the glyph whole then.
    return (
        thin.astype(np.uint8) if np.count_nonzero(thin > 127) > 0.45 * np.count_nonzero(mask > 127) else mask
    )


def _ink(design: Design, name: str) -> Colour:
    inks = design.inks
    return {"dark": inks.dark, "blue": inks.blue, "green": inks.green, "red": inks.red}[name]


def _character(canvas: Canvas, design: Design, rank: int) -> None:
    cx, cy = canvas.middle
    height = 100 * canvas.ratio * design.fill
    numeral = design.five if rank == 5 else NUMERALS[rank - 1]
    mask = glyph(design, numeral)
    # Flat numerals (一 二) keep their width, not their height.
    flat = mask.shape[1] / mask.shape[0]
    share = design.numeral_share
    size = min(height * share, 100 * design.fill * 0.72 / flat)
    canvas.stamp(mask, (cx, cy - height * (0.48 - share / 2)), size, _ink(design, design.numeral))
    wan = glyph(design, design.wan)
    size = min(height * (0.95 - share), 100 * design.fill * 0.95 * wan.shape[0] / wan.shape[1])
    canvas.stamp(wan, (cx, cy + height * (0.03 + share / 2)), size, _ink(design, design.wan_ink))


def _honour(canvas: Canvas, design: Design, kind: str) -> None:
    cx, cy = canvas.middle
    height = 100 * canvas.ratio * design.fill
    if kind == "B":
        if design.blank == GLYPH:
            canvas.stamp(glyph(design, "白"), (cx, cy), height * 0.7, design.inks.dark)
        else:
            blank(canvas, design.blank, design.inks, design.fill)
        return
    character = HONOUR_GLYPHS[kind]
    if design.simplified:
        character = SIMPLE.get(character, character)
    ink = {"C": design.inks.red, "F": design.inks.green}.get(kind) or _ink(design, design.winds)
    mask = glyph(design, character)
    size = min(height * 0.86, 100 * design.fill * 0.95 * mask.shape[0] / mask.shape[1])
    canvas.stamp(mask, (cx, cy), size, ink, 1.0 if kind != "C" else 0.92)


def _index(canvas: Canvas, design: Design, kind: str) -> None:
    if not design.index or kind == "flower":
        return
    suit = {"m": design.inks.red, "p": design.inks.blue, "s": design.inks.green}
    own = suit.get(kind[-1], design.inks.dark)
    ink = own if design.index_ink == "suit" else _ink(design, design.index_ink)
    text = "P" if kind == "B" and design.blank != "lettered" else kind[0]
    size, height = design.index_size, 100 * canvas.ratio
    for corner in design.index.split():
        x = 5 + size * 0.5 if corner[1] == "l" else 95 - size * 0.5
        y = 7 + size * 0.5 if corner[0] == "t" else height - 7 - size * 0.5
        canvas.text(text, (x, y), size, ink, 0.14, upside_down=corner[0] == "b")


def _write(design: Design, character: str) -> Picture | None:
    """A character for a flower's name, in the set's font or in any that has it."""
    if character in DRAWN and design.font == STROKES:
        return stroke_mask(character, round(design.weight, 2))
    for name in (design.font, *sorted(installed_fonts())):
        mask = font_mask(name, character) if name in FONTS else None
        if mask is not None:
            return mask
    return stroke_mask(character) if character in DRAWN else None


def _print(canvas: Canvas, design: Design, index: int, picture: int) -> None:
    kind = CLASS_NAMES[index]
    if index == FLOWER:
        flower(canvas, design.inks, design.flowers, picture, partial(_write, design))
    elif len(kind) == 1:
        _honour(canvas, design, kind)
    elif kind[1] == "m":
        _character(canvas, design, int(kind[0]))
    elif kind[1] == "p":
        rank = int(kind[0])
        colours = dict(design.dot_inks).get(rank, "")
        dots(canvas, rank, design.dot, design.inks, design.fill, design.pitch, colours, design.big)
    elif kind == "1s":
        if design.bird == WILD:
            wild_bird(canvas, design.inks, design.fill, design.flowers)
        else:
            bird(canvas, design.bird, design.inks, design.fill)
    else:
        bamboo(canvas, int(kind[0]), design.stick, design.inks, design.fill, design.two_greens, design.girth)
    _index(canvas, design, kind)


def engrave(paint: Picture, ink: Picture, relief: float) -> Picture:
    """Give carved lines a shadowed upper and a lit lower edge; ``relief`` 0 leaves the print flat."""
    soft = cv2.GaussianBlur(ink, (0, 0), 1.1).astype(np.float32)
    edge = np.zeros_like(soft)
    edge[1:-1] = (soft[2:] - soft[:-2]) * -0.10 * relief
    carved = paint.astype(np.float32) + edge[..., None]
    return np.asarray(np.clip(carved, 0, 255), np.uint8)


@lru_cache(maxsize=512)
def face(design: Design, index: int, picture: int = 0, width: int = 192) -> Picture:
    """The face of class ``index`` (0..34) as BGR, ``width`` pixels wide, ``design.ratio`` times as high.

    ``picture`` chooses among the flowers of a set. The result is shared: do not write into it.

    Raises:
        ValueError: for an index that has no face.
    """
    if not 0 <= index <= FLOWER:
        raise ValueError(f"class {index} has no face")
    size = (width, round(width * design.ratio))
    found = _photographed(design, index, picture, size)
    if found is None:
        paint, ink = _installed(design, index, picture, size) or _drawn(design, index, picture, size)
        if design.tone is not None:
            paint = recolour(paint, design.tone)
        found = engrave(paint, ink, design.relief)
    elif design.tone is not None:
        found = recolour(found, design.tone)
    return wear(found, design.wear, index * 8 + picture) if design.wear else found


def _photographed(design: Design, index: int, picture: int, size: tuple[int, int]) -> Picture | None:
    photo = crops.crop(index, design.flowers + picture) if design.art.startswith("crops") else None
    if photo is None:
        return None
    return cv2.resize(photo, size, interpolation=cv2.INTER_AREA).astype(np.uint8)


def _installed(
    design: Design, index: int, picture: int, size: tuple[int, int]
) -> tuple[Picture, Picture] | None:
    if not design.art or design.art.startswith("crops"):
        return None
    # A light ground first: a dark one comes with the tone.
    ground = design.ground if max(design.ground) > 120 else _PAPER
    return art.face(design.art, index, picture, *size, ground)


def _drawn(design: Design, index: int, picture: int, size: tuple[int, int]) -> tuple[Picture, Picture]:
    toned = design.tone is not None and design.tone.ground is not None
    canvas = Canvas(size[0] * 2, design.ratio, _PAPER if toned else design.ground)
    _print(canvas, design, index, picture)
    paint = cv2.resize(canvas.paint, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    return paint, cv2.resize(canvas.ink, size, interpolation=cv2.INTER_AREA).astype(np.uint8)


def face_index(tile: str) -> int:
    """The class of a tile in notation, ``"flower"`` or ``"back"``. Raises KeyError for anything else."""
    return INDEX[tile] if tile in INDEX else {"flower": FLOWER, "back": BACK}[tile]
