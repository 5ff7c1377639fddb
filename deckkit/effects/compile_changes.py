"""What changes things for a while or all the time: stats, keywords, given abilities, restrictions; statics."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_acts import Block
from deckkit.effects.compile_players import Players
from deckkit.effects.compile_things import MeaninglessError, Piece, and_, scaled

__all__ = ["Changes"]


@v_args(inline=True)
class Changes(Players):
    """Changes are operations without target and time, which are put in here."""

    # -- single changes --------------------------------------------------------------------------------------------
    def get_stat(self, signed: Any, stat: Any) -> Piece:
        return {"op": "modify", "stats": {str(stat): int(signed)}}

    def get_first(self, signed: Any, stat: Any) -> Piece:
        return self.get_stat(signed, stat)

    def get_equal(self, stat: Any, amount: Any) -> Piece:
        return {"op": "modify", "stats": {str(stat): amount}}

    def lose_equal(self, stat: Any, amount: Any) -> Piece:
        return {"op": "modify", "stats": {str(stat): {"times": amount, "by": -1}}}

    def keyword(self, *words: Any) -> str:
        return " ".join(str(word) for word in words)

    def gain_keyword(self, keyword: str) -> Piece:
        return {"op": "grant", "keyword": keyword}

    def lose_keyword(self, keyword: str) -> Piece:
        return {"op": "remove", "keyword": keyword}

    def gain_trait(self, trait: Any) -> Piece:
        return {"op": "grant", "traits": [str(trait)]}

    def gain_quoted(self, found: Any) -> Piece:
        return {"op": "grant", "abilities": found}

    def quoted_triggered(self, heads: list[Piece], body: Block) -> list[Piece]:
        return self.abilities(heads, body)

    def quoted_activated(self, *parts: Block) -> list[Piece]:
        return [{"on": "activate", "cost": [op for cost in parts[:-1] for op in cost], "do": parts[-1]}]

    def quoted_static(self, body: list[Piece]) -> list[Piece]:
        return body

    def abilities(self, heads: list[Piece], body: Block) -> list[Piece]:
        """One ability for each thing that triggers the block."""
        return [{**head, "do": body} for head in heads]

    def changes(self, *found: Piece) -> Block:
        stats: dict[str, Any] = {}
        rest: Block = []
        for one in found:
            if one["op"] == "modify" and not set(stats) & set(one["stats"]):
                stats |= one["stats"]
            else:
                rest.append(one)
        return [*([{"op": "modify", "stats": stats}] if stats else []), *rest]

    def given(self, *found: Piece) -> Block:
        return self.changes(*found)

    def changes_each(self, *parts: Any) -> Block:
        return [self.times(one, parts[-1]) for one in self.changes(*parts[:-1])]

    def times(self, change: Piece, counted: Any) -> Piece:
        """A change for each of what is counted."""
        if change["op"] == "modify":
            return {**change, "per": counted}
        word, _, number = change.get("keyword", "").rpartition(" ")
        if change["op"] == "grant" and word and number[0] == "+":
            return {**change, "keyword": word, "value": scaled(counted, int(number))}
        raise MeaninglessError("this change for each")

    def applied(self, target: Any, changes: Block, **more: Any) -> Block:
        """The changes on a target: what was chosen for the first is the same for the others."""
        found: Block = []
        for place, change in enumerate(changes):
            who = target
            if place and isinstance(target, dict) and "choose" in target:
                who = "chosen"
            # The order of the keys is that of the notation's page: target, what, how long.
            one = {"op": change["op"], "target": who, **{k: v for k, v in change.items() if k != "op"}, **more}
            found.append(self.allowed(one) if one["op"] == "allow" else self.banned(one))
        return found

    def banned(self, op: Piece) -> Piece:
        """A ban changes nothing about the things themselves: it is also for those that fit later."""
        target = op["target"]
        if op["op"] != "forbid" or op.get("until") not in ("end_of_turn", "your_next_turn"):
            return op
        if not isinstance(target, dict) or "all" not in target:
            return op
        return {"op": "forbid", "what": op["what"], "by": target["all"], "who": "all", "until": op["until"]}

    def allowed(self, op: Piece) -> Piece:
        """What is allowed is allowed for this turn."""
        if op.get("until") != "end_of_turn":
            raise MeaninglessError("allowed for longer than this turn")
        return {name: value for name, value in op.items() if name != "until"}

    def can_do(self, word: str) -> Piece:
        return {"op": "allow", "what": word}

    def cannot_do(self, word: str) -> Piece:
        return {"op": "forbid", "what": word}

    def change(self, target: Any, changes: Block, until: str) -> Block:
        return self.applied(target, changes, until=until)

    def change_each(self, target: Any, change: Piece, until: str, counted: Any) -> Block:
        return self.applied(target, [self.times(change, counted)], until=until)

    def change_first(self, until: str, target: Any, changes: Block) -> Block:
        return self.change(target, changes, until)

    def give(self, target: Any, changes: Block, until: str) -> Block:
        return self.change(target, changes, until)

    # -- restrictions ----------------------------------------------------------------------------------------------
    def restrictions(self, *words: Any) -> list[str]:
        return [word for word in words if word is not None]

    def forbid(self, target: Any, words: list[str], until: str) -> Block:
        return self.applied(target, [{"op": "forbid", "what": word} for word in words], until=until)

    def forbid_one(self, target: Any, word: str, until: str) -> Block:
        return self.forbid(target, [word], until)

    def forbid_and_force(self, target: Any, words: list[str], must: str, until: str) -> Block:
        both = [*({"op": "forbid", "what": word} for word in words), {"op": "force", "what": must}]
        return self.applied(target, both, until=until)

    def forbid_and_force2(self, target: Any, words: list[str], must: str, until: str) -> Block:
        return self.forbid_and_force(target, words, must, until)

    def forbid_and_force_first(self, until: str, target: Any, words: list[str], must: str) -> Block:
        return self.forbid_and_force(target, words, must, until)

    def allow(self, target: Any, word: str, until: str) -> Block:
        return self.applied(target, [self.can_do(word)], until=until)

    # -- all the time ----------------------------------------------------------------------------------------------
    def static(self, abilities: list[Piece]) -> list[Piece]:
        return abilities

    def statically(self, block: Block, **more: Any) -> list[Piece]:
        for op in block:
            if isinstance(op.get("target"), dict) and "choose" in op["target"]:
                raise MeaninglessError("a choice in what applies all the time")
        return [{"on": "static", "do": block, **more}]

    def st_change(self, target: Any, changes: Block) -> list[Piece]:
        if target == "~attacker":
            # The attacker, while an attack is under way.
            target = {"all": {"attacking": True}}
        return self.statically(self.everywhere(target, changes))

    def everywhere(self, target: Any, changes: Block) -> Block:
        return [{"op": one["op"], "target": target, **{k: v for k, v in one.items() if k != "op"}} for one in changes]

    def st_change_turn(self, target: Any, changes: Block) -> list[Piece]:
        """ "This turn", where the condition is about this turn: it lasts as long."""
        return [{**one, "~turn": True} for one in self.st_change(target, changes)]

    def st_change_here(self, target: Any, changes: Block) -> list[Piece]:
        return self.st_change(self.at_here(target), changes)

    def at_here(self, target: Any) -> Piece:
        if not isinstance(target, dict) or "all" not in target:
            raise MeaninglessError("who is here")
        return {"all": and_(target["all"], self.here())}

    def st_forbid(self, target: Any, words: list[str]) -> list[Piece]:
        return self.statically([{"op": "forbid", "target": target, "what": word} for word in words])

    def st_without(self, target: Any, *words: str) -> list[Piece]:
        """What always takes a keyword away takes it away however it is gained."""
        if len(set(words)) != 1:
            raise MeaninglessError("which keyword is lost")
        return self.statically([{"op": "remove", "target": target, "keyword": words[0]}])

    def st_forbid_here(self, target: Any, words: list[str]) -> list[Piece]:
        return self.st_forbid(self.at_here(target), words)

    def st_forbid_by(self, target: Any, word: str, by: Piece) -> list[Piece]:
        return self.statically([{"op": "forbid", "target": target, "what": word, "by": by}])

    def st_forbid_active(self, by: Any, word: str, target: Any) -> list[Piece]:
        if not isinstance(by, dict) or "all" not in by:
            raise MeaninglessError("by whom")
        return self.st_forbid_by(target, word, by["all"])

    def st_forbid_start(self, target: Any, word: str) -> list[Piece]:
        return self.st_forbid(target, [word + "_step"])

    def st_change_at_place(self, _number: Any, test: Piece, _place: Any, _kind: Any, changes: Block) -> list[Piece]:
        return self.st_change({"all": and_({"controller": "you"}, test, {"at_place": True})}, changes)

    def st_foes_cannot_play(self, test: Piece) -> list[Piece]:
        return self.statically([{"op": "forbid", "what": "play", "by": test, "who": "foes"}])

    def st_cannot_play_unless(self, _kind: Any, condition: Piece) -> list[Piece]:
        forbid = [{"op": "forbid", "target": "self", "what": "play"}]
        return self.under({"not": condition}, self.statically(forbid, zone="hand"))

    def st_foes_enter_damaged(self, test: Piece, number: Any) -> list[Piece]:
        return self.statically([{"op": "enter", "of": test, "damage": int(number), "who": "foes"}])

    def st_dearer(self, n: int, test: Piece) -> list[Piece]:
        return self.statically([{"op": "reduce", "of": test, "n": -n, "who": "all", "what": "play"}])

    def st_forbid_start_self(self, word: str) -> list[Piece]:
        return self.st_forbid_start("self", word)

    def st_allow(self, target: Any, word: str) -> list[Piece]:
        return self.statically([{"op": "allow", "what": word, "target": target}])

    def st_enter_exhausted(self, *_: Any) -> list[Piece]:
        return self.statically([{"op": "enter", "exhausted": True}], zone="hand")

    def st_may_enter_exhausted(self, *_: Any) -> list[Piece]:
        return self.statically([{"op": "enter", "exhausted": True, "optional": True}], zone="hand")

    def st_may_enter_exhausted_to(self, _type: Any, _exhausted: Any, block: Block) -> list[Piece]:
        return self.statically([{"op": "enter", "exhausted": True, "optional": True, "then": block}], zone="hand")

    def st_play_free(self, _self: Any) -> list[Piece]:
        return self.statically([{"op": "play_cost"}], zone="hand")

    def st_play_for(self, block: Block, _self: Any) -> list[Piece]:
        """What is exhausted to pay must be ready."""
        cost = []
        for op in block:
            target = op.get("target")
            if op["op"] == "exhaust" and isinstance(target, dict) and "choose" in target:
                op = {**op, "target": {**target, "choose": and_(target["choose"], {"exhausted": False})}}
            cost.append(op)
        return [{"on": "static", "do": [{"op": "play_cost", "cost": cost}], "zone": "hand"}]

    def st_change_only(self, number: Any, test: Piece, changes: Block) -> list[Piece]:
        """ "They" are those that are counted."""
        mine = and_({"controller": "you"}, test)
        only = {"count": mine, "min": int(number), "max": int(number)}
        return self.under(only, self.st_change({"all": mine}, changes))

    def st_cheaper_once(self, n: int, test: Piece) -> list[Piece]:
        found = self.statically([{"op": "reduce", "of": test, "n": n, "what": "play"}])
        return self.under({"turn": "you"}, [{**found[0], "limit": "once_per_turn"}])

    def st_enter_damaged(self, _type: Any, number: Any) -> list[Piece]:
        return self.statically([{"op": "enter", "damage": int(number)}], zone="hand")

    def st_foes_enter_exhausted(self, test: Piece, *_: Any) -> list[Piece]:
        return self.statically([{"op": "enter", "of": test, "exhausted": True, "who": "foes"}])

    def st_cheaper_self(self, n: int, *_: Any) -> list[Piece]:
        return self.statically([{"op": "reduce", "of": {"self": True}, "n": n, "what": "play"}], zone="hand")

    def st_cheaper(self, n: int, test: Piece) -> list[Piece]:
        return self.statically([{"op": "reduce", "of": test, "n": n, "what": "play"}])

    def st_both(self, first: list[Piece], second: list[Piece]) -> list[Piece]:
        if len(first) == len(second) == 1 and {**first[0], "do": 0} == {**second[0], "do": 0}:
            return [{**first[0], "do": [*first[0]["do"], *second[0]["do"]]}]
        return [*first, *second]

    def static_main(self, found: Any) -> Any:
        return found

    def static_main2(self, found: Any) -> Any:
        return found

    def under(self, condition: Piece, abilities: list[Piece]) -> list[Piece]:
        """The abilities, as long as a condition holds too."""
        found = []
        for one in abilities:
            if "~turn" in one:
                if "happened" not in condition:
                    raise MeaninglessError("for this turn only")
                one = {name: value for name, value in one.items() if name != "~turn"}
            old = one.get("when")
            both = condition if old is None else {"all_of": [condition, *old.get("all_of", [old])]}
            found.append({**one, "when": both})
        return found

    def static_while(self, condition: Piece, abilities: list[Piece]) -> list[Piece]:
        return self.under(condition, abilities)

    def static_while_after(self, abilities: list[Piece], condition: Piece) -> list[Piece]:
        return self.under(condition, abilities)

    def static_unless(self, abilities: list[Piece], condition: Piece) -> list[Piece]:
        """ "Unless they …" is said of each thing that the ability is about."""
        if condition.get("target") == "~they" and abilities[0]["do"][0].get("target") != "self":
            if len(abilities) != 1 or condition.get("fits") != {"attacked": True}:
                raise MeaninglessError("unless they do")
            block = [{**op, "target": self.not_attacked(op.get("target"))} for op in abilities[0]["do"]]
            return [{**abilities[0], "do": block}]
        return self.under({"not": condition}, abilities)

    def not_attacked(self, target: Any) -> Piece:
        if not isinstance(target, dict) or "all" not in target:
            raise MeaninglessError("unless who is attacked")
        return {"all": and_(target["all"], {"attacked": False})}

    def static_your_turn(self, abilities: list[Piece]) -> list[Piece]:
        return self.under({"turn": "you"}, abilities)

    def static_foe_turn(self, abilities: list[Piece]) -> list[Piece]:
        return self.under({"turn": "foes"}, abilities)

    def static_each(self, counted: Any, abilities: list[Piece]) -> list[Piece]:
        found = []
        for one in abilities:
            block = []
            for op in one["do"]:
                if op["op"] == "reduce":
                    block.append({**op, "n": scaled(counted, op["n"])})
                else:
                    block.append(self.times(op, counted))
            found.append({**one, "do": block})
        return found
