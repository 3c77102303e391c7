"""fanpai.local in the home network."""

import socket
import threading
from typing import Any

import pytest

from webapp import local_name


def test_the_name_stands_for_this_machine_and_port() -> None:
    found = local_name.service(8000, ("192.168.1.5", "10.0.0.2"))
    assert found.server == "fanpai.local."
    assert found.port == 8000
    assert found.addresses == [socket.inet_aton("192.168.1.5"), socket.inet_aton("10.0.0.2")]


def test_it_is_announced_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    announced = threading.Event()

    class Network:
        def __init__(self, interfaces: list[str]) -> None:
            assert interfaces == ["192.168.1.5"]

        def __enter__(self) -> "Network":
            return self

        def __exit__(self, *error: object) -> None:
            done.append("closed")

        def register_service(self, info: Any, allow_name_change: bool) -> None:
            assert allow_name_change
            done.append(info.server)
            announced.set()

        def unregister_all_services(self) -> None:
            done.append("said goodbye")

    monkeypatch.setattr(local_name, "Zeroconf", Network)
    stop = local_name.announce(8000, ("192.168.1.5",), done.append)
    assert announced.wait(60)
    stop()
    assert done == ["fanpai.local.", "said goodbye", "closed"]


def test_a_network_that_lets_nothing_through_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def refused(interfaces: list[str]) -> Any:
        raise OSError("no multicast here")

    monkeypatch.setattr(local_name, "Zeroconf", refused)
    local_name.announce(8000, ("192.168.1.5",), told.append)()
    assert told == [
        "The name fanpai.local cannot be used in this network (no multicast here); the numbers work."
    ]
