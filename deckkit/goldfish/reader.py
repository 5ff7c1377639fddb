"""What a pilot reads: the match as its own seat may see it, and nothing else.

A pilot is handed a :class:`Reader`, never the match. Asking it for a hidden card raises :class:`HiddenError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deckkit.effects.notation import Ability, Node
from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.notation import visible
from deckkit.engine.saving import clone
from deckkit.engine.state import Action, Decision, Pending, Thing
from deckkit.engine.values import fits, has_keyword, keyword_n, stat

__all__ = ["HiddenError", "Reader", "RuleValue", "once"]

#: A value that the game's own rules compute about a card which the seat sees: (match, seat, thing) → number.
RuleValue = Callable[[Match, int, Thing], int]


# What stands for a card that is not known.
_BLANK = PlayCard("hidden", "?", "?")


class HiddenError(Exception):
    """A pilot asked for what its seat may not see."""


class Reader:
    """The match as one seat sees it at this moment.

    ``values`` are what the game's rules compute (the price of a card, say), asked for with :meth:`value`.
    ``memo`` is for the pilot's own results; it is emptied whenever the match goes on.
    """

    __slots__ = ("__before", "__listed", "__match", "__open", "__plan", "__situation", "__values", "memo", "seat")

    def __init__(self, match: Match, seat: int, values: Mapping[str, RuleValue] | None = None) -> None:
        self.__match = match
        self.__values = values or {}
        self.__open = frozenset(name for name, spec in match.specs.items() if spec.seen == "all")
        self.seat = seat
        self.memo: dict[Any, Any] = {}
        self.__plan: list[Action] = []
        self.__situation: tuple[Any, ...] = ()
        self.__before: tuple[Action, tuple[Action, ...]] | None = None
        self.__listed = 0

    def plan(self, first: Action, following: list[Action]) -> None:
        """Keeps actions to be done after ``first``, in this order, as long as nothing else changes."""
        self.__plan = following[::-1]
        self.__situation = self.__now()
        self.__before = (first, self.legal)
        self.__listed = self.__match.listed

    def planned(self, legal: tuple[Action, ...]) -> Action | None:
        """The next action of the plan; None where there is none, or where the situation has become another."""
        if not self.__plan or self.__before is None:
            return None
        if self.__plan[-1] not in legal or not self.__as_before(legal):
            self.__plan = []
            return None
        self.__before = (self.__plan[-1], legal)
        self.__listed = self.__match.listed
        return self.__plan.pop()

    def __as_before(self, legal: tuple[Action, ...]) -> bool:
        """Whether what one acts with can do less now; all else may still be done, and nothing new."""
        assert self.__before is not None
        m, (done, could) = self.__match, self.__before
        if m.listed == self.__listed and m.state.decision is None:
            # Only what is gone has changed since.
            return all(one.source == done.source for one in m.lost)
        left = [one for one in could if one.source == done.source and one in legal]
        still = [one for one in could if one.source != done.source or one in left]
        return list(legal) == still and self.__situation == self.__now()

    def __now(self) -> tuple[Any, ...]:
        """What a plan depends on: the turn, who has what in which zone, modifiers, damage, what can be paid."""
        state = self.__match.state
        seats = tuple((seat.mods, *seat.zones.values()) for seat in state.seats)
        board = tuple((one.mods, one.damage) for one in self.__match.board())
        return state.turn, state.decision, seats, board, self.resources()

    @property
    def legal(self) -> tuple[Action, ...]:
        """What this seat may do now."""
        return self.__match.legal_actions() if self.__match.to_act == self.seat else ()

    @property
    def decision(self) -> Decision | None:
        """The open question, where it goes to this seat."""
        decision = self.__match.state.decision
        return decision if decision is not None and decision.seat == self.seat else None

    @property
    def asking(self) -> tuple[str, Any]:
        """What the open question belongs to: the name of the task, and the operation or the ability if it is one."""
        if self.decision is None or self.__match.state.waiting is None:
            return "", None
        task = self.__match.state.waiting[0]
        if task[0] == "block":
            node = task[1][task[2]]
            return node.word, node
        found: Any = next((part for part in task[1:] if isinstance(part, (Ability, Node, Pending))), None)
        return task[0], found.ability if isinstance(found, Pending) else found

    @property
    def turn(self) -> int:
        """The number of the turn, counted over all players."""
        return self.__match.state.turn

    @property
    def turns(self) -> int:
        """How many own turns have begun."""
        return self.__match.state.seats[self.seat].turns

    @property
    def count(self) -> int:
        """How many actions have been taken in the match."""
        return self.__match.state.count

    @property
    def my_turn(self) -> bool:
        """Whether it is this seat's turn."""
        return self.__match.state.active == self.seat

    @property
    def foes(self) -> tuple[int, ...]:
        """The opponents still in the game, in turn order."""
        return self.__match.foes(self.seat)

    def config(self, name: str, default: Any = None) -> Any:
        """A setting of the match."""
        return self.__match.config.get(name, default)

    def score(self, seat: int) -> int:
        """A player's score."""
        return self.__match.state.seats[seat].score

    def life(self, seat: int) -> int:
        """A player's life."""
        return self.__match.state.seats[seat].life

    def used(self, what: str) -> int:
        """How often this seat has done something this turn."""
        return self.__match.state.seats[self.seat].used.get(what, 0)

    def resources(self, kind: str = "") -> int:
        """How much this seat can pay."""
        return self.__match.rules.resources(self.__match, self.seat, kind)

    def size(self, seat: int, zone: str) -> int:
        """How many cards are in a zone, hidden ones too."""
        return len(self.__match.zone(seat, zone))

    def zone(self, seat: int, zone: str) -> list[Thing]:
        """The things in a zone whose cards this seat sees. Raises :class:`HiddenError` for one that it does not."""
        m = self.__match
        spec = m.specs[zone]
        if spec.seen == "nobody" or (spec.seen == "owner" and seat != self.seat):
            raise HiddenError(zone)
        things = m.state.things
        return [things[one] for one in m.zone(seat, zone)]

    def board(self, seat: int) -> list[Thing]:
        """What a player has in play, without what lies face down and is not known to this seat."""
        m = self.__match
        found = m.board(seat)
        for one in found:
            if one.facedown:
                return [one for one in found if not one.facedown or visible(m, one, self.seat)]
        return found

    def thing(self, number: int) -> Thing:
        """The thing with this id. Raises :class:`HiddenError` where this seat does not know which card it is."""
        m = self.__match
        thing = m.state.things[number]
        if thing.zone in self.__open and not thing.facedown:
            return thing
        if not visible(m, thing, self.seat):
            decision = self.decision
            # Who is asked about cards that are looked at sees them.
            if thing.facedown or decision is None or (number not in decision.options and number not in decision.taken):
                raise HiddenError(number)
        return thing

    def stat(self, thing: Thing, name: str) -> int:
        """A computed stat."""
        return stat(self.__match, thing, name)

    def has(self, thing: Thing, keyword: str) -> bool:
        """Whether a thing has a keyword."""
        return has_keyword(self.__match, thing, keyword)

    def keyword(self, thing: Thing, keyword: str) -> int:
        """The number of a keyword, 0 where it has none."""
        return keyword_n(self.__match, thing, keyword)

    def fits(self, test: Node | None, thing: Thing, source: int) -> bool:
        """Whether a thing fits a filter of an effect of ``source`` that this seat controls."""
        return fits(self.__match, test, thing, {"source": source, "seat": self.seat, "them": self.seat})

    def fitting(self, test: Node, seat: int, source: int) -> int:
        """How many things that a player has in play fit a filter of an effect of ``source``."""
        board = self.__by_type(seat)
        if not board:
            return 0
        m, env = self.__match, {"source": source, "seat": self.seat, "them": self.seat}
        found = 0
        for kind in test.args.get("type", board):
            for one in board.get(kind, ()):
                found += fits(m, test, one, env)
        return found

    def count_of(self, types: Sequence[str], seat: int) -> int:
        """How many things of these types a player has in play, without what lies face down and is not known."""
        board = self.__by_type(seat)
        return sum(len(board.get(kind, ())) for kind in types)

    def __by_type(self, seat: int) -> dict[str, list[Thing]]:
        key = ("board", seat)
        board: dict[str, list[Thing]] | None = self.memo.get(key)
        if board is None:
            board = self.memo[key] = {}
            for one in self.board(seat):
                board.setdefault(one.card.type, []).append(one)
        return board

    def masked(self) -> Match:
        """A copy of the match in which every card that this seat does not know is a blank one.

        For pilots that are written as code against a match; it costs much more than asking for single things.
        """
        m = self.__match
        other = clone(m, log=False, journal=False)
        decision = self.decision
        shown = set(decision.options) | set(decision.taken) if decision is not None else set()
        hidden = set()
        for thing in other.state.things:
            if not visible(m, m.state.things[thing.id], self.seat) and (thing.facedown or thing.id not in shown):
                hidden.add(thing.id)
                thing.card, thing.handle = _BLANK, "?"
        tables: tuple[dict[str, Any], ...] = (other.state.watch, other.state.statics)
        for table in tables:
            for key, entries in table.items():
                if any(entry[0] in hidden for entry in entries):
                    table[key] = tuple(entry for entry in entries if entry[0] not in hidden)
        other.state.rng = (0, 0)
        return other

    def value(self, name: str, thing: Thing) -> int:
        """What the game's rules compute about a thing that this seat sees."""
        return self.__values[name](self.__match, self.seat, thing)


def once(work: Callable[[Reader], Any]) -> Callable[[Reader], Any]:
    """What a pilot works out once for all actions of a moment."""

    def known(seen: Reader) -> Any:
        if work not in seen.memo:
            seen.memo[work] = work(seen)
        return seen.memo[work]

    return known
