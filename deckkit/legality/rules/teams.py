"""Rules about the lists of a team together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from deckkit.catalogue.model import Card
from deckkit.i18n import Text
from deckkit.legality.context import Context
from deckkit.legality.findings import Finding, Labels
from deckkit.legality.rules.base import Rule, size_severity

__all__ = ["TeamDifferent"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamDifferent(Rule):
    """No two lists of a team have the same card in a section (``section.duplicate``).

    A line that was not understood in that section may hide one: then the team's verdict stays open.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset({"section"})
    OF_TEAMS: ClassVar[bool] = True

    section: str

    def check(self, context: Context) -> Iterator[Finding]:  # noqa: ARG002 - one list alone cannot break it
        yield from ()

    def check_team(self, contexts: Sequence[Context]) -> Iterator[Finding]:
        spec = contexts[0].spec.section(self.section)
        label = Labels(spec.labels) if spec else self.section
        players: dict[Card, int] = {}
        for context in contexts:
            for item in context.deck.sections.get(self.section, ()):
                players[item.card] = players.get(item.card, 0) + 1
        for card, count in players.items():
            if count > 1:
                yield self.finding(
                    "section.duplicate",
                    Text("{section}: {n} lists of the team have {card}.", {"section": label, "n": count, "card": card}),
                    section=self.section,
                    cards=((card, count),),
                    found=count,
                    limit=1,
                    cure=Text("let only one of them keep it"),
                )
        lost = sum(context.missing((self.section,)) for context in contexts)
        if lost:
            yield self.finding(
                "line.unreadable",
                Text(
                    "{section}: {n} card of the team was not understood, so it cannot be compared.",
                    {"section": label, "n": lost},
                    plural="{section}: {n} cards of the team were not understood, so they cannot be compared.",
                    number=lost,
                ),
                section=self.section,
                found=lost,
                severity=size_severity(fillable=True),
            )
