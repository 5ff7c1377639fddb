"""Computed values: stats, keywords, restrictions, filters, conditions and amounts.

Printed value, then what lies on the thing itself, then the static abilities in play (kept in an index by what they
change), then the game's own bonus. Modifiers add up. A static whose filter asks for the very value that is being
computed sees that value without statics, so that no two of them wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Ability, Node, Selector
from deckkit.engine.seats import seats_of
from deckkit.engine.state import NOBODY, Thing

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = [
    "amount",
    "applies",
    "cards_in_play",
    "condition",
    "cost_of",
    "fits",
    "has_keyword",
    "holds",
    "keyword_n",
    "keywords",
    "lost",
    "names_of",
    "seats_of",
    "stat",
    "traits_of",
]

Env = Mapping[str, Any]


def stat(m: Match, thing: Thing, name: str) -> int:
    """A computed stat; may be negative."""
    value = thing.card.stats.get(name, 0)
    floor: int | None = None
    for mod in thing.mods:
        if mod.name == name and mod.what == "stat":
            value += mod.value
        elif mod.name == name and mod.what == "floor":
            floor = max(floor or 0, mod.value)
    statics = m.state.statics.get("stat:" + name)
    if statics and thing.zone in m.in_play:
        # What a filter asks of the value being computed is answered without statics.
        key = ("stat", thing.id, name)
        if key not in m.computing:
            m.computing.add(key)
            try:
                for source, ability, node in statics:
                    if applies(m, source, ability, node, thing):
                        env = {"source": source, "seat": m.state.things[source].controller, "it": (thing.id,)}
                        times = amount(m, node.args["per"], env) if "per" in node.args else 1
                        value += amount(m, node.args["stats"][name], env) * times
                        if "at_least" in node.args:
                            floor = max(floor or 0, amount(m, node.args["at_least"], env))
            finally:
                m.computing.discard(key)
    value += m.rules.stat_bonus(m, thing, name)
    return value if floor is None else max(value, floor)


def applies(m: Match, source: int, ability: Ability, node: Node, thing: Thing) -> bool:
    """Whether a static's node bears on a thing at the moment."""
    target = node.args.get("target")
    giver = m.state.things[source]
    if (giver.mods or "remove" in m.state.statics) and lost(m, source, ability):
        return False
    env = {"source": source, "seat": giver.controller, "it": (thing.id,)}
    if target is None or (isinstance(target, Selector) and target.kind == "self"):
        if source != thing.id:
            return False
    elif target.kind == "all":
        if not fits(m, target.filter, thing, env):
            return False
    elif target.kind == "bearer":
        if giver.to != thing.id:
            return False
    elif target.kind not in m.rules.selectors or thing.id not in m.rules.selectors[target.kind](m, env):
        return False
    return holds(m, ability, env)


def holds(m: Match, ability: Ability, env: Env) -> bool:
    """Whether both conditions of an ability hold now: when it works, and its "if"."""
    return (ability.when is None or condition(m, ability.when, env)) and (
        ability.check is None or condition(m, ability.check, env)
    )


def lost(m: Match, source: int, ability: Ability) -> bool:
    """Whether an ability has been taken away from its card, by itself or with all (no ability is named then)."""
    thing = m.state.things[source]
    if any(mod.what == "lose_ability" and mod.value in (None, ability) for mod in thing.mods):
        return True
    return any(
        node.args.get("ability") == ability and applies(m, giver, own, node, thing)
        for giver, own, node in m.state.statics.get("remove", ())
    )


def lent(m: Match, thing: Thing) -> tuple[Ability, ...]:
    """The abilities that static abilities in play give to a thing."""
    return tuple(
        one
        for source, ability, node in m.state.statics.get("abilities", ())
        if applies(m, source, ability, node, thing)
        for one in node.args["abilities"]
    )


def has_keyword(m: Match, thing: Thing, name: str) -> bool:
    """Whether a thing has a keyword."""
    if thing.mods and any(mod.what == "lose_keyword" and mod.name == name for mod in thing.mods):
        return False
    if "remove" in m.state.statics and _taken_away(m, thing, name):
        return False
    if thing.mods and any(mod.what == "keyword" and mod.name == name for mod in thing.mods):
        return True
    for keyword in thing.card.keywords:
        if keyword.name == name:
            return True
    return "keyword:" + name in m.state.statics and bool(_static_keywords(m, thing, name))


