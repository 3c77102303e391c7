"""Read each tile once more from a small window at the photo's own resolution, and weigh it with the detector.

The detector sees a whole photo and leans on colour and surroundings; the reader sees one tile upright and
large. They err differently: together they are right more often, and their probabilities mean what they say.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes
from vision.detector import CLASSES, Detection
from vision.engine import EngineError, open_session
from vision.looks import presence
from vision.photo import Photo
from vision.rows import find_rows
from vision.taught import Box, Step, TaughtSet, learn, no_step, teach
from vision.windows import cut

Floats = npt.NDArray[np.float64]

_READ: Final = len(CLASSES) + 1  # the last: no tile
_ROW: Final = 3  # tiles in line that tell how the windows are turned
_AT_ONCE: Final = 48  # windows
_FINE: Final = 50.0  # pixels on the long side of a tile: with fewer the photo is opened again with more
_LEAST: Final = 1e-4
FAINT: Final = 0.1  # the detector's score from which the reader looks at a candidate
_SHIFTS: Final = ((0.0, 0.0), (0.04, 0.03), (-0.04, -0.02))
_NEARNESS: Final = 17.0  # of a cosine in log odds, as the network was trained
# Weights of what was read and of the nearness to a taught set's prototypes: where the kinds of designs that
# training knows are likeliest (`models.measure_teaching --split train`).
_KNOWN: Final = 0.7
_NEAR: Final = 0.75


@dataclass(frozen=True)
class Fusion:
    """How the two networks are weighed; fitted on known sets and drawn scenes (`models.fit_fusion`).

    Attributes:
        detector: weight of the logarithm of the detector's shares.
        reader: weight of the reader's log probabilities.
        offset: of the log odds that there is a tile.
        seen: weight of the detector's log odds for that.
        read: weight of the reader's log odds for that.
    """

    detector: float = 0.5
    reader: float = 0.5
    offset: float = 0.0
    seen: float = 1.0
    read: float = 0.5


class WindowEngine(Protocol):
    """Anything that runs the reader's network; ``identity`` tells one network from another."""

    fusion: Fusion
    identity: str

    def run(
        self, windows: npt.NDArray[np.float32]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """N×3×64×64 float32 (RGB 0..1) to embeddings N×128 of length one and logits N×37."""
        ...


class OnnxWindowEngine:
    """The reader's network in onnxruntime; its file carries the `Fusion` it was fitted with.

    Args:
        path: the ONNX file.
        threads: as in `vision.engine.OnnxEngine`.

    Raises:
        EngineError: if the file cannot be loaded.
    """

    def __init__(self, path: Path, threads: int = 0) -> None:
        self._session = open_session(path, threads)
        self._input: str = self._session.get_inputs()[0].name
        known = self._session.get_modelmeta().custom_metadata_map
        self.fusion = Fusion(**json.loads(known.get("fusion", "{}")))
        self.identity = hashlib.sha256(path.read_bytes()).hexdigest()[:16]

    def run(
        self, windows: npt.NDArray[np.float32]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """See `WindowEngine.run`."""
        embeddings, logits = self._session.run(None, {self._input: windows})
        return np.asarray(embeddings, np.float32), np.asarray(logits, np.float32)


class Reader:
    """Reads tiles that the detector found.

    Args:
        engine: runs the network.
    """

    def __init__(self, engine: WindowEngine) -> None:
        self._engine = engine

    def read(
        self, photo: Photo, detections: Sequence[Detection], taught: TaughtSet | None = None
    ) -> tuple[Detection, ...]:
        """The detections with probabilities from both networks.

        Args:
            photo: where they were found.
            detections: any number.
            taught: the set on the table, where it was taught.

        Returns:
            As many, in the same order. Their 36 probabilities sum to the probability that there is a tile.

        Raises:
            EngineError: if the network does not answer in the expected form.
        """
        if not detections:
            return ()
        embeddings, logits = self.look(photo, [detection.box for detection in detections])
        seen = np.array([detection.probabilities for detection in detections])
        fused = fuse(seen, logits, self._engine.fusion)
        if taught is not None:
            fused = compare(fused, embeddings, self.current(taught))
        return tuple(
            replace(detection, probabilities=probabilities)
            for detection, probabilities in zip(detections, fused.astype(np.float32), strict=True)
        )

    def teach(self, photo: Photo, tiles: Mapping[str, Box], step: Step = no_step) -> TaughtSet:
        """A set from a photo that shows each kind once; see `vision.taught.teach`."""
        return teach(self.embed, self._engine.identity, photo, tiles, step)

    def current(self, taught: TaughtSet) -> TaughtSet:
        """The set as this reader sees it: itself, or learnt again where another reader was taught.

        Raises:
            TeachError: if it was taught with another reader and its cut-out tiles cannot be read.
        """
        same = taught.reader == self._engine.identity
        return taught if same else learn(self.embed, self._engine.identity, taught)

    def embed(self, photo: Photo, boxes: Sequence[Box]) -> npt.NDArray[np.float32]:
        """Embeddings N×128 of boxes in a photo: the mean over small shifts and both ways up; see `look`."""
        turned = turns(np.array(boxes, np.float32).reshape(-1, 4))
        views = [
            self.look(photo, [_moved(box, shift) for box in boxes], turned + turn)[0]
            for shift in _SHIFTS
            for turn in (0.0, np.pi)
        ]
        return np.asarray(np.mean(views, axis=0), np.float32)

    def look(
        self, photo: Photo, boxes: Sequence[Box], turned: Floats | None = None
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Embeddings N×128 and logits N×37 of boxes in pixels of the original photo.

        Args:
            photo: the photo.
            boxes: N boxes.
            turned: how each window is turned, radians. None works it out from the rows, which leaves open
                which way is up: each window is seen both ways, and what is said of it is the mean.

        Raises:
            EngineError: if the network does not answer in the expected form.
        """
        corners = np.array(boxes, np.float32).reshape(-1, 4)
        longest = (corners[:, 2:] - corners[:, :2]).max(axis=1)
        fine = photo.finer(_FINE / max(float(np.median(longest)), 1e-3))
        ways = 1 if turned is not None else 2
        windows = cut(
            fine.image, corners * np.float32(fine.scale), turns(corners) if turned is None else turned
        )
        if ways == 2:
            windows = np.concatenate([windows, windows[:, ::-1, ::-1]])
        embeddings, logits = self._run(windows)
        if logits.shape != (len(windows), _READ) or embeddings.shape[0] != len(windows):
            raise EngineError(
                f"The reader answers {logits.shape}, not {len(windows)}×{_READ}. Use fanpai's own weights."
            )
        return (embeddings, logits) if ways == 1 else _both_ways(embeddings, logits)

    def _run(self, windows: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Few at once: the network needs a megabyte for each."""
        answers = []
        for start in range(0, max(len(windows), 1), _AT_ONCE):
            part = windows[start : start + _AT_ONCE, ..., ::-1].transpose(0, 3, 1, 2)
            answers.append(self._engine.run(np.ascontiguousarray(part, np.float32) / np.float32(255)))
        embeddings, logits = (np.concatenate(answer) for answer in zip(*answers, strict=True))
        return embeddings, logits


def _both_ways(
    embeddings: npt.NDArray[np.float32], logits: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Of 2N windows, the second half the first upside down, what both say: embeddings N×128, logits N×37."""
    sums = embeddings.reshape(2, -1, embeddings.shape[1]).sum(axis=0)
    lengths = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    said = _log_softmax(logits.astype(np.float64)).reshape(2, -1, _READ).mean(axis=0)
    return np.asarray(sums / lengths, np.float32), np.asarray(said, np.float32)


def _moved(box: Box, shift: tuple[float, float]) -> Box:
    """A box moved by shares of its sides."""
    x0, y0, x1, y1 = box
    dx, dy = shift[0] * (x1 - x0), shift[1] * (y1 - y0)
    return x0 + dx, y0 + dy, x1 + dx, y1 + dy


def turns(boxes: Boxes) -> Floats:
    """How the window of each box N×4 is turned: along the row it lies in, radians; 0 outside a row."""
    turned = np.zeros(len(boxes))
    for row in find_rows(boxes):
        if len(row.indices) >= _ROW:
            turned[list(row.indices)] = np.arctan2(row.direction[1], row.direction[0])
    return turned


def fuse(seen: npt.NDArray[np.float32], logits: npt.NDArray[np.float32], fusion: Fusion) -> Floats:
    """Weigh the detector's class scores with the reader's logits.

    Args:
        seen: N×36, each class for itself, 0..1.
        logits: N×37, the last for no tile.
        fusion: the weights.

    Returns:
        N×36 probabilities; a row's sum is the probability that there is a tile.
    """
    shares, faces, evidence, tile = terms(seen, logits)
    kinds = fusion.detector * shares + fusion.reader * faces
    odds = fusion.offset + fusion.seen * evidence + fusion.read * tile
    exists = 1 / (1 + np.exp(-odds))
    return np.asarray(np.exp(_log_softmax(kinds)) * exists[:, None], np.float64)


def terms(
    seen: npt.NDArray[np.float32], logits: npt.NDArray[np.float32]
) -> tuple[Floats, Floats, Floats, Floats]:
    """What the weights of a `Fusion` multiply.

    Args:
        seen: as in `fuse`.
        logits: as in `fuse`.

    Returns:
        Log shares of the classes by the detector and by the reader, N×36 each; the log odds that there is a
        tile by the detector and by the reader, N each.
    """
    shares = np.maximum(seen.astype(np.float64), _LEAST)
    read = _log_softmax(logits.astype(np.float64))
    best = np.clip(presence(seen).astype(np.float64), _LEAST, 1 - _LEAST)
    nothing = np.clip(read[:, -1], -12, -1e-6)
    return (
        np.asarray(np.log(shares / shares.sum(axis=1, keepdims=True)), np.float64),
        _log_softmax(read[:, :-1]),
        np.asarray(np.log(best) - np.log1p(-best), np.float64),
        np.asarray(np.log(-np.expm1(nothing)) - nothing, np.float64),
    )


def compare(fused: Floats, embeddings: npt.NDArray[np.float32], taught: TaughtSet) -> Floats:
    """Weigh what was read with how near each window is to the prototypes of the set on the table.

    Only the kinds taught are weighed against each other: what they have together stays as it was.

    Args:
        fused: N×36 probabilities.
        embeddings: N×128.
        taught: the set.
    """
    columns = taught.columns()
    cosines = np.tensordot(embeddings.astype(np.float64), taught.prototypes.astype(np.float64), (1, 2))
    near = _log_softmax(_NEARNESS * cosines.max(axis=2))
    known = np.maximum(fused[:, columns], 1e-12)
    total = known.sum(axis=1, keepdims=True)
    weighed = fused.copy()
    weighed[:, columns] = total * np.exp(_log_softmax(_KNOWN * np.log(known / total) + _NEAR * near))
    return weighed


def _log_softmax(values: Floats) -> Floats:
    shifted = values - values.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float64)
