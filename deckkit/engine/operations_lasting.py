"""The operations whose work lasts: permissions, stats, keywords, restrictions, payments, ways of entering."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckkit.effects.notation import Node
from deckkit.engine import triggers
from deckkit.engine.run import Run
from deckkit.engine.state import Thing
from deckkit.engine.values import amount

__all__ = ["LASTING_OPERATIONS", "give_keyword", "until"]


def _allow(run: Run) -> bool:
    n = run.amount()
    if run.get("target") is not None:
        things = run.in_play()
        for thing in things:
            triggers.give(run.m, thing, "allow", run.get("what"), n, "end_of_turn", run.seat, run.source)
        return bool(things)
    for number in run.seats():
        seat = run.m.state.seats[number]
        triggers.give(run.m, seat, "allow", run.get("what"), n, "end_of_turn", run.seat, run.source)
    return True


def _modify(run: Run) -> bool:
    """The amount is counted once, as the operation resolves."""
    things = run.in_play()
    times = amount(run.m, run.get("per"), run.env) if run.get("per") is not None else 1
    for name, value in run.get("stats").items():
        n = amount(run.m, value, run.env) * times
        for thing in things:
            if run.get("at_least") is not None:
                floor = amount(run.m, run.get("at_least"), run.env)
                triggers.give(run.m, thing, "floor", name, floor, until(run), run.seat, run.source)
            triggers.give(run.m, thing, "stat", name, n, until(run), run.seat, run.source)
    run.done([thing.id for thing in things])
    return bool(things)


def _grant(run: Run) -> bool:
    m = run.m
    things = run.in_play()
    for thing in things:
        if run.get("keyword"):
            keyword = m.rules.keyword_of(run.get("keyword"))
            n = amount(m, run.get("value"), run.env) if run.get("value") is not None else keyword.n
            give_keyword(m, thing, keyword.name, n, until(run), run.seat, run.source)
        for ability in run.get("abilities", ()):
            triggers.give(m, thing, "ability", "", ability, until(run), run.seat, run.source)
        for what, key in (("trait", "traits"), ("name", "name")):
            if run.get(key):
                triggers.give(m, thing, what, "", run.get(key), until(run), run.seat, run.source)
    run.done([thing.id for thing in things])
    return bool(things)


def give_keyword(m: Any, thing: Thing, name: str, n: int, until: str, seat: int, source: int) -> None:
    """Gives a keyword for a while. One that does not add up is there once, the longer one (a printed one stays)."""
    if name not in m.rules.additive:
        if thing.card.keyword(name) is not None and not any(
            mod.what == "lose_keyword" and mod.name == name for mod in thing.mods
        ):
            return
        old = [mod for mod in thing.mods if mod.what == "keyword" and mod.name == name]
        if any(_length(mod.until) > _length(until) for mod in old):
            return
        if old and until != "their_next_turn":
            m.set(thing, "mods", tuple(mod for mod in thing.mods if mod not in old))
    triggers.give(m, thing, "keyword", name, n, until, seat, source)


_LENGTHS = ("end_of_attack", "end_of_turn", "next_ready", "their_next_turn", "your_next_turn", "while_source", "game")


def _length(until: str) -> int:
    return _LENGTHS.index(until)


def until(run: Run) -> str:
    """How long an operation lasts; for the rest of the game where it does not say."""
    return str(run.get("until", "game"))


def _remove(run: Run) -> bool:
    for thing in run.in_play():
        if run.get("keyword"):
            name = run.m.rules.keyword_of(run.get("keyword")).name
            triggers.give(run.m, thing, "lose_keyword", name, None, until(run), run.seat, run.source)
        if run.get("ability"):
            triggers.give(run.m, thing, "lose_ability", "", run.get("ability"), until(run), run.seat, run.source)
    return True


def _forbid(run: Run) -> bool:
    what, by = run.get("what"), run.get("by")
    if run.get("target") is not None:
        things = run.in_play()
        for thing in things:
            triggers.give(run.m, thing, "forbid", what, by, until(run), run.seat, run.source)
        return bool(things)
    for number in run.seats(default="foes"):
        triggers.give(run.m, run.m.state.seats[number], "forbid", what, by, until(run), run.seat, run.source)
    return True


def _force(run: Run) -> bool:
    things = run.in_play()
    for thing in things:
        triggers.give(run.m, thing, "force", run.get("what"), None, until(run), run.seat, run.source)
    return bool(things)


def _for_player(run: Run) -> bool:
    """Payments and entering: a modifier of the player, which looks at cards that are not there yet."""
    for number in run.seats():
        seat = run.m.state.seats[number]
        node = Node(run.node.word, {**run.node.args, **({"n": run.amount()} if "n" in run.node.args else {})})
        triggers.give(run.m, seat, run.node.word, run.get("what", ""), node, until(run), run.seat, run.source)
    return True


def _prevent(run: Run) -> bool:
    n = run.amount() if run.get("n") is not None else None
    for thing in run.in_play():
        triggers.give(run.m, thing, "prevent", run.get("of", ""), n, until(run), run.seat, run.source)
    return True


#: The handlers of these operations.
LASTING_OPERATIONS: Mapping[str, Callable[[Run], bool]] = {
    "allow": _allow,
    "modify": _modify,
    "grant": _grant,
    "remove": _remove,
    "forbid": _forbid,
    "force": _force,
    "reduce": _for_player,
    "enter": _for_player,
    "prevent": _prevent,
}