def _taken_away(m: Match, thing: Thing, name: str) -> bool:
    """Whether a static ability takes a keyword away."""
    key = ("remove", thing.id, name)
    if key in m.computing or thing.zone not in m.in_play:
        return False
    m.computing.add(key)
    try:
        return any(
            "keyword" in node.args
            and m.rules.keyword_of(node.args["keyword"]).name == name
            and applies(m, source, ability, node, thing)
            for source, ability, node in m.state.statics["remove"]
        )
    finally:
        m.computing.discard(key)


def _static_keywords(m: Match, thing: Thing, name: str) -> list[Node]:
    statics = m.state.statics.get("keyword:" + name)
    if not statics or thing.zone not in m.in_play:
        return []
    key = ("keyword", thing.id, name)
    if key in m.computing:
        return []
    m.computing.add(key)
    try:
        return [node for source, ability, node in statics if applies(m, source, ability, node, thing)]
    finally:
        m.computing.discard(key)


def keyword_n(m: Match, thing: Thing, name: str) -> int:
    """The number of a keyword: the sum of all its sources where it adds up, else the highest."""
    if thing.mods and any(mod.what == "lose_keyword" and mod.name == name for mod in thing.mods):
        return 0
    if "remove" in m.state.statics and _taken_away(m, thing, name):
        return 0
    numbers = [keyword.n for keyword in thing.card.keywords if keyword.name == name]
    numbers += [mod.value for mod in thing.mods if mod.what == "keyword" and mod.name == name]
    for node in _static_keywords(m, thing, name):
        if "value" in node.args:
            numbers.append(
                amount(m, node.args["value"], {"source": thing.id, "seat": thing.controller, "it": (thing.id,)})
            )
        else:
            numbers.append(m.rules.keyword_of(node.args["keyword"]).n)
    if not numbers:
        return 0
    return sum(numbers) if name in m.rules.additive else max(numbers)


def keywords(m: Match, thing: Thing) -> dict[str, int]:
    """All keywords of a thing with their numbers, those with words under their whole name."""
    names = {one.name for one in thing.card.keywords}
    names |= {mod.name for mod in thing.mods if mod.what == "keyword"}
    names |= {kind[8:] for kind in m.state.statics if kind.startswith("keyword:")}
    return {name: keyword_n(m, thing, name) for name in sorted(names) if has_keyword(m, thing, name)}


def traits_of(m: Match, thing: Thing) -> frozenset[str]:
    """The traits of a thing, given ones included."""
    given = frozenset(word for mod in thing.mods if mod.what == "trait" for word in mod.value)
    for source, ability, node in m.state.statics.get("traits", ()):
        if applies(m, source, ability, node, thing):
            given |= frozenset(node.args["traits"])
    return thing.card.traits | given if given else thing.card.traits


def names_of(thing: Thing) -> frozenset[str]:
    """The names that a thing counts as having."""
    given = frozenset(word for mod in thing.mods if mod.what == "name" for word in mod.value)
    return thing.card.names | given if given else thing.card.names


def cost_of(thing: Thing) -> int:
    """The cost of a card: it never changes, only what is paid does."""
    return thing.card.cost


def cards_in_play(m: Match, test: Node, env: Env) -> list[Thing]:
    """All things that fit a filter: in the zone that it names, else in play."""
    place = test.args.get("zone")
    state = m.state
    if place is None and any("zone" in one.args for one in test.args.get("any", ())):
        # Several zones: each part of the filter names its own.
        rest = Node("filter", {word: value for word, value in test.args.items() if word != "any"})
        return [thing for one in test.args["any"] for thing in cards_in_play(m, one, env) if fits(m, rest, thing, env)]
    if place is None or place == "play":
        mine = test.args.get("controller") == "you" and env.get("seat", NOBODY) != NOBODY
        found = m.board(env["seat"]) if mine else m.board()
    elif m.specs[place].shared:
        found = [state.things[i] for i in state.shared.get(place, ())]
    else:
        found = [state.things[i] for seat in m.order() for i in state.seats[seat].zones[place]]
    return [thing for thing in found if fits(m, test, thing, env)]


