"""Short notation of actions: a word and the handles of the things ("challenge goofy peter").

Within one list of legal actions each notation is unique, so that reading is finding it there. A thing whose identity
the acting player does not know goes by its place ("p2-field-1"), so that notation tells nothing hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckkit.engine.state import NOBODY, Action, Thing
from deckkit.errors import InputError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["being_asked", "label", "read_action", "seat_name", "visible", "write_action", "write_option"]

# Decisions whose options are things.
_THINGS = frozenset(
    {"targets", "cards", "order", "top", "react", "sacrifice", "give", "take", "keep", "movers", "assign"}
)


def seat_name(number: int) -> str:
    """``P1`` for seat 0."""
    return f"P{number + 1}"


def visible(m: Match, thing: Thing, seat: int) -> bool:
    """Whether a seat may know which card a thing is."""
    if thing.over != NOBODY:
        top = m.state.things[thing.over]
        return not thing.facedown and visible(m, top, seat)
    spec = m.specs.get(thing.zone)
    if spec is None or spec.seen == "nobody":
        return False
    if spec.seen == "owner":
        return thing.owner == seat
    return not thing.facedown or (thing.controller == seat and not m.rules.hidden_facedown)


def being_asked(m: Match, thing: Thing, seat: int) -> bool:
    """Whether a seat looks at a thing, a card of a deck say, since it is being asked about it."""
    decision = m.state.decision
    return (
        decision is not None
        and decision.seat == seat
        and decision.kind in _THINGS
        and thing.id in (*decision.options, *decision.taken)
        and not thing.facedown
    )


def label(m: Match, thing: Thing, seat: int) -> str:
    """The handle of a thing, or its place where the seat does not know it."""
    if visible(m, thing, seat) or being_asked(m, thing, seat):
        return thing.handle
    ids = m.zone(thing.controller, thing.zone) if thing.zone in m.specs else ()
    place = ids.index(thing.id) + 1 if thing.id in ids else 0
    return f"{seat_name(thing.controller).lower()}-{thing.zone}-{place}"


def write_option(m: Match, kind: str, option: Any, seat: int) -> str:
    """An answer to a decision."""
    if isinstance(option, str):
        return option
    if kind in _THINGS:
        return _named(m, option, seat)
    if kind == "player" and isinstance(option, int):
        return seat_name(option)
    if kind == "trigger":
        pending = next((one for one in m.state.pending if one.serial == option), None)
        if pending is not None:
            same = [one.serial for one in m.state.pending if one.source == pending.source]
            name = label(m, m.state.things[pending.source], seat)
            return name if len(same) == 1 else f"{name}.{same.index(option) + 1}"
    return str(option)


def _named(m: Match, number: Any, seat: int) -> str:
    """The handle of what may be a thing: an action that is not legal may name anything."""
    known = isinstance(number, int) and 0 <= number < len(m.state.things)
    return label(m, m.state.things[number], seat) if known else str(number)


def write_action(m: Match, action: Action) -> str:
    """The notation of an action, as the acting player may read it."""
    word = m.rules.notation.get(action.kind, action.kind)
    if action.kind == "choose":
        kind = m.state.decision.kind if m.state.decision is not None else ""
        return f"{word} {write_option(m, kind, action.option, action.seat)}"
    parts = [word]
    if action.source != NOBODY:
        parts.append(_named(m, action.source, action.seat))
    parts += [_named(m, one, action.seat) for one in action.targets]
    if action.option is not None:
        parts.append(str(action.option))
    return " ".join(parts)


def read_action(m: Match, text: str) -> Action:
    """The legal action with this notation.

    Raises :class:`~deckkit.errors.InputError` where there is none, with the nearest ones.
    """
    legal = m.legal_actions()
    wanted = " ".join(text.split())
    notations = [write_action(m, action) for action in legal]
    if wanted in notations:
        return legal[notations.index(wanted)]
    from rapidfuzz import process

    near = [hit for hit, _, _ in process.extract(wanted, notations, limit=5, score_cutoff=40)] or notations[:5]
    raise InputError(
        Text("'{text}' is no legal action now", {"text": text}),
        do=Text("one of these, say: {values}", {"values": near}),
    )
