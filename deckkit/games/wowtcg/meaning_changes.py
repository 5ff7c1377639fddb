"""What WoW TCG's words for tokens, counters, changes and costs mean."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_acts import Block
from deckkit.effects.compile_things import MeaninglessError, Piece, and_, choose, scaled
from deckkit.games.wowtcg.meaning_acts import Deeds

__all__ = ["Changing"]


@v_args(inline=True)
class Changing(Deeds):
    """Changes are operations without target and time, as in the shared grammar; costs are blocks with what else."""

    # -- tokens and counters -------------------------------------------------------------------------------------------
    def token_stats(self, atk: Any, *rest: Any) -> Piece:
        icon = [str(one) for one in rest if getattr(one, "type", "") == "T_ICON"]
        numbers = [int(one) for one in rest if getattr(one, "type", "") == "T_NUMBER"]
        found: Piece = {"stats": {"atk": int(atk), "health": numbers[0]}}
        return {**found, "kind": icon[0].lower()} if icon else found

    def token_stats_x(self, *rest: Any) -> Piece:
        icon = [str(one) for one in rest if getattr(one, "type", "") == "T_ICON"]
        found: Piece = {"stats": {"atk": {"x": "x"}, "health": {"x": "x"}}}
        return {**found, "kind": icon[0].lower()} if icon else found

    def token_words(self, *words: Any) -> Piece:
        """The name is that of the token, else its first words; all but the type are traits."""
        types = [str(word) for word in words if getattr(word, "type", "") == "T_TYPE"]
        if types != ["Ally"]:
            raise MeaninglessError("a token that is no ally")
        named = [str(word) for word in words if getattr(word, "type", "") == "T_NAME"]
        traits = [str(word) for word in words if getattr(word, "type", "") in ("T_TRAIT", "T_ICON", "T_ELEMENT")]
        if not traits and not named:
            raise MeaninglessError("a token of no kind")
        kinds = [word for word in traits if word not in ("Horde", "Alliance", "Unique")]
        return {"token": named[0] if named else " ".join(kinds), **({"traits": traits} if traits else {})}

    def token_with(self, gift: Piece) -> Piece:
        return gift

    def token_keywords(self, words: list[str]) -> Piece:
        return {"keywords": words}

    def token_quoted(self, found: list[Piece]) -> Piece:
        return {"abilities": found}

    def token_both(self, words: list[str], found: list[Piece]) -> Piece:
        return {"keywords": words, "abilities": found}

    def token(self, n: Any, *parts: Any) -> Block:
        merged: Piece = {}
        for part in parts:
            if isinstance(part, dict):
                merged |= part
            elif part == "~exhausted":
                merged["exhausted"] = True
        return [{"op": "create", "token": merged.pop("token"), "n": int(n), **merged}]

    def token_one(self, *parts: Any) -> Block:
        return self.token(1, *parts)

    def token_late(self, n: Any, words: Piece, *parts: Any) -> Block:
        numbers = [int(one) for one in parts if getattr(one, "type", "") == "T_NUMBER"]
        icons = [str(one) for one in parts if getattr(one, "type", "") == "T_ICON"]
        gifts = [one for one in parts if isinstance(one, dict)]
        found: Piece = {"stats": {"atk": numbers[0], "health": numbers[1]}}
        if icons:
            found["kind"] = icons[0].lower()
        return self.token(n, {**found, **words}, *gifts)

    def created(self, block: Block) -> Block:
        return block

    def created_who(self, who: str, block: Block) -> Block:
        return [{**block[0], "who": who}]

    def exhausted(self, *_: Any) -> str:
        return "~exhausted"

    def counter_name(self, word: Any) -> str:
        return str(word)

    def add_counter(self, n: Any, name: str, *target: Any) -> Block:
        return [{"op": "counter", "target": target[0] if target else "self", "name": name, "n": n}]

    def remove_counter(self, n: Any, name: str, *target: Any) -> Block:
        if not isinstance(n, int):
            raise MeaninglessError("so many counters")
        return self.add_counter(-n, name, *target)

    def add_stat_counter(self, signed: Any, stat: Any, target: Any) -> Block:
        if int(signed) != 1:
            raise MeaninglessError("a counter of more")
        return [{"op": "counter", "target": target, "name": f"+1 {stat}", "n": 1}]

    # -- changes -------------------------------------------------------------------------------------------------------
    def plus_sign(self) -> int:
        return 1

    def minus_sign(self) -> int:
        return -1

    def get_both(self, first: Any, stat: Any, second: Any, stat2: Any) -> Piece:
        if str(stat) == str(stat2):
            raise MeaninglessError("one stat twice")
        return {"op": "modify", "stats": {str(stat): int(first), str(stat2): int(second)}}

    def get_pair(self, atk: Any, health: Any) -> Piece:
        return {"op": "modify", "stats": {"atk": int(atk), "health": int(health)}}

    def signed_x(self, sign: int) -> Piece:
        return {"x": "x"} if sign == 1 else {"times": {"x": "x"}, "by": -1}

    def get_stat_x(self, sign: int, stat: Any) -> Piece:
        return {"op": "modify", "stats": {str(stat): self.signed_x(sign)}}

    def get_pair_x(self, sign: int, sign2: int) -> Piece:
        return {"op": "modify", "stats": {"atk": self.signed_x(sign), "health": self.signed_x(sign2)}}

    def keyword_x(self, word: Any) -> str:
        """The number is put in where it is said what X is."""
        return f"{word} x"

    def keywords(self, *words: Any) -> list[str]:
        return [str(word) for word in words]

    def change1_list(self, *found: Piece) -> Block:
        return self.merged(found)

    @staticmethod
    def merged(found: Any) -> Block:
        stats: Piece = {}
        rest: Block = []
        for one in found:
            if one["op"] == "modify" and not set(stats) & set(one["stats"]) and set(one) == {"op", "stats"}:
                stats |= one["stats"]
            else:
                rest.append(one)
        return [*([{"op": "modify", "stats": stats}] if stats else []), *rest]

    def changes_list(self, block: Block) -> Block:
        return block

    def changes_keywords(self, words: list[str]) -> Block:
        return [{"op": "grant", "keyword": word} for word in words]

    def changes_lose(self, words: list[str]) -> Block:
        return [{"op": "remove", "keyword": word} for word in words]

    def changes_cannot(self, words: list[str]) -> Block:
        return [{"op": "forbid", "what": word} for word in words]

    def changes_traits(self, traits: list[str]) -> Block:
        return [{"op": "grant", "traits": traits}]

    def changes_two(self, first: Block, second: Block) -> Block:
        return [*first, *second]

    def changes_each(self, block: Block, counted: Any) -> Block:
        return [self.times(one, counted) for one in block]

    def times(self, change: Piece, counted: Any) -> Piece:
        word, _, number = str(change.get("keyword", "")).rpartition(" ")
        if change["op"] == "grant" and word and number.isdigit():
            return {**change, "keyword": word, "value": scaled(counted, int(number))}
        return super().times(change, counted)

    def change_each_w(self, target: Any, block: Block, until: str, counted: Any) -> Block:
        return self.applied(target, [self.times(one, counted) for one in block], until=until)

    def change_first_w(self, until: str, target: Any, block: Block) -> Block:
        return self.change(target, block, until)

    def while_fighting(self, target: Any, block: Block, until: str, test: Piece) -> Block:
        """What a thing has this turn while it attacks: an ability that it has this turn."""
        ability = {"on": "static", "when": {"fits": test}, "do": self.everywhere("self", block)}
        return self.applied(target, [{"op": "grant", "abilities": [ability]}], until=until)

    def change_attacking(self, target: Any, block: Block, until: str) -> Block:
        return self.while_fighting(target, block, until, {"attacking": True})

    def change_defending(self, target: Any, block: Block, until: str) -> Block:
        return self.while_fighting(target, block, until, {"attacked": True})

    def is_keywords(self, target: Any, words: list[str], until: str) -> Block:
        return self.change(target, self.changes_keywords(words), until)

    def change(self, target: Any, changes: Block, until: str) -> Block:
        loses = any(one["op"] == "remove" for one in changes)
        return super().change(self.standing(target) if loses else target, changes, until)

    def silence_until(self, target: Any, until: str) -> Block:
        return [{"op": "silence", "target": self.standing(target), "until": until}]

    def standing(self, target: Any) -> Any:
        """What is there as it is said: "can't have" of all of a kind is also true of what comes later in the turn."""
        if isinstance(target, dict) and "all" in target and "is" not in target["all"]:
            raise MeaninglessError("also what comes later")
        return target

    def no_next_ready(self, target: Any) -> Block:
        """It stays exhausted in its controller's next ready step."""
        return [{"op": "forbid", "target": target, "what": "ready_step", "until": "next_ready"}]

    def no_ready_step_until(self, target: Any, until: str) -> Block:
        return [{"op": "forbid", "target": target, "what": "ready_step", "until": until}]

    def must_attack(self, target: Any) -> Block:
        return [{"op": "force", "target": target, "what": "attack", "until": "end_of_turn"}]

    def reduce_turn(self, n: int, test: Piece) -> Block:
        return [{"op": "reduce", "of": test, "n": n, "what": "play", "until": "end_of_turn"}]

    def ready_up_to(self, n: Any, test: Piece) -> Block:
        return [{"op": "ready", "target": choose(and_(test, {"targeted": False}), n=n, up_to=True)}]

    def restrictions(self, *words: Any) -> list[str]:
        found: list[str] = []
        for word in words:
            found += word if isinstance(word, list) else [] if word is None else [word]
        return found

    def r_attack(self) -> str:
        return "attack"

    def r_attack_protect(self) -> list[str]:
        return ["attack", "protect"]

    def r_attack_exhaust(self) -> list[str]:
        return ["attack", "exhaust"]

    def r_protect(self) -> str:
        return "protect"

    def r_ready(self) -> str:
        return "ready"

    def r_exhaust(self) -> str:
        return "exhaust"

    def r_be_attacked(self) -> str:
        return "be_attacked"

    def r_be_targeted(self) -> str:
        return "be_targeted"

    def r_be_healed(self) -> str:
        return "be_healed"

    def r_be_destroyed(self) -> str:
        return "be_destroyed"

    def r_be_interrupted(self) -> str:
        return "be_interrupted"

    def r_strike(self, kind: Any) -> str:
        if str(kind) != "Weapon":
            raise MeaninglessError("striking with something else")
        return "strike"

    # -- costs ---------------------------------------------------------------------------------------------------------
    def pay_n(self, n: Any) -> Block:
        return [{"op": "pay", "n": n}]

    def they_pay(self, n: Any) -> Block:
        return [{"op": "pay", "n": n, "who": "~controller"}]

    def cost_num(self, n: Any) -> Block:
        return [{"op": "pay", "n": n}] if n != 0 else []

    def cost_act_and(self, act: Block, n: Any) -> Block:
        return [*act, *self.cost_num(n)]

    def cost_act_act(self, first: Block, second: Block) -> Block:
        return [*first, *second]

    def cost_discard(self, test: Piece) -> Block:
        return self.discard_you(1, test)

    def paid(self, value: Any) -> Any:
        """What is chosen for a cost is never a target."""
        if isinstance(value, dict):
            found = {name: self.paid(one) for name, one in value.items()}
            if "choose" in found and "zone" not in found["choose"]:
                found["choose"] = and_(found["choose"], {"targeted": False})
            if found.get("op") == "exhaust" and isinstance(found["target"], dict) and "choose" in found["target"]:
                # Only what is ready can be exhausted to pay.
                found["target"]["choose"] = {**found["target"]["choose"], "exhausted": False}
            return found
        return [self.paid(one) for one in value] if isinstance(value, list) else value

    def cost_head_text(self, *parts: Any) -> Piece:
        heads = [part for part in parts if isinstance(part, dict)]
        cost = [op for part in parts if isinstance(part, list) for op in part]
        found: Piece = {"cost": self.paid(cost)}
        for head in heads:
            found = self.joined(head, found)
        return found

    def c_your_turn(self) -> Piece:
        return {"when": {"turn": "you"}}

    def c_foe_turn(self) -> Piece:
        return {"when": {"turn": "foes"}}

    def c_once(self) -> Piece:
        return {"limit": "once_per_turn"}

    def c_one(self) -> Piece:
        return {"limit": "once"}

    def c_once_yours(self) -> Piece:
        return {"when": {"turn": "you"}, "limit": "once_per_turn"}

    def c_if(self, condition: Piece) -> Piece:
        return {"when": condition}

    def c_basic(self) -> Piece:
        return {"event": "basic"}

    def quoted_activated(self, *parts: Any) -> list[Piece]:
        cost, block = parts
        return [{"on": "activate", **cost, "do": block}]
