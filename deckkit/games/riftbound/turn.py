"""Riftbound's turn: its steps, what may be done when, its end, leaving the game (play digest RP 4-6, 16.10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Ability
from deckkit.engine import moves
from deckkit.engine.chain import onto_chain, put_on
from deckkit.engine.leaving import forget
from deckkit.engine.restrictions import forbidden, seat_forbidden
from deckkit.engine.state import NOBODY, Action, Item, Pending
from deckkit.engine.triggers import emit, expire, quiet, turn_begins
from deckkit.engine.values import has_keyword
from deckkit.games.riftbound import abilities, hidden, moving, play, runes
from deckkit.games.riftbound.cleanup import heal_all
from deckkit.games.riftbound.common import fields, july, mode, showdown
from deckkit.games.riftbound.scoring import hold_all
from deckkit.games.riftbound.showdown import settle_place
from deckkit.games.riftbound.targeting import choosing, targeted

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["PERFORM", "TASKS", "actions", "added", "channelled", "leave_game", "next_pending"]

_ALL_STEPS = ("awaken", "beginning", "scoring", "channel", "draw", "main", "ending", "expiration")


# -- what may be done -------------------------------------------------------------------------------------------------


def actions(m: Match) -> list[Action]:
    """What the player with Priority may do, by the four states (RP 5.1, 6)."""
    state = m.state
    number = state.acting
    if state.chain:
        return [*_quick(m, number, "reaction"), Action("pass", number)]
    show = showdown(m)
    if show is not None:
        return [*_quick(m, number, "action"), Action("pass", number)]
    if state.phase != "main":
        return []
    have = runes.funds(m, number)
    return [
        *play.plays(m, number, "main", have),
        *abilities.activations(m, number, "main", have),
        *moving.movements(m, number),
        *hidden.hidings(m, number, have),
        *runes.taps(m, number),
        Action("end", number),
    ]


def _quick(m: Match, number: int, moment: str) -> list[Action]:
    if m.viewer not in (NOBODY, number):
        # Somebody looks ahead who does not know this player's cards: all that is sure is the pass.
        return []
    have = runes.funds(m, number)
    return [
        *play.plays(m, number, moment, have),
        *abilities.activations(m, number, moment, have),
        *runes.taps(m, number),
    ]


# -- triggers ---------------------------------------------------------------------------------------------------------


def next_pending(m: Match) -> None:
    """Waiting triggers go onto the chain, the turn player's first (RP 14.8).

    Those of a battlefield that nobody controls are handled by the turn player (RP 11.11).
    """
    state = m.state
    if any(one.seat == NOBODY for one in state.pending):
        own = tuple(one._replace(seat=state.active) if one.seat == NOBODY else one for one in state.pending)
        m.set(state, "pending", own)
        m.push(("pending",))
        return
    onto_chain(m)


def _put_on(m: Match, chosen: Pending) -> None:
    """A trigger goes onto the chain; what its targets ask for Deflect is part of it (RP 8.4, 13)."""
    source = m.state.things[chosen.source]
    at = NOBODY
    if "play" in chosen.ability.on and chosen.ability.of is None and source.marks.get("from") == "facedown":
        # What a hidden card does when it is played, it does where it was hidden (RP 13.11).
        at = source.at
        chosen = chosen._replace(env={**chosen.env, "hidden_at": at})
    have = runes.funds(m, chosen.seat)
    with choosing(m, chosen.seat, chosen.ability.do, chosen.env, runes.FREE, have, at=at) as payable:
        if payable:
            put_on(m, chosen)


def added(m: Match, item: Item) -> None:
    """What a trigger chooses is chosen, and Deflect is paid."""
    targeted(m, item.seat, item.source, item.do)


# -- the turn ---------------------------------------------------------------------------------------------------------


def _turn(m: Match, number: int) -> None:
    """A player's turn begins (RP 4.1)."""
    state = m.state
    number = m.order(number)[0]
    if state.turn >= m.rules.turn_cap:
        m.finish({"draw": True, "reason": "turn_cap"})
        return
    moves.next_turn(m, number)
    for one in state.seats:
        if "scored" in one.marks:
            m.mark(one, "scored", None)
    if "spent" in state.marks:
        m.mark(state, "spent", None)
    turn_begins(m, number)
    expire(m, lambda mod, _holder: mod.until == "your_next_turn" and mod.seat == number)
    m.push(("step", "awaken"))


