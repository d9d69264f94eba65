"""Keep who has claimed a name, and how they come back.

Revision: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the tables of members; a session says which device it is."""
    op.add_column("sessions", sa.Column("device", sa.String(length=60), nullable=True))
    op.add_column("sessions", sa.Column("seen_at", sa.BigInteger(), nullable=True))
    op.create_table(
        "members",
        sa.Column("guest_id", sa.String(length=40), nullable=False),
        sa.Column("looks", sa.String(length=64), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("renamed_at", sa.BigInteger(), nullable=False),
        _of_guest("members"),
        sa.PrimaryKeyConstraint("guest_id", name=op.f("pk_members")),
        sa.UniqueConstraint("looks", name=op.f("uq_members_looks")),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("guest_id", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        _of_guest("recovery_codes"),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_recovery_codes")),
    )
    op.create_index(op.f("ix_recovery_codes_guest_id"), "recovery_codes", ["guest_id"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("guest_id", sa.String(length=40), nullable=False),
        sa.Column("credential", sa.Text(), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("device", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        _of_guest("passkeys"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
    )
    op.create_index(op.f("ix_passkeys_guest_id"), "passkeys", ["guest_id"])
    op.create_table(
        "passing_words",
        sa.Column("word_hash", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("guest_id", sa.String(length=40), nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=False),
        _of_guest("passing_words"),
        sa.PrimaryKeyConstraint("word_hash", name=op.f("pk_passing_words")),
    )
    op.create_index(op.f("ix_passing_words_guest_id"), "passing_words", ["guest_id"])
    op.create_index(op.f("ix_passing_words_until"), "passing_words", ["until"])


def _of_guest(table: str) -> sa.ForeignKeyConstraint:
    """What belongs to a guest goes with them."""
    name = op.f(f"fk_{table}_guest_id_guests")
    return sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name=name, ondelete="CASCADE")


def downgrade() -> None:
    """Take them back."""
    for table in ("passing_words", "passkeys", "recovery_codes", "members"):
        op.drop_table(table)
    for column in ("seen_at", "device"):
        op.drop_column("sessions", column)
