"""What some arguments make of an operation, a condition or an ability, where it is said in its own way."""

from __future__ import annotations

from typing import Any

from deckkit.effects.labels import Labels
from deckkit.effects.notation import Ability, Node, Selector

__all__ = ["DONE_BY_YOU", "FRAMES", "case", "cause", "difference", "home", "negated", "one_less", "only_is"]

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
    if node.get("n") == "all" and f"{word}.all" in labels.operations:
        return f"{word}.all", frozenset({"n"})
    if node.get("n", 1) == 1 and f"{word}.one" in labels.operations:
        return f"{word}.one", frozenset({"n"})
    for name in ("kind", "what"):
        kind = f"{word}.{node.get(name)}"
        if kind in labels.operations:
            one = f"{kind}.one"
            return (one if node.get("n", 1) == 1 and one in labels.operations else kind), frozenset({name})
    return word, frozenset()


def home(ability: Ability) -> str:
    """The zone in which an ability works by its nature: what is about playing this card itself works in the hand."""
    own = ability.on == ("static",) and bool(ability.do) and all(_about_playing(one) for one in ability.do)
    return "hand" if own else "play"


def _about_playing(node: Node) -> bool:
    if node.word == "enter":
        return "of" not in node.args
    if node.word == "reduce":
        return bool(node.get("of") == Node("filter", {"self": True}))
    if node.word == "forbid":
        return bool(node.get("what") == "play" and node.get("target") == Selector("self"))
    return node.word == "play_cost"


def only_is(node: Node) -> Any:
    """The selector of a filter that says only what something is; None for any other."""
    return node.args["is"] if set(node.args) == {"is"} else None


def difference(value: Any) -> tuple[Any, Any] | None:
    """The two amounts of which one is taken from the other."""
    parts: tuple[Any, ...] = value.args["plus"] if isinstance(value, Node) and value.word == "plus" else ()
    taken = negated(parts[1]) if len(parts) == 2 else None
    return None if taken is None else (parts[0], taken)


def negated(value: Any) -> Any:
    """The amount that is taken -1 times; None for any other amount."""
    minus = isinstance(value, Node) and value.word == "times" and value.args.get("by") == -1
    return value.args["times"] if minus else None


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
