"""deckkit export: the catalogue, a deck, odds, test hands or solitary games as a table for other programs."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckkit.cli.common import (
    DbOption,
    FormatsOption,
    LangOption,
    OnOption,
    PlayOption,
    PlayOrBothOption,
    QuietOption,
    game_option,
    language,
    list_game,
    notice,
    open_catalogue,
    parse_day,
    tr,
)
from deckkit.cli.search import legality_extra
from deckkit.errors import UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["register"]

ToOption = Annotated[str, typer.Option("--to", help="csv, json, jsonl or parquet.")]
OutOption = Annotated[
    Path | None, typer.Option("-o", "--output", help="The file to write.", show_default="standard output")
]
BomOption = Annotated[bool, typer.Option("--bom", help="Begin CSV with a byte order mark, as spreadsheets like it.")]
DelimiterOption = Annotated[str, typer.Option("--delimiter", help='What separates the columns of CSV, like ";".')]
GameChoice = Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default=False)]


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    about = "Write cards, a deck, odds, test hands or solitary games as CSV, JSON, JSON Lines or Parquet."
    group = typer.Typer(help=about, no_args_is_help=True)
    group.command("cards")(cards)
    group.command("deck")(deck)
    group.command("odds")(odds)
    group.command("hands")(hands)
    group.command("goldfish")(goldfish)
    app.add_typer(group, name="export")


def cards(
    to: ToOption = "csv",
    output: OutOption = None,
    where: Annotated[
        str | None, typer.Option("--where", help="Only these cards: a search as for 'search'.", show_default=False)
    ] = None,
    printings: Annotated[bool, typer.Option("--printings", help="One row a printing instead of one a card.")] = False,
    bom: BomOption = False,
    delimiter: DelimiterOption = ",",
    game: GameChoice = None,
    on: OnOption = None,
    own: FormatsOption = None,
    quiet: QuietOption = False,
    lang: LangOption = None,
    db: DbOption = None,
) -> None:
    """Write the cards of a game."""
    from deckkit.catalogue.frames import cards_frame, check_form, printings_frame
    from deckkit.catalogue.search import search

    words, found_game, form = language(lang), game_option(game), check_form(to)
    _check_csv(form, bom, delimiter)
    if where is None and (on is not None or own is not None):
        option = "--formats" if on is None else "--on"
        raise UsageError(Text("this belongs to a search"), option, Text("leave it out, or give --where"))
    fields, slug = found_game.cards, found_game.slug
    make = printings_frame if printings else cards_frame
    with open_catalogue(db, words, quiet) as catalogue:
        chosen = None
        if where is not None:
            extra = legality_extra(catalogue, found_game, own, parse_day(on))
            found = search(catalogue, slug, fields, where, extra)
            chosen = found.cards
            if found.undetermined and not quiet:
                count = len(found.undetermined)
                remark = Text(
                    "{count} card is left out, since a fact that decides it is not known",
                    {"count": count},
                    plural="{count} cards are left out, since a fact that decides it is not known",
                    number=count,
                )
                notice(remark.render(words))
        frame = make(catalogue, slug, fields, chosen, words if lang else None)
    _write(frame, form, output, bom, delimiter, words, quiet)


def deck(
    source: Annotated[str, typer.Argument(metavar="DECK", help="A list, or - for standard input.")],
    to: ToOption = "csv",
    output: OutOption = None,
    bom: BomOption = False,
    delimiter: DelimiterOption = ",",
    game: GameChoice = None,
    quiet: QuietOption = False,
    lang: LangOption = None,
    db: DbOption = None,
) -> None:
    """Write a deck: one row a card and section, with its facts. Lines that are not understood are told, exit 3."""
    from deckkit.catalogue.frames import check_form
    from deckkit.cli.odds import tell_lines
    from deckkit.decklist.frames import deck_frame
    from deckkit.decklist.reading import read_deck, read_source

    words, form = language(lang), check_form(to)
    _check_csv(form, bom, delimiter)
    with open_catalogue(db, words, quiet) as catalogue:
        found_game, read = list_game(game, [source], catalogue, words, quiet)
        data = read[source] if source in read else read_source(source)
        found = read_deck(data, catalogue, found_game.slug, found_game.deck, file=source)
        frame = deck_frame(found, catalogue, found_game.cards, words if lang else None)
    _write(frame, form, output, bom, delimiter, words, quiet)
    tell_lines(found, words)
    if found.problems:
        raise typer.Exit(3)


def odds(
    source: Annotated[str, typer.Argument(metavar="DECK", help="A list, or - for standard input.")],
    want: Annotated[
        list[str] | None,
        typer.Option("--want", "-w", help="A condition, as for 'odds'.", show_default="ready-made questions"),
    ] = None,
    turn: Annotated[
        int | None, typer.Option("--turn", "-t", help="Up to which own turn.", min=1, show_default="as usual")
    ] = None,
    play: PlayOrBothOption = None,
    policy: Annotated[
        str | None,
        typer.Option(
            "--mulligan",
            "-m",
            help="With --want: none, keep-wanted or optimal.",
            metavar="POLICY",
            show_default="none",
        ),
    ] = None,
    to: ToOption = "csv",
    output: OutOption = None,
    bom: BomOption = False,
    delimiter: DelimiterOption = ",",
    game: GameChoice = None,
    on: OnOption = None,
    quiet: QuietOption = False,
    lang: LangOption = None,
    db: DbOption = None,
) -> None:
    """Write the odds of a list: one row a condition and turn, or those of the game's ready-made questions.

    Exit 3 where a line or a fact is not known.
    """
    from deckkit.catalogue.frames import check_form, make_frame
    from deckkit.cli.odds import check_wants, deck_source, game_opening, tell_deck
    from deckkit.odds.asking import Plan, ask_odds, check_plan

    words, form = language(lang), check_form(to)
    _check_csv(form, bom, delimiter)
    if policy is not None and not want:
        what = Text("the ready-made questions know no mulligan")
        raise UsageError(what, "--mulligan", Text("leave it out, or name a condition with --want"))
    check_wants(want or ())
    plan = Plan(None, 0, turn or _LAST_TURN, play is not False, (policy or "none").strip().lower())
    check_plan(plan)
    whole = True
    with open_catalogue(db, words, quiet) as catalogue:
        read, played, drawn = deck_source(source, game, catalogue, on, words, quiet)
        opening = game_opening(played)
        if want:
            answer = ask_odds(drawn, want, replace(plan, opening=opening, cards=None))
            whole = not any(one.undetermined for one in answer.answers)
            how = {"mulligan": plan.policy, "first": _first(plan.on_the_play)}
            frame = make_frame([row | how for row in answer.records()], _ODDS)
        elif played.questions is None:
            what = Text("{game} has no ready-made questions", {"game": played.title})
            raise UsageError(what, "--want", Text("name a condition with --want"))
        else:
            answers = [question.answer(read, opening, catalogue, turn).seen_by(play) for question in played.questions()]
            rows = [
                {**row.to_json(words), "question": answer.id, "first": _first(row.on_the_play)}
                for answer in answers
                for row in answer.rows
            ]
            whole = not any(answer.left_out for answer in answers)
            frame = make_frame(rows, _QUESTIONS)
    _write(frame, form, output, bom, delimiter, words, quiet)
    tell_deck(read, words, quiet)
    if read.problems or not whole:
        raise typer.Exit(3)


_LAST_TURN = 6
_ODDS = {
    "want": "text",
    "mulligan": "text",
    "first": "text",
    "turn": "number",
    "cards": "number",
    "probability": "real",
    "fraction": "text",
}
_QUESTIONS = {
    "question": "text",
    "item": "text",
    "label": "text",
    "first": "text",
    "turn": "number",
    "cards": "number",
    "probability": "real",
    "expected": "real",
    "fraction": "text",
}
_HANDS = {
    "hand": "number",
    "part": "text",
    "turn": "number",
    "place": "number",
    "id": "text",
    "name": "text",
    "name_local": "text",
    "cost": "number",
}


def _first(on_the_play: bool) -> str:
    return "play" if on_the_play else "draw"


def hands(
    source: Annotated[str, typer.Argument(metavar="DECK", help="A list, or - for standard input.")],
    number: Annotated[int, typer.Option("--number", "-n", help="How many hands.", min=1, max=100_000, metavar="N")] = 5,
    seed: Annotated[int, typer.Option("--seed", help="Which hands are dealt.")] = 0,
    play: PlayOption = True,
    turn: Annotated[int, typer.Option("--turn", "-t", help="Draw up to this own turn.", min=0, max=100)] = 3,
    want: Annotated[
        str | None, typer.Option("--want", "-w", help="What the mulligan is taken for.", show_default=False)
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            "--mulligan",
            "-m",
            help="none, keep-wanted or optimal.",
            metavar="POLICY",
            show_default="keep-wanted with --want, else none",
        ),
    ] = None,
    to: ToOption = "csv",
    output: OutOption = None,
    bom: BomOption = False,
    delimiter: DelimiterOption = ",",
    game: GameChoice = None,
    on: OnOption = None,
    quiet: QuietOption = False,
    lang: LangOption = None,
    db: DbOption = None,
) -> None:
    """Write test hands: one row a card, the same hands as those of 'hands' with this seed. Exit 3 as with odds."""
    from deckkit.catalogue.frames import check_form, make_frame
    from deckkit.cli.hands import chooser, hand_rows, policy_of, stream_of, wish_of
    from deckkit.cli.hands_text import Shown
    from deckkit.cli.odds import check_wants, deck_source, game_opening, tell_deck
    from deckkit.odds.deal import deal

    words, form = language(lang), check_form(to)
    _check_csv(form, bom, delimiter)
    check_wants(() if want is None else (want,))
    chosen = policy_of(policy, want is not None)
    with open_catalogue(db, words, quiet) as catalogue:
        read, played, drawn = deck_source(source, game, catalogue, on, words, quiet)
        opening = game_opening(played)
        pile = opening.pile(read)
        wishes = [wish_of(want, pile, drawn)] if want is not None else []
        choose = chooser(chosen, opening, wishes, turn, play)
        dealt = [deal(pile, opening, stream_of(seed, at), choose) for at in range(number)]
        rows = hand_rows(dealt, Shown(played.cards, words, opening, turn, play, []))
    frame = make_frame([dict(zip(_HANDS, row, strict=True)) for row in rows], _HANDS)
    whole = not any(wish.undetermined for wish in wishes)
    _write(frame, form, output, bom, delimiter, words, quiet)
    tell_deck(read, words, quiet)
    if read.problems or not whole:
        raise typer.Exit(3)


def goldfish(
    source: Annotated[str, typer.Argument(metavar="DECK", help="A list, or - for standard input.")],
    what: Annotated[str, typer.Option("--what", help="turns: one row an own turn; cards: one row a card.")] = "turns",
    games: Annotated[
        int | None, typer.Option("--games", "-n", help="How many games.", show_default="1000", metavar="N")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed plays the same games.")] = 0,
    workers: Annotated[int, typer.Option("--workers", "-j", help="How many processes play.", metavar="N")] = 1,
    play: PlayOption = True,
    turns: Annotated[int, typer.Option("--turns", "-t", help="After how many own turns a game ends.")] = 30,
    pilot: Annotated[
        str | None, typer.Option("--pilot", "-p", help="Who plays, as for 'goldfish'.", show_default="greedy")
    ] = None,
    format: Annotated[
        str | None,
        typer.Option("--format", "-f", help="A format that is played by rules of its own.", show_default=False),
    ] = None,
    to: ToOption = "csv",
    output: OutOption = None,
    bom: BomOption = False,
    delimiter: DelimiterOption = ",",
    game: GameChoice = None,
    quiet: QuietOption = False,
    lang: LangOption = None,
    db: DbOption = None,
) -> None:
    """Write what came of solitary games, as 'goldfish' plays them. Exit 3 where a line or a fact is not known."""
    from deckkit.catalogue.frames import check_form
    from deckkit.cli.goldfish import deck_of, pilot_of, table_of, tell_problems
    from deckkit.goldfish.run import run_goldfish

    words, form = language(lang), check_form(to)
    _check_csv(form, bom, delimiter)
    if what not in ("turns", "cards"):
        do = Text("use one of: {all}", {"all": ["turns", "cards"]})
        raise UsageError(Text("there are no rows called '{name}'", {"name": what}), "--what", do)
    with open_catalogue(db, words, quiet) as catalogue:
        read, played = deck_of(source, game, catalogue, words, quiet)
        table, solo = table_of(played)
        result = run_goldfish(
            read,
            table,
            solo,
            catalogue,
            games=games,
            workers=workers,
            pilot=pilot_of(pilot, solo),
            seed=seed,
            play=play,
            turns=turns,
            format=format,
        )
    _write(result.to_frame(what, words), form, output, bom, delimiter, words, quiet)
    tell_problems(read, words, quiet)
    if read.problems:
        raise typer.Exit(3)


def _check_csv(form: str, bom: bool, delimiter: str) -> None:
    """Raises :class:`UsageError` for options of CSV beside another form."""
    if form != "csv" and (bom or delimiter != ","):
        option = "--bom" if bom else "--delimiter"
        raise UsageError(Text("this belongs to CSV"), option, Text("leave it out, or use --to csv"))


def _write(
    frame: pd.DataFrame, form: str, output: Path | None, bom: bool, delimiter: str, lang: str, quiet: bool
) -> None:
    from deckkit.catalogue.frames import render, write_atomically

    data = render(frame, form, delimiter=delimiter, bom=bom)
    if output is None or str(output) == "-":
        if form == "parquet" and sys.stdout.isatty():
            raise UsageError(Text("Parquet is no text for a terminal"), "--to parquet", Text("name a file with -o"))
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    write_atomically(output, data)
    if not quiet:
        notice(tr("{rows} rows written to {file}", lang, rows=len(frame), file=str(output)))
