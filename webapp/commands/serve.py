"""``fanpai serve``: the page, for this machine or for every phone in the Wi-Fi."""

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import click
from cheroot import wsgi
from flask import Flask

from webapp import server
from webapp.access.hosts import is_loopback
from webapp.access.keys import Keys
from webapp.app import create_app
from webapp.backup import start_daily
from webapp.certificates import Certificates, certificates
from webapp.commands.again import lan_command
from webapp.console import data_option
from webapp.invitations import house_address, terminal_code
from webapp.local_name import announce
from webapp.paths import DataFolder, DataFolderError, data_folder
from webapp.running import told_where
from webapp.store import StoreError
from webapp.store.access import AccessStore
from webapp.store.database import name_of


@click.command("serve")
@click.option("--lan", is_flag=True, help="Let phones and other machines in the same network open the page.")
@click.option("--port", type=click.IntRange(0, 65535), default=server.DEFAULT_PORT, show_default=True)
@click.option("--host", metavar="ADDRESS", help="Listen on this address only.")
@data_option("Keep everything in this folder.")
@click.option(
    "--viewers",
    type=click.IntRange(0, 500),
    default=server.DEFAULT_VIEWERS,
    show_default=True,
    help="Screens that are kept up to date at once.",
)
@click.option(
    "--name/--no-name", default=True, help="With --lan: answer to fanpai.local, too.  [default: name]"
)
@click.option(
    "--https", is_flag=True, help="Speak https, too: for the camera in the page and the home screen."
)
@click.option(
    "--https-port", type=click.IntRange(0, 65535), default=server.DEFAULT_SECURE_PORT, show_default=True
)
def command(  # noqa: PLR0913, PLR0917 - one an option
    lan: bool,
    port: int,
    host: str | None,
    data: Path | None,
    viewers: int,
    name: bool,
    https: bool,
    https_port: int,
) -> None:
    """Open the page for browsers and phones; Ctrl-C stops it."""
    folder = data_folder(data)
    address = host or (server.EVERYWHERE if lan else server.LOOPBACK)
    try:
        app = create_app({"DATA_FOLDER": folder, "VIEWERS": viewers})
        listening = server.make_server(app, address, port, viewers + server.BESIDE_VIEWERS)
        port = server.port_of(listening)
        app.config["REACHABLE"] = lambda: _reachable(address, port)
        app.config["LAN_COMMAND"] = lan_command(
            folder, port, data, _options(viewers, name, https, https_port)
        )
        greeting = _greeting(address, port, folder, _own_phone(app, folder), app.config["LAN_COMMAND"])
        secure = _secure(app, folder, address, https_port, viewers) if https else None
    except (DataFolderError, StoreError, server.PortError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{_about_https(app)}\n{greeting}" if secure else greeting)
    secured = threading.Thread(target=secure.serve, name="https", daemon=True) if secure else None
    if secured is not None:
        secured.start()
    stop_name = _announced(port) if name and address == server.EVERYWHERE else None
    threading.Thread(target=_read_ahead, args=(app,), name="reading ahead", daemon=True).start()
    stop_backups = start_daily(folder, lambda text: click.echo(text, err=True))
    with told_where(folder, address, port):
        server.run(listening, before_stop=lambda: _let_go(app))
    if secure is not None and secured is not None:
        secure.stop()
        secured.join(5)
    stop_backups.set()
    if stop_name is not None:
        stop_name()
    click.echo("fanpai has stopped.")


def _let_go(app: Flask) -> None:
    """End what would go on for ever: screens that follow, cameras that run."""
    app.extensions["fanpai-hub"].close()
    app.extensions["fanpai-cameras"].close()


def _secure(app: Flask, folder: DataFolder, address: str, port: int, viewers: int) -> wsgi.Server:
    """A second server for the same pages, with this house's certificates."""
    found = certificates(folder, server.lan_addresses())
    threads = viewers + server.BESIDE_VIEWERS
    listening = server.make_server(app, address, port, threads, tls=(found.leaf, found.key))
    app.config.update(CERTIFICATES=found, SECURE_PORT=server.port_of(listening))
    return listening


def _about_https(app: Flask) -> str:
    found: Certificates = app.config["CERTIFICATES"]
    return (
        f"https is on port {app.config['SECURE_PORT']}. Phones learn to trust it on the page /trust;\n"
        f"the certificate's fingerprint: {found.fingerprint()}"
    )


def _read_ahead(app: Flask) -> None:
    """Fold the tables in play before the first phone asks for one: a long history takes a moment."""
    with suppress(StoreError):  # whoever opens a page hears of it
        app.extensions["fanpai-tables"].tables()


def _announced(port: int) -> Callable[[], None]:
    """Answer to fanpai.local."""
    return announce(port, server.lan_addresses(), lambda text: click.echo(text, err=True))


def _reachable(address: str, port: int) -> tuple[str, ...]:
    """The addresses for other devices, looked up anew: they change while a laptop is carried around."""
    if is_loopback(address):
        return ()
    numbers = server.lan_addresses() if address == server.EVERYWHERE else (address,)
    return tuple(f"http://{one}:{port}" for one in numbers)


def _own_phone(app: Flask, folder: DataFolder) -> str | None:
    """Where the owner's phone is let in to do everything; None while no phone can come."""
    found = app.config["REACHABLE"]()
    store: AccessStore = app.extensions["fanpai-access"]
    return house_address(store, Keys(folder.secret_key()), found[0]) if found else None


def _options(viewers: int, name: bool, https: bool, https_port: int) -> tuple[str, ...]:
    """The other options that were chosen, as they are typed."""
    found: list[str] = []
    if viewers != server.DEFAULT_VIEWERS:
        found += ["--viewers", str(viewers)]
    if not name:
        found.append("--no-name")
    if https:
        found.append("--https")
        found += ["--https-port", str(https_port)] if https_port != server.DEFAULT_SECURE_PORT else []
    return tuple(found)


def _greeting(address: str, port: int, folder: DataFolder, own_phone: str | None, lan: str) -> str:
    shown = "localhost" if address in (server.LOOPBACK, server.EVERYWHERE) else address
    lines = [f"fanpai {metadata.version('fanpai')} is ready: http://{shown}:{port}"]
    if address == server.EVERYWHERE:
        lines += [f"On a phone in the same Wi-Fi:  {one}" for one in _reachable(address, port)]
        lines.append(f"If a phone cannot reach it, allow port {port} in this machine's firewall.")
    elif address == server.LOOPBACK:
        lines.append(f"For phones in the same Wi-Fi: stop it and run  {lan}")
    if own_phone is not None:
        if sys.stdout.isatty():
            lines.append(terminal_code(own_phone))
        lines.append(f"Your own phone, which then may do everything:  {own_phone}")
        lines.append("Guests: open a table, then show them its code (“Other phones at this table”).")
    place = f"{name_of(folder)} and in {folder.root}" if folder.database_url else folder.root
    lines += [f"Everything is kept in {place}", "Ctrl-C stops it."]
    return "\n".join(lines)
