"""What is drawn: chances of seeing a card, conditions with the mulligan, ready-made questions, sample hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from deckkit.i18n import Text
from deckkit.reports.charts import Curves, Series
from deckkit.reports.counts import curve_field, number_of
from deckkit.reports.document import Block, Figure, Hand, Hands, Paragraph, Section, Table
from deckkit.reports.wants import LAST_TURN, usual_wants, want_blocks
from deckkit.reports.words import decimal, hundredths, joined, percent, sentences, tr

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.query import QueryContext
    from deckkit.decklist.model import Deck
    from deckkit.games.base import Game
    from deckkit.odds.opening import Opening
    from deckkit.odds.questions import Answer, Row
    from deckkit.odds.source import CardSource

__all__ = ["hands_section", "opening_section", "questions_section"]

# More curves in one chart than these cannot be told apart.
_MOST_CURVES = 6


def opening_section(game: Game, deck: Deck, context: QueryContext, wants: Sequence[str] | None, lang: str) -> Section:
    """The section of opening hands: how often a card is seen, and what is wanted, with and without the mulligan.

    ``wants`` are conditions; None stands for the usual ones.
    """
    heading = tr("Opening hand and mulligan", lang)
    from deckkit.odds.source import card_source, too_small_text

    opening = game.opening() if game.opening is not None else None
    if opening is None:
        return Section("opening", heading, (Paragraph(tr("How this game begins is not described yet.", lang)),))
    source = card_source(deck, opening, game.cards, context)
    size = source.size
    if size < opening.hand:
        return Section("opening", heading, tuple(map(Paragraph, sentences([too_small_text(size, opening.hand)], lang))))
    asked = usual_wants(game.cards, source, opening) if wants is None else wants
    blocks = (_seen(game, source, opening, size, lang), *want_blocks(source, opening, asked, lang))
    return Section("opening", heading, blocks)


def questions_section(answers: Sequence[Answer], lang: str) -> Section | None:
    """The section of ready-made questions; None where the game has none."""
    if not answers:
        return None
    blocks: list[Block] = []
    heading = tr("Resources and curve by turn", lang)
    remarks = {answer.remark.render(lang) for answer in answers}
    if len(remarks) == 1 and not any(answer.rows for answer in answers):
        return Section("questions", heading, tuple(map(Paragraph, sentences([answers[0].remark], lang))))
    for answer in answers:
        if answer.remark.template:
            words = {"title": answer.title, "remark": answer.remark}
            blocks.append(Paragraph(tr("{title}: {remark}.", lang, **words), quiet=True))
        notes = sentences([*answer.assumptions, *_rules(answer.rule)], lang)
        for chance in (True, False):
            rows = [row for row in answer.rows if (row.probability is not None) is chance]
            if rows:
                blocks.append(_answered(answer, rows, notes, chance, lang))
                notes = ()
    return Section("questions", heading, tuple(blocks))


def hands_section(game: Game, deck: Deck, seed: int, count: int, lang: str) -> Section | None:
    """The section of sample hands, dealt by the seed; None where the game or the list has none."""
    opening = game.opening() if game.opening is not None else None
    if opening is None or not count or sum(number for _, number in opening.pile(deck)) < opening.hand:
        return None
    from deckkit.odds.deal import deal, keep_all
    from deckkit.rng import Stream

    pile = opening.pile(deck)
    hands = []
    for number in range(count):
        dealt = deal(pile, opening, Stream.of(seed, number, "hands"), keep_all)
        drawn = [card for cards in dealt.turns(opening, _HAND_TURNS, True) for card in cards]
        remark = tr("Then drawn by turn {turn}, on the play: {cards}.", lang, turn=_HAND_TURNS, cards=drawn)
        cards = _alike(sorted(dealt.hand, key=_order(game)), lang)
        hands.append(Hand(tr("Hand {n}", lang, n=number + 1), cards, (remark,) if drawn else ()))
    notes = sentences(
        [
            Text("Dealt by the seed {seed}; the same seed deals the same hands.", {"seed": seed}),
            Text("No card is set aside."),
            *_hand_notes(opening, deck),
        ],
        lang,
    )
    return Section("hands", tr("Sample hands", lang), (Hands(tuple(hands), notes),))


_HAND_TURNS = 4


# -- parts --------------------------------------------------------------------------------------------------------


def _hand_notes(opening: Opening, deck: Deck) -> list[Text]:
    """What sample hands rest on: the pile, and what is missing from it."""
    from deckkit.odds.source import left_out

    size = sum(number for _, number in opening.pile(deck))
    return [
        Text("Drawn from {n} cards, with an opening hand of {hand}.", {"n": size, "hand": opening.hand}),
        opening.note,
        *_lost(left_out(deck, opening)),
    ]


def _seen(game: Game, source: CardSource, opening: Opening, size: int, lang: str) -> Figure:
    """How often at least one of so many copies is seen: in the opening hand, after the mulligan, by turn."""
    from deckkit.odds.conditions import Goal, Need
    from deckkit.odds.exact import chances
    from deckkit.odds.mulligan import Deal
    from deckkit.odds.pool import Pool

    usual = game.cards.usual_copies or 1
    held = {number for _, number in source.items}
    copies = sorted(number for number in held | set(range(1, usual + 1)) if number <= max(usual, 4))
    turns = [turn for turn in range(1, LAST_TURN + 1) if opening.seen(turn, True) <= size]
    goal = Goal.of([Need(0, 1)])
    rows, series = [], []
    for number in copies:
        pool = Pool.of({1: number, 0: size - number}) if number < size else Pool.of({1: size})
        seen = chances(pool, goal, [opening.hand, *(opening.seen(turn, True) for turn in turns)])
        cells = [hundredths(chance, lang) for chance in seen]
        if opening.redraw.kind != "none":
            best = Deal(pool, goal, opening.hand, opening.redraw).outcome("optimal").chances[0]
            cells.insert(1, hundredths(best, lang))
        kinds = sum(1 for _, of_card in source.items if of_card == number)
        rows.append((str(number), str(kinds), *cells))
        series.append(Series(_copies_word(number, lang), tuple(map(float, seen))))
    header = [tr("Copies", lang), tr("Cards of this list", lang), tr("Opening hand", lang)]
    if opening.redraw.kind != "none":
        header.append(tr("After the mulligan", lang))
    header += [tr("Turn {n}", lang, n=turn) for turn in turns]
    title = tr("Seeing at least one copy of a card", lang)
    notes = [
        Text("Drawn from {n} cards, with an opening hand of {hand}.", {"n": size, "hand": opening.hand}),
        opening.note,
        *_lost(source.left_out),
        Text("By turn: on the play, without a mulligan."),
        *_mulligan_note(opening),
        *_rules(opening.rule),
    ]
    caption = tr("Chances in %", lang)
    table = Table(caption, tuple(header), tuple(rows), frozenset(range(1, len(header))))
    steps = ("0", *map(str, turns))
    chart = Curves(steps, tuple(series), tr("Turn (0: opening hand)", lang), "%")
    first, last = rows[0], rows[-1]
    summary = tr(
        "In the opening hand: {least} % for {few} copies, {most} % for {many}.",
        lang,
        least=first[2],
        few=first[0],
        most=last[2],
        many=last[0],
    )
    return Figure("seen", title, summary, chart, table, sentences(notes, lang), unfolded=True)


def _lost(copies: int) -> list[Text]:
    from deckkit.odds.source import left_out_text

    return [left_out_text(copies)] if copies else []


def _mulligan_note(opening: Opening) -> list[Text]:
    match opening.redraw.kind:
        case "some" if opening.redraw.most is None:
            return [Text("After the mulligan: a hand without the card is set aside whole.")]
        case "some":
            limit = {"n": opening.redraw.most}
            return [Text("After the mulligan: of a hand without the card, {n} cards are set aside.", limit)]
        case "all":
            return [Text("After the mulligan: a hand without the card is drawn anew.")]
        case _:
            return [Text("This game has no mulligan.")]


def _answered(answer: Answer, rows: Sequence[Row], notes: tuple[str, ...], chance: bool, lang: str) -> Block:
    """The figures of one question: a chart of what can be told apart, and a table of all."""
    title = answer.title.render(lang) if chance else tr("{title}: on average", lang, title=answer.title)
    turns = sorted({row.turn for row in rows})
    found = {(row.item, row.on_the_play, row.turn): row.value for row in rows}
    labels = {row.item: row.label.render(lang) for row in rows}
    lines = [
        (item, first) for item in labels for first in (True, False) if any((item, first, t) in found for t in turns)
    ]
    alike = all(found.get((item, True, turn)) == found.get((item, False, turn)) for item in labels for turn in turns)
    if alike:
        lines = [(item, True) for item in labels]
    who = {True: tr("on the play", lang), False: tr("on the draw", lang)}
    several = len(labels) > 1

    def name(item: str, first: bool) -> str:
        return labels[item] if alike else who[first]

    def cell(value: Fraction | None) -> str:
        if value is None:
            return ""
        return hundredths(value, lang) if chance else decimal(value, lang)

    caption = tr("Chances in %, by turn", lang) if chance else tr("Numbers on average, by turn", lang)
    if 0 in turns:
        caption = tr("{caption} (0: opening hand)", lang, caption=caption)
    table = Table(
        caption,
        ("", *map(str, turns)),
        tuple((name(*line), *(cell(found.get((*line, turn))) for turn in turns)) for line in lines),
        frozenset(range(1, len(turns) + 1)),
        notes,
        headings=tuple((i, labels[item]) for i, (item, first) in enumerate(lines) if first)
        if several and not alike
        else (),
    )
    drawn = [line for line in lines if line[1]] if several else lines
    if len(turns) < 2 or len(drawn) > _MOST_CURVES:
        return replace(table, caption=tr("{word}: {value}", lang, word=title, value=table.caption))
    series = tuple(
        Series(
            labels[line[0]] if several or alike else name(*line),
            tuple(None if (value := found.get((*line, turn))) is None else float(value) for turn in turns),
        )
        for line in drawn
    )
    most = max((value for one in series for value in one.values if value is not None), default=0)
    across = tr("Turn (0: opening hand)", lang) if 0 in turns else tr("Turn", lang)
    if len(drawn) < len(lines):
        across = tr("{axis}, on the play", lang, axis=across)
    chart = Curves(
        tuple(map(str, turns)),
        series,
        across,
        "%" if chance else tr("Number of cards", lang),
        None if chance else most,
        _top(most),
    )
    ends = (tr("{word}: {value}", lang, word=one.name, value=_end(one, chance, lang)) for one in series)
    summary = tr("By turn {turn}: {figures}.", lang, turn=turns[-1], figures=joined(ends))
    suffix = "" if chance else "-expected"
    return Figure(f"ask-{answer.id}{suffix}", title, summary, chart, table, notes, unfolded=True)


def _top(most: float) -> float:
    """Where the axis of chances ends: small ones can only be told apart on a shorter one."""
    return next((top for top in (0.08, 0.2, 0.4) if most <= top), 1.0)


def _end(series: Series, chance: bool, lang: str) -> str:
    value = next((value for value in reversed(series.values) if value is not None), 0.0)
    return percent(value, lang) if chance else decimal(value, lang)


def _rules(rule: Sequence[str]) -> list[Text]:
    return [Text("Rules: {rules}.", {"rules": list(rule)})] if rule else []


def _copies_word(number: int, lang: str) -> str:
    return Text("{n} copy", {"n": number}, plural="{n} copies", number=number).render(lang)


def _order(game: Game) -> Callable[[Card], tuple[int, str]]:
    column = curve_field(game.cards)

    def order(card: Card) -> tuple[int, str]:
        number = number_of(card, column) if column else None
        return -1 if number is None else number, card.name

    return order


def _alike(cards: Iterable[Card], lang: str) -> tuple[str, ...]:
    """The names of cards, each once, with the number of copies where there are several."""
    copies: dict[Card, int] = {}
    for card in cards:
        copies[card] = copies.get(card, 0) + 1
    return tuple(
        card.local_name(lang) if number == 1 else tr("{n} × {card}", lang, n=number, card=card)
        for card, number in copies.items()
    )
