"""https at home: the page that explains trust, the certificate, and what makes a page installable."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from flask import Flask
from flask.testing import FlaskClient

from webapp.certificates import certificates
from webapp.paths import DataFolder

STATIC = Path(__file__).parents[2] / "webapp" / "static"


@pytest.fixture
def secured(app: Flask, tmp_path: Path) -> Iterator[Any]:
    """The application as ``fanpai serve --https`` sets it up."""
    found = certificates(DataFolder(tmp_path), ("192.168.1.5",))
    app.config.update(CERTIFICATES=found, SECURE_PORT=8443)
    return found


@pytest.mark.parametrize("language", ["en", "zh-CN", "zh-TW"])
def test_the_page_gives_steps_fingerprint_and_the_secure_address(
    phone: Callable[..., FlaskClient], secured: Any, language: str
) -> None:
    page = phone().get("/trust", headers={"Accept-Language": language}).text
    assert secured.fingerprint() in page
    assert "https://192.168.1.5:8443" in page
    assert "iPhone" in page
    assert "Android" in page
    assert "/trust/fanpai-authority.crt" in page


def test_a_phone_gets_the_authoritys_certificate_and_no_key(
    phone: Callable[..., FlaskClient], secured: Any
) -> None:
    answer = phone().get("/trust/fanpai-authority.crt")
    assert answer.mimetype == "application/x-x509-ca-cert"
    assert x509.load_der_x509_certificate(answer.data).subject
    assert b"PRIVATE" not in answer.data


def test_without_https_the_page_says_how_to_start_it(client: FlaskClient) -> None:
    assert "fanpai serve --lan --https" in client.get("/trust").text
    assert client.get("/trust/fanpai-authority.crt").status_code == 404


def test_only_over_https_the_page_offers_to_be_installed(client: FlaskClient) -> None:
    assert "manifest" not in client.get("/").text
    page = client.get("/", base_url="https://localhost").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert "js/install.js" in page


def test_the_manifest_names_icons_that_are_there(client: FlaskClient) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    manifest: Any = answer.get_json(force=True)
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    assert all((STATIC / icon["src"].rpartition("/")[2]).is_file() for icon in manifest["icons"])


def test_the_worker_lies_at_the_root_and_is_asked_for_anew(client: FlaskClient) -> None:
    answer = client.get("/sw.js")
    assert "javascript" in answer.mimetype
    assert answer.headers["Cache-Control"] == "no-cache"
    answer.close()
    for path in ("/offline", "/static/icons.svg", "/static/css/theme.css"):
        kept = client.get(path)
        assert kept.status_code == 200
        kept.close()
