"""Riftbound's table: zones, cards as the engine plays them, resources, and the rules object (play digest RP 2, 10)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Ability, Node, Selector, read_abilities
from deckkit.engine.cards import Keyword, PlayCard
from deckkit.engine.match import Match
from deckkit.engine.notation import seat_name
from deckkit.engine.restrictions import forbidden
from deckkit.engine.rules import TableRules, ZoneSpec
from deckkit.engine.state import NOBODY, Thing
from deckkit.games.riftbound import (
    abilities,
    cleanup,
    combat,
    entering,
    gear,
    hidden,
    keywords,
    moving,
    play,
    runes,
    scoring,
    setup,
    showdown,
    targeting,
    turn,
)
from deckkit.games.riftbound.effects import ADDITIVE, EVENT_WORDS, VOCABULARY, keyword_of
from deckkit.games.riftbound.filters import FILTERS
from deckkit.games.riftbound.labels import EFFECTS
from deckkit.games.riftbound.operations import AMOUNTS, OPERATIONS, SELECTORS
from deckkit.games.riftbound.tokens import token_card, token_named

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.store import Catalogue

__all__ = ["TABLE", "play_card", "rune_card", "test_card"]

_SYMBOL = re.compile(r"\[(\w+)\]|:rb_(?:energy|rune)_(\w+):")
_KINDS = {"a": "any", "rainbow": "any", "c": "own"}
_COSTLY = ("Equip", "Repeat", "Empower", "Flow")


def cost_of(text: str) -> tuple[int, Mapping[str, int]] | None:
    """Energy and Power by kind of a cost as printed: ``[2][Fury]``, ``:rb_energy_2::rb_rune_fury:``."""
    energy, power = 0, dict[str, int]()
    found = False
    for one in _SYMBOL.finditer(text):
        word = (one[1] or one[2]).lower()
        found = True
        if word.isdigit():
            energy += int(word)
        else:
            kind = _KINDS.get(word, word)
            power[kind] = power.get(kind, 0) + 1
    return (energy, power) if found else None


def play_card(card: Card, catalogue: Catalogue) -> PlayCard:
    """The engine's card of a catalogue card. Raises ``UnknownFactError`` where a fact that play needs is not known."""
    rows = catalogue.abilities(card)
    said = EFFECTS.of(card.key, rows)
    # The effect text of Equipment is its unit's (RP 13.14).
    texts = {row.text_hash for row in rows if row.kind == "attached"}
    own = [one for part in said.parts if not set(part.texts) & texts for one in part.abilities]
    kind = card.fact("type")
    costs: dict[str, Any] = {}
    words = []
    for row in catalogue.keywords(card):
        words.append(Keyword(row.keyword, row.number or 0))
        cost = cost_of(row.value) if row.keyword in _COSTLY and row.value else None
        if cost is not None:
            costs[row.keyword] = cost
    costly = kind in ("Unit", "Spell", "Gear") and not card.fact("token")
    return PlayCard(
        key=card.key,
        name=card.name,
        type=kind,
        cost=card.fact("energy") if costly else 0,
        names=frozenset({card.name}),
        traits=frozenset(card.fact("tags") or ()),
        stats={"might": card.fact("might")} if kind == "Unit" else {},
        keywords=tuple(words),
        abilities=tuple(_of_cards(one) for one in said.abilities),
        facts={
            "domains": tuple(one.lower() for one in card.fact("domains") or ()),
            "power": (card.fact("power") or 0) if costly else 0,
            "supertype": card.fact("supertype"),
            "champion": card.fact("champion"),
            "token": bool(card.fact("token")),
            "might_bonus": (card.fact("might_bonus") or 0) if kind == "Gear" else 0,
            "costs": costs,
            "quick": _quick(words),
            "sleeping": tuple(_of_cards(one) for one in own) if kind == "Gear" else (),
        },
        coverage=said.coverage,
    )


