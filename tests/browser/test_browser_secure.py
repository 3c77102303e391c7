"""The camera in the page and the home screen: over https that is trusted; over http the page says why not."""

import base64
import hashlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from patient import PATIENCE, eventually, expect

from webapp import server
from webapp.certificates import Certificates, certificates
from webapp.paths import DataFolder

CHROMIUM = "/usr/bin/chromium"
# The camera of the tests has none.
WITH_A_TORCH = """() => {
  window.lights = [];
  MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
  MediaStreamTrack.prototype.applyConstraints = async ({ advanced }) => window.lights.push(advanced[0].torch);
}"""


@pytest.fixture
def secure(site: Any, tmp_path: Path) -> Iterator[tuple[str, Certificates]]:
    """The site over https as well, and the certificates in use."""
    found = certificates(DataFolder(tmp_path), ())
    listening = server.make_server(site.app, port=0, threads=16, tls=(found.leaf, found.key))
    thread = threading.Thread(target=listening.serve, daemon=True)
    thread.start()
    port = server.port_of(listening)
    site.app.config.update(CERTIFICATES=found, SECURE_PORT=port)
    yield f"https://fanpai.local:{port}", found
    site.app.config.update(CERTIFICATES=None, SECURE_PORT=None)
    listening.stop()
    thread.join(10)


def trusting_browser(browser: Any, leaf: Path) -> Any:
    """A browser with a camera that trusts this certificate, as if its authority had been installed."""
    key = x509.load_pem_x509_certificate(leaf.read_bytes()).public_key()
    pin = hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    return browser.browser_type.launch(
        executable_path=CHROMIUM,
        args=[
            *("--no-sandbox", "--host-resolver-rules=MAP fanpai.local 127.0.0.1"),
            *("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"),
            f"--ignore-certificate-errors-spki-list={base64.b64encode(pin).decode()}",
        ],
    )


def test_over_trusted_https_a_photo_is_taken_within_the_page_and_the_page_can_be_installed(
    browser: Any, secure: tuple[str, Certificates]
) -> None:
    address, found = secure
    trusting = trusting_browser(browser, found.leaf)
    try:
        page = trusting.new_context(viewport={"width": 390, "height": 844}, bypass_csp=True).new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        expect(page.locator("#open-camera")).to_be_visible()
        expect(page.locator("#camera-why")).to_be_hidden()
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.click("#open-camera")
        page.wait_for_function("() => document.getElementById('camera-video').videoWidth > 0")
        expect(page.locator(".camera-frame")).to_be_visible()
        expect(page.locator("#camera-torch")).to_be_hidden()
        page.click("#camera-close")
        expect(page.locator("#camera")).to_be_hidden()
        page.evaluate(WITH_A_TORCH)
        page.click("#open-camera")
        page.click("#camera-torch[aria-pressed=false]")
        page.wait_for_selector("#camera-torch[aria-pressed=true]")
        assert page.evaluate("() => window.lights") == [True]
        page.wait_for_function("() => document.getElementById('camera-video').videoWidth > 0")
        page.click("#camera-shutter")
        # The scripted reader sees its own hand in any picture.
        page.wait_for_selector("body[data-step=hand]")
        expect(page.locator("#rack .tile")).to_have_count(11)
        eventually(lambda: page.evaluate("() => document.getElementById('camera-video').srcObject"), None)
    finally:
        trusting.close()


def test_over_http_the_page_says_why_and_offers_the_phones_camera(
    site: Any, secure: tuple[str, Certificates], open_phone: Callable[..., Any]
) -> None:
    page = open_phone()
    page.goto(site.phones)
    page.wait_for_selector("#camera-why")
    expect(page.locator("#open-camera")).to_be_hidden()
    expect(page.locator("#take")).to_have_attribute("capture", "environment")
    page.click("#camera-why a")
    page.wait_for_selector("#certificate")
    expect(page.locator("#secure")).to_have_attribute("href", secure[0])
