"""deckkit odds: exact chances of drawing what is wanted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.common import (
    CsvOption,
    DbOption,
    JsonOption,
    LangOption,
    OnOption,
    PlayOrBothOption,
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
from deckkit.errors import InputError, UsageError
from deckkit.i18n import Text, decimal

if TYPE_CHECKING:
    from deckkit.decklist.model import Deck
    from deckkit.games.base import Game
    from deckkit.odds.answers import Assumptions, OddsAnswer
    from deckkit.odds.opening import Opening
    from deckkit.odds.source import Source

__all__ = [
    "check_wants",
    "deck_source",
    "game_opening",
    "percent",
    "pile_error",
    "register",
    "tell_assumptions",
    "tell_deck",
    "tell_lines",
]

_MOST_SHOWN = 20


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("odds")(odds)


def odds(
    deck: Annotated[
        str | None, typer.Argument(help="A deck list: a file, or - for standard input.", show_default=False)
    ] = None,
    want: Annotated[
        list[str] | None,
        typer.Option(
            "--want",
            "-w",
            help="What is wanted, like: 2+ type:character, 0-1 (cost>=6 or name:WORD). May be given several times.",
            show_default=False,
            metavar="CONDITION",
        ),
    ] = None,
    turn: Annotated[int | None, typer.Option("--turn", "-t", help="By which own turn.", show_default="opening")] = None,
    play: PlayOrBothOption = None,
    policy: Annotated[
        str | None,
        typer.Option("--mulligan", "-m", help="none, keep-wanted or optimal.", show_default="none", metavar="POLICY"),
    ] = None,
    hand: Annotated[str, typer.Option("--hand", help="Cards that are in the hand.", show_default=False)] = "",
    seen: Annotated[str, typer.Option("--seen", help="Cards that are gone.", show_default=False)] = "",
    pool: Annotated[
        str | None,
        typer.Option("--pool", help="No list, but numbers, like a=4,b=4,of=60.", show_default=False),
    ] = None,
    cards: Annotated[
        int | None, typer.Option("--cards", "-n", help="How many cards are drawn.", show_default=False)
    ] = None,
    ask: Annotated[
        str | None,
        typer.Option(
            "--ask",
            "-a",
            help="A ready-made question of the game by its name, or all: what is told without --want.",
            show_default=False,
            metavar="NAME",
        ),
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default="recognised")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Where an answer has to be sampled.")] = 1,
    on: OnOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    lang: LangOption = None,
    quiet: QuietOption = False,
) -> None:
    """Tell the chances of drawing what is wanted, exactly. Exit 3 where a line or a fact is not known."""
    from deckkit.odds.asking import Plan, ask_odds, check_plan

    words = language(lang)
    if pool is not None and deck is not None:
        raise UsageError(Text("a list and a pool are two things"), "--pool", Text("give one of them"))
    if pool is not None and (on is not None or db is not None):
        where = "--db" if on is None else "--on"
        raise UsageError(Text("a pool is no list of cards"), where, Text("leave it out, or give a list"))
    if ask is not None or (deck is not None and not want and pool is None):
        if want or pool is not None or cards is not None or policy is not None or hand or seen:
            if ask is None:
                raise _no_want()
            what = Text("a ready-made question takes a list and a last turn, nothing else")
            raise UsageError(what, "--ask", Text("leave out --ask, or the conditions and what belongs to them"))
        _ask(deck, ask, turn, play, game, on, db, words, quiet, as_json=as_json, as_csv=as_csv)
        return
    if not want:
        raise _no_want()
    if cards is not None and (turn is not None or policy is not None or play is not None):
        what = Text("a number of cards leaves no room for turns and mulligans")
        do = Text("use either --cards, or --turn, --play or --draw, and --mulligan")
        raise UsageError(what, "--cards", do)
    plan = Plan(None, cards, turn or 0, play is not False, (policy or "none").strip().lower(), hand, seen, seed)
    check_plan(replace(plan, cards=cards or 0))
    check_wants(want)
    read: Deck | None = None
    if pool is not None:
        source, opening = _named(pool, game, cards)
        answer = ask_odds(source, want, replace(plan, opening=opening))
    else:
        with open_catalogue(db, words, quiet) as catalogue:
            read, played, source = deck_source(deck, game, catalogue, on, words, quiet, hand=cards is None)
            opening = None if cards is not None else game_opening(played)
            answer = replace(ask_odds(source, want, replace(plan, opening=opening)), unresolved=source.left_out)
    if as_json:
        emit_json(answer.to_json(words))
    elif as_csv:
        columns = ("want", "turn", "cards", "probability", "fraction")
        emit_csv(columns, [[record[column] for column in columns] for record in answer.records()])
    else:
        for number, one in enumerate(answer.answers):
            if number:
                say()
            _print(one, words)
    whole = not any(one.undetermined for one in answer.answers)
    if read is not None:
        tell_deck(read, words, quiet)
        whole = whole and not read.problems
    if not whole:
        raise typer.Exit(3)


def _ask(
    deck: str | None,
    name: str | None,
    last: int | None,
    play: bool | None,
    game: str | None,
    on: str | None,
    db: Path | None,
    lang: str,
    quiet: bool,
    *,
    as_json: bool,
    as_csv: bool,
) -> None:
    """The ready-made questions of the list's game."""
    from deckkit.cli.odds_ask import answers, show_answers

    with open_catalogue(db, lang, quiet) as catalogue:
        read, played, _ = deck_source(deck, game, catalogue, on, lang, quiet)
        found = [answer.seen_by(play) for answer in answers(read, played, catalogue, name, last)]
    known = show_answers(read, found, lang, as_json=as_json, as_csv=as_csv)
    tell_deck(read, lang, quiet)
    if not known or read.problems:
        raise typer.Exit(3)


