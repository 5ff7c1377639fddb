"""Dealing damage: what prevents it, armor, and what follows from it (WOW 38, 40, 53; keywords WOW 83 to 140)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from deckkit.engine import moves
from deckkit.engine.match import Match
from deckkit.engine.operations_lasting import give_keyword, until
from deckkit.engine.restrictions import forbidden
from deckkit.engine.run import Run
from deckkit.engine.state import NOBODY, PASS, Thing
from deckkit.engine.triggers import emit, give
from deckkit.engine.values import applies, has_keyword, stat

__all__ = ["OPERATIONS", "TASKS", "Packet", "armor", "hero_of", "is_character", "lethal"]


class Packet(NamedTuple):
    """Damage that is to be dealt: by whom, to whom, how much, of which type."""

    source: int
    target: int
    n: int
    kind: str = ""
    combat: bool = False
    unpreventable: bool = False


def is_character(thing: Thing) -> bool:
    """Heroes and allies in play."""
    return thing.card.type in ("Hero", "Ally")


def hero_of(m: Match, seat: int) -> Thing | None:
    """A player's hero."""
    heroes = m.state.seats[seat].zones["hero"]
    return m.state.things[heroes[-1]] if heroes else None


def lethal(m: Match, thing: Thing) -> int:
    """How much more damage is fatal."""
    return max(0, stat(m, thing, "health") - thing.damage)


def _bare(m: Match, thing: Thing) -> bool:
    """Whether nothing can be said of the damage to a thing: no keyword, nothing on it, nothing in play about it."""
    return not (thing.card.keywords or thing.mods) and m.state.statics.keys().isdisjoint(_ABOUT_DAMAGE)


_ABOUT_DAMAGE = frozenset(
    {
        "prevent",
        "forbid:take_damage",
        "keyword:Hardiness",
        "keyword:Aberration",
        "keyword:Invincible",
        *(
            f"keyword:{kind} Resistance"
            for kind in ("Arcane", "Fire", "Frost", "Holy", "Melee", "Nature", "Ranged", "Shadow")
        ),
    }
)


def raised(m: Match, packet: Packet) -> int:
    """Inspiring Presence: damage outside combat by the heroes and allies of the party is 1 higher (WOW 130); and cards
    that say so of what deals the damage."""
    if packet.n <= 0 or packet.source == NOBODY:
        return packet.n
    source = m.state.things[packet.source]
    n = packet.n
    for giver, ability, node in m.state.statics.get("more", ()):
        kinds = node.args.get("kinds")
        if (kinds is None or packet.kind.lower() in kinds) and applies(m, giver, ability, node, source):
            n += n if node.args.get("double") else int(node.args.get("n", 1))
    if packet.combat or not is_character(source):
        return n
    given = "keyword:Inspiring Presence" in m.state.statics
    return n + sum(
        1
        for one in m.board(source.controller)
        if (given or one.mods or one.card.keywords) and has_keyword(m, one, "Inspiring Presence")
    )


def left_over(m: Match, packet: Packet, n: int) -> int:
    """What is not prevented by anything but armor."""
    thing = m.state.things[packet.target]
    if n <= 0 or _bare(m, thing):
        return max(0, n)
    if has_keyword(m, thing, "Invincible") or forbidden(m, thing, "take_damage"):
        return 0
    if packet.unpreventable:
        return n
    # Prevented whole: outside combat (WOW 83), of a type (WOW 134).
    if not packet.combat and has_keyword(m, thing, "Aberration"):
        return 0
    if packet.kind and has_keyword(m, thing, f"{packet.kind.capitalize()} Resistance"):
        return 0
    if has_keyword(m, thing, "Hardiness"):
        n -= 1
    for source, ability, node in m.state.statics.get("prevent", ()):
        if n > 0 and _about(packet, str(node.args.get("of", ""))) and applies(m, source, ability, node, thing):
            n = n - node.args["n"] if isinstance(node.args.get("n"), int) else 0
    return max(0, n)


def _about(packet: Packet, word: str) -> bool:
    """Whether damage is of the sort that a prevention is about."""
    if not word:
        return True
    if word in ("combat", "attack"):
        return packet.combat
    if word == "noncombat":
        return not packet.combat
    return word.lower() == packet.kind.lower()


def _shields(m: Match, packet: Packet, n: int) -> tuple[int, tuple[Any, ...]]:
    """Preventions that are used up: what is left of the damage, and of the modifiers."""
    thing = m.state.things[packet.target]
    kept = []
    for mod in thing.mods:
        if mod.what != "prevent" or n <= 0 or packet.unpreventable or not _about(packet, mod.name):
            kept.append(mod)
            continue
        most, used_up = mod.value
        stopped = n if most is None else min(n, most)
        n -= stopped
        if not used_up:
            kept.append(mod)
        elif most is not None and most > stopped:
            kept.append(mod._replace(value=(most - stopped, True)))
    return n, tuple(kept)


def armor(m: Match, seat: int) -> list[Thing]:
    """The armor that a player may exhaust to prevent damage (WOW 53)."""
    things = m.state.things
    found = []
    for one in m.state.seats[seat].zones["hero_row"]:
        thing = things[one]
        if "def" in thing.card.stats and not thing.exhausted and stat(m, thing, "def") > 0:
            found.append(thing)
    return found


