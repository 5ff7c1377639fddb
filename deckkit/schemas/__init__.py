"""JSON Schemas (draft 2020-12) of the outputs: within a major number keys are only added.

Each file is one schema with the id ``urn:deckkit:schema:NAME:1``. Keys that are not described are allowed.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from deckkit.errors import UsageError
from deckkit.i18n import Text

__all__ = ["read_schema", "schema_names"]

_HERE = Path(__file__).parent
_OTHER = re.compile(r'"urn:deckkit:schema:([a-z-]+):1[#"]')


def schema_names() -> list[str]:
    """The names of all schemas, sorted."""
    return sorted(path.stem for path in _HERE.glob("*.json"))


def read_schema(name: str) -> dict[str, Any]:
    """One schema, complete in itself: those that it refers to are put under its ``$defs``.

    Raises :class:`UsageError` listing the names for one that there is not.
    """
    if name not in schema_names():
        raise UsageError(
            Text("there is no schema '{name}'", {"name": name}),
            "deckkit schema",
            Text("use one of: {names}", {"names": schema_names()}),
        )
    text = (_HERE / f"{name}.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    for other in sorted(set(_OTHER.findall(text)) - {name}):
        schema.setdefault("$defs", {})[other] = read_schema(other)
    return schema
