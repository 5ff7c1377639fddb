"""Effects as flat programs of whole numbers, for kernels that hold no objects, and back.

A word of a closed list is its place in its table of the vocabulary, a node is its word, a mask of the arguments given
and these in the order of the table, a list is its length and its items. Free words (traits, names, keywords with their
numbers) are numbered in a list that goes with the program. A program is read with the vocabulary that lowered it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deckkit.effects.notation import VERSION, Ability, Block, Node, Selector
from deckkit.effects.words import Vocabulary
from deckkit.errors import InputError
from deckkit.i18n import Text

__all__ = ["Program", "lift", "lower"]

#: Parts of an ability with the kinds of their values, in the order in which they are written.
_PARTS = (
    ("do", "block"),
    ("of", "filter"),
    ("other", "filter"),
    ("when", "condition"),
    ("check", "condition"),
    ("cost", "block"),
    ("may", "flag"),
    ("limit", "limit"),
    ("zone", "zone"),
    ("event", "event"),
)
_SELECTED = ("word", "choose", "all", "name")
_DEFAULTS = Ability(())


@dataclass(frozen=True, slots=True)
class Program:
    """``codes``: the abilities as numbers; ``words``: the free words that they name by index."""

    codes: tuple[int, ...]
    words: tuple[str, ...]
    version: int = VERSION


def lower(abilities: tuple[Ability, ...], vocabulary: Vocabulary) -> Program:
    """The program of abilities. Different abilities have different programs."""
    writer = _Writer(vocabulary)
    writer.many("ability", abilities)
    return Program(tuple(writer.codes), tuple(writer.free))


def lift(program: Program, vocabulary: Vocabulary) -> tuple[Ability, ...]:
    """The abilities of a program. Raises :class:`~deckkit.errors.InputError` for another version's program."""
    if program.version != VERSION:
        raise InputError(
            Text("the effects are of version {found} of the notation", {"found": program.version}),
            "",
            Text("compile them again: this program reads version {version}", {"version": VERSION}),
        )
    return _Reader(vocabulary, program).many("ability")


class _Tables:
    """The numbers of the closed words."""

    def __init__(self, words: Vocabulary) -> None:
        self.specs: dict[str, dict[str, Mapping[str, str]]] = {
            "operation": {word: spec.args for word, spec in words.operations.items()},
            "condition": {word: spec.args for word, spec in words.conditions.items()},
            "amount": {word: spec.args for word, spec in words.amounts.items()},
            "filter": {"filter": {word: test.kind for word, test in words.filters.items()}},
        }
        self.closed: dict[str, tuple[str, ...]] = {
            "seat": tuple(words.seats),
            "zone": words.zones,
            "duration": tuple(words.durations),
            "event": tuple(words.events),
            "limit": tuple(words.limits),
            "restriction": tuple(words.restrictions),
            "stat": words.stats,
            "selector": tuple(words.selectors),
            **{kind: tuple(specs) for kind, specs in self.specs.items()},
        }


#: Kinds that are lists of another kind.
_LISTS = {
    "block": "operation",
    "blocks": "block",
    "conditions": "condition",
    "amounts": "amount",
    "filters": "filter",
    "abilities": "ability",
    "words": "word",
}
#: Kinds that are objects of stats.
_BY_STAT = {"stats": "amount", "ranges": "range"}


