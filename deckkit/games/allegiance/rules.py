"""Allegiance's formats, and the one rule that only this game has: what a starting deck consists of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from deckkit.catalogue.fold import fold
from deckkit.catalogue.model import Card, UnknownFactError
from deckkit.errors import InputError
from deckkit.i18n import Text
from deckkit.legality.context import Context
from deckkit.legality.findings import Finding
from deckkit.legality.formats import FormatBook, load_book
from deckkit.legality.rules import RowError, Rule
from deckkit.legality.rules.base import remove_copies, size_severity, unknown_fact

__all__ = ["RULES", "StartingDeck", "load_formats"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartingDeck(Rule):
    """The configured starting deck (AL 13.10): so many copies of each card in ``cards``, and others of one kind only.

    ``cards`` are rows ``{card, n}``, a card by name or key; ``others`` is the kind that all other cards must have. A
    card too few is ``section.missing``, too many ``copies.over_limit``, another kind ``section.wrong_type``.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset({"section", "cards", "others"})

    cards: Sequence[Mapping[str, Any]]
    others: str
    section: str = "main"

    def __post_init__(self) -> None:
        for row in self.cards if isinstance(self.cards, (list, tuple)) else ({},):
            if set(row) != {"card", "n"} or type(row["n"]) is not int or row["n"] < 0 or type(row["card"]) is not str:
                raise RowError(Text("the cards are rows with the keys {keys}", {"keys": ["card", "n"]}))
        if not isinstance(self.others, str):
            raise RowError(Text("the kind of all other cards is a text"))

    def closed_to(self, card: Card) -> Collection[str]:
        names = {card.key, *(fold(name) for name in (card.name, *card.names.values()))}
        wanted = any(str(row["card"]) in names or fold(str(row["card"])) in names for row in self.cards)
        return () if wanted or "kind" in card.unknown or card.facts.get("kind") == self.others else (self.section,)

    def check(self, context: Context) -> Iterator[Finding]:
        counts = context.counts((self.section,))
        unread = context.missing((self.section,))
        wanted = {self._card(context, str(row["card"])): int(row["n"]) for row in self.cards}
        for card, limit in wanted.items():
            found, lines = counts.get(card, (0, ()))
            common: dict[str, Any] = {
                "section": self.section,
                "cards": ((card, found),),
                "found": found,
                "limit": limit,
                "lines": lines,
            }
            if found < limit:
                text = Text(
                    "{card}: the starting deck has {limit}, the list has {found}.",
                    {"card": card, "limit": limit, "found": found},
                )
                severity = size_severity(found + unread >= limit)
                add = Text("add {n} {card}", {"n": limit - found, "card": card})
                yield self.finding("section.missing", text, severity=severity, cure=add, **common)
            elif found > limit:
                text = Text(
                    "{card}: the starting deck has {limit}, the list has {found}.",
                    {"card": card, "limit": limit, "found": found},
                )
                cure = remove_copies(found - limit)
                yield self.finding("copies.over_limit", text, cure=cure, **common)
        for card, (found, lines) in counts.items():
            if card in wanted:
                continue
            try:
                kind = card.fact(context.fields.type)
            except UnknownFactError as unknown:
                yield unknown_fact(self, context, unknown, found, lines)
                continue
            if kind != self.others:
                yield self.finding(
                    "section.wrong_type",
                    Text("{card} does not belong in the starting deck: {rule}.", {"card": card, "rule": self.title}),
                    section=self.section,
                    cards=((card, found),),
                    found=found,
                    limit=0,
                    cure=remove_copies(found),
                    lines=lines,
                )

    def _card(self, context: Context, wanted: str) -> Card:
        catalogue, game = context.judge.catalogue, context.judge.game
        if wanted.startswith(f"{game}:"):
            found = next((card for card in catalogue.cards(game) if card.key == wanted), None)
        else:
            found = catalogue.index(game).resolve(wanted, suggest=0).card
        if found is None:
            what = Text("the starting deck asks for a card that is not in the catalogue: '{card}'", {"card": wanted})
            raise InputError(what, context.format.slug, Text("mend the format, or add the card as an own card"))
        return found


RULES = {"starting_deck": StartingDeck}


@cache
def load_formats() -> FormatBook:
    """Allegiance's formats, from ``formats.toml``."""
    path = Path(__file__).with_name("formats.toml")
    return load_book(path.read_text(encoding="utf-8"), "allegiance", RULES, where=path.name)
