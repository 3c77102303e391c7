"""Who is there in the load: screens that follow a table as a browser does, and whoever books."""

import asyncio
import json
import random
import re
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlencode

from load_http import Device, RefusedError, ask, listen

HAND = {
    "concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "E", "E"],
    "melds": [{"type": "peng", "tiles": ["C", "C", "C"], "from": None}],
    "win": "7s",
    "flowers": 0,
}
NAMES = {"E": "Ann", "S": "Bo", "W": "Cai", "N": "Dan"}
_AGAIN = 1.0


@dataclass
class Booking:
    """A booked hand: its place in the log, when it was due, sent and acknowledged (monotonic seconds)."""

    table: str
    sequence: int
    due: float
    acknowledged: float


@dataclass
class Table:
    """A table of the load, who books there, and the sequence number of its last event."""

    id: str
    device: Device
    sequence: int = 1
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass
class Screen:
    """One viewer; ``invitation`` is the path that lets its device in, where it needs one.

    ``heard`` and ``shown``: sequence number → when the event came, when its page was there.
    """

    table: str
    device: Device
    invitation: str = ""
    heard: dict[int, float] = field(default_factory=dict)
    shown: dict[int, float] = field(default_factory=dict)
    connected: asyncio.Event = field(default_factory=asyncio.Event)
    breaks: int = 0
    failed_pages: int = 0

    async def follow(self) -> None:
        """Open the table's page, then fetch it again whenever its stream says so; for ever."""
        tab = str(uuid.uuid4())
        fetching = set[asyncio.Task[None]]()
        while True:
            try:
                if "Cookie" not in self.device.headers:
                    came = await ask(self.device, "GET", self.invitation or f"/tables/{self.table}")
                    self.device.headers["Cookie"] = came.cookie
                async for name, data in listen(self.device, f"/tables/{self.table}/events?tab={tab}"):
                    if name != "table":
                        continue
                    sequence = int(data)
                    if self.connected.is_set() and sequence not in self.heard:
                        self.heard[sequence] = time.monotonic()
                        task = asyncio.create_task(self._fetch(sequence))
                        fetching.add(task)
                        task.add_done_callback(fetching.discard)
                    self.connected.set()
            except (OSError, EOFError, RefusedError):
                pass
            self.breaks += 1
            await asyncio.sleep(_AGAIN)

    async def _fetch(self, sequence: int) -> None:
        try:
            answer = await ask(self.device, "GET", f"/tables/{self.table}")
        except (OSError, EOFError):
            self.failed_pages += 1
            return
        if answer.status == 200:
            self.shown[sequence] = time.monotonic()
        else:
            self.failed_pages += 1

    def when(self, sequence: int, of: dict[int, float]) -> float | None:
        """When the screen had come to this event: what comes later shows it, too."""
        moments = [moment for number, moment in of.items() if number >= sequence]
        return min(moments, default=None)


class Scorer:
    """Opens tables and books, at the times it is told to."""

    def __init__(self, devices: Callable[[int], Device], seed: int) -> None:
        """``devices``: what stands at the table of this number."""
        self.devices, self.dice = devices, random.Random(seed)
        self.headers: dict[str, str] = {}
        self.booked: list[Booking] = []
        self.refused: list[str] = []

    async def arrive(self) -> None:
        """Open a page as a browser does: its cookie, and the mark that its forms hold."""
        answer = await ask(self.devices(0), "GET", "/about")
        mark = re.search(r'name="form-mark" content="([^"]+)"', answer.body.decode())
        assert mark is not None, answer.body
        self.headers = {"Cookie": answer.cookie, "X-Fanpai-Mark": mark[1]}

    async def open_table(self, number: int) -> Table:
        """A new table with the rules as they come."""
        name, device = str(uuid.uuid4()), self.devices(number)
        device.headers |= self.headers
        form = {f"player-{seat}": f"{player} {number}" for seat, player in NAMES.items()}
        form |= {"uuid": name, "name": f"Table {number}", "rules": "ji_ping_hu", "stake": "1", "unit": ""}
        form |= {"first_dealer": "E"}
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = await ask(device, "POST", "/tables/new", kind, urlencode(form).encode())
        assert answer.status == 303, answer.body.decode()
        return Table(name, device)

    async def invitation(self, table: Table) -> str:
        """The path that lets an on-looker in."""
        page = (await ask(table.device, "GET", f"/tables/{table.id}/links")).body.decode()
        found = re.search(r'href="https?://[^/"]+(/join/[^"]+)" id="link-onlooker"', page)
        assert found is not None, page
        return found[1]

    async def book(self, table: Table, due: float) -> None:
        """Book a won hand; what else books at this table waits, as its players would."""
        winner, loser = self.dice.sample("ESWN", 2)
        context = {"winner": winner, "win_by": "discard", "from": loser, "flags": []}
        async with table.busy:
            body = {"hand": HAND, "context": context, "uuid": str(uuid.uuid4()), "expected": table.sequence}
            kind, path = {"Content-Type": "application/json"}, f"/tables/{table.id}/hands"
            try:
                answer = await ask(table.device, "POST", path, kind, json.dumps(body).encode())
            except (OSError, EOFError) as error:
                self.refused.append(f"{type(error).__name__}: {error}")
                return
            if answer.status != 201:
                self.refused.append(f"{answer.status}: {answer.body.decode(errors='replace')[:200]}")
                return
            table.sequence += 1
            self.booked.append(Booking(table.id, table.sequence, due, time.monotonic()))
