"""Lorcana's compiler of card texts: its grammar with the catalogue's names, and which texts are reminders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit import effects
from deckkit.effects.rows import CARD, TextCompiler

if TYPE_CHECKING:
    from deckkit.effects.compile import Grammar

__all__ = ["COMPILER", "grammar"]

_HERE = Path(__file__).parent
_SHARED = Path(effects.__file__).parent
#: What decides the meaning of a text.
_SOURCES = (
    *sorted(_SHARED.glob("compile*.py")),
    *(_SHARED / name for name in ("shared.lark", "text.py", "notation.py", "words.py", "audit.py")),
    *sorted(_HERE.glob("meaning*.py")),
    *(_HERE / name for name in ("effects.lark", "effects.py", "lexicon.py", "cards.py", "compiling.py")),
)
#: A song repeats the rule by which it may be sung (CR 5.4.4.2).
_SONG = re.compile(r"\(?A character with cost \d+ or more can .* to sing this song for free")
_SHIFT = re.compile(r"Shift:? ([A-Za-z].*)")


def _shift_cost(text: str) -> tuple[str, Callable[[Any], list[dict[str, Any]]]] | None:
    """A Shift that is paid with something else than ink (CR 8.10.1)."""
    found = _SHIFT.fullmatch(text)
    if found is None:
        return None
    return found[1], lambda paid: [{"on": "static", "do": [{"op": "shift_cost", "cost": paid}]}]


def grammar(cards: Iterable[CARD]) -> Grammar:
    """The grammar with the names and the classifications of these cards."""
    names: set[str] = set()
    traits: set[str] = set()
    for name, facts in cards:
        names |= {name, name.partition(" - ")[0], *facts.get("singular_names", ())}
        traits |= set(facts.get("classifications", ()))
    return _grammar(frozenset(names), frozenset(traits))


@lru_cache(maxsize=4)
def _grammar(names: frozenset[str], traits: frozenset[str]) -> Grammar:
    from deckkit.effects.compile import Grammar
    from deckkit.games.lorcana.effects import VOCABULARY
    from deckkit.games.lorcana.lexicon import lexicon
    from deckkit.games.lorcana.meaning import Meaning

    own = (_HERE / "effects.lark").read_text(encoding="utf-8")
    return Grammar(own, Meaning, lexicon(names, traits), VOCABULARY)


COMPILER = TextCompiler(
    language="en",
    sources=_SOURCES,
    grammar=grammar,
    place=lambda facts: facts.get("type") == "Location",
    reminder=_SONG,
    keyword=_shift_cost,
)
