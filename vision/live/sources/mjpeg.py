"""A stream of JPEG files one after the other, cut into files."""

from typing import Final

MOST_BYTES: Final = 16_000_000
_START: Final = b"\xff\xd8"
_SCAN: Final = 0xDA
_END: Final = 0xD9
# Markers without a length: restarts, and the start itself.
_BARE: Final = frozenset({0x01, *range(0xD0, 0xD9)})
_RESTARTS: Final = range(0xD0, 0xD8)


class JpegSplitter:
    """Takes bytes as they come, gives whole JPEG files.

    Segments are stepped over by their length, so that a small picture inside a header ends nothing.
    """

    def __init__(self) -> None:
        self._held = bytearray()
        self._at = 0  # how far the file at the start of ``_held`` has been walked
        self._in_scan = False

    def feed(self, data: bytes) -> list[bytes]:
        """The files that these bytes complete. What belongs to no file is dropped."""
        self._held += data
        found = []
        while self._at_start():
            end = self._end()
            if end is None:
                break
            if end > 0:
                found.append(bytes(self._held[:end]))
            self._drop(end or len(_START))
        if len(self._held) > MOST_BYTES:  # no camera's frame: look for the next start
            self._drop(len(_START))
        return found

    def _at_start(self) -> bool:
        """Drop what comes before the next file; whether there is one."""
        start = self._held.find(_START)
        if start < 0:
            del self._held[: max(0, len(self._held) - 1)]  # the last byte may be half a start
            return False
        if start:
            self._drop(start)
        self._at = max(self._at, len(_START))
        return True

    def _end(self) -> int | None:
        """Where the file ends; None while more bytes are needed, 0 for what is no JPEG file."""
        while self._at + 2 <= len(self._held):
            if self._in_scan:
                if not self._leave_scan():
                    return None
                continue
            if self._held[self._at] != 0xFF:
                return 0
            kind = self._held[self._at + 1]
            if kind == _END:
                return self._at + 2
            step = self._length(kind)
            if step is None or self._at + step > len(self._held):
                return None
            self._at += step
            self._in_scan = kind == _SCAN
        return None

    def _length(self, kind: int) -> int | None:
        """Bytes of the segment that begins here, marker included; None while they are not known."""
        if kind == 0xFF:
            return 1
        if kind in _BARE:
            return 2
        if self._at + 4 > len(self._held):
            return None
        return 2 + int.from_bytes(self._held[self._at + 2 : self._at + 4], "big")

    def _leave_scan(self) -> bool:
        """Walk to the marker after the picture's data; whether it is there already."""
        while True:
            mark = self._held.find(b"\xff", self._at)
            if mark < 0 or mark + 1 >= len(self._held):
                self._at = len(self._held) if mark < 0 else mark
                return False
            # Within the data 0xff is followed by 0, or by a restart.
            if self._held[mark + 1] != 0 and self._held[mark + 1] not in _RESTARTS:
                self._at, self._in_scan = mark, False
                return True
            self._at = mark + 2

    def _drop(self, count: int) -> None:
        del self._held[:count]
        self._at, self._in_scan = 0, False
