"""Our verdict on single cards against the feed's own statement: two sources that should agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from deckkit.catalogue.model import Card
from deckkit.i18n import Text
from deckkit.legality.cards import standing_text
from deckkit.legality.check import Judge

__all__ = ["Comparison", "Disagreement", "FormatComparison", "compare"]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A card on which we and the feed disagree."""

    card: Card
    ours: bool
    feed: bool
    reason: Text

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """``{"id", "name", "ours", "feed", "reason"}``."""
        return {
            "id": self.card.key,
            "name": self.card.name,
            "ours": self.ours,
            "feed": self.feed,
            "reason": self.reason.render(lang),
        }


@dataclass(frozen=True, slots=True)
class FormatComparison:
    """One format: on how many cards we agree, and the others."""

    equal: int
    exceptions: tuple[Disagreement, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All formats that the feed speaks of; ``cards`` is how many cards it speaks of."""

    cards: int
    formats: Mapping[str, FormatComparison]


def compare(judge: Judge, on: date) -> Comparison:
    """Compares every card that the feed speaks of and that some set of a pool holds, on a day."""
    claims = {key: claim for key, claim in judge.catalogue.claims(judge.game).items() if claim}
    slugs = sorted({slug for claim in claims.values() for slug in claim if slug in judge.book.formats})
    result: dict[str, FormatComparison] = {}
    for slug in slugs:
        equal = 0
        exceptions: list[Disagreement] = []
        for key, claim in claims.items():
            if slug not in claim:
                continue
            card = judge.catalogue.card(key)
            standing = judge.standing(card, slug, on)
            if standing.legal == claim[slug]:
                equal += 1
            else:
                exceptions.append(Disagreement(card, standing.legal, claim[slug], standing_text(standing)))
        result[slug] = FormatComparison(equal, tuple(exceptions))
    return Comparison(len(claims), result)
