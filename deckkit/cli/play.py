"""deckkit play: a game of two lists, played by pilots or by a person at the terminal; replays; saved games."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.common import (
    ConfigOption,
    DbOption,
    LangOption,
    QuietOption,
    language,
    notice,
    open_catalogue,
    say,
    tr,
)
from deckkit.cli.goldfish import deck_of, pilot_of, table_of, tell_problems, version_of
from deckkit.errors import DeckkitError, InputError, UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue
    from deckkit.cli.play_session import Session
    from deckkit.decklist.model import Deck
    from deckkit.engine.cards import PlayCard
    from deckkit.games.base import Game

__all__ = ["register", "write_file"]

_ME = "me"


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("play")(play)


def play(
    decks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[A] [B]", help="The lists of the two players; without B both play A.", show_default=False
        ),
    ] = None,
    pilot: Annotated[
        list[str] | None,
        typer.Option(
            "--pilot",
            "-p",
            help="Who plays A, and given twice who plays B: me, greedy, random, nothing, or a table of priorities.",
            show_default="me, then greedy",
            metavar="PILOT",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="The same seed deals the same.", show_default="new")
    ] = None,
    begins: Annotated[
        str, typer.Option("--first", help="Who begins: A, B or chance.", metavar="WHO", show_default="chance")
    ] = "chance",
    format: Annotated[
        str | None,
        typer.Option("--format", "-f", help="A format that is played by rules of its own.", show_default=False),
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", help="The version of the rules.", show_default="the newest we have")
    ] = None,
    config: ConfigOption = None,
    log: Annotated[
        Path | None, typer.Option("--log", help="Write the game as text, to be played again.", show_default=False)
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", help="Save the game when it is left.", show_default=False)
    ] = None,
    load: Annotated[Path | None, typer.Option("--load", help="Take a saved game up again.", show_default=False)] = None,
    replay: Annotated[
        Path | None, typer.Option("--replay", help="Play a game again that --log has written.", show_default=False)
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default="recognised")] = None,
    db: DbOption = None,
    lang: LangOption = None,
    quiet: QuietOption = False,
) -> None:
    """Play a game of two lists: pilots, or you at the terminal (or through a pipe, one action a line)."""
    words = language(lang)
    lists = list(decks or ())
    _check(lists, load, replay)
    with open_catalogue(db, words, quiet) as catalogue:
        if replay is not None:
            _replay(replay, catalogue, words, quiet)
            return
        read: list[Deck] = []
        if load is not None:
            session = _load(load, pilot, catalogue, words, quiet)
        else:
            settings = config or ()
            session, read = _begin(lists, pilot, seed, begins, format, rules, settings, game, catalogue, words, quiet)
        left = session.play()
    if left and save is not None:
        session.save(save)
    if log is not None:
        write_file(log, session.recorder.replay(session.m).text())
        if not quiet:
            say(tr("the game is written to {file}", words, file=str(log)))
    for deck in read:
        tell_problems(deck, words, quiet)
    if any(deck.problems for deck in read):
        raise typer.Exit(3)


# -- inputs -------------------------------------------------------------------------------------------------------


def _check(lists: Sequence[str], load: Path | None, replay: Path | None) -> None:
    if sum((bool(lists), load is not None, replay is not None)) != 1:
        do = Text("name one or two lists, or give --load FILE, or --replay FILE")
        raise UsageError(Text("which game?"), "deckkit play", do)
    if len(lists) > 2:
        raise UsageError(
            Text("a game has two lists here, not {n}", {"n": len(lists)}), lists[2], Text("name two lists")
        )


def _seats(pilot: Sequence[str] | None, solo: Callable[[], Any], seed: int) -> tuple[list[Any], list[str]]:
    """Who plays: pilots by seat (None is a person), and their names."""
    part = solo()
    names = [*(pilot or ()), *((_ME, part.usual)[len(pilot or ()) :])]
    if len(names) > 2:
        raise UsageError(
            Text("two players have no more than two pilots"), "--pilot", Text("give --pilot once or twice")
        )
    found: list[Any] = []
    for number, name in enumerate(names):
        if name == _ME:
            found.append(None)
            continue
        chosen = pilot_of(name, solo)
        if isinstance(chosen, str):
            if chosen not in part.pilots:
                do = Text("use one of: {all}", {"all": [_ME, *part.pilots]})
                raise UsageError(Text("there is no pilot '{name}'", {"name": name}), "--pilot", do)
            from deckkit.rng import key_of

            chosen = part.pilots[chosen](key_of(seed, number, "pilot"))
        found.append(chosen)
    return found, names


def _begin(
    lists: Sequence[str],
    pilot: Sequence[str] | None,
    seed: int | None,
    begins: str,
    format: str | None,
    rules: str | None,
    config: Sequence[str],
    game: str | None,
    catalogue: Catalogue,
    lang: str,
    quiet: bool,
) -> tuple[Session, list[Deck]]:
    from deckkit.cli.play_session import Session
    from deckkit.engine.replay import Recorder, Start, begin
    from deckkit.engine.settings import read_settings
    from deckkit.goldfish.run import nothing_to_play, prepare

    who = {"a": 0, "b": 1, "p1": 0, "p2": 1, "chance": None}
    if begins.strip().lower() not in who:
        do = Text("use one of: {all}", {"all": ["A", "B", "chance"]})
        raise UsageError(Text("there is no player '{name}'", {"name": begins}), "--first", do)
    if seed is None:
        from secrets import randbelow

        seed = randbelow(1_000_000_000)
    read: list[Deck] = []
    found: Game | None = None
    for name in lists:
        deck, found = deck_of(name, game if found is None else found.slug, catalogue, lang, quiet)
        read.append(deck)
    assert found is not None
    table, solo = table_of(found)
    piles = []
    how: dict[str, Any] = {"version": version_of(rules, table), "config": read_settings(table(), config)}
    for deck in read:
        plan, cards = prepare(deck, table, solo, catalogue, format=format, alone=False, **how)
        if not cards:
            raise nothing_to_play(deck)
        piles.append(plan.pile)
        for remark in () if quiet else table().remarks(*plan.asked_about()):
            notice(remark.render(lang))
    first = who[begins.strip().lower()]
    both = piles if len(piles) == 2 else [piles[0], piles[0]]
    start = Start.of(table(), both, seed=seed, first=first, version=plan.version, config=plan.config)
    made = {card.key: card for pile in both for entries in pile.values() for card, _ in entries}
    pilots, names = _seats(pilot, solo, seed)
    m = begin(start, table(), lambda key: made[key])
    session = Session(m, Recorder(start), pilots, names, lang, quiet=quiet)
    return session, read


def card_maker(game: Game, catalogue: Catalogue) -> Callable[[str], PlayCard]:
    """Gives the engine's card of a key. Raises KeyError where there is none."""
    table, _ = table_of(game)
    made: dict[str, PlayCard] = {}

    def card(key: str) -> PlayCard:
        if key not in made:
            made[key] = table().play_card(catalogue.card(key), catalogue)
        return made[key]

    return card


