"""Keep why a table ended as a code, beside its sentence.

Revision: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Keep why a table ended as a code; tables that ended before keep a sentence alone."""
    op.add_column("tables", sa.Column("why", sa.String(length=20), nullable=True))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("tables", "why")  # not as a batch: that would make the table again on SQLite
