"""From photo to reading: one door for pictures, detector, layout, corrector. Imports `scorer` alone."""

import os

# onnxruntime reports to its maker from 1.29 on, unless it is told not to before it is loaded.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
