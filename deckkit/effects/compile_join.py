"""Sentences put together: what goes on from the sentence before is put where it belongs.

Operations that begin with ``~`` belong to the sentence before; none is left afterwards.
"""

from __future__ import annotations

from typing import Any

from deckkit.effects.compile_refs import mentions
from deckkit.effects.compile_things import MeaninglessError, Piece

__all__ = ["asked", "closed", "joined"]

Block = list[Piece]


def asked(value: Any, player: str) -> Any:
    """A piece with the player of whom it speaks as "they": ``~them`` until it is known that one is asked."""
    if isinstance(value, dict):
        return {word: asked(one, player) for word, one in value.items()}
    if isinstance(value, list):
        return [asked(one, player) for one in value]
    return player if value in ("them", "~them") else value


def joined(sentences: list[Block]) -> Block:
    """One block of the sentences' blocks, with those that go on from the one before put where they belong."""
    found: Block = []
    size = 0
    for block in sentences:
        before = len(found)
        for place, op in enumerate(block):
            _join(found, _inner(op), size if place == 0 else 1)
        size = max(1, len(found) - before)
    return found


def _inner(op: Piece) -> Piece:
    """The operation with the blocks in it put together, where they stand for themselves."""
    one = {**op}
    for name in ("do", "then", "otherwise"):
        if name in one and one[name] and one[name][0]["op"][0] != "~" and not _placing(one[name][0]):
            one[name] = joined([one[name]])
    return one


def _placing(op: Piece) -> bool:
    return op["op"] == "move" and op["target"] in ("~they", "~that") and op["to"] == "deck"


def _join(found: Block, op: Piece, size: int) -> None:
    word = op["op"]
    if word == "may" and op["do"] and op["do"][0]["op"] == "~look":
        if len(op["do"]) != 1 or "then" in op:
            raise MeaninglessError("more than taking a card")
        _look(found, {**op["do"][0], "up_to": True})
    elif word == "~look":
        _look(found, op)
    elif word == "may" and len(op["do"]) == 1 and _placing(op["do"][0]) and "then" not in op and _looking(found):
        # Where it may be put and is not, it stays on top: "either" says the same.
        if op["do"][0]["position"] != "either":
            raise MeaninglessError("where the card goes")
        _look(found, {"op": "~look", "rest": "any"})
    elif _placing(op) and _looking(found):
        # One card was looked at: where it goes is where the rest goes.
        rest = {"either": "any"}.get(op["position"], op["position"])
        _look(found, {"op": "~look", "rest": rest})
    elif word == "~despite":
        last = _last(found)
        if last["op"] != "damage":
            raise MeaninglessError("which damage")
        found[-1] = {**last, "despite": op["despite"]}
    elif _plays(op) and _shown(found):
        _revealed(found, {"is": {"~revealed": {}}, "then": op["then"] if op["op"] == "~if_done" else [op]})
    elif word == "~search" or (word in ("move", "shuffle") and _searching(found)):
        _search(_searching(found) or [], op)
    elif word == "~if_not_done":
        _if_not_done(found, op)
    elif word == "~if_done":
        _if_done(found, op, size)
    elif word == "~otherwise":
        _otherwise(found, op)
    elif word == "~instead":
        _instead(found, op, size)
    elif word == "if" and "~revealed" in op["is"]:
        _revealed(found, op)
    elif word[0] == "~":
        raise MeaninglessError("what goes on from the sentence before")
    elif found and _follows(op):
        found[-1:] = _listed(_followed(found[-1], op))
    else:
        found.append(op)


def _plays(op: Piece) -> bool:
    """Whether an operation is that a player may play the card that was spoken of, or is about that card if it can."""
    inner = op["then"][0] if op["op"] == "~if_done" and len(op["then"]) == 1 else op
    return inner["op"] == "may" and [one.get("target") for one in inner["do"] if one["op"] == "play"] == ["~they"]


def _shown(block: Block) -> bool:
    """Whether the last thing done is revealing a card, of which nothing has become yet."""
    return _with_shown([*block]) is not None


def _with_shown(block: Block, *, open_: bool = True) -> Block | None:
    """The block, perhaps within others, that ends with revealing the top card.

    ``open_``: nothing has become of the card yet; else something has where it fits, and nothing where it does not.
    """
    last = block[-1] if block else {"op": ""}
    if last["op"] == "reveal_top":
        good = "filter" not in last if open_ else "filter" in last and "otherwise" not in last
        return block if good else None
    for name in ("do", "then"):
        if last["op"] in ("may", "each_player", "if") and last.get(name) and "otherwise" not in last:
            if name == "do" and "then" in last:
                return None
            inner = [*last[name]]
            found = _with_shown(inner, open_=open_)
            if found is not None:
                block[-1] = {**last, name: inner}
            return found
    return None


