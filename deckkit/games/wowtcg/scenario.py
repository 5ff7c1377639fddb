"""WoW TCG's words of the scenario files (``docs/scenarios.md``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckkit.engine.match import Match
from deckkit.engine.notation import seat_name
from deckkit.engine.scenario_reading import ScenarioError
from deckkit.engine.scenario_steps import Step
from deckkit.engine.scenario_words import (
    ChoiceWord,
    EventWord,
    NumberWord,
    ObjectWord,
    ScenarioWords,
    Verb,
    ZoneWord,
    attribute,
    computed,
)
from deckkit.engine.state import PASS, Action, Thing
from deckkit.engine.triggers import give
from deckkit.games.wowtcg import acting, setup
from deckkit.games.wowtcg.keyword_rules import keyword_of
from deckkit.games.wowtcg.payment import basic_price
from deckkit.games.wowtcg.table import TYPES
from deckkit.i18n import Text

__all__ = ["WORDS"]

#: More passes than any chain or turn needs: a loop.
_MOST = 2_000
_REACTIONS = {"ask_strike": ("strike", "weapon"), "ask_protect": ("protect", "protector"), "deal": ("prevent", "armor")}


def describe(m: Match, action: Action) -> Mapping[str, Any] | None:
    """An action in the words of a step."""
    said: dict[str, Any] = {"player": action.seat}
    kind, source = action.kind, action.source
    if kind in ("pass", "end"):
        return {**said, "do": "pass"}
    if kind == "place":
        return {**said, "do": "place_resource", "card": source, "face": "down" if action.option == "down" else "up"}
    if kind == "play":
        return {**said, "do": "play", "card": source, "trap": action.option == "trap"}
    if kind == "power":
        return {**said, "do": "power", "source": source, "power": action.option or 1}
    if kind == "complete":
        return {**said, "do": "complete_quest", "source": source}
    if kind == "propose":
        return {**said, "do": "propose", "attacker": source, "defender": action.targets[0]}
    if kind == "strike":
        return {**said, "do": "strike", "weapon": source}
    decision = m.state.decision
    if decision is None:
        return None
    if decision.kind == "redraw" and action.option == "yes":
        return {**said, "do": "mulligan"}
    if decision.kind == "react" and m.state.waiting is not None and action.option != PASS:
        do = _REACTIONS.get(m.state.waiting[0][0])
        return {**said, "do": do[0], do[1]: action.option} if do is not None else None
    if kind == "choose" and decision.kind == "trigger":
        waiting = next((one for one in m.state.pending if one.serial == action.option), None)
        if waiting is not None:
            return {**said, "do": "resolve", "trigger": waiting.source}
    return None


# -- steps that string others together ------------------------------------------------------------------------------


def _passing(step: Step, goes_on: Callable[[Match], bool]) -> bool:
    """Everybody passes as long as it goes on; a question that a following step answers holds it up."""
    m = step.m
    for _ in range(_MOST):
        if m.over or m.state.decision is not None or not goes_on(m):
            return True
        action = next((one for one in m.legal_actions() if one.kind in ("pass", "end")), None)
        if action is None:
            return False
        step.act(action)
    return False


def _resolve_chain(step: Step) -> bool:
    return _passing(step, lambda m: bool(m.state.chain))


def _finish_combat(step: Step) -> bool:
    return _passing(step, lambda m: "combat" in m.state.marks)


def _end_turn(step: Step) -> bool:
    """The turn player ends the action phase, everybody passes, up to the next player's action phase."""
    m = step.m
    turn_number = m.state.turn
    if m.state.active != step.player or m.state.phase not in ("action", "end") or "combat" in m.state.marks:
        return False
    return _passing(step, lambda m: m.state.turn == turn_number or m.state.phase != "action")


