"""What pronouns stand for, once the sentences are put together.

The antecedent of a pronoun is what was chosen last; else all that the last operation was about; else the object of the
event; else the card itself. "That character" never means the card itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from deckkit.effects.compile_things import MeaninglessError, Piece

__all__ = ["mentions", "resolved"]

Block = list[Piece]

# What the effect of an operation can change about the things that a filter has found.
_CHANGED = {
    "ready": frozenset({"exhausted"}),
    "exhaust": frozenset({"exhausted"}),
    "damage": frozenset({"damaged"}),
    "heal": frozenset({"damaged"}),
}
_CHANGING = frozenset({"exhausted", "damaged", "stat", "zone", "at", "at_place"})
_LEAVING = frozenset({"destroy", "move", "shuffle_in", "discard", "play"})
# The operations whose player is "you" where none is named.
_YOURS = frozenset({"draw", "discard", "score", "lose", "mill", "move_top", "look", "gain_resource"})


def mentions(value: Any) -> bool:
    """Whether a piece speaks of what was chosen."""
    if value in ("~they", "~that", "~there", "chosen"):
        return True
    if isinstance(value, dict):
        return any(mentions(one) for one in value.values())
    return isinstance(value, list) and any(mentions(one) for one in value)


@dataclass(frozen=True)
class _Known:
    """What pronouns stand for at a place: ``they``, ``that`` (never the card itself), whether something was chosen."""

    they: Any
    that: Any
    chosen: bool = False
    place: Any = None
    aside: Any = None
    attacker: Any = "other"
    attacked: Any = "other"
    subject: Any = None


def resolved(abilities: list[Piece], *, spoken: bool = True) -> list[Piece]:
    """The abilities with their pronouns replaced. ``spoken``: whether a pronoun may mean the card itself."""
    found = []
    for ability in abilities:
        if "of" in ability:
            known = _Known("it", "other" if "other" in ability else "it")
        elif "other" in ability:
            known = _Known("self", "other")
        else:
            known = _Known("self" if spoken else None, None)
        events = ability["on"] if isinstance(ability["on"], list) else [ability["on"]]
        subject = "it" if "of" in ability else "self"
        if events == ["attack"]:
            known = replace(known, attacker=subject)
        elif events == ["attacked"]:
            known = replace(known, attacked=subject)
        if events == ["move"]:
            # The place to which it moves is "there", never "it".
            known = replace(known, place="other", that="it" if "of" in ability else None)
        elif events == ["relocate"] and "other" not in ability:
            known = replace(known, place="other")
        elif "of" not in ability and _stands(ability.get("when")):
            known = replace(known, place="place")
        one = {**ability}
        for name in ("of", "other", "when", "if"):
            if name in one:
                one[name] = _value(one[name], known)
        if "cost" in one:
            one["cost"], known = _block(one["cost"], known)
        if "do" in one:
            one["do"], _ = _block(one["do"], known)
        found.append(one)
    return found


def _stands(condition: Any) -> bool:
    """Whether a condition says that the card itself is at a place."""
    if not isinstance(condition, dict):
        return False
    if condition.get("fits") == {"at_place": True} and "target" not in condition:
        return True
    return any(_stands(one) for one in condition.get("all_of", ()))


def _block(block: Block, known: _Known) -> tuple[Block, _Known]:
    found = []
    for op in _places_named(block):
        for part in _chosen_first(_spoken_before(op, known)):
            one, known = _operation(part, known)
            found.append(one)
    return found, known


def _places_named(block: Block) -> Block:
    """A place that is chosen for a move and spoken of afterwards is chosen first, under a name."""
    for number, op in enumerate(block):
        goal = op.get("to")
        if op["op"] == "relocate" and isinstance(goal, dict) and "choose" in goal and _says(block[number + 1 :]):
            select = {"op": "select", "target": goal, "as": "there", "~aside": True}
            return [*block[:number], select, {**op, "to": {"name": "there"}}, *block[number + 1 :]]
    return block


def _says(value: Any) -> bool:
    """Whether a piece speaks of "that place"."""
    if isinstance(value, dict):
        return any(_says(one) for one in value.values())
    return any(_says(one) for one in value) if isinstance(value, list) else value == "~place"


def _spoken_before(op: Piece, known: _Known) -> Piece:
    """A subject that is a pronoun stands for what came before the choice in the operation's amount."""
    if op.get("target") in ("~they", "~that") and any(_choice(op.get(name)) for name in ("n", "per", "stats")):
        target = _value(op["target"], known)
        if target == "chosen":
            raise MeaninglessError("one choice too many")
        return {**op, "target": target}
    return op


