"""deckkit goldfish: plays a list alone many times and tells when it would have won."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.common import (
    ConfigOption,
    CsvOption,
    DbOption,
    JsonOption,
    LangOption,
    PlayOption,
    QuietOption,
    emit_csv,
    emit_json,
    emit_table,
    language,
    list_game,
    notice,
    open_catalogue,
    say,
    tr,
)
from deckkit.errors import UsageError
from deckkit.i18n import Text, decimal, semicolon

if TYPE_CHECKING:
    from deckkit.decklist.model import Deck
    from deckkit.games.base import Game
    from deckkit.goldfish.hands import Watched
    from deckkit.goldfish.pilot import Chooser
    from deckkit.goldfish.result import Goldfish

__all__ = ["deck_of", "pilot_of", "register", "table_of"]

_MOST_SHOWN = 20
_HANDS = 5
_MOST_HANDS = 1_000
_TURN_TITLES = (
    Text("Turn"),
    Text("Won"),
    Text("Won by then"),
    Text("Score"),
    Text("Resources"),
    Text("Used"),
    Text("Played"),
    Text("Hand"),
)
_PAID = ("Resources", "Used", "Resource")
_CARD_TITLES = (
    Text("Copies"),
    Text("Card"),
    Text("Drawn"),
    Text("Played"),
    Text("Resource"),
    Text("Stuck"),
    Text("On turn"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("goldfish")(goldfish)


def goldfish(
    deck: Annotated[str, typer.Argument(help="A deck list: a file, or - for standard input.", show_default=False)],
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", help="How many games.", show_default="1000; 5 with --hands", metavar="N"),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            "--precision",
            help="Play until the mean is known so well: half the width of its interval, in turns.",
            show_default=False,
            metavar="TURNS",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed plays the same games.")] = 0,
    workers: Annotated[
        int, typer.Option("--workers", "-j", help="How many processes play; the result is the same.", metavar="N")
    ] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            help="Play on a Dask cluster: the address of its scheduler. The result is the same.",
            show_default=False,
            metavar="ADDRESS",
        ),
    ] = None,
    play: PlayOption = True,
    turns: Annotated[
        int, typer.Option("--turns", "-t", help="After how many own turns a game ends.", metavar="K")
    ] = 30,
    pilot: Annotated[
        str | None,
        typer.Option(
            "--pilot",
            "-p",
            help="Who plays: greedy, random, nothing, or a file with a table of priorities.",
            show_default="greedy",
            metavar="PILOT",
        ),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option("--format", "-f", help="A format that is played by rules of its own.", show_default=False),
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", help="The version of the rules.", show_default="the newest we have")
    ] = None,
    config: ConfigOption = None,
    hands: Annotated[
        bool, typer.Option("--hands", help="Show the games one by one, from the opening hand on.")
    ] = False,
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default="recognised")] = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    lang: LangOption = None,
    quiet: QuietOption = False,
) -> None:
    """Play a list alone against an opponent who does nothing. Exit 3 where a line or a fact is not known."""
    from deckkit.engine.settings import read_settings
    from deckkit.goldfish.run import prepare, run_goldfish

    words = language(lang)
    if hands and as_csv:
        raise UsageError(Text("games are shown as text or as JSON"), "--hands", Text("leave --csv out"))
    if hands and (precision is not None or (games is not None and not 1 <= games <= _MOST_HANDS)):
        what = Text("at most {limit} games are shown one by one", {"limit": _MOST_HANDS})
        raise UsageError(what, "--hands", Text("say how many with --games"))
    with open_catalogue(db, words, quiet) as catalogue:
        read, played = deck_of(deck, game, catalogue, words, quiet)
        table, solo = table_of(played)
        how: dict[str, Any] = {
            "pilot": pilot_of(pilot, solo),
            "seed": seed,
            "play": play,
            "turns": turns,
            "format": format,
            "version": version_of(rules, table),
            "config": read_settings(table(), config or ()),
        }
        watched: list[Watched] = []
        if hands:
            from deckkit.goldfish.hands import watch

            games = games or _HANDS
            plan, _ = prepare(read, table, solo, catalogue, **how)
            watched = [watch(plan, number) for number in range(games)]
        with _progress(quiet or hands, words) as shown:
            result = run_goldfish(
                read,
                table,
                solo,
                catalogue,
                games=games,
                precision=precision,
                workers=workers,
                cluster=cluster,
                progress=shown,
                **how,
            )
    if as_json:
        document = result.to_json(words)
        emit_json({**document, "hands": [one.to_json() for one in watched]} if hands else document)
    elif as_csv:
        rows = result.records()
        emit_csv(list(rows[0]), [list(row.values()) for row in rows])
    else:
        names = {row.card.key: row.card.local_name(words) for row in result.cards}
        _print_head(result, words)
        if hands:
            for one in watched:
                _print_game(one, names, words)
        else:
            _print(result, words)
    tell_problems(read, words, quiet)
    if read.problems:
        raise typer.Exit(3)


# -- inputs -------------------------------------------------------------------------------------------------------


def deck_of(deck: str, game: str | None, catalogue: Any, lang: str, quiet: bool) -> tuple[Deck, Game]:
    """The list and its game."""
    from deckkit.decklist.reading import read_deck, read_source

    played, data = list_game(game, [deck], catalogue, lang, quiet)
    content = data[deck] if deck in data else read_source(deck)
    return read_deck(content, catalogue, played.slug, played.deck, file=deck), played


def table_of(game: Game) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """The rules of play of a game and its part for pilots. Raises :class:`UsageError` where there are none."""
    if game.table is not None and game.pilot is not None:
        return game.table, game.pilot
    from deckkit.games import GAMES

    able = [slug for slug, one in GAMES.items() if one.table is not None and one.pilot is not None]
    what = Text("{game} cannot be played here yet", {"game": game.title})
    raise UsageError(what, "--game", Text("games that can be played: {games}", {"games": able}))


def pilot_of(name: str | None, solo: Callable[[], Any]) -> Chooser | str | None:
    """A pilot by its name, or the one in a file."""
    if name is None or name in solo().pilots or not ("." in name or "/" in name or Path(name).exists()):
        return name
    read = solo().read
    if read is None:
        raise UsageError(Text("no pilot of this game is read from a file"), "--pilot", Text("name one of the pilots"))
    found: Chooser = read(Path(name))
    return found


def version_of(version: str | None, table: Callable[[], Any]) -> str:
    """The version of the rules. Raises :class:`UsageError` for one that there is not."""
    known = table().versions
    if version is None or version in known:
        return version or ""
    do = Text("use one of: {all}", {"all": list(known)}) if known else Text("leave it out: there is only one")
    raise UsageError(Text("there is no version '{version}' of the rules", {"version": version}), "--rules", do)


@contextmanager
def _progress(quiet: bool, lang: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error, on a terminal only."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(tr("games", lang), total=None)
        yield lambda done, most: bar.update(task, completed=done, total=most)


# -- outputs ------------------------------------------------------------------------------------------------------


def tell_problems(deck: Deck, lang: str, quiet: bool) -> None:
    """What of a list was not understood: it is not in the deck that is played."""
    for problem in deck.problems[:_MOST_SHOWN]:
        values = {"file": deck.file, "line": problem.line, "text": problem.raw, "reason": problem.reason.render(lang)}
        notice(tr("{file}, line {line}: {text}: {reason}", lang, **values))
    if len(deck.problems) > _MOST_SHOWN:
        notice(tr("{file}: and {n} more lines", lang, file=deck.file, n=len(deck.problems) - _MOST_SHOWN))
    if deck.unresolved:
        notice(tr("copies that were not understood are not in the deck: {n}", lang, n=deck.unresolved))
    if not quiet:
        for text in deck.notices:
            notice(text.render(lang))


def _print_head(result: Goldfish, lang: str) -> None:
    coverage = result.coverage
    say(tr("played with all their text: {exact} of {of} copies", lang, exact=coverage.exact, of=coverage.of))
    for card, copies, how in coverage.not_played:
        values = {"n": copies, "card": card.local_name(lang)}
        if how == "partial":
            say("  " + tr("{n} {card}: in part", lang, **values))
        else:
            say("  " + tr("{n} {card}: by its printed facts only", lang, **values))
    for remark in result.remarks:
        say(remark.render(lang))
    say()
    values = {"file": result.file, "games": result.games, "seed": result.seed, "pilot": result.pilot}
    head = Text(
        "{file}: {games} game, seed {seed}, pilot {pilot}",
        values,
        plural="{file}: {games} games, seed {seed}, pilot {pilot}",
        number=result.games,
    )
    say(head.render(lang))
    say(tr("on the play", lang) if result.first == "play" else tr("on the draw", lang))
    if result.version:
        say(tr("rules: {rules}", lang, rules=result.version))
    if result.config:
        from deckkit.engine.settings import shown_settings

        say(tr("settings: {values}", lang, values=shown_settings(result.config)))


def _print(result: Goldfish, lang: str) -> None:
    for line in result.summary()[1:]:
        say(line.render(lang))
    if result.median is not None:
        say(tr("half of the games are won by turn {turn}", lang, turn=result.median))
    values = {"n": result.redrawn, "games": result.games}
    say(tr("mulligan taken in {n} of {games} games", lang, **values))
    say()
    # Games without resources have no columns about them.
    paid = any(row.available for row in result.turns)
    rows = [
        (
            row.turn,
            result.won.get(row.turn, 0),
            f"{decimal(row.probability * 100, lang, 1)} %",
            *(decimal(value, lang) for value in (row.score, *((row.available, row.used) if paid else ()))),
            *(decimal(value, lang) for value in (row.played, row.hand, *row.figures.values())),
        )
        for row in result.turns
    ]
    titles = [*(title for title in _TURN_TITLES if paid or title.template not in _PAID), *result.figures.values()]
    emit_table([title.render(lang) for title in titles], rows)
    say()
    cards = [
        (
            row.copies,
            row.card.local_name(lang),
            *(decimal(value, lang) for value in (row.drawn, row.played, *((row.placed,) if paid else ()), row.stuck)),
            "" if row.turn is None else decimal(row.turn, lang, 1),
        )
        for row in result.cards
    ]
    emit_table([title.render(lang) for title in _CARD_TITLES if paid or title.template not in _PAID], cards)


def _print_game(one: Watched, names: dict[str, str], lang: str) -> None:
    say()
    say(tr("game {number}", lang, number=one.number + 1))
    names = {**one.names, **names}
    parts = [(tr("hand", lang), [names[key] for key in one.opening])]
    if one.kept != one.opening:
        parts.append((tr("after the mulligan", lang), [names[key] for key in one.kept]))
    for label, cards in parts:
        say("  " + tr("{word}: {value}", lang, word=label, value=semicolon(lang).join(cards)))
    for at, (done, turn) in enumerate(one.turns, 1):
        values = {"turn": at, "score": turn.score, "used": turn.used, "available": turn.available, "hand": turn.hand}
        say("  " + tr("turn {turn}: score {score}, {used} of {available} used, {hand} in hand", lang, **values))
        for text in done:
            say("    " + text)
    if one.won:
        say("  " + tr("won on turn {turn}", lang, turn=one.won))
    elif one.lost:
        say("  " + tr("lost", lang))
    else:
        say("  " + tr("not won", lang))
