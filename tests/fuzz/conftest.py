"""The fuzz beside these tests is imported as modules."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
