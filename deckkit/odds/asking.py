"""Questions about drawing, asked of a list or of a pool of named groups: exact where that is possible at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from deckkit.errors import UsageError
from deckkit.i18n import Text
from deckkit.odds.answers import Advice, Assumptions, Interval, Kind, Mean, MulliganOdds, Odds, OddsAnswer, Row
from deckkit.odds.answers import Undetermined as Unsure
from deckkit.odds.conditions import Condition, Goal, parse_condition
from deckkit.odds.exact import chances, expected
from deckkit.odds.mulligan import POLICIES, Choice, Deal, Outcome, Vector
from deckkit.odds.opening import NO_REDRAW, Opening, Redraw
from deckkit.odds.pool import Pool, sort_cards
from deckkit.odds.source import OTHER, Group, Source, left_out_text, take, too_small_text

__all__ = ["LAST_TURN", "Plan", "ask_mulligan", "ask_odds", "check_plan"]

LAST_TURN = 200
# Above so many sums a mulligan is sampled: exact answers would take longer than some seconds.
_MOST_WORK = 1_000_000
_SAMPLED_HANDS = 5_000


@dataclass(frozen=True, slots=True)
class Plan:
    """How is drawn.

    Either ``opening`` with the own ``turn`` (0: the opening hand), on the play or on the draw, and a mulligan policy;
    or a plain number of ``cards``. ``hand`` names cards that are known to be in hand, ``seen`` cards that are known
    to be gone (see :func:`deckkit.odds.source.take`). ``seed`` is used only where an answer has to be sampled.
    """

    opening: Opening | None = None
    cards: int | None = None
    turn: int = 0
    on_the_play: bool = True
    policy: str = "none"
    hand: str = ""
    seen: str = ""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class _Setting:
    """A condition, bound to a source: its groups, its goal, the classes, and the cards that are known."""

    condition: Condition
    groups: tuple[Group, ...]
    goal: Goal
    masks: Mapping[Any, int]
    pool: Pool
    known: Pool
    unsure: tuple[Unsure, ...]
    left_out: int = 0

    def deal(self, hand: int, redraw: Redraw, draws: Sequence[int]) -> Deal:
        everything = (1 << len(self.groups)) - 1
        return Deal(self.pool, self.goal, hand, redraw, draws, self.known, everything)

    def pool_of(self, cards: Mapping[Any, int]) -> Pool:
        return Pool.of((self.masks[item], number) for item, number in cards.items())


def ask_odds(source: Source, wants: Sequence[str], plan: Plan) -> Odds:
    """The chances of conditions. Raises :class:`UsageError` for what has no meaning."""
    check_plan(plan)
    known, seen = _known(source, plan)
    answers = []
    for want in wants:
        setting = _bind(source, want, known, seen)
        answers.append(
            _plain(setting, plan, known, seen) if plan.opening is None else _by_turn(setting, plan, known, seen)
        )
    if not answers:
        raise UsageError(Text("what is wanted?"), "--want", Text("give a condition"))
    return Odds(tuple(answers))


def ask_mulligan(source: Source, want: str, plan: Plan) -> MulliganOdds:
    """What the mulligan is worth for a condition; with ``plan.hand`` a whole opening hand, the best choice for it."""
    check_plan(plan)
    if plan.opening is None:
        raise UsageError(Text("which game's mulligan?"), "--game", Text("name a game"))
    seen = take(source, plan.seen, "--seen") if plan.seen.strip() else {}
    setting = _bind(source, want, {}, seen)
    size = _hand_size(setting.pool, plan.opening, seen)
    draws = _draws(setting.pool, plan.opening, plan.turn, plan.on_the_play)
    deal = setting.deal(size, plan.opening.redraw, (draws,))
    policies: dict[str, Fraction] = {"none": chances(setting.pool, setting.goal, [size + draws])[0]}
    sampled: dict[str, Interval] = {}
    table: tuple[Kind, ...] = ()
    for policy in POLICIES[1:]:
        outcome, interval = _outcome(setting, deal, policy, plan.seed)
        policies[policy] = outcome.chances[0]
        if interval is not None:
            sampled[policy] = interval
        elif policy == "optimal":
            table = tuple(_kind(setting, deal, choice) for choice in outcome.choices)
    advice = _advice(source, setting, deal, plan) if plan.hand.strip() else None
    return MulliganOdds(
        str(setting.condition),
        policies,
        tuple(sorted(table, key=lambda kind: -kind.probability)),
        _assumptions(setting, plan, "optimal", size + draws, {}, seen),
        advice,
        setting.unsure,
        sampled,
    )


# -- binding ------------------------------------------------------------------------------------------------------


def check_plan(plan: Plan) -> None:
    """Raises :class:`UsageError` for a policy, a turn or a number of cards that there cannot be."""
    if plan.policy not in POLICIES:
        what = Text("there is no mulligan policy '{policy}'", {"policy": plan.policy})
        raise UsageError(what, "--mulligan", Text("use one of: {values}", {"values": list(POLICIES)}))
    if not 0 <= plan.turn <= LAST_TURN:
        what = Text("turn {turn} cannot be asked for", {"turn": plan.turn})
        raise UsageError(what, "--turn", Text("use a turn from 0 (the opening hand) to {last}", {"last": LAST_TURN}))
    if plan.opening is None and plan.cards is None:
        raise UsageError(Text("how many cards are drawn?"), "--cards", Text("give a number, like --cards 7"))


def _known(source: Source, plan: Plan) -> tuple[dict[Any, int], dict[Any, int]]:
    """The cards in hand and those that are gone."""
    seen = take(source, plan.seen, "--seen") if plan.seen.strip() else {}
    if not plan.hand.strip():
        return {}, seen
    left = dict(source.items) | {OTHER: source.others}
    return take(source, plan.hand, "--hand", {item: n - seen.get(item, 0) for item, n in left.items()}), seen


def _bind(source: Source, want: str, known: Mapping[Any, int], seen: Mapping[Any, int]) -> _Setting:
    condition = parse_condition(want)
    places: dict[str, int] = {}
    for term in condition.terms:
        for clause in term:
            places.setdefault(clause.group, clause.at)
    groups = tuple(source.group(condition, text, at) for text, at in places.items())
    found = sort_cards(source.items, [group.test for group in groups], source.others)
    masks = dict(zip((item for item, _ in source.items), found.masks, strict=True)) | {OTHER: 0}
    unsure: dict[int, list[Any]] = {}
    for group, card in found.undetermined:
        unsure.setdefault(group, []).append(card)
    gone = Pool.of((masks[item], number) for item, number in seen.items())
    return _Setting(
        condition,
        groups,
        condition.goal(condition.groups),
        masks,
        found.pool.without(gone),
        Pool.of((masks[item], number) for item, number in known.items()),
        tuple(Unsure(groups[group].text, tuple(cards)) for group, cards in unsure.items()),
        source.left_out,
    )


def _hand_size(pool: Pool, opening: Opening, seen: Mapping[Any, int]) -> int:
    if pool.size < opening.hand:
        what = too_small_text(pool.size, opening.hand)
        if seen:
            raise UsageError(what, "--seen", Text("name fewer cards as gone"))
        raise UsageError(what, do=Text("give more cards to draw from"))
    return opening.hand


def _draws(pool: Pool, opening: Opening, turn: int, on_the_play: bool) -> int:
    """Cards drawn by a turn; once the pile is drawn up, no more."""
    return min(opening.drawn(turn, on_the_play), pool.size - opening.hand)


# -- odds ---------------------------------------------------------------------------------------------------------


def _plain(setting: _Setting, plan: Plan, known: Mapping[Any, int], seen: Mapping[Any, int]) -> OddsAnswer:
    cards = plan.cards or 0
    held = sum(known.values())
    if cards < 0:
        raise UsageError(Text("{number} cards cannot be drawn", {"number": cards}), "--cards", Text("use 0 or more"))
    if cards > setting.pool.size:
        values = {"number": cards, "pile": setting.pool.size}
        what = Text("{number} cards cannot be drawn from {pile}", values)
        raise UsageError(what, "--cards", Text("draw at most {pile}", values))
    _room(held, cards)
    chance = _drawn(setting, [cards - held])[0]
    return _answer(setting, plan, chance, (Row(None, cards, chance),), _means(setting, cards - held), known, seen)


def _room(held: int, hand: int) -> None:
    if held > hand:
        what = Text("{held} cards are named, the hand holds {hand}", {"held": held, "hand": hand})
        raise UsageError(what, "--hand", Text("name fewer cards"))


def _drawn(setting: _Setting, sizes: Sequence[int]) -> list[Fraction]:
    """The chances with so many cards beside the known ones."""
    have = [setting.known.count(group) for group in range(len(setting.groups))]
    return chances(setting.pool.without(setting.known), setting.goal, sizes, have)


def _by_turn(setting: _Setting, plan: Plan, known: Mapping[Any, int], seen: Mapping[Any, int]) -> OddsAnswer:
    assert plan.opening is not None
    hand = _hand_size(setting.pool, plan.opening, seen)
    held = sum(known.values())
    _room(held, hand)
    turns = range(plan.turn + 1)
    draws = [_draws(setting.pool, plan.opening, turn, plan.on_the_play) for turn in turns]
    interval = None
    if plan.policy == "none" or plan.opening.redraw.kind == "none":
        found = _drawn(setting, [hand + more - held for more in draws])
        means = _means(setting, hand + draws[-1] - held)
    else:
        different = sorted(set(draws))
        deal = setting.deal(hand, plan.opening.redraw, different)
        if deal.work(plan.policy) > _MOST_WORK:
            # Only what was asked for, then.
            different, turns = different[-1:], range(plan.turn, plan.turn + 1)
            deal = setting.deal(hand, plan.opening.redraw, different)
        outcome, interval = _outcome(setting, deal, plan.policy, plan.seed)
        by_draws = dict(zip(different, outcome.chances, strict=True))
        found = [by_draws[draws[turn]] for turn in turns]
        means = tuple(
            Mean(group.text, setting.pool.count(number), outcome.expected[number])
            for number, group in enumerate(setting.groups)
        )
    rows = tuple(Row(turn, hand + draws[turn], chance) for turn, chance in zip(turns, found, strict=True))
    return _answer(setting, plan, found[-1], rows, means, known, seen, interval)


def _means(setting: _Setting, cards: int) -> tuple[Mean, ...]:
    rest = setting.pool.without(setting.known)
    return tuple(
        Mean(group.text, setting.pool.count(number), setting.known.count(number) + expected(rest, number, cards))
        for number, group in enumerate(setting.groups)
    )


def _answer(
    setting: _Setting,
    plan: Plan,
    chance: Fraction,
    rows: tuple[Row, ...],
    means: tuple[Mean, ...],
    known: Mapping[Any, int],
    seen: Mapping[Any, int],
    interval: Interval | None = None,
) -> OddsAnswer:
    assumptions = _assumptions(setting, plan, plan.policy, rows[-1].cards, known, seen)
    return OddsAnswer(str(setting.condition), chance, rows, means, assumptions, setting.unsure, interval)


# -- mulligans ----------------------------------------------------------------------------------------------------


def _outcome(setting: _Setting, deal: Deal, policy: str, seed: int) -> tuple[Outcome, Interval | None]:
    """Exactly, or over sampled hands (each weighed exactly) where there are too many kinds of them."""
    if deal.work(policy) <= _MOST_WORK:
        return deal.outcome(policy), None
    # Whatever is set aside, in the end so many cards of the pool have been seen: what none of these sets is, or all
    # are, needs no sampling.
    sure = chances(setting.pool, setting.goal, [deal.hand + draws for draws in deal.draws])
    decided = all(chance in (0, 1) for chance in sure)
    if decided and policy == "optimal":
        # Every choice is as good as the other: all is kept.
        means = _means(setting, deal.hand + deal.draws[-1] - setting.known.size)
        return Outcome(tuple(sure), tuple(mean.expected for mean in means), ()), None
    from deckkit.odds.sampling import wilson

    outcome = deal.outcome(policy, deal.sample(_SAMPLED_HANDS, seed), _SAMPLED_HANDS)
    # Each hand adds a chance, not a 0 or 1: the spread is smaller than the interval allows for.
    low, high = wilson(round(outcome.chances[-1] * _SAMPLED_HANDS), _SAMPLED_HANDS)
    if decided:
        # Only the means are sampled then.
        low = high = float(sure[-1])
    return outcome, Interval(_SAMPLED_HANDS, low, high, seed)


def _kind(setting: _Setting, deal: Deal, choice: Choice) -> Kind:
    return Kind(
        _classes(setting, deal, choice.hand),
        _classes(setting, deal, choice.keep),
        Fraction(choice.weight, deal.hands),
        choice.keeping,
        choice.chance,
    )


def _classes(setting: _Setting, deal: Deal, cards: Vector) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Cards by the names of their groups, cards of no group last."""
    found = [
        (tuple(group.text for number, group in enumerate(setting.groups) if mask >> number & 1), count)
        for (mask, _), count in zip(deal.classes, cards, strict=True)
        if count
    ]
    return tuple(sorted(found, key=lambda entry: not entry[0]))


