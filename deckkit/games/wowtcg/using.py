"""Placing resources, using powers, completing quests (WOW 16 to 28, 42; Stash WOW 97, Périple WOW 126)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deckkit.effects.notation import Ability, Block, Node, Selector
from deckkit.engine import chain, moves
from deckkit.engine.match import Match
from deckkit.engine.restrictions import forbidden, seat_forbidden
from deckkit.engine.run import Run
from deckkit.engine.state import NOBODY, Action, Item, Thing
from deckkit.engine.targets import bind
from deckkit.engine.triggers import emit, limit_reached, listen, quiet, recall
from deckkit.engine.values import amount, condition, has_keyword, lent, lost
from deckkit.games.wowtcg.aiming import aimable
from deckkit.games.wowtcg.payment import free_resources, pay, payable, power_price, ready_resources, use_up
from deckkit.games.wowtcg.play import target

__all__ = [
    "OPERATIONS",
    "PERFORM",
    "TASKS",
    "placements",
    "powers",
    "resolve_quest",
    "resolve_resource",
    "turn_down",
]

_FACE_UP = ("Quest", "Location")


# -- resources -------------------------------------------------------------------------------------------------------


def placements(m: Match, seat: int) -> Iterator[Action]:
    """Once a turn, a card of the hand: quests and locations face up; the rulebook has another card placed face down
    only by who holds neither, officially any card may be (WOW 16, 17)."""
    holder = m.state.seats[seat]
    if holder.used.get("place", 0) >= _most(m, seat) or seat_forbidden(m, seat, "place"):
        return
    things = m.state.things
    official = m.version == "official"
    some = any(things[one].card.type in _FACE_UP for one in holder.zones["hand"])
    for one in holder.zones["hand"]:
        card = things[one].card
        if card.type in _FACE_UP:
            yield Action("place", seat, one, option="up")
            if official:
                yield Action("place", seat, one, option="down")
        elif official or not some:
            yield Action("place", seat, one, option="down")
            if card.keyword("Stash") is not None:
                yield Action("place", seat, one, option="stash")


def _most(m: Match, seat: int) -> int:
    """One a turn; effects may allow more."""
    most: int = 1 + sum(mod.value for mod in m.state.seats[seat].mods if mod.what == "allow" and mod.name == "place")
    for source, ability, node in m.state.statics.get("allow:place", ()):
        giver = m.state.things[source]
        env = {"source": source, "seat": giver.controller, "it": (source,)}
        if giver.controller == seat and (ability.when is None or condition(m, ability.when, env)):
            most += amount(m, node.args.get("n", 1), env)
    return most


def _place(m: Match, action: Action) -> None:
    """Placed at once; officially it is a link of the chain (WOW 42)."""
    thing = m.state.things[action.source]
    m.count_use(m.state.seats[action.seat], "place")
    if m.version == "official":
        moves.move(m, thing, "chain", facedown=action.option == "down")
        chain.add(m, action.seat, thing.id, "resource", None, None, {"face": action.option})
        m.push(("priority", action.seat))
        return
    m.push(("placed", thing.id, action.seat, action.option), ("pending",), ("check",), ("priority", action.seat))


def resolve_resource(m: Match, item: Item) -> None:
    """A resource on the chain resolves."""
    m.push(("placed", item.source, item.seat, item.marks["face"]))


def _placed(m: Match, one: int, seat: int, face: str) -> None:
    thing = m.state.things[one]
    moves.move(m, thing, "resources", facedown=face == "down")
    m.mark(m.state, "crowded", True)
    emit(m, "place", one, seat=seat)
    if face == "stash":
        # Its stash effect waits now, and down it goes (WOW 97).
        turn_down(m, thing)


def turn_down(m: Match, thing: Thing) -> bool:
    """A resource turns face down: it has no text any more (WOW 18)."""
    if thing.facedown or thing.zone != "resources":
        return False
    quiet(m, thing)
    m.set(thing, "facedown", True)
    return True


def _turn_up(m: Match, thing: Thing) -> bool:
    if not thing.facedown or thing.zone != "resources":
        return False
    m.set(thing, "facedown", False)
    listen(m, thing)
    m.mark(m.state, "crowded", True)
    return True


# -- powers ----------------------------------------------------------------------------------------------------------


def activated(m: Match, thing: Thing) -> list[Ability]:
    """The payment powers of a card: printed ones, those given to it, those lent."""
    found = list(thing.card.activated)
    if thing.mods:
        found += [mod.value for mod in thing.mods if mod.what == "ability" and "activate" in mod.value.on]
    if "abilities" in m.state.statics:
        found += [ability for ability in lent(m, thing) if "activate" in ability.on]
    return found


def powers(m: Match, seat: int, *, main: bool) -> Iterator[Action]:
    """Every power that a player may use now, and the quests to complete (WOW 21, 26 to 28)."""
    things = m.state.things
    zones = m.state.seats[seat].zones
    given = "abilities" in m.state.statics
    ready = ready_resources(m, seat)
    for name in ("hero", "allies", "hero_row", "resources"):
        for one in zones[name]:
            thing = things[one]
            if thing.facedown or not (given or thing.card.activated or thing.mods):
                continue
            kind = "complete" if thing.card.type == "Quest" else "power"
            if kind == "complete" and (seat_forbidden(m, seat, "complete", thing) or _waits(m, one)):
                continue
            for place, ability in enumerate(activated(m, thing), 1):
                if _usable(m, seat, thing, ability, main, ready):
                    yield Action(kind, seat, one, (), place if place > 1 else None)


def _waits(m: Match, one: int) -> bool:
    """Whether the completing of a quest waits on the chain."""
    return any(item.what == "quest" and item.source == one for item in m.state.chain)


def _too_dear(m: Match, seat: int, thing: Thing, cost: Block, ready: int) -> bool:
    """Whether a look at the cost alone says that it cannot be paid: most powers fall here, and it costs least."""
    printed = 0
    for node in cost:
        if node.word == "pay":
            n = node.args["n"]
            printed += n if isinstance(n, int) else 0
        elif node.word == "exhaust" and thing.exhausted and _exhausts(node):
            return True
    if printed <= ready:
        return False
    return "reduce" not in m.state.statics and not m.state.seats[seat].mods


def _usable(m: Match, seat: int, thing: Thing, ability: Ability, main: bool, ready: int) -> bool:
    if _too_dear(m, seat, thing, ability.cost, ready):
        return False
    env = {"source": thing.id, "seat": seat, "it": (thing.id,), "x": 0}
    # "Basic": in the own turn by the rulebook, officially when nothing is under way in the action phase (WOW 27).
    if ability.event == "basic" and not (main if m.version == "official" else m.state.active == seat):
        return False
    if limit_reached(m, thing.id, ability) or (
        (thing.mods or "remove" in m.state.statics) and lost(m, thing.id, ability)
    ):
        return False
    if not _awake(m, thing, ability):
        return False
    if not payable(m, seat, thing, ability.cost, env, free_resources(m, seat, thing, ability.cost)):
        return False
    if ability.when is not None and not condition(m, ability.when, env):
        return False
    if (
        forbidden(m, thing, "use")
        if (thing.mods or "forbid:use" in m.state.statics or m.state.seats[seat].mods)
        else False
    ):
        return False
    return aimable(m, seat, ability.do, env)


def _awake(m: Match, thing: Thing, ability: Ability) -> bool:
    """An ally uses no power in the turn it arrives, officially none with the exhaust symbol (WOW 28, 124)."""
    if thing.card.type != "Ally" or not thing.fresh:
        return True
    if m.version == "official" and not any(_exhausts(node) for node in ability.cost):
        return True
    if has_keyword(m, thing, "Time is Money"):
        return True
    return any(mod.what == "allow" and mod.name == "use_fresh" for mod in thing.mods)


def _exhausts(node: Node) -> bool:
    wanted = node.args.get("target")
    return node.word == "exhaust" and (not isinstance(wanted, Selector) or wanted.kind == "self")


def _use(m: Match, action: Action) -> None:
    m.push(("use", action.source, action.seat, action.option or 1))


def _use_task(m: Match, one: int, seat: int, place: int) -> None:
    """X and the targets are chosen; resources pay; then the rest of the cost, and the power is on the chain."""
    thing = m.state.things[one]
    ability = activated(m, thing)[place - 1]
    env: dict[str, Any] = {"source": one, "seat": seat, "it": (one,), "x": 0}
    free = free_resources(m, seat, thing, ability.cost)
    fixed, per_x = _to_pay(m, ability.cost, env)
    if per_x:
        most = 0
        while most < 50 and power_price(m, seat, thing, fixed + (most + 1) * per_x) <= free:
            most += 1
        env["x"] = int(m.choose(seat, "number", list(range(most + 1)), one)) if most else 0
    do = bind(m, seat, ability.do, env)
    itself = one if any(_exhausts(node) for node in ability.cost) else NOBODY
    pay(m, seat, power_price(m, seat, thing, fixed + env["x"] * per_x), but=itself)
    use_up(m, seat, thing, "complete" if thing.card.type == "Quest" else "use")
    rest = tuple(node for node in ability.cost if node.word != "pay")
    tasks: list[tuple[Any, ...]] = [("used", one, ability)] if ability.limit else []
    if rest:
        tasks.append(("block", rest, 0, env))
    m.push(*tasks, ("power_on", one, seat, ability, do, env, bool(rest)))


def _to_pay(m: Match, cost: Block, env: dict[str, Any]) -> tuple[int, int]:
    """What a cost asks of the resources: a fixed part, and how often X."""
    one = sum(amount(m, node.args["n"], {**env, "x": 1}) for node in cost if node.word == "pay")
    none = sum(amount(m, node.args["n"], {**env, "x": 0}) for node in cost if node.word == "pay")
    return none, one - none


def _power_on(m: Match, one: int, seat: int, ability: Ability, do: Block, env: dict[str, Any], paid: bool) -> None:
    thing = m.state.things[one]
    known = dict(env)
    if paid:
        # What was moved or chosen to pay is what "that card" means afterwards.
        known.update({name: m.state.back[name] for name in ("moved", "chosen") if name in m.state.back})
    what = "quest" if thing.card.type == "Quest" else "ability"
    chain.add(m, seat, one, what, ability, known, None, do)
    emit(m, "use", one, seat=seat)
    target(m, thing, seat, do)
    m.push(("check",), ("pending",), ("priority", seat))


def resolve_quest(m: Match, item: Item) -> None:
    """The reward, then the quest turns face down and stays a resource (WOW 21)."""
    if chain.interrupted(m, item):
        m.push(("completed", item.source, item.seat))
        return
    env = {**recall(m, item.env), "seat": item.seat}
    m.push(("block", item.do, 0, env), ("completed", item.source, item.seat))


def _completed(m: Match, one: int, seat: int) -> None:
    turn_down(m, m.state.things[one])
    emit(m, "complete", one, seat=seat)


# -- operations ------------------------------------------------------------------------------------------------------


def _down(run: Run) -> bool:
    done = [thing.id for thing in run.things() if turn_down(run.m, thing)]
    run.done(done)
    return bool(done)


def _up(run: Run) -> bool:
    done = [thing.id for thing in run.things() if thing.card.type in _FACE_UP and _turn_up(run.m, thing)]
    run.done(done)
    return bool(done)


PERFORM: Mapping[str, Callable[[Match, Action], None]] = {"place": _place, "power": _use, "complete": _use}
TASKS: Mapping[str, Callable[..., None]] = {
    "placed": _placed,
    "use": _use_task,
    "power_on": _power_on,
    "completed": _completed,
}
OPERATIONS: Mapping[str, Callable[[Run], bool]] = {"turn_down": _down, "turn_up": _up}