def fits(m: Match, test: Node | None, thing: Thing, env: Env) -> bool:
    """Whether a thing fits a filter. ``env`` says whose ability asks (``source``, ``seat``) and what ``it`` is."""
    if test is None:
        return True
    for word, wanted in test.args.items():
        check = _FILTERS.get(word) or m.rules.filters[word]
        if not check(m, wanted, thing, env):
            return False
    return True


def _in_range(m: Match, value: int, wanted: Mapping[str, Any], env: Env) -> bool:
    low, high = wanted.get("min"), wanted.get("max")
    return (low is None or value >= amount(m, low, env)) and (high is None or value <= amount(m, high, env))


def _controlled(m: Match, wanted: str, thing: Thing, env: Env) -> bool:
    """Whether one of the players that a seat word means controls a thing."""
    you = env.get("seat", NOBODY)
    if wanted == "you":
        return bool(thing.controller == you)
    if wanted in ("foe", "foes"):
        return thing.controller != you and not m.state.seats[thing.controller].out
    return thing.controller in seats_of(m, wanted, env)


def _this(env: Env) -> Any:
    """The thing whose ability asks, unless it is another card by now."""
    return NOBODY if "left" in env and "self" in env["left"] else env.get("source")


def _selected(m: Match, wanted: Selector, env: Env) -> tuple[int, ...]:
    from deckkit.engine.select import fixed

    return fixed(m, wanted, env)


_FILTERS: Mapping[str, Callable[[Match, Any, Thing, Env], bool]] = {
    "type": lambda _m, wanted, thing, _env: thing.card.type in wanted,
    "trait": lambda m, wanted, thing, _env: not traits_of(m, thing).isdisjoint(wanted),
    "name": lambda _m, wanted, thing, _env: not names_of(thing).isdisjoint(wanted),
    "card": lambda _m, wanted, thing, _env: thing.card.name in wanted,
    "name_contains": lambda _m, wanted, thing, _env: wanted.casefold() in thing.card.name.casefold(),
    "keyword": lambda m, wanted, thing, _env: has_keyword(m, thing, wanted),
    "controller": _controlled,
    "owner": lambda m, wanted, thing, env: thing.owner in seats_of(m, wanted, env),
    "zone": lambda m, wanted, thing, _env: thing.zone == wanted or (wanted == "play" and thing.zone in m.in_play),
    "other": lambda _m, wanted, thing, env: (thing.id != _this(env)) is wanted,
    "not_it": lambda _m, wanted, thing, env: (thing.id not in env.get("it", ())) is wanted,
    "self": lambda _m, wanted, thing, env: (thing.id == _this(env)) is wanted,
    "exhausted": lambda _m, wanted, thing, _env: thing.exhausted is wanted,
    "damaged": lambda _m, wanted, thing, _env: (thing.damage > 0) is wanted,
    "facedown": lambda _m, wanted, thing, _env: thing.facedown is wanted,
    "fresh": lambda _m, wanted, thing, _env: thing.fresh is wanted,
    "at_place": lambda _m, wanted, thing, _env: (thing.at != NOBODY) is wanted,
    "at": lambda m, wanted, thing, env: thing.at != NOBODY and thing.at in _selected(m, wanted, env),
    "attacking": lambda m, wanted, thing, _env: (m.state.marks.get("attack", (NOBODY,))[0] == thing.id) is wanted,
    "attacked": lambda m, wanted, thing, _env: (thing.id in m.state.marks.get("attack", ())[1:]) is wanted,
    "attached_to": lambda m, wanted, thing, env: thing.to != NOBODY and thing.to in _selected(m, wanted, env),
    "is": lambda m, wanted, thing, env: thing.id in _selected(m, wanted, env),
    "under": lambda m, wanted, thing, env: _in_range(m, len(thing.under), wanted, env),
    "cost": lambda m, wanted, thing, env: _in_range(m, thing.card.cost, wanted, env),
    "stat": lambda m, wanted, thing, env: all(
        name in thing.card.stats and _in_range(m, stat(m, thing, name), span, env) for name, span in wanted.items()
    ),
    "same_name_as": lambda m, wanted, thing, env: any(
        not names_of(thing).isdisjoint(names_of(m.state.things[i])) for i in _selected(m, wanted, env)
    ),
    "any": lambda m, wanted, thing, env: any(fits(m, one, thing, env) for one in wanted),
    "none": lambda m, wanted, thing, env: not any(fits(m, one, thing, env) for one in wanted),
}


