"""Keep what games were worth, and which game another goes on from.

Revision: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the tables of analyses and of their pieces, and a column for where a game began."""
    op.add_column("tables", sa.Column("continues", sa.String(length=40), nullable=True))
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(length=40), nullable=False),
        sa.Column("made_by", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("depth", sa.String(length=10), nullable=False),
        sa.Column("asked_by", sa.String(length=40), nullable=True),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("waited_until", sa.BigInteger(), nullable=False),
        sa.Column("taken_until", sa.BigInteger(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("told", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
            name=op.f("fk_analyses_table_id_tables"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["asked_by"],
            ["guests.id"],
            name=op.f("fk_analyses_asked_by_guests"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_analyses")),
    )
    op.create_index(op.f("ix_analyses_asked_by"), "analyses", ["asked_by"])
    op.create_index(op.f("ix_analyses_waited_until"), "analyses", ["waited_until"])
    op.create_table(
        "analysis_pieces",
        sa.Column("table_id", sa.String(length=40), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("piece", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
            name=op.f("fk_analysis_pieces_table_id_tables"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("table_id", "n", name=op.f("pk_analysis_pieces")),
    )


def downgrade() -> None:
    """Take them back."""
    op.drop_table("analysis_pieces")
    op.drop_table("analyses")
    op.drop_column("tables", "continues")
