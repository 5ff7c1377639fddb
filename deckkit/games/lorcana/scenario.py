"""Lorcana's words of the scenario files (``docs/scenarios.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from deckkit.engine.match import Match
from deckkit.engine.moves import draw, shuffle
from deckkit.engine.scenario_reading import ScenarioError, words_near
from deckkit.engine.scenario_words import (
    ChoiceWord,
    EventWord,
    NumberWord,
    ObjectWord,
    ScenarioWords,
    Verb,
    ZoneWord,
    attribute,
    beneath,
    computed,
    counted,
)
from deckkit.engine.state import Action, Decision, Thing
from deckkit.engine.triggers import give
from deckkit.games.lorcana import setup
from deckkit.games.lorcana.effects import keyword_of
from deckkit.i18n import Text

__all__ = ["SCENARIO"]

_LORE = counted("score")
_DROPS = counted("pool")


def describe(m: Match, action: Action) -> Mapping[str, Any] | None:
    """An action in the words of a step. A song may be sung alone or together: the singers of the latter are asked."""
    said: dict[str, Any] = {"player": action.seat}
    kind = action.kind
    if kind == "end":
        return {**said, "do": "end_turn"}
    if kind == "ink":
        return {**said, "do": "ink", "card": action.source}
    if kind == "play":
        return {**said, "do": "play", "card": action.source, "cost": "free" if action.option else "ink"}
    if kind == "shift":
        return {**said, "do": "play", "card": action.source, "cost": "shift", "onto": action.targets}
    if kind == "sing":
        return {**said, "do": "play", "card": action.source, "cost": "sing", "singers": action.targets}
    if kind == "sing_together":
        return {**said, "do": "play", "card": action.source, "cost": "sing"}
    if kind in ("quest", "boost"):
        return {**said, "do": kind, "source": action.source}
    if kind == "challenge":
        return {**said, "do": "challenge", "source": action.source, "target": action.targets[0]}
    if kind == "activate":
        return {**said, "do": "activate", "source": action.source, "ability": action.option}
    if kind == "move":
        return {**said, "do": "move", "source": action.source, "to": action.targets[0]}
    if kind == "choose" and m.state.decision is not None and m.state.decision.kind == "trigger":
        waiting = next((one for one in m.state.pending if one.serial == action.option), None)
        if waiting is not None:
            return {**said, "do": "resolve", "trigger": waiting.source}
    return None


def _give_keywords(m: Match, thing: Thing, words: list[str]) -> None:
    for word in words:
        keyword = keyword_of(word)
        give(m, thing, "keyword", keyword.name, keyword.n, "game", thing.owner, thing.id)


def _modify(m: Match, thing: Thing, given: Mapping[str, Any]) -> None:
    for name, value in given.items():
        if name != "until":
            give(m, thing, "stat", name, value, given.get("until", "end_of_turn"), thing.owner, thing.id)


def _boosted(m: Match, thing: Thing, value: bool) -> None:
    m.mark(thing, "boosted", m.state.turn if value else None)


def _inked(m: Match, seat: int, value: bool) -> None:
    if value:
        m.count_use(m.state.seats[seat], "ink")


def _put_at(m: Match, thing: Thing, place: Thing) -> None:
    """A character is at one of its player's locations or at none (CR 4.7.1)."""
    places = [one.handle for one in m.board(thing.controller) if one.card.type == "Location"]
    if place.handle not in places or thing.card.type != "Character":
        raise ScenarioError(
            Text("'{name}' means nothing here", {"name": place.handle}),
            thing.handle,
            words_near(place.handle, places) if places else "",
        )
    m.set(thing, "at", place.id)


OBJECTS: Mapping[str, ObjectWord] = {
    "exerted": attribute("exhausted"),
    "drying": attribute("fresh"),
    "damage": attribute("damage", "count"),
    "under": beneath(),
    "facedown": attribute("facedown"),
    "at": replace(attribute("at", "thing"), write=_put_at),
    "keywords": ObjectWord("keywords", lambda _m, thing: [one.name for one in thing.card.keywords], _give_keywords),
    "modifiers": ObjectWord(
        "modifiers", lambda _m, _thing: {}, _modify, words=("strength", "willpower", "lore", "end_of_turn")
    ),
    "boosted_this_turn": ObjectWord("flag", lambda m, thing: thing.marks.get("boosted") == m.state.turn, _boosted),
    "strength": computed("strength"),
    "willpower": computed("willpower"),
    "lore": computed("lore"),
    "move_cost": computed("move_cost"),
    "cost": ObjectWord("int", lambda _m, thing: thing.card.cost),
}

