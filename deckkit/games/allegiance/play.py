"""Playing cards, activating creatures, and the traps that answer (rules digest AL 5, 6, 9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Ability, Node
from deckkit.engine import moves
from deckkit.engine.run import Run
from deckkit.engine.select import pick
from deckkit.engine.state import NOBODY, PASS, Action, Pending, Thing
from deckkit.engine.triggers import emit, next_waiting
from deckkit.engine.values import fits, has_keyword
from deckkit.errors import InputError
from deckkit.games.allegiance.creatures import begin_resolving, due, may_answer, others, room, sacrifice
from deckkit.games.allegiance.recruit import price
from deckkit.games.allegiance.rites import allegiance_of
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["OPERATIONS", "PERFORM", "TASKS", "WINDOWS", "active_first", "main_actions", "met", "sacrifices", "traps"]

#: The windows for traps, each with the event that a "when" trap waits for there ("" for those without one: AL 6.3).
WINDOWS: Mapping[str, str] = {
    "nothing_resolving": "",
    "after_played": "",
    "after_summon": "summon",
    "after_damage": "wounded",
    "after_buy": "buy",
    "after_creature_destroyed": "destroy",
}


# -- what the active player may do (AL 5) ----------------------------------------------------------------------------


def met(m: Match, seat: int, thing: Thing) -> bool:
    """Whether the allegiance that a card needs is there (AL 3.3); an unknown need is none, unless so configured
    (AL 13.28)."""
    needs: Mapping[str, int] | None = thing.card.facts.get("requires")
    if needs is None:
        return bool(m.config["unknown_requirement"] != "unplayable")
    now = allegiance_of(m, seat)
    return all(now.get(faction, 0) >= n for faction, n in needs.items())


def _lines(thing: Thing, kind: str) -> list[Ability]:
    return [one for one in thing.card.abilities if kind in one.on]


def main_actions(m: Match, seat: int) -> list[Action]:
    """Cards that can be played and creatures that can be activated (AL 5.1 to 5.3)."""
    state = m.state
    found = []
    for one in state.seats[seat].zones["hand"]:
        thing = state.things[one]
        if thing.card.type in ("Soul", "Magic", "Creature") and met(m, seat, thing) and _can_play(m, seat, thing):
            found.append(Action("play", seat, one))
    for one in state.seats[seat].zones["battlefield"]:
        thing = state.things[one]
        if not thing.exhausted and (not thing.fresh or has_keyword(m, thing, "Rush")):
            able = [ability for ability in _lines(thing, "activate") if _payable(m, seat, thing, (ability,))]
            for place, ability in enumerate(_lines(thing, "activate")):
                if ability in able:
                    found.append(Action("activate", seat, one, option=place or None))
    return found


def _payable(m: Match, seat: int, thing: Thing, abilities: Any) -> bool:
    """All Sacrifices can be paid in full (AL 6.2)."""
    n = due(m, abilities, {"source": thing.id, "seat": seat})
    return n <= len(others(m, seat, thing.id))


def _essence_for(m: Match, thing: Thing) -> int | None:
    """The essence that playing a card costs: none, unless so configured (AL 5.1, 5.2, 13.7)."""
    if m.config["play_cost"] == "none" or thing.card.type == "Soul":
        return 0
    return price(m, thing)


def _can_play(m: Match, seat: int, thing: Thing) -> bool:
    abilities = _lines(thing, "play")
    cost = _essence_for(m, thing)
    if cost is None or cost > m.state.seats[seat].pool or not _payable(m, seat, thing, abilities):
        return False
    if thing.card.type != "Creature":
        return True
    # A Sacrifice frees the place (AL 5.8).
    return room(m, seat) + due(m, abilities, {"source": thing.id, "seat": seat}) > 0


# -- the steps (AL 6.1) ----------------------------------------------------------------------------------------------


def _begin(m: Match, seat: int, number: int, how: str, place: int) -> None:
    """Played or activated; then the window, the Sacrifices, the lines, what waits (AL 6.1)."""
    m.push(
        ("window", "after_played", number, 0, None),
        ("pending",),
        ("pay", seat, number, how, place),
        ("pending",),
        ("window", "nothing_resolving", NOBODY, 0, None),
    )


def _play(m: Match, action: Action) -> None:
    thing = m.state.things[action.source]
    m.mark(m.state, "wounds", None)
    if thing.card.type != "Soul" and thing.card.facts.get("requires") is None:
        _note_unknown(m, thing)
    _spend(m, action.seat, _essence_for(m, thing) or 0)
    moves.move(m, thing, "resolving")
    emit(m, "play", thing.id, seat=action.seat)
    _begin(m, action.seat, thing.id, "play", 0)


def _spend(m: Match, seat: int, n: int) -> None:
    if n:
        m.set(m.state.seats[seat], "pool", m.state.seats[seat].pool - n)


def _note_unknown(m: Match, thing: Thing) -> None:
    """The result names the cards whose requirement nobody knows (AL 13.28)."""
    known = m.state.marks.get("unknown", ())
    if thing.card.name not in known:
        m.mark(m.state, "unknown", (*known, thing.card.name))


def _activate(m: Match, action: Action) -> None:
    thing = m.state.things[action.source]
    m.mark(m.state, "wounds", None)
    m.set(thing, "exhausted", True)
    emit(m, "activation", thing.id, seat=action.seat)
    _begin(m, action.seat, thing.id, "activate", action.option or 0)


def _of(thing: Thing, how: str, place: int) -> list[Ability]:
    """The lines of a card that is played, or the ability that is activated."""
    return _lines(thing, how) if how == "play" else [_lines(thing, how)[place]]


def sacrifices(m: Match, seat: int, thing: Thing, how: str, place: int) -> int:
    """How many creatures a play or an activation costs now."""
    return due(m, _of(thing, how, place), {"source": thing.id, "seat": seat})


def _pay(m: Match, seat: int, number: int, how: str, place: int) -> None:
    """All Sacrifices together; what cannot be paid after all is undone (AL 6.1, 6.2, 13.22)."""
    thing = m.state.things[number]
    env = {"source": number, "seat": seat}
    n, able = sacrifices(m, seat, thing, how, place), others(m, seat, number)
    if n > len(able):
        if how == "play":
            _spend(m, seat, -(_essence_for(m, thing) or 0))
            moves.move(m, thing, "hand")
        else:
            m.set(thing, "exhausted", False)
        return
    gone = pick(Run(m, Node("sacrifice"), env), seat, "sacrifice", able, n)
    begin_resolving(m)
    m.push(("resolve", seat, number, how, place))
    if gone:
        sacrifice(m, seat, number, gone)


def _resolve(m: Match, seat: int, number: int, how: str, place: int) -> None:
    """The lines in their order (AL 6.1 d); a creature is summoned first."""
    thing = m.state.things[number]
    env = {"source": number, "seat": seat}
    blocks = [("block", ability.do, 0, env) for ability in _of(thing, how, place)]
    m.push(*blocks, ("doomed",), ("spent", number))
    if how == "play" and thing.card.type == "Creature":
        _summon(m, seat, thing)


def _summon(m: Match, seat: int, thing: Thing) -> None:
    """It arrives exhausted, with Rush ready (AL 8.14, 13.18)."""
    moves.enter(m, thing, "battlefield", seat=seat, exhausted=True)
    if has_keyword(m, thing, "Rush"):
        m.set(thing, "exhausted", False)
    emit(m, "summon", thing.id, seat=seat)
    m.push(*may_answer(m, "after_summon", thing.id))


def _spent(m: Match, number: int) -> None:
    """A Soul stays in front of its player, a Magic or a Trap is discarded (AL 2.1, 4.3, 13.19)."""
    thing = m.state.things[number]
    if thing.zone == "resolving":
        moves.move(m, thing, "front" if thing.card.type == "Soul" else "discard")


# -- traps (AL 6.3, 6.4, 9) ------------------------------------------------------------------------------------------


def traps(m: Match, seat: int, window: str, subject: int, hand: tuple[int, ...] | None) -> list[tuple[int, int]]:
    """The traps that may answer in this window, each with the place of its ability; ``hand``: only of these cards."""
    event = WINDOWS[window]
    found = []
    for one in m.state.seats[seat].zones["hand"]:
        if hand is not None and one not in hand:
            continue
        thing = m.state.things[one]
        for place, ability in enumerate(thing.card.abilities):
            # What it waits for comes first: a preview takes a card that its player does not know to answer nothing.
            if "trap" not in ability.on or ability.event != event or thing.card.type != "Trap":
                continue
            env = {"source": one, "seat": seat}
            if ability.of is not None and not fits(m, ability.of, m.state.things[subject], env):
                continue
            if m.config["traps_need_allegiance"] and not met(m, seat, thing):
                continue
            found.append((one, place))
            break
    return found


def _window(m: Match, window: str, subject: int, n: int, hand: tuple[int, ...] | None) -> None:
    """The player whose turn it is not may play traps, one after the other (AL 6.3, 6.4, 6.8, 6.9)."""
    seat = m.foes(m.state.active)[0]
    found = dict(traps(m, seat, window, subject, hand))
    if not found:
        return
    answer = m.choose(seat, "react", [*found, PASS], subject)
    if answer == PASS:
        return
    alone = (("pending",),) if not WINDOWS[window] else ()
    m.push(("trap", seat, answer, found[answer], subject, n), *alone, ("window", window, subject, n, hand))


def _trap(m: Match, seat: int, number: int, place: int, subject: int, n: int) -> None:
    thing = m.state.things[number]
    env: dict[str, Any] = {"source": number, "seat": seat}
    if subject != NOBODY:
        env["it"] = (subject,)
    if n:
        env["event"] = {"n": n}
    moves.move(m, thing, "resolving")
    emit(m, "play", number, seat=seat)
    m.push(("block", thing.card.abilities[place].do, 0, env), ("spent", number))


# -- what waits (AL 6.5, 6.6) ----------------------------------------------------------------------------------------


def active_first(m: Match) -> None:
    """All waiting effects of the active player, then those of the other, each in the order of their player; what
    arises meanwhile joins its player's (AL 6.6, 13.21)."""
    chosen = next_waiting(m, m.state.active)
    if chosen is None:
        return
    # Between waiting effects nothing is resolving.
    begin_resolving(m)
    m.set(m.state, "pending", tuple(one for one in m.state.pending if one is not chosen))
    m.push(("trigger", chosen), ("pending",))


def _wait(run: Run) -> bool:
    """The block waits like a triggered ability of its card (AL 6.5, 11.4)."""
    m = run.m
    env = {name: value for name, value in run.env.items() if name in ("source", "seat", "it")}
    one = Pending(m.serial(), run.seat, run.source, Ability(("trap",), run.get("do")), env)
    m.set(m.state, "pending", (*m.state.pending, one))
    return True


def _untold(run: Run) -> bool:
    """Of this effect the number is not known (AL 11B): nothing is guessed."""
    raise InputError(
        Text(
            "the number of {what} of {card} is not known",
            {"what": run.get("what"), "card": run.m.state.things[run.source].card.name},
        ),
        do=Text("play without this card, or bring what you know as a card of your own (docs/own-cards.md)"),
    )


OPERATIONS: Mapping[str, Callable[[Run], bool]] = {"wait": _wait, "untold": _untold}
PERFORM: Mapping[str, Callable[[Match, Action], None]] = {"play": _play, "activate": _activate}
TASKS: Mapping[str, Callable[..., None]] = {
    "window": _window,
    "trap": _trap,
    "pay": _pay,
    "resolve": _resolve,
    "spent": _spent,
}
