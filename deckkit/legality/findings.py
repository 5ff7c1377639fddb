"""What a check says: findings, passed rules, and the verdict made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from deckkit.catalogue.model import Card
from deckkit.i18n import Text

__all__ = ["Finding", "Labels", "Passed", "Severity", "Verdict", "in_language"]


class Severity:
    """How a finding bears on the verdict (design: legality)."""

    ILLEGAL = "illegal"
    INCOMPLETE = "incomplete"
    UNDETERMINED = "undetermined"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Labels:
    """A word or title by language, as format files give them."""

    by_language: Mapping[str, str]

    def local_name(self, lang: str) -> str:
        """The word in ``lang``, else in English, else in any language."""
        return self.by_language.get(lang) or self.by_language.get("en") or next(iter(self.by_language.values()), "")

    def __str__(self) -> str:
        return self.local_name("en")


def in_language(value: Labels | str, lang: str) -> str:
    """A label or a plain text in a language."""
    return value.local_name(lang) if isinstance(value, Labels) else value


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a rule found.

    ``code`` and ``params`` never change with the language; ``message`` and ``cure`` are rendered late. ``cards`` are
    the cards concerned with their counts; ``found`` and ``limit`` are numbers where the rule compares numbers.
    ``rule`` cites the rulebook, ``source`` names the document with its date, ``brought_by`` the format that the rule
    came from. ``lines`` are line numbers of the list.
    """

    code: str
    severity: str
    message: Text
    section: str | None = None
    cards: Sequence[tuple[Card, int]] = ()
    found: int | None = None
    limit: int | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""
    source: Labels | str = ""
    brought_by: str = ""
    cure: Text | None = None
    lines: tuple[int, ...] = ()
    suggestions: tuple[Card, ...] = ()

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The finding as in ``deckkit.check/1``."""
        return {
            "code": self.code,
            "severity": self.severity,
            "section": self.section,
            "cards": [
                {"id": card.key, "name": card.name, "name_local": card.local_name(lang), "count": count}
                for card, count in self.cards
            ],
            "found": self.found,
            "limit": self.limit,
            "params": {name: _plain(value) for name, value in self.params.items()},
            "message": self.message.render(lang),
            "rule": self.rule,
            "source": in_language(self.source, lang),
            "brought_by": self.brought_by,
            "cure": self.cure.render(lang) if self.cure else None,
            "lines": list(self.lines),
            "suggestions": [
                {"id": card.key, "name": card.name, "name_local": card.local_name(lang)} for card in self.suggestions
            ],
        }


@dataclass(frozen=True, slots=True)
class Passed:
    """A rule that found nothing wrong."""

    rule: str
    title: Labels
    cite: str

    def to_json(self, lang: str = "en") -> dict[str, str]:
        """``{"rule", "title", "cite"}``."""
        return {"rule": self.rule, "title": self.title.local_name(lang), "cite": self.cite}


@dataclass(frozen=True, slots=True)
class Verdict:
    """All findings of one list in one format on one day, and the rules that passed."""

    format: str
    title: Labels
    kind: str
    on: date
    findings: tuple[Finding, ...]
    passed: tuple[Passed, ...]

    @property
    def verdict(self) -> str:
        """``illegal`` if anything is; else ``undetermined`` if a line or a fact is missing; else ``legal``."""
        severities = {finding.severity for finding in self.findings}
        if Severity.ILLEGAL in severities:
            return "illegal"
        if severities & {Severity.INCOMPLETE, Severity.UNDETERMINED}:
            return "undetermined"
        return "legal"

    @property
    def legal(self) -> bool:
        """True only for the verdict ``legal`` of a list that was understood whole."""
        return self.verdict == "legal"

    @property
    def complete(self) -> bool:
        """Whether every line of the list was understood."""
        return all(finding.severity != Severity.INCOMPLETE for finding in self.findings)

    @property
    def exit_code(self) -> int:
        """0 legal; 3 not understood whole or left open by unknown facts; 1 not legal."""
        if self.legal:
            return 0
        return 1 if self.complete and self.verdict == "illegal" else 3

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all findings but warnings, each once, in order."""
        return tuple(dict.fromkeys(f.code for f in self.findings if f.severity != Severity.WARNING))

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The part of ``deckkit.check/1`` that belongs to one format."""
        return {
            "format": self.format,
            "title": self.title.local_name(lang),
            "kind": self.kind,
            "legal": self.legal,
            "verdict": self.verdict,
            "findings": [finding.to_json(lang) for finding in self.findings],
            "passed": [rule.to_json(lang) for rule in self.passed],
        }


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, (Labels, Text, Card)):
        return value.name if isinstance(value, Card) else str(value)
    return value
