"""The judge: lists against formats, by day, and the same for single cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from deckkit.catalogue.fields import CardFields
from deckkit.catalogue.model import Card
from deckkit.catalogue.store import Catalogue
from deckkit.decklist.model import Deck, DeckSpec, SectionSpec
from deckkit.errors import InputError, UsageError
from deckkit.i18n import Text
from deckkit.legality.context import Context, PoolBook
from deckkit.legality.findings import Finding, Labels, Passed, Severity, Verdict
from deckkit.legality.formats import Format, FormatBook, bans_of, pools_of
from deckkit.legality.pool import PoolStatus
from deckkit.legality.rules import Ban, Pool, Rule

__all__ = ["Advice", "CardStanding", "Judge", "Period"]


@dataclass(frozen=True, slots=True)
class Advice:
    """Something worth knowing that no rule asks for."""

    code: str
    message: Text
    cards: Sequence[tuple[Card, int]] = ()

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """``{"code", "message", "cards"}``."""
        cards = [{"id": c.key, "name": c.name, "name_local": c.local_name(lang), "count": n} for c, n in self.cards]
        return {"code": self.code, "message": self.message.render(lang), "cards": cards}


@dataclass(frozen=True, slots=True)
class Period:
    """Days on which a list's verdict stays the same: from ``start`` (None: ever) to before ``end`` (None: open)."""

    start: date | None
    end: date | None
    verdict: str
    codes: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """``{"from", "until", "legal", "verdict", "codes"}``; ``until`` is the first day that is not included."""
        return {
            "from": self.start.isoformat() if self.start else None,
            "until": self.end.isoformat() if self.end else None,
            "legal": self.verdict == "legal",
            "verdict": self.verdict,
            "codes": list(self.codes),
        }


@dataclass(frozen=True, slots=True)
class CardStanding:
    """Where one card stands in one format on a day: its pool status, the ban that holds, if any, and the rule that
    leaves it no section to stand in, if any."""

    format: Format
    pool: PoolStatus
    ban: Ban | None
    rule: Rule | None = None

    @property
    def legal(self) -> bool:
        """Whether the card may be played."""
        return self.pool.state == "legal" and self.ban is None and self.rule is None


