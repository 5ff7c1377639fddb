"""Pilots: who decides for a seat. The usual one is a table of priorities over features of actions, as data.

A table is a list of rules. A rule is about one kind of action (``play``) or of answer (``choose may``, or with the
task or operation that asks ``choose cards discard``: these go before the general ones), may ask for
features to lie in a range, and gives a score: a number and weights of features. Of the rules of an action the first
one that applies gives its score; the action with the highest score is taken, the first one of several. An action
without a rule that applies is taken only where there is nothing else.

Features are whole numbers that the game computes from what the seat sees, each under a name. So a pilot is a page of
numbers: it can be read, changed by a user, and followed by a compiled kernel.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from deckkit.engine.match import Match
from deckkit.engine.state import Action
from deckkit.errors import InputError
from deckkit.goldfish.reader import Reader, RuleValue
from deckkit.i18n import Text
from deckkit.rng import Stream

__all__ = ["Chooser", "Coded", "Feature", "Nothing", "Pilot", "Randomly", "Rule", "read_pilot"]

#: A whole number about an action, from what the seat sees.
Feature = Callable[[Reader, Action], int]
#: What an action without a rule is worth.
_WITHOUT_RULE = -1_000_000


class Chooser(Protocol):
    """Who decides for a seat."""

    @property
    def name(self) -> str:
        """Its name, in results."""
        ...

    @property
    def values(self) -> Mapping[str, RuleValue]:
        """What of the game's rules its reader can be asked for."""
        ...

    def choose(self, seen: Reader) -> Action:
        """One of the seat's legal actions."""
        ...


@dataclass(frozen=True, slots=True)
class Rule:
    """``when``: features with (least, most), None for no bound; ``score`` and ``add`` (weights of features).

    ``together``: all actions of this rule are done one after the other, best first, as long as nothing else changes.
    """

    on: str
    when: tuple[tuple[str, int | None, int | None], ...] = ()
    score: int = 0
    add: tuple[tuple[str, int], ...] = ()
    together: bool = False


@dataclass(frozen=True, slots=True)
class Pilot:
    """A table of priorities. ``rules`` holds the rules by what they are about, in order."""

    name: str
    rules: Mapping[str, tuple[Rule, ...]]
    features: Mapping[str, Feature] = field(repr=False)
    values: Mapping[str, RuleValue] = field(default_factory=dict, repr=False)
    #: Whether it acts where others may answer, outside its own moments.
    answers: bool = True

    def choose(self, seen: Reader) -> Action:
        """The legal action with the highest score."""
        legal = seen.legal
        if len(legal) == 1:
            return legal[0]
        going_on = seen.planned(legal)
        if going_on is not None:
            return going_on
        best, highest, by = legal[0], _WITHOUT_RULE - 1, None
        alike: list[tuple[int, Action]] = []
        for action in legal:
            found, rule = self.why(seen, action)
            if rule is not None and rule.together:
                alike.append((found, action))
            if found > highest:
                best, highest, by = action, found, rule
        if by is not None and by.together and len(alike) > 1:
            # The sort is stable: of equal scores the one listed first, as without a plan.
            alike.sort(key=lambda one: -one[0])
            seen.plan(best, [action for _, action in alike if action is not best])
        return best

    def score(self, seen: Reader, action: Action) -> int:
        """What an action is worth to this pilot."""
        return self.why(seen, action)[0]

    def why(self, seen: Reader, action: Action) -> tuple[int, Rule | None]:
        """The score of an action and the rule that gave it."""
        rules = self._about_answers(seen) if action.kind == "choose" else self.rules.get(action.kind, ())
        features = self.features
        known: dict[str, int] = {}
        for rule in rules:
            for name, low, high in rule.when:
                value = known.get(name)
                if value is None:
                    value = known[name] = features[name](seen, action)
                if (low is not None and value < low) or (high is not None and value > high):
                    break
            else:
                score = rule.score
                for name, weight in rule.add:
                    value = known.get(name)
                    score += weight * (features[name](seen, action) if value is None else value)
                return score, rule
        return _WITHOUT_RULE, None

    def _about_answers(self, seen: Reader) -> tuple[Rule, ...]:
        """The rules about the answers to the open question: those of what asks before the general ones."""
        found: tuple[Rule, ...] | None = seen.memo.get("rules")
        if found is None:
            if seen.decision is None:
                return self.rules.get("choose", ())
            general = f"choose {seen.decision.kind}"
            found = (*self.rules.get(f"{general} {seen.asking[0]}", ()), *self.rules.get(general, ()))
            seen.memo["rules"] = found
        return found


@dataclass(frozen=True, slots=True)
class Nothing:
    """Does nothing: declines whatever may be declined and ends its turn. The opponent of a goldfish."""

    name: str = "nothing"
    #: Kinds of actions and answers by which nothing is done, the most welcome first.
    passing: tuple[str, ...] = ("end", "pass", "decline")
    answers: bool = False
    values: Mapping[str, RuleValue] = field(default_factory=dict, repr=False)

    def choose(self, seen: Reader) -> Action:
        """The action that does the least."""
        legal = seen.legal
        for kind in self.passing:
            for action in legal:
                if action.kind == kind or (action.kind == "choose" and action.option == kind):
                    return action
        for action in legal:
            if action.option in ("done", "no"):
                return action
        return legal[0]


