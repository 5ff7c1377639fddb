"""The form of the search language: text → syntax tree → text. What fields mean is :mod:`deckkit.catalogue.query`'s.

``type:character cost<=3 (ink:amber or ink:steel) -keyword:evasive "Let It Go"``: terms stand side by side for *and*;
``or``, ``not`` or ``-``, and parentheses do what they say. French has the same: ``et``, ``ou``, ``non``, ``sauf``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from dataclasses import field as attribute
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken, v_args

from deckkit.errors import UsageError
from deckkit.i18n import Text, as_text

__all__ = [
    "MAX_DEPTH",
    "MAX_LENGTH",
    "OPERATOR_WORDS",
    "And",
    "Ask",
    "Name",
    "Node",
    "Not",
    "Or",
    "Word",
    "holds_operator",
    "parse",
    "query_error",
]

MAX_LENGTH = 2000
MAX_DEPTH = 100
# The operators that are words, as query.lark has them.
OPERATOR_WORDS = frozenset(("and", "et", "or", "ou", "not", "non", "sauf"))

_QUOTES = '"“”„«»‹›'
_PLAIN_VALUE = re.compile(r"[^\s()\"“”„«»‹›‘<>=:≤≥≠\\][^\s()\"“”„«»‹›\\]*")
_OPERATORS = {"≤": "<=", "≥": ">=", "≠": "!="}


@dataclass(frozen=True, slots=True)
class Word:
    """A bare word: one of the words of a name. ``at`` is where it stands in the text, for messages."""

    text: str
    at: int = attribute(default=0, compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Name:
    """Quoted text: a full card name."""

    text: str
    at: int = attribute(default=0, compare=False)

    def __str__(self) -> str:
        return _quote(self.text)


@dataclass(frozen=True, slots=True)
class Ask:
    """``field`` ``op`` ``value``; ``op`` is one of ``: = != < <= > >=``."""

    field: str
    op: str
    value: str
    at: int = attribute(default=0, compare=False)
    value_at: int = attribute(default=0, compare=False)

    def __str__(self) -> str:
        plain = _PLAIN_VALUE.fullmatch(self.value)
        return f"{self.field}{self.op}{self.value if plain else _quote(self.value)}"


@dataclass(frozen=True, slots=True)
class Not:
    """Everything but ``part``."""

    part: Node

    def __str__(self) -> str:
        return f"-{_inner(self.part)}"


@dataclass(frozen=True, slots=True)
class And:
    """All of ``parts`` (two or more)."""

    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return " ".join(f"({part})" if isinstance(part, (And, Or)) else str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of ``parts`` (two or more)."""

    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return " or ".join(f"({part})" if isinstance(part, Or) else str(part) for part in self.parts)


Node = Word | Name | Ask | Not | And | Or


def parse(text: str) -> Node:
    """The syntax tree of a search.

    Raises :class:`UsageError` with the column where the text cannot be read, and where it is longer than
    ``MAX_LENGTH`` characters or nested deeper than ``MAX_DEPTH``.
    """
    if len(text) > MAX_LENGTH:
        raise UsageError(
            Text("the search is too long: {found} characters", {"found": len(text)}),
            do=Text("at most {limit} characters are read", {"limit": MAX_LENGTH}),
        )
    word = text.strip()
    if word.casefold() in OPERATOR_WORDS:
        # Alone it joins nothing: somebody looks for the word in a name.
        return Word(word, text.index(word))
    try:
        # With a transformer the parser returns what that builds, not a tree.
        built: Any = _parser().parse(text)
    except UnexpectedInput as error:
        raise _syntax_error(text, error) from None
    node: Node = built[0]
    return node


def holds_operator(text: str) -> bool:
    """Whether one of the words of a text is an operator, so that the text as a name would be read as something else."""
    return any(word.casefold() in OPERATOR_WORDS for word in text.split())


def query_error(what: Text, text: str, at: int, do: Text | str = "") -> UsageError:
    """An error that shows the place in the text: the column, the text around it and a caret under it."""
    start = max(0, at - 50)
    shown = _printable(text[start : at + 30])
    where = Text(
        "column {column}\n    {text}\n    {caret}",
        {"column": at + 1, "text": shown, "caret": " " * (at - start) + "^"},
    )
    # What was typed is quoted in the messages too: nothing in it may steer the terminal.
    return UsageError(_harmless(what), where, _harmless(as_text(do)))


@v_args(inline=True)
class _Builder(Transformer[Token, Any]):
    """Builds the tree while the text is read. Every part carries its depth, so that no recursion is ever too deep."""

    def word(self, word: Token) -> tuple[Node, int]:
        return Word(str(word), word.start_pos or 0), 0

    def name(self, quoted: Token) -> tuple[Node, int]:
        return Name(_unquote(quoted), quoted.start_pos or 0), 0

    def ask(self, name: Token, op: Token, value: Token) -> tuple[Node, int]:
        sign = op if op == ":" else op.lstrip(":")
        text = _unquote(value) if value.type == "QUOTED" else str(value)
        return Ask(str(name), _OPERATORS.get(sign, str(sign)), text, name.start_pos or 0, value.start_pos or 0), 0

    def negation(self, part: tuple[Node, int]) -> tuple[Node, int]:
        return Not(part[0]), _deeper(part)

    def group(self, part: tuple[Node, int]) -> tuple[Node, int]:
        return part[0], _deeper(part)

    def any_of(self, *parts: tuple[Node, int]) -> tuple[Node, int]:
        return Or(tuple(part[0] for part in parts)), _deeper(*parts)

    def all_of(self, *parts: tuple[Node, int]) -> tuple[Node, int]:
        return And(tuple(part[0] for part in parts)), _deeper(*parts)


def _deeper(*parts: tuple[Node, int]) -> int:
    depth = 1 + max(part[1] for part in parts)
    if depth > MAX_DEPTH:
        raise UsageError(
            Text("the search is nested too deeply"), do=Text("at most {limit} levels are read", {"limit": MAX_DEPTH})
        )
    return depth


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = Path(__file__).with_name("query.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", transformer=_Builder(), propagate_positions=False, maybe_placeholders=False)


def _syntax_error(text: str, error: UnexpectedInput) -> UsageError:
    do = Text("write it like: {example}", {"example": 'cost<=3 (a or b) -c:value name:"two words"'})
    if not text.strip():
        return UsageError(Text("the search is empty"), do=do)
    token = error.token if isinstance(error, UnexpectedToken) else None
    if token is not None and token.type == "$END":
        return query_error(Text("the search ends too early"), text, len(text.rstrip()), do)
    at = error.pos_in_stream or 0
    found = text[at : at + 1]
    if token is not None and str(token).casefold() in OPERATOR_WORDS:
        do = Text("as a word of a name it is written {query}", {"query": f"name:{str(token).casefold()}"})
    if isinstance(error, UnexpectedCharacters) and found in _QUOTES:
        what = Text("this quote is never closed")
    elif found == ")":
        what = Text("this ')' closes nothing, or nothing stands before it")
    elif token is not None and token.type == "OP":
        what = Text("the name of a field is missing before '{found}'", {"found": str(token)})
    else:
        what = Text("'{found}' is not expected here", {"found": str(token) if token is not None else found})
    return query_error(what, text, at, do)


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)


def _harmless(text: Text) -> Text:
    params = {name: _printable(value) if isinstance(value, str) else value for name, value in text.params.items()}
    return replace(text, params=params)


def _inner(node: Node) -> str:
    return f"({node})" if isinstance(node, (And, Or, Not)) else str(node)


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _unquote(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted[1:-1], flags=re.S)
