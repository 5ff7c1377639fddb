"""Resources, what cards and powers cost, and whether it can be paid (WOW 18, 19, 22, 26; keywords WOW 104 to 137)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from deckkit.effects.notation import Ability, Block, Node, Selector
from deckkit.engine.match import Match
from deckkit.engine.select import fixed
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.triggers import limit_reached, note_use, spend_next
from deckkit.engine.values import (
    amount,
    cards_in_play,
    fits,
    has_keyword,
    holds,
    keyword_n,
    keywords,
    seats_of,
    stat,
    traits_of,
)
from deckkit.games.wowtcg.keyword_rules import words_after

__all__ = [
    "basic_price",
    "cheapening",
    "free_resources",
    "pay",
    "payable",
    "power_price",
    "price",
    "ready_resources",
    "resources",
    "strike_price",
    "use_up",
]

# "For free", as a reduction.
_ALL = 1000


def ready_resources(m: Match, seat: int) -> int:
    """How many resources of a player are ready."""
    things = m.state.things
    n = 0
    for one in m.state.seats[seat].zones["resources"]:
        if not things[one].exhausted:
            n += 1
    return n


def resources(m: Match, seat: int, _kind: str = "") -> int:
    """What a player can pay with: the kernel's word for it."""
    return ready_resources(m, seat)


def pay(m: Match, seat: int, n: int, _kind: str = "", but: int = NOBODY) -> None:
    """Exhausts so many resources, but not ``but``: face-down ones first, then quests, locations last (WOW 19, 22)."""
    if n <= 0:
        return
    things = m.state.things
    ready = [one for one in m.state.seats[seat].zones["resources"] if not things[one].exhausted and one != but]
    ready.sort(key=lambda one: _kept(things[one]))
    for one in ready[:n]:
        m.set(things[one], "exhausted", True)


def _kept(thing: Thing) -> int:
    if thing.facedown:
        return 0
    return 2 if thing.card.type == "Location" else 1


# -- prices ----------------------------------------------------------------------------------------------------------


def price(m: Match, seat: int, thing: Thing, base: int, what: str = "play") -> int:
    """What is to be paid after all that changes it, not below zero. ``what``: play, use, complete, strike."""
    total = base - _own(m, seat, thing, what)
    statics, mods = m.state.statics.get("reduce"), m.state.seats[seat].mods
    for source, ability, node in statics or ():
        if ability.zone != "hand" and not limit_reached(m, source, ability):
            giver = m.state.things[source].controller
            total = _reduced(m, seat, thing, what, node, source, giver, ability, total)
    for mod in mods:
        if mod.what == "reduce":
            total = _reduced(m, seat, thing, what, mod.value, mod.source, mod.seat, None, total)
    return max(0, total)


def _own(m: Match, seat: int, thing: Thing, what: str) -> int:
    """What a card in hand says itself of its cost."""
    less = 0
    for ability in thing.card.at_hand:
        if what == "play" and "static" in ability.on:
            env = {"source": thing.id, "seat": seat, "it": (thing.id,)}
            if holds(m, ability, env):
                less += sum(
                    _ALL if node.args["n"] == "all" else amount(m, node.args["n"], env)
                    for node in ability.do
                    if node.word == "reduce" and node.args.get("what", "play") == what
                )
    return less


def _reduced(
    m: Match,
    seat: int,
    thing: Thing,
    what: str,
    node: Node,
    source: int,
    giver: int,
    ability: Ability | None,
    total: int,
) -> int:
    env = {"source": source, "seat": giver, "it": (thing.id,)}
    if node.args.get("what", "play") != what or not fits(m, node.args.get("of"), thing, env):
        return total
    if ability is not None and (
        seat not in seats_of(m, node.args.get("who", "you"), env) or not holds(m, ability, env)
    ):
        return total
    less = _ALL if node.args["n"] == "all" else amount(m, node.args["n"], env)
    low = amount(m, node.args["at_least"], env) if "at_least" in node.args else 0
    # What is cheaper already stays so: "to a minimum of 1" makes nothing dearer.
    return total - less if less < 0 else max(total - less, min(total, low))


def use_up(m: Match, seat: int, thing: Thing, what: str = "play") -> None:
    """ "The next … you play" is spent by the next card that fits, whatever it cost."""
    for source, ability, node in m.state.statics.get("reduce", ()):
        env = {"source": source, "seat": m.state.things[source].controller, "it": (thing.id,)}
        if ability.limit and node.args.get("what", "play") == what and fits(m, node.args.get("of"), thing, env):
            note_use(m, source, ability)
    spend_next(m, seat, thing, what)


