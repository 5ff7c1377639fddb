"""What a feed's mapper hands to the catalogue: neutral records, before they have ids of ours.

The same records are written to ``data/facts`` (without texts) and read back when the shipped database is built,
so every source passes through one door.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

__all__ = [
    "AbilityRecord",
    "AliasRecord",
    "CardRecord",
    "FeedData",
    "KeywordRecord",
    "NameRecord",
    "PrintingRecord",
    "RunRecord",
    "SetRecord",
]


@dataclass(frozen=True, slots=True)
class SetRecord:
    """A set: ``kind`` is ``expansion`` or what else the feed calls it; ``order`` sorts sets; dates None while unknown.

    ``facts`` holds what else a game's rules ask of a set (its block, say).
    """

    code: str
    name: str
    kind: str
    order: int
    prerelease: date | None = None
    release: date | None = None
    complete: bool = False
    names: dict[str, str] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KeywordRecord:
    """A keyword the card itself has; ``value`` as printed, ``number`` where it is one."""

    keyword: str
    value: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class AbilityRecord:
    """One printed ability or effect. ``text`` is None where only its hash may be kept.

    ``used_until`` dates a text that errata replaced; the current ones have None. ``ir``, ``status``, ``origin`` and
    ``clauses`` are the compiled effect where the record comes with it (the shipped facts).
    """

    kind: str
    text_hash: str
    text: str | None = None
    name: str | None = None
    language: str = "en"
    used_until: date | None = None
    ir: str | None = None
    status: str | None = None
    origin: str | None = None
    clauses: str | None = None


@dataclass(frozen=True, slots=True)
class CardRecord:
    """A card as the rules see it. ``claims`` is the feed's own statement of legality by format, for verification.

    ``source`` names the feed that the facts came from where that is not the feed being read (the shipped facts);
    ``origins`` that of single facts which another feed completed.
    """

    key: str
    name: str
    facts: dict[str, Any]
    unknown: tuple[str, ...] = ()
    keywords: tuple[KeywordRecord, ...] = ()
    abilities: tuple[AbilityRecord, ...] = ()
    claims: dict[str, bool] = field(default_factory=dict)
    source: str = ""
    origins: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PrintingRecord:
    """One printing of ``card_key``; ``feed_id`` is unique within the game and the only key."""

    feed_id: str
    card_key: str
    set_code: str
    number: str | None = None
    variant: str | None = None
    promo: str | None = None
    rarity: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    source: str = ""


@dataclass(frozen=True, slots=True)
class NameRecord:
    """A name of a card in one language: ``kind`` is ``full`` or ``short`` (the name line without the version)."""

    card_key: str
    language: str
    text: str
    kind: str = "full"
    source: str = ""


@dataclass(frozen=True, slots=True)
class AliasRecord:
    """A name that once was printed or listed: resolves to the card; ``until`` is the last day it was in use."""

    card_key: str
    text: str
    until: date | None
    source: str


@dataclass(frozen=True, slots=True)
class RunRecord:
    """An import that stands behind shipped facts: feed, version, language, the feed's day and checksum."""

    feed: str
    version: str
    language: str
    generated: date | None
    sha256: str


@dataclass(slots=True)
class FeedData:
    """All that one feed says about one game, mapped.

    ``feed`` is the name that rows keep as their source. ``scope`` says what the feed may decide: ``full`` (what it
    does not have is removed), ``part`` (the same inside the sets in ``covers``) or ``supplement`` (it adds what is not
    known and never overwrites or removes). ``texts`` holds abilities in ``language`` of cards whose facts it does not
    give, by card key. ``generated`` is the day the feed was made (of several files, the oldest); None where it does not
    say. ``runs`` are the imports behind shipped facts. ``own`` is set for a user's own cards: the document to keep, so
    that they can be laid over the catalogue again and be taken back. ``whole`` is True where the feed says how much it
    holds, and holds that.
    """

    game: str
    feed: str
    version: str
    generated: date | None
    sha256: str
    language: str = "en"
    scope: Literal["full", "part", "supplement"] = "full"
    covers: tuple[str, ...] = ()
    sets: list[SetRecord] = field(default_factory=list)
    cards: list[CardRecord] = field(default_factory=list)
    printings: list[PrintingRecord] = field(default_factory=list)
    names: list[NameRecord] = field(default_factory=list)
    aliases: list[AliasRecord] = field(default_factory=list)
    texts: dict[str, tuple[AbilityRecord, ...]] = field(default_factory=dict)
    runs: list[RunRecord] = field(default_factory=list)
    corrected: list[dict[str, Any]] = field(default_factory=list)
    stale: list[dict[str, Any]] = field(default_factory=list)
    notices: list[dict[str, Any]] = field(default_factory=list)
    own: dict[str, Any] | None = None
    whole: bool = False
