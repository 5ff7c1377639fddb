"""What each operation of the notation does. Handlers choose first, then act, and tell whether all of it was done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckkit.effects.notation import Node, Selector
from deckkit.engine import moves, triggers
from deckkit.engine.operations_cards import CARD_OPERATIONS
from deckkit.engine.operations_lasting import LASTING_OPERATIONS, until
from deckkit.engine.restrictions import forbidden
from deckkit.engine.run import Run
from deckkit.engine.select import DONE, standing
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.values import amount, condition, seats_of

__all__ = ["OPERATIONS"]


def _damage(run: Run) -> bool:
    n = run.amount()
    things = run.in_play()
    if run.get("divided"):
        return _divided(run, things, n)
    taken = [moves.damage(run.m, thing, n, by=run.source, despite=run.get("despite", ())) for thing in things]
    run.done([thing.id for thing in things], sum(taken))
    return bool(things)


def _divided(run: Run, things: list[Thing], n: int) -> bool:
    """The player gives each its share, at least one each while it lasts; the last one takes what is left."""
    shares: list[int] = []
    for place in range(len(things)):
        left = n - sum(shares)
        after = len(things) - place - 1
        most = left - min(after, max(0, left - 1))
        shares.append(most if not after else run.number(range(1, most + 1)))
    taken = [moves.damage(run.m, thing, share, by=run.source) for thing, share in zip(things, shares, strict=True)]
    run.done([thing.id for thing in things], sum(taken))
    return bool(things)


def _put_damage(run: Run) -> bool:
    n = run.amount()
    things = run.in_play()
    for thing in things:
        moves.damage(run.m, thing, n, by=run.source, dealt=False)
    run.done([thing.id for thing in things], n * len(things))
    return bool(things)


def _heal(run: Run) -> bool:
    """ "Up to": the player says how much, as much as possible where nothing else is said."""
    things = run.in_play()
    most = run.amount(default=0)
    wanted: list[int] = []
    for thing in things:
        n = min(most, thing.damage)
        if run.get("up_to") and n:
            n = run.number(range(n, -1, -1))
        wanted.append(n)
    gone = [moves.heal(run.m, thing, n, by=run.source) for thing, n in zip(things, wanted, strict=True)]
    run.done([thing.id for thing in things], sum(gone))
    return sum(gone) > 0


def _move_damage(run: Run) -> bool:
    sources = run.things("from")
    goals = [thing for thing in run.things("to") if thing not in sources]
    if not sources or not goals:
        return False
    most = min(run.amount(), sources[0].damage)
    n = most
    if run.get("up_to") and most:
        n = run.number(range(most, -1, -1))
    moves.heal(run.m, sources[0], n, by=run.source)
    moves.damage(run.m, goals[0], n, by=run.source, dealt=False)
    run.done([goals[0].id], n)
    return n > 0


def _destroy(run: Run) -> bool:
    things = run.things()
    gone = moves.destroy(run.m, things, by=run.source)
    run.done(gone)
    return bool(things)


def _turns(thing: Thing) -> bool:
    """Whether a card can be exhausted and readied where it is: in play and among the resources."""
    return thing.zone not in ("hand", "deck", "discard")


def _exhaust(run: Run) -> bool:
    done = [thing.id for thing in run.things() if _turns(thing) and moves.exhaust(run.m, thing)]
    run.done(done)
    return bool(done)


def _ready(run: Run) -> bool:
    things = [thing for thing in run.things() if _turns(thing) and not forbidden(run.m, thing, "ready")]
    done = [thing.id for thing in things if moves.ready(run.m, thing, by=run.source)]
    run.done(done)
    return bool(done)


def _attach(run: Run) -> bool:
    things, goals = run.things(), run.things("to")
    if not things or not goals:
        return False
    for thing in things:
        run.m.set(thing, "to", goals[0].id)
    return True


def _control(run: Run) -> bool:
    """Another player controls the things: for good, or until the duration ends."""
    things, number = run.in_play(), run.seats()[0]
    for thing in things:
        if run.get("until") is not None:
            triggers.give(run.m, thing, "control", "", thing.controller, until(run), run.seat, run.source)
        moves.change_control(run.m, thing, number)
    run.done([thing.id for thing in things])
    return bool(things)


def _relocate(run: Run) -> bool:
    """What is at the place already does not move."""
    things, goals = run.things(), run.things("to")
    things = [thing for thing in things if goals and goals[0].id not in (thing.at, thing.id)]
    for thing in things:
        run.m.set(thing, "at", goals[0].id)
        triggers.emit(run.m, "relocate", thing.id, goals[0].id, thing.controller)
    run.done([thing.id for thing in things])
    return bool(things)


def _counter(run: Run) -> bool:
    name, n = run.get("name"), run.amount()
    for thing in run.things():
        counters = {**thing.marks.get("counters", {})}
        counters[name] = max(0, counters.get(name, 0) + n)
        run.m.mark(thing, "counters", counters)
    return True


def _score(run: Run) -> bool:
    n = run.amount()
    for number in run.seats():
        gain_score(run.m, number, n, run.source)
    run.done(n=n)
    return True


def _lose(run: Run) -> bool:
    n = run.amount()
    lost = 0
    for number in run.seats():
        seat = run.m.state.seats[number]
        gone = min(seat.score, n)
        if gone:
            run.m.set(seat, "score", seat.score - gone)
            triggers.emit(run.m, "lose", NOBODY, run.source, number, gone)
        lost += gone
    run.done(n=lost)
    return True


def gain_score(m: Any, number: int, n: int, source: int = NOBODY) -> None:
    """A player gains score; nothing happens where it is not positive."""
    if n > 0:
        seat = m.state.seats[number]
        m.set(seat, "score", seat.score + n)
        triggers.emit(m, "score", NOBODY, source, number, n)


def _life(run: Run) -> bool:
    n = run.amount()
    for number in run.seats():
        seat = run.m.state.seats[number]
        most = run.m.config.get("life", 0)
        value = min(most, seat.life + n) if most else seat.life + n
        gained = value - seat.life
        run.m.set(seat, "life", value)
        if gained:
            triggers.emit(run.m, "heal", NOBODY, run.source, number, gained)
    return True


def _hurt(run: Run) -> bool:
    n = run.amount()
    for number in run.seats(default="foe"):
        hurt(run.m, number, n, run.source)
    return True


def hurt(m: Any, number: int, n: int, source: int = NOBODY) -> None:
    """Damage to a player's life, not below zero."""
    if n > 0:
        seat = m.state.seats[number]
        m.set(seat, "life", max(0, seat.life - n))
        triggers.emit(m, "hurt", NOBODY, source, number, n)


