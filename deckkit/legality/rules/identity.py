"""Rules about the identity of cards (what the game calls ink, domain, class or faction)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from deckkit.catalogue.fields import CardFields
from deckkit.catalogue.model import Card, CardSet, UnknownFactError
from deckkit.decklist.model import DeckSpec
from deckkit.i18n import Text
from deckkit.legality.context import Context
from deckkit.legality.findings import Finding, Labels
from deckkit.legality.rules.base import Rule, remove_copies, unknown_fact, unknown_names

__all__ = ["IdentityLimit", "LeaderMatch"]


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityLimit(Rule):
    """At most ``max`` different values of the identity fact over all cards of the sections.

    A card with several values counts as each of them. ``noun`` is the printed word for the values, in the plural.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset({"sections", "max", "noun"})

    max: int
    noun: Labels
    sections: Sequence[str] = ("main",)

    def check(self, context: Context) -> Iterator[Finding]:
        counts = context.counts(self.sections)
        fact = context.fields.identity
        if fact is None:
            return
        for card, (count, lines) in counts.items():
            if fact in card.unknown:
                yield unknown_fact(self, context, UnknownFactError(card, fact), count, lines)
        faults = []
        for exempt, must_keep in self.readings(context, counts):
            if len(must_keep) > self.max:
                continue
            bound = {card: entry for card, entry in counts.items() if card not in exempt and fact not in card.unknown}
            values = {value for card in bound for value in card.facts.get(fact) or ()}
            if len(values) <= self.max:
                return
            keep, outside = self._smallest_cure(bound, fact, values, must_keep)
            faults.append((sum(count for count, _ in outside.values()), values, keep, outside))
        _, values, keep, outside = min(faults, key=lambda fault: fault[0])
        column = next((c for c in context.fields.columns if c.fact == fact), None)

        def shown(value: str) -> Labels:
            if column is None:
                return Labels({"en": value})
            return Labels(
                {"en": value} | {lang: words[value] for lang, words in column.values.items() if value in words}
            )

        text = Text(
            "{found} {noun} ({values}), at most {limit} are allowed.",
            {"found": len(values), "noun": self.noun, "values": [shown(v) for v in sorted(values)], "limit": self.max},
        )
        removed = sum(count for count, _ in outside.values())
        cure = Text(
            "keep {values}: remove {n} copy of {cards}",
            {"values": [shown(v) for v in keep], "n": removed, "cards": list(outside)},
            plural="keep {values}: remove {n} copies of {cards}",
            number=removed,
        )
        yield self.finding(
            "identity.too_many",
            text,
            section=self.sections[0] if len(self.sections) == 1 else None,
            cards=tuple((card, count) for card, (count, _) in outside.items()),
            found=len(values),
            limit=self.max,
            params={"values": sorted(values), "keep": sorted(keep)},
            cure=cure,
            lines=tuple(line for _, lines in outside.values() for line in lines),
        )

    def readings(
        self,
        context: Context,  # noqa: ARG002 - for games
        counts: Mapping[Card, Any],  # noqa: ARG002
    ) -> Iterator[tuple[frozenset[Card], frozenset[str]]]:
        """The ways in which the list may be read: (cards that need not fit, values that must then be among those kept).

        The list keeps the rule if it does so in one reading; otherwise the one with the smallest cure is told.
        """
        yield frozenset(), frozenset()

    def _smallest_cure(
        self,
        bound: Mapping[Card, tuple[int, tuple[int, ...]]],
        fact: str,
        values: Collection[str],
        must_keep: frozenset[str],
    ) -> tuple[tuple[str, ...], dict[Card, tuple[int, tuple[int, ...]]]]:
        """The values to keep that cost the fewest copies, and the cards that do not fit them."""
        bits = {value: 1 << i for i, value in enumerate(sorted(values))}
        masks = [(sum(bits[value] for value in card.facts.get(fact) or ()), card) for card in bound]
        copies: dict[int, int] = {}
        for mask, card in masks:
            copies[mask] = copies.get(mask, 0) + bound[card][0]
        best = min(
            [keep for keep in combinations(bits, self.max) if must_keep <= set(keep)],
            key=lambda keep: sum(n for mask, n in copies.items() if mask & ~sum(bits[value] for value in keep)),
        )
        kept = sum(bits[value] for value in best)
        return best, {card: bound[card] for mask, card in masks if mask & ~kept}


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderMatch(Rule):
    """Cards must fit the card that leads the deck (``identity.mismatch``).

    ``leader`` is the leader's section; ``fact`` the fact that is compared, ``leader_fact`` the leader's where it has
    another name. ``mode`` ``all``: every value of the card must be the leader's; ``any``: one is enough. A card without
    values, or with ``neutral`` ones only, fits every leader. Without a leader nothing is judged: another rule says so.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset({"leader", "sections", "fact", "leader_fact", "mode", "neutral", "noun"})

    leader: str
    fact: str
    noun: Labels
    leader_fact: str | None = None
    sections: Sequence[str] = ("main",)
    mode: str = "all"
    neutral: Sequence[str] = ()

    def applies(self, context: Context) -> bool:
        return context.deck.size(self.leader) > 0

    def mistakes(self, spec: DeckSpec, fields: CardFields, sets: Mapping[str, CardSet]) -> Iterator[Text]:
        yield from Rule.mistakes(self, spec, fields, sets)
        yield from unknown_names(fields, [self.fact, *([self.leader_fact] if self.leader_fact else [])])

    def check(self, context: Context) -> Iterator[Finding]:
        leaders = [item.card for item in context.deck.sections.get(self.leader, ())]
        allowed: set[str] = set()
        for card in leaders:
            try:
                allowed |= set(_values(card, self.leader_fact or self.fact))
            except UnknownFactError as unknown:
                yield unknown_fact(self, context, unknown, 1, ())
                return
        for card, (count, lines) in context.counts(self.sections).items():
            try:
                values = set(_values(card, self.fact)) - set(self.neutral)
            except UnknownFactError as unknown:
                yield unknown_fact(self, context, unknown, count, lines)
                continue
            if not values or (values <= allowed if self.mode == "all" else values & allowed):
                continue
            params = {
                "card": card,
                "noun": self.noun,
                "leader": leaders[0],
                "found": sorted(values),
                "allowed": sorted(allowed),
            }
            yield self.finding(
                "identity.mismatch",
                Text("{card} ({found}) does not fit {leader}: {noun} {allowed}.", params),
                cards=((card, count),),
                found=count,
                limit=0,
                params={"values": sorted(values), "allowed": sorted(allowed), "fact": self.fact},
                lines=lines,
                cure=remove_copies(count),
            )


def _values(card: Card, fact: str) -> Sequence[str]:
    value = card.fact(fact)
    if value is None:
        return ()
    return value if isinstance(value, (list, tuple)) else (value,)