PLAYERS: Mapping[str, ZoneWord | NumberWord] = {
    "lore": _LORE,
    "hand": ZoneWord("hand"),
    "deck": ZoneWord("deck", ordered=True),
    "discard": ZoneWord("discard"),
    "inkwell": ZoneWord(
        "inkwell",
        counts={"ready": {"exerted": False}, "exerted": {"exerted": True}},
        blank="t-ink",
        default={"facedown": True},
    ),
    "ink_drops": _DROPS,
    "play": ZoneWord("play"),
    "inked_this_turn": NumberWord(lambda m, seat: bool(m.state.seats[seat].used.get("ink")), _inked, "flag"),
    "bag_size": NumberWord(lambda m, seat: sum(one.seat == seat for one in m.state.pending)),
}

_CARD = {"card": "thing"}
_SOURCE = {"source": "thing"}
VERBS: Mapping[str, Verb] = {
    "setup": Verb({"mulligan": "things"}, ("mulligan",), answers={"mulligan": "mulligan"}, leaves=frozenset({"cards"})),
    "ink": Verb(_CARD, ("card",)),
    "play": Verb(
        {**_CARD, "cost": "word|ink|shift|sing|free", "onto": "things", "singers": "things", "enter_exerted": "flag"},
        ("card", "cost"),
        answers={"singers": "singers", "enter_exerted": "enter_exerted"},
    ),
    "quest": Verb(_SOURCE, ("source",)),
    "challenge": Verb({**_SOURCE, "target": "thing"}, ("source", "target")),
    "activate": Verb({**_SOURCE, "ability": "positive"}, ("source", "ability")),
    "move": Verb({**_SOURCE, "to": "thing"}, ("source", "to")),
    "boost": Verb(_SOURCE, ("source",)),
}

CHOICES: Mapping[str, ChoiceWord] = {
    "mulligan": ChoiceWord(("cards",)),
    "singers": ChoiceWord(("cards",)),
    "drops": ChoiceWord(("drops",), "number"),
    "enter_exerted": ChoiceWord(("enter",), "flag", lambda _m, value, _options: "exhausted" if value else "ready"),
}


def _uppermost(m: Match, decision: Decision) -> int | None:
    """Which of two bases lies uppermost need not be said (CR 8.10.8.3)."""
    waiting = m.state.waiting
    return 0 if waiting is not None and waiting[0][0] == "shift" and decision.options == (0, 1) else None


def _setup(m: Match, dealt: frozenset[int]) -> None:
    """The setup, from where it is: hands that are given have been drawn already (CR 2.2.1, 2.2.2)."""
    if not dealt:
        setup.begin(m)
        return
    for seat in m.state.seats:
        if seat.number not in dealt:
            shuffle(m, seat.number)
            draw(m, seat.number, m.config["hand"])
    setup.begin_altering(m)


def _steps(*names: str) -> Any:
    """Runs steps of the Start Phase, each with its check; after all of them the Main Phase begins (CR 3.2)."""

    def run(m: Match) -> bool:
        if m.state.phase != "start":
            return False
        tasks: list[tuple[Any, ...]] = [task for name in names for task in (("step", name), ("pending",), ("check",))]
        m.push(*tasks, *([("main",)] if len(names) > 1 else []))
        return True

    return run


SCENARIO = ScenarioWords(
    describe=describe,
    players=PLAYERS,
    objects=OBJECTS,
    verbs=VERBS,
    test_keys={
        "type": "word|character|action|song|item|location",
        "cost": "count",
        "strength": "int",
        "willpower": "int",
        "lore": "count",
        "move_cost": "count",
        "inks": "words|Amber|Amethyst|Emerald|Ruby|Sapphire|Steel",
        "inkable": "flag",
        "classifications": "words",
        "keywords": "keywords",
    },
    choices=CHOICES,
    declines={
        "may": "no",
        "enter": "ready",
        "drops": lambda _m, decision: decision.options[0],
        "option": _uppermost,
    },
    events={
        "banish": EventWord(("destroy",)),
        "alter": EventWord((), ("alter",)),
    },
    phases={"setup": "setup", "start": "start", "main": "main", "end": "end"},
    formats={
        "core": {},
        "infinity": {},
        "sealed": {},
        "draft": {},
        "preconstructed": {},
        # CR 10.2: fifteen lore win, five cards are drawn, two ink cards are there.
        "pack-rush": {"lore_to_win": 15, "hand": 5, "pack_rush": True},
    },
    setup=_setup,
    run_phase={"start": _steps("ready", "set", "draw")},
    run_step={name: _steps(name) for name in ("ready", "set", "draw")},
    facts={"lore_to_win": lambda m: m.config["lore_to_win"]},
)
