"""``fanpai link``: a code in the terminal that opens a table, or the whole house, on a phone."""

import sys
from pathlib import Path

import click

from webapp import server
from webapp.access.keys import Keys
from webapp.access.levels import HOUSE
from webapp.console import data_option
from webapp.invitations import join_address, link_for, terminal_code
from webapp.paths import DataFolderError, data_folder
from webapp.store import Store, StoreError
from webapp.store.access import AccessStore
from webapp.tally.book import TableBook
from webapp.tally.fold import Table


@click.command("link")
@click.argument("table", required=False)
@click.option("--scorer", is_flag=True, help="Let the phone book, not only look on.")
@click.option(
    "--look-on", is_flag=True, help="Without TABLE: let it look on at every table, such as the hall's screen."
)
@click.option("--revoke", is_flag=True, help="Take the link back; whoever came by it is out.")
@click.option("--at", metavar="ADDRESS", help="The page's address; default: this machine's, port 8000.")
@data_option("Where everything is kept.")
def command(  # noqa: PLR0913, PLR0917 - one an option
    table: str | None, scorer: bool, look_on: bool, revoke: bool, at: str | None, data: Path | None
) -> None:
    """Show the code that opens TABLE (its name) on a phone; without TABLE: a code to do everything here."""
    folder = data_folder(data)
    if scorer and (look_on or not table):
        raise click.UsageError("--scorer needs a TABLE, and does not go with --look-on")
    try:
        store = Store.open(folder)
        links = AccessStore(store)
        found = _named(TableBook(store), table) if table else None
        role = "scorer" if scorer else "onlooker"
        if found is None and not look_on:
            role = "owner"
        link = link_for(links, HOUSE if found is None else found.id, role)
        if revoke:
            links.revoke(link.id)
            click.echo("The link was taken back.")
            return
        address = join_address(Keys(folder.secret_key()), link, at.rstrip("/") if at else _base())
    except (DataFolderError, StoreError) as error:
        raise click.ClickException(str(error)) from error
    if sys.stdout.isatty():
        click.echo(terminal_code(address))
    click.echo(address)
    if not at:
        click.echo(
            f"It opens while fanpai serve --lan runs on port {server.DEFAULT_PORT}; "
            "with another port give the page's address with --at.",
            err=True,
        )


def _named(book: TableBook, name: str) -> Table:
    """The table of this name that was changed last. Raises click.ClickException."""
    tables = [table for table in book.tables() if not table.deleted]
    for table in tables:
        if name.casefold() in {table.name.casefold(), table.id}:
            return table
    names = ", ".join(dict.fromkeys(table.name for table in tables if not table.archived)) or "none yet"
    raise click.ClickException(f"there is no table {name!r}; in play: {names}")


def _base() -> str:
    addresses = server.lan_addresses()
    if not addresses:
        raise click.ClickException("this machine has no address in a network; give the page's with --at")
    return f"http://{addresses[0]}:{server.DEFAULT_PORT}"