def remember(m: Match, thing: Thing, zone: str) -> None:
    """Last known information about a thing that leaves play for a zone: it holds until the next action of a player."""
    known: dict[str, Any] = {name: stat(m, thing, name) for name in thing.card.stats}
    known.update({"damage": thing.damage, "under": len(thing.under), "beneath": thing.under, "zone": zone})
    known.update({"cost": thing.card.cost, "stay": thing.stay})
    m.mark(m.state, "left", {**m.state.marks.get("left", {}), str(thing.id): known})


def last_known(m: Match, thing: Thing, name: str, now: int) -> int:
    """A number of a thing in play; of one that has just left, as it last was there."""
    if thing.zone in m.in_play:
        return now
    return int(m.state.marks.get("left", {}).get(str(thing.id), {}).get(name, now))


def moved_on(m: Match, thing: Thing) -> bool:
    """Whether a thing that left play is no longer where it went then: nothing finds it there any more.

    One that has come back into play is another card (``triggers.recall`` takes it out of what has waited).
    """
    left = m.state.marks.get("left", {}).get(str(thing.id))
    return left is not None and bool(thing.zone != left["zone"]) and bool(thing.stay <= left["stay"] + 1)


def amount(m: Match, value: Any, env: Env) -> int:
    """The number that an amount stands for now."""
    if isinstance(value, int):
        return value
    return (_AMOUNTS.get(value.word) or m.rules.amounts[value.word])(m, value, env)


def _happened(m: Match, node: Node, env: Env) -> int:
    found = 0
    for event in m.state.happened.get(node.args["happened"], ()):
        if "who" in node.args and event.seat not in seats_of(m, node.args["who"], env):
            continue
        if "other" in node.args and (
            event.other == NOBODY or not fits(m, node.args["other"], m.state.things[event.other], env)
        ):
            continue
        if "by" in node.args:
            cause = event.seat if event.other == NOBODY else m.state.things[event.other].controller
            if cause not in seats_of(m, node.args["by"], env):
                continue
        if "of" in node.args and (event.it == NOBODY or not fits(m, node.args["of"], m.state.things[event.it], env)):
            continue
        found += 1
    return found


def _times(m: Match, node: Node, env: Env) -> int:
    return amount(m, node.args.get("times", 1), env)


def _kinds(m: Match, node: Node, env: Env) -> int:
    """How many different names, or values of a printed fact (each of several counts), there are."""
    word = node.args["kinds"]
    found: set[Any] = set()
    for thing in cards_in_play(m, node.args.get("of", Node("filter")), env):
        found |= {names_of(thing)} if word == "name" else set(thing.card.facts.get(word, ()))
    return len(found)


def _over(m: Match, node: Node, env: Env) -> list[int]:
    """An amount for each object or for each player."""
    if "of" in node.args:
        found = cards_in_play(m, node.args["of"], env)
        return [amount(m, node.args[node.word], {**env, "it": (thing.id,)}) for thing in found]
    seats = seats_of(m, node.args.get("who", "all"), env)
    return [amount(m, node.args[node.word], {**env, "them": seat}) for seat in seats]


def _things(m: Match, wanted: Any, env: Env) -> list[Thing]:
    return [m.state.things[i] for i in _selected(m, wanted, env)]


def _numbers(m: Match, wanted: Selector, env: Env, name: str, now: Callable[[Thing], int]) -> list[int]:
    """A number of each thing; of what is another card by now, as it last was in play."""
    found = [last_known(m, thing, name, now(thing)) for thing in _things(m, wanted, env)]
    if not found and "left" in env:
        before = m.state.marks.get("left", {})
        found = [int(before.get(str(one), {}).get(name, 0)) for one in env["left"].get(wanted.kind, ())]
    return found


