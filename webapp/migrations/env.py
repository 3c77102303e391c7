"""Run by Alembic: migrates inside the transaction that ``webapp.store.migrate`` has begun."""

from alembic import context

from webapp.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
