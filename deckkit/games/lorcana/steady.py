"""What stays as it is while characters quest and exert: so that a turn costs in proportion to the cards in play.

Between two listings of the legal actions often nothing has changed but who is exerted, the lore, and what has happened
this turn. Where no effect at work asks about these, only actions of those that were exerted can be gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from deckkit.effects.notation import Ability, Node, Selector
from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.state import Action, Thing
from deckkit.games.lorcana.abilities import activations

__all__ = ["gone", "steady_statics"]

# What effects call that which changes here.
_CHANGING = frozenset({"exhausted", "happened", "score"})
# What only a ready card can do, and what more than one of them do together.
_READY = frozenset({"quest", "challenge", "activate", "boost"})
_SINGING = frozenset({"challenge", "sing", "sing_together"})


def gone(m: Match, before: Sequence[Action], turned: Sequence[Thing]) -> list[Action] | None:
    """The actions that can be done no more since these things were turned, None where that is not all there is to it.

    ``before`` are the legal actions before; nothing has changed since but as :attr:`Match.epoch` does not count.
    """
    if not before or before[-1].kind != "end" or not _steady(m):
        return None
    number, found = m.state.active, dict[Action, None]()
    for thing in turned:
        if not thing.exhausted or thing.controller != number or thing.zone != "play":
            return None
        lost = _lost(m, before, number, thing)
        if lost is None:
            return None
        found.update(dict.fromkeys(lost))
    return list(found)


def _lost(m: Match, before: Sequence[Action], number: int, thing: Thing) -> list[Action] | None:
    """What an exerted card cannot do any more; None where it can do something new."""
    kinds = m.notes.get("kinds")
    if kinds is None or kinds[0] != m.listed:
        kinds = m.notes["kinds"] = (m.listed, {one.kind for one in before})
    card, one = thing.card, thing.id
    acting = card.activated or card.keywords or thing.mods or "abilities" in m.state.statics
    if not acting and kinds[1].isdisjoint(_SINGING):
        quest = Action("quest", number, one)
        return [quest] if quest in before else []
    if "sing_together" in kinds[1]:
        return None
    found = [
        action
        for action in before
        if (action.source == one and action.kind in _READY) or (action.kind == "sing" and action.targets == (one,))
    ]
    if acting:
        for action in activations(m, number, thing):
            if action not in found:
                return None
            found.remove(action)
    return found


def _steady(m: Match) -> bool:
    """Whether no effect that bears on what may be done asks about what changes here."""
    known = m.notes.get("steady")
    if known is None or known[0] != m.listed:
        known = m.notes["steady"] = (m.listed, _find(m))
    return bool(known[1])


def _find(m: Match) -> bool:
    state = m.state
    if not steady_statics(m):
        return False
    seat = state.seats[state.active]
    if any(_asks_in_hand(state.things[one].card) for one in seat.zones["hand"]):
        return False
    holders: list[Any] = [*state.seats, *m.board()]
    for holder in holders:
        if holder.mods and any(mod.what != "watch" and _asks(mod.value) for mod in holder.mods):
            return False
    return not any(thing.card.activated and _asks_activated(thing.card) for thing in m.board(state.active))


def steady_statics(m: Match) -> bool:
    """Whether no static ability in play asks about what changes here."""
    known: dict[str, tuple[Any, bool]] = m.notes.setdefault("statics", {})
    for key, entries in m.state.statics.items():
        found = known.get(key)
        if found is None or found[0] is not entries:
            asking = any(_asks(node) or _asks(ability.when) or _asks(ability.check) for _, ability, node in entries)
            found = known[key] = (entries, asking)
        if found[1]:
            return False
    return True


@lru_cache(maxsize=4096)
def _asks_in_hand(card: PlayCard) -> bool:
    """Whether what it takes to play a card asks about it."""
    about = [one for one in card.abilities if one.zone == "hand" or any(node.word == "shift_cost" for node in one.do)]
    return any(_asks(one) for one in about)


@lru_cache(maxsize=4096)
def _asks_activated(card: PlayCard) -> bool:
    """Whether what it takes to activate an ability of a card asks about it."""
    return any(_asks(one.cost) or _asks(one.when) or _asks(one.check) for one in card.activated)


def _asks(value: Any) -> bool:
    """Whether a part of an effect asks who is exerted, about lore, or about what has happened."""
    if isinstance(value, Node):
        target = value.args.get("target")
        # Who is exerted for a cost must be ready.
        if value.word == "exhaust" and isinstance(target, Selector) and target.kind != "self":
            return True
        return value.word in _CHANGING or _asks(value.args)
    if isinstance(value, Mapping):
        return not _CHANGING.isdisjoint(value) or any(_asks(one) for one in value.values())
    if isinstance(value, Selector):
        return _asks(value.filter) or _asks(value.n)
    if isinstance(value, Ability):
        return any(_asks(one) for one in (value.cost, value.when, value.check, value.of, value.other, value.do))
    return isinstance(value, tuple) and any(_asks(one) for one in value)
