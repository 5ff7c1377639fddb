"""The standard tokens as the engine plays them (play digest RP 2.13)."""

from __future__ import annotations

from functools import cache
from typing import Any

from deckkit.effects.notation import Ability, Node, Selector
from deckkit.engine.cards import PlayCard
from deckkit.games.riftbound.effects import keyword_of
from deckkit.games.riftbound.lexicon import TOKENS as STANDARD

__all__ = ["token_card", "token_named"]

_TRAITS = {"Sprite": ("Fae",), "Sand Soldier": ("Shurima",), "Tentacle": ("Bilgewater",)}
_SELF = Selector("self")
#: "Reaction: kill this, exhaust: add 1 Power of any domain" (RP 2.13).
_GOLD = Ability(
    ("activate",),
    (Node("gain_resource", {"n": 1, "kind": "any"}),),
    cost=(Node("exhaust", {"target": _SELF}), Node("destroy", {"target": _SELF})),
    event="reaction",
)


@cache
def token_named(name: str) -> PlayCard:
    """The card of a standard token."""
    might, keywords = STANDARD[name]
    return token_card(name, might, keywords)


@cache
def token_card(name: str, might: int | None, keywords: tuple[str, ...] = ()) -> PlayCard:
    """The card of a token with this Might; without Might it is gear."""
    slug = "t-token-" + name.lower().replace(" ", "-")
    definition: dict[str, Any] = {"test": slug, "type": "gear" if might is None else "unit", "energy": 0, "token": True}
    if might is not None:
        definition |= {"might": might, "keywords": list(keywords)}
    return PlayCard(
        key=slug,
        name=name,
        type="Gear" if might is None else "Unit",
        names=frozenset({name}),
        traits=frozenset({name, *_TRAITS.get(name, ())}),
        stats={} if might is None else {"might": might},
        keywords=tuple(keyword_of(one) for one in keywords),
        abilities=(_GOLD,) if name == "Gold" else (),
        facts={"token": True, "domains": (), "power": 0, "quick": False, "costs": {}, "sleeping": ()},
        definition={**definition, "token_name": name},
    )
