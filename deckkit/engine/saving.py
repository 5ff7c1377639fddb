"""A match as JSON and back, its digest, and clones."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

from deckkit.effects.notation import Ability, Node, Selector
from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.rules import TableRules
from deckkit.engine.state import Action, Decision, Event, Item, Mod, Pending, Seat, State, Thing
from deckkit.errors import InputError
from deckkit.i18n import Text

__all__ = ["SCHEMA", "clone", "digest", "from_json", "seal", "to_json"]

SCHEMA = "deckkit.match/1"

_TUPLES: Mapping[str, Any] = {one.__name__: one for one in (Action, Decision, Event, Item, Mod, Pending)}
_NODES: Mapping[str, Any] = {one.__name__: one for one in (Ability, Node, Selector)}
_FIELDS = {name: tuple(one.__dataclass_fields__) for name, one in _NODES.items()}
# Zones in play and the like are kept in the tables; the linked list of tasks is written as a plain list.
_STATE = tuple(name for name in State.__slots__ if name not in ("things", "seats", "tasks"))


def clone(m: Match, *, log: bool = False, journal: bool = True) -> Match:
    """An independent copy that goes on identically. Values are shared, since none is ever changed."""
    state = State()
    old = m.state
    for name in _STATE:
        value = getattr(old, name)
        setattr(state, name, dict(value) if type(value) is dict else value)
    state.tasks = old.tasks
    for thing in old.things:
        copy = Thing.__new__(Thing)
        for name in Thing.__slots__:
            setattr(copy, name, getattr(thing, name))
        state.things.append(copy)
    for seat in old.seats:
        other = Seat.__new__(Seat)
        for name in Seat.__slots__:
            value = getattr(seat, name)
            setattr(other, name, dict(value) if type(value) is dict else value)
        state.seats.append(other)
    return Match(m.rules, state, config=m.config, version=m.version, log=log, journal=journal, forced=m.forced)


def to_json(m: Match) -> dict[str, Any]:
    """The whole match: :func:`from_json` gives one that goes on identically."""
    cards = {thing.card.key: thing.card for thing in m.state.things}
    # Two players may each have a card of a key as an object of their own: the abilities of both are the printed ones.
    printed = {
        id(ability): (card.key, i)
        for card in {id(thing.card): thing.card for thing in m.state.things}.values()
        for i, ability in enumerate(card.abilities)
    }
    tasks, chain = [], m.state.tasks
    while chain is not None:
        tasks.append(chain[0])
        chain = chain[1]
    return {
        "schema": SCHEMA,
        "game": m.rules.game,
        "version": m.version,
        "config": dict(m.config),
        "forced": m.forced,
        "cards": {
            key: None if card.definition is None else dict(card.definition) for key, card in sorted(cards.items())
        },
        "state": {name: _encode(getattr(m.state, name), printed) for name in _STATE},
        "tasks": _encode(tuple(tasks), printed),
        "seats": [{name: _encode(getattr(seat, name), printed) for name in Seat.__slots__} for seat in m.state.seats],
        "things": [
            {
                name: thing.card.key if name == "card" else _encode(getattr(thing, name), printed)
                for name in Thing.__slots__
            }
            for thing in m.state.things
        ],
    }


def from_json(document: Mapping[str, Any], rules: TableRules, card: Callable[[str], PlayCard]) -> Match:
    """A match from its JSON; ``card`` gives the engine's card of a catalogue key.

    Raises :class:`~deckkit.errors.InputError` for what is no match, or one of another game.
    """
    if document.get("schema") != SCHEMA or document.get("game") != rules.game:
        raise InputError(
            Text("this is no saved match of {game}", {"game": rules.game}),
            do=Text("give a file that was written by 'deckkit play --save'"),
        )
    try:
        return _read(document, rules, card)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise InputError(Text("the saved match is damaged: {error}", {"error": repr(error)})) from error


def _read(document: Mapping[str, Any], rules: TableRules, card: Callable[[str], PlayCard]) -> Match:
    cards = {
        key: card(key) if definition is None else rules.test_card(definition, key)
        for key, definition in document["cards"].items()
    }
    state = State()
    for name in _STATE:
        setattr(state, name, _decode(document["state"][name], cards))
    for task in reversed(_decode(document["tasks"], cards)):
        state.tasks = (task, state.tasks)
    for entry in document["seats"]:
        seat = Seat.__new__(Seat)
        for name in Seat.__slots__:
            setattr(seat, name, _decode(entry[name], cards))
        state.seats.append(seat)
    for entry in document["things"]:
        thing = Thing.__new__(Thing)
        for name in Thing.__slots__:
            setattr(thing, name, cards[entry[name]] if name == "card" else _decode(entry[name], cards))
        state.things.append(thing)
    return Match(rules, state, config=document["config"], version=document["version"], forced=bool(document["forced"]))


def digest(m: Match) -> str:
    """A short fingerprint of the state: equal states have equal digests."""
    document = to_json(m)
    text = json.dumps({name: document[name] for name in ("state", "tasks", "seats", "things")}, sort_keys=True)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def seal(document: Mapping[str, Any]) -> str:
    """The fingerprint of a saved game's whole document but the fingerprint itself (its key ``seal``)."""
    text = json.dumps({name: value for name, value in document.items() if name != "seal"}, sort_keys=True)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _encode(value: Any, printed: Mapping[int, tuple[str, int]]) -> Any:
    if value is None or isinstance(value, (bool, int, str)):
        return value
    kind = type(value).__name__
    if kind in _TUPLES:
        return {"~": kind, "v": [_encode(one, printed) for one in value]}
    if id(value) in printed:
        return {"~": "printed", "v": list(printed[id(value)])}
    if kind in _NODES:
        return {"~": kind, "v": [_encode(getattr(value, name), printed) for name in _FIELDS[kind]]}
    if isinstance(value, Mapping):
        return {name: _encode(one, printed) for name, one in value.items()}
    return [_encode(one, printed) for one in value]


def _decode(value: Any, cards: Mapping[str, PlayCard]) -> Any:
    if isinstance(value, list):
        return tuple(_decode(one, cards) for one in value)
    if not isinstance(value, dict):
        return value
    kind = value.get("~")
    if kind is None:
        return {name: _decode(one, cards) for name, one in value.items()}
    if kind == "printed":
        key, place = value["v"]
        return cards[key].abilities[place]
    parts = [_decode(one, cards) for one in value["v"]]
    return _TUPLES[kind](*parts) if kind in _TUPLES else _NODES[kind](*parts)
