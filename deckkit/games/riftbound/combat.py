"""Combat: assigning damage, dealing it, the Combat Cleanup, the result (play digest RP 12.10-12.20)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deckkit.engine import moves
from deckkit.engine.restrictions import forbidden
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.triggers import emit, expire
from deckkit.engine.values import has_keyword
from deckkit.games.riftbound.cleanup import dying, heal_all, kill
from deckkit.games.riftbound.common import allied, july, might, showdown, units
from deckkit.games.riftbound.moving import recall
from deckkit.games.riftbound.scoring import standing_there
from deckkit.games.riftbound.showdown import settle_place

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["TASKS", "legal_assignment", "lethal", "strength", "targets_of"]


def _side(m: Match, place: int, seat: int) -> list[Thing]:
    """The units of a side: those of the player and of team-mates."""
    return [thing for thing in units(m, place) if allied(m, thing.controller, seat)]


def strength(m: Match, things: list[Thing]) -> int:
    """The damage of a side: its Might, without that of stunned units (RP 12.10, 13.2)."""
    return sum(
        might(m, thing) for thing in things if not (thing.marks.get("stunned") or forbidden(m, thing, "combat_damage"))
    )


def lethal(m: Match, thing: Thing) -> int:
    """How much more damage is lethal: at least 1; what a Prevent eats comes on top (RP 2.10, 12.14)."""
    eaten = sum(mod.value for mod in thing.mods if mod.what == "prevent" and isinstance(mod.value, int))
    return max(1, might(m, thing) - thing.damage) + eaten


def _rank(m: Match, thing: Thing, over: list[Thing]) -> int:
    """Tank first, Backline last (RP 12.13); with both the assigner picks one, which here is no rank."""
    tank = has_keyword(m, thing, "Tank") and not any(forbidden(m, one, "ignore_tank") for one in over)
    last = has_keyword(m, thing, "Backline") or forbidden(m, thing, "last_damage")
    return 0 if tank == last else (-1 if tank else 1)


def targets_of(m: Match, seat: int) -> tuple[list[Thing], int]:
    """The enemy units among which a player assigns combat damage, and how much."""
    show = showdown(m)
    assert show is not None
    mine = _side(m, show["at"], seat)
    foes = [
        thing
        for thing in units(m, show["at"])
        if not allied(m, thing.controller, seat) and not forbidden(m, thing, "take_damage")
    ]
    return foes, strength(m, mine)


def _open(m: Match, foes: list[Thing], given: Mapping[int, int], mine: list[Thing]) -> list[Thing]:
    """The units that may be assigned damage next: those of the first rank that still lacks any (RP 12.12, 12.13)."""
    left = [thing for thing in foes if thing.id not in given]
    if not left:
        return []
    ranks = {thing.id: _rank(m, thing, mine) for thing in left}
    first = min(ranks.values())
    return [thing for thing in left if ranks[thing.id] == first]


def legal_assignment(m: Match, seat: int, wanted: Mapping[int, int]) -> bool:
    """Whether a player may assign their combat damage so (RP 12.12, 12.13)."""
    foes, total = targets_of(m, seat)
    mine = _side(m, _place(m), seat)
    if sum(wanted.values()) != total or not set(wanted) <= {thing.id for thing in foes}:
        return False
    needs = {thing.id: lethal(m, thing) for thing in foes}
    if total >= sum(needs.values()):
        return all(wanted.get(one, 0) >= n for one, n in needs.items())
    given: dict[int, int] = {}
    while len(given) < len(foes):
        open_ones = _open(m, foes, given, mine)
        full = [thing.id for thing in open_ones if wanted.get(thing.id, 0) == needs[thing.id]]
        if full:
            given[full[0]] = needs[full[0]]
            continue
        some = [thing.id for thing in open_ones if wanted.get(thing.id, 0)]
        # The one that gets less than lethal damage is the last to get any.
        rest = total - sum(given.values())
        return (not some and rest == 0) or (len(some) == 1 and wanted[some[0]] == rest < needs[some[0]])
    return sum(given.values()) == total


def _place(m: Match) -> int:
    show = showdown(m)
    assert show is not None
    return int(show["at"])


# -- the steps --------------------------------------------------------------------------------------------------------


def _damage_step(m: Match) -> None:
    """Step 2, if both sides are there: the attacker assigns, then the defender, then all is dealt (RP 12.10-12.15)."""
    show = showdown(m)
    assert show is not None
    place = m.state.things[show["at"]]
    m.mark(m.state, "showdown", {**show, "stage": "result"})
    m.mark(m.state, "assignments", None)
    m.mark(m.state, "excess", None)
    tasks: list[tuple[Any, ...]] = []
    if len(standing_there(m, place)) == 2:
        tasks = [("assign", show["attacker"]), ("assign", show["defender"]), ("deal",)]
    m.push(*tasks, ("combat_cleanup",), ("check",), ("settle",))


def _assign(m: Match, seat: int) -> None:
    """Unit by unit, each lethal in full before the next (RP 12.12); what is then left goes anywhere."""
    foes, total = targets_of(m, seat)
    mine = _side(m, _place(m), seat)
    given: dict[int, int] = {}
    left = total
    while left > 0 and len(given) < len(foes):
        open_ones = _open(m, foes, given, mine)
        needs = {thing.id: lethal(m, thing) for thing in open_ones}
        if len(open_ones) == 1 or left >= sum(needs.values()):
            # In any order they all get as much.
            for one, n in needs.items():
                given[one] = min(n, left)
                left -= given[one]
            continue
        one = m.choose(seat, "assign", [thing.id for thing in open_ones], NOBODY, tuple(given))
        given[one] = min(needs[one], left)
        left -= given[one]
    if left > 0 and foes:
        for place, thing in enumerate(foes):
            more = left
            if place + 1 < len(foes):
                more = m.choose(seat, "surplus", list(range(left, -1, -1)), thing.id) if left else 0
            given[thing.id] += more
            left -= more
    assigned = m.state.marks.get("assigned", ())
    mine_now = tuple((one, n) for one, n in given.items() if n)
    m.mark(m.state, "assigned", (*assigned, *mine_now))
    m.mark(m.state, "assignments", {**m.state.marks.get("assignments", {}), str(seat): mine_now})
    excess = sum(n - lethal(m, m.state.things[one]) for one, n in given.items() if n > lethal(m, m.state.things[one]))
    m.mark(m.state, "excess", {**m.state.marks.get("excess", {}), str(seat): excess})


def _deal(m: Match) -> None:
    """All damage that was assigned is dealt at once (RP 12.15)."""
    assigned = m.state.marks.get("assigned", ())
    m.mark(m.state, "assigned", None)
    show = showdown(m)
    there = units(m, show["at"]) if show is not None else []
    for one, n in assigned:
        thing = m.state.things[one]
        foe = next((by.id for by in there if not allied(m, by.controller, thing.controller) and might(m, by)), NOBODY)
        moves.damage(m, thing, n, by=foe)


def _combat_cleanup(m: Match) -> None:
    """Step 3: kills, all units everywhere are healed, attackers are recalled if defenders are there (RP 12.16)."""
    show = showdown(m)
    assert show is not None
    place = m.state.things[show["at"]]
    kill(m, dying(m))
    heal_all(m)
    if len(standing_there(m, place)) == 2:
        recall(m, _side(m, place.id, show["attacker"]))
        m.mark(m.state, "showdown", {**show, "tied": True})


def _result(m: Match) -> None:
    """The only side with units there has won; then control, and the end of designations (RP 12.17-12.20)."""
    show = showdown(m)
    assert show is not None
    place = m.state.things[show["at"]]
    sides = standing_there(m, place)
    if len(sides) == 1 and not (july(m) and show.get("tied")):
        emit(m, "won", place.id, NOBODY, sides[0])
        for thing in _side(m, place.id, sides[0]):
            emit(m, "win_combat", thing.id, place.id, thing.controller)
    for seat in m.state.seats:
        for one in seat.zones["play"]:
            thing = m.state.things[one]
            if "side" in thing.marks:
                m.mark(thing, "side", None)
    m.mark(m.state, "showdown", None)
    if len(sides) < 2:
        settle_place(m, place)
    for one in show["fought"]:
        thing = m.state.things[one]
        if thing.zone == "play":
            emit(m, "combat_end", one, place.id, thing.controller)
    expire(m, lambda mod, _holder: mod.until == "end_of_combat")


TASKS: Mapping[str, Any] = {
    "combat_damage": _damage_step,
    "assign": _assign,
    "deal": _deal,
    "combat_cleanup": _combat_cleanup,
    "combat_result": _result,
}
