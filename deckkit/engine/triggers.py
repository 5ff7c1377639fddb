"""Events, the abilities that wait for them, and what becomes of those that triggered.

Abilities wait in an index by event, kept up to date as their cards come and go, so that an event asks only those that
listen. What triggered goes into ``state.pending``; the game's policy says in which order it is resolved.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deckkit.effects.keywords import parted
from deckkit.effects.notation import Ability
from deckkit.engine.state import NOBODY, Event, Mod, Pending, Seat, Thing
from deckkit.engine.values import applies, condition, fits, has_keyword, holds, lost

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = [
    "also",
    "emit",
    "limit_reached",
    "listen",
    "next_waiting",
    "note_use",
    "own_first",
    "pend",
    "quiet",
    "replacement",
    "resolve",
    "spend_next",
]

_NOT_EVENTS = frozenset({"static", "activate", "replace"})
_TURNS = frozenset({"start_of_turn", "end_of_turn"})


def emit(m: Match, kind: str, it: int = NOBODY, other: int = NOBODY, seat: int = NOBODY, n: int = 0) -> None:
    """Something happened: it is written down, and what waits for it triggers."""
    event = Event(kind, it, other, seat, n)
    state = m.state
    if m.log is not None:
        m.log.append(event)
    m.put(state.happened, kind, (*state.happened.get(kind, ()), event))
    for source, ability in state.watch.get(kind, ()):
        if _triggers(m, event, source, ability):
            pend(m, source, ability, event)
    for player in state.seats:
        for mod in player.mods:
            # Floating triggers: they last on their own, whatever becomes of the card that made them.
            if mod.what == "watch" and kind in mod.value[0].on:
                floating, known, once = mod.value
                known = recall(m, known)
                if _triggers(m, event, mod.source, floating, known):
                    pend(m, mod.source, floating, event, known)
                    if once:
                        m.set(player, "mods", tuple(one for one in player.mods if one is not mod))
    for source, ability, node in state.statics.get("abilities", ()):
        for given in node.args["abilities"]:
            if kind in given.on and kind not in _NOT_EVENTS:
                for thing in m.board():
                    if applies(m, source, ability, node, thing) and _triggers(m, event, thing.id, given):
                        pend(m, thing.id, given, event)
    if it != NOBODY:
        for keyword, given in m.rules.keyword_triggers.get(kind, ()):
            if has_keyword(m, state.things[it], keyword) and _triggers(m, event, it, given):
                pend(m, it, given, event)
    if m.rules.event is not None:
        m.rules.event(m, event)


def _triggers(m: Match, event: Event, source: int, ability: Ability, known: Mapping[str, Any] | None = None) -> bool:
    if ability.of is None and (event.it != source or (known is not None and "self" in known.get("left", ()))):
        seat = m.state.things[source].controller if known is None else known["seat"]
        # Turns are everybody's: an ability for some only says so in its condition.
        if event.it != NOBODY or not (event.seat == seat or event.kind in _TURNS):
            return False
    env = _env(m, source, event, known)
    if ability.of is not None and (event.it == NOBODY or not fits(m, ability.of, m.state.things[event.it], env)):
        return False
    if ability.other is not None and (
        event.other == NOBODY or not fits(m, ability.other, m.state.things[event.other], env)
    ):
        return False
    # A floating trigger (with what is known) is not an ability of the card any more.
    if known is None and (m.state.things[source].mods or "remove" in m.state.statics) and lost(m, source, ability):
        return False
    return ability.when is None or condition(m, ability.when, env)


def _env(m: Match, source: int, event: Event, known: Mapping[str, Any] | None = None) -> dict[str, Any]:
    env: dict[str, Any] = {"source": source, "seat": m.state.things[source].controller, **(known or {})}
    if event.it != NOBODY:
        env["it"] = (event.it,)
    if event.other != NOBODY:
        env["other"] = (event.other,)
    if event.seat != NOBODY:
        env["them"] = event.seat
    if event.n:
        env["event"] = {"n": event.n}
    return env


# What an env knows things by; the source is what "self" means.
_ROLES = ("it", "other", "chosen", "moved", "revealed")


def seen(m: Match, env: Mapping[str, Any]) -> dict[str, Any]:
    """Up to which stay each thing that an env knows is the same card: one in play may leave it, but not come back."""
    things = m.state.things

    def until(ids: tuple[Any, ...]) -> tuple[int, ...]:
        known = [things[one] if isinstance(one, int) else None for one in ids]
        return tuple(
            0 if thing is None else thing.stay + (thing.zone in m.in_play or thing.over != NOBODY) for thing in known
        )

    found: dict[str, Any] = {role: until(env[role]) for role in _ROLES if env.get(role)}
    if env.get("source", NOBODY) != NOBODY:
        found["self"] = until((env["source"],))
    if env.get("names"):
        found["names"] = {name: until(ids) for name, ids in env["names"].items()}
    return found


def recall(m: Match, env: Mapping[str, Any]) -> dict[str, Any]:
    """An env that has waited, without the things that are other cards by now; ``left`` says which these were."""
    known, left = dict(env), dict(env.get("left", {}))

    def same(one: Any, until: int) -> bool:
        return not isinstance(one, int) or m.state.things[one].stay <= until

    for role, stays in env.get("seen", {}).items():
        if role == "names":
            known["names"] = {
                name: tuple(one for one, until in zip(ids, stays[name], strict=True) if same(one, until))
                for name, ids in env["names"].items()
            }
            continue
        ids = (env["source"],) if role == "self" else env[role]
        kept = tuple(one for one, until in zip(ids, stays, strict=True) if same(one, until))
        if len(kept) != len(ids):
            left[role] = ids
            if role != "self":
                known[role] = kept
    if left:
        known["left"] = left
    return known


def also(m: Match, event: Event, source: int, ability: Ability) -> None:
    """An ability that has stopped working in this very moment still sees the event."""
    if _triggers(m, event, source, ability):
        pend(m, source, ability, event)


def pend(m: Match, source: int, ability: Ability, event: Event, known: Mapping[str, Any] | None = None) -> None:
    """A triggered ability begins to wait."""
    env = _env(m, source, event, known)
    env["seen"] = seen(m, env)
    one = Pending(m.serial(), env["seat"], source, ability, env)
    m.set(m.state, "pending", (*m.state.pending, one))


def listen(m: Match, thing: Thing) -> None:
    """A thing's abilities begin to work where it is now; what lies face down has none."""
    if thing.facedown:
        return
    zone = "play" if thing.zone in m.in_play else thing.zone
    for ability in thing.card.abilities:
        if ability.zone == zone:
            add_ability(m, thing.id, ability)


