"""Keep who wants a running game to be closed: all who play it must.

Revision: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Keep who consents; nobody was asked before."""
    nobody = sa.false()
    op.add_column(
        "chairs", sa.Column("consents", sa.Boolean(), nullable=False, server_default=nobody)
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_column(
        "chairs", "consents"
    )  # not as a batch: that would make the table again on SQLite
