"""Choices that are made when something is put on the chain, not when it resolves: modes and targets.

:func:`bind` asks for them and returns the block with what was chosen fixed in it: a selector of kind ``bound``, whose
``n`` holds pairs (thing, its stay). On resolution it finds those that are the same cards and still fit.

These stay choices of the resolution: cards of hidden zones; what another player chooses; players; what refers to
something that happens on resolution (``moved``, ``revealed``, ``done``); what is done several times or later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from deckkit.effects.notation import Block, Node, Selector
from deckkit.engine.run import Run
from deckkit.engine.select import pick, standing
from deckkit.engine.state import NOBODY
from deckkit.engine.values import amount, cards_in_play, condition, fits

if TYPE_CHECKING:
    from deckkit.engine.match import Match
    from deckkit.engine.values import Env

__all__ = ["bind", "bound_things", "legal", "open_slots", "possible"]

# Operations whose blocks are carried out several times, later, or as something in between has said.
_NOT_NOW = frozenset({"each", "each_player", "repeat", "later", "watch", "trigger", "name_card", "enter"})
# What is known only on resolution.
_UNKNOWN = frozenset({"moved", "revealed", "done"})
# What refers to an earlier choice.
_EARLIER = frozenset({"chosen", "name"})


class _Slot(NamedTuple):
    """A choice of targets in a block: where it stands, whether it must be made, and depends on those before it."""

    node: Node
    selector: Selector
    needed: bool
    depends: bool


_Visit = Callable[[_Slot], Selector]


def possible(m: Match, seat: int, do: Block, env: Env) -> bool:
    """Whether every target that a block needs is there: "up to", "any number" and what follows a "may" need none."""
    known = {**env, "seat": seat}
    for node in do:
        for choice in _asks(m, node).modes:
            if not _open_modes(m, seat, choice, known):
                return False
    slots = _slots(m, do, known)
    return not slots or _feasible(m, slots, 0, known, ())


def bind(m: Match, seat: int, do: Block, env: Env) -> Block:
    """A block with its modes and targets chosen, in printed order. It must be :func:`possible`.

    Questions are of kind ``option`` and ``targets``, as on resolution; nothing may be changed before. A target after
    which another one that is needed is not there any more is not offered.
    """
    known: dict[str, Any] = {**env, "seat": seat}
    first = known
    block = _with_modes(m, seat, do, known)
    slots = _slots(m, block, known)
    if not slots:
        return block
    bound: list[Selector] = []
    own: tuple[int, ...] = ()
    for place, slot in enumerate(slots):
        own = own if place and slots[place - 1].node is slot.node else ()
        found = _candidates(m, slot.selector, known, own)
        count = _count(m, slot.selector, known, found)
        if count == 1 and _refers_back(slots[place + 1 :]):
            found = [one for one in found if _feasible(m, slots, place + 1, *_after(slot.node, known, own, (one,)))]
        run, up_to = Run(m, slot.node, known), slot.selector.up_to
        picked = pick(run, seat, "targets", found, count, up_to=up_to, still=partial(_choosable, m, seat, run.source))
        fixed = tuple((one, m.state.things[one].stay) for one in picked)
        bound.append(replace(slot.selector, kind="bound", n=fixed, distinct=False))
        known, own = _after(slot.node, known, own, tuple(picked))
    left = iter(bound)
    return _mapped(m, block, first, lambda _slot: next(left))


def open_slots(m: Match, seat: int, do: Block, env: Env) -> list[tuple[int, bool, tuple[int, ...]]]:
    """The choices of targets of a block as they stand now: how many, whether fewer will do, and among what.

    Those within modes are not known before the mode is chosen.
    """
    known = {**env, "seat": seat}
    found = []
    for slot in _slots(m, do, known):
        among = _candidates(m, slot.selector, known, ())
        found.append((_count(m, slot.selector, known, among), slot.selector.up_to or not slot.needed, tuple(among)))
    return found


def bound_things(do: Block) -> tuple[int, ...]:
    """The ids of all targets of a bound block, legal or not."""
    return tuple(dict.fromkeys(one for _, selector in _bound(do) for one, _ in selector.n))


def legal(m: Match, do: Block, env: Env) -> tuple[bool, bool]:
    """Whether a bound block has targets, and whether any of them may still be affected."""
    known = dict(env)
    some = alive = False
    for node, selector in _bound(do):
        found = standing(m, selector, known)
        some = some or bool(selector.n)
        alive = alive or bool(found)
        known, _ = _after(node, known, (), found)
    return some, alive


# -- modes -----------------------------------------------------------------------------------------------------------


def _choices(do: Block) -> Iterator[Node]:
    """The modes that are chosen beforehand, outermost only."""
    for node in do:
        if node.word == "choose_one":
            if node.get("who", "you") == "you":
                yield node
        else:
            yield from _choices(tuple(_within(node)))


def _open_modes(m: Match, seat: int, node: Node, env: Env) -> list[int]:
    return [place for place, block in enumerate(node.args["options"]) if possible(m, seat, block, env)]


def _with_modes(m: Match, seat: int, do: Block, env: Env) -> Block:
    """The block with the modes that the player chooses in the places of the choices."""
    found: list[Node] = []
    if not any(_asks(m, node).modes for node in do):
        return do
    for node in do:
        if node.word == "choose_one" and node.get("who", "you") == "you":
            left, taken = _open_modes(m, seat, node, env), list[int]()
            while left and len(taken) < amount(m, node.get("n", 1), env):
                taken.append(m.choose(seat, "option", left, env.get("source", NOBODY), tuple(taken)))
                left = [one for one in left if one not in taken]
            for one in taken:
                found += _with_modes(m, seat, node.args["options"][one], env)
        elif _opens(node) and any(_choices((node,))):
            args = {
                name: _with_modes(m, seat, value, env) if _is_block(value) else value
                for name, value in node.args.items()
            }
            found.append(Node(node.word, args))
        else:
            found.append(node)
    return tuple(found)


# -- walking through a block -----------------------------------------------------------------------------------------


def _is_block(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(one, Node) for one in value)


def _opens(node: Node) -> bool:
    """Whether the choices within an operation's blocks are made beforehand."""
    return node.word not in _NOT_NOW and (node.word not in ("may", "choose_one") or node.get("who", "you") == "you")


