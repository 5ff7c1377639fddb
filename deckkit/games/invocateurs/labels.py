"""Invocateurs' effects: what was written by hand, and the game's words for saying effects in sentences of our own."""

from __future__ import annotations

from deckkit.effects.authored import authored_beside
from deckkit.effects.playing import GameEffects
from deckkit.effects.render import Labels
from deckkit.games.invocateurs.cards import TYPES_FR
from deckkit.games.invocateurs.effects import VOCABULARY
from deckkit.i18n import mark

__all__ = ["EFFECTS", "LABELS", "authored"]


#: The effects written by hand, by card.
authored = authored_beside(__file__, VOCABULARY)
LABELS = Labels(
    vocabulary=VOCABULARY,
    types={
        "Summon": (mark("summon"), mark("summons")),
        "Character": (mark("historical character"), mark("historical characters")),
        "Magic": (mark("magic"), mark("magics")),
        "Trap": (mark("trap"), mark("traps")),
        "Equipment": (mark("equipment"), mark("equipments")),
        "Terrain": (mark("terrain"), mark("terrains")),
    },
    names={"trait": {"fr": TYPES_FR}},
    stats={"atk": mark("ATK"), "def": mark("DEF")},
    zones={
        "field": mark("the Summon zones"),
        "support": mark("the Support zones"),
        "officer": mark("the Officer zone"),
        "terrain": mark("the Terrain zone"),
    },
    headings={
        "field": mark("Summon zones"),
        "support": mark("Support zones"),
        "officer": mark("Officer zone"),
        "terrain": mark("Terrain zone"),
    },
    phases={"main": mark("first main phase"), "main2": mark("second main phase"), "combat": mark("combat phase")},
    reasons={"turn_limit": mark("the last turn is over"), "no_life": mark("no life points left")},
    events={
        "summon": mark("when {it} is summoned face up, or turned up"),
        "magic": mark("when a magic is played"),
        "react": mark("from a Support zone, face down, in answer to an action of the opponent"),
        "reveal": mark("when {it} is revealed by an attack"),
        "sacrifice": mark("when {it} is sacrificed"),
    },
    restrictions={
        "attack": mark("attack"),
        "change_position": mark("change the position"),
        "change_when_new": mark("change the position on the turn of the summoning"),
    },
    filters={
        "support_card": mark("{said} among the Support cards in play"),
        "trait": mark("{said} of the type {value}"),
    },
    operations={
        "special_summon": (mark("summon {target} face up in attack position, without cost"),),
        "attach_only": (mark("this card may be attached only to {of}"),),
    },
)

EFFECTS = GameEffects(VOCABULARY, authored, lambda: LABELS, language=None)
