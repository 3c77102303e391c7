"""Train the detector: ``python -m models.train --data DIR ... --weights START.pt --out DIR --hours 1``.

``fanpai train detector`` prepares the pictures, runs this and exports the result. Needs the extra ``train``
(torch, ultralytics). Photographs and rendered scenes are YOLO-labelled folders
(``images/`` beside ``labels/``). The run differs from ultralytics' defaults where mahjong tiles do:

* nothing is mirrored, a mirrored glyph is no tile; most pictures are rolled a little, some by any angle;
* colours carry little meaning across sets, so a fifth of the pictures is turned grey, others swap channels;
* on a CPU the forward pass runs in bfloat16 and channels-last, about twice as fast as float32; on a GPU in
  mixed precision.
"""

import argparse
import functools
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_OFFLINE", "1")

import torch
import ultralytics.utils.nms as _nms
from torch import nn

# The validator stops suppressing boxes after a time limit, silently, and a CPU exceeds it.
_nms.non_max_suppression = functools.partial(_nms.non_max_suppression, max_time_img=10.0)

import ultralytics.engine.trainer as _trainer  # noqa: E402

# The check of mixed precision would fetch other weights from the network first.
_trainer.check_amp = lambda model: True

from ultralytics.models.yolo.detect import DetectionTrainer  # noqa: E402
from ultralytics.nn.tasks import DetectionModel  # noqa: E402
from ultralytics.utils.torch_utils import strip_optimizer  # noqa: E402

from datasets.faces import CLASS_NAMES  # noqa: E402
from models.augmentation import use_tile_views  # noqa: E402
from models.network import build_model, use_bfloat16  # noqa: E402


class TileTrainer(DetectionTrainer):  # type: ignore[misc]  # ultralytics is untyped
    """ultralytics' trainer with the head, the colours and the CPU precision described above."""

    validates = True
    """Whether the result is validated at the end: there may be no photos for that."""

    def get_model(
        self, cfg: str | None = None, weights: nn.Module | None = None, verbose: bool = True
    ) -> DetectionModel:
        model = build_model(self.data["channels"], weights)
        if self.device.type == "cpu":
            model = model.to(memory_format=torch.channels_last)
        return model

    def build_dataset(self, img_path: str, mode: str = "train", batch: int | None = None) -> Any:
        dataset = super().build_dataset(img_path, mode, batch)
        if mode == "train":
            plain = dataset.build_transforms

            def build_transforms(hyp: Any = None) -> Any:
                transforms = plain(hyp)
                use_tile_views(transforms)
                return transforms

            dataset.build_transforms = build_transforms
            use_tile_views(dataset.transforms)
        return dataset

    def validate(self) -> tuple[dict[str, float], float]:
        # ultralytics validates after the last epoch whatever it is told.
        if self.validates:
            metrics, fitness = super().validate()
            return metrics, fitness
        return self.metrics, 0.0

    def final_eval(self) -> None:
        if self.validates:
            super().final_eval()
            return
        for checkpoint in (self.last, self.best):
            if checkpoint.exists():
                strip_optimizer(checkpoint)

    def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
        batch = super().preprocess_batch(batch)
        if self.device.type == "cpu":
            batch["img"] = batch["img"].contiguous(memory_format=torch.channels_last)
        return batch


def write_data_yaml(
    path: Path, train: list[Path], val: Path | None, skip: frozenset[str], twice: frozenset[str]
) -> Path:
    """Write ultralytics' data file over a list of the pictures in ``train``, names in ``skip`` left out.

    Pictures that hold a class named in ``twice`` are listed twice. Without ``val`` the file names the first
    folder in its place, which ultralytics asks for.
    """
    pictures = [
        picture
        for folder in train
        for picture in sorted((folder / "images").iterdir())
        if picture.name not in skip and picture.suffix.lower() in {".jpg", ".jpeg", ".png"}
    ]
    numbers = {str(CLASS_NAMES.index(name)) for name in twice}
    pictures += [picture for picture in pictures if numbers & _classes(picture)]
    listing = path.with_suffix(".txt")
    listing.write_text("\n".join(map(str, pictures)) + "\n", encoding="utf-8")
    checked = val or train[0].resolve()
    names = "\n".join(f'  {number}: "{name}"' for number, name in enumerate(CLASS_NAMES))
    path.write_text(
        f"path: {path.parent}\ntrain: {listing}\nval: {checked / 'images'}\nnames:\n{names}\n",
        encoding="utf-8",
    )
    return path


