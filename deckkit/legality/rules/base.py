"""What every legality rule has: who it is, where it is written, when it holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, ClassVar, Self

from deckkit.catalogue.fields import CardFields
from deckkit.catalogue.model import Card, CardSet, UnknownFactError
from deckkit.decklist.model import DeckSpec
from deckkit.i18n import Text
from deckkit.legality.context import Context
from deckkit.legality.findings import Finding, Labels, Severity

__all__ = [
    "RowError",
    "Rule",
    "cure_size",
    "remove_copies",
    "rule_keys",
    "size_severity",
    "unknown_fact",
    "unknown_names",
]


class RowError(Exception):
    """A row of a format file makes no sense for its rule; ``text`` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Base of all rules: who it is, where it is written, when it holds.

    ``cite`` is the rulebook's number; ``source`` the document with its date; ``brought_by`` the format in whose file
    the row stands. ``since`` and ``until`` bound the days on which the rule holds; ``option`` makes it hold only
    where the event has switched that option on, ``unless_option`` only where it has not.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset()
    # A rule about the lists of a team together, which says nothing about one list alone.
    OF_TEAMS: ClassVar[bool] = False

    id: str
    title: Labels
    cite: str = ""
    source: Labels | str = ""
    brought_by: str = ""
    since: date | None = None
    until: date | None = None
    option: str | None = None
    unless_option: str | None = None

    def holds(self, on: date, options: frozenset[str] = frozenset()) -> bool:
        """Whether the rule is in force on a day under these options."""
        return (
            (self.since is None or self.since <= on)
            and (self.until is None or on < self.until)
            and (self.option is None or self.option in options)
            and (self.unless_option is None or self.unless_option not in options)
        )

    def bound(self, resolve: Callable[[str], str | None]) -> Self:  # noqa: ARG002 - for rules that name cards
        """The same rule with the card names of its row turned into keys (None: the catalogue lacks the card)."""
        return self

    def mistakes(
        self,
        spec: DeckSpec,
        fields: CardFields,  # noqa: ARG002 - for rules that ask
        sets: Mapping[str, CardSet],  # noqa: ARG002
    ) -> Iterator[Text]:
        """What in the row fits neither the game's lists, nor its facts, nor its sets."""
        known = [section.name for section in spec.sections]
        named = [*getattr(self, "sections", ()), getattr(self, "section", None), getattr(self, "leader", None)]
        for name in named:
            if name is not None and name not in known:
                yield Text("there is no section '{section}'; known: {all}", {"section": name, "all": known})

    def applies(self, context: Context) -> bool:  # noqa: ARG002 - for rules that need something to judge by
        """Whether there is anything to judge by; a rule that judged nothing is not called passed."""
        return True

    def check(self, context: Context) -> Iterator[Finding]:
        """Everything that this rule finds wrong; nothing if the list keeps it."""
        raise NotImplementedError

    def check_team(self, contexts: Sequence[Context]) -> Iterator[Finding]:  # noqa: ARG002 - for rules about teams
        """What a rule about teams finds in the lists of one team."""
        yield from ()

    def closed_to(self, card: Card) -> Collection[str]:  # noqa: ARG002 - for rules about single cards
        """The sections in which this rule lets no list have the card, whatever else is in it; none while unknown."""
        return ()

    def turning_days(self, context: Context) -> set[date]:  # noqa: ARG002 - for rules with a calendar
        """Days on which this rule's answer may change."""
        return {day for day in (self.since, self.until) if day is not None}

    def finding(self, code: str, message: Text, **more: Any) -> Finding:
        """A finding that carries this rule's citation and source."""
        more.setdefault("severity", Severity.ILLEGAL)
        cite, source = more.pop("cite", "") or self.cite, more.pop("source", "") or self.source
        return Finding(code=code, message=message, rule=cite, source=source, brought_by=self.brought_by, **more)


def size_severity(fillable: bool) -> str:
    """A size that the copies on unread lines could still fill is only incomplete."""
    return Severity.INCOMPLETE if fillable else Severity.ILLEGAL


def cure_size(difference: int) -> Text:
    """Add or remove so many cards."""
    if difference > 0:
        return Text("add {n} card", {"n": difference}, plural="add {n} cards", number=difference)
    return Text("remove {n} card", {"n": -difference}, plural="remove {n} cards", number=-difference)


def remove_copies(copies: int) -> Text:
    """Remove so many copies."""
    return Text("remove {n} copy", {"n": copies}, plural="remove {n} copies", number=copies)


def unknown_fact(
    rule: Rule, context: Context, unknown: UnknownFactError, count: int, lines: tuple[int, ...]
) -> Finding:
    """The finding of a rule that needs a fact which no source knows."""
    column = next((column for column in context.fields.columns if column.fact == unknown.fact), None)
    fact = Labels(column.labels) if column else unknown.fact
    text = Text("{card}: {fact} is not known, so this rule cannot be judged.", {"card": unknown.card, "fact": fact})
    return rule.finding(
        "fact.unknown",
        text,
        severity=Severity.UNDETERMINED,
        cards=((unknown.card, count),),
        lines=lines,
        params={"fact": unknown.fact},
    )


def unknown_names(fields: CardFields, facts: Iterable[str]) -> Iterator[Text]:
    """The names that are no facts of the game's cards."""
    known = [column.fact for column in fields.columns]
    for fact in facts:
        if fact not in known:
            yield Text("cards have no fact '{fact}'; known: {all}", {"fact": fact, "all": known})


def rule_keys(kind: type[Rule]) -> frozenset[str]:
    """The keys that a row of this rule may have in a format file."""
    base = {f.name for f in fields(Rule)} - {"brought_by"}
    return frozenset(base | kind.KEYS | {"use"})
