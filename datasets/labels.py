"""Scenes on disk: a JPEG, a YOLO text file and a JSON file with all that is known."""

import json
from pathlib import Path
from typing import Any

import cv2

from datasets.faces import CLASS_NAMES
from datasets.scene import Scene


def yolo_lines(scene: Scene) -> str:
    """The labels as YOLO text: class, centre, width and height as shares of the picture."""
    rows, columns = scene.picture.shape[:2]
    lines = []
    for label in scene.labels:
        x0, y0, x1, y1 = label.box
        values = ((x0 + x1) / 2 / columns, (y0 + y1) / 2 / rows, (x1 - x0) / columns, (y1 - y0) / rows)
        lines.append(f"{label.index} " + " ".join(f"{value:.6f}" for value in values))
    return "".join(line + "\n" for line in lines)


def as_json(scene: Scene) -> dict[str, Any]:
    """Everything known about a scene, ready for ``json.dumps``."""
    rows, columns = scene.picture.shape[:2]
    tiles = [
        {
            "box": list(label.box), "class": label.index, "name": CLASS_NAMES[label.index],
            "printed": CLASS_NAMES[label.printed], "role": label.role, "meld": label.meld,
            "winning": label.winning, "visible": label.visible,
        }
        for label in scene.labels
    ]  # fmt: skip
    facts = {key: value for key, value in scene.facts.items() if key != "names"}
    return {"width": columns, "height": rows, **facts, "tiles": tiles}


def save(scene: Scene, root: Path, name: str, quality: int = 88) -> None:
    """Write ``images/NAME.jpg``, ``labels/NAME.txt`` and ``facts/NAME.json`` below ``root``."""
    for folder in ("images", "labels", "facts"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    done, data = cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise OSError(f"{name} could not be encoded")
    (root / "images" / f"{name}.jpg").write_bytes(data.tobytes())
    (root / "labels" / f"{name}.txt").write_text(yolo_lines(scene))
    (root / "facts" / f"{name}.json").write_text(json.dumps(as_json(scene), ensure_ascii=False))
