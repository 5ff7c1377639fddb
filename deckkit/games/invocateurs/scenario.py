"""The words of Invocateurs' scenario files (``scenarios.md`` and rules digest IN 16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deckkit.engine.notation import seat_name
from deckkit.engine.scenario_words import (
    EventWord,
    NumberWord,
    ObjectWord,
    ScenarioWords,
    Verb,
    ZoneWord,
    attribute,
    marked,
)
from deckkit.engine.state import NOBODY, PASS, Action
from deckkit.errors import InputError
from deckkit.games.invocateurs import combat, setup
from deckkit.games.invocateurs.turn import PHASES
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.engine.match import Match
    from deckkit.engine.scenario_steps import Step
    from deckkit.engine.state import Thing

__all__ = ["WORDS"]


_HANDS = ("rock", "paper", "scissors")


# -- actions --------------------------------------------------------------------------------------------------------


def _describe(m: Match, action: Action) -> Mapping[str, Any] | None:
    kind, source = action.kind, action.source
    said: dict[str, Any] = {"player": action.seat}
    if kind == "summon":
        # Face up in defence is a place that only a configuration allows (IN 14.6).
        face = {"up": "up", "down": "down"}.get(action.option, "up")
        return {**said, "do": "normal_summon", "card": source, "face": face, "sacrifice": action.targets}
    if kind in ("turn_up", "change_position", "activate_laid"):
        return {**said, "do": kind, "source": source}
    if kind == "attack":
        return {**said, "do": kind, "source": source, "target": action.targets[0] if action.targets else combat.PLAYER}
    if kind in ("play", "lay"):
        return {**said, "do": kind, "card": source}
    if kind == "officer":
        return {**said, "do": "play_officer", "card": source}
    if kind == "power":
        return {**said, "do": "officer_power", "source": source}
    if kind == "phase":
        return {**said, "do": "go_to", "phase": action.option}
    if kind == "end":
        return {**said, "do": "end_turn"}
    decision = m.state.decision
    if decision is not None and decision.kind == "react":
        if action.option == PASS:
            return {**said, "do": "pass"}
        return {**said, "do": "activate_trap", "source": action.option}
    return None


def _choose_first(step: Step) -> bool:
    """Rock, paper, scissors until a round is no tie (IN 4.2); it goes on only while nobody has won."""
    rounds = step.operands["throws"]
    for one in rounds:
        if not isinstance(one, dict) or set(one) != {"P1", "P2"} or not all(each in _HANDS for each in one.values()):
            raise InputError(
                Text("a round of throws names one for each player"),
                f"{step.wanted.where}.throws",
                Text('write it as {"P1": "rock", "P2": "paper"}'),
            )
    winner, count = setup.throws(rounds)
    if winner is None or count < len(rounds):
        return False
    m = step.m
    m.mark(m.state, "rounds", count)
    for name in ("first", "active", "acting"):
        m.set(m.state, name, int(winner[1:]) - 1)
    return True


def _run_phase(name: str) -> Any:
    def run(m: Match) -> bool:
        phase = m.state.phase
        if name == "draw":
            if phase != "draw":
                return False
            m.push(("draw",), ("pending",), ("check",), ("enter_phase", "main"))
        elif name != phase:
            if PHASES.index(name) < PHASES.index(phase):
                return False
            tasks = [("draw",), ("pending",), ("check",)] if phase == "draw" else []
            m.push(*tasks, ("enter_phase", name))
        return True

    return run


# -- the board ------------------------------------------------------------------------------------------------------


def _give_life(m: Match, seat: int, value: int) -> None:
    m.set(m.state.seats[seat], "life", value)
    m.mark(m.state.seats[seat], "life_given", True)


def _prepare(m: Match) -> None:
    setup.check_levels(m)
    for seat in m.state.seats:
        if not seat.marks.get("life_given"):
            m.set(seat, "life", m.config["life"])
        m.mark(seat, "life_given", None)
        for one in seat.zones["field"]:
            if m.state.things[one].facedown:
                m.set(m.state.things[one], "exhausted", True)


def _own(m: Match, thing: Thing, seat: int) -> None:
    m.set(thing, "owner", seat)
    m.set(thing, "controller", seat)


def _this_turn(name: str) -> ObjectWord:
    """A flag that the engine keeps as the turn in which it happened."""
    return ObjectWord(
        "flag",
        lambda m, thing: thing.marks.get(name) == m.state.turn,
        lambda m, thing, value: m.mark(thing, name, m.state.turn if value else None),
    )


def _figure(name: str) -> ObjectWord:
    return ObjectWord("int", lambda m, thing: combat.figure(m, thing, name))


WORDS = ScenarioWords(
    describe=_describe,
    players={
        "lp": NumberWord(lambda m, seat: m.state.seats[seat].life, _give_life),
        "hand": ZoneWord("hand"),
        "deck": ZoneWord("deck", ordered=True),
        "graveyard": ZoneWord("discard"),
        "field": ZoneWord("field"),
        "support": ZoneWord("support"),
        "officer": ZoneWord("officer", single=True),
    },
    shared={"terrain": ZoneWord("terrain", single=True, shared=True)},
    objects={
        "pos": ObjectWord(
            "word",
            lambda _m, thing: "defense" if thing.exhausted else "attack",
            lambda m, thing, value: m.set(thing, "exhausted", value == "defense"),
            ("attack", "defense"),
        ),
        "face": ObjectWord(
            "word",
            lambda _m, thing: "down" if thing.facedown else "up",
            lambda m, thing, value: m.set(thing, "facedown", value == "down"),
            ("up", "down"),
        ),
        "set_turn": marked("laid", "count", None),
        "summoned_this_turn": attribute("fresh"),
        "changed_this_turn": _this_turn("changed"),
        "attacked_this_turn": _this_turn("attacked"),
        "attached_to": ObjectWord(
            "thing",
            lambda _m, thing: None if thing.to == NOBODY else thing.to,
            lambda m, thing, bearer: m.set(thing, "to", bearer.id),
        ),
        "owner": ObjectWord("seat", lambda _m, thing: thing.owner, _own),
        "atk": _figure("atk"),
        "def": _figure("def"),
    },
    verbs={
        "choose_first_player": Verb({"throws": "list"}, ("throws",), by_player=False, run=_choose_first),
        "normal_summon": Verb({"card": "thing", "face": "word", "sacrifice": "things"}, ("card", "face")),
        "turn_up": Verb({"source": "thing"}, ("source",)),
        "change_position": Verb({"source": "thing"}, ("source",)),
        "attack": Verb({"source": "thing", "target": "thing|player"}, ("source", "target")),
        "play": Verb({"card": "thing", "targets": "things"}, ("card",), {"targets": "targets"}),
        "lay": Verb({"card": "thing"}, ("card",)),
        "activate_laid": Verb({"source": "thing", "targets": "things"}, ("source",), {"targets": "targets"}),
        "activate_trap": Verb(
            {"source": "thing", "targets": "things"}, ("source",), {"targets": "targets"}, reaction=True
        ),
        "pass": Verb(reaction=True),
        "play_officer": Verb({"card": "thing"}, ("card",)),
        "officer_power": Verb({"source": "thing", "targets": "things"}, ("source",), {"targets": "targets"}),
        "go_to": Verb({"phase": "word"}, ("phase",)),
    },
    test_keys={"kind": "word", "type": "word", "level": "positive", "atk": "count", "def": "count"},
    declines={"may": "no", "react": PASS},
    events={
        "damage": EventWord(players=("hurt",)),
        "reveal": EventWord(things=("reveal",)),
        "summon": EventWord(things=("summon",)),
        "set": EventWord(things=("set",)),
        "turn_up": EventWord(things=("turn_up",)),
        "sacrifice": EventWord(things=("sacrifice",)),
        "play": EventWord(things=("play", "magic")),
        "activate_trap": EventWord(things=("react",)),
        "officer_power": EventWord(things=("power",)),
    },
    # There is nothing before the draw (IN 6.1).
    phases={"setup": "setup", "start": "draw", **{name: name for name in PHASES}},
    formats={"standard": {}},
    setup=setup.deal,
    run_phase={name: _run_phase(name) for name in PHASES},
    passes=("end_turn",),
    facts={"first_player": lambda m: seat_name(m.state.first), "rounds": lambda m: m.state.marks.get("rounds")},
    prepare=_prepare,
)
