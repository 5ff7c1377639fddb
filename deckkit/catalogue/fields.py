"""The description of a game's card facts: what can be shown, searched, exported and put in a view's column.

A game's ``cards.py`` makes one :class:`CardFields`; everything that must know a fact's name or kind asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["ANY_NUMBER", "CardFields", "FactField"]

# The value of a ``limit`` that has no upper bound.
ANY_NUMBER = "any"


@dataclass(frozen=True, slots=True)
class FactField:
    """One fact.

    ``fact`` is its key in ``Card.facts``; ``kind`` is ``number``, ``limit`` (a number or :data:`ANY_NUMBER`),
    ``choice`` (one of several words), ``choices`` (a list of words), ``flag``, ``text`` or ``data`` (an object that
    ``render`` says in words of a language). ``query`` holds the words by which the search language knows it (the first
    one is the name that messages use). ``labels`` gives the printed label by language, ``values`` the printed words of
    a choice by language: ``{"fr": {"Amber": "Ambre"}}``. ``least`` is the lowest number that the fact can be; a feed
    that says a lower one is refused.
    """

    fact: str
    kind: str
    query: tuple[str, ...]
    labels: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    least: int = 0
    render: Callable[[Any, str], str] | None = None

    @property
    def column(self) -> str:
        """The column's name in the game's view and in exported tables."""
        return self.fact

    def label(self, lang: str) -> str:
        """The printed label in ``lang``, else in English."""
        return self.labels.get(lang) or self.labels["en"]

    def value_label(self, value: object, lang: str) -> str:
        """A value as printed in ``lang``; a value without a translation shows as it is."""
        if self.render is not None:
            return self.render(value, lang)
        return self.values.get(lang, {}).get(str(value), str(value))


@dataclass(frozen=True, slots=True)
class CardFields:
    """All facts of a game's cards, in display order.

    ``type``, ``identity``, ``copy_limit`` and ``cost`` (what a curve is drawn of) name the facts with a role;
    ``usual_copies`` is the number of copies that the game allows of a card without a limit of its own. ``brief`` those
    of a one-line view. ``keywords`` and ``rarities`` give the printed words by language:
    ``{"fr": {"Evasive": "Insaisissable"}}``.
    """

    columns: tuple[FactField, ...]
    type: str
    identity: str | None = None
    copy_limit: str | None = None
    cost: str | None = None
    usual_copies: int | None = None
    brief: tuple[str, ...] = ()
    keywords: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rarities: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def by_query(self) -> dict[str, FactField]:
        """Every word of the search language that names a fact."""
        return {word: column for column in self.columns for word in column.query}

    def keyword_label(self, keyword: str, lang: str) -> str:
        """A keyword with or without its value ("Singer 5") as printed in ``lang``; unknown words show as they are."""
        words = self.keywords.get(lang, {})
        name = keyword
        while name and name not in words:
            name = name.rpartition(" ")[0]
        return words[name] + keyword[len(name) :] if name else keyword
