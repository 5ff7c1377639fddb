"""Operations about units: damage with its bonus, duels, changes of places and of Might; reflexive abilities.

With them what the game's own amounts and selectors stand for (play digest RP 10-14).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckkit.effects.notation import Ability, Node, Selector
from deckkit.engine import moves
from deckkit.engine.match import Match
from deckkit.engine.operations import OPERATIONS
from deckkit.engine.operations_lasting import until
from deckkit.engine.restrictions import forbidden
from deckkit.engine.run import Run
from deckkit.engine.select import fixed
from deckkit.engine.state import NOBODY, Event, Thing
from deckkit.engine.triggers import emit, give, pend
from deckkit.engine.values import amount, cards_in_play, fits, holds, keyword_n, last_known, seats_of, stat
from deckkit.games.riftbound import moving, runes
from deckkit.games.riftbound.common import BASE, fields, might, opponents, victory

__all__ = ["AMOUNTS", "SELECTORS", "UNIT_OPERATIONS"]

#: What a reflexive ability knows of the block that it stands in (RP 14.14).
_KNOWN = ("it", "other", "chosen", "moved", "revealed", "names", "n", "them", "event")


# -- damage -----------------------------------------------------------------------------------------------------------


def _more(m: Match, run: Run, thing: Thing) -> int:
    """The Bonus Damage of an instance on a target, summed over its sources (RP 13.6)."""
    more = 0
    for source, ability, node in m.state.statics.get("bonus_damage", ()):
        giver = m.state.things[source]
        env = {"source": source, "seat": giver.controller, "it": (thing.id,)}
        if run.seat in seats_of(m, node.args.get("who", "you"), env) and holds(m, ability, env):
            more += _bonus(m, node, run.source, thing, env)
    for mod in m.state.seats[run.seat].mods:
        if mod.what == "bonus_damage":
            more += _bonus(m, mod.value, run.source, thing, {"source": mod.source, "seat": mod.seat})
    return more


def _bonus(m: Match, node: Node, source: int, thing: Thing, env: Mapping[str, Any]) -> int:
    of, to = node.args.get("of"), node.args.get("to")
    if of is not None and (source == NOBODY or not fits(m, of, m.state.things[source], env)):
        return 0
    return 0 if to is not None and not fits(m, to, thing, env) else amount(m, node.args["n"], env)


def _spend_next(m: Match, run: Run) -> None:
    """What is about the next spell only is spent by the first one that deals damage."""
    seat = m.state.seats[run.seat]
    kept = tuple(
        mod
        for mod in seat.mods
        if mod.what != "bonus_damage"
        or not mod.value.args.get("next")
        or not fits(m, mod.value.args.get("of"), m.state.things[run.source], {"source": mod.source, "seat": mod.seat})
    )
    if len(kept) != len(seat.mods):
        m.set(seat, "mods", kept)


def _deal(run: Run, thing: Thing, n: int, dealt_by: int | None = None) -> int:
    """Deals an instance of damage: less than 1 is none, and no bonus is added to it (RP 13.6).

    What a unit deals because a spell says so is no damage of the spell: it has no Bonus Damage.
    """
    m = run.m
    if n < 1:
        return 0
    by = run.source if dealt_by is None else dealt_by
    dealer = m.state.things[by].controller if by != NOBODY else run.seat
    if forbidden(m, thing, "effect_damage"):
        return 0
    if dealer in opponents(m, thing.controller) and forbidden(m, thing, "enemy_effect_damage"):
        return 0
    return moves.damage(m, thing, n if dealt_by is not None else n + _more(m, run, thing), by=by)


def _damage(run: Run) -> bool:
    n = run.amount()
    by: int | None = None
    if run.get("source") is not None:
        # Who deals it was chosen before whom it is dealt to.
        sources = run.in_play("source")
        if not sources:
            run.done([], 0)
            return False
        by = sources[0].id
    things = run.in_play()
    if run.get("divided"):
        taken = [_deal(run, thing, share) for thing, share in zip(things, _shares(run, things, n), strict=True)]
    else:
        taken = [_deal(run, thing, n, by) for thing in things]
    if things and by is None and run.source != NOBODY:
        _spend_next(run.m, run)
    run.done([thing.id for thing in things], sum(taken))
    return bool(things)


def _shares(run: Run, things: list[Thing], n: int) -> list[int]:
    """How damage is split: at least 1 each while it lasts, said on resolution (RP 9.4)."""
    shares: list[int] = []
    for place in range(len(things)):
        left, after = n - sum(shares), len(things) - place - 1
        most = left - min(after, max(0, left - 1))
        shares.append(most if not after else run.number(range(1, most + 1)))
    return shares


def _bonus_damage(run: Run) -> bool:
    """Bonus Damage for the rest of the turn, or for the next card that fits."""
    node = Node("bonus_damage", {**run.node.args, "n": run.amount()})
    for number in run.seats():
        seat = run.m.state.seats[number]
        give(run.m, seat, "bonus_damage", "", node, "end_of_turn", run.seat, run.source)
    return True


def _duel(run: Run) -> bool:
    """Two units deal damage equal to their Might to each other, both at once."""
    things = run.in_play()
    both = [*things, *run.in_play("to")] if run.get("to") is not None else things
    if len(both) != 2:
        return False
    strength = [might(run.m, thing) for thing in both]
    taken = [_deal(run, both[0], strength[1]), _deal(run, both[1], strength[0])]
    run.done([thing.id for thing in both], sum(taken))
    return True


# -- places and Might -------------------------------------------------------------------------------------------------


def _relocate(run: Run) -> bool:
    """An effect moves units; where it does not say where to, their new places are chosen (RP 11.4, 11.5)."""
    m = run.m
    things = run.in_play()
    to = run.get("to")
    if to.kind == "elsewhere":
        plan = [(thing, _elsewhere(run, thing)) for thing in things]
        gone: list[int] = []
        for thing, goal in plan:
            if goal is not None:
                gone += moving.relocate(m, [thing], goal, run.seat)
        run.done(gone)
        return bool(gone)
    if to.kind == "base":
        place: int | None = BASE
    else:
        goals = run.things("to")
        place = goals[0].id if goals else BASE if to.kind in ("place", "origin") else None
    if place is None:
        return False
    run.done(moving.relocate(m, things, place, run.seat))
    return bool(things)


def _elsewhere(run: Run, thing: Thing) -> int | None:
    """Another place for a unit, as the player of the effect says."""
    m = run.m
    options: list[int] = [] if thing.at == BASE else [BASE]
    options += [place.id for place in fields(m) if place.id != thing.at and moving.room(m, thing.controller, place)]
    if not options:
        return None
    if len(options) == 1:
        return options[0]
    answer = m.choose(run.seat, "where", ["base" if one == BASE else one for one in options], thing.id)
    return BASE if answer == "base" else int(answer)


def _exchange(run: Run) -> bool:
    """Two units move to each other's places."""
    things, others = run.in_play(), run.in_play("to")
    if len(things) != 1 or len(others) != 1 or things[0].at == others[0].at:
        return False
    first, second = things[0].at, others[0].at
    done = [*moving.relocate(run.m, things, second, run.seat), *moving.relocate(run.m, others, first, run.seat)]
    run.done(done)
    return len(done) == 2


