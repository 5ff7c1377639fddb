"""Extracts the user-facing messages, merges them into the French catalogue and compiles it.

Exits 1 when a message has no translation. Run by ``make i18n``.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PO = ROOT / "deckkit" / "locales" / "fr" / "LC_MESSAGES" / "deckkit.po"
CALLS = {"Text", "tr", "translate"}


def messages(path: Path) -> Iterator[tuple[str, str, int]]:
    """All (template, plural, line) in a module: literal first arguments of ``Text``, ``tr`` and ``translate``."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name not in CALLS or not node.args:
            continue
        plural = next(
            (k.value.value for k in node.keywords if k.arg == "plural" and isinstance(k.value, ast.Constant)), ""
        )
        for template in _literals(node.args[0]):
            yield template, str(plural), node.lineno


def _literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)


def extract() -> Catalog:
    """The template catalogue of the whole package."""
    catalogue = Catalog(project="deckkit", version="1", locale="fr", charset="utf-8", fuzzy=False)
    for path in sorted((ROOT / "deckkit").rglob("*.py")):
        for template, plural, line in messages(path):
            # Line numbers are not written: they would change the file with every edit of a module.
            catalogue.add((template, plural) if plural else template, None, [(path.relative_to(ROOT).as_posix(), line)])
    return catalogue


def main() -> int:
    """Merges and compiles; reports what is not translated."""
    template = extract()
    with PO.open("rb") as source:
        french = read_po(source, locale="fr")
    french.update(template, no_fuzzy_matching=True)
    french.obsolete.clear()
    with PO.open("wb") as target:
        write_po(target, french, sort_output=True, omit_header=False, width=120, include_lineno=False)
    with PO.with_suffix(".mo").open("wb") as target:
        write_mo(target, french)
    missing = [m.id for m in french if m.id and not (all(m.string) if isinstance(m.string, tuple) else m.string)]
    for message in missing:
        print(f"no French for: {message!r}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