def _load(file: Path, pilot: Sequence[str] | None, catalogue: Catalogue, lang: str, quiet: bool) -> Session:
    from deckkit.cli.play_session import Session
    from deckkit.engine.replay import Recorder, read_replay
    from deckkit.engine.saving import digest, from_json, seal
    from deckkit.games import get_game

    do = Text("give a file that was written by 'deckkit play --save'")
    try:
        document = json.loads(_read_file(file))
    except ValueError as error:
        raise InputError(Text("this is no JSON: {reason}", {"reason": str(error)}), str(file), do) from None
    if not isinstance(document, dict) or not isinstance(document.get("game"), str):
        raise InputError(Text("this is no saved game"), str(file), do)
    found = get_game(document["game"])
    table, solo = table_of(found)
    damaged = InputError(Text("the saved game is damaged"), str(file), do)
    # Whatever was changed in it, settings and cards included: the rest would not be the game that was played.
    if document.get("seal") != seal(document):
        raise damaged
    try:
        m = from_json(document, table(), card_maker(found, catalogue))
        past = read_replay(document["replay"], str(file))
        whole = digest(m) == document["digest"] == past.digest
        names = [str(one) for one in document["pilots"]]
    except DeckkitError as error:
        raise InputError(error.what, str(file), do) from None
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise damaged from None
    if not whole or len(names) != 2:
        raise damaged
    pilots, names = _seats(pilot or names, solo, past.start.seed)
    return Session(m, Recorder(past.start, past.moves), pilots, names, lang, quiet=quiet)


def _replay(file: Path, catalogue: Catalogue, lang: str, quiet: bool) -> None:
    """Plays a game again, every action with what it did."""
    from deckkit.cli.play_session import result_text
    from deckkit.engine.match import Match
    from deckkit.engine.notation import seat_name
    from deckkit.engine.replay import play_replay, read_replay
    from deckkit.engine.state import Action
    from deckkit.engine.view import describe_event
    from deckkit.games import get_game

    found = read_replay(_read_file(file), str(file))
    game = get_game(found.start.game)
    table, _ = table_of(game)
    told: list[int] = [0, 0]

    def events(m: Match) -> None:
        for event in (m.log or [])[told[0] :]:
            if not quiet:
                say("      " + describe_event(m, event))
        told[0] = len(m.log or [])

    def before(m: Match, action: Action) -> None:
        events(m)
        if m.state.turn != told[1]:
            told[1] = m.state.turn
            say(tr("turn {turn}: {player}", lang, turn=m.state.turn, player=seat_name(m.state.active)))
        say(f"  {seat_name(action.seat)}: {m.notation(action)}")

    m = play_replay(found, table(), card_maker(game, catalogue), before, journal=False)
    events(m)
    say(result_text(m).render(lang))


# -- files --------------------------------------------------------------------------------------------------------


def _read_file(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(Text("this cannot be read: {reason}", {"reason": reason}), str(file), "") from None
    except UnicodeDecodeError:
        raise InputError(Text("this is no text"), str(file), "") from None


def write_file(file: Path, text: str) -> None:
    """Writes a file whole or not at all. Raises :class:`InputError` where it cannot be written."""
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
        Path(name).replace(file)
    except OSError as error:
        reason = error.strerror or str(error)
        what = Text("this cannot be written: {reason}", {"reason": reason})
        raise InputError(what, str(file), Text("name a file in a folder that can be written")) from None
    sys.stdout.flush()