def _swap(run: Run) -> bool:
    """Swapping adds to one and takes from the other what lies between them (RP 17.5)."""
    things, others = run.in_play(), run.in_play("to")
    if len(things) != 1 or len(others) != 1:
        return False
    m = run.m
    gap = stat(m, others[0], "might") - stat(m, things[0], "might")
    for thing, n in ((things[0], gap), (others[0], -gap)):
        give(m, thing, "stat", "might", n, until(run), run.seat, run.source)
    run.done([things[0].id, others[0].id])
    return True


# -- the deck, the chain ----------------------------------------------------------------------------------------------


def _reveal_until(run: Run) -> bool:
    """Reveals from the top until a card fits; what was revealed before it is recycled, without a Burn Out (RP 16.8)."""
    m = run.m
    number = run.seats()[0]
    before: list[int] = []
    found = NOBODY
    for one in m.state.seats[number].zones["deck"]:
        emit(m, "reveal", one, run.source, number)
        if fits(m, run.get("take"), m.state.things[one], run.env):
            found = one
            break
        before.append(one)
    for one in m.shuffled(before):
        runes.recycle(m, m.state.things[one])
    run.done([found] if found != NOBODY else [])
    if found == NOBODY:
        return False
    run.env["revealed"] = (found,)
    run.block(run.get("then"), revealed=(found,))
    return True


