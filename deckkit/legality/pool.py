"""When a card may be played: the days on which its sets are in a format's pool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from deckkit.catalogue.model import CardSet, Printing
from deckkit.legality.findings import Labels

__all__ = ["CardDates", "PoolStatus", "Rotation", "Span", "UndatedCard", "card_dates", "first_day"]


@dataclass(frozen=True, slots=True)
class Rotation:
    """From ``on`` these sets are out of the pool."""

    on: date
    sets: frozenset[str]
    cite: str = ""
    source: Labels | str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """Days on which a card is in the pool: ``start`` included, ``end`` (the day it leaves, or None) not.

    ``set_code`` is the set that opened the span.
    """

    start: date
    end: date | None
    set_code: str
    rotation: Rotation | None = None


@dataclass(frozen=True, slots=True)
class PoolStatus:
    """Where a card stands on a day.

    ``state``: ``legal``, ``rotated`` (was legal; ``left`` says when it left, ``returns`` when it is legal again, if
    ever; both None in a pool without dates), ``not_yet`` (legal from ``starts``; None while the day is not known),
    ``outside`` (never in this pool; ``reason`` is ``promo_only``, ``kind``, ``none`` or a game's own word).
    """

    state: str
    starts: date | None = None
    left: date | None = None
    returns: date | None = None
    set_code: str | None = None
    rotation: Rotation | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CardDates:
    """All spans of a card in one pool, in order of time, none touching the next."""

    spans: tuple[Span, ...]
    awaited: str | None = None
    reason: str = ""

    def on(self, day: date) -> PoolStatus:
        """The card's status on a day."""
        before: Span | None = None
        for span in self.spans:
            if span.start > day:
                if before is None:
                    return PoolStatus("not_yet", starts=span.start, set_code=span.set_code)
                return PoolStatus(
                    "rotated", left=before.end, returns=span.start, set_code=before.set_code, rotation=before.rotation
                )
            if span.end is None or day < span.end:
                return PoolStatus(
                    "legal", starts=span.start, left=span.end, set_code=span.set_code, rotation=span.rotation
                )
            before = span
        if before is not None:
            return PoolStatus("rotated", left=before.end, set_code=before.set_code, rotation=before.rotation)
        if self.awaited is not None:
            return PoolStatus("not_yet", set_code=self.awaited)
        return PoolStatus("outside", reason=self.reason)


@dataclass(frozen=True, slots=True)
class UndatedCard(CardDates):
    """A card in a pool that goes by something other than dates: one status on every day."""

    status: PoolStatus = PoolStatus("legal")

    def on(self, day: date) -> PoolStatus:  # noqa: ARG002 - the shape of a dated card
        """The card's status."""
        return self.status


def card_dates(
    printings: Iterable[Printing],
    sets: Mapping[str, CardSet],
    kinds: Sequence[str],
    rotations: Sequence[Rotation],
    day: str = "prerelease",
) -> CardDates:
    """The days on which a card with these printings is in a pool of sets of these ``kinds``, under these rotations.

    A set counts from its prerelease ``day``, in some games from its ``release``. Only ordinary printings count: promos
    alone legalise nothing.
    """
    left = {
        code: rotation for rotation in sorted(rotations, key=lambda r: r.on, reverse=True) for code in rotation.sets
    }
    raw: list[Span] = []
    awaited: str | None = None
    promo = other = False
    for printing in printings:
        card_set = sets.get(printing.set_code)
        if card_set is None or printing.removed is not None:
            continue
        if card_set.kind not in kinds:
            other = True
        elif not printing.counts:
            promo = True
        elif (start := first_day(card_set, day)) is None:
            awaited = awaited or card_set.code
        else:
            rotation = left.get(card_set.code)
            if rotation is None or rotation.on > start:
                end = rotation.on if rotation else None
                raw.append(Span(start, end, card_set.code, rotation))
    reason = "promo_only" if promo else "kind" if other else "none"
    return CardDates(_merge(raw), awaited, reason)


def first_day(card_set: CardSet, day: str) -> date | None:
    """The day from which a set counts: its ``prerelease`` or its ``release``."""
    return card_set.release if day == "release" else card_set.prerelease


def _merge(spans: list[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for span in sorted(spans, key=lambda s: s.start):
        last = merged[-1] if merged else None
        if last is None or (last.end is not None and span.start > last.end):
            merged.append(span)
        elif last.end is not None and (span.end is None or span.end > last.end):
            merged[-1] = Span(last.start, span.end, last.set_code, span.rotation)
    return tuple(merged)
