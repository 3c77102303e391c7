"""Links that let devices in, and the devices that came."""

import sqlalchemy as sa
from alembic import op

revision = "r0002"
down_revision = "r0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables. A house that upgrades has neither links nor devices yet."""
    op.create_table(
        "link",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("table_id", sa.String(36), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name="pk_link"),
    )
    op.create_index("ix_link_table_id", "link", ["table_id"])
    op.create_table(
        "admission",
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(36), nullable=False),
        sa.Column("link_id", sa.String(22), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("device", "table_id", "link_id", name="pk_admission"),
    )
