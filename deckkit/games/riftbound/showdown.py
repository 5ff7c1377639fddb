"""Showdowns: what is staged, who has Focus, how one closes, and when nobody has to act (RP 5-7, 12, 15.3).

``state.marks["showdown"]`` is the showdown or combat that goes on: ``at`` (the battlefield), ``focus``, ``combat``,
``passes`` (Focus passed in a row), ``turns`` (whether Focus goes on when the chain ends), ``attacker``, ``defender``,
``fought`` (units that have attacked or defended), ``stage`` (``open``, then ``result`` while what the damage caused
resolves). ``state.marks["held"]`` is a step after which the turn waits, for boards that are laid by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deckkit.engine.chain import give_priority, newest, pass_priority
from deckkit.engine.state import NOBODY, Action, Thing
from deckkit.engine.triggers import emit
from deckkit.games.riftbound.cleanup import designate
from deckkit.games.riftbound.common import allied, closed, controls, fields, july, present, showdown
from deckkit.games.riftbound.scoring import standing_there, take_control

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["PERFORM", "TASKS", "opened"]

#: What follows on each step of a turn, when nobody has anything more to do there (RP 4.1, 7.12).
_NEXT = {
    "awaken": "beginning",
    "beginning": "scoring",
    "scoring": "channel",
    "channel": "draw",
    "draw": "main",
    "ending": "expiration",
    "expiration": "over",
}


# -- whose turn it is to act ------------------------------------------------------------------------------------------


def _settle(m: Match) -> None:
    """After everything: what waits goes onto the chain, somebody gets Priority, or the turn goes on (RP 7.3-7.12)."""
    state = m.state
    if "queued" in state.marks:
        m.push(("play_queued",), ("check",), ("settle",))
        return
    if state.pending:
        m.push(("pending",), ("check",), ("settle",))
        return
    item = newest(m)
    if item is not None:
        give_priority(m, item.seat)
        return
    show = showdown(m)
    if show is None:
        _neutral(m)
    elif show["stage"] == "result":
        m.push(("combat_result",), ("check",), ("settle",))
    elif not show["combat"] and _sides(m, m.state.things[show["at"]]) is not None:
        m.push(("combat_begins", show["at"]), ("check",), ("settle",))
    else:
        if show["turns"]:
            show = {**show, "focus": _after(m, show["focus"]), "turns": False}
            m.mark(state, "showdown", show)
        give_priority(m, show["focus"])


def _added(m: Match) -> None:
    """Adding resources passes neither Priority nor Focus (RP 10.7); only what it has triggered is seen to."""
    if m.state.pending:
        m.push(("settle",))


def _after(m: Match, seat: int) -> int:
    return m.order(seat)[1] if len(m.order()) > 1 else seat


def _neutral(m: Match) -> None:
    """Neutral Open: staged showdowns, then combats, begin one at a time; then the turn goes on (RP 15.3, 7.12)."""
    state = m.state
    places = [place.id for place in fields(m) if "contested" in place.marks]
    plain = [one for one in places if state.things[one].marks["contested"] in present(m, one)]
    fights = [one for one in places if _sides(m, state.things[one]) is not None]
    # A staged showdown where a combat is staged too begins as the combat's (March 8a).
    waiting = plain or fights
    if waiting:
        place = m.choose(state.active, "targets", waiting) if len(waiting) > 1 else waiting[0]
        m.push(("combat_begins" if place in fights else "showdown_begins", place), ("check",), ("settle",))
    elif state.phase == "main":
        give_priority(m, state.active)
    elif state.marks.get("held") != state.phase:
        m.push(("step", _NEXT[state.phase]))


def _sides(m: Match, place: Thing) -> tuple[int, int] | None:
    """Attacker and defender where a combat is staged: units of exactly two opposing players (RP 12.6)."""
    by = place.marks.get("contested")
    if by is None:
        return None
    sides = standing_there(m, place)
    if len(sides) != 2:
        return None
    attacker = next((one for one in sides if allied(m, one, by)), None)
    if attacker is None:
        # The one who contested has gone; whoever lacks control attacks.
        attacker = next((one for one in sides if not controls(m, one, place)), sides[0])
    defender = next(one for one in sides if one != attacker)
    return attacker, defender


# -- beginning --------------------------------------------------------------------------------------------------------


def _begin(m: Match, place: int, combat: bool, focus: int, attacker: int, defender: int) -> None:
    fought: tuple[int, ...] = ()
    show = {"at": place, "focus": focus, "combat": combat, "passes": 0, "turns": False, "stage": "open"}
    m.mark(m.state, "showdown", {**show, "attacker": attacker, "defender": defender, "fought": fought})


def _showdown_begins(m: Match, place: int) -> None:
    """A showdown without enemies there: the one who contested gets Focus (RP 12.1)."""
    by = m.state.things[place].marks["contested"]
    _begin(m, place, False, by, NOBODY, NOBODY)
    emit(m, "showdown", place, NOBODY, by)


def _combat_begins(m: Match, place: int) -> None:
    """Attacker and defender get their designations, the attacker Focus (RP 12.7).

    A showdown that becomes a combat: in July whoever had Focus keeps it (RP 12.5).
    """
    thing = m.state.things[place]
    sides = _sides(m, thing)
    if sides is None:
        return
    attacker, defender = sides
    before = showdown(m)
    focus = attacker
    if before is not None and july(m):
        focus = _after(m, before["focus"]) if before["turns"] else before["focus"]
    _begin(m, place, True, focus, attacker, defender)
    if before is None:
        emit(m, "showdown", place, NOBODY, attacker)
    emit(m, "combat", place, NOBODY, attacker)
    emit(m, "defended", place, NOBODY, defender)
    designate(m)


def opened(m: Match) -> None:
    """A card or an ability with a window was played in Showdown Open: Focus goes on after its chain (RP 7.10, 12.2)."""
    show = showdown(m)
    if show is not None and not closed(m):
        m.mark(m.state, "showdown", {**show, "passes": 0, "turns": True})


# -- passing and closing ----------------------------------------------------------------------------------------------


def _pass(m: Match, _action: Action) -> None:
    """Passing Priority in a chain, Focus in an open showdown (RP 7.7, 12.3)."""
    if m.state.chain:
        if pass_priority(m):
            m.push(("resolve_newest",), ("check",), ("settle",))
        return
    show = showdown(m)
    assert show is not None
    passes = show["passes"] + 1
    if passes < len(m.order()):
        m.mark(m.state, "showdown", {**show, "passes": passes, "focus": _after(m, show["focus"])})
        give_priority(m, _after(m, show["focus"]))
    elif show["combat"]:
        m.push(("combat_damage",))
    else:
        m.push(("showdown_ends",), ("check",), ("settle",))


def _showdown_ends(m: Match) -> None:
    """Whose units alone are there takes control where that player lacks it (RP 12.4)."""
    show = showdown(m)
    assert show is not None
    m.mark(m.state, "showdown", None)
    settle_place(m, m.state.things[show["at"]])


def settle_place(m: Match, place: Thing) -> None:
    """A showdown or combat is over: the contest ends, and the only side with units has control (RP 12.4, 12.18)."""
    if "contested" in place.marks:
        m.mark(place, "contested", None)
    there = present(m, place.id)
    if len(standing_there(m, place)) == 1 and not any(controls(m, one, place) for one in there):
        take_control(m, there[0], place)
    elif not there and place.controller != NOBODY:
        m.set(place, "controller", NOBODY)


PERFORM = {"pass": _pass}
TASKS: Mapping[str, Any] = {
    "settle": _settle,
    "added": _added,
    "showdown_begins": _showdown_begins,
    "combat_begins": _combat_begins,
    "showdown_ends": _showdown_ends,
}
