"""What cards and effects are worth to a pilot of Lorcana, from what its seat sees: in sixths of a lore a turn or so.

Cards whose text is not played are valued by their printed facts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from deckkit.effects.notation import Block, Node, Selector
from deckkit.engine.cards import PlayCard
from deckkit.engine.state import NOBODY, Thing
from deckkit.goldfish.reader import Reader

__all__ = ["HARMS", "block_gain", "number_of", "worth"]

# -- what effects are worth ------------------------------------------------------------------------------------------

# An operation that helps whoever it is about, by its amount; one that harms them.
_HELPS = {"score": 6, "draw": 5, "gain_resource": 3, "heal": 1, "ready": 3, "look": 2, "search": 6, "play": 8}
HARMS = {
    "lose": 6,
    "damage": 2,
    "put_damage": 2,
    "destroy": 8,
    "exhaust": 2,
    "discard": 4,
    "mill": 0,
    "move": 5,
    "forbid": 2,
    "remove": 1,
    "move_damage": 1,
    "shuffle_in": 6,
    "tuck": 4,
}
_FOES = ("foe", "foes")
# Tests of filters that look at nothing but the thing itself and the players.
_PLAIN = frozenset(
    {"type", "trait", "name", "card", "keyword", "controller", "owner", "exhausted", "damaged", "fresh", "ink"}
)


def number_of(value: Any) -> int:
    """A number as far as it is printed: what has to be counted counts as 2."""
    if isinstance(value, int):
        return value
    return 3 if value == "all" else 2


def _looks_at_source(test: Node) -> bool:
    """Whether a filter may ask about the card whose ability it belongs to."""
    return not all(
        word in _PLAIN
        or (word == "cost" and all(type(bound) is int for bound in wanted.values()))
        or (word in ("any", "none") and not any(_looks_at_source(one) for one in wanted))
        for word, wanted in test.args.items()
    )


#: The worth of an operation to a seat now, of an ability of this source.
_Worth = Callable[[Reader, int], int]


def _targets(selector: Any) -> tuple[Callable[[Reader, int], tuple[int, int]], bool]:
    """How many of one's own things and of the others' a selector can be about; whether that depends on the source."""
    if not isinstance(selector, Selector) or selector.kind in ("self", "it", "bearer"):
        return lambda _seen, _source: (1, 0), False
    test = selector.filter
    if selector.kind not in ("all", "choose") or test is None or "zone" in test.args:
        return lambda _seen, _source: (1, 1), False
    most = number_of(selector.n) if selector.kind == "choose" else None

    def counted(seen: Reader, source: int) -> tuple[int, int]:
        mine = seen.fitting(test, seen.seat, source)
        theirs = sum(seen.fitting(test, seat, source) for seat in seen.foes)
        return (mine, theirs) if most is None else (min(mine, most), min(theirs, most))

    return counted, _looks_at_source(test)


def _constant(value: int) -> tuple[_Worth, bool]:
    return lambda _seen, _source: value, False


def _weighed(node: Node) -> tuple[_Worth, bool]:
    """What an operation is worth, as a function of what is seen; whether it depends on the source."""
    word, args = node.word, node.args
    if word == "choose_one":
        options = args["options"]
        return (
            lambda seen, source: max((block_gain(seen, block, source) for block in options), default=0),
            any(_weigh(one)[2] for block in options for one in block),
        )
    nested = [args[name] for name in ("do", "then") if isinstance(args.get(name), tuple)]
    if nested and word not in ("later", "watch"):
        return (
            lambda seen, source: sum(block_gain(seen, block, source) for block in nested),
            any(_weigh(one)[2] for block in nested for one in block),
        )
    n = number_of(args.get("n", 1))
    if word == "modify":
        n = sum(number_of(value) for value in args["stats"].values())
    about = word in ("modify", "grant", "ready", "heal")
    harmful = word in HARMS or (word == "modify" and n < 0)
    weight = HARMS.get(word) if word in HARMS else _HELPS.get(word, 1 if about else 0)
    if not weight:
        return _constant(0)
    if "target" not in args:
        theirs = args.get("who", "foes" if word == "forbid" else "you") in _FOES
        value = weight * min(n, 4)
        return _constant(value if theirs == harmful else -value)
    scale = weight * max(1, min(abs(n), 4)) if word not in ("destroy", "exhaust", "move", "ready") else weight
    selector = args["target"]
    count, depends = _targets(selector)
    # One chooses what one likes: harm for the others where there are any, help for one's own.
    chosen = isinstance(selector, Selector) and selector.kind == "choose"
    spared = chosen and selector.up_to

    def worth_of(seen: Reader, source: int) -> int:
        mine, others = count(seen, source)
        liked, other = (others, mine) if harmful else (mine, others)
        if not chosen:
            return scale * (liked - other)
        return scale * liked if liked else (0 if spared else -scale * other)

    return worth_of, depends


# The operations of the cards in use, by identity: a node is compared and hashed slowly.
_WEIGHED: dict[int, tuple[Node, _Worth, bool]] = {}
_MOST_WEIGHED = 20_000


def _weigh(node: Node) -> tuple[Node, _Worth, bool]:
    found = _WEIGHED.get(id(node))
    if found is None:
        if len(_WEIGHED) >= _MOST_WEIGHED:
            _WEIGHED.clear()
        found = _WEIGHED[id(node)] = (node, *_weighed(node))
    return found


def block_gain(seen: Reader, block: Block, source: int) -> int:
    """What a block of operations is worth to this seat now."""
    total = 0
    memo = seen.memo
    for node in block:
        _, worth_of, depends = _weigh(node)
        # Copies of a card ask the same; those that look at themselves ask for themselves.
        key = (id(node), source if depends else NOBODY)
        found = memo.get(key)
        if found is None:
            found = memo[key] = worth_of(seen, source)
        total += found
    return total


# -- what cards are worth --------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _printed(card: PlayCard) -> int:
    """What a card's printed facts are worth once it is in play; of a card without text that is played, its cost."""
    stats = card.stats
    if card.type == "Character":
        body = (stats.get("strength", 0) + stats.get("willpower", 0)) // 2
        return 2 + 6 * stats.get("lore", 0) + body + len(card.keywords)
    if card.type == "Location":
        return 1 + 7 * stats.get("lore", 0)
    if card.coverage in ("exact", "none"):
        return 2 if card.type == "Item" else 0
    # Nobody plays a card for nothing, but what it did would not be played here.
    return 1


def _effect(seen: Reader, thing: Thing) -> int:
    """What happens when a card is played."""
    found = 0
    for ability in thing.card.abilities:
        if ability.of is None and ability.zone == "play" and "play" in ability.on:
            gain = block_gain(seen, ability.do, thing.id)
            found += max(0, gain) if ability.may else gain
        elif "static" in ability.on or ability.of is not None:
            found += 2
        elif "activate" in ability.on or "quest" in ability.on:
            found += 3
    return found


def worth(seen: Reader, thing: Thing) -> int:
    """What a card is worth to whoever has it in play; an action, when it is played now."""
    key = ("worth", thing.id)
    found = seen.memo.get(key)
    if found is None:
        found = _printed(thing.card) + (_effect(seen, thing) if thing.card.abilities else 0)
        seen.memo[key] = found
    return int(found)
