"""Invocateurs' words of the effect notation, and the words of the card list turned into it (rules digest 11, 16.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckkit.effects.notation import Ability, read_abilities
from deckkit.effects.words import KERNEL, FilterWord, Spec
from deckkit.engine.cards import Keyword
from deckkit.errors import InputError
from deckkit.i18n import Text, mark

__all__ = ["EVENT_WORDS", "KINDS", "VOCABULARY", "expand", "keyword_of"]

#: The kinds of cards by the words of the card list (IN 2.9).
KINDS = {
    "summon": "Summon",
    "character": "Character",
    "magic": "Magic",
    "trap": "Trap",
    "equipment": "Equipment",
    "terrain": "Terrain",
}

VOCABULARY = KERNEL.extended(
    events={
        "summon": mark("when it is summoned face up, or turned up"),
        "magic": mark("when a Magic is played"),
        "react": mark("answers an action of the opponent, from a Support zone, face down"),
        "reveal": mark("when it is revealed by an attack"),
        "sacrifice": mark("when it is sacrificed"),
    },
    restrictions={
        "attack": mark("attacking"),
        "change_position": mark("changing its position"),
        "change_when_new": mark("changing its position on the turn of its summoning"),
    },
    filters={"support_card": FilterWord("flag", mark("is a Support card that an effect may pick in play"))},
    operations={
        "special_summon": Spec(
            {"target": "selector"}, mark("summons cards face up in attack position, without cost"), ("target",)
        ),
        "attach_only": Spec({"of": "filter"}, mark("may be attached only to what fits"), ("of",)),
    },
    stats=("atk", "def"),
    zones=("field", "support", "officer", "terrain"),
)

#: The game's words for the engine's events and actions.
EVENT_WORDS = {
    "hurt": "damage",
    "end": "end_turn",
    "phase": "go_to",
    "officer": "play_officer",
    "react": "activate_trap",
    "magic": "play",
}


def keyword_of(text: str) -> Keyword:
    """The game has no keywords; a word is taken as it stands."""
    return Keyword(text)


# -- the words of the card list -------------------------------------------------------------------------------------

_ON = {
    "play": "play",
    "summon": "summon",
    "static": "static",
    "equipped": "static",
    "trap": "react",
    "officer_activate": "activate",
}
_EVENTS = {"foe_summon_attacks": "attack", "foe_plays_magic": "magic"}
_LIMITS = ("once_per_turn",)
# "Allied" is one's own side, and what is face down counts for nothing until it is revealed (IN 11.5, 14.16).
_TARGETS: Mapping[str, Any] = {
    "self": "self",
    "equipped": "bearer",
    "one_allied_summon": {"choose": {"zone": "field", "controller": "you", "facedown": False}},
    "one_hand_summon": {"choose": {"zone": "hand", "controller": "you", "type": ["Summon"]}},
    "foe_support_card": {"choose": {"support_card": True, "controller": "foes"}},
}
_GROUPS: Mapping[str, Mapping[str, Any]] = {
    "other_allied": {"controller": "you", "other": True, "facedown": False},
    "all": {"facedown": False},
}
_KEYS = {
    "stat": ("target", "atk", "def", "per", "until"),
    "heal": ("n",),
    "draw": ("n",),
    "destroy": ("target", "n"),
    "special_summon": ("target",),
    "cancel_attack": (),
    "cannot_attack": ("target", "when"),
    "may_change_position": ("target", "when"),
}


def expand(effects: Any, kind: str, where: str) -> tuple[Ability, ...]:
    """Abilities from effects in the words of the card list (IN 16.3); ``kind`` is the card's kind.

    Raises :class:`~deckkit.errors.InputError` with the place of the first mistake.
    """
    _expect(isinstance(effects, (list, tuple)), where, Text("a list was expected here"))
    written = [_ability(one, kind, f"{where}: effects[{i}]") for i, one in enumerate(effects)]
    return read_abilities(written, VOCABULARY, where)


def _expect(good: object, where: str, what: Text) -> None:
    if not good:
        raise InputError(what, where, Text("see section 'Test cards' of docs/invocateurs-play.md"))


def _known(given: Any, keys: tuple[str, ...], where: str) -> Mapping[str, Any]:
    _expect(isinstance(given, Mapping), where, Text("an object was expected here"))
    for key in given:
        _expect(key in keys, where, Text("'{word}' is not known here", {"word": key}))
    found: Mapping[str, Any] = given
    return found


def _ability(given: Any, kind: str, where: str) -> dict[str, Any]:
    given = _known(given, ("on", "do", "if", "event", "limit", "restrict"), where)
    on = given.get("on")
    _expect(isinstance(on, str) and on in _ON, where, Text("'{word}' is no moment of an effect", {"word": on}))
    do = given.get("do")
    _expect(isinstance(do, (list, tuple)) and do, where, Text("an effect needs operations under 'do'"))
    found: dict[str, Any] = {"on": _ON[on], "do": []}
    conditions = []
    for i, one in enumerate(do):
        operation, condition = _operation(one, given.get("event"), f"{where}.do[{i}]")
        found["do"].append(operation)
        conditions += condition
    if "if" in given:
        conditions.append(_condition(given["if"], f"{where}.if"))
    if kind == "Character":
        # Only the officer has the power; as a summon the card fights without it (IN 9.5, 9.6).
        conditions.append({"fits": {"zone": "officer"}})
    if conditions:
        found["when"] = conditions[0] if len(conditions) == 1 else {"all_of": conditions}
    if "event" in given or on == "trap":
        event = given.get("event")
        _expect(
            on == "trap" and isinstance(event, str) and event in _EVENTS,
            where,
            Text("'{word}' is nothing a Trap waits for", {"word": event}),
        )
        found["event"] = _EVENTS[event]
        found["of"] = {"controller": "foes"}
    if "limit" in given:
        _expect(given["limit"] in _LIMITS, where, Text("'{word}' is no limit", {"word": given["limit"]}))
        found["limit"] = given["limit"]
    if "restrict" in given:
        _expect(on == "equipped", where, Text("only an Equipment has 'restrict'"))
        found["do"].insert(0, {"op": "attach_only", "of": _filter(given["restrict"], f"{where}.restrict")})
    return found


def _operation(given: Any, event: Any, where: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    op = given.get("op") if isinstance(given, Mapping) else None
    _expect(isinstance(op, str) and op in _KEYS, where, Text("there is no operation '{word}'", {"word": op}))
    given = _known(given, ("op", *_KEYS[str(op)]), where)
    if op in ("cannot_attack", "may_change_position"):
        _expect(given.get("target", "self") == "self", where, Text("this is said of the card itself only"))
        when = given.get("when")
        _expect(when in (None, "turn_of_summoning"), where, Text("'{word}' is no condition", {"word": when}))
        condition = [{"fits": {"fresh": True}}] if when else []
        if op == "cannot_attack":
            return {"op": "forbid", "what": "attack", "target": "self"}, condition
        return {"op": "allow", "what": "change_when_new", "target": "self"}, condition
    if op == "cancel_attack":
        _expect(event == "foe_summon_attacks", where, Text("there is no attack to cancel"))
        return {"op": "cancel"}, []
    found: dict[str, Any] = {"op": {"stat": "modify", "heal": "life"}.get(str(op), op)}
    if op in ("heal", "draw"):
        return {**found, "n": given.get("n", 1)}, []
    target = _target(given.get("target"), f"{where}.target")
    if isinstance(target, Mapping) and "choose" in target and given.get("n", 1) != 1:
        target = {**target, "n": given["n"]}
    found["target"] = target
    if op == "stat":
        found["stats"] = {name: given[name] for name in ("atk", "def") if name in given}
        _expect(found["stats"], where, Text("'{word}' needs {names}", {"word": op, "names": ["atk", "def"]}))
        if "per" in given:
            found["per"] = {"count": _group(given["per"], f"{where}.per")[1]}
        if "until" in given:
            found["until"] = given["until"]
    return found, []


def _target(given: Any, where: str) -> Any:
    if isinstance(given, Mapping):
        _, test = _group(given, where)
        return {"all": test}
    _expect(isinstance(given, str) and given in _TARGETS, where, Text("'{word}' is no target", {"word": given}))
    return _TARGETS[given]


def _group(given: Any, where: str) -> tuple[str, dict[str, Any]]:
    _expect(isinstance(given, Mapping) and len(given) == 1, where, Text("one group of cards was expected here"))
    name = next(iter(given))
    _expect(name in _GROUPS, where, Text("'{word}' is no target", {"word": name}))
    return name, {**_GROUPS[name], **_filter(given[name], f"{where}.{name}")}


def _condition(given: Any, where: str) -> dict[str, Any]:
    given = _known(given, ("allied_on_board",), where)
    # An allied Knight is a summon, face up, whose name holds the word (IN 14.15).
    test = _filter(given.get("allied_on_board"), where)
    return {"count": {"zone": "field", "controller": "you", "facedown": False, **test}}


def _filter(given: Any, where: str) -> dict[str, Any]:
    given = _known(given, ("type", "name_contains"), where)
    found: dict[str, Any] = {}
    if "type" in given:
        _expect(isinstance(given["type"], str), where, Text("a word was expected here"))
        found["trait"] = [given["type"].capitalize()]
    if "name_contains" in given:
        found["name_contains"] = given["name_contains"]
    return found
