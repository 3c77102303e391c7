"""The sample photo of the page: a won hand on green felt, drawn by this project's code alone.

``python -m datasets.sample OUT.jpg`` writes the picture and, beside it, ``OUT.json`` with its truth.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from datasets.arrays import Floats, Picture
from datasets.backgrounds import felt, paint_table
from datasets.body import Placement, place
from datasets.camera import look
from datasets.catalogue import DESIGNS
from datasets.compose import Label, Light, draw, read_labels
from datasets.inks import BACKS
from datasets.scene import Scene
from scorer.tiles import INDEX, format_tiles, parse_tiles

CONCEALED: Final = "123p 567p 88p 34p"
MELD: Final = "CCC"
WIN: Final = "5p"
SIZE_PX: Final = (1600, 1200)
_QUALITY: Final = 84


def truth() -> dict[str, Any]:
    """The hand in notation: ``concealed`` (without the winning tile), ``melds``, ``win``, ``flowers``."""
    concealed = format_tiles(parse_tiles(CONCEALED))
    return {"concealed": concealed, "melds": [{"type": "peng", "tiles": MELD}], "win": WIN, "flowers": 0}


def _placements(rng: np.random.Generator) -> list[Placement]:
    made = []

    def put(tile: str, x: float, y: float, role: str, meld: int = -1, winning: bool = False) -> None:
        x, y = x + float(rng.normal(0, 0.006)), y + float(rng.normal(0, 0.02))
        yaw = float(rng.normal(0, 0.008))
        made.append(Placement(INDEX[tile], x, y, 0.0, yaw, "up", 0.0, role, meld, winning))

    for number, tile in enumerate(parse_tiles(CONCEALED)):
        put(tile, number * 1.015, 0.0, "hand")
    put(WIN, 10.75, 0.03, "hand", winning=True)
    for number, tile in enumerate(parse_tiles(MELD)):
        put(tile, 7.9 + number * 1.015, 2.35, "meld", 0)
    return made


def _lamps(x: Floats, y: Floats) -> Floats:
    """Warm light from a lamp above the table, falling off towards the edges."""
    glow = np.exp(-((x - 4.5) ** 2 + (y - 2.0) ** 2) / (2 * 8.5**2)).astype(np.float32)
    window = 0.05 * np.clip((x - 5) / 8, -1, 1)
    light = 0.62 + 0.46 * glow + window
    warm = np.array([0.95, 1.0, 1.03], np.float32)
    return np.asarray(light[..., None] * warm, np.float32)


def draw_sample() -> Scene:
    """The sample as a scene with labels; the same on every machine up to rounding."""
    rng = np.random.default_rng(20)
    design = replace(
        DESIGNS["table stock"], dot="wheel", fill=0.76, back=BACKS["blue"], depth=0.72, rounding=0.085
    )
    bodies = [place(placement, design) for placement in _placements(rng)]
    points = np.vstack([body.corners() for body in bodies])
    camera = look(points, SIZE_PX, np.deg2rad(62), -0.05, 0.02, np.deg2rad(52), 0.93, (0.5, 0.5))
    x, y, seen = camera.table()
    cloth = felt(rng, (62, 112, 26), 0.9, 0.08)
    ground = paint_table(camera, cloth, x, y, seen, 0.3, 2.4)
    direction = np.array([-0.35, 0.45, 0.82])
    light = Light(direction / np.linalg.norm(direction), 0.62, 0.5, 0.42, 0.16)
    drawn = draw(ground, camera, bodies, light)
    lit = drawn.painter.picture.astype(np.float32) * _lamps(x.astype(np.float32), y.astype(np.float32))
    picture = _lens(rng, np.clip(lit, 0, 255).astype(np.uint8))
    labels: tuple[Label, ...] = read_labels(drawn, bodies)
    return Scene(picture, labels, {"layout": "sample", "design": design.name, "complete": True})


def _lens(rng: np.random.Generator, picture: Picture) -> Picture:
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32)
    rows, columns = picture.shape[:2]
    ys = np.linspace(-1, 1, rows, dtype=np.float32)[:, None]
    xs = np.linspace(-1, 1, columns, dtype=np.float32)[None, :]
    soft *= (1 - 0.16 * (xs**2 + ys**2) / 2)[..., None]
    soft += rng.standard_normal(soft.shape, dtype=np.float32) * 1.6
    return np.clip(np.rint(soft), 0, 255).astype(np.uint8)


def write(path: Path) -> None:
    """Write the picture to ``path`` (JPEG) and the truth beside it (``.json``). Raises OSError."""
    made = draw_sample()
    done, data = cv2.imencode(".jpg", made.picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not done:
        raise OSError(f"{path} could not be encoded")
    path.write_bytes(data.tobytes())
    path.with_suffix(".json").write_text(json.dumps(truth(), ensure_ascii=False, indent=2) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m datasets.sample OUT.jpg")
    write(Path(sys.argv[1]))
