"""Export a checkpoint to the ONNX file that ships: ``python -m models.export CHECKPOINT.pt OUT.onnx``.

Beside it goes ``OUT.pt``, the same weights in half precision without paths or optimizer: training can start
there.

Needs the extra ``train``. Input ``images``: float32 1×3×H×W, RGB in 0..1, sides multiples of 32. Output
``output0``: float32 1×40×N, a column a candidate: centre x, centre y, width, height in input pixels, then 36
class probabilities. The metadata names classes, licence and origin.
"""

import argparse
import os
import shutil
import tempfile
from pathlib import Path

os.environ.setdefault("YOLO_OFFLINE", "1")

import onnx
import torch
from ultralytics import YOLO

LIMIT = 12_000_000  # bytes; a repository is no place for more
METADATA = {
    "author": "the fanpai developers",
    "license": "AGPL-3.0-or-later",
    "description": "fanpai tile detector: YOLO11n (Ultralytics, AGPL-3.0), 34 tile kinds, flower, back",
    "docs": "models/CARD.md",
}


def export(checkpoint: Path, out: Path) -> None:
    """Write ``checkpoint`` (ultralytics ``.pt``) as ONNX with dynamic height and width.

    Raises:
        ValueError: when the file would exceed 12 MB; nothing is written then.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copy(checkpoint, folder))
        made = Path(YOLO(copy).export(format="onnx", dynamic=True, opset=17, simplify=True, imgsz=640))
        model = onnx.load(made)
    known = {entry.key: entry for entry in model.metadata_props}
    for key, value in METADATA.items():
        entry = known[key] if key in known else model.metadata_props.add(key=key)
        entry.value = value
    data = model.SerializeToString()
    if len(data) > LIMIT:
        raise ValueError(f"{out} would take {len(data)} bytes, over {LIMIT}")
    out.write_bytes(data)


def write_start(checkpoint: Path, out: Path) -> None:
    """Write a checkpoint as a start for later training, half precision, free of this machine's paths."""
    model = YOLO(checkpoint).model.half()
    model.args, model.pt_path = {}, None
    torch.save({"model": model, "epoch": -1, "train_args": {}}, out)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    export(args.checkpoint, args.out)
    write_start(args.checkpoint, args.out.with_suffix(".pt"))


if __name__ == "__main__":
    main()
