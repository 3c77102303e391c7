"""Networks that cannot be loaded."""

from pathlib import Path

import pytest

from vision.engine import EngineError, OnnxEngine


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"none\.onnx does not exist"):
        OnnxEngine(tmp_path / "none.onnx")


def test_broken_weights_are_named(tmp_path: Path) -> None:
    (tmp_path / "broken.onnx").write_bytes(b"no network")
    with pytest.raises(EngineError, match=r"broken\.onnx"):
        OnnxEngine(tmp_path / "broken.onnx")
