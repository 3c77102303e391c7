"""Make an int8 copy of the detector, to compare: ``python -m models.quantize IN.onnx OUT.onnx --photos DIR``.

Static quantisation (onnxruntime): weights and activations of the convolutions in eight bits, ranges measured
on some photos of a labelled folder of known sets; the head stays in float32, where eight bits cost
boxes. ``fanpai evaluate DIR --weights OUT.onnx`` then gives its figures. Needs the extra ``train``.
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from vision.letterbox import letterbox
from vision.photo import load_photo

_SIDE: Final = 512  # pixels of the look at the whole
_HEAD: Final = "/model.23/"  # the name of YOLO11's head in its ONNX file


class Photos(CalibrationDataReader):  # type: ignore[misc]  # onnxruntime is untyped
    """Network inputs of photos, one at a time, as onnxruntime asks for them."""

    def __init__(self, paths: list[Path], name: str) -> None:
        self._name = name
        self._inputs: Iterator[npt.NDArray[np.float32]] = (
            letterbox(load_photo(path).image, _SIDE)[0] for path in paths
        )

    def get_next(self) -> dict[str, npt.NDArray[np.float32]] | None:
        """The next input, None after the last."""
        made = next(self._inputs, None)
        return None if made is None else {self._name: made}


def quantize(source: Path, out: Path, photos: list[Path]) -> None:
    """Write the int8 copy.

    Args:
        source: the detector, float32.
        out: the file to write.
        photos: what the ranges are measured on; fifty suffice.
    """
    model = onnx.load(source)
    head = [node.name for node in model.graph.node if node.name.startswith(_HEAD)]
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(str(source), str(prepared), skip_symbolic_shape=True)
        quantize_static(
            str(prepared),
            str(out),
            Photos(photos, model.graph.input[0].name),
            quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            per_channel=True,
            nodes_to_exclude=head,
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("source", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--photos", type=Path, required=True, help="YOLO-labelled folder of known sets")
    parser.add_argument("--count", type=int, default=50)
    args = parser.parse_args()
    paths = sorted((args.photos / "images").glob("*"))
    quantize(args.source, args.out, paths[:: max(1, len(paths) // args.count)][: args.count])


if __name__ == "__main__":
    main()
