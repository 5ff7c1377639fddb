"""A card as the engine sees it: printed facts and effects in the notation, never text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from deckkit.effects.notation import Ability
from deckkit.errors import InputError
from deckkit.i18n import Text

__all__ = ["Keyword", "PlayCard", "refuse_unknown"]


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword of a card: its name, its number (0 where it has none) and its words ("Puppy" of a Puppy Shift)."""

    name: str
    n: int = 0
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class PlayCard:
    """A card's printed facts. One object per card of a match, shared by all its copies.

    ``key`` names it in the catalogue (or the test card). ``names`` are all names that it counts as having. ``stats``
    are the numbers that play can change (cost excluded). ``facts`` are further printed facts of the game.
    ``coverage`` is ``exact`` where all its text is in ``abilities``, ``partial`` or ``unparsed`` where not, and
    ``none`` where it has no text beyond keywords.
    """

    key: str
    name: str
    type: str
    cost: int = 0
    names: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    stats: Mapping[str, int] = field(default_factory=dict)
    keywords: tuple[Keyword, ...] = ()
    abilities: tuple[Ability, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    coverage: str = "none"
    definition: Mapping[str, Any] | None = None
    # Looked up so often that they are sorted out once: abilities that work from the hand, those that are activated,
    # and whether any works outside play.
    at_hand: tuple[Ability, ...] = field(init=False, repr=False, default=())
    activated: tuple[Ability, ...] = field(init=False, repr=False, default=())
    works_elsewhere: bool = field(init=False, repr=False, default=False)

    def __post_init__(self) -> None:
        for name, value in (
            ("at_hand", tuple(one for one in self.abilities if one.zone == "hand")),
            ("activated", tuple(one for one in self.abilities if "activate" in one.on)),
            ("works_elsewhere", any(one.zone != "play" for one in self.abilities)),
        ):
            object.__setattr__(self, name, value)

    @property
    def slug(self) -> str:
        """The card's part of its key."""
        return self.key.partition(":")[2] or self.key

    def keyword(self, name: str) -> Keyword | None:
        """The printed keyword of that name."""
        for one in self.keywords:
            if one.name == name:
                return one
        return None


def _needed(card: PlayCard) -> Iterable[str]:
    unknown: Iterable[str] = card.facts.get("unknown", ())
    return unknown


def refuse_unknown(cards: Iterable[PlayCard], needed: Callable[[PlayCard], Iterable[str]] = _needed) -> None:
    """Refuses cards of which something is not known that play would have to guess; ``needed`` names it for a card.

    Raises :class:`~deckkit.errors.InputError` with the names and the facts.
    """
    missing = {card.name: facts for card in cards if (facts := list(needed(card)))}
    if missing:
        raise InputError(
            Text(
                "these cards cannot be played, since facts of them are not known: {cards}",
                {"cards": [f"{name} ({', '.join(facts)})" for name, facts in sorted(missing.items())]},
            ),
            do=Text("play the list without them, or add what is known as own cards (docs/own-cards.md)"),
        )