def _advice(source: Source, setting: _Setting, deal: Deal, plan: Plan) -> Advice:
    seen = take(source, plan.seen, "--seen") if plan.seen.strip() else {}
    left = {item: n - seen.get(item, 0) for item, n in (*source.items, (OTHER, source.others))}
    hand = take(source, plan.hand, "--hand", left)
    size = sum(hand.values())
    if size != deal.hand:
        what = Text("{found} cards are named, an opening hand holds {hand}", {"found": size, "hand": deal.hand})
        raise UsageError(what, "--hand", Text("name all cards of the hand, like: {example}", {"example": "2 A; 1 B"}))
    kind = deal.kind_of(setting.pool_of(hand))
    keep, chance = deal.choose(kind, "optimal")[-1]
    keeping = deal.keeping(kind)[-1]
    places = {mask: number for number, (mask, _) in enumerate(deal.classes)}
    stays = list(keep)
    kept: dict[Any, int] = {}
    aside: dict[Any, int] = {}
    for item, number in hand.items():
        place = places[setting.masks[item]]
        here = min(number, stays[place])
        stays[place] -= here
        if here:
            kept[item] = here
        if number > here:
            aside[item] = number - here
    return Advice(tuple(hand.items()), tuple(kept.items()), tuple(aside.items()), keeping, chance)


