"""Call the room of those who watch by its new name: spectators, no longer onlookers.

Revision: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_RENAME = sa.text("UPDATE chat SET room = :new WHERE room = :old")
_OLDEST = sa.text("UPDATE facts SET value = :step WHERE name = 'oldest_version'")


def upgrade() -> None:
    """Versions before this one do not know the new word."""
    op.get_bind().execute(_RENAME, {"old": "onlookers", "new": "spectators"})
    op.get_bind().execute(_OLDEST, {"step": "9"})


def downgrade() -> None:
    """The old word again."""
    op.get_bind().execute(_RENAME, {"old": "spectators", "new": "onlookers"})
    op.get_bind().execute(_OLDEST, {"step": "5"})
