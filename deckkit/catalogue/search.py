"""Searching a catalogue, and what a card looks like as a row of plain values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckkit.catalogue.conditions import field_words
from deckkit.catalogue.fields import ANY_NUMBER, CardFields, FactField
from deckkit.catalogue.fold import fold
from deckkit.catalogue.model import Card, Printing
from deckkit.catalogue.query import ExtraField, Query, QueryContext, compile_query
from deckkit.catalogue.store import Catalogue
from deckkit.catalogue.syntax import And, Ask, Name, Node, Not, Or, Word
from deckkit.errors import UsageError
from deckkit.i18n import Text

__all__ = [
    "Found",
    "asks_for_limit",
    "card_row",
    "compile_for",
    "current_printings",
    "flag_words",
    "query_context",
    "search",
    "sort_cards",
    "sort_words",
]

_WORDS = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Found:
    """The cards that fit, and those of which it cannot be said because a fact is not known; both by key."""

    query: Query
    cards: tuple[Card, ...]
    undetermined: tuple[Card, ...] = ()


def query_context(
    catalogue: Catalogue, game: str, fields: CardFields, extra: Mapping[str, ExtraField] | None = None
) -> QueryContext:
    """What a search over this catalogue may ask. ``extra`` are the fields of higher layers (``legal``, ``banned``)."""
    kinds = {column.fact: column.kind for column in fields.columns}

    def values(name: str) -> set[str]:
        cards = catalogue.cards(game)
        if name == "keyword":
            return {row.keyword for card in cards for row in catalogue.keywords(card)}
        if name in ("rarity", "promo"):
            printed = (getattr(printing, name) for card in cards for printing in current_printings(catalogue, card))
            return {value for value in printed if value}
        facts = [value for card in cards if (value := card.facts.get(name)) is not None]
        return {v for many in facts for v in many} if kinds.get(name) == "choices" else {str(v) for v in facts}

    def rules_text(phrase: str) -> set[int]:
        words = " ".join(_WORDS.findall(phrase))
        star = "*" if phrase.endswith("*") else ""
        return catalogue.match(game, f'rules_text : "{words}" {star}'.rstrip())

    return QueryContext(
        index=catalogue.index(game),
        values=values,
        sets=catalogue.sets(game),
        printings=catalogue.printings,
        keywords=catalogue.keywords,
        rules_text=rules_text if catalogue.has_text(game) else None,
        extra=extra or {},
    )


def compile_for(
    catalogue: Catalogue, game: str, fields: CardFields, text: str, extra: Mapping[str, ExtraField] | None = None
) -> Query:
    """The search compiled for this catalogue. Raises :class:`UsageError` as :func:`compile_query` does."""
    return compile_query(text, fields, query_context(catalogue, game, fields, extra))


def search(
    catalogue: Catalogue, game: str, fields: CardFields, text: str, extra: Mapping[str, ExtraField] | None = None
) -> Found:
    """All current cards of a game that fit a search. Raises :class:`UsageError` for a search that has no meaning."""
    query = compile_for(catalogue, game, fields, text, extra)
    fitting, undetermined = [], []
    for card in catalogue.cards(game):
        answer = query.matches(card)
        if answer:
            fitting.append(card)
        elif answer is None:
            undetermined.append(card)
    return Found(query, tuple(fitting), tuple(undetermined))


def current_printings(catalogue: Catalogue, card: Card) -> list[Printing]:
    """The printings that the feed still has, oldest set first."""
    return [printing for printing in catalogue.printings(card) if printing.removed is None]


def flag_words(query: Query, fields: CardFields) -> set[str]:
    """The (folded) bare words of a search that ask for a flag of this game, and would be words of names in another."""
    facts = field_words(fields)
    words = {fold(leaf.text) for leaf in _leaves(query.node) if isinstance(leaf, Word)}
    return {word for word in words if word in facts and facts[word].kind == "flag"}


def asks_for_limit(query: Query, fields: CardFields) -> bool:
    """Whether a search compares the cards' own copy limits with a number: most cards have none of their own."""
    facts = field_words(fields)
    asks = [leaf for leaf in _leaves(query.node) if isinstance(leaf, Ask) and fold(leaf.value) != ANY_NUMBER]
    return any(fact.fact == fields.copy_limit for ask in asks if (fact := facts.get(fold(ask.field))))


