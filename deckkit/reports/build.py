"""The report on a list, put together from what legality, odds and the game know."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import PurePath
from typing import TYPE_CHECKING

from deckkit.i18n import as_text
from deckkit.reports.document import Page, Section
from deckkit.reports.facts import cards_section, makeup_section
from deckkit.reports.odds import hands_section, opening_section, questions_section
from deckkit.reports.verdicts import timeline_section, verdict_section
from deckkit.reports.words import section_label, tr, verdict_word

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue
    from deckkit.decklist.model import Deck
    from deckkit.games.base import Game
    from deckkit.legality.check import Judge

__all__ = ["Order", "report"]

# So many formats have their verdict among the figures under the title.
_TILES = 4


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for: the day of the verdicts, one format or (None) all, the language, the seed of the hands.

    ``wants`` are conditions whose odds are shown; None stands for the usual ones. ``hands`` sample hands are dealt.
    """

    day: date
    format: str | None = None
    lang: str = "en"
    seed: int = 0
    hands: int = 6
    wants: tuple[str, ...] | None = None


def report(deck: Deck, game: Game, catalogue: Catalogue, order: Order, judge: Judge | None = None) -> Page:
    """The report. The same list, catalogue and order give the same page.

    Raises :class:`~deckkit.errors.UsageError` for a format that the game does not have.
    """
    from deckkit.catalogue.search import query_context
    from deckkit.legality.query_fields import legality_fields

    lang = order.lang
    judge = judge or game.judge(catalogue)
    if order.format is not None:
        slug = judge.book.format(order.format).slug
        verdicts = {slug: judge.check(deck, slug, order.day)}
    else:
        verdicts = judge.check_all(deck, order.day)
    main = {s: v for s, v in verdicts.items() if v.kind == "constructed"} or verdicts
    titles = {slug: verdict.title.local_name(lang) for slug, verdict in main.items()}
    advice = [item.message.render(lang) for item in judge.advice(deck)]
    context = query_context(catalogue, game.slug, game.cards, legality_fields(lambda: judge, order.day))
    opening = game.opening() if game.opening is not None else None
    answers = (
        [question.answer(deck, opening, catalogue) for question in game.questions()]
        if opening is not None and game.questions is not None
        else []
    )
    sections: list[Section | None] = [
        verdict_section(verdicts, deck, order.day, lang),
        timeline_section({slug: judge.timeline(deck, slug) for slug in main}, titles, order.day, lang),
        makeup_section(game, deck, lang, advice),
        questions_section(answers, lang),
        opening_section(game, deck, context, order.wants, lang),
        hands_section(game, deck, order.seed, order.hands, lang),
        cards_section(game, deck, lang),
    ]
    facts = [(section_label(game.deck, name, lang), str(count), "") for name, count in deck.sizes.items() if count] or [
        (tr("Cards", lang), "0", "")
    ]
    if deck.unresolved:
        facts.append((tr("Not understood", lang), str(deck.unresolved), "undetermined"))
    facts += ((titles[s], verdict_word(v.verdict, lang), v.verdict) for s, v in list(main.items())[:_TILES])
    return Page(
        lang,
        title_of(deck, lang),
        tr("{game}, {day}", lang, game=game.title, day=order.day),
        tuple(facts),
        tuple(section for section in sections if section is not None),
        {
            "numbers": tr("The numbers", lang),
            "passed": tr("Rules that are kept", lang),
            "more": tr("More findings", lang),
            "reasons": tr("Reasons", lang),
            "skip": tr("Skip to the content", lang),
            "contents": tr("Contents", lang),
        },
        (
            tr("Made by deckkit from the catalogue {version}.", lang, version=catalogue.version(game.slug)),
            tr(
                "{game} belongs to {owners}, who have no part in this page.",
                lang,
                game=game.title,
                owners=as_text(game.owners),
            ),
        ),
    )


def title_of(deck: Deck, lang: str) -> str:
    """What a list is called: its own name, else its file's."""
    if deck.name.strip():
        return deck.name.strip()
    if deck.file and deck.file != "-":
        return PurePath(deck.file).name
    return tr("A list", lang)
