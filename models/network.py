"""The detector's network: YOLO11n with our classes; bfloat16 on a CPU. Needs the extra ``train``."""

from typing import Any

import torch
from torch import nn
from ultralytics.nn.tasks import DetectionModel

from datasets.faces import CLASS_NAMES

CLASS_WIDTH = 80  # channels of the class branch, as in the COCO weights it starts from


def build_model(channels: int = 3, start: nn.Module | None = None) -> DetectionModel:
    """A YOLO11n with a 36-class head on the class branch of the 80-class one.

    Tensors of ``start`` with the same name and shape are taken over; a class layer with fewer classes gives
    its rows.
    """
    model = DetectionModel("yolo11n.yaml", nc=CLASS_WIDTH, ch=channels, verbose=False)
    head: Any = model.model[-1]
    for branch in head.cv3:
        old = branch[-1]
        branch[-1] = nn.Conv2d(old.in_channels, len(CLASS_NAMES), 1)
        nn.init.constant_(branch[-1].bias, -6.0)
    head.nc, head.no = len(CLASS_NAMES), len(CLASS_NAMES) + 4 * head.reg_max
    model.yaml["nc"] = len(CLASS_NAMES)
    model.names = dict(enumerate(CLASS_NAMES))
    if start is not None:
        _take_over(model, start)
    return model


def _take_over(model: nn.Module, start: nn.Module) -> None:
    state, given = model.state_dict(), start.float().state_dict()
    for name, tensor in state.items():
        source = given.get(name)
        if source is None:
            continue
        if source.shape == tensor.shape:
            tensor.copy_(source)
        elif name.rpartition(".")[0].endswith(".2") and source.shape[1:] == tensor.shape[1:]:
            rows = min(len(source), len(tensor))  # the classes both know come first
            tensor[:rows].copy_(source[:rows])


def _float(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.float()
    if isinstance(value, dict):
        return {key: _float(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_float(item) for item in value)
    return value


def use_bfloat16() -> None:
    """Run every forward pass of a detection model in bfloat16; ultralytics refuses that on a CPU."""
    plain = DetectionModel._predict_once

    def predict_once(self: DetectionModel, x: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        if not self.training:
            return plain(self, x, *args, **kwargs)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return _float(plain(self, x, *args, **kwargs))

    DetectionModel._predict_once = predict_once
