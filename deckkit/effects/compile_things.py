"""What the grammar's words for things mean: numbers, filters, targets, players, cards outside play, times.

The methods are named after the grammar's productions and give pieces of the notation. A selector that begins with
``~`` is a pronoun: :mod:`deckkit.effects.compile_refs` says later what it stands for.
"""

from __future__ import annotations

from typing import Any

from lark import Transformer, v_args

__all__ = ["MeaninglessError", "Piece", "Things", "and_", "cards_from", "choose", "scaled", "who_does"]

Piece = dict[str, Any]


class MeaninglessError(ValueError):
    """A sentence that is well built and cannot be said in the notation."""


def and_(*filters: Piece) -> Piece:
    """A filter for which all of the given ones hold. Two tests of one kind cannot be said in one filter."""
    found: Piece = {}
    for one in filters:
        for word, value in one.items():
            if word in ("stat", "none") and word in found:
                joined = {**found[word], **value} if word == "stat" else [*found[word], *value]
                if word == "stat" and set(found[word]) & set(value):
                    raise MeaninglessError("one stat twice")
                found[word] = joined
            elif word in found and found[word] != value:
                raise MeaninglessError(f"'{word}' twice in one filter")
            else:
                found[word] = value
    return found


def choose(test: Piece, **more: Any) -> Piece:
    """A selector that chooses."""
    return {"choose": test, **more}


def scaled(amount: Any, times: int) -> Any:
    """An amount so many times."""
    if times == 1:
        return amount
    if isinstance(amount, dict) and set(amount) == {"count"}:
        return {**amount, "times": times}
    return {"times": amount, "by": times}


def bounds(test: Piece, n: int) -> Any:
    """The range of a number: exactly it, at most, at least."""
    return n if test == {} else {next(iter(test)): n}


