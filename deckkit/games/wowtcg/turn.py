"""The turn: its phases and steps, and what ends with it (WOW 8, 10 to 15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckkit.effects.notation import Ability
from deckkit.engine import moves
from deckkit.engine.match import Match
from deckkit.engine.restrictions import forbidden, seat_forbidden
from deckkit.engine.state import PASS, Event, Pending, Thing
from deckkit.engine.triggers import emit, expire, pend, turn_begins
from deckkit.engine.values import amount, condition, has_keyword, keyword_n, keywords
from deckkit.games.wowtcg.flow import go_on
from deckkit.games.wowtcg.keyword_rules import AWESOME, INNER_PEACE, mending, words_after

__all__ = ["TASKS", "hand_size"]


# -- the start phase -------------------------------------------------------------------------------------------------


def _turn(m: Match, seat: int) -> None:
    """A player's turn begins (WOW 10)."""
    state = m.state
    if state.turn >= m.rules.turn_cap:
        m.finish({"draw": True, "reason": "turn_cap"})
        return
    moves.next_turn(m, seat)
    m.set(state, "phase", "start")
    turn_begins(m, seat)
    for thing in m.board(seat):
        # From here on it has been there since the start of its player's turn (WOW 28).
        if thing.fresh:
            m.set(thing, "fresh", False)
    m.push(("ready_step",))


def _steps(m: Match) -> str:
    """When there is priority in the start phase: officially always, by the rulebook to answer what is on the chain."""
    return "always" if m.version == "official" else "chain"


def _ready_step(m: Match) -> None:
    """All cards of the turn player are readied (WOW 11); then others may ready by Inspire (WOW 120)."""
    state = m.state
    seat = state.active
    for thing in m.board(seat):
        if thing.exhausted and not (forbidden(m, thing, "ready") or forbidden(m, thing, "ready_step")):
            moves.ready(m, thing)
    for one in state.seats[seat].zones["resources"]:
        thing = state.things[one]
        if thing.exhausted and not forbidden(m, thing, "ready_step"):
            m.set(thing, "exhausted", False)
    expire(m, lambda mod, holder: mod.until == "next_ready" and getattr(holder, "controller", None) == seat)
    expire(m, lambda mod, _holder: mod.until == "your_next_turn" and mod.seat == seat)
    emit(m, "start_of_turn", seat=seat)
    fire_later(m, "start_of_turn")
    _start_keywords(m, seat)
    inspiring = [("inspire", one.id, word) for one, word in _inspiring(m, seat)]
    if inspiring:
        m.push(*inspiring, ("window", ("draw_step",), _steps(m)))
    else:
        go_on(m, ("draw_step",), _steps(m))


def _start_keywords(m: Match, seat: int) -> None:
    """Mend and AWESOME wait like other powers of the start of the turn (WOW 110, 115)."""
    given = "keyword:Mend" in m.state.statics or "keyword:AWESOME" in m.state.statics
    moment = Event("start_of_turn", seat=seat)
    for thing in m.board(seat):
        if given or thing.mods or thing.card.keywords:
            if has_keyword(m, thing, "Mend"):
                pend(m, thing.id, mending(keyword_n(m, thing, "Mend")), moment)
            if has_keyword(m, thing, "AWESOME"):
                pend(m, thing.id, AWESOME, moment)


def _inspiring(m: Match, active: int) -> list[tuple[Thing, str]]:
    found = []
    given = any(kind.startswith("keyword:Inspire") for kind in m.state.statics)
    for seat in m.foes(active):
        for thing in m.board(seat):
            if given or thing.mods or thing.card.keywords:
                found += [(thing, word) for word in words_after(keywords(m, thing), "Inspire")]
    return found


def _inspire(m: Match, one: int, word: str) -> None:
    """In the ready step of another player one card of that kind may be readied (WOW 120)."""
    source = m.state.things[one]
    seat = source.controller
    able: list[Any] = [thing.id for thing in m.board(seat) if thing.exhausted and _kind(m, thing, word)]
    if word == "Resource":
        able += [i for i in m.state.seats[seat].zones["resources"] if m.state.things[i].exhausted]
    if able:
        answer = m.choose(seat, "react", [*able, PASS], one)
        if answer != PASS:
            moves.ready(m, m.state.things[answer], by=one)


def _kind(m: Match, thing: Thing, word: str) -> bool:
    if thing.card.type == word or word in thing.card.traits or word == "Card":
        return True
    return word == "Protector" and has_keyword(m, thing, word)


