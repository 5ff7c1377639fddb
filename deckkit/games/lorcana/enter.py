"""How a card enters play: its own text, others' and Bodyguard (rules digest 98, 199, 227-233; CR 6.7.9, 8.3.2)."""

from __future__ import annotations

from typing import Any

from deckkit.effects.notation import Ability
from deckkit.engine.match import Match
from deckkit.engine.restrictions import enter_nodes
from deckkit.engine.state import Thing
from deckkit.engine.values import (
    amount,
    applies,
)

__all__ = ["entering"]


def entering(m: Match, number: int, thing: Thing) -> dict[str, Any]:
    """How a card will enter: what its own text, others and Bodyguard say (CR 6.7.9, 8.3.2)."""
    how: dict[str, Any] = {}
    for source, node, env in enter_nodes(m, number, thing):
        if node.args.get("optional") and m.choose(number, "enter", ("ready", "exhausted"), source) == "ready":
            continue
        if node.args.get("exhausted"):
            how["exhausted"] = True
        if "then" in node.args:
            how["then"] = (*how.get("then", ()), Ability(("play",), node.args["then"]))
        if "damage" in node.args:
            how["damage"] = how.get("damage", 0) + amount(m, node.args["damage"], env)
        if "keyword" in node.args:
            how.setdefault("keywords", []).append((node.args["keyword"], node.args.get("until", "game"), source))
    if "keywords" in how:
        how["keywords"] = tuple(how["keywords"])
    guard = thing.card.type == "Character" and has_keyword_entering(m, thing, how)
    if (
        guard
        and not how.get("exhausted")
        and m.choose(number, "enter", ("ready", "exhausted"), thing.id) == "exhausted"
    ):
        how["exhausted"] = True
    return how


def has_keyword_entering(m: Match, thing: Thing, how: dict[str, Any]) -> bool:
    """Whether a card that is about to enter will have Bodyguard, also from a static in play (CR 6.4.2.3, 8.3.2)."""
    if thing.card.keyword("Bodyguard") is not None or any(
        word == "Bodyguard" for word, _, _ in how.get("keywords", ())
    ):
        return True
    return any(
        applies(m, source, ability, node, thing)
        for source, ability, node in m.state.statics.get("keyword:Bodyguard", ())
    )
