"""What a pilot of WoW TCG thinks cards and effects are worth, from what its seat sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from deckkit.effects.notation import Block, Node, Selector
from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.state import NOBODY, Thing
from deckkit.games.wowtcg.payment import basic_price, strike_price
from deckkit.goldfish.reader import Reader

__all__ = ["VALUES", "body", "exchange", "gain", "harmful", "needed"]

# Operations that one wishes on others, and those that one wishes for oneself, with what they are worth.
_HARM: Mapping[str, int] = {
    "damage": 3,
    "put_damage": 3,
    "destroy": 8,
    "exhaust": 2,
    "silence": 3,
    "forbid": 2,
    "interrupt": 5,
    "mill": 1,
    "remove": 2,
}
_HELP: Mapping[str, int] = {
    "draw": 4,
    "heal": 1,
    "ready": 3,
    "grant": 3,
    "search": 5,
    "look": 2,
    "create": 5,
    "play": 5,
    "prevent": 1,
    "counter": 2,
    "turn_up": 2,
    "reduce": 2,
    "allow": 2,
    "attach": 1,
}


def _price(m: Match, seat: int, thing: Thing) -> int:
    return basic_price(m, seat, thing)


def _strike(m: Match, seat: int, thing: Thing) -> int:
    return strike_price(m, seat, thing)


VALUES: Mapping[str, Callable[[Match, int, Thing], int]] = {"price": _price, "strike": _strike}


def _nodes(do: Block) -> Iterator[Node]:
    for node in do:
        yield node
        for value in node.args.values():
            if isinstance(value, tuple) and value and isinstance(value[0], Node):
                yield from _nodes(value)


def _number(node: Node, name: str = "n") -> int:
    value = node.args.get(name, 1)
    return value if isinstance(value, int) else 2


def _signed(node: Node) -> int:
    """What a change of stats is worth, below 0 where it makes weaker."""
    return sum(value if isinstance(value, int) else 1 for value in node.args.get("stats", {}).values())


@lru_cache(maxsize=4096)
def harmful(card: PlayCard) -> bool:
    """Whether what a card or its power chooses is done harm."""
    effect: Block = card.facts.get("effect", ())
    for do in (effect, *(ability.do for ability in card.abilities)):
        for node in _nodes(do):
            if any(isinstance(value, Selector) and value.kind == "choose" for value in node.args.values()):
                return _bad(node)
    return False


def _bad(node: Node) -> bool:
    if node.word == "modify":
        return _signed(node) < 0
    return node.word in _HARM


def gain(seen: Reader, do: Block, source: int) -> int:
    """What a block is worth to this seat now: harm needs somebody else to suffer it, help somebody of one's own."""
    total = 0
    for node in _nodes(do):
        worth = _worth(node)
        if not worth:
            continue
        target = node.args.get("target")
        if isinstance(target, Selector) and target.filter is not None:
            mine = seen.fitting(target.filter, seen.seat, source)
            theirs = sum(seen.fitting(target.filter, foe, source) for foe in seen.foes)
            if target.kind == "all":
                total += abs(worth) * (theirs - mine if worth < 0 else mine - theirs)
                continue
            if worth < 0:
                total += -worth if theirs else worth
            else:
                total += worth if mine or "zone" in target.filter.args else 0
            continue
        total += abs(worth) if worth < 0 and node.args.get("who") in ("foe", "foes") else worth
    return total


def _worth(node: Node) -> int:
    """Above 0 where one wishes it for oneself, below where one wishes it on others."""
    if node.word == "modify":
        return 2 * _signed(node)
    if node.word in _HARM:
        n = _number(node) if node.word in ("damage", "put_damage") else 1
        return -_HARM[node.word] * n if node.word != "damage" else -2 * n
    if node.word == "discard":
        return 3 * _number(node) if node.args.get("who") in ("foe", "foes") else -3 * _number(node)
    if node.word in _HELP:
        n = _number(node) if node.word in ("draw", "heal") else 1
        return _HELP[node.word] * n
    return 0


@lru_cache(maxsize=4096)
def body(card: PlayCard) -> int:
    """What an ally is worth by its numbers and keywords."""
    numbers = card.stats
    return 2 * numbers.get("atk", 0) + numbers.get("health", 0) + len(card.keywords) + len(card.abilities)


def needed(seen: Reader, thing: Thing) -> int:
    """How much a card is wanted in hand: what can soon be played, and does something."""
    card = thing.card
    if card.type in ("Quest", "Location"):
        return 6
    resources = seen.size(seen.seat, "resources")
    late = max(0, card.cost - resources - 2)
    if card.type == "Ally":
        found = 10 + body(card)
    elif card.type == "Equipment":
        found = 12 + 2 * card.stats.get("atk", 0)
        if any(one.card.key == card.key for one in seen.zone(seen.seat, "hero_row")):
            found -= 10
    elif card.type == "Hero":
        found = 14
    else:
        found = 8 + min(8, max(0, gain(seen, card.facts.get("effect", ()), thing.id)))
        if card.facts.get("ongoing"):
            found += 4
    return found - 4 * late


def exchange(seen: Reader, atk: int, attacker: Thing, target: Thing) -> int:
    """What an attack on an ally brings: what falls there less what falls here."""
    keeps_off = seen.has(attacker, "Long-Range")
    falls = atk >= seen.stat(target, "health") - target.damage
    back = 0 if keeps_off else seen.stat(target, "atk")
    lost = attacker.card.type == "Ally" and back >= seen.stat(attacker, "health") - attacker.damage
    return (body(target.card) if falls else 0) - (body(attacker.card) if lost else 0) - (0 if falls else 2)


def known(seen: Reader, option: Any) -> Thing | None:
    """The thing that an answer names, where the seat knows it."""
    if not isinstance(option, int) or isinstance(option, bool) or option == NOBODY:
        return None
    from deckkit.goldfish.reader import HiddenError

    try:
        return seen.thing(option)
    except (HiddenError, IndexError):
        return None
