"""What WoW TCG's own words in the grammar do: cards between zones, what players choose."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_acts import Block
from deckkit.effects.compile_things import MeaninglessError, Piece, and_, cards_from, choose
from deckkit.games.wowtcg.meaning_damage import Harm

__all__ = ["Deeds"]


@v_args(inline=True)
class Deeds(Harm):
    """Acts of this game; blocks of operations like those of the shared grammar."""

    # -- cards and zones -----------------------------------------------------------------------------------------------
    def attach(self, target: Any) -> Block:
        if isinstance(target, dict) and "zone" in target.get("choose", ()):
            raise MeaninglessError("attached to what is not in play")
        return [{"op": "attach", "target": "self", "to": target}]

    def attach_self(self, _self: Any, target: Any) -> Block:
        return self.attach(target)

    def to_hand_of(self, target: Any) -> Block:
        return [{"op": "move", "target": target, "to": "hand"}]

    def to_your_hand(self, target: Any) -> Block:
        if target not in ("~they", "~that", "self"):
            raise MeaninglessError("from where")
        return self.to_hand_of(target)

    def to_their_hand(self) -> Block:
        return self.to_hand_of("~they")

    def aimed(self, test: Piece, zone: str, **more: Any) -> Piece:
        """A target among cards outside play."""
        return cards_from({"~cards": test, **more}, [zone])

    def untold(self, test: Piece, zone: str) -> Piece:
        """A choice among cards outside play that is no target."""
        if zone == "deck":
            raise MeaninglessError("a card in the deck")
        free = test if zone == "hand" else and_(test, {"targeted": False})
        return cards_from({"~cards": free}, [zone])

    def card_to_hand(self, test: Piece, zone: str) -> Block:
        return self.to_hand_of(self.aimed(test, zone))

    def cards_to_hand(self, n: Any, test: Piece, zone: str) -> Block:
        return self.to_hand_of(self.aimed(test, zone, n=n, up_to=True))

    def a_card_to_hand(self, test: Piece, zone: str) -> Block:
        return self.to_hand_of(self.untold(test, zone))

    def into_play(self, target: Any) -> Block:
        return [{"op": "move", "target": target, "to": "play"}]

    def card_to_play(self, test: Piece, zone: str) -> Block:
        return self.into_play(self.aimed(test, zone))

    def a_card_to_play(self, test: Piece, zone: str) -> Block:
        return self.into_play(self.untold(test, zone))

    def card_to_play_if(self, test: Piece, zone: str, amount: Any) -> Block:
        """Its cost is looked at on resolution."""
        return self.played_if(self.aimed(test, zone), amount)

    def a_card_to_play_if(self, test: Piece, zone: str, amount: Any) -> Block:
        return self.into_play(self.untold(and_(test, {"cost": {"max": amount}}), zone))

    def played_if(self, target: Any, amount: Any) -> Block:
        cheap = {"compare": {"cost": "chosen"}, "max": amount}
        then = {"op": "if", "is": cheap, "then": self.into_play("chosen")}
        return [{"op": "select", "target": target, "as": "them"}, then]

    def they_to_play(self, *_: Any) -> Block:
        return self.into_play("~they")

    def under_control(self) -> None:
        return None

    def cards_on_deck(self, cards: Piece, zones: list[str], place: str) -> Block:
        """Cards of a graveyard that are no targets."""
        if "discard" not in zones:
            return super().cards_on_deck(cards, zones, place)
        return super().cards_on_deck({**cards, "~cards": and_(cards["~cards"], {"targeted": False})}, zones, place)

    def shuffle_in_cards(self, cards: Piece) -> Block:
        return super().shuffle_in_cards({**cards, "~cards": and_(cards["~cards"], {"targeted": False})})

    def on_deck(self, target: Any, position: str) -> Block:
        return [{"op": "move", "target": target, "to": "deck", "position": position}]

    def card_on_deck(self, test: Piece, zone: str) -> Block:
        return self.on_deck(self.aimed(test, zone), "top")

    def a_card_on_deck(self, test: Piece, zone: str) -> Block:
        return self.on_deck(self.untold(test, zone), "top")

    def on_top_of_deck(self, target: Any) -> Block:
        return self.on_deck(target, "top")

    def on_bottom_of_deck(self, target: Any) -> Block:
        return self.on_deck(target, "bottom")

    def to_resource_row(self, target: Any, kind: Any) -> Block:
        if str(kind) != "resource":
            raise MeaninglessError("which row")
        return [{"op": "move", "target": target, "to": "resources", "facedown": True}]

    def to_resource_row_exhausted(self, target: Any, kind: Any, _exhausted: Any) -> Block:
        return [{**self.to_resource_row(target, kind)[0], "exhausted": True}]

    def away(self, target: Any) -> Block:
        return [{"op": "move", "target": target, "to": "removed"}]

    def remove_from_game(self, target: Any) -> Block:
        return self.away(target)

    def remove_card(self, test: Piece, zone: str) -> Block:
        return self.away(self.aimed(test, zone))

    def remove_cards(self, number: Any, test: Piece, zone: str) -> Block:
        return self.away(self.aimed(and_(test, {"targeted": False}), zone, n=int(number)))

    def remove_any_card(self, test: Piece) -> Block:
        return self.away(choose(and_(test, {"zone": "discard", "owner": "any"})))

    def remove_any_cards(self, n: Any, test: Piece) -> Block:
        return self.away(choose(and_(test, {"zone": "discard", "owner": "any"}), n=n, up_to=True))

    def remove_a_card(self, test: Piece, zone: str) -> Block:
        return self.away(self.untold(test, zone))

    def stop_combat(self) -> Block:
        return [{"op": "stop_combat"}]

    def leave_combat(self, target: Any) -> Block:
        """One attacks and one defends: without one of them the combat is over."""
        fights = {"any": [{"attacking": True}, {"attacked": True}]}
        stop: Block = [{"op": "stop_combat"}]
        if target in ("hero", "self", "~they", "~that"):
            spoken = {"fits": fights, "target": target} if target != "self" else {"fits": fights}
            return [{"op": "if", "is": spoken, "then": stop}]
        if not isinstance(target, dict):
            raise MeaninglessError("who leaves combat")
        if "all" in target:
            return [{"op": "if", "is": {"count": and_(target["all"], fights)}, "then": stop}]
        select = {"op": "select", "target": target, "as": "them"}
        return [select, {"op": "if", "is": {"fits": fights, "target": "chosen"}, "then": stop}]

    def interrupt(self, test: Piece) -> Block:
        return [{"op": "interrupt", "target": choose(and_(test, {"zone": "chain"}))}]

    def interrupt_they(self, *_: Any) -> Block:
        return [{"op": "interrupt", "target": "~they"}]

    def flip(self, _self: Any) -> Block:
        return [{"op": "flip", "target": "self"}]

    def flip_target(self, target: Any) -> Block:
        return [{"op": "flip", "target": target}]

    def shuffle_discard(self) -> Block:
        return [{"op": "shuffle_in", "target": {"all": {"zone": "discard", "owner": "you"}}}]

    def shuffle_discard_who(self, who: str) -> Block:
        if who not in ("foes", "all"):
            raise MeaninglessError("whose graveyard")
        return [{"op": "shuffle_in", "target": {"all": {"zone": "discard", "owner": who}}}]

    def shuffle_discard_any(self) -> Block:
        block = [{"op": "shuffle_in", "target": {"all": {"zone": "discard", "owner": "them"}}}]
        return self.by_player("any", block)

    def shuffle_hand(self) -> Block:
        return [{"op": "shuffle_in", "target": {"all": {"zone": "hand", "owner": "you"}}}]

    def shuffle_deck_any(self) -> Block:
        return [{"op": "shuffle", "who": "any"}]

    def draw_done(self) -> Block:
        return [{"op": "draw", "n": {"done": "n"}}]

    def peek_hand_any(self) -> Block:
        return self.by_player("any", [{"op": "peek", "target": {"all": {"zone": "hand", "owner": "them"}}}])

    def keyword_act(self, word: Any) -> Block:
        """Delve (WOW 114)."""
        if str(word) != "Delve":
            raise MeaninglessError(f"{word} is done")
        return [{"op": "look", "n": 2, "rest": "any"}]

    def look_take_rest(self, *parts: Any) -> Block:
        return [{"op": "~look", "take": parts[-1], "take_n": 1, "to": "hand", "rest": "bottom"}]

    def look_take_any_rest(self, number: Any, *_: Any) -> Block:
        return [{"op": "~look", "take": {}, "take_n": int(number), "to": "hand", "rest": "bottom"}]

    def look_any(self, *_: Any) -> Block:
        return [{"op": "~look", "rest": "any"}]

    def no_look(self, *_: Any) -> Block:
        raise MeaninglessError("the revealed card")

    def search_to_hand(self, test: Piece, *_: Any) -> Block:
        return [{"op": "search", "take": test, "n": 1, "to": "hand", "reveal": True}]

    def in_row_exhausted(self, kind: Any, *_: Any) -> Piece:
        raise MeaninglessError(f"a {kind} that may lie face up or not")

    def in_row_down(self, kind: Any, *_: Any) -> Piece:
        if str(kind) != "resource":
            raise MeaninglessError("which row")
        return {"facedown": True, "exhausted": True}

    def top_to_row(self, how: Piece) -> Block:
        return [{"op": "move_top", "to": "resources", **how}]

    def bottom_to_hand(self) -> Block:
        return [{"op": "move_bottom", "n": 1, "to": "hand"}]

    def tops_to_row(self, number: Any, how: Piece) -> Block:
        return [{"op": "move_top", "n": int(number), "to": "resources", **how}]

    def self_to_row(self, _self: Any, how: Piece) -> Block:
        return [{"op": "move", "target": "self", "to": "resources", **how}]

    def they_to_row(self, how: Piece) -> Block:
        return [{"op": "move", "target": "~they", "to": "resources", **how}]

    def turn_down(self, test: Piece) -> Block:
        if test.get("zone") != "resources" and not set(test.get("type", ("?",))) <= {"Quest", "Location"}:
            raise MeaninglessError("what is turned face down")
        return [{"op": "turn_down", "target": choose(and_(test, {"zone": "resources"}))}]

    def turn_down_they(self, *_: Any) -> Block:
        return [{"op": "turn_down", "target": "~they"}]

    # -- players -------------------------------------------------------------------------------------------------------
    def done_by(self, who: str, target: Any, op: Piece) -> Block:
        """What players choose among their own is chosen on resolution; "target player" is one of them."""
        if who != "any":
            return [{**op, "target": self.chooser(who, target)}]
        if not isinstance(target, dict) or "choose" not in target:
            raise MeaninglessError("who chooses what")
        test = and_(target["choose"], {"controller": "them"})
        more = {name: one for name, one in target.items() if name != "choose"}
        return self.by_player("any", [{**op, "target": choose(test, **more, by="them")}])

    def chooses_destroy(self, who: str, target: Any) -> Block:
        return self.done_by(who, target, {"op": "destroy"})

    def chooses_exhaust(self, who: str, target: Any) -> Block:
        return self.done_by(who, target, {"op": "exhaust"})

    def chooses_to_hand(self, who: str, target: Any, *_: Any) -> Block:
        return self.done_by(who, target, {"op": "move", "to": "hand"})

    def chooses(self, who: str, target: Any) -> Block:
        if who == "any":
            raise MeaninglessError("who chooses what")
        return [{"op": "select", "target": self.chooser(who, target), "as": "theirs"}]

    def choose_target(self, target: Any) -> Block:
        return [{"op": "select", "target": target, "as": "them"}]

    def choose_one_of(self, test: Piece) -> Block:
        return [{"op": "select", "target": choose(and_(test, {"targeted": False})), "as": "them"}]

    def control(self, target: Any) -> Block:
        return [{"op": "control", "target": target, "who": "you", "until": "game"}]

    def control_who(self, who: str, target: Any) -> Block:
        if who not in ("foe", "any"):
            raise MeaninglessError("who gains control")
        return [{"op": "control", "target": target, "who": who, "until": "game"}]

    def control_until(self, target: Any, until: str) -> Block:
        return [{"op": "control", "target": target, "who": "you", "until": until}]

    def watch_next(self, trigger: Piece, block: Block) -> Block:
        return [{**self.watch(trigger, block)[0], "once": True}]

    def watch(self, trigger: Piece, block: Block) -> Block:
        if "of" not in trigger:
            trigger = {**trigger, "of": {"self": True}}
        return [{"op": "watch", "ability": self.abilities([trigger], block)[0], "until": "end_of_turn"}]

    def at_end_do(self, block: Block) -> Block:
        return [{"op": "later", "at": "end_of_turn", "do": block}]
