"""``fanpai.local``: answering to a name in the home network (multicast DNS), so that nobody types numbers."""

import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from zeroconf import Error, ServiceInfo, Zeroconf

from webapp.access.hosts import LOCAL_NAME

_SERVICE: Final = "_http._tcp.local."


def announce(port: int, addresses: Sequence[str], tell: Callable[[str], None]) -> Callable[[], None]:
    """Answer to `LOCAL_NAME` from now on, from a thread of its own; gives what stops it.

    A network that does not let multicast through is told with one sentence; the page is served all the same.

    Args:
        port: where the page is served.
        addresses: this machine's IPv4 addresses.
        tell: takes that sentence.
    """
    stop = threading.Event()
    thread = threading.Thread(
        target=_answer, args=(port, addresses, tell, stop), name=LOCAL_NAME, daemon=True
    )
    thread.start()

    def end() -> None:
        stop.set()
        thread.join(5)

    return end


def service(port: int, addresses: Sequence[str]) -> ServiceInfo:
    """What is announced: a page of that name."""
    return ServiceInfo(
        _SERVICE,
        f"fanpai.{_SERVICE}",
        addresses=[socket.inet_aton(address) for address in addresses],
        port=port,
        properties={"path": "/"},
        server=f"{LOCAL_NAME}.",
    )


def _answer(port: int, addresses: Sequence[str], tell: Callable[[str], None], stop: threading.Event) -> None:
    try:
        with Zeroconf(interfaces=list(addresses)) as answering:
            # A second fanpai in the same network gets another name in lists, and shares this one.
            answering.register_service(service(port, addresses), allow_name_change=True)
            stop.wait()
            with suppress(Error, OSError):
                answering.unregister_all_services()
    except (Error, OSError) as error:
        tell(f"The name {LOCAL_NAME} cannot be used in this network ({error}); the numbers work.")
