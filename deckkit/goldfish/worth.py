"""What is worth how much to a pilot: the best use of resources, and blocks of operations weighed by tables of a game.

An operation that helps is worth its weight for each of one's own things that it is about, and costs it for each of the
others'; one that harms the other way round. One chooses what one likes; an amount that has to be counted counts as 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from deckkit.effects.notation import Block, Node, Selector
from deckkit.engine.state import NOBODY
from deckkit.goldfish.reader import Reader

__all__ = ["Ways", "Weights", "best_use", "number_of"]

#: A card's ways to be played: (price, worth) of each.
Ways = tuple[tuple[int, int], ...]
#: The worth of an operation to a seat now, of an ability of this source.
Worth = Callable[[Reader, int], int]

_FOES = ("foe", "foes")
_MOST_WEIGHED = 20_000


def number_of(value: Any) -> int:
    """A number as far as it is printed: what has to be counted counts as 2."""
    if isinstance(value, int):
        return value
    return 3 if value == "all" else 2


def _sides(types: Sequence[str], whose: str, most: int | None) -> Callable[[Reader, int], tuple[int, int]]:
    """How many things of these types one's own side and the others have, where a selector may be about them."""

    def counted(seen: Reader, _source: int) -> tuple[int, int]:
        mine = seen.count_of(types, seen.seat) if whose not in _FOES else 0
        theirs = sum(seen.count_of(types, seat) for seat in seen.foes) if whose != "you" else 0
        return (mine, theirs) if most is None else (min(mine, most), min(theirs, most))

    return counted


def _constant(value: int) -> tuple[Worth, bool]:
    return lambda _seen, _source: value, False


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a game's operations.

    ``helps`` and ``harms`` map an operation to the weight of each of its amount; of those in ``whole`` the amount does
    not matter. ``own`` weighs operations in a way of the game: (reader, node, source) → worth. ``plain`` are tests of
    filters that look at nothing but the thing itself and the players.
    """

    helps: Mapping[str, int]
    harms: Mapping[str, int]
    plain: frozenset[str]
    whole: frozenset[str] = frozenset({"destroy", "exhaust", "move", "ready"})
    own: Mapping[str, Callable[[Reader, Node, int], int]] = field(default_factory=dict)
    # The operations of the cards in use, by identity: a node is compared and hashed slowly.
    _weighed: dict[int, tuple[Node, Worth, bool]] = field(default_factory=dict, compare=False, repr=False)

    def block(self, seen: Reader, block: Block, source: int) -> int:
        """What a block of operations is worth to this seat now."""
        total = 0
        memo = seen.memo
        for node in block:
            _, worth_of, depends = self._weigh(node)
            # Copies of a card ask the same; those that look at themselves ask for themselves.
            key = (id(node), source if depends else NOBODY)
            found = memo.get(key)
            if found is None:
                found = memo[key] = worth_of(seen, source)
            total += found
        return total

    def _weigh(self, node: Node) -> tuple[Node, Worth, bool]:
        found = self._weighed.get(id(node))
        if found is None:
            if len(self._weighed) >= _MOST_WEIGHED:
                self._weighed.clear()
            found = self._weighed[id(node)] = (node, *self._node(node))
        return found

    def _node(self, node: Node) -> tuple[Worth, bool]:
        """What an operation is worth, as a function of what is seen; whether it depends on the source."""
        word, args = node.word, node.args
        if word in self.own:
            work = self.own[word]
            return lambda seen, source: work(seen, node, source), True
        if word == "choose_one":
            options = args["options"]
            return (
                lambda seen, source: max((self.block(seen, block, source) for block in options), default=0),
                any(self._weigh(one)[2] for block in options for one in block),
            )
        nested = [args[name] for name in ("do", "then") if isinstance(args.get(name), tuple)]
        if nested and word not in ("later", "watch"):
            return (
                lambda seen, source: sum(self.block(seen, block, source) for block in nested),
                any(self._weigh(one)[2] for block in nested for one in block),
            )
        n = number_of(args.get("n", 1))
        if word == "modify":
            n = sum(number_of(value) for value in args["stats"].values())
        about = word in ("modify", "grant", "ready", "heal")
        harmful = word in self.harms or (word == "modify" and n < 0)
        weight = self.harms.get(word) if word in self.harms else self.helps.get(word, 1 if about else 0)
        if not weight:
            return _constant(0)
        if "target" not in args:
            theirs = args.get("who", "foes" if word == "forbid" else "you") in _FOES
            value = weight * min(n, 4)
            return _constant(value if theirs == harmful else -value)
        scale = weight if word in self.whole else weight * max(1, min(abs(n), 4))
        selector = args["target"]
        count, depends = self._targets(selector)
        chosen = isinstance(selector, Selector) and selector.kind == "choose"
        spared = chosen and selector.up_to

        def worth_of(seen: Reader, source: int) -> int:
            mine, others = count(seen, source)
            liked, other = (others, mine) if harmful else (mine, others)
            if not chosen:
                return scale * (liked - other)
            return scale * liked if liked else (0 if spared else -scale * other)

        return worth_of, depends

    def _targets(self, selector: Any) -> tuple[Callable[[Reader, int], tuple[int, int]], bool]:
        """How many of one's own things and of the others' a selector can be about; whether the source matters."""
        if not isinstance(selector, Selector) or selector.kind in ("self", "it", "bearer"):
            return lambda _seen, _source: (1, 0), False
        test = selector.filter
        if selector.kind not in ("all", "choose") or test is None or "zone" in test.args:
            return lambda _seen, _source: (1, 1), False
        most = number_of(selector.n) if selector.kind == "choose" else None
        whose = test.args.get("controller", "any")
        if "type" in test.args and set(test.args) <= {"type", "controller"} and whose in ("any", "you", *_FOES):
            return _sides(test.args["type"], whose, most), False

        def counted(seen: Reader, source: int) -> tuple[int, int]:
            mine = seen.fitting(test, seen.seat, source)
            theirs = sum(seen.fitting(test, seat, source) for seat in seen.foes)
            return (mine, theirs) if most is None else (min(mine, most), min(theirs, most))

        return counted, self._looks_at_source(test)

    def _looks_at_source(self, test: Node) -> bool:
        """Whether a filter may ask about the card whose ability it belongs to."""
        return not all(
            word in self.plain
            or (word == "cost" and all(type(bound) is int for bound in wanted.values()))
            or (word in ("any", "none") and not any(self._looks_at_source(one) for one in wanted))
            for word, wanted in test.args.items()
        )


@lru_cache(maxsize=200_000)
def best_use(cards: tuple[Ways, ...], resources: int) -> tuple[int, tuple[int, ...]]:
    """The best use of so many resources: the worth, and for each card the way it is played (-1: it is not)."""
    worths = [0] * (resources + 1)
    chosen: list[tuple[int, ...]] = [()] * (resources + 1)
    for ways in cards:
        useful = [(way, price, value) for way, (price, value) in enumerate(ways) if value > 0 and price <= resources]
        before, taken = worths, chosen
        worths, chosen = [], []
        for have in range(resources + 1):
            most, best, left = before[have], -1, have
            for way, price, value in useful:
                if price <= have and before[have - price] + value > most:
                    most, best, left = before[have - price] + value, way, have - price
            worths.append(most)
            chosen.append((*taken[left], best))
    return worths[resources], chosen[resources]
