"""How ``deckkit check`` shows its results on a terminal, as rows and as a summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit.cli.common import emit_csv, emit_table, tr
from deckkit.errors import DeckkitError
from deckkit.i18n import Text, semicolon

if TYPE_CHECKING:
    from deckkit.decklist.model import Deck, DeckSpec
    from deckkit.legality.check import Advice, Period
    from deckkit.legality.findings import Finding, Passed, Verdict

__all__ = ["Result", "emit_findings", "emit_rows", "print_result", "print_team", "summary"]


@dataclass(slots=True)
class Result:
    """One list's outcome: a deck with its verdicts, or the error that kept it from being read."""

    file: str
    deck: Deck | None = None
    verdicts: dict[str, Verdict] | None = None
    timeline: dict[str, list[Period]] | None = None
    advice: Sequence[Advice] = ()
    error: DeckkitError | None = None


def _verdict_word(verdict: str, lang: str) -> str:
    return {
        "legal": tr("legal", lang),
        "illegal": tr("not legal", lang),
        "undetermined": tr("undetermined", lang),
    }[verdict]


def print_result(result: Result, day: date, spec: DeckSpec, lang: str) -> None:
    """One list in full."""
    deck, verdicts = result.deck, result.verdicts
    assert deck is not None and verdicts is not None
    title = deck.name or (Path(result.file).name if result.file != "-" else tr("standard input", lang))
    labels = {section.name: section.labels.get(lang, section.name) for section in spec.sections}
    sizes = ", ".join(f"{labels.get(name, name)} {count}" for name, count in deck.sizes.items()) or "0"
    print(tr("{word}: {value}", lang, word=title, value=f"{sizes} ({day.isoformat()})"))
    if deck.unresolved or deck.problems:
        lines = Text(
            "{n} line was not understood",
            {"n": len(deck.problems)},
            plural="{n} lines were not understood",
            number=len(deck.problems),
        )
        copies = Text("{n} copy", {"n": deck.unresolved}, plural="{n} copies", number=deck.unresolved)
        if any(problem.uncounted for problem in deck.problems):
            copies = Text("at least {copies}", {"copies": copies})
        print(tr("{lines}: {copies}", lang, lines=lines, copies=copies))
    for text in deck.notices:
        print(f"  · {text.render(lang)}")
    shown: set[tuple[str, str]] = set()
    for slug, verdict in verdicts.items():
        judged = f"{verdict.title.local_name(lang)} [{slug}]"
        print("\n" + tr("{word}: {value}", lang, word=judged, value=_verdict_word(verdict.verdict, lang).upper()))
        for finding in verdict.findings:
            key = (finding.code, finding.message.render(lang))
            if key in shown and finding.lines and len(verdicts) > 1 and not finding.rule:
                continue
            shown.add(key)
            _print_finding(finding, lang)
        if len(verdicts) == 1:
            for rule in verdict.passed:
                _print_passed(rule, lang)
        for period in (result.timeline or {}).get(slug, ()):
            print(f"  {_period(period, lang)}")
    if result.advice:
        print(f"\n{tr('Advice', lang)}")
        for item in result.advice:
            print(f"  · {item.message.render(lang)}")


_MOST_SHOWN = 12


def print_team(verdict: Verdict, lang: str) -> None:
    """What the lists of a team have together."""
    title, word = verdict.title.local_name(lang), _verdict_word(verdict.verdict, lang).upper()
    print(tr("Team, {format}: {verdict}", lang, format=f"{title} [{verdict.format}]", verdict=word))
    for finding in verdict.findings:
        _print_finding(finding, lang)
    for rule in verdict.passed:
        _print_passed(rule, lang)


def _print_passed(rule: Passed, lang: str) -> None:
    print(f"  + {rule.title.local_name(lang)}" + (f" ({rule.cite})" if rule.cite else ""))


_SIGNS = {"illegal": "x", "incomplete": "?", "undetermined": "?", "warning": "!"}


def _print_finding(finding: Finding, lang: str) -> None:
    from deckkit.legality.findings import in_language

    message = tr("{word}: {value}", lang, word=finding.code, value=finding.message.render(lang))
    print(f"  {_SIGNS[finding.severity]} {message}")
    details = []
    if finding.rule:
        source = in_language(finding.source, lang)
        details.append(finding.rule + (f", {source}" if source else ""))
    if finding.lines:
        shown = ", ".join(map(str, finding.lines[:8])) + (" …" if len(finding.lines) > 8 else "")
        details.append(tr("line {lines}", lang, lines=shown))
    if finding.cure is not None:
        details.append(f"-> {finding.cure.render(lang)}")
    if details:
        print(f"      {semicolon(lang).join(details)}")
    if len(finding.suggestions) > 1:
        from deckkit.decklist.words import apart

        names = [str(name) for name in apart(finding.suggestions, lang)[:_MOST_SHOWN]]
        more = " …" if len(finding.suggestions) > _MOST_SHOWN else ""
        print("      " + tr("nearest: {cards}", lang, cards=semicolon(lang).join(names) + more))