_AMOUNTS: Mapping[str, Callable[[Match, Node, Env], int]] = {
    "count": lambda m, node, env: len(cards_in_play(m, node.args["count"], env)) * _times(m, node, env),
    "stat": lambda m, node, env: sum(
        max(0, n)
        for n in _numbers(
            m,
            node.args.get("of", Selector("self")),
            env,
            node.args["stat"],
            lambda thing: stat(m, thing, node.args["stat"]),
        )
    ),
    "damage": lambda m, node, env: sum(_numbers(m, node.args["damage"], env, "damage", lambda thing: thing.damage)),
    "cost": lambda m, node, env: sum(_numbers(m, node.args["cost"], env, "cost", lambda thing: thing.card.cost)),
    "under": lambda m, node, env: sum(_numbers(m, node.args["under"], env, "under", lambda thing: len(thing.under))),
    "counters": lambda m, node, env: sum(
        thing.marks.get("counters", {}).get(node.args.get("name", ""), 0)
        for thing in _things(m, node.args["counters"], env)
    ),
    "cards": lambda m, node, env: sum(
        len(m.zone(seat, node.args["cards"])) for seat in seats_of(m, node.args.get("who", "you"), env)
    ),
    "resources": lambda m, node, env: sum(
        m.rules.resources(m, seat, node.args["resources"]) for seat in seats_of(m, node.args.get("who", "you"), env)
    ),
    "score": lambda m, node, env: sum(m.state.seats[seat].score for seat in seats_of(m, node.args["score"], env)),
    "happened": lambda m, node, env: _happened(m, node, env) * _times(m, node, env),
    "event": lambda _m, node, env: int(env.get("event", {}).get(node.args["event"], 0)),
    "done": lambda _m, _node, env: int(env.get("n", 0)),
    "kinds": lambda m, node, env: _kinds(m, node, env) * _times(m, node, env),
    "highest": lambda m, node, env: max(_over(m, node, env), default=0),
    "lowest": lambda m, node, env: min(_over(m, node, env), default=0),
    "least": lambda m, node, env: min(amount(m, one, env) for one in node.args["least"]),
    "plus": lambda m, node, env: sum(amount(m, one, env) for one in node.args["plus"]),
    "times": lambda m, node, env: amount(m, node.args["times"], env) * amount(m, node.args["by"], env),
    "up_to": lambda m, node, env: amount(m, node.args["up_to"], env),
}


def condition(m: Match, node: Node, env: Env) -> bool:
    """Whether a condition holds now."""
    return (_CONDITIONS.get(node.word) or m.rules.conditions[node.word])(m, node, env)


def _between(m: Match, value: int, node: Node, env: Env) -> bool:
    low = node.args.get("min", None if "max" in node.args else 1)
    return _in_range(m, value, {"min": low, "max": node.args.get("max")}, env)


def _fits(m: Match, node: Node, env: Env) -> bool:
    things = _things(m, node.args.get("target", Selector("self")), env)
    return bool(things) and all(fits(m, node.args["fits"], thing, env) for thing in things)


def _caused(m: Match, node: Node, env: Env) -> bool:
    """Whose card the event's second object is caused it, else the player whom it concerns."""
    other = env.get("other", ())
    cause = m.state.things[other[0]].controller if other else env.get("them", NOBODY)
    return cause in seats_of(m, node.args["by"], env)


_CONDITIONS: Mapping[str, Callable[[Match, Node, Env], bool]] = {
    "count": lambda m, node, env: _between(m, len(cards_in_play(m, node.args["count"], env)), node, env),
    "compare": lambda m, node, env: _between(m, amount(m, node.args["compare"], env), node, env),
    "turn": lambda m, node, env: m.state.active in seats_of(m, node.args["turn"], env),
    "turn_number": lambda m, node, env: all(
        _in_range(m, m.state.seats[seat].turns, node.args["turn_number"], env)
        for seat in seats_of(m, node.args.get("who", "you"), env)
    ),
    "starts": lambda m, node, env: m.state.first in seats_of(m, node.args["starts"], env),
    "happened": lambda m, node, env: _between(m, _happened(m, node, env), node, env),
    "fits": _fits,
    "by": _caused,
    "used": lambda m, node, env: any(
        node.args["used"] in thing.marks.get("paid", ())
        for thing in _things(m, node.args.get("target", Selector("self")), env)
    ),
    "all_of": lambda m, node, env: all(condition(m, one, env) for one in node.args["all_of"]),
    "any_of": lambda m, node, env: any(condition(m, one, env) for one in node.args["any_of"]),
    "not": lambda m, node, env: not condition(m, node.args["not"], env),
}
