"""The shipped weights, and how they are trained, exported and measured."""

from importlib import resources
from pathlib import Path


def weights_path() -> Path:
    """The shipped detector, an ONNX file (`vision.engine.Engine` describes its input and output)."""
    return Path(str(resources.files("models") / "fanpai-detector.onnx"))
