"""What a camera over a table has seen, and how it is set up."""

import sqlalchemy as sa
from alembic import op

revision = "r0003"
down_revision = "r0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "observation",
        sa.Column("table_id", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("seat", sa.String(1)),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_observation"),
    )
    op.create_table(
        "camera",
        sa.Column("table_id", sa.String(36), nullable=False),
        sa.Column("setup", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_camera"),
    )
