"""``fanpai restore``: bring back a backup."""

from pathlib import Path

import click

from webapp.backup import BackupError, restore
from webapp.console import data_option
from webapp.paths import data_folder
from webapp.store.database import name_of


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@data_option("The folder to bring it into.")
def command(file: Path, data: Path | None) -> None:
    """Bring back FILE. What is kept now is put aside, not lost. Stop the page first."""
    folder = data_folder(data)
    try:
        aside = restore(folder, file)
    except BackupError as error:
        raise click.ClickException(str(error)) from error
    place = f"{name_of(folder)} and {folder.root}" if folder.database_url else folder.root
    click.echo(f"{file} is back in {place}.")
    if aside is not None:
        click.echo(f"What was there before lies in {aside}")
