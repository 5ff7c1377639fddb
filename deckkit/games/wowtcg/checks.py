"""The checks of the state, losing, and leaving a game that goes on (WOW 2 to 4, 40, 54, 55, 138)."""

from __future__ import annotations

from typing import Any

from deckkit.engine import moves
from deckkit.engine.leaving import forget
from deckkit.engine.match import Match
from deckkit.engine.state import Event, Thing
from deckkit.engine.values import has_keyword, stat
from deckkit.games.wowtcg import combat, limits

__all__ = ["check", "decked", "leave_game", "on_event"]


def on_event(m: Match, event: Event) -> None:
    """Sentinel: what exhausts for the first time in a turn is readied (WOW 138). Tokens that leave play are noted."""
    if event.kind == "leave" and m.state.things[event.it].card.facts.get("token"):
        m.mark(m.state, "tokens", (*m.state.marks.get("tokens", ()), event.it))
    elif event.kind == "exhaust":
        thing = m.state.things[event.it]
        if thing.zone in m.in_play and has_keyword(m, thing, "Sentinel") and thing.marks.get("watched") != m.state.turn:
            m.mark(thing, "watched", m.state.turn)
            moves.ready(m, thing, by=thing.id)


def check(m: Match) -> bool:
    """The checks of the state: lost heroes, fatal damage, limits; once each, all together (WOW 2, 3, 40, 54, 55)."""
    state = m.state
    lent = "stat:health" in state.statics
    if not lent and m.notes.get("checked") == m.epoch:
        # Nothing has changed since nothing was found.
        return False
    lost = [seat.number for seat in state.seats if not seat.out and _has_lost(m, seat.number)]
    if lost:
        _lose(m, lost)
        return state.result is None
    if "tokens" in state.marks:
        # A token that has left play is nowhere any more.
        for one in state.marks["tokens"]:
            if state.things[one].zone not in (*m.in_play, "gone"):
                moves.move(m, state.things[one], "gone")
        m.mark(state, "tokens", None)
    allies = [state.things[one] for seat in m.order() for one in state.seats[seat].zones["allies"]]
    falling = [
        thing
        for thing in allies
        if (thing.damage or thing.mods or lent or not thing.card.stats["health"])
        and thing.damage >= stat(m, thing, "health")
        and _may_fall(m, thing)
    ]
    if falling:
        moves.destroy(m, falling)
        return True
    if "crowded" in state.marks:
        for seat in m.order():
            name = limits.crowded(m, seat)
            if name:
                m.push(("keep", seat, name))
                return True
        m.mark(state, "crowded", None)
    m.notes["checked"] = m.epoch
    return False


def _may_fall(m: Match, thing: Thing) -> bool:
    return not ((thing.mods or thing.card.keywords) and has_keyword(m, thing, "Invincible"))


def _has_lost(m: Match, seat: int) -> bool:
    player = m.state.seats[seat]
    if "decked" in player.marks:
        return True
    heroes = player.zones["hero"]
    if not heroes:
        return False
    hero = m.state.things[heroes[-1]]
    return bool(hero.damage) and hero.damage >= stat(m, hero, "health")


def decked(m: Match, seat: int) -> None:
    """A card has to be drawn and there is none: the player loses at the next check (WOW 3)."""
    player = m.state.seats[seat]
    if not player.zones["deck"] and "decked" not in player.marks:
        m.mark(player, "decked", True)


def _reason(m: Match, seat: int) -> str:
    return "empty_deck" if "decked" in m.state.seats[seat].marks else "no_health"


def _lose(m: Match, lost: list[int]) -> None:
    """All who remain lose together: a draw (WOW 4)."""
    left = [seat for seat in m.order() if seat not in lost]
    if not left:
        m.finish({"draw": True, "reason": _reason(m, lost[0])})
        return
    for seat in lost:
        if m.state.result is None:
            leave_game(m, seat, _reason(m, seat))


def leave_game(m: Match, seat: int, reason: str) -> None:
    """A player loses and leaves with all cards and all that waits; the last one left wins."""
    state = m.state
    player = state.seats[seat]
    m.set(player, "out", True)
    forget(m, seat)
    left = m.order()
    if len(left) <= 1:
        winner = {"winner": left[0]} if left else {}
        m.finish({**winner, "loser": seat, "reason": reason})
        return
    fighting = _takes_part(m, seat)
    if "later" in state.marks:
        kept = tuple(one for one in state.marks["later"] if one[3]["seat"] != seat)
        m.mark(state, "later", kept or None)
    m.set(
        state, "chain", tuple(one for one in state.chain if one.seat != seat and state.things[one.source].owner != seat)
    )
    for one in m.board(seat):
        if one.owner != seat:
            # What belongs to another player goes to that player's graveyard.
            limits.to_graveyard(m, one)
    for name, cards in player.zones.items():
        if name not in ("removed", "gone"):
            for number in cards:
                _take_away(m, state.things[number])
    for number in state.shared["chain"]:
        if state.things[number].owner == seat:
            _take_away(m, state.things[number])
    for thing in m.board():
        if thing.owner == seat:
            _take_away(m, thing)
    if fighting:
        combat.leave_combat(m)
    if seat == state.active:
        # The turn ends at once.
        combat.leave_combat(m)
        m.set(state, "tasks", None)
        for name in ("next", "passes"):
            if name in state.marks:
                m.mark(state, name, None)
        m.set(state, "chain", ())
        _chain_away(m)
        m.set(state, "phase", "end")
        m.push(("check",), ("turn_over",))
    else:
        _go_on_without(m, seat, fighting)


# Tasks that say whose they are, by the place of the seat in them.
_SEATS = {"play": 2, "use": 2, "power_on": 2, "echo": 2, "placed": 2, "keep": 1, "ask_strike": 1}
# Tasks after which somebody has priority again.
_FLOW = frozenset({"turn", "ready_step", "draw_step", "action_phase", "end_phase", "wrap_up", "turn_over", "next_turn"})
_FLOW |= frozenset({"priority", "all_passed", "window", *combat.TASKS})


def _go_on_without(m: Match, seat: int, fighting: bool) -> None:
    """What was under way goes on without a player who has left in another player's turn."""
    state = m.state
    kept: list[tuple[Any, ...]] = []
    rest = state.tasks
    while rest is not None:
        task, rest = rest
        place = _SEATS.get(task[0])
        gone = place is not None and task[place] == seat
        gone = gone or (task[0] == "inspire" and state.things[task[1]].zone == "gone")
        if fighting:
            following = task[1] if task[0] == "window" else task
            gone = gone or following[0] in combat.TASKS or task[0] == "ask_strike"
        if not gone:
            kept.append(task)
    m.set(state, "tasks", None)
    flows = any(task[0] in _FLOW for task in kept)
    m.push(*kept, *(() if flows else (("check",), ("pending",), ("priority", state.active))))


def _takes_part(m: Match, seat: int) -> bool:
    found = m.state.marks.get("combat")
    if found is None:
        return False
    return any(m.state.things[found[name]].controller == seat for name in ("attacker", "defender"))


def _chain_away(m: Match) -> None:
    """Cards that were on the chain of a turn that is over go to the graveyard."""
    for number in m.state.shared["chain"]:
        moves.move(m, m.state.things[number], "discard")


def _take_away(m: Match, thing: Thing) -> None:
    """A card leaves the game; what nobody else has seen stays face down."""
    hidden = thing.facedown or m.specs[thing.zone].seen != "all"
    moves.move(m, thing, "gone", facedown=hidden)
