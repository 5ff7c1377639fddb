"""Support cards, powers and the one reaction: what may be done, and how it is carried out (rules digest 9, 10.4).

A card's targets are chosen as it is announced; then the other player may answer with one Trap; then it resolves,
on those of the targets that still fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Ability, Node, Selector
from deckkit.engine import moves
from deckkit.engine.run import Run
from deckkit.engine.select import pick
from deckkit.engine.state import NOBODY, PASS, Action, Thing
from deckkit.engine.triggers import emit, limit_reached, note_use
from deckkit.engine.values import amount, cards_in_play, condition, fits
from deckkit.games.invocateurs.summon import room, summon_cost

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = [
    "PERFORM",
    "TASKS",
    "bearer_filter",
    "left",
    "reactions",
    "support_actions",
]

_PER_BEARER = {"Machine": 2}


# -- Support cards: at any time of the own turn (IN 6.7) ------------------------------------------------------------


def support_actions(m: Match, seat: int) -> list[Action]:
    """Playing and laying Support cards, activating laid Magics, the powers of cards in play."""
    state, zones = m.state, m.state.seats[seat].zones
    free = room(m, seat, "support") > 0
    found: list[Action] = []
    for one in zones["hand"]:
        thing = state.things[one]
        kind = thing.card.type
        # A Magic from hand uses no zone (IN 14.11); an Equipment does (IN 5.2).
        if (
            (kind == "Magic" and (free or not m.config["magic_needs_zone"]) and _playable(m, seat, thing))
            or (kind == "Equipment" and free and bearers(m, seat, thing))
            or kind == "Terrain"
        ):
            found.append(Action("play", seat, one))
        elif kind == "Character":
            found += _officer_actions(m, seat, one)
        if kind in ("Magic", "Trap") and free:
            found.append(Action("lay", seat, one))
    for one in zones["support"]:
        thing = state.things[one]
        if thing.facedown and thing.card.type == "Magic" and _playable(m, seat, thing):
            found.append(Action("activate_laid", seat, one))
    for thing in m.board(seat):
        if not thing.facedown:
            for place, ability in _powers(thing):
                if not limit_reached(m, thing.id, ability) and _can_do(m, seat, thing, ability):
                    found.append(Action("power", seat, thing.id, option=place or None))
    return found


def _officer_actions(m: Match, seat: int, number: int) -> list[Action]:
    """One officer at a time (IN 5.3, 14.9); no sacrifices and no normal summon, unless so configured (IN 14.8)."""
    zones = m.state.seats[seat].zones
    if zones["officer"] and not m.config["officer_replace"]:
        return []
    if not m.config["officer_sacrifices"]:
        return [Action("officer", seat, number)]
    if "level" not in m.state.things[number].card.facts:
        return []
    cost = summon_cost(m.state.things[number].card)
    if m.state.seats[seat].used.get("summon") or m.state.phase == "combat":
        return []
    return [Action("officer", seat, number, given) for given in combinations(zones["field"], cost)]


def _powers(thing: Thing) -> list[tuple[int, Ability]]:
    return list(enumerate(one for one in thing.card.abilities if "activate" in one.on))


def _effects(thing: Thing) -> list[Ability]:
    """What a Magic does when it is played."""
    return [one for one in thing.card.abilities if "play" in one.on]


def _playable(m: Match, seat: int, thing: Thing) -> bool:
    return all(_can_do(m, seat, thing, ability) for ability in _effects(thing))


def _can_do(m: Match, seat: int, thing: Thing, ability: Ability, env: dict[str, Any] | None = None) -> bool:
    """Its condition holds, and whatever has to be chosen is there."""
    env = env or {"source": thing.id, "seat": seat}
    if ability.when is not None and not condition(m, ability.when, env):
        return False
    for node in ability.do:
        target = node.get("target")
        if isinstance(target, Selector) and target.kind == "choose" and not target.up_to:
            if not _candidates(m, seat, thing.id, target, env):
                return False
            if node.word == "special_summon" and not room(m, seat, "field"):
                return False
    return True


def _candidates(m: Match, seat: int, source: int, target: Selector, env: dict[str, Any]) -> list[int]:
    found = cards_in_play(m, target.filter or Node("filter"), env)
    return [one.id for one in found if one.zone not in m.in_play or m.rules.choosable(m, seat, one, source)]


def bearer_filter(thing: Thing) -> list[Node]:
    """What an Equipment's own words say of its bearer ("Warrior only")."""
    return [
        node.args["of"]
        for one in thing.card.abilities
        if "static" in one.on
        for node in one.do
        if node.word == "attach_only"
    ]


