"""What a hero is, and the hero's "Deckbuilding" line as data (WOW 66, 67, 71)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckkit.catalogue.model import Card
from deckkit.games.wowtcg.cards import CARDS
from deckkit.legality.findings import Labels

__all__ = ["Line", "hero_traits", "shown", "words"]

_TRAITS = ("classes", "races", "faction", "professions", "tags", "spec")


def words(card: Card, fact: str) -> frozenset[str]:
    """The words of a fact, none where it does not apply; "Neutral" is the word for no faction.

    Raises :class:`~deckkit.catalogue.model.UnknownFactError` where the fact is not known.
    """
    value = card.fact(fact)
    if value is None:
        return frozenset()
    return frozenset((value,) if isinstance(value, str) else value) - {"Neutral"}


def shown(fact: str, values: frozenset[str]) -> list[Labels]:
    """The words of a fact as printed in each language."""
    column = next(column for column in CARDS.columns if column.fact == fact)
    return [
        Labels({"en": value} | {lang: known[value] for lang, known in column.values.items() if value in known})
        for value in sorted(values)
    ]


def hero_traits(hero: Card) -> tuple[frozenset[str], tuple[str, ...]]:
    """All that the hero is known to be, and the facts that are not known."""
    known: set[str] = set()
    for fact in _TRAITS:
        if fact not in hero.unknown:
            known |= words(hero, fact)
    if "tags" not in hero.unknown and "Traitor" not in known:
        # No hero prints it: who is no traitor is loyal.
        known.add("Loyal")
    return frozenset(known), tuple(fact for fact in _TRAITS if fact in hero.unknown)


@dataclass(frozen=True, slots=True)
class Line:
    """A hero's "Deckbuilding" line (its fact ``deckbuilding``; ``restrictions.py`` says what the keys mean).

    A card must fit one of ``include``, where there are any, and none of ``exclude``.
    """

    include: Sequence[Mapping[str, Any]] = ()
    exclude: Sequence[Mapping[str, Any]] = ()
    one_faction: bool = False
    class_rule: bool = False
    copies: int | None = None

    @classmethod
    def of(cls, hero: Card) -> Line:
        """The hero's line; an empty one where it has none. Raises :class:`UnknownFactError` where it is not known."""
        return cls(**(hero.fact("deckbuilding") or {}))

    @property
    def class_icons(self) -> frozenset[str]:
        """The classes whose cards the line lets in: those of a hero that prints no class."""
        return frozenset(entry["class_icon"] for entry in self.include if "class_icon" in entry)

    def judges(self, fact: str) -> bool:
        """Whether the line itself says which cards with this restriction may be in the deck."""
        return any(fact in entry for entry in self.exclude)

    def admits(self, card: Card) -> tuple[bool | None, str]:
        """Whether the line lets the card in; None and the missing fact where that is not known."""
        missing = ""
        for entry in self.exclude:
            fits, fact = _fits(card, entry)
            if fits:
                return False, ""
            missing = missing or fact
        if self.include:
            results = [_fits(card, entry) for entry in self.include]
            if not any(fits for fits, _ in results):
                unclear = next((fact for fits, fact in results if fits is None), "")
                if not unclear:
                    return False, ""
                missing = missing or unclear
        return (None, missing) if missing else (True, "")


_FACTS = {"class_icon": "class_icons", "class": "classes", "race": "races", "tag": "tags", "limit": "limits"} | {
    "subtype": "subtypes"
}


def _fits(card: Card, entry: Mapping[str, Any]) -> tuple[bool | None, str]:
    """Whether the card fits all conditions; None and the fact where one that is not known decides."""
    missing = ""
    for name, wanted in entry.items():
        word = name.removeprefix("not_")
        fact = _FACTS.get(word, word)
        if fact in card.unknown:
            missing = missing or fact
        elif _holds(word, words(card, fact), wanted) == (word != name):
            return False, ""
    return (None, missing) if missing else (True, "")


def _holds(name: str, found: frozenset[str], wanted: str | Sequence[str]) -> bool:
    if wanted == "any":
        return bool(found)
    if name == "faction" and wanted == "Neutral":
        return not found
    wanted = (wanted,) if isinstance(wanted, str) else tuple(wanted)
    if name == "limit":
        return any(word.startswith(wanted) for word in found)
    return bool(found.intersection(wanted))