def _run_phase(step: Step) -> bool:
    """The start phase up to the action phase; the action phase is over when all pass; the end phase."""
    m, name = step.m, step.wanted.raw["phase"]
    if m.state.phase != name:
        return False
    turn_number = m.state.turn
    if name == "start":
        m.push(("ready_step",))
        step.settle()
        return _passing(step, lambda m: m.state.phase == "start")
    if name == "end":
        m.push(("end_phase",))
        step.settle()
    return _passing(step, lambda m: m.state.phase == name and m.state.turn == turn_number)


def _setup(step: Step) -> bool:
    """Hands, mulligans in turn order, the first turn up to the action phase (WOW 5, 7)."""
    m = step.m
    if m.state.phase != "setup" and m.state.count:
        return False
    m.set(m.state, "turn", 0)
    for seat in m.state.seats:
        m.set(seat, "turns", 0)
    first = step.operands.get("first_player")
    if first is not None:
        for name in ("first", "active", "acting"):
            m.set(m.state, name, first)
    given = frozenset(seat.number for seat in m.state.seats if seat.zones["hand"])
    wishes = _wishes(step)
    setup.deal(m, given)
    m.run()
    while m.state.decision is not None and m.state.decision.kind == "redraw":
        number = m.state.decision.seat
        step.stepper.apply(Action("choose", number, option="yes" if number in wishes else "no"))
    step.settle()
    return _passing(step, lambda m: m.state.phase == "start")


def _wishes(step: Step) -> frozenset[int]:
    """Who exchanges the hand: {"P2": "all"}."""
    given = step.operands.get("mulligan", {})
    names = [seat_name(seat.number) for seat in step.m.state.seats]
    if not isinstance(given, dict) or any(name not in names or value != "all" for name, value in given.items()):
        raise ScenarioError(
            Text("the mulligan says which players exchange their hands"),
            f"{step.wanted.where}.mulligan",
            Text('write it as {"P2": "all"}'),
        )
    return frozenset(names.index(name) for name in given)


# -- the board -------------------------------------------------------------------------------------------------------


def _give_keywords(m: Match, thing: Thing, words: list[str]) -> None:
    for word in words:
        keyword = keyword_of(word)
        give(m, thing, "keyword", keyword.name, keyword.n, "game", thing.owner, thing.id)


def _face(_m: Match, thing: Thing) -> str:
    if thing.zone == "hero":
        return "down" if thing.marks.get("flipped") else "up"
    return "down" if thing.facedown else "up"


def _give_face(m: Match, thing: Thing, value: str) -> None:
    if thing.zone == "hero":
        m.mark(thing, "flipped", True if value == "down" else None)
    else:
        m.set(thing, "facedown", value == "down")


def _counters(_m: Match, thing: Thing) -> int:
    return sum(thing.marks.get("counters", {}).values())


def _give_counters(m: Match, thing: Thing, n: int) -> None:
    """Counters of no other name make stronger."""
    m.mark(thing, "counters", {"+1/+1": n} if n else None)


def _cost(m: Match, thing: Thing) -> int:
    """What a card in hand costs now; of any other the printed cost."""
    return basic_price(m, thing.owner, thing) if thing.zone == "hand" else thing.card.cost


def _placed(m: Match, seat: int, value: bool) -> None:
    if value:
        m.count_use(m.state.seats[seat], "place")


def _prepare(m: Match) -> None:
    """The player with priority acts; where others than the turn player have it, that one has passed (WOW 43)."""
    state = m.state
    given = state.marks.get("given_priority")
    if given is not None:
        m.mark(state, "given_priority", None)
        passed = m.order().index(given)
        m.set(state, "acting", given)
        if passed:
            m.mark(state, "passes", passed)
    m.mark(state, "crowded", True)


def _lay_priority(m: Match, _seat: int, value: int) -> None:
    m.mark(m.state, "given_priority", value)


