"""Keep what members show, whom they follow and block, and whom they ask to a table.

Revision: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the tables of friends, and the column of what is shown."""
    op.add_column("members", sa.Column("shows", sa.JSON(), nullable=True))
    _make_pairs("follows", "followed_id")
    _make_pairs("blocks", "blocked_id")
    op.create_table(
        "asked",
        sa.Column("table_id", sa.String(length=40), nullable=False),
        sa.Column("guest_id", sa.String(length=40), nullable=False),
        sa.Column("by_id", sa.String(length=40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        _going_with("asked", "table_id", "tables"),
        _going_with("asked", "guest_id", "guests"),
        _going_with("asked", "by_id", "guests"),
        sa.PrimaryKeyConstraint("table_id", "guest_id", name=op.f("pk_asked")),
    )
    op.create_index(op.f("ix_asked_guest_id"), "asked", ["guest_id"])


def downgrade() -> None:
    """Take them back."""
    for name in ("asked", "blocks", "follows"):
        op.drop_table(name)
    op.drop_column("members", "shows")


def _make_pairs(name: str, other: str) -> None:
    op.create_table(
        name,
        sa.Column("guest_id", sa.String(length=40), nullable=False),
        sa.Column(other, sa.String(length=40), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        _going_with(name, "guest_id", "guests"),
        _going_with(name, other, "guests"),
        sa.PrimaryKeyConstraint("guest_id", other, name=op.f(f"pk_{name}")),
    )
    op.create_index(op.f(f"ix_{name}_{other}"), name, [other])


def _going_with(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    """A reference that goes when the other does."""
    return sa.ForeignKeyConstraint(
        [column], [f"{other}.id"], name=op.f(f"fk_{table}_{column}_{other}"), ondelete="CASCADE"
    )
