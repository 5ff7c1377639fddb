"""What cards and effects are worth to a pilot of Lorcana, from what its seat sees: in sixths of a lore a turn or so.

Cards whose text is not played are valued by their printed facts.
"""

from __future__ import annotations

from functools import lru_cache

from deckkit.engine.cards import PlayCard
from deckkit.engine.state import Thing
from deckkit.goldfish.reader import Reader
from deckkit.goldfish.worth import Weights

__all__ = ["HARMS", "block_gain", "worth"]

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
_WEIGHTS = Weights(
    helps={"score": 6, "draw": 5, "gain_resource": 3, "heal": 1, "ready": 3, "look": 2, "search": 6, "play": 8},
    harms=HARMS,
    plain=frozenset(
        {"type", "trait", "name", "card", "keyword", "controller", "owner", "exhausted", "damaged", "fresh", "ink"}
    ),
)
#: What a block of operations is worth to a seat now.
block_gain = _WEIGHTS.block


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
