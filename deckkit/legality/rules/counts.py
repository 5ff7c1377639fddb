"""Rules that count cards: sizes, copies, sections, the opened pool."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from deckkit.catalogue.fields import ANY_NUMBER
from deckkit.catalogue.model import Card, UnknownFactError
from deckkit.i18n import Text
from deckkit.legality.context import Context
from deckkit.legality.findings import Finding, Labels
from deckkit.legality.rules.base import RowError, Rule, cure_size, remove_copies, size_severity, unknown_fact

__all__ = ["CopyLimit", "OpenedPool", "Size"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Size(Rule):
    """Cards in a section: at least ``min``, at most ``max``, or ``exact``; ``or_none`` allows an empty one.

    ``sections`` stands for ``section`` where several are counted together; findings name the first of them.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset({"section", "sections", "min", "max", "exact", "or_none"})

    section: str = "main"
    sections: Sequence[str] = ()
    min: int | None = None
    max: int | None = None
    exact: int | None = None
    or_none: bool = False

    def __post_init__(self) -> None:
        if self.min is None and self.max is None and self.exact is None:
            raise RowError(Text("give at least one of: {keys}", {"keys": ["min", "max", "exact"]}))
        if self.min is not None and self.max is not None and self.min > self.max:
            raise RowError(Text("min {min} is more than max {max}", {"min": self.min, "max": self.max}))

    def check(self, context: Context) -> Iterator[Finding]:
        sections = self.sections or (self.section,)
        found = sum(context.deck.size(section) for section in sections)
        missing = context.missing(sections)
        if self.or_none and found == 0 and missing == 0:
            return
        label = Labels(spec.labels) if (spec := context.spec.section(sections[0])) else sections[0]
        common: dict[str, Any] = {"section": sections[0], "found": found}
        if self.exact is not None and found != self.exact:
            fillable = found < self.exact <= found + missing
            text = Text(
                "{section}: {found} card instead of {limit}.",
                {"section": label, "found": found, "limit": self.exact},
                plural="{section}: {found} cards instead of {limit}.",
                number=found,
            )
            yield self.finding(
                "size.wrong",
                text,
                limit=self.exact,
                cure=cure_size(self.exact - found),
                severity=size_severity(fillable),
                **common,
            )
        if self.min is not None and found < self.min:
            text = Text(
                "{section}: {found} card, at least {limit} are needed.",
                {"section": label, "found": found, "limit": self.min},
                plural="{section}: {found} cards, at least {limit} are needed.",
                number=found,
            )
            severity = size_severity(found + missing >= self.min)
            yield self.finding(
                "size.too_small", text, limit=self.min, cure=cure_size(self.min - found), severity=severity, **common
            )
        if self.max is not None and found > self.max:
            text = Text(
                "{section}: {found} card, at most {limit} allowed.",
                {"section": label, "found": found, "limit": self.max},
                plural="{section}: {found} cards, at most {limit} allowed.",
                number=found,
            )
            yield self.finding("size.too_large", text, limit=self.max, cure=cure_size(self.max - found), **common)


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyLimit(Rule):
    """At most ``limit`` copies of one card over ``sections``.

    A card's own limit goes first where it allows more than the game's usual number; one that allows less holds beside
    the rule's.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset({"sections", "limit"})

    limit: int
    sections: Sequence[str] = ("main",)

    def check(self, context: Context) -> Iterator[Finding]:
        fact = context.fields.copy_limit
        for card, (count, lines) in context.counts(self.sections).items():
            if count <= 1:
                continue
            own: Any = None
            if fact is not None:
                if fact in card.unknown:
                    if count > self.limit:
                        yield unknown_fact(self, context, UnknownFactError(card, fact), count, lines)
                    continue
                own = card.facts.get(fact)
            if own == ANY_NUMBER:
                continue
            limit = self.limit
            if own is not None:
                usual = context.fields.usual_copies or self.limit
                limit = int(own) if own > usual else min(int(own), self.limit)
            if count > limit:
                text = Text(
                    "{found} copies of {card}, at most {limit} is allowed.",
                    {"found": count, "card": card, "limit": limit},
                    plural="{found} copies of {card}, at most {limit} are allowed.",
                    number=limit,
                )
                yield self.finding(
                    "copies.over_limit",
                    text,
                    section=self.sections[0] if len(self.sections) == 1 else None,
                    cards=((card, count),),
                    found=count,
                    limit=limit,
                    cure=remove_copies(count - limit),
                    lines=lines,
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedPool(Rule):
    """In Limited: only cards that the player opened, as many as were opened. Judged where the opened pool is given."""

    KEYS: ClassVar[frozenset[str]] = frozenset({"sections"})

    sections: Sequence[str] = ("main",)

    def applies(self, context: Context) -> bool:
        return context.opened is not None

    def check(self, context: Context) -> Iterator[Finding]:
        assert context.opened is not None
        opened: dict[Card, int] = {}
        for section in context.opened.sections:
            for item in context.opened.sections[section]:
                opened[item.card] = opened.get(item.card, 0) + item.count
        for card, (count, lines) in context.counts(self.sections).items():
            have = opened.get(card, 0)
            if count <= have:
                continue
            if have:
                text = Text(
                    "{found} copies of {card}, but only {limit} opened.", {"found": count, "card": card, "limit": have}
                )
            else:
                text = Text("{card} is not among the opened cards.", {"card": card})
            yield self.finding(
                "pool.outside",
                text,
                cards=((card, count),),
                found=count,
                limit=have,
                params={"reason": "not_opened"},
                cure=remove_copies(count - have),
                lines=lines,
            )
