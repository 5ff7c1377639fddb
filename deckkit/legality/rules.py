"""The legality rules that games share. A rule is a small frozen object made from a row of a format file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from itertools import combinations
from typing import Any, ClassVar

from deckkit.catalogue.model import Card, UnknownFactError
from deckkit.i18n import Text
from deckkit.legality.context import Context
from deckkit.legality.findings import Finding, Labels, Severity
from deckkit.legality.pool import Rotation

__all__ = ["KERNEL_RULES", "Ban", "Bans", "CopyLimit", "IdentityLimit", "OpenedPool", "Pool", "Rule", "Size"]

ANY_NUMBER = "any"
"""The value of a copy-limit fact that lifts the limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Base of all rules: who it is, where it is written, when it holds.

    ``cite`` is the rulebook's number; ``source`` the document with its date; ``brought_by`` the format in whose file
    the row stands. ``since`` and ``until`` bound the days on which the rule holds; ``option`` makes it hold only
    where the event has switched that option on, ``unless_option`` only where it has not.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset()

    id: str
    title: Labels
    cite: str = ""
    source: str = ""
    brought_by: str = ""
    since: date | None = None
    until: date | None = None
    option: str | None = None
    unless_option: str | None = None

    def holds(self, on: date, options: frozenset[str] = frozenset()) -> bool:
        """Whether the rule is in force on a day under these options."""
        return (
            (self.since is None or self.since <= on)
            and (self.until is None or on < self.until)
            and (self.option is None or self.option in options)
            and (self.unless_option is None or self.unless_option not in options)
        )

    def check(self, context: Context) -> Iterator[Finding]:
        """Everything that this rule finds wrong; nothing if the list keeps it."""
        raise NotImplementedError

    def turning_days(self, context: Context) -> set[date]:  # noqa: ARG002 - for rules with a calendar
        """Days on which this rule's answer may change."""
        return {day for day in (self.since, self.until) if day is not None}

    def finding(self, code: str, message: Text, **more: Any) -> Finding:
        """A finding that carries this rule's citation and source."""
        more.setdefault("severity", Severity.ILLEGAL)
        cite, source = more.pop("cite", "") or self.cite, more.pop("source", "") or self.source
        return Finding(code=code, message=message, rule=cite, source=source, brought_by=self.brought_by, **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Size(Rule):
    """Cards in a section: at least ``min``, at most ``max``, or ``exact``; ``or_none`` allows an empty one."""

    KEYS: ClassVar[frozenset[str]] = frozenset({"section", "min", "max", "exact", "or_none"})

    section: str = "main"
    min: int | None = None
    max: int | None = None
    exact: int | None = None
    or_none: bool = False

    def check(self, context: Context) -> Iterator[Finding]:
        found = context.deck.size(self.section)
        missing = sum(p.copies for p in context.deck.problems if p.section == self.section)
        if self.or_none and found == 0 and missing == 0:
            return
        label = Labels(spec.labels) if (spec := context.spec.section(self.section)) else self.section
        common: dict[str, Any] = {"section": self.section, "found": found}
        if self.exact is not None and found != self.exact:
            fillable = found < self.exact <= found + missing
            text = Text(
                "{section}: {found} cards instead of {limit}.", {"section": label, "found": found, "limit": self.exact}
            )
            yield self.finding(
                "size.wrong",
                text,
                limit=self.exact,
                cure=_cure(self.exact - found),
                severity=_size_severity(fillable),
                **common,
            )
        if self.min is not None and found < self.min:
            text = Text(
                "{section}: {found} cards, at least {limit} are needed.",
                {"section": label, "found": found, "limit": self.min},
            )
            severity = _size_severity(found + missing >= self.min)
            yield self.finding(
                "size.too_small", text, limit=self.min, cure=_cure(self.min - found), severity=severity, **common
            )
        if self.max is not None and found > self.max:
            text = Text(
                "{section}: {found} cards, at most {limit} are allowed.",
                {"section": label, "found": found, "limit": self.max},
            )
            yield self.finding("size.too_large", text, limit=self.max, cure=_cure(self.max - found), **common)


def _size_severity(fillable: bool) -> str:
    return Severity.INCOMPLETE if fillable else Severity.ILLEGAL


def _cure(difference: int) -> Text:
    if difference > 0:
        return Text("add {n} card", {"n": difference}, plural="add {n} cards", number=difference)
    return Text("remove {n} card", {"n": -difference}, plural="remove {n} cards", number=-difference)


def _remove_copies(copies: int) -> Text:
    return Text("remove {n} copy", {"n": copies}, plural="remove {n} copies", number=copies)


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyLimit(Rule):
    """At most ``limit`` copies of one card over ``sections``; a card's own limit (its copy-limit fact) goes first."""

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
                        yield _unknown(self, UnknownFactError(card, fact), count, lines)
                    continue
                own = card.facts.get(fact)
            if own == ANY_NUMBER:
                continue
            limit = int(own) if own is not None else self.limit
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
                    cure=_remove_copies(count - limit),
                    lines=lines,
                )


