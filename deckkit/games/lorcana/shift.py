"""Shift: what a card may be shifted onto, what it takes over, and Temporary Shift (rules digest 251-268, CR 8.10)."""

from __future__ import annotations

from typing import Any

from deckkit.effects.notation import Block, Node
from deckkit.engine import moves
from deckkit.engine.cards import Keyword
from deckkit.engine.match import Match
from deckkit.engine.run import Run
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.triggers import add_ability, emit, quiet, seen
from deckkit.engine.values import (
    applies,
    names_of,
    traits_of,
)

__all__ = ["go_home", "shift_bases", "shift_cost", "take_over"]


def shift_cost(thing: Thing) -> Block | None:
    """A Shift cost that is something else than ink (CR 8.10.1)."""
    for ability in thing.card.abilities:
        for node in ability.do:
            if node.word == "shift_cost":
                block: Block = node.args["cost"]
                return block
    return None


def shift_bases(m: Match, number: int, thing: Thing, keyword: Keyword) -> list[tuple[int, ...]]:
    """What a card may be shifted onto: all conditions of a combined variant must be met (CR 8.10.8, 8.10.9)."""
    board = m.board(number)
    words = keyword.words
    if "Potato" in words:
        return [(one.id,) for one in board if one.card.type == "Item" and "Potato" in names_of(one)]
    characters = [one for one in board if one.card.type == "Character"]
    if "Duo" in words or "Combo" in words:
        names = thing.card.facts["bases"] or tuple(sorted(thing.card.names))
        by_name = [[one.id for one in characters if name in _names(m, one) or _anything(m, one)] for name in names]
        pairs = [(a, b) for a in by_name[0] for b in by_name[-1] if a != b and len(names) == 2]
        pairs = list(dict.fromkeys((min(pair), max(pair)) for pair in pairs))
        if "Duo" in words:
            return list(pairs)
        singles = [(one,) for one in dict.fromkeys(i for group in by_name for i in group)]
        return [*singles, *pairs]
    if "Universal" in words:
        return [(one.id,) for one in characters]
    kinds = [word for word in words if word not in ("Temporary", "Universal")]
    if kinds:
        return [(one.id,) for one in characters if set(kinds) <= traits_of(m, one) or _anything(m, one)]
    mine = thing.card.names
    return [(one.id,) for one in characters if mine & _names(m, one) or _anything(m, one)]


def _names(m: Match, thing: Thing) -> frozenset[str]:
    """The names that a character counts as having for Shift."""
    found = names_of(thing)
    for source, ability, node in m.state.statics.get("shift_name", ()):
        if applies(m, source, ability, node, thing):
            found |= frozenset(node.args["name"])
    return found


def _anything(m: Match, thing: Thing) -> bool:
    return any(applies(m, *one, thing) for one in m.state.statics.get("allow:any_shift", ()))


def take_over(m: Match, thing: Thing, bases: list[Thing], exhausted: bool, paid: tuple[str, ...]) -> None:
    """State and effects of the bases go over to the card on top, their text does not (CR 8.10.2-8.10.6)."""
    item = bases[0].card.type == "Item"
    # A card that is no character is dry if it has been in play since the turn began (CR 8.10.4.1).
    m.set(thing, "fresh", any(base.fresh for base in bases))
    if exhausted or any(base.exhausted for base in bases):
        m.set(thing, "exhausted", True)
    m.set(thing, "damage", 0 if item else sum(base.damage for base in bases))
    m.set(thing, "at", next((base.at for base in bases if base.at != NOBODY), NOBODY))
    gathered = tuple(mod for base in bases for mod in base.mods)
    for base in bases:
        emit(m, "shifted_onto", base.id, thing.id, thing.controller)
    for base in reversed(bases):
        quiet(m, base)
        moves.put_under(m, base, thing)
    if gathered:
        m.set(thing, "mods", (*thing.mods, *gathered))
        for mod in gathered:
            if mod.what == "ability":
                add_ability(m, thing.id, mod.value)
    if any("Temporary" in word for word in paid):
        env: dict[str, Any] = {"source": thing.id, "seat": thing.controller, "it": (thing.id,)}
        env["seen"] = seen(m, env)
        later = ("end_of_turn", (Node("go_home"),), "you", env)
        m.mark(m.state, "later", (*m.state.marks.get("later", ()), later))


def go_home(run: Run) -> bool:
    """Temporary Shift ends: all damage removed, this card alone back to hand, the base stays (CR 8.10.8.5).

    What comes up is the uppermost card that lies face up: cards tucked face down stay under it (CR 8.4.2). Of two
    bases the player laid one on the other: the rest of the stack stays a stack.
    """
    m = run.m
    if not run.things():
        # What has come back into play since then is another card (CR 7.1.6).
        return False
    thing = m.state.things[run.source]
    if thing.over != NOBODY:
        top = m.state.things[thing.over]
        if top.zone in m.in_play:
            moves.heal(m, top, top.damage, by=run.source)
            moves.move(m, thing, "hand")
        return True
    if thing.zone not in m.in_play:
        return False
    moves.heal(m, thing, thing.damage, by=run.source)
    emit(m, "leave", thing.id, seat=thing.controller)
    emit(m, "returned", thing.id, run.source, thing.controller)
    below = thing.under
    state = (thing.exhausted, thing.fresh, thing.at, thing.mods)
    base = next((m.state.things[one] for one in below if not m.state.things[one].facedown), None)
    number = thing.controller
    if base is not None:
        m.set(thing, "under", ())
    moves.move(m, thing, "hand")
    if base is not None:
        m.set(base, "over", NOBODY)
        moves.enter(m, base, "play", seat=number, exhausted=state[0], again=True)
        for name, value in zip(("fresh", "at", "mods"), state[1:], strict=True):
            m.set(base, name, value)
        for mod in base.mods:
            if mod.what == "ability":
                add_ability(m, base.id, mod.value)
        rest = tuple(one for one in below if one != base.id)
        for one in rest:
            m.set(m.state.things[one], "over", base.id)
        m.set(base, "under", rest)
    return True
