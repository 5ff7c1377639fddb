"""Texts that hold several abilities: each part is compiled by itself; what stands around it is put to its abilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from deckkit.effects.compile import Compiled, Grammar

__all__ = ["KINDS", "SILENT", "Part", "compile_parts"]

#: The kinds that are compiled.
KINDS = ("triggered", "static", "activated", "effect")
#: The kinds of which nothing is compiled: facts of the card, and repeated rules.
SILENT = ("keyword", "reminder")


class Part(NamedTuple):
    """A part of a text: its ``kind`` and words, and what each of its abilities has ``more``, as in their JSON.

    A condition is joined to that of the ability. A part of another kind than :data:`KINDS` and :data:`SILENT` is not
    understood, for the reason ``text``. ``made`` are abilities that stand already (as JSON), without words to compile.
    ``around`` puts each ability into another one.
    """

    kind: str
    text: str
    more: Mapping[str, Any] = {}
    made: tuple[Mapping[str, Any], ...] = ()
    around: Callable[[Mapping[str, Any]], dict[str, Any]] = dict


def compile_parts(parts: Sequence[Part], grammar: Grammar, *, place: bool = False) -> Compiled:
    """One result of all parts: exact where each is, unparsed where none is."""
    from deckkit.effects.compile import Clause, Compiled, compile_ability
    from deckkit.effects.notation import read_abilities, write_abilities

    found: list[Any] = []
    clauses: list[Clause] = []
    texts: list[str] = []
    offset = 0
    for part in parts:
        if part.kind in SILENT:
            continue
        if part.made:
            made = Compiled("exact", read_abilities(part.made, grammar.vocabulary), (Clause(0, len(part.text), True),))
        elif part.kind in KINDS:
            made = compile_ability(part.text, part.kind, grammar, place=place)
        else:
            made = Compiled("unparsed", (), (Clause(0, len(part.text), False, part.text),), part.text)
        found += [part.around(_with(one, part.more)) for one in write_abilities(made.abilities)]
        clauses += [Clause(c.start + offset, c.end + offset, c.exact, c.reason) for c in made.clauses]
        texts.append(made.text)
        offset += len(made.text) + 1
    exact = [clause.exact for clause in clauses]
    status = "exact" if all(exact) else "partial" if found else "unparsed"
    return Compiled(status, read_abilities(found, grammar.vocabulary), tuple(clauses), "\n".join(texts))


def _with(ability: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """The ability with what the part has more."""
    one = {**ability, **{name: value for name, value in more.items() if name != "when"}}
    if "when" in more:
        old = ability.get("when")
        own = [] if old is None else old["all_of"] if set(old) == {"all_of"} else [old]
        one["when"] = {"all_of": [more["when"], *own]} if own else more["when"]
    return one
