"""Mulligans, exactly: the chance of a goal under a policy, and what to keep of each kind of hand.

Hands are told apart by their numbers of cards of each class only, which is all that a goal can see. For each kind of
hand every choice of what to keep is weighed; what is set aside cannot come back with the replacements. It is shuffled
in afterwards, and may be drawn on a later turn; or it goes to the bottom, and is drawn when the rest has been. Nothing
is approximated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod

from deckkit.odds.batch import Best, Setting, at_once, best_kept
from deckkit.odds.conditions import Goal
from deckkit.odds.exact import WON, Machine, Polynomials, State, chances
from deckkit.odds.opening import Redraw
from deckkit.odds.pool import Pool

__all__ = ["POLICIES", "Choice", "Deal", "Outcome", "Vector"]

POLICIES = ("none", "keep-wanted", "optimal")

# A hand of which one choice only is weighed takes about as long as so many choices of another.
_PLAIN_WORK = 10

# Where many are weighed at once, their common work takes about as long as so many numbers of draws.
_DRAWS_TOGETHER = 6
# So many kinds of hands are weighed all at once.
_MANY = 200

Vector = tuple[int, ...]
"""Numbers of cards by class, in the order of :attr:`Deal.classes`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What becomes of a kind of hand: ``hand`` is dealt, ``keep`` of it is kept, the rest set aside.

    ``weight`` of all ``Deal.hands`` hands are of this kind. ``keeping`` is the chance when all of it is kept,
    ``chance`` that of this choice.
    """

    hand: Vector
    weight: int
    keep: Vector
    keeping: Fraction
    chance: Fraction

    @property
    def gain(self) -> Fraction:
        """What the choice adds to keeping the hand."""
        return self.chance - self.keeping

    @property
    def aside(self) -> Vector:
        """What is set aside."""
        return tuple(dealt - kept for dealt, kept in zip(self.hand, self.keep, strict=True))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a policy leads to.

    ``chances`` are by number of draws, in the order asked for; ``expected`` is the mean number of cards of each group
    at the last of them, and ``choices`` what is done with each kind of hand for it.
    """

    chances: tuple[Fraction, ...]
    expected: tuple[Fraction, ...]
    choices: tuple[Choice, ...]


