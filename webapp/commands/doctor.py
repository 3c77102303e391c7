"""``fanpai doctor``: what is wrong with this installation or its data folder."""

from pathlib import Path

import click

from webapp.console import counted, data_option
from webapp.doctor import examine
from webapp.paths import data_folder


@click.command("doctor")
@data_option("The data folder to look at.", exists=True)
@click.pass_context
def command(ctx: click.Context, data: Path | None) -> None:
    """Check this installation and the data folder; exit status 1 when something is wrong."""
    faults = 0
    for finding in examine(data_folder(data)):
        faults += not finding.healthy
        click.echo(f"{'ok   ' if finding.healthy else 'FAULT'}  {finding.subject}: {finding.text}")
    if faults:
        click.echo(f"{counted(faults, 'thing')} to repair.", err=True)
        ctx.exit(1)
    click.echo("All in order.")
