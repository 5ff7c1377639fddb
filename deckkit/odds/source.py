"""What a question is asked about: the cards of a list or a pool of named groups; how groups and cards are named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from deckkit.catalogue.fields import CardFields
from deckkit.catalogue.fold import fold
from deckkit.catalogue.model import Card
from deckkit.catalogue.query import Query, QueryContext, compile_query
from deckkit.catalogue.syntax import And, Word
from deckkit.decklist.model import Deck
from deckkit.errors import UsageError
from deckkit.i18n import Text
from deckkit.odds.conditions import Condition, condition_error, second_condition, split_outside, unquoted
from deckkit.odds.opening import Opening

__all__ = [
    "OTHER",
    "CardSource",
    "Group",
    "NamedSource",
    "Source",
    "card_source",
    "left_out",
    "left_out_text",
    "named_pool",
    "take",
    "too_small_text",
]

#: How cards of no group are named in a pool of named groups.
OTHER = "other"
_TOTAL = "of"
_MOST_CARDS = 1000
_MOST_DIGITS = 20
_COUNT = re.compile(r"\s*([0-9]+)\s*[x×]?(?=\s|$)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Group:
    """A group of a condition: as written, and the test of what belongs to it.

    ``nowhere`` tells that no card of the whole game does.
    """

    text: str
    test: Callable[[Any], bool | None]
    nowhere: bool = False


class Source(Protocol):
    """Where cards come from: ``items`` (cards, or names of groups) with copies, and ``others`` that are in no group.

    ``left_out`` copies of a list were not understood and are not drawn from.
    """

    @property
    def items(self) -> tuple[tuple[Any, int], ...]: ...
    @property
    def others(self) -> int: ...
    @property
    def left_out(self) -> int: ...
    @property
    def size(self) -> int: ...

    def group(self, condition: Condition, text: str, at: int) -> Group:
        """The group that a condition names. Raises :class:`UsageError` with the place for one that has no meaning."""
        ...

    def find(self, name: str) -> Any | None:
        """The item of a name, None where there is none. Raises :class:`UsageError` where several have it."""
        ...

    def nearest(self, name: str) -> list[Any]:
        """The items whose names are nearest."""
        ...


@dataclass(frozen=True, slots=True)
class CardSource:
    """The cards of a list that are drawn from; groups are searches with these fields in this context."""

    items: tuple[tuple[Card, int], ...]
    fields: CardFields
    context: QueryContext
    left_out: int = 0

    @property
    def others(self) -> int:
        """None: every card of a list can be told from the others."""
        return 0

    @property
    def size(self) -> int:
        """All cards."""
        return sum(number for _, number in self.items)

    def group(self, condition: Condition, text: str, at: int) -> Group:
        """A search or a quoted name. Raises also for words that no card of the game has in its name."""
        further = second_condition(text)
        if further is not None and not self.context.index.exact(text):
            raise _no_comma(condition, at + further)
        try:
            query = compile_query(text, self.fields, self.context)
        except UsageError as error:
            column = error.where.params.get("column")
            # The column counts in the whole condition.
            raise condition_error(
                error.what, condition.text, at + column - 1 if isinstance(column, int) else at, error.do
            ) from None
        if not self._nowhere(query):
            return Group(text, query.test)
        if not _is_name(query):
            return Group(text, query.test, nowhere=True)
        do = Text("write a search, like {example}", {"example": Text("type:WORD, cost<=2")})
        near = self.context.index.nearest(text, 3)
        if near:
            do = Text("did you mean {names}?", {"names": list(near)})
        raise condition_error(Text("no card has '{name}' in its name", {"name": text}), condition.text, at, do)

    def _nowhere(self, query: Query) -> bool:
        """Whether no card of the list and none of the game fits."""
        game = self.context.index.full
        return (
            bool(game)
            and all(query.test(card) is False for card, _ in self.items)
            and all(query.test(card) is False for cards in game.values() for card in cards)
        )

    def find(self, name: str) -> Card | None:
        """The card of the list with this name in any language."""
        wanted = fold(name)
        found = [c for c, _ in self.items if wanted == c.key or wanted in map(fold, (c.name, *c.names.values()))]
        if len(found) > 1:
            what = Text("several cards of the list are called {name}", {"name": name})
            do = Text("name one by its id: {ids}", {"ids": [card.key for card in found]})
            raise UsageError(what, name, do)
        return found[0] if found else None

    def nearest(self, name: str) -> list[Card]:
        """The cards of the list with the nearest names."""
        from rapidfuzz import fuzz, process

        names = {fold(n): card for card, _ in self.items for n in (card.name, *card.names.values())}
        hits = process.extract(fold(name)[:200], names.keys(), scorer=fuzz.ratio, limit=6, score_cutoff=50)
        return list(dict.fromkeys(names[key] for key, _, _ in hits))[:3]


@dataclass(frozen=True, slots=True)
class NamedSource:
    """A pool of named groups that do not overlap; ``others`` are its further cards."""

    items: tuple[tuple[str, int], ...]
    others: int = 0

    @property
    def left_out(self) -> int:
        """None: a pool is understood, or it is refused."""
        return 0

    @property
    def size(self) -> int:
        """All cards."""
        return sum(number for _, number in self.items) + self.others

    def group(self, condition: Condition, text: str, at: int) -> Group:
        """One of the names."""
        name = self.find(text)
        if name is None or name == OTHER:
            further = second_condition(text)
            if further is not None:
                raise _no_comma(condition, at + further)
            what = Text("the pool has no group called '{name}'", {"name": text})
            do = Text("use one of: {names}", {"names": [name for name, _ in self.items]})
            if not self.items:
                do = Text("write it like: {example}", {"example": "--pool a=4,b=4,of=60"})
            raise condition_error(what, condition.text, at, do)
        return Group(name, lambda item: item == name)

    def find(self, name: str) -> str | None:
        """The name as the pool writes it, or ``other``."""
        wanted = fold(unquoted(name))
        return next((n for n in (*(n for n, _ in self.items), OTHER) if fold(n) == wanted), None)

    def nearest(self, name: str) -> list[str]:  # noqa: ARG002 - the shape of all sources
        """All names: there are few."""
        return [*(name for name, _ in self.items), OTHER]


def card_source(deck: Deck, opening: Opening, fields: CardFields, context: QueryContext) -> CardSource:
    """The cards that a deck draws from; copies on lines that were not understood are left out."""
    return CardSource(opening.pile(deck), fields, context, left_out(deck, opening))


def left_out(deck: Deck, opening: Opening) -> int:
    """The copies on lines that were not understood, and that would be drawn from."""
    return sum(problem.copies for problem in deck.problems if problem.section in (*opening.sections, ""))


def left_out_text(copies: int) -> Text:
    """Said with every figure that copies are missing from."""
    return Text(
        "{n} copy that was not understood is left out",
        {"n": copies},
        plural="{n} copies that were not understood are left out",
        number=copies,
    )


def too_small_text(cards: int, hand: int) -> Text:
    """Said where there are fewer cards than an opening hand holds."""
    return Text(
        "{n} card to draw from, fewer than an opening hand of {hand}",
        {"n": cards, "hand": hand},
        plural="{n} cards to draw from, fewer than an opening hand of {hand}",
        number=cards,
    )


def _no_comma(condition: Condition, at: int) -> UsageError:
    do = Text("put a comma between conditions, like: {example}", {"example": "2+ A, 1+ B"})
    return condition_error(Text("a further condition begins here"), condition.text, at, do)


def _is_name(query: Query) -> bool:
    """Whether a search is nothing but words of a name."""
    node = query.node
    return all(isinstance(part, Word) for part in (node.parts if isinstance(node, And) else (node,)))


def named_pool(text: str) -> NamedSource:
    """A pool written as ``a=4,b=4,of=60``: ``of`` is the number of all cards. Raises :class:`UsageError`."""
    counts: dict[str, int] = {}
    do = Text("write it like: {example}", {"example": "a=4,b=4,of=60"})
    for start, end in split_outside(text, ","):
        name, sign, digits = text[start:end].rpartition("=")
        name = unquoted(name)
        if not sign or not name or "=" in name:
            raise UsageError(Text("'{part}' is no group with a number", {"part": text[start:end]}), "--pool", do)
        if digits.strip().isdecimal() and len(digits.strip().lstrip("0")) > _MOST_DIGITS:
            raise UsageError(Text("this number is too large"), "--pool", _up_to())
        try:
            number = int(digits)
        except ValueError:
            what = Text("'{digits}' is not a whole number", {"digits": digits.strip()})
            raise UsageError(what, "--pool", do) from None
        if number < 0:
            raise UsageError(Text("a group cannot hold {number} cards", {"number": number}), "--pool", do)
        if number > _MOST_CARDS:
            what = Text("{number} cards are too many", {"number": number})
            raise UsageError(what, "--pool", _up_to())
        if fold(name) in map(fold, counts):
            raise UsageError(Text("the pool names '{name}' twice", {"name": name}), "--pool", do)
        if fold(name) == OTHER:
            what = Text("'{name}' are the cards of no group", {"name": name})
            raise UsageError(what, "--pool", Text("give the group another name"))
        counts[_TOTAL if fold(name) == _TOTAL else name] = number
    if _TOTAL not in counts:
        raise UsageError(Text("the number of all cards is missing"), "--pool", do)
    total = counts.pop(_TOTAL)
    named = sum(counts.values())
    if named > total:
        what = Text("the groups hold {named} cards, the whole pool only {total}", {"named": named, "total": total})
        raise UsageError(what, "--pool", Text("groups of a pool do not overlap: 'of' is the number of all cards"))
    return NamedSource(tuple(counts.items()), total - named)


def _up_to() -> Text:
    return Text("use a number up to {limit}", {"limit": _MOST_CARDS})


def take(source: Source, text: str, option: str, items: dict[Any, int] | None = None) -> dict[Any, int]:
    """The cards that a text names, like ``2 Name of a card; Another``, each with its number of copies.

    Commas and semicolons separate; a comma inside a name is understood where the source has such a card. ``items``
    are the cards that there are (default: all of the source). Raises :class:`UsageError` for cards that there are not.
    """
    left = dict(source.items) | {OTHER: source.others} if items is None else dict(items)
    found: dict[Any, int] = {}
    for part in _parts(text):
        for number, item in _named(source, part, option):
            found[item] = found.get(item, 0) + number
    for item, number in found.items():
        if number > left.get(item, 0):
            what = Text(
                "{found} copies of {card} are named, there are {there}",
                {"found": number, "card": item, "there": left.get(item, 0)},
            )
            raise UsageError(what, option, Text("name no more copies than the list holds"))
    return found


def _parts(text: str) -> Iterable[str]:
    for start, end in split_outside(text, re.compile(r"[;\n]")):
        if text[start:end].strip():
            yield text[start:end]


def _named(source: Source, part: str, option: str) -> Iterable[tuple[int, Any]]:
    pieces = [part[start:end] for start, end in split_outside(part, ",")]
    while pieces:
        for size in range(len(pieces), 0, -1):
            written = ",".join(pieces[:size])
            number, name = _counted(source, written)
            item = source.find(name) if name else None
            if item is not None:
                yield number, item
                del pieces[:size]
                break
        else:
            if not pieces[0].strip():
                del pieces[0]
                continue
            _, name = _counted(source, pieces[0])
            do = Text("did you mean {names}?", {"names": source.nearest(name)})
            if not source.nearest(name):
                do = Text("name cards of the list, like: {example}", {"example": Text("2 Name of a card; Another")})
            raise UsageError(Text("there is no '{name}' to draw", {"name": name}), option, do)


def _counted(source: Source, written: str) -> tuple[int, str]:
    name = unquoted(written)
    if source.find(name) is not None:
        return 1, name
    found = _COUNT.match(written)
    if found is None or len(found[1]) > 4 or int(found[1]) == 0:
        return 1, name
    return int(found[1]), unquoted(written[found.end() :])
