"""Combat in five steps: proposing, attacking, defending, damage, end (WOW 34 to 41, 46)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckkit.engine import chain, moves
from deckkit.engine.match import Match
from deckkit.engine.restrictions import forbidden, forced_to
from deckkit.engine.state import NOBODY, PASS, Action, Item, Thing
from deckkit.engine.triggers import emit, expire
from deckkit.engine.values import applies, fits, has_keyword, keywords, stat
from deckkit.games.wowtcg.damage import Packet, is_character, lethal
from deckkit.games.wowtcg.flow import go_on
from deckkit.games.wowtcg.keyword_rules import words_after
from deckkit.games.wowtcg.strikes import damage_type, is_weapon, ranged_strike

__all__ = [
    "PERFORM",
    "TASKS",
    "can_attack",
    "defenders",
    "leave_combat",
    "must_attack",
    "proposals",
    "propose_now",
    "protectors",
    "resolve_proposal",
]

# The static abilities that bear on who may attack whom.
_ABOUT_ATTACKS = frozenset(
    {
        "forbid:attack",
        "forbid:be_attacked",
        "allow:attack_fresh",
        "keyword:Elusive",
        "keyword:Shadowmeld",
        "keyword:Ferocity",
        "remove",
    }
)


def can_attack(m: Match, thing: Thing) -> bool:
    """A ready hero or ally; an ally needs Ferocity in the turn it arrives, mounts never attack (WOW 28, 35, 41)."""
    if thing.exhausted or not is_character(thing):
        return False
    card = thing.card
    if card.type == "Ally":
        if "Mount" in card.traits or "Totem" in card.traits:
            return False
        if thing.fresh and not (has_keyword(m, thing, "Ferocity") or _at_once(m, thing)):
            return False
    elif m.version != "official" and not _armed(m, thing):
        return False
    if not thing.mods and not m.state.seats[thing.controller].mods and "forbid:attack" not in m.state.statics:
        return True
    return not forbidden(m, thing, "attack")


def _at_once(m: Match, thing: Thing) -> bool:
    if any(mod.what == "allow" and mod.name == "attack_fresh" for mod in thing.mods):
        return True
    return any(applies(m, *one, thing) for one in m.state.statics.get("allow:attack_fresh", ()))


def _armed(m: Match, hero: Thing) -> bool:
    """A hero needs a weapon, or ATK from something else (WOW 35)."""
    zones = m.state.seats[hero.controller].zones
    return any(is_weapon(m.state.things[one]) for one in zones["hero_row"]) or stat(m, hero, "atk") > 0


def defenders(m: Match, thing: Thing) -> list[Thing]:
    """The opposing heroes and allies that a character may attack, and what Sabotage opens (WOW 35, 119, 136)."""
    found = []
    silent = m.state.statics.keys().isdisjoint(_ABOUT_ATTACKS)
    for seat in m.foes(thing.controller):
        for name in ("hero", "allies"):
            for one in m.state.seats[seat].zones[name]:
                foe = m.state.things[one]
                if "Mount" in foe.card.traits:
                    continue
                if (silent and not (foe.mods or foe.card.keywords)) or _attackable(m, thing, foe):
                    found.append(foe)
    if thing.card.keywords or thing.mods:
        found += _sabotaged(m, thing)
    return found


def _attackable(m: Match, thing: Thing, foe: Thing) -> bool:
    if has_keyword(m, foe, "Elusive") or (not foe.exhausted and has_keyword(m, foe, "Shadowmeld")):
        return False
    return not forbidden(m, foe, "be_attacked", thing)


def _sabotaged(m: Match, thing: Thing) -> list[Thing]:
    found = []
    for word in words_after(keywords(m, thing), "Sabotage"):
        for seat in m.foes(thing.controller):
            zones = m.state.seats[seat].zones
            for one in (*zones["hero_row"], *zones["resources"]):
                card = m.state.things[one]
                kind = card.zone == "resources" if word == "Resource" else _is_kind(card, word)
                if kind and card not in found:
                    found.append(card)
    return found


def _is_kind(thing: Thing, word: str) -> bool:
    """Whether a card in play or a face-up resource is of a kind that a keyword names."""
    return not thing.facedown and (thing.card.type == word or word in thing.card.traits)


def proposals(m: Match, seat: int) -> list[Action]:
    """Every combat that the turn player may propose."""
    found = []
    zones = m.state.seats[seat].zones
    for one in (*zones["hero"], *zones["allies"]):
        thing = m.state.things[one]
        if not thing.exhausted and can_attack(m, thing):
            found += [Action("propose", seat, one, (foe.id,)) for foe in defenders(m, thing)]
    return found


def must_attack(m: Match, seat: int) -> bool:
    """Whether something has to attack before the action phase may end ("must attack if able")."""
    if "force:attack" not in m.state.statics and not any(one.mods for one in m.board(seat)):
        return False
    return any(
        forced_to(m, one, "attack") and can_attack(m, one) and defenders(m, one)
        for one in m.board(seat)
        if is_character(one)
    )


# -- step 1: propose -------------------------------------------------------------------------------------------------


def _propose(m: Match, action: Action) -> None:
    """By the official rules the proposal is a link of the chain (WOW 42)."""
    attacker, defender = action.source, action.targets[0]
    m.mark(m.state, "combat", {"attacker": attacker, "defender": defender, "step": "propose", "protected": False})
    if m.version == "official":
        chain.add(m, action.seat, attacker, "proposal")
        m.push(("pending",), ("priority", action.seat))
    else:
        m.push(("attack_step",))


def resolve_proposal(m: Match, _item: Item) -> None:
    """The proposal resolves: the attack step begins, unless the combat has been ended meanwhile."""
    if "combat" in m.state.marks:
        m.push(("attack_step",))


def propose_now(m: Match) -> bool:
    """Whether a combat is under way."""
    return "combat" in m.state.marks


def _sides(m: Match) -> tuple[Thing, Thing]:
    combat = m.state.marks["combat"]
    return m.state.things[combat["attacker"]], m.state.things[combat["defender"]]


def _there(m: Match, thing: Thing) -> bool:
    return thing.zone in m.in_play or thing.zone == "resources"


def _step(m: Match, name: str, **more: Any) -> None:
    m.mark(m.state, "combat", {**m.state.marks["combat"], "step": name, **more})


# -- step 2: attack --------------------------------------------------------------------------------------------------


def _attack_step(m: Match) -> None:
    """The attacker exhausts; if it is a hero, its player may strike (WOW 36)."""
    attacker, defender = _sides(m)
    if not (_there(m, attacker) and _there(m, defender)) or attacker.exhausted or forbidden(m, attacker, "attack"):
        # What can attack no more attacks nothing: the combat is over.
        m.push(("combat_over",))
        return
    _step(m, "attack")
    m.mark(m.state, "attack", (attacker.id, defender.id))
    m.mark(attacker, "attacked", m.state.turn)
    moves.exhaust(m, attacker)
    emit(m, "attack", attacker.id, defender.id, attacker.controller)
    emit(m, "attacked", defender.id, attacker.id, defender.controller)
    _fighting(m, attacker, ("defend_step",))


def _fighting(m: Match, thing: Thing, following: tuple[Any, ...]) -> None:
    """A character has become attacker or defender: a hero's player may strike; then there is a moment to act."""
    if thing.card.type == "Hero":
        m.push(("ask_strike", thing.controller), ("window", following, "always"))
    else:
        go_on(m, following, "always")