def basic_price(m: Match, seat: int, thing: Thing, x: int = 0) -> int:
    """What a card costs to play: its cost (with X), what its keywords and those of others take off, and the rest."""
    card = thing.card
    cost = card.cost + x * card.facts.get("x", 0)
    if card.keywords:
        # Preparation: nothing is paid in the own first turn (WOW 129).
        if m.state.active == seat and m.state.seats[seat].turns == 1 and card.keyword("Preparation") is not None:
            return 0
        if card.keyword("Haste") is not None and m.state.seats[seat].used.get("hero_hit"):
            cost -= keyword_n(m, thing, "Haste")
        if card.keyword("Rift") is not None:
            cost -= _rift(m, seat)
    cost = max(0, cost)
    if card.type == "Ally" and cost:
        cost = _for_allies(m, seat, thing, cost)
    return price(m, seat, thing, cost)


def _rift(m: Match, seat: int) -> int:
    """Rift: the player names the race of which there are most allies (WOW 137)."""
    races = Counter(race for thing in m.board(seat) for race in thing.card.facts.get("races", ()))
    return max(races.values(), default=0)


def cheapening(m: Match, seat: int) -> list[Thing]:
    """What a player has in play that may make cards cheaper by a keyword."""
    known = m.notes.get("cheapening", (None, {}))
    if known[0] != m.epoch:
        known = m.notes["cheapening"] = (m.epoch, {})
    found: list[Thing] | None = known[1].get(seat)
    if found is None:
        given = any(kind.startswith(("keyword:Diplomacy", "keyword:Harmonize")) for kind in m.state.statics)
        found = [one for one in m.board(seat) if given or one.mods or one.card.facts.get("cheapens")]
        known[1][seat] = found
    return found


def _for_allies(m: Match, seat: int, thing: Thing, cost: int) -> int:
    """Diplomacy for a race, down to 1 (WOW 104); Harmonize for a printed cost of 4 or more (WOW 116)."""
    for one in cheapening(m, seat):
        if thing.card.cost >= 4 and has_keyword(m, one, "Harmonize"):
            cost -= 1
        for word in words_after(keywords(m, one), "Diplomacy"):
            if word in traits_of(m, thing) and cost > 1:
                cost -= 1
    return max(0, cost)


# -- powers ----------------------------------------------------------------------------------------------------------


def free_resources(m: Match, seat: int, thing: Thing, cost: Block) -> int:
    """The resources with which a power's cost may be paid: a location exhausted for it pays nothing (WOW 22)."""
    ready = ready_resources(m, seat)
    if thing.zone == "resources" and not thing.exhausted and _exhausts_itself(cost):
        ready -= 1
    return ready


def _exhausts_itself(cost: Block) -> bool:
    return any(node.word == "exhaust" and _kind(node) == "self" for node in cost)


def _kind(node: Node) -> str:
    target = node.args.get("target")
    return target.kind if isinstance(target, Selector) else "self"


def payable(m: Match, seat: int, thing: Thing, cost: Block, env: dict[str, Any], ready: int) -> bool:
    """Whether a power's cost can be paid in full, ``ready`` resources for what is to be paid with them."""
    for node in cost:
        word, target = node.word, node.args.get("target")
        if word == "pay":
            continue
        if word == "exhaust" and _kind(node) == "self":
            if thing.exhausted:
                return False
        elif word == "exhaust" and isinstance(target, Selector) and target.kind != "choose":
            things = [m.state.things[one] for one in fixed(m, target, env)]
            if not things or any(one.exhausted for one in things):
                return False
        elif word == "flip":
            if thing.marks.get("flipped") or "Master Hero" in thing.card.traits:
                return False
        elif word == "discard":
            hand = [m.state.things[one] for one in m.state.seats[seat].zones["hand"] if one != thing.id]
            if sum(fits(m, node.args.get("filter"), one, env) for one in hand) < amount(m, node.args.get("n", 1), env):
                return False
        elif isinstance(target, Selector) and target.kind == "choose":
            found = cards_in_play(m, target.filter or Node("filter"), env)
            if word == "exhaust":
                found = [one for one in found if not one.exhausted]
            if not target.up_to and len(found) < (1 if target.n == "all" else amount(m, target.n, env)):
                return False
        elif word == "counter" and isinstance(node.args.get("n"), int) and node.args["n"] < 0:
            things = [m.state.things[one] for one in fixed(m, target or Selector("self"), env)]
            if any(one.marks.get("counters", {}).get(node.args["name"], 0) < -node.args["n"] for one in things):
                return False
    return _to_pay(m, seat, thing, cost, env) <= ready


def _to_pay(m: Match, seat: int, thing: Thing, cost: Block, env: dict[str, Any]) -> int:
    n = sum(amount(m, node.args["n"], env) for node in cost if node.word == "pay")
    return power_price(m, seat, thing, n)


def power_price(m: Match, seat: int, thing: Thing, n: int) -> int:
    """What is paid for a power of this cost."""
    if not n:
        return 0
    return price(m, seat, thing, n, "complete" if thing.card.type == "Quest" else "use")


def strike_price(m: Match, seat: int, weapon: Thing) -> int:
    """What a strike costs (WOW 36)."""
    return price(m, seat, weapon, max(0, stat(m, weapon, "strike_cost")), "strike")