class Judge:
    """Judges lists of one game. Holds what does not change between lists, so that thousands are quick."""

    def __init__(
        self,
        book: FormatBook,
        catalogue: Catalogue,
        spec: DeckSpec,
        fields: CardFields,
        advise: Callable[[Deck, CardFields], Iterable[Advice]] | None = None,
    ) -> None:
        self.game = book.game
        self.catalogue = catalogue
        self.spec = spec
        self.fields = fields
        self._advise = advise
        self._pools: dict[tuple[str, ...], PoolBook] = {}
        self._legal_in: dict[tuple[str, date], tuple[Format, ...]] = {}
        self._in_force: dict[tuple[str, date, frozenset[str]], tuple[Rule, ...]] = {}
        formats = {slug: self._bound(format) for slug, format in book.formats.items()}
        self.book = replace(book, formats=formats)

    # -- lists --------------------------------------------------------------------------------------------------

    def check(
        self, deck: Deck, format: str | Format, on: date, *, opened: Deck | None = None, options: Iterable[str] = ()
    ) -> Verdict:
        """The verdict on a list in one format on a day: every finding, and the rules that passed."""
        form = format if isinstance(format, Format) else self.book.format(format)
        chosen = frozenset(options)
        context = Context(deck, self.spec, self.fields, on, form, self, opened, chosen)
        findings: list[Finding] = list(list_findings(deck, self.spec))
        passed: list[Passed] = []
        for rule in self._rules(form, on, chosen):
            if not rule.applies(context):
                continue
            found = list(rule.check(context))
            findings += (self._placed(finding, deck) for finding in found)
            if not found:
                passed.append(Passed(rule.id, rule.title, rule.cite))
        return Verdict(form.slug, form.title, form.kind, on, tuple(findings), tuple(passed))

    def _placed(self, finding: Finding, deck: Deck) -> Finding:
        """The finding with its section, where all its cards stand in one."""
        if finding.section is not None or not finding.cards:
            return finding
        cards = {card for card, _ in finding.cards}
        sections = [name for name, items in deck.sections.items() if any(item.card in cards for item in items)]
        return replace(finding, section=sections[0]) if len(sections) == 1 else finding

    def check_team(
        self, decks: Sequence[Deck], format: str | Format, on: date, *, options: Iterable[str] = ()
    ) -> Verdict:
        """The verdict on what the lists of one team have together; each of them alone is :meth:`check`'s matter.

        Raises :class:`UsageError` for a format without rules about teams.
        """
        form = format if isinstance(format, Format) else self.book.format(format)
        chosen = frozenset(options)
        rules = [rule for rule in form.rules if rule.OF_TEAMS and rule.holds(on, chosen)]
        if not rules:
            known = [other.slug for other in self.book.playable() if any(rule.OF_TEAMS for rule in other.rules)]
            raise UsageError(
                Text("{format} has no rules about teams", {"format": form.title}),
                "--team",
                Text("use one of: {formats}", {"formats": known}) if known else Text("check each list alone"),
            )
        contexts = [Context(deck, self.spec, self.fields, on, form, self, None, chosen) for deck in decks]
        found = {rule.id: tuple(rule.check_team(contexts)) for rule in rules}
        passed = tuple(Passed(rule.id, rule.title, rule.cite) for rule in rules if not found[rule.id])
        findings = tuple(finding for rule in rules for finding in found[rule.id])
        return Verdict(form.slug, form.title, form.kind, on, findings, passed)

    def check_all(self, deck: Deck, on: date, **more: Any) -> dict[str, Verdict]:
        """The verdict in every format, constructed ones first."""
        return {format.slug: self.check(deck, format, on, **more) for format in self.book.playable()}

    def timeline(self, deck: Deck, format: str | Format, **more: Any) -> list[Period]:
        """The verdict over all known days, past and announced; neighbours with equal findings are one period."""
        form = format if isinstance(format, Format) else self.book.format(format)
        context = Context(deck, self.spec, self.fields, date.min, form, self)
        days = sorted({day for rule in form.rules for day in rule.turning_days(context)})
        periods: list[Period] = []
        start: date | None = None
        for end in [*days, None]:
            probe = start if start is not None else date.min
            verdict = self.check(deck, form, probe, **more)
            last = periods[-1] if periods else None
            if last is not None and (last.verdict, last.codes) == (verdict.verdict, verdict.codes):
                periods[-1] = replace(last, end=end)
            else:
                periods.append(Period(start, end, verdict.verdict, verdict.codes))
            start = end
        return periods

    def advice(self, deck: Deck) -> list[Advice]:
        """What the game says about a list without judging it."""
        return list(self._advise(deck, self.fields)) if self._advise else []

    def _rules(self, format: Format, on: date, options: frozenset[str]) -> tuple[Rule, ...]:
        key = (format.slug, on, options)
        found = self._in_force.get(key)
        if found is None:
            found = tuple(rule for rule in format.rules if rule.holds(on, options) and not rule.OF_TEAMS)
            self._in_force[key] = found
        return found

    # -- cards --------------------------------------------------------------------------------------------------

    def standing(self, card: Card, format: str | Format, on: date) -> CardStanding:
        """Where a card stands in a format on a day."""
        form = format if isinstance(format, Format) else self.book.format(format)
        status = PoolStatus("legal")
        for rule in pools_of(form):
            if rule.holds(on):
                status = self.pool(rule).dates(card).on(on)
                if status.state != "legal":
                    break
        bans = [
            ban for rule in bans_of(form) if rule.holds(on) for ban in rule.by_key.get(card.key, ()) if ban.holds(on)
        ]
        return CardStanding(form, status, bans[0] if bans else None, self._closing(card, form, on))

    def _closing(self, card: Card, form: Format, on: date) -> Rule | None:
        """The first of the rules that together leave the card no section to stand in."""
        closed: set[str] = set()
        first: Rule | None = None
        for rule in form.rules:
            sections = rule.closed_to(card) if rule.holds(on) else ()
            if sections:
                closed.update(sections)
                first = first or rule
        return first if closed and all(s.name in closed for s in self._own()) else None

    def _own(self) -> list[SectionSpec]:
        """The sections in which a card of the deck may stand."""
        return [section for section in self.spec.sections if section.used and not section.shared]

    def legal_in(self, card: Card, on: date, besides: Format | None = None) -> list[Labels]:
        """The titles of our constructed formats in which the card may be played on a day."""
        legal = self._legal_in.get((card.key, on))
        if legal is None:
            formats = [form for form in self.book.formats.values() if form.kind == "constructed" and form.ours]
            legal = self._legal_in[card.key, on] = tuple(f for f in formats if self.standing(card, f, on).legal)
        return [form.title for form in legal if besides is None or form.slug != besides.slug]

    def pool(self, rule: Pool) -> PoolBook:
        """The dates of cards in a pool."""
        key = (rule.brought_by, rule.id)
        found = self._pools.get(key)
        if found is None:
            found = PoolBook(self.catalogue, self.game, rule)
            self._pools[key] = found
        return found

    def _bound(self, format: Format) -> Format:
        def resolve(card: str) -> str | None:
            return self._key(card, format)

        if not format.ours:
            sets = self.catalogue.sets(self.game)
            for rule in format.rules:
                for text in rule.mistakes(self.spec, self.fields, sets):
                    where = Text("{format}, rule '{rule}'", {"format": format.slug, "rule": rule.id})
                    what = Text("format file: {what}", {"what": text})
                    raise InputError(what, where, Text("mend the file; 'deckkit formats' shows how ours are made"))
        return replace(format, rules=tuple(rule.bound(resolve) for rule in format.rules))

    def _key(self, name: str, format: Format) -> str | None:
        game = self.game
        if name.startswith(f"{game}:"):
            try:
                return self.catalogue.card(name).key
            except KeyError:
                # Our own list may be newer than the user's catalogue; a card it lacks is in no list that it reads.
                if format.ours:
                    return None
        resolution = self.catalogue.index(game).resolve(name)
        if resolution.card is not None:
            return resolution.card.key
        near = resolution.candidates or resolution.suggestions
        raise InputError(
            Text("{format} names no card that we know: '{card}'", {"format": format.title, "card": name}),
            str(format.slug),
            Text("did you mean: {cards}", {"cards": list(near)}) if near else Text("check the name"),
        )


