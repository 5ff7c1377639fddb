"""What keywords do by themselves: triggers of Vision, Temporary, Hunt, Quick-Draw, Weaponmaster (play digest RP 13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckkit.effects.notation import Ability, Node, Selector
from deckkit.engine.match import Match
from deckkit.engine.operations_lasting import LASTING_OPERATIONS, until
from deckkit.engine.run import Run
from deckkit.engine.state import Thing
from deckkit.engine.triggers import give
from deckkit.engine.values import amount, keyword_n, stat
from deckkit.games.riftbound import gear, runes
from deckkit.games.riftbound.pricing import keyword_cost

__all__ = ["KEYWORD_TRIGGERS", "OPERATIONS", "stat_bonus"]

_SELF = Selector("self")
_OWN_UNIT = Selector("choose", Node("filter", {"type": ("Unit",), "controller": "you"}))
_HUNT = Ability(("conquer",), (Node("hunt"),))

#: What keywords of an event's subject trigger, and what they do then.
KEYWORD_TRIGGERS: Mapping[str, Sequence[tuple[str, Ability]]] = {
    "play": (
        ("Vision", Ability(("play",), (Node("predict", {"n": 1}),))),
        ("Quick-Draw", Ability(("play",), (Node("attach", {"target": _SELF, "to": _OWN_UNIT}),))),
        ("Weaponmaster", Ability(("play",), (Node("weaponmaster"),))),
    ),
    "temporary": (("Temporary", Ability(("temporary",), (Node("destroy", {"target": _SELF}),))),),
    "conquer": (("Hunt", _HUNT),),
    "hold": (("Hunt", _HUNT),),
}


def _hunt(run: Run) -> bool:
    """XP as much as the keyword's number, all copies together (RP 13, Hunt)."""
    thing = run.m.state.things[run.source]
    runes.add(run.m, run.seat, "xp", keyword_n(run.m, thing, "Hunt"))
    return True


def _weaponmaster(run: Run) -> bool:
    """One Equipment of the player, also from another unit, for its Equip cost less one Power (RP 13, Weaponmaster)."""
    m = run.m
    unit = m.state.things[run.source]
    have = runes.funds(m, run.seat)
    options: list[Any] = []
    for thing in m.board(run.seat):
        cost = _cheaper(m, thing)
        if thing.zone == "play" and cost is not None and gear.may_attach(thing, unit) and runes.can_pay(have, cost):
            options.append(thing.id)
    if unit.zone != "play" or not options:
        return False
    answer = m.choose(run.seat, "cards", [*options, "done"], run.source)
    if answer == "done":
        return False
    thing = m.state.things[answer]
    runes.pay(m, run.seat, _cheaper(m, thing) or runes.FREE)
    return gear.attach(m, thing, unit)


def _cheaper(m: Match, thing: Thing) -> runes.Cost | None:
    """The Equip cost less one Power: of any domain first, else of a domain it asks for."""
    cost = keyword_cost(m, thing.card, "Equip") if thing.card.keyword("Equip") is not None else None
    if cost is None or not cost.power:
        return cost
    power = dict(cost.power)
    kind = "any" if "any" in power else next(iter(power))
    power[kind] -= 1
    return runes.Cost(cost.energy, {name: n for name, n in power.items() if n})


def _gain(run: Run) -> bool:
    """Adds resources (RP 10.6); [C] is Power of the card's own domain (RP 10.5)."""
    n, kind = run.amount(), run.get("kind", "")
    if kind == "own":
        kind = runes.own_kind(run.m, run.m.state.things[run.source].card.facts.get("domains", ()))
        kind = "any" if "|" in kind else kind
    for number in run.seats():
        runes.add(run.m, number, kind, n, run.get("only", ""))
    return True


def _modify(run: Run) -> bool:
    """A one-time change with a limit is fixed as it is applied: it takes only what there is above (RP 17.3)."""
    if run.get("at_least") is None:
        return LASTING_OPERATIONS["modify"](run)
    m = run.m
    things = run.in_play()
    least = amount(m, run.get("at_least"), run.env)
    times = amount(m, run.get("per"), run.env) if run.get("per") is not None else 1
    for name, value in run.get("stats").items():
        n = amount(m, value, run.env) * times
        for thing in things:
            less = min(0, max(n, least - stat(m, thing, name))) if n < 0 else n
            give(m, thing, "stat", name, less, until(run), run.seat, run.source)
    run.done([thing.id for thing in things])
    return bool(things)


def _attach(run: Run) -> bool:
    """Attaches gear to a unit."""
    things, goals = run.things(), run.things("to")
    done = [gear.attach(run.m, thing, goals[0]) for thing in things if goals]
    return bool(done) and all(done)


def stat_bonus(m: Match, thing: Thing, stat: str) -> int:
    """Buffs, attached gear, Assault of attackers and Shield of defenders (RP 13, 13.3, 13.14)."""
    marks = thing.marks
    if stat != "might" or not marks:
        return 0
    more: int = marks.get("buffs", 0)
    if "attached" in marks:
        more += gear.bonus(m, thing)
    side = marks.get("side")
    if side is not None:
        more += keyword_n(m, thing, "Assault" if side == "attacker" else "Shield")
    return more


OPERATIONS = {
    "hunt": _hunt,
    "weaponmaster": _weaponmaster,
    "attach": _attach,
    "gain_resource": _gain,
    "modify": _modify,
}
