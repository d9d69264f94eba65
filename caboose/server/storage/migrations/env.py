"""Run by Alembic: apply the steps on the connection that is handed in."""

from alembic import context

from caboose.server.storage.rows import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