def _follows(op: Piece) -> bool:
    """Whether an operation is about what the sentence before has chosen: it happens only where that one did."""
    about = op.get("target") in ("~they", "~that") or op.get("who") in ("~owner", "~its_controller")
    return op["op"] != "if" and about


def _followed(before: Piece, op: Piece) -> Piece | Any:
    """The operation put behind the innermost one that it follows, where that one depends on a "may" or an "if"."""
    if before["op"] == "may" and _chooses_nothing(before):
        # A "may" is about its own sentence only; what is done to the same thing in the next one is done anyway.
        return [before, op]
    for name in ("then", "do"):
        nested = ("may", "if", "if_done", "each_player")
        if before["op"] in nested and name in before and "otherwise" not in before:
            inner = before[name]
            if inner[-1]["op"] in nested:
                return {**before, name: [*inner[:-1], *_listed(_followed(inner[-1], op))]}
            return {**before, name: [*inner, op]}
    return [before, op]


def _chooses_nothing(may: Piece) -> bool:
    """Whether what a "may" was about is there whatever the player says."""
    last = may["do"][-1]
    return "then" not in may and "target" in last and "choose" not in str(may["do"])


def _listed(found: Any) -> Block:
    return found if isinstance(found, list) else [found]


def _last(found: Block) -> Piece:
    if not found:
        raise MeaninglessError("there is no sentence before")
    return found[-1]


def closed(block: Block) -> Block:
    """The block, if all that was begun in it has been ended."""
    for op in block:
        _closed(op)
    return block


def _closed(op: Piece) -> None:
    if op["op"] == "look" and "rest" not in op:
        raise MeaninglessError("where the cards go that were looked at")
    if op["op"] == "reveal_top" and "filter" not in op:
        raise MeaninglessError("what becomes of the revealed card")
    if op["op"] == "search" and "to" not in op:
        raise MeaninglessError("what becomes of the card that was found")
    if op["op"] == "choose_one" and len(op["options"]) < 2:
        raise MeaninglessError("between what is chosen")
    for name in ("do", "then", "otherwise"):
        for inner in op.get(name, ()):
            _closed(inner)


def _open_look(block: Block) -> tuple[Block, Piece]:
    """The block that ends with a look that is not complete yet."""
    op = _last(block)
    if op["op"] == "look" and "rest" not in op:
        return block, op
    for name in ("do", "then"):
        inner = op.get(name)
        if inner and inner[-1]["op"] in ("look", "may", "if"):
            return _open_look(inner)
    raise MeaninglessError("nothing was looked at")


def _is_placing(block: Block) -> bool:
    return len(block) == 1 and _placing(block[0])


def _looking(block: Block) -> bool:
    """Whether the last thing done is looking at one card, which has not gone anywhere yet."""
    try:
        look = _open_look(block)[1]
    except MeaninglessError:
        return False
    return look["n"] == 1 and "take" not in look


def _look(found: Block, op: Piece) -> None:
    block, look = _open_look(found)
    more = {name: value for name, value in op.items() if name != "op"}
    if set(more) & set(look) or ("up_to" in more and "take" not in more):
        raise MeaninglessError("two things to do with one card")
    if more.get("rest") == "any" and look["n"] != 1:
        raise MeaninglessError("where several cards go")
    block[-1] = {**look, **more}


def _searching(block: Block) -> Block:
    """The block that ends with a search; empty where there is none."""
    if not block:
        return []
    last = block[-1]
    if last["op"] == "search":
        return block
    if last["op"] in ("may", "if") and last.get("do", last.get("then")):
        name = "do" if "do" in last else "then"
        inner = [*last[name]]
        found = _searching(inner)
        if found:
            block[-1] = {**last, name: inner}
            return found
    return []


def _if_not_done(found: Block, op: Piece) -> None:
    """What follows where a player has not done what they might."""
    last = _last(found)
    name = "do" if last["op"] in ("each_player", "each") else ""
    inner = last[name][-1] if name else last
    if inner["op"] != "may" or "otherwise" in inner or "then" in inner:
        raise MeaninglessError("if what is not done")
    inner = {**inner, "otherwise": [{"who": "you", **one} if "n" in one else one for one in op["do"]]}
    found[-1] = {**last, name: [*last[name][:-1], inner]} if name else inner


