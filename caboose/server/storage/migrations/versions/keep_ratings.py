"""Keep ratings, and every step of them.

Revision: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the tables of ratings."""
    op.create_table(
        "ratings",
        sa.Column("guest_id", sa.String(length=40), nullable=False),
        sa.Column("pool", sa.String(length=20), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["guest_id"], ["guests.id"], name=op.f("fk_ratings_guest_id_guests"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("guest_id", "pool", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_pool"), "ratings", ["pool"])
    op.create_table(
        "rating_steps",
        sa.Column("table_id", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guest_id", sa.String(length=40), nullable=True),
        sa.Column("bot", sa.String(length=40), nullable=True),
        sa.Column("pool", sa.String(length=20), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("mu_before", sa.Double(), nullable=False),
        sa.Column("sigma_before", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["guest_id"],
            ["guests.id"],
            name=op.f("fk_rating_steps_guest_id_guests"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
            name=op.f("fk_rating_steps_table_id_tables"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_rating_steps")),
    )
    op.create_index(op.f("ix_rating_steps_guest_id"), "rating_steps", ["guest_id"])


def downgrade() -> None:
    """Take them back."""
    op.drop_table("rating_steps")
    op.drop_table("ratings")
