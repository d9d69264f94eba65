"""Keep who waits for opponents, arenas and who plays in them, and whose bots are whose.

Revision: 0015
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Make the tables of seekers, arenas and members' bots, and a column for a table's arena."""
    op.add_column("tables", sa.Column("arena", sa.String(length=40), nullable=True))
    op.create_index(op.f("ix_tables_arena"), "tables", ["arena"])
    op.create_table(
        "member_bots",
        _guest(),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        _refers("member_bots", "owner_id", "guests", "CASCADE"),
        _refers("member_bots", "guest_id", "guests", "CASCADE"),
        sa.PrimaryKeyConstraint("guest_id", name=op.f("pk_member_bots")),
    )
    op.create_index(op.f("ix_member_bots_owner_id"), "member_bots", ["owner_id"])
    op.create_table(
        "seekers",
        _guest(),
        *_game_wanted(),
        sa.Column("bots_after", sa.Integer(), nullable=True),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("here_until", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.String(length=40), nullable=True),
        _refers("seekers", "guest_id", "guests", "CASCADE"),
        _refers("seekers", "table_id", "tables", "SET NULL"),
        sa.PrimaryKeyConstraint("guest_id", name=op.f("pk_seekers")),
    )
    op.create_index(op.f("ix_seekers_table_id"), "seekers", ["table_id"])
    op.create_table(
        "arenas",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        *_game_wanted(),
        sa.Column("entry", sa.String(length=10), nullable=False),
        sa.Column("repeats", sa.Boolean(), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("starts_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("next_id", sa.String(length=40), nullable=True),
        _refers("arenas", "owner_id", "guests", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_arenas")),
    )
    op.create_index(op.f("ix_arenas_owner_id"), "arenas", ["owner_id"])
    op.create_index(op.f("ix_arenas_ends_at"), "arenas", ["ends_at"])
    op.create_table(
        "arena_players",
        sa.Column("arena_id", sa.String(length=40), nullable=False),
        _guest(),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("here_until", sa.BigInteger(), nullable=False),
        sa.Column("free_since", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.String(length=40), nullable=True),
        sa.Column("last_table", sa.String(length=40), nullable=True),
        _refers("arena_players", "arena_id", "arenas", "CASCADE"),
        _refers("arena_players", "guest_id", "guests", "CASCADE"),
        _refers("arena_players", "table_id", "tables", "SET NULL"),
        sa.PrimaryKeyConstraint("arena_id", "guest_id", name=op.f("pk_arena_players")),
    )
    op.create_index(op.f("ix_arena_players_table_id"), "arena_players", ["table_id"])


def _guest() -> sa.Column[str]:
    return sa.Column("guest_id", sa.String(length=40), nullable=False)


def _game_wanted() -> list[sa.Column[Any]]:
    return [
        sa.Column("edition", sa.String(length=80), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("turn_seconds", sa.Integer(), nullable=False),
        sa.Column("bank_seconds", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
    ]


def _refers(table: str, column: str, other: str, ondelete: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, ondelete=ondelete)


def downgrade() -> None:
    """Take them back."""
    for table in ("arena_players", "arenas", "seekers", "member_bots"):
        op.drop_table(table)
    op.drop_index(op.f("ix_tables_arena"), "tables")
    op.drop_column("tables", "arena")
