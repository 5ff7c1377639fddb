"""What a list is made of: curve, types, identities, and the list itself."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from deckkit.i18n import Text
from deckkit.reports.charts import Bars, Columns, Series
from deckkit.reports.counts import (
    Counts,
    Pile,
    column_of,
    count_by,
    curve_field,
    draw_pile,
    number_of,
    split_fields,
    value_of,
    value_word,
)
from deckkit.reports.document import Block, Cards, Figure, Paragraph, Points, Row, Section, Subheading, Table
from deckkit.reports.words import decimal, fact_word, joined, percent, section_label, tr

if TYPE_CHECKING:
    from deckkit.catalogue.fields import CardFields, FactField
    from deckkit.catalogue.model import Card
    from deckkit.decklist.model import Deck
    from deckkit.games.base import Game

__all__ = ["cards_section", "curve", "makeup_section"]

# Higher values share the last column.
_HIGHEST = 12
# Words would run into each other under the columns.
_NONE, _UNKNOWN = "–", "?"


def curve(pile: Pile, fields: CardFields, lang: str) -> tuple[FactField, tuple[str, ...], tuple[Series, ...]] | None:
    """The curve's fact, its columns, and the copies by type in each; None where no card has the fact.

    Cards without the fact are in a column of their own ("–"), and so are those of which it is not known ("?").
    """
    column = curve_field(fields)
    numbers = [n for card, _ in pile if column is not None and (n := number_of(card, column)) is not None]
    if column is None or not numbers:
        return None
    top = min(max(numbers), _HIGHEST)
    steps = [*map(str, range(top)), f"{top}+" if max(numbers) > top else str(top)]
    counts: dict[str, dict[str, int]] = {}
    others: set[str] = set()
    types = column_of(fields, fields.type)
    for card, copies in pile:
        number = number_of(card, column)
        if number is not None:
            step = steps[min(max(number, 0), top)]
        else:
            step = _UNKNOWN if value_of(card, column) is Counts.UNKNOWN else _NONE
            others.add(step)
        of_kind = counts.setdefault(_word(card, types, lang), {})
        of_kind[step] = of_kind.get(step, 0) + copies
    steps += sorted(others)
    order = sorted(counts, key=lambda kind: (-sum(counts[kind].values()), kind))
    series = tuple(Series(kind, tuple(counts[kind].get(step, 0) for step in steps)) for kind in order)
    return column, tuple(steps), series


def makeup_section(game: Game, deck: Deck, lang: str, advice: Sequence[str]) -> Section:
    """The section with curve and splits."""
    pile = draw_pile(game, deck)
    total = sum(copies for _, copies in pile)
    blocks: list[Block] = []
    if total:
        blocks.append(Paragraph(_basis(total, lang), quiet=True))
        if (figure := _curve_figure(pile, game.cards, lang)) is not None:
            blocks.append(figure)
        else:
            blocks.append(Paragraph(tr("No card of this list has a number that a curve could be drawn of.", lang)))
        blocks += (_split_figure(pile, column, total, lang) for column in split_fields(pile, game.cards))
        if (table := _by_section(game, deck, lang)) is not None:
            blocks.append(table)
    else:
        blocks.append(Paragraph(tr("There are no cards to count: the list has none that were understood.", lang)))
    if advice:
        blocks.append(Points(tuple(advice)))
    return Section("makeup", tr("What it is made of", lang), tuple(blocks))


def cards_section(game: Game, deck: Deck, lang: str) -> Section:
    """The list itself, by section and type."""
    blocks: list[Block] = []
    filled = [name for name, items in deck.sections.items() if items]
    types = column_of(game.cards, game.cards.type)
    column = curve_field(game.cards)
    for name in filled:
        label = section_label(game.deck, name, lang)
        groups: dict[str, list[Any]] = {}
        for item in deck.sections[name]:
            groups.setdefault(_word(item.card, types, lang), []).append(item)
        several = len(groups) > 1
        if several:
            blocks.append(Subheading(tr("{section}: {n}", lang, section=label, n=deck.size(name))))
        for kind, items in groups.items():
            items.sort(key=lambda item: (_sort_number(item.card, column), item.card.local_name(lang)))
            rows = tuple(
                Row(item.count, item.card.local_name(lang), _in_short(item.card, game.cards, lang)) for item in items
            )
            blocks.append(Cards(kind if several else label, sum(item.count for item in items), rows))
    if not filled:
        blocks.append(Paragraph(tr("The list holds no card that was understood.", lang)))
    if deck.problems:
        rows = tuple(Row(problem.copies, problem.raw, problem.reason.render(lang)) for problem in deck.problems)
        blocks += [Subheading(tr("Not understood", lang)), Cards(tr("Lines", lang), len(rows), rows)]
    return Section("list", tr("The list", lang), tuple(blocks))


# -- parts --------------------------------------------------------------------------------------------------------


def _basis(total: int, lang: str) -> str:
    return Text(
        "Counted: the {n} card that is drawn from.",
        {"n": total},
        plural="Counted: the {n} cards that are drawn from.",
        number=total,
    ).render(lang)


def _curve_figure(pile: Pile, fields: CardFields, lang: str) -> Figure | None:
    found = curve(pile, fields, lang)
    if found is None:
        return None
    column, steps, series = found
    label = column.label(lang)
    numbers = [(n, copies) for card, copies in pile if (n := number_of(card, column)) is not None]
    copies = sum(number for _, number in numbers)
    mean = Fraction(sum(n * number for n, number in numbers), copies) if copies else Fraction(0)
    average = tr("On average {mean} over the {n} cards that have it.", lang, mean=decimal(mean, lang), n=copies)
    totals = [sum(int(one.values[i] or 0) for one in series) for i in range(len(steps))]
    peak = steps[max(range(len(steps)), key=totals.__getitem__)]
    summary = tr("Most cards, {n}, are at {step}.", lang, n=max(totals), step=peak)
    header = (label, *(one.name for one in series), tr("All", lang))
    rows = tuple(
        (step, *(str(int(one.values[i] or 0)) for one in series), str(totals[i])) for i, step in enumerate(steps)
    )
    title = tr("Curve: {fact}", lang, fact=label)
    table = Table(title, header, rows, frozenset(range(1, len(header))))
    chart = Columns(steps, series, label, tr("Cards", lang))
    signs = {_NONE: tr("–: cards that have none.", lang), _UNKNOWN: tr("?: not known.", lang)}
    notes = (average, *(words for sign, words in signs.items() if sign in steps))
    return Figure("curve", title, f"{summary} {average}", chart, table, notes)


def _split_figure(pile: Pile, column: FactField, total: int, lang: str) -> Figure:
    label = column.label(lang)
    title = tr("By {fact}", lang, fact=label)
    counted = count_by(pile, column)
    shares = [
        (value_word(value, column, lang), copies, percent(Fraction(copies, total), lang, 0))
        for value in counted.values
        if (copies := counted.copies[value])
    ]
    bars = tuple((word, copies, tr("{n} ({share})", lang, n=copies, share=share)) for word, copies, share in shares)
    rows = tuple((word, str(copies), share) for word, copies, share in shares)
    table = Table(title, (label, tr("Cards", lang), tr("Share", lang)), rows, frozenset({1, 2}))
    summary = joined(tr("{word}: {value}", lang, word=word, value=copies) for word, copies, _ in shares)
    name = f"by-{column.fact.replace('_', '-')}"
    return Figure(name, title, summary, Bars(bars, total), table)


def _by_section(game: Game, deck: Deck, lang: str) -> Table | None:
    """The identity by section, where there is one and the list has several sections."""
    fields = game.cards
    filled = [name for name, items in deck.sections.items() if items]
    if fields.identity is None or len(filled) < 2:
        return None
    column = column_of(fields, fields.identity)
    counts = {name: count_by(((item.card, item.count) for item in deck.sections[name]), column) for name in filled}
    every = count_by(((item.card, item.count) for name in filled for item in deck.sections[name]), column)
    header = (column.label(lang), *(section_label(game.deck, name, lang) for name in filled))
    rows = tuple(
        (value_word(value, column, lang), *(str(counts[name].copies.get(value, 0)) for name in filled))
        for value in every.values
    )
    caption = tr("{fact} by section", lang, fact=column.label(lang))
    return Table(caption, header, rows, frozenset(range(1, len(header))))


def _sort_number(card: Card, column: FactField | None) -> int:
    number = number_of(card, column) if column else None
    return -1 if number is None else number


def _word(card: Card, column: FactField, lang: str) -> str:
    return value_word(value_of(card, column), column, lang)


def _in_short(card: Card, fields: CardFields, lang: str) -> str:
    """The short facts of a card but its type, in one line."""
    shown = []
    for name in fields.brief:
        column, value = column_of(fields, name), card.facts.get(name)
        if name == fields.type or value is None or value is False or value == []:
            continue
        if column.kind == "flag":
            shown.append(column.label(lang))
        elif column.kind in ("number", "limit"):
            shown.append(f"{column.label(lang)} {fact_word(column, value, lang)}")
        else:
            shown.append(fact_word(column, value, lang))
    return " · ".join(shown)
