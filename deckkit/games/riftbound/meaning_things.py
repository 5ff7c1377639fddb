"""What Riftbound's words for things and amounts mean: units, places, costs, tokens (play digest 2, 10, 13)."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_things import MeaninglessError, Piece, and_, bounds, choose
from deckkit.effects.compile_when import When
from deckkit.games.riftbound.lexicon import TOKENS

__all__ = ["MIGHTY", "Block", "Things", "trait_test"]

Block = list[Piece]
#: Might of 5 or more (play digest 13.4).
MIGHTY: Piece = {"stat": {"might": {"min": 5}}}
#: Tokens whose name is also a tag.
_TAGS = ("Bird", "Mech", "Recruit")


def trait_test(words: list[str]) -> Piece:
    """The filter of tags or of names of tokens."""
    named = [word for word in words if word in TOKENS and word not in _TAGS]
    if not named:
        return {"trait": words}
    if len(named) == len(words):
        return {"name": words}
    raise MeaninglessError("tags and names of tokens together")


def _of_another(value: Any) -> Any:
    """A piece whose pronouns never mean the card itself, with the battlefields that are chosen chosen first."""
    if isinstance(value, dict):
        return {word: _of_another(one) for word, one in value.items() if word not in ("~one", "~late")}
    if isinstance(value, list):
        found: list[Any] = []
        for one in value:
            if isinstance(one, dict) and _several_at_one(one.get("target")):
                one = {**one, "target": _there(one["target"])}
                where = {"op": "select", "target": choose({"type": ["Battlefield"]}), "as": "there", "~place": True}
                found.append(where)
            found.append(_of_another(one))
        return found
    return "~that" if value == "~they" else value


def _several_at_one(target: Any) -> bool:
    """Whether several things are meant that are at one battlefield."""
    if not isinstance(target, dict):
        return False
    test = target.get("all") or (target.get("choose") if target.get("n", 1) != 1 else None)
    return isinstance(test, dict) and "~one" in test


def _there(target: Piece) -> Piece:
    word = "all" if "all" in target else "choose"
    test = {name: one for name, one in target[word].items() if name not in ("~one", "at_place")}
    return {**target, word: {**test, "at": {"name": "there"}}}


@v_args(inline=True)
class Things(When):
    """Filters, selectors and amounts."""

    # filters
    def friendly(self) -> Piece:
        return {"controller": "you"}

    def is_buffed(self) -> Piece:
        return {"buffed": True}

    def is_stunned(self) -> Piece:
        return {"stunned": True}

    def is_mighty(self) -> Piece:
        return MIGHTY

    def is_empowered(self) -> Piece:
        return {"empowered": True}

    def is_equipped(self) -> Piece:
        return {"equipped": True}

    def is_attached(self) -> Piece:
        return {"attached": True}

    def is_detached(self) -> Piece:
        return {"attached": False}

    def is_attacking(self) -> Piece:
        return {"attacker": True}

    def is_defending(self) -> Piece:
        return {"defender": True}

    def is_fighting(self) -> Piece:
        return {"any": [{"attacker": True}, {"defender": True}]}

    def is_open(self) -> Piece:
        return {"open": True}

    def is_occupied(self) -> Piece:
        return {"occupied": True}

    def is_token(self) -> Piece:
        return {"token": True}

    def is_no_token(self) -> Piece:
        return {"token": False}

    def is_facedown(self) -> Piece:
        return {"facedown": True}

    def is_alone(self) -> Piece:
        return {"alone": True}

    def in_combat(self) -> Piece:
        return {"in_combat": True}

    def in_showdown(self) -> Piece:
        return {"in_showdown": True}

    def with_token(self, word: Any) -> Piece:
        return trait_test([str(word)])

    def not_token(self, word: Any) -> Piece:
        return {"none": [trait_test([str(word)])]}

    def not_trait(self, word: Any) -> Piece:
        return {"none": [{"trait": [str(word)]}]}

    def with_colour(self, domain: Any) -> Piece:
        return {"domain": [str(domain)]}

    def domain_fact(self) -> str:
        return "domains"

    def owned(self) -> Piece:
        return {"owner": "you"}

    def in_base(self) -> Piece:
        return {"at_base": True}

    def in_your_base(self) -> Piece:
        return {"at_base": True, "controller": "you"}

    def here(self, *_: Any) -> Piece:
        """Of a battlefield, what is at it; of other cards, what is where they are, be it a base."""
        return {"at": "self"} if self.place else {"at_same_place_as": "self"}

    def there(self, *_: Any) -> Piece:
        return {"at_same_place_as": "~there"}

    def at_place(self, *words: Any) -> Piece:
        if words and str(words[0]) != "Battlefield":
            raise MeaninglessError("at what kind of place")
        # "All units at a battlefield" are those at one battlefield, which is chosen; "at battlefields" at any.
        one = bool(words) and words[0].end_pos - words[0].start_pos == len("battlefield")
        return {"at_place": True, "~one": True} if one else {"at_place": True}

    def at_that_place(self, *_: Any) -> Piece:
        return self.there()

    def elsewhere_than(self) -> Piece:
        return {"none": [{"at_same_place_as": "self"}]}

    def where_yours(self, *_: Any) -> Piece:
        return {"has_units_of": "you"}

    def with_less_stat(self, stat: Any, who: str) -> Piece:
        less = {"plus": [{"stat": str(stat), "of": who}, -1]}
        return {"stat": {str(stat): {"max": less}}}

    def with_energy(self, number: Any, bound: Piece) -> Piece:
        return {"cost": bounds(bound, int(number))}

    def with_energy_at_most(self, number: Any) -> Piece:
        return {"cost": {"max": int(number)}}

    def with_energy_amount(self, amount: Any) -> Piece:
        return {"cost": {"max": amount}}

    def with_energy_below_score(self) -> Piece:
        return {"cost": {"max": {"plus": [{"score": "you"}, -1]}}}

    def with_price(self, energy: Any, *powers: Any) -> Piece:
        """Where no Power is named, only the Energy is bounded."""
        most = {"power": {"max": powers[0]}} if powers else {}
        return {"cost": {"max": int(energy)}, **most}

    def with_power(self, n: int, bound: Piece) -> Piece:
        return {"power": bounds(bound, n)}

    def powers(self, *words: Any) -> int:
        if {str(word) for word in words} != {"any"}:
            raise MeaninglessError("Power of a domain as a bound")
        return len(words)

    def np_traits(self, *parts: Any) -> Piece:
        """A tag alone means units, but for Equipment, which is gear."""
        words = next(part for part in parts if isinstance(part, list))
        kind = "Gear" if words == ["Equipment"] else "Unit"
        return and_({"type": [kind]}, trait_test(words), *(part for part in parts if isinstance(part, dict)))

    def traits_(self, *words: Any) -> list[str]:
        found: list[str] = []
        for word in words:
            if word is not None:
                found += word if isinstance(word, list) else [str(word)]
        return found

    def tag(self, word: Any) -> str:
        return str(word)

    def np_something(self, *tests: Piece) -> Piece:
        types = ["Unit", "Gear", "Legend"]
        if any("exhausted" in test for test in tests):
            types.append("Rune")
        return and_({"type": types}, *tests)

    def np_something_else(self, *tests: Piece) -> Piece:
        return self.np_something({"other": True}, *tests)

    def np_token(self, *tests: Piece) -> Piece:
        return and_({"token": True}, *tests)

    def np_card(self, *tests: Piece) -> Piece:
        test = and_(*tests)
        if not test.get("facedown"):
            raise MeaninglessError("a card on the board that is not face down")
        return {"zone": "facedown", **{word: value for word, value in test.items() if word != "facedown"}}

    # selectors
    def chosen_up_to(self, number: Any, test: Piece) -> Piece:
        return self._another(choose(test, n=int(number), up_to=True))

    def chosen_n(self, number: Any, test: Piece) -> Piece:
        return self._another(choose(test, n=int(number)))

    def _another(self, selector: Piece) -> Piece:
        """ "Other" than what was spoken of, or than the card itself."""
        if "other" not in selector["choose"]:
            return selector
        rest = {word: value for word, value in selector["choose"].items() if word != "other"}
        return {**selector, "choose": rest, "~another": True}

    def chosen_some(self, test: Piece) -> Piece:
        """ "Something else" is other than the card itself, or than what was chosen before."""
        return self._another(choose(test))

    def up_to_of_them(self, number: Any) -> Piece:
        return choose({"is": "~they"}, n=int(number), up_to=True)

    def n_of_them(self, number: Any) -> Piece:
        return choose({"is": "~they"}, n=int(number))

    def all_other_yours(self, test: Piece) -> Piece:
        return {"all": and_(test, {"controller": "you", "other": True})}

    def one_of_your_others(self, number: Any, test: Piece) -> Piece:
        return choose(and_(test, {"controller": "you", "other": True}), n=int(number))

    def everything(self) -> Piece:
        return {"all": {"type": ["Unit", "Gear", "Legend", "Rune"], "controller": "you"}}

    def the_friendly(self, word: Any) -> Piece:
        if str(word) != "Unit":
            raise MeaninglessError("which friendly card")
        return {"name": "first"}

    # sentences: the card itself is "I" or "this", so that "it" is never the card
    def triggered(self, heads: list[Piece], body: Any) -> Any:
        """An "if" right after the event is looked at as it triggers (play digest 14.7), a later one on resolution."""
        first = body[0] if len(body) == 1 else {"op": ""}
        if first["op"] == "if" and set(first) == {"op", "is", "then"}:
            heads = [self.joined({"when": first["is"]}, head) for head in heads]
            body = first["then"]
        return _of_another(super().triggered(heads, body))

    def effect(self, body: Any) -> Any:
        return _of_another(super().effect(body))

    def static(self, abilities: list[Piece]) -> Any:
        return _of_another(super().static(abilities))

    def cost_text(self, *costs: Block) -> Any:
        return _of_another(super().cost_text(*costs))

    # players
    def those(self) -> str:
        return "~them"

    def controller_of(self, *_: Any) -> str:
        return "~its_controller"

    def banishment(self) -> str:
        return "banishment"

    def runedeck(self) -> str:
        return "rune_deck"

    # cards outside play
    def card_traits(self, *parts: Any) -> Piece:
        words = next(part for part in parts if isinstance(part, list))
        return and_(trait_test(words), *(part for part in parts if isinstance(part, dict)))

    def zcards(self, cards: Piece) -> Piece:
        return cards

    def n_any_cards(self, number: Any) -> Piece:
        return {"~cards": {}, "n": int(number)}

    def from_one(self, zone: str) -> Piece:  # type: ignore[override]  # whose zone it is is said with it
        return {"zone": zone, "owner": "you"}

    def from_any(self, zone: str) -> Piece:
        if zone != "discard":
            raise MeaninglessError("whose zone")
        return {"zone": zone}

    def from_foes(self, zone: str) -> Piece:
        return {"zone": zone, "owner": "foes"}

    def cards_of(self, cards: Piece, where: Piece) -> Piece:
        """The selector of cards in a zone."""
        if "~all_cards" in cards:
            return {"all": and_(cards["~all_cards"], where)}
        more = {name: value for name, value in cards.items() if name[0] != "~"}
        return {"choose": and_(cards["~cards"], where), **more}

    # amounts
    def held_points(self) -> Piece:
        return {"happened": "held", "who": "you"}

    def played_cards(self) -> Piece:
        return {"happened": "finalize", "of": {"other": True}, "who": "you"}

    def counted_others(self, word: Any) -> Piece:
        return {"count": {"type": [str(word)], "controller": "you", "other": True}}

    def counted_mine(self, test: Piece) -> Piece:
        return {"count": and_({"controller": "you"}, test)}

    def namesakes_in_discard(self, *_: Any) -> Piece:
        return {"count": {"zone": "discard", "owner": "you", "same_name_as": "self"}}

    def attached_count(self, word: Any, _who: Any) -> Piece:
        return {"count": {"type": [str(word)], "attached_to": "self"}}

    def attached_traits(self, traits: list[str], _who: Any) -> Piece:
        return {"count": {"trait": traits, "attached_to": "self"}}

    def my_score(self) -> Piece:
        return {"score": "you"}

    def highest_stat(self, stat: Any, test: Piece) -> Piece:
        return {"highest": {"stat": str(stat), "of": "it"}, "of": test}

    def keyword_number(self, _self: Any, word: str) -> Piece:
        return {"keyword": word, "of": "self"}

    def damage_on_they(self) -> Piece:
        return {"damage": "~they"}

    def energy_of_they(self) -> Piece:
        return {"cost": "~they"}

    def energy_of_that(self, _type: Any) -> Piece:
        return {"cost": "~that"}

    def stat_of_that(self, _type: Any, stat: Any) -> Piece:
        return {"stat": str(stat), "of": "~that"}

    def stat_of_they_last(self, stat: Any) -> Piece:
        return {"stat": str(stat), "of": "~they"}

    def this_combat(self) -> str:
        return "end_of_combat"

    # costs
    def paid_energy(self, number: Any) -> Block:
        return [{"n": int(number), "kind": "energy"}]

    def paid_xp(self, number: Any) -> Block:
        return [{"n": int(number), "kind": "xp"}]

    def paid_power(self, *kinds: Any) -> Block:
        words = [str(kind) for kind in kinds]
        return [{"n": words.count(kind), "kind": kind} for kind in dict.fromkeys(words)]

    def resources(self, *parts: Block) -> Block:  # type: ignore[override]  # several kinds, not a number
        sums: dict[str, int] = {}
        for one in (one for part in parts for one in part):
            sums[one["kind"]] = sums.get(one["kind"], 0) + one["n"]
        return [{"n": n, "kind": kind} for kind, n in sums.items()]

    def minimum(self, paid: Block) -> int:
        if len(paid) != 1 or paid[0]["kind"] != "energy":
            raise MeaninglessError("a least cost of Power")
        return int(paid[0]["n"])

    def least(self, number: Any, stat: Any) -> int:
        if str(stat) != "might":
            raise MeaninglessError("the least of what")
        return int(number)

    # restrictions and permissions
    def r_move(self, *_: Any) -> str:
        return "move"

    def r_move_to_base(self) -> str:
        return "move_to_base"

    def r_ready(self) -> str:
        return "ready"

    def r_be_chosen(self, *_: Any) -> str:
        return "be_chosen"

    def r_be_moved(self, *_: Any) -> str:
        return "be_moved"

    def r_be_countered(self) -> str:
        return "be_countered"

    def r_take_damage(self) -> str:
        return "take_damage"

    def r_play_here(self) -> str:
        return "play_here"

    def enemy_effects(self, _type: Any) -> None:
        return None

    def p_occupied(self, *_: Any) -> str:
        return "play_occupied"

    def p_open(self, *_: Any) -> str:
        return "play_open"

    def p_attacked(self, *_: Any) -> str:
        return "play_attacked"

    # words of the shared grammar
    def destroy_verb(self) -> None:
        return None

    def destroyed(self) -> None:
        return None

    def exhaust_verb(self) -> None:
        return None

    def exhausted(self) -> None:
        return None

    def score_noun(self) -> None:
        return None
