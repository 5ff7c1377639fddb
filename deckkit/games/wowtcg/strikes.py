"""Weapons: how many a hero may wield, striking with them, and what a strike adds (WOW 36, 37, 47, 48, 50, 51)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckkit.engine import moves
from deckkit.engine.match import Match
from deckkit.engine.restrictions import forbidden, seat_forbidden
from deckkit.engine.state import NOBODY, PASS, Action, Thing
from deckkit.engine.triggers import emit
from deckkit.engine.values import has_keyword, stat
from deckkit.games.wowtcg.damage import hero_of
from deckkit.games.wowtcg.payment import pay, ready_resources, strike_price, use_up

__all__ = [
    "PERFORM",
    "TASKS",
    "added_atk",
    "damage_type",
    "destroy_forms",
    "hands",
    "is_weapon",
    "may_wield",
    "ranged_strike",
    "strikes_again",
    "wields",
]

_WIELDS = (
    "Dual Wield",
    "Ranged Dual Wield",
    "Two-Handed Dual Wield",
    "Infinite Wield",
    "Sextuple Wield",
    "Dual Shield",
)


def is_weapon(thing: Thing) -> bool:
    """Weapons are what strikes: equipment with ATK."""
    return thing.card.type == "Equipment" and "atk" in thing.card.stats


def hands(thing: Thing) -> int:
    """A two-handed weapon takes two hands."""
    return 2 if "2H Weapon" in thing.card.traits else 1


def wields(m: Match, seat: int) -> frozenset[str]:
    """What a hero may wield besides one weapon, by keywords of the hero and of the hero row (WOW 85 to 89, 105)."""
    given = any("keyword:" + name in m.state.statics for name in _WIELDS)
    found = set()
    zones = m.state.seats[seat].zones
    for one in (*zones["hero"], *zones["hero_row"]):
        thing = m.state.things[one]
        if given or thing.mods or thing.card.keywords:
            found |= {name for name in _WIELDS if has_keyword(m, thing, name)}
    return frozenset(found)


def may_wield(words: frozenset[str], weapons: Sequence[Thing], others: Sequence[Thing] = ()) -> bool:
    """Whether a hero may have these melee weapons, together with these off-hand cards (WOW 47, 48, 85 to 89, 105)."""
    two_handed = [one for one in weapons if hands(one) == 2]
    grip = "Two-Handed Dual Wield" in words
    if two_handed and others and not grip:
        return False
    shields = [one for one in others if "Shield" in one.card.traits]
    if len(others) > 1:
        # The second shield takes the place of a melee weapon.
        return "Dual Shield" in words and len(others) == 2 and len(shields) == 2 and not weapons
    if len(weapons) <= 1:
        return True
    if "Sextuple Wield" in words and sum(hands(one) for one in weapons) <= 6:
        return True
    if "Infinite Wield" in words and not two_handed:
        return True
    if len(weapons) == 2:
        return grip or ("Dual Wield" in words and not two_handed)
    return False


def _slot(thing: Thing) -> str:
    return "Ranged" if "Ranged" in thing.card.traits and "Melee" not in thing.card.traits else "Melee"


def _together(words: frozenset[str], weapons: Sequence[Thing]) -> bool:
    """Whether one combat may see strikes with all these weapons."""
    if len(weapons) <= 1:
        return True
    melee = [one for one in weapons if _slot(one) == "Melee"]
    if not melee:
        return "Ranged Dual Wield" in words and len(weapons) == 2
    return len(melee) == len(weapons) and may_wield(words, weapons)


def _able(m: Match, seat: int, *, again: bool = False) -> list[int]:
    """The weapons with which a player may strike now; ``again``: only those that have struck in this combat."""
    zones = m.state.seats[seat].zones
    struck = [one for one, _, _, owner in _strikes(m) if owner == seat]
    found = []
    words: frozenset[str] | None = None
    for one in zones["hero_row"]:
        thing = m.state.things[one]
        if not is_weapon(thing) or thing.exhausted or (again and one not in struck):
            continue
        before = [m.state.things[old] for old in dict.fromkeys(struck) if old != one]
        if before:
            words = wields(m, seat) if words is None else words
            if not _together(words, [*before, thing]):
                continue
        if one in struck and m.version == "official":
            continue
        if forbidden(m, thing, "strike") or strike_price(m, seat, thing) > ready_resources(m, seat):
            continue
        found.append(one)
    return found if not found or not seat_forbidden(m, seat, "strike") else []


def _strikes(m: Match) -> tuple[tuple[int, int, int, int], ...]:
    """The strikes of this combat: weapon, its stay, the ATK that it had, whose."""
    found: tuple[tuple[int, int, int, int], ...] = m.state.marks.get("strikes", ())
    return found


def _ask_strike(m: Match, seat: int) -> None:
    """A hero has become attacker or defender: its player may strike, once a weapon that may (WOW 36, 37)."""
    able = _able(m, seat)
    if not able:
        return
    answer = m.choose(seat, "react", [*able, PASS], NOBODY)
    if answer != PASS:
        strike(m, seat, m.state.things[answer])
        m.push(("ask_strike", seat))


def strike(m: Match, seat: int, weapon: Thing) -> None:
    """Pays the strike cost and exhausts the weapon; no link of the chain (WOW 36, 46)."""
    pay(m, seat, strike_price(m, seat, weapon))
    use_up(m, seat, weapon, "strike")
    moves.exhaust(m, weapon)
    hero = hero_of(m, seat)
    m.mark(m.state, "strikes", (*_strikes(m), (weapon.id, weapon.stay, stat(m, weapon, "atk"), seat)))
    emit(m, "strike", weapon.id, hero.id if hero is not None else NOBODY, seat)
    if has_keyword(m, weapon, "Thrown"):
        # It goes back to hand at the end of the turn (WOW 123).
        m.mark(m.state, "thrown", (*m.state.marks.get("thrown", ()), (weapon.id, weapon.stay)))
    attacks = hero is not None and m.state.marks.get("attack", (NOBODY,))[0] == hero.id
    if attacks or m.version == "official":
        destroy_forms(m, seat)


def destroy_forms(m: Match, seat: int) -> None:
    """Cat Form and Bear Form end with an attack with a weapon (officially with any strike), or with an ability that is
    not Feral (WOW 112, 113)."""
    zones = m.state.seats[seat].zones
    forms = [
        m.state.things[one]
        for one in zones["hero_row"]
        if any(word.name in ("Cat Form", "Bear Form") for word in m.state.things[one].card.keywords)
    ]
    if forms:
        moves.destroy(m, forms)


def strikes_again(m: Match, seat: int) -> list[Action]:
    """A weapon that was readied may strike once more in the same combat (WOW 50); not by the official rules."""
    if m.version == "official" or not _strikes(m):
        return []
    return [Action("strike", seat, one) for one in _able(m, seat, again=True)]


def added_atk(m: Match, thing: Thing) -> int:
    """What its strikes add to a hero's ATK; of a weapon that has left play it stays, officially it ends (WOW 51)."""
    total = 0
    for one, stay, atk, seat in _strikes(m):
        if seat == thing.controller:
            weapon = m.state.things[one]
            if weapon.zone in m.in_play and weapon.stay == stay:
                total += stat(m, weapon, "atk")
            elif m.version != "official":
                total += atk
    return total


def ranged_strike(m: Match, seat: int) -> bool:
    """Whether a player has struck with a weapon that gives Long-Range, by itself or being thrown (WOW 93, 123)."""
    for one, stay, _, owner in _strikes(m):
        weapon = m.state.things[one]
        there = owner == seat and weapon.stay == stay and weapon.zone in m.in_play
        if there and (has_keyword(m, weapon, "Long-Range") or has_keyword(m, weapon, "Thrown")):
            return True
    return False


def damage_type(m: Match, thing: Thing) -> str:
    """The type of a character's combat damage: a hero's is that of the weapon of its last strike (WOW 25)."""
    if thing.card.type == "Hero":
        for one, _, _, owner in reversed(_strikes(m)):
            if owner == thing.controller:
                return str(m.state.things[one].card.facts.get("damage_type", ""))
    return str(thing.card.facts.get("damage_type", ""))


def _perform(m: Match, action: Action) -> None:
    strike(m, action.seat, m.state.things[action.source])
    m.push(("pending",), ("check",), ("priority", action.seat))


PERFORM: Mapping[str, Any] = {"strike": _perform}
TASKS: Mapping[str, Any] = {"ask_strike": _ask_strike}
