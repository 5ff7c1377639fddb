"""Extracts the user-facing messages, merges them into the French catalogue and compiles it.

Exits 1 when a message has no translation, or when a template cannot be found by reading the code. Run by ``make i18n``.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PO = ROOT / "deckkit" / "locales" / "fr" / "LC_MESSAGES" / "deckkit.po"
# Calls whose first argument is a template, and errors, which turn plain texts into messages themselves.
CALLS = {"Text", "tr", "translate", "mark"}
ERRORS = {"DeckkitError", "UsageError", "InputError", "CatalogueError", "FeedError"}
# The module that renders messages: its calls pass on templates that others wrote.
MACHINERY = "deckkit/i18n.py"

_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_Scope = Mapping[str, Sequence[ast.expr]]


@dataclass(slots=True)
class Found:
    """What a module says: (template, plural or "", line), and the lines whose template is not to be found."""

    messages: list[tuple[str, str, int]] = field(default_factory=list)
    untraced: list[int] = field(default_factory=list)


def messages(source: str) -> Found:
    """The messages of a module.

    A template is a literal, or a choice between literals, or a name that only ever stands for literals in the
    function or the module around it (assigned, looped over, or looked up in a dictionary of literals).
    """
    found = Found()
    tree = ast.parse(source)
    _visit(tree, [_names(tree)], "", found)
    return found


def _visit(node: ast.AST, scopes: list[_Scope], function: str, found: Found) -> None:
    if isinstance(node, ast.Call):
        _call(node, scopes, function, found)
    inner, name = scopes, function
    if isinstance(node, _Function):
        inner, name = [*scopes, _names(node)], getattr(node, "name", function)
    for child in ast.iter_child_nodes(node):
        _visit(child, inner, name, found)


def _call(node: ast.Call, scopes: list[_Scope], function: str, found: Found) -> None:
    name = ""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="i18n" | "common"), attr=name):
            pass
    # A function that is itself a marker hands on its own parameter.
    if name in CALLS and node.args and function not in CALLS:
        templates = _literals(node.args[0], scopes)
        plural = node.args[2] if name == "Text" and len(node.args) > 2 else _keyword(node, "plural")
        plurals = [""] if plural is None else _literals(plural, scopes)
        if templates is None or plurals is None or len(plurals) != 1:
            found.untraced.append(node.lineno)
        else:
            found.messages += [(template, plurals[0], node.lineno) for template in templates if template]
    elif name in ERRORS:
        for part in (node.args[0] if node.args else None, *node.args[2:3], _keyword(node, "do")):
            # Anything but a plain literal is a Text, which is a call of its own.
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value:
                found.messages.append((part.value, "", node.lineno))


def _keyword(node: ast.Call, name: str) -> ast.expr | None:
    return next((keyword.value for keyword in node.keywords if keyword.arg == name), None)


def _literals(node: ast.expr, scopes: list[_Scope]) -> list[str] | None:
    """All texts that the expression may be; None where that cannot be seen."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=other):
            return _all([body, other], scopes)
        case ast.Name(id=name):
            for depth in range(len(scopes) - 1, -1, -1):
                if name in scopes[depth]:
                    # Without the name itself, so that "word = word" cannot go round in a circle.
                    others = {key: value for key, value in scopes[depth].items() if key != name}
                    return _all(scopes[depth][name], [*scopes[:depth], others])
        case ast.Subscript(value=ast.Name(id=name)):
            for scope in reversed(scopes):
                match scope.get(name):
                    case [ast.Dict(values=values)]:
                        return _all(values, scopes)
                    case [ast.Tuple(elts=values) | ast.List(elts=values)]:
                        return _all(values, scopes)
    return None


def _all(nodes: Sequence[ast.expr], scopes: list[_Scope]) -> list[str] | None:
    texts: list[str] = []
    for node in nodes:
        found = _literals(node, scopes)
        if found is None:
            return None
        texts += found
    return texts


def _names(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """What the names of a function or a module are bound to, as far as it is written there."""
    names: dict[str, list[ast.expr]] = {}
    if isinstance(scope, _Function):
        # A parameter may be anything.
        unknown = ast.Constant(None)
        given = scope.args
        for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
            if argument is not None:
                names[argument.arg] = [unknown]
    for node in _own(scope):
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    _bind(target, [value], names)
            case ast.AugAssign(target=target):
                _bind(target, [ast.Constant(None)], names)
            case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
                _bind(target, [value], names)
            case ast.For(target=target, iter=iterated) | ast.comprehension(target=target, iter=iterated):
                items = iterated.elts if isinstance(iterated, (ast.Tuple, ast.List)) else [ast.Constant(None)]
                _bind(target, items, names)
    return names


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, _Function):
            yield from _own(child)


def _bind(target: ast.expr, values: Sequence[ast.expr], names: dict[str, list[ast.expr]]) -> None:
    if isinstance(target, ast.Name):
        names.setdefault(target.id, []).extend(values)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for i, part in enumerate(target.elts):
            of_part = [
                value.elts[i]
                if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts)
                else ast.Constant(None)
                for value in values
            ]
            _bind(part, of_part, names)


def extract() -> tuple[Catalog, list[str]]:
    """The template catalogue of the whole package, and the places (``file:line``) of templates that are not found."""
    catalogue = Catalog(project="deckkit", version="1", locale="fr", charset="utf-8", fuzzy=False)
    untraced: list[str] = []
    for path in sorted((ROOT / "deckkit").rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        if place == MACHINERY:
            continue
        found = messages(path.read_text(encoding="utf-8"))
        untraced += [f"{place}:{line}" for line in found.untraced]
        for template, plural, line in found.messages:
            # Line numbers are not written: they would change the file with every edit of a module.
            catalogue.add((template, plural) if plural else template, None, [(place, line)])
    return catalogue, untraced


def merged(template: Catalog) -> Catalog:
    """The French catalogue with all messages of the template and no others; new ones are not translated yet."""
    with PO.open("rb") as source:
        french = read_po(source, locale="fr")
    french.update(template, no_fuzzy_matching=True, update_creation_date=False)
    french.obsolete.clear()
    return french


def untranslated(catalogue: Catalog) -> list[Message]:
    """The messages without a translation, or without one of its plural forms."""
    return [m for m in catalogue if m.id and not (all(m.string) if isinstance(m.string, tuple) else m.string)]


def po_bytes(catalogue: Catalog) -> bytes:
    """The catalogue as a .po file."""
    target = io.BytesIO()
    write_po(target, catalogue, sort_output=True, omit_header=False, width=120, include_lineno=False)
    return target.getvalue()


def main() -> int:
    """Merges and compiles; reports what is not translated and what cannot be extracted."""
    template, untraced = extract()
    french = merged(template)
    PO.write_bytes(po_bytes(french))
    with PO.with_suffix(".mo").open("wb") as target:
        write_mo(target, french)
    missing = untranslated(french)
    for message in missing:
        print(f"no French for: {message.id!r}", file=sys.stderr)
    for place in untraced:
        print(f"{place}: write the template as a literal, or mark the literal with mark(...)", file=sys.stderr)
    return 1 if missing or untraced else 0


if __name__ == "__main__":
    sys.exit(main())
