"""Phrases that depend on what was said before: who does it, what was done last, what the ability waits for."""

from __future__ import annotations

from collections.abc import Mapping

from deckkit.i18n import mark

__all__ = [
    "DONE",
    "MOVED",
    "NUMBERS",
    "OTHERS",
    "OWNED_ZONES",
    "RESTS",
    "THAT_ZONES",
    "THEIR_ZONES",
    "YOUR_ZONES",
]

#: What becomes of the rest where it is put in an order of the player's choice.
RESTS: Mapping[str, str] = {
    "top": mark("on top in any order"),
    "bottom": mark("at the bottom in any order"),
    "split": mark("one on top and the others at the bottom in any order"),
}

#: Zones of the player who does it, of another player who does it, of the player who is spoken of, and of the player of
#: the card that goes there.
YOUR_ZONES: Mapping[str, str] = {
    "hand": mark("your hand"),
    "deck": mark("your deck"),
    "discard": mark("your discard pile"),
}
THEIR_ZONES: Mapping[str, str] = {
    "hand": mark("their hand"),
    "deck": mark("their deck"),
    "discard": mark("their discard pile"),
}
THAT_ZONES: Mapping[str, str] = {
    "hand": mark("that player's hand"),
    "deck": mark("that player's deck"),
    "discard": mark("that player's discard pile"),
}
OWNED_ZONES: Mapping[str, str] = {
    "hand": mark("its player's hand"),
    "deck": mark("its player's deck"),
    "discard": mark("its player's discard pile"),
}

#: What "moved" is after an operation.
MOVED: Mapping[str, str] = {
    "discard": mark("what was discarded"),
    "mill": mark("what went into the discard pile"),
    "destroy": mark("what was destroyed"),
    "ready": mark("what was readied"),
    "exhaust": mark("what was exhausted"),
    "damage": mark("what was damaged"),
    "heal": mark("what was healed"),
    "shuffle_in": mark("what was shuffled in"),
    "search": mark("what was found"),
    "look": mark("what was taken"),
    "play": mark("what was played"),
}

#: What the number "n" of an operation is afterwards.
DONE: Mapping[str, str] = {
    "draw": mark("the number of cards drawn"),
    "discard": mark("the number of cards discarded"),
    "mill": mark("the number of cards put into the discard pile"),
    "move": mark("the number of cards moved"),
    "move_top": mark("the number of cards moved"),
    "destroy": mark("the number of cards destroyed"),
    "ready": mark("the number of cards readied"),
    "exhaust": mark("the number of cards exhausted"),
    "damage": mark("the damage taken"),
    "heal": mark("the damage removed"),
    "move_damage": mark("the damage moved"),
    "score": mark("the score gained"),
    "lose": mark("the score lost"),
    "relocate": mark("the number of cards moved"),
    "shuffle_in": mark("the number of cards shuffled in"),
    "search": mark("the number of cards found"),
    "look": mark("the number of cards taken"),
}

#: What the number "n" of an event is.
NUMBERS: Mapping[str, str] = {
    "damaged": mark("the damage taken"),
    "healed": mark("the damage removed"),
}

#: What the second object of an event is.
OTHERS: Mapping[str, str] = {
    "attack": mark("the attacked one"),
    "attacked": mark("the attacker"),
}