def _unknown(rule: Rule, unknown: UnknownFactError, count: int, lines: tuple[int, ...]) -> Finding:
    text = Text(
        "{card}: {fact} is not known, so this rule cannot be judged.", {"card": unknown.card, "fact": unknown.fact}
    )
    return rule.finding(
        "fact.unknown",
        text,
        severity=Severity.UNDETERMINED,
        cards=((unknown.card, count),),
        lines=lines,
        params={"fact": unknown.fact},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityLimit(Rule):
    """At most ``max`` different values of the identity fact over all cards of the sections.

    A card with several values counts as each of them. ``noun`` is the printed word for the values, in the plural.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset({"sections", "max", "noun"})

    max: int
    noun: Labels
    sections: Sequence[str] = ("main",)

    def check(self, context: Context) -> Iterator[Finding]:
        counts = context.counts(self.sections)
        fact = context.fields.identity
        if fact is None:
            return
        for card, (count, lines) in counts.items():
            if fact in card.unknown:
                yield _unknown(self, UnknownFactError(card, fact), count, lines)
        exempt = self.exempt(context, counts)
        bound = {card: entry for card, entry in counts.items() if card not in exempt and fact not in card.unknown}
        values: dict[str, int] = {}
        for card, (count, _) in bound.items():
            for value in card.facts.get(fact) or ():
                values[value] = values.get(value, 0) + count
        if len(values) <= self.max:
            return
        keep, outside = self._smallest_cure(bound, fact, list(values))
        column = next((c for c in context.fields.columns if c.fact == fact), None)

        def shown(value: str) -> Labels:
            if column is None:
                return Labels({"en": value})
            return Labels(
                {"en": value} | {lang: words[value] for lang, words in column.values.items() if value in words}
            )

        text = Text(
            "{found} {noun} ({values}), at most {limit} are allowed.",
            {"found": len(values), "noun": self.noun, "values": [shown(v) for v in values], "limit": self.max},
        )
        removed = sum(count for count, _ in outside.values())
        cure = Text(
            "keep {values}: remove {n} copy of {cards}",
            {"values": [shown(v) for v in keep], "n": removed, "cards": list(outside)},
            plural="keep {values}: remove {n} copies of {cards}",
            number=removed,
        )
        yield self.finding(
            "identity.too_many",
            text,
            section=self.sections[0] if len(self.sections) == 1 else None,
            cards=tuple((card, count) for card, (count, _) in outside.items()),
            found=len(values),
            limit=self.max,
            params={"values": sorted(values), "keep": sorted(keep)},
            cure=cure,
            lines=tuple(line for _, lines in outside.values() for line in lines),
        )

    def exempt(self, context: Context, counts: Mapping[Card, Any]) -> frozenset[Card]:  # noqa: ARG002 - for games
        """Cards that need not fit; a game's rule may name some."""
        return frozenset()

    def _smallest_cure(
        self, bound: Mapping[Card, tuple[int, tuple[int, ...]]], fact: str, values: list[str]
    ) -> tuple[tuple[str, ...], dict[Card, tuple[int, tuple[int, ...]]]]:
        """The values to keep that cost the fewest copies, and the cards that do not fit them."""
        bits = {value: 1 << i for i, value in enumerate(sorted(values))}
        masks = [(sum(bits[value] for value in card.facts.get(fact) or ()), card) for card in bound]
        copies: dict[int, int] = {}
        for mask, card in masks:
            copies[mask] = copies.get(mask, 0) + bound[card][0]
        best = min(
            combinations(bits, self.max),
            key=lambda keep: sum(n for mask, n in copies.items() if mask & ~sum(bits[value] for value in keep)),
        )
        kept = sum(bits[value] for value in best)
        return best, {card: bound[card] for mask, card in masks if mask & ~kept}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool(Rule):
    """Only cards of the sets that are in the pool on the day; sets leave by ``rotations``."""

    KEYS: ClassVar[frozenset[str]] = frozenset({"sections", "set_kinds", "rotations"})

    set_kinds: Sequence[str] = ("expansion",)
    rotations: Sequence[Rotation] = ()
    sections: Sequence[str] = ("main",)

    def check(self, context: Context) -> Iterator[Finding]:
        book = context.pool(self)
        for card, (count, lines) in context.counts(self.sections).items():
            status = book.dates(card).on(context.on)
            if status.state == "legal":
                continue
            common: dict[str, Any] = {"cards": ((card, count),), "found": count, "lines": lines}
            here = {"card": card, "format": context.format.title}
            elsewhere = context.elsewhere(card)
            remove = _remove_copies(count)
            cure = (
                Text("{remove}; legal in {formats}", {"remove": remove, "formats": elsewhere}) if elsewhere else remove
            )
            if status.state == "rotated":
                params: dict[str, Any] = {"left": status.left, "returns": status.returns, "set": status.set_code}
                if status.returns is None:
                    text = Text("{card} left {format} on {left}, by rotation.", {**here, **params})
                else:
                    text = Text(
                        "{card} left {format} on {left}, by rotation, and is legal again from {returns}.",
                        {**here, **params},
                    )
                rotation = status.rotation
                yield self.finding(
                    "pool.rotated",
                    text,
                    params=params,
                    cure=cure,
                    cite=rotation.cite if rotation else "",
                    source=rotation.source if rotation else "",
                    **common,
                )
            elif status.state == "not_yet":
                name = book.sets[status.set_code] if status.set_code else ""
                params = {"starts": status.starts, "set": status.set_code}
                if status.starts is None:
                    text = Text(
                        "{card} is not legal yet: the day of {set_name} is not known.", {**here, "set_name": name}
                    )
                else:
                    text = Text(
                        "{card} is not legal in {format} before {starts} (prerelease of {set_name}).",
                        {**here, "starts": status.starts, "set_name": name},
                    )
                yield self.finding("pool.not_yet_legal", text, params=params, cure=cure, **common)
            else:
                yield self.finding(
                    "pool.outside", _OUTSIDE[status.reason](here), params={"reason": status.reason}, cure=cure, **common
                )

    def turning_days(self, context: Context) -> set[date]:
        return Rule.turning_days(self, context) | context.pool(self).turning_days()


_OUTSIDE = {
    "promo_only": lambda here: Text("{card} has only promo printings, which make no card legal in {format}.", here),
    "kind": lambda here: Text("{card} belongs to no set of {format}: it comes from a product of its own.", here),
    "none": lambda here: Text("{card} has no printing in a set of {format}.", here),
}


@dataclass(frozen=True, slots=True)
class Ban:
    """A card banned from ``since`` (included) to ``until`` (the first day it is free again, or None)."""

    card: str
    since: date
    until: date | None = None
    cite: str = ""
    source: str = ""

    def holds(self, on: date) -> bool:
        """Whether the card is banned on a day."""
        return self.since <= on and (self.until is None or on < self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bans(Rule):
    """No card that is on the ban list on the day."""

    KEYS: ClassVar[frozenset[str]] = frozenset({"sections", "bans"})

    bans: Sequence[Ban] = ()
    sections: Sequence[str] = ("main",)
    by_key: Mapping[str, tuple[Ban, ...]] = field(default_factory=dict)

    def bound(self, resolve: Any) -> Bans:
        """The same rule with card names turned into keys; ``resolve(ban) -> key or None``."""
        found: dict[str, tuple[Ban, ...]] = {}
        for ban in self.bans:
            key = resolve(ban)
            if key is not None:
                found[key] = (*found.get(key, ()), ban)
        return replace(self, by_key=found)

    def check(self, context: Context) -> Iterator[Finding]:
        if not self.by_key:
            return
        for card, (count, lines) in context.counts(self.sections).items():
            for ban in self.by_key.get(card.key, ()):
                if not ban.holds(context.on):
                    continue
                elsewhere = context.elsewhere(card)
                remove = _remove_copies(count)
                cure = (
                    Text("{remove}; legal in {formats}", {"remove": remove, "formats": elsewhere})
                    if elsewhere
                    else remove
                )
                text = Text(
                    "{card} is banned in {format} since {since}.",
                    {"card": card, "format": context.format.title, "since": ban.since},
                )
                yield self.finding(
                    "banned",
                    text,
                    cards=((card, count),),
                    found=count,
                    limit=0,
                    params={"since": ban.since, "until": ban.until},
                    cure=cure,
                    cite=ban.cite,
                    source=ban.source,
                    lines=lines,
                )

    def turning_days(self, context: Context) -> set[date]:
        days = {day for ban in self.bans for day in (ban.since, ban.until) if day is not None}
        return Rule.turning_days(self, context) | days


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedPool(Rule):
    """In Limited: only cards that the player opened, as many as were opened. Judged where the opened pool is given."""

    KEYS: ClassVar[frozenset[str]] = frozenset({"sections"})

    sections: Sequence[str] = ("main",)

    def check(self, context: Context) -> Iterator[Finding]:
        if context.opened is None:
            return
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
                cure=_remove_copies(count - have),
                lines=lines,
            )


KERNEL_RULES: dict[str, type[Rule]] = {
    "size": Size,
    "copies": CopyLimit,
    "identity": IdentityLimit,
    "pool": Pool,
    "bans": Bans,
    "opened": OpenedPool,
}


def rule_keys(kind: type[Rule]) -> frozenset[str]:
    """The keys that a row of this rule may have in a format file."""
    base = {f.name for f in fields(Rule)} - {"brought_by"}
    return frozenset(base | kind.KEYS | {"use"})
