"""Networks that cannot be loaded, and what the program that runs them must not do."""

import os
import subprocess
import sys
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


def test_reading_a_photo_reports_to_nobody(tmp_path: Path) -> None:
    # onnxruntime would keep what it sends, and a number of this device, below this folder.
    program = (
        "from vision.scan import Scanner\n"
        "from webapp.doctor import sample_photo\n"
        "assert Scanner().scan(sample_photo()).reading.complete\n"
    )
    environ = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    environ |= {"XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", program], env=environ, check=True)
    assert list(tmp_path.rglob("*")) == []