def _no_want() -> UsageError:
    do = Text("give a condition, like --want '{example}'", {"example": "2+ type:character, 0-1 cost>=6"})
    return UsageError(Text("what is wanted?"), "--want", do)


def check_wants(wants: Iterable[str]) -> None:
    """Raises :class:`UsageError` for a condition that cannot be read, before any list is."""
    from deckkit.odds.conditions import parse_condition

    for want in wants:
        parse_condition(want)


def _named(pool: str, game: str | None, cards: int | None) -> tuple[Source, Opening | None]:
    from deckkit.games import get_game
    from deckkit.odds.source import named_pool

    source = named_pool(pool)
    played = None if game is None else get_game(game)
    if cards is not None and played is not None:
        what = Text("a number of cards is drawn as in no game")
        raise UsageError(what, "--game", Text("use either --cards or --game"))
    if played is not None:
        return source, game_opening(played)
    if cards is None:
        do = Text("give a number, like --cards 7, or a game whose opening hand is meant")
        raise UsageError(Text("how many cards are drawn?"), "--cards", do)
    return source, None


def deck_source(
    deck: str | None, game: str | None, catalogue: Any, on: str | None, lang: str, quiet: bool, *, hand: bool = True
) -> tuple[Deck, Game, Source]:
    """The list, its game and what it draws from.

    Raises :class:`UsageError` where no list is named, and with ``hand`` :class:`InputError` for a list that is too
    small for an opening hand.
    """
    from deckkit.catalogue.search import query_context
    from deckkit.cli.search import legality_extra
    from deckkit.decklist.reading import parse, read_source, resolve
    from deckkit.odds.source import card_source

    day = parse_day(on)
    if deck is None:
        raise UsageError(Text("which list?"), "DECK", Text("name a file, or - for standard input"))
    played, data = list_game(game, [deck], catalogue, lang, quiet)
    content = data[deck] if deck in data else read_source(deck)
    read = resolve(parse(content, played.deck, deck), catalogue, played.slug, played.deck, file=deck)
    opening = game_opening(played)
    error = pile_error(read, opening) if hand else None
    if error is not None:
        raise error
    context = query_context(catalogue, played.slug, played.cards, legality_extra(catalogue, played, None, day))
    return read, played, card_source(read, opening, played.cards, context)


