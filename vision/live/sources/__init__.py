"""Where frames come from: cameras, films, folders of pictures, a phone. `open_source` finds the right one."""

from vision.live.sources.opening import open_source
from vision.live.sources.source import Capture, Source, SourceError, masked

__all__ = ["Capture", "Source", "SourceError", "masked", "open_source"]
