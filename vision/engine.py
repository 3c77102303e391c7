"""The one place that runs a network: a three-line protocol, and onnxruntime behind it."""

from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt
import onnxruntime


class EngineError(RuntimeError):
    """A network file that is missing, broken or not of the expected shape. The message names the file."""


class Engine(Protocol):
    """Anything that runs the detector network."""

    def run(self, images: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Run one batch.

        Args:
            images: N×3×H×W float32, RGB in 0..1; H and W are multiples of 32.

        Returns:
            N×(4+36)×M float32: for each of M places centre x, centre y, width, height in input pixels, then
            the probability of each class, in 0..1.
        """
        ...


class OnnxEngine:
    """onnxruntime on the processor.

    Args:
        path: an ONNX file with one input and one output as `Engine.run` describes.
        threads: threads within one operation (``intra_op_num_threads``); 0 lets onnxruntime take all cores.

    Raises:
        EngineError: if the file cannot be loaded.
    """

    def __init__(self, path: Path, threads: int = 0) -> None:
        self._session = open_session(path, threads)
        self._input: str = self._session.get_inputs()[0].name

    def run(self, images: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """See `Engine.run`."""
        return np.asarray(self._session.run(None, {self._input: images})[0], np.float32)


def open_session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    """Load a network for the processor; see `OnnxEngine`.

    Raises:
        EngineError: if the file cannot be loaded.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # The arena keeps one block for every input size it has met; photos come in many sizes.
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    if not path.is_file():
        raise EngineError(f"The network {path} does not exist. Reinstall fanpai.")
    try:
        return onnxruntime.InferenceSession(
            str(path), sess_options=options, providers=["CPUExecutionProvider"]
        )
    except Exception as fault:  # onnxruntime's own exception classes are not part of its interface
        raise EngineError(f"The network {path} cannot be loaded: {fault}") from fault
