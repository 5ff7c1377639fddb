"""The effect notation (IR): frozen nodes, read from JSON with every mistake named and written back the same.

An effect is a tuple of :class:`Ability`. An ability says when it works (``on``, ``of``, ``when``), what it costs and
what it does: a block of operations. Operations, filters, conditions and amounts are nodes of a closed list of words
(:mod:`deckkit.effects.words`); a game adds words of its own (:class:`~deckkit.effects.words.Vocabulary`).
Nodes hold plain data only, so that they can be stored, compared, counted, rendered and lowered to numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from deckkit.errors import InputError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.effects.words import Vocabulary

__all__ = ["VERSION", "Ability", "Block", "Node", "Selector", "read_abilities", "read_block", "write_abilities"]

#: The version of the notation; part of everything that stores it.
VERSION = 1

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Node:
    """A word with its arguments: an operation, a condition or an amount that is not a plain number.

    A filter is a node of the word ``filter`` whose arguments are its tests, all of which must hold.
    """

    word: str
    args: Mapping[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.word, tuple(sorted(self.args))))

    def get(self, name: str, default: Any = None) -> Any:
        """An argument, or ``default`` where it is not given."""
        return self.args.get(name, default)


Block = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Selector:
    """Which objects or players: ``kind`` is a word such as ``self``, or ``choose``, ``all`` with a filter.

    ``n`` is how many are chosen (an amount), ``up_to`` whether fewer may be; ``by`` the seat word of who chooses.
    ``distinct`` keeps what was chosen before in the same block out of the choice ("another chosen").
    """

    kind: str
    filter: Node | None = None
    n: Any = 1
    up_to: bool = False
    by: str = "you"
    distinct: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability.

    ``on``: events that trigger it, or ``static``, ``activate``, ``replace``. ``of``: which card's event (None: of
    the card that has the ability); ``other``: what the event's second object must be (the one attacked, say).
    ``when``: must hold for it to trigger, to apply or to be activated; ``check``: looked at on resolution ("if").
    ``cost``: operations paid to activate it. ``may``: the player may decline the whole. ``limit``: how often.
    ``zone``: where its card must be for it to work. ``event``: what ``replace`` replaces, or what a reaction waits for.
    """

    on: tuple[str, ...]
    do: Block = ()
    of: Node | None = None
    other: Node | None = None
    when: Node | None = None
    check: Node | None = None
    cost: Block = ()
    may: bool = False
    limit: str = ""
    zone: str = "play"
    event: str = ""


