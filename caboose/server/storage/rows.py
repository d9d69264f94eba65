"""The database: what is kept. The stored truth of a game is its key and its list of actions.

Times are milliseconds since 1970; hashes are of tokens, which themselves are never kept.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Id = sa.String(40)
Hash = sa.String(64)
Millis = sa.BigInteger


def _table_id(*, primary_key: bool = True) -> sa.Column[str]:
    """The table a row belongs to."""
    reference = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", Id, reference, primary_key=primary_key, nullable=False)


def _only(name: str, column: sa.Column[Any], rows: sa.ColumnElement[bool]) -> None:
    """An index of the few rows that are looked for again and again."""
    sa.Index(name, column, sqlite_where=rows, postgresql_where=rows)


guests = sa.Table(
    "guests",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("name", sa.String(30), nullable=False),
    sa.Column("bot", sa.Boolean, nullable=False, default=False),
    sa.Column("next_secret", sa.String(64), nullable=False),  # of the next table it opens
    sa.Column("created_at", Millis, nullable=False),
    sa.Column("seen_at", Millis, nullable=False),
)

# A browser's cookie, or a bot's bearer token.
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token_hash", Hash, primary_key=True),
    sa.Column(
        "guest_id", Id, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("kind", sa.String(10), nullable=False),  # cookie or bearer
    sa.Column("created_at", Millis, nullable=False),
    sa.Column("device", sa.String(60)),  # what kind of browser it is; older rows do not say
    sa.Column("seen_at", Millis),  # when it was here last, by the hour
)


def _guest_id(*, primary_key: bool = False) -> sa.Column[str]:
    """The guest a row belongs to, and goes with."""
    reference = sa.ForeignKey("guests.id", ondelete="CASCADE")
    return sa.Column(
        "guest_id", Id, reference, primary_key=primary_key, nullable=False, index=not primary_key
    )


# Guests who have claimed their name.
members = sa.Table(
    "members",
    metadata,
    _guest_id(primary_key=True),
    # A hash of what is left of the name at a glance: no other member's looks like it.
    sa.Column("looks", Hash, nullable=False, unique=True),
    sa.Column("since", Millis, nullable=False),
    sa.Column("renamed_at", Millis, nullable=False),
    # What they let everybody see on their profile, see `protocol/people.py`; none: what is usual.
    sa.Column("shows", sa.JSON),
)


def _pair(one: str, other: str) -> tuple[sa.Column[str], sa.Column[str], sa.Column[int]]:
    """One towards another, and since when; it goes with either."""

    def who(name: str, *, index: bool) -> sa.Column[str]:
        reference = sa.ForeignKey("guests.id", ondelete="CASCADE")
        return sa.Column(name, Id, reference, primary_key=True, index=index)

    return who(one, index=False), who(other, index=True), sa.Column("since", Millis, nullable=False)


# Whom a member follows, and whom they want nothing to do with.
follows = sa.Table("follows", metadata, *_pair("guest_id", "followed_id"))
blocks = sa.Table("blocks", metadata, *_pair("guest_id", "blocked_id"))

# Words on paper by which a member comes back; each works once and is deleted then.
recovery_codes = sa.Table(
    "recovery_codes",
    metadata,
    sa.Column("code_hash", Hash, primary_key=True),
    _guest_id(),
    sa.Column("created_at", Millis, nullable=False),
)

# Keys that a member's devices keep for them.
passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", Hash, primary_key=True),  # a hash of the credential's own, which may be long
    _guest_id(),
    sa.Column("credential", sa.Text, nullable=False),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("device", sa.String(60), nullable=False),
    sa.Column("created_at", Millis, nullable=False),
    sa.Column("used_at", Millis),
)

# Words that work once and soon: challenges for passkeys, codes for a second device.
passing_words = sa.Table(
    "passing_words",
    metadata,
    sa.Column("word_hash", Hash, primary_key=True),
    sa.Column("purpose", sa.String(20), nullable=False),
    sa.Column("guest_id", Id, sa.ForeignKey("guests.id", ondelete="CASCADE"), index=True),
    sa.Column("until", Millis, nullable=False, index=True),
    info={"passing": True},
)

# Browsers that want to be told when it is their turn.
subscriptions = sa.Table(
    "subscriptions",
    metadata,
    sa.Column("endpoint", sa.String(500), primary_key=True),
    sa.Column(
        "guest_id", Id, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("created_at", Millis, nullable=False),
)

mutes = sa.Table(
    "mutes",
    metadata,
    sa.Column("guest_id", Id, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("muted_id", Id, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("edition", sa.String(80), nullable=False),
    sa.Column("board", sa.Text),  # an own board as it was when the table was opened
    sa.Column("board_digest", Hash, nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("status", sa.String(10), nullable=False, index=True),
    sa.Column("why", sa.String(20)),  # a code; older rows have their sentence alone
    sa.Column("sentence", sa.Text),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("owner_id", Id, sa.ForeignKey("guests.id", ondelete="SET NULL")),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("rematch_of", Id),
    sa.Column("rematch", Id),
    sa.Column("continues", Id),  # the finished game from one of whose positions it goes on
    sa.Column("deal", sa.String(60), index=True),  # that others play, too, by its name
    # May others still play the deal, so that it is shown to those who sit here alone?
    sa.Column("sealed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("arena", Id, index=True),  # the arena in which it is played
    sa.Column("created_at", Millis, nullable=False),
    sa.Column("started_at", Millis),
    sa.Column("ended_at", Millis, index=True),
)
_only("ix_tables_sealed", tables.c.id, tables.c.sealed)

chairs = sa.Table(
    "chairs",
    metadata,
    _table_id(),
    sa.Column("chair", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer),
    sa.Column("kind", sa.String(10), nullable=False),  # open, person, bot
    sa.Column("name", sa.String(30), nullable=False),
    sa.Column("bot", sa.String(40)),
    sa.Column("guest_id", Id, sa.ForeignKey("guests.id", ondelete="SET NULL"), index=True),
    sa.Column("reserved_for", Id),  # in a rematch: who sat here; any holder of then may come
    sa.Column("invitation_hash", Hash, index=True),
    sa.Column("resume_hash", Hash, index=True),
    sa.Column("nonce", sa.String(64)),
    sa.Column("control", sa.String(10), nullable=False),  # person or bot
    sa.Column("timeouts", sa.Integer, nullable=False, default=0),  # turns in a row
    # What a person has said before the game; a bot need not.
    sa.Column("ready", sa.Boolean, nullable=False, server_default=sa.false()),
    # Do they want the running game to be closed?
    sa.Column("consents", sa.Boolean, nullable=False, server_default=sa.false()),
    # A hash of the browser from which they sat down and of the table: two names of one browser are
    # not rated. It tells nothing of other tables, so it may stay when a guest is forgotten.
    sa.Column("browser_hash", Hash),
)

# Members who were asked by name to sit down at a table.
asked = sa.Table(
    "asked",
    metadata,
    _table_id(),
    sa.Column(
        "guest_id", Id, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    sa.Column("by_id", Id, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    sa.Column("at", Millis, nullable=False),
)

# The guests who may play for a chair: who sat down, and whoever opened its private link.
holders = sa.Table(
    "holders",
    metadata,
    _table_id(),
    sa.Column("chair", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column(
        "guest_id", Id, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
)

actions = sa.Table(
    "actions",
    metadata,
    _table_id(),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),  # counted from 1
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("action", sa.String(120), nullable=False),
    sa.Column("cmd_id", sa.String(64)),
    sa.Column("digest", sa.String(16), nullable=False),  # of the state after it
    sa.Column("control", sa.String(10), nullable=False),  # who chose: person, bot or clock
    sa.Column("played_at", Millis, nullable=False),
    sa.UniqueConstraint("table_id", "seat", "cmd_id"),
)

# What actions do not hold: who sat down, left, timed out, when a bot took over, time added.
table_log = sa.Table(
    "table_log",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column(
        "table_id", Id, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("at", Millis, nullable=False),
    sa.Column("n", sa.Integer, nullable=False),  # actions played by then
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("facts", sa.JSON, nullable=False),
)

# When a table next needs somebody to act for it, and until when a process has taken that on.
due = sa.Table(
    "due",
    metadata,
    _table_id(),
    sa.Column("at", Millis, nullable=False, index=True),
    sa.Column("taken_until", Millis, nullable=False, default=0),
)

# Which tables a process has in memory, under the name of its line: only those who look are told.
looking = sa.Table(
    "looking",
    metadata,
    _table_id(),
    sa.Column("line", sa.String(40), primary_key=True),
    info={"passing": True},
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column(
        "table_id", Id, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("at", Millis, nullable=False),
    sa.Column("room", sa.String(10), nullable=False),
    sa.Column("guest_id", Id, sa.ForeignKey("guests.id", ondelete="SET NULL")),
    sa.Column("name", sa.String(30), nullable=False),
    sa.Column("text", sa.String(400), nullable=False),
)

removed_spectators = sa.Table(
    "removed_spectators",
    metadata,
    _table_id(),
    sa.Column("guest_id", Id, primary_key=True),
)

results = sa.Table(
    "results",
    metadata,
    _table_id(),
    sa.Column("ended_at", Millis, nullable=False, index=True),
    sa.Column("finished", sa.Boolean, nullable=False),  # False: closed before its end
    sa.Column("score", sa.JSON, nullable=False),
    sa.Column("record", sa.Text, nullable=False),
)

# What members are rated now, in each pool of editions and seats; made of the steps below.
ratings = sa.Table(
    "ratings",
    metadata,
    _guest_id(primary_key=True),
    sa.Column("pool", sa.String(20), primary_key=True, index=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("changed_at", Millis, nullable=False),
)

# What each rated game did to everybody's rating. A forgotten member stays as a number, nameless.
rating_steps = sa.Table(
    "rating_steps",
    metadata,
    _table_id(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guest_id", Id, sa.ForeignKey("guests.id", ondelete="SET NULL"), index=True),
    sa.Column("bot", sa.String(40)),
    sa.Column("pool", sa.String(20), nullable=False),
    sa.Column("ended_at", Millis, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),  # from 0; those who left come last
    sa.Column("counts", sa.Boolean, nullable=False),
    sa.Column("mu_before", sa.Double, nullable=False),
    sa.Column("sigma_before", sa.Double, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
)

# Who plays which deal, each once; how it ended stands in the results. Somebody who is forgotten,
# or was there under another name, stays as a score without a name.
attempts = sa.Table(
    "attempts",
    metadata,
    _table_id(),
    sa.Column("deal", sa.String(60), nullable=False),
    sa.Column("guest_id", Id, sa.ForeignKey("guests.id", ondelete="SET NULL"), index=True),
    sa.Column("instance", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("begun_at", Millis, nullable=False),
    sa.Column("until", Millis, nullable=False, index=True),  # then it is closed, and opened to all
    sa.Column("device", Hash),  # hashes keyed for each deal: whether two of it are the same
    sa.Column("network", Hash),
    sa.Column("examined", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("flag", sa.String(20)),  # why it is not ranked, as a code
    sa.UniqueConstraint("deal", "guest_id"),
    sa.Index("ix_attempts_deal_network", "deal", "network"),
    sa.Index("ix_attempts_deal_device", "deal", "device"),
)

_only("ix_attempts_unexamined", attempts.c.begun_at, ~attempts.c.examined)

# What the strongest bot made of a deal.
pars = sa.Table(
    "pars",
    metadata,
    sa.Column("deal", sa.String(60), primary_key=True),
    sa.Column("instance", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("total", sa.Integer),  # none yet: it is to be played, or is being played
    sa.Column("taken_until", Millis, nullable=False, default=0),
)
_only("ix_pars_missing", pars.c.taken_until, pars.c.total.is_(None))

# Two people, or two teams, the same five deals. The rival is whoever accepts; one member, if one
# was challenged. Teams have places instead.
duels = sa.Table(
    "duels",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("edition", sa.String(80), nullable=False),
    sa.Column("scoring", sa.String(12), nullable=False),
    sa.Column("team_of", sa.Integer, nullable=False, server_default="1"),  # so many a side
    sa.Column("challenger_id", Id, sa.ForeignKey("guests.id", ondelete="SET NULL"), index=True),
    sa.Column("rival_id", Id, sa.ForeignKey("guests.id", ondelete="SET NULL"), index=True),
    sa.Column("asked_id", Id, sa.ForeignKey("guests.id", ondelete="SET NULL"), index=True),
    sa.Column("created_at", Millis, nullable=False),
    sa.Column("until", Millis, nullable=False, index=True),
)

# Who plays for which team, and at which table: see `events/teams.py`. Nobody: the place is open.
duel_places = sa.Table(
    "duel_places",
    metadata,
    sa.Column("duel_id", Id, sa.ForeignKey("duels.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guest_id", Id, sa.ForeignKey("guests.id", ondelete="SET NULL"), index=True),
    sa.UniqueConstraint("duel_id", "guest_id"),
)

# What finished games were worth, and which are being worked out. Somebody waits for one until a
# time, and a process has taken it on until another; when nobody waits, it rests.
analyses = sa.Table(
    "analyses",
    metadata,
    _table_id(),
    sa.Column("made_by", Hash, nullable=False),  # all that decides a value, as one hash
    sa.Column("version", sa.String(40), nullable=False),
    sa.Column("depth", sa.String(10), nullable=False),
    sa.Column("asked_by", Id, sa.ForeignKey("guests.id", ondelete="SET NULL"), index=True),
    sa.Column("asked_at", Millis, nullable=False),
    sa.Column("waited_until", Millis, nullable=False, index=True),
    sa.Column("taken_until", Millis, nullable=False, default=0),
    sa.Column("done", sa.Integer, nullable=False, default=0),  # pieces
    sa.Column("wanted", sa.Integer, nullable=False, default=0),
    sa.Column("losses", sa.Integer, nullable=False, default=0),  # processes lost over it
    sa.Column("told", sa.Text),  # the whole, as JSON, when it is done
)

# The pieces of an analysis that is not done, each as JSON.
analysis_pieces = sa.Table(
    "analysis_pieces",
    metadata,
    _table_id(),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("piece", sa.Text, nullable=False),
    info={"passing": True},
)

# Who may not come to this server: a guest, or whoever asks from a network.
bans = sa.Table(
    "bans",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("guest_id", Id, sa.ForeignKey("guests.id", ondelete="CASCADE"), index=True),
    sa.Column("network", sa.String(50)),
    sa.Column("until", Millis),  # none: until it is lifted
    sa.Column("why", sa.String(400), nullable=False),
    sa.Column("created_at", Millis, nullable=False),
)

# What somebody said about another to whoever runs the server. It stays when the table is deleted.
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", Millis, nullable=False, index=True),
    sa.Column("table_id", Id, nullable=False),
    sa.Column("n", sa.Integer, nullable=False),  # actions played by then
    sa.Column("by_id", Id, sa.ForeignKey("guests.id", ondelete="SET NULL")),
    sa.Column("about_id", Id, sa.ForeignKey("guests.id", ondelete="SET NULL")),
    sa.Column("network", sa.String(50)),  # where the one it is about asked from
    sa.Column("words", sa.String(400), nullable=False),
    sa.Column("attached", sa.JSON, nullable=False),  # names, chat, and the game as everybody saw it
    sa.Column("done_at", Millis),
    sa.Column("outcome", sa.String(20)),
)

# Bots of members: guests with a token, and whose they are.
member_bots = sa.Table(
    "member_bots",
    metadata,
    _guest_id(primary_key=True),
    sa.Column(
        "owner_id", Id, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("created_at", Millis, nullable=False),
)


def _game_wanted() -> list[sa.Column[Any]]:
    """What is to be played, where the server makes the tables."""
    return [
        sa.Column("edition", sa.String(80), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("turn_seconds", sa.Integer, nullable=False),
        sa.Column("bank_seconds", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
    ]


def _offered_table() -> sa.Column[str]:
    """The table at which somebody is to sit down; if it is taken away, they are free again."""
    reference = sa.ForeignKey("tables.id", ondelete="SET NULL")
    return sa.Column("table_id", Id, reference, index=True)


# Who waits for opponents, for what, and until when they are known to be there.
seekers = sa.Table(
    "seekers",
    metadata,
    _guest_id(primary_key=True),
    *_game_wanted(),
    sa.Column("bots_after", sa.Integer),  # seconds; none: people only
    sa.Column("since", Millis, nullable=False),
    sa.Column("here_until", Millis, nullable=False),
    _offered_table(),
    info={"passing": True},
)

arenas = sa.Table(
    "arenas",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    *_game_wanted(),
    sa.Column("entry", sa.String(10), nullable=False),  # all, people or bots
    sa.Column("repeats", sa.Boolean, nullable=False),
    sa.Column("owner_id", Id, sa.ForeignKey("guests.id", ondelete="SET NULL"), index=True),
    sa.Column("created_at", Millis, nullable=False),
    sa.Column("starts_at", Millis, nullable=False),
    sa.Column("ends_at", Millis, nullable=False, index=True),
    sa.Column("next_id", Id),  # the arena that follows it, if it repeats
)

# Who plays in an arena: their score, until when they are known to be there, and where they play.
arena_players = sa.Table(
    "arena_players",
    metadata,
    sa.Column("arena_id", Id, sa.ForeignKey("arenas.id", ondelete="CASCADE"), primary_key=True),
    _guest_id(primary_key=True),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("joined_at", Millis, nullable=False),
    sa.Column("here_until", Millis, nullable=False),
    sa.Column("free_since", Millis, nullable=False),
    _offered_table(),
    sa.Column("last_table", Id),  # where they played before
)

# Over several processes: when somebody may do all at once again, see `limits.py`.
limits = sa.Table(
    "limits",
    metadata,
    sa.Column("name", sa.String(120), primary_key=True),
    sa.Column("full_at", sa.Double, nullable=False),  # milliseconds since 1970
)

# The server's own facts: the key that signs cookies, when a process was last alive.
facts = sa.Table(
    "facts",
    metadata,
    sa.Column("name", sa.String(30), primary_key=True),
    sa.Column("value", sa.String(200), nullable=False),
)


def kept_tables() -> list[sa.Table]:
    """What is worth a copy, in an order in which each finds those it refers to."""
    return [table for table in metadata.sorted_tables if not table.info.get("passing")]
