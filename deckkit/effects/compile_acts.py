"""What the grammar's sentences do: cards, damage, states, scores, and how sentences hang together."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_cards import Block, Cards
from deckkit.effects.compile_things import MeaninglessError, Piece, and_, cards_from, choose, scaled, who_does

__all__ = ["Acts", "Block"]

#: The operations that the subject of a sentence goes on to do: "each player draws 2 cards and gains 2 points".
_SUBJECT = frozenset({"draw", "discard", "score", "lose", "mill", "move_top", "gain_resource"})


def _subject(op: Piece) -> str:
    """Who does an operation, as far as the sentence says it."""
    target = op.get("target")
    if isinstance(target, dict):
        if op["op"] == "reveal" and "all" in target:
            return str(target["all"].get("owner", "you"))
        return str(target.get("by", "you"))
    return str(op.get("who", "you"))


@v_args(inline=True)
class Acts(Cards):
    """Acts are blocks of operations; operations that begin with ``~`` belong to the sentence before."""

    # -- how sentences are built -----------------------------------------------------------------------------------
    def seq_one(self, act: Block) -> Block:
        return act

    def seq_and(self, act: Block, conn: str, rest: Block) -> Block:
        """The subject goes on; and all that is done before "to" is what it costs."""
        who = _subject(act[-1])
        if who != "you" and rest and "who" not in rest[0]:
            if {act[-1]["op"], rest[0]["op"]} - _SUBJECT or who == "~owner":
                raise MeaninglessError("who goes on")
            rest = [{**rest[0], "who": who}, *rest[1:]]
        if conn == "and" and len(rest) == 1 and rest[0]["op"] == "if_done":
            return [{**rest[0], "do": [*act, *rest[0]["do"]]}]
        return [*act, *rest]

    def seq_to(self, act: Block, rest: Block) -> Block:
        return [{"op": "if_done", "do": act, "then": rest}]

    def conn(self) -> str:
        return "then"

    def conn_and(self) -> str:
        return "and"

    def plain(self, block: Block) -> Block:
        return block

    def body_may_to(self, block: Block) -> Block:
        return block

    def may(self, block: Block) -> Block:
        if len(block) == 1 and block[0]["op"] == "if_done":
            return [{"op": "may", "do": block[0]["do"], "then": block[0]["then"]}]
        return [{"op": "may", "do": block}]

    def may_who(self, who: str, block: Block) -> Block:
        if who == "you":
            return self.may(block)
        if any(op.get("who", "~subject") != "~subject" for op in block):
            raise MeaninglessError("players within a player's choice")
        if len(block) == 1 and block[0]["op"] == "move" and block[0].get("who") == "~subject":
            target = {**block[0]["target"], "by": "them"}
            move = {word: one for word, one in block[0].items() if word != "who"}
            return [{"op": "each_player", "who": who, "do": [{**move, "target": target}]}]
        block = [{word: one for word, one in op.items() if one != "~subject"} for op in block]
        inner = [{**op, "who": "them"} for op in block if op["op"] in ("draw", "discard", "move_top", "mill")]
        if len(inner) != len(block):
            raise MeaninglessError("what another player may do")
        return [{"op": "each_player", "who": who, "do": [{"op": "may", "who": "them", "do": inner}]}]

    def plain_may(self, block: Block, _conn: Any, may: Block) -> Block:
        return [*block, *may]

    def then_body(self, block: Block) -> Block:
        return block

    def if_body(self, condition: Piece, block: Block) -> Block:
        return [{"op": "if", "is": condition, "then": block}]

    def if_instead(self, condition: Piece, block: Block) -> Block:
        return [{"op": "~instead", "is": condition, "then": block}]

    def if_instead_change(self, condition: Piece, target: Any, changes: Block) -> Block:
        if len(changes) != 1:
            raise MeaninglessError("several changes instead")
        change = {"op": changes[0]["op"], "target": target, **changes[0], "until": "~same"}
        return self.if_instead(condition, [change])

    def either(self, first: Block, second: Block) -> Block:
        return [{"op": "choose_one", "options": [first, second]}]

    def if_done_body(self, block: Block) -> Block:
        return [{"op": "~if_done", "then": block}]

    def if_not_done_body(self, _: Any, block: Block) -> Block:
        return [{"op": "~if_not_done", "do": block}]

    def each_not_done_body(self, block: Block) -> Block:
        return self.if_not_done_body(None, block)

    def they_do_not(self) -> None:
        return None

    def otherwise_body(self, block: Block) -> Block:
        return [{"op": "~otherwise", "do": block}]

    def for_each_body(self, counted: Any, block: Block) -> Block:
        return self.for_each(counted, block)

    def for_each(self, counted: Any, block: Block) -> Block:
        if len(block) != 1:
            raise MeaninglessError("for each, several operations")
        op = block[0]
        if op["op"] == "may":
            return [{"op": "repeat", "n": counted, "do": block}]
        if isinstance(op.get("n"), int) and op["op"] in ("draw", "score", "reduce", "damage", "lose", "mill"):
            return [{**op, "n": scaled(counted, op["n"])}]
        raise MeaninglessError("for each, this operation")

    def unless_body(self, block: Block, condition: Piece) -> Block:
        return [{"op": "if", "is": {"not": condition}, "then": block}]

    def choose_head(self, *_: Any) -> Block:
        return [{"op": "choose_one", "options": []}]

    # -- drawing and discarding ------------------------------------------------------------------------------------
    def draw(self, n: Any) -> Block:
        return [{"op": "draw", "n": n}]

    def draw_who(self, who: str, n: Any) -> Block:
        return who_does("draw", who, n=n)

    def draw_each(self, n: int, counted: Any) -> Block:
        return [{"op": "draw", "n": scaled(counted, n)}]

    def draw_equal(self, amount: Any) -> Block:
        return [{"op": "draw", "n": amount}]

    def draw_done_plus(self, number: Any) -> Block:
        return [{"op": "draw", "n": {"plus": [{"done": "n"}, int(number)]}}]

    def draw_up_to_who(self, fewer: Any, number: Any) -> Block:
        hand = {"cards": "hand", "who": "them"}
        draw = {"op": "draw", "n": {"plus": [int(number), {"times": hand, "by": -1}]}, "who": "them"}
        few = {"op": "if", "is": {"compare": hand, "max": int(fewer) - 1}, "then": [draw]}
        return [{"op": "each_player", "who": "all", "do": [few]}]

    def discard_each_shown(self, who: str, test: Piece) -> Block:
        shown = self.reveal_hand(who)
        return [*shown, {"op": "discard", "n": "all", "who": who, "filter": test}]

    def namesakes(self, op: str, chosen: Piece, others: Piece) -> Block:
        """The chosen one and all that share a name with it: it does so itself."""
        if others != {**chosen, "same_name_as": "~they"}:
            raise MeaninglessError("others than the chosen one")
        return [{"op": "select", "target": choose(chosen), "as": "them"}, {"op": op, "target": {"all": others}}]

    def destroy_namesakes(self, _verb: Any, chosen: Piece, others: Piece) -> Block:
        return self.namesakes("destroy", chosen, others)

    def exhaust_namesakes(self, _verb: Any, chosen: Piece, others: Piece) -> Block:
        return self.namesakes("exhaust", chosen, others)

    def play_free_where(self, test: Piece, zones: list[str], more: Piece, *_: Any) -> Block:
        return self.play_free(and_(test, more), zones)

    def play_free_where_exhausted(self, *parts: Any) -> Block:
        return [{**self.play_free_where(*parts)[0], "exhausted": True}]

    def draw_until(self, number: Any) -> Block:
        hand = {"cards": "hand", "who": "you"}
        return [{"op": "draw", "n": {"plus": [int(number), {"times": hand, "by": -1}]}}]

    def draw_same(self) -> Block:
        mine = {"times": {"cards": "hand", "who": "you"}, "by": -1}
        return [{"op": "draw", "n": {"plus": [{"cards": "hand", "who": "foe"}, mine]}}]

    def discard_who(self, who: str, n: Any) -> Block:
        return [{"op": "discard", "n": n, "who": who}]

    def discard_who_each(self, who: str, n: int, counted: Any) -> Block:
        return [{"op": "discard", "n": scaled(counted, n), "who": who}]

    def discard_you(self, n: Any, test: Piece) -> Block:
        return [{"op": "discard", "n": n, **({"filter": test} if test else {})}]

    def discard_any(self, test: Piece) -> Block:
        most = {"count": and_(test, {"zone": "hand", "owner": "you"})}
        return [{"op": "discard", "n": {"up_to": most}, **({"filter": test} if test else {})}]

    def reveal_card(self, cards: Piece) -> Block:
        return [{"op": "reveal", "target": cards_from(cards, ["hand"])}]

    def active(self) -> str:
        return "active"

    def later(self, who: str, act: Block) -> Block:
        return [{"op": "later", "at": "end_of_turn", "do": act, "who": who}]

    def they_gain(self, keyword: str) -> Block:
        return [{"op": "grant", "target": "~they", "keyword": keyword, "until": "game"}]

    def lose_equal_score(self, who: str, _noun: Any, amount: Any) -> Block:
        return [{"op": "lose", "n": amount, "who": who}]

    def score_done(self, *_: Any) -> Block:
        return [{"op": "score", "n": {"done": "n"}}]

    def score_done_who(self, who: str, *_: Any) -> Block:
        if who != "you":
            raise MeaninglessError("who gains what was lost")
        return [{"op": "score", "n": {"done": "n"}, "who": "you"}]

    def watch(self, trigger: Piece, block: Block) -> Block:
        return self.watch_until("end_of_turn", trigger, block)

    def watch_until(self, until: str, trigger: Piece, block: Block) -> Block:
        if "of" not in trigger and trigger["on"] in ("play", "draw", "discard"):
            raise MeaninglessError("whose event is watched")
        trigger = {**trigger, "of": trigger.get("of", {"is": "~they"})}
        return [{"op": "watch", "ability": {**trigger, "do": block}, "until": until}]

    def both_players(self, act: Block) -> Block:
        if len(act) != 1 or act[0]["op"] not in _SUBJECT or "who" in act[0]:
            raise MeaninglessError("what both players do")
        return [{**act[0], "who": "you"}, {**act[0], "who": "foe"}]

    def shuffle_in_all(self, who: str, test: Piece) -> Block:
        if who not in ("foes", "all"):
            raise MeaninglessError("whose discard")
        return [{"op": "shuffle_in", "target": {"all": and_(test, {"zone": "discard", "owner": who})}}]

    def search_any(self) -> Block:
        return self.search({})

    def search_on_top(self) -> Block:
        return [{"op": "~search", "to": "deck"}]

    def discard_random(self, who: str, n: Any) -> Block:
        return [{"op": "discard", "n": n, "who": who, "random": True}]

    def discard_random_you(self, n: Any) -> Block:
        return [{"op": "discard", "n": n, "random": True}]

    def discard_hand(self) -> Block:
        return [{"op": "discard", "n": "all"}]

    def discard_hand_who(self, who: str) -> Block:
        return [{"op": "discard", "n": "all", "who": who}]

    def discard_chosen_by(self, who: str, test: Piece, by: str) -> Block:
        if who not in ("foe", "foes"):
            raise MeaninglessError("whose hand is shown")
        op = {"op": "discard", "n": 1, "who": who, **({"filter": test} if test else {})}
        shown = {"op": "reveal", "target": {"all": {"zone": "hand", "owner": who}}}
        return [shown, {**op, "by": "you"} if by == "you" else op]

    def reveal_hand(self, who: str) -> Block:
        if who not in ("foe", "foes", "all"):
            raise MeaninglessError("whose hand is shown")
        return [{"op": "reveal", "target": {"all": {"zone": "hand", "owner": who}}}]

    # -- damage and states -----------------------------------------------------------------------------------------
    def damage(self, number: Any, target: Any) -> Block:
        return [{"op": "damage", "target": target, "n": int(number)}]

    def damage_each(self, number: Any, target: Any, counted: Any) -> Block:
        return [{"op": "damage", "target": target, "n": scaled(counted, int(number))}]

    def damage_that(self, target: Any) -> Block:
        return [{"op": "damage", "target": target, "n": {"event": "n"}}]

    def damage_equal(self, target: Any, amount: Any) -> Block:
        return [{"op": "damage", "target": target, "n": amount}]

    def damage_equal2(self, amount: Any, target: Any) -> Block:
        """The amount is said first: what it speaks of came before the target."""
        return [{"op": "damage", "target": target, "n": amount, "~amount_first": True}]

    def damage_same(self, number: Any) -> Block:
        return [{"op": "damage", "target": "~same", "n": int(number)}]

    def put_damage(self, n: Any, target: Any) -> Block:
        return [{"op": "put_damage", "target": target, "n": n}]

    def heal(self, number: Any, target: Any) -> Block:
        return [{"op": "heal", "target": target, "n": int(number)}]

    def heal_up_to(self, number: Any, target: Any) -> Block:
        return [{"op": "heal", "target": target, "n": int(number), "up_to": True}]

    def heal_up_to_same(self, number: Any) -> Block:
        return [{"op": "heal", "target": "~same", "n": int(number), "up_to": True}]

    def heal_all(self, target: Any) -> Block:
        return [{"op": "heal", "target": target, "n": "all"}]

    def move_damage(self, number: Any, source: Any, goal: Any) -> Block:
        self.one_source(source)
        return [{"op": "move_damage", "from": source, "to": goal, "n": int(number)}]

    def move_damage_up_to(self, number: Any, source: Any, goal: Any) -> Block:
        return [{"op": "move_damage", "from": source, "to": goal, "n": int(number), "up_to": True}]

    def one_source(self, source: Any) -> None:
        if isinstance(source, dict) and "all" in source:
            raise MeaninglessError("damage moved from several")

    def move_damage_all(self, source: Any, goal: Any) -> Block:
        self.one_source(source)
        return [{"op": "move_damage", "from": source, "to": goal, "n": "all"}]

    def destroy(self, _verb: Any, target: Any) -> Block:
        return [{"op": "destroy", "target": target}]

    def exhaust(self, _verb: Any, target: Any) -> Block:
        return [{"op": "exhaust", "target": target}]

    def ready(self, target: Any) -> Block:
        return [{"op": "ready", "target": target}]

    def choose(self, target: Any) -> Block:
        return [{"op": "select", "target": target, "as": "them"}]

    # -- scores ----------------------------------------------------------------------------------------------------
    def score(self, number: Any, *_: Any) -> Block:
        return [{"op": "score", "n": int(number)}]

    def score_who(self, who: str, number: Any, *_: Any) -> Block:
        return who_does("score", who, n=int(number))

    def score_each(self, number: Any, _noun: Any, counted: Any) -> Block:
        return [{"op": "score", "n": scaled(counted, int(number))}]

    def score_equal(self, _noun: Any, amount: Any) -> Block:
        return [{"op": "score", "n": amount}]

    def lose(self, who: str, number: Any, *_: Any) -> Block:
        return who_does("lose", who, n=int(number))

    # -- playing and paying ----------------------------------------------------------------------------------------
    def play_free(self, test: Piece, *zones: list[str]) -> Block:
        cards = cards_from({"~cards": test}, zones[0] if zones else ["hand"])
        return [{"op": "play", "target": cards, "free": True}]

    def play_they(self, *_: Any) -> Block:
        return [{"op": "play", "target": "~they", "free": True}]

    def play_they_pay(self, *who: Any) -> Block:
        return [{"op": "play", "target": who[0] if who else "~they"}]

    def play_that_pay(self, *_: Any) -> Block:
        return [{"op": "play", "target": "~that"}]

    def that_card(self, *_: Any) -> None:
        return None

    def play_free_away(self, test: Piece, zones: list[str], _card: Any) -> Block:
        return [{**self.play_free(test, zones)[0], "goes": "deck"}]

    def play_that(self, *_: Any) -> Block:
        return [{"op": "play", "target": "~that", "free": True}]

    def play_they_exhausted(self, *_: Any) -> Block:
        return [{"op": "play", "target": "~they", "free": True, "exhausted": True}]

    def resources(self, number: Any, *_: Any) -> int:
        return int(number)

    def next_card(self, test: Piece) -> Piece:
        return test

    def reduce_next(self, n: int, test: Piece) -> Block:
        return [{"op": "reduce", "of": test, "n": n, "next": True, "what": "play", "until": "end_of_turn"}]

    # -- costs -----------------------------------------------------------------------------------------------------
    def cost_pay(self, n: int) -> Block:
        return [{"op": "pay", "n": n}]

    def cost_exhaust(self, *_: Any) -> Block:
        return [{"op": "exhaust", "target": "self"}]

    def cost_act(self, act: Block) -> Block:
        return act

    def cost_text(self, *costs: Block) -> Block:
        return [op for cost in costs for op in cost]

    def chooser(self, who: str, target: Any) -> Piece:
        """The target that another player chooses among their own."""
        if not isinstance(target, dict) or "choose" not in target or who not in ("foes", "foe", "all"):
            raise MeaninglessError("who chooses what")
        test = and_(target["choose"], {"controller": "them"})
        return choose(test, **{name: value for name, value in target.items() if name != "choose"}, by=who)
