"""As much of HTTP/1.1 as the load needs, for hundreds of connections on one thread."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

# A page that answers later than this is counted as one that does not answer.
PATIENCE = 60.0
_MOST_HEAD = 65_536


@dataclass(frozen=True)
class Answer:
    """A whole answer; names of headers in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def cookie(self) -> str:
        """What a browser would send back from now on."""
        return self.headers.get("set-cookie", "").partition(";")[0]


@dataclass
class Device:
    """A browser: which process it comes to, and what it sends with every request."""

    port: int
    headers: dict[str, str]


async def ask(
    device: Device, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
) -> Answer:
    """One request on a connection of its own. Raises OSError (TimeoutError too) and EOFError."""
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", device.port, limit=_MOST_HEAD)
        try:
            told = {**device.headers, "Connection": "close", **(headers or {})}
            await _send(writer, f"{method} {path}", told, body)
            status, told = await _head(reader)
            if told.get("transfer-encoding") == "chunked":
                whole = b"".join([part async for part in _chunks(reader)])
            elif "content-length" in told:
                whole = await reader.readexactly(int(told["content-length"]))
            else:
                whole = await reader.read()
            return Answer(status, told, whole)
        finally:
            writer.close()


async def listen(device: Device, path: str, silence: float = PATIENCE) -> AsyncIterator[tuple[str, str]]:
    """The server-sent events of an address, (name, data), until the server ends them.

    Raises:
        OSError, EOFError: the connection breaks, or nothing comes for ``silence`` seconds.
        RefusedError: the answer is no stream.
    """
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", device.port, limit=_MOST_HEAD)
    try:
        await _send(writer, f"GET {path}", {"Accept": "text/event-stream", **device.headers}, b"")
        async with asyncio.timeout(PATIENCE):
            status, told = await _head(reader)
        if status != 200:
            raise RefusedError(f"{status} at {path}")
        text = ""
        parts = _chunks(reader) if told.get("transfer-encoding") == "chunked" else _pieces(reader)
        while True:
            async with asyncio.timeout(silence):
                try:
                    text += (await anext(parts)).decode()
                except StopAsyncIteration:
                    return
            *events, text = text.split("\n\n")
            for event in events:
                fields = dict(line.split(": ", 1) for line in event.splitlines() if ": " in line)
                yield fields.get("event", "message"), fields.get("data", "")
    finally:
        writer.close()


class RefusedError(Exception):
    """The page has answered, and not with what was asked for."""


async def _send(writer: asyncio.StreamWriter, request: str, headers: Mapping[str, str], body: bytes) -> None:
    head = dict(headers)
    if body:
        head["Content-Length"] = str(len(body))
    lines = [f"{request} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    await writer.drain()


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    told = (line.partition(":") for line in lines[1:] if line)
    return int(lines[0].split()[1]), {name.lower(): value.strip() for name, _, value in told}


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int((await reader.readline()).split(b";")[0] or b"0", 16):
        yield (await reader.readexactly(size + 2))[:-2]


async def _pieces(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while piece := await reader.read(_MOST_HEAD):
        yield piece
