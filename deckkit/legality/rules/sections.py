"""Rules about the sections of a list: how many cards stand where, and of what kind."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from deckkit.catalogue.fields import CardFields
from deckkit.catalogue.model import Card, CardSet, UnknownFactError
from deckkit.decklist.model import DeckSpec
from deckkit.i18n import Text
from deckkit.legality.context import Context
from deckkit.legality.findings import Finding, Labels
from deckkit.legality.rules.base import Rule, remove_copies, size_severity, unknown_fact, unknown_names

__all__ = ["AllowedCards", "Condition", "DifferentNames", "OneOf"]


def _label(context: Context, section: str) -> Labels | str:
    spec = context.spec.section(section)
    return Labels(spec.labels) if spec else section


@dataclass(frozen=True, slots=True)
class Condition:
    """A card fits if its fact is one of ``values`` (a list fact: holds one); with ``negate`` if it is not."""

    fact: str
    values: frozenset[Any]
    negate: bool = False

    def fits(self, card: Card) -> bool:
        """Whether the card fits. Raises :class:`UnknownFactError` where its fact is not known."""
        value = card.fact(self.fact)
        found = bool(self.values.intersection(value)) if isinstance(value, (list, tuple)) else value in self.values
        return found != self.negate


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf(Rule):
    """Exactly one card in a section: none is ``section.missing``, more are ``section.duplicate``.

    ``optional`` allows none.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset({"section", "optional"})

    section: str
    optional: bool = False

    def check(self, context: Context) -> Iterator[Finding]:
        found = context.deck.size(self.section)
        label = _label(context, self.section)
        if found == 0:
            if self.optional:
                return
            missing = context.missing((self.section,))
            yield self.finding(
                "section.missing",
                Text("{section}: there is none, one is needed.", {"section": label}),
                section=self.section,
                found=0,
                limit=1,
                severity=size_severity(missing > 0),
                cure=Text("add one"),
            )
        elif found > 1:
            items = context.deck.sections[self.section]
            yield self.finding(
                "section.duplicate",
                Text("{section}: there are {found}, only one is allowed.", {"section": label, "found": found}),
                section=self.section,
                found=found,
                limit=1,
                cards=tuple((item.card, item.count) for item in items),
                lines=tuple(line for item in items for line in item.lines),
                cure=remove_copies(found - 1),
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferentNames(Rule):
    """No card twice in a section (``section.duplicate``)."""

    KEYS: ClassVar[frozenset[str]] = frozenset({"section"})

    section: str

    def check(self, context: Context) -> Iterator[Finding]:
        for item in context.deck.sections.get(self.section, ()):
            if item.count > 1:
                yield self.finding(
                    "section.duplicate",
                    Text(
                        "{section}: {card} stands there {found} times; all must be different.",
                        {"section": _label(context, self.section), "card": item.card, "found": item.count},
                    ),
                    section=self.section,
                    cards=((item.card, item.count),),
                    found=item.count,
                    limit=1,
                    lines=item.lines,
                    cure=remove_copies(item.count - 1),
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedCards(Rule):
    """Only cards that fit all ``conditions`` in these sections (``section.wrong_type``)."""

    KEYS: ClassVar[frozenset[str]] = frozenset({"sections", "conditions"})

    sections: Sequence[str] = ("main",)
    conditions: Sequence[Condition] = ()

    def mistakes(self, spec: DeckSpec, fields: CardFields, sets: Mapping[str, CardSet]) -> Iterator[Text]:
        yield from Rule.mistakes(self, spec, fields, sets)
        yield from unknown_names(fields, [condition.fact for condition in self.conditions])

    def closed_to(self, card: Card) -> Collection[str]:
        known = (condition for condition in self.conditions if condition.fact not in card.unknown)
        return () if all(condition.fits(card) for condition in known) else self.sections

    def check(self, context: Context) -> Iterator[Finding]:
        for section, item in context.cards(self.sections):
            try:
                wrong = [condition for condition in self.conditions if not condition.fits(item.card)]
            except UnknownFactError as unknown:
                yield unknown_fact(self, context, unknown, item.count, item.lines)
                continue
            if wrong:
                yield self.finding(
                    "section.wrong_type",
                    Text(
                        "{card} does not belong in {section}: {rule}.",
                        {"card": item.card, "section": _label(context, section), "rule": self.title},
                    ),
                    section=section,
                    cards=((item.card, item.count),),
                    found=item.count,
                    limit=0,
                    lines=item.lines,
                    cure=remove_copies(item.count),
                )
