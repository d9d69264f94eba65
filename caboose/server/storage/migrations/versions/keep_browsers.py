"""Keep from which browser somebody sat down, as a hash.

Revision: 0017
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Let a chair keep the mark of a browser."""
    op.add_column("chairs", sa.Column("browser_hash", sa.String(length=64), nullable=True))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("chairs", "browser_hash")
