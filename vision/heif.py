"""What must be looked at in a HEIF file before its decoder sees it.

pi-heif 1.4 ends the whole process on an item type that is not text; the boxes are those of ISO/IEC 14496-12.
"""

from typing import Final

_ENTRY: Final = b"infe"


def names_its_items(encoded: bytes) -> bool:
    """False for a HEIF or AVIF file that holds an item whose type is not four printable ASCII characters.

    Any other file, also one that is no picture at all, gives True.
    """
    if encoded[4:8] != b"ftyp":
        return True
    described = _box(encoded, b"meta")
    place = described.find(_ENTRY)
    while place >= 0:
        version = described[place + 4 : place + 5]
        # Version and flags, the item's number (two bytes, four from version 3 on), its protection.
        start = place + 8 + (4 if version > b"\x02" else 2) + 2
        kind = described[start : start + 4]
        if version >= b"\x02" and not (kind.isascii() and kind.decode("ascii").isprintable()):
            return False
        place = described.find(_ENTRY, place + 1)
    return True


def _box(encoded: bytes, wanted: bytes) -> bytes:
    """The first box of that type at the top of the file; empty without one."""
    place = 0
    while place + 8 <= len(encoded):
        size = int.from_bytes(encoded[place : place + 4], "big")
        if size == 1:
            size = int.from_bytes(encoded[place + 8 : place + 16], "big")
        elif size == 0:
            size = len(encoded) - place
        if encoded[place + 4 : place + 8] == wanted:
            return encoded[place : place + size]
        if size < 8:
            break
        place += size
    return b""
