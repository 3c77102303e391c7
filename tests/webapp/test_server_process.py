"""``fanpai serve`` as a process of its own, as a player starts it."""

import os
import re
import signal
import ssl
import urllib.request
from pathlib import Path

import pytest
from served import serving

from webapp.paths import DataFolder
from webapp.running import running

if os.name == "nt":
    pytest.skip("Ctrl-C reaches a whole console on Windows, the tests too", allow_module_level=True)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_serves_the_page_and_stops_cleanly(tmp_path: Path, end: signal.Signals) -> None:
    with serving(tmp_path) as (process, lines):
        address = re.search(r"http://localhost:(\d+)", lines[0])
        assert address is not None, lines
        assert any("serve --lan" in line for line in lines)
        assert str(tmp_path) in "\n".join(lines)
        with urllib.request.urlopen(f"http://localhost:{address[1]}", timeout=20) as answer:
            assert answer.status == 200
        told = running(DataFolder(tmp_path))
        assert told is not None
        assert str(told.port) == address[1]
        process.send_signal(end)
        rest = process.communicate(timeout=20)[0]
    assert process.returncode == 0
    assert not DataFolder(tmp_path).running.exists()
    assert "stopped" in rest
    assert "Traceback" not in rest


def test_a_damaged_database_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "fanpai.sqlite3").write_bytes(b"a letter to grandmother" * 1000)
    with serving(tmp_path) as (process, lines):
        process.wait(timeout=20)
    assert process.returncode == 1
    assert len(lines) == 1
    assert "damaged" in lines[0]


def test_with_https_it_says_where_and_shows_the_fingerprint(tmp_path: Path) -> None:
    with serving(tmp_path, "--https", "--https-port", "0") as (process, lines):
        greeting = "\n".join(lines)
        port = re.search(r"https is on port (\d+)", greeting)
        assert port is not None, greeting
        assert re.search(r"fingerprint: ([0-9A-F]{2}:){31}[0-9A-F]{2}", greeting)
        trusted = ssl.create_default_context(cafile=str(tmp_path / "tls" / "authority.crt"))
        address = f"https://localhost:{port[1]}/trust"
        with urllib.request.urlopen(address, timeout=20, context=trusted) as answer:
            assert b"fanpai-authority.crt" in answer.read()
        process.send_signal(signal.SIGTERM)
        rest = process.communicate(timeout=20)[0]
    assert process.returncode == 0
    assert "Traceback" not in rest


def test_in_the_lan_it_shows_where_the_owners_phone_is_let_in(tmp_path: Path) -> None:
    with serving(tmp_path, "--lan", "--no-name") as (process, lines):
        found = re.search(r"may do everything:\s+(http://\S+/join/\S+)", "\n".join(lines))
        if found is None:
            pytest.skip("this machine has no address in a network")
        with urllib.request.urlopen(found[1], timeout=20) as answer:  # noqa: S310 - our own
            # A machine that asks by its number is a phone like any other; the link leads to the tables.
            assert answer.url.endswith("/tables")
        process.send_signal(signal.SIGTERM)
        rest = process.communicate(timeout=20)[0]
    assert process.returncode == 0
    assert "Traceback" not in rest