def _watch(run: Run) -> bool:
    """A watch for the cleanup that follows is forgotten after it."""
    if run.get("until") == "next_cleanup":
        run.m.mark(run.m.state, "next_cleanup", True)
    return OPERATIONS["watch"](run)


def _trigger(run: Run) -> bool:
    """ "Do this": a new item, which knows what the block knew (RP 14.14)."""
    known = {name: run.env[name] for name in _KNOWN if name in run.env}
    pend(run.m, run.source, Ability(("play",), run.get("do")), Event("trigger", seat=run.seat), known)
    return True


# -- amounts and selectors --------------------------------------------------------------------------------------------


def _of(m: Match, node: Node, env: Mapping[str, Any], name: str = "of") -> list[Thing]:
    return [m.state.things[one] for one in fixed(m, node.args.get(name, Selector("self")), env)]


def _victory(m: Match, node: Node, env: Mapping[str, Any]) -> int:
    """The points that lack; the nearest one's, of several players."""
    return min((victory(m) - m.state.seats[one].score for one in seats_of(m, node.args["victory"], env)), default=0)


def _excess(m: Match, node: Node, env: Mapping[str, Any]) -> int:
    assigned = m.state.marks.get("excess", {})
    return sum(assigned.get(str(seat), 0) for seat in seats_of(m, node.args["excess"], env))


def _power(thing: Thing) -> int:
    power = thing.card.facts.get("power", 0)
    return sum(power.values()) if isinstance(power, Mapping) else int(power or 0)


def _printed(thing: Thing, name: str) -> int:
    return thing.card.stats.get(name, 0)


#: The game's amounts; the Might of one that has left is that which it had (RP 9.6).
AMOUNTS: Mapping[str, Callable[[Match, Any, Any], int]] = {
    "total": lambda m, node, env: sum(
        max(0, last_known(m, one, node.args["total"], stat(m, one, node.args["total"])))
        for one in cards_in_play(m, node.args["of"], env)
    ),
    "keyword": lambda m, node, env: sum(keyword_n(m, one, node.args["keyword"]) for one in _of(m, node, env)),
    "power": lambda m, node, env: sum(_power(one) for one in _of(m, node, env, "power")),
    "printed": lambda m, node, env: sum(_printed(one, node.args["printed"]) for one in _of(m, node, env)),
    "victory": _victory,
    "excess": _excess,
}


def _no_thing(_m: Match, _env: Any) -> tuple[int, ...]:
    """A place that is no thing: the base, or what is chosen as the operation is carried out."""
    return ()


def _origin(m: Match, env: Mapping[str, Any]) -> tuple[int, ...]:
    """Where the moved unit came from; nothing where that is its base."""
    ids = env.get("it") or ((env["source"],) if "source" in env else ())
    places = [m.state.things[one].marks.get("origin", NOBODY) for one in ids]
    return tuple(one for one in places if one != NOBODY)


def _place(m: Match, env: Mapping[str, Any]) -> tuple[int, ...]:
    """The battlefield where a card is; for one that has left play, where it was (RP 13, Deathknell)."""
    source = env.get("source", NOBODY)
    if source == NOBODY:
        return ()
    thing = m.state.things[source]
    place = thing.at
    if thing.zone not in m.in_play or "self" in env.get("left", {}):
        place = m.state.marks.get("left", {}).get(str(source), {}).get("at", NOBODY)
    return (place,) if place != NOBODY else ()


SELECTORS: Mapping[str, Callable[[Match, Any], tuple[int, ...]]] = {
    "place": _place,
    "base": _no_thing,
    "elsewhere": _no_thing,
    "anywhere": _no_thing,
    "origin": _origin,
}

UNIT_OPERATIONS: Mapping[str, Callable[[Run], bool]] = {
    "damage": _damage,
    "bonus_damage": _bonus_damage,
    "duel": _duel,
    "relocate": _relocate,
    "exchange": _exchange,
    "swap": _swap,
    "reveal_until": _reveal_until,
    "trigger": _trigger,
    "watch": _watch,
}
