"""Take the ids of guests out of the tables' logs, which records show for as long as they are kept.

Revision: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

WITHOUT = {
    "sqlite": "UPDATE table_log SET facts = json_remove(facts, '$.by') WHERE facts LIKE '%\"by\"%'",
    "postgresql": "UPDATE table_log SET facts = (CAST(facts AS jsonb) - 'by')"
    " WHERE CAST(facts AS text) LIKE '%\"by\"%'",
}


def upgrade() -> None:
    """Say no more by whom; which chair it was stays."""
    op.execute(sa.text(WITHOUT[op.get_bind().dialect.name]))


def downgrade() -> None:
    """What is gone stays gone; older versions do not miss it."""
