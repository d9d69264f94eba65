"""Keep what people report, and who may not come.

Revision: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables of reports and bans."""
    op.create_table(
        "bans",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guest_id", sa.String(length=40), nullable=True),
        sa.Column("network", sa.String(length=50), nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("why", sa.String(length=400), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["guest_id"], ["guests.id"], name=op.f("fk_bans_guest_id_guests"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bans")),
    )
    op.create_index(op.f("ix_bans_guest_id"), "bans", ["guest_id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.String(length=40), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("by_id", sa.String(length=40), nullable=True),
        sa.Column("about_id", sa.String(length=40), nullable=True),
        sa.Column("network", sa.String(length=50), nullable=True),
        sa.Column("words", sa.String(length=400), nullable=False),
        sa.Column("attached", sa.JSON(), nullable=False),
        sa.Column("done_at", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.String(length=20), nullable=True),
        sa.ForeignKeyConstraint(
            ["by_id"], ["guests.id"], name=op.f("fk_reports_by_id_guests"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["about_id"],
            ["guests.id"],
            name=op.f("fk_reports_about_id_guests"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_at"), "reports", ["at"])


def downgrade() -> None:
    """Take them back."""
    op.drop_table("reports")
    op.drop_table("bans")
