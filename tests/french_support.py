"""The two French games: their card lists in a catalogue of their own, and test cards declared on the fly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from deckkit.catalogue import Catalogue
from deckkit.catalogue.model import Card
from deckkit.decklist.model import Deck, DeckCard, Entry, ParsedList
from deckkit.decklist.reading import resolve
from deckkit.feeds import Target, update
from deckkit.feeds.read import read_path
from deckkit.feeds.upsert import import_bundle
from deckkit.games import GAMES

FACTS = Path(__file__).resolve().parents[1] / "data" / "facts"
FRENCH = ("invocateurs", "allegiance")


def from_facts(path: Path) -> Path:
    """A catalogue of both games as it ships."""
    for game in FRENCH:
        feeds = GAMES[game].feeds
        assert feeds is not None
        import_bundle(feeds(), read_path(FACTS / game), Target(path))
    return path


def from_feeds(path: Path, shared: Path) -> Path:
    """A catalogue of both games from their card lists."""
    for game in FRENCH:
        update(GAMES[game], shared / "feeds" / game / "cards.json", path)
    return path


def case_deck(rows: Iterable[Mapping[str, Any]], catalogue: Catalogue, game: str) -> Deck:
    """The deck of a ``check_deck`` case: known cards are resolved, ``t-…`` are cards of that name without any text."""
    known: list[Entry] = []
    made: dict[Card, int] = {}
    for line, row in enumerate(rows, 1):
        name = row["name"]
        if name.startswith("t-"):
            card = Card(-line, f"{game}:{name}", game, name, {})
            made[card] = made.get(card, 0) + row["n"]
            continue
        number = str(row["number"]) if "number" in row else None
        known.append(Entry(line, name, row["n"], name, set_code=row.get("set"), number=number))
    deck = resolve(ParsedList("case", tuple(known)), catalogue, game, GAMES[game].deck)
    main = (*deck.sections["main"], *(DeckCard(card, count) for card, count in made.items()))
    return Deck(game, {**deck.sections, "main": main}, problems=deck.problems)
