"""What is counted, for Prometheus. Nothing here says anything about a game's hidden cards."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()

STORED = Counter("caboose_actions_stored", "Commands stored.", registry=REGISTRY)
COMMITS = Counter("caboose_commits", "Transactions that stored commands.", registry=REGISTRY)
REFUSED = Counter("caboose_refused", "Commands refused, by code.", ["code"], registry=REGISTRY)
STATEMENTS = Counter("caboose_statements", "Statements sent to the database.", registry=REGISTRY)
LINES = Counter("caboose_lines", "Lines heard from other processes.", registry=REGISTRY)
MESSAGES = Counter("caboose_messages", "Messages sent, by kind.", ["kind"], registry=REGISTRY)
CONNECTIONS = Gauge("caboose_connections", "Open connections.", registry=REGISTRY)
CUT = Counter("caboose_connections_cut", "Connections cut, by why.", ["why"], registry=REGISTRY)
UNREAD = Gauge("caboose_unread_bytes", "Sent and not taken yet, in all.", registry=REGISTRY)
LAG = Gauge("caboose_loop_lag_seconds", "How late the event loop was, lately.", registry=REGISTRY)
WAITING = Gauge("caboose_writer_waiting", "Actions that wait to be stored.", registry=REGISTRY)
BOTS_WAITING = Gauge("caboose_bots_waiting", "Questions that wait for a bot.", registry=REGISTRY)
LOST = Counter("caboose_lost_seconds", "Time in which no move could be taken.", registry=REGISTRY)
KEEPS_HOUSE = Gauge("caboose_keeps_house", "1: it keeps house for all.", registry=REGISTRY)
TABLES = Gauge("caboose_tables_loaded", "Tables held in memory.", registry=REGISTRY)
BOT_WAIT = Histogram(
    "caboose_bot_seconds",
    "From the moment a bot is asked to its answer.",
    registry=REGISTRY,
    buckets=(0.005, 0.02, 0.1, 0.3, 0.7, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0),
)
BOT_REPLACED = Counter("caboose_bot_workers_replaced", "Bot processes replaced.", registry=REGISTRY)
BOT_CHEAP = Counter("caboose_bot_cheap", "Decisions given to a cheap bot.", registry=REGISTRY)
ROUND_TRIP = Histogram(
    "caboose_database_seconds",
    "How long the database takes for a transaction.",
    registry=REGISTRY,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
COMMAND = Histogram(
    "caboose_command_seconds",
    "From a command's arrival to stored and shown.",
    registry=REGISTRY,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
)