def _classes(picture: Path) -> set[str]:
    """The class numbers in a picture's label file."""
    label = picture.parent.parent / "labels" / f"{picture.stem}.txt"
    return {line.split()[0] for line in label.read_text(encoding="utf-8").splitlines() if line.strip()}


def _resumed(last: Path) -> dict[str, str] | None:
    """What makes ultralytics go on from a checkpoint with its schedule; None where training is finished.

    ultralytics takes optimizer and epoch out of the checkpoint when training is over.
    """
    if not last.is_file():
        return {}
    if torch.load(last, map_location="cpu", weights_only=False)["epoch"] < 0:
        return None
    return {"model": str(last), "resume": str(last)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--data", type=Path, nargs="+", required=True, help="YOLO-labelled folders to train on"
    )
    parser.add_argument(
        "--val", type=Path, help="YOLO-labelled folder of known sets, to validate on at the end"
    )
    parser.add_argument("--weights", type=Path, required=True, help="weights to start from (.pt)")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints and logs")
    parser.add_argument("--skip", type=Path, help="file of picture names to leave out, one a line")
    parser.add_argument(
        "--twice",
        nargs="+",
        default=(),
        metavar="CLASS",
        help="show pictures with these classes twice an epoch",
    )
    parser.add_argument("--hours", type=float, help="stop after so many hours (default: --epochs)")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--size", type=int, default=640, help="side of the training square in pixels")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--lr", type=float, default=5e-4)
    parser.add_argument("--mosaic", type=float, default=0.3)
    parser.add_argument("--scale", type=float, nargs=2, default=(0.6, 1.5), help="range of the zoom")
    parser.add_argument("--workers", type=int, help="processes that load pictures for a GPU; a CPU has none")
    parser.add_argument(
        "--resume", action="store_true", help="go on from the last finished epoch in --out, if any"
    )
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    last = args.out.resolve() / "run" / "weights" / "last.pt"
    resumed = _resumed(last) if args.resume else {}
    if resumed is None:
        print(f"{last} is done: nothing left to train")
        return
    gpu = torch.cuda.is_available()
    if not gpu:
        use_bfloat16()
    skip = frozenset(args.skip.read_text(encoding="utf-8").split()) if args.skip else frozenset()
    data = write_data_yaml(
        args.out.resolve() / "data.yaml",
        args.data,
        args.val and args.val.resolve(),
        skip,
        frozenset(args.twice),
    )
    trainer = TileTrainer(
        overrides={
            "model": str(args.weights),
            "data": str(data),
            "project": str(args.out.resolve()),
            "name": "run",
            "exist_ok": True,
            "imgsz": args.size,
            "batch": args.batch,
            "epochs": args.epochs,
            "time": args.hours,
            "optimizer": "AdamW",
            "lr0": args.lr,
            "lrf": 0.02,
            "warmup_epochs": 0.3,
            "cos_lr": True,
            "warmup_bias_lr": 0.0,
            "weight_decay": 5e-4,
            "amp": gpu,
            "val": False,
            "plots": False,
            "save_period": 1,
            "mosaic": args.mosaic,
            "close_mosaic": 2,
            "scale": tuple(args.scale),
            "translate": 0.15,
            "shear": 3.0,
            "perspective": 0.0004,
            "fliplr": 0.0,
            "flipud": 0.0,
            "mixup": 0.0,
            "workers": min(8, os.cpu_count() or 1) if args.workers is None else args.workers,
            "seed": 7,
            "deterministic": False,
            "verbose": True,
        }
        | resumed
    )
    trainer.validates = args.val is not None
    # ultralytics leaves a core free and sets one thread on two cores, when the device is chosen.
    trainer.add_callback("on_train_start", lambda _: torch.set_num_threads(os.cpu_count() or 1))
    try:
        trainer.train()
    except KeyboardInterrupt:
        sys.exit(130)  # whoever stops it knows


if __name__ == "__main__":
    main()
