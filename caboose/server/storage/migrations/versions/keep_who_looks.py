"""Keep which process looks at which table, so that only those are told what happens there.

Revision: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nobody looks yet."""
    op.create_table(
        "looking",
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("line", sa.String(40), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_looking_table_id_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "line", name="pk_looking"),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(sa.text("ALTER TABLE looking SET UNLOGGED"))  # as short-lived as the processes
    # Whoever does not say that they look is not told: all processes must know of it.
    oldest = sa.text("INSERT INTO facts (name, value) VALUES ('oldest_version', :step)")
    op.get_bind().execute(oldest, {"step": str(int(revision))})


def downgrade() -> None:
    """Take it back."""
    op.drop_table("looking")
    op.execute(sa.text("DELETE FROM facts WHERE name = 'oldest_version'"))