class _Reader:
    def __init__(self, vocabulary: Vocabulary, where: str) -> None:
        self.words = vocabulary
        self.where = where

    def fail(self, path: str, what: Text, do: Text | None = None) -> InputError:
        return InputError(what, f"{self.where}{': ' if self.where else ''}{path}", do or _SEE)

    def mapping(self, value: Any, path: str) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            raise self.fail(path, Text("an object was expected here, not {value}", {"value": repr(value)}))
        return value

    def known(self, word: str, table: Mapping[str, Any], path: str, what: Text) -> None:
        if not isinstance(word, str) or word not in table:
            raise self.fail(path, what, self.words.nearest(word, table))

    # -- the kinds of arguments --------------------------------------------------------------------------------

    def value(self, kind: str, value: Any, path: str) -> Any:
        return getattr(self, f"read_{kind}")(value, path)

    def read_amount(self, value: Any, path: str) -> Any:
        if value == "all" or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        given = self.mapping(value, path)
        return self.node("amount", self.words.amounts, given, path)

    def read_condition(self, value: Any, path: str) -> Node:
        return self.node("condition", self.words.conditions, self.mapping(value, path), path)

    def read_conditions(self, value: Any, path: str) -> tuple[Node, ...]:
        return tuple(self.read_condition(one, f"{path}[{i}]") for i, one in enumerate(self.items(value, path)))

    def read_amounts(self, value: Any, path: str) -> tuple[Any, ...]:
        return tuple(self.read_amount(one, f"{path}[{i}]") for i, one in enumerate(self.items(value, path)))

    def read_filters(self, value: Any, path: str) -> tuple[Node, ...]:
        return tuple(self.read_filter(one, f"{path}[{i}]") for i, one in enumerate(self.items(value, path)))

    def read_filter(self, value: Any, path: str) -> Node:
        tests: dict[str, Any] = {}
        for word, argument in self.mapping(value, path).items():
            self.known(word, self.words.filters, path, Text("'{word}' is no test of a filter", {"word": word}))
            tests[word] = self.value(self.words.filters[word].kind, argument, f"{path}.{word}")
        return Node("filter", tests)

    def read_range(self, value: Any, path: str) -> Mapping[str, Any]:
        if isinstance(value, int) and not isinstance(value, bool):
            return {"min": value, "max": value}
        given = self.mapping(value, path)
        for name in given:
            if name not in ("min", "max"):
                raise self.fail(path, Text("a range has 'min' and 'max', not '{name}'", {"name": name}))
        return {name: self.read_amount(one, f"{path}.{name}") for name, one in given.items()}

    def read_ranges(self, value: Any, path: str) -> Mapping[str, Any]:
        return {name: self.read_range(one, f"{path}.{name}") for name, one in self.stat_items(value, path)}

    def read_stats(self, value: Any, path: str) -> Mapping[str, Any]:
        return {name: self.read_amount(one, f"{path}.{name}") for name, one in self.stat_items(value, path)}

    def stat_items(self, value: Any, path: str) -> Iterator[tuple[str, Any]]:
        for name, one in self.mapping(value, path).items():
            self.known(name, dict.fromkeys(self.words.stats), path, Text("there is no stat '{name}'", {"name": name}))
            yield name, one

    def read_stat(self, value: Any, path: str) -> str:
        self.known(value, dict.fromkeys(self.words.stats), path, Text("there is no stat '{name}'", {"name": value}))
        return str(value)

    def read_selector(self, value: Any, path: str) -> Selector:
        if isinstance(value, str):
            self.known(value, self.words.selectors, path, Text("'{word}' selects nothing known", {"word": value}))
            return Selector(value)
        given = self.mapping(value, path)
        kind = next((word for word in ("choose", "all", "name") if word in given), None)
        if kind is None:
            raise self.fail(path, Text("a selector needs 'choose', 'all' or 'name'"))
        for word in given:
            if word not in (kind, "n", "up_to", "by", "distinct"):
                raise self.fail(path, Text("'{word}' is no part of a selector", {"word": word}))
        if kind == "name":
            return Selector("name", name=self.read_word(given["name"], path))
        by = given.get("by", "you")
        self.known(by, self.words.seats, f"{path}.by", Text("'{word}' names no player", {"word": by}))
        return Selector(
            kind,
            self.read_filter(given[kind], f"{path}.{kind}"),
            self.read_amount(given.get("n", 1), f"{path}.n"),
            self.read_flag(given.get("up_to", False), f"{path}.up_to"),
            by,
            self.read_flag(given.get("distinct", False), f"{path}.distinct"),
        )

    def read_seat(self, value: Any, path: str) -> str:
        self.known(value, self.words.seats, path, Text("'{word}' names no player", {"word": value}))
        return str(value)

    def read_zone(self, value: Any, path: str) -> str:
        self.known(value, dict.fromkeys(self.words.zones), path, Text("there is no zone '{word}'", {"word": value}))
        return str(value)

    def read_duration(self, value: Any, path: str) -> str:
        self.known(value, self.words.durations, path, Text("'{word}' is no duration", {"word": value}))
        return str(value)

    def read_event(self, value: Any, path: str) -> str:
        self.known(value, self.words.events, path, Text("'{word}' is no event", {"word": value}))
        return str(value)

    def read_limit(self, value: Any, path: str) -> str:
        self.known(value, self.words.limits, path, Text("'{word}' is no limit", {"word": value}))
        return str(value)

    def read_keyword(self, value: Any, path: str) -> str:
        from deckkit.effects.keywords import wrong_keyword

        wrong = wrong_keyword(value, self.words)
        if wrong is not None:
            raise self.fail(path, *wrong)
        return str(value)

    def read_restriction(self, value: Any, path: str) -> str:
        self.known(value, self.words.restrictions, path, Text("'{word}' is no restriction", {"word": value}))
        return str(value)

    def read_block(self, value: Any, path: str) -> Block:
        found = []
        for i, one in enumerate(self.items(value, path)):
            given = self.mapping(one, f"{path}[{i}]")
            if "op" not in given:
                raise self.fail(f"{path}[{i}]", Text("an operation needs 'op'"))
            word = given["op"]
            self.known(
                word, self.words.operations, f"{path}[{i}]", Text("there is no operation '{word}'", {"word": word})
            )
            found.append(self.arguments(word, self.words.operations[word], given, f"{path}[{i}]", "op"))
        return tuple(found)

    def read_blocks(self, value: Any, path: str) -> tuple[Block, ...]:
        return tuple(self.read_block(one, f"{path}[{i}]") for i, one in enumerate(self.items(value, path)))

    def read_ability(self, value: Any, path: str) -> Ability:
        given = self.mapping(value, path)
        for word in given:
            if word not in _ABILITY:
                raise self.fail(path, Text("'{word}' is no part of an ability", {"word": word}))
        if "on" not in given:
            raise self.fail(path, Text("an ability needs 'on'"))
        words = given["on"] if isinstance(given["on"], (list, tuple)) else [given["on"]]
        if not words:
            raise self.fail(f"{path}.on", Text("an ability needs at least one event"))
        for word in words:
            self.known(word, self.words.events, f"{path}.on", Text("'{word}' is no event", {"word": word}))
        parts: dict[str, Any] = {"on": tuple(words)}
        for name, (part, kind) in _ABILITY.items():
            if name in given and name != "on":
                parts[part] = self.value(kind, given[name], f"{path}.{name}")
        return Ability(**parts)

    def read_abilities(self, value: Any, path: str) -> tuple[Ability, ...]:
        return tuple(self.read_ability(one, f"{path}[{i}]") for i, one in enumerate(self.items(value, path)))

    def read_flag(self, value: Any, path: str) -> bool:
        if not isinstance(value, bool):
            raise self.fail(
                path, Text("yes or no (true, false) was expected here, not {value}", {"value": repr(value)})
            )
        return value

    def read_word(self, value: Any, path: str) -> str:
        if not isinstance(value, str) or not value:
            raise self.fail(path, Text("a word was expected here, not {value}", {"value": repr(value)}))
        return value

    def read_words(self, value: Any, path: str) -> tuple[str, ...]:
        many = value if isinstance(value, (list, tuple)) else [value]
        return tuple(self.read_word(one, path) for one in many)

    def items(self, value: Any, path: str) -> list[Any]:
        if not isinstance(value, (list, tuple)):
            raise self.fail(path, Text("a list was expected here, not {value}", {"value": repr(value)}))
        return list(value)

    def node(self, what: str, table: Mapping[str, Any], given: Mapping[str, Any], path: str) -> Node:
        heads = [name for name in given if isinstance(name, str) and name in table]
        # One word may be an argument of another ("times" of a count): the head is the word that takes all the keys.
        word = next((name for name in heads if set(given) <= set(table[name].args)), heads[0] if heads else None)
        if word is None:
            message = {
                "amount": Text("this is no amount: {value}", {"value": dict(given)}),
                "condition": Text("this is no condition: {value}", {"value": dict(given)}),
            }[what]
            raise self.fail(path, message, self.words.nearest(next(iter(given), ""), table))
        return self.arguments(word, table[word], given, path, word)

    def arguments(self, word: str, spec: Any, given: Mapping[str, Any], path: str, head: str) -> Node:
        args: dict[str, Any] = {}
        for name, argument in given.items():
            if name == head and head == "op":
                continue
            kind = spec.args.get(name)
            if kind is None:
                raise self.fail(path, Text("'{word}' takes no '{name}'", {"word": word, "name": name}))
            args[name] = self.value(kind, argument, f"{path}.{name}")
        missing = [name for name in spec.needs if name not in args]
        if missing:
            raise self.fail(path, Text("'{word}' needs {names}", {"word": word, "names": missing}))
        return Node(word, args)


