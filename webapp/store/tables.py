"""The database's tables, as SQLAlchemy Core speaks of them; ``webapp/migrations`` makes them."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, Column, DateTime, Integer, MetaData, String, Table, UniqueConstraint
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

# Names for all constraints, so that a later migration can speak of each one.
METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UtcTime(TypeDecorator[datetime]):
    """An instant. SQLite forgets the time zone: everything is kept and given back as UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To the database, in UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """From the database, aware."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


class Word(TypeDecorator[str]):
    """A short name. PostgreSQL keeps no NUL: asked for a name with one, it finds nothing, as SQLite does."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """To the database."""
        return None if value is None else value.replace("\0", "\ufffd")


# One line of a table's history. Lines are added, never changed: state is a fold over them. The order is
# ``sequence`` (1, 2, ...), never ``at``: clocks jump.
EVENT = Table(
    "event",
    METADATA,
    Column("table_id", Word(36), primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("uuid", Word(36), nullable=False),
    Column("kind", Word(40), nullable=False),
    Column("payload", JSON, nullable=False),
    Column("at", UtcTime, nullable=False),
    UniqueConstraint("uuid"),
)

# A kept photo; its pixels are the file ``<id>.jpg`` in the photo folder.
PHOTO = Table(
    "photo",
    METADATA,
    Column("id", Word(32), primary_key=True),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("at", UtcTime, nullable=False),
)

# A link that lets a device in, ``table_id`` empty for the whole house. The address is not kept: it is signed
# with the data folder's secret, so that a copy of the database opens nothing.
LINK = Table(
    "link",
    METADATA,
    Column("id", Word(22), primary_key=True),
    Column("table_id", Word(36), nullable=False, index=True),
    Column("role", Word(10), nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("revoked", UtcTime),
)

# What a device may do: the SHA-256 of its cookie, and the link it came by (empty: it made the table).
ADMISSION = Table(
    "admission",
    METADATA,
    Column("device", Word(64), primary_key=True),
    Column("table_id", Word(36), primary_key=True),
    Column("link_id", Word(22), primary_key=True),
    Column("role", Word(10), nullable=False),
    Column("at", UtcTime, nullable=False),
)

# What a camera over a table has seen. Apart from the log: no line of it moves any money.
OBSERVATION = Table(
    "observation",
    METADATA,
    Column("table_id", String(36), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(20), nullable=False),
    Column("seat", String(1)),
    Column("payload", JSON, nullable=False),
    Column("at", UtcTime, nullable=False),
)

# How the camera over a table is set up.
CAMERA = Table(
    "camera",
    METADATA,
    Column("table_id", String(36), primary_key=True),
    Column("setup", JSON, nullable=False),
)
