"""What playing a card costs: base or replacing cost, additional costs, increases, discounts (RP 8.4, 8.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckkit.effects.notation import Ability, Block, Node
from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.select import fixed
from deckkit.engine.state import Thing
from deckkit.engine.triggers import limit_reached, note_use, spend_next
from deckkit.engine.values import amount, cards_in_play, condition, fits, has_keyword, keyword_n, seats_of
from deckkit.games.riftbound.common import opponents
from deckkit.games.riftbound.runes import FREE, Cost, own_kind, plus

__all__ = ["base_cost", "deflect", "extras", "keyword_cost", "other_costs", "payable", "price", "split_cost", "use_up"]

# "For free", as a reduction.
_ALL = 1_000


def base_cost(m: Match, card: PlayCard) -> Cost:
    """The printed cost (RP 10.4, 10.5)."""
    power = card.facts.get("power", 0)
    if not power:
        return Cost(card.cost)
    if isinstance(power, Mapping):
        return Cost(card.cost, dict(power))
    return Cost(card.cost, {own_kind(m, card.facts.get("domains", ())): power})


def keyword_cost(m: Match, card: PlayCard, name: str) -> Cost | None:
    """What a keyword of a card costs (``Equip``, ``Repeat`` …); None where it has no such cost."""
    if name == "Accelerate":
        return Cost(1, {own_kind(m, card.facts.get("domains", ())): 1})
    given = card.facts.get("costs", {}).get(name)
    if given is None:
        return None
    energy, power = given
    own = own_kind(m, card.facts.get("domains", ()))
    return Cost(energy, {own if kind == "own" else kind: n for kind, n in power.items()})


def price(
    m: Match,
    number: int,
    thing: Thing,
    base: Cost,
    extra: Cost = FREE,
    origin: str = "hand",
    what: str = "play",
    paid: str = "",
) -> Cost:
    """The total cost: additional costs, then increases, then discounts; nothing falls below 0 (RP 8.4).

    ``what``: ``play``, or ``empower`` for that ability's cost. ``paid`` names the optional costs that will be paid:
    some discounts ask for them.
    """
    cost = plus(base, extra.energy, extra.power)
    before = thing.marks
    if paid:
        # Looked at and put back: nothing has changed yet.
        thing.marks = {**before, "paid": tuple(paid.split("+"))}
    try:
        changes = _changes(m, number, thing, origin, what)
    finally:
        thing.marks = before
    if not changes:
        return cost
    energy, power = cost.energy, dict(cost.power)
    for n, kind, least in sorted(changes, key=lambda one: one[0] > 0):
        if kind in ("energy", "all"):
            energy = max(min(energy, least), energy - n)
        if kind != "energy":
            _less_power(power, n, kind)
    return Cost(max(0, energy), {kind: n for kind, n in power.items() if n > 0})


def _less_power(power: dict[str, int], n: int, kind: str) -> None:
    """Less Power of a kind: what asks for any domain first where any is meant, else that domain."""
    if n < 0:
        name = "any" if kind in ("power", "all") else kind
        power[name] = power.get(name, 0) - n
        return
    names = sorted(power, key=lambda one: one != "any") if kind in ("power", "all", "any") else [kind]
    for name in names:
        gone = min(n, power.get(name, 0))
        if gone:
            power[name] -= gone
            n -= gone


def _changes(m: Match, number: int, thing: Thing, origin: str, what: str) -> list[tuple[int, str, int]]:
    """The discounts (increases are negative): how much, of which part, and not below what."""
    found: list[tuple[int, str, int]] = []
    for ability in thing.card.at_hand:
        if "static" in ability.on:
            env = {"source": thing.id, "seat": number, "it": (thing.id,)}
            if _holds(m, ability, env):
                found += [
                    _change(m, node, env)
                    for node in ability.do
                    if node.word == "reduce"
                    and node.args.get("what", "play") == what
                    and fits(m, node.args.get("of"), thing, env)
                ]
    for source, ability, node in m.state.statics.get("reduce", ()):
        seat = m.state.things[source].controller
        if ability.zone != "hand" and not limit_reached(m, source, ability):
            found += _discount(m, number, thing, node, source, seat, ability, origin, what)
    for mod in m.state.seats[number].mods:
        if mod.what == "reduce":
            found += _discount(m, number, thing, mod.value, mod.source, mod.seat, None, origin, what)
    return found


def _holds(m: Match, ability: Ability, env: Mapping[str, Any]) -> bool:
    return (ability.when is None or condition(m, ability.when, env)) and (
        ability.check is None or condition(m, ability.check, env)
    )


def _change(m: Match, node: Node, env: Mapping[str, Any]) -> tuple[int, str, int]:
    n = _ALL if node.args["n"] == "all" else amount(m, node.args["n"], env)
    least = amount(m, node.args["at_least"], env) if "at_least" in node.args else 0
    return n, node.args.get("kind", "all" if n == _ALL else "energy"), least


def _discount(
    m: Match,
    number: int,
    thing: Thing,
    node: Node,
    source: int,
    seat: int,
    ability: Ability | None,
    origin: str,
    what: str = "play",
) -> list[tuple[int, str, int]]:
    env = {"source": source, "seat": seat, "it": (thing.id,)}
    if node.args.get("what", "play") != what or not fits(m, node.args.get("of"), thing, env):
        return []
    if node.args.get("from", origin) != origin:
        return []
    if ability is not None and (
        number not in seats_of(m, node.args.get("who", "you"), env)
        or not _holds(m, ability, env)
        or ("of" not in node.args and source != thing.id)
    ):
        return []
    return [_change(m, node, env)]


def use_up(m: Match, number: int, thing: Thing) -> None:
    """ "The next … you play" is spent by the next card that fits."""
    for source, ability, node in m.state.statics.get("reduce", ()):
        seat = m.state.things[source].controller
        if ability.limit and _discount(m, number, thing, node, source, seat, ability, "hand"):
            note_use(m, source, ability)
    spend_next(m, number, thing, None)


def deflect(m: Match, number: int, thing: Thing) -> int:
    """The Power of any domain that choosing a thing costs a player (RP 13, Deflect)."""
    if thing.zone != "play" or thing.controller not in opponents(m, number):
        return 0
    return keyword_n(m, thing, "Deflect") if has_keyword(m, thing, "Deflect") else 0


# -- additional and optional costs ------------------------------------------------------------------------------------


def extras(m: Match, thing: Thing) -> list[tuple[str, Cost, Block]]:
    """The optional additional costs of a card: name, Energy and Power, and what else is paid (RP 8.3)."""
    found: list[tuple[str, Cost, Block]] = []
    card = thing.card
    env = {"source": thing.id, "seat": thing.controller, "it": (thing.id,)}
    if card.keyword("Accelerate") is not None:
        # More copies do nothing (RP 13).
        found.append(("Accelerate", keyword_cost(m, card, "Accelerate") or FREE, ()))
    repeats = sum(keyword.name == "Repeat" for keyword in card.keywords) if card.type == "Spell" else 0
    if repeats:
        cost = keyword_cost(m, card, "Repeat")
        said = [] if cost is not None else said_costs(m, thing, "repeat_cost")
        costs = [(cost, ())] * repeats if cost is not None else [split_cost(m, card, block, env) for block in said]
        found += [(f"Repeat {i}" if i > 1 else "Repeat", *one) for i, one in enumerate(costs, 1)]
    for ability in card.at_hand:
        if "play" in ability.on and ability.may and ability.cost:
            found.append(("additional", *split_cost(m, card, ability.cost, env)))
    return found


def said_costs(m: Match, thing: Thing, word: str) -> list[Block]:
    """The costs of this word that a card's own text says: what Repeat costs, what it may be played for."""
    env = {"source": thing.id, "seat": thing.controller, "it": (thing.id,)}
    zone = "discard" if thing.zone == "discard" else "hand"
    return [
        node.args.get("cost", ())
        for ability in thing.card.abilities
        if ability.zone == zone and "static" in ability.on and _holds(m, ability, env)
        for node in ability.do
        if node.word == word
    ]


