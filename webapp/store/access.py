"""Who may do what at which table, as it is kept: links, and the devices that came by them."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, func, insert, select, update

from webapp.store.postgres import tell
from webapp.store.store import Store
from webapp.store.tables import ADMISSION, LINK


@dataclass(frozen=True)
class Link:
    """A way in. ``table_id`` is empty for the whole house; ``revoked`` links let nobody in any more."""

    id: str
    table_id: str
    role: str
    at: datetime
    revoked: datetime | None


class AccessStore:
    """Links and admissions of one store. Threads may share it.

    Every method raises webapp.store.StoreError when the disk is full, read-only or broken.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def make_link(self, table_id: str, role: str) -> Link:
        """A new link with an unguessable id."""
        link = Link(secrets.token_urlsafe(12), table_id, role, datetime.now(UTC), None)
        with self._store.writing() as connection:
            connection.execute(insert(LINK).values(**vars(link)))
        return link

    def link(self, link_id: str) -> Link | None:
        """A link by its id, revoked ones too."""
        with self._store.reading() as connection:
            row = connection.execute(select(LINK).where(LINK.c.id == link_id)).one_or_none()
        return None if row is None else _link(row)

    def links(self, table_id: str) -> tuple[Link, ...]:
        """The links of a table that are not revoked, oldest first."""
        query = select(LINK).where(LINK.c.table_id == table_id, LINK.c.revoked.is_(None))
        with self._store.reading() as connection:
            return tuple(_link(row) for row in connection.execute(query.order_by(LINK.c.at, LINK.c.id)))

    def revoke(self, link_id: str) -> None:
        """Let nobody in by this link any more, neither new devices nor those that came by it."""
        change = update(LINK).where(LINK.c.id == link_id, LINK.c.revoked.is_(None))
        with self._store.writing() as connection:
            connection.execute(change.values(revoked=datetime.now(UTC)))
            tell(connection, revoked=True)

    def admit(self, device: str, table_id: str, role: str, link_id: str = "") -> None:
        """Remember that a device may do this; a second time changes nothing.

        Args:
            device: the SHA-256 of its cookie, hexadecimal.
            table_id: empty for the whole house.
            role: what it may do.
            link_id: the link it came by; empty for the device that made the table.
        """
        known = select(ADMISSION).where(
            ADMISSION.c.device == device, ADMISSION.c.table_id == table_id, ADMISSION.c.link_id == link_id
        )
        with self._store.writing() as connection:
            if connection.execute(known).one_or_none() is None:
                row = {"device": device, "table_id": table_id, "link_id": link_id, "role": role}
                connection.execute(insert(ADMISSION).values(**row, at=datetime.now(UTC)))

    def roles(self, device: str) -> tuple[tuple[str, str], ...]:
        """(table, role) for everything a device may do now; one table may come more than once."""
        query = (
            select(ADMISSION.c.table_id, ADMISSION.c.role)
            .join_from(ADMISSION, LINK, ADMISSION.c.link_id == LINK.c.id, isouter=True)
            .where(ADMISSION.c.device == device, (ADMISSION.c.link_id == "") | LINK.c.revoked.is_(None))
        )
        with self._store.reading() as connection:
            return tuple((row.table_id, row.role) for row in connection.execute(query))

    def arrivals(self, table_id: str) -> dict[str, int]:
        """How many devices came by each link of a table."""
        query = select(ADMISSION.c.link_id, func.count()).where(ADMISSION.c.table_id == table_id)
        with self._store.reading() as connection:
            return {
                str(link): int(count)
                for link, count in connection.execute(query.group_by(ADMISSION.c.link_id))
            }


def _link(row: Row[Any]) -> Link:
    return Link(row.id, row.table_id, row.role, row.at, row.revoked)
