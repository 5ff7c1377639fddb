"""What some arguments make of an operation, a condition or an ability, where it is said in its own way."""

from __future__ import annotations

from typing import Any

from deckkit.effects.labels import Labels
from deckkit.effects.notation import Node

__all__ = ["DONE_BY_YOU", "FRAMES", "case", "cause", "one_less"]

#: The operations around others: what was done last is what was done in them.
FRAMES = frozenset({"may", "if", "if_done", "choose_one", "each", "each_player", "repeat", "select", "instead"})
#: What the ability's player does also in a block for each player, where nobody is named.
DONE_BY_YOU = frozenset({"draw", "discard", "score", "lose", "mill", "move_top", "gain_resource", "look", "search"})


def case(node: Node, params: dict[str, str], labels: Labels) -> tuple[str, frozenset[str]]:
    """The templates of an operation, special ones for some arguments, which these need not say any more."""
    word = node.word
    if word == "look" and node.get("up_to") is True and "take" in node.args:
        return "look.up_to", frozenset({"up_to"})
    if word in ("heal", "move_damage") and node.get("up_to") is True:
        return f"{word}.up_to", frozenset({"up_to"})
    if word == "reduce" and isinstance(node.args["n"], int) and node.args["n"] < 0:
        params["n"] = str(-node.args["n"])
        return "reduce.more", frozenset()
    if word == "each_player" and node.get("who") not in (None, "all", "foes"):
        return "each_player.one", frozenset()
    kind = f"{word}.{node.get('kind')}"
    return (kind, frozenset({"kind"})) if kind in labels.operations else (word, frozenset())


def cause(when: Node | None) -> tuple[str, Node | None]:
    """Who must have caused the event, and what is left of the condition."""
    if when is None:
        return "", None
    parts = when.args["all_of"] if when.word == "all_of" else (when,)
    causes = [one for one in parts if one.word == "by"]
    rest = tuple(one for one in parts if one.word != "by")
    if len(causes) != 1 or (when.word == "all_of" and not rest):
        return "", when
    left = None if not rest else rest[0] if len(rest) == 1 else Node("all_of", {"all_of": rest})
    return causes[0].args["by"], left


def one_less(value: Any) -> Any:
    """The amount than which another is one more (at least the other is more than it), if there is one."""
    parts: tuple[Any, ...] = value.args["plus"] if isinstance(value, Node) and value.word == "plus" else ()
    return parts[0] if len(parts) == 2 and parts[1] == 1 else None
