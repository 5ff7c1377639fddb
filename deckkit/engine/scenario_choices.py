"""The choices of a step: answers to the engine's decisions, used in the order in which it asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from deckkit.engine.notation import seat_name
from deckkit.engine.scenario_board import Board
from deckkit.engine.scenario_reading import ScenarioError, check_keys, check_value, mapping, seat_of
from deckkit.engine.scenario_words import ChoiceWord
from deckkit.engine.select import DONE
from deckkit.engine.state import Decision, Thing
from deckkit.i18n import Text

__all__ = [
    "KERNEL_CHOICES",
    "NO_ANSWER",
    "Entry",
    "IllegalStep",
    "alike",
    "answer",
    "answers_it",
    "check_choice",
    "leftover",
    "read_choices",
    "words_of",
]

#: The choices that every game knows, by key.
KERNEL_CHOICES: Mapping[str, ChoiceWord] = {
    "may": ChoiceWord(("may",), "flag"),
    "targets": ChoiceWord(("targets",)),
    "cards": ChoiceWord(("cards", "targets", "name")),
    "order": ChoiceWord(("order", "trigger")),
    "top": ChoiceWord(("place", "top", "order")),
    "bottom": ChoiceWord(("place", "order")),
    "number": ChoiceWord(("number", "option"), "number"),
    "x": ChoiceWord(("number",), "number"),
    "keep": ChoiceWord(("keep", "cards")),
    "seat": ChoiceWord(("player",), "seat"),
}

NO_ANSWER: Any = object()

_ORDERS = ("top", "bottom", "order")
# By what a player may tell two things apart.
_SEEN = tuple(name for name in Thing.__slots__ if name not in ("id", "handle"))


class IllegalStep(Exception):  # noqa: N818 - no error: the step may not be done, which a scenario may say
    """What a step asks for is not possible. ``why`` says what."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why


@dataclass(slots=True)
class Entry:
    """One entry of ``choices``: values by key, those not used yet. ``exact``: an operand, which must be used whole."""

    values: dict[str, Any]
    where: str
    player: int | None = None
    exact: bool = False
    used: set[str] = field(default_factory=set)


def words_of(board: Board) -> Mapping[str, ChoiceWord]:
    """All choice words of the board's game."""
    return {**KERNEL_CHOICES, **board.words.choices}


def read_choices(board: Board, given: Any, where: str) -> list[Entry]:
    """The entries of a step's ``choices``: one object, or a list of them. All names must be known."""
    rows: Sequence[Any] = given if isinstance(given, list) else [given]
    table = words_of(board)
    found = []
    for place, row in enumerate(rows, 1):
        at = f"{where}[{place}]" if isinstance(given, list) else where
        check_keys(mapping(row, at), ["player", *table], at)
        if not row:
            raise ScenarioError(Text("an entry of choices says what is chosen"), at)
        player = seat_of(row["player"], f"{at}.player", len(board.m.state.seats)) if "player" in row else None
        values = {
            key: check_choice(board, table[key], value, f"{at}.{key}") for key, value in row.items() if key != "player"
        }
        found.append(Entry(values, at, player))
    return found


def check_choice(board: Board, word: ChoiceWord, value: Any, where: str) -> Any:
    """A value of a choice, copied so that it can be used up."""
    if word.kind == "number":
        return check_value("count", value, where)
    if word.kind == "seat":
        return seat_of(value, where, len(board.m.state.seats))
    if word.kind != "things":
        return check_value(word.kind, value, where)
    names = list(check_value("things", value, where))
    if "name" not in word.decisions:
        for name in names:
            board.find(name, where)
    return names


def answer(board: Board, decision: Decision, entries: Sequence[Entry]) -> Any:
    """The option that the entries choose, or :data:`NO_ANSWER`. Raises :class:`IllegalStep` where it is no option."""
    table = words_of(board)
    for entry in entries:
        if entry.player is not None and entry.values and entry.player != decision.seat:
            continue
        if not entry.values:
            # An entry of a player alone is the answer to "which player?".
            if decision.kind == "player" and entry.player in decision.options and "player" not in entry.used:
                entry.used.add("player")
                return entry.player
            continue
        for key, value in entry.values.items():
            word = table[key]
            if decision.kind in word.decisions:
                option = _option(board, decision, entry, key, word, value)
                if option is not NO_ANSWER:
                    entry.used.add(key)
                    return option
    # The players named are used up: no more of them.
    return DONE if decision.kind == "player" and decision.taken and DONE in decision.options else NO_ANSWER


