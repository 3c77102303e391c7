"""``fanpai service``: the unit that lets systemd start the page with the machine."""

import re
import socket
from pathlib import Path

import click

from webapp import server
from webapp.console import data_option
from webapp.service_unit import STATE, USER, Wishes, this_program, unit

_WEB_PORT = 80
# As useradd takes them, and as systemd does.
_USER = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,30}")


@click.command("service")
@click.option("--user", metavar="NAME", default=USER, show_default=True, help="Who runs it; must exist.")
@click.option("--port", type=click.IntRange(1, 65535), default=_WEB_PORT, show_default=True)
@click.option("--https", is_flag=True, help="Speak https, too.")
@click.option(
    "--viewers",
    type=click.IntRange(0, 500),
    default=server.DEFAULT_VIEWERS,
    show_default=True,
    help="Screens that are kept up to date at once.",
)
@click.option("--camera", is_flag=True, help="Let it open a camera on this machine.")
@data_option(f"Keep everything in this folder, which belongs to that user.  [default: {STATE}]")
def command(  # noqa: PLR0913, PLR0917 - one an option
    user: str, port: int, https: bool, viewers: int, camera: bool, data: Path | None
) -> None:
    """Print a unit for systemd that starts the page with the machine, for all phones in the network.

    \b
    sudo useradd --system --user-group fanpai
    fanpai service | sudo tee /etc/systemd/system/fanpai.service
    sudo systemctl enable --now fanpai
    """
    options = ["--lan"]
    if https:
        options.append("--https")
    if viewers != server.DEFAULT_VIEWERS:
        options += ["--viewers", str(viewers)]
    # A machine of this name answers to it without our help, and goes on when its address changes.
    if socket.gethostname().split(".")[0].casefold() == "fanpai":
        options.append("--no-name")
    folder = data.expanduser().absolute() if data else None
    # The unit is written by root: a line of one's own in it would be root's.
    if not _USER.fullmatch(user):
        raise click.BadParameter("this is no user's name", param_hint="--user")
    if folder is not None and not str(folder).isprintable():
        raise click.BadParameter("a folder's name has no line breaks here", param_hint="--data")
    click.echo(unit(this_program(), Wishes(user, port, options, folder, camera)), nl=False)
