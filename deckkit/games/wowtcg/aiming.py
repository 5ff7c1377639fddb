"""Whether a card or power finds the targets that it needs: the same answer as the kernel's, sooner.

Most blocks ask for one thing that fits a filter. For them one look for a first such thing is enough; all others are
left to :func:`deckkit.engine.targets.possible`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckkit.effects.notation import Block, Node, Selector
from deckkit.engine.match import Match
from deckkit.engine.targets import possible
from deckkit.engine.values import condition, fits

__all__ = ["aimable"]

# What is known of a block: filters of one thing each, and choices of blocks; None: ask the kernel.
_Plan = tuple[Node, ...] | None
#: By the identity of blocks, which are parts of cards, with the block itself, so that it stays what it is.
_PLANS: dict[int, tuple[Block, _Plan]] = {}
_CHARACTERS = frozenset({"Hero", "Ally"})


def aimable(m: Match, seat: int, do: Block, env: Mapping[str, Any]) -> bool:
    """Whether every target that a block needs is there."""
    found = _PLANS.get(id(do))
    if found is None or found[0] is not do:
        found = _PLANS[id(do)] = (do, _plan(do))
    plan = found[1]
    if plan is None:
        return possible(m, seat, do, env)
    return all(_there(m, seat, one, env) for one in plan)


def _there(m: Match, seat: int, node: Node, env: Mapping[str, Any]) -> bool:
    if node.word == "choose_one":
        return any(aimable(m, seat, block, env) for block in node.args["options"])
    if node.word == "if":
        branch = "then" if condition(m, node.args["is"], env) else "otherwise"
        return aimable(m, seat, node.args.get(branch, ()), env)
    return _one(m, seat, node, env)


def _plan(do: Block) -> _Plan:
    tests: list[Node] = []
    for node in do:
        if node.word in ("choose_one", "if"):
            if node.args.get("who", "you") != "you" or node.args.get("n", 1) != 1:
                return None
            tests.append(node)
            continue
        for value in node.args.values():
            if isinstance(value, Selector):
                if value.kind != "choose":
                    continue
                test = value.filter
                if test is not None and test.args.get("targeted") is False:
                    # No target: it is chosen when the effect resolves.
                    continue
                simple = test is not None and value.n == 1 and value.by == "you" and not value.distinct
                if not simple or _deep(test):
                    return None
                assert test is not None
                if not value.up_to:
                    tests.append(test)
            elif _asks(value):
                return None
        if node.word in ("each", "each_player", "repeat", "later", "watch", "name_card", "enter"):
            return None
    return tuple(tests)


def _deep(test: Node | None) -> bool:
    """Whether a filter looks elsewhere than at what is in play, or refers to an earlier choice."""
    return test is None or any(
        word in ("zone", "any", "none") or _asks(value) or isinstance(value, Selector)
        for word, value in test.args.items()
    )


def _asks(value: Any) -> bool:
    """Whether something may be chosen somewhere in an argument."""
    if isinstance(value, Selector):
        return value.kind == "choose"
    if isinstance(value, Node):
        return value.word == "choose_one" or any(_asks(one) for one in value.args.values())
    return isinstance(value, tuple) and any(_asks(one) for one in value)


def _one(m: Match, seat: int, test: Node, env: Mapping[str, Any]) -> bool:
    """Whether there is a first thing that fits and may be chosen."""
    known = env if "them" in env else {**env, "them": seat}
    names = ("hero", "allies") if _CHARACTERS.issuperset(test.args.get("type", ("",))) else m.in_play
    things, source = m.state.things, env["source"]
    for number in m.order():
        zones = m.state.seats[number].zones
        for name in names:
            for one in zones[name]:
                thing = things[one]
                if fits(m, test, thing, known) and m.rules.choosable(m, seat, thing, source):
                    return True
    return False