def _period(period: Period, lang: str) -> str:
    if period.start is None and period.end is None:
        span = tr("always", lang)
    elif period.start is None:
        span = tr("before {end}", lang, end=period.end)
    elif period.end is None:
        span = tr("from {start} on", lang, start=period.start)
    else:
        span = tr("from {start} until {end}", lang, start=period.start, end=period.end)
    codes = f" ({', '.join(period.codes)})" if period.codes else ""
    return tr("{span}: {verdict}", lang, span=span, verdict=_verdict_word(period.verdict, lang)) + codes


def emit_rows(results: Sequence[Result], format: str | None, lang: str, *, csv: bool) -> None:
    """One row a list."""
    slugs = [format] if format else next((list(r.verdicts) for r in results if r.verdicts), [])
    rows: list[list[Any]] = []
    for result in results:
        deck, verdicts = result.deck, result.verdicts
        if deck is None or verdicts is None:
            what = result.error.what.render(lang) if result.error else ""
            word = "unreadable" if csv else tr("unreadable", lang)
            rows.append([result.file, "", "", "", *(word for _ in slugs), "", what])
            continue
        codes = list(dict.fromkeys(code for slug in slugs for code in verdicts[slug].codes))
        cells = [verdicts[slug].verdict if csv else _verdict_word(verdicts[slug].verdict, lang) for slug in slugs]
        size = sum(deck.sizes.values())
        rows.append([result.file, deck.name, size, deck.unresolved, *cells, " ".join(codes), ""])
    if csv:
        emit_csv(["file", "name", "cards", "unresolved", *slugs, "codes", "error"], rows)
        return
    words = [tr("File", lang), tr("Name", lang), tr("Cards", lang), tr("Unresolved", lang)]
    # The errors are told below the table, each with its place and cure.
    emit_table([*words, *slugs, tr("Findings", lang)], [row[:-1] for row in rows])


def emit_findings(results: Sequence[Result], lang: str, *, csv: bool) -> None:
    """One row a finding, for sorting and filtering hundreds of lists."""
    header = ["file", "name", "format", "verdict", "severity", "code", "card", "found", "limit", "lines", "message"]
    header += ["cure", "rule"]
    rows: list[list[Any]] = []
    for result in results:
        name = result.deck.name if result.deck else ""
        if result.error is not None:
            what = result.error.what.render(lang)
            rows.append(
                [result.file, name, "", "", "error", "", "", "", "", "", what, result.error.do.render(lang), ""]
            )
        for slug, verdict in (result.verdicts or {}).items():
            for finding in verdict.findings:
                cards = "; ".join(card.local_name(lang) for card, _ in finding.cards)
                lines = " ".join(map(str, finding.lines))
                message = finding.message.render(lang)
                cure = finding.cure.render(lang) if finding.cure else ""
                row = [finding.severity, finding.code, cards, finding.found, finding.limit, lines, message, cure]
                rows.append([result.file, name, slug, verdict.verdict, *row, finding.rule])
    if csv:
        emit_csv(header, rows)
    else:
        emit_table(
            [header[i] for i in (0, 2, 4, 5, 6, 9, 11)], [[row[i] for i in (0, 2, 4, 5, 6, 9, 11)] for row in rows]
        )


def summary(results: Sequence[Result], lang: str) -> str:
    """How many lists are legal, are not, or could not be read."""
    legal = sum(
        1
        for r in results
        if r.verdicts and any(v.legal for v in r.verdicts.values() if v.kind == "constructed" or len(r.verdicts) == 1)
    )
    read = sum(1 for r in results if r.error is None)
    unread = sum(1 for r in results if r.error is not None or (r.deck is not None and r.deck.problems))
    return Text(
        "{n} list: {legal} legal, {other} not legal, {unread} not read or not read whole",
        {"n": len(results), "legal": legal, "other": read - legal, "unread": unread},
        plural="{n} lists: {legal} legal, {other} not legal, {unread} not read or not read whole",
        number=len(results),
    ).render(lang)