@v_args(inline=True)
class Things(Transformer):  # type: ignore[type-arg]  # lark leaves its leaf types open
    """Things, cards, players, amounts, times. ``place`` says whether the card itself is a place ("here")."""

    def __init__(self, place: bool = False) -> None:
        super().__init__()
        self.place = place

    def __default__(self, data: Any, _children: Any, _meta: Any) -> Any:
        raise AssertionError(f"the production '{data}' has no meaning")

    # numbers
    def n(self, number: Any) -> int:
        return int(number)

    def one(self) -> int:
        return 1

    def that_many(self) -> Piece:
        return {"done": "n"}

    def hand(self) -> str:
        return "hand"

    def discard(self) -> str:
        return "discard"

    def deck(self) -> str:
        return "deck"

    # how many
    def counted(self, test: Piece) -> Piece:
        return {"count": test}

    def counted_any(self, test: Piece) -> Piece:
        return {"count": test}

    def counted_foes(self, test: Piece) -> Piece:
        return {"count": and_({"controller": "foes"}, test)}

    def cards_in(self, zone: str) -> Piece:
        return {"cards": zone, "who": "you"}

    def cards_in_foes(self, zone: str) -> Piece:
        return {"cards": zone, "who": "foes"}

    def typed_in(self, test: Piece, zone: str) -> Piece:
        if not test:
            return self.cards_in(zone)
        return {"count": and_(test, {"zone": zone, "owner": "you"})}

    def cards_under(self, who: Any) -> Piece:
        return {"under": who}

    def damage_on(self, number: Any, who: Any) -> Piece:
        if int(number) != 1:
            raise MeaninglessError("for each so much damage")
        return {"damage": who}

    def removed_n(self, number: Any) -> Piece:
        if int(number) != 1:
            raise MeaninglessError("for each so much damage removed")
        return {"done": "n"}

    def removed_event(self, number: Any) -> Piece:
        """Not "this way": what the ability waited for."""
        self.removed_n(number)
        return {"event": "n"}

    def done_n(self, *_: Any) -> Piece:
        return {"done": "n"}

    def discarded_n(self, word: Any) -> Piece:
        """Of the cards that went to the discard, those of this type."""
        return {"count": {**self.kinds([str(word)]), "zone": "discard", "is": "moved"}}

    def done_one(self, number: Any, *_: Any) -> Piece:
        return self.removed_n(number)

    # times
    def this_turn(self) -> str:
        return "end_of_turn"

    def your_next(self) -> str:
        return "your_next_turn"

    def their_next(self) -> str:
        return "their_next_turn"

    def while_source(self, _self: Any) -> str:
        return "while_source"

    def next_ready(self) -> str:
        return "next_ready"

    # amounts
    def equal(self, amount: Any) -> Any:
        return amount

    def stat_of_they(self, *parts: Any) -> Piece:
        return {"stat": str(parts[-1]), "of": "~they"}

    def stat_of_self(self, _self: Any, stat: Any) -> Piece:
        return {"stat": str(stat), "of": "self"}

    def stat_of(self, target: Any, stat: Any) -> Piece:
        return {"stat": str(stat), "of": target}

    def of_stat(self, stat: Any, target: Any) -> Piece:
        return {"stat": str(stat), "of": target}

    def damage_of(self, target: Any) -> Piece:
        return {"damage": target}

    def number_of(self, amount: Any) -> Any:
        return amount

    def cost_of(self, target: Any) -> Piece:
        return {"cost": target}

    # filters
    def self_(self, *_: Any) -> str:
        return "self"

    def selfish(self, _: Any) -> str:
        return "self"

    def they(self, *_: Any) -> str:
        return "~they"

    def that(self, *_: Any) -> str:
        return "~that"

    def or_(self) -> Any:
        return None

    def types(self, *words: Any) -> Piece:
        return self.kinds([str(word) for word in words if word is not None])

    def ctypes(self, *words: Any) -> Piece:
        return self.types(*words)

    def kinds(self, names: list[str]) -> Piece:
        """The filter of card types as printed; a game says what its further words for types mean."""
        return {"type": names}

    def traits(self, *words: Any) -> list[str]:
        return [str(word) for word in words if word is not None]

    def opposing(self) -> Piece:
        return {"controller": "foes"}

    def other(self) -> Piece:
        return {"other": True}

    def is_exhausted(self, *_: Any) -> Piece:
        return {"exhausted": True}

    def is_ready(self) -> Piece:
        return {"exhausted": False}

    def is_damaged(self) -> Piece:
        return {"damaged": True}

    def is_undamaged(self) -> Piece:
        return {"damaged": False}

    def with_traits(self, traits: list[str]) -> Piece:
        return {"trait": traits}

    def mine(self) -> Piece:
        return {"controller": "you"}

    def theirs(self) -> Piece:
        return {"controller": "them"}

    def range(self, number: Any, bound: Piece) -> Any:
        return bounds(bound, int(number))

    def or_less(self) -> Piece:
        return {"max": 0}

    def or_more(self) -> Piece:
        return {"min": 0}

    def exactly(self) -> Piece:
        return {}

    def with_cost(self, wanted: Any) -> Piece:
        return {"cost": wanted}

    def with_cost_amount(self, amount: Any) -> Piece:
        return {"cost": {"max": amount}}

    def with_stat(self, number: Any, stat: Any, bound: Piece) -> Piece:
        return {"stat": {str(stat): bounds(bound, int(number))}}

    def keyword_name(self, word: Any) -> str:
        return str(word)

    def with_keyword(self, word: str) -> Piece:
        return {"keyword": word}

    def without_keyword(self, word: str) -> Piece:
        return {"none": [{"keyword": word}]}

    def names(self, *words: Any) -> list[str]:
        return [str(word) for word in words if word is not None]

    def named(self, names: list[str]) -> Piece:
        return {"name": names}

    def not_named(self, names: list[str]) -> Piece:
        return {"none": [{"name": names}]}

    def here(self) -> Piece:
        return {"at": "self" if self.place else "place"}

    def at_place(self, *_: Any) -> Piece:
        return {"at_place": True}

    def at_that_place(self, *_: Any) -> Piece:
        return {"at": "~place"}

    def with_under(self) -> Piece:
        return {"under": {"min": 1}}

    def same_name(self, *_: Any) -> Piece:
        return {"same_name_as": "~they"}

    def same_name_self(self, *_: Any) -> Piece:
        return {"same_name_as": "self"}

    def np(self, *parts: Piece) -> Piece:
        return self.in_places(and_(*parts))

    def in_places(self, test: Piece) -> Piece:
        """A place is at no place: of "places and things at places" the test is about the things."""
        return test

    def np_or_types(self, *parts: Piece) -> Piece:
        return {"any": [and_(*parts[:-1]), parts[-1]]}

    def np_bare(self, test: Piece) -> Piece:
        return test

    def np_or(self, *parts: Any) -> Piece:
        first, second = [part for part in parts if isinstance(part, dict)]
        common = {word: value for word, value in first.items() if word in ("zone", "owner")}
        rest = {word: value for word, value in first.items() if word not in common}
        return and_(common, {"any": [rest, second]})

    def np_mine(self, test: Piece) -> Piece:
        return and_({"controller": "you"}, test)

    def np_mine_here(self, test: Piece) -> Piece:
        return and_({"controller": "you"}, test, self.here())

    # targets
    def chosen(self, test: Piece) -> Piece:
        if "other" in test:
            return self.chosen_other({word: value for word, value in test.items() if word != "other"})
        return choose(test)

    def chosen_other(self, test: Piece) -> Piece:
        return {"choose": test, "~another": True}

    def chosen_other_n(self, number: Any, test: Piece) -> Piece:
        return {"choose": test, "n": int(number), "~another": True}

    def chosen_other_up_to(self, number: Any, test: Piece) -> Piece:
        return {"choose": test, "n": int(number), "up_to": True, "~another": True}

    def chosen_up_to(self, number: Any, test: Piece) -> Piece:
        return choose(test, n=int(number), up_to=True)

    def chosen_n(self, number: Any, test: Piece) -> Piece:
        return choose(test, n=int(number))

    def chosen_any(self, test: Piece) -> Piece:
        return choose(test, n="all", up_to=True)

    def any_of_yours(self, test: Piece) -> Piece:
        return choose(and_({"controller": "you"}, test), n="all", up_to=True)

    def n_of_yours(self, number: Any, test: Piece) -> Piece:
        return choose(and_({"controller": "you"}, test), n=int(number))

    def n_of_theirs(self, number: Any, test: Piece) -> Piece:
        return choose(and_({"controller": "them"}, test), n=int(number))

    def up_to_of_yours(self, number: Any, test: Piece) -> Piece:
        return choose(and_({"controller": "you"}, test), n=int(number), up_to=True)

    def all_(self, test: Piece) -> Piece:
        return {"all": test}

    def all_other(self, test: Piece) -> Piece:
        return {"all": and_({"other": True}, test)}

    def all_both(self, first: Piece, second: Piece) -> Piece:
        return {"all": {"any": [first, second]}}

    def all_yours(self, test: Piece) -> Piece:
        return {"all": and_({"controller": "you"}, test)}

    def the_other(self, _type: Any) -> str:
        """The one that was chosen along with the card itself; else that which was spoken of."""
        return "~aside"

    def chosen_from_here(self, test: Piece) -> Piece:
        return choose(and_(test, self.here()))

    def self_target(self, *_: Any) -> str:
        return "self"

    # players
    def foes(self) -> str:
        return "foes"

    def everybody(self) -> str:
        return "all"

    def any_player(self) -> str:
        return "any"

    def foe(self) -> str:
        return "foe"

    def you(self) -> str:
        return "you"

    def them(self) -> str:
        return "them"

    def owner(self) -> str:
        return "~owner"

    # cards outside play
    def not_type(self, word: Any) -> Piece:
        return {"none": [self.kinds([str(word)])]}

    def cardnp(self, *parts: Piece) -> Piece:
        return and_(*parts)

    def cardnp_any(self, *parts: Piece) -> Piece:
        return and_(*parts)

    def from_one(self, zone: str) -> list[str]:
        return [zone]

    def from_two(self, first: str, second: str) -> list[str]:
        return [first, second]

    def a_card(self, test: Piece) -> Piece:
        return {"~cards": test}

    def another_card(self, test: Piece) -> Piece:
        return {"~cards": and_({"other": True}, test)}

    def any_card(self) -> Piece:
        return {"~cards": {}}

    def n_cards(self, number: Any, test: Piece) -> Piece:
        return {"~cards": test, "n": int(number)}

    def up_to_cards(self, number: Any, test: Piece) -> Piece:
        return {"~cards": test, "n": int(number), "up_to": True}

    def all_cards(self, test: Piece) -> Piece:
        return {"~all_cards": test}

    def any_cards(self, test: Piece) -> Piece:
        return {"~cards": test, "n": "all", "up_to": True}


def cards_from(cards: Piece, zones: list[str], who: str = "you") -> Piece:
    """The selector of cards in zones of a player."""
    test = cards.get("~cards", cards.get("~all_cards"))
    assert isinstance(test, dict)
    places = [{"zone": zone, "owner": who} for zone in zones]
    where = and_(test, places[0] if len(places) == 1 else {"any": places})
    if "~all_cards" in cards:
        return {"all": where}
    return {"choose": where, **{name: value for name, value in cards.items() if name[0] != "~"}}


def who_does(op: str, who: str, **args: Any) -> list[Piece]:
    """An operation of a player."""
    return [{"op": op, **args, "who": who}]