WORDS = ScenarioWords(
    describe=describe,
    players={
        "hero": ZoneWord("hero", single=True),
        "hand": ZoneWord("hand"),
        "deck": ZoneWord("deck", ordered=True),
        "graveyard": ZoneWord("discard"),
        "removed": ZoneWord("removed"),
        "resources": ZoneWord(
            "resources",
            counts={"ready": {"exhausted": False}, "exhausted": {"exhausted": True}},
            blank="t-resource",
        ),
        "allies": ZoneWord("allies"),
        "hero_row": ZoneWord("hero_row"),
        "resource_placed": NumberWord(lambda m, seat: bool(m.state.seats[seat].used.get("place")), _placed, "flag"),
    },
    shared={
        "chain": ZoneWord("chain", shared=True),
        "priority": NumberWord(lambda m, _seat: m.state.acting, _lay_priority, "seat"),
    },
    objects={
        "exhausted": attribute("exhausted"),
        "damage": attribute("damage", "count"),
        "attached_to": ObjectWord(
            "thing",
            lambda _m, thing: thing.to,
            lambda m, thing, host: m.set(thing, "to", host.id),
        ),
        "face": ObjectWord("word", _face, _give_face, ("up", "down")),
        "counters": ObjectWord("count", _counters, _give_counters),
        "arrived_this_turn": attribute("fresh"),
        "keywords": ObjectWord("keywords", lambda _m, thing: [one.name for one in thing.card.keywords], _give_keywords),
        "atk": computed("atk"),
        "health": computed("health"),
        "def": computed("def"),
        "strike_cost": computed("strike_cost"),
        "cost": ObjectWord("int", _cost),
    },
    verbs={
        "setup": Verb({"first_player": "seat", "mulligan": "any"}, by_player=False, run=_setup),
        "run_phase": Verb({"phase": "word"}, ("phase",), by_player=False, run=_run_phase),
        "end_turn": Verb(run=_end_turn),
        "place_resource": Verb({"card": "thing", "face": "word|up|down"}, ("card", "face")),
        "play": Verb(
            {"card": "thing", "targets": "things", "x": "count", "trap": "flag"},
            ("card",),
            {"targets": "targets", "x": "x"},
        ),
        "power": Verb(
            {"source": "thing", "targets": "things", "x": "count", "power": "positive"},
            ("source",),
            {"targets": "targets", "x": "x"},
        ),
        "complete_quest": Verb(
            {"source": "thing", "targets": "things", "x": "count"}, ("source",), {"targets": "targets", "x": "x"}
        ),
        "propose": Verb({"attacker": "thing", "defender": "thing"}, ("attacker", "defender")),
        "strike": Verb({"weapon": "thing"}, ("weapon",), reaction=True),
        "protect": Verb({"protector": "thing"}, ("protector",), reaction=True),
        "prevent": Verb({"armor": "thing"}, ("armor",), reaction=True),
        "mulligan": Verb(reaction=True),
        "resolve_chain": Verb(by_player=False, run=_resolve_chain),
        "finish_combat": Verb(by_player=False, run=_finish_combat),
    },
    test_keys={
        "type": "word|" + "|".join(TYPES),
        "cost": "count",
        "atk": "count",
        "health": "count",
        "def": "count",
        "damage_type": "word|arcane|fire|frost|holy|melee|nature|ranged|shadow",
        "strike_cost": "count",
        "instant": "flag",
        "ongoing": "flag",
        "tags": "words",
        "race": "word",
        "class": "word",
        "class_icons": "words",
        "faction": "word",
        "unlimited": "flag",
        "block": "count",
        "keywords": "keywords",
    },
    choices={"x": ChoiceWord(("number",), "number"), "cards": ChoiceWord(("cards", "targets", "name", "react"))},
    declines={"may": "no", "react": PASS, "redraw": "no"},
    events={
        "damage": EventWord(things=("damaged",)),
        "protect": EventWord(things=("protect",)),
        "strike": EventWord(things=("strike",)),
    },
    phases={"setup": "setup", "start": "start", "action": "action", "end": "end"},
    phase="action",
    formats={"classic": {}, "contemporary": {}, "core": {}, "block": {}},
    setup=setup.deal,
    idle=acting.idle,
    passes=("pass", "end_turn"),
    prepare=_prepare,
    reads_text=True,
)
