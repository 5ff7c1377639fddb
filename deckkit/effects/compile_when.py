"""When abilities work: triggers with their subjects and events, conditions."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_changes import Changes
from deckkit.effects.compile_things import MeaninglessError, Piece, and_, bounds

__all__ = ["When"]

#: The subject of an event: None for the card itself, else a filter.
Subject = Piece | None


@v_args(inline=True)
class When(Changes):
    """Heads of abilities are abilities without ``do``; an event is a head without its subject."""

    # -- heads -----------------------------------------------------------------------------------------------------
    def joined(self, prefix: Piece, head: Piece) -> Piece:
        found = {**head}
        for name, value in prefix.items():
            if name == "when" and "when" in found:
                found["when"] = {"all_of": [value, found["when"]]}
            else:
                found[name] = value
        return found

    def head(self, *parts: Any) -> list[Piece]:
        return [self.joined(parts[0], parts[1])] if len(parts) == 2 else [parts[0]]

    def head_two(self, *parts: Any) -> list[Piece]:
        first, second = parts[-2:]
        prefix = parts[0] if len(parts) == 3 else {}
        first, second = self.joined(prefix, first), self.joined(prefix, second)
        if {**first, "on": 0} == {**second, "on": 0}:
            return [{**first, "on": [*self.events(first), *self.events(second)]}]
        return [first, second]

    def events(self, head: Piece) -> list[str]:
        return head["on"] if isinstance(head["on"], list) else [head["on"]]

    def head_while(self, *parts: Any) -> list[Piece]:
        return [self.joined({"when": parts[-1]}, one) for one in self.head(*parts[:-1])]

    def head_while_first(self, condition: Piece, trigger: Piece) -> list[Piece]:
        return [self.joined({"when": condition}, trigger)]

    def head_your_turn_while(self, condition: Piece, trigger: Piece) -> list[Piece]:
        return [self.joined(self.your_turn(), self.joined({"when": condition}, trigger))]

    def at_start(self) -> list[Piece]:
        return [{"on": "start_of_turn", "when": {"turn": "you"}}]

    def at_end(self) -> list[Piece]:
        return [{"on": "end_of_turn", "when": {"turn": "you"}}]

    def head_and_start(self, trigger: Piece) -> list[Piece]:
        return [trigger, *self.at_start()]

    def your_turn(self) -> Piece:
        return {"when": {"turn": "you"}}

    def foe_turn(self) -> Piece:
        return {"when": {"turn": "foes"}}

    def once_your_turn(self) -> Piece:
        return {"when": {"turn": "you"}, "limit": "once_per_turn"}

    def once_per_turn(self) -> Piece:
        return {"limit": "once_per_turn"}

    def triggered(self, heads: list[Piece], body: Any) -> list[Piece]:
        return self.abilities(heads, body)

    def effect(self, body: Any) -> Any:
        return body

    def activated_once(self, block: Any) -> list[Piece]:
        return self.activated_limit(None, block)

    def activated_once_if(self, condition: Piece, block: Any) -> list[Piece]:
        return [{**self.activated_limit(None, block)[0], "when": condition}]

    def activated_limit(self, _limit: Any, block: Any) -> list[Piece]:
        """What is said before "to" is the cost."""
        found: Piece = {"on": "activate", "limit": "once_per_turn"}
        if len(block) == 1 and block[0]["op"] == "if_done":
            return [{**found, "cost": block[0]["do"], "do": block[0]["then"]}]
        return [{**found, "do": block}]

    def once(self) -> None:
        return None

    # -- triggers --------------------------------------------------------------------------------------------------
    def played_self(self, _type: Any) -> Piece:
        return {"on": "play"}

    def played(self, test: Piece) -> Piece:
        return {"on": "play", "of": and_(test, {"controller": "you"})}

    def played_other(self, test: Piece) -> Piece:
        return {"on": "play", "of": and_(test, {"controller": "you", "other": True})}

    def played_this_or(self, *parts: Any) -> Piece:
        other = and_(parts[-1], {"other": True})
        return {"on": "play", "of": {"controller": "you", "any": [{"self": True}, other]}}

    def foe_played(self, test: Piece) -> Piece:
        return {"on": "play", "of": and_(test, {"controller": "foes"})}

    def second(self) -> int:
        return 2

    def third(self) -> int:
        return 3

    def played_nth(self, n: int, test: Piece) -> Piece:
        found = self.played(test)
        return {**found, "when": {"happened": "play", "of": found["of"], "min": n, "max": n}}

    def subject_self_or(self, _self: Any, _number: Any, test: Piece) -> Subject:
        return {"any": [{"self": True}, and_({"controller": "you"}, test)]}

    def is_played(self) -> Piece:
        return {"on": "play"}

    def enters_exhausted(self, *_: Any) -> Piece:
        return {"on": "play", "~test": {"exhausted": True}}

    def drawn(self) -> Piece:
        return {"on": "draw", "of": {"owner": "you", "zone": "hand"}}

    def discarded(self, test: Piece) -> Piece:
        return {"on": "discard", "of": and_(test, {"owner": "you", "zone": "discard"})}

    def discarded_self(self) -> Piece:
        return {"on": "discard", "zone": "discard"}

    def foe_draws_second(self) -> Piece:
        """Counted as it is drawn: when this resolves, more may have been."""
        second = {"happened": "draw", "who": "them", "min": 2, "max": 2}
        return {"on": "draw", "of": {"owner": "foes", "zone": "hand"}, "when": {"all_of": [{"turn": "them"}, second]}}

    def readied(self, _type: Any) -> Piece:
        return {"on": "ready", "when": {"by": "you"}}

    def subject_self(self, *_: Any) -> Subject:
        return None

    def subject_any(self, test: Piece) -> Subject:
        return test

    def subject_other(self, test: Piece) -> Subject:
        return and_(test, {"other": True})

    def subject_mine(self, _number: Any, test: Piece) -> Subject:
        return and_({"controller": "you"}, test)

    def subject_several(self, *_: Any) -> Subject:
        raise MeaninglessError("several at once")

    def happens(self, subject: Subject, event: Piece) -> Piece:
        found = {name: value for name, value in event.items() if name != "~here"}
        if event.get("~here"):
            if subject is None:
                raise MeaninglessError("who is here")
            subject = and_(subject, self.here())
        return found if subject is None else {**found, "of": subject}

    def leaves(self) -> Piece:
        return {"on": "leave"}

    def takes_damage(self) -> Piece:
        return {"on": "damaged"}

    def goes_home(self) -> Piece:
        raise MeaninglessError("a card that goes from play to a hand")

    def becomes_exhausted(self, *_: Any) -> Piece:
        return {"on": "exhaust"}

    # -- conditions ------------------------------------------------------------------------------------------------
    def both(self, first: Piece, second: Piece) -> Piece:
        return {"all_of": [first, second]}

    def you_have(self, have: Piece) -> Piece:
        return have

    def you_have_not(self, have: Piece) -> Piece:
        return {"not": have}

    def mine_count(self, test: Piece, **more: Any) -> Piece:
        return {"count": and_({"controller": "you"}, test), **more}

    def have_one(self, test: Piece) -> Piece:
        return self.mine_count(test)

    def have_one_stat(self, test: Piece, number: Any, stat: Any, bound: Piece) -> Piece:
        return self.mine_count(and_(test, self.with_stat(number, stat, bound)))

    def have_one_damaged(self, test: Piece) -> Piece:
        return self.mine_count(and_(test, {"damaged": True}))

    def have_another(self, test: Piece) -> Piece:
        return self.mine_count(and_(test, {"other": True}))

    def have_both(self, first: Piece, second: Piece) -> Piece:
        return {"all_of": [self.mine_count(first), self.mine_count(second)]}

    def have_n(self, number: Any, test: Piece) -> Piece:
        return self.mine_count(test, min=int(number))

    def have_here(self, test: Piece) -> Piece:
        if "at" not in test:
            raise MeaninglessError("where it is")
        return self.mine_count(test)

    def have_n_here(self, number: Any, test: Piece) -> Piece:
        return {**self.have_here(test), "min": int(number)}

    def have_cards(self, number: Any, zone: str) -> Piece:
        return {"compare": {"cards": zone, "who": "you"}, "min": int(number)}

    def have_fewer(self, number: Any, zone: str) -> Piece:
        return {"compare": {"cards": zone, "who": "you"}, "max": int(number) - 1}

    def have_none(self, zone: str) -> Piece:
        return {"compare": {"cards": zone, "who": "you"}, "max": 0}

    def have_n_cards(self, number: Any, test: Piece, zone: str) -> Piece:
        if not test:
            return self.have_cards(number, zone)
        return {"count": and_(test, {"zone": zone, "owner": "you"}), "min": int(number)}

    def have_card(self, test: Piece, zone: str) -> Piece:
        return {"count": and_(test, {"zone": zone, "owner": "you"})}

    def card_in_zone(self, test: Piece, zone: str) -> Piece:
        return self.have_card(test, zone)

    def have_more_cards(self, zone: str) -> Piece:
        return {"compare": {"cards": zone, "who": "you"}, "min": {"plus": [self.cards_of_foes(zone), 1]}}

    def have_more(self, test: Piece) -> Piece:
        return {**self.mine_count(test), "min": {"plus": [self.foes_most(test), 1]}}

    def in_play(self, test: Piece) -> Piece:
        return {"count": test}

    def other_damaged(self, test: Piece) -> Piece:
        return {"count": and_(test, {"damaged": True, "other": True})}

    def foe_has(self, test: Piece) -> Piece:
        return {"count": and_({"controller": "foes"}, test)}

    def foe_more_cards(self, zone: str) -> Piece:
        mine = {"cards": zone, "who": "you"}
        return {"compare": self.cards_of_foes(zone), "min": {"plus": [mine, 1]}}

    def chosen_foe_more_cards(self, zone: str) -> Piece:
        mine = {"cards": zone, "who": "you"}
        return {"compare": {"cards": zone, "who": "them"}, "min": {"plus": [mine, 1]}, "~foe": True}

    def foe_more_score(self, *_: Any) -> Piece:
        return {"compare": self.foes_score(), "min": {"plus": [{"score": "you"}, 1]}}

    def foes_score(self) -> Piece:
        return self.highest_of_foes({"score": "them"})

    def foe_score(self, number: Any, *_: Any) -> Piece:
        return {"compare": self.foes_score(), "min": int(number)}

    def foe_no_hand(self) -> Piece:
        return {"compare": {"lowest": {"cards": "hand", "who": "them"}, "who": "foes"}, "max": 0}

    def foe_no_hand_n(self, number: Any) -> Piece:
        if int(number) != 1:
            raise MeaninglessError("several opponents")
        return self.foe_no_hand()

    def foe_has_n(self, number: Any, test: Piece) -> Piece:
        return {"compare": self.foes_most(test), "min": int(number)}

    def foe_has_more(self, test: Piece) -> Piece:
        mine = {"count": and_({"controller": "you"}, test)}
        return {"compare": self.foes_most(test), "min": {"plus": [mine, 1]}}

    def foe_score_exact(self, number: Any, *_: Any) -> Piece:
        return {"compare": {"score": "foe"}, "min": int(number), "max": int(number)}

    def foe_has_card(self, test: Piece, zone: str) -> Piece:
        return {"count": and_(test, {"zone": zone, "owner": "foes"})}

    def one_damaged(self, test: Piece) -> Piece:
        return {"count": and_(test, {"damaged": True})}

    def in_play_n(self, number: Any, test: Piece) -> Piece:
        return {"count": test, "min": int(number)}

    def there_is_here(self, test: Piece) -> Piece:
        if "at" not in test:
            raise MeaninglessError("where it is")
        return {"count": test}

    def n_exhausted(self, number: Any, test: Piece, *_: Any) -> Piece:
        return {"count": and_(test, {"exhausted": True}), "min": int(number)}

    def have_n_stat(self, number: Any, test: Piece, n: Any, stat: Any, bound: Piece) -> Piece:
        return self.have_n(number, and_(test, self.with_stat(n, stat, bound)))

    def have_one_under(self, test: Piece) -> Piece:
        return self.mine_count(and_(test, {"under": {"min": 1}}))

    def have_both_names(self, kind: Any, first: Any, second: Any) -> Piece:
        both = [{**self.kinds([str(kind)]), "name": [str(name)]} for name in (first, second)]
        return {"all_of": [self.mine_count(test) for test in both]}

    def np_or_card(self, test: Piece) -> Piece:
        return test

    def moved_fits(self, test: Piece) -> Piece:
        return {"fits": test, "target": "moved"}

    def that_named(self, _type: Any, names: list[str]) -> Piece:
        return {"fits": {"name": names}, "target": "~that"}

    def that_is_card(self, test: Piece) -> Piece:
        return {"fits": test, "target": "~that"}

    def that_under(self, _type: Any) -> Piece:
        return {"fits": {"under": {"min": 1}}, "target": "~that"}

    def that_had_under(self, _type: Any) -> Piece:
        return {"compare": {"under": "~that"}, "min": 1}

    def they_had_under(self) -> Piece:
        return {"compare": {"under": "~they"}, "min": 1}

    def damage_at_least(self, who: str, number: Any) -> Piece:
        return {"compare": {"damage": who}, "min": int(number)}

    def one_of_them_cost(self, number: Any, wanted: Any) -> Piece:
        return {"count": {"is": "~they", "cost": wanted}, "min": int(number)}

    def namesake_in_discard(self) -> Piece:
        others = {"zone": "discard", "owner": "you", "same_name_as": "~they", "none": [{"is": "~they"}]}
        return {"count": others}

    def no_namesake(self, word: Any, *_: Any) -> Piece:
        others = {**self.kinds([str(word)]), "controller": "you", "same_name_as": "~they", "none": [{"is": "~they"}]}
        return {"not": {"count": others}}

    def removed_this_turn(self, *parts: Any) -> Piece:
        if len(parts) == 2 and int(parts[0]) != 1:
            raise MeaninglessError("so much damage removed this turn")
        return {"happened": "healed", "of": parts[-1], "by": "you"}

    def removed_mine_this_turn(self, *parts: Any) -> Piece:
        return self.removed_this_turn(*parts[:-2], and_({"controller": "you"}, parts[-1]))

    def fitting(self, who: str, test: Piece) -> Piece:
        return {"fits": test} if who == "self" else {"fits": test, "target": who}

    def is_that_exhausted(self, who: str, *_: Any) -> Piece:
        return self.fitting(who, {"exhausted": True})

    def is_that_damaged(self, who: str) -> Piece:
        return self.fitting(who, {"damaged": True})

    def is_that_undamaged(self, who: str) -> Piece:
        return self.fitting(who, {"damaged": False})

    def is_that_stat(self, who: str, number: Any, stat: Any, bound: Piece) -> Piece:
        return self.fitting(who, {"stat": {str(stat): bounds(bound, int(number))}})

    def is_that_under(self, who: str) -> Piece:
        return self.fitting(who, {"under": {"min": 1}})

    def is_that_under_2(self, who: str) -> Piece:
        return self.is_that_under(who)

    def is_that_at_place(self, who: str, _type: Any) -> Piece:
        return self.fitting(who, {"at_place": True})

    def they_fit(self, test: Piece) -> Piece:
        return self.fitting("~they", test)

    def revealed_is(self, test: Piece) -> Piece:
        return {"~revealed": test}

    def chosen_is(self, test: Piece) -> Piece:
        return self.fitting("chosen", test)

    def chosen_named(self, _type: Any, names: list[str]) -> Piece:
        return self.fitting("chosen", {"name": names})

    def is_they_damaged(self, _type: Any) -> Piece:
        return self.fitting("~they", {"damaged": True})

    def removed_some(self) -> Piece:
        return {"compare": {"done": "n"}, "min": 1}
