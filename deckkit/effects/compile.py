"""Card texts compiled to the notation: sentence by sentence, exactly or not at all.

A text is evened out and split into sentences; each is parsed by the grammar (the shared file and the game's own), the
tree becomes pieces of the notation, the sentences are put together, pronouns replaced, and the result is read as any
other program. A sentence with a word or a turn that the grammar does not know is listed as not parsed; nothing is left
out silently.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from lark import Lark, Token
from lark.exceptions import UnexpectedInput, VisitError
from lark.lexer import Lexer

from deckkit.effects.audit import audit
from deckkit.effects.compile_join import asked, closed, joined
from deckkit.effects.compile_refs import resolved
from deckkit.effects.compile_things import MeaninglessError
from deckkit.effects.notation import read_abilities, write_abilities
from deckkit.effects.text import Lexicon, Word, normalised, sentences, words
from deckkit.errors import InputError

if TYPE_CHECKING:
    from deckkit.effects.compile_when import When
    from deckkit.effects.notation import Ability
    from deckkit.effects.words import Vocabulary

__all__ = ["Clause", "Compiled", "Grammar", "compile_ability", "notation_of", "sentences_of"]

_SHARED = Path(__file__).with_name("shared.lark")
_ELSEWHERE = "During your turn, when you discard this card"
_STARTS = ("triggered", "static", "activated", "effect", "cost_text")


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence of a text: where it stands in the normalised text, whether it is exact, and if not, why."""

    start: int
    end: int
    exact: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A text's abilities. ``status``: ``exact``, ``partial`` (they lack some of its sentences), ``unparsed``."""

    status: str
    abilities: tuple[Ability, ...] = ()
    clauses: tuple[Clause, ...] = ()
    text: str = ""

    @property
    def reasons(self) -> list[str]:
        """Why sentences are not exact."""
        return [clause.reason for clause in self.clauses if not clause.exact]


class _Words(Lexer):
    """Hands the typed words on to the parser, as the terminals of the grammar, and tells it which comes next."""

    def __init__(self, conf: Any) -> None:
        del conf

    def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]  # called with what is parsed, only
        found, ahead = data
        for name, word in found:
            ahead.next = name
            yield Token(name, word.value, word.start, end_pos=word.end)
        ahead.next = None


class _Ahead:
    """The rules that can go on with the next word: the parser predicts no others, which makes it ten times faster.

    It stands in for the table of predictions of lark's Earley parser (nonterminal → rules), which looks at no word.
    """

    def __init__(self, parser: Any) -> None:
        self.first, self.nullable = parser.FIRST, parser.NULLABLE
        self.rules: defaultdict[Any, list[Any]] = defaultdict(list)
        for rule in parser.parser_conf.rules:
            self.rules[rule.origin].append(rule)
        self.next: str | None = None
        self.known: dict[tuple[Any, str | None], list[Any]] = {}

    def __getitem__(self, origin: Any) -> list[Any]:
        key = (origin, self.next)
        if key not in self.known:
            self.known[key] = [rule for rule in self.rules[origin] if self.begins(rule)]
        return self.known[key]

    def begins(self, rule: Any) -> bool:
        """Whether a rule can begin with the next word, or be empty."""
        for symbol in rule.expansion:
            if any(terminal.name == self.next for terminal in self.first[symbol]):
                return True
            if symbol not in self.nullable:
                return False
        return True


@dataclass
class Grammar:
    """A game's grammar: its own productions (the text of its file), their meaning, its words.

    ``ambiguity``: ``resolve`` takes the first tree, ``explicit`` gives all of them (for tests).
    """

    own: str
    meaning: type[When]
    lexicon: Lexicon
    vocabulary: Vocabulary
    ambiguity: str = "resolve"
    #: How a sentence begins without which an offer before it ("you may ...") means nothing.
    going_on: ClassVar[tuple[str, ...]] = ()
    known: dict[tuple[str, bool, str], Any] = field(default_factory=dict)
    ahead: _Ahead = field(init=False, repr=False)

    @cached_property
    def lark(self) -> Lark:
        """The parser; made once."""
        lark = Lark(
            _SHARED.read_text(encoding="utf-8") + "\n" + self.own,
            parser="earley",
            lexer=_Words,
            start=list(_STARTS),
            ambiguity=self.ambiguity,
        )
        parser: Any = lark.parser
        parser.parser.predictions = self.ahead = _Ahead(parser.parser)
        return lark

    @cached_property
    def literals(self) -> Mapping[str, str]:
        """The plain words that the grammar knows, with their terminals."""
        return {one.pattern.value: one.name for one in self.lark.terminals if one.pattern is not None}

    def typed(self, text: str) -> list[tuple[str, Word]]:
        """The words of a text with their terminals. Raises :class:`MeaninglessError` for one that the grammar lacks."""
        found = []
        for word in words(text, self.lexicon):
            name = self.literals.get(word.value) if word.kind == "WORD" else "T_" + word.kind
            if name is None:
                raise MeaninglessError(f"the word '{word.value}'")
            found.append((name, word))
        return found

    def tree(self, start: str, text: str) -> Any:
        """The tree of a sentence. Raises :class:`MeaninglessError` with the place where it does not go on."""
        found: Any = self.typed(text)
        lark = self.lark
        self.ahead.next = found[0][0] if found else None
        try:
            return lark.parse((found, self.ahead), start=start)
        except UnexpectedInput as error:
            token = getattr(error, "token", None)
            at = token.start_pos if isinstance(token, Token) else None
            near = text[at : at + 40] if at is not None else text[-20:] + " (its end)"
            raise MeaninglessError(f"at: {near}") from error

    def meant(self, start: str, text: str, place: bool) -> Any:
        """What a sentence means, in pieces of the notation; equal sentences are parsed once."""
        key = (start, place, text)
        if key not in self.known:
            try:
                self.known[key] = self.meaning(place).transform(self.tree(start, text))
            except MeaninglessError as error:
                self.known[key] = error
            except VisitError as error:
                if not isinstance(error.orig_exc, MeaninglessError):
                    raise
                self.known[key] = error.orig_exc
        found = self.known[key]
        if isinstance(found, MeaninglessError):
            raise found
        return found


