"""Keep who has said that they are ready, at a table that waits.

Revision: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Keep who is ready; people who sit at a table already have not said so."""
    nobody = sa.false()
    op.add_column("chairs", sa.Column("ready", sa.Boolean(), nullable=False, server_default=nobody))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("chairs", "ready")  # not as a batch: that would make the table again on SQLite
