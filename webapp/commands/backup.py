"""``fanpai backup``: everything that is kept, in one file."""

from datetime import UTC, datetime
from pathlib import Path

import click

from webapp.backup import BackupError, write_backup
from webapp.console import data_option
from webapp.paths import data_folder


@click.command("backup")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@data_option("The folder to back up.")
@click.option("--no-photos", is_flag=True, help="Leave the photos out.")
def command(file: Path | None, data: Path | None, no_photos: bool) -> None:
    """Write tables, hands and photos into FILE (fanpai-DATE.zip here, if none is named).

    The page may go on running meanwhile.
    """
    target = file or Path(f"fanpai-{datetime.now(UTC).astimezone():%Y-%m-%d-%H%M%S}.zip")
    try:
        size = write_backup(data_folder(data), target, photos=not no_photos)
    except BackupError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{target}: {size / 1e6:.1f} MB. Bring it back with  fanpai restore {target}")