# -- assumptions --------------------------------------------------------------------------------------------------


def _assumptions(
    setting: _Setting, plan: Plan, policy: str, cards: int, known: Mapping[Any, int], seen: Mapping[Any, int]
) -> Assumptions:
    opening = plan.opening
    unsure = tuple(_unsure(one) for one in setting.unsure) + tuple(_missing(setting))
    if opening is None:
        known_cards, seen_cards = tuple(known.items()), tuple(seen.items())
        return Assumptions(setting.pool.size, cards, known=known_cards, seen=seen_cards, notes=unsure)
    return Assumptions(
        setting.pool.size,
        cards,
        opening.hand,
        plan.turn,
        plan.on_the_play,
        policy,
        opening.redraw.kind,
        opening.redraw.most,
        opening.redraw.back if opening.redraw.kind == "some" else None,
        tuple(known.items()),
        tuple(seen.items()),
        opening.rule,
        tuple(_notes(opening, policy, plan, cards)) + unsure,
    )


def _notes(opening: Opening, policy: str, plan: Plan, cards: int) -> Iterable[Text]:
    if opening.redraw == NO_REDRAW:
        yield Text("the game has no mulligan")
    elif policy == "none":
        yield Text("every hand is kept")
    else:
        if policy == "keep-wanted":
            yield Text("kept is every card of a group with a minimum of 1 or more, and no other where that is allowed")
        else:
            yield Text("what is kept is the best for the goal; each turn of a table is a goal of its own")
        if opening.redraw.kind == "all":
            yield Text("the mulligan: the whole hand is shuffled in and drawn anew, once")
        else:
            yield _set_aside(opening.redraw.most)
            if opening.redraw.back == "shuffled":
                yield Text("what is set aside is then shuffled in, and a later draw may bring it")
            else:
                yield Text(
                    "what is set aside then goes to the bottom in random order, and comes once all others are drawn"
                )
    if cards < opening.seen(plan.turn, plan.on_the_play):
        yield Text("by then the whole pile has been drawn")
    if opening.note.template:
        yield opening.note


def _set_aside(most: int | None) -> Text:
    if most is None:
        return Text("the mulligan: any number of cards is set aside and replaced by others")
    return Text(
        "the mulligan: up to {n} card is set aside and replaced by another",
        {"n": most},
        plural="the mulligan: up to {n} cards are set aside and replaced by others",
        number=most,
    )


def _missing(setting: _Setting) -> Iterable[Text]:
    if setting.left_out:
        yield left_out_text(setting.left_out)
    for group in setting.groups:
        if group.nowhere:
            yield Text("no card of the game fits {group}", {"group": group.text})


def _unsure(one: Unsure) -> Text:
    return Text(
        "of {cards} it is not known whether they belong to {group}; they are counted as not belonging to it",
        {"cards": list(one.cards), "group": one.group},
    )
