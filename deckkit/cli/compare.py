"""deckkit compare: two lists side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.common import (
    CsvOption,
    DbOption,
    FormatsOption,
    JsonOption,
    LangOption,
    OnOption,
    QuietOption,
    emit_csv,
    emit_json,
    emit_table,
    language,
    list_game,
    notice,
    open_catalogue,
    parse_day,
    say,
    tr,
)
from deckkit.cli.odds import check_wants, pile_error, tell_lines
from deckkit.errors import InputError, UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.decklist.model import Deck
    from deckkit.games.base import Game
    from deckkit.reports.compare import Comparison, FactPair, OddsPair

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("compare")(compare)


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="The first list, or - for standard input.", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="The second list.", show_default=False)],
    want: Annotated[
        list[str] | None,
        typer.Option("--want", "-w", help="A condition whose odds are compared.", show_default="ready-made questions"),
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option("--turn", "-t", help="Odds up to this own turn.", min=1, max=50, show_default="as usual"),
    ] = None,
    play: Annotated[
        bool | None,
        typer.Option(
            "--play/--draw",
            help="Who begins: you, or the other.",
            show_default="play; ready-made questions tell both in JSON and CSV",
        ),
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default="recognised")] = None,
    on: OnOption = None,
    own: FormatsOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    lang: LangOption = None,
    quiet: QuietOption = False,
) -> None:
    """Compare two lists of a game: cards, curve, verdicts, odds. Exit 3 where a line was not understood."""
    from deckkit.catalogue.search import query_context
    from deckkit.decklist.reading import read_deck, read_source
    from deckkit.legality.query_fields import legality_fields
    from deckkit.reports.compare import compare as find
    from deckkit.reports.compare_odds import with_questions, with_wants

    words, day = language(lang), parse_day(on)
    check_wants(want or ())
    if a == b == "-":
        raise UsageError(Text("standard input can be read only once"), "-", Text("name a file for the other list"))
    with open_catalogue(db, words, quiet) as catalogue:
        found, read = list_game(game, list(dict.fromkeys((a, b))), catalogue, words, quiet)
        decks = [
            read_deck(read[file] if file in read else read_source(file), catalogue, found.slug, found.deck, file=file)
            for file in (a, b)
        ]
        judge = found.judge(catalogue, found.formats().extended(own) if own else None)
        result = find(decks[0], decks[1], found, judge, day)
        if want:
            for error in _small(decks, found):
                raise error
            context = query_context(catalogue, found.slug, found.cards, legality_fields(lambda: judge, day))
            result = with_wants(result, found, context, want, turn or _LAST_TURN, play is not False)
        else:
            result = with_questions(result, found, catalogue, turn)
            if play is not None:
                result = replace(result, odds=tuple(pair for pair in result.odds if pair.on_the_play is play))
    if as_json:
        emit_json(result.to_json(words))
    elif as_csv:
        emit_csv(_HEADER, _rows(result, words))
    else:
        _print(result, found, play is not False, words)
    small = _small(decks, found)
    if not as_json:
        for deck in {one.file: one for one in decks}.values():
            tell_lines(deck, words)
    for error in small:
        values = {"file": error.where.render(words), "reason": error.what.render(words)}
        notice(tr("{file}: {reason}", words, **values))
    if any(deck.problems for deck in decks) or small:
        raise typer.Exit(3)


def _small(decks: Iterable[Deck], game: Game) -> list[InputError]:
    """The errors of the lists that are too small to draw from, each once."""
    if game.opening is None:
        return []
    found = {deck.file: pile_error(deck, game.opening()) for deck in decks}
    return [error for error in found.values() if error is not None]


_LAST_TURN = 6
_HEADER = ("part", "of", "id", "name", "turn", "first", "a", "b", "difference")


# -- rows ---------------------------------------------------------------------------------------------------------


def _rows(result: Comparison, lang: str) -> Iterator[list[Any]]:
    """One row a difference or figure, for sorting and filtering."""
    for change in result.changes:
        card = change.card
        yield ["card", change.section, card.key, card.local_name(lang), "", "", change.a, change.b, change.b - change.a]
    pairs = [("curve", result.curve)] if result.curve else []
    for part, pair in [*pairs, *(("fact", pair) for pair in result.facts)]:
        for name, before, after in _counts(pair, lang):
            yield [part, pair.column.fact, "", name, "", "", before, after, after - before]
    for slug, (left, right) in result.verdicts.items():
        yield ["verdict", slug, "", left.title.local_name(lang), "", "", left.verdict, right.verdict, ""]
    for odds in result.odds:
        first = "play" if odds.on_the_play else "draw"
        figures = [_float(value) for value in (odds.a, odds.b, odds.difference)]
        yield ["odds", odds.question, odds.item, odds.label.render(lang), odds.turn, first, *figures]


def _counts(pair: FactPair, lang: str) -> Iterator[tuple[str, int, int]]:
    from deckkit.reports.counts import value_word

    for value in pair.values:
        yield value_word(value, pair.column, lang), pair.a.copies.get(value, 0), pair.b.copies.get(value, 0)


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


# -- text ---------------------------------------------------------------------------------------------------------


def _print(result: Comparison, game: Game, play: bool, lang: str) -> None:
    from deckkit.reports.build import title_of
    from deckkit.reports.words import section_label, verdict_word

    for letter, deck in zip("AB", result.decks, strict=True):
        sizes = ", ".join(f"{section_label(game.deck, name, lang)} {n}" for name, n in deck.sizes.items() if n) or "0"
        say(tr("{letter}: {title}: {sizes}", lang, letter=letter, title=title_of(deck, lang), sizes=sizes))
    _print_cards(result, game, lang)
    say()
    say(tr("Verdicts ({day})", lang, day=result.on))
    emit_table(
        [tr("Format", lang), "A", "B"],
        [
            [left.title.local_name(lang), verdict_word(left.verdict, lang), verdict_word(right.verdict, lang)]
            for left, right in result.verdicts.values()
        ],
    )
    for pair in [*([result.curve] if result.curve else []), *result.facts]:
        say()
        say(pair.column.label(lang))
        rows = [[name, left, right, _signed(right - left)] for name, left, right in _counts(pair, lang)]
        emit_table([pair.column.label(lang), "A", "B", tr("Difference", lang)], rows)
    _print_odds(result, play, lang)


def _print_cards(result: Comparison, game: Game, lang: str) -> None:
    from deckkit.reports.words import section_label

    if not result.changes:
        say()
        say(tr("Both lists hold the same cards.", lang))
    for section in dict.fromkeys(change.section for change in result.changes):
        say()
        say(section_label(game.deck, section, lang))
        for change in (change for change in result.changes if change.section == section):
            name = change.card.local_name(lang)
            say(f"  {_signed(change.b - change.a):>3}  {name} ({change.a} -> {change.b})")


def _print_odds(result: Comparison, play: bool, lang: str) -> None:
    """The figures of the last turn of each; all turns are in JSON and CSV."""
    shown: dict[tuple[str, str], OddsPair] = {}
    for pair in result.odds:
        if pair.on_the_play is play:
            shown[pair.question, pair.item] = pair
    if not shown:
        return
    say()
    say(tr("Odds, on the play", lang) if play else tr("Odds, on the draw", lang))
    rows = [
        [
            pair.label.render(lang),
            pair.turn,
            *(_figure(value, pair, lang) for value in (pair.a, pair.b)),
            _gain(pair, lang),
        ]
        for pair in shown.values()
    ]
    emit_table([tr("What", lang), tr("Turn", lang), "A", "B", tr("Difference", lang)], rows)
    for text in result.assumptions:
        say(f"  · {text.render(lang)}")


def _figure(value: Fraction | None, pair: OddsPair, lang: str) -> str:
    from deckkit.reports.words import decimal, percent

    if value is None:
        return "-"
    return percent(value, lang) if pair.chance else decimal(value, lang)


def _gain(pair: OddsPair, lang: str) -> str:
    from deckkit.reports.words import decimal

    if pair.difference is None:
        return "-"
    text = decimal(pair.difference * (100 if pair.chance else 1), lang, 1 if pair.chance else 2)
    if not text.strip("-0.,"):
        return text.lstrip("-")
    return text if text.startswith("-") else f"+{text}"


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"
