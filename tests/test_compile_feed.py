"""The compiler over the real feed: no two readings, nothing left of helpers, known cards (needs the shared feeds)."""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from lark import Tree
from lark.visitors import CollapseAmbiguities

from deckkit.effects.compile import compile_ability, notation_of, sentences_of
from deckkit.effects.compile_things import MeaninglessError
from deckkit.effects.lower import lift, lower
from deckkit.effects.notation import read_abilities, write_abilities
from deckkit.effects.render import Labels, render_abilities
from deckkit.games.lorcana.effects import VOCABULARY

pytestmark = pytest.mark.shared
ROOT = Path(__file__).resolve().parents[1]
FEED = "feeds/lorcana/lorcanajson-2.4.0.en.json.gz"


@cache
def report() -> ModuleType:
    spec = importlib.util.spec_from_file_location("compile_report", ROOT / "scripts/compile_report.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_sentence_has_two_meanings(shared: Path) -> None:
    grammar, cards = report().grammar_of(shared / FEED, "explicit")
    meaning = grammar.meaning()
    seen = set()
    for card in cards:
        for kind, text in report().texts_of(card):
            seen |= set(sentences_of(text, kind, grammar))
    assert len(seen) > 2000
    double = []
    for start, sentence in sorted(seen):
        try:
            tree = grammar.tree(start, sentence)
        except MeaninglessError:
            continue
        if any(True for _ in tree.find_data("_ambig")):
            found = {said(meaning, one) for one in CollapseAmbiguities().transform(tree)[:64]}
            if len(found) > 1:
                double.append(sentence)
    assert double == []


def said(meaning: Any, tree: Tree[Any]) -> str:
    from lark.exceptions import VisitError

    try:
        return json.dumps(meaning.transform(tree), sort_keys=True)
    except VisitError as error:
        if not isinstance(error.orig_exc, MeaninglessError):
            raise
        return f"not said: {error.orig_exc}"


def test_all_of_the_feed_compiles_to_notation_that_reads_the_same(shared: Path) -> None:
    grammar, cards = report().grammar_of(shared / FEED)
    exact = total = 0
    for card in cards:
        for kind, text in report().texts_of(card):
            found = compile_ability(text, kind, grammar, place=card["type"] == "Location")
            written = notation_of(found)
            assert "~" not in json.dumps(written)
            assert write_abilities(read_abilities(written, VOCABULARY)) == written
            assert lift(lower(found.abilities, VOCABULARY), VOCABULARY) == found.abilities
            assert all("{" not in one for one in render_abilities(found.abilities, Labels(VOCABULARY)))
            assert found.status == "unparsed" or found.clauses
            exact += found.status == "exact"
            total += 1
    assert exact / total > 0.8


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        # Read by hand from the cards.
        (
            "Flotsam - Ursula's Spy",
            [
                {
                    "on": "static",
                    "do": [
                        {
                            "op": "grant",
                            "target": {"all": {"controller": "you", "type": ["Character"], "name": ["Jetsam"]}},
                            "keyword": "Rush",
                        }
                    ],
                }
            ],
        ),
        (
            "Friend Like Me",
            [
                {
                    "on": "play",
                    "do": [
                        {"op": "move_top", "n": 3, "who": "all", "to": "inkwell", "facedown": True, "exhausted": True}
                    ],
                }
            ],
        ),
        (
            "Good Job!",
            [
                {
                    "on": "play",
                    "do": [
                        {
                            "op": "modify",
                            "target": {"choose": {"type": ["Character"]}},
                            "stats": {"lore": 1},
                            "until": "end_of_turn",
                        }
                    ],
                }
            ],
        ),
        (
            "Hiro Hamada - Future Champion",
            [
                {
                    "on": "play",
                    "do": [{"op": "draw", "n": 1}],
                    "of": {"type": ["Character"], "trait": ["Floodborn"], "controller": "you"},
                    "other": {"self": True},
                }
            ],
        ),
        ("Earth Giant - Living Mountain", [{"on": "play", "do": [{"op": "draw", "n": 1, "who": "foes"}]}]),
    ],
)
def test_cards_read_by_hand(shared: Path, name: str, wanted: Any) -> None:
    grammar, cards = report().grammar_of(shared / FEED)
    card = next(one for one in cards if one["fullName"] == name)
    found = [
        ability
        for kind, text in report().texts_of(card)
        for ability in notation_of(compile_ability(text, kind, grammar))
    ]
    assert json.dumps(found, sort_keys=True) == json.dumps(wanted, sort_keys=True)