# -- step 3: defend --------------------------------------------------------------------------------------------------


_ABOUT_PROTECTING = frozenset({"keyword:Protector", "keyword:Bear Form", "allow:protect"})


def protectors(m: Match, attacker: Thing, defender: Thing) -> list[Thing]:
    """Who may exhaust to become the defender: a ready character with Protector of the attacked player, officially of
    any player opposed to the attacker; nobody against Stealth, anybody against Conspicuous (WOW 37, 95, 98, 131)."""
    if not is_character(defender) or has_keyword(m, attacker, "Stealth") or forbidden(m, attacker, "be_protected"):
        return []
    seats = m.foes(attacker.controller) if m.version == "official" else (defender.controller,)
    open_to_all = has_keyword(m, attacker, "Conspicuous")
    given = not _ABOUT_PROTECTING.isdisjoint(m.state.statics)
    found = []
    for seat in seats:
        zones = m.state.seats[seat].zones
        for one in (*zones["hero"], *zones["allies"]):
            thing = m.state.things[one]
            if thing.exhausted or thing is defender or "Mount" in thing.card.traits:
                continue
            if thing.card.type != "Hero" and not (open_to_all or given or thing.mods or thing.card.keywords):
                continue
            able = (
                open_to_all
                or has_keyword(m, thing, "Protector")
                or _as_bear(m, thing)
                or _may_protect(m, thing, defender)
            )
            if able and not forbidden(m, thing, "protect", attacker):
                found.append(thing)
    return found


def _as_bear(m: Match, thing: Thing) -> bool:
    """Bear Form gives the hero Protector (WOW 113)."""
    if thing.card.type != "Hero":
        return False
    if "keyword:Bear Form" in m.state.statics and has_keyword(m, thing, "Bear Form"):
        return True
    row = m.state.seats[thing.controller].zones["hero_row"]
    return any(m.state.things[one].card.keyword("Bear Form") is not None for one in row)


def _may_protect(m: Match, thing: Thing, defender: Thing) -> bool:
    """ "Your hero can protect this ally": a permission for what fits."""
    for source, ability, node in m.state.statics.get("allow:protect", ()):
        env = {"source": source, "seat": m.state.things[source].controller, "it": (thing.id,)}
        if applies(m, source, ability, node, thing) and fits(m, node.args.get("of"), defender, env):
            return True
    return False


