"""What moves cards: between zones, from the top of the deck, by a search."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_counts import Counts
from deckkit.effects.compile_things import MeaninglessError, Piece, cards_from, who_does

__all__ = ["Block", "Cards"]

Block = list[Piece]


@v_args(inline=True)
class Cards(Counts):
    """Cards that go from one zone to another."""

    # -- cards between zones ---------------------------------------------------------------------------------------
    def hand_of(self) -> None:
        return None

    def to_hand(self, target: Any, _hand: Any) -> Block:
        return [{"op": "move", "target": target, "to": "hand"}]

    def from_discard(self, cards: Piece) -> Block:
        return [{"op": "move", "target": cards_from(cards, ["discard"]), "to": "hand"}]

    def on_top(self, *_: Any) -> str:
        return "top"

    def on_bottom(self, *_: Any) -> str:
        return "bottom"

    def on_either(self, *_: Any) -> str:
        return "either"

    def on_top_or_discard(self, *_: Any) -> str:
        return "top_or_discard"

    def order(self) -> None:
        return None

    def cards_on_deck(self, cards: Piece, zones: list[str], place: str) -> Block:
        return [{"op": "move", "target": cards_from(cards, zones), "to": "deck", "position": place}]

    def put_on_deck(self, target: Any, place: str) -> Block:
        return [{"op": "move", "target": target, "to": "deck", "position": place}]

    def they_to_hand(self, *_: Any) -> Block:
        return [{"op": "move", "target": "~they", "to": "hand"}]

    def they_to_discard(self) -> Block:
        return [{"op": "move", "target": "~they", "to": "discard"}]

    def shuffle(self) -> Block:
        return [{"op": "shuffle"}]

    def shuffle_in(self, target: Any) -> Block:
        return [{"op": "shuffle_in", "target": target}]

    def shuffle_in_self(self) -> Block:
        return [{"op": "shuffle_in", "target": "self"}]

    def shuffle_in_cards(self, cards: Piece) -> Block:
        return [{"op": "shuffle_in", "target": cards_from(cards, ["discard"])}]

    def shuffle_in_any(self) -> Block:
        return [{"op": "shuffle_in", "target": {"choose": {"zone": "discard", "owner": "any"}}}]

    def beneath_to_hand(self, who: str) -> Block:
        return [{"op": "move", "target": "beneath", "to": "hand", "~of": who}]

    def tuck_self(self, _type: Any, target: Any) -> Block:
        return [{"op": "tuck", "target": "self", "under": target}]

    def look_equal(self, amount: Any) -> Block:
        return [{"op": "look", "n": amount}]

    def deck_of(self, who: str) -> str:
        return who

    def discard_of(self) -> None:
        return None

    def mill_one(self, who: str, _: Any) -> Block:
        return who_does("mill", who, n=1)

    def mill_n(self, number: Any, who: str, _: Any) -> Block:
        return who_does("mill", who, n=int(number))

    def mill_who(self, who: str) -> Block:
        return who_does("mill", who, n=1)

    def mill_who_n(self, who: str, number: Any) -> Block:
        return who_does("mill", who, n=int(number))

    # -- the top of the deck ---------------------------------------------------------------------------------------
    def look_one(self, who: str) -> Block:
        return who_does("look", who, n=1)

    def look_n(self, number: Any, who: str) -> Block:
        return who_does("look", who, n=int(number))

    def look_take(self, cards: Piece) -> Block:
        test = cards.get("~cards")
        if test is None:
            raise MeaninglessError("all cards that were looked at")
        found = {"take": test, "take_n": cards.get("n", 1), "reveal": True, "to": "hand"}
        return [{"op": "~look", **found, **({"up_to": True} if "up_to" in cards else {})}]

    def look_take_any(self, number: Any) -> Block:
        return [{"op": "~look", "take": {}, "take_n": int(number), "to": "hand"}]

    def look_rest_bottom(self, *_: Any) -> Block:
        return [{"op": "~look", "rest": "bottom"}]

    def look_rest_top(self, *_: Any) -> Block:
        return [{"op": "~look", "rest": "top"}]

    def look_back(self, *_: Any) -> Block:
        return [{"op": "~look", "rest": "top"}]

    def look_rest_discard(self, *_: Any) -> Block:
        return [{"op": "~look", "rest": "discard"}]

    def look_split(self, number: Any, *_: Any) -> Block:
        if int(number) != 1:
            raise MeaninglessError("several cards on top")
        return [{"op": "~look", "rest": "split"}]

    def look_play(self, cards: Piece) -> Block:
        return [{**self.look_take(cards)[0], "to": "play"}]

    def their_deck(self) -> None:
        return None

    def reveal_n(self, number: Any) -> Block:
        return [{"op": "look", "n": int(number), "open": True}]

    def reveal_equal(self, amount: Any) -> Block:
        return [{"op": "look", "n": amount, "open": True}]

    def look_take_revealed(self, test: Piece) -> Block:
        return [{"op": "~look", "take": test, "take_n": "all", "to": "hand"}]

    def reveal_top(self) -> Block:
        return [{"op": "reveal_top"}]

    def search(self, test: Piece) -> Block:
        return [{"op": "search", "take": test, "n": 1}]

    def search_reveal(self) -> Block:
        return [{"op": "~search", "reveal": True}]
