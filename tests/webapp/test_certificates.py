"""The house's authority and this machine's certificate."""

import os
import socket
import ssl
import stat
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509

from webapp import server
from webapp.certificates import Certificates, certificates
from webapp.paths import DataFolder, DataFolderError


@pytest.fixture
def made(tmp_path: Path) -> Certificates:
    return certificates(DataFolder(tmp_path), ("192.168.1.5",))


def names_of(leaf: Path) -> set[str]:
    found = x509.load_pem_x509_certificate(leaf.read_bytes())
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in names}


@contextmanager
def served(made: Certificates) -> Iterator[int]:
    def app(environ: dict[str, Any], start: Any) -> list[bytes]:
        start("200 OK", [("Content-Type", "text/plain")])
        return [environ["wsgi.url_scheme"].encode()]

    listening = server.make_server(app, port=0, threads=2, tls=(made.leaf, made.key))
    thread = threading.Thread(target=listening.serve)
    thread.start()
    yield server.port_of(listening)
    listening.stop()
    thread.join()


def ask(port: int, made: Certificates, name: str) -> str:
    context = ssl.create_default_context(cafile=str(made.authority))
    with (
        closing(socket.create_connection(("127.0.0.1", port), 20)) as plain,
        context.wrap_socket(plain, server_hostname=name) as connection,
    ):
        connection.sendall(f"GET / HTTP/1.0\r\nHost: {name}\r\n\r\n".encode())
        answer = b"".join(iter(lambda: connection.recv(4096), b""))
    return answer.decode().rpartition("\r\n\r\n")[2]


def test_who_trusts_the_authority_reaches_the_page_by_name_and_number(made: Certificates) -> None:
    with served(made) as port:
        for name in ("fanpai.local", "localhost", "192.168.1.5", "127.0.0.1"):
            assert ask(port, made, name) == "https"
        with pytest.raises(ssl.SSLCertVerificationError):
            ask(port, made, "evil.example")


def test_the_leaf_lives_for_at_most_398_days_and_names_what_the_page_is_opened_by(made: Certificates) -> None:
    leaf = x509.load_pem_x509_certificate(made.leaf.read_bytes())
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=398)
    assert {"fanpai.local", "localhost", "192.168.1.5", "127.0.0.1"} <= names_of(made.leaf)


def test_the_authority_cannot_vouch_for_a_site_on_the_internet(made: Certificates) -> None:
    authority = x509.load_pem_x509_certificate(made.authority.read_bytes())
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    allowed = {str(name.value) for name in limits.value.permitted_subtrees or ()}
    assert {"local", "localhost", "192.168.0.0/16"} <= allowed
    assert not any(name.endswith(("0.0.0.0/0", "com", "::/0")) for name in allowed)


def test_they_stay_as_long_as_they_are_good(tmp_path: Path, made: Certificates) -> None:
    before = (made.authority.read_bytes(), made.leaf.read_bytes())
    again = certificates(DataFolder(tmp_path), ("192.168.1.5",))
    assert (again.authority.read_bytes(), again.leaf.read_bytes()) == before


def test_a_new_address_or_a_near_end_makes_a_new_leaf_under_the_same_authority(
    tmp_path: Path, made: Certificates
) -> None:
    authority, leaf = made.authority.read_bytes(), made.leaf.read_bytes()
    certificates(DataFolder(tmp_path), ("192.168.1.5", "10.0.0.3"))
    moved = made.leaf.read_bytes()
    assert moved != leaf
    assert "10.0.0.3" in names_of(made.leaf)
    certificates(DataFolder(tmp_path), ("10.0.0.3",), datetime.now(UTC) + timedelta(days=380))
    assert made.leaf.read_bytes() != moved
    assert made.authority.read_bytes() == authority


def test_a_public_address_is_left_out(tmp_path: Path) -> None:
    found = certificates(DataFolder(tmp_path), ("8.8.8.8",))
    assert "8.8.8.8" not in names_of(found.leaf)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no file modes")
def test_the_keys_are_the_owners_alone(tmp_path: Path, made: Certificates) -> None:
    for name in ("authority.key", "page.key"):
        assert stat.S_IMODE((tmp_path / "tls" / name).stat().st_mode) == 0o600


def test_a_spoilt_file_is_a_sentence(tmp_path: Path, made: Certificates) -> None:
    made.leaf.write_text("a letter to grandmother")
    with pytest.raises(DataFolderError, match="cannot be read or made"):
        certificates(DataFolder(tmp_path), ("192.168.1.5",))


def test_the_fingerprint_is_written_as_phones_show_it(made: Certificates) -> None:
    parts = made.fingerprint().split(":")
    assert len(parts) == 32
    assert all((len(part) == 2 and part.isupper()) or part.isdigit() for part in parts)
    assert x509.load_der_x509_certificate(made.for_phones()).subject
