"""A request as the fuzz makes it, and as it travels."""

import json
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, urlencode

NOTHING: Final[Any] = object()
BOUNDARY: Final = "fanpai-fuzz-7c1d"
FORM: Final = "application/x-www-form-urlencoded"
MULTIPART: Final = f"multipart/form-data; boundary={BOUNDARY}"


@dataclass
class Made:
    """One request.

    Attributes:
        endpoint: that it is meant for.
        method, path, query: as in HTTP; the path is not quoted yet.
        fields: name and value of each form field; None where no form is sent.
        files: field, file name, contents of each file.
        body: what is sent as JSON; `NOTHING` for none.
        raw: in place of all that, the bytes of the body.
        content_type: in place of the one that the body is.
        headers: besides those of a browser.
        visitor: who sends it, one of fuzz_house.VISITORS.
        mark_in_form: whether the form carries its mark itself, as forms without scripts do.
    """

    endpoint: str
    method: str
    path: str
    query: list[tuple[str, str]] = field(default_factory=list)
    fields: list[tuple[str, str]] | None = None
    files: list[tuple[str, str, bytes]] = field(default_factory=list)
    body: Any = NOTHING
    raw: bytes | None = None
    content_type: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    visitor: str = "home"
    mark_in_form: bool = False

    @property
    def address(self) -> str:
        """Path and query, quoted."""
        path = quote(self.path, safe="/", errors="surrogatepass")
        return path + (f"?{urlencode(self.query, errors='surrogatepass')}" if self.query else "")

    def encoded(self) -> tuple[bytes, str]:
        """The body's bytes and their type."""
        if self.raw is not None:
            data, kind = self.raw, FORM
        elif self.body is not NOTHING:
            data, kind = json.dumps(self.body).encode(), "application/json"
        elif self.files:
            data, kind = _multipart(self.fields or [], self.files), MULTIPART
        elif self.fields is not None:
            data, kind = urlencode(self.fields, errors="surrogatepass").encode(), FORM
        else:
            data, kind = b"", ""
        return data, kind if self.content_type is None else self.content_type


def _multipart(fields: list[tuple[str, str]], files: list[tuple[str, str, bytes]]) -> bytes:
    parts = [(_disposition(name), b"", value.encode("utf-8", "surrogatepass")) for name, value in fields]
    kind = b"\r\nContent-Type: application/octet-stream"
    parts += [(_disposition(name, file_name), kind, data) for name, file_name, data in files]
    made = b"".join(
        f"--{BOUNDARY}\r\n".encode() + head + more + b"\r\n\r\n" + data + b"\r\n"
        for head, more, data in parts
    )
    return made + f"--{BOUNDARY}--\r\n".encode()


def _disposition(name: str, file_name: str | None = None) -> bytes:
    text = f'Content-Disposition: form-data; name="{name}"'
    if file_name is not None:
        text += f'; filename="{file_name}"'
    return text.encode("utf-8", "surrogatepass")
