"""Train the reader: ``python -m models.train_reader --photos DIR --val DIR --out DIR``.

Windows are cut from labelled photos and rendered scenes, turned by any quarter and a little more, shifted,
zoomed, made small, grey, dark, blurred. Half of the windows come from photos. Windows that lie between two
tiles, or hold half of one, are taught to be no tile; so is what the detector wrongly takes for one
(``--mined``, see `models.mine_reader`). Needs the extra ``train``.
"""

import argparse
import math
import os
import random
import time
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset

from datasets.faces import CLASS_NAMES
from models.augmentation import TileColours
from models.reader_crops import NOTHING, SPAN, STORED, Crops, from_faces, from_photos, read
from models.reader_network import ReaderNetwork
from vision.windows import AROUND, SIDE

_BESIDE: Final = 0.06  # share of windows that lie between tiles
_MINED: Final = 0.1  # share of windows that the detector took for tiles
_HELD_OUT: Final = 5  # every fifth single tile is kept for checks


class Windows(Dataset):  # type: ignore[misc]  # torch is seen untyped
    """Random windows of crops; an item is 64×64×3 uint8 (RGB) and its class.

    Args:
        crops: what to cut from.
        weights: N, how often each crop is taken.
        length: items an epoch.
    """

    def __init__(self, crops: Crops, weights: npt.NDArray[np.float64], length: int) -> None:
        self._crops = crops
        self._bounds = np.cumsum(weights / weights.sum())
        self._length = length
        self._colours = TileColours()

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, _: int) -> tuple[npt.NDArray[np.uint8], int]:
        index = min(int(np.searchsorted(self._bounds, random.random())), len(self._bounds) - 1)
        label = int(self._crops.classes[index])
        shift = np.random.normal(0, 0.045, 2).clip(-0.12, 0.12)
        zoom = math.exp(random.gauss(0.02, 0.09))
        if label != NOTHING and random.random() < _BESIDE:
            label = NOTHING
            if random.random() < 0.7:
                side = random.randrange(2)
                shift[side] = random.choice((-1, 1)) * random.uniform(0.42, 0.6)
            else:
                zoom = random.choice((random.uniform(0.4, 0.58), random.uniform(1.6, 1.8)))
        window = _window(self._crops.pixels[index], self._crops.sides[index], shift, zoom)
        if random.random() < 0.3:  # a distant tile
            small = round(math.exp(random.uniform(math.log(14), math.log(56))))
            tiny = cv2.resize(window, (small, small), interpolation=cv2.INTER_AREA)
            window = np.asarray(cv2.resize(tiny, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR), np.uint8)
        window = self._colours({"img": window})["img"]
        if random.random() < 0.1:
            window = _covered(window)
        return np.ascontiguousarray(window[..., ::-1]), label