_SEE = Text("see docs/effects.md for the words of the notation")
# JSON key -> (field, kind of argument)
_ABILITY = {
    "on": ("on", "words"),
    "do": ("do", "block"),
    "of": ("of", "filter"),
    "other": ("other", "filter"),
    "when": ("when", "condition"),
    "if": ("check", "condition"),
    "cost": ("cost", "block"),
    "may": ("may", "flag"),
    "limit": ("limit", "limit"),
    "zone": ("zone", "zone"),
    "event": ("event", "event"),
}


def read_abilities(value: Any, vocabulary: Vocabulary, where: str = "") -> tuple[Ability, ...]:
    """Abilities from their JSON.

    Raises :class:`~deckkit.errors.InputError` with the path of the first mistake and the nearest known words.
    """
    return _Reader(vocabulary, where).read_abilities(value, "effects")


def read_block(value: Any, vocabulary: Vocabulary, where: str = "") -> Block:
    """A block of operations from its JSON, with the errors of :func:`read_abilities`."""
    return _Reader(vocabulary, where).read_block(value, "do")


def write_abilities(abilities: tuple[Ability, ...]) -> list[dict[str, Any]]:
    """The JSON of abilities: reading it gives the same abilities, writing those the same JSON."""
    return [_write_ability(one) for one in abilities]


def _write_ability(ability: Ability) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, (part, _) in _ABILITY.items():
        value = getattr(ability, part)
        if name == "on":
            found["on"] = value[0] if len(value) == 1 else list(value)
        elif value not in (None, (), "", False) and not (name == "zone" and value == "play"):
            found[name] = _write(value)
    return found


def _write(value: Any) -> Any:
    if isinstance(value, Node):
        return _write_node(value)
    if isinstance(value, Selector):
        return _write_selector(value)
    if isinstance(value, Ability):
        return _write_ability(value)
    if isinstance(value, Mapping):
        if set(value) == {"min", "max"} and value["min"] == value["max"] and isinstance(value["min"], int):
            return value["min"]
        return {name: _write(one) for name, one in value.items()}
    if isinstance(value, tuple):
        return [_write(one) for one in value]
    return value


def _write_node(node: Node) -> dict[str, Any]:
    args = {name: _write(value) for name, value in node.args.items()}
    # An operation's word stands under "op"; conditions, amounts and filters are told by their own keys.
    return args if node.word == "filter" or node.word in args else {"op": node.word, **args}


def _write_selector(selector: Selector) -> Any:
    if selector.kind == "name":
        return {"name": selector.name}
    if selector.filter is None:
        return selector.kind
    found: dict[str, Any] = {selector.kind: _write(selector.filter)}
    if selector.n != 1:
        found["n"] = _write(selector.n)
    for name in ("up_to", "distinct"):
        if getattr(selector, name):
            found[name] = True
    if selector.by != "you":
        found["by"] = selector.by
    return found