def _search(found: Block, op: Piece) -> None:
    search = _last(found)
    if search["op"] != "search":
        raise MeaninglessError("nothing was searched")
    if op["op"] == "~search" and "to" in op:
        found[-1] = {**search, "to": op["to"]}
    elif op["op"] == "~search":
        found[-1] = {**search, "reveal": True}
    elif op["op"] == "move" and op["target"] in ("~they", "~that") and op["to"] == "hand" and "to" not in search:
        found[-1] = {**search, "to": "hand"}
    elif op["op"] != "shuffle":
        # The search shuffles by itself, after the card has gone where it goes.
        raise MeaninglessError("what becomes of the card that was found")


def _if_done(found: Block, op: Piece, size: int) -> None:
    last = _last(found)
    if op["then"] == [{"op": "shuffle"}] and _searching(found):
        # The search shuffles by itself.
        return
    if last["op"] == "if" and "otherwise" not in last and last["then"][-1]["op"] == "may":
        inner = [*last["then"]]
        _if_done(inner, op, 1)
        found[-1] = {**last, "then": inner}
    elif last["op"] == "may" and "then" not in last:
        found[-1] = {**last, "then": op["then"]}
    elif last["op"] in ("may", "if", "choose_one", "if_done"):
        raise MeaninglessError("if what is done")
    else:
        done = found[-size:]
        found[-size:] = [{"op": "if_done", "do": done, "then": op["then"]}]


def _otherwise(found: Block, op: Piece) -> None:
    last = _last(found)
    if last["op"] == "if" and "otherwise" not in last and _is_placing(op["do"]) and len(last["then"]) == 1:
        # "It" is the card that would have been chosen.
        then = last["then"][0]
        if then["op"] == "move" and isinstance(then["target"], dict) and "choose" in then["target"]:
            op = {**op, "do": [{**op["do"][0], "target": then["target"]}]}
    shown = _with_shown(found, open_=False)
    if shown is not None:
        found, last = shown, shown[-1]
    if last["op"] not in ("if", "reveal_top") or "otherwise" in last or ("filter" not in last and last["op"] != "if"):
        raise MeaninglessError("otherwise than what")
    then = last["then"]
    if last["op"] == "reveal_top" and then[0]["op"] == "may":
        # A card that may be put elsewhere, and is not, goes where one that does not fit goes.
        then = [{**then[0], "otherwise": op["do"]}, *then[1:]]
    found[-1] = {**last, "then": then, "otherwise": op["do"]}


def _revealed(found: Block, op: Piece) -> None:
    """What becomes of the revealed top card: of this, an effect's own "if" is the filter."""
    block = _with_shown(found)
    if block is None:
        raise MeaninglessError("nothing was revealed")
    last = block[-1]
    then = asked(op["then"], "them") if last.get("who") == "them" else op["then"]
    block[-1] = {**last, "filter": op["is"]["~revealed"], "then": then}


def _instead(found: Block, op: Piece, size: int) -> None:
    last = _last(found)
    if last["op"] == "if_done" and len(op["then"]) == len(last["then"]) == 1 and "otherwise" not in last:
        inner = [*last["then"]]
        _instead(inner, op, 1)
        found[-1] = {**last, "then": inner}
        return
    if last["op"] == op["then"][0]["op"] == "look" and set(op["then"][0]) == {"op", "n", "who"}:
        # As many cards more are looked at; all that is done with them stays.
        op = {**op, "then": [{**last, "n": op["then"][0]["n"]}]}
    if size != 1 or len(op["then"]) != 1 or last["op"] in ("may", "if", "if_done", "choose_one"):
        raise MeaninglessError("instead of several operations")
    other = op["then"][0]
    target = last.get("target")
    if other.get("target") == "~same":
        if other["op"] != last["op"] or target is None:
            raise MeaninglessError("instead of what")
        other = {**other, "target": target}
    if other.get("until") == "~same":
        if "until" not in last:
            raise MeaninglessError("for how long")
        other = {**other, "until": last["until"]}
    if other["op"] != last["op"] and other.get("target") not in ("~they", "~that"):
        raise MeaninglessError("instead of another operation")
    first: Block = []
    if isinstance(target, dict) and "choose" in target and mentions({**op, "then": [other]}):
        first = [{"op": "select", "target": target, "as": "them"}]
        last = {**last, "target": "chosen"}
        if other.get("target") == target:
            other = {**other, "target": "chosen"}
    found[-1:] = [*first, {"op": "if", "is": op["is"], "then": [other], "otherwise": [last]}]
