"""Write down the server's interface: OpenAPI, JSON Schemas of the socket, and its settings.

    python -m checks.protocol           write the files again
    python -m checks.protocol --check   say which of them are out of date

TypeScript types are made from the schemas by `make protocol`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

from caboose.boards import Edition
from caboose.server.host import Host
from caboose.server.http.application import make_app
from caboose.server.protocol import (
    analysis,
    bodies,
    club,
    commands,
    deals,
    meeting,
    messages,
    moderation,
    people,
    views,
)
from caboose.server.settings import Settings

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "protocol"
SETTINGS_PAGE = ROOT / "docs" / "server.md"
UNIONS: dict[str, TypeAdapter[Any]] = {
    "ServerMessage": messages.SERVER_MESSAGE,
    "ClientMessage": commands.CLIENT_MESSAGE,
}
REQUESTS = (
    bodies.NewGuest,
    bodies.NewToken,
    bodies.NewChair,
    bodies.NewTable,
    bodies.PlayNow,
    bodies.Sit,
    bodies.Command,
    bodies.Removal,
    moderation.NewBan,
    analysis.TryMove,
    analysis.PlayOn,
    commands.Say,
    commands.Mute,
)
BEGIN, END = "<!-- settings: made by `make protocol` -->", "<!-- end of settings -->"


def openapi() -> dict[str, Any]:
    """The HTTP interface."""
    return make_app(Host(Settings(database="sqlite:///none.db"))).openapi()


def socket_schema(adapter: TypeAdapter[Any], title: str) -> dict[str, Any]:
    """The messages of one direction."""
    schema = adapter.json_schema(ref_template="#/$defs/{model}")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **schema}


def all_models() -> dict[str, Any]:
    """Every model that goes over a socket or over HTTP, for the types of other languages."""
    chosen: list[tuple[type[BaseModel], Any]] = []
    game = (views, messages, commands, bodies, moderation, analysis)
    for module in (*game, club, people, deals, meeting):
        for thing in vars(module).values():
            is_model = isinstance(thing, type) and issubclass(thing, BaseModel)
            if is_model and thing.__module__ == module.__name__ and thing is not views.Message:
                chosen.append((thing, "serialization"))
    _, schema = models_json_schema(chosen, ref_template="#/$defs/{model}")
    schema = without_titles(schema)
    for model, _ in chosen:
        schema["$defs"][model.__name__]["required"] = required(model)
    schema["$defs"] |= edition_models()
    for name, union in UNIONS.items():
        schema["$defs"][name] = {"title": name, "anyOf": kinds(union)}
    return {"title": "Models", **schema}


def edition_models() -> dict[str, Any]:
    """An edition and what is on its board, all of which is always sent."""
    schema = TypeAdapter(Edition).json_schema(ref_template="#/$defs/{model}")
    edition = {name: value for name, value in schema.items() if name != "$defs"}
    models = without_titles({"$defs": {**schema["$defs"], "Edition": edition}})["$defs"]
    for model in models.values():
        model["required"] = sorted(model["properties"])
    return dict(models)


def required(model: type[BaseModel]) -> list[str]:
    """The fields that are always there: all that we send, and all that we must be sent."""
    asked = model in REQUESTS or model is views.PublicPart or model is views.GameEvent
    fields = model.model_fields.items()
    return [name for name, field in fields if field.is_required() or not asked]


def kinds(union: TypeAdapter[Any]) -> list[dict[str, str]]:
    """References to the members of a union."""
    mapping = union.json_schema()["discriminator"]["mapping"]
    return [{"$ref": reference} for reference in mapping.values()]


def without_titles(schema: Any) -> Any:
    """A schema without titles and defaults of fields, which would become types of their own."""
    if isinstance(schema, list):
        return [without_titles(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {
        name: without_titles(value)
        for name, value in schema.items()
        if not (name == "title" and isinstance(value, str))
        and not (name == "default" and "$ref" in schema)
    }
    if "prefixItems" in kept:
        kept["items"] = kept.pop("prefixItems")  # as the tool for TypeScript knows it
    for name, model in kept.get("$defs", {}).items():
        model["title"] = name
    return kept


def settings_table() -> str:
    """The settings, as a table for people."""
    lines = ["| setting | environment | default | meaning |", "|---|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = field.get_default(call_default_factory=True, validated_data={})
        shown = "" if default in (None, "", []) else f"`{default}`"
        lines.append(f"| `{name}` | `CABOOSE_{name.upper()}` | {shown} | {field.description} |")
    return "\n".join(lines)


def files() -> Iterator[tuple[Path, str]]:
    """What each file should hold."""
    yield FOLDER / "openapi.json", _text(openapi())
    sent = socket_schema(commands.CLIENT_MESSAGE, "ClientMessage")
    received = socket_schema(messages.SERVER_MESSAGE, "ServerMessage")
    yield FOLDER / "client_messages.json", _text(sent)
    yield FOLDER / "server_messages.json", _text(received)
    yield FOLDER / "models.json", _text(all_models())
    page = SETTINGS_PAGE.read_text("utf-8")
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    yield SETTINGS_PAGE, f"{head}{BEGIN}\n\n{settings_table()}\n\n{END}{tail}"


def _text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=1, sort_keys=True) + "\n"


def main() -> None:
    """Write the files, or check them."""
    checking = "--check" in sys.argv
    stale = []
    for file, wanted in files():
        if not file.exists() or file.read_text("utf-8") != wanted:
            stale.append(file.relative_to(ROOT))
            if not checking:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(wanted, "utf-8")
    for name in stale:
        print(f"{name} {'is out of date: run `make protocol`.' if checking else 'written.'}")
    sys.exit(1 if checking and stale else 0)


if __name__ == "__main__":
    main()
