"""Count over all processes how much somebody has written lately.

Revision: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Keep when each limit is full again."""
    op.create_table(
        "limits",
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("full_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_limits")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("limits")