def _step(m: Match, name: str) -> None:
    m.set(m.state, "phase", name)
    _STEPS[name](m)


def _quiet() -> tuple[tuple[Any, ...], ...]:
    return (("check",), ("settle",))


def _awaken(m: Match) -> None:
    """The turn player readies all that they control (RP 4.2)."""
    for zone in ("play", "runes", "legend"):
        for one in m.state.seats[m.state.active].zones[zone]:
            thing = m.state.things[one]
            if thing.exhausted and not forbidden(m, thing, "ready"):
                moves.ready(m, thing)
            if thing.fresh:
                m.set(thing, "fresh", False)
    m.push(*_quiet())


def _beginning(m: Match) -> None:
    """ "At the start of the Beginning Phase", Temporary among them: resolved before scoring (RP 4.3)."""
    number = m.state.active
    emit(m, "start_of_turn", seat=number)
    fire_later(m, "start_of_turn")
    for one in m.state.seats[number].zones["play"]:
        if has_keyword(m, m.state.things[one], "Temporary"):
            emit(m, "temporary", one, NOBODY, number)
    m.push(*_quiet())


def _scoring(m: Match) -> None:
    """The turn player holds what they control (RP 4.4)."""
    hold_all(m)
    m.push(*_quiet())


def channelled(m: Match) -> int:
    """Two runes; one more in the first turn of the second (of more than two: of the last) player (RP 3.4, 3.5)."""
    state = m.state
    seats = len(state.seats)
    last = (state.first + seats - 1) % seats
    return 3 if state.seats[state.active].turns == 1 and state.active == last else 2


def _channel(m: Match) -> None:
    """The turn player channels (RP 4.5)."""
    runes.channel(m, m.state.active, channelled(m))
    m.push(*_quiet())


def _draw(m: Match) -> None:
    """One card, of three or more players not for the first in the first turn (RP 3.5, 4.6); pools empty (RP 4.7)."""
    state = m.state
    skip = len(state.seats) > 2 and state.turn == 1
    if not skip and not seat_forbidden(m, state.active, "draw_step"):
        moves.draw(m, state.active)
    m.push(*(() if july(m) else (("empty",),)), *_quiet())


def _empty(m: Match) -> None:
    runes.empty_pools(m)


def _main(m: Match) -> None:
    """The Main Phase begins; in July pools empty now (RP 4.7, 4.8)."""
    if july(m):
        runes.empty_pools(m)
    emit(m, "start_of_main", seat=m.state.active)
    m.push(*_quiet())


def _end(m: Match, _action: Action) -> None:
    m.push(("step", "ending"))


def _ending(m: Match) -> None:
    """ "At the end of the turn"; in March stun ends as this step begins (RP 4.9)."""
    if not july(m):
        _unstun(m)
    emit(m, "end_of_turn", seat=m.state.active)
    fire_later(m, "end_of_turn")
    m.push(*_quiet())


def _unstun(m: Match) -> None:
    for seat in m.state.seats:
        for one in seat.zones["play"]:
            if "stunned" in m.state.things[one].marks:
                m.mark(m.state.things[one], "stunned", None)


def _expiration(m: Match) -> None:
    """Heal all units, end what lasts this turn, empty the pools; again after a chain in this step (RP 4.10, 4.11)."""
    if july(m):
        m.push(("check",), ("expire",), *_quiet())
    else:
        m.push(("expire",), *_quiet())


def _expire(m: Match) -> None:
    state = m.state
    active, turn = state.active, state.turn
    if july(m):
        _unstun(m)
    heal_all(m)

    def ends(mod: Any, holder: Any) -> bool:
        if mod.until == "their_next_turn":
            owner = getattr(holder, "controller", getattr(holder, "number", NOBODY))
            return owner == active and mod.born < turn
        return mod.until in ("end_of_turn", "end_of_attack", "end_of_combat")

    expire(m, ends)
    runes.empty_pools(m)
    m.mark(state, "serial", state.serial)


def _over(m: Match) -> None:
    """The next player's turn, or an extra turn that was made for after this one (RP 4.12)."""
    state = m.state
    if state.marks.get("serial") != state.serial:
        # Something has gone through the chain meanwhile (RP 4.11).
        m.push(("step", "expiration"))
        return
    extra = state.marks.get("extra", ())
    if extra:
        m.mark(state, "extra", extra[1:] or None)
        following = extra[0]
    else:
        following = m.order((_regular(m) + 1) % len(state.seats))[0]
        m.mark(state, "regular", following)
    m.push(("turn", following))


