"""Keywords in play: how they are written, and what they do when their card does something (WOW 83 to 140).

What forbids, changes a number or a price stands where that is decided; ``docs/wowtcg-play.md`` says where.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from deckkit.effects.keywords import parted
from deckkit.effects.notation import Ability, Node, Selector
from deckkit.engine.cards import Keyword

__all__ = ["AWESOME", "EVENT_WORDS", "INNER_PEACE", "KEYWORD_TRIGGERS", "keyword_of", "mending", "words_after"]

#: The game's words for the engine's events and actions.
EVENT_WORDS = {
    "end": "end_turn",
    "place": "place_resource",
    "complete": "complete_quest",
    "damaged": "damage",
    "healed": "heal",
}

_SELF = Selector("self")
_YOUR_TURN = Node("turn", {"turn": "you"})


def _fits(**tests: object) -> Node:
    return Node("filter", tests)


def _choose(**tests: object) -> Selector:
    return Selector("choose", _fits(**tests))


_CHARACTER = ("Hero", "Ally")
_STOMP = Node("exhaust", {"target": _choose(type=_CHARACTER, controller="foes")})
_BY_FOES = Node("by", {"by": "foes"})


def mending(n: int) -> Ability:
    """Mend: at the start of your turn this may heal so much from a hero or ally (WOW 115)."""
    healing = Node("heal", {"target": _choose(type=_CHARACTER), "n": n})
    return Ability(("start_of_turn",), (healing,), when=_YOUR_TURN, may=True)


#: At the start of your turn each player may compliment it and then draws a card (WOW 110).
AWESOME = Ability(
    ("start_of_turn",),
    (
        Node(
            "each_player",
            {"who": "all", "do": (Node("may", {"who": "them", "do": (Node("draw", {"n": 1, "who": "them"}),)}),)},
        ),
    ),
    when=_YOUR_TURN,
)

#: "Paix Intérieure": at the end of your turn, a counter on what has not attacked (WOW 125).
INNER_PEACE = Ability(("end_of_turn",), (Node("counter", {"target": _SELF, "name": "+1/+1", "n": 1}),), when=_YOUR_TURN)

#: For each event of a card, the keywords that trigger and what they do.
KEYWORD_TRIGGERS: Mapping[str, Sequence[tuple[str, Ability]]] = {
    "attack": (("War Stomp", Ability(("attack",), (_STOMP,), may=True)),),
    "defend": (("War Stomp", Ability(("defend",), (_STOMP,), may=True)),),
    "targeted": (
        (
            "Escape Artist",
            Ability(("targeted",), (Node("move", {"target": _SELF, "to": "hand"}),), when=_BY_FOES, may=True),
        ),
    ),
    "enter": (
        (
            "Find Treasure",
            Ability(
                ("enter",),
                (
                    Node(
                        "may",
                        {"do": (Node("draw", {"n": 1}),), "then": (Node("discard", {"n": 1}),)},
                    ),
                ),
            ),
        ),
        ("Enrage", Ability(("enter",), (Node("reveal_top", {"n": 1}),), may=True)),
        (
            "Arcane Torrent",
            Ability(("enter",), (Node("silence", {"target": _choose(controller="foes"), "until": "end_of_turn"}),)),
        ),
    ),
    "put_discard": (
        ("Eternal", Ability(("put_discard",), (Node("shuffle_in", {"target": _SELF}),), may=True, zone="discard")),
    ),
    "reveal": (
        (
            "Warp",
            Ability(
                ("reveal",),
                (
                    Node(
                        "if_done",
                        {
                            "do": (Node("move", {"target": _SELF, "to": "removed"}),),
                            "then": (Node("play", {"target": _SELF, "free": True}),),
                        },
                    ),
                ),
                when=Node("fits", {"fits": _fits(zone="deck")}),
                may=True,
                zone="deck",
            ),
        ),
    ),
}


@lru_cache(maxsize=1024)
def keyword_of(text: str) -> Keyword:
    """A keyword as printed: ``Protector``, ``Assault 2``, ``Frost Resistance``, ``Sabotage Equipment``.

    >>> keyword_of("Assault 2")
    Keyword(name='Assault', n=2, words=())
    """
    name, number = parted(text.strip())
    return Keyword(name, int(number.lstrip("+")) if number else 0)


def words_after(keywords: Sequence[str] | Mapping[str, int], keyword: str) -> list[str]:
    """The words after a keyword among the names of all keywords of a card: ``Equipment`` of ``Sabotage Equipment``."""
    return [name.removeprefix(keyword + " ") for name in keywords if name.startswith(keyword + " ")]