def test_card(given: Mapping[str, Any], where: str) -> PlayCard:
    """A card written inline in a scenario; without a type it is a unit of Might 1 for 1 Energy."""
    if "token_name" in given:
        keywords = tuple(given.get("keywords", ()))
        return token_card(given["token_name"], given.get("might"), keywords)
    kind = given.get("type", "unit").capitalize()
    name = given["test"]
    said = read_abilities(given.get("effects", ()), VOCABULARY, where)
    words = [keyword_of(one) for one in given.get("keywords", ())]
    costs: dict[str, Any] = {}
    text = given.get("text", "")
    for found in re.finditer(r"\[([A-Z][A-Za-z-]+)(?: (\d+))?\]((?:\s*:rb_\w+:)*)", text):
        if found[1] in VOCABULARY.keywords:
            words.append(keyword_of(f"{found[1]} {found[2]}" if found[2] else found[1]))
            cost = cost_of(found[3])
            if cost is not None and found[1] in _COSTLY:
                costs[found[1]] = cost
    domains = tuple(given.get("domain", ()))
    power = given.get("power", {})
    return PlayCard(
        key=name,
        name=name,
        type=kind,
        cost=given.get("energy", 1) if kind in ("Unit", "Spell", "Gear") else 0,
        names=frozenset({name}),
        traits=frozenset(given.get("tags", ())),
        stats={"might": given.get("might", 1)} if kind == "Unit" else {},
        keywords=tuple(words),
        abilities=said,
        facts={
            "domains": domains,
            "power": dict(power) if power else 0,
            "token": bool(given.get("token")),
            "might_bonus": given.get("might_bonus", 0),
            "costs": costs,
            "quick": _quick(words),
            "sleeping": tuple(one for one in said if not _about_bearer(one)) if kind == "Gear" else (),
        },
        coverage="exact",
        definition=dict(given),
    )


def _of_cards(ability: Ability) -> Ability:
    """An ability that waits for "a card" to be played waits for no token (RP 1.4, 2.12); "a unit" may be one."""
    test = ability.of
    if test is None or "play" not in ability.on or not test.args.keys().isdisjoint(("type", "trait", "token", "self")):
        return ability
    return replace(ability, of=Node("filter", {**test.args, "token": False}))


def _about_bearer(value: Any) -> bool:
    """Whether an ability is about the unit that a gear is on: such text works while it is attached."""
    if isinstance(value, Selector):
        return value.kind == "bearer"
    if isinstance(value, Node):
        return "attached" in value.args or any(_about_bearer(one) for one in value.args.values())
    if isinstance(value, Ability):
        return any(_about_bearer(one) for one in (value.do, value.of, value.when, value.check, value.cost))
    return isinstance(value, (tuple, list)) and any(_about_bearer(one) for one in value)


def _quick(words: list[Keyword]) -> bool:
    """Whether a card can ever be played outside its player's own open Main Phase (RP 5.1)."""
    return any(one.name in ("Action", "Reaction", "Ambush", "Quick-Draw") for one in words)


def rune_card(domain: str) -> PlayCard:
    """A basic rune of a domain, as scenarios name them."""
    return PlayCard(
        key=f"t-rune-{domain}",
        name=domain,
        type="Rune",
        names=frozenset({domain}),
        facts={"domains": (domain,), "quick": False, "costs": {}},
        definition={"test": f"t-rune-{domain}", "type": "rune", "domain": [domain]},
    )


def _resources(m: Match, seat: int, kind: str) -> int:
    """XP, Energy, or Power that could be paid (RP 10)."""
    if kind == "xp":
        return int(m.state.seats[seat].marks.get("xp", 0))
    if kind in ("", "energy"):
        player, things = m.state.seats[seat], m.state.things
        return player.pool + sum(not things[one].exhausted for one in player.zones["runes"])
    have = runes.funds(m, seat)
    if kind in ("any", "own"):
        return have.any + sum(have.power.values())
    return have.any + have.power.get(kind, 0)


def _pay(m: Match, seat: int, n: int, kind: str) -> None:
    if kind == "xp":
        player = m.state.seats[seat]
        m.mark(player, "xp", player.marks.get("xp", 0) - n or None)
    elif kind in ("", "energy"):
        runes.pay(m, seat, runes.Cost(n))
    else:
        runes.pay(m, seat, runes.Cost(0, {"any" if kind == "own" else kind: n}))


def _gain(m: Match, seat: int, n: int, kind: str) -> None:
    runes.add(m, seat, "any" if kind == "own" else kind, n)


def _shown(m: Match, seat: int) -> Mapping[str, int]:
    """What everybody sees of a player besides cards: Power in the pool, XP (RP 2.6, 10.8)."""
    player = m.state.seats[seat]
    xp = player.marks.get("xp", 0)
    return {**runes.pool_power(player), **({"xp": xp} if xp else {})}