def bearers(m: Match, seat: int, thing: Thing) -> list[int]:
    """The own face-up summons that may bear an Equipment: one each, two on a Machine (IN 9.4)."""
    env = {"source": thing.id, "seat": seat}
    worn = [one.to for one in m.board() if one.to != NOBODY]
    found = []
    for one in m.state.seats[seat].zones["field"]:
        bearer = m.state.things[one]
        most = max((n for trait, n in _PER_BEARER.items() if trait in bearer.card.traits), default=1)
        fitting = all(fits(m, test, bearer, env) for test in bearer_filter(thing))
        if fitting and not bearer.facedown and worn.count(one) < most:
            found.append(one)
    return found


def _aim(m: Match, seat: int, thing: Thing, ability: Ability, env: dict[str, Any]) -> tuple[Any, ...]:
    """The targets of an ability, one entry an operation: ids, or None where nothing is chosen."""
    run = Run(m, Node("aim"), env)
    picks: list[tuple[int, ...] | None] = []
    for node in ability.do:
        target = node.get("target")
        if isinstance(target, Selector) and target.kind == "choose":
            candidates = _candidates(m, seat, thing.id, target, env)
            n = len(candidates) if target.n == "all" else amount(m, target.n, env)
            picks.append(tuple(pick(run, seat, "targets", candidates, n, up_to=target.up_to)))
        else:
            picks.append(None)
    return tuple(picks)


def _announce(m: Match, seat: int, number: int) -> None:
    """A Magic from hand or laid: targets, then one reaction, then the effect, then the graveyard (IN 9.1, 9.2)."""
    thing = m.state.things[number]
    env = {"source": number, "seat": seat}
    aimed = [(ability, _aim(m, seat, thing, ability, env)) for ability in _effects(thing)]
    moves.move(m, thing, "resolving")
    emit(m, "magic", number, seat=seat)
    effects = [("effect", ability, picks, env) for ability, picks in aimed]
    m.push(("react", "magic", number, NOBODY), *effects, ("over",), ("spent", number), ("pending",), ("check",))


def _over(m: Match) -> None:
    """An action that could be cancelled is over."""
    if m.state.marks.get("cancelled"):
        m.mark(m.state, "cancelled", None)


def _effect(m: Match, ability: Ability, picks: tuple[Any, ...], env: dict[str, Any]) -> None:
    """Does what was announced, on those of the chosen that still fit."""
    if m.state.marks.get("cancelled") or (ability.check is not None and not condition(m, ability.check, env)):
        return
    if ability.may and m.choose(env["seat"], "may", ("yes", "no"), env["source"]) == "no":
        return
    names: dict[str, tuple[int, ...]] = {}
    block = []
    for i, (node, chosen) in enumerate(zip(ability.do, picks, strict=True)):
        if chosen is None:
            block.append(node)
        else:
            test = node.args["target"].filter
            names[f"aim-{i}"] = tuple(one for one in chosen if fits(m, test, m.state.things[one], env))
            block.append(Node(node.word, {**node.args, "target": Selector("name", name=f"aim-{i}")}))
    m.push(("block", tuple(block), 0, {**env, "names": names}))


def _spent(m: Match, number: int) -> None:
    """A used Magic or Trap goes to its owner's graveyard."""
    thing = m.state.things[number]
    if thing.zone == "resolving":
        moves.move(m, thing, "discard")


def _play(m: Match, action: Action) -> None:
    task = {"Magic": "announce", "Equipment": "equip", "Terrain": "terrain"}
    m.push((task[m.state.things[action.source].card.type], action.seat, action.source))


def _equip(m: Match, seat: int, number: int) -> None:
    """Attached to one summon, in a Support zone (IN 5.2, 9.4)."""
    thing = m.state.things[number]
    found = bearers(m, seat, thing)
    bearer = m.choose(seat, "targets", found, number)
    moves.enter(m, thing, "support", seat=seat)
    m.set(thing, "to", bearer)
    emit(m, "play", number, bearer, seat)
    m.push(("pending",), ("check",))


def _terrain(m: Match, seat: int, number: int) -> None:
    """One for the whole board: a new one sends the old one to its owner's graveyard (IN 9.7, 14.10)."""
    for old in m.state.shared["terrain"]:
        moves.leave_for(m, m.state.things[old], "discard")
    moves.enter(m, m.state.things[number], "terrain", seat=seat)
    emit(m, "play", number, seat=seat)
    m.push(("pending",), ("check",))