def pile_error(deck: Deck, opening: Opening) -> InputError | None:
    """The error of a list that is too small for an opening hand; None for one that is not."""
    from deckkit.odds.source import too_small_text

    size = sum(number for _, number in opening.pile(deck))
    if size >= opening.hand:
        return None
    do = Text("give a list that is complete enough to draw from")
    if deck.problems:
        lines = sorted({problem.line for problem in deck.problems})[:_MOST_SHOWN]
        do = Text("correct the lines that were not understood: {lines}", {"lines": lines})
    return InputError(too_small_text(size, opening.hand), deck.file, do)


def game_opening(game: Game) -> Opening:
    """How a game begins. Raises :class:`UsageError` for a game of which it is not known."""
    if game.opening is None:
        raise UsageError(Text("how a game of {game} begins is not known here", {"game": game.title}), "--game")
    return game.opening()


def percent(value: Any, lang: str) -> str:
    """A chance as a person reads it: 0 and 100 only where it is just that."""
    if 0 < value < 0.00005:
        return f"< {decimal(0.01, lang)} %"
    if 0.99995 <= value < 1:
        return f"> {decimal(99.99, lang)} %"
    return f"{decimal(value * 100, lang)} %"


def tell_assumptions(assumptions: Assumptions, lang: str) -> None:
    """What a figure rests on, line by line."""
    for text in assumptions.texts():
        say("  " + text.render(lang))


def tell_deck(deck: Deck, lang: str, quiet: bool) -> None:
    """What of a list was not understood, and is left out."""
    tell_lines(deck, lang)
    if deck.unresolved:
        from deckkit.odds.source import left_out_text

        notice(left_out_text(deck.unresolved).render(lang))
    if not quiet:
        for text in deck.notices:
            notice(text.render(lang))


def tell_lines(deck: Deck, lang: str) -> None:
    """The lines that were not understood; of very many the first ones, and how many further lines there are."""
    shown, more = deck.problems[:_MOST_SHOWN], deck.problems[_MOST_SHOWN:]
    for problem in shown:
        values = {"file": deck.file, "line": problem.line, "text": problem.raw, "reason": problem.reason.render(lang)}
        notice(tr("{file}, line {line}: {text}: {reason}", lang, **values))
    lines = {problem.line for problem in more} - {problem.line for problem in shown}
    if lines:
        text = Text(
            "{file}: and {n} more line",
            {"file": deck.file, "n": len(lines)},
            plural="{file}: and {n} more lines",
            number=len(lines),
        )
        notice(text.render(lang))


def _print(answer: OddsAnswer, lang: str) -> None:
    chance = tr("{word}: {value}", lang, word=answer.want, value=percent(answer.chance, lang))
    say(chance + ("" if answer.sampled else f"  ({_short(answer, lang)})"))
    if answer.sampled is not None:
        low, high = percent(answer.sampled.low, lang), percent(answer.sampled.high, lang)
        say("  " + tr("sampled: {n} hands, between {low} and {high}", lang, n=answer.sampled.n, low=low, high=high))
    tell_assumptions(answer.assumptions, lang)
    if len(answer.rows) > 1:
        say()
        header = [tr("Turn", lang), tr("Cards", lang), tr("Chance", lang)]
        emit_table(header, [(row.turn, row.cards, percent(row.chance, lang)) for row in answer.rows])
    say()
    header = [tr("Group", lang), tr("Cards", lang), tr("On average", lang)]
    emit_table(header, [(mean.group, mean.cards, decimal(mean.expected, lang)) for mean in answer.means])


def _short(answer: OddsAnswer, lang: str) -> str:
    """The fraction where a person can read it."""
    text = str(answer.chance)
    if len(text) <= 40:
        return text
    digits = f"{float(answer.chance):.12g}"
    return digits.replace(".", ",") if lang == "fr" else digits
