"""deckkit schema: the JSON Schemas of the outputs."""

from __future__ import annotations

from typing import Annotated

import typer

from deckkit.cli.common import JsonOption, emit_json

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("schema")(_schema)


def _schema(
    name: Annotated[
        str | None, typer.Argument(help="The output; without it, the names of all schemas.", show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Print the JSON Schema of an output."""
    from deckkit.schemas import read_schema, schema_names

    if name is not None:
        emit_json(read_schema(name.strip().lower()))
    elif as_json:
        emit_json(schema_names())
    else:
        print("\n".join(schema_names()))