class _Writer:
    def __init__(self, words: Vocabulary) -> None:
        self.tables = _Tables(words)
        self.codes: list[int] = []
        self.free: dict[str, int] = {}

    def many(self, kind: str, values: tuple[Any, ...]) -> None:
        self.codes.append(len(values))
        for one in values:
            self.value(kind, one)

    def value(self, kind: str, value: Any) -> None:
        if kind in _LISTS:
            self.many(_LISTS[kind], value)
        elif kind in _BY_STAT:
            self.codes.append(len(value))
            for name, one in value.items():
                self.value("stat", name)
                self.value(_BY_STAT[kind], one)
        elif kind == "amount" and not isinstance(value, Node):
            self.codes += (1, 0) if value == "all" else (0, value)
        elif isinstance(value, Node):
            self.codes += (2,) if kind == "amount" else ()
            self.node(kind, value)
        elif kind == "flag":
            self.codes.append(int(value))
        elif kind in ("word", "keyword"):
            self.codes.append(self.free.setdefault(value, len(self.free)))
        elif kind == "range":
            self.codes.append(("min" in value) + 2 * ("max" in value))
            for name in ("min", "max"):
                if name in value:
                    self.value("amount", value[name])
        elif isinstance(value, Selector):
            self.selector(value)
        elif isinstance(value, Ability):
            self.ability(value)
        else:
            self.codes.append(self.tables.closed[kind].index(value))

    def node(self, kind: str, node: Node) -> None:
        args = self.tables.specs[kind][node.word]
        self.codes.append(self.tables.closed[kind].index(node.word))
        self.codes.append(sum(1 << i for i, name in enumerate(args) if name in node.args))
        for name, inner in args.items():
            if name in node.args:
                self.value(inner, node.args[name])

    def selector(self, selector: Selector) -> None:
        kind = selector.kind if selector.kind in _SELECTED else "word"
        self.codes.append(_SELECTED.index(kind))
        if kind == "word":
            self.codes.append(self.tables.closed["selector"].index(selector.kind))
        elif kind == "name":
            self.value("word", selector.name)
        else:
            self.value("filter", selector.filter)
            self.value("amount", selector.n)
            self.codes += (int(selector.up_to), int(selector.distinct))
            self.value("seat", selector.by)

    def ability(self, ability: Ability) -> None:
        self.many("event", ability.on)
        given = [(name, kind) for name, kind in _PARTS if getattr(ability, name) != getattr(_DEFAULTS, name)]
        self.codes.append(sum(1 << i for i, part in enumerate(_PARTS) if part in given))
        for name, kind in given:
            self.value(kind, getattr(ability, name))


class _Reader:
    def __init__(self, words: Vocabulary, program: Program) -> None:
        self.tables = _Tables(words)
        self.codes = iter(program.codes)
        self.free = program.words

    def many(self, kind: str) -> tuple[Any, ...]:
        return tuple(self.value(kind) for _ in range(next(self.codes)))

    def value(self, kind: str) -> Any:
        if kind in _LISTS:
            return self.many(_LISTS[kind])
        if kind in _BY_STAT:
            return {self.value("stat"): self.value(_BY_STAT[kind]) for _ in range(next(self.codes))}
        match kind:
            case "amount":
                form = next(self.codes)
                if form == 2:
                    return self.node(kind)
                number = next(self.codes)
                return "all" if form else number
            case "operation" | "condition" | "filter":
                return self.node(kind)
            case "flag":
                return bool(next(self.codes))
            case "word" | "keyword":
                return self.free[next(self.codes)]
            case "range":
                mask = next(self.codes)
                return {name: self.value("amount") for i, name in enumerate(("min", "max")) if mask & 1 << i}
            case "selector":
                return self.selector()
            case "ability":
                return self.ability()
        return self.tables.closed[kind][next(self.codes)]

    def node(self, kind: str) -> Node:
        word = self.tables.closed[kind][next(self.codes)]
        args = self.tables.specs[kind][word]
        mask = next(self.codes)
        return Node(word, {name: self.value(inner) for i, (name, inner) in enumerate(args.items()) if mask & 1 << i})

    def selector(self) -> Selector:
        kind = _SELECTED[next(self.codes)]
        if kind == "word":
            return Selector(self.tables.closed["selector"][next(self.codes)])
        if kind == "name":
            return Selector("name", name=self.value("word"))
        chosen, n = self.value("filter"), self.value("amount")
        up_to, distinct = bool(next(self.codes)), bool(next(self.codes))
        return Selector(kind, chosen, n, up_to, self.value("seat"), distinct)

    def ability(self) -> Ability:
        on = self.many("event")
        mask = next(self.codes)
        parts = {name: self.value(kind) for i, (name, kind) in enumerate(_PARTS) if mask & 1 << i}
        do: Block = parts.pop("do", ())
        return Ability(on, do, **parts)
