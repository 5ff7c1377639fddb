"""What the catalogue hands out: plain frozen objects, cheap to make, without a database session behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from deckkit.errors import DeckkitError
from deckkit.i18n import Text

__all__ = ["Card", "CardSet", "Printing", "UnknownFactError"]


class UnknownFactError(DeckkitError):
    """A rule or a question needs a fact that no source of the catalogue knows."""

    exit_code = 3

    def __init__(self, card: Card, fact: str) -> None:
        super().__init__(Text("{fact} of {card} is not known", {"fact": fact, "card": card.name}))
        self.card = card
        self.fact = fact


@dataclass(frozen=True, slots=True)
class Card:
    """A card as the rules see it: what a copy limit counts.

    ``facts`` holds the known facts by name (the game's ``cards.py`` lists them); a fact that does not apply to
    the card (strength of an action) is absent, one that applies but is not known is named in ``unknown``.
    ``names`` maps a language to the full name; ``name`` is the canonical one.
    """

    id: int
    key: str
    game: str
    name: str
    facts: Mapping[str, Any]
    unknown: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)
    removed: date | None = None

    def fact(self, name: str) -> Any:
        """The fact, or None where it does not apply. Raises :class:`UnknownFactError` where it is not known."""
        if name in self.unknown:
            raise UnknownFactError(self, name)
        return self.facts.get(name)

    def local_name(self, lang: str) -> str:
        """The name in ``lang`` where known, else the canonical one."""
        return self.names.get(lang) or self.name

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and other.key == self.key


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set. ``kind`` is ``expansion`` (boosters) or what else the feed calls it; dates are None while unknown.

    ``order`` sorts sets as people do (9 before 10); ``names`` maps a language to the name; ``facts`` holds what else
    the game's rules ask of a set.
    """

    code: str
    name: str
    kind: str
    order: int
    prerelease: date | None
    release: date | None
    complete: bool
    names: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)

    def local_name(self, lang: str) -> str:
        """The set's name in ``lang`` where known, else the canonical one."""
        return self.names.get(lang) or self.name


@dataclass(frozen=True, slots=True)
class Printing:
    """One printing. ``feed_id`` is the feed's own id, the only key; ``promo`` is the promo group or None."""

    id: int
    feed_id: str
    card_id: int
    set_code: str
    number: str | None
    variant: str | None
    promo: str | None
    rarity: str | None
    facts: Mapping[str, Any] = field(default_factory=dict)
    removed: date | None = None

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def counts(self) -> bool:
        """Whether this printing makes its card part of its set's pool: promos alone legalise nothing."""
        return self.promo is None and self.removed is None
