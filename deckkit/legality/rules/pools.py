"""Rules about what may be played when: pools of sets, rotations, bans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, ClassVar

from deckkit.catalogue.fields import CardFields
from deckkit.catalogue.model import CardSet, Printing
from deckkit.decklist.model import DeckSpec
from deckkit.i18n import Text
from deckkit.legality.context import Context
from deckkit.legality.findings import Finding, Labels
from deckkit.legality.pool import CardDates, Rotation, card_dates, first_day
from deckkit.legality.rules.base import Rule, remove_copies

__all__ = ["Ban", "Bans", "Pool"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool(Rule):
    """Only cards of the sets that are in the pool on the day; sets leave by ``rotations``.

    Sets count from the ``day`` of their ``prerelease`` or of their ``release``.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset({"sections", "set_kinds", "rotations", "day"})

    set_kinds: Sequence[str] = ("expansion",)
    rotations: Sequence[Rotation] = ()
    day: str = "prerelease"
    sections: Sequence[str] = ("main",)

    def mistakes(self, spec: DeckSpec, fields: CardFields, sets: Mapping[str, CardSet]) -> Iterator[Text]:
        yield from Rule.mistakes(self, spec, fields, sets)
        kinds = sorted({card_set.kind for card_set in sets.values()})
        for kind in self.set_kinds:
            if sets and kind not in kinds:
                yield Text("there is no set of kind '{kind}'; known: {all}", {"kind": kind, "all": kinds})
        for code in sorted({code for rotation in self.rotations for code in rotation.sets}):
            if sets and code not in sets:
                yield Text("there is no set '{set}'; known: {all}", {"set": code, "all": list(sets)})

    def check(self, context: Context) -> Iterator[Finding]:
        book = context.pool(self)
        for card, (count, lines) in context.counts(self.sections).items():
            status = book.dates(card).on(context.on)
            if status.state == "legal":
                continue
            section = self.sections[0] if len(self.sections) == 1 else None
            common: dict[str, Any] = {"cards": ((card, count),), "found": count, "lines": lines, "section": section}
            here = {"card": card, "format": context.format.title}
            elsewhere = context.elsewhere(card)
            remove = remove_copies(count)
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
                elif self.day == "release":
                    text = Text(
                        "{card} is not legal in {format} before {starts} (release of {set_name}).",
                        {**here, "starts": status.starts, "set_name": name},
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

    def dates(self, printings: Iterable[Printing], sets: Mapping[str, CardSet]) -> CardDates:
        """The days on which a card with these printings is in the pool."""
        return card_dates(printings, sets, self.set_kinds, self.rotations, self.day)

    def turning_days(self, context: Context) -> set[date]:
        sets = context.pool(self).sets.values()
        days = (first_day(s, self.day) for s in sets if s.kind in self.set_kinds)
        starts = {day for day in days if day is not None}
        return Rule.turning_days(self, context) | {rotation.on for rotation in self.rotations} | starts


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
    source: Labels | str = ""

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

    def bound(self, resolve: Callable[[str], str | None]) -> Bans:
        found: dict[str, tuple[Ban, ...]] = {}
        for ban in self.bans:
            key = resolve(ban.card)
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
                remove = remove_copies(count)
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