@dataclass(frozen=True, slots=True)
class Randomly:
    """Any legal action, each equally likely; the same seed plays the same."""

    seed: int = 0
    name: str = "random"
    values: Mapping[str, RuleValue] = field(default_factory=dict, repr=False)

    def choose(self, seen: Reader) -> Action:
        """One of the legal actions, by the seed and how far the match has come."""
        legal = seen.legal
        return legal[Stream.of(self.seed, seen.count, f"random {seen.seat}").below(len(legal))]


@dataclass(frozen=True, slots=True)
class Coded:
    """A pilot that is a function of a match and its legal actions. The match is a copy without what is hidden."""

    name: str
    decide: Callable[[Match, Sequence[Action]], Action] = field(repr=False)
    values: Mapping[str, RuleValue] = field(default_factory=dict, repr=False)

    def choose(self, seen: Reader) -> Action:
        """What the function says."""
        legal = seen.legal
        return legal[0] if len(legal) == 1 else self.decide(seen.masked(), legal)


# -- tables as files -----------------------------------------------------------------------------------------------

_SEE = Text("see docs/goldfish.md for how a table of priorities is written")


def read_pilot(
    path: Path,
    features: Mapping[str, Feature],
    values: Mapping[str, RuleValue] | None = None,
    name: str | None = None,
    kinds: Collection[str] | None = None,
) -> Pilot:
    """The pilot in a TOML file: ``name``, and rules ``[[rule]]`` with ``on``, ``if``, ``score``, ``add``; ``answers``
    is false for one that does nothing where others may answer.

    ``kinds`` are the game's kinds of actions; without them a rule may be about anything.
    Raises :class:`~deckkit.errors.InputError` for a file that cannot be read, and with the number of the rule for one
    that means nothing.
    """
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
        what = Text("this cannot be read: {reason}", {"reason": reason})
        raise InputError(what, str(path), Text("name a file with a table of priorities")) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(Text("this is no TOML: {reason}", {"reason": str(error)}), str(path), _SEE) from None
    rules: dict[str, list[Rule]] = {}
    given = table.get("rule", [])
    if not isinstance(given, list) or not given:
        raise InputError(Text("the table has no rules"), str(path), _SEE)
    for number, one in enumerate(given, 1):
        rule = _rule(one, features, f"{path}: rule {number}")
        if kinds is not None and rule.on.partition(" ")[0] not in (*kinds, "choose"):
            raise InputError(
                Text("'{word}' is no kind of action", {"word": rule.on}),
                f"{path}: rule {number}",
                _near(rule.on, kinds),
            )
        rules.setdefault(rule.on, []).append(rule)
    title = name or table.get("name") or path.stem
    answers = table.get("answers", True)
    if type(answers) is not bool:
        raise InputError(Text("'answers' is true or false"), str(path), _SEE)
    return Pilot(str(title), {kind: tuple(found) for kind, found in rules.items()}, features, values or {}, answers)


def _near(word: str, kinds: Collection[str]) -> Text:
    from rapidfuzz import process

    found = [hit for hit, _, _ in process.extract(word, sorted(kinds), limit=3, score_cutoff=60)]
    if found:
        return Text("did you mean {values}?", {"values": found})
    return Text("use one of: {values}", {"values": sorted({*kinds, "choose"})})


def _rule(given: Any, features: Mapping[str, Feature], where: str) -> Rule:
    if not isinstance(given, dict) or not isinstance(given.get("on"), str):
        raise InputError(Text("a rule says with 'on' what it is about"), where, _SEE)
    for key in given:
        if key not in ("on", "if", "score", "add", "why", "together"):
            raise InputError(Text("a rule has no '{word}'", {"word": key}), where, _SEE)
    score, adds, tests = given.get("score", 0), given.get("add", {}), given.get("if", {})
    if type(score) is not int:
        raise InputError(Text("'{value}' is not a whole number", {"value": score}), where, _SEE)
    if not isinstance(adds, dict) or not isinstance(tests, dict):
        raise InputError(Text("'if' and 'add' name features"), where, _SEE)
    for name in (*adds, *tests):
        if name not in features:
            do = Text("use one of: {values}", {"values": sorted(features)})
            raise InputError(Text("there is no feature '{name}'", {"name": name}), where, do)
    for weight in adds.values():
        if type(weight) is not int:
            raise InputError(Text("'{value}' is not a whole number", {"value": weight}), where, _SEE)
    when = tuple((name, *_range(test, where)) for name, test in tests.items())
    together = given.get("together", False)
    if type(together) is not bool:
        raise InputError(Text("'together' is true or false"), where, _SEE)
    return Rule(given["on"], when, score, tuple(adds.items()), together)


def _range(test: Any, where: str) -> tuple[int | None, int | None]:
    if type(test) is int:
        return test, test
    if isinstance(test, dict) and test and set(test) <= {"min", "max"} and all(type(n) is int for n in test.values()):
        return test.get("min"), test.get("max")
    raise InputError(Text("a range is a number, or 'min' and 'max', not {value}", {"value": test}), where, _SEE)
