"""WoW TCG's words of the effect notation: events, restrictions, keywords, stats, zones (rules digest A-K)."""

from __future__ import annotations

from deckkit.effects.words import KERNEL, FilterWord, Spec
from deckkit.games.wowtcg.cards import DAMAGE_TYPES
from deckkit.games.wowtcg.keyword_words import KEYWORDS_FR, WITH_NUMBER
from deckkit.games.wowtcg.keywords import ABOUT
from deckkit.i18n import mark

__all__ = ["ADDITIVE", "RESISTANCES", "VOCABULARY"]

#: Keywords whose numbers add up (WOW 92, 115, 117).
ADDITIVE = frozenset(WITH_NUMBER)
#: "Resistance" with the type of damage that is prevented (WOW 134).
RESISTANCES = {f"{kind} Resistance": kind for kind in DAMAGE_TYPES}
#: Keywords of the fan set whose English names are not known (WOW 125, 126, 133).
_FAN = ("Paix Intérieure", "Périple", "Redécouverte")

_TARGET = {"target": "selector"}
_N = {"n": "amount"}

VOCABULARY = KERNEL.extended(
    events={
        "defend": mark("when it becomes a defender"),
        "strike": mark("when a weapon is struck with"),
        "protect": mark("when it protects another character"),
        "place": mark("when a card is placed in the resource row"),
        "complete": mark("when a quest is completed"),
        "flip": mark("when a hero is flipped"),
        "targeted": mark("when it becomes a target"),
        "interrupted": mark("when it is interrupted"),
        "attached": mark("when it becomes attached"),
        "deals": mark("when it deals damage"),
        "combat_damage": mark("when it deals combat damage"),
        "use": mark("when a power of it is used"),
        "put_discard": mark("when it is put into a graveyard from anywhere"),
        "end_of_combat": mark("at the end of a combat in which it fought"),
        "basic": mark("may be used in the own turn only (Basic)"),
    },
    restrictions={
        "attack": mark("attacking"),
        "protect": mark("protecting"),
        "strike": mark("striking with weapons"),
        "ready": mark("readying"),
        "ready_step": mark("readying in the ready step"),
        "exhaust": mark("exhausting"),
        "be_attacked": mark("being attacked"),
        "be_targeted": mark("being targeted"),
        "be_protected": mark("being protected against"),
        "be_interrupted": mark("being interrupted"),
        "be_healed": mark("being healed"),
        "be_destroyed": mark("being destroyed"),
        "leave": mark("leaving play"),
        "take_damage": mark("being dealt damage"),
        "prevent": mark("having its damage prevented"),
        "play": mark("being played"),
        "use": mark("using its powers"),
        "place": mark("placing one more resource"),
        "complete": mark("completing quests"),
        "draw_step": mark("the draw step"),
        "attack_fresh": mark("attacking in the turn in which it came"),
        "use_fresh": mark("using exhaust powers in the turn in which it came"),
        "see_top": mark("looking at the top card of the deck"),
        "hand_size": mark("keeping one more card in hand"),
        "deal_damage": mark("dealing damage"),
    },
    keywords={**{name: name for name in KEYWORDS_FR if name != "Resistance"}, **{name: name for name in RESISTANCES}}
    | {name: name for name in _FAN}
    | {f"{name} {kind}": f"{name} {kind}" for name, kinds in ABOUT.items() for kind in kinds},
    numbered=dict.fromkeys(WITH_NUMBER, ""),
    stats=("atk", "health", "def", "strike_cost"),
    zones=("resources", "removed", "chain"),
    filters={
        "token": FilterWord("flag", mark("is a token")),
        "targets": FilterWord("filter", mark("has such a target")),
        "instant": FilterWord("flag", mark("is an instant card")),
        "ongoing": FilterWord("flag", mark("is an ongoing card")),
        "damage_type": FilterWord("words", mark("deals damage of one of these types")),
        "damage_on": FilterWord("range", mark("has so much damage")),
        "flipped": FilterWord("flag", mark("has been turned over")),
        "protecting": FilterWord("flag", mark("is protecting another character")),
        "targeted": FilterWord("flag", mark("is chosen as a target; if not, it is chosen when the effect resolves")),
        "did": FilterWord("word", mark("had such an event this turn")),
    },
    selectors={"hero": mark("the hero of the ability's controller")},
    amounts={"x": Spec({"x": "word"}, mark("the number that was chosen for X"))},
    conditions={
        "damage_is": Spec(
            {"damage_is": "words"},
            mark("the event's damage is combat, noncombat, or of one of these types"),
            ("damage_is",),
        ),
    },
    operations={
        "damage": Spec(
            {**KERNEL.operations["damage"].args, "kind": "word", "source": "selector", "unpreventable": "flag"},
            mark("deals damage of a type; the source is this card, or the one named"),
            ("target", "n"),
        ),
        "heal": Spec(
            {**KERNEL.operations["heal"].args, "source": "selector"},
            mark("heals damage; the source is this card, or the one named"),
            ("target", "n"),
        ),
        "interrupt": Spec(_TARGET, mark("interrupts cards on the chain"), ("target",)),
        "turn_down": Spec(_TARGET, mark("turns resources face down"), ("target",)),
        "turn_up": Spec(_TARGET, mark("turns resources face up"), ("target",)),
        "flip": Spec(_TARGET, mark("turns a hero over"), ("target",)),
        "silence": Spec({**_TARGET, "until": "duration"}, mark("takes all powers away"), ("target",)),
        "more": Spec(
            {**_TARGET, **_N, "kinds": "words", "double": "flag"},
            mark("raises the damage that they would deal, of these types, by so much or to the double"),
            ("target",),
        ),
        "enter_with": Spec(
            {"name": "word", "n": "amount"}, mark("this card enters play with so many counters"), ("name", "n")
        ),
        "move_bottom": Spec(
            {**_N, "who": "seat", "to": "zone"}, mark("puts the bottom cards of the deck into a zone"), ("to",)
        ),
        "stop_combat": Spec({}, mark("removes all attackers from combat")),
        "prevent": Spec(
            {**KERNEL.operations["prevent"].args, "next": "flag"},
            mark("prevents damage dealt to objects; 'next': the next so much damage"),
            ("target",),
        ),
        "create": Spec(
            {
                **KERNEL.operations["create"].args,
                "stats": "stats",
                "kind": "word",
                "traits": "words",
                "keywords": "words",
                "abilities": "abilities",
            },
            mark("makes ally tokens with these stats and this type of damage and puts them into play"),
            ("token", "stats"),
        ),
    },
)
