"""Invocateurs' table: zones, cards as the engine plays them, and the rules object (rules digest 1, 2, 5, 14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deckkit.engine.cards import PlayCard
from deckkit.engine.rules import TableRules, ZoneSpec
from deckkit.engine.triggers import own_first
from deckkit.errors import InputError
from deckkit.games.invocateurs import combat, play, setup, summon, turn
from deckkit.games.invocateurs.effects import EVENT_WORDS, KINDS, VOCABULARY, expand, keyword_of
from deckkit.games.invocateurs.labels import EFFECTS
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.store import Catalogue
    from deckkit.engine.match import Match
    from deckkit.engine.state import Thing

__all__ = ["TABLE", "play_card", "test_card"]

_FIGHTS = ("Summon", "Character")


def play_card(card: Card, catalogue: Catalogue) -> PlayCard:  # noqa: ARG001 - the shape that all games share
    """The engine's card of a catalogue card.

    Facts that play would need and nobody knows are named in ``facts["unknown"]``; a match with decks refuses such a
    card (:func:`deckkit.engine.cards.refuse_unknown`), a board laid by hand only where the fact is needed.
    """
    said = EFFECTS.of(card.key, ())
    kind = card.facts.get("kind")
    unknown = tuple(name for name in ("kind", "type", "level", "atk", "def") if name in card.unknown)
    level = card.facts.get("level")
    trait = card.facts.get("type")
    return PlayCard(
        key=card.key,
        name=card.name,
        type=kind or "",
        names=frozenset({card.name}),
        traits=frozenset({trait}) if trait else frozenset(),
        stats={name: card.facts[name] for name in ("atk", "def") if name in card.facts},
        abilities=said.abilities,
        facts={**({} if level is None else {"level": level}), **({"unknown": unknown} if unknown else {})},
        coverage=said.coverage,
    )


def test_card(given: Mapping[str, Any], where: str) -> PlayCard:
    """A card written inline in a scenario (IN 16.3): a level 1 summon of 0 ATK and 0 DEF where nothing else is said."""
    kind = given.get("kind", "summon")
    if not isinstance(kind, str) or kind not in KINDS:
        raise InputError(
            Text("'{value}' is no {field}", {"value": kind, "field": "kind"}),
            where,
            Text("use one of: {values}", {"values": list(KINDS)}),
        )
    name, kind = given["test"], KINDS[kind]
    fights = kind in _FIGHTS
    return PlayCard(
        key=name,
        name=name,
        type=kind,
        names=frozenset({name}),
        traits=frozenset({given["type"].capitalize()}) if "type" in given else frozenset(),
        stats={stat: given.get(stat, 0) for stat in ("atk", "def")} if fights else {},
        abilities=expand(given.get("effects", ()), kind, where),
        facts={"level": given.get("level", 1)} if fights else {},
        coverage="exact",
        definition=dict(given),
    )


def _is_support(m: Match, wanted: Any, thing: Thing, _env: Any) -> bool:
    """A foe's Support card that an effect may pick: those in the Support zones (IN 14.20)."""
    zones = ("support", "officer", "terrain") if m.config["support_anywhere"] else ("support",)
    return (thing.zone in zones) is wanted


TABLE = TableRules(
    game="invocateurs",
    zones=(
        ZoneSpec("field", in_play=True, most=5),
        ZoneSpec("support", in_play=True, most=5),
        ZoneSpec("officer", in_play=True, most=1),
        ZoneSpec("terrain", in_play=True, shared=True, most=1),
        ZoneSpec("hand", seen="owner"),
        ZoneSpec("deck", seen="nobody", ordered=True),
        ZoneSpec("discard"),
        ZoneSpec("resolving"),
    ),
    vocabulary=VOCABULARY,
    play_card=play_card,
    test_card=test_card,
    begin=setup.begin,
    actions=turn.actions,
    perform={**turn.PERFORM, **summon.PERFORM, **play.PERFORM, **combat.PERFORM},
    tasks={**turn.TASKS, **summon.TASKS, **play.TASKS, **combat.TASKS},
    check=turn.check,
    next_pending=own_first,
    keyword_of=keyword_of,
    left=play.left,
    refill=turn.decked,
    operations={"special_summon": summon.special_summon, "attach_only": lambda _run: True},
    filters={"support_card": _is_support},
    notation=EVENT_WORDS,
    config={
        "life": 6000,
        "hand": 5,
        "turn_limit": 150,
        "deck_size": 40,
        "max_level": 8,
        "summoning_sickness": False,
        "attack_after_change": True,
        "flip_counts_as_change": True,
        "facedown_needs_sacrifice": True,
        "defense_up_summon": False,
        "officer_sacrifices": False,
        "officer_replace": False,
        "magic_needs_zone": False,
        "special_summon_triggers": True,
        "cancelled_attack_counts": True,
        "revealed_triggers": False,
        "support_anywhere": False,
        "any_draw_loses": True,
        "clock_action": "end_turn",
    },
    hidden_facedown=False,
)