def _noted(m: Match, thing: Thing) -> Mapping[str, Any]:
    """What everybody sees of a thing besides the usual: buffs and states, who controls and contests a battlefield."""
    marks = thing.marks
    found: dict[str, Any] = {}
    if thing.card.type != "Battlefield":
        found |= {name: marks[name] for name in ("buffs", "side") if name in marks}
        return {**found, **{name: 1 for name in ("stunned", "empowered") if marks.get(name)}}
    if thing.zone != "battlefields":
        return found
    if thing.controller != NOBODY:
        found["controller"] = seat_name(thing.controller)
    if "contested" in marks:
        found["contested"] = seat_name(marks["contested"])
    cards = len(hidden.hidden_at(m, thing.id))
    return {**found, **({"facedown": cards} if cards else {})}


def _damage_taken(m: Match, thing: Thing, n: int) -> int:
    """What is prevented is never dealt; a Prevent eats as much as it says (RP 13.7)."""
    if not n:
        return 0
    if (thing.mods or m.state.statics) and forbidden(m, thing, "take_damage"):
        return 0
    for mod in thing.mods:
        if mod.what == "prevent" and n:
            if mod.value is None:
                return 0
            eaten = min(n, mod.value)
            n -= eaten
            kept = tuple(
                one._replace(value=one.value - eaten) if one is mod else one
                for one in thing.mods
                if one is not mod or mod.value > eaten
            )
            m.set(thing, "mods", kept)
    return n


def _left(m: Match, thing: Thing) -> None:
    """Gear and units part (RP 13.15); a token that leaves ceases to exist (RP 2.12)."""
    gear.left(m, thing)
    left = m.state.marks.get("left", {})
    if thing.at != NOBODY and str(thing.id) in left:
        # Where it was is noted for what looks back at it (RP 13, Deathknell).
        m.mark(m.state, "left", {**left, str(thing.id): {**left[str(thing.id)], "at": thing.at}})
    if thing.card.facts.get("token"):
        m.mark(m.state, "ghosts", (*m.state.marks.get("ghosts", ()), thing.id))


TABLE = TableRules(
    game="riftbound",
    zones=(
        ZoneSpec("play", in_play=True),
        ZoneSpec("runes", in_play=True),
        ZoneSpec("legend", in_play=True),
        ZoneSpec("battlefields", in_play=True, shared=True),
        ZoneSpec("hand", seen="owner"),
        ZoneSpec("deck", seen="nobody", ordered=True),
        ZoneSpec("rune_deck", seen="nobody", ordered=True),
        ZoneSpec("discard"),
        ZoneSpec("banishment"),
        ZoneSpec("champion"),
        ZoneSpec("facedown", seen="owner", placed=True),
        ZoneSpec("aside", seen="owner"),
        ZoneSpec("chain", shared=True),
        ZoneSpec("gone"),
    ),
    vocabulary=VOCABULARY,
    play_card=play_card,
    test_card=test_card,
    begin=setup.begin,
    actions=turn.actions,
    perform={
        **turn.PERFORM,
        **showdown.PERFORM,
        **moving.PERFORM,
        **play.PERFORM,
        **abilities.PERFORM,
        **hidden.PERFORM,
        **runes.PERFORM,
    },
    tasks={
        **setup.TASKS,
        **turn.TASKS,
        **showdown.TASKS,
        **combat.TASKS,
        **scoring.TASKS,
        **moving.TASKS,
        **play.TASKS,
        **abilities.TASKS,
    },
    check=cleanup.check,
    next_pending=turn.next_pending,
    keyword_of=keyword_of,
    stat_bonus=keywords.stat_bonus,
    choosable=targeting.choosable,
    damage_taken=_damage_taken,
    left=_left,
    resources=_resources,
    shown=_shown,
    noted=_noted,
    pay=_pay,
    play=entering.by_effect,
    refill=scoring.burn_out,
    leave=turn.leave_game,
    token=lambda _m, name: token_named(name),
    gain_resource=_gain,
    resolve_item=play.resolve_item,
    added=turn.added,
    may_first=True,
    seen_leaving=False,
    keyword_triggers=keywords.KEYWORD_TRIGGERS,
    additive=ADDITIVE,
    operations={**OPERATIONS, **keywords.OPERATIONS},
    filters=FILTERS,
    amounts=AMOUNTS,
    selectors=SELECTORS,
    notation=EVENT_WORDS,
    config={"mode": "", "victory": 0, "hand": 4},
    versions=("2026-03", "2026-07"),
    seats=(2, 4),
)