def add_ability(m: Match, source: int, ability: Ability) -> None:
    """An ability of a thing begins to work."""
    state = m.state
    for kind in ability.on:
        if kind == "static":
            for node in ability.do:
                for key in static_keys(node):
                    m.put(state.statics, key, (*state.statics.get(key, ()), (source, ability, node)))
        elif kind == "replace":
            key = "replace:" + ability.event
            m.put(state.watch, key, (*state.watch.get(key, ()), (source, ability)))
        elif kind not in _NOT_EVENTS:
            m.put(state.watch, kind, (*state.watch.get(kind, ()), (source, ability)))


def static_keys(node: Any) -> list[str]:
    """The keys of the index under which a static's node is found."""
    args = node.args
    if node.word == "modify":
        return ["stat:" + name for name in args["stats"]]
    if node.word == "grant":
        found = []
        if "keyword" in args:
            found.append("keyword:" + parted(args["keyword"])[0])
        return found + [kind for kind in ("abilities", "traits") if kind in args]
    if node.word in ("forbid", "force", "allow"):
        return [f"{node.word}:{args['what']}"]
    return [node.word]


def quiet(m: Match, thing: Thing) -> None:
    """A thing's abilities, given ones included, stop working."""
    state = m.state
    number = thing.id
    if not thing.card.abilities and not any(mod.what == "ability" for mod in thing.mods):
        return
    for table in (state.watch, state.statics):
        for key, entries in list(table.items()):
            if any(entry[0] == number for entry in entries):
                m.put(table, key, tuple(entry for entry in entries if entry[0] != number))


def drop_ability(m: Match, source: int, ability: Ability) -> None:
    """An ability that was given to a thing stops working (one instance of it)."""
    for kind in ability.on:
        key = "replace:" + ability.event if kind == "replace" else kind
        entries = m.state.watch.get(key, ())
        if (source, ability) in entries:
            m.put(m.state.watch, key, _without(entries, (source, ability)))
        for node in ability.do if kind == "static" else ():
            for word in static_keys(node):
                lasting = m.state.statics.get(word, ())
                m.put(m.state.statics, word, _without(lasting, (source, ability, node)))


def _without(entries: tuple[Any, ...], one: Any) -> tuple[Any, ...]:
    """The entries without one of these."""
    place = entries.index(one) if one in entries else len(entries)
    return (*entries[:place], *entries[place + 1 :])


def replacement(m: Match, kind: str, thing: Thing | None, seat: int) -> tuple[int, Ability] | None:
    """The replacement effect that bears on an event about a thing or a player, if there is one."""
    for source, ability in m.state.watch.get("replace:" + kind, ()):
        giver = m.state.things[source]
        env = {"source": source, "seat": giver.controller, "it": (thing.id,) if thing is not None else ()}
        if thing is None:
            about = giver.controller == seat
        elif ability.of is None:
            about = source == thing.id
        else:
            about = fits(m, ability.of, thing, env)
        if about and not limit_reached(m, source, ability) and holds(m, ability, env):
            return source, ability
    return None


def limit_reached(m: Match, source: int, ability: Ability) -> bool:
    """Whether an ability with a limit has been used up in this turn."""
    if not ability.limit:
        return False
    used = m.state.things[source].marks.get("used", {})
    turn = used.get(_limit_key(m, source, ability))
    return turn is not None and (ability.limit != "once_per_turn" or turn == m.state.turn)


