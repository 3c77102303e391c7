"""Bringing a database to this version's tables, safely when several processes start at once."""

from importlib import resources
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from webapp.store.database import writing
from webapp.store.errors import NewerDataError


def upgrade(engine: Engine, to: str = "head") -> None:
    """Apply the missing migrations in one transaction that holds the write lock: all of them, or none.

    A second process waits for the first and then finds nothing to do. ``to``: the revision to stop at.

    Raises:
        NewerDataError: if the database has a revision this version does not know; nothing is changed.
    """
    scripts = _scripts()
    with writing(engine, "migrations") as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
        if revision is not None and not knows(revision):
            raise NewerDataError(
                f"this data folder was written by a newer fanpai (its tables are at {revision}); "
                "update fanpai, or choose another folder with --data DIR (another database with "
                "FANPAI_DATABASE_URL)"
            )
        if revision != scripts.get_current_head():
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, to)


def revisions(engine: Engine) -> tuple[str | None, str | None]:
    """The database's revision (None: no tables yet) and the newest this version knows."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision(), _scripts().get_current_head()


def knows(revision: str) -> bool:
    """Whether this version has the migration ``revision``."""
    return revision in {script.revision for script in _scripts().walk_revisions()}


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    folder = Path(str(resources.files("webapp"))) / "migrations"
    # A "%" in a folder's name would start an interpolation.
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
