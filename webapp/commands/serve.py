"""``fanpai serve``: the page, for this machine or for every phone in the Wi-Fi."""

import shutil
import sys
import threading
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import click
from flask import Flask

from webapp import server
from webapp.app import create_app
from webapp.backup import start_daily
from webapp.console import data_option
from webapp.paths import DataFolderError, data_folder
from webapp.store import StoreError


@click.command("serve")
@click.option("--lan", is_flag=True, help="Let phones and other machines in the same network open the page.")
@click.option("--port", type=click.IntRange(0, 65535), default=server.DEFAULT_PORT, show_default=True)
@click.option("--host", metavar="ADDRESS", help="Listen on this address only.")
@data_option("Keep everything in this folder.")
@click.option(
    "--threads",
    type=click.IntRange(2, 512),
    default=server.DEFAULT_THREADS,
    show_default=True,
    help="Requests answered at once.",
)
def command(lan: bool, port: int, host: str | None, data: Path | None, threads: int) -> None:
    """Open the page for browsers and phones; Ctrl-C stops it."""
    folder = data_folder(data)
    address = host or (server.EVERYWHERE if lan else server.LOOPBACK)
    try:
        app = create_app({"DATA_FOLDER": folder})
        listening = server.make_server(app, address, port, threads)
    except (DataFolderError, StoreError, server.PortError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(_greeting(address, server.port_of(listening), folder.root))
    threading.Thread(target=_read_ahead, args=(app,), name="reading ahead", daemon=True).start()
    stop_backups = start_daily(folder, lambda text: click.echo(text, err=True))
    server.run(listening)
    stop_backups.set()
    click.echo("fanpai has stopped.")


def _read_ahead(app: Flask) -> None:
    """Fold the tables in play before the first phone asks for one: a long history takes a moment."""
    with suppress(StoreError):  # whoever opens a page hears of it
        app.extensions["fanpai-tables"].tables()


def _greeting(address: str, port: int, folder: Path) -> str:
    shown = "localhost" if address in (server.LOOPBACK, server.EVERYWHERE) else address
    lines = [f"fanpai {metadata.version('fanpai')} is ready: http://{shown}:{port}"]
    if address == server.EVERYWHERE:
        lines += [f"On a phone in the same Wi-Fi:  http://{one}:{port}" for one in server.lan_addresses()]
        lines.append(f"If a phone cannot reach it, allow port {port} in this machine's firewall.")
    elif address == server.LOOPBACK:
        lines.append(f"For phones in the same Wi-Fi: stop it and run  {_typed()} serve --lan")
    lines += [f"Everything is kept in {folder}", "Ctrl-C stops it."]
    return "\n".join(lines)


def _typed() -> str:
    """How this program was called, so that the line can be pasted."""
    called = Path(sys.argv[0]).absolute()
    found = shutil.which("fanpai")
    if found is not None and Path(found).absolute() == called:
        return "fanpai"
    if called.name == "__main__.py":
        return f"{Path(sys.executable).name} -m webapp"
    return str(called.relative_to(Path.cwd()) if called.is_relative_to(Path.cwd()) else called)
