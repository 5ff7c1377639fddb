"""Combat: who may attack whom, the comparison, direct attacks (rules digest 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckkit.engine import moves
from deckkit.engine.operations import hurt
from deckkit.engine.restrictions import forbidden
from deckkit.engine.state import NOBODY, Action, Thing
from deckkit.engine.triggers import emit, expire, listen
from deckkit.engine.values import stat
from deckkit.errors import InputError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["PERFORM", "PLAYER", "TASKS", "Outcome", "attacks", "compare", "figure", "may_attack"]

#: The word for a direct attack, in place of a target.
PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a comparison comes to: who is destroyed, and what the attacking and the defending player lose."""

    attacker_falls: bool = False
    target_falls: bool = False
    attacker_loses: int = 0
    defender_loses: int = 0


def compare(atk: int, other: int, *, defending: bool) -> Outcome:
    """The table of comparisons: ``other`` is the DEF of a target in defence, else its ATK (IN 7.2, 7.3).

    >>> compare(1700, 700, defending=False)
    Outcome(attacker_falls=False, target_falls=True, attacker_loses=0, defender_loses=1000)
    """
    if defending:
        return Outcome(target_falls=atk > other, attacker_loses=max(0, other - atk))
    return Outcome(atk <= other, atk >= other, max(0, other - atk), max(0, atk - other))


def figure(m: Match, thing: Thing, name: str) -> int:
    """A computed ATK or DEF, not below 0 (IN 14.24).

    Raises :class:`~deckkit.errors.InputError` where the printed one is not known.
    """
    if name not in thing.card.stats:
        raise InputError(Text("{fact} of {card} is not known", {"fact": name, "card": thing.card.name}))
    return max(0, stat(m, thing, name))


def may_attack(m: Match, thing: Thing) -> bool:
    """A face-up summon in attack position, once per combat phase; never an officer (IN 6.1, 7.1, 14.2, 14.4)."""
    turn = m.state.turn
    if thing.zone != "field" or thing.facedown or thing.exhausted or thing.marks.get("attacked") == turn:
        return False
    if m.config["summoning_sickness"] and thing.fresh:
        return False
    if not m.config["attack_after_change"] and thing.marks.get("changed") == turn:
        return False
    return not forbidden(m, thing, "attack")


def attacks(m: Match, seat: int) -> list[Action]:
    """The attacks of a player: on summons, on the officer, on the player where there is no summon (IN 7.1-7.6)."""
    state = m.state
    # The first player does not attack in the very first turn (IN 4.3).
    if state.phase != "combat" or (state.turn == 1 and seat == state.first):
        return []
    able = [one for one in state.seats[seat].zones["field"] if may_attack(m, state.things[one])]
    found = []
    for foe in m.foes(seat):
        zones = state.seats[foe].zones
        for one in able:
            found += [Action("attack", seat, one, (target,)) for target in (*zones["field"], *zones["officer"])]
            if not zones["field"]:
                found.append(Action("attack", seat, one, option=PLAYER))
    return found


def _attack(m: Match, action: Action) -> None:
    """Announced: the other player may react before the comparison (IN 7.7, 10.4)."""
    thing = m.state.things[action.source]
    target = action.targets[0] if action.targets else NOBODY
    m.mark(thing, "attacked", m.state.turn)
    m.mark(m.state, "attack", (thing.id, target))
    emit(m, "attack", thing.id, target, action.seat)
    if target != NOBODY:
        emit(m, "attacked", target, thing.id, m.state.things[target].controller)
    m.push(("pending",), ("react", "attack", thing.id, target), ("fight", thing.id, target))


def _fight(m: Match, attacker: int, target: int) -> None:
    """The comparison, unless the attack was cancelled or one of the two has left (IN 7.2-7.6, 11.6)."""
    thing = m.state.things[attacker]
    m.push(("attack_over", attacker), ("pending",), ("check",))
    if m.state.marks.get("cancelled") or thing.zone != "field":
        return
    if target == NOBODY:
        foe = m.foes(thing.controller)[0]
        # A reaction may have put a summon in the way (IN 7.6).
        if not m.state.seats[foe].zones["field"]:
            hurt(m, foe, figure(m, thing, "atk"), attacker)
        return
    other = m.state.things[target]
    if other.zone not in ("field", "officer"):
        return
    if other.facedown:
        _reveal(m, other)
    # An officer defends as if always in attack position (IN 7.5).
    defending = other.zone == "field" and other.exhausted
    name = "def" if defending else "atk"
    outcome = compare(figure(m, thing, "atk"), figure(m, other, name), defending=defending)
    falling = [one for one, falls in ((other, outcome.target_falls), (thing, outcome.attacker_falls)) if falls]
    mine, theirs = thing.controller, other.controller
    moves.destroy(m, falling, by=attacker)
    hurt(m, mine, outcome.attacker_loses, target)
    hurt(m, theirs, outcome.defender_loses, attacker)


def _reveal(m: Match, thing: Thing) -> None:
    """Revealed before the comparison; it stays in defence and its on-summon effect waits in vain (IN 7.4, 14.26)."""
    m.set(thing, "facedown", False)
    listen(m, thing)
    emit(m, "reveal", thing.id, NOBODY, thing.controller)
    if m.config["revealed_triggers"]:
        emit(m, "summon", thing.id, seat=thing.controller)


def _attack_over(m: Match, attacker: int) -> None:
    """A cancelled attack counts as the attack of that summon (IN 14.13)."""
    thing = m.state.things[attacker]
    if m.state.marks.get("cancelled"):
        m.mark(m.state, "cancelled", None)
        if not m.config["cancelled_attack_counts"] and thing.zone == "field":
            m.mark(thing, "attacked", None)
    m.mark(m.state, "attack", None)
    expire(m, lambda mod, _holder: mod.until == "end_of_attack")


PERFORM = {"attack": _attack}
TASKS: Mapping[str, Callable[..., None]] = {"fight": _fight, "attack_over": _attack_over}
