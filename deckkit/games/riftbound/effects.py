"""Riftbound's words of the effect notation: events, keywords, states, costs, places (play digest 2-17)."""

from __future__ import annotations

import re

from deckkit.effects.words import KERNEL, FilterWord, Spec
from deckkit.engine.cards import Keyword
from deckkit.games.riftbound.cards import COUNTED, KEYWORDS
from deckkit.i18n import mark

__all__ = ["ADDITIVE", "EVENT_WORDS", "VOCABULARY", "keyword_of"]

#: Keywords whose copies add up (play digest 13, "sum").
ADDITIVE = frozenset({"Assault", "Deflect", "Hunt", "Shield"})

_TARGET = {"target": "selector"}
_DAMAGE = KERNEL.operations["damage"]
_PLAY = KERNEL.operations["play"]
_CREATE = KERNEL.operations["create"]
_GAIN = KERNEL.operations["gain_resource"]
_REDUCE = KERNEL.operations["reduce"]

VOCABULARY = KERNEL.extended(
    operations={
        "stun": Spec(_TARGET, mark("stuns: a stunned unit adds nothing to combat damage"), ("target",)),
        "buff": Spec(_TARGET, mark("buffs: a counter of +1 Might, one at most"), ("target",)),
        "spend_buff": Spec(_TARGET, mark("takes a buff off, as a cost"), ("target",)),
        "empower": Spec(_TARGET, mark("empowers"), ("target",)),
        "disempower": Spec(_TARGET, mark("ends the empowering"), ("target",)),
        "recall": Spec(_TARGET, mark("puts into its base, which is no move"), ("target",)),
        "banish": Spec(_TARGET, mark("puts into the banishment of its owner"), ("target",)),
        "recycle": Spec(_TARGET, mark("puts at the bottom of its owner's deck, a rune of the Rune Deck"), ("target",)),
        "channel": Spec(
            {"n": "amount", "who": "seat", "exhausted": "flag"}, mark("puts the top runes of the Rune Deck into play")
        ),
        "predict": Spec(
            {"n": "amount", "who": "seat"},
            mark("looks at the top cards of the deck, recycles any and puts the rest back in any order"),
        ),
        "negate": Spec(
            {**_TARGET, "to": "zone"},
            mark("counters: what is on the chain is removed without effect; 'to': it goes there instead of the trash"),
            ("target",),
        ),
        "reveal_until": Spec(
            {"take": "filter", "who": "seat", "then": "block"},
            mark(
                "reveals cards from the top of the deck until one fits, called 'revealed'; then the block; the others "
                "are recycled"
            ),
            ("take", "then"),
        ),
        "swap": Spec(
            {"target": "selector", "to": "selector", "until": "duration"},
            mark("swaps the Might of two units"),
            ("target", "to"),
        ),
        "duel": Spec(
            {"target": "selector", "to": "selector"},
            mark("deal damage equal to their Might to each other"),
            ("target",),
        ),
        "repeat_cost": Spec({"cost": "block"}, mark("is what Repeat costs"), ("cost",)),
        "exchange": Spec(
            {"target": "selector", "to": "selector"}, mark("move to each other's places"), ("target", "to")
        ),
        "detach": Spec(_TARGET, mark("detaches from its unit"), ("target",)),
        "damage": Spec(
            {**_DAMAGE.args, "source": "selector"}, mark("deals damage; 'source': who deals it"), _DAMAGE.needs
        ),
        "bonus_damage": Spec(
            {"n": "amount", "of": "filter", "to": "filter", "who": "seat", "next": "flag", "until": "duration"},
            mark("adds to each instance of damage that spells and abilities deal ('of': only these cards)"),
            ("n",),
        ),
        "play_for": Spec(
            {"cost": "block"}, mark("may be played for this instead of its cost, from where the ability works"), ()
        ),
        "extra_turn": Spec({"who": "seat"}, mark("takes a turn after this one")),
        "trigger": Spec(
            {"do": "block"}, mark("puts the block on the chain, as a new item with choices of its own"), ("do",)
        ),
        "play": Spec(
            {**_PLAY.args, "at": "selector", "without": "word", "kind": "word"},
            mark("plays a card now; 'at': where it goes, 'without': that part of its cost is ignored"),
            _PLAY.needs,
        ),
        "create": Spec(
            _CREATE.args, mark("plays tokens of that name; a unit enters exhausted unless told"), ("token",)
        ),
        "gain_resource": Spec(
            {**_GAIN.args, "only": "word"}, mark("adds resources; 'only': they are spent only for that"), ()
        ),
        "reduce": Spec(
            {**_REDUCE.args, "from": "zone"},
            mark("makes matching cards cheaper; 'kind': that part of the cost, 'from': played from there"),
            _REDUCE.needs,
        ),
    },
    filters={
        "empowered": FilterWord("flag", mark("is empowered")),
        "buffed": FilterWord("flag", mark("has a buff")),
        "stunned": FilterWord("flag", mark("is stunned")),
        "at_base": FilterWord("flag", mark("is in a base")),
        "at_same_place_as": FilterWord("selector", mark("is at the place of that object")),
        "alone": FilterWord("flag", mark("has no other friendly unit at its place")),
        "in_combat": FilterWord("flag", mark("is in combat")),
        "in_showdown": FilterWord("flag", mark("is at the battlefield of a showdown")),
        "attacker": FilterWord("flag", mark("is an attacker")),
        "defender": FilterWord("flag", mark("is a defender")),
        "equipped": FilterWord("flag", mark("has Equipment attached")),
        "attached": FilterWord("flag", mark("is attached to a unit")),
        "token": FilterWord("flag", mark("is a token")),
        "domain": FilterWord("words", mark("has one of these domains")),
        "power": FilterWord("range", mark("has so much Power in its cost")),
        "occupied": FilterWord("flag", mark("is a battlefield with units")),
        "open": FilterWord("flag", mark("is a battlefield that nobody controls and where no unit is")),
        "has_units_of": FilterWord("seat", mark("is a battlefield with units of that player")),
        "played_from": FilterWord("word", mark("was played from that place (hand, discard, facedown)")),
        "spent": FilterWord("range", mark("so much Energy was spent to play it")),
        "moved_by": FilterWord("seat", mark("was moved there by that player")),
        "units": FilterWord("range", mark("is a battlefield with so many units")),
        "moved_from": FilterWord("selector", mark("has just moved from that place")),
        "targeting": FilterWord("filter", mark("has such a target")),
    },
    selectors={
        "base": "the base of the object's controller",
        "elsewhere": "another place than where it is, which the player chooses",
        "anywhere": "a place where the player may play it, which the player chooses",
        "origin": "the place that the event's object moved from",
    },
    amounts={
        "total": Spec({"total": "stat", "of": "filter"}, mark("the sum of a stat over objects"), ("of",)),
        "keyword": Spec({"keyword": "keyword", "of": "selector"}, mark("the number of a keyword of an object")),
        "power": Spec({"power": "selector"}, mark("the Power in the cost of a card")),
        "printed": Spec({"printed": "stat", "of": "selector"}, mark("the printed stat of an object"), ("of",)),
        "victory": Spec({"victory": "seat"}, mark("the points that a player still lacks for the Victory Score")),
        "excess": Spec({"excess": "word"}, mark("the excess damage assigned in the combat")),
    },
    events={
        "move": mark("when it moves"),
        "conquer": mark("when it conquers"),
        "hold": mark("when it holds"),
        "defend": mark("when it defends"),
        "win_combat": mark("when it wins a combat"),
        "conquered": mark("when it is conquered"),
        "held": mark("when it is held"),
        "defended": mark("when it is defended"),
        "won": mark("when a combat there is won"),
        "combat": mark("when a combat begins"),
        "combat_end": mark("when its combat ends"),
        "showdown": mark("when a showdown begins"),
        "stun": mark("when it is stunned"),
        "buff": mark("when it is buffed"),
        "spend_buff": mark("when its buff is spent"),
        "empower": mark("when it becomes Empowered"),
        "disempower": mark("when it is disempowered"),
        "mighty": mark("when it becomes Mighty"),
        "attach": mark("when it is attached"),
        "chosen": mark("when it is chosen"),
        "recycle": mark("when it is recycled"),
        "banish": mark("when it is banished"),
        "channel": mark("when a rune is channelled"),
        "mill": mark("when it goes from the deck to the trash"),
        "hide": mark("when it is hidden"),
        "reveal": mark("when it is revealed"),
        "score": mark("when a player scores"),
        "xp": mark("when a player gains XP"),
        "finalize": mark("when a card is finalized"),
        "activate_ability": mark("when an ability of it is activated"),
        "start_of_main": mark("at the start of the Main Phase"),
        "action": mark("in showdowns too"),
        "reaction": mark("at any time"),
    },
    keywords={name: name for name in KEYWORDS},
    numbered={**dict.fromkeys(sorted(COUNTED), "+"), "Level": ""},
    restrictions={
        "move": mark("moving"),
        "move_to_base": mark("moving to a base"),
        "ready": mark("becoming ready"),
        "play": mark("being played"),
        "be_chosen": mark("being chosen"),
        "be_countered": mark("being countered"),
        "be_moved": mark("being moved"),
        "take_damage": mark("being dealt damage"),
        "effect_damage": mark("being dealt damage by spells and abilities"),
        "enemy_effect_damage": mark("being dealt damage by enemy spells and abilities"),
        "combat_damage": mark("dealing combat damage"),
        "score": mark("scoring"),
        "gain_points": mark("gaining points"),
        "reveal": mark("being revealed"),
        "draw_step": mark("the Draw Phase"),
        "hide_here": mark("hiding another card there"),
        "play_here": mark("being played there"),
        "play_open": mark("being played to open battlefields"),
        "play_occupied": mark("being played to occupied enemy battlefields"),
        "play_attacked": mark("being played to a battlefield that its player attacks"),
        "move_from_anywhere": mark("being moved to from anywhere"),
        "many_buffs": mark("having any number of buffs"),
        "last_damage": mark("being assigned combat damage before others"),
        "ignore_tank": mark("ignoring Tank"),
        "play_from_discard": mark("playing cards from the trash"),
        "play_to_base_only": mark("playing units anywhere but to the base"),
    },
    stats=("might", "might_bonus"),
    zones=("banishment", "champion", "rune_deck", "chain", "facedown"),
    durations={"end_of_combat": mark("this combat"), "next_cleanup": mark("in the cleanup that follows")},
)

#: Riftbound's words for the engine's events, for logs and scenarios.
EVENT_WORDS = {"destroy": "kill", "attack": "attack", "mill": "burn"}

_KEYWORD = re.compile(r"(?P<name>.*?)(?: (?P<n>[0-9]+))?")


def keyword_of(text: str) -> Keyword:
    """A keyword as printed: ``Assault 2``, ``Tank``. Without a number, one that adds up counts as 1 (play digest 13).

    >>> keyword_of("Assault").n, keyword_of("Shield 3").n, keyword_of("Tank").n
    (1, 3, 0)
    """
    found = _KEYWORD.fullmatch(text.strip())
    assert found is not None
    name = found["name"]
    return Keyword(name, int(found["n"]) if found["n"] else (1 if name in COUNTED else 0))