def _window(
    crop: npt.NDArray[np.uint8], sides: npt.NDArray[np.float32], shift: npt.NDArray[np.float64], zoom: float
) -> npt.NDArray[np.uint8]:
    """A window of a crop: turned, shifted by shares of the box's sides, zoomed."""
    draw = random.random()
    turn = random.gauss(0, 7) if draw < 0.85 else random.uniform(-45, 45)
    turn += random.choices((0, 90, 180, 270), (0.4, 0.15, 0.3, 0.15))[0]
    step = zoom * STORED * AROUND / SPAN / SIDE
    cos, sin = math.cos(math.radians(turn)) * step, math.sin(math.radians(turn)) * step
    squeeze = 1.4 ** random.uniform(-1, 1) if random.random() < 0.4 else 1.0
    axes = np.array([[cos * squeeze, -sin], [sin * squeeze, cos]])
    middle = np.full(2, STORED / 2) + shift * sides
    matrix = np.column_stack([axes, middle - axes @ np.full(2, SIDE / 2)])
    if random.random() < 0.3:  # seen aslant
        matrix[0, 1] += random.uniform(-0.15, 0.15) * step
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(crop, matrix, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _covered(window: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """A finger or a neighbour over one edge."""
    window = window.copy()
    depth = random.randrange(4, 16)
    colour = [random.randrange(256) for _ in range(3)]
    window[:depth] = colour
    return np.ascontiguousarray(np.rot90(window, random.randrange(4)))


def weights_of(crops: Crops, share: float) -> npt.NDArray[np.float64]:
    """How often each crop is taken: rare classes more often, all together ``share``."""
    counts = np.bincount(crops.classes, minlength=NOTHING + 1)
    weights = 1.0 / np.sqrt(np.maximum(counts, 1))[crops.classes]
    weights[crops.classes == NOTHING] *= 0.5
    return np.asarray(share * weights / weights.sum(), np.float64)


def as_input(windows: torch.Tensor) -> torch.Tensor:
    """N×64×64×3 uint8 to N×3×64×64 float, channels last in memory."""
    return (windows.permute(0, 3, 1, 2).float() / 255).contiguous(memory_format=torch.channels_last)


def accuracy(network: ReaderNetwork, crops: Crops, seed: int = 3) -> tuple[float, float]:
    """Share read right of crops seen straight, and of the same shifted and turned a little."""
    state, rng = random.getstate(), np.random.default_rng(seed)
    random.seed(seed)
    network.eval()
    right = [0, 0]
    for rough in (0, 1):
        for start in range(0, len(crops.classes), 512):
            part = slice(start, start + 512)
            windows = [
                _window(pixels, sides, rng.normal(0, 0.04, 2) * rough, 1.0) if rough else _straight(pixels)
                for pixels, sides in zip(crops.pixels[part], crops.sides[part], strict=True)
            ]
            batch = torch.from_numpy(np.ascontiguousarray(np.array(windows)[..., ::-1]))
            with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
                logits = network(as_input(batch))[1]
            right[rough] += int((logits.argmax(1).numpy() == crops.classes[part]).sum())
    random.setstate(state)
    network.train()
    return right[0] / len(crops.classes), right[1] / len(crops.classes)


def _straight(crop: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    edge = round(STORED * (1 - AROUND / SPAN) / 2)
    inner = crop[edge : STORED - edge, edge : STORED - edge]
    return np.asarray(cv2.resize(inner, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def train(
    network: ReaderNetwork, windows: Windows, checks: dict[str, Crops], out: Path, args: argparse.Namespace
) -> None:
    """Train with AdamW and a cosine; every epoch the averaged weights are measured and saved."""
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    optimizer = torch.optim.AdamW(network.parameters(), lr=args.lr, weight_decay=0.02)
    loader = DataLoader(windows, args.batch, num_workers=args.workers, persistent_workers=args.workers > 0)
    steps, done, start = args.epochs * len(loader), 0, time.monotonic()
    for epoch in range(args.epochs):
        total = 0.0
        for batch, labels in loader:
            warm = min(1.0, (done + 1) / 200)
            rate = args.lr * warm * (0.01 + 0.99 * (1 + math.cos(math.pi * done / steps)) / 2)
            for group in optimizer.param_groups:
                group["lr"] = rate
            with torch.autocast("cpu", dtype=torch.bfloat16):
                _, logits = network(as_input(batch))
            loss = functional.cross_entropy(logits.float(), labels, label_smoothing=0.05)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimizer.step()
            average.update_parameters(network)
            total += float(loss.detach())
            done += 1
            if done % 50 == 0:
                mean = total / (done - epoch * len(loader))
                print(f"{done}/{steps} {time.monotonic() - start:.0f} s loss {mean:.3f}", flush=True)
        for name, crops in checks.items():
            straight, rough = accuracy(average.module, crops)
            print(f"epoch {epoch + 1} {name}: {straight:.4f}, shifted and turned {rough:.4f}", flush=True)
        torch.save(average.module.state_dict(), out / "reader.pt")
        torch.save(average.module.state_dict(), out / f"reader{epoch + 1}.pt")


def _held_out(path: Path) -> bool:
    """Whether a single tile is kept for checks, by the number in its name."""
    return int("".join(filter(str.isdigit, path.stem)) or 0) % _HELD_OUT == 0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--photos", type=Path, nargs="+", required=True, help="YOLO-labelled photographs")
    parser.add_argument("--scenes", type=Path, nargs="*", default=(), help="rendered scenes")
    parser.add_argument("--faces", type=Path, help="single tiles, a folder a class")
    parser.add_argument("--mined", type=Path, nargs="*", default=(), help="files of models.mine_reader")
    parser.add_argument("--val", type=Path, nargs="+", required=True, help="labelled folders to measure on")
    parser.add_argument("--skip", type=Path, help="file of picture names to leave out, one a line")
    parser.add_argument("--start", type=Path, help="weights to start from")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--length", type=int, default=60_000, help="windows an epoch")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    torch.manual_seed(7)
    torch.set_num_threads(os.cpu_count() or 1)
    skip = frozenset(args.skip.read_text(encoding="utf-8").split()) if args.skip else frozenset()
    photos = [photo for root in args.photos for photo in read(root, skip)]
    parts = [(from_photos(photos), 0.5)]
    if args.scenes:
        scenes = [photo for root in args.scenes for photo in read(root)]
        parts.append((from_photos(scenes, empty=lambda photo: True), 0.43))
    if args.mined:
        parts.append((Crops.joined([Crops.from_file(path) for path in args.mined]), _MINED))
    checks = {root.name: from_photos(read(root)) for root in args.val}
    if args.faces:
        names = CLASS_NAMES[:-1]
        parts.append((from_faces(args.faces, names, lambda path: not _held_out(path)), 0.07))
        checks["faces"] = from_faces(args.faces, names, _held_out)
    crops, weights = parts[0][0], np.concatenate([weights_of(*part) for part in parts])
    for part, _ in parts[1:]:
        crops = crops + part
    print(
        {name: len(check.classes) for name, check in checks.items()}, len(crops.classes), "crops", flush=True
    )
    network = ReaderNetwork().to(memory_format=torch.channels_last)
    if args.start:
        network.load_state_dict(torch.load(args.start, weights_only=True))
    train(network, Windows(crops, weights, args.length), checks, args.out, args)


if __name__ == "__main__":
    main()
