"""Keep duels of teams, and who plays where in them.

Revision: 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Say of a duel how many play on each side, and make the table of their places."""
    alone = sa.Column("team_of", sa.Integer(), nullable=False, server_default="1")
    op.add_column("duels", alone)
    op.create_table(
        "duel_places",
        sa.Column("duel_id", sa.String(length=40), nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guest_id", sa.String(length=40), nullable=True),
        sa.ForeignKeyConstraint(
            ["duel_id"],
            ["duels.id"],
            name=op.f("fk_duel_places_duel_id_duels"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["guest_id"],
            ["guests.id"],
            name=op.f("fk_duel_places_guest_id_guests"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("duel_id", "place", name=op.f("pk_duel_places")),
        sa.UniqueConstraint("duel_id", "guest_id", name=op.f("uq_duel_places_duel_id")),
    )
    op.create_index(op.f("ix_duel_places_guest_id"), "duel_places", ["guest_id"])


def downgrade() -> None:
    """Take them back."""
    op.drop_table("duel_places")
    op.drop_column("duels", "team_of")
