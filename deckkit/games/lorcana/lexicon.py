"""Lorcana's words for the compiler: symbols, kinds of words, names of cards (rules digest 5-9)."""

from __future__ import annotations

from collections.abc import Iterable

from deckkit.effects.text import Lexicon
from deckkit.games.lorcana.cards import INKS, KEYWORDS_FR

__all__ = ["lexicon"]

_SYMBOLS = {"⟳": "{E}", "⬡": "{I}", "¤": "{S}", "⛉": "{W}", "◊": "{L}", "◉": "{INK}"}
_TYPES = {"character": "Character", "item": "Item", "location": "Location", "action": "Action", "song": "Song"}
_FORMS = {
    "{e}": "exert",
    "{i}": "ink_",
    "{ink}": "inkable_",
    "banishes": "banish",
    **{word + "s": word for word in ("quest", "exert", "sing", "challenge", "inkwell")},
}
_STATS = {"{s}": "strength", "{w}": "willpower", "{l}": "lore"}


def lexicon(names: Iterable[str], traits: Iterable[str]) -> Lexicon:
    """The lexicon with the names of the catalogue's cards, short and full ones, and its classifications."""
    kinds = {word: ("TYPE", kind) for word, kind in _TYPES.items()}
    kinds |= {word + "s": pair for word, pair in kinds.items()}
    kinds |= {symbol: ("STAT", stat) for symbol, stat in _STATS.items()}
    kinds |= {ink.lower(): ("COLOUR", ink) for ink in INKS}
    return Lexicon(
        symbols=_SYMBOLS,
        forms=_FORMS,
        kinds=kinds,
        names=frozenset(names),
        traits=frozenset(traits) - {"Song"},
        keywords=frozenset(KEYWORDS_FR),
    )
