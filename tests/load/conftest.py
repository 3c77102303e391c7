"""The load beside these tests is imported as modules of its own."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
