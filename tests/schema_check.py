"""For tests of the command line: whether a JSON document keeps to its schema."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator

from deckkit.schemas import read_schema

__all__ = ["problems", "validate"]


def problems(document: Any, name: str) -> list[str]:
    """What is wrong with the document, as ``place: message``; empty if it fits the schema called ``name``."""
    found = Draft202012Validator(read_schema(name)).iter_errors(document)
    return [f"{error.json_path}: {error.message}" for error in found]


def validate(document: Any, name: str) -> None:
    """Fails the test with all problems if the document does not fit the schema called ``name``."""
    wrong = problems(document, name)
    assert not wrong, f"not a {name} document:\n" + "\n".join(wrong)