def note_use(m: Match, source: int, ability: Ability) -> None:
    """Writes down that an ability with a limit has been used."""
    if ability.limit:
        thing = m.state.things[source]
        used = {**thing.marks.get("used", {}), _limit_key(m, source, ability): m.state.turn}
        m.mark(thing, "used", used)


def _limit_key(m: Match, source: int, ability: Ability) -> str:
    printed = m.state.things[source].card.abilities
    if ability in printed:
        return str(printed.index(ability))
    from deckkit.effects.notation import write_abilities

    return str(write_abilities((ability,)))


def next_waiting(m: Match, first: int) -> Pending | None:
    """The trigger that comes next: of the first player from this one on who has any, as that player says."""
    for seat in m.order(first):
        mine = [one for one in m.state.pending if one.seat == seat]
        if len(mine) == 1 and m.forced:
            return mine[0]
        if mine:
            serial = m.choose(seat, "trigger", [one.serial for one in mine], mine[0].source)
            return next(one for one in mine if one.serial == serial)
    return None


def own_first(m: Match) -> None:
    """A policy: the active player resolves their own triggers one at a time in any order, then the next player.

    What triggers meanwhile joins its player's; it waits until the turn to resolve comes round to that player. A check
    of the state follows each.
    """
    resolving = m.state.marks.get("resolving", m.state.active)
    chosen = next_waiting(m, resolving)
    if chosen is None:
        return
    if chosen.seat != resolving:
        m.mark(m.state, "resolving", chosen.seat)
    m.set(m.state, "pending", tuple(one for one in m.state.pending if one is not chosen))
    m.push(("trigger", chosen), ("check",), ("pending",))


def resolve(m: Match, chosen: Pending) -> None:
    """Resolves a triggered ability: its "if" is looked at now, and a "may" asked."""
    ability, env = chosen.ability, {**recall(m, chosen.env), "seat": chosen.seat}
    limited = bool(ability.limit) and "self" not in env.get("left", ())
    if limited and limit_reached(m, chosen.source, ability):
        return
    if ability.check is not None and not condition(m, ability.check, env):
        return
    if ability.may and m.choose(chosen.seat, "may", ("yes", "no"), chosen.source) == "no":
        return
    if m.log is not None:
        m.log.append(Event("trigger", chosen.source, NOBODY, chosen.seat))
    if limited:
        m.push(("block", ability.do, 0, env), ("used", chosen.source, ability))
    else:
        m.push(("block", ability.do, 0, env))


def give(m: Match, holder: Any, what: str, name: str, value: Any, until: str, seat: int, source: int) -> Mod:
    """Puts a modifier on a thing or a player."""
    mod = Mod(m.serial(), what, name, value, until, seat, source, m.state.turn)
    if until == "their_next_turn":
        # It lies there and does nothing until that turn begins.
        mod = mod._replace(what="soon", value=mod)
    m.set(holder, "mods", (*holder.mods, mod))
    if until == "while_source" and "while_source" not in m.state.marks:
        m.mark(m.state, "while_source", True)
    if mod.what == "ability":
        add_ability(m, holder.id, value)
    return mod


def turn_begins(m: Match, number: int) -> None:
    """What was made for a player's next turn begins to work, on the player and on the things that they control."""
    holders: tuple[Thing | Seat, ...] = (m.state.seats[number], *m.board(number))
    for holder in holders:
        if any(mod.what == "soon" for mod in holder.mods):
            begun = [mod.value for mod in holder.mods if mod.what == "soon"]
            m.set(holder, "mods", tuple(mod.value if mod.what == "soon" else mod for mod in holder.mods))
            for mod in begun:
                if mod.what == "ability" and isinstance(holder, Thing):
                    add_ability(m, holder.id, mod.value)


def expire(m: Match, ends: Any) -> bool:
    """Ends the modifiers for which ``ends(mod, holder)`` holds; tells whether there were any."""
    found = False
    holders: list[Thing | Seat] = [one for one in m.state.things if one.mods]
    holders += [one for one in m.state.seats if one.mods]
    for holder in holders:
        left = tuple(mod for mod in holder.mods if not ends(mod, holder))
        if len(left) == len(holder.mods):
            continue
        found = True
        for mod in holder.mods:
            if mod not in left and isinstance(holder, Thing):
                if mod.what == "ability":
                    drop_ability(m, holder.id, mod.value)
                elif mod.what == "control":
                    from deckkit.engine.moves import change_control

                    change_control(m, holder, mod.value)
        m.set(holder, "mods", left)
    return found


def spend_next(m: Match, number: int, thing: Thing, what: str | None = "play") -> None:
    """Ends what a player has for "the next …" that this thing is; ``what`` is done with it, None: anything."""
    seat = m.state.seats[number]
    spent = tuple(
        mod
        for mod in seat.mods
        if mod.what in ("reduce", "enter")
        and mod.value.args.get("next")
        and what in (None, mod.value.args.get("what", "play"))
        and fits(m, mod.value.args.get("of"), thing, {"source": mod.source, "seat": mod.seat, "it": (thing.id,)})
    )
    if spent:
        m.set(seat, "mods", tuple(mod for mod in seat.mods if mod not in spent))
