"""A screen's events: server-sent, until the browser goes, its link is taken back or the server stops."""

from collections.abc import Callable, Iterator
from typing import Final

from webapp.live.hub import Hub, Viewer

HEARTBEAT_SECONDS: Final = 15.0
_RETRY_MILLISECONDS: Final = 1000


def stream(
    hub: Hub, viewer: Viewer, sequence: int, may_watch: Callable[[], bool], beat: float = HEARTBEAT_SECONDS
) -> Iterator[bytes]:
    """The lines of the stream.

    Args:
        hub: where the viewer has joined; it is left at the end.
        viewer: whose stream it is.
        sequence: the table's last sequence number, looked up after joining: nothing falls in between.
        may_watch: whether the device may still watch; asked when a link was taken back.
        beat: seconds of silence after which a heartbeat is sent.
    """
    try:
        yield f"retry: {_RETRY_MILLISECONDS}\n".encode() + _table(sequence)
        while not viewer.over:
            if not viewer.wait(beat):
                yield b"event: beat\ndata:\n\n"
                continue
            if viewer.recheck:
                viewer.recheck = False
                if not may_watch():
                    yield b"event: gone\ndata:\n\n"
                    return
            if viewer.camera:
                viewer.camera = False
                yield f"event: camera\ndata: {viewer.hands}\n\n".encode()
            if viewer.sequence > sequence:
                sequence = viewer.sequence
                yield _table(sequence)
    finally:
        hub.leave(viewer)


def _table(sequence: int) -> bytes:
    """The table has come to this sequence number."""
    return f"id: {sequence}\nevent: table\ndata: {sequence}\n\n".encode()
