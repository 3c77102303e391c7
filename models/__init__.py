"""The shipped weights, and how they are trained, exported and measured."""

import os

# As in `vision`: onnxruntime is not to report to its maker.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
