"""Export a trained reader to the ONNX file that ships: ``python -m models.export_reader READER.pt OUT.onnx``.

Weights are stored in half precision and widened when they are used. Input ``windows``: float32 N×3×64×64, RGB
in 0..1. Outputs: ``embeddings`` N×128 of length one, ``logits`` N×37 (34 kinds, flower, back, no tile). Needs
the extra ``train``.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Final

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from models.reader_network import ReaderNetwork

METADATA: Final = {
    "author": "the fanpai developers",
    "license": "AGPL-3.0-or-later",
    "description": "fanpai tile reader: 34 tile kinds, flower, back, no tile",
    "docs": "models/CARD.md",
}


def export(network: ReaderNetwork, out: Path) -> None:
    """Write the network with a free number of windows."""
    network.eval()
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "reader.onnx"
        torch.onnx.export(
            network,
            (torch.zeros(2, 3, 64, 64),),
            made,
            input_names=["windows"],
            output_names=["embeddings", "logits"],
            dynamic_axes={name: {0: "n"} for name in ("windows", "embeddings", "logits")},
            opset_version=17,
            dynamo=False,
        )
        model = onnx.load(made)
    halve(model)
    for key, value in METADATA.items():
        model.metadata_props.add(key=key, value=value)
    onnx.checker.check_model(model)
    out.write_bytes(model.SerializeToString())


def halve(model: onnx.ModelProto) -> None:
    """Store large weights as float16, each behind a cast: half the file, the same arithmetic."""
    graph = model.graph
    casts = []
    for tensor in list(graph.initializer):
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < 256:
            continue
        name = tensor.name
        graph.initializer.remove(tensor)
        graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    for cast in reversed(casts):
        graph.node.insert(0, cast)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    network = ReaderNetwork()
    network.load_state_dict(torch.load(args.weights, weights_only=True))
    export(network, args.out)


if __name__ == "__main__":
    main()
