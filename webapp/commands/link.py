"""``fanpai link``: a code in the terminal that opens a table, or the whole house, on a phone."""

import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

import click

from webapp import server
from webapp.access.hosts import is_loopback
from webapp.access.keys import Keys
from webapp.access.levels import HOUSE
from webapp.console import data_option
from webapp.invitations import join_address, link_for, terminal_code
from webapp.paths import DataFolderError, data_folder
from webapp.running import Running, running
from webapp.store import Store, StoreError
from webapp.store.access import AccessStore
from webapp.tally.book import TableBook
from webapp.tally.fields import name_key
from webapp.tally.fold import Table

_LIKE = "it should look like http://192.168.1.5:8000 or https://club.example"
_HOST = re.compile(r"[^\W_][\w.-]*|\[[0-9A-Fa-f:.]+\]")


def _address(ctx: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    """The page's address without a slash at its end."""
    if given is None:
        return None
    address = given.rstrip("/")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:  # a port beyond 65535, half a bracket
        raise click.BadParameter(f"{given!r} is no address: {error}; {_LIKE}") from error
    host = parts.netloc.removesuffix(f":{port}") if port else parts.netloc
    whole = address.casefold() == f"{parts.scheme}://{parts.netloc}".casefold()
    if not whole or parts.scheme not in {"http", "https"} or not _HOST.fullmatch(host):
        raise click.BadParameter(f"{given!r} is no address of a page; {_LIKE}")
    return address


@click.command("link")
@click.argument("table", required=False)
@click.option("--scorer", is_flag=True, help="Let the phone book, not only look on.")
@click.option(
    "--look-on", is_flag=True, help="Without TABLE: let it look on at every table, such as the hall's screen."
)
@click.option("--revoke", is_flag=True, help="Take the link back; whoever came by it is out.")
@click.option(
    "--at", metavar="ADDRESS", callback=_address, help="The page's address; default: where it runs."
)
@data_option("Where everything is kept.", exists=True)
def command(  # noqa: PLR0913, PLR0917 - one an option
    table: str | None, scorer: bool, look_on: bool, revoke: bool, at: str | None, data: Path | None
) -> None:
    """Show the code that opens TABLE (its name) on a phone; without TABLE: a code to do everything here."""
    folder = data_folder(data)
    if scorer and (look_on or not table):
        raise click.UsageError("--scorer needs a TABLE, and does not go with --look-on")
    if not folder.root.is_dir():
        raise click.ClickException(
            f"the data folder {folder.root} is not there yet: start fanpai serve first"
        )
    try:
        store = Store.open(folder)
        links = AccessStore(store)
        found = _named(TableBook(store), table) if table else None
        role = "scorer" if scorer else "onlooker"
        if found is None and not look_on:
            role = "owner"
        where = HOUSE if found is None else found.id
        if revoke:
            click.echo(_taken_back(links, where, role))
            return
        link = link_for(links, where, role)
        page = running(folder)
        address = join_address(Keys(folder.secret_key()), link, at or _base(page))
    except (DataFolderError, StoreError) as error:
        raise click.ClickException(str(error)) from error
    if sys.stdout.isatty():
        click.echo(terminal_code(address))
    click.echo(address)
    if not at and (warning := _unreachable(page)):
        click.echo(warning, err=True)


def _taken_back(links: AccessStore, where: str, role: str) -> str:
    """Take back every link for a role; what is to be said of it."""
    found = [link for link in links.links(where) if link.role == role]
    for link in found:
        links.revoke(link.id)
    return "The link was taken back." if found else "There was no link to take back."


def _named(book: TableBook, name: str) -> Table:
    """The table of this name that was changed last. Raises click.ClickException."""
    tables = [table for table in book.tables() if not table.deleted]
    for table in tables:
        if name_key(name) in {name_key(table.name), table.id}:
            return table
    names = ", ".join(dict.fromkeys(table.name for table in tables if not table.archived)) or "none yet"
    raise click.ClickException(f"there is no table {name!r}; in play: {names}")


def _base(page: Running | None) -> str:
    """The address for phones: where the page runs, or would."""
    if page is not None and page.address not in {server.EVERYWHERE, server.LOOPBACK}:
        return f"http://{page.address}:{page.port}"
    addresses = server.lan_addresses()
    if not addresses:
        raise click.ClickException("this machine has no address in a network; give the page's with --at")
    return f"http://{addresses[0]}:{server.DEFAULT_PORT if page is None else page.port}"


def _unreachable(page: Running | None) -> str:
    """Why no phone can open the link now; empty where one can."""
    if page is None:
        return (
            f"The page does not run now. The link opens while fanpai serve --lan runs on port "
            f"{server.DEFAULT_PORT}; for another port start it first, or give the address with --at."
        )
    if is_loopback(page.address):
        return "The page runs for this machine alone: stop it and start it with --lan, then ask again."
    return ""
