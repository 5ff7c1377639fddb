"""Boards of any size on which a turn of Lorcana is played: how its cost grows with the cards in play."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine_support import rules_of

from deckkit.engine import moves
from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.state import Action
from deckkit.engine.table import new_match
from deckkit.goldfish.pilot import Chooser, Nothing
from deckkit.goldfish.reader import Reader

__all__ = ["BOARDS", "Last", "a_board", "a_turn"]

_OTHERS = {"all": {"type": ["Character"], "controller": "you", "other": True}}


def _card(**given: Any) -> PlayCard:
    return rules_of("lorcana").test_card({"cost": 9, "inkable": False, "willpower": 3, **given}, "a board")


def _lends(stat: str) -> list[dict[str, Any]]:
    return [{"on": "static", "do": [{"op": "modify", "stats": {stat: 1}, "target": _OTHERS}]}]


_BODY = _card(test="t-body")
_DRAW = {"on": "activate", "cost": [{"op": "pay", "n": 9}], "do": [{"op": "draw", "n": 1}]}
_ITEM = _card(test="t-item", type="item", effects=[_DRAW])
_FEW = (
    _card(test="t-lore", effects=_lends("lore")),
    _card(test="t-willpower", effects=_lends("willpower")),
    _card(test="t-place", type="location"),
    _card(test="t-other-place", type="location", move_cost=9),
)


def _mixed(cards: int) -> list[PlayCard]:
    """A quarter are items; two characters lend something to all the others, and there are two locations."""
    return [*[_ITEM] * (cards // 4), *_FEW, *[_BODY] * (cards - cards // 4)]


#: What is in play, by name: so many cards (in a mixed board four more).
BOARDS = {"characters": lambda cards: [_BODY] * cards, "mixed": _mixed}


def a_board(name: str, cards: int, **options: Any) -> Match:
    """So many cards in play and five ink, at the beginning of a turn of the first player, who cannot win by it."""
    pile = {"deck": ((_card(test="t-deck"), 90),)}
    config = {"lore_to_win": 1_000_000}
    m = new_match(rules_of("lorcana"), (pile, pile), seed=1, first=0, config=config, **options)
    while m.state.turn < 1:
        m.apply(Nothing().choose(Reader(m, m.to_act)))
    for number, card in enumerate(BOARDS[name](cards)):
        moves.enter(m, m.add_thing(card, 0, "", f"c{number}"), "play", seat=0)
    for one in m.zone(0, "deck")[:5]:
        moves.move(m, m.thing(one), "inkwell", facedown=True)
    for _ in range(2):
        m.apply(m.legal_actions()[-1])
    m.legal_actions()
    if m.journal is not None:
        m.journal.clear()
        m.history.clear()
    return m


class Last:
    """Does the last of the actions that do not end the turn."""

    name = "last"
    values: Mapping[str, Any] = MappingProxyType({})

    def choose(self, seen: Reader) -> Action:
        """The action before the end of the turn, or the end."""
        return seen.legal[-2:][0]


def a_turn(m: Match, pilot: Chooser) -> int:
    """Plays the turn under way, the other player's, who does nothing, and the next beginning; how many actions."""
    seen, turn, actions = Reader(m, 0, pilot.values), m.state.turn, 0
    while m.state.turn == turn:
        seen.memo.clear()
        m.apply(pilot.choose(seen))
        actions += 1
    m.apply(m.legal_actions()[-1])
    return actions
