"""What Riftbound's cards play and put into play: tokens, cards from other zones, what costs less (play digest 8)."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_things import MeaninglessError, Piece, and_, choose
from deckkit.games.riftbound.lexicon import TOKENS
from deckkit.games.riftbound.meaning_acts import Acts
from deckkit.games.riftbound.meaning_things import Block

__all__ = ["Plays"]


@v_args(inline=True)
class Plays(Acts):
    """The meaning of what is played, and of what lasts for a while."""

    # playing
    def from_region(self, word: Any) -> Piece:
        return {"region": str(word)}

    def token_name(self, word: Any) -> str:
        return str(word)

    def with_keywords(self, *words: str) -> list[str]:
        return list(words)

    def _tokens(self, n: int, name: str, might: Any, rest: tuple[Any, ...], exhausted: bool) -> Piece:
        """Only standard tokens are known: what is printed must be what they are (play digest 2.13)."""
        region = next((part["region"] for part in rest if isinstance(part, dict) and "region" in part), "")
        if region and (name, region) != ("Tentacle", "Bilgewater"):
            raise MeaninglessError("a token of another region")
        rest = tuple(part for part in rest if not (isinstance(part, dict) and "region" in part))
        keywords = next((part for part in rest if isinstance(part, list)), [])
        place = next((part for part in rest if isinstance(part, (str, dict))), None)
        own, words = TOKENS[name]
        if own != (None if might is None else int(might)) and not (might is None and own == 0):
            raise MeaninglessError("a token of another Might")
        if tuple(keywords) != words:
            raise MeaninglessError("a token with other keywords")
        found: Piece = {"op": "create", "token": name, "n": n}
        if place is not None:
            found["at"] = place
        return {**found, "exhausted": exhausted}

    def unit_tokens(self, n: int, might: Any, _stat: Any, name: str, kind: Any, *rest: Any) -> Piece:
        self._is(kind, "Unit")
        return self._tokens(n, name, might, rest, True)

    def ready_token(self, might: Any, _stat: Any, name: str, kind: Any, *rest: Any) -> Piece:
        self._is(kind, "Unit")
        return self._tokens(1, name, might, rest, False)

    def ready_tokens(self, n: Any, might: Any, _stat: Any, name: str, kind: Any, *rest: Any) -> Piece:
        self._is(kind, "Unit")
        return self._tokens(int(n), name, might, rest, False)

    def gear_tokens(self, n: int, name: str, kind: Any) -> Piece:
        self._is(kind, "Gear")
        return self._tokens(n, name, None, (), True)

    def plain_tokens(self, n: int, name: str, kind: Any, *rest: Any) -> Piece:
        self._is(kind, "Unit")
        return self._tokens(n, name, None, rest, True)

    def ready_plain_token(self, name: str, kind: Any, *rest: Any) -> Piece:
        self._is(kind, "Unit")
        return self._tokens(1, name, None, rest, False)

    def _is(self, kind: Any, wanted: str) -> None:
        if str(kind) != wanted:
            raise MeaninglessError("what kind of token")

    def create(self, tokens: Piece) -> Block:
        return [tokens]

    def create_who(self, who: str, tokens: Piece) -> Block:
        return [{**tokens, "who": who}]

    def free_all(self) -> str:
        return "all"

    def free_energy(self) -> str:
        return "energy"

    def any_cost(self) -> str:
        return "all"

    def energy_cost(self) -> str:
        return "energy"

    def _free(self, free: str) -> Piece:
        return {"free": True} if free == "all" else {"without": free}

    def play_cards(self, cards: Piece, where: Piece) -> Block:
        return [{"op": "play", "target": self.cards_of(cards, where)}]

    def play_cards_free(self, cards: Piece, where: Piece, free: str) -> Block:
        return [{"op": "play", "target": self.cards_of(cards, where), **self._free(free)}]

    def play_cards_free_more(self, cards: Piece, where: Piece, *parts: Any) -> Block:
        """Which card it is is said after where it is."""
        return self.play_cards_free(cards, and_(where, *parts[:-1]), parts[-1])

    def play_cards_and_recycle(self, cards: Piece, where: Piece, *parts: Any) -> Block:
        """It goes to the bottom of the deck where it would go to the trash."""
        return [{**self.play_cards_free_more(cards, where, *parts)[0], "goes": "deck"}]

    def play_cards_to(self, cards: Piece, where: Piece, place: Any, free: str) -> Block:
        return [{**self.play_cards_free(cards, where, free)[0], "at": place}]

    def play_cards_cheaper(self, cards: Piece, where: Piece, kind: str, paid: Block) -> Block:
        return [{"op": "play", "target": self.cards_of(cards, where), **self._less(kind, paid)}]

    def _less(self, _kind: str, paid: Block) -> Piece:
        """A cost in Energy less lowers the Energy, "the cost" too."""
        if len(paid) != 1 or paid[0]["kind"] != "energy":
            raise MeaninglessError("Power less")
        return {"reduce": paid[0]["n"]}

    def play_they_free(self, free: str) -> Block:
        return [{"op": "play", "target": "~they", **self._free(free)}]

    def play_they_to(self, place: Any, free: str) -> Block:
        return [{"op": "play", "target": "~they", **self._free(free), "at": place}]

    def play_they_cheaper(self, kind: str, paid: Block) -> Block:
        return [{"op": "play", "target": "~they", **self._less(kind, paid)}]

    def play_self(self, _self: Any) -> Block:
        return [{"op": "play", "target": "self"}]

    def play_self_from(self, _self: Any, _where: Any) -> Block:
        return self.play_self(None)

    # for a while
    def cheaper(self, paid: Block, **more: Any) -> Block:
        """One reduction for each kind of the cost."""
        kinds = [{**one, "kind": one["kind"]} for one in paid]
        return [{"op": "reduce", "n": one["n"], "kind": one["kind"], **more} for one in kinds]

    def next_cheaper(self, test: Piece, paid: Block) -> Block:
        return self.cheaper(paid, of=test, next=True, what="play", until="end_of_turn")

    def next_ready_enters(self, test: Piece) -> Block:
        return [{"op": "enter", "of": test, "exhausted": False, "next": True, "until": "end_of_turn"}]

    def enter_ready_this_turn(self, test: Piece) -> Block:
        mine = {"controller": "you", **test}
        return [{"op": "enter", "of": mine, "exhausted": False, "until": "end_of_turn"}]

    def reduce_next(self, paid: Block, test: Piece) -> Block:  # type: ignore[override]  # several kinds
        return self.next_cheaper(test, paid)

    def who_cannot_play(self, who: str, test: Piece, until: str) -> Block:
        if until != "end_of_turn":
            raise MeaninglessError("for how long")
        return [{"op": "forbid", "what": "play", "by": test, "who": who, "until": until}]

    def watch_then(self, trigger: Piece, until: str, block: Block) -> Block:
        return self.watch_until(until, trigger, block)

    def take_control(self, target: Any) -> Block:
        return [{"op": "control", "target": target, "until": "game"}]

    def extra_turn(self) -> Block:
        return [{"op": "extra_turn"}]

    def at_end_of_turn(self, act: Block) -> Block:
        return [{"op": "later", "at": "end_of_turn", "do": act, "who": "active"}]

    def they_kill(self, who: str, number: Any, test: Piece) -> Block:
        target = choose(and_({"controller": "them"}, test), n=int(number), by=who)
        return [{"op": "destroy", "target": target}]

    def negate(self, target: Any) -> Block:
        """What is countered is on the chain."""
        if isinstance(target, dict) and target.get("choose", {}).get("type") == ["Spell"]:
            return [{"op": "negate", "target": {**target, "choose": {**target["choose"], "zone": "chain"}}}]
        if target in ("~they", "~that"):
            return [{"op": "negate", "target": target}]
        raise MeaninglessError("what is countered")
