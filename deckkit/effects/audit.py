"""What is well written in the notation and still cannot be meant: effects that do nothing or refer to nothing.

The reader refuses unknown words; the audit finds the rest. What is compiled or authored passes it before it counts as
exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from deckkit.effects.notation import Ability, Block, Node, Selector
from deckkit.effects.words import KERNEL, Vocabulary
from deckkit.i18n import Text

__all__ = ["Doubt", "audit"]

#: Operations that do nothing unless one of these arguments is given.
_NEEDS_ONE = {
    "grant": ("keyword", "abilities", "traits", "name"),
    "remove": ("keyword", "ability"),
    "enter": ("exhausted", "damage", "keyword", "optional"),
    "if": ("then", "otherwise"),
    "look": ("take", "rest"),
}
#: Operations around others: the first thing that is done stands in them.
_FRAMES = frozenset({"may", "each_player", "each", "if_done"})


@dataclass(frozen=True, slots=True)
class Doubt:
    """A place of an effect, and what is wrong with it."""

    path: str
    message: Text


def audit(abilities: tuple[Ability, ...], vocabulary: Vocabulary = KERNEL) -> list[Doubt]:
    """All doubts about abilities; none for a program whose every part can have an effect."""
    return [one for i, ability in enumerate(abilities) for one in _Audit(vocabulary).ability(ability, f"effects[{i}]")]


class _Audit:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self.words = vocabulary

    def ability(self, ability: Ability, path: str) -> Iterator[Doubt]:
        # What is only paid for a play is an additional cost: it does something.
        if not ability.do and not (ability.cost and "activate" not in ability.on):
            yield Doubt(f"{path}.do", Text("the ability does nothing"))
        if "activate" in ability.on and not ability.cost and not ability.limit:
            yield Doubt(path, Text("an ability without cost and limit could be used without end"))
        if "replace" in ability.on and not ability.event:
            yield Doubt(path, Text("a replacement needs the event that it replaces"))
        if "replace" not in ability.on and any(one.word == "instead" for one in _operations((*ability.do,))):
            yield Doubt(path, Text("'instead' replaces nothing outside a replacement"))
        if not ability.cost and _counts_at_once(ability.do):
            yield Doubt(f"{path}.do", Text("what was done before is counted, and nothing was"))
        names = {str(one.get("as")) for one in _operations((*ability.cost, *ability.do)) if one.word == "select"}
        yield from self.look(ability, path, names)

    def look(self, value: Any, path: str, names: set[str]) -> Iterator[Doubt]:
        """Doubts about a value and all that it holds."""
        match value:
            case Ability():
                for name in ("of", "other", "when", "check", "cost", "do"):
                    yield from self.look(getattr(value, name), f"{path}.{name}", names)
            case Selector():
                if value.kind == "name" and value.name not in names:
                    yield Doubt(path, Text("nothing is called '{name}' here", {"name": value.name}))
                if value.n == 0:
                    yield Doubt(path, Text("nothing is chosen"))
                yield from self.look(value.filter, path, names)
                yield from self.look(value.n, path, names)
            case Node():
                if value.word in self.words.operations:
                    yield from self.operation(value, path)
                if not self.is_operation(value):
                    choices = [name for name, one in value.args.items() if isinstance(one, Selector)]
                    for name in choices:
                        if value.args[name].kind == "choose":
                            yield Doubt(f"{path}.{name}", Text("no choice can be made inside a test or a number"))
                for name, one in value.args.items():
                    kind = self.words.operations[value.word].args.get(name) if self.is_operation(value) else None
                    if kind in ("ability", "abilities"):
                        for inner in one if isinstance(one, tuple) else (one,):
                            yield from self.ability(inner, f"{path}.{name}")
                    else:
                        yield from self.look(one, f"{path}.{name}", names)
            case tuple():
                for i, one in enumerate(value):
                    yield from self.look(one, f"{path}[{i}]", names)
            case Mapping():
                low, high = value.get("min"), value.get("max")
                if isinstance(low, int) and isinstance(high, int) and low > high:
                    yield Doubt(path, Text("nothing lies between {min} and {max}", {"min": low, "max": high}))
                for name, one in value.items():
                    yield from self.look(one, f"{path}.{name}", names)

    def is_operation(self, node: Node) -> bool:
        """Whether a node is an operation: conditions and amounts keep their word among their arguments."""
        return node.word in self.words.operations and node.word not in node.args

    def operation(self, node: Node, path: str) -> Iterator[Doubt]:
        if not self.is_operation(node):
            return
        kinds = self.words.operations[node.word].args
        for name, one in node.args.items():
            if kinds[name] == "block" and not one:
                yield Doubt(f"{path}.{name}", Text("the block is empty"))
            if kinds[name] == "blocks" and not all(one):
                yield Doubt(f"{path}.{name}", Text("one of the blocks is empty"))
            if name == "n" and one == 0:
                yield Doubt(f"{path}.{name}", Text("'{word}' of 0 does nothing", {"word": node.word}))
        if node.word == "choose_one" and len(node.get("options", ())) < 2:
            yield Doubt(path, Text("a choice needs two options"))
        stats = node.get("stats")
        if node.word == "modify" and all(one == 0 for one in stats.values()):
            yield Doubt(f"{path}.stats", Text("'{word}' of 0 does nothing", {"word": node.word}))
        needed = _NEEDS_ONE.get(node.word)
        if needed and not any(name in node.args for name in needed):
            message = Text("'{word}' does nothing without one of: {names}", {"word": node.word, "names": list(needed)})
            yield Doubt(path, message)


def _counts_at_once(block: Block) -> bool:
    """Whether the first thing that is done counts what was done before."""
    if not block:
        return False
    first = block[0]
    inner = first.get("do")
    if isinstance(inner, tuple) and first.word in _FRAMES:
        return _counts_at_once(inner)
    return any(isinstance(one, Node) and one.word == "done" for one in first.args.values())


def _operations(block: Block) -> Iterator[Node]:
    """The operations of a block and of all blocks inside, abilities that are handed on excepted."""
    for node in block:
        yield node
        for value in node.args.values():
            for inner in value if isinstance(value, tuple) else ():
                if isinstance(inner, tuple):
                    yield from _operations(inner)
                elif isinstance(inner, Node) and inner.word != "filter":
                    yield from _operations((inner,))
