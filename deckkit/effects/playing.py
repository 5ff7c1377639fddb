"""What is played of a card: its compiled rows and what was written by hand for some of them, with the coverage of both.

A row counts for its text alone. An entry written by hand counts only while all texts that it stands for are the card's;
a stale one is not used, and said.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deckkit.effects.authored import Authored
from deckkit.effects.notation import Ability, read_abilities
from deckkit.effects.rows import Clauses, current
from deckkit.effects.words import Vocabulary

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.store import AbilityRow, Catalogue
    from deckkit.effects.render import Labels

__all__ = ["CardEffects", "GameEffects", "Part"]

#: A row that no compiler of this version has read is one sentence that is not played.
_UNREAD = Clauses(0, (("unread", ""),))


@dataclass(frozen=True, slots=True)
class Part:
    """The effect of one printed text, or of several that were written by hand together.

    ``origin`` is ``compiled`` or ``authored``; ``status`` is ``exact``, ``partial`` or ``unparsed``; ``texts`` are the
    hashes of the texts; ``source`` is where the wording of an authored one was read.
    """

    status: str
    origin: str
    abilities: tuple[Ability, ...]
    texts: tuple[str, ...]
    clauses: Clauses
    source: str = ""


@dataclass(frozen=True, slots=True)
class CardEffects:
    """What is played of a card.

    ``coverage`` is ``exact``, ``partial`` (some of its text) or ``unparsed`` (none of it), and ``none`` for a card
    without text of its own. ``stale`` is an entry written by hand for texts that the card does not have any more.
    """

    parts: tuple[Part, ...] = ()
    stale: Authored | None = None

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """All abilities, in printed order."""
        return tuple(ability for part in self.parts for ability in part.abilities)

    @property
    def coverage(self) -> str:
        """How much of its text is played."""
        found = {part.status for part in self.parts}
        if not found:
            return "none"
        return found.pop() if len(found) == 1 else "partial"

    @property
    def clauses(self) -> dict[str, int]:
        """The numbers of its sentences that are exact, or in a text that is ``partial`` or ``unparsed`` and are not."""
        found = {"exact": 0, "partial": 0, "unparsed": 0}
        for part in self.parts:
            found["exact"] += part.clauses.exact
            if part.status != "exact":
                found[part.status] += len(part.clauses.gaps)
        return found


@dataclass(frozen=True)
class GameEffects:
    """A game's part for effects: the words of the notation, what was written by hand, and how it is all said.

    ``language`` is that of the compiled texts; where it is None, no feed brings texts, and what is not written by hand
    is not played. ``authored`` reads the entries written by hand, ``labels`` gives the
    game's words for the rendering; both are called when they are needed. ``by_facts`` gives the abilities of a card
    of which the facts in the catalogue tell all, None where they do not, or where an entry written by hand goes before.
    """

    vocabulary: Vocabulary
    authored: Callable[[], Mapping[str, Authored]]
    labels: Callable[[], Labels]
    language: str | None = "en"
    by_facts: Callable[[Card, Catalogue], tuple[Ability, ...] | None] | None = None
    known: dict[tuple[str, str], tuple[Ability, ...]] = field(default_factory=dict, repr=False)

    def of(self, key: str, rows: Sequence[AbilityRow]) -> CardEffects:
        """What is played of the card ``key`` with these rows (current and former, of any language)."""
        said = [
            row
            for row in rows
            if row.used_until is None
            and row.language == self.language
            and row.status not in ("keyword", "reminder")
            and not (row.kind == "keyword" and row.status is None)
        ]
        entry = self.authored().get(key)
        stale = entry is not None and not stands(entry, [row.text_hash for row in said])
        covered = set(entry.texts) if entry is not None and not stale else set()
        parts: list[Part] = []
        if entry is not None and not stale and not entry.texts:
            parts.append(_by_hand(entry, ()))
        for row in said:
            if row.text_hash not in covered:
                parts.append(self._compiled(key, row))
            elif entry is not None and not any(part.origin == "authored" for part in parts):
                parts.append(_by_hand(entry, [one for one in said if one.text_hash in covered]))
        if not parts and self.language is None:
            parts.append(Part("unparsed", "authored", (), (), _UNREAD))
        return CardEffects(tuple(parts), entry if stale else None)

    def of_card(self, card: Card, catalogue: Catalogue, rows: Sequence[AbilityRow]) -> CardEffects:
        """What is played of a card: by its texts, or where it has none by what its facts tell."""
        found = self.of(card.key, rows)
        told = None
        if self.by_facts is not None and not rows:
            told = self.by_facts(card, catalogue)
        return found if told is None else CardEffects((Part("exact", "facts", told, (), Clauses(1)),))

    def _compiled(self, key: str, row: AbilityRow) -> Part:
        if row.status is None or not current(row.origin):
            return Part("unparsed", "compiled", (), (row.text_hash,), _UNREAD)
        clauses = Clauses.of(row.clauses)
        if row.ir is None:
            return Part(row.status, "compiled", (), (row.text_hash,), clauses)
        place = (key, row.ir)
        if place not in self.known:
            self.known[place] = read_abilities(json.loads(row.ir), self.vocabulary, key)
        return Part(row.status, "compiled", self.known[place], (row.text_hash,), clauses)


def stands(entry: Authored, hashes: Sequence[str]) -> bool:
    """Whether all texts of an entry are the card's; one without texts stands for a card whose texts nobody knows."""
    return set(entry.texts) <= set(hashes) if entry.texts else not hashes


def _by_hand(entry: Authored, rows: Sequence[AbilityRow]) -> Part:
    """An entry's sentences are those of its texts: exact, but for an entry that says itself that it is partial."""
    counts = [Clauses.of(row.clauses) for row in rows]
    n = max(1, sum(one.exact + len(one.gaps) for one in counts))
    clauses = Clauses(n - 1, (("authored", ""),)) if entry.partial else Clauses(n)
    status = "partial" if entry.partial else "exact"
    return Part(status, "authored", entry.abilities, tuple(row.text_hash for row in rows), clauses, entry.source)
