"""What the page keeps lies in its data folder: nothing is made, written or renamed anywhere else."""

import os
import sys
import tempfile
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest
from evening_forms import FORM, add
from page_open import with_page_open
from scripted_scanner import FakeScanner

from webapp.app import create_app
from webapp.backup import keep_daily
from webapp.paths import DataFolder

_CHANGES: Final = {"os.mkdir": 1, "os.rename": 2, "os.link": 2, "os.symlink": 2, "sqlite3.connect": 1}
_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Watch:
    """Every path that Python opens for writing, makes or renames, while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.paths: list[Path] = []
        sys.addaudithook(self._hear)  # stays as long as the process

    def _hear(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on:
            return
        named = args[: _CHANGES.get(event, 0)]
        if event == "open" and isinstance(args[2], int) and args[2] & _WRITES:
            named = args[:1]
        self.paths += [Path(os.fsdecode(name)) for name in named if not isinstance(name, int)]


@pytest.fixture(scope="module")
def watching() -> Watch:
    return Watch()


@pytest.fixture
def watch(watching: Watch) -> Iterator[Watch]:
    watching.paths.clear()
    watching.on = True
    yield watching
    watching.on = False


def test_nothing_is_written_outside_the_data_folder(
    tmp_path: Path, watch: Watch, scanner: FakeScanner, jpeg: bytes
) -> None:
    folder = DataFolder(tmp_path / "data")
    app = create_app({"DATA_FOLDER": folder, "SCANNER": lambda: scanner})
    client = with_page_open(app.test_client())
    table = client.post("/tables/new", data=FORM | {"uuid": str(uuid.uuid4())}).location
    add(client, table, "free", payer="E", payee="S", amount="7")
    assert keep_daily(folder, datetime.now(UTC)) is not None
    assert len(watch.paths) > 3
    assert [path for path in watch.paths if not path.is_relative_to(folder.root)] == []
    # What is too large to be received in memory waits in a file without a name, which ends with the request.
    watch.paths.clear()
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
    sent = head + jpeg + bytes(900_000) + b"\r\n--x--\r\n"
    answer = client.post("/api/scan", data=sent, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 202
    outside = {path for path in watch.paths if not path.is_relative_to(folder.root)}
    assert outside <= {Path(tempfile.gettempdir())}
