"""What Lorcana's own words mean in the notation (rules digest 4-9)."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_things import MeaninglessError, Piece, and_
from deckkit.games.lorcana.meaning_acts import Acts, Block

__all__ = ["Meaning"]


@v_args(inline=True)
class Meaning(Acts):
    """The meaning of the productions of ``effects.lark``."""

    def kinds(self, names: list[str]) -> Piece:
        """A song is an action with the classification Song (CR 5.4.4)."""
        if "Song" not in names:
            return {"type": names}
        if names == ["Song"]:
            return {"type": ["Action"], "trait": ["Song"]}
        raise MeaninglessError("songs among other types")

    def that(self, *words: Any) -> str:
        """ "That location" is where a character has moved to, or is."""
        return "~place" if words and str(words[-1]) == "Location" else "~that"

    def in_places(self, test: Piece) -> Piece:
        """A location is at no location: of "locations and characters at locations" the test is about characters."""
        if not test.get("at_place") or "Location" not in test["type"]:
            return test
        others = [one for one in test["type"] if one != "Location"]
        rest = {word: value for word, value in test.items() if word not in ("type", "at_place")}
        return {**rest, "any": [{"type": ["Location"]}, {"type": others, "at_place": True}]}

    def gain_keyword(self, keyword: str) -> Piece:
        """A keyword that has a number has it where it is given."""
        if keyword in ("Boost", "Challenger", "Resist", "Shift", "Singer"):
            raise MeaninglessError("a keyword without its number")
        return super().gain_keyword(keyword)

    def with_colour(self, ink: Any) -> Piece:
        return {"ink": [str(ink)]}

    def chosen_trait(self, traits: list[str], *tests: Piece) -> Piece:
        """A classification alone means characters."""
        return self.chosen(and_({"type": ["Character"], "trait": traits}, *tests))

    def destroy_verb(self) -> None:
        return None

    def exhaust_verb(self) -> None:
        return None

    def destroyed(self) -> None:
        return None

    def ink_type(self) -> str:
        return "inks"

    def exhausted(self) -> None:
        return None

    def score_noun(self) -> None:
        return None

    def inkwell(self) -> str:
        return "inkwell"

    def challenger(self, _type: Any) -> str:
        return "~attacker"

    def challenged(self, _type: Any) -> str:
        return "~attacked"

    def all_ink(self) -> Piece:
        return {"all": {"zone": "inkwell", "owner": "you"}}

    def other_owner(self, *_: Any) -> str:
        return "~other_owner"

    # restrictions
    def r_quest(self) -> str:
        return "quest"

    def r_challenge(self) -> str:
        return "challenge"

    def r_ready(self) -> str:
        return "ready"

    def r_be_challenged(self) -> str:
        return "be_challenged"

    def r_sing(self, *_: Any) -> str:
        return "sing"

    def r_move(self, _type: Any) -> str:
        return "move"

    def r_take_damage(self) -> str:
        return "take_damage"

    def p_quest_fresh(self) -> str:
        return "quest_fresh"

    def p_challenge_ready(self, _type: Any) -> str:
        return "challenge_ready"

    # events
    def quests(self) -> Piece:
        return {"on": "quest"}

    def quests_here(self) -> Piece:
        return {"on": "quest", "~here": True}

    def quests_at_place(self, _type: Any) -> Piece:
        return {"on": "quest", "~at_place": True}

    def challenges(self) -> Piece:
        return {"on": "attack"}

    def challenges_np(self, test: Piece) -> Piece:
        return {"on": "attack", "other": test}

    def challenges_np_here(self, test: Piece) -> Piece:
        return {"on": "attack", "other": test, "~here": True}

    def quests_or_challenges(self) -> Piece:
        return {"on": ["quest", "attack"]}

    def is_challenged_and_banished_here(self) -> Piece:
        return {**self.is_challenged_and_banished(), "~here": True}

    def is_challenged(self) -> Piece:
        return {"on": "attacked"}

    def is_challenged_here(self) -> Piece:
        return {"on": "attacked", "~here": True}

    def is_banished(self) -> Piece:
        return {"on": "destroy"}

    def is_banished_here(self) -> Piece:
        return {"on": "destroy", "~here": True}

    def is_banished_in_challenge(self) -> Piece:
        return {"on": "banished_in_challenge"}

    def is_banished_in_challenge_here(self) -> Piece:
        return {"on": "banished_in_challenge", "~here": True}

    def is_challenged_and_banished(self) -> Piece:
        return {"on": "banished_in_challenge", "~test": {"attacked": True}}

    def challenges_and_is_banished(self) -> Piece:
        return {"on": "banished_in_challenge", "~test": {"attacking": True}}

    def banishes(self, _type: Any) -> Piece:
        return {"on": "banishes_in_challenge"}

    def banishes_here(self, _type: Any) -> Piece:
        return {"on": "banishes_in_challenge", "~here": True}

    def sings(self, _type: Any) -> Piece:
        return {"on": "sing"}

    def sings_with(self, _type: Any, keyword: str) -> Piece:
        return {"on": "sing", "other": {"keyword": keyword}}

    def shifted_self(self, _type: Any) -> Piece:
        return {"on": "play", "when": {"used": "shift"}}

    def sings_first(self, _type: Any) -> Piece:
        return {"on": "sing", "~first": True}

    def first_move_here(self, test: Piece) -> list[Piece]:
        moved = {"happened": "relocate", "of": test, "other": {"self": True}, "min": 1, "max": 1}
        return [{"on": "relocate", "of": test, "other": {"self": True}, "when": moved}]

    def banished_with_here(self, _self: Any, test: Piece) -> Piece:
        """Looked at as it is banished: afterwards nobody is here any more."""
        if not self.place or test.get("at") != "self":
            raise MeaninglessError("who was here")
        return {"on": "destroy", "when": {"count": test}}

    def strikes_in_challenge(self, word: Any) -> Piece:
        return {"on": "challenge_damage", "other": self.kinds([str(word)])}

    def drop_removed(self) -> Piece:
        return {"on": "spend_drop"}

    def leaves_discard(self) -> Piece:
        return {"on": "leave_discard", "of": {"owner": "you"}}

    def used_boost(self, word: Any, test: Piece) -> Piece:
        if str(word) != "Boost":
            raise MeaninglessError("what is used")
        return {"on": "boost", "of": and_(test, {"controller": "you"})}

    def paid_at_most(self, number: Any, test: Piece) -> Piece:
        """Where nothing was paid, 0 ink was (CR 1.5.4)."""
        return {"on": "play", "of": and_(test, {"controller": "you", "paid": {"max": int(number)}})}

    def moves_to_place(self, _type: Any) -> Piece:
        return {"on": "relocate"}

    def moves_here(self) -> Piece:
        return {"on": "relocate", "other": {"self": True}}

    def happens(self, subject: Piece | None, event: Piece) -> Piece:
        """A test of the subject joins its filter, or is a condition of the card itself."""
        if event.get("~first"):
            if subject is not None:
                raise MeaninglessError("whose first time")
            return {"on": event["on"], "when": {"happened": event["on"], "of": {"self": True}, "min": 1, "max": 1}}
        tests = {"at_place": True} if event.get("~at_place") else event.get("~test")
        event = {name: value for name, value in event.items() if name not in ("~at_place", "~test")}
        if tests is not None:
            if subject is None:
                return {**super().happens(None, event), "when": {"fits": tests}}
            subject = and_(subject, tests)
        return super().happens(subject, event)

    def inked(self) -> Piece:
        return {"on": ["ink", "put_inkwell"], "of": {"zone": "inkwell", "owner": "you"}}

    def moved_here(self, test: Piece) -> Piece:
        return {"on": "relocate", "of": and_(test, {"controller": "you"}), "other": {"self": True}}

    def tucked_self(self, _type: Any) -> Piece:
        return {"on": "tuck", "when": {"by": "you"}}

    def tucked(self, _number: Any, test: Piece) -> Piece:
        return {"on": "tuck", "of": and_({"controller": "you"}, test), "when": {"by": "you"}}

    def healed(self, *parts: Any) -> Piece:
        return {"on": "healed", "of": and_({"controller": "you"}, parts[-1]), "when": {"by": "you"}}

    def healed_any(self, *parts: Any) -> Piece:
        return {"on": "healed", "of": parts[-1], "when": {"by": "you"}}

    def shifted_onto(self, test: Piece) -> Piece:
        return {"on": "play", "of": and_(test, {"controller": "you"}), "other": {"self": True}}

    def shifted_any(self, *_: Any) -> Piece:
        return {"on": "shifted_onto"}

    # conditions
    def used_shift(self, word: Any, *rest: Any) -> Piece:
        if str(word) != "Shift":
            raise MeaninglessError("what was used to play it")
        return {"used": "shift", "target": "self" if rest else "~they"}

    def played_another(self, *parts: Any) -> Piece:
        test = and_(self.kinds([str(parts[-1])]), {"controller": "you", "other": True})
        return {"happened": "play", "of": test}

    def played_one(self, test: Piece) -> Piece:
        return {"happened": "play", "of": and_(test, {"controller": "you"})}

    def played_n(self, number: Any, test: Piece) -> Piece:
        return {**self.played_one(test), "min": int(number)}

    def was_banished(self, test: Piece) -> Piece:
        return {"happened": "destroy", "of": test}

    def was_banished_in_challenge(self, test: Piece) -> Piece:
        return {"happened": "banished_in_challenge", "of": test}

    def took_damage(self, test: Piece) -> Piece:
        return {"happened": "damaged", "of": test}

    def mine_took_damage(self, _number: Any, test: Piece) -> Piece:
        return self.took_damage(and_({"controller": "you"}, test))

    def all_ink_exerted(self) -> Piece:
        return {"not": {"count": {"zone": "inkwell", "owner": "you", "exhausted": False}}}

    def being_challenged(self) -> Piece:
        return {"fits": {"attacked": True}}

    def challenging(self, test: Piece) -> Piece:
        return self.while_challenging(test)

    def is_being_challenged(self, who: str) -> Piece:
        return self.fitting(who, {"attacked": True})

    def attack_(self) -> str:
        return "attack"

    def quest_(self) -> str:
        return "quest"

    def none_acted(self, test: Piece, event: str) -> Piece:
        return {"happened": event, "of": and_({"controller": "you"}, test), "max": 0}

    def no_np_acted(self, test: Piece, event: str) -> Piece:
        return {"happened": event, "of": test, "max": 0}

    def one_acted(self, test: Piece, event: str) -> Piece:
        return {"happened": event, "of": test}

    def not_played(self, test: Piece) -> Piece:
        return {**self.played_one(test), "max": 0}

    def not_inked(self) -> Piece:
        """Whatever has become of the cards since."""
        ink, put = {"happened": "ink", "who": "you"}, {"happened": "put_inkwell", "who": "you", "by": "you"}
        return {"all_of": [{**ink, "max": 0}, {**put, "max": 0}]}

    def discarded_one(self) -> Piece:
        return {"happened": "discard", "of": {"owner": "you"}}

    def tucked_this_turn(self, *_: Any) -> Piece:
        return {"happened": "tuck", "of": {"self": True}, "by": "you"}

    def tucked_mine(self, _number: Any, test: Piece) -> Piece:
        return {"happened": "tuck", "of": and_({"controller": "you"}, test), "by": "you"}

    def got_drop(self) -> Piece:
        return {"happened": "gain_drop", "who": "you"}

    def mine_banished(self, _number: Any, test: Piece) -> Piece:
        return self.was_banished(and_({"controller": "you"}, test))

    def used_drop(self, *rest: Any) -> Piece:
        return {"used": "drops", "target": "self" if rest else "~they"}

    def banished_this_turn(self, test: Piece) -> Piece:
        return self.was_banished_in_challenge(test)

    def left_discard(self, number: Any) -> Piece:
        return {"happened": "leave_discard", "min": int(number)}

    def was_sung(self, *_: Any) -> Piece:
        return {"used": "sing"}

    def sung_by_n(self, number: Any, *_: Any) -> Piece:
        return {"count": {"is": "payers"}, "min": int(number)}

    def first_turn_second(self) -> Piece:
        return {"all_of": [{"turn_number": 1}, {"not": {"starts": "you"}}]}

    def cards_in_inkwell(self) -> Piece:
        return {"cards": "inkwell", "who": "you"}

    def have_ink(self, number: Any) -> Piece:
        return self.have_cards(number, "inkwell")

    def have_ink_less(self, number: Any) -> Piece:
        return {"compare": {"cards": "inkwell", "who": "you"}, "max": int(number)}

    def have_drop(self) -> Piece:
        return {"compare": {"resources": "drops", "who": "you"}, "min": 1}

    def discarded_n_cards(self, number: Any) -> Piece:
        return {"happened": "put_discard", "of": {"owner": "you"}, "min": int(number)}

    # all the time
    def sing_cost(self, signed: Any, _type: Any) -> Piece:
        return {"op": "modify", "stats": {"singing": int(signed)}}

    def st_move_free(self, target: Any) -> list[Piece]:
        return self.moving_here(target, "all")

    def st_move_here_cheaper(self, n: int, target: Any) -> list[Piece]:
        if isinstance(target, dict) and "choose" in target:
            target = {"all": target["choose"]}
        return self.moving_here(target, n)

    def moving_here(self, target: Any, n: Any) -> list[Piece]:
        if not self.place or not isinstance(target, dict) or "all" not in target:
            raise MeaninglessError("who moves here")
        return self.statically([{"op": "reduce", "of": target["all"], "n": n, "what": "move", "to": "self"}])

    def st_shift_cheaper(self, n: int, test: Piece, word: Any) -> list[Piece]:
        if str(word) != "Shift":
            raise MeaninglessError("what is used to play it")
        return self.statically([{"op": "reduce", "of": test, "n": n, "what": "shift"}])

    def st_shift_cheaper_self(self, n: int, _type: Any, word: Any) -> list[Piece]:
        found = self.st_shift_cheaper(n, {"self": True}, word)
        return [{**found[0], "zone": "hand"}]

    def st_no_challenge_damage(self, target: Any) -> list[Piece]:
        return self.statically([{"op": "prevent", "target": target, "n": "all", "of": "attack"}])

    def st_any_shift(self, *_: Any) -> list[Piece]:
        return [{"on": "static", "do": [{"op": "allow", "what": "any_shift", "target": "self"}]}]

    def st_instead_of_banish(self, _type: Any, act: Block) -> list[Piece]:
        return [{"on": "replace", "event": "destroy", "do": [{"op": "instead", "do": act}]}]

    def st_instead_of_drop(self, act: Block) -> list[Piece]:
        return [{"on": "replace", "event": "gain_drop", "may": True, "do": [{"op": "instead", "do": act}]}]

    def st_challenge_ready_of(self, target: Any, traits: list[str], word: Any) -> list[Piece]:
        of = {**self.kinds([str(word)]), "trait": traits}
        return self.statically([{"op": "allow", "what": "challenge_ready", "target": target, "of": of}])

    def st_shift_name(self, _type: Any, names: list[str], word: Any) -> list[Piece]:
        if str(word) != "Shift":
            raise MeaninglessError("named for what")
        return [{"on": "static", "do": [{"op": "shift_name", "target": "self", "name": names}]}]

    def st_ink_discard(self) -> list[Piece]:
        return self.statically([{"op": "allow", "what": "ink_discard", "who": "you"}])

    def st_ink_any(self) -> list[Piece]:
        return self.statically([{"op": "allow", "what": "ink_any", "who": "you"}])

    def st_no_singing_alone(self, _self: Any, _type: Any, word: Any) -> list[Piece]:
        if str(word) != "Sing Together":
            raise MeaninglessError("without what it cannot sing")
        return self.st_forbid("self", ["sing_alone"])

    def st_skip_draw(self) -> list[Piece]:
        return [{"on": "static", "do": [{"op": "forbid", "what": "draw_step", "who": "you"}]}]

    def st_not_chosen(self, target: Any) -> list[Piece]:
        return self.st_forbid(target, ["be_chosen"])

    def building(self, op: Piece) -> list[Piece]:
        """What a deck may hold is a rule of deck building: nothing happens in play (CR 1.10.1)."""
        return [{"on": "deck_building", "do": [op]}]

    def st_deck_any(self, _name: Any) -> list[Piece]:
        return self.building({"op": "deck_copies", "n": "all"})

    def st_deck_copies(self, number: Any, _name: Any) -> list[Piece]:
        return self.building({"op": "deck_copies", "n": int(number)})

    def st_deck_inks(self, test: Piece) -> list[Piece]:
        return self.building({"op": "deck_inks", "of": test})

    def st_move_cheaper(self, n: int, target: Any, _type: Any) -> list[Piece]:
        if not isinstance(target, dict) or "all" not in target:
            raise MeaninglessError("what moves")
        return self.statically([{"op": "reduce", "of": target["all"], "n": n, "what": "move"}])

    def st_ink_more(self) -> list[Piece]:
        return [{"on": "static", "do": [{"op": "allow", "what": "ink", "n": 1}]}]

    def st_named_both(self, _type: Any, first: Any, second: Any) -> list[Piece]:
        return [{"on": "static", "do": [{"op": "grant", "target": "self", "name": [str(first), str(second)]}]}]
