"""Kill the page again and again while four clients book, and look whether anything acknowledged is lost.

    python tests/torture/torture.py [--kills 200] [--seed 1]
    python tests/torture/torture.py --database postgresql+psycopg://USER:PASSWORD@HOST/EMPTY [--pages 2]

Every client books at one of two tables over HTTP and writes down what the page has acknowledged. After each
SIGKILL the page is started on the same folder: all acknowledged entries must be there, once, and every table
must sum to zero after every line. With an (empty) PostgreSQL database several pages serve the same tables,
and one of them is killed at a time.
"""

import argparse
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from webapp.paths import DATABASE_VARIABLE, DataFolder
from webapp.store import Store
from webapp.tally.book import TableBook

CLIENTS = 4
TABLES = 2
_STARTING = 120.0
SETUP = {
    "name": "Torture",
    "players": {"E": "Ann", "S": "Bo", "W": "Cai", "N": "Dan"},
    "rules": "ji_ping_hu",
    "options": {},
    "stake": {"amount": "1", "unit": ""},
    "first_dealer": "E",
}
HAND = {
    "concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "E", "E"],
    "melds": [{"type": "peng", "tiles": ["C", "C", "C"], "from": None}],
    "win": "7s",
    "flowers": 0,
}


class Page:
    """The served page: started, killed, started again on the same folder and port."""

    def __init__(self, folder: DataFolder) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "webapp", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.folder.root)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {DATABASE_VARIABLE: self.folder.database_url or ""},
        )
        deadline = time.monotonic() + _STARTING
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), 0.5).close()
                return
            except OSError:
                time.sleep(0.05)
        raise TimeoutError("the page does not start")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Client(threading.Thread):
    """Books until told to stop; ``acknowledged`` holds (table, uuid) of what the page has said yes to."""

    def __init__(self, page: Page, tables: list[str], seed: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.page, self.tables, self.stopped = page, tables, stop
        self.dice = random.Random(seed)
        self.acknowledged: list[tuple[str, str]] = []
        self.known = dict.fromkeys(tables, 1)
        self.headers: dict[str, str] = {}

    def run(self) -> None:
        waiting: tuple[str, dict[str, Any]] | None = None
        while not self.stopped.is_set():
            table, body = waiting or self.new_entry()
            status, answer = self.post(table, body)
            if status == 201:
                self.acknowledged.append((table, body["uuid"]))
                self.known[table] += 1
                waiting = None
            elif status == 409:
                self.known[table] = answer["error"]["current"]
                waiting = (table, body | {"expected": self.known[table]})
            else:
                # No answer: perhaps booked, perhaps not. Sending it again must book it once.
                waiting = (table, body)
                time.sleep(0.02)

    def new_entry(self) -> tuple[str, dict[str, Any]]:
        table = self.dice.choice(self.tables)
        winner, loser = self.dice.sample("ESWN", 2)
        context = {"winner": winner, "win_by": "discard", "from": loser, "flags": []}
        body = {"hand": HAND, "context": context, "uuid": str(uuid.uuid4()), "expected": self.known[table]}
        return table, body

    def post(self, table: str, body: dict[str, Any]) -> tuple[int, Any]:
        host = f"127.0.0.1:{self.page.port}"
        connection = http.client.HTTPConnection(host, timeout=10)
        try:
            if not self.headers:
                self.headers = open_page(connection) | {"Origin": f"http://{host}"}
            connection.request("POST", f"/tables/{table}/hands", json.dumps(body), self.headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            return 0, None
        finally:
            connection.close()


def open_page(connection: http.client.HTTPConnection) -> dict[str, str]:
    """Open a page as a browser does: the headers with its cookie and the mark that the page holds."""
    connection.request("GET", "/about")
    answer = connection.getresponse()
    page, cookie = answer.read().decode(), answer.headers["Set-Cookie"].partition(";")[0]
    mark = re.search(r'name="form-mark" content="([^"]+)"', page)
    assert mark is not None
    return {"Content-Type": "application/json", "Cookie": cookie, "X-Fanpai-Mark": mark[1]}


def torture(
    folder: DataFolder, kills: int, seed: int, number: int = 1, crash: Callable[[], None] = lambda: None
) -> str:
    """Run it and return a line of figures. Raises AssertionError when something was lost or is wrong.

    Args:
        folder: the data folder.
        kills: how often a page is killed.
        seed: of everything that is left to chance.
        number: how many pages serve the folder; more than one on PostgreSQL alone.
        crash: what else is done to the database amid the bookings, once with each kill.
    """
    dice = random.Random(seed)
    store = Store.open(folder)
    tables = [TableBook(store).create(SETUP, str(uuid.uuid4())).id for _ in range(TABLES)]
    store.close()
    pages, stop = [Page(folder) for _ in range(number)], threading.Event()
    for page in pages:
        page.start()
    clients = [Client(pages[one % number], tables, seed + one, stop) for one in range(CLIENTS)]
    for client in clients:
        client.start()
    for _ in range(kills):
        time.sleep(dice.uniform(0.2, 1.2))
        page = dice.choice(pages)
        page.kill()
        crash()
        check(folder, tables, clients)
        page.start()
    time.sleep(1)
    stop.set()
    for client in clients:
        client.join(20)
    for page in pages:
        page.kill()
    booked = check(folder, tables, clients)
    return f"{kills} kills, {booked} deals booked, nothing acknowledged lost, every table sums to zero"


def check(folder: DataFolder, tables: list[str], clients: list[Client]) -> int:
    """Compare the folder with what the clients were told; gives the number of deals."""
    acknowledged = [entry for client in clients for entry in list(client.acknowledged)]
    store = Store.open(folder)
    try:
        book = TableBook(store)
        booked = [(table, event.uuid) for table in tables for event in book.events(table)]
        lost = set(acknowledged) - set(booked)
        assert not lost, f"acknowledged and lost: {lost}"
        assert len(set(booked)) == len(booked), "something is booked twice"
        for table in tables:
            for step in book.table(table).steps:
                assert sum(step.totals.values()) == 0
        return sum(book.table(table).deals for table in tables)
    finally:
        store.close()


def main() -> None:
    """Run it in an empty folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database")
    parser.add_argument("--pages", type=int)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = DataFolder(Path(folder), given.database)
        print(torture(place, given.kills, given.seed, given.pages or (2 if given.database else 1)))


if __name__ == "__main__":
    main()
