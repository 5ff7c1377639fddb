"""Selectors: which things an operation is about, and the choices that this takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Selector
from deckkit.engine.state import NOBODY
from deckkit.engine.values import amount, cards_in_play, seats_of

if TYPE_CHECKING:
    from deckkit.engine.match import Match
    from deckkit.engine.run import Run
    from deckkit.engine.values import Env

__all__ = ["DONE", "fixed", "pick", "pick_seat", "standing", "targets"]

#: The answer "no more" where fewer may be chosen.
DONE = "done"


def fixed(m: Match, selector: Selector, env: Env) -> tuple[int, ...]:
    """The ids that a selector without a choice means."""
    source = env.get("source", NOBODY)
    kind = selector.kind
    # The source of what has waited may be another card by now (``triggers.recall``).
    gone = "left" in env and "self" in env["left"]
    if kind == "self":
        return (source,) if source != NOBODY and not gone else ()
    if kind in ("it", "other", "chosen", "revealed", "moved"):
        return tuple(env.get(kind, ()))
    if kind == "all":
        return tuple(thing.id for thing in cards_in_play(m, selector.filter, env)) if selector.filter else ()
    if kind == "name":
        return tuple(env.get("names", {}).get(selector.name, ()))
    own = m.rules.selectors.get(kind)
    if own is not None:
        return own(m, env)
    thing = m.state.things[source]
    if gone and kind != "beneath":
        return ()
    if kind == "payers":
        return tuple(thing.marks.get("payers", ()))
    if kind == "bearer":
        return (thing.to,) if thing.to != NOBODY else ()
    if kind == "place":
        return (thing.at,) if thing.at != NOBODY else ()
    if kind == "onto":
        return (thing.over,) if thing.over != NOBODY else ()
    if kind == "beneath":
        left = {} if thing.zone in m.in_play and not gone else m.state.marks.get("left", {}).get(str(source), {})
        # Those of a card that has left play are looked for where they all went.
        return (() if gone else thing.under) or tuple(
            one for one in left.get("beneath", ()) if m.state.things[one].zone == left["zone"]
        )
    raise AssertionError(f"a selector that needs a choice: {kind}")


def targets(run: Run, selector: Selector | None) -> tuple[int, ...]:
    """The ids that a selector means, after the choices that it takes. Nothing may be changed before."""
    if selector is None:
        return fixed(run.m, Selector("self"), run.env)
    if selector.kind != "choose":
        return fixed(run.m, selector, run.env) if selector.kind != "bound" else _bound(run, selector)
    assert selector.filter is not None
    m, env = run.m, run.env
    found: list[int] = []
    free = not m.rules.aims(selector)
    for seat in pick_seat(run, selector.by):
        # "of theirs" in a choice made by several players is of the one who chooses.
        mine = env if selector.by == "you" and "them" in env else {**env, "them": seat}
        candidates = [
            thing.id
            for thing in cards_in_play(m, selector.filter, mine)
            if free or thing.zone not in m.in_play or m.rules.choosable(m, seat, thing, env.get("source", NOBODY))
        ]
        if selector.distinct:
            candidates = [one for one in candidates if one not in env.get("chosen", ()) and one not in run.picked]
        count = len(candidates) if selector.n == "all" else amount(m, selector.n, env)
        picked = pick(run, seat, "targets", candidates, count, up_to=selector.up_to)
        run.pickers.update(dict.fromkeys(picked, seat))
        found += picked
    run.picked += found
    return tuple(found)


def standing(m: Match, selector: Selector, env: Env) -> tuple[int, ...]:
    """Those of the things bound beforehand (``targets.bind``) that are the same cards and may still be chosen."""
    assert selector.filter is not None
    seat, source = env["seat"], env.get("source", NOBODY)
    mine = env if "them" in env else {**env, "them": seat}
    things = [m.state.things[one] for one, stay in selector.n if m.state.things[one].stay == stay]
    fitting = [thing.id for thing in cards_in_play(m, selector.filter, mine)] if things else []
    return tuple(
        thing.id
        for thing in things
        if thing.id in fitting and (thing.zone not in m.in_play or m.rules.choosable(m, seat, thing, source))
    )


def _bound(run: Run, selector: Selector) -> tuple[int, ...]:
    found = standing(run.m, selector, run.env)
    if not run.picked:
        # What follows does not take an earlier choice for this one.
        run.env["chosen"] = ()
    run.picked += found
    return found


def pick(
    run: Run,
    seat: int,
    kind: str,
    candidates: list[int],
    count: int,
    *,
    up_to: bool = False,
    still: Callable[[int], bool] | None = None,
) -> list[int]:
    """So many of the candidates, chosen one by one by a seat; fewer where there are not so many, or ``up_to``.

    ``still`` says which of them may be chosen after those that have been.
    """
    taken: list[int] = []
    while len(taken) < count:
        left: list[Any] = [one for one in candidates if one not in taken and (not taken or still is None or still(one))]
        if not left:
            break
        if not up_to and len(left) <= count - len(taken) and run.m.forced:
            taken += left
            break
        answer = run.m.choose(seat, kind, [*left, DONE] if up_to else left, run.source, tuple(taken))
        if answer == DONE:
            break
        taken.append(answer)
    return taken


def pick_seat(run: Run, word: str) -> tuple[int, ...]:
    """The players that a seat word means; ``foe`` and ``any`` are chosen by the ability's player."""
    found = seats_of(run.m, word, run.env)
    if word in ("foe", "any") and len(found) > 1:
        return (run.m.choose(run.seat, "player", list(found), run.source),)
    return found