def compile_ability(text: str, kind: str, grammar: Grammar, *, place: bool = False) -> Compiled:
    """Compiles the text of one ability.

    ``kind``: ``triggered``, ``static``, ``activated`` or ``effect`` (what a card does that is only played). ``place``:
    the card is itself a place. Raises nothing for a text that is not understood: that is a result.
    """
    plain = normalised(text, grammar.lexicon)
    cost, body = _cost(plain) if kind == "activated" else ("", plain)
    parts = _parts(body)
    offset = len(plain) - len(body)
    clauses: list[Clause] = []
    good: list[tuple[bool, Any]] = []
    head: list[dict[str, Any]] | None = None
    more: list[dict[str, Any]] = []
    failed = False
    try:
        paid = grammar.meant("cost_text", cost, place) if cost else None
    except MeaninglessError as error:
        clauses.append(Clause(0, len(cost), False, f"cost: {error}"))
        return Compiled("unparsed", (), tuple(clauses), plain)
    for number, (start, part, bullet) in enumerate(parts):
        begin = offset + start
        try:
            if number == 0 and not bullet and (kind in ("triggered", "static") or (kind == "activated" and not cost)):
                head = grammar.meant(kind, _ended(part), place)
            elif kind == "static":
                head = [*(head or []), *grammar.meant("static", _ended(part), place)]
            elif kind == "effect" and number and part.startswith(_ELSEWHERE):
                # What is only played can have an ability that works where it is not.
                more += grammar.meant("triggered", _ended(part), place)
            else:
                good.append((bullet, grammar.meant("effect", _ended(part), place)))
            clauses.append(Clause(begin, begin + len(part), True))
        except MeaninglessError as error:
            clauses.append(Clause(begin, begin + len(part), False, str(error)))
            failed = True
    if (failed and len([clause for clause in clauses if clause.exact]) == 0) or (
        head is None and _needs_head(kind, cost)
    ):
        return Compiled("unparsed", (), _all_bad(clauses), plain)
    if failed:
        # What stands after a sentence that is not understood may go on from it; only the sentences before it are kept.
        first = next(place for place, clause in enumerate(clauses) if not clause.exact)
        if first and " may " in parts[first - 1][1] and parts[first][1].startswith(grammar.going_on):
            # What it goes on from is half an offer: a payment without what it buys.
            first -= 1
            clauses[first] = Clause(clauses[first].start, clauses[first].end, False, "after a gap")
            if first == 0 and _needs_head(kind, cost):
                return Compiled("unparsed", (), _all_bad(clauses), plain)
        kept = first - (1 if head is not None and kind != "static" else 0)
        good = good[:kept] if kind != "static" else good
        clauses = [
            clause if place < first or not clause.exact else Clause(clause.start, clause.end, False, "after a gap")
            for place, clause in enumerate(clauses)
        ]
        if kind == "static":
            return Compiled("unparsed", (), _all_bad(clauses), plain)
    try:
        abilities = [*_put_together(kind, head, paid, good), *resolved([_lifted(one) for one in more])]
        read = read_abilities(abilities, grammar.vocabulary)
        doubts = audit(read, grammar.vocabulary)
        if doubts:
            raise MeaninglessError(f"doubt: {doubts[0].path}: {doubts[0].message}")
    except MeaninglessError as error:
        bad = tuple(Clause(one.start, one.end, False, one.reason or str(error)) for one in clauses)
        return Compiled("unparsed", (), bad, plain)
    except InputError as error:
        bad = tuple(Clause(one.start, one.end, False, one.reason or f"notation: {error}") for one in clauses)
        return Compiled("unparsed", (), bad, plain)
    return Compiled("partial" if failed else "exact", read, tuple(clauses), plain)