def _defend_step(m: Match) -> None:
    """Once a combat a Protector may take over (WOW 37)."""
    attacker, defender = _sides(m)
    if not (_there(m, attacker) and _there(m, defender)):
        m.push(("combat_over",))
        return
    _step(m, "defend")
    m.push(("ask_protect", 0))


def _ask_protect(m: Match, place: int) -> None:
    """The players who may protect are asked in turn order; the first who does settles it."""
    attacker, defender = _sides(m)
    able = protectors(m, attacker, defender)
    seats = [seat for seat in m.foes(attacker.controller) if any(one.controller == seat for one in able)]
    for seat in seats[place:]:
        options: list[Any] = [one.id for one in able if one.controller == seat]
        answer = m.choose(seat, "react", [*options, PASS], attacker.id)
        if answer != PASS:
            _protect(m, m.state.things[answer], attacker, defender)
            break
    m.push(("defending",))


def _protect(m: Match, thing: Thing, attacker: Thing, defender: Thing) -> None:
    moves.exhaust(m, thing)
    _step(m, "defend", defender=thing.id, protected=True)
    m.mark(m.state, "attack", (attacker.id, thing.id))
    emit(m, "protect", thing.id, defender.id, thing.controller)


def _defending(m: Match) -> None:
    """The defender is settled; a defending hero's player may strike, even exhausted (WOW 37)."""
    attacker, defender = _sides(m)
    emit(m, "defend", defender.id, attacker.id, defender.controller)
    _fighting(m, defender, ("damage_step",))


# -- steps 4 and 5: damage, end --------------------------------------------------------------------------------------


def _damage_step(m: Match) -> None:
    """Both deal damage equal to their ATK at the same time (WOW 38); one that has left deals and takes none."""
    attacker, defender = _sides(m)
    m.push(("damage_done",))
    if not (_there(m, attacker) and _there(m, defender)):
        return
    _step(m, "damage")
    if not is_character(defender):
        # Sabotage: no damage is dealt in such a combat (WOW 136).
        return
    packets = _hits(m, attacker, defender)
    if not _keeps_off(m, attacker):
        packets += _hits(m, defender, attacker)
    if packets:
        m.push(("deal", tuple(tuple(one) for one in packets)))


def _keeps_off(m: Match, attacker: Thing) -> bool:
    """Long-Range: the defender deals nothing back (WOW 93)."""
    if has_keyword(m, attacker, "Long-Range"):
        return True
    return attacker.card.type == "Hero" and ranged_strike(m, attacker.controller)


def _hits(m: Match, thing: Thing, other: Thing) -> list[Packet]:
    """What one side deals; Smash sends what is more than fatal on to the hero (WOW 100)."""
    n = max(0, stat(m, thing, "atk"))
    if not n or forbidden(m, thing, "deal_damage"):
        return []
    kind = damage_type(m, thing)
    attacking = m.state.marks.get("attack", (NOBODY,))[0] == thing.id
    if other.card.type == "Ally" and attacking and has_keyword(m, thing, "Smash"):
        fatal = lethal(m, other)
        heroes = m.state.seats[other.controller].zones["hero"]
        if n > fatal and heroes:
            rest = Packet(thing.id, heroes[-1], n - fatal, kind, True)
            return [*([Packet(thing.id, other.id, fatal, kind, True)] if fatal else []), rest]
    return [Packet(thing.id, other.id, n, kind, True)]


def _damage_done(m: Match) -> None:
    go_on(m, ("end_step",), "chain", check=True)


def _end_step(m: Match) -> None:
    attacker, defender = _sides(m)
    _step(m, "end")
    for one, other in ((attacker, defender), (defender, attacker)):
        if one.zone in m.in_play:
            emit(m, "end_of_combat", one.id, other.id, one.controller)
    go_on(m, ("combat_over",), "chain")


def _combat_over(m: Match) -> None:
    """Back to the action phase (WOW 39)."""
    settle = (("check",), ("pending",)) if leave_combat(m) or m.state.pending else ()
    m.push(*settle, ("priority", m.state.active))


def leave_combat(m: Match) -> bool:
    """The combat and what lasts as long as it are over; whether anything lasted."""
    for name in ("combat", "attack", "strikes"):
        if name in m.state.marks:
            m.mark(m.state, name, None)
    if m.state.marks.get("next", ("",))[0] in TASKS:
        # What would have come next was a step of it.
        m.mark(m.state, "next", None)
    return expire(m, lambda mod, _holder: mod.until == "end_of_attack")


PERFORM: Mapping[str, Callable[[Match, Action], None]] = {"propose": _propose}
TASKS: Mapping[str, Callable[..., None]] = {
    "attack_step": _attack_step,
    "defend_step": _defend_step,
    "ask_protect": _ask_protect,
    "defending": _defending,
    "damage_step": _damage_step,
    "damage_done": _damage_done,
    "end_step": _end_step,
    "combat_over": _combat_over,
}