def answers_it(board: Board, decision: Decision, entries: Sequence[Entry]) -> bool:
    """Whether an entry is an answer to this decision, used up or not."""
    table = words_of(board)
    return any(
        (entry.player is None or entry.player == decision.seat or not entry.values)
        and (
            any(decision.kind in table[key].decisions for key in entry.values)
            or (not entry.values and decision.kind == "player")
        )
        for entry in entries
    )


def _option(board: Board, decision: Decision, entry: Entry, key: str, word: ChoiceWord, value: Any) -> Any:
    if word.option is not None:
        if key in entry.used:
            return NO_ANSWER
        chosen = word.option(board.m, value, decision.options)
        return _among(decision, chosen, key, value)
    if word.kind == "flag":
        if key in entry.used:
            return NO_ANSWER
        return _among(decision, "yes" if value else "no", key, value)
    if word.kind in ("number", "word", "seat", "map"):
        if key in entry.used:
            return NO_ANSWER
        if word.kind == "seat":
            return _among(decision, value, key, seat_name(value))
        # The options of "choose one" are counted from 0 by the engine and from 1 by people.
        return _among(decision, value - 1 if decision.kind == "option" else value, key, value)
    if decision.kind == "place":
        return _place(board, decision, entry)
    return _thing(board, decision, entry, key, value)


def _among(decision: Decision, option: Any, key: str, value: Any) -> Any:
    if option is None or option not in decision.options:
        raise IllegalStep(Text("{key}: {value} cannot be chosen", {"key": key, "value": value}))
    return option


def _place(board: Board, decision: Decision, entry: Entry) -> Any:
    """Top or bottom, for the card that is asked about (or the next one, where none is named)."""
    for place in ("top", "bottom"):
        names = entry.values.get(place, [])
        if not decision.taken and names and place in decision.options:
            return place
        if decision.taken and any(decision.taken[-1] in board.find(name, entry.where) for name in names):
            return place
    return NO_ANSWER


def _thing(board: Board, decision: Decision, entry: Entry, key: str, names: list[str]) -> Any:
    if names:
        options = _by_source(board, decision) if decision.kind == "trigger" else decision.options
        if decision.kind == "name" and names[0] in options:
            return names.pop(0)
        ids = board.find(names[0], f"{entry.where}.{key}")
        found = [option for option in options if isinstance(option, int) and option in ids]
        if not found:
            raise IllegalStep(Text("{key}: {value} cannot be chosen", {"key": key, "value": names[0]}))
        if len(found) > 1 and not alike(board, found):
            raise ScenarioError(
                Text("{name} may be several objects", {"name": names[0]}), f"{entry.where}.{key}", Text("give it an id")
            )
        names.pop(0)
        if decision.kind == "trigger":
            return min(one.serial for one in board.m.state.pending if one.source == found[0])
        return found[0]
    # The names are used up: the same question goes on without any more, another question has its own entry.
    going_on = bool(decision.taken) or key not in entry.used
    if going_on and DONE in decision.options:
        return DONE
    if going_on and entry.exact:
        raise IllegalStep(Text("{key}: these are too few", {"key": key}))
    return NO_ANSWER


def _by_source(board: Board, decision: Decision) -> list[int]:
    return [one.source for one in board.m.state.pending if one.serial in decision.options]


def alike(board: Board, ids: Sequence[int]) -> bool:
    """Whether things can be told apart by nothing that a player sees: any of them is as good."""
    first, *others = [board.m.state.things[one] for one in ids]
    return all(getattr(first, name) == getattr(other, name) for other in others for name in _SEEN)


def leftover(board: Board, entries: Sequence[Entry], touched: set[int]) -> Text | None:
    """What was chosen and never asked for, unless it is what came about by itself (a forced decision, a refusal)."""
    table = words_of(board)
    for entry in entries:
        for key, value in entry.values.items():
            if isinstance(value, list):
                # An order is asked for card by card, and the last place goes without asking.
                left = (
                    [] if key in _ORDERS else [one for one in value if touched.isdisjoint(board.find(one, entry.where))]
                )
                if left:
                    return Text("{key}: {value} was never asked for", {"key": key, "value": left[0]})
            elif key not in entry.used and (table[key].kind == "seat" or value not in (False, 0, {})):
                shown = seat_name(value) if table[key].kind == "seat" else value
                return Text("{key}: {value} was never asked for", {"key": key, "value": shown})
    return None
