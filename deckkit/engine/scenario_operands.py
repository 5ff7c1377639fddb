"""A step as written: its verb and operands, and whether a legal action of the engine is what it means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckkit.engine.scenario_board import Board
from deckkit.engine.scenario_reading import ScenarioError, check_keys, check_value, seat_of, words_near
from deckkit.engine.scenario_words import Verb
from deckkit.i18n import Text

__all__ = ["VERBS", "Wanted", "check_shape", "fits", "read_operands", "verb_of"]

#: The steps that all games know (a game may say more exactly what they take).
VERBS: Mapping[str, Verb] = {
    "end_turn": Verb(),
    "pass": Verb(),
    "choice": Verb(),
    "run_phase": Verb({"phase": "word"}, ("phase",), by_player=False),
    "run_step": Verb({"step": "word"}, ("step",), by_player=False),
    "pass_until_end": Verb(by_player=False),
    "setup": Verb(by_player=False),
    "resolve": Verb({"trigger": "thing"}, ("trigger",)),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A step (or an action that must be offered) as read: its verb, who does it, its operands with their kinds.

    Things are sets of ids that may be meant, lists of things tuples of such sets.
    """

    do: str
    verb: Verb
    player: int | None
    operands: Mapping[str, Any]
    raw: Mapping[str, Any]
    where: str


def verb_of(board: Board, do: Any, where: str) -> Verb:
    """The verb of this name in the board's game."""
    own = board.words.verbs
    if isinstance(do, str) and do in own:
        return own[do]
    if isinstance(do, str) and do in VERBS:
        return VERBS[do]
    raise ScenarioError(
        Text("there is no step '{name}'", {"name": str(do)[:40]}), f"{where}.do", words_near(do, sorted({*own, *VERBS}))
    )


def check_shape(board: Board, raw: Mapping[str, Any], where: str, *, whole: bool) -> Verb:
    """The verb of a step, whose keys must be known; ``whole``: with everything that it needs. Names are not looked up:
    they may be those of objects that come into being."""
    verb = verb_of(board, raw.get("do"), where)
    allowed = ["do", "player", *verb.keys]
    check_keys(raw, [*allowed, "choices"] if whole else allowed, where)
    needed = [*(("player",) if verb.by_player else ()), *verb.needs] if whole else []
    for name in needed:
        if name not in raw:
            raise ScenarioError(Text("'{step}' needs '{name}'", {"step": raw["do"], "name": name}), where)
    return verb


def read_operands(board: Board, raw: Mapping[str, Any], where: str, *, whole: bool) -> Wanted:
    """A step as written; ``whole``: with everything that it needs (an action that is offered may name less)."""
    verb = check_shape(board, raw, where, whole=whole)
    player = seat_of(raw["player"], f"{where}.player", len(board.m.state.seats)) if "player" in raw else None
    operands = {
        key: _operand(board, verb.keys[key], raw[key], f"{where}.{key}")
        for key in raw
        if key in verb.keys and key != verb.names
    }
    return Wanted(raw["do"], verb, player, operands, raw, where)


def _operand(board: Board, kind: str, value: Any, where: str) -> Any:
    literals = kind.split("|")[1:]
    if kind.startswith("thing"):
        kind = kind.partition("|")[0]
        if isinstance(value, str) and value in literals:
            return value
    check_value(kind, value, where)
    if kind == "thing":
        return frozenset(board.find(value, where))
    if kind == "things":
        return tuple(frozenset(board.find(one, where)) for one in value)
    if kind == "seat":
        return seat_of(value, where, len(board.m.state.seats))
    return value


def fits(wanted: Wanted, said: Mapping[str, Any] | None) -> int | None:
    """How many operands an action's description has in common with what is wanted; None where it differs."""
    if said is None or said.get("do") != wanted.do:
        return None
    if wanted.player is not None and said.get("player") != wanted.player:
        return None
    matched = 0
    for key, value in wanted.operands.items():
        if key in said:
            if not _same(wanted.verb.keys[key].partition("|")[0], value, said[key]):
                return None
            matched += 1
        elif key not in wanted.verb.answers:
            return None
    return matched


def _same(kind: str, value: Any, said: Any) -> bool:
    if kind == "thing" and isinstance(value, frozenset):
        return said in value
    if kind == "things" and isinstance(value, tuple):
        return isinstance(said, tuple) and _assign(value, said)
    if kind == "words":
        return sorted(value) == sorted(said)
    return bool(value == said)


def _assign(wanted: Sequence[frozenset[int]], said: Sequence[int]) -> bool:
    """Whether each of the things said can stand for one of those wanted, in any order."""
    if len(wanted) != len(said):
        return False
    if not wanted:
        return True
    return any(
        one in wanted[0] and _assign(wanted[1:], (*said[:place], *said[place + 1 :])) for place, one in enumerate(said)
    )
