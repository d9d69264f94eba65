"""Keep who plays which deal, what the strongest bot made of it, and duels.

Revision: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_OLDEST = sa.text("UPDATE facts SET value = :step WHERE name = 'oldest_version'")


def upgrade() -> None:
    """Make the tables of attempts, pars and duels; a table says which deal is played there."""
    op.add_column("tables", sa.Column("deal", sa.String(length=60), nullable=True))
    not_sealed = sa.false()
    op.add_column(
        "tables", sa.Column("sealed", sa.Boolean(), nullable=False, server_default=not_sealed)
    )
    op.create_index(op.f("ix_tables_deal"), "tables", ["deal"])
    op.create_table(
        "attempts",
        sa.Column("table_id", sa.String(length=40), nullable=False),
        sa.Column("deal", sa.String(length=60), nullable=False),
        sa.Column("guest_id", sa.String(length=40), nullable=True),
        sa.Column("instance", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("device", sa.String(length=64), nullable=True),
        sa.Column("network", sa.String(length=64), nullable=True),
        sa.Column("examined", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("flag", sa.String(length=20), nullable=True),
        sa.ForeignKeyConstraint(
            ["guest_id"],
            ["guests.id"],
            name=op.f("fk_attempts_guest_id_guests"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
            name=op.f("fk_attempts_table_id_tables"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_attempts")),
        sa.UniqueConstraint("deal", "guest_id", name=op.f("uq_attempts_deal")),
    )
    op.create_index(op.f("ix_attempts_guest_id"), "attempts", ["guest_id"])
    op.create_index(op.f("ix_attempts_until"), "attempts", ["until"])
    op.create_table(
        "pars",
        sa.Column("deal", sa.String(length=60), nullable=False),
        sa.Column("instance", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("taken_until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("deal", "instance", name=op.f("pk_pars")),
    )
    _make_duels()
    # Whoever does not know of seals would show what is under them.
    op.get_bind().execute(_OLDEST, {"step": str(int(revision))})


def _make_duels() -> None:
    op.create_table(
        "duels",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("edition", sa.String(length=80), nullable=False),
        sa.Column("scoring", sa.String(length=12), nullable=False),
        sa.Column("challenger_id", sa.String(length=40), nullable=True),
        sa.Column("rival_id", sa.String(length=40), nullable=True),
        sa.Column("asked_id", sa.String(length=40), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        *(
            sa.ForeignKeyConstraint(
                [column], ["guests.id"], name=op.f(f"fk_duels_{column}_guests"), ondelete="SET NULL"
            )
            for column in ("challenger_id", "rival_id", "asked_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_duels")),
    )
    for column in ("challenger_id", "rival_id", "asked_id", "until"):
        op.create_index(op.f(f"ix_duels_{column}"), "duels", [column])


def downgrade() -> None:
    """Take them back."""
    for table in ("duels", "pars", "attempts"):
        op.drop_table(table)
    op.drop_index(op.f("ix_tables_deal"), "tables")
    for column in ("sealed", "deal"):
        op.drop_column("tables", column)
    op.get_bind().execute(_OLDEST, {"step": "9"})
