"""WoW TCG's deck lists: the starting hero apart, the main deck, a side deck of ten (WOW 58, 59, 72)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckkit.decklist.model import Deck, DeckCard, DeckSpec, ParsedList, SectionSpec
from deckkit.games.wowtcg.forms import FORMS

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue

__all__ = ["DECK"]


def _arrange(deck: Deck, parsed: ParsedList, catalogue: Catalogue) -> Deck:  # noqa: ARG001 - the shape of all games
    """Finds the starting hero of a list that does not set it apart.

    No hero may be among the deck's cards (WOW 58), so one that stands there, in a list without a hero of its own, is
    the starting hero. What a program calls sideboard (section "") is the hero or the side deck.
    """
    heroes = list(deck.sections.get("hero", ()))
    side = list(deck.sections.get("side", ()))
    for item in deck.sections.get("", ()):
        (heroes if _is_hero(item) else side).append(item)
    main = deck.sections.get("main", ())
    if not heroes:
        heroes = [item for item in main if _is_hero(item)]
        main = [item for item in main if not _is_hero(item)]
    # In a text list a heading that nobody knows may stand for any section.
    unsaid = "" if parsed.form == "text" else "side"
    others = {name: tuple(cards) for name, cards in deck.sections.items() if name not in ("", "hero", "main", "side")}
    sections = {"hero": tuple(heroes), "main": tuple(main), "side": tuple(side), **others}
    return replace(
        deck,
        sections={name: cards for name, cards in sections.items() if cards or name == "main"},
        problems=tuple(replace(problem, section=problem.section or unsaid) for problem in deck.problems),
    )


def _is_hero(item: DeckCard) -> bool:
    return item.card.facts.get("type") == "Hero"


DECK = DeckSpec(
    sections=(
        SectionSpec(
            "main",
            {"en": "Main deck", "fr": "Deck"},
            ("deck", "decklist", "deck list", "main", "mainboard", "main board", "deck principal", "pioche"),
            types=("Ally", "Ability", "Ability Ally", "Equipment", "Quest", "Location", "Master Hero"),
        ),
        SectionSpec(
            "hero",
            {"en": "Hero", "fr": "Héros"},
            ("heroes", "starting hero", "heros de depart"),
            types=("Hero",),
        ),
        SectionSpec(
            "side",
            {"en": "Side deck", "fr": "Réserve"},
            ("side", "sideboard", "side board", "deck annexe", "deck secondaire"),
        ),
    ),
    # Lists are sorted by card type, in English or French.
    headings=(
        *("master hero", "master heroes", "maitre heros", "maitres heros", "heros maitre", "heros maitres"),
        *(
            "ally",
            "allies",
            "allie",
            "allies",
            "ability",
            "abilities",
            "capacite",
            "capacites",
            "technique",
            "techniques",
        ),
        *("equipment", "equipments", "equipement", "equipements", "weapon", "weapons", "arme", "armes"),
        *("armor", "armors", "armour", "armure", "armures", "item", "items", "objet", "objets"),
        *("quest", "quests", "quete", "quetes", "location", "locations", "lieu", "lieux", "cards", "cartes", "total"),
    ),
    markers=("foil", "non-foil", "normal", "promo", "ea", "extended art", "loot"),
    arrange=_arrange,
    forms=FORMS,
)
