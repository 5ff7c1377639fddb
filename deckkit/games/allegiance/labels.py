"""Allegiance's effects: what was written by hand, and the game's words for saying effects in sentences of our own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from deckkit.effects.authored import authored_beside
from deckkit.effects.playing import GameEffects
from deckkit.effects.render import Labels
from deckkit.games.allegiance.cards import KEYWORDS_FR
from deckkit.games.allegiance.effects import VOCABULARY, from_keywords
from deckkit.i18n import mark

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.store import Catalogue
    from deckkit.effects.notation import Ability

__all__ = ["EFFECTS", "LABELS", "authored", "untold"]


#: The effects written by hand, by card.
authored = authored_beside(__file__, VOCABULARY)
LABELS = Labels(
    vocabulary=VOCABULARY,
    types={
        "Soul": (mark("Soul"), mark("Souls")),
        "Creature": (mark("creature"), mark("creatures")),
        "Magic": (mark("Magic"), mark("Magics")),
        "Trap": (mark("Trap"), mark("Traps")),
        "Rite": (mark("Rite"), mark("Rites")),
    },
    names={"keyword": {"fr": KEYWORDS_FR}},
    stats={
        "price": mark("price"),
        "poison": mark("poison"),
        "black": mark("Black"),
        "white": mark("White"),
        "blue": mark("Blue"),
        "red": mark("Red"),
    },
    zones={
        "battlefield": mark("the battlefield"),
        "front": mark("the played Souls"),
        "recruitment": mark("the recruitment zone"),
        "exile": mark("the exile pile"),
        "rites": mark("the Rites that a player has"),
    },
    headings={
        "battlefield": mark("battlefield"),
        "front": mark("played Souls"),
        "recruitment": mark("recruitment zone"),
        "recruitment_deck": mark("recruitment draw pile"),
        "exile": mark("exile pile"),
        "rites": mark("Rites"),
        "free_rites": mark("free Rites"),
    },
    phases={"initiation": mark("initiation"), "strategic": mark("strategic phase"), "retreat": mark("retreat")},
    decisions={
        "points": mark("how the points are divided"),
        "rite": mark("which Rite"),
        "sacrifice": mark("what is sacrificed"),
        "give": mark("what is given to the exile pile"),
        "take": mark("what is taken"),
        "keep": mark("what is kept in hand"),
        "convert": mark("what the essence becomes"),
    },
    reasons={"life": mark("no life left"), "turn_limit": mark("the last turn is over")},
    words={
        "what": {"Wounds": mark("Wounds"), "Destruction": mark("Destruction"), "Exile": mark("Exile")},
    },
    events={
        "trap": mark("from hand, in the foe's turn"),
        "destroy": mark("when {it} is destroyed"),
        "summon": mark("when {it} is summoned"),
        "wounded": mark("when an ability of {it} has dealt damage to a commander"),
        "buy": mark("when {it} is bought"),
        "exile": mark("when {it} is exiled"),
        "sacrifice": mark("when {it} is sacrificed"),
        "retreat": mark("in the retreat phase, before unspent essence is lost"),
    },
    restrictions={"be_destroyed": mark("lose creatures by anything but guarding")},
    filters={"has_death": mark("{said} with an effect on destruction")},
    operations={
        "wounds": (mark("Wounds {n}"),),
        "heal": (mark("Heal {n}"),),
        "poison": (mark("Poison {n}"),),
        "cure": (mark("Cure"),),
        "allegiance": (mark("Allegiance {n}"),),
        "essence": (mark("{n} essence"),),
        "destruction": (mark("Destruction {n}"),),
        "exile": (mark("Exile {n}"),),
        "exile_one": (mark("exile a card of the recruitment zone"),),
        "exile_card": (mark("exile {target}"),),
        "rift": (mark("Rift {n}"),),
        "take": (mark("take {target} to hand as your own"),),
        "sacrifice": (mark("Sacrifice {n}"),),
        "shield": (mark("every Wounds effect on you is {n} lower"),),
        "retaliate": (
            mark(
                "each time a creature of the foe has dealt you damage by its ability, this time included: as many "
                "Wounds, unstoppable, and the creature is destroyed after its activation"
            ),
        ),
        "convert": (mark("turn all unspent essence into one Heal or one Wounds effect"),),
        "wait": (mark("after what is under way: {do}"),),
        "untold": (mark("{what}, of which the number is not known"),),
    },
    tails={"unstoppable": mark("{said}, unstoppable")},
)


def by_keywords(card: Card, catalogue: Catalogue) -> tuple[Ability, ...] | None:
    """What a card does whose keywords tell all (own cards); None where they do not, or are not all known.

    What was written by hand goes before, unless it misses a number that the keywords give.
    """
    kind = card.facts.get("kind")
    if kind is None or "keywords" in card.unknown:
        return None
    entry = authored().get(card.key)
    missing = untold(entry.abilities) if entry is not None else []
    if entry is not None and not missing:
        return None
    told = from_keywords(kind, [(one.keyword, one.number) for one in catalogue.keywords(card)], card.key)
    given = {(moment, node.word) for ability in told or () for moment in ability.on for node in ability.do}
    return told if all(("destroy", what.lower()) in given for what in missing) else None


def untold(abilities: Iterable[Ability]) -> list[str]:
    """The keywords of which the number is not told (AL 11B)."""
    return [str(node.get("what")) for ability in abilities for node in ability.do if node.word == "untold"]


EFFECTS = GameEffects(VOCABULARY, authored, lambda: LABELS, language=None, by_facts=by_keywords)
