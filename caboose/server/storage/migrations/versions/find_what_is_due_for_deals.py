"""Find what is due for deals without reading all that was ever played.

Revision: 0018
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

ONLY = {  # an index of a table's column, where this holds in SQLite and in PostgreSQL
    "ix_tables_sealed": ("tables", "id", "sealed = 1", "sealed"),
    "ix_attempts_unexamined": ("attempts", "begun_at", "examined = 0", "NOT examined"),
    "ix_pars_missing": ("pars", "taken_until", "total IS NULL", "total IS NULL"),
}


def upgrade() -> None:
    """Make indexes of what is due, and write down which pars are wanted."""
    op.execute("UPDATE attempts SET examined = true WHERE deal NOT LIKE 'daily/%'")
    op.execute(
        "INSERT INTO pars (deal, instance, taken_until)"
        " SELECT DISTINCT deal, instance, 0 FROM attempts WHERE deal LIKE 'daily/%'"
        " ON CONFLICT DO NOTHING"
    )
    for name, (table, column, sqlite, postgres) in ONLY.items():
        op.create_index(
            name, table, [column], sqlite_where=sa.text(sqlite), postgresql_where=sa.text(postgres)
        )
    for column in ("network", "device"):
        op.create_index(f"ix_attempts_deal_{column}", "attempts", ["deal", column])


def downgrade() -> None:
    """Take them back."""
    for name, (table, *_) in ONLY.items():
        op.drop_index(name, table)
    for column in ("network", "device"):
        op.drop_index(f"ix_attempts_deal_{column}", "attempts")