def _gain_resource(run: Run) -> bool:
    n = run.amount()
    for number in run.seats():
        run.m.rules.gain_resource(run.m, number, n, run.get("kind", ""))
    return True


def _pay(run: Run) -> bool:
    n, kind = run.amount(), run.get("kind", "")
    payer = run.seats()[0]
    if run.m.rules.resources(run.m, payer, kind) < n:
        return False
    run.m.rules.pay(run.m, payer, n, kind)
    if isinstance(run.get("n"), Node):
        # How much was chosen to be paid.
        run.env["n"] = n
    return True


def _may(run: Run) -> bool:
    """Who cannot pay is not asked: that counts as no."""
    block = run.get("do")
    asked = run.seats()[0]
    if not _possible(run, block[0]) or run.m.choose(asked, "may", ("yes", "no"), run.source) == "no":
        run.block(run.get("otherwise", ()))
        return True
    return _if_done(run)


def _if_done(run: Run) -> bool:
    run.then.append(("block", run.get("do"), 0, {**run.env, "ok": True}))
    run.then.append(("after", run.get("then", ()), run.get("otherwise", ()), run.env))
    return True


def _possible(run: Run, node: Node) -> bool:
    """Whether the first operation of an offer can be done at all."""
    if node.word == "pay":
        payer = seats_of(run.m, node.get("who", "you"), run.env)[0]
        return run.m.rules.resources(run.m, payer, node.get("kind", "")) >= amount(run.m, node.get("n", 1), run.env)
    target = node.get("target")
    if isinstance(target, Selector) and target.kind == "bound":
        return bool(standing(run.m, target, run.env))
    if isinstance(target, Selector) and target.kind == "choose" and not target.up_to:
        from deckkit.engine.values import cards_in_play

        mine = target.by == "you" and "them" in run.env
        seat = run.seat if target.by == "you" else seats_of(run.m, target.by, run.env)[0]
        found = cards_in_play(run.m, target.filter or Node("filter"), run.env if mine else {**run.env, "them": seat})
        free = not run.m.rules.aims(target)
        return any(
            free or thing.zone not in run.m.in_play or run.m.rules.choosable(run.m, seat, thing, run.source)
            for thing in found
        )
    if node.word == "discard":
        return any(run.m.state.seats[seat].zones["hand"] for seat in seats_of(run.m, node.get("who", "you"), run.env))
    return True