def _officer(m: Match, action: Action) -> None:
    """A Character becomes the officer (IN 9.6); a replaced one goes to the graveyard (IN 14.9, 14.10)."""
    seat = m.state.seats[action.seat]
    if m.config["officer_sacrifices"]:
        m.count_use(seat, "summon")
    for one in action.targets:
        emit(m, "sacrifice", one, action.source, action.seat)
        moves.leave_for(m, m.state.things[one], "discard")
    for old in seat.zones["officer"]:
        moves.leave_for(m, m.state.things[old], "discard")
    moves.enter(m, m.state.things[action.source], "officer", seat=action.seat)
    emit(m, "play", action.source, seat=action.seat)
    m.push(("pending",), ("check",))


def _lay(m: Match, action: Action) -> None:
    """A Trap or a Magic, face down in a Support zone (IN 9.2, 9.3)."""
    thing = m.state.things[action.source]
    moves.enter(m, thing, "support", seat=action.seat, facedown=True)
    m.mark(thing, "laid", m.state.turn)
    emit(m, "set", thing.id, seat=action.seat)


def _activate_laid(m: Match, action: Action) -> None:
    m.push(("announce", action.seat, action.source))


def _power(m: Match, action: Action) -> None:
    m.push(("power", action.seat, action.source, action.option or 0))


def _use_power(m: Match, seat: int, number: int, place: int) -> None:
    """Once a turn, on an own turn (IN 9.6, 11.2)."""
    thing = m.state.things[number]
    ability = _powers(thing)[place][1]
    env = {"source": number, "seat": seat}
    picks = _aim(m, seat, thing, ability, env)
    note_use(m, number, ability)
    emit(m, "power", number, seat=seat)
    m.push(("effect", ability, picks, env), ("pending",), ("check",))


# -- one reaction to an action (IN 9.3, 10.4, 14.27) ----------------------------------------------------------------


def reactions(m: Match, event: str, actor: int, seat: int) -> list[tuple[int, Ability]]:
    """The Traps with which a player may answer an action, laid in an earlier turn (IN 9.3)."""
    found = []
    for one in m.state.seats[seat].zones["support"]:
        thing = m.state.things[one]
        waiting = [each for each in thing.card.abilities if "react" in each.on and each.event == event]
        # What it can answer comes first: a preview takes a card that its player does not know to answer nothing.
        if not waiting or not thing.facedown or thing.card.type != "Trap" or thing.marks.get("laid") == m.state.turn:
            continue
        env = {"source": one, "seat": seat, "it": (actor,)}
        for ability in waiting:
            if fits(m, ability.of, m.state.things[actor], env) and _can_do(m, seat, thing, ability, env):
                found.append((one, ability))
                break
    return found


def _react(m: Match, event: str, actor: int, target: int) -> None:
    """The player whose turn it is not may answer with one Trap; there are no answers to answers."""
    for seat in m.foes(m.state.active):
        found = dict(reactions(m, event, actor, seat))
        if not found:
            continue
        answer = m.choose(seat, "react", [*found, PASS], actor)
        if answer == PASS:
            continue
        thing, ability = m.state.things[answer], found[answer]
        env = {"source": answer, "seat": seat, "it": (actor,)}
        if target != NOBODY:
            env["other"] = (target,)
        picks = _aim(m, seat, thing, ability, env)
        moves.move(m, thing, "resolving")
        emit(m, "react", answer, actor, seat)
        m.push(("effect", ability, picks, env), ("spent", answer), ("pending",), ("check",))


# -- leaving --------------------------------------------------------------------------------------------------------


def left(m: Match, thing: Thing) -> None:
    """Equipment is destroyed when its bearer leaves the board (IN 9.4)."""
    worn = [one for one in m.board() if one.to == thing.id]
    if worn:
        moves.destroy(m, worn, by=thing.id)


PERFORM = {
    "play": _play,
    "lay": _lay,
    "activate_laid": _activate_laid,
    "officer": _officer,
    "power": _power,
}
TASKS: Mapping[str, Callable[..., None]] = {
    "announce": _announce,
    "effect": _effect,
    "over": _over,
    "spent": _spent,
    "equip": _equip,
    "terrain": _terrain,
    "power": _use_power,
    "react": _react,
}
