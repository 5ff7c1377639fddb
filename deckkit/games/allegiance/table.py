"""Allegiance's table: zones, cards as the engine plays them, settings, and the rules object (rules digest 2, 3, 13)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from deckkit.engine.cards import PlayCard
from deckkit.engine.rules import TableRules, ZoneSpec
from deckkit.errors import InputError
from deckkit.games.allegiance import creatures, play, recruit, rites, setup, turn, wounds
from deckkit.games.allegiance.effects import (
    EVENT_WORDS,
    FACTIONS,
    KINDS,
    PASSIVE,
    VOCABULARY,
    expand,
    keyword_of,
)
from deckkit.games.allegiance.labels import EFFECTS, authored, untold
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.store import Catalogue
    from deckkit.engine.match import Match
    from deckkit.engine.state import Thing

__all__ = ["TABLE", "play_card", "starting_card", "test_card"]


def play_card(card: Card, catalogue: Catalogue) -> PlayCard:
    """The engine's card of a catalogue card.

    What play would have to guess is named in ``facts["unknown"]``; a match with decks refuses such a card
    (:func:`deckkit.engine.cards.refuse_unknown`), a board laid by hand only where it is needed. A card whose
    effects nobody wrote by hand is played by its keywords, where these tell all (own cards).
    """
    kind = card.facts.get("kind") or ""
    said = EFFECTS.of_card(card, catalogue, ())
    words = [(one.keyword, one.number) for one in catalogue.keywords(card)]
    unknown: tuple[str, ...] = ("kind",) if "kind" in card.unknown else ()
    if said.coverage == "unparsed":
        unknown += ("effects",)
    unknown += tuple(untold(said.abilities))
    facts: dict[str, Any] = {"unknown": unknown} if unknown else {}
    if "allegiance_required" not in card.unknown:
        facts["requires"] = _requirement(card)
    return PlayCard(
        key=card.key,
        name=card.name,
        type=kind,
        names=frozenset({card.name}),
        stats=_price(card.facts),
        traits=frozenset({card.facts["faction"]}) if "faction" in card.facts else frozenset(),
        keywords=tuple(keyword_of(name if n is None else f"{name} {n}") for name, n in words if name in PASSIVE),
        abilities=said.abilities,
        facts=facts,
        coverage=said.coverage,
    )


def _price(facts: Mapping[str, Any]) -> dict[str, int]:
    """The price of a card, where it is known (AL 13.11)."""
    return {"price": facts["price"]} if "price" in facts else {}


def _requirement(card: Card) -> dict[str, int]:
    """ "Blue 3" asks for 3 in Blue (AL 3.3)."""
    found = {}
    for written in card.facts.get("allegiance_required", ()):
        faction, _, n = str(written).rpartition(" ")
        if faction.lower() not in FACTIONS or not n.isdigit():
            raise InputError(
                Text("'{value}' is no allegiance that a card needs", {"value": written}),
                card.name,
                Text("write it as {example}", {"example": "Blue 3"}),
            )
        found[faction.lower()] = int(n)
    return found


def test_card(given: Mapping[str, Any], where: str) -> PlayCard:
    """A card written inline in a scenario (AL 14.3): a Magic without lines where nothing is said."""
    kind = given.get("kind", "magic")
    if not isinstance(kind, str) or kind not in KINDS:
        raise InputError(
            Text("'{value}' is no {field}", {"value": kind, "field": "kind"}),
            where,
            Text("use one of: {values}", {"values": list(KINDS)}),
        )
    name, kind = given.get("name", given["test"]), KINDS[kind]
    requires = given.get("allegiance_required", {})
    for faction in (*requires, *([given["faction"]] if "faction" in given else [])):
        if faction not in FACTIONS:
            raise InputError(
                Text("'{value}' is no {field}", {"value": faction, "field": "faction"}),
                where,
                Text("use one of: {values}", {"values": list(FACTIONS)}),
            )
    return PlayCard(
        key=given["test"],
        name=name,
        type=kind,
        names=frozenset({name}),
        traits=frozenset({given["faction"].capitalize()}) if "faction" in given else frozenset(),
        keywords=tuple(keyword_of(text) for text in given.get("keywords", ())),
        abilities=expand(given.get("effects", ()), kind, where),
        stats=_price(given),
        facts={"requires": dict(requires)},
        coverage="exact",
        definition=dict(given),
    )


@cache
def starting_card(name: str) -> PlayCard:
    """A card of the configured starting deck (AL 13.10)."""
    if name == "t-soul":
        return test_card(setup.PLAIN, name)
    key = f"allegiance:{name}"
    title = setup.STARTING[name]
    abilities = authored()[key].abilities
    return PlayCard(key, title, "Soul", names=frozenset({title}), abilities=abilities, coverage="exact")


def _has_death(_m: Match, wanted: Any, thing: Thing, _env: Any) -> bool:
    return any("destroy" in one.on and one.of is None for one in thing.card.abilities) is wanted


TABLE = TableRules(
    game="allegiance",
    zones=(
        ZoneSpec("battlefield", in_play=True),
        ZoneSpec("front"),
        ZoneSpec("hand", seen="owner"),
        ZoneSpec("deck", seen="nobody", ordered=True),
        ZoneSpec("discard"),
        ZoneSpec("resolving"),
        ZoneSpec("rites"),
        ZoneSpec("recruitment", shared=True),
        ZoneSpec("recruitment_deck", seen="nobody", shared=True, ordered=True, pooled=True),
        ZoneSpec("exile", shared=True),
        ZoneSpec("free_rites", shared=True),
    ),
    vocabulary=VOCABULARY,
    play_card=play_card,
    test_card=test_card,
    begin=setup.begin,
    check_config=setup.check_settings,
    remarks=setup.remarks,
    actions=turn.actions,
    perform={**turn.PERFORM, **play.PERFORM, **recruit.PERFORM, **rites.PERFORM},
    tasks={**turn.TASKS, **play.TASKS, **rites.TASKS, **wounds.TASKS},
    check=turn.check,
    next_pending=play.active_first,
    keyword_of=keyword_of,
    resources=rites.resources,
    refill=turn.refill,
    shown=rites.shown,
    operations={
        **creatures.OPERATIONS,
        **wounds.OPERATIONS,
        **recruit.OPERATIONS,
        **rites.OPERATIONS,
        **play.OPERATIONS,
    },
    filters={"has_death": _has_death},
    notation=EVENT_WORDS,
    starter=setup.starter,
    optional=setup.OPTIONAL,
    config={
        "first_player": "random",
        "second_player_bonus": 0,
        "starting_life": 40,
        "max_life": 40,
        "play_cost": "none",
        "retreat_steps": list(turn.STEPS),
        "hand_size": 5,
        "refill": "up_to",
        "starting_deck": {"t-soul": 8, "collecteur-d-essence": 1, "essence-volatile": 1},
        "recruitment_slots": 5,
        "unknown_price": None,
        "traps_need_allegiance": False,
        "allegiance_action_limit": 1,
        "rites_unique": True,
        "max_rites_per_player": 1,
        "battlefield_size": 5,
        "divine_shield_stacks": True,
        "max_turns": None,
        "unknown_requirement": "none",
        "call_suppresses_death": False,
    },
)
