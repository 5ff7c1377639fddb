"""deckkit mulligan: what to keep, and what it gains."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.common import (
    CsvOption,
    DbOption,
    JsonOption,
    LangOption,
    OnOption,
    PlayOption,
    QuietOption,
    emit_csv,
    emit_json,
    emit_table,
    language,
    open_catalogue,
    say,
    tr,
)
from deckkit.cli.odds import check_wants, deck_source, game_opening, percent, tell_assumptions, tell_deck
from deckkit.errors import UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.decklist.model import Deck
    from deckkit.odds.answers import Advice, Kind, MulliganOdds

__all__ = ["register"]

_MOST_KINDS = 20


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("mulligan")(mulligan)


def mulligan(
    deck: Annotated[
        str | None, typer.Argument(help="A deck list: a file, or - for standard input.", show_default=False)
    ] = None,
    want: Annotated[
        list[str] | None,
        typer.Option(
            "--want",
            "-w",
            help="Needed: what is wanted, like: 2+ type:character. May be given several times.",
            show_default=False,
            metavar="CONDITION",
        ),
    ] = None,
    turn: Annotated[int, typer.Option("--turn", "-t", help="By which own turn; 0 is the opening hand.")] = 0,
    play: PlayOption = True,
    hand: Annotated[
        str, typer.Option("--hand", help="An opening hand to decide, like: 2 NAME; NAME.", show_default=False)
    ] = "",
    seen: Annotated[str, typer.Option("--seen", help="Cards that are gone.", show_default=False)] = "",
    pool: Annotated[
        str | None,
        typer.Option("--pool", help="No list, but numbers, like a=4,b=4,of=60; with --game.", show_default=False),
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
    """Tell what to keep of an opening hand and what the game's mulligan gains. Exit 3 as with odds."""
    from deckkit.odds.asking import Plan, ask_mulligan, check_plan
    from deckkit.odds.source import named_pool

    words = language(lang)
    if not want:
        do = Text("give a condition, like --want '{example}'", {"example": "2+ type:character, 0-1 cost>=6"})
        raise UsageError(Text("what is wanted?"), "--want", do)
    plan = Plan(None, None, turn, play, "optimal", hand, seen, seed)
    check_plan(replace(plan, cards=0))
    check_wants(want)
    read: Deck | None = None
    if pool is not None:
        from deckkit.games import get_game

        if deck is not None:
            raise UsageError(Text("a list and a pool are two things"), "--pool", Text("give one of them"))
        if on is not None or db is not None:
            where = "--db" if on is None else "--on"
            raise UsageError(Text("a pool is no list of cards"), where, Text("leave it out, or give a list"))
        if game is None:
            raise UsageError(Text("which game's mulligan?"), "--game", Text("name a game"))
        plan = replace(plan, opening=game_opening(get_game(game)))
        answers = [ask_mulligan(named_pool(pool), text, plan) for text in want]
    else:
        with open_catalogue(db, words, quiet) as catalogue:
            read, played, source = deck_source(deck, game, catalogue, on, words, quiet)
            plan = replace(plan, opening=game_opening(played))
            answers = [replace(ask_mulligan(source, text, plan), unresolved=source.left_out) for text in want]
    if as_json:
        document = answers[0].to_json(words)
        if len(answers) > 1:
            # The document and what holds for the whole list are said once.
            results = [answer.to_json(words) for answer in answers]
            document["results"] = [
                {key: value for key, value in result.items() if key not in ("schema", "unresolved")}
                for result in results
            ]
        emit_json(document)
    elif as_csv:
        columns = ("hand", "keep", "set_aside", "probability", "keep_chance", "chance", "gain")
        rows = [
            [answer.want, *(record[column] for column in columns)] for answer in answers for record in answer.records()
        ]
        emit_csv(("want", *columns), rows)
    else:
        for number, answer in enumerate(answers):
            if number:
                say()
            _print(answer, words)
    whole = not any(answer.undetermined for answer in answers)
    if read is not None:
        tell_deck(read, words, quiet)
        whole = whole and not read.problems
    if not whole:
        raise typer.Exit(3)


def _print(answer: MulliganOdds, lang: str) -> None:
    say(answer.want)
    tell_assumptions(answer.assumptions, lang)
    say()
    names = {
        "none": tr("every hand kept", lang),
        "keep-wanted": tr("wanted cards kept, the others not", lang),
        "optimal": tr("the best choice for each hand", lang),
    }
    rows = []
    for policy, chance in answer.policies.items():
        of = answer.sampled.get(policy)
        remark = "" if of is None else tr("sampled: {n} hands, between {low} and {high}", lang, **_bounds(of, lang))
        rows.append((policy, percent(chance, lang), names[policy], remark))
    emit_table([tr("Mulligan", lang), tr("Chance", lang), "", ""], rows)
    if answer.advice is not None:
        say()
        _print_advice(answer.advice, lang)
    if answer.table:
        say()
        _print_table(answer.table, lang)


def _bounds(interval: Any, lang: str) -> dict[str, Any]:
    return {"n": interval.n, "low": percent(interval.low, lang), "high": percent(interval.high, lang)}


def _print_table(table: Iterable[Kind], lang: str) -> None:
    from deckkit.odds.answers import class_text

    kinds = list(table)
    other = tr("other", lang)
    header = [
        *(tr("Hand", lang), tr("How often", lang), tr("Set aside", lang)),
        *(tr("Kept whole", lang), tr("Best", lang), tr("Gain", lang)),
    ]
    rows = [
        (
            class_text(kind.hand, other),
            percent(kind.probability, lang),
            class_text(kind.aside, other) or tr("nothing", lang),
            *(percent(value, lang) for value in (kind.keeping, kind.chance, kind.gain)),
        )
        for kind in kinds[:_MOST_KINDS]
    ]
    emit_table(header, rows)
    if len(kinds) > _MOST_KINDS:
        say(tr("and {n} more kinds of hands; --json and --csv list them all", lang, n=len(kinds) - _MOST_KINDS))


def _print_advice(advice: Advice, lang: str) -> None:
    values = {
        "cards": [Text("{count} {card}", {"count": count, "card": item}) for item, count in advice.aside],
        "keeping": percent(advice.keeping, lang),
        "chance": percent(advice.chance, lang),
        "gain": percent(advice.gain, lang),
    }
    if advice.aside:
        say(tr("set aside: {cards}", lang, **values))
        say(tr("{chance}; {keeping} when all is kept: a gain of {gain}", lang, **values))
    else:
        say(tr("keep this hand: {chance}", lang, **values))
