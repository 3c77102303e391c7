"""Files to keep: named so that every browser takes the name, whatever its script."""

import io

from flask import Response, send_file


def attachment(data: bytes, mimetype: str, name: str) -> Response:
    """A download called ``name``; line breaks and the like, which no header may hold, become ``-``."""
    safe = "".join(letter if letter.isprintable() and letter not in "/\\" else "-" for letter in name)
    return send_file(
        io.BytesIO(data), mimetype, as_attachment=True, download_name=safe, etag=False, max_age=0
    )
