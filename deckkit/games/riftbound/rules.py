"""The legality rules that only Riftbound has: the Chosen Champion and the Signature cards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

from deckkit.catalogue.model import Card, UnknownFactError
from deckkit.decklist.model import DeckCard
from deckkit.i18n import Text
from deckkit.legality.context import Context
from deckkit.legality.findings import Finding, Severity
from deckkit.legality.formats import FormatBook, load_book
from deckkit.legality.rules import Rule
from deckkit.legality.rules.base import remove_copies, size_severity, unknown_fact

__all__ = ["RULES", "ChosenChampion", "SignatureCards", "load_formats"]

_LEGEND, _CHAMPION, _MAIN, _SIDE = "legend", "champion", "main", "side"


def _tags(context: Context) -> set[str]:
    """The champion tags of the list's Legends. Raises :class:`UnknownFactError` where one is not known."""
    legends = context.deck.sections.get(_LEGEND, ())
    return {tag for item in legends if (tag := item.card.fact("champion"))}


def _champion_unit(card: Card) -> bool:
    return (card.fact("type"), card.fact("supertype")) == ("Unit", "Champion")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenChampion(Rule):
    """One Champion unit with the Legend's champion tag (CR 103.2.a.2); it is one of the main deck's cards (CR 103.2).

    A list that leaves it in the main deck keeps the rule if a card there fits: which one it is, is settled before the
    first game. ``required`` False allows none, ``match`` False any Champion unit (TR 602.3).
    """

    KEYS: ClassVar[frozenset[str]] = frozenset({"required", "match"})

    required: bool = True
    match: bool = True

    def closed_to(self, card: Card) -> Collection[str]:
        if {"type", "supertype"} & card.unknown or _champion_unit(card):
            return ()
        return (_CHAMPION,)

    def check(self, context: Context) -> Iterator[Finding]:
        named = context.deck.sections.get(_CHAMPION, ())
        count = sum(item.count for item in named)
        if count > 1:
            yield self.finding(
                "section.duplicate",
                Text("There are {found} Chosen Champions, only one is allowed.", {"found": count}),
                section=_CHAMPION,
                found=count,
                limit=1,
                cards=tuple((item.card, item.count) for item in named),
                lines=tuple(line for item in named for line in item.lines),
                cure=Text("put the others into the main deck"),
            )
        for item in named:
            yield from self._judge(context, item)
        if not named and self.required:
            yield from self._missing(context)

    def _judge(self, context: Context, item: DeckCard) -> Iterator[Finding]:
        card = item.card
        try:
            unit = _champion_unit(card)
            tags = _tags(context)
            tag = card.fact("champion")
        except UnknownFactError as unknown:
            yield unknown_fact(self, context, unknown, item.count, item.lines)
            return
        if not unit:
            yield self.finding(
                "section.wrong_type",
                Text("{card} is no Champion unit and cannot be the Chosen Champion.", {"card": card}),
                section=_CHAMPION,
                cards=((card, item.count),),
                found=item.count,
                limit=0,
                lines=item.lines,
                cure=Text("choose a Champion unit"),
            )
        elif self.match and tags and tag not in tags:
            legends = [legend.card for legend in context.deck.sections[_LEGEND]]
            yield self.finding(
                "champion.wrong_tag",
                Text("{card} does not fit {legends}: it is another champion.", {"card": card, "legends": legends}),
                section=_CHAMPION,
                cards=((card, item.count),),
                found=item.count,
                limit=0,
                params={"champion": tag, "wanted": sorted(tags)},
                lines=item.lines,
                cure=Text("choose a Champion unit of {champions}", {"champions": sorted(tags)}),
            )

    def _missing(self, context: Context) -> Iterator[Finding]:
        try:
            tags = _tags(context)
        except UnknownFactError as unknown:
            yield unknown_fact(self, context, unknown, 1, ())
            return
        unsure: UnknownFactError | None = None
        for item in context.deck.sections.get(_MAIN, ()):
            try:
                # Without a Legend nobody can say which champion fits; that it is missing, another rule says.
                if _champion_unit(item.card) and (not tags or item.card.fact("champion") in tags):
                    return
            except UnknownFactError as unknown:
                unsure = unknown
        if unsure is not None:
            yield unknown_fact(self, context, unsure, 1, ())
            return
        cure = Text("add a Champion unit of {champions}", {"champions": sorted(tags)}) if tags else Text("add one")
        yield self.finding(
            "section.missing",
            Text("There is no Chosen Champion, one is needed."),
            section=_CHAMPION,
            found=0,
            limit=1,
            severity=size_severity(context.missing((_CHAMPION, _MAIN)) > 0),
            cure=cure,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureCards(Rule):
    """At most ``limit`` Signature cards in all, of any names, and all with the Legend's champion tag (CR 103.2.d).

    The limit holds for what is played. Whether the sideboard counts is not written down, so more of them with the
    sideboard than may be played at once is a warning.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset({"limit"})

    limit: int

    def check(self, context: Context) -> Iterator[Finding]:
        found: dict[str, list[DeckCard]] = {}
        for section, item in context.cards((_MAIN, _CHAMPION, _SIDE)):
            try:
                if item.card.fact("supertype") == "Signature":
                    found.setdefault(section, []).append(item)
            except UnknownFactError as unknown:
                yield unknown_fact(self, context, unknown, item.count, item.lines)
        played = [*found.get(_MAIN, ()), *found.get(_CHAMPION, ())]
        everything = [*played, *found.get(_SIDE, ())]
        yield from self._strangers(context, everything)
        if sum(item.count for item in played) > self.limit:
            yield self._too_many(played)
        elif sum(item.count for item in everything) > self.limit:
            yield self._too_many(everything, warning=True)

    def _strangers(self, context: Context, items: Sequence[DeckCard]) -> Iterator[Finding]:
        legends = [item.card for item in context.deck.sections.get(_LEGEND, ())]
        if not legends or not items:
            return
        try:
            tags = _tags(context)
        except UnknownFactError as unknown:
            yield unknown_fact(self, context, unknown, 1, ())
            return
        for item in items:
            try:
                if item.card.fact("champion") in tags:
                    continue
            except UnknownFactError as unknown:
                yield unknown_fact(self, context, unknown, item.count, item.lines)
                continue
            yield self.finding(
                "signature.wrong_tag",
                Text(
                    "{card} is a Signature card of another champion than {legends}.",
                    {"card": item.card, "legends": legends},
                ),
                cards=((item.card, item.count),),
                found=item.count,
                limit=0,
                params={"champion": item.card.facts.get("champion"), "wanted": sorted(tags)},
                lines=item.lines,
                cure=remove_copies(item.count),
            )

    def _too_many(self, items: Sequence[DeckCard], warning: bool = False) -> Finding:
        counts: dict[Card, int] = {}
        for item in items:
            counts[item.card] = counts.get(item.card, 0) + item.count
        total = sum(counts.values())
        values = {"found": total, "limit": self.limit, "cards": list(counts)}
        text = Text("{found} Signature cards ({cards}), at most {limit} in all are allowed.", values)
        if warning:
            text = Text(
                "With the sideboard, {found} Signature cards ({cards}); at most {limit} may be played at once.",
                values,
            )
        return self.finding(
            "signature.over_limit",
            text,
            severity=Severity.WARNING if warning else Severity.ILLEGAL,
            cards=tuple(counts.items()),
            found=total,
            limit=self.limit,
            lines=tuple(line for item in items for line in item.lines),
            cure=Text("exchange them one for one") if warning else remove_copies(total - self.limit),
        )


RULES: dict[str, type[Rule]] = {"chosen_champion": ChosenChampion, "signature": SignatureCards}


@cache
def load_formats() -> FormatBook:
    """Riftbound's formats, from ``formats.toml``."""
    path = Path(__file__).with_name("formats.toml")
    return load_book(path.read_text(encoding="utf-8"), "riftbound", RULES, where=path.name)