def _deal(m: Match, packets: tuple[Any, ...]) -> None:
    """Damage that is dealt together: heroes' players may prevent with armor first; then all of it happens."""
    used: list[int] = []
    rest: list[int] = []
    shields: dict[int, tuple[Any, ...]] = {}
    given = [_as_dealt(m, Packet(*one)) for one in packets]
    for packet in given:
        thing = m.state.things[packet.target]
        if thing.zone not in m.in_play:
            rest.append(0)
            continue
        n = left_over(m, packet, raised(m, packet))
        if n > 0 and thing.mods and packet.target not in shields:
            n, shields[packet.target] = _shields(m, packet, n)
        if n > 0 and thing.card.type == "Hero" and not packet.unpreventable:
            n = _with_armor(m, packet, n, used)
        rest.append(n)
    for number, mods in shields.items():
        if mods != m.state.things[number].mods:
            m.set(m.state.things[number], "mods", mods)
    for one in used:
        moves.exhaust(m, m.state.things[one])
    total = 0
    hurt: list[int] = []
    for packet, n in zip(given, rest, strict=True):
        if n > 0:
            m.mark(m.state, "damage_kind", (packet.kind.lower(), packet.combat))
            moves.damage(m, m.state.things[packet.target], n, by=packet.source, dealt=False)
            total += n
            hurt.append(packet.target)
    for packet, n in zip(given, rest, strict=True):
        if n > 0:
            _dealt(m, packet, n)
    if "damage_kind" in m.state.marks:
        m.mark(m.state, "damage_kind", None)
    m.set(m.state, "back", {"moved": tuple(dict.fromkeys(hurt)), "n": total})


def _as_dealt(m: Match, packet: Packet) -> Packet:
    """Damage of a source whose damage cannot be prevented is unpreventable."""
    if packet.unpreventable or packet.source == NOBODY:
        return packet
    return packet._replace(unpreventable=True) if forbidden(m, m.state.things[packet.source], "prevent") else packet


def _with_armor(m: Match, packet: Packet, n: int, used: list[int]) -> int:
    """The hero's player exhausts armor, one piece after the other, while there is damage left to prevent."""
    thing = m.state.things[packet.target]
    own: list[int] = []
    while n > 0:
        able: list[Any] = [one.id for one in armor(m, thing.controller) if one.id not in used]
        if not able:
            break
        answer = m.choose(thing.controller, "react", [*able, PASS], packet.target, tuple(own))
        if answer == PASS:
            break
        used.append(answer)
        own.append(answer)
        n -= stat(m, m.state.things[answer], "def")
    return max(0, n)


def _dealt(m: Match, packet: Packet, n: int) -> None:
    """What follows from damage that has been dealt."""
    if packet.source == NOBODY:
        return
    source, target = m.state.things[packet.source], m.state.things[packet.target]
    m.mark(m.state, "damage_kind", (packet.kind.lower(), packet.combat))
    emit(m, "deals", source.id, target.id, source.controller, n)
    if target.card.type == "Hero" and target.controller != source.controller and source.card.type == "Ally":
        # Haste looks back at this (WOW 117).
        m.count_use(m.state.seats[source.controller], "hero_hit")
    if not packet.combat:
        return
    emit(m, "combat_damage", source.id, target.id, source.controller, n)
    if target.card.type == "Hero" and has_keyword(m, source, "Absorb"):
        # Absorb heals the own hero by as much (WOW 84).
        hero = hero_of(m, source.controller)
        if hero is not None:
            moves.heal(m, hero, n, by=source.id)
    if target.card.type == "Ally" and has_keyword(m, source, "Irradiated"):
        # It spreads to allies (WOW 122).
        give_keyword(m, target, "Irradiated", 0, "game", source.controller, source.id)


# -- the operation ---------------------------------------------------------------------------------------------------


def _damage(run: Run) -> bool:
    """The source is the card itself; of an ability card and of equipment, the hero of its player (WOW 36)."""
    m = run.m
    n = run.amount()
    # What was chosen before the target may be the source.
    source = _source(run)
    things = run.in_play()
    shares = [n] * len(things)
    if run.get("divided"):
        shares = _divided(run, things, n)
    kind = str(run.get("kind", ""))
    flag = bool(run.get("unpreventable"))
    packets = tuple(
        tuple(Packet(source, thing.id, share, kind, False, flag)) for thing, share in zip(things, shares, strict=True)
    )
    run.done([thing.id for thing in things], sum(shares))
    if packets:
        run.then.append(("deal", packets))
    return bool(things) and m.state.result is None


def _source(run: Run) -> int:
    m = run.m
    named = run.get("source")
    if named is not None:
        found = run.things("source")
        return found[0].id if found else NOBODY
    if run.source == NOBODY:
        return NOBODY
    thing = m.state.things[run.source]
    if is_character(thing):
        return thing.id
    hero = hero_of(m, run.seat)
    return hero.id if hero is not None else thing.id


def _divided(run: Run, things: list[Thing], n: int) -> list[int]:
    """The player gives each its share, at least one each while it lasts."""
    shares: list[int] = []
    for place in range(len(things)):
        left = n - sum(shares)
        after = len(things) - place - 1
        most = left - min(after, max(0, left - 1))
        shares.append(most if not after else run.number(range(1, most + 1)) if most > 1 else most)
    return shares


def _prevent(run: Run) -> bool:
    """A prevention for a while: of each damage so much, or of the ``next`` damage so much, which is used up."""
    n = None if run.get("n", "all") == "all" else run.amount()
    things = run.in_play()
    for thing in things:
        value = (n, bool(run.get("next")))
        give(run.m, thing, "prevent", run.get("of", ""), value, until(run), run.seat, run.source)
    run.done([thing.id for thing in things])
    return bool(things)


OPERATIONS: Mapping[str, Callable[[Run], bool]] = {"damage": _damage, "prevent": _prevent}
TASKS: Mapping[str, Callable[..., None]] = {"deal": _deal}
