"""Where permanents go and how they enter; cards that an effect plays (play digest RP 8.3, 8.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckkit.effects.notation import Ability, Node
from deckkit.engine import moves
from deckkit.engine.match import Match
from deckkit.engine.operations_lasting import give_keyword
from deckkit.engine.restrictions import enter_nodes, forbidden, seat_forbidden
from deckkit.engine.run import Run
from deckkit.engine.state import NOBODY, Event, Thing
from deckkit.engine.triggers import emit, pend
from deckkit.engine.values import amount, holds
from deckkit.games.riftbound.common import BASE, allowed, fields, opponents, present, showdown
from deckkit.games.riftbound.moving import arrive, room
from deckkit.games.riftbound.pricing import base_cost, price
from deckkit.games.riftbound.runes import FREE, Cost, can_pay, funds, pay

__all__ = ["TASKS", "by_effect", "enter", "places"]


#: The permissions to play units to other battlefields than one's own.
_PERMISSIONS = ("play_open", "play_occupied", "play_attacked")


def places(m: Match, number: int, thing: Thing) -> list[int]:
    """Where a unit may be played: the base, and battlefields that its player controls, and what permissions add."""
    found = [BASE]
    bound = bool(m.state.statics) or bool(m.state.seats[number].mods)
    if bound and seat_forbidden(m, number, "play_to_base_only", thing):
        return found
    may = {
        node.args["what"]
        for ability in thing.card.abilities
        if "static" in ability.on and holds(m, ability, {"source": thing.id, "seat": number, "it": (thing.id,)})
        for node in ability.do
        if node.word == "allow"
    }
    if bound:
        may |= {what for what in _PERMISSIONS if allowed(m, what, thing)}
    for place in fields(m):
        if bound and forbidden(m, place, "play_here", thing):
            continue
        there = present(m, place.id)
        if len([one for one in there if one != number]) > 1:
            # No unit comes to where units of two other players are (RP 11.6).
            continue
        enemies = [one for one in there if one in opponents(m, number)]
        show = showdown(m)
        if (
            place.controller == number
            or ("play_open" in may and place.controller == NOBODY and not there)
            or ("play_occupied" in may and len(enemies) == 1)
            or (
                "play_attacked" in may
                and show is not None
                and show["combat"]
                and show["at"] == place.id
                and show["attacker"] == number
            )
        ):
            found.append(place.id)
    return found


def enter(
    m: Match,
    thing: Thing,
    number: int,
    place: int,
    marks: Mapping[str, Any],
    *,
    exhausted: bool | None = None,
) -> None:
    """A permanent comes into play: a unit exhausted unless something says otherwise, a gear ready (RP 8.8)."""
    if place != BASE and thing.card.type == "Unit" and not room(m, number, m.state.things[place]):
        # No unit comes to where units of two other players are (RP 11.6).
        place = BASE
    how = _entering(m, number, thing)
    unit = thing.card.type == "Unit"
    if exhausted is None:
        exhausted = unit and "Accelerate" not in marks.get("paid", ())
    exhausted = how.get("exhausted", exhausted)
    moves.enter(m, thing, "play", seat=number, exhausted=bool(exhausted))
    if thing.at != place:
        m.set(thing, "at", place)
    for key in ("paid", "from", "spent"):
        if key in marks and thing.marks.get(key) != marks[key]:
            m.mark(thing, key, marks[key])
    for word, until, source in how.get("keywords", ()):
        keyword = m.rules.keyword_of(word)
        give_keyword(m, thing, keyword.name, keyword.n, until, number, source)
    if how.get("damage"):
        m.set(thing, "damage", how["damage"])
    arrive(m, thing)
    if not thing.card.facts.get("token"):
        emit(m, "finalize", thing.id, NOBODY, number)
    emit(m, "play", thing.id, NOBODY, number)
    emit(m, "enter", thing.id, NOBODY, number)
    for ability in how.get("then", ()):
        pend(m, thing.id, ability, Event("play", thing.id, seat=number))


def _entering(m: Match, number: int, thing: Thing) -> dict[str, Any]:
    how: dict[str, Any] = {}
    for source, node, env in enter_nodes(m, number, thing):
        if "exhausted" in node.args:
            how["exhausted"] = node.args["exhausted"]
        if "then" in node.args:
            how["then"] = (*how.get("then", ()), Ability(("play",), node.args["then"]))
        if "damage" in node.args:
            how["damage"] = how.get("damage", 0) + amount(m, node.args["damage"], env)
        if "keyword" in node.args:
            words = (node.args["keyword"], node.args.get("until", "game"), source)
            how["keywords"] = (*how.get("keywords", ()), words)
    return how


# -- by effects -------------------------------------------------------------------------------------------------------


def by_effect(run: Run, thing: Thing, node: Node) -> bool:
    """An effect plays a card, free of its base cost or for it; a spell goes onto the chain afterwards (RP 8.2, 8.5)."""
    m = run.m
    number = run.seats()[0]
    if thing.card.type not in ("Unit", "Gear", "Spell") or seat_forbidden(m, number, "play", thing):
        return False
    base = FREE if node.args.get("free") else base_cost(m, thing.card)
    without = node.args.get("without")
    if without is not None:
        base = Cost(base.energy) if without == "power" else Cost(0, base.power)
    total = price(m, number, thing, base, FREE, thing.zone)
    if "reduce" in node.args:
        total = Cost(max(0, total.energy - run.amount("reduce")), total.power)
    if not can_pay(funds(m, number), total):
        return False
    place = BASE
    if thing.card.type == "Unit":
        at = node.args.get("at")
        hidden_at = run.env.get("hidden_at")
        options = [one.id for one in run.things("at")] if at is not None else places(m, number, thing)
        if at is not None and not options:
            options = [BASE]
        if hidden_at is not None and hidden_at in options:
            # A hidden card plays units where it was hidden (RP 13.11).
            options = [hidden_at]
        place = options[0] if len(options) == 1 else m.choose(number, "where", _named(options), thing.id)
        place = BASE if place == "base" else place
    if total != FREE:
        pay(m, number, total)
    m.count_use(m.state.seats[number], "plays")
    origin = thing.zone
    moves.move(m, thing, "chain")
    marks = {"paid": ("free",) if base == FREE else (), "from": origin, "spent": total.energy}
    if "goes" in node.args:
        marks["goes"] = node.args["goes"]
    if thing.card.type == "Spell":
        m.mark(m.state, "queued", (*m.state.marks.get("queued", ()), (thing.id, number, marks)))
        return True
    enter(m, thing, number, place, marks, exhausted=node.args.get("exhausted"))
    return True


def _named(options: list[int]) -> list[Any]:
    """Places as answers: the base by its word."""
    return ["base" if one == BASE else one for one in options]


TASKS: Mapping[str, Any] = {}
