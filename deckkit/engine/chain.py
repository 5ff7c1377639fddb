"""The chain: what was played, activated or triggered waits on it, the newest on top, until all players have passed.

Items are a tuple in ``state.chain``, oldest first. Who may add what, and when, is the game's affair; here is what all
such games share: priority that goes round, resolving the newest item, and triggers that go onto the chain.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Ability, Block
from deckkit.engine.state import NOBODY, Event, Item, Pending
from deckkit.engine.targets import bind, legal, possible
from deckkit.engine.triggers import limit_reached, next_waiting, recall, seen
from deckkit.engine.values import condition

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = [
    "Item",
    "add",
    "find",
    "give_priority",
    "interrupted",
    "newest",
    "onto_chain",
    "pass_priority",
    "put_on",
    "remove",
    "replace",
    "resolve",
    "resolve_newest",
]

_ABILITIES = frozenset({"ability", "trigger"})


def add(
    m: Match,
    seat: int,
    source: int,
    what: str,
    ability: Ability | None = None,
    env: Mapping[str, Any] | None = None,
    marks: Mapping[str, Any] | None = None,
    do: Block | None = None,
) -> Item:
    """Puts an item on the chain. ``do`` is its block with the targets bound; without it, the ability's own.

    ``env`` is completed by ``source``, ``seat``, and for what is no card by what the source is now, so that it is not
    taken for another card later (:func:`~deckkit.engine.triggers.recall`).
    """
    known: dict[str, Any] = {"source": source, **(env or {}), "seat": seat}
    if what != "card" and "seen" not in known:
        known["seen"] = seen(m, known)
    block = do if do is not None else ability.do if ability is not None else ()
    item = Item(m.serial(), seat, source, what, ability, block, known, dict(marks or {}))
    m.set(m.state, "chain", (*m.state.chain, item))
    return item


def newest(m: Match) -> Item | None:
    """The item that resolves next."""
    return m.state.chain[-1] if m.state.chain else None


def find(m: Match, serial: int) -> Item | None:
    """The item of this number, if it is on the chain."""
    return next((one for one in m.state.chain if one.serial == serial), None)


def remove(m: Match, serial: int) -> Item:
    """Takes an item off the chain: it resolves, is countered or interrupted. Raises :class:`KeyError` for none."""
    item = find(m, serial)
    if item is None:
        raise KeyError(serial)
    m.set(m.state, "chain", tuple(one for one in m.state.chain if one is not item))
    return item


def replace(m: Match, item: Item) -> None:
    """Changes an item on the chain: the one with its number."""
    m.set(m.state, "chain", tuple(item if one.serial == item.serial else one for one in m.state.chain))


# -- priority --------------------------------------------------------------------------------------------------------


def give_priority(m: Match, seat: int) -> None:
    """A player gets priority, and nobody has passed yet."""
    if m.state.acting != seat:
        m.set(m.state, "acting", seat)
    if m.state.marks.get("passes"):
        m.mark(m.state, "passes", None)


def pass_priority(m: Match) -> bool:
    """The holder passes, and the next player in turn order gets priority. Whether all have passed in a row."""
    order = m.order(m.state.acting)
    passes = m.state.marks.get("passes", 0) + 1
    if passes >= len(order):
        m.mark(m.state, "passes", None)
        return True
    m.mark(m.state, "passes", passes)
    m.set(m.state, "acting", order[1])
    return False


# -- resolving -------------------------------------------------------------------------------------------------------


def interrupted(m: Match, item: Item) -> bool:
    """Whether an item has targets and none of them is legal any more, in a game in which it does nothing then."""
    if not m.rules.interrupts:
        return False
    some, alive = legal(m, item.do, {**recall(m, item.env), "seat": item.seat})
    return some and not alive


def resolve_newest(m: Match) -> None:
    """The task ``("resolve_newest",)``: the newest item leaves the chain and resolves before any other task."""
    item = newest(m)
    if item is not None:
        remove(m, item.serial)
        m.push(("resolve_item", item))


def resolve(m: Match, item: Item) -> None:
    """The task ``("resolve_item", item)``: an ability here, with its "if" and "may"; all else by the game's hook."""
    if item.what not in _ABILITIES:
        m.rules.resolve_item(m, item)
        return
    env = {**recall(m, item.env), "seat": item.seat}
    ability: Ability | None = item.ability
    limited = (
        ability is not None and item.what == "trigger" and bool(ability.limit) and "self" not in env.get("left", ())
    )
    if ability is not None:
        if limited and limit_reached(m, item.source, ability):
            return
        if ability.check is not None and not condition(m, ability.check, env):
            return
    if interrupted(m, item):
        if m.log is not None:
            m.log.append(Event("interrupt", item.source, NOBODY, item.seat))
        return
    if (
        ability is not None
        and ability.may
        and "agreed" not in item.marks
        and m.choose(item.seat, "may", ("yes", "no"), item.source) == "no"
    ):
        return
    if m.log is not None:
        m.log.append(Event("resolve", item.source, NOBODY, item.seat))
    m.push(("block", item.do, 0, env), *((("used", item.source, ability),) if limited else ()))


# -- triggers --------------------------------------------------------------------------------------------------------


def onto_chain(m: Match) -> None:
    """A policy: waiting triggers go onto the chain, the active player's first, each player's as that player says."""
    chosen = next_waiting(m, m.state.active)
    if chosen is not None:
        m.set(m.state, "pending", tuple(one for one in m.state.pending if one is not chosen))
        m.push(("put_on", chosen), ("pending",))


def put_on(m: Match, chosen: Pending) -> None:
    """The task ``("put_on", trigger)``: its targets are chosen as it goes onto the chain.

    Without a target that it needs it is gone. The game's ``added`` says who gets priority.
    """
    ability: Ability = chosen.ability
    env = {**recall(m, chosen.env), "seat": chosen.seat}
    if ability.limit and "self" not in env.get("left", ()) and limit_reached(m, chosen.source, ability):
        return
    if not possible(m, chosen.seat, ability.do, env):
        return
    marks: dict[str, Any] = {}
    if ability.may and m.rules.may_first:
        if m.choose(chosen.seat, "may", ("yes", "no"), chosen.source) == "no":
            return
        marks["agreed"] = True
    do = bind(m, chosen.seat, ability.do, env)
    if m.log is not None:
        m.log.append(Event("trigger", chosen.source, NOBODY, chosen.seat))
    m.rules.added(m, add(m, chosen.seat, chosen.source, "trigger", ability, chosen.env, marks, do))