def _chosen_first(op: Piece) -> Block:
    """What an amount is about is chosen before; so is what an operation's own amount speaks of."""
    target = op.get("target")
    if "~amount_first" in op:
        return [op]
    inner = ("target", "source", "do", "then", "otherwise", "options")
    others = {name: value for name, value in op.items() if name not in inner}
    if isinstance(target, dict) and "choose" in target and mentions(others):
        return [{"op": "select", "target": target, "as": "them"}, {**op, "target": "chosen"}]
    for name in ("n", "per", "stats"):
        choice = _choice(op.get(name))
        if choice is not None:
            spoken = _replaced(op[name], choice, "chosen")
            return [{"op": "select", "target": choice, "as": "them"}, {**op, name: spoken}]
    return [op]


def _choice(value: Any) -> Any:
    if isinstance(value, dict):
        if "choose" in value:
            return value
        return next((found for one in value.values() if (found := _choice(one)) is not None), None)
    if isinstance(value, list):
        return next((found for one in value if (found := _choice(one)) is not None), None)
    return None


def _replaced(value: Any, old: Any, new: Any) -> Any:
    if value == old:
        return new
    if isinstance(value, dict):
        return {name: _replaced(one, old, new) for name, one in value.items()}
    return [_replaced(one, old, new) for one in value] if isinstance(value, list) else value


def _operation(op: Piece, known: _Known) -> tuple[Piece, _Known]:
    if op.get("target") in ("~attacker", "~attacked"):
        op = {**op, "target": _value(op["target"], known)}
    word = op["op"]
    if word[0] == "~":
        raise MeaninglessError("what goes on from the sentence before")
    one: Piece = {}
    after = known
    own = known
    target = op.get("target")
    if word not in ("select", "may", "if"):
        # "Their" in what is done to a thing is that thing's.
        if "~amount_first" in op:
            own = known
        elif isinstance(target, dict) and "all" in target:
            own = replace(known, they=None, that=None)
        elif isinstance(target, str) and target[0] != "~":
            own = replace(known, they=target, that=target)
    for name, value in op.items():
        if name in ("do", "then", "otherwise"):
            inner = after
            if word == "if" and _sung(one["is"]):
                inner = replace(known, they="payers")
            elif word == "if" and one["is"].get("target") == "moved":
                inner = replace(known, they="moved", that="moved")
            if word == "reveal_top":
                inner = replace(known, they="revealed", that="revealed")
            elif name == "otherwise":
                # What has been chosen in the other case does not stand for anything here.
                inner = known if (after.they, after.that) == (known.they, known.that) else replace(known, they=None)
            one[name], inner = _block(value, inner)
            if name != "otherwise":
                after = inner
        elif name == "options":
            one[name] = [_block(option, known)[0] for option in value]
            after = replace(known, they=None, that=None)
        elif name == "~from":
            # "Another place" is another than that where the card itself is.
            if value != "self" and not isinstance(value, dict) and _value(value, known) != "self":
                raise MeaninglessError("from where another card moves")
        elif name in ("~amount_first", "~aside", "~place"):
            pass
        elif name == "~of":
            # Only the cards under the card itself have a word.
            if _value(value, known) != "self":
                raise MeaninglessError("cards under another card")
        elif name == "abilities":
            one[name] = resolved(value)
        elif name == "ability":
            watched = {**value, "of": _value(value["of"], known)} if mentions(value["of"]) else value
            one[name] = resolved([watched])[0]
        else:
            one[name] = _value(value, known if name in ("target", "from", "to", "under", "is", "source") else own)
    aside = {"name": op["as"]} if "~aside" in op else None
    after = replace(after, chosen=True, aside=aside) if aside is not None else _after(one, after)
    if "source" in one:
        # The subject of the sentence, which may go on.
        after = replace(after, subject=one["source"])
    if "~place" in op:
        after = replace(after, place={"name": "there"} if op.get("as") == "there" else "chosen")
    if one.get("who") == "you" and word in _YOURS:
        del one["who"]
    return _for_player(one, known), after


def _sung(condition: Piece) -> bool:
    """Whether a condition speaks of what was exhausted to play the card."""
    return condition.get("used") == "sing" or condition.get("count") == {"is": "payers"}