class _Asks(NamedTuple):
    """What an operation asks for beforehand: its modes, and its targets; None where these depend on a condition."""

    node: Node
    modes: tuple[Node, ...]
    slots: tuple[_Slot, ...] | None


# The operations of the cards in use, by identity: a node is compared and hashed slowly.
_ASKS: dict[int, _Asks] = {}
_MOST_KEPT = 20_000


def _asks(m: Match, node: Node) -> _Asks:
    found = _ASKS.get(id(node))
    if found is None:
        if len(_ASKS) >= _MOST_KEPT:
            _ASKS.clear()
        slots: tuple[_Slot, ...] | None = ()
        if _chooses(m, node):
            slots = None if _conditional(node) else tuple(_listed(m, (node,), {}))
        found = _ASKS[id(node)] = _Asks(node, tuple(_choices((node,))), slots)
    return found


def _within(node: Node) -> Iterator[Node]:
    """The operations that are done with one, at once."""
    if _opens(node):
        for value in node.args.values():
            if _is_block(value):
                yield from value


def _chooses(m: Match, node: Node) -> bool:
    """Whether an operation may ask for targets beforehand."""
    own = any(isinstance(value, Selector) and _beforehand(m, value) for value in node.args.values())
    return own or any(_chooses(m, one) for one in _within(node))


def _conditional(node: Node) -> bool:
    """Whether an "if" stands among what an operation does now."""
    return node.word == "if" or any(_conditional(one) for one in _within(node))


def _slots(m: Match, do: Block, env: Env) -> list[_Slot]:
    """The targets that a block without modes asks for, in order."""
    found: list[_Slot] = []
    for node in do:
        slots = _asks(m, node).slots
        found += slots if slots is not None else _listed(m, (node,), env)
    return found


def _listed(m: Match, do: Block, env: Env) -> list[_Slot]:
    found: list[_Slot] = []

    def note(slot: _Slot) -> Selector:
        found.append(slot)
        return slot.selector

    _mapped(m, do, env, note)
    return found


def _mapped(m: Match, do: Block, env: Env, visit: _Visit, *, needed: bool = True) -> Block:
    """The block with each choice of targets replaced by what ``visit`` says of it."""
    found: list[Node] = []
    for node in do:
        args: dict[str, Any] = {}
        for name, value in node.args.items():
            if isinstance(value, Selector):
                args[name] = visit(_slot(node, value, needed)) if _beforehand(m, value) else value
            else:
                args[name] = value
        if node.word == "if":
            args.update(_branches(m, node, env, visit, needed))
        elif node.word != "choose_one" and _opens(node):
            for name, value in node.args.items():
                if _is_block(value):
                    must = needed and node.word != "may" and name != "otherwise"
                    args[name] = _mapped(m, value, env, visit, needed=must)
        found.append(node if args == node.args else Node(node.word, args))
    return tuple(found)


def _branches(m: Match, node: Node, env: Env, visit: _Visit, needed: bool) -> dict[str, Block]:
    """Only the branch that would be carried out now needs its targets; two branches about the same share them."""
    then, otherwise = node.get("then", ()), node.get("otherwise", ())
    first, second = ([slot.selector for slot in _slots(m, block, env)] for block in (then, otherwise))
    now = condition(m, node.args["is"], env)
    if not first or first != second:
        found = {
            "then": _mapped(m, then, env, visit, needed=needed and now),
            "otherwise": _mapped(m, otherwise, env, visit, needed=needed and not now),
        }
        return {name: block for name, block in found.items() if name in node.args}
    taken: list[Selector] = []

    def note(slot: _Slot) -> Selector:
        taken.append(visit(slot))
        return taken[-1]

    done = _mapped(m, then, env, note, needed=needed)
    same = iter(taken)
    return {"then": done, "otherwise": _mapped(m, otherwise, env, lambda _slot: next(same))}


