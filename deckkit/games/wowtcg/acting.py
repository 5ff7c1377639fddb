"""Priority: who may act, what may be done, and what follows when all have passed (WOW 14, 29, 43, 44)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from deckkit.engine import chain
from deckkit.engine.match import Match
from deckkit.engine.state import NOBODY, Action, Item
from deckkit.games.wowtcg import combat, play, strikes, using
from deckkit.games.wowtcg.payment import ready_resources

__all__ = ["PERFORM", "TASKS", "actions", "added", "idle", "main_moment", "resolve_item"]


def main_moment(m: Match, seat: int) -> bool:
    """The own action phase, outside combat, with an empty chain (WOW 27, 29)."""
    state = m.state
    return state.phase == "action" and state.active == seat and not state.chain and "combat" not in state.marks


def actions(m: Match) -> list[Action]:
    """What the player with priority may do: all that can be done as a whole, and passing."""
    seat = m.state.acting
    main = main_moment(m, seat)
    when, listed = m.notes.get("asked", (None, ()))
    # Who has just been found able to answer need not be looked through again.
    found = list(listed) if when == (m.epoch, m.state.count, seat) and not main else list(_options(m, seat, main))
    if not main:
        found.append(Action("pass", seat))
    elif not combat.must_attack(m, seat):
        found.append(Action("end", seat))
    return found


def _options(m: Match, seat: int, main: bool) -> Iterator[Action]:
    if main:
        yield from using.placements(m, seat)
    yield from play.plays(m, seat, ready_resources(m, seat), main=main)
    yield from using.powers(m, seat, main=main)
    if main:
        yield from combat.proposals(m, seat)
    elif "strikes" in m.state.marks:
        yield from strikes.strikes_again(m, seat)


# -- priority goes round ---------------------------------------------------------------------------------------------


def _priority(m: Match, seat: int) -> None:
    """A player gets priority; where answers may be taken as given, who can do nothing passes without being asked."""
    chain.give_priority(m, seat if not m.state.seats[seat].out else m.order()[0])
    _ask(m)


def _ask(m: Match) -> None:
    while m.forced:
        seat = m.state.acting
        # The turn player says when the action phase is over.
        hidden = seat in m.silent or m.viewer not in (NOBODY, seat)
        if main_moment(m, seat):
            return
        found = [] if hidden else list(_options(m, seat, False))
        if found:
            m.notes["asked"] = ((m.epoch, m.state.count, seat), found)
            return
        if chain.pass_priority(m):
            m.push(("all_passed",))
            return


def _pass(m: Match, _action: Action) -> None:
    if chain.pass_priority(m):
        m.push(("all_passed",))
    else:
        _ask(m)


def _all_passed(m: Match) -> None:
    """The newest link resolves; on an empty chain the game moves on (WOW 44)."""
    state = m.state
    if state.chain:
        m.push(("resolve_newest",), ("check",), ("pending",), ("priority", state.active))
        return
    following = state.marks.get("next")
    if following is not None:
        m.mark(state, "next", None)
        m.push(following)
    elif state.phase == "action":
        m.push(("end_phase",))


# -- the chain -------------------------------------------------------------------------------------------------------


def added(m: Match, item: Item) -> None:
    """A trigger is on the chain; its targets have become targets."""
    play.target(m, m.state.things[item.source], item.seat, item.do)


_ITEMS: Mapping[str, Callable[[Match, Item], None]] = {
    "card": play.resolve_card,
    "resource": using.resolve_resource,
    "quest": using.resolve_quest,
    "proposal": combat.resolve_proposal,
}


def resolve_item(m: Match, item: Item) -> None:
    """A link that is no power resolves, by its kind."""
    _ITEMS[item.what](m, item)


def idle(m: Match) -> Action | None:
    """Passing, where something is under way: a link of the chain, a combat, a moment of a phase."""
    state = m.state
    if state.decision is not None or m.over or main_moment(m, state.acting):
        return None
    if not (state.chain or "combat" in state.marks):
        return None
    return next((one for one in m.legal_actions() if one.kind == "pass"), None)


PERFORM: Mapping[str, Callable[[Match, Action], None]] = {"pass": _pass, "end": _pass}
TASKS: Mapping[str, Callable[..., None]] = {"priority": _priority, "all_passed": _all_passed}
