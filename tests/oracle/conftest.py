"""Puts this folder on the import path: the oracle is a set of plain modules, no package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