def _regular(m: Match) -> int:
    """The player whose regular turn it is: extra turns leave the order as it is."""
    found: int = m.state.marks.get("regular", m.state.active)
    return found


_STEPS: Mapping[str, Callable[[Match], None]] = {
    "awaken": _awaken,
    "beginning": _beginning,
    "scoring": _scoring,
    "channel": _channel,
    "draw": _draw,
    "main": _main,
    "ending": _ending,
    "expiration": _expiration,
    "over": _over,
}


def fire_later(m: Match, moment: str) -> None:
    """Delayed triggers of this moment join the waiting ones, each once (RP 14.16)."""
    waiting = m.state.marks.get("later", ())
    due = [one for one in waiting if one[0] == moment and (one[2] != "you" or one[3]["seat"] == m.state.active)]
    if due:
        m.mark(m.state, "later", tuple(one for one in waiting if one not in due) or None)
        for _, block, _, env in due:
            one = Pending(m.serial(), env["seat"], env["source"], Ability((moment,), block), dict(env))
            m.set(m.state, "pending", (*m.state.pending, one))


# -- leaving ----------------------------------------------------------------------------------------------------------


def leave_game(m: Match, number: int, reason: str) -> None:
    """A player concedes: with one side left it wins; else their things are banished or countered (RP 16.10)."""
    state = m.state
    seat = state.seats[number]
    m.set(seat, "out", True)
    left = m.order()
    if len(left) == 1 or (mode(m) == "2v2" and len({one % 2 for one in left}) == 1):
        m.finish({"winner": left[0], "loser": number, "reason": reason})
        return
    forget(m, number)
    _forget_own(m, number)
    show = showdown(m)
    if "later" in state.marks:
        m.mark(state, "later", tuple(one for one in state.marks["later"] if one[3]["seat"] != number) or None)
    for name in ("play", "runes", "legend", "champion", "hand", "deck", "rune_deck", "discard", "facedown", "aside"):
        for one in seat.zones[name]:
            thing = state.things[one]
            moves.move(m, thing, "gone", facedown=m.specs[thing.zone].seen != "all")
    for one in state.shared["chain"]:
        if state.things[one].owner == number:
            moves.move(m, state.things[one], "gone")
    _blank_fields(m, number)
    begun = state.phase not in ("setup", "mulligan")
    active = number == state.active and begun
    if show is not None and (active or number in (show["focus"], show["attacker"], show["defender"])):
        # Nobody is left to fight it out: the place goes to who is there.
        m.mark(state, "showdown", None)
        settle_place(m, state.things[show["at"]])
    if active:
        m.set(state, "tasks", None)
        for item in state.chain:
            if item.what == "card":
                moves.move(m, state.things[item.source], "discard")
        m.set(state, "chain", ())
        m.set(state, "phase", "ending")
        m.push(("check",), ("expire",), ("check",), ("step", "over"))
    elif begun:
        m.push(*_quiet())


#: Where the player stands in the tasks of this game.
_PLAYER_AT = {
    **dict.fromkeys(("play", "finalize", "activate", "activated", "put_away"), 2),
    **dict.fromkeys(("move", "mulligan", "assign", "burnt"), 1),
}


def _forget_own(m: Match, number: int) -> None:
    """Takes what the player has under way out of the tasks of this game."""
    chain, kept = m.state.tasks, []
    while chain is not None:
        place = _PLAYER_AT.get(chain[0][0])
        if place is None or chain[0][place] != number:
            kept.append(chain[0])
        chain = chain[1]
    m.set(m.state, "tasks", None)
    m.push(*kept)
    if "queued" in m.state.marks:
        left = tuple(one for one in m.state.marks["queued"] if one[1] != number)
        m.mark(m.state, "queued", left or None)


def _blank_fields(m: Match, number: int) -> None:
    """The battlefield that the player brought becomes a blank one, and nobody controls it unless somebody is there."""
    from deckkit.games.riftbound.setup import blank_field

    for place in fields(m):
        if place.owner == number:
            quiet(m, place)
            m.set(place, "card", blank_field())
        if place.controller == number:
            m.set(place, "controller", NOBODY)
        if place.marks.get("contested") == number:
            m.mark(place, "contested", None)


PERFORM = {"end": _end}
TASKS: Mapping[str, Any] = {
    "turn": _turn,
    "step": _step,
    "put_on": _put_on,
    "empty": _empty,
    "expire": _expire,
}
