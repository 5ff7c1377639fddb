"""Challenges: who may challenge whom, declaration, damage, end (rules digest 5, CR 4.6; keywords CR 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckkit.engine import moves
from deckkit.engine.match import Match
from deckkit.engine.restrictions import forbidden
from deckkit.engine.state import Action, Event, Thing
from deckkit.engine.triggers import emit, expire
from deckkit.engine.values import applies, fits, has_keyword, stat

__all__ = ["PERFORM", "TASKS", "can_challenge", "challenges", "on_event", "targets_of"]


def can_challenge(m: Match, thing: Thing) -> bool:
    """Ready, in play since the Set step or with Rush, not Adventurous, not forbidden (CR 4.6.4.1, 8.9.1, 8.16.2)."""
    return (
        thing.card.type == "Character"
        and not thing.exhausted
        and (not thing.fresh or has_keyword(m, thing, "Rush"))
        and not has_keyword(m, thing, "Adventurous")
        and not forbidden(m, thing, "challenge")
    )


def challenges(m: Match, number: int, board: list[Thing]) -> list[Action]:
    """Every legal challenge of a player."""
    foes = [thing for seat in m.foes(number) for thing in m.board(seat)]
    if not foes:
        return []
    able = [thing for thing in board if can_challenge(m, thing)]
    return [
        Action("challenge", number, thing.id, (target.id,)) for thing in able for target in targets_of(m, thing, foes)
    ]


def targets_of(m: Match, thing: Thing, foes: list[Thing]) -> list[Thing]:
    """What a character may challenge: exerted opposing characters that it reaches, Bodyguards first, and locations."""
    ready_too = "allow:challenge_ready" in m.state.statics or bool(thing.mods)
    characters = [
        foe
        for foe in foes
        if foe.card.type == "Character"
        and (foe.exhausted or (ready_too and _may_ready(m, thing, foe)))
        and _reaches(m, thing, foe)
    ]
    found = characters
    for seat in dict.fromkeys(foe.controller for foe in characters):
        guards = [foe for foe in characters if foe.controller == seat and has_keyword(m, foe, "Bodyguard")]
        # A Bodyguard draws challenges away from the other characters of its player (CR 8.3.3).
        if guards:
            found = [foe for foe in found if foe.controller != seat or foe in guards]
    places = [foe for foe in foes if foe.card.type == "Location" and _reaches(m, thing, foe)]
    return found + places


def _may_ready(m: Match, thing: Thing, foe: Thing) -> bool:
    if any(mod.what == "allow" and mod.name == "challenge_ready" for mod in thing.mods):
        return True
    return any(
        applies(m, source, ability, node, thing)
        and fits(m, node.args.get("of"), foe, {"source": source, "seat": m.state.things[source].controller})
        for source, ability, node in m.state.statics.get("allow:challenge_ready", ())
    )


def _reaches(m: Match, thing: Thing, foe: Thing) -> bool:
    """Evasive is reached by Evasive and Alert only (CR 8.6.1, 8.2.1); some cannot be challenged at all."""
    if has_keyword(m, foe, "Evasive") and not (has_keyword(m, thing, "Evasive") or has_keyword(m, thing, "Alert")):
        return False
    return not forbidden(m, foe, "be_challenged", thing)


def _challenge(m: Match, action: Action) -> None:
    """Declaration: exert, then the challenge occurs and its triggers resolve before any damage (CR 4.6.4, 4.6.5)."""
    thing, target = m.state.things[action.source], m.state.things[action.targets[0]]
    m.mark(m.state, "attack", (thing.id, target.id))
    moves.exhaust(m, thing)
    emit(m, "attack", thing.id, target.id, action.seat)
    emit(m, "attacked", target.id, thing.id, target.controller)
    m.push(("pending",), ("check",), ("pending",), ("challenge_damage", thing.id, target.id))


def _challenge_damage(m: Match, attacker: int, target: int) -> None:
    """All damage at once, each reduced on its own; a location strikes nothing (CR 4.6.6, 4.6.8.3)."""
    thing, foe = m.state.things[attacker], m.state.things[target]
    if thing.zone in m.in_play and foe.zone in m.in_play and m.state.marks.get("attack") == (attacker, target):
        strikes = [(foe, _strength(m, thing), thing)]
        if foe.card.type == "Character":
            strikes.append((thing, _strength(m, foe), foe))
        taken = [0 if _spared(m, one) else m.rules.damage_taken(m, one, n) for one, n, _ in strikes]
        for (one, _, by), n in zip(strikes, taken, strict=True):
            moves.damage(m, one, n, by=by.id, dealt=False)
        m.mark(m.state, "struck", tuple(one.id for (one, _, _), n in zip(strikes, taken, strict=True) if n))
        for (one, _, by), n in zip(strikes, taken, strict=True):
            if n:
                emit(m, "challenge_damage", by.id, one.id, by.controller, n)
    m.push(("check",), ("struck",), ("pending",), ("challenge_over", attacker, target))


def _struck(m: Match) -> None:
    """The check of the damage is over: whoever falls from now on was not banished by the other one's damage."""
    if "struck" in m.state.marks:
        m.mark(m.state, "struck", None)


def _strength(m: Match, thing: Thing) -> int:
    """With how much a character strikes: its strength, or the stat that an effect puts in its place."""
    found = "strength"
    for source, ability, node in m.state.statics.get("strike_with", ()):
        if applies(m, source, ability, node, thing):
            found = node.args["stat"]
    return max(0, stat(m, thing, found))


def _spared(m: Match, thing: Thing) -> bool:
    """Whether a thing takes no damage from challenges."""
    if any(mod.what == "prevent" and mod.name == "attack" for mod in thing.mods):
        return True
    return any(
        node.args.get("of") == "attack" and applies(m, source, ability, node, thing)
        for source, ability, node in m.state.statics.get("prevent", ())
    )


def _challenge_over(m: Match, attacker: int, target: int) -> None:
    """The "while challenging" effects end; what happens after the challenge triggers (CR 4.6.7)."""
    m.mark(m.state, "attack", None)
    expire(m, lambda mod, _holder: mod.until == "end_of_attack")
    emit(m, "after_challenge", attacker, target, m.state.active)
    m.push(("check",), ("pending",))


def on_event(m: Match, event: Event) -> None:
    """A banished participant was banished in the challenge, also by a trigger within it (CR 4.6.9.2).

    By the other character only if the damage of the challenge did it (CR 4.6.6.3).
    """
    attack = m.state.marks.get("attack")
    if attack is None or event.kind != "destroy" or event.it not in attack:
        return
    other = attack[1] if event.it == attack[0] else attack[0]
    emit(m, "banished_in_challenge", event.it, other, event.seat)
    if event.it in m.state.marks.get("struck", ()):
        emit(m, "banishes_in_challenge", other, event.it, m.state.things[other].controller)


PERFORM = {"challenge": _challenge}
TASKS: Mapping[str, Any] = {
    "challenge_damage": _challenge_damage,
    "struck": _struck,
    "challenge_over": _challenge_over,
}