def _leaves(node: Node) -> Iterator[Word | Name | Ask]:
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _leaves(part)
        case Not(part):
            yield from _leaves(part)
        case _:
            yield node


def sort_words(fields: CardFields) -> set[str]:
    """The (folded) words that :func:`sort_cards` sorts by."""
    return {"name", "id", "set", *field_words(fields)}


def sort_cards(
    catalogue: Catalogue, game: str, fields: CardFields, cards: Iterable[Card], keys: Sequence[str], lang: str = "en"
) -> list[Card]:
    """Cards by the named fields, one after the other: ``name``, ``set`` (the first one), ``id`` or a fact's word.

    A minus before a word turns its order round. Cards without the fact, or where it is not known, come last either
    way; the name decides what the fields leave open. Raises :class:`UsageError` for a field that there is not.
    """
    facts = field_words(fields)
    wrong = [key for key in keys if key.strip() and fold(key.strip().lstrip("-")) not in sort_words(fields)]
    if wrong:
        known = ["name", "set", "id", *(column.query[0] for column in fields.columns)]
        what = Text("cards cannot be sorted by '{field}'", {"field": wrong[0].strip()})
        raise UsageError(what, "--sort", Text("use one of: {values}", {"values": known}))
    sets = catalogue.sets(game)
    ordered = sorted(cards, key=lambda card: (fold(card.local_name(lang)), card.key))
    for key in reversed([key.strip() for key in keys if key.strip()]):
        word, down = fold(key.lstrip("-")), key.startswith("-")
        values: dict[str, Any] = {}
        for card in ordered:
            if word == "name":
                values[card.key] = fold(card.local_name(lang))
            elif word == "id":
                values[card.key] = card.key
            elif word == "set":
                printings = current_printings(catalogue, card)
                values[card.key] = min((sets[p.set_code].order for p in printings if p.set_code in sets), default=None)
            else:
                values[card.key] = _sortable(card.facts.get(facts[word].fact), facts[word], lang)
        missing = [card for card in ordered if values[card.key] is None]
        present = [card for card in ordered if values[card.key] is not None]
        present.sort(key=lambda card: values[card.key], reverse=down)
        ordered = present + missing
    return ordered


def _sortable(value: Any, fact: FactField, lang: str) -> Any:
    if value is None:
        return None
    if fact.kind in ("number", "limit"):
        return float("inf") if value == ANY_NUMBER else value
    if fact.kind == "flag":
        return bool(value)
    if fact.kind == "choices":
        return [fold(fact.value_label(item, lang)) for item in value]
    return fold(fact.value_label(value, lang))


def card_row(catalogue: Catalogue, card: Card, fields: CardFields, lang: str | None = None) -> dict[str, Any]:
    """A card as plain values: id, game, name, every fact, keywords, sets, unknown.

    A fact is None where it does not apply or is not known; ``unknown`` names those that apply and are not known.
    ``name_local`` is there where ``lang`` is given and the name in it is known. Lists stay lists; words stay
    canonical.
    """
    row: dict[str, Any] = {"id": card.key, "game": card.game, "name": card.name}
    local = card.names.get(lang) if lang else None
    if local is not None:
        row["name_local"] = local
    for column in fields.columns:
        row[column.column] = card.facts.get(column.fact)
    row["keywords"] = [str(keyword) for keyword in catalogue.keywords(card)]
    row["sets"] = list(dict.fromkeys(printing.set_code for printing in current_printings(catalogue, card)))
    row["unknown"] = sorted(card.unknown)
    return row