def _beforehand(m: Match, selector: Selector) -> bool:
    """Whether a selector's choice is one of targets."""
    if selector.kind != "choose" or selector.by != "you" or selector.filter is None or not m.rules.aims(selector):
        return False
    zones = [one.args["zone"] for one in (selector.filter, *selector.filter.get("any", ())) if "zone" in one.args]
    open_ones = all(zone == "play" or m.specs[zone].seen == "all" for zone in zones)
    return open_ones and not _refers((selector.filter, selector.n), _UNKNOWN)


def _refers(value: Any, words: frozenset[str]) -> bool:
    """Whether a selector or an amount of these words stands somewhere in a value."""
    if isinstance(value, Selector):
        return value.kind in words or _refers((value.filter, value.n), words)
    if isinstance(value, Node):
        return value.word in words or _refers(value.args, words)
    if isinstance(value, Mapping):
        return any(_refers(one, words) for one in value.values())
    return isinstance(value, tuple) and any(_refers(one, words) for one in value)


def _bound(do: Any) -> Iterator[tuple[Node, Selector]]:
    """The bound selectors of a block, in order."""
    for node in do:
        for value in node.args.values():
            if isinstance(value, Selector) and value.kind == "bound":
                yield node, value
            elif _is_block(value):
                yield from _bound(value)


# -- what may be chosen ----------------------------------------------------------------------------------------------


def _candidates(m: Match, selector: Selector, env: Env, own: tuple[int, ...]) -> list[int]:
    """What may be chosen; ``own`` was chosen by the same operation before."""
    return list(_fitting(m, selector, env, own))


def _fitting(m: Match, selector: Selector, env: Env, own: tuple[int, ...]) -> Iterator[int]:
    """The same one by one: who only asks whether there are enough need not look at all."""
    test = selector.filter
    assert test is not None
    seat, source = env["seat"], env.get("source", NOBODY)
    mine = env if "them" in env else {**env, "them": seat}
    # What is on the chain is no target of its own.
    on_chain = any(item.what == "card" and item.source == source for item in m.state.chain)
    away = (*env.get("chosen", ()), *own) if selector.distinct else ()
    kinds = test.args.get("type")
    there = "zone" not in test.args and "any" not in test.args
    if not there:
        things = cards_in_play(m, test, mine)
    else:
        things = [one for one in m.board() if (kinds is None or one.card.type in kinds)]
    for thing in things:
        if (on_chain and thing.id == source) or thing.id in away or (there and not fits(m, test, thing, mine)):
            continue
        if thing.zone not in m.in_play or m.rules.choosable(m, seat, thing, source):
            yield thing.id


def _enough(m: Match, selector: Selector, env: Env, own: tuple[int, ...]) -> bool:
    """Whether so many things as a selector asks for can be chosen."""
    left = 0 if selector.n == "all" else amount(m, selector.n, env)
    if left > 0:
        for _ in _fitting(m, selector, env, own):
            left -= 1
            if not left:
                break
    return left <= 0


def _choosable(m: Match, seat: int, source: int, one: int) -> bool:
    thing = m.state.things[one]
    return thing.zone not in m.in_play or m.rules.choosable(m, seat, thing, source)


def _count(m: Match, selector: Selector, env: Env, candidates: Sequence[int]) -> int:
    return len(candidates) if selector.n == "all" else amount(m, selector.n, env)


def _refers_back(slots: Sequence[_Slot]) -> bool:
    return any(slot.depends for slot in slots)


def _slot(node: Node, selector: Selector, needed: bool) -> _Slot:
    earlier = selector.distinct or _refers((selector.filter, selector.n), _EARLIER)
    return _Slot(node, selector, needed, needed and earlier)


def _after(
    node: Node, env: Mapping[str, Any], own: tuple[int, ...], picked: tuple[int, ...]
) -> tuple[dict[str, Any], tuple[int, ...]]:
    """What is known after a choice."""
    own = (*own, *picked)
    known = {**env, "chosen": own}
    if node.word == "select":
        known["names"] = {**env.get("names", {}), node.args["as"]: own}
    return known, own


def _feasible(m: Match, slots: Sequence[_Slot], place: int, env: Mapping[str, Any], own: tuple[int, ...]) -> bool:
    """Whether all choices that are needed from here on can be made."""
    if place == len(slots):
        return True
    slot = slots[place]
    own = own if place and slots[place - 1].node is slot.node else ()
    must = slot.needed and not slot.selector.up_to
    if not _refers_back(slots[place + 1 :]):
        # Which ones are chosen does not matter for the others.
        enough = not must or _enough(m, slot.selector, env, own)
        return enough and _feasible(m, slots, place + 1, env, own)
    found = _candidates(m, slot.selector, env, own)
    count = _count(m, slot.selector, env, found)
    if must and len(found) < count:
        return False
    if must and count == 1:
        return any(_feasible(m, slots, place + 1, *_after(slot.node, env, own, (one,))) for one in found)
    return _feasible(m, slots, place + 1, *_after(slot.node, env, own, tuple(found[:count])))
