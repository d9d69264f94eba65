"""Every setting of the server, in one place. Each can be set as an environment variable too.

`port` is CABOOSE_PORT in the environment, and so on. The table in docs/server.md is made from
this file by `make protocol`.
"""

from __future__ import annotations

import ipaddress
import json
import re
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

DEFAULT_FOLDER = "caboose-games"  # of the folder that the server runs in


class BadSetting(Exception):
    """Why a setting cannot be used, in a sentence."""


def default_database() -> str:
    """Where games are kept if nothing is said: a file in the folder the server runs in."""
    return f"sqlite:///{DEFAULT_FOLDER}/caboose.db"


def _listed(said: Any) -> Any:
    """The entries of a list, written with commas or as JSON."""
    if not isinstance(said, str):
        return said
    if not said.lstrip().startswith("["):
        return [entry.strip() for entry in said.split(",") if entry.strip()]
    try:
        return json.loads(said)
    except ValueError:
        raise ValueError("it begins as JSON but is none; separate the entries by commas") from None


def _small(said: Any) -> Any:
    return said.lower() if isinstance(said, str) else said


Words = Annotated[list[str], NoDecode, BeforeValidator(_listed)]
LogLevel = Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(_small)]


class Settings(BaseSettings):
    """How a server runs."""

    model_config = SettingsConfigDict(
        env_prefix="CABOOSE_",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        allow_inf_nan=False,
    )

    # where it listens
    host: str = Field("127.0.0.1", min_length=1, description="The interface to listen on.")
    port: int = Field(8000, ge=0, le=65535, description="The port; 0 takes a free one.")
    origins: Words = Field(
        [], description="Other origins whose pages may connect, separated by commas."
    )
    hosts: Words = Field(
        [],
        description="The names under which guests come, as caboose.example, separated by commas;"
        " `*` allows all. Addresses and names of a home network need not be said.",
    )
    behind_proxy: bool = Field(False, description="Trust X-Forwarded-* of a reverse proxy.")
    listen_when_ready: bool = Field(
        False, description="Let a proxy ask other processes until this one can answer."
    )
    proxies: Words = Field(
        ["127.0.0.1", "::1"],
        description="Where that proxy asks from: addresses or networks, separated by commas.",
    )

    process_ports: int = Field(
        0,
        ge=0,
        le=65_000,
        description="Several processes listen on ports in a row from this one, each with its own"
        " /metrics; 0: any free ones.",
    )

    # what it keeps
    database: str = Field(
        default_factory=default_database,
        description="A file (a path, or sqlite:///FILE), or postgresql://USER@HOST/NAME.",
    )
    database_seconds: float = Field(
        8,
        gt=0,
        description="An answer of the database is waited for so long; then a move is not stored.",
    )
    boards: Path | None = Field(None, description="A folder with own boards, as TOML files.")
    keep_days: int = Field(
        365,
        ge=1,
        description="Tables that ended so many days ago are deleted, if no member sat there or"
        " hardly anything was played; arenas and duels, too.",
    )
    abandon_days: int = Field(
        30, ge=1, description="A table at which nothing happens for so many days is closed."
    )
    waiting_days: int = Field(
        1, ge=1, description="A table whose game has not begun after so many days is deleted."
    )
    guest_days: int = Field(
        400,
        ge=1,
        description="A guest who has no table, is no member and was away so long is forgotten.",
    )

    # people
    tables_per_guest: int = Field(20, ge=1, description="Tables that a guest may have open.")
    tables_per_hour: float = Field(
        60, gt=0, description="Tables that a guest may open per hour; a third of them at once."
    )
    changes_per_minute: float = Field(
        60,
        gt=0,
        description="Other changes of a guest per minute, as sitting down or making links; moves"
        " are not counted.",
    )
    guests_per_minute: int = Field(
        30, ge=1, description="New guests, and attempts to sign in, per minute and address."
    )
    guests_per_address: int = Field(
        20,
        ge=1,
        description="An address may open tables, change and write as much as so many guests; an"
        " IPv6 address is its /64.",
    )
    requests_per_second: float = Field(
        10,
        gt=0,
        description="Requests over HTTP per second of a guest, ten seconds' worth at once; of an"
        " address as many as of so many guests.",
    )
    loads_per_minute: float = Field(
        30,
        gt=0,
        description="Tables per minute that a guest looks at and that must be read from the"
        " database first; half a minute's worth at once.",
    )
    messages_per_second: float = Field(
        20,
        gt=0,
        description="Messages per second of a connection, and commands of a guest over HTTP;"
        " four seconds' worth at once.",
    )
    chat: bool = Field(True, description="May people write at tables? A host can forbid it there.")
    chat_per_minute: float = Field(20, gt=0, description="Chat lines per minute of a guest.")
    frame_bytes: int = Field(16_384, ge=1024, description="The largest message taken, in bytes.")
    connections_per_guest: int = Field(
        40, ge=1, description="Connections of a guest at a time, and of an address without a name."
    )

    connections_per_address: int = Field(
        500,
        ge=1,
        description="Connections of an address at a time; behind a proxy, the proxy counts them.",
    )
    request_seconds: float = Field(
        10, gt=0, description="A request must have come so many seconds after its beginning."
    )
    unread_seconds: float = Field(
        20, gt=0, description="Who does not read what was sent for so long is cut off."
    )

    # time
    restart_seconds: float = Field(
        20, ge=0, description="What a restart adds to every running clock, besides the outage."
    )
    timeouts_to_bot: int = Field(
        3, ge=1, description="Turns timed out in a row before a bot takes the seat."
    )

    # bots
    bot_workers: int = Field(2, ge=0, description="Processes in which bots search.")
    bot_pace: float = Field(
        0.7, ge=0, description="Seconds a bot seems to think about each decision, at least."
    )
    bot_seconds: float = Field(
        2.5, gt=0, description="The longest that anybody waits for a bot's decision."
    )
    stand_in: str = Field("driver", description="The bot that takes an absent person's seat.")

    # meeting others
    bots_per_member: int = Field(5, ge=0, description="Bots with a token that a member may have.")
    arenas_per_member: int = Field(
        3, ge=0, description="Arenas of a member's that have not ended; 0: nobody opens any."
    )
    arena_minutes: int = Field(1440, ge=5, description="The longest arena, in minutes.")
    arena_players: int = Field(200, ge=2, description="Members and bots in an arena, at most.")

    # analysis
    analysis_workers: int = Field(
        1, ge=0, description="Processes in which finished games are analyzed, behind the bots."
    )
    analysis_depth: Literal["quick", "standard"] = Field(
        "standard", description="How closely games are analyzed: quick or standard."
    )
    analyses_per_hour: float = Field(
        30, gt=0, description="Analyses that a guest may ask for per hour; a third of them at once."
    )
    analyses_per_guest: int = Field(
        3, ge=1, description="Games of a guest's asking that are analyzed or wait at a time."
    )
    analyses_per_address: int = Field(10, ge=1, description="The same of all guests of an address.")
    analyses_at_once: int = Field(
        60, ge=1, description="Games that are analyzed or wait at a time, in all."
    )

    # the same deal for everybody
    daily_instances: int = Field(
        4, ge=1, le=16, description="Instances of a daily deal, at most; one more for six players."
    )

    # turns far apart
    push_services: Words = Field(
        [
            "fcm.googleapis.com",
            "push.services.mozilla.com",
            "push.apple.com",
            "notify.windows.com",
        ],
        description="The browsers' push services that may be told of a turn.",
    )
    contact: str = Field(
        "mailto:caboose@localhost",
        description="Whom a push service may write to about this server.",
    )

    # operation
    operator_token: str = Field(
        "", description="The key to the page /operator, where reports are read and people banned."
    )
    metrics_token: str = Field(
        "", description="The bearer token with which /metrics can be read from elsewhere, too."
    )
    log_level: LogLevel = Field("info", description="debug, info, warning or error.")

    @field_validator("origins")
    @classmethod
    def _are_origins(cls, said: list[str]) -> list[str]:
        origins = [each.rstrip("/") for each in said]
        for origin in origins:
            parts = urlsplit(origin)
            if (
                parts.scheme not in ("http", "https")
                or origin != f"{parts.scheme}://{parts.netloc}"
            ):
                raise ValueError(f"'{origin}' is no origin; write it as https://caboose.example")
        return origins

    @field_validator("hosts")
    @classmethod
    def _are_names(cls, said: list[str]) -> list[str]:
        for name in said:
            if name != "*" and not re.fullmatch(r"[\w.-]+", name):
                raise ValueError(f"'{name}' is no name; write it as caboose.example")
        return said

    @field_validator("proxies")
    @classmethod
    def _are_networks(cls, said: list[str]) -> list[str]:
        for each in said:
            try:
                ipaddress.ip_network(each)
            except ValueError:
                raise ValueError(f"'{each}' is no address; write it as 10.0.0.0/8") from None
        return said

    @field_validator("stand_in")
    @classmethod
    def _is_a_bot(cls, said: str) -> str:
        from caboose.server.bots.bots import is_bot  # it takes a while, and few change this setting

        if not is_bot(said):
            raise ValueError(f"there is no bot '{said}'; `caboose bot list` names them")
        return said


def read_settings(**said: Any) -> Settings:
    """What is said here and, for the rest, in the environment; BadSetting if it cannot be used.

    What is None is not said.
    """
    try:
        return Settings(**{name: value for name, value in said.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = str(first["loc"][0])
        why = first["msg"].removeprefix("Value error, ")
        shown = f"{name} (--{name})" if said.get(name) is not None else f"CABOOSE_{name.upper()}"
        raise BadSetting(f"the setting {shown} cannot be used: {why}.") from None