def _draw_step(m: Match) -> None:
    """One card; the first player draws none in the first turn (WOW 12, 13)."""
    state = m.state
    first = state.turn == 1 and state.active == state.first
    if not first and not seat_forbidden(m, state.active, "draw_step"):
        moves.draw(m, state.active)
    go_on(m, ("action_phase",), _steps(m), check="decked" in state.seats[state.active].marks)


def _action_phase(m: Match) -> None:
    m.set(m.state, "phase", "action")
    m.push(("priority", m.state.active))


# -- the end phase ---------------------------------------------------------------------------------------------------


def _end_phase(m: Match) -> None:
    """Powers of the end of the turn; both players may still act before the wrap-up step (WOW 15)."""
    state = m.state
    m.set(state, "phase", "end")
    emit(m, "end_of_turn", seat=state.active)
    fire_later(m, "end_of_turn")
    _end_keywords(m)
    go_on(m, ("wrap_up",), "always")


def _end_keywords(m: Match) -> None:
    """Inner peace (WOW 125); thrown weapons go back to hand (WOW 123)."""
    state = m.state
    moment = Event("end_of_turn", seat=state.active)
    for thing in m.board(state.active):
        idle = (thing.card.keywords or thing.mods) and thing.marks.get("attacked") != state.turn
        if idle and has_keyword(m, thing, "Paix Intérieure"):
            pend(m, thing.id, INNER_PEACE, moment)
    for one, stay in state.marks.get("thrown", ()):
        thing = state.things[one]
        if thing.zone in m.in_play and thing.stay == stay:
            emit(m, "leave", one, one, thing.controller)
            emit(m, "returned", one, one, thing.controller)
            moves.move(m, thing, "hand")
            emit(m, "put_hand", one, one, thing.owner)
    if "thrown" in state.marks:
        m.mark(state, "thrown", None)


def _wrap_up(m: Match) -> None:
    """The turn player discards down to the hand limit; nothing can be played here (WOW 8, 15)."""
    state = m.state
    seat = state.active
    hand = state.seats[seat].zones["hand"]
    away: list[int] = []
    most = hand_size(m, seat)
    while len(hand) - len(away) > most:
        away.append(m.choose(seat, "cards", [one for one in hand if one not in away], taken=tuple(away)))
    for one in away:
        moves.move(m, state.things[one], "discard")
        emit(m, "discard", one, seat=seat)
        emit(m, "put_discard", one, seat=seat)
    go_on(m, ("turn_over",), "chain")


def hand_size(m: Match, seat: int) -> int:
    """How many cards a player may keep: seven, and what effects add (WOW 8)."""
    most: int = m.config["hand_size"]
    for source, ability, node in m.state.statics.get("allow:hand_size", ()):
        giver = m.state.things[source]
        env = {"source": source, "seat": giver.controller, "it": (source,)}
        if giver.controller == seat and (ability.when is None or condition(m, ability.when, env)):
            most += amount(m, node.args.get("n", 1), env)
    return max(0, most)


def _turn_over(m: Match) -> None:
    """Effects of this turn end, and the next player's turn begins (WOW 15)."""
    state = m.state
    active, turn = state.active, state.turn

    def ends(mod: Any, holder: Any) -> bool:
        if mod.until == "their_next_turn":
            owner = holder.controller if isinstance(holder, Thing) else holder.number
            return owner == active and mod.born < turn
        return bool(mod.until == "end_of_turn")

    go_on(m, ("next_turn",), "chain", check=expire(m, ends))


def _next_turn(m: Match) -> None:
    m.push(("turn", m.order((m.state.active + 1) % len(m.state.seats))[0]))


def fire_later(m: Match, moment: str) -> None:
    """Delayed effects of this moment begin to wait, each once."""
    waiting = m.state.marks.get("later", ())
    due = [one for one in waiting if one[0] == moment and (one[2] != "you" or one[3]["seat"] == m.state.active)]
    if due:
        m.mark(m.state, "later", tuple(one for one in waiting if one not in due) or None)
        for _, block, _, env in due:
            one = Pending(m.serial(), env["seat"], env["source"], Ability((moment,), block), dict(env))
            m.set(m.state, "pending", (*m.state.pending, one))


TASKS: Mapping[str, Callable[..., None]] = {
    "turn": _turn,
    "ready_step": _ready_step,
    "inspire": _inspire,
    "draw_step": _draw_step,
    "action_phase": _action_phase,
    "end_phase": _end_phase,
    "wrap_up": _wrap_up,
    "turn_over": _turn_over,
    "next_turn": _next_turn,
}
