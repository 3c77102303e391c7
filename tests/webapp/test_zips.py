"""Zip files with a byte turned: refused with a sentence by every way that reads one."""

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from webapp.backup import write_backup
from webapp.cli import fanpai
from webapp.paths import DataFolder
from webapp.store import Store
from webapp.zips import DamagedZipError, opened_zip

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def packed(method: int, **parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def turned(data: bytes) -> Iterator[bytes]:
    """The file with each of its bytes turned, and cut off before it."""
    for place in range(len(data)):
        for mask in (0xFF, 0x01, 0x80):
            yield data[:place] + bytes([data[place] ^ mask]) + data[place + 1 :]
        yield data[:place]


@pytest.mark.parametrize("method", METHODS)
def test_a_byte_turned_anywhere_is_one_error_or_none(method: int) -> None:
    for data in turned(packed(method, a=b"tea tea tea", b=b"{}")):
        try:
            with opened_zip(io.BytesIO(data)) as archive:
                for name in archive.namelist():
                    archive.read(name)
        except DamagedZipError:
            continue


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("place", [12, 13, 14, 15, 16, 17, 18, 19])
def test_a_table_whose_zip_lies_about_its_list_is_called_damaged(
    client: FlaskClient, open_table: Callable[..., str], method: int, place: int
) -> None:
    table = client.get(f"{open_table()}/table.json").data
    data = bytearray(packed(method, **{"table.json": table}))
    data[data.rindex(b"PK\x05\x06") + place] ^= 0x7F
    answer = client.post("/tables/bring", data={"file": (io.BytesIO(bytes(data)), "t.zip")})
    assert (answer.status_code, "damaged" in answer.text) == (422, True)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_table_whose_packed_part_is_broken_is_called_damaged(
    client: FlaskClient, open_table: Callable[..., str], method: int
) -> None:
    data = bytearray(packed(method, **{"table.json": client.get(f"{open_table()}/table.json").data}))
    data[60] ^= 0xFF
    answer = client.post("/tables/bring", data={"file": (io.BytesIO(bytes(data)), "t.zip")})
    assert (answer.status_code, "damaged" in answer.text) == (422, True)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_backup_packed_anew_and_broken_is_refused_with_a_sentence(tmp_path: Path, method: int) -> None:
    kept = DataFolder(tmp_path / "kept")
    Store.open(kept).close()
    write_backup(kept, tmp_path / "b.zip")
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        data = bytearray(packed(method, **{name: archive.read(name) for name in archive.namelist()}))
    data[100] ^= 0xFF
    (tmp_path / "bad.zip").write_bytes(data)
    answer = CliRunner().invoke(
        fanpai, ["restore", str(tmp_path / "bad.zip"), "--data", str(tmp_path / "new")]
    )
    assert answer.exit_code == 1
    assert "is no backup of fanpai, or is damaged" in answer.output
