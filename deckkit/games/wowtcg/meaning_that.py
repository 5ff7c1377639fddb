"""What "that ally", "its controller" and "that much" stand for in a sentence with the event that it waits for."""

from __future__ import annotations

from typing import Any

from deckkit.effects.compile_acts import Block
from deckkit.effects.compile_things import MeaninglessError, Piece, and_

__all__ = ["CONTROLLER", "THAT", "much", "pointed"]

THAT = "~that"


def _kinds(test: Piece | None) -> set[str]:
    """The words of types that a filter asks for."""
    if test is None:
        return set()
    inner = [one for word in ("any",) for one in test.get(word, ())]
    return {*test.get("type", ()), *test.get("trait", ()), *(kind for one in inner for kind in _kinds(one))}


def pointed(value: Any, head: Piece) -> Any:
    """A piece with "that ally" as a pronoun, or as that object of the event to which its noun fits."""
    if isinstance(value, str) and value.startswith(f"{THAT}:"):
        noun = value.partition(":")[2]
        if "of" not in head or "other" not in head or noun == "character":
            return THAT
        first, second = (noun in _kinds(head[name]) or not _kinds(head[name]) for name in ("of", "other"))
        if first == second:
            raise MeaninglessError("which of two is meant")
        return "it" if first else "other"
    if isinstance(value, dict):
        found = {name: pointed(one, head) for name, one in value.items()}
        if found.pop("~second", None):
            if "other" not in head:
                return {**found, "~another": True}
            return {**found, "choose": and_(found["choose"], {"none": [{"is": "other"}]})}
        if isinstance(found.get("n"), dict) and "choose" in found.get("target", ()) and _hangs_on_that(found["n"]):
            raise MeaninglessError("attached to which of two")
        return _of_controller(found, head) if "op" in found else found
    return [pointed(one, head) for one in value] if isinstance(value, list) else value


def _hangs_on_that(value: Any) -> bool:
    """Whether an amount counts what is attached to "that": the target of its own sentence, or one before."""
    if not isinstance(value, dict):
        return False
    return value.get("attached_to") == THAT or any(_hangs_on_that(one) for one in value.values())


CONTROLLER = "~controller of "


def _of_controller(op: Piece, head: Piece) -> Piece:
    """An operation about the controller of something: it is done for that thing."""
    target = op.get("target")
    if str(op.get("who", "")).startswith(CONTROLLER):
        whose = _whose(op["who"], head)
        return {"op": "each", "target": whose, "do": [{**op, "who": "controller"}]}
    if isinstance(target, dict) and str(target.get("all", {}).get("controller", "")).startswith(CONTROLLER):
        whose = _whose(target["all"]["controller"], head)
        mine = {"all": {**target["all"], "controller": "controller"}}
        return {"op": "each", "target": whose, "do": [{**op, "target": mine}]}
    return op


def _whose(word: str, head: Piece) -> str:
    """Of what the controller is meant: of an event with two objects, never of the card itself."""
    found = str(pointed(word.removeprefix(CONTROLLER), head))
    if found != "~they" or "other" not in head:
        return found
    if "of" in head:
        raise MeaninglessError("whose player")
    return "other"


def much(block: Block, *, event: bool) -> Block:
    """ "That much": what the operation before did; first of all in what triggers, the number of the event."""
    found = []
    for op in block:
        one = {name: much(value, event=event) if name in ("do", "then") else value for name, value in op.items()}
        if one.get("n") == "~much":
            one["n"] = {"event": "n"} if event else {"done": "n"}
        if one["op"] not in ("may", "if", "if_done", "each", "select"):
            event = False
        found.append(one)
    return found
