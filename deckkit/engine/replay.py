"""A game as text: how it began, then one line an action; played again it ends in the same state.

The text has a header, the decks, the actions in notation and a fingerprint of the end::

    deckkit replay 1
    game lorcana
    seed 7 0
    first chance
    P1 deck 4 lorcana:some-card
    ...
    actions
    ink some-card-2
    ...
    digest 0f3c...

Further lines of the header: ``version`` (of the rules), ``config`` (JSON, the settings that differ from the game's),
``card`` (a test card and its JSON). Lines that begin with ``#`` are remarks. ``concede P1`` among the actions is
giving up.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from deckkit.engine.cards import PlayCard
from deckkit.engine.leaving import concede
from deckkit.engine.match import Match
from deckkit.engine.notation import read_action, seat_name
from deckkit.engine.rules import TableRules
from deckkit.engine.saving import digest
from deckkit.engine.settings import MOST, fits_setting
from deckkit.engine.state import Action
from deckkit.engine.table import Pile, new_match
from deckkit.errors import DeckkitError, InputError
from deckkit.i18n import Text

__all__ = ["VERSION", "Recorder", "Replay", "Start", "begin", "concede", "play_replay", "read_replay"]

#: The version of the format; part of its first line.
VERSION = 1
#: No deck has more cards; a larger number is a mistake or mischief.
MOST_CARDS = 10_000
_FIRST = "deckkit replay"
_CHANCE = "chance"
_SEE = Text("give a file that was written by 'deckkit play --log'")


@dataclass(frozen=True, slots=True)
class Start:
    """How a match began: the decks by seat and zone as (key of the card, copies), and what :func:`new_match` takes.

    ``first`` is a seat, or None where chance decided. ``test_cards`` are definitions by key.
    """

    game: str
    piles: tuple[tuple[tuple[str, str, int], ...], ...]
    seed: int
    number: int = 0
    first: int | None = None
    version: str = ""
    config: Mapping[str, Any] = field(default_factory=dict)
    test_cards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        rules: TableRules,
        piles: Sequence[Pile],
        *,
        seed: int,
        number: int = 0,
        first: int | None = None,
        version: str = "",
        config: Mapping[str, Any] | None = None,
    ) -> Start:
        """The start with these decks."""
        cards = [card for pile in piles for entries in pile.values() for card, _ in entries]
        return cls(
            rules.game,
            tuple(
                tuple((zone, card.key, copies) for zone, entries in pile.items() for card, copies in entries)
                for pile in piles
            ),
            seed,
            number,
            first,
            version or (rules.versions[0] if rules.versions else ""),
            dict(config or {}),
            {card.key: card.definition for card in cards if card.definition is not None},
        )

    def lines(self) -> list[str]:
        """The header and the decks."""
        lines = [f"{_FIRST} {VERSION}", f"game {self.game}"]
        if self.version:
            lines.append(f"version {self.version}")
        lines.append(f"seed {self.seed} {self.number}")
        lines.append(f"first {_CHANCE if self.first is None else seat_name(self.first)}")
        if self.config:
            lines.append("config " + json.dumps(dict(self.config), sort_keys=True))
        for key, given in sorted(self.test_cards.items()):
            lines.append(f"card {key} " + json.dumps(dict(given), sort_keys=True))
        for seat, pile in enumerate(self.piles):
            lines += [f"{seat_name(seat)} {zone} {copies} {key}" for zone, key, copies in pile]
        return lines


@dataclass(frozen=True, slots=True)
class Replay:
    """A game: its start, its actions in notation and the fingerprint of the state at its end.

    ``lines`` are the numbers of the actions' lines in the text that it was read from; ``where`` names that text.
    """

    start: Start
    moves: tuple[str, ...]
    digest: str
    lines: tuple[int, ...] = ()
    where: str = ""

    def text(self) -> str:
        """The game as text."""
        return "\n".join([*self.start.lines(), "actions", *self.moves, f"digest {self.digest}", ""])


class Recorder:
    """Writes down what is done in a match. ``moves`` are the actions so far."""

    __slots__ = ("moves", "start")

    def __init__(self, start: Start, moves: Sequence[str] = ()) -> None:
        self.start = start
        self.moves: list[str] = list(moves)

    def told(self, m: Match, action: Action) -> None:
        """An action is about to be done."""
        self.moves.append(m.notation(action))

    def replay(self, m: Match) -> Replay:
        """The game up to now."""
        return Replay(self.start, tuple(self.moves), digest(m))


def begin(start: Start, rules: TableRules, card: Callable[[str], PlayCard], where: str = "", **options: Any) -> Match:
    """The match at its beginning; ``card`` gives the engine's card of a catalogue key, or raises KeyError.

    Raises :class:`~deckkit.errors.InputError` for what this game does not have.
    """
    if start.game != rules.game:
        values = {"game": rules.game, "found": start.game}
        raise InputError(Text("this is a game of {found}, not of {game}", values), where, _SEE)
    if start.version and start.version not in rules.versions:
        raise InputError(Text("there is no version '{version}' of the rules", {"version": start.version}), where, _SEE)
    for name, value in start.config.items():
        if type(value) is int and not 0 <= value <= MOST:
            what = Text("the setting '{name}' is a number from 0 to {most}", {"name": name, "most": MOST})
            raise InputError(what, where, _SEE)
        if not fits_setting(rules, name, value):
            raise InputError(Text("the setting '{name}' means nothing", {"name": name}), where, _SEE)
    try:
        rules.check_config({**rules.config, **start.config})
    except DeckkitError as error:
        raise InputError(error.what, where, error.do) from None
    zones = {spec.name for spec in rules.zones}
    made = {key: made_card(rules, given, key, where) for key, given in start.test_cards.items()}
    piles = []
    for pile in start.piles:
        placed: dict[str, list[tuple[PlayCard, int]]] = {}
        for zone, key, copies in pile:
            if zone not in zones:
                raise InputError(Text("there is no zone '{name}'", {"name": zone}), where, _SEE)
            if key not in made:
                try:
                    made[key] = card(key)
                except KeyError:
                    raise InputError(Text("there is no card '{key}'", {"key": key}), where, _SEE) from None
            placed.setdefault(zone, []).append((made[key], copies))
        piles.append(placed)
    return new_match(
        rules,
        piles,
        seed=start.seed,
        game=start.number,
        first=start.first,
        version=start.version,
        config=start.config,
        **options,
    )


def made_card(rules: TableRules, given: Mapping[str, Any], key: str, where: str = "") -> PlayCard:
    """The test card of a definition from a file. Raises :class:`~deckkit.errors.InputError` where it is none."""
    try:
        return rules.test_card(given, key)
    except DeckkitError as error:
        raise InputError(error.what, where, error.do or _SEE) from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        values = {"name": key, "reason": type(error).__name__ + ": " + str(error)[:100]}
        raise InputError(Text("the test card {name} cannot be read ({reason})", values), where, _SEE) from None


def play_replay(
    replay: Replay,
    rules: TableRules,
    card: Callable[[str], PlayCard],
    told: Callable[[Match, Action], None] | None = None,
    **options: Any,
) -> Match:
    """Plays a game again. ``told`` is called before each action.

    Raises :class:`~deckkit.errors.InputError` with the line where an action is not legal, and where the end is another
    one than the text says.
    """
    m = begin(replay.start, rules, card, replay.where, **options)
    for at, move in enumerate(replay.moves):
        where = f"{replay.where}:{replay.lines[at]}" if at < len(replay.lines) else replay.where
        if move.startswith("concede "):
            seat = _seat(move.partition(" ")[2], len(m.state.seats), where)
            concede(m, seat)
            continue
        if m.over:
            raise InputError(Text("the game is over before this action"), where, _SEE)
        try:
            action = read_action(m, move)
        except DeckkitError as error:
            raise InputError(error.what, where, error.do) from None
        if told is not None:
            told(m, action)
        m.apply(action)
    if digest(m) != replay.digest:
        what = Text("played again, the game ends differently than the replay says")
        raise InputError(what, replay.where, Text("the cards or the rules have changed since, or the file was edited"))
    return m


# -- reading -------------------------------------------------------------------------------------------------------


class _Lines:
    """The lines of a replay with their numbers, and errors that name them."""

    def __init__(self, text: str, where: str) -> None:
        self.where = where
        lines = [(at, line.strip()) for at, line in enumerate(text.split("\n"), 1)]
        self.lines = [(at, line) for at, line in lines if line and not line.startswith("#")]
        self.at = 1

    def fail(self, what: Text) -> InputError:
        return InputError(what, f"{self.where}:{self.at}" if self.where else str(self.at), _SEE)

    def number(self, word: str) -> int:
        try:
            return int(word)
        except ValueError:
            raise self.fail(Text("'{value}' is not a whole number", {"value": word})) from None

    def table(self, text: str) -> dict[str, Any]:
        try:
            found = json.loads(text)
        except ValueError as error:
            raise self.fail(Text("this is no JSON: {reason}", {"reason": str(error)})) from None
        if not isinstance(found, dict):
            raise self.fail(Text("an object was expected here, not {value}", {"value": text}))
        return found


def read_replay(text: str, where: str = "") -> Replay:
    """The replay in a text; ``where`` names it in messages. Raises :class:`~deckkit.errors.InputError` with the line.

    The actions themselves are looked at by :func:`play_replay`.
    """
    lines = _Lines(text, where)
    head = lines.lines[0][1] if lines.lines else ""
    if not head.startswith(_FIRST + " "):
        raise lines.fail(Text("this is no replay of a game"))
    if head != f"{_FIRST} {VERSION}":
        values = {"found": head.removeprefix(_FIRST + " "), "known": VERSION}
        raise lines.fail(Text("this replay has version {found}, version {known} is read", values))
    given: dict[str, str] = {}
    places: dict[str, int] = {}
    config: dict[str, Any] = {}
    tests: dict[str, Mapping[str, Any]] = {}
    piles: dict[int, list[tuple[str, str, int]]] = {}
    body = len(lines.lines)
    for place, (at, line) in enumerate(lines.lines[1:], 1):
        lines.at = at
        word, _, rest = line.partition(" ")
        if line == "actions":
            body = place + 1
            break
        if word in ("game", "version", "seed", "first"):
            given[word] = rest
            places[word] = at
        elif word == "config":
            config = lines.table(rest)
        elif word == "card":
            # The key of a test card is its name, which may have spaces.
            key, brace, definition = rest.partition(" {")
            tests[key] = lines.table(brace.strip() + definition)
        elif word[:1] == "P" and word[1:].isdigit():
            zone, copies, key = (*rest.split(" ", 2), "", "")[:3]
            if not key or lines.number(copies) < 1:
                raise lines.fail(Text("a line of a deck is like: {example}", {"example": "P1 deck 4 KEY"}))
            pile = piles.setdefault(int(word[1:]) - 1, [])
            pile.append((zone, key, int(copies)))
            if sum(n for _, _, n in pile) > MOST_CARDS:
                raise lines.fail(Text("a deck has more than {n} cards", {"n": MOST_CARDS}))
        else:
            raise lines.fail(Text("'{word}' is no word of a replay", {"word": word}))
    for word in ("game", "seed", "first"):
        if word not in given:
            raise lines.fail(Text("the line '{word}' is missing", {"word": word}))
    if sorted(piles) != list(range(len(piles))) or not piles:
        raise lines.fail(Text("the deck of a player is missing"))
    lines.at = places["seed"]
    seed, _, number = given["seed"].partition(" ")
    numbers = lines.number(seed), lines.number(number or "0")
    first = None if given["first"] == _CHANCE else _seat(given["first"], len(piles), where)
    start = Start(
        given["game"],
        tuple(tuple(piles[seat]) for seat in range(len(piles))),
        *numbers,
        first,
        given.get("version", ""),
        config,
        tests,
    )
    moves = [(at, " ".join(line.split())) for at, line in lines.lines[body:]]
    lines.at = lines.lines[-1][0]
    if not moves or not moves[-1][1].startswith("digest "):
        raise lines.fail(Text("the line '{word}' is missing", {"word": "digest"}))
    final = moves.pop()[1].removeprefix("digest ")
    return Replay(start, tuple(line for _, line in moves), final, tuple(at for at, _ in moves), where)


def _seat(name: str, seats: int, where: str) -> int:
    if name[:1] == "P" and name[1:].isdigit() and 1 <= int(name[1:]) <= seats:
        return int(name[1:]) - 1
    raise InputError(Text("there is no player '{name}'", {"name": name}), where, _SEE)