def other_costs(m: Match, thing: Thing) -> tuple[Cost, Block]:
    """The mandatory additional costs of a card (RP 8.4)."""
    cost, rest = FREE, tuple[Node, ...]()
    for ability in thing.card.at_hand:
        if "play" in ability.on and ability.cost and not ability.may:
            env = {"source": thing.id, "seat": thing.controller, "it": (thing.id,)}
            if ability.when is None or condition(m, ability.when, env):
                more, block = split_cost(m, thing.card, ability.cost, env)
                cost, rest = plus(cost, more.energy, more.power), (*rest, *block)
    return cost, rest


def split_cost(m: Match, card: PlayCard, cost: Block, env: Mapping[str, Any]) -> tuple[Cost, Block]:
    """A cost as Energy and Power, and what is paid otherwise (RP 8.6)."""
    total, rest = FREE, list[Node]()
    for node in cost:
        kind = node.args.get("kind", "energy") if node.word == "pay" else "xp"
        if kind == "xp":
            rest.append(node)
            continue
        n = amount(m, node.args.get("n", 1), env)
        if kind in ("", "energy"):
            total = plus(total, n)
        else:
            total = plus(total, 0, {own_kind(m, card.facts.get("domains", ())) if kind == "own" else kind: n})
    return total, tuple(rest)


def payable(m: Match, number: int, thing: Thing, rest: Block) -> bool:
    """Whether what is paid besides Energy and Power can be paid in full (RP 14.3)."""
    env = {"source": thing.id, "seat": number, "it": (thing.id,)}
    seat = m.state.seats[number]
    for node in rest:
        target = node.args.get("target")
        if node.word == "pay":
            if seat.marks.get("xp", 0) < amount(m, node.args.get("n", 1), env):
                return False
        elif node.word == "discard":
            hand = [one for one in seat.zones["hand"] if one != thing.id]
            fitting = [one for one in hand if fits(m, node.args.get("filter"), m.state.things[one], env)]
            if len(fitting) < amount(m, node.args.get("n", 1), env):
                return False
        elif target is not None and target.kind == "choose":
            found = [one for one in cards_in_play(m, target.filter, env) if one.id != thing.id]
            found = [one for one in found if _fit_to_pay(node.word, one)]
            wanted = 1 if not isinstance(target.n, int) else target.n
            if len(found) < wanted and not target.up_to:
                return False
        elif target is not None and target.kind == "all":
            found = cards_in_play(m, target.filter, env)
            if not found or not all(_fit_to_pay(node.word, one) for one in found):
                return False
        elif (target is not None and target.kind == "self" and not _fit_to_pay(node.word, thing)) or (
            target is not None and target.kind in ("bearer", "it", "place") and not fixed(m, target, env)
        ):
            return False
    return True


def _fit_to_pay(word: str, thing: Thing) -> bool:
    if word == "exhaust":
        return not thing.exhausted
    if word in ("empower", "disempower"):
        return bool(thing.marks.get("empowered")) is (word == "disempower")
    if word == "spend_buff":
        return bool(thing.marks.get("buffs"))
    return True
