"""Riftbound's words of the scenario files (``docs/scenarios.md``; play digest RP 19)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from deckkit.engine.match import Match
from deckkit.engine.moves import draw, shuffle
from deckkit.engine.scenario_reading import ScenarioError
from deckkit.engine.scenario_steps import Step
from deckkit.engine.scenario_words import ChoiceWord, EventWord, ScenarioWords, Verb
from deckkit.engine.state import Action
from deckkit.games.riftbound import combat, runes, setup
from deckkit.games.riftbound.common import showdown
from deckkit.games.riftbound.scenario_board import (
    DOMAIN_WORDS,
    OBJECTS,
    PLAYERS,
    RUNES,
    SHARED,
    STEPS,
    before_first,
    prepare,
)
from deckkit.games.riftbound.scoring import burn_out, score
from deckkit.games.riftbound.turn import channelled
from deckkit.i18n import Text

__all__ = ["SCENARIO"]

_ASKS = frozenset({"assign", "surplus"})


def describe(m: Match, action: Action) -> Mapping[str, Any] | None:
    """An action in the words of a step."""
    said: dict[str, Any] = {"player": action.seat}
    kind = action.kind
    if kind == "end":
        return {**said, "do": "end_turn"}
    if kind == "pass":
        return {**said, "do": "pass"}
    if kind == "play":
        thing = m.state.things[action.source]
        said |= {"do": "play", "card": action.source}
        if thing.card.type != "Spell":
            said["to"] = action.targets[0] if action.targets else "base"
        if action.option:
            said["pay"] = tuple(one[:1].upper() + one[1:] for one in action.option.split("+"))
        return said
    if kind == "activate":
        return {**said, "do": "activate", "source": action.source, "ability": action.option}
    if kind in ("add_energy", "recycle_rune"):
        return {**said, "do": kind, "rune": action.source}
    if kind == "move":
        return {**said, "do": "move", "to": action.targets[0] if action.targets else "base"}
    if kind == "hide":
        return {**said, "do": "hide", "card": action.source, "at": action.targets[0]}
    return None


# -- steps ------------------------------------------------------------------------------------------------------------


def _assign(step: Step) -> bool:
    """Combat damage as said: legal as a whole, then given unit by unit as the engine asks (RP 12.11-12.13)."""
    m = step.m
    decision = m.state.decision
    asked = decision is not None and decision.kind in ("assign", "surplus") and decision.seat == step.player
    where = step.wanted.where
    wanted: dict[int, int] = {}
    for name, n in step.operands["damage"].items():
        found = step.stepper.board.find(name, where)
        if len(found) != 1:
            raise ScenarioError(Text("{name} may be several objects", {"name": name}), where)
        wanted[found[0]] = n
    if not asked:
        # Where only one assignment was possible the engine has made it (RP 19.9).
        made = dict(m.state.marks.get("assignments", {}).get(str(step.player), ()))
        return bool(made) and made == {one: n for one, n in wanted.items() if n}
    if not combat.legal_assignment(m, step.player, wanted):
        return False
    seat, left = step.player, dict(wanted)
    while (question := m.state.decision) is not None and question.seat == seat and question.kind in _ASKS:
        if question.kind == "assign":
            needs = {one: combat.lethal(m, m.state.things[one]) for one in question.options}
            some = [one for one in question.options if left.get(one, 0)]
            answer = min(some, key=lambda one: left[one] < needs[one])
        else:
            answer = left[question.source] - combat.lethal(m, m.state.things[question.source])
        step.stepper.apply(Action("choose", seat, option=answer))
    return True


def _by_player(do: Any) -> Any:
    """A step that the rules do by themselves: done for the player who is named, where nothing else is under way."""

    def run(step: Step) -> bool:
        m = step.m
        if m.state.chain or showdown(m) is not None or do(m, step) is False:
            return False
        m.push(("check",), ("settle",))
        step.settle()
        return True

    return run


def _score_step(m: Match, step: Step) -> bool:
    (place,) = step.operands["at"]
    thing = m.state.things[place]
    if thing.controller != step.player:
        return False
    score(m, step.player, thing, "hold" if m.state.phase in ("beginning", "scoring") else "conquer")
    return True


def _channel_step(m: Match, step: Step) -> None:
    n = channelled(m) if m.state.phase == "channel" and step.player == m.state.active else 1
    runes.channel(m, step.player, n)


def _draw_step(m: Match, step: Step) -> None:
    draw(m, step.player)


def _burn_step(m: Match, step: Step) -> None:
    burn_out(m, step.player)


def _setup(step: Step) -> bool:
    """The setup up to the mulligans; hands that are given have been drawn already (RP 3.1, 3.3)."""
    m = step.m
    if m.state.marks.get("regular") is None or m.state.chain or showdown(m) is not None:
        return False
    before_first(m)
    m.mark(m.state, "regular", None)
    dealt = [seat.number for seat in m.state.seats if seat.zones["hand"]]
    if dealt:
        for seat in m.state.seats:
            if seat.number not in dealt:
                shuffle(m, seat.number)
                draw(m, seat.number, m.config["hand"])
        setup.begin_mulligans(m)
    else:
        setup.begin(m)
    step.settle()
    return True


_CARD = {"card": "thing"}
_SOURCE = {"source": "thing"}
_MULLIGAN = frozenset({"cards"})
VERBS: Mapping[str, Verb] = {
    "setup": Verb(by_player=False, leaves=_MULLIGAN, run=_setup),
    "choice": Verb(leaves=_MULLIGAN),
    "end_turn": Verb(leaves=_ASKS),
    "pass": Verb(leaves=_ASKS),
    "channel": Verb(run=_by_player(_channel_step)),
    "draw": Verb(run=_by_player(_draw_step)),
    "burn_out": Verb(run=_by_player(_burn_step)),
    "score": Verb({"at": "thing"}, ("at",), run=_by_player(_score_step)),
    "play": Verb(
        {**_CARD, "to": "thing|base", "targets": "things", "pay": "words", "id": "word"},
        ("card",),
        answers={"targets": "targets"},
        names="id",
    ),
    "activate": Verb({**_SOURCE, "ability": "any", "targets": "things"}, ("source",), answers={"targets": "targets"}),
    "add_energy": Verb({"rune": "thing"}, ("rune",)),
    "recycle_rune": Verb({"rune": "thing"}, ("rune",)),
    "move": Verb({"sources": "things", "to": "thing|base"}, ("sources", "to"), answers={"sources": "sources"}),
    "hide": Verb({**_CARD, "at": "thing"}, ("card", "at")),
    "assign_damage": Verb({"damage": "map"}, ("damage",), leaves=_ASKS, reaction=True, run=_assign),
}

CHOICES: Mapping[str, ChoiceWord] = {
    "sources": ChoiceWord(("movers",)),
    "targets": ChoiceWord(("targets", "cards", "where")),
}

_PHASES = ("awaken", "beginning", "channel", "draw", "main", "ending")


def _run(*names: str) -> Any:
    """Runs steps of the turn that have not been run yet, one after the other; what follows is not begun (RP 4.1)."""

    def run(m: Match) -> bool:
        state = m.state
        begun = state.phase in STEPS and not ("fresh" in state.marks and state.phase == names[0])
        if state.chain or showdown(m) is not None or (begun and STEPS.index(names[0]) <= STEPS.index(state.phase)):
            return False
        m.mark(state, "fresh", None)
        m.mark(state, "held", None if names[-1] == "main" else names[-1])
        m.push(("step", names[0]))
        return True

    return run


SCENARIO = ScenarioWords(
    describe=describe,
    players=PLAYERS,
    shared=SHARED,
    objects=OBJECTS,
    verbs=VERBS,
    test_keys={
        "type": "word|unit|spell|gear|legend|battlefield|rune",
        "energy": "count",
        "power": "map",
        "might": "count",
        "domain": "words|" + "|".join(DOMAIN_WORDS),
        "tags": "words",
        "might_bonus": "int",
        "token": "flag",
        "keywords": "keywords",
    },
    choices=CHOICES,
    declines={"may": "no"},
    events={
        "kill": EventWord(("destroy",)),
        "conquer": EventWord(("conquer",)),
        "hold": EventWord(("hold",)),
        "move": EventWord(("move",)),
        "recall": EventWord(("recall",)),
        "score": EventWord((), ("score",)),
        "burn_out": EventWord((), ("burn_out",)),
    },
    phases={
        "setup": "setup",
        "mulligan": "mulligan",
        "start": "awaken",
        **{name: name for name in _PHASES},
    },
    formats={
        "constructed": {},
        "constructed-tournament": {},
        "sealed": {},
        "draft": {},
        "2v2": {"mode": "2v2"},
    },
    run_phase={
        "start": _run("awaken", "beginning", "scoring", "channel", "draw", "main"),
        "awaken": _run("awaken"),
        "beginning": _run("beginning", "scoring"),
        **{name: _run(name) for name in ("channel", "draw", "main", "ending")},
    },
    run_step={name: _run(name) for name in ("beginning", "scoring")},
    facts={"chain_size": lambda m: len(m.state.chain)},
    named=lambda name: RUNES.get(name),
    # The Core Rules of July are in force from 2026-07-24 (RP, first lines).
    version_on=lambda day: "2026-07" if day >= date(2026, 7, 24) else "2026-03",
    prepare=prepare,
    reads_text=True,
)
