"""May the list be played: the verdict in every format with its reasons, and the days on which it is legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from deckkit.i18n import Text, semicolon
from deckkit.reports.charts import Segment, Spans
from deckkit.reports.document import Block, Figure, FindingLine, Judged, Paragraph, Points, Section, Table
from deckkit.reports.words import joined, tr, verdict_word

if TYPE_CHECKING:
    from deckkit.decklist.model import Deck
    from deckkit.legality.check import Period
    from deckkit.legality.findings import Finding, Verdict

__all__ = ["merged", "span", "timeline_section", "verdict_section"]

_MOST_SHOWN = 8


def verdict_section(verdicts: Mapping[str, Verdict], deck: Deck, day: date, lang: str) -> Section:
    """The section of verdicts: constructed formats in full, the others folded."""
    blocks: list[Block] = [Paragraph(tr("Judged by the rules of {day}.", lang, day=day), quiet=True)]
    if deck.problems:
        lead = Text(
            "{n} line was not understood, and the verdicts leave it open:",
            {"n": len(deck.problems)},
            plural="{n} lines were not understood, and the verdicts leave them open:",
            number=len(deck.problems),
        )
        lines = (
            tr("line {line}: {reason}", lang, line=problem.line, reason=problem.reason) for problem in deck.problems
        )
        blocks.append(Points(tuple(lines), lead.render(lang)))
    if deck.notices:
        blocks.append(Points(tuple(notice.render(lang) for notice in deck.notices)))
    constructed = any(verdict.kind == "constructed" for verdict in verdicts.values())
    blocks += (
        _judged(verdict, lang, folded=constructed and verdict.kind != "constructed") for verdict in verdicts.values()
    )
    return Section("verdict", tr("May it be played?", lang), tuple(blocks))


def timeline_section(
    periods: Mapping[str, Sequence[Period]], titles: Mapping[str, str], day: date, lang: str
) -> Section:
    """The section of days: a chart and, in words, from when until when the list is legal."""
    blocks: list[Block] = []
    turning = sorted({end for spans in periods.values() for period in spans if (end := period.end) is not None})
    shown = {slug: merged(spans) for slug, spans in periods.items()}
    rows = []
    for slug, spans in shown.items():
        legal = [span(period.start, period.end, lang) for period in spans if period.verdict == "legal"]
        if legal:
            words = semicolon(lang).join(legal)
        elif any(period.verdict == "undetermined" for period in spans):
            words = tr("not known to be legal on any day", lang)
        else:
            words = tr("never", lang)
        rows.append((titles[slug], words))
    caption = tr("Days on which the list is legal", lang)
    table = Table(caption, (tr("Format", lang), tr("Legal", lang)), tuple(rows))
    basis = tr("By all dates that are known, past and announced; the last day of a span is not part of it.", lang)
    ever = any(period.verdict != "illegal" for spans in shown.values() for period in spans)
    if turning and ever:
        chart = _spans(shown, titles, turning, day, lang)
        summary = semicolon(lang).join(tr("{word}: {value}", lang, word=title, value=words) for title, words in rows)
        figure = Figure("timeline", caption, summary, chart, table, (basis,), unfolded=True)
        blocks.append(figure)
    else:
        blocks += [table, Paragraph(basis, quiet=True)]
    reasons = _reasons(periods, titles, lang)
    if reasons is not None:
        blocks.append(reasons)
    return Section("timeline", tr("When is it legal?", lang), tuple(blocks))


def merged(periods: Sequence[Period]) -> list[Period]:
    """Neighbours of one verdict as one, whatever their reasons."""
    found: list[Period] = []
    for period in periods:
        if found and found[-1].verdict == period.verdict:
            found[-1] = replace(found[-1], end=period.end)
        else:
            found.append(period)
    return found


def span(start: date | None, end: date | None, lang: str) -> str:
    """A span of days in words."""
    if start is None and end is None:
        return tr("always", lang)
    if start is None:
        return tr("before {end}", lang, end=end)
    if end is None:
        return tr("from {start} on", lang, start=start)
    return tr("from {start} until {end}", lang, start=start, end=end)


# -- parts --------------------------------------------------------------------------------------------------------


def _judged(verdict: Verdict, lang: str, *, folded: bool) -> Judged:
    # Lines that were not understood are told once, above all verdicts.
    findings = [finding for finding in verdict.findings if not finding.code.startswith(("name.", "line."))]
    passed = (rule.title.local_name(lang) + (f" ({rule.cite})" if rule.cite else "") for rule in verdict.passed)
    return Judged(
        verdict.title.local_name(lang),
        verdict.format,
        verdict.verdict,
        verdict_word(verdict.verdict, lang),
        tuple(_line(finding, lang) for finding in findings),
        tuple(passed),
        folded,
    )


def _line(finding: Finding, lang: str) -> FindingLine:
    from deckkit.legality.findings import in_language

    details = []
    if finding.rule:
        details.append(joined(filter(None, (finding.rule, in_language(finding.source, lang)))))
    if finding.lines:
        lines = joined(map(str, finding.lines[:_MOST_SHOWN])) + (" …" if len(finding.lines) > _MOST_SHOWN else "")
        details.append(tr("line {lines}", lang, lines=lines))
    if finding.cure is not None:
        details.append(tr("cure: {cure}", lang, cure=finding.cure))
    return FindingLine(finding.code, finding.severity, finding.message.render(lang), tuple(details))


def _spans(
    shown: Mapping[str, Sequence[Period]], titles: Mapping[str, str], turning: Sequence[date], day: date, lang: str
) -> Spans:
    first, last = min(turning[0], day).toordinal(), max(turning[-1], day).toordinal()
    # Open ends are drawn too: a tenth of the whole on both sides, and a quarter of a year at least.
    margin = max((last - first) // 10, 90)
    start, length = first - margin, last - first + 2 * margin

    def place(when: date | None, otherwise: float) -> float:
        return otherwise if when is None else (when.toordinal() - start) / length

    rows = tuple(
        (titles[slug], tuple(Segment(place(p.start, 0.0), place(p.end, 1.0), p.verdict) for p in spans))
        for slug, spans in shown.items()
    )
    states = dict.fromkeys(period.verdict for spans in shown.values() for period in spans)
    ordered = [state for state in ("legal", "undetermined", "illegal") if state in states]
    return Spans(
        rows,
        tuple((place(tick, 0.0), str(tick.year)) for tick in _years(start, start + length)),
        (place(day, 0.0), day.isoformat()),
        tuple((state, verdict_word(state, lang)) for state in ordered),
    )


def _years(start: int, end: int) -> list[date]:
    """First days of years between two days, at most seven."""
    first, last = date.fromordinal(max(start, 1)).year, date.fromordinal(end).year
    years = [year for year in range(first, last + 1) if start <= date(year, 1, 1).toordinal() <= end]
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 10_000) if len(years) <= 7 * size)
    return [date(year, 1, 1) for year in years if year % step == 0]


def _reasons(periods: Mapping[str, Sequence[Period]], titles: Mapping[str, str], lang: str) -> Table | None:
    """All periods with the codes of their reasons; None where no format has more than one."""
    rows = []
    for slug, spans in periods.items():
        for period in spans:
            word = verdict_word(period.verdict, lang)
            if period.codes:
                word = tr("{word}: {value}", lang, word=word, value=joined(period.codes))
            rows.append((titles[slug], span(period.start, period.end, lang), word))
    if all(len(spans) == 1 for spans in periods.values()):
        return None
    header = (tr("Format", lang), tr("Days", lang), tr("Verdict", lang))
    return Table(tr("Every period and its reasons", lang), header, tuple(rows))
