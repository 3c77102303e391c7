"""The home server, listening in a thread."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cheroot import wsgi

from webapp import server


@contextmanager
def running(app: Any, threads: int = 4, tls: tuple[Path, Path] | None = None) -> Iterator[wsgi.Server]:
    """Serve ``app`` at a free port until the block ends."""
    listening = server.make_server(app, port=0, threads=threads, tls=tls)
    thread = threading.Thread(target=listening.serve)
    thread.start()
    try:
        yield listening
    finally:
        listening.stop()
        thread.join()