def _needs_head(kind: str, cost: str) -> bool:
    return kind in ("triggered", "static") or (kind == "activated" and not cost)


def _all_bad(clauses: list[Clause]) -> tuple[Clause, ...]:
    return tuple(Clause(one.start, one.end, False, one.reason or "after a gap") for one in clauses)


def _cost(text: str) -> tuple[str, str]:
    """The cost and the effect of an activated ability; no cost where there is no dash outside quotes."""
    depth = False
    for place, letter in enumerate(text):
        if letter == '"':
            depth = not depth
        if letter in "—-" and not depth and text[place - 1 : place + 2] == f" {letter} ":
            return text[: place - 1], text[place + 2 :]
    return "", text


def _ended(part: str) -> str:
    return part if part[-1] in ".:" else part.rstrip("!") + "."


def _parts(text: str) -> list[tuple[int, str, bool]]:
    """The sentences with their places; those after a bullet begin with it and belong to an option."""
    found: list[tuple[int, str, bool]] = []
    place = 0
    for number, chunk in enumerate(text.split("•")):
        for index, sentence in enumerate(sentences(chunk)):
            start = text.index(sentence, place)
            place = start + len(sentence)
            found.append((start, sentence, number > 0 and index == 0))
    return found


def _put_together(
    kind: str, head: list[dict[str, Any]] | None, paid: Any, good: list[tuple[bool, Any]]
) -> list[dict[str, Any]]:
    if kind == "static":
        assert head is not None
        return resolved(head)
    sentences_: list[Any] = []
    options: list[list[Any]] = []
    for bullet, block in good:
        if bullet:
            options.append([block])
        elif options:
            options[-1].append(block)
        else:
            sentences_.append(block)
    first: list[dict[str, Any]] = head[0]["do"] if head is not None else []
    blocks = [first, *sentences_] if head is not None else sentences_
    if options:
        if not blocks:
            raise MeaninglessError("a choice without a head")
        chosen = [joined(option) for option in options]
        if [op["op"] for op in blocks[-1]] == ["~both"] and len(blocks) > 1:
            # Where a condition holds all is done (or may be), else one of them is chosen.
            one = _with_options(blocks[-2], chosen)
            every = [op for option in chosen for op in option]
            if "may" in blocks[-1][0]:
                every = _with_options(blocks[-2], [*chosen, every])
            both = {"op": "if", "is": blocks[-1][0]["is"], "then": every, "otherwise": one}
            blocks = [*blocks[:-2], [both]]
        else:
            blocks = [*blocks[:-1], _with_options(blocks[-1], chosen)]
    body = closed(joined(blocks))
    if head is not None:
        abilities = [_lifted({**one, "do": body}) for one in head]
    elif kind == "activated":
        # A cost may be said with what else its ability has: when it may be used, how often.
        more = paid if isinstance(paid, dict) else {"cost": paid}
        abilities = [_lifted({"on": "activate", **more, "do": body})]
    else:
        abilities = [_lifted({"on": "play", "do": body})]
    # What is only played is not there any more when its effect speaks of "it".
    return resolved(abilities, spoken=kind != "effect")


def _with_options(block: list[dict[str, Any]], options: list[Any]) -> list[dict[str, Any]]:
    last = block[-1]
    if last["op"] == "choose_one" and not last["options"]:
        if last.get("who") == "them":
            options = asked(options, "them")
        return [*block[:-1], {**last, "options": options}]
    for name in ("then", "do"):
        if last.get(name):
            return [*block[:-1], {**last, name: _with_options(last[name], options)}]
    raise MeaninglessError("options of no choice")


def _lifted(ability: dict[str, Any]) -> dict[str, Any]:
    """A condition or a "may" about the whole is said of the ability."""
    found = {**ability}
    if found["on"] in ("activate", "static"):
        return found
    if len(found["do"]) == 1 and found["do"][0]["op"] == "if" and "otherwise" not in found["do"][0]:
        inner = found["do"][0]
        found["if"], found["do"] = inner["is"], inner["then"]
    if len(found["do"]) == 1 and found["do"][0]["op"] == "may" and set(found["do"][0]) == {"op", "do"}:
        found["may"], found["do"] = True, found["do"][0]["do"]
    return found


def sentences_of(text: str, kind: str, grammar: Grammar) -> list[tuple[str, str]]:
    """What is parsed of a text: the production that each sentence begins with, and the sentence."""
    plain = normalised(text, grammar.lexicon)
    cost, body = _cost(plain) if kind == "activated" else ("", plain)
    found = [("cost_text", cost)] if cost else []
    for number, (_, part, bullet) in enumerate(_parts(body)):
        headed = number == 0 and not bullet and _needs_head(kind, cost)
        found.append((kind if headed or kind == "static" else "effect", _ended(part)))
    return found


def notation_of(compiled: Compiled) -> list[dict[str, Any]]:
    """The abilities as JSON."""
    return write_abilities(compiled.abilities)
