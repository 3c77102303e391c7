"""What a request leaves behind of the files that came with it: nothing, however it ended."""

import io
import tempfile
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug import formparser

HEAD = b'--cut\r\nContent-Disposition: form-data; name="photo"; filename="photo.jpg"\r\n\r\n'
# More than werkzeug holds in memory.
BODY = HEAD + bytes(700_000) + b"\r\n--cut--\r\n"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The files that uploads are written to."""
    files: list[Any] = []

    class Noted(tempfile.SpooledTemporaryFile):  # type: ignore[type-arg]
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            files.append(self)

    monkeypatch.setattr(formparser, "SpooledTemporaryFile", Noted)
    return files


def send(client: FlaskClient, body: bytes, length: int) -> int:
    """A form of which ``length`` bytes were announced; the test client's own would stay open itself."""
    answer = client.post(
        "/api/scan",
        input_stream=io.BytesIO(body),
        content_type="multipart/form-data; boundary=cut",
        content_length=length,
    )
    return answer.status_code


def test_a_photo_that_breaks_off_on_its_way_leaves_no_file_open(
    client: FlaskClient, opened: list[Any]
) -> None:
    assert send(client, BODY[:600_000], len(BODY)) == 400
    assert [file.closed for file in opened] == [True]


def test_a_photo_that_has_come_leaves_no_file_open(client: FlaskClient, opened: list[Any]) -> None:
    assert send(client, BODY, len(BODY)) == 202
    assert [file.closed for file in opened] == [True]
