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
OWN_HAND = {**CARD, "cost": 5}
HANDS = {
    "schema": "deckkit.hands/1",
    "deck": {"name": "", "file": "a.txt", "game": "lorcana", "unresolved": 0},
    "seed": 7,
    "assumptions": {
        "pile": 60,
        "hand": 7,
        "turn": 1,
        "first": "draw",
        "mulligan": "keep-wanted",
        "redraw": "some",
        "most": None,
        "rules": ["CR 2.2.2"],
        "note": "",
    },
    "hands": [
        {
            "hand": 1,
            "opening": [{**OWN_HAND, "kept": False}],
            "new": [{**CARD, "cost": None}],
            "draws": [{"turn": 1, "cards": [OWN_HAND]}],
            "want": [{"want": "1+ cost=5", "opening_hand": True, "turn": True}],
        }
    ],
    "problems": [],
}
QUESTIONS = {
    "schema": "deckkit.questions/1",
    "deck": {"name": "", "file": "a.txt", "game": "lorcana", "unresolved": 0},
    "questions": [
        {
            "id": "inkable",
            "title": "Inkable cards by turn",
            "remark": "",
            "assumptions": ["60 cards drawn from"],
            "rule": ["CR 2.2.1.4"],
            "left_out": [],
            "by_turn": [
                {
                    "item": "at-least-1",
                    "label": "1 or more inkable cards",
                    "turn": 0,
                    "on_the_play": True,
                    "cards": 7,
                    "probability": 0.3994996257446656,
                    "fraction": "38962/97527",
                }
            ],
        }
    ],
}
_SIDE = {"name": "", "file": "a.txt", "sections": {"main": 60}, "unresolved": 0}
_VERDICT = {"legal": False, "verdict": "illegal", "codes": ["copies.over_limit"]}
COMPARE = {
    "schema": "deckkit.compare/1",
    "game": "lorcana",
    "on": "2026-11-30",
    "a": _SIDE,
    "b": _SIDE,
    "cards": [{"section": "main", **CARD, "change": "changed", "a": 4, "b": 3}],
    "assumptions": ["no mulligan"],
    "curve": {"fact": "cost", "rows": [{"value": 5, "known": True, "a": 60, "b": 60}]},
    "facts": [{"fact": "inks", "rows": [{"value": ["Ruby"], "known": True, "a": 56, "b": 57}]}],
    "formats": {"core": {"title": "Core Constructed", "a": _VERDICT, "b": _VERDICT}},
    "odds": [
        {
            "question": '1+ "Let It Go"',
            "item": "none",
            "label": "every hand is kept",
            "turn": 0,
            "on_the_play": True,
            "figure": "probability",
            "a": {"value": 0.3994996257446656, "fraction": "38962/97527"},
            "b": {"value": 0.31542957334891875, "fraction": "5397/17110"},
            "difference": -0.08407005239574682,
        }
    ],
}
COUNTS = {"exact": 8, "partial": 1, "unparsed": 1, "of": 10, "share": 0.8}
COVERAGE = {
    "schema": "deckkit.coverage/1",
    "on": "2026-11-30",
    "games": [
        {
            "game": "lorcana",
            "format": None,
            "catalogue": "lorcanajson 2.4.0 (2026-10-16)",
            "cards": {**COUNTS, "keywords_only": 2, "vanilla": 3},
            "clauses": COUNTS,
            "formats": {"core": COUNTS},
            "sets": [{"set": "1", "name": "First", "name_local": "Premier", **COUNTS, "without_text": 5}],
            "not_played": [{**CARD, "coverage": "partial", "clauses": {"exact": 1, "partial": 1, "unparsed": 0}}],
            "missing": [{"gap": "word", "hash": "0123abcd", "unlocks": 1, "cards": [CARD], "reason": None}],
            "stale": [],
        }
    ],
    "decks": [
        {
            "game": "lorcana",
            "file": "ice.txt",
            "name": "Ice",
            "unresolved": 0,
            "copies": {**COUNTS, "without_text": 2, "total": 12},
            "share": 10 / 12,
            "not_played": [{**CARD, "count": 1, "coverage": "unparsed"}],
            "problems": [],
        },
        {"game": "lorcana", "file": "no.txt", "error": {"what": "w", "where": "no.txt", "do": "d"}},
    ],
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

ASSUMPTIONS = {
    "pile": 60,
    "hand": 7,
    "turn": 0,
    "cards": 7,
    "first": "play",
    "mulligan": "none",
    "redraw": "some",
    "most": None,
    "back": "shuffled",
    "known": [],
    "seen": [{"name": "other", "count": 1}],
    "rules": ["CR 2.2.2"],
    "text": ["60 cards to draw from"],
}
SAMPLED = {"n": 5000, "interval": [0.3, 0.5], "seed": 1}
RESULT = {
    "want": "1+ a",
    "probability": 0.4,
    "fraction": "2/5",
    "assumptions": ASSUMPTIONS,
    "by_turn": [{"turn": 0, "cards": 7, "probability": 0.4, "fraction": "2/5"}],
    "expected": [{"group": "a", "cards": 4, "expected": 0.47, "fraction": "7/15"}],
    "undetermined": [{"group": "a", "cards": [CARD]}],
}
ODDS = {"schema": "deckkit.odds/1", **RESULT, "unresolved": 0}

SCENARIO = {
    "schema": "deckkit.scenario/1",
    "passed": 1,
    "failed": 1,
    "errors": 1,
    "scenarios": [
        {"id": "a", "status": "pass", "problems": []},
        {
            "id": "b",
            "status": "fail",
            "problems": [{"where": "then.P1.hand", "what": "the cards differ", "expected": [], "actual": ["x"]}],
        },
        {"id": "c", "status": "error", "problems": [{"where": "c: when[1]", "what": "no such step", "do": ""}]},
    ],
}

GOLDFISH = {
    "schema": "deckkit.goldfish/1",
    "deck": {"name": "Ice", "file": "ice.txt", "game": "lorcana", "unresolved": 0},
    "games": 10,
    "seed": 7,
    "assumptions": {
        "first": "play",
        "pilot": "greedy",
        "opponent": "nothing",
        "turns": 30,
        "version": "",
        "precision": None,
    },
    "coverage": {"exact": 56, "of": 60, "not_played": [{**CARD, "count": 4, "coverage": "unparsed"}]},
    "win_turn": {
        "mean": 6.5,
        "interval": [6.2, 6.8],
        "confidence": 0.95,
        "method": "normal",
        "deviation": 0.5,
        "median": 6,
        "histogram": {"6": 5, "7": 5},
        "won": 10,
        "not_won": 0,
        "lost": 0,
    },
    "by_turn": [
        {
            "turn": 1,
            "games": 10,
            "won": 0,
            "probability": 0.0,
            "interval": [0.0, 0.3],
            "score": 0.0,
            "available": 1.0,
            "used": 0.5,
            "played": 0.5,
            "hand": 5.5,
        }
    ],
    "cards": [
        {
            **CARD,
            "count": 4,
            "coverage": "unparsed",
            "drawn": 0.8,
            "played": 0.0,
            "placed": 0.5,
            "stuck": 0.3,
            "turn": None,
        }
    ],
    "mulligan": {"games": 3, "cards": {"0": 7, "2": 3}},
}
GOOD: list[tuple[str, Any]] = [
    ("goldfish", GOLDFISH),
    ("scenario", SCENARIO),
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
    ("coverage", COVERAGE),
    ("odds", ODDS),
    ("odds", {**ODDS, "results": [RESULT, {**RESULT, "fraction": None, "sampled": SAMPLED}]}),
    (
        "mulligan",
        {
            "schema": "deckkit.mulligan/1",
            "want": "1+ a",
            "keep": 0.4,
            "policies": {"none": 0.4, "keep-wanted": 0.6, "optimal": 0.7},
            "fractions": {"none": "2/5", "keep-wanted": "3/5", "optimal": None},
            "table": [
                {
                    "hand": [{"groups": ["a"], "count": 1}, {"groups": [], "count": 6}],
                    "keep": [{"groups": ["a"], "count": 1}],
                    "set_aside": [{"groups": [], "count": 6}],
                    "probability": 0.1,
                    "keep_chance": 0.2,
                    "chance": 0.3,
                    "gain": 0.1,
                }
            ],
            "hand": {
                "cards": [{**CARD, "count": 2}],
                "keep": [],
                "set_aside": [{**CARD, "count": 2}],
                "keep_chance": 0,
                "chance": 0.5,
                "fraction": "1/2",
                "gain": 0.5,
            },
            "assumptions": ASSUMPTIONS,
            "undetermined": [],
            "unresolved": 0,
            "sampled": {"optimal": SAMPLED},
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
    ("hands", HANDS),
    ("questions", QUESTIONS),
    ("compare", COMPARE),
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
    ("coverage", _without(COVERAGE, "games", 0, "cards", "vanilla"), "cards without text are told apart"),
    ("coverage", _with(COVERAGE, "some", "games", 0, "missing", 0, "gap"), "gaps are of known kinds"),
    ("coverage", _with(COVERAGE, "exact", "decks", 0, "not_played", 0, "coverage"), "what is exact is played"),
    ("coverage", _without(COVERAGE, "decks", 0, "unresolved"), "unread copies are always told"),
    ("odds", _with(ODDS, 1.1, "probability"), "a chance is at most 1"),
    ("odds", _without(ODDS, "assumptions"), "every figure tells what it rests on"),
    ("odds", {**ODDS, "results": [RESULT]}, "results are several"),
    ("mulligan", _without(_good("mulligan"), "policies", "optimal"), "every policy is told"),
    ("mulligan", _with(_good("mulligan"), 0, "table", 0, "hand", 0, "count"), "no class with no cards"),
    ("own-cards", _without(_good("own-cards"), "cards", 0, "name"), "a card has a name or a key"),
    ("own-cards", _with(_good("own-cards"), "My Cards", "source"), "a source is a plain word"),
    ("own-cards", {**_good("own-cards"), "colour": "red"}, "no unknown keys"),
    ("scenario", _without(_good("scenario"), "passed"), "the counts are told"),
    (
        "scenario",
        _with(_good("scenario"), "lost", "scenarios", 1, "status"),
        "a scenario passes, fails or has an error",
    ),
    ("scenario", _with(_good("scenario"), [], "scenarios", 1, "problems"), "what fails says why"),
    ("goldfish", _without(_good("goldfish"), "win_turn", "histogram"), "games by winning turn"),
    ("goldfish", _without(_good("goldfish"), "coverage", "not_played"), "what is not played is told"),
    ("goldfish", _with(_good("goldfish"), "0.5", "by_turn", 0, "used"), "numbers are numbers"),
    ("goldfish", _with(_good("goldfish"), {"six": 5}, "win_turn", "histogram"), "turns are numbers"),
    ("hands", _without(HANDS, "seed"), "the seed is told"),
    ("hands", _with(HANDS, "mine", "assumptions", "mulligan"), "three policies"),
    ("hands", _without(HANDS, "hands", 0, "opening", 0, "kept"), "each card is kept or not"),
    ("questions", _with(QUESTIONS, 1.1, "questions", 0, "by_turn", 0, "probability"), "a chance is at most 1"),
    ("questions", _without(QUESTIONS, "questions", 0, "assumptions"), "every figure tells what it rests on"),
    ("compare", _with(COMPARE, "moved", "cards", 0, "change"), "three kinds of change"),
    ("compare", _without(COMPARE, "odds", 0, "difference"), "the difference is told"),
]


def test_there_is_a_schema_for_each_json_output() -> None:
    first, second = ["check", "checks", "deck", "error", "formats"], ["games", "rules", "search", "show", "update"]
    first += ["compare", "coverage", "hands", "questions"]
    assert schema_names() == sorted(
        [*first, *second, "goldfish", "missing", "mulligan", "odds", "own-cards", "scenario", "team", "verify"]
    )
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
