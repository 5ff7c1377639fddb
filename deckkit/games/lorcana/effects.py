"""Lorcana's words of the effect notation: events, restrictions, keywords, stats, zones (rules digest 5-9)."""

from __future__ import annotations

import re

from deckkit.effects.notation import Ability, Node, Selector
from deckkit.effects.words import KERNEL, FilterWord, Spec
from deckkit.engine.cards import Keyword
from deckkit.games.lorcana.cards import KEYWORDS_FR
from deckkit.i18n import mark

__all__ = ["ADDITIVE", "EVENT_WORDS", "KEYWORD_TRIGGERS", "SUPPORT", "VOCABULARY", "keyword_of", "shift_words"]

#: Keywords with +N add up; of the others the longer lasting instance stays (CR 8.1.2).
ADDITIVE = frozenset({"Challenger", "Resist"})

VOCABULARY = KERNEL.extended(
    events={
        "quest": mark("when it quests"),
        "sing": mark("when it sings"),
        "ink": mark("when a card is put into the inkwell"),
        "move": mark("when it moves to a location"),
        "shifted_onto": mark("when a character is shifted on top of it"),
        "tuck": mark("when a card is put under it"),
        "boost": mark("when it is boosted"),
        "chosen": mark("when an opponent chooses it for an action"),
        "supported": mark("when it is chosen for Support"),
        "banished_in_challenge": mark("when it is banished in a challenge"),
        "banishes_in_challenge": mark("when it banishes another character in a challenge"),
        "after_challenge": mark("after its challenge"),
        "challenge_damage": mark("when it deals damage in a challenge"),
        "leave_discard": mark("when it leaves a discard"),
        "gain_drop": mark("when a player gets an ink drop"),
        "spend_drop": mark("when a player removes an ink drop"),
        "score": mark("when a player gains lore"),
        "lose": mark("when a player loses lore"),
        "relocate": mark("when it moves to a location"),
        "put_inkwell": mark("when a card is put into the inkwell by an effect"),
        "put_hand": mark("when a card is put into a hand"),
        "put_discard": mark("when a card is put into a discard"),
        "deck_building": mark("no event: what a deck may hold"),
    },
    restrictions={
        "quest": mark("questing"),
        "challenge": mark("challenging"),
        "be_challenged": mark("being challenged"),
        "ready": mark("readying"),
        "sing": mark("singing"),
        "exert": mark("exerting"),
        "move": mark("moving"),
        "play": mark("being played"),
        "ink": mark("inking another card"),
        "draw_step": mark("the draw step"),
        "challenge_ready": mark("challenging ready characters"),
        "any_shift": mark("being shifted onto by any character with Shift"),
        "be_chosen": mark("being chosen"),
        "take_damage": mark("being dealt damage"),
        "sing_alone": mark("singing without Sing Together"),
        "ink_discard": mark("inking cards from the discard"),
        "ink_any": mark("inking cards without the inkwell symbol"),
        "quest_fresh": mark("questing in the turn in which it came"),
        "ready_step": mark("readying at the start of the turn"),
    },
    keywords={**{name: name for name in KEYWORDS_FR}},
    numbered={
        **dict.fromkeys(("Boost", "Shift", "Singer", "Sing Together"), ""),
        **dict.fromkeys(sorted(ADDITIVE), "+"),
    },
    # "[Classification] Shift" (CR 8.10.9).
    families=("Shift",),
    filters={
        "ink": FilterWord("words", mark("has one of these inks")),
        "paid": FilterWord("range", mark("so much ink was paid to play it")),
        "sang": FilterWord("selector", mark("sang that song, the last one that was sung")),
    },
    stats=("strength", "willpower", "lore", "move_cost", "singing"),
    zones=("inkwell",),
    operations={
        "shift_cost": Spec({"cost": "block"}, mark("is what Shift costs, instead of ink"), ("cost",)),
        "shift_name": Spec(
            {"target": "selector", "name": "words"},
            mark("counts as having these names for Shift, and for nothing else"),
            ("target", "name"),
        ),
        "strike_with": Spec(
            {"target": "selector", "stat": "stat"},
            mark("deals its damage in challenges with that stat instead of strength"),
            ("target", "stat"),
        ),
        "play_cost": Spec({"cost": "block"}, mark("is what this card may be played for, instead of ink")),
        "deck_copies": Spec({"n": "amount"}, mark("is how many copies of this card a deck may hold"), ("n",)),
        "deck_inks": Spec({"of": "filter"}, mark("lets a deck hold cards whatever their ink is"), ("of",)),
        "ready_most": Spec(
            {"who": "seat", "n": "amount", "of": "filter", "until": "duration"},
            mark("lets a player ready only so many things, which they choose"),
            ("n", "of"),
        ),
        "go_home": Spec({}, mark("removes all damage from this card and returns only it to hand")),
    },
)

#: Lorcana's words for the engine's events, for logs and scenarios.
EVENT_WORDS = {
    "destroy": "banish",
    "attack": "challenge",
    "exhaust": "exert",
    "damaged": "damage",
    "healed": "remove",
    "sing_together": "sing",
}

_SELF = Selector("self")
_ANOTHER = Selector("choose", Node("filter", {"type": ("Character",), "other": True}))

#: What Support does (CR 8.13.1).
SUPPORT = Node(
    "modify",
    {
        "target": _ANOTHER,
        "stats": {"strength": Node("stat", {"stat": "strength", "of": _SELF})},
        "until": "end_of_turn",
    },
)

#: What keywords do when their card does something: Support (CR 8.13.1), Vanish (CR 8.14.1).
KEYWORD_TRIGGERS = {
    "quest": (
        (
            "Support",
            Ability(("quest",), (SUPPORT,), may=True),
        ),
    ),
    "chosen": (("Vanish", Ability(("chosen",), (Node("destroy", {"target": _SELF}),))),),
}

_KEYWORD = re.compile(r"^(?P<name>.*?)(?: \+?(?P<n>[0-9]+))?$")


def keyword_of(text: str) -> Keyword:
    """A keyword as printed: ``Resist +1``, ``Singer 4``, ``Temporary Red Panda Shift 2``."""
    found = _KEYWORD.match(text.strip())
    assert found is not None
    name = found["name"]
    n = int(found["n"]) if found["n"] else (1 if name in ADDITIVE else 0)
    return Keyword(name, n, shift_words(name))


def shift_words(name: str) -> tuple[str, ...]:
    """The words before "Shift": an open set of variants and classifications (digest 268, CR 8.10.9).

    >>> shift_words("Temporary Red Panda Shift")
    ('Temporary', 'Red Panda')
    """
    if not name.endswith(" Shift"):
        return ()
    words = name.removesuffix(" Shift")
    found = []
    for variant in ("Temporary", "Universal", "Duo", "Combo"):
        if words == variant or words.startswith(variant + " "):
            found.append(variant)
            words = words[len(variant) :].strip()
    return (*found, words) if words else tuple(found)
