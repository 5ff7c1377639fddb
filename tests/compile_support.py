"""A grammar with a few made-up names, for the compiler's tests."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from deckkit.effects.compile import Compiled, Grammar, compile_ability, notation_of
from deckkit.games.lorcana.effects import VOCABULARY
from deckkit.games.lorcana.lexicon import lexicon
from deckkit.games.lorcana.meaning import Meaning

ROOT = Path(__file__).resolve().parents[1]
OWN = ROOT / "deckkit/games/lorcana/effects.lark"
NAMES = ("Testa", "Mr. Test", "Test the Waters!", "Testa and Friends")
TRAITS = ("Hero", "Villain", "Princess", "Queen", "Seven Dwarfs", "Floodborn", "Song")


@cache
def grammar(ambiguity: str = "resolve") -> Grammar:
    return Grammar(OWN.read_text(encoding="utf-8"), Meaning, lexicon(NAMES, TRAITS), VOCABULARY, ambiguity)


def compiled(text: str, kind: str, *, place: bool = False) -> Compiled:
    return compile_ability(text, kind, grammar(), place=place)


def exact(text: str, kind: str, *, place: bool = False) -> list[dict[str, Any]]:
    """The notation of a text, which must be understood whole."""
    found = compiled(text, kind, place=place)
    assert found.status == "exact", (text, found.reasons)
    assert all(clause.exact for clause in found.clauses)
    return notation_of(found)


def block(text: str) -> Any:
    """What an action with this text does."""
    found = exact(text, "effect")
    assert len(found) == 1 and found[0]["on"] == "play", json.dumps(found)
    return found[0]["do"]
