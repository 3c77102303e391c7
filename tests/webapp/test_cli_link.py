"""``fanpai link``: codes in the terminal."""

import socket
import uuid
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from ledger_entries import SETUP

from webapp import server
from webapp.access.keys import Keys, link_id_of
from webapp.cli import fanpai
from webapp.invitations import terminal_code
from webapp.paths import DataFolder
from webapp.running import told_where
from webapp.store import Store
from webapp.store.access import AccessStore
from webapp.tally.book import TableBook


def run(*arguments: str) -> Result:
    return CliRunner().invoke(fanpai, ["link", *arguments])


@pytest.fixture
def house(tmp_path: Path) -> Path:
    store = Store.open(DataFolder(tmp_path))
    TableBook(store).create({**SETUP, "name": "Friday"}, str(uuid.uuid4()))
    store.close()
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "role"),
    [
        ((), "owner"),
        (("friday",), "onlooker"),
        (("Friday", "--scorer"), "scorer"),
        (("--look-on",), "onlooker"),
    ],
)
def test_the_link_is_the_one_that_the_page_lets_in(
    house: Path, arguments: tuple[str, ...], role: str
) -> None:
    result = run(*arguments, "--at", "http://10.0.0.4:8000/", "--data", str(house))
    assert result.exit_code == 0, result.output
    base, _, token = result.output.strip().rpartition("/join/")
    assert base == "http://10.0.0.4:8000"
    store = Store.open(DataFolder(house))
    link = AccessStore(store).link(link_id_of(token))
    assert link is not None
    assert link.role == role
    assert Keys(DataFolder(house).secret_key()).is_token_of(token, link)
    store.close()
    # Asked for again it is the same one, until it is taken back.
    again = run(*arguments, "--at", "http://10.0.0.4:8000", "--data", str(house))
    assert again.output == result.output
    assert "taken back" in run(*arguments, "--revoke", "--data", str(house)).output
    assert run(*arguments, "--at", "http://10.0.0.4:8000", "--data", str(house)).output != result.output


def test_an_unknown_table_is_a_sentence_with_those_in_play(house: Path) -> None:
    result = run("Sunday", "--data", str(house))
    assert result.exit_code == 1
    assert "in play: Friday" in result.output


def test_a_machine_without_network_is_a_sentence(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "lan_addresses", tuple)
    result = run("--data", str(house))
    assert result.exit_code == 1
    assert "--at" in result.output


def test_the_code_in_the_terminal_can_be_read() -> None:
    address = "http://192.168.1.5:8000/join/" + "x" * 38
    # Each line shows two rows of dots; the escapes around a line turn its colours round.
    rows: list[list[int]] = []
    for line in terminal_code(address).splitlines():
        shown = [one for one in line if one in " ▀▄█"]
        assert line.startswith("\x1b[97;40m")
        rows += [[255 * (one in "█▀") for one in shown], [255 * (one in "█▄") for one in shown]]
    picture = np.array(rows, np.uint8)
    large = np.kron(np.pad(picture, 4, constant_values=255), np.ones((6, 6), np.uint8))
    assert cv2.QRCodeDetector().detectAndDecode(large)[0] == address


def test_a_scorers_link_is_for_one_table(house: Path) -> None:
    for arguments in (("--scorer",), ("Friday", "--scorer", "--look-on")):
        result = run(*arguments, "--data", str(house))
        assert result.exit_code == 2
        assert "needs a TABLE" in result.output


def test_while_no_page_runs_it_says_what_to_start(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "lan_addresses", lambda: ("192.168.1.5",))
    result = run("Friday", "--data", str(house))
    assert result.stdout.startswith("http://192.168.1.5:8000/join/")
    assert "fanpai serve --lan runs on port 8000" in result.stderr


@pytest.mark.parametrize(
    ("address", "base", "said"),
    [
        (server.EVERYWHERE, "http://192.168.1.5", ""),
        (server.LOOPBACK, "http://192.168.1.5", "for this machine alone"),
    ],
)
def test_the_link_leads_to_the_port_of_the_page_that_runs(
    house: Path, monkeypatch: pytest.MonkeyPatch, address: str, base: str, said: str
) -> None:
    monkeypatch.setattr(server, "lan_addresses", lambda: ("192.168.1.5",))
    folder = DataFolder(house)
    with socket.create_server(("127.0.0.1", 0)) as page:
        port = page.getsockname()[1]
        with told_where(folder, address, port):
            result = run("Friday", "--data", str(house))
            assert result.stdout.startswith(f"{base}:{port}/join/")
            assert said in result.stderr
            assert bool(result.stderr) == bool(said)
        assert not folder.running.exists()
    # A page that was killed has left its file: nothing answers there.
    folder.running.write_text(f'{{"address": "127.0.0.1", "port": {port}, "process": 1}}')
    assert ":8000/join/" in run("Friday", "--data", str(house)).stdout
    folder.running.write_text("torn {")
    assert ":8000/join/" in run("Friday", "--data", str(house)).stdout


def test_a_page_that_came_later_keeps_its_word(house: Path) -> None:
    folder = DataFolder(house)
    with told_where(folder, server.LOOPBACK, 1):
        folder.running.write_text('{"address": "127.0.0.1", "port": 2, "process": 1}')
    assert folder.running.exists()


@pytest.mark.parametrize(
    "at",
    [
        *(
            "x",
            "javascript:alert(1)",
            "http://a b",
            "https://host:99999",
            "ftp://x",
            "http://",
            "",
            "http://:80",
        ),
        *(
            "http://u:p@host",
            "http://host/path",
            "http://host?x",
            "http://host#x",
            "http://[::1",
            "http://-x",
        ),
        *("http://host:0", "http://host:", "http://ho\nst", "//host"),
    ],
)
def test_an_address_that_no_phone_can_open_is_refused(house: Path, at: str) -> None:
    result = run("--at", at, "--data", str(house))
    assert result.exit_code == 2
    assert "http://" in result.output


@pytest.mark.parametrize(
    "at",
    [
        "http://host",
        "https://club.example:8443/",
        "http://[fe80::1]:8000",
        "http://fanpai.local",
        "http://1.2.3.4",
    ],
)
def test_an_address_of_a_page_is_taken(house: Path, at: str) -> None:
    result = run("--at", at, "--data", str(house))
    assert result.output.startswith(f"{at.rstrip('/')}/join/")


def test_with_no_link_left_there_is_none_to_take_back(house: Path) -> None:
    assert "no link to take back" in run("--revoke", "--data", str(house)).output
    store = Store.open(DataFolder(house))
    assert not AccessStore(store).links("")
    store.close()


@pytest.mark.parametrize(
    "command",
    [["link"], ["link", "Friday"], ["doctor"], ["rules", "list"], ["rules", "show", "lishui"]],
)
def test_commands_that_read_make_no_folder(tmp_path: Path, command: list[str]) -> None:
    result = CliRunner().invoke(fanpai, [*command, "--data", str(tmp_path / "nope" / "dir")])
    assert result.exit_code == 2
    assert "does not exist" in result.output
    assert not list(tmp_path.iterdir())


def test_without_the_usual_folder_it_says_what_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FANPAI_DATA", str(tmp_path / "nope"))
    result = run("Friday")
    assert result.exit_code == 1
    assert "start fanpai serve first" in result.output
    assert not list(tmp_path.iterdir())
