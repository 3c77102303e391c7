"""The home server: listens where it says, explains where it cannot, answers in parallel, stops cleanly."""

import logging
import socket
import ssl
import threading
import urllib.request
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from cheroot import wsgi
from running_server import running

from webapp import server

StartResponse = Callable[[str, list[tuple[str, str]]], Any]


def hello(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain; charset=utf-8")])
    return ["番拍".encode()]


def fetch(listening: wsgi.Server) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port_of(listening)}/", timeout=60) as answer:
        body: bytes = answer.read()
        return body


def test_answers_on_the_port_it_was_given() -> None:
    with running(hello) as listening:
        assert fetch(listening).decode() == "番拍"


def test_requests_are_answered_side_by_side() -> None:
    both = threading.Barrier(2, timeout=60)

    def wait_for_the_other(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        both.wait()
        return hello(environ, start_response)

    with running(wait_for_the_other) as listening:
        other = threading.Thread(target=fetch, args=(listening,))
        other.start()
        assert fetch(listening).decode() == "番拍"
        other.join()


def test_a_phone_that_went_away_is_not_reported(caplog: pytest.LogCaptureFixture) -> None:
    for fault, told in ((BrokenPipeError(), 0), (ssl.SSLEOFError(), 0), (ValueError("x"), 1)):
        caplog.clear()
        try:
            raise fault
        except (OSError, ValueError):
            server._log("trouble", logging.ERROR, traceback=True)
        assert len(caplog.records) == told


def test_a_taken_port_is_a_sentence_that_names_a_free_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(server.PortError, match=rf"port {port} is taken.*--port \d+") as caught:
            server.make_server(hello, port=port)
    proposed = int(str(caught.value).rsplit(" ", 1)[1])
    with socket.socket() as free:
        free.bind(("127.0.0.1", proposed))


def test_an_address_of_another_machine_is_a_sentence() -> None:
    with pytest.raises(server.PortError, match=r"cannot listen on 192\.0\.2\.1"):
        server.make_server(hello, host="192.0.2.1", port=0)


def test_a_name_that_is_no_address_is_a_sentence() -> None:
    with pytest.raises(server.PortError, match="cannot listen on no such host"):
        server.make_server(hello, host="no such host", port=0)


def test_addresses_for_phones_leave_out_what_only_this_machine_sees() -> None:
    for address in server.lan_addresses():
        socket.inet_aton(address)
        assert not address.startswith(("127.", "169.254."))
    assert server._reachable(["127.0.1.1", "192.168.1.5", "169.254.7.7", "10.0.0.2", "192.168.1.5"]) == (
        "192.168.1.5",
        "10.0.0.2",
    )