def _choose_one(run: Run) -> bool:
    options = run.get("options")
    asked = run.seats()[0]
    open_ones = [number for number, block in enumerate(options) if not block or _possible(run, block[0])]
    count = run.amount()
    taken: list[int] = []
    while open_ones and len(taken) < count:
        taken.append(run.m.choose(asked, "option", open_ones, run.source, tuple(taken)))
        open_ones = [number for number in open_ones if number not in taken]
    for number in taken:
        run.block(options[number])
    return bool(taken)


def _if(run: Run) -> bool:
    run.block(run.get("then", ()) if condition(run.m, run.get("is"), run.env) else run.get("otherwise", ()))
    return True


def _each(run: Run) -> bool:
    found = tuple(thing.id for thing in run.things())
    run.then.append(("each", run.get("do"), found, "it", run.env))
    return bool(found)


def _each_player(run: Run) -> bool:
    """For ``any`` player or a ``foe`` one is chosen; ``any_number``: which players is chosen before all."""
    found = list(run.seats(default="all"))
    if run.get("any_number"):
        taken: list[int] = []
        while left := [one for one in found if one not in taken]:
            answer: Any = run.m.choose(run.seat, "player", [*left, DONE], run.source, tuple(taken))
            if answer == DONE:
                break
            taken.append(answer)
        found = taken
    turn_order = run.m.order()
    ordered = tuple(sorted(found, key=turn_order.index))
    run.then.append(("each", run.get("do"), ordered, "them", run.env))
    return True


def _repeat(run: Run) -> bool:
    n = run.amount()
    if n > 0:
        run.then.append(("repeat", run.get("do"), n, run.env))
    return True


def _select(run: Run) -> bool:
    found = tuple(thing.id for thing in run.things())
    run.env["names"] = {**run.env.get("names", {}), run.get("as"): found}
    return bool(found)


def _later(run: Run) -> bool:
    """A delayed trigger: it fires once, at its moment, in this turn or the next such moment."""
    env = {**run.env, "seen": triggers.seen(run.m, run.env)}
    later = (run.get("at"), run.get("do"), run.get("who", "active"), env)
    run.m.set(run.m.state, "marks", {**run.m.state.marks, "later": (*run.m.state.marks.get("later", ()), later)})
    return True


def _watch(run: Run) -> bool:
    """A floating trigger belongs to the player: its card may be gone when it triggers."""
    known: dict[str, Any] = {
        name: run.env[name] for name in ("source", "seat", "chosen", "names", "left") if name in run.env
    }
    known["seen"] = triggers.seen(run.m, known)
    value = (run.get("ability"), known, bool(run.get("once")))
    triggers.give(run.m, run.m.state.seats[run.seat], "watch", "", value, until(run), run.seat, run.source)
    return True


def _instead(run: Run) -> bool:
    run.block(run.get("do", ()))
    return True


def _cancel(run: Run) -> bool:
    run.m.mark(run.m.state, "cancelled", True)
    return True


def _win(run: Run) -> bool:
    run.m.finish({"winner": run.seats()[0]})
    return True


#: The handler of each operation.
OPERATIONS: Mapping[str, Callable[[Run], bool]] = {
    **CARD_OPERATIONS,
    **LASTING_OPERATIONS,
    "damage": _damage,
    "put_damage": _put_damage,
    "heal": _heal,
    "move_damage": _move_damage,
    "destroy": _destroy,
    "exhaust": _exhaust,
    "ready": _ready,
    "attach": _attach,
    "control": _control,
    "relocate": _relocate,
    "counter": _counter,
    "score": _score,
    "lose": _lose,
    "life": _life,
    "hurt": _hurt,
    "gain_resource": _gain_resource,
    "pay": _pay,
    "may": _may,
    "choose_one": _choose_one,
    "if": _if,
    "if_done": _if_done,
    "each": _each,
    "each_player": _each_player,
    "repeat": _repeat,
    "select": _select,
    "later": _later,
    "watch": _watch,
    "instead": _instead,
    "cancel": _cancel,
    "win": _win,
}
