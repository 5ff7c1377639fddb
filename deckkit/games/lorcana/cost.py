"""Ink, what a card costs, and whether a cost can be paid (rules digest 4.2-4.5; CR 1.5, 4.3.2, 4.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from deckkit.effects.notation import Ability, Block, Node
from deckkit.engine.match import Match
from deckkit.engine.restrictions import seat_forbidden
from deckkit.engine.select import fixed
from deckkit.engine.state import NOBODY, Action, Thing
from deckkit.engine.triggers import emit, limit_reached, note_use, spend_next
from deckkit.engine.values import amount, cards_in_play, condition, fits, holds, seats_of

# "For free", as a reduction.
_ALL = 1000

__all__ = ["ask_drops", "can_exert", "inkings", "pay_ink", "payable", "price", "ready_ink", "use_up"]


def ready_ink(m: Match, number: int) -> int:
    """How many ink cards of a player are ready."""
    things = m.state.things
    n = 0
    for one in m.state.seats[number].zones["inkwell"]:
        if not things[one].exhausted:
            n += 1
    return n


def pay_ink(m: Match, number: int, n: int, drops: int) -> None:
    """Pays ``n`` ink, ``drops`` of it by removing ink drops, the rest by exerting ink cards (CR 4.3.2.4)."""
    seat = m.state.seats[number]
    if drops:
        m.set(seat, "pool", seat.pool - drops)
        for _ in range(drops):
            emit(m, "spend_drop", seat=number, n=1)
    left = n - drops
    for one in seat.zones["inkwell"]:
        if not left:
            break
        thing = m.state.things[one]
        if not thing.exhausted:
            m.set(thing, "exhausted", True)
            left -= 1


def ask_drops(m: Match, number: int, n: int) -> int:
    """How many ink drops go into a payment: the player's choice where there is one."""
    ready, pool = ready_ink(m, number), m.state.seats[number].pool
    low, high = max(0, n - ready), min(pool, n)
    return low if high <= low else int(m.choose(number, "drops", list(range(low, high + 1))))


def inkings(m: Match, number: int) -> list[Action]:
    """Once a turn, a card with the inkwell symbol; effects may allow more (CR 4.2.1, 4.2.3)."""
    seat = m.state.seats[number]
    most = 1 + sum(mod.value for mod in seat.mods if mod.what == "allow" and mod.name == "ink")
    for source, ability, node in m.state.statics.get("allow:ink", ()):
        giver = m.state.things[source]
        env = {"source": source, "seat": giver.controller}
        if giver.controller == number and (ability.when is None or condition(m, ability.when, env)):
            most += amount(m, node.args.get("n", 1), env)
    if seat.used.get("ink", 0) >= most or seat_forbidden(m, number, "ink"):
        return []
    things = m.state.things
    cards = seat.zones["hand"]
    if _may(m, number, "ink_discard"):
        cards = (*cards, *seat.zones["discard"])
    anything = _may(m, number, "ink_any")
    return [
        Action("ink", number, one)
        for one in cards
        if things[one].card.facts["inkable"] or (anything and things[one].zone == "hand")
    ]


def _may(m: Match, number: int, what: str) -> bool:
    """Whether a static ability of a player allows them something."""
    for source, ability, _ in m.state.statics.get("allow:" + what, ()):
        seat = m.state.things[source].controller
        env = {"source": source, "seat": seat, "it": (source,)}
        if seat == number and holds(m, ability, env):
            return True
    return False


def price(m: Match, number: int, thing: Thing, base: int, what: str = "play", place: int = NOBODY) -> int:
    """What is to be paid: the chosen cost and what changes the payment, not below zero (CR 4.3.2.3, 4.3.6).

    ``what``: ``play``, ``shift`` (which is playing, too) or ``move`` (to ``place``).
    """
    total = base
    for ability in thing.card.at_hand:
        if what != "move" and "static" in ability.on:
            env = {"source": thing.id, "seat": number, "it": (thing.id,)}
            if holds(m, ability, env):
                total -= sum(
                    amount(m, node.args["n"], env)
                    for node in ability.do
                    if node.word == "reduce" and node.args.get("what", "play") in ("play", what)
                )
    for source, ability, node in m.state.statics.get("reduce", ()):
        if ability.zone != "hand" and not limit_reached(m, source, ability):
            seat = m.state.things[source].controller
            total -= _reduction(m, number, thing, what, node, source, seat, ability, place)
    for mod in m.state.seats[number].mods:
        if mod.what == "reduce":
            total -= _reduction(m, number, thing, what, mod.value, mod.source, mod.seat, None, place)
    return max(0, total)


