"""Files to keep: named so that every browser takes the name, whatever its script."""

import io
from typing import IO

from flask import Response, request, send_file


def attachment(data: bytes | IO[bytes], mimetype: str, name: str) -> Response:
    """A download called ``name``; line breaks and the like, which no header may hold, become ``-``.

    A file is sent from where it stands, and closed with the answer.
    """
    file = io.BytesIO(data) if isinstance(data, bytes) else data
    safe = "".join(letter if letter.isprintable() and letter not in "/\\" else "-" for letter in name)
    try:
        answer = send_file(file, mimetype, as_attachment=True, download_name=safe, etag=False, max_age=0)
        if request.method == "HEAD":
            file.close()  # nobody reads it to its end
        return answer
    except BaseException:
        file.close()  # a range was asked for that it does not have
        raise
