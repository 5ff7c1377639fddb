"""A game's own phrases for saying its effects and what lies on its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from deckkit.effects.words import KERNEL, Vocabulary

__all__ = ["Labels"]


@dataclass(frozen=True, slots=True)
class Labels:
    """A game's own phrases, English templates like those of :mod:`deckkit.effects.phrases`, which they override.

    ``types`` gives singular and plural of a card type, ``words`` phrases for plain words by their argument. ``names``
    are words that the catalogue knows in other languages, no templates: of keywords (``keyword``) and of the values of
    filters, by argument and language. Words without a label are said by the word itself.
    ``headings`` are zones on a table, ``phases`` parts of a turn, ``decisions`` what a player is asked,
    ``reasons`` why a game is over.
    """

    vocabulary: Vocabulary = KERNEL
    types: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    stats: Mapping[str, str] = field(default_factory=dict)
    zones: Mapping[str, str] = field(default_factory=dict)
    your_zones: Mapping[str, str] = field(default_factory=dict)
    their_zones: Mapping[str, str] = field(default_factory=dict)
    that_zones: Mapping[str, str] = field(default_factory=dict)
    owned_zones: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    names: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)
    restrictions: Mapping[str, str] = field(default_factory=dict)
    events: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    selectors: Mapping[str, str] = field(default_factory=dict)
    durations: Mapping[str, str] = field(default_factory=dict)
    filters: Mapping[str, str] = field(default_factory=dict)
    operations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    conditions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    amounts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tails: Mapping[str, str] = field(default_factory=dict)
    moved: Mapping[str, str] = field(default_factory=dict)
    done: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    others: Mapping[str, str] = field(default_factory=dict)
    headings: Mapping[str, str] = field(default_factory=dict)
    phases: Mapping[str, str] = field(default_factory=dict)
    decisions: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
