"""Fit how detector and reader are weighed: ``python -m models.fit_fusion READER.onnx DIR ...``.

Every candidate of the detector in some labelled folders (known sets and drawn scenes, never the sets kept for
checks) is compared with the labels; the five numbers of `vision.reader.Fusion` that make the labels likeliest
are written into the reader's file. Needs the extra ``train``.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import onnx
import torch

from models.truth import Truth, read_truths
from vision.boxes import iou
from vision.detector import CLASSES, Detection, Detector
from vision.engine import OnnxEngine
from vision.photo import Photo, open_to_read
from vision.reader import FAINT, Fusion, OnnxWindowEngine, Reader, fuse, terms
from vision.scan import shipped_weights
from vision.settings import Settings

NOTHING: Final = len(CLASSES)


class Candidates:
    """What both networks say of some candidates, and what they are.

    Attributes:
        seen: N×36 of the detector.
        logits: N×37 of the reader.
        labels: N, 0..35, or 36 where nothing is labelled.
    """

    def __init__(self) -> None:
        self.seen: list[npt.NDArray[np.float32]] = []
        self.logits: list[npt.NDArray[np.float32]] = []
        self.labels: list[int] = []

    def add(
        self, truth: Truth, photo: Photo, found: Sequence[Detection], reader: Reader, backs: bool
    ) -> None:
        """Add the candidates of one photo; without labelled backs, what looks like one is left out."""
        found = [one for one in found if backs or one.tile != "back"]
        if not found or truth.labelled is None:
            return
        sides = np.array([photo.width, photo.height] * 2)
        labelled = np.array([one.box for one in truth.labelled], np.float32).reshape(-1, 4) * sides
        overlaps = iou(np.array([one.box for one in found], np.float32), labelled.astype(np.float32))
        _, logits = reader.look(photo, [one.box for one in found])
        free = np.ones(len(labelled), bool)
        for index in np.argsort([-one.score for one in found]):
            candidates = np.where(free, overlaps[index], 0)
            place = int(np.argmax(candidates)) if candidates.size else 0
            hit = bool(candidates.size) and candidates[place] >= 0.5
            if hit:
                free[place] = False
            self.seen.append(found[index].probabilities)
            self.logits.append(logits[index])
            self.labels.append(CLASSES.index(truth.labelled[place].tile) if hit else NOTHING)


def collect(folders: Sequence[Path], detector: Detector, reader: Reader) -> Candidates:
    """The candidates of all photos of some labelled folders, stretched ones left out."""
    candidates = Candidates()
    for folder in folders:
        truths = [truth for truth in read_truths(folder) if not truth.stretched]
        backs = any("back" in truth.tiles for truth in truths)
        for truth in truths:
            photo = open_to_read(truth.photo)
            candidates.add(truth, photo, detector.detect(photo), reader, backs)
    return candidates


def loss(fused: npt.NDArray[np.float64], labels: npt.NDArray[np.int64]) -> float:
    """Mean negative log likelihood of the labels."""
    exists = fused.sum(axis=1).clip(1e-9, 1 - 1e-9)
    chosen = np.where(labels == NOTHING, 1 - exists, fused[np.arange(len(labels)), np.minimum(labels, 35)])
    return float(-np.log(chosen.clip(1e-9)).mean())


def fit(candidates: Candidates) -> Fusion:
    """The likeliest weights."""
    seen, logits = np.array(candidates.seen), np.array(candidates.logits)
    labels = np.array(candidates.labels, np.int64)
    real = torch.from_numpy(labels != NOTHING)
    shares, faces, evidence, tile = map(torch.from_numpy, terms(seen, logits))
    weights = torch.tensor([0.5, 0.5, 0.0, 1.0, 0.5], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")
    target = torch.from_numpy(np.minimum(labels, 35))

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        kinds = torch.log_softmax(weights[0] * shares + weights[1] * faces, 1)
        odds = weights[2] + weights[3] * evidence + weights[4] * tile
        exists = torch.nn.functional.binary_cross_entropy_with_logits(odds, real.double())
        value = exists + torch.nn.functional.nll_loss(kinds[real], target[real]) * real.double().mean()
        value.backward()
        return value

    optimizer.step(closure)
    return Fusion(*(round(float(weight), 4) for weight in weights.detach()))


def write_fusion(path: Path, fusion: Fusion) -> None:
    """Put the weights into the reader's file."""
    model = onnx.load(path)
    for entry in [entry for entry in model.metadata_props if entry.key == "fusion"]:
        model.metadata_props.remove(entry)
    model.metadata_props.add(key="fusion", value=json.dumps(asdict(fusion)))
    path.write_bytes(model.SerializeToString())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("reader", type=Path)
    parser.add_argument("folders", type=Path, nargs="+", help="labelled folders")
    parser.add_argument("--weights", type=Path, help="the detector's file; default: the shipped one")
    parser.add_argument("--threads", type=int, default=0, help="of the networks; 0 takes all cores")
    args = parser.parse_args()
    settings = replace(Settings(), threshold=FAINT, support=FAINT)
    detector = Detector(OnnxEngine(args.weights or shipped_weights(), args.threads), settings)
    candidates = collect(args.folders, detector, Reader(OnnxWindowEngine(args.reader, args.threads)))
    fusion = fit(candidates)
    write_fusion(args.reader, fusion)
    seen, logits = np.array(candidates.seen), np.array(candidates.logits)
    labels = np.array(candidates.labels, np.int64)
    for name, weights in (
        ("detector alone", replace(fusion, detector=1.0, reader=0.0, read=0.0)),
        ("reader alone", replace(fusion, detector=0.0, reader=1.0)),
        ("both", fusion),
    ):
        fused = fuse(seen, logits, weights)
        tiles = labels != NOTHING
        wrong = (fused.argmax(1) != labels)[tiles]
        found = (fused.sum(1) >= 0.5) == tiles
        figures = f"kinds wrong {wrong.mean():.4f}, existence right {found.mean():.4f}"
        print(f"{name}: loss {loss(fused, labels):.4f}, {figures}")
    print(f"{len(labels)} candidates, {fusion}")


if __name__ == "__main__":
    main()
