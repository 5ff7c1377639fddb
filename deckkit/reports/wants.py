"""Conditions in a report: their chances by turn under each policy of the mulligan, and what to keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from deckkit.i18n import Text
from deckkit.reports.charts import Curves, Series
from deckkit.reports.counts import number_of
from deckkit.reports.document import Block, Figure, Table
from deckkit.reports.words import decimal, hundredths, joined, percent, sentences, tr

if TYPE_CHECKING:
    from deckkit.catalogue.fields import CardFields
    from deckkit.odds.answers import OddsAnswer
    from deckkit.odds.opening import Opening
    from deckkit.odds.source import CardSource

__all__ = ["LAST_TURN", "policies_of", "policy_text", "usual_wants", "want_blocks"]

LAST_TURN = 6
_MOST_KINDS = 12


# A condition that nearly every hand meets tells nothing.
_WORTH_ASKING = Fraction(85, 100)


def usual_wants(fields: CardFields, source: CardSource, opening: Opening) -> tuple[str, ...]:
    """What is asked where nobody says what is wanted: cheap cards, in a game whose cards have a cost.

    Cheap are the lowest costs that a fifth of the pile has; asked is for so many that not every hand has them. Then
    for the same with a card of the next cost.
    """
    column = fields.by_query().get("cost")
    if column is None or column.fact != fields.cost:
        return ()
    from deckkit.odds.conditions import Goal, Need
    from deckkit.odds.exact import chances
    from deckkit.odds.pool import Pool

    copies: dict[int, int] = {}
    for card, number in source.items:
        cost = number_of(card, column)
        if cost is not None:
            copies[cost] = copies.get(cost, 0) + number
    if not copies:
        return ()
    costs = sorted(copies)
    up_to = [sum(copies[cost] for cost in costs[: at + 1]) for at in range(len(costs))]
    last = next((at for at, number in enumerate(up_to) if 5 * number >= source.size), len(costs) - 1)
    pool = Pool.of({1: up_to[last], 0: source.size - up_to[last]})
    found = (chances(pool, Goal.of([Need(0, least)]), [opening.hand])[0] for least in range(1, opening.hand + 1))
    least = next((number for number, chance in enumerate(found, 1) if chance < _WORTH_ASKING), 1)
    cheap = f"{least}+ cost<={costs[last]}"
    return (cheap, f"{cheap}, 1+ cost={costs[last + 1]}") if last + 1 < len(costs) else (cheap,)


def policies_of(opening: Opening) -> tuple[str, ...]:
    """The policies that differ in a game."""
    return ("none",) if opening.redraw.kind == "none" else ("none", "keep-wanted", "optimal")


def want_blocks(source: CardSource, opening: Opening, wants: Sequence[str], lang: str) -> Iterator[Block]:
    """A figure for each condition, and what to keep of each kind of hand.

    Raises :class:`~deckkit.errors.UsageError` for a condition that has no meaning.
    """
    from deckkit.odds.asking import Plan, ask_odds

    for number, want in enumerate(wants, 1):
        answers = {
            policy: ask_odds(source, [want], Plan(opening, turn=LAST_TURN, policy=policy)).answers[0]
            for policy in policies_of(opening)
        }
        yield _figure(f"want-{number}", answers, lang)
        if opening.redraw.kind != "none":
            table = _kinds(source, opening, want, lang)
            if table is not None:
                yield table


def policy_text(policy: str) -> Text:
    """A policy of the mulligan in words."""
    return {
        "none": Text("every hand is kept"),
        "keep-wanted": Text("the wanted cards are kept"),
        "optimal": Text("the best choice"),
    }[policy]


def _figure(name: str, answers: dict[str, OddsAnswer], lang: str) -> Figure:
    first = answers["none"]
    turns = [row.turn for row in first.rows]
    series, rows = [], []
    for policy, answer in answers.items():
        # A sampled answer knows the last turn only.
        chances = {row.turn: row.chance for row in answer.rows}
        word = policy_text(policy).render(lang)
        series.append(Series(word, tuple(float(chances[turn]) if turn in chances else None for turn in turns)))
        rows.append((word, *(hundredths(chances[turn], lang) if turn in chances else "" for turn in turns)))
    caption = tr("{caption} (0: opening hand)", lang, caption=tr("Chances in %, by turn", lang))
    notes: list[Text] = [
        *replace(first.assumptions, notes=()).texts(),
        # Each policy says what it does, but that keeping every hand keeps every hand.
        *(note for policy, answer in answers.items() if policy != "none" for note in answer.assumptions.notes),
        *(first.assumptions.notes if len(answers) == 1 else ()),
        *(
            Text(
                "on average {mean} of {group} ({n} in the pile)",
                {"mean": decimal(m.expected, lang), "group": m.group, "n": m.cards},
            )
            for m in first.means
        ),
        *(
            Text(
                "not known to belong to {group}, and not counted: {cards}",
                {"group": unsure.group, "cards": list(unsure.cards)},
            )
            for unsure in first.undetermined
        ),
        *(
            Text(
                "{policy}: sampled from {n} hands, from {low} to {high} with 95 %",
                {
                    "policy": policy_text(policy),
                    "n": answer.sampled.n,
                    "low": percent(answer.sampled.low, lang),
                    "high": percent(answer.sampled.high, lang),
                },
            )
            for policy, answer in answers.items()
            if answer.sampled is not None
        ),
    ]
    ends = (tr("{word}: {value}", lang, word=row[0], value=f"{row[-1]} %") for row in rows)
    steps = tuple(map(str, turns))
    return Figure(
        name,
        tr("Wanted: {want}", lang, want=first.want),
        tr("By turn {turn}: {figures}.", lang, turn=turns[-1], figures=joined(ends)),
        Curves(steps, tuple(series), tr("Turn (0: opening hand)", lang), "%"),
        Table(caption, ("", *steps), tuple(rows), frozenset(range(1, len(turns) + 1))),
        sentences(notes, lang),
        unfolded=True,
    )


def _kinds(source: CardSource, opening: Opening, want: str, lang: str) -> Table | None:
    from deckkit.odds.answers import class_text
    from deckkit.odds.asking import Plan, ask_mulligan

    found = ask_mulligan(source, want, Plan(opening))
    if not found.table:
        return None
    other = tr("other", lang)
    rows = tuple(
        (
            class_text(kind.hand, other),
            class_text(kind.keep, other) or tr("nothing", lang),
            *(hundredths(value, lang) for value in (kind.probability, kind.keeping, kind.chance)),
        )
        for kind in found.table[:_MOST_KINDS]
    )
    left = found.table[_MOST_KINDS:]
    notes = [Text("In %, for the opening hand; the best choice is exact.")]
    if left:
        share = percent(sum((kind.probability for kind in left), Fraction(0)), lang)
        notes.append(
            Text(
                "{n} rarer kind of hand is left out ({share} of all hands).",
                {"n": len(left), "share": share},
                plural="{n} rarer kinds of hand are left out ({share} of all hands).",
                number=len(left),
            )
        )
    header = (tr("Hand", lang), tr("Keep", lang), tr("Dealt", lang), tr("Kept whole", lang), tr("Best choice", lang))
    caption = tr("What to keep for: {want}", lang, want=found.want)
    return Table(caption, header, rows, frozenset({2, 3, 4}), sentences(notes, lang))
