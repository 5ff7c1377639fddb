"""WoW TCG's table: zones, cards as the engine plays them, hooks, and the rules object (rules digest C to K)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Ability, read_abilities
from deckkit.engine.cards import Keyword, PlayCard
from deckkit.engine.chain import onto_chain
from deckkit.engine.match import Match
from deckkit.engine.restrictions import forbidden
from deckkit.engine.rules import TableRules, ZoneSpec
from deckkit.engine.state import Thing
from deckkit.engine.values import has_keyword, keyword_n
from deckkit.engine.values import stat as stat_of
from deckkit.games.wowtcg import (
    acting,
    checks,
    combat,
    damage,
    flow,
    heroes,
    limits,
    operations,
    payment,
    play,
    setup,
    strikes,
    turn,
    using,
    words_in_play,
)
from deckkit.games.wowtcg.effects import ADDITIVE, VOCABULARY
from deckkit.games.wowtcg.keyword_rules import EVENT_WORDS, KEYWORD_TRIGGERS, keyword_of
from deckkit.games.wowtcg.labels import EFFECTS

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.store import Catalogue

__all__ = ["TABLE", "TYPES", "play_card", "test_card"]

#: The words for types in test cards, with the engine's type and the traits that the word brings.
TYPES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "ally": ("Ally", ()),
    "ability": ("Ability", ()),
    "weapon": ("Equipment", ("Weapon",)),
    "armor": ("Equipment", ("Armor",)),
    "item": ("Equipment", ("Item",)),
    "equipment": ("Equipment", ()),
    "hero": ("Hero", ()),
    "master hero": ("Hero", ("Master Hero",)),
    "quest": ("Quest", ()),
    "location": ("Location", ()),
}
_STATS = ("atk", "health", "def", "strike_cost")
#: The facts that play needs, by type of card.
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "Hero": ("health",),
    "Master Hero": ("cost", "atk", "health"),
    "Ally": ("cost", "atk", "health"),
    "Ability Ally": ("cost", "atk", "health"),
    "Ability": ("cost",),
    "Equipment": ("cost", "atk", "def", "strike_cost"),
}
_PLAYED = frozenset(_NEEDED) - {"Hero"}
_FORMULA = re.compile(r"(?:(?P<base>\d+) (?P<sign>[+-]) )?X")
_LIMIT = re.compile(r"(?P<tag>.+) \((?P<most>\d+)\)")
_CHEAPENS = ("Diplomacy", "Harmonize")


def play_card(card: Card, catalogue: Catalogue) -> PlayCard:
    """The engine's card of a catalogue card.

    Facts that play would need and nobody knows are named in ``facts["unknown"]``; a match with decks refuses such a
    card (:func:`deckkit.engine.cards.refuse_unknown`).
    """
    said = EFFECTS.of(card.key, catalogue.abilities(card))
    facts = card.facts
    kind = str(facts.get("type") or "")
    words = [text for name in ("subtypes", "tags", "races", "classes", "faction") for text in facts.get(name) or ()]
    unknown = tuple(name for name in ("type", *_NEEDED.get(kind, ())) if name in card.unknown)
    own = [_keyword(one) for one in catalogue.keywords(card)]
    formula = _FORMULA.fullmatch(str(facts.get("cost_formula", "")))
    more: dict[str, Any] = {}
    if formula is not None:
        # "6 - X": what X is stands in the text, nobody chooses it.
        more.update({} if formula["sign"] == "-" else {"x": 1})
    if "health_back" in facts and "health" in facts:
        more["health_back"] = facts["health_back"] - facts["health"]
    if unknown:
        more["unknown"] = unknown
    for name in ("damage_type", "instant", "ongoing"):
        if facts.get(name):
            more[name] = facts[name]
    return _made(
        key=card.key,
        name=card.name,
        kind=kind,
        cost=int(formula["base"] or 0) if formula is not None else int(facts.get("cost") or 0),
        words=words,
        stats={name: facts[name] for name in _STATS if name in facts},
        keywords=own,
        abilities=said.abilities,
        coverage=said.coverage,
        limits=facts.get("limits") or (),
        races=facts.get("races") or (),
        more=more,
    )


def test_card(given: Mapping[str, Any], where: str) -> PlayCard:
    """A card written inline in a scenario, or a token: an ally 1/1 for 1 where nothing else is said."""
    kind, words = TYPES[given.get("type", "ally")]
    weapon, shield = "Weapon" in words, "Armor" in words
    stats: dict[str, int] = {}
    if kind in ("Ally", "Hero"):
        stats = {
            "atk": given.get("atk", int(kind == "Ally")),
            "health": given.get("health", 1 if kind == "Ally" else 25),
        }
    elif weapon or "atk" in given:
        stats = {"atk": given.get("atk", 1), "strike_cost": given.get("strike_cost", 0)}
    if shield or "def" in given:
        stats["def"] = given.get("def", 1)
    tags = [_LIMIT.fullmatch(one) for one in given.get("tags", ())]
    limit_words = [one for one in given.get("tags", ()) if _LIMIT.fullmatch(one) or one == "Unique"]
    plain = [one for one, limit in zip(given.get("tags", ()), tags, strict=True) if limit is None and one != "Unique"]
    races = _listed(given.get("race"))
    keywords = [keyword_of(one) for one in given.get("keywords", ())]
    if "effects" in given or "text" not in given:
        abilities = read_abilities(given.get("effects", ()), VOCABULARY, where)
    else:
        from deckkit.games.wowtcg.compiling import compile_text
        from deckkit.games.wowtcg.keywords import keywords as own_keywords

        abilities = compile_text(given["text"], given, given["test"])
        keywords += [_keyword(one) for one in own_keywords(given["text"])]
    more: dict[str, Any] = {name: True for name in ("instant", "ongoing", "token") if given.get(name)}
    if kind == "Ability" and any(set(one.on) - {"play"} for one in abilities):
        more["ongoing"] = True
    if "damage_type" in given:
        more["damage_type"] = given["damage_type"].capitalize()
    name = given["test"]
    return _made(
        key=name,
        name=name,
        kind="Master Hero" if "Master Hero" in words else kind,
        cost=given.get("cost", 1 if kind == "Ally" else 0),
        words=[*words, *plain, *races, *_listed(given.get("class")), *_listed(given.get("faction"))],
        stats=stats,
        keywords=keywords,
        abilities=abilities,
        coverage="exact",
        limits=limit_words,
        races=races,
        more=more,
        definition=dict(given),
    )


def _keyword(record: Any) -> Keyword:
    """A keyword with its number or its kind of cards; an X is not known beforehand."""
    return keyword_of(record.keyword if record.value in (None, "X") else f"{record.keyword} {record.value}")


def _listed(value: Any) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)


def _made(
    *,
    key: str,
    name: str,
    kind: str,
    cost: int,
    words: list[str],
    stats: dict[str, int],
    keywords: list[Keyword],
    abilities: tuple[Ability, ...],
    coverage: str,
    limits: Any,
    races: Any,
    more: dict[str, Any],
    definition: Mapping[str, Any] | None = None,
) -> PlayCard:
    traits = {word for word in words if word != "Neutral"}
    # "1H Weapon" is a Weapon, a Wand or Shield what it says.
    traits |= {"Weapon"} if any(word.endswith(" Weapon") for word in words) else set()
    counted: list[tuple[str, int]] = []
    for text in limits:
        found = _LIMIT.fullmatch(text)
        tag, most = (found["tag"], int(found["most"])) if found is not None else (text, 1)
        counted.append((tag, most))
        traits.add(tag)
        if tag.endswith(" Totem"):
            traits.add("Totem")
    engine_type = {"Master Hero": "Hero", "Ability Ally": "Ally"}.get(kind, kind)
    if kind == "Master Hero":
        traits.add("Master Hero")
    if kind == "Ability Ally":
        traits |= {"Ability", "Totem"}
    if engine_type == "Hero":
        stats = {"atk": 0, **stats}
        abilities = tuple(abilities)
    if engine_type in ("Quest", "Location"):
        # They work in the resource row.
        abilities = tuple(replace(one, zone="resources") if one.zone == "play" else one for one in abilities)
    facts: dict[str, Any] = {"limits": tuple(counted), "races": tuple(races), **more}
    effect = play.effect_of(abilities)
    if effect:
        facts["effect"] = effect
    if kind in _PLAYED and "unknown" not in facts:
        facts["playable"] = True
    if any(one.name == "Artifact" for one in keywords):
        facts["artifact"] = True
    if any(one.name.startswith(_CHEAPENS) for one in keywords):
        facts["cheapens"] = True
    return PlayCard(
        key=key,
        name=name,
        type=engine_type,
        cost=cost,
        names=frozenset({name}),
        traits=frozenset(traits),
        stats=stats,
        keywords=tuple(keywords),
        abilities=abilities,
        facts=facts,
        coverage=coverage,
        definition=definition,
    )


# -- hooks -----------------------------------------------------------------------------------------------------------


def _stat_bonus(m: Match, thing: Thing, stat: str) -> int:
    """Assault in the own turn (WOW 92), Berserking (WOW 94), strikes (WOW 36), Cat Form (WOW 112), counters."""
    bonus = 0
    if stat == "health" and thing.card.type == "Hero" and m.config["hero_health"]:
        bonus += int(m.config["hero_health"]) - thing.card.stats.get("health", 0)
    if thing.marks:
        counters = thing.marks.get("counters")
        if counters:
            bonus += counters.get(f"+1 {stat}", 0)
            if stat in ("atk", "health"):
                bonus += counters.get("+1/+1", 0)
        if stat == "health" and thing.marks.get("flipped"):
            bonus += thing.card.facts.get("health_back", 0)
    if stat != "atk" or thing.card.type not in ("Ally", "Hero"):
        return bonus
    if thing.card.keywords or thing.mods or not _NUMBERS.isdisjoint(m.state.statics):
        if m.state.active == thing.controller:
            bonus += _assault(m, thing)
        if thing.damage and has_keyword(m, thing, "Berserking"):
            bonus += thing.damage
    if thing.card.type == "Hero":
        if "strikes" in m.state.marks:
            bonus += strikes.added_atk(m, thing)
        bonus += _as_cat(m, thing)
    return bonus


def _assault(m: Match, thing: Thing) -> int:
    """A number of Assault that asks for the very ATK is answered without it."""
    key = ("assault", thing.id, "atk")
    if key in m.computing:
        return 0
    m.computing.add(key)
    try:
        return keyword_n(m, thing, "Assault") if has_keyword(m, thing, "Assault") else 0
    finally:
        m.computing.discard(key)


_NUMBERS = frozenset({"keyword:Assault", "keyword:Berserking"})


def _as_cat(m: Match, hero: Thing) -> int:
    """Cat Form: Assault 1 by the rulebook, officially +1 ATK while attacking (WOW 112)."""
    things = m.state.things
    row = m.state.seats[hero.controller].zones["hero_row"]
    form = any(things[one].card.keywords and things[one].card.keyword("Cat Form") is not None for one in row)
    if not form and not ("keyword:Cat Form" in m.state.statics and has_keyword(m, hero, "Cat Form")):
        return 0
    if m.version == "official":
        return int(m.state.marks.get("attack", (-1,))[0] == hero.id)
    return int(m.state.active == hero.controller)


_ABOUT_TARGETS = frozenset(
    {
        "keyword:Untargetable",
        "keyword:Spellshield",
        "keyword:Shadowmeld",
        "keyword:Invincible",
        "forbid:be_targeted",
    }
)


def _choosable(m: Match, seat: int, thing: Thing, source: int) -> bool:
    """Untargetable, Invincible, Shadowmeld while ready; Spellshield against opponents (WOW 96, 99, 118, 121)."""
    if not (thing.card.keywords or thing.mods) and _ABOUT_TARGETS.isdisjoint(m.state.statics):
        return True
    if has_keyword(m, thing, "Untargetable") or has_keyword(m, thing, "Invincible"):
        return False
    if not thing.exhausted and has_keyword(m, thing, "Shadowmeld"):
        return False
    if thing.controller != seat and has_keyword(m, thing, "Spellshield"):
        return False
    return not forbidden(m, thing, "be_targeted", m.state.things[source] if source >= 0 else None)


_ABOUT_LEAVING = frozenset(
    {"keyword:Invincible", "keyword:Will of the Forsaken", "forbid:leave", "forbid:be_destroyed"}
)


def _stays(m: Match, thing: Thing, how: str) -> bool:
    """Invincible cannot leave play, Will of the Forsaken only with fatal damage or without health (WOW 121, 140)."""
    if not (thing.card.keywords or thing.mods) and _ABOUT_LEAVING.isdisjoint(m.state.statics):
        return False
    if has_keyword(m, thing, "Invincible") or forbidden(m, thing, "leave"):
        return True
    if has_keyword(m, thing, "Will of the Forsaken") and thing.damage < stat_of(m, thing, "health"):
        return True
    return how == "destroy" and thing.damage < stat_of(m, thing, "health") and forbidden(m, thing, "be_destroyed")


def _noted(_m: Match, thing: Thing) -> Mapping[str, Any]:
    """A flipped hero, and counters."""
    found: dict[str, Any] = {"flipped": True} if thing.marks.get("flipped") else {}
    if thing.marks.get("counters"):
        found["counters"] = dict(thing.marks["counters"])
    return found


TABLE = TableRules(
    game="wowtcg",
    zones=(
        ZoneSpec("hero", in_play=True),
        ZoneSpec("allies", in_play=True),
        ZoneSpec("hero_row", in_play=True),
        ZoneSpec("resources"),
        ZoneSpec("hand", seen="owner"),
        ZoneSpec("deck", seen="nobody", ordered=True),
        ZoneSpec("discard"),
        ZoneSpec("removed"),
        ZoneSpec("chain", shared=True),
        ZoneSpec("gone"),
    ),
    vocabulary=VOCABULARY,
    play_card=play_card,
    test_card=test_card,
    begin=setup.begin,
    actions=acting.actions,
    perform={**acting.PERFORM, **play.PERFORM, **using.PERFORM, **combat.PERFORM, **strikes.PERFORM},
    tasks={
        **setup.TASKS,
        **turn.TASKS,
        **acting.TASKS,
        **flow.TASKS,
        **play.TASKS,
        **using.TASKS,
        **combat.TASKS,
        **strikes.TASKS,
        **damage.TASKS,
        **limits.TASKS,
    },
    check=checks.check,
    next_pending=onto_chain,
    keyword_of=keyword_of,
    stat_bonus=_stat_bonus,
    choosable=_choosable,
    aims=lambda selector: selector.filter is None or selector.filter.args.get("targeted") is not False,
    entered=operations.entered,
    left=limits.left,
    stays=_stays,
    noted=_noted,
    event=checks.on_event,
    resources=payment.resources,
    pay=payment.pay,
    play=play.by_effect,
    refill=checks.decked,
    resolve_item=acting.resolve_item,
    added=acting.added,
    interrupts=True,
    leave=checks.leave_game,
    token_zone="allies",
    keyword_triggers=KEYWORD_TRIGGERS,
    additive=ADDITIVE,
    operations={
        **damage.OPERATIONS,
        **heroes.OPERATIONS,
        **using.OPERATIONS,
        **limits.OPERATIONS,
        **operations.OPERATIONS,
    },
    filters={**words_in_play.FILTERS, **operations.FILTERS},
    amounts=words_in_play.AMOUNTS,
    conditions=words_in_play.CONDITIONS,
    selectors=words_in_play.SELECTORS,
    notation=EVENT_WORDS,
    # Heroes have their printed health where "hero_health" is 0.
    config={"hand": 7, "hand_size": 7, "hero_health": 0},
    versions=("reborn", "official"),
    seats=(2, 4),
    hidden_facedown=False,
)