def list_findings(deck: Deck, spec: DeckSpec) -> Iterable[Finding]:
    """What the list itself lacks: lines not understood, sections that the game does not use, counts that got lost."""
    for problem in deck.problems:
        yield Finding(
            problem.code,
            Severity.INCOMPLETE,
            problem.reason,
            section=problem.section or None,
            found=None if problem.uncounted else problem.copies or None,
            lines=(problem.line,),
            params={"text": problem.raw},
            cure=_name_cure(problem.suggestions),
            suggestions=problem.candidates or problem.suggestions,
        )
    for section in spec.sections:
        count = deck.size(section.name)
        if not section.used and count:
            text = Text(
                "{section}: this game has no such section; its {n} card is kept and not judged.",
                {"section": Labels(section.labels), "n": count},
                plural="{section}: this game has no such section; its {n} cards are kept and not judged.",
                number=count,
            )
            yield Finding("section.unused", Severity.WARNING, text, section=section.name, found=count)
    for name in deck.sections:
        count = deck.size(name)
        if count and name and spec.section(name) is None:
            text = Text(
                "{section}: this game has no such section; its {n} card is kept and not judged.",
                {"section": name, "n": count},
                plural="{section}: this game has no such section; its {n} cards are kept and not judged.",
                number=count,
            )
            yield Finding("section.unused", Severity.WARNING, text, section=name, found=count)
    if deck.counts_missing:
        text = Text("Every line is a bare name, each once: the numbers of copies have probably been lost.")
        yield Finding(
            "list.counts_missing", Severity.WARNING, text, cure=Text("write the number of copies before each name")
        )


def _name_cure(suggestions: Sequence[Card]) -> Text | None:
    return Text("did you mean {card}?", {"card": suggestions[0]}) if suggestions else None
