"""The JSON Schemas: valid themselves, told apart good from bad documents, printed by the command."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from schema_check import problems, validate
from typer.testing import CliRunner

from deckkit.cli.main import app
from deckkit.errors import UsageError
from deckkit.schemas import read_schema, schema_names

CARD = {"id": "lorcana:let-it-go", "name": "Let It Go", "name_local": "Libérée, délivrée"}
FINDING = {
    "code": "copies.over_limit",
    "severity": "illegal",
    "section": "main",
    "cards": [{**CARD, "count": 8}],
    "found": 8,
    "limit": 4,
    "message": "8 copies, 4 allowed",
    "rule": "CR 1.10.1.1",
    "source": "Tournament Rules 2026-07-14",
    "cure": "remove 4",
    "lines": [3, 17],
    "suggestions": [],
}
UNRESOLVED = {
    **FINDING,
    "code": "name.unresolved",
    "severity": "incomplete",
    "section": None,
    "cards": [],
    "limit": None,
    "cure": None,
    "rule": "",
    "source": "",
    "suggestions": [CARD],
}
JUDGED = {
    "format": "core",
    "title": "Core Constructed",
    "kind": "constructed",
    "legal": False,
    "verdict": "illegal",
    "findings": [FINDING, UNRESOLVED],
    "passed": [{"rule": "size", "title": "60 cards or more", "cite": "CR 1.10.1.1"}],
}
HEAD = {
    "schema": "deckkit.check/1",
    "deck": {
        "name": "Ice",
        "file": "ice.txt",
        "game": "lorcana",
        "form": "text",
        "sections": {"main": 60},
        "unresolved": 0,
    },
    "on": "2026-11-30",
    "catalogue": "LorcanaJSON 2.4.0",
    "legal": False,
    "advice": [{"code": "resources", "message": "44 of 60", "cards": []}],
}
CHECK = {**HEAD, **JUDGED}
CHECK_ALL = {
    **HEAD,
    "formats": {"core": JUDGED, "pack-rush": {**JUDGED, "format": "pack-rush", "kind": "limited"}},
    "timeline": {
        "core": [
            {"from": None, "until": "2026-07-17", "legal": True, "verdict": "legal", "codes": []},
            {"from": "2026-07-17", "until": None, "legal": False, "verdict": "illegal", "codes": ["pool.rotated"]},
        ]
    },
}
UNREADABLE = {
    "schema": "deckkit.check/1",
    "deck": {"name": "", "file": "x.bin", "game": "lorcana"},
    "legal": False,
    "error": {"what": "not a text", "where": "x.bin", "do": ""},
}
TEAM = {
    **{key: JUDGED[key] for key in ("format", "title", "kind", "legal", "verdict", "findings", "passed")},
    "schema": "deckkit.team/1",
    "game": "lorcana",
    "on": "2026-11-30",
    "catalogue": "LorcanaJSON 2.4.0",
    "decks": [CHECK, CHECK],
}
COUNTS = {"cards": 2, "printings": 3}

GOOD: list[tuple[str, Any]] = [
    ("check", CHECK),
    ("check", CHECK_ALL),
    ("check", {**CHECK, "a_later_key": 1}),
    ("checks", [CHECK, CHECK_ALL, UNREADABLE]),
    ("checks", []),
    ("team", TEAM),
    ("error", {"error": {"what": "no such game", "where": "", "do": "use one of: lorcana"}}),
    (
        "update",
        {
            "schema": "deckkit.update/1",
            "feed": "LorcanaJSON",
            "added": {**COUNTS, "names": 4},
            "changed": COUNTS,
            "removed": {"cards": 0, "printings": 0},
            "corrected": 4,
            "details": [
                {"kind": "changed", "what": "card", "id": "lorcana:a", "name": "A", "field": "cost", "old": 3, "new": 4}
            ],
        },
    ),
    ("search", [{"id": "lorcana:let-it-go", "name": "Let It Go", "game": "lorcana", "cost": 5}]),
    ("search", []),
    (
        "show",
        {
            "schema": "deckkit.show/1",
            "id": "lorcana:let-it-go",
            "game": "lorcana",
            "name": "Let It Go",
            "name_local": "Libérée, délivrée",
            "names": {"en": "Let It Go", "fr": "Libérée, délivrée"},
            "aliases": [],
            "facts": {"cost": 5, "inks": ["Amethyst"], "strength": None},
            "unknown": [],
            "keywords": [{"keyword": "Sing Together", "value": "7", "number": 7}],
            "printings": [
                {
                    "id": "163",
                    "set": "1",
                    "set_name": "The First Chapter",
                    "set_name_local": "Premier Chapitre",
                    "number": "163",
                    "variant": None,
                    "rarity": "Rare",
                    "promo": None,
                    "counts": True,
                    "prerelease": "2023-08-18",
                    "release": "2023-09-01",
                    "removed": None,
                }
            ],
            "texts_known": False,
            "texts": [],
            "former_texts": [],
            "on": "2026-11-30",
            "legality": [
                {
                    "format": "core",
                    "title": "Core Constructed",
                    "kind": "constructed",
                    "status": "rotated",
                    "legal": False,
                    "reason": "left with its set",
                    "spans": [{"from": "2023-08-18", "until": "2025-09-05"}],
                    "bans": [],
                }
            ],
            "catalogue": "LorcanaJSON 2.4.0",
        },
    ),
    (
        "deck",
        {
            "schema": "deckkit.deck/1",
            "game": "lorcana",
            "name": "",
            "sections": {"main": [{"id": "lorcana:let-it-go", "name": "Let It Go", "count": 4, "printing": "163"}]},
        },
    ),
    (
        "rules",
        {
            "schema": "deckkit.rules/1",
            "entries": [
                {
                    "id": "banned",
                    "kind": "code",
                    "game": None,
                    "names": {"en": ["Banned"], "fr": ["Bannie"]},
                    "text": {"en": "On the list.", "fr": "Sur la liste."},
                    "rules": [],
                    "see": [],
                    "severity": "illegal",
                }
            ],
            "sources": {"lorcana": {"CR": {"en": "Comprehensive Rules", "fr": "Règles complètes"}}},
        },
    ),
    (
        "games",
        {
            "schema": "deckkit.games/1",
            "database": "riftlore.db",
            "origin": "shipped",
            "games": [
                {
                    "game": "lorcana",
                    "title": "Disney Lorcana",
                    "cards": 2680,
                    "printings": 3204,
                    "sets": 20,
                    "feeds": [
                        {
                            "feed": "LorcanaJSON",
                            "version": "2.4.0",
                            "language": "en",
                            "generated": "2026-08-02",
                            "sha256": "ab",
                        }
                    ],
                    "age_days": 120,
                }
            ],
        },
    ),
    (
        "formats",
        {
            "schema": "deckkit.formats/1",
            "formats": [
                {
                    "game": "lorcana",
                    "format": "infinity",
                    "title": "Infinity Constructed",
                    "kind": "constructed",
                    "supported": True,
                    "rules": [
                        {
                            "rule": "size",
                            "title": "60 cards",
                            "cite": "CR 1.10.1.1",
                            "source": "CR",
                            "from": None,
                            "until": None,
                        }
                    ],
                    "rotations": [],
                    "bans": [
                        {
                            "card": "lorcana:hiram-flaversham-toymaker",
                            "since": "2026-03-26",
                            "until": None,
                            "cite": "TR 1.6.2",
                            "source": "TR 2026-07-14",
                        }
                    ],
                },
                {
                    "game": "lorcana",
                    "format": "coconut",
                    "title": "Format Coconut",
                    "kind": "unsupported",
                    "supported": False,
                    "rules": [],
                    "rotations": [],
                    "bans": [],
                    "reason": "beta",
                },
            ],
        },
    ),
    (
        "verify",
        {
            "schema": "deckkit.verify/1",
            "game": "lorcana",
            "on": "2026-10-16",
            "cards": 2680,
            "formats": {
                "core": {
                    "equal": 2679,
                    "exceptions": [
                        {"id": "lorcana:a", "name": "A", "ours": False, "feed": True, "reason": "left with its set"}
                    ],
                }
            },
        },
    ),
    (
        "missing",
        {
            "schema": "deckkit.missing/1",
            "game": "lorcana",
            "together": False,
            "owned": {"file": "owned.csv", "cards": 8, "unresolved": 0, "problems": []},
            "decks": [
                {
                    "name": "Ice",
                    "file": "ice.txt",
                    "needed": 4,
                    "missing": 1,
                    "unresolved": 1,
                    "cards": [{**CARD, "needed": 4, "owned": 3, "missing": 1}],
                    "problems": [
                        {"code": "name.unresolved", "line": 3, "text": "1 X", "copies": 1, "message": "no card"},
                    ],
                }
            ],
            "missing": 1,
            "buy": [{**CARD, "needed": 4, "owned": 3, "missing": 1}],
        },
    ),
    (
        "own-cards",
        {
            "schema": "deckkit.own-cards/1",
            "game": "lorcana",
            "source": "my-cards",
            "sets": [{"code": "X1", "prerelease": "2026-11-30"}],
            "cards": [
                {"name": "Let It Go", "facts": {"cost": 5, "inkable": True, "inks": ["Amethyst"], "move_cost": None}},
                {"key": "lorcana:new-one", "name": "New One", "printings": [{"set": "X1", "number": 1}]},
            ],
        },
    ),
]


def _good(name: str) -> Any:
    return copy.deepcopy(next(document for schema, document in GOOD if schema == name))


def _without(document: Any, *path: Any) -> Any:
    document = copy.deepcopy(document)
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return document


def _with(document: Any, value: Any, *path: Any) -> Any:
    document = copy.deepcopy(document)
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return document


BAD: list[tuple[str, Any, str]] = [
    ("check", _without(CHECK, "verdict"), "the verdict stands beside legal"),
    ("check", _without(CHECK, "deck", "unresolved"), "unresolved copies are always told"),
    ("check", _without(CHECK, "findings", 0, "cure"), "a finding has its cure, or null"),
    ("check", _with(CHECK, "wrong", "findings", 0, "severity"), "four severities only"),
    ("check", _with(CHECK, "8", "findings", 0, "found"), "numbers are numbers"),
    ("check", _with(CHECK, 0, "findings", 0, "cards", 0, "count"), "no card with no copies"),
    ("check", _with(CHECK, "maybe", "verdict"), "three verdicts only"),
    ("check", _with(CHECK, "30/11/2026", "on"), "ISO dates"),
    ("check", _with(CHECK, "deckkit.check/2", "schema"), "another major number"),
    ("check", {**CHECK, "formats": {"core": JUDGED}}, "several formats stand in place of the single verdict"),
    ("check", _with(CHECK_ALL, {}, "formats"), "no format at all"),
    ("check", _without(CHECK_ALL, "formats", "core", "passed"), "each format has all of a verdict"),
    ("check", _without(CHECK_ALL, "timeline", "core", 0, "until"), "a period has both ends"),
    ("check", UNREADABLE, "one unreadable list is an error, not a check"),
    ("check", [CHECK], "a list is 'checks'"),
    ("checks", CHECK, "one object is 'check'"),
    ("team", {**TEAM, "decks": [CHECK]}, "a team has two lists"),
    ("team", {**TEAM, "decks": [CHECK, UNREADABLE]}, "both were read"),
    ("checks", [_without(CHECK, "deck")], "every item keeps to check"),
    ("checks", [_with(UNREADABLE, True, "legal")], "an unreadable list is not legal"),
    ("checks", [_without(UNREADABLE, "error", "do")], "the one shape of errors"),
    ("error", {"error": {"what": "", "where": "", "do": ""}}, "an error says what"),
    ("error", {"error": "no"}, "an error is an object"),
    ("update", _without(_good("update"), "removed", "printings"), "counts for cards and printings"),
    ("update", _with(_good("update"), -1, "corrected"), "no negative counts"),
    ("update", _with(_good("update"), "renamed", "details", 0, "kind"), "four kinds of change"),
    ("search", {"cards": []}, "search prints a list"),
    ("search", [{"id": "let-it-go", "name": "Let It Go", "game": "lorcana"}], "keys begin with the game"),
    ("show", _without(_good("show"), "printings", 0, "set"), "a printing has its set"),
    ("show", _with(_good("show"), "gone", "legality", 0, "status"), "five standings"),
    ("deck", _with(_good("deck"), [], "sections"), "sections by name"),
    ("deck", _with(_good("deck"), 0, "sections", "main", 0, "count"), "no card with no copies"),
    ("rules", _without(_good("rules"), "entries", 0, "names", "fr"), "both languages"),
    ("rules", _without(_good("rules"), "entries", 0, "severity"), "a code has a severity"),
    ("games", _with(_good("games"), "here", "origin"), "four origins"),
    ("games", _without(_good("games"), "games", 0, "age_days"), "the age is always told, or null"),
    ("formats", _without(_good("formats"), "formats", 1, "reason"), "unsupported with its reason"),
    ("formats", _without(_good("formats"), "formats", 0, "bans", 0, "source"), "a ban has its source"),
    ("verify", _without(_good("verify"), "formats", "core", "exceptions", 0, "reason"), "an exception has its reason"),
    ("verify", _with(_good("verify"), 1.5, "cards"), "whole cards"),
    ("missing", _with(_good("missing"), -1, "missing"), "nothing is missing less than not at all"),
    ("missing", _without(_good("missing"), "owned", "unresolved"), "unread copies are always told"),
    ("own-cards", _without(_good("own-cards"), "cards", 0, "name"), "a card has a name or a key"),
    ("own-cards", _with(_good("own-cards"), "My Cards", "source"), "a source is a plain word"),
    ("own-cards", {**_good("own-cards"), "colour": "red"}, "no unknown keys"),
]


def test_there_is_a_schema_for_each_json_output() -> None:
    first, second = ["check", "checks", "deck", "error", "formats"], ["games", "rules", "search", "show", "update"]
    assert schema_names() == sorted([*first, *second, "missing", "own-cards", "team", "verify"])
    assert {name for name, _ in GOOD} == set(schema_names())
    assert {name for name, _, _ in BAD} == set(schema_names())


@pytest.mark.parametrize("name", schema_names())
def test_the_schema_is_valid_complete_and_named(name: str) -> None:
    schema = read_schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:deckkit:schema:{name}:1"
    assert schema["title"] and schema["description"]


@pytest.mark.parametrize(("name", "document"), GOOD)
def test_good_documents_fit(name: str, document: Any) -> None:
    validate(document, name)


@pytest.mark.parametrize(("name", "document", "why"), BAD, ids=[f"{name}: {why}" for name, _, why in BAD])
def test_bad_documents_do_not(name: str, document: Any, why: str) -> None:
    assert problems(document, name), why
    with pytest.raises(AssertionError, match=f"not a {name} document"):
        validate(document, name)


@pytest.mark.parametrize("name", ["check", "search", "deck", "rules"])
def test_keys_may_be_added(name: str) -> None:
    """Design 9: within a schema's major number keys are only added."""
    document = _good(name)
    (document[0] if isinstance(document, list) else document)["added_later"] = {"any": ["thing"]}
    validate(document, name)


@pytest.mark.parametrize("name", schema_names())
def test_the_command_prints_the_schema(name: str) -> None:
    result = CliRunner().invoke(app, ["schema", name])
    assert result.exit_code == 0
    assert json.loads(result.stdout) == read_schema(name)


def test_the_command_lists_the_names() -> None:
    assert CliRunner().invoke(app, ["schema"]).stdout.split() == schema_names()
    assert json.loads(CliRunner().invoke(app, ["schema", "--json"]).stdout) == schema_names()


def test_an_unknown_schema_is_wrong_usage() -> None:
    result = CliRunner().invoke(app, ["schema", "chekc"])
    assert isinstance(result.exception, UsageError)
    assert result.exception.exit_code == 2
    assert all(name in str(result.exception.do) for name in schema_names())


@pytest.mark.parametrize("name", ["../check", "check.json", "", "/etc/passwd"])
def test_a_name_is_not_a_path(name: str) -> None:
    with pytest.raises(UsageError):
        read_schema(name)


def test_the_documentation_names_every_schema() -> None:
    text = (Path(__file__).parents[1] / "docs" / "json.md").read_text("utf-8")
    for name in schema_names():
        assert f"`{name}`" in text, name
