"""What cards and effects are worth to a pilot of Riftbound, from what its seat sees: a point is worth 12.

Cards whose text is not played are valued by their printed facts.
"""

from __future__ import annotations

from functools import lru_cache

from deckkit.effects.notation import Block, Node
from deckkit.engine.cards import PlayCard
from deckkit.engine.state import Thing
from deckkit.games.riftbound.tokens import token_named
from deckkit.goldfish.reader import Reader
from deckkit.goldfish.worth import Weights, number_of

__all__ = ["BODY", "HARMS", "block_gain", "effect_of", "foes_units", "missing", "worth"]

#: A body that a battlefield still waits for.
BODY = 16

HARMS = {
    "lose": 12,
    "damage": 2,
    "put_damage": 2,
    "destroy": 12,
    "banish": 12,
    "exhaust": 2,
    "discard": 4,
    "mill": 0,
    "move": 6,
    "forbid": 2,
    "remove": 1,
    "recall": 3,
    "stun": 4,
    "negate": 8,
}
_HELPS = {
    "score": 12,
    "draw": 5,
    "channel": 5,
    "buff": 3,
    "ready": 3,
    "look": 2,
    "predict": 1,
    "search": 6,
    "play": 8,
    "empower": 3,
    "attach": 1,
}


def foes_units(seen: Reader) -> list[Thing]:
    """The units of the others."""
    found = seen.memo.get("foes")
    if found is None:
        found = seen.memo["foes"] = [
            one for seat in seen.foes for one in seen.zone(seat, "play") if one.card.type == "Unit"
        ]
    return found


def missing(seen: Reader) -> int:
    """How many bodies more the battlefields wait for."""
    found = seen.memo.get("missing")
    if found is None:
        mine = sum(one.card.type == "Unit" for one in seen.zone(seen.seat, "play"))
        found = seen.memo["missing"] = max(0, seen.size(seen.seat, "battlefields") - mine)
    return int(found)


def _create(seen: Reader, node: Node, _source: int) -> int:
    """Tokens: a body each, which a battlefield may wait for, or what a gear brings."""
    n = min(4, number_of(node.get("n", 1)))
    token = token_named(node.args["token"])
    if token.type != "Unit":
        return 3 * n
    return (3 + token.stats["might"]) * n + BODY * min(n, missing(seen))


def _modify(seen: Reader, node: Node, _source: int) -> int:
    """Might matters where somebody may fight."""
    n = sum(number_of(value) for value in node.args["stats"].values())
    if not foes_units(seen):
        return 0
    lasting = node.get("until") in (None, "game", "while_source")
    return (2 if lasting else 1) * abs(n)


def _grant(seen: Reader, node: Node, _source: int) -> int:
    """Who is Temporary dies (RP 13); other keywords matter where somebody may fight."""
    if node.get("keyword") == "Temporary":
        return -12
    return int(bool(foes_units(seen)))


def _discard(seen: Reader, node: Node, _source: int) -> int:
    """Of one's own cards the spells go first, which nobody misses as long as there is nobody to harm."""
    n = min(4, number_of(node.get("n", 1)))
    if node.get("who", "you") in ("foe", "foes"):
        return 4 * n
    if foes_units(seen):
        return -4 * n
    spells = sum(one.card.type == "Spell" for one in seen.zone(seen.seat, "hand"))
    return -3 * max(0, n - spells)


def _gain(_seen: Reader, node: Node, _source: int) -> int:
    """XP lasts; other resources are for cards, which the plan counts."""
    return number_of(node.get("n", 1)) if node.get("kind") == "xp" else 1


_WEIGHTS = Weights(
    helps=_HELPS,
    harms=HARMS,
    plain=frozenset(
        {
            *("type", "trait", "name", "card", "keyword", "controller", "owner", "exhausted", "damaged", "fresh"),
            *("token", "domain", "buffed", "stunned", "equipped"),
        }
    ),
    whole=frozenset({"destroy", "exhaust", "move", "ready", "banish", "recall", "stun", "negate", "buff", "attach"}),
    own={
        "create": _create,
        "modify": _modify,
        "grant": _grant,
        "discard": _discard,
        "gain_resource": _gain,
    },
)
#: What a block of operations is worth to a seat now.
block_gain = _WEIGHTS.block


@lru_cache(maxsize=4096)
def _printed(card: PlayCard) -> int:
    """What a card's printed facts are worth once it is in play."""
    if card.type == "Unit":
        return 4 + 2 * card.stats.get("might", 0) + len(card.keywords)
    if card.type == "Gear":
        return 2 + 2 * int(card.facts.get("might_bonus", 0))
    # A spell whose text is not played would be paid for nothing.
    return 0


def effect_of(card: PlayCard) -> Block:
    """What a card does when it is played."""
    return tuple(
        node
        for ability in card.abilities
        if ability.of is None and ability.zone == "play" and "play" in ability.on
        for node in ability.do
    )


def _effect(seen: Reader, thing: Thing) -> int:
    found = 0
    for ability in thing.card.abilities:
        if ability.of is None and ability.zone == "play" and "play" in ability.on:
            gain = block_gain(seen, ability.do, thing.id)
            found += max(0, gain) if ability.may else gain
        elif thing.card.type == "Spell":
            continue
        elif "activate" in ability.on or "conquer" in ability.on or "hold" in ability.on:
            found += 4
        elif "static" in ability.on or ability.of is not None:
            found += 2
    return found


def worth(seen: Reader, thing: Thing) -> int:
    """What a card is worth to whoever has it in play; a spell, when it is played now."""
    key = ("worth", thing.id)
    found = seen.memo.get(key)
    if found is None:
        found = _printed(thing.card) + (_effect(seen, thing) if thing.card.abilities else 0)
        seen.memo[key] = found
    return int(found)
