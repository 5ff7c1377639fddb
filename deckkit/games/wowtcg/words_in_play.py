"""The game's own words of the notation where they are no operations: filters, amounts, conditions, selectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckkit.engine.match import Match
from deckkit.engine.state import Thing
from deckkit.games.wowtcg.damage import hero_of

__all__ = ["AMOUNTS", "CONDITIONS", "FILTERS", "SELECTORS"]


def _hero(m: Match, env: Any) -> tuple[int, ...]:
    hero = hero_of(m, env["seat"])
    return () if hero is None else (hero.id,)


def _damage_is(m: Match, node: Any, _env: Any) -> bool:
    """Of which sort the damage is that is being told of."""
    kind, combat = m.state.marks.get("damage_kind", ("", False))
    words = [word.lower() for word in node.args["damage_is"]]
    kinds = [word for word in words if word not in ("combat", "noncombat")]
    fought = ("combat" not in words or combat) and ("noncombat" not in words or not combat)
    return fought and (not kinds or kind in kinds)


def _damage_type(_m: Match, wanted: Any, thing: Thing, _env: Any) -> bool:
    return str(thing.card.facts.get("damage_type", "")).lower() in {word.lower() for word in wanted}


def _flag(name: str) -> Callable[[Match, Any, Thing, Any], bool]:
    def test(_m: Match, wanted: Any, thing: Thing, _env: Any) -> bool:
        return bool(thing.card.facts.get(name)) is wanted

    return test


def _flipped(_m: Match, wanted: Any, thing: Thing, _env: Any) -> bool:
    return bool(thing.marks.get("flipped")) is wanted


def _protecting(m: Match, wanted: Any, thing: Thing, _env: Any) -> bool:
    combat = m.state.marks.get("combat")
    return bool(combat and combat["protected"] and combat["defender"] == thing.id) is wanted


def _did(m: Match, wanted: Any, thing: Thing, _env: Any) -> bool:
    return any(event.it == thing.id for event in m.state.happened.get(wanted, ()))


FILTERS: Mapping[str, Callable[[Match, Any, Thing, Any], bool]] = {
    "instant": _flag("instant"),
    "ongoing": _flag("ongoing"),
    "token": _flag("token"),
    "damage_type": _damage_type,
    "flipped": _flipped,
    "protecting": _protecting,
    "did": _did,
}
AMOUNTS: Mapping[str, Callable[[Match, Any, Any], int]] = {"x": lambda _m, _node, env: int(env.get("x", 0))}
CONDITIONS: Mapping[str, Callable[[Match, Any, Any], bool]] = {"damage_is": _damage_is}
SELECTORS: Mapping[str, Callable[[Match, Any], tuple[int, ...]]] = {"hero": _hero}
