"""Activated abilities, Equip and Empower: when, at what cost, and onto the chain (play digest RP 14.2, 14.3, 13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckkit.effects.notation import Ability, Block, Node, Selector
from deckkit.engine.chain import add as add_item
from deckkit.engine.match import Match
from deckkit.engine.state import NOBODY, Action, Thing
from deckkit.engine.targets import bound_things
from deckkit.engine.triggers import emit, limit_reached, note_use
from deckkit.engine.values import condition, lent, lost
from deckkit.games.riftbound import runes
from deckkit.games.riftbound.pricing import deflect, keyword_cost, payable, price, split_cost
from deckkit.games.riftbound.runes import FREE, Cost, Funds, can_pay, funds, pay, plus
from deckkit.games.riftbound.showdown import opened
from deckkit.games.riftbound.targeting import can_choose, choose, targeted

__all__ = ["PERFORM", "TASKS", "activations", "is_add"]

_ADDS = frozenset({"gain_resource"})
_UNIT = Node("filter", {"type": ("Unit",), "controller": "you"})
#: What Equip does: the gear goes on a unit of its player, a target (RP 13, Equip).
EQUIP = Ability(("activate",), (Node("attach", {"target": Selector("self"), "to": Selector("choose", _UNIT)}),))
#: What Empower does, in July (RP 13, Empower).
EMPOWER = Ability(("activate",), (Node("empower", {"target": Selector("self")}),))
_KEYWORDS = {"Equip": EQUIP, "Empower": EMPOWER}


def is_add(ability: Ability) -> bool:
    """Whether an ability only adds resources, perhaps for others that it asks for: it gives no window (RP 10.7)."""
    adds = [node for node in ability.do if node.word in _ADDS and node.args.get("kind") != "xp"]
    return bool(adds) and len(adds) + sum(node.word == "pay" for node in ability.do) == len(ability.do)


def activations(m: Match, number: int, moment: str, have: Funds) -> list[Action]:
    """The activated abilities that a player may use now (RP 5.1, 14.2)."""
    state = m.state
    things = state.things
    zones = state.seats[number].zones
    given = "abilities" in state.statics
    found: list[Action] = []
    own = [things[one] for zone in ("play", "legend") for one in zones[zone]]
    own += [things[one] for one in state.shared["battlefields"] if things[one].controller == number]
    for thing in own:
        card = thing.card
        if not (card.activated or card.keywords or given or thing.mods):
            continue
        own_funds = runes.funds_for(m, number, have, card.type.lower())
        for place, ability in enumerate(_abilities(m, thing), 1):
            if _usable(m, number, thing, ability, moment, own_funds):
                found.append(Action("activate", number, thing.id, (), place))
        if moment == "main" and thing.to == NOBODY:
            for name, ability in _KEYWORDS.items():
                if card.keyword(name) is not None and _by_keyword(m, number, thing, name, ability, own_funds):
                    found.append(Action("activate", number, thing.id, (), name))
    return found


def _abilities(m: Match, thing: Thing) -> list[Ability]:
    """The activated abilities of a thing: printed ones, and those given to it."""
    found = [one for one in thing.card.activated if one.zone == "play" and not lost(m, thing.id, one)]
    found += [mod.value for mod in thing.mods if mod.what == "ability" and "activate" in mod.value.on]
    if "abilities" in m.state.statics:
        found += [one for one in lent(m, thing) if "activate" in one.on]
    return found


def _by_keyword(m: Match, number: int, thing: Thing, name: str, ability: Ability, have: Funds) -> bool:
    env = {"source": thing.id, "seat": number, "it": (thing.id,)}
    cost = _keyword_price(m, number, thing, name)
    if cost is None or (name == "Empower" and thing.marks.get("empowered")):
        return False
    return can_pay(have, cost) and can_choose(m, number, ability.do, env, cost, have)


def _keyword_price(m: Match, number: int, thing: Thing, name: str) -> Cost | None:
    cost = keyword_cost(m, thing.card, name)
    return cost if cost is None else price(m, number, thing, cost, what=name.lower())


def _usable(m: Match, number: int, thing: Thing, ability: Ability, moment: str, have: Funds) -> bool:
    if moment != "main" and not (ability.event == "reaction" or (ability.event == "action" and moment == "action")):
        return False
    env = {"source": thing.id, "seat": number, "it": (thing.id,)}
    if limit_reached(m, thing.id, ability) or (ability.when is not None and not condition(m, ability.when, env)):
        return False
    cost, rest = split_cost(m, thing.card, ability.cost, env)
    if not can_pay(have, cost) or (rest and not payable(m, number, thing, rest)):
        return False
    return can_choose(m, number, ability.do, env, cost, have)


def _activate(m: Match, action: Action) -> None:
    m.push(("activate", action.source, action.seat, action.option))


def _activate_task(m: Match, one: int, number: int, which: Any) -> None:
    """Choices, the cost, then onto the chain; an Add ability is carried out at once (RP 7.4, 10.7)."""
    thing = m.state.things[one]
    env = {"source": one, "seat": number, "it": (one,)}
    if isinstance(which, str):
        ability = _KEYWORDS[which]
        cost, rest = _keyword_price(m, number, thing, which) or FREE, tuple[Node, ...]()
    else:
        ability = _abilities(m, thing)[which - 1]
        cost, rest = split_cost(m, thing.card, ability.cost, env)
    purpose = thing.card.type.lower()
    have = runes.funds_for(m, number, funds(m, number), purpose)
    (do,) = choose(m, number, ability.do, env, cost, have)
    more = sum(deflect(m, number, m.state.things[target]) for target in bound_things(do))
    if more:
        cost = plus(cost, 0, {"any": more})
        if not can_pay(have, cost):
            # Targets of modes ask for more than there is: it is undone (RP 8.7).
            return
    if not is_add(ability):
        opened(m)
    pay(m, number, cost, purpose)
    note_use(m, one, ability)
    tasks: list[tuple[Any, ...]] = [("block", rest, 0, env)] if rest else []
    after = "added" if is_add(ability) else "settle"
    m.push(*tasks, ("activated", one, number, ability, do, env), ("check",), (after,))


def _activated(m: Match, one: int, number: int, ability: Ability, do: Block, env: dict[str, Any]) -> None:
    if is_add(ability):
        m.push(("block", do, 0, env))
        return
    add_item(m, number, one, "ability", ability, env, None, do)
    targeted(m, number, one, do, paid=True)
    emit(m, "activate_ability", one, NOBODY, number)


PERFORM = {"activate": _activate}
TASKS: Mapping[str, Any] = {"activate": _activate_task, "activated": _activated}
