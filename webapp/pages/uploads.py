"""Files that come with a request are closed with it, also those of which only a part has come."""

from typing import IO, Any

from flask import Request


class UploadRequest(Request):
    """Closes each file that it has begun to take in.

    Flask closes those of a form that has come as a whole. Where the phone is gone amid a photo, or the form
    is refused for its size, the part that is there would stay open, and on disk, for as long as anybody
    still holds the request.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._begun: list[IO[bytes]] = []

    def _get_file_stream(self, *args: Any, **more: Any) -> IO[bytes]:
        stream = super()._get_file_stream(*args, **more)
        self._begun.append(stream)
        return stream

    def close(self) -> None:
        """Close what Flask closes, and the rest."""
        super().close()
        for stream in self._begun:
            stream.close()