def _reduction(
    m: Match,
    number: int,
    thing: Thing,
    what: str,
    node: Node,
    source: int,
    seat: int,
    ability: Ability | None,
    place: int,
) -> int:
    env = {"source": source, "seat": seat, "it": (thing.id,)}
    about = node.args.get("what", "play")
    # Shifting is a way of playing (CR 4.3.2.3).
    if about != what and not (what == "shift" and about == "play"):
        return 0
    if not fits(m, node.args.get("of"), thing, env):
        return 0
    if "to" in node.args and place not in fixed(m, node.args["to"], env):
        return 0
    if ability is not None:
        if number not in seats_of(m, node.args.get("who", "you"), env):
            return 0
        if not holds(m, ability, env):
            return 0
    return _ALL if node.args["n"] == "all" else amount(m, node.args["n"], env)


def use_up(m: Match, number: int, thing: Thing) -> None:
    """ "The next … you play" is spent by the next card that fits, whatever it cost (CR 4.3.6)."""
    for source, ability, node in m.state.statics.get("reduce", ()):
        seat_of = m.state.things[source].controller
        if ability.limit and _reduction(m, number, thing, "play", node, source, seat_of, ability, NOBODY):
            note_use(m, source, ability)
    spend_next(m, number, thing)


def payable(m: Match, number: int, thing: Thing, cost: Block) -> bool:
    """Whether a cost can be paid in full (CR 4.1.4): exerting a character asks for a dry one (CR 4.4.2)."""
    env = {"source": thing.id, "seat": number, "it": (thing.id,)}
    ink = 0
    for node in cost:
        target = node.args.get("target")
        if node.word == "pay":
            n = amount(m, node.args.get("n", 1), env)
            if node.args.get("kind") == "drops":
                if m.state.seats[number].pool < n:
                    return False
            else:
                ink += n
        elif node.word == "discard":
            hand = [one for one in m.state.seats[number].zones["hand"] if one != thing.id]
            fitting = [one for one in hand if fits(m, node.args.get("filter"), m.state.things[one], env)]
            if len(fitting) < amount(m, node.args.get("n", 1), env):
                return False
        elif target is not None and target.kind == "choose":
            found = [one for one in cards_in_play(m, target.filter, env) if one.id != thing.id or node.word != "move"]
            if node.word == "exhaust":
                # What exerts for itself cannot be exerted a second time.
                found = [one for one in found if can_exert(one) and (one is not thing or not _by_itself(cost))]
            if len(found) < (target.n if isinstance(target.n, int) else 1):
                return False
        elif node.word == "exhaust" and not can_exert(thing):
            return False
    return not ink or ink <= ready_ink(m, number) + m.state.seats[number].pool


def _by_itself(cost: Block) -> bool:
    return any(node.word == "exhaust" and node.args["target"].kind == "self" for node in cost)


def exerting(cost: Block) -> Block:
    """A cost as it is paid: where a character is chosen to be exerted, a ready and dry one (CR 4.4.2)."""
    return tuple(
        Node(node.word, {**node.args, "target": replace(target, filter=Node("filter", _ready(target.filter)))})
        if node.word == "exhaust" and (target := node.args["target"]).kind == "choose"
        else node
        for node in cost
    )


def _ready(test: Node) -> dict[str, Any]:
    drying = Node("filter", {"type": ("Character",), "fresh": True})
    return {**test.args, "none": (*test.args.get("none", ()), Node("filter", {"exhausted": True}), drying)}


def can_exert(thing: Thing) -> bool:
    return not thing.exhausted and not (thing.card.type == "Character" and thing.fresh)
