"""When Riftbound's abilities work: events of units, battlefields and players, conditions (play digest 11-16)."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_things import MeaninglessError, Piece, and_
from deckkit.games.riftbound.meaning_plays import Plays
from deckkit.games.riftbound.meaning_things import MIGHTY

__all__ = ["Moments"]

_BATTLEFIELD: Piece = {"type": ["Battlefield"]}
_BY_YOU: Piece = {"when": {"by": "you"}}


@v_args(inline=True)
class Moments(Plays):
    """The meaning of the triggers and conditions of ``effects.lark``."""

    # heads
    def at_beginning(self) -> list[Piece]:
        return self.at_start()

    def at_each_beginning(self) -> list[Piece]:
        return [{"on": "start_of_turn"}]

    def at_main(self) -> list[Piece]:
        return [{"on": "start_of_main", "when": {"turn": "you"}}]

    def at_end_if(self, condition: Piece) -> list[Piece]:
        return [self.joined({"when": condition}, one) for one in self.at_end()]

    def at_beginning_if(self, condition: Piece) -> list[Piece]:
        return [self.joined({"when": condition}, one) for one in self.at_start()]

    def head_scrap(self, *_: Any) -> list[Piece]:
        return [{"on": ["play", "destroy"]}, {"on": "discard", "zone": "discard"}]

    def head_and_beginning(self, trigger: Piece) -> list[Piece]:
        return [trigger, *self.at_start()]

    def head_once(self, trigger: Piece) -> list[Piece]:
        return [{**trigger, "limit": "once_per_turn"}]

    def head_once_while(self, trigger: Piece, condition: Piece) -> list[Piece]:
        return [self.joined({"when": condition}, one) for one in self.head_once(trigger)]

    def head_first(self, trigger: Piece) -> list[Piece]:
        return self.head_nth(1, trigger)

    def first(self) -> int:
        return 1

    def head_nth(self, n: int, trigger: Piece) -> list[Piece]:
        """The n-th such event of the turn, counted as it happens."""
        if not isinstance(trigger["on"], str):
            raise MeaninglessError("the first of several events")
        more: Piece = {name: trigger[name] for name in ("of", "other") if name in trigger}
        when = trigger.get("when")
        if "of" not in more:
            more["of"] = {"self": True}
        count: Piece = {"happened": trigger["on"]} | more | {"min": n, "max": n}
        if when == {"by": "you"}:
            count["who"] = "you"
        elif when is not None:
            raise MeaninglessError("the first time while something holds")
        return [self.joined({"when": count}, trigger)]

    # events of units
    def e_conquer(self) -> Piece:
        return {"on": "conquer"}

    def e_hold(self) -> Piece:
        return {"on": "hold"}

    def e_conquer_hold(self) -> Piece:
        return {"on": ["conquer", "hold"]}

    def e_attack(self) -> Piece:
        return {"on": "attack"}

    def e_defend(self) -> Piece:
        return {"on": "defend"}

    def e_attack_defend(self) -> Piece:
        return {"on": ["attack", "defend"]}

    def e_attack_defend_alone(self) -> Piece:
        return {"on": ["attack", "defend"], "~test": {"alone": True}}

    def e_one_on_one(self, *_: Any) -> Piece:
        """It and the one enemy unit there are both alone (play digest 2.16)."""
        enemy = {"type": ["Unit"], "controller": "foes", "at": "place"}
        both = [{"fits": {"alone": True}}, {"count": enemy, "min": 1, "max": 1}]
        return {"on": ["attack", "defend"], "~when": {"all_of": both}}

    def e_conquer_attack(self) -> Piece:
        return {"on": "conquer", "~test": {"attacker": True}}

    def e_attack_mine(self, kind: Any) -> Piece:
        """Where it attacks is a condition: "it" is the unit."""
        mine = {"type": [str(kind)], "controller": "you"}
        return {"on": "attack", "when": {"fits": mine, "target": "other"}}

    def e_win(self) -> Piece:
        return {"on": "win_combat"}

    def e_move(self) -> Piece:
        return {"on": "move"}

    def e_move_from(self) -> Piece:
        """ "There" is where it came from."""
        return {"on": "move", "~origin": True}

    def e_move_to_place(self, kind: Any) -> Piece:
        return {"on": "move", "other": {"type": [str(kind)]}}

    def e_move_from_here(self) -> Piece:
        return {"on": "move", "~test": {"moved_from": "self" if self.place else "place"}}

    def e_die(self) -> Piece:
        return {"on": "destroy"}

    def e_die_in_combat(self) -> Piece:
        return {"on": "destroy", "~test": {"in_combat": True}}

    def e_mighty(self) -> Piece:
        return {"on": "mighty"}

    def e_empowered(self) -> Piece:
        return {"on": "empower"}

    def e_ready(self) -> Piece:
        return {"on": "ready"}

    def e_played(self) -> Piece:
        return {"on": "play"}

    def e_score(self) -> Piece:
        return {"on": ["conquer", "hold"]}

    def happens(self, subject: Piece | None, event: Piece) -> Piece:
        """A test of the subject joins its filter, or is a condition of the card itself."""
        if "~origin" in event:
            raise MeaninglessError("where it moved from")
        test = event.get("~test")
        event = {name: value for name, value in event.items() if name != "~test"}
        if "~when" in event:
            if subject is not None:
                raise MeaninglessError("who is one on one")
            return {"on": event["on"], "when": event["~when"]}
        if test is None:
            return super().happens(subject, event)
        if subject is None:
            return {**event, "when": {"fits": test}}
        return super().happens(and_(subject, test), event)

    # what players do
    def played_me(self, _self: Any) -> Piece:
        return {"on": "play"}

    def played_me_to_place(self, *_: Any) -> Piece:
        return {"on": "play", "when": {"fits": {"at_place": True}}}

    def played_me_facedown(self, _self: Any) -> Piece:
        return {"on": "play", "when": {"fits": {"played_from": "facedown"}}}

    def played_me_facedown_turn(self, _self: Any) -> Piece:
        return {"on": "play", "when": {"all_of": [{"fits": {"played_from": "facedown"}}, {"turn": "you"}]}}

    def played_this_or_r(self, _self: Any, test: Piece) -> Piece:
        return self.played_this_or(test)

    def played_facedown(self, *words: Any) -> Piece:
        if words and str(words[0]) != "Hidden":
            raise MeaninglessError("from where it is played")
        return {"on": "play", "of": {"controller": "you", "played_from": "facedown"}}

    def played_elsewhere(self) -> Piece:
        return {"on": "play", "of": {"controller": "you", "none": [{"played_from": "hand"}]}}

    def played_on_foes_turn(self, test: Piece) -> Piece:
        return {**self.played(test), "when": {"turn": "foes"}}

    def played_in_showdown(self, test: Piece) -> Piece:
        return {**self.played(test), "when": {"count": {"type": ["Battlefield"], "in_showdown": True}}}

    def played_nth_card(self, n: int) -> Piece:
        """Tokens are no cards; what is counted is what it triggers on."""
        count = {"happened": "play", "of": {"token": False}, "who": "you", **_n(n)}
        return {"on": "play", "of": {"controller": "you", "token": False}, "when": count}

    def drew_nth(self, n: int) -> Piece:
        drawn = {"happened": "draw", "who": "you", **_n(n)}
        return {"on": "draw", "of": {"owner": "you", "zone": "hand"}, "when": drawn}

    def anyone_played(self, test: Piece) -> Piece:
        return {"on": "play", "of": test}

    def anyone_played_here(self, test: Piece) -> Piece:
        return {"on": "play", "of": and_(test, self.here())}

    def conquered_here(self) -> Piece:
        if not self.place:
            raise MeaninglessError("what is conquered")
        return {"on": "conquered", **_BY_YOU}

    def conquered_here_with(self, number: Any, test: Piece) -> Piece:
        mine = and_(test, {"controller": "you"}, self.here())
        there = {"count": mine, "min": int(number)}
        return self.joined({"when": there}, self.conquered_here())

    def held_here(self) -> Piece:
        if not self.place:
            raise MeaninglessError("what is held")
        return {"on": "held", **_BY_YOU}

    def defended_here(self) -> Piece:
        if not self.place:
            raise MeaninglessError("what is defended")
        return {"on": "defended", **_BY_YOU}

    def conquered(self) -> Piece:
        return {"on": "conquered", "of": _BATTLEFIELD, **_BY_YOU}

    def held(self) -> Piece:
        return {"on": "held", "of": _BATTLEFIELD, **_BY_YOU}

    def conquered_or_held(self) -> Piece:
        return {"on": ["conquered", "held"], "of": _BATTLEFIELD, **_BY_YOU}

    def won(self) -> Piece:
        return {"on": "won", "of": _BATTLEFIELD, **_BY_YOU}

    def discarded_me(self, _self: Any) -> Piece:
        return self.discarded_self()

    def recycled(self, kind: Any) -> Piece:
        return {"on": "recycle", "of": {**self.kinds([str(kind)]), "zone": "rune_deck", "owner": "you"}}

    def buffed_me(self, _self: Any) -> Piece:
        return {"on": "buff", **_BY_YOU}

    def buffed_np(self, test: Piece) -> Piece:
        return {"on": "buff", "of": test, **_BY_YOU}

    def spent_buff(self) -> Piece:
        return {"on": "spend_buff", "of": {"type": ["Unit"]}, **_BY_YOU}

    def stunned_np(self, test: Piece) -> Piece:
        return {"on": "stun", "of": test, **_BY_YOU}

    def readied_np(self, test: Piece) -> Piece:
        return {"on": "ready", "of": test, **_BY_YOU}

    def chosen_np(self, test: Piece) -> Piece:
        return {"on": "chosen", "of": test, **_BY_YOU}

    def chosen_me_with(self, _self: Any, kind: Any) -> Piece:
        return {"on": "chosen", "other": self.kinds([str(kind)]), **_BY_YOU}

    def chosen_or_readied_me(self, _self: Any) -> Piece:
        return {"on": ["chosen", "ready"], **_BY_YOU}

    def hidden_card(self) -> Piece:
        return {"on": "hide", "of": {"zone": "facedown", "owner": "you"}}

    def empowered_other(self) -> Piece:
        return {"on": "empower", "of": {"other": True}, **_BY_YOU}

    def attached_to_me(self, traits: list[str], _self: Any) -> Piece:
        return {"on": "attach", "of": {"trait": traits, "controller": "you"}, "other": {"self": True}}

    def moved_np(self, test: Piece) -> Piece:
        return {"on": "move", "of": and_(test, {"moved_by": "you"})}

    def killed_np(self, test: Piece) -> Piece:
        return {"on": "destroy", "of": test, **_BY_YOU}

    def used_ability(self, test: Piece) -> Piece:
        return {"on": "activate_ability", "of": test, **_BY_YOU}

    def showdown_here(self) -> Piece:
        if self.place:
            return {"on": "showdown"}
        return {"on": "showdown", "of": {"is": "place"}}

    def combat_here(self) -> Piece:
        if not self.place:
            raise MeaninglessError("where the combat begins")
        return {"on": "combat"}

    def my_combat_ends(self, _self: Any) -> Piece:
        return {"on": "combat_end"}

    def foe_scores(self) -> Piece:
        return {"on": ["conquered", "held"], "of": _BATTLEFIELD, "when": {"by": "foes"}}

    # conditions
    def have_np_n(self, number: Any, test: Piece) -> Piece:
        return self.have_n(number, test)

    def have_here(self, test: Piece) -> Piece:
        if test.keys().isdisjoint(("at", "at_same_place_as")):
            raise MeaninglessError("where it is")
        return self.mine_count(test)

    def there_is_here(self, test: Piece) -> Piece:
        if test.keys().isdisjoint(("at", "at_same_place_as")):
            raise MeaninglessError("where it is")
        return {"count": test}

    def have_other_np(self, test: Piece) -> Piece:
        return self.have_another(test)

    def have_n_others(self, number: Any, test: Piece) -> Piece:
        return self.have_n(number, and_(test, {"other": True}))

    def have_at_most(self, number: Any, test: Piece) -> Piece:
        return self.mine_count(test, max=int(number))

    def have_fewer_than_foe(self, kind: Any) -> Piece:
        test = self.kinds([str(kind)])
        more = {"plus": [{"count": {**test, "controller": "you"}}, 1]}
        return {"compare": self.foes_most(test), "min": more}

    def have_at_most_cards(self, number: Any) -> Piece:
        return {"compare": {"cards": "hand", "who": "you"}, "max": int(number)}

    def have_xp(self, number: Any) -> Piece:
        return {"compare": {"resources": "xp", "who": "you"}, "min": int(number)}

    def states(self, *tests: Piece) -> Piece:
        return and_(*tests)

    def that_is(self, who: str, test: Piece) -> Piece:
        return self.fitting(who, test)

    def that_is_not(self, who: str, test: Piece) -> Piece:
        return {"not": self.fitting(who, test)}

    def that_at_place(self, who: str, kind: Any) -> Piece:
        if str(kind) != "Battlefield":
            raise MeaninglessError("at what kind of place")
        return self.fitting(who, {"at_place": True})

    def fights_alone(self, who: str) -> Piece:
        return self.fitting(who, {"alone": True, "any": [{"attacker": True}, {"defender": True}]})

    def that_has_keyword(self, who: str, word: str) -> Piece:
        return self.fitting(who, {"keyword": word})

    def paid_additional(self, *_: Any) -> Piece:
        return {"used": "additional"}

    def spent_on_they(self, number: Any) -> Piece:
        return {"fits": {"spent": {"min": int(number)}}, "target": "~they"}

    def spent_this_turn(self, number: Any, kind: Any) -> Piece:
        test = {**self.kinds([str(kind)]), "spent": {"min": int(number)}}
        return {"happened": "finalize", "of": test, "who": "you"}

    def played_one(self, test: Piece) -> Piece:
        return {"happened": "play", "of": and_(test, {"owner": "you"}), "who": "you"}

    def discarded_one(self) -> Piece:
        return {"happened": "discard", "who": "you"}

    def gained_xp(self) -> Piece:
        return {"happened": "xp", "who": "you"}

    def near(self, amount: Any, number: Any) -> Piece:
        return {"compare": amount, "max": int(number)}

    def foe_near_victory(self, number: Any) -> Piece:
        return self.near({"lowest": {"victory": "them"}, "who": "foes"}, number)

    def near_victory(self, number: Any) -> Piece:
        return self.near({"victory": "you"}, number)

    def not_near_victory(self, number: Any) -> Piece:
        return {"compare": {"victory": "you"}, "min": int(number) + 1}

    def died_this_turn(self, test: Piece) -> Piece:
        return {"happened": "destroy", "of": test}

    def excess_damage(self, number: Any, *_: Any) -> Piece:
        return {"compare": {"excess": "you"}, "min": int(number)}

    def exactly_one_other(self, number: Any, kind: Any) -> Piece:
        n = int(number)
        test = and_(self.kinds([str(kind)]), {"controller": "you", "other": True}, self.here())
        return {"count": test, "min": n, "max": n}

    def one_alone_here(self, test: Piece) -> Piece:
        return {"count": and_(test, {"alone": True}, self.here())}

    def others_total(self, _type: Any, stat: Any, number: Any) -> Piece:
        others = {"type": ["Unit"], "controller": "you", "other": True}
        return {"compare": {"total": str(stat), "of": others}, "min": int(number)}

    def died_alone(self, *_: Any) -> Piece:
        return {"fits": {"alone": True}}

    def died_not_alone(self, *_: Any) -> Piece:
        return {"fits": {"alone": False}}

    def was_mighty(self, _self: Any) -> Piece:
        return {"compare": {"stat": "might", "of": "self"}, "min": MIGHTY["stat"]["might"]["min"]}

    def my_turn(self) -> Piece:
        return {"turn": "you"}

    def they_alone(self, _type: Any) -> Piece:
        return self.fitting("~they", {"alone": True})

    def moved_twice(self, _self: Any) -> Piece:
        return {"happened": "move", "of": {"self": True}, "min": 2}

    def played_from_hand(self, _self: Any) -> Piece:
        return {"fits": {"played_from": "hand"}}

    def killed_it(self) -> Piece:
        return {"~kills": True}

    def if_body(self, condition: Piece, block: Any) -> Any:
        """ "If this kills it": it dies in the cleanup that follows, or not at all (play digest 13.8)."""
        if "~kills" not in condition:
            return super().if_body(condition, block)
        if len(block) == 1 and block[0]["op"] == "trigger":
            block = block[0]["do"]
        killed = {"on": "destroy", "of": {"is": "~they"}, "do": block}
        return [{"op": "watch", "ability": killed, "until": "next_cleanup", "once": True}]

    def namesake_there(self, _self: Any) -> Piece:
        return {"count": {"zone": "discard", "owner": "you", "same_name_as": "self"}}

    def keyword_in_hand(self, word: Any) -> Piece:
        return {"count": {"zone": "hand", "owner": "you", "keyword": str(word)}}

    def attacks_with_other(self, _self: Any, kind: Any) -> Piece:
        others = {**self.kinds([str(kind)]), "controller": "you", "other": True, "attacker": True}
        return {"all_of": [{"fits": {"attacker": True}}, {"count": others}]}

    def with_one_other(self, _self: Any, kind: Any, number: Any, other: Any) -> Piece:
        if str(kind) != "Battlefield":
            raise MeaninglessError("at what kind of place")
        return {"all_of": [{"fits": {"at_place": True}}, self.exactly_one_other(number, other)]}

    def foe_played_before(self, test: Piece) -> Piece:
        return {"happened": "finalize", "of": and_(test, {"other": True}), "who": "foes", "min": 2}

    def chose_this_turn(self, test: Piece) -> Piece:
        return {"happened": "chosen", "of": test, "who": "you"}

    def if_after(self, block: Any, condition: Piece) -> Any:
        found = self.if_body(condition, block)
        return [{**found[0], "~late": True}] if found[0]["op"] == "if" else found


def _n(n: int) -> Piece:
    return {"min": n, "max": n}