class Deal:
    """The hands of a pool, and what a goal is worth after each choice.

    ``known`` are cards that are in the opening hand for certain; they belong to ``pool`` too. ``draws`` are the
    numbers of cards drawn after the mulligan; each is a goal of its own. Cards are told apart by the groups of the
    goal, and by those of the mask ``told_apart``.
    """

    def __init__(
        self,
        pool: Pool,
        goal: Goal,
        hand: int,
        redraw: Redraw,
        draws: Sequence[int] = (0,),
        known: Pool | None = None,
        told_apart: int = 0,
    ) -> None:
        self.pool = pool
        self.goal = goal
        self.hand = hand
        self.draws = tuple(draws)
        self.redraw = redraw
        known = known or Pool(())
        free = pool.size - hand
        if known.size > hand or free < max(draws) or min(draws) < 0:
            raise ValueError("the pool holds fewer cards than are drawn, or the hand fewer than are known")
        #: Replacements come from the rest of the pool: there may be fewer cards than the game lets set aside.
        self.limit = min(redraw.limit(hand), free)
        self._asked = goal.groups | told_apart
        self._machine = Machine.of(pool, goal, hand + max(draws), told_apart=told_apart)
        self.classes = self._machine.classes
        self._known = self.kind_of(known)
        self._packed = Polynomials(pool.size, hand + max(draws))
        self._groups = self._asked.bit_length()
        self._membership = [[mask >> g & 1 for g in range(self._groups)] for mask, _ in self.classes]
        self._wanted = [bool(mask & goal.wanted) for mask, _ in self.classes]
        self._free = free
        self._tables: list[dict[State, int]] = [{} for _ in self.classes]
        self._states: dict[Vector, State | None] = {}
        self._left: list[int] = [-1] * len(self.classes)
        self._anew = (
            chances(pool, goal, [hand + more for more in self.draws]) if redraw.kind == "all" else [Fraction(0)]
        )

    # -- hands ----------------------------------------------------------------------------------------------------

    @property
    def hands(self) -> int:
        """The number of opening hands, copies told apart."""
        dealt = sum(self._known)
        return comb(self.pool.size - dealt, self.hand - dealt)

    def kinds(self) -> Iterator[tuple[Vector, int]]:
        """Every kind of hand with the number of hands of that kind, those alike in their last classes together."""
        rooms = [number - held for (_, number), held in zip(self.classes, self._known, strict=True)]
        for drawn in _fillings(rooms, self.hand - sum(self._known)):
            yield (
                tuple(held + more for held, more in zip(self._known, drawn, strict=True)),
                prod(comb(room, more) for room, more in zip(rooms, drawn, strict=True)),
            )

    def work(self, policy: str) -> int:
        """About how many sums the choices of a policy for all kinds of hands take."""
        many = policy == "optimal" and self.redraw.kind == "some"
        found = [1] + [0] * self.hand
        for (_, number), held in zip(self.classes, self._known, strict=True):
            ways = [n + 1 if many else 1 for n in range(min(number, self.hand) + 1)]
            ways[:held] = [0] * held
            found = [
                sum(found[size - n] * ways[n] for n in range(min(size, len(ways) - 1) + 1))
                for size in range(self.hand + 1)
            ]
        if many and self._together() is not None:
            return found[self.hand] * (_DRAWS_TOGETHER + len(self.draws)) // (_DRAWS_TOGETHER + 1)
        return found[self.hand] * len(self.draws) * (1 if many else _PLAIN_WORK)

    def sample(self, n: int, seed: int) -> list[tuple[Vector, int]]:
        """``n`` hands dealt at random: kinds and how often each came."""
        from deckkit.rng import Stream

        stream = Stream.of(seed, purpose="mulligan")
        rooms = [number - held for (_, number), held in zip(self.classes, self._known, strict=True)]
        pile = [at for at, room in enumerate(rooms) for _ in range(room)]
        dealt: dict[Vector, int] = {}
        for _ in range(n):
            hand = list(self._known)
            for drawn in range(self.hand - sum(self._known)):
                other = drawn + stream.below(len(pile) - drawn)
                pile[drawn], pile[other] = pile[other], pile[drawn]
                hand[pile[drawn]] += 1
            kind = tuple(hand)
            dealt[kind] = dealt.get(kind, 0) + 1
        # Those alike in their last classes stand together, as in kinds().
        return sorted(dealt.items(), key=lambda entry: entry[0][::-1])

    def kind_of(self, hand: Pool) -> Vector:
        """The kind of a hand. Raises :class:`ValueError` for cards that the pool does not hold."""
        held: dict[int, int] = {}
        for mask, number in hand.classes:
            held[mask & self._asked] = held.get(mask & self._asked, 0) + number
        kind = tuple(held.get(mask, 0) for mask, _ in self.classes)
        if sum(kind) != hand.size or any(h > n for h, (_, n) in zip(kind, self.classes, strict=True)):
            raise ValueError("a card is not in the pool")
        return kind

    # -- choices --------------------------------------------------------------------------------------------------

    def choose(self, hand: Vector, policy: str) -> list[tuple[Vector, Fraction]]:
        """What a policy keeps of a kind of hand, and the chance then; one answer for each number of draws."""
        self._turn_to(hand)
        return [self._choose(hand, policy, index) for index in range(len(self.draws))]

    def keeping(self, hand: Vector) -> list[Fraction]:
        """The chances when the whole hand is kept."""
        self._turn_to(hand)
        return [Fraction(*self._value(hand, hand, index)) for index in range(len(self.draws))]

    def every(self, hand: Vector) -> list[tuple[Vector, Fraction]]:
        """Every choice for a kind of hand with its chance at the last number of draws, the best first."""
        self._turn_to(hand)
        last = len(self.draws) - 1
        found = [(keep, Fraction(*value)) for keep, *value in self._options(hand, last, False)]
        return sorted(found, key=lambda choice: (-choice[1], -sum(choice[0]), choice[0]))

    def counts(self, cards: Vector) -> list[int]:
        """The numbers of cards by group."""
        return [
            sum(n * member[g] for n, member in zip(cards, self._membership, strict=True)) for g in range(self._groups)
        ]

    def _choose(self, hand: Vector, policy: str, index: int) -> tuple[Vector, Fraction]:
        best, top, bottom = hand, *self._value(hand, hand, index)
        options: Iterable[tuple[Vector, int, int]] = ()
        if policy == "keep-wanted":
            options = ((keep, *self._value(hand, keep, index)) for keep in self._unwanted(hand))
            top, bottom = -1, 1
        elif policy == "optimal" and top < bottom:
            options = self._options(hand, index, self.goal.rising)
        for keep, value, of in options:
            # Of equal choices the one that keeps the most, which the whole hand does.
            more = value * bottom - top * of
            if more > 0 or (more == 0 and sum(keep) > sum(best)):
                best, top, bottom = keep, value, of
        return best, Fraction(top, bottom)

    def _options(self, hand: Vector, index: int, rising: bool) -> Iterator[tuple[Vector, int, int]]:
        """What may be kept, and the chance then (successes, of so many)."""
        if self.redraw.kind == "all":
            for keep in (hand, (0,) * len(hand)):
                yield keep, *self._value(hand, keep, index)
            return
        kept = [range(number + 1) for number in hand]
        if rising and self.classes and not self.classes[0][0]:
            # More cards can only help: one of no group never stays where it can go, and goes before any other.
            least = max(0, hand[0] - self.limit)
            kept[0] = range(least, least + 1)
        if self.redraw.back == "bottom":
            for keep in product(*kept):
                if self.hand - sum(keep) <= self.limit:
                    yield keep, *self._value(hand, keep, index)
            return
        draws, width = self.draws[index], self._packed.width + self.hand
        mask = (1 << width) - 1
        later = comb(self._free, draws)
        for keep, packed in zip(product(*kept), self._all_values(hand, kept, draws, width), strict=True):
            size = sum(keep)
            aside = self.hand - size
            if aside <= self.limit:
                successes = sum(
                    (packed >> width * held & mask) * comb(self.hand + draws - held, aside)
                    for held in range(size, min(self.hand, size + draws) + 1)
                )
                yield keep, successes, comb(self._free, aside) * later

    def _all_values(self, hand: Vector, kept: Sequence[range], draws: int, width: int) -> list[int]:
        """For all that may be kept: the sets that reach the goal, by how many of the hand's cards are among them.

        What comes back of the cards set aside is summed up one class after the other; see :meth:`_value`.
        """
        values = []
        for held in product(*(range(number + 1) for number in hand)):
            size = sum(held)
            values.append(self._completed(held, self.hand + draws - size) << width * size)
        before, after = 1, len(values)
        for number, wanted in zip(hand, kept, strict=True):
            after //= number + 1
            if number and (draws or len(wanted) <= number):
                summed: list[int] = []
                for block in range(0, before * after * (number + 1), after * (number + 1)):
                    rows = [values[at : at + after] for at in range(block, block + after * (number + 1), after)]
                    for least in wanted:
                        row = rows[least]
                        for back in range(1, number - least + 1 if draws else 1):
                            ways = comb(number - least, back)
                            row = [one + ways * other for one, other in zip(row, rows[least + back], strict=True)]
                        summed += row
                values = summed
            before *= len(wanted)
        return values

    def _unwanted(self, hand: Vector) -> Iterator[Vector]:
        """The choices that keep every wanted card and set aside as many others as may be."""
        others = sum(number for number, wanted in zip(hand, self._wanted, strict=True) if not wanted)
        if self.redraw.kind == "all":
            yield (0,) * len(hand) if others == self.hand else hand
            return
        stay = others - min(others, self.limit)
        rooms = [0 if wanted else number for number, wanted in zip(hand, self._wanted, strict=True)]
        for more in _fillings(rooms, stay):
            yield tuple(n if wanted else m for n, m, wanted in zip(hand, more, self._wanted, strict=True))

    def _turn_to(self, hand: Vector) -> None:
        """Forgets what was counted for classes of which another hand leaves another number."""
        changed = [
            at
            for at, (number, (_, all_of)) in enumerate(zip(hand, self.classes, strict=True))
            if self._left[at] != all_of - number
        ]
        if changed:
            for at in range(changed[-1] + 1):
                self._tables[at] = {}
                self._left[at] = self.classes[at][1] - hand[at]

    def _value(self, hand: Vector, keep: Vector, index: int) -> tuple[int, int]:
        """The chance (successes, of so many) of keeping ``keep`` of a hand."""
        draws = self.draws[index]
        aside = self.hand - sum(keep)
        if aside and self.redraw.kind == "all":
            anew = self._anew[index]
            return anew.numerator, anew.denominator
        if aside and self.redraw.back == "bottom":
            return self._value_from_top(hand, keep, aside, draws)
        # Replacements and draws together are an even sample: what of it comes from the rest of the pool, and what
        # from the cards set aside, which only the draws can bring back.
        all_ways = comb(self._free, aside) * comb(self._free, draws)
        if not draws or not aside:
            return self._completed(keep, aside + draws) * comb(aside + draws, aside), all_ways
        successes = 0
        for back in product(*(range(dealt - kept + 1) for dealt, kept in zip(hand, keep, strict=True))):
            size = aside + draws - sum(back)
            if size < aside:
                continue
            found = self._completed(tuple(map(sum, zip(keep, back, strict=True))), size)
            if found:
                ways = prod(comb(d - k, b) for d, k, b in zip(hand, keep, back, strict=True))
                successes += ways * comb(size, aside) * found
        return successes, all_ways

    def _value_from_top(self, hand: Vector, keep: Vector, aside: int, draws: int) -> tuple[int, int]:
        """The same where the cards set aside lie below all others: they come when those have been drawn."""
        size = min(aside + draws, self._free)
        back = aside + draws - size
        successes = 0
        gone = [dealt - kept for dealt, kept in zip(hand, keep, strict=True)]
        for come in _fillings(gone, back):
            found = self._completed(tuple(map(sum, zip(keep, come, strict=True))), size)
            successes += prod(map(comb, gone, come)) * found
        return successes, comb(self._free, size) * comb(aside, back)

    def _completed(self, cards: Vector, size: int) -> int:
        """The sets of ``size`` cards of the rest of the pool that reach the goal together with these cards."""
        if cards not in self._states:
            self._states[cards] = self._machine.start(self.counts(cards))
        state = self._states[cards]
        if state is None:
            return 0
        if state == WON:
            return comb(self._free, size)
        whole = self._machine.complete(self._packed, self._tables, self._left, 0, state)
        return self._packed.coefficient(whole, size)

    # -- policies -------------------------------------------------------------------------------------------------

    def outcome(self, policy: str, kinds: Iterable[tuple[Vector, int]] | None = None, all_hands: int = 0) -> Outcome:
        """What a policy leads to; over some kinds of hands with their weights, where not all are wanted."""
        sums: list[dict[int, int]] = [{} for _ in self.draws]
        choices: list[Choice] = []
        last = len(self.draws) - 1
        every_kind = list(self.kinds() if kinds is None else kinds)
        for (hand, weight), (found, keeping) in zip(every_kind, self._all_chosen(every_kind, policy), strict=True):
            for index, (_, chance) in enumerate(found):
                part = sums[index]
                part[chance.denominator] = part.get(chance.denominator, 0) + weight * chance.numerator
            keep, chance = found[last]
            choices.append(Choice(hand, weight, keep, keeping, chance))
        every = all_hands or self.hands
        return Outcome(
            tuple(sum((Fraction(top, of) for of, top in part.items()), Fraction(0)) / every for part in sums),
            self._expected(choices, self.draws[last], every),
            tuple(choices),
        )

    def _together(self) -> Setting | None:
        """For weighing many kinds of hands at once; None where that cannot be done."""
        if self.redraw.kind != "some" or self.redraw.back != "shuffled" or not self.classes:
            return None
        setting = Setting(self._machine, self._membership, self.hand, self._free, self.limit, self.draws)
        return setting if at_once(setting) >= _MANY else None

    def _all_chosen(self, kinds: Sequence[tuple[Vector, int]], policy: str) -> Iterable[Best]:
        """For each kind of hand: what is kept and the chance then, by draws; then that of the whole hand."""
        setting = self._together() if policy == "optimal" and len(kinds) >= _MANY else None
        if setting is not None:
            number = at_once(setting)
            for first in range(0, len(kinds), number):
                yield from best_kept(setting, [hand for hand, _ in kinds[first : first + number]])
            return
        for hand, _ in kinds:
            found = self.choose(hand, policy)
            keep, chance = found[-1]
            yield found, chance if keep == hand else Fraction(*self._value(hand, hand, len(self.draws) - 1))

    def _expected(self, choices: Iterable[Choice], draws: int, every: int) -> tuple[Fraction, ...]:
        # All is linear in the cards kept and dealt, so their sums will do, apart for each number set aside.
        sums: dict[int, list[int]] = {}
        for choice in choices:
            part = sums.setdefault(self.hand - sum(choice.keep), [0] * (2 * self._groups + 1))
            for at, number in enumerate((1, *self.counts(choice.keep), *self.counts(choice.hand))):
                part[at] += choice.weight * number
        held = [Fraction(0)] * self._groups
        for aside, (weight, *numbers) in sums.items():
            for group in range(self._groups):
                cards = weight * self.pool.count(group)
                kept, dealt = numbers[group], numbers[self._groups + group]
                now = Fraction(kept)
                if aside and self.redraw.kind == "all":
                    now = Fraction(self.hand * cards, self.pool.size)
                elif aside:
                    now += Fraction(aside * (cards - dealt), self._free)
                later = Fraction(draws, self._free) * (cards - now) if draws else Fraction(0)
                if aside and self.redraw.back == "bottom":
                    below = max(0, aside + draws - self._free)
                    later = Fraction((draws - below) * (cards - dealt), self._free)
                    later += Fraction(below * (dealt - kept), aside)
                held[group] += now + later
        return tuple(number / every for number in held)


def _fillings(rooms: Sequence[int], cards: int) -> Iterator[Vector]:
    """The ways to take so many cards from classes with so many each, ordered by the last class, then the one before."""
    if not rooms:
        if cards == 0:
            yield ()
        return
    *before, last = rooms
    for taken in range(max(0, cards - sum(before)), min(last, cards) + 1):
        for filling in _fillings(before, cards - taken):
            yield (*filling, taken)