def _after(op: Piece, known: _Known) -> _Known:
    word = op["op"]
    if word in ("look", "search") and "take" in op:
        return replace(known, they="chosen", that="chosen", chosen=True)
    if word == "attach" and isinstance(op["to"], dict) and "choose" in op["to"]:
        return replace(known, they="chosen", that="chosen", chosen=True)
    if word == "move_damage":
        chosen = any(isinstance(op[name], dict) and "choose" in op[name] for name in ("from", "to"))
        return replace(known, they=None, that=None, chosen=known.chosen or chosen)
    if word == "relocate":
        # The place was chosen too.
        only = op["target"] if op["target"] in ("self", "it") else None
        if isinstance(op["to"], str) and op["to"] not in ("place", "other", "chosen", "self"):
            # A place that is no thing, which a game has a word for: only the thing was chosen.
            return _after({**op, "op": "move"}, known)
        place = op["to"] if isinstance(op["to"], dict) and "name" in op["to"] else known.place
        return replace(known, they=only, that=None, chosen=True, place=place)
    target = op.get("target")
    if isinstance(target, dict) and "choose" in target:
        return replace(known, they="chosen", that="chosen", chosen=True)
    if word == "forbid" and target is None and "by" in op:
        target = {"all": op["by"]}
    if isinstance(target, dict) and "all" in target:
        last: Any = target
        if word in _LEAVING or _words(target["all"]) & _CHANGED.get(word, _CHANGING):
            last = "moved" if word in ("destroy", "move", "ready", "exhaust", "damage", "heal", "modify") else None
        return replace(known, they=last, that=last)
    if isinstance(target, str) and target != "~same":
        if target == "self" and word in _LEAVING:
            return known
        that = known.that if target == "self" else target
        return replace(known, they=target, that=that)
    return known


def _words(test: Piece) -> set[str]:
    return set(test) | {word for one in (*test.get("any", ()), *test.get("none", ())) for word in _words(one)}


def _value(value: Any, known: _Known) -> Any:
    if value == "~there":
        # The place that was spoken of, else that of the thing that was spoken of.
        value = "~place" if known.place is not None else "~that"
    if value in ("~they", "~that", "~place", "~aside", "~attacker", "~attacked", "~subject"):
        found = getattr(known, value[1:])
        if found is None and value == "~aside":
            found = known.that
        if found is None:
            raise MeaninglessError("what a pronoun stands for")
        return found
    if isinstance(value, list):
        return [_value(one, known) for one in value]
    if not isinstance(value, dict):
        return value
    if "~another" in value:
        value = {name: one for name, one in value.items() if name != "~another"}
        if known.chosen:
            value["distinct"] = True
        else:
            value["choose"] = {**value["choose"], "other": True}
        if known.that == "other":
            value["choose"]["none"] = [*value["choose"].get("none", ()), {"is": "other"}]
    if any(name[0] == "~" for name in value):
        raise MeaninglessError("what cannot be said here")
    found = {name: _value(one, known) for name, one in value.items()}
    if ("fits" in found or "used" in found) and found.get("target") == "self":
        del found["target"]
    if found.get("same_name_as") in ("chosen", "it") and found.get("other") is True:
        # "Other" than the one that was spoken of.
        del found["other"]
        found["none"] = [*found.get("none", ()), {"is": found["same_name_as"]}]
    return found


def _for_player(op: Piece, known: _Known) -> Piece:
    """The player of a thing that was spoken of: the operation is done for that thing."""
    who = op.get("who")
    if who == "~owner":
        if known.that is None or isinstance(known.that, dict):
            raise MeaninglessError("whose player")
        mine = {**op, "who": "owner"}
        return mine if known.that == "it" else {"op": "each", "target": known.that, "do": [mine]}
    if who == "~its_controller":
        if known.that is None or isinstance(known.that, dict):
            raise MeaninglessError("whose player")
        mine = {**op, "who": "controller"}
        return mine if known.that == "it" else {"op": "each", "target": known.that, "do": [mine]}
    if who == "~controller":
        if known.that != "it":
            raise MeaninglessError("whose player")
        return {**op, "who": "controller"}
    if who == "~other_owner":
        return {"op": "each", "target": known.attacker, "do": [{**op, "who": "owner"}]}
    if isinstance(who, str) and who[0] == "~":
        raise MeaninglessError("whose player")
    return op
