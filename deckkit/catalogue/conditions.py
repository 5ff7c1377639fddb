"""The single conditions of a search: each field and value → a test of one card.

Built-in fields are about names, keywords, printings and texts; all others come from the game's
:class:`~deckkit.catalogue.fields.CardFields` and from higher layers (:class:`~deckkit.catalogue.query.ExtraField`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from deckkit.catalogue.fields import ANY_NUMBER, CardFields, FactField
from deckkit.catalogue.fold import fold, letters
from deckkit.catalogue.matching import (
    ORDER,
    Numeric,
    by_letters,
    comparison,
    flag,
    labelled,
    lies_between,
    nearest_text,
    negated_if,
    number_text,
    numeric_test,
    on_fact,
    phrase_test,
    printed_numbers,
    split_keyword,
    word_line,
)
from deckkit.catalogue.model import Card, Printing
from deckkit.catalogue.query import HasKeyword, QueryContext, Test
from deckkit.catalogue.syntax import Ask, Name, Word, query_error
from deckkit.errors import UsageError
from deckkit.i18n import Text

__all__ = ["BUILT_IN", "Compiler", "field_words"]

# Words of the language itself, English and French; a game's own fields stand beside them.
BUILT_IN = {
    "name": ("name", "n", "nom"),
    "keyword": ("keyword", "kw", "k", "mot-clé", "motclé"),
    "set": ("set", "s", "ensemble"),
    "number": ("number", "num", "numéro"),
    "rarity": ("rarity", "r", "rareté"),
    "promo": ("promo",),
    "printing": ("printing", "print", "impression"),
    "text": ("text", "texte"),
    "is": ("is", "est"),
}
_NUMBER = re.compile(r"\+?([0-9]{1,9})")
_RANGE = re.compile(r"([0-9]{1,9})\s*(?:-|–|\.\.)\s*([0-9]{1,9})|([0-9]{1,9})\s*\.\.|\.\.\s*([0-9]{1,9})")
_BETWEEN = re.compile(r"-|–|\.\.")
_KEYWORD = re.compile(r"(.*?)\s*(<=|>=|!=|≤|≥|≠|<|>|=)\s*\+?([0-9]{1,9})")
_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!="}
_YES = {"yes": True, "true": True, "1": True, "oui": True, "no": False, "false": False, "0": False, "non": False}


def field_words(fields: CardFields) -> dict[str, FactField]:
    """Every (folded) word that names a fact: its query words and its one-word labels in any language."""
    found = {fold(word): column for word, column in fields.by_query().items()}
    for column in fields.columns:
        for word in (column.fact, *column.labels.values()):
            if " " not in word:
                found.setdefault(fold(word), column)
    return found


class Compiler:
    """Makes the tests of one search; all errors show their place in its text."""

    def __init__(self, text: str, fields: CardFields, context: QueryContext) -> None:
        self._text = text
        self._fields = fields
        self._context = context
        self._facts = field_words(fields)
        ask: dict[str, Callable[[Ask], Test]] = {
            "name": self._ask_name,
            "keyword": self._ask_keyword,
            "set": self._ask_set,
            "number": self._ask_number,
            "rarity": self._ask_rarity,
            "promo": self._ask_promo,
            "printing": self._ask_printing,
            "text": self._ask_text,
            "is": self._ask_is,
        }
        self._built_in = {fold(word): ask[name] for name, words in BUILT_IN.items() for word in words}
        self._name_lines: dict[str, str] = {}
        self._extra = {fold(name): name for name in context.extra}

    # -- words and names ------------------------------------------------------------------------------------------

    def word(self, node: Word) -> Test:
        """A bare word: a flag's name asks for the flag, everything else is a word of a name."""
        fact = self._facts.get(fold(node.text))
        if fact is not None and fact.kind == "flag":
            return flag(fact, True)
        return self._name_holds(node.text, node.at)

    def full_name(self, node: Name) -> Test:
        """Quoted text: the card with this full name, in any language, compared folded."""
        found = frozenset(self._context.index.exact(node.text))
        if not found:
            near = self._context.index.nearest(node.text)
            do = Text("for the words of a name write name:{value}", {"value": f'"{node.text}"'})
            if near:
                do = Text("did you mean {names}? For single words write name:WORD", {"names": list(near)})
            raise self._error(Text("no card is called '{name}'", {"name": node.text}), node.at, do)
        return lambda card: card in found

    def _name_holds(self, value: str, at: int) -> Test:
        holds = self._phrase(value, at)

        return lambda card: holds(self._name_line(card))

    def _name_line(self, card: Card) -> str:
        line = self._name_lines.get(card.key)
        if line is None:
            line = self._name_lines[card.key] = "\n".join(map(word_line, (card.name, *card.names.values())))
        return line

    def _phrase(self, value: str, at: int) -> Callable[[str], bool]:
        holds = phrase_test(value)
        if holds is None:
            raise self._error(Text("'{value}' holds no letter and no digit", {"value": value}), at)
        return holds

    # -- fields ---------------------------------------------------------------------------------------------------

    def ask(self, node: Ask) -> Test:
        """``field op value``."""
        word = fold(node.field)
        if word in self._extra:
            return self._ask_extra(node, self._extra[word])
        if word in self._facts:
            return self._ask_fact(node, self._facts[word])
        if word in self._built_in:
            return self._built_in[word](node)
        known = [*self._facts, *self._built_in, *self._extra]
        shown = [c.query[0] for c in self._fields.columns] + list(BUILT_IN) + list(self._extra)
        do = nearest_text(word, {w: w for w in known}, shown)
        raise self._error(Text("there is no field '{field}'", {"field": node.field}), node.at, do)

    def _ask_fact(self, node: Ask, fact: FactField) -> Test:
        if fact.kind in ("number", "limit"):
            return comparison(fact.fact, self._numeric(node, fact.query[0], boundless=fact.kind == "limit"))
        if fact.kind == "flag":
            wanted = self._flag_value(node, fact.query[0])
            return flag(fact, wanted)
        if fact.kind == "data":
            self._only_equals(node)
            said = self._phrase(node.value, node.value_at)
            return negated_if(
                node.op == "!=",
                on_fact(fact.fact, lambda data: any(said(word_line(fact.value_label(data, k))) for k in fact.labels)),
            )
        if fact.kind == "text":
            self._only_equals(node)
            holds = self._phrase(node.value, node.value_at)
            return negated_if(node.op == "!=", on_fact(fact.fact, lambda text: holds(word_line(str(text)))))
        if fact.kind == "choices" and (node.op in ORDER or _NUMBER.fullmatch(node.value)):
            count = self._numeric(node, fact.query[0])
            return on_fact(fact.fact, lambda values: count(len(values)))
        self._only_equals(node)
        wanted_values = self._choice(node, fact)
        has = on_fact(fact.fact, lambda v: not wanted_values.isdisjoint((v,) if isinstance(v, str) else v))
        if node.op != "!=":
            return has
        return on_fact(fact.fact, lambda v: wanted_values.isdisjoint((v,) if isinstance(v, str) else v))

    def _ask_extra(self, node: Ask, name: str) -> Test:
        self._only_equals(node)
        extra = self._context.extra[name]
        found = self._value(node, name, {value: (value,) for value in extra.values()})
        tests = [extra.make(value) for value in sorted(found)]
        return negated_if(node.op == "!=", lambda card: any(test(card) for test in tests))

    def _ask_name(self, node: Ask) -> Test:
        self._only_equals(node)
        if node.op == ":":
            return self._name_holds(node.value, node.value_at)
        return negated_if(node.op == "!=", self.full_name(Name(node.value, node.value_at)))

    def _ask_text(self, node: Ask) -> Test:
        self._only_equals(node)
        find = self._context.rules_text
        if find is None:
            raise self._error(
                Text("this catalogue holds facts only, no rules texts to search in"),
                node.at,
                Text("'deckkit update GAME' brings the texts into your own catalogue"),
            )
        self._phrase(node.value, node.value_at)
        found = find(node.value)
        return negated_if(node.op == "!=", lambda card: card.id in found)

    def _ask_is(self, node: Ask) -> Test:
        self._only_equals(node)
        flags = {word: fact for word, fact in self._facts.items() if fact.kind == "flag"}
        word = fold(node.value)
        if word in flags:
            return negated_if(node.op == "!=", flag(flags[word], True))
        if word == "promo":
            return negated_if(node.op == "!=", self._printed(lambda printing: printing.promo is not None))
        shown = sorted({fact.query[0] for fact in flags.values()} | {"promo"})
        do = nearest_text(word, {w: w for w in (*flags, "promo")}, shown)
        raise self._error(Text("'is:' does not know '{value}'", {"value": node.value}), node.value_at, do)

    # -- keywords -------------------------------------------------------------------------------------------------

    def _ask_keyword(self, node: Ask) -> Test:
        """A keyword, with or without its value; the word that a family of keywords ends with finds them all."""
        self._only_equals(node)
        names = labelled(self._context.values("keyword"), self._fields.keywords)
        value, number = node.value, None
        compared = _KEYWORD.fullmatch(value)
        if compared:
            value, sign, digits = compared.groups()
            number = numeric_test(_SIGNS.get(sign, sign), int(digits))
        wanted, rest = split_keyword(value, names)
        if wanted is None or (rest and number is not None):
            wanted, rest = self._value(node, "keyword", names), ""
        endings = {fold(name) for name in wanted}
        exact, digits_only = letters(rest), _NUMBER.fullmatch(rest)

        def fits(row: HasKeyword) -> bool:
            keyword = fold(row.keyword)
            if not any(keyword == end or keyword.endswith(f" {end}") for end in endings):
                return False
            if number is not None:
                return row.number is not None and number(row.number)
            if digits_only:
                return row.number == int(digits_only[1])
            return not rest or (row.value is not None and letters(row.value) == exact)

        keywords = self._context.keywords

        def test(card: Card) -> bool | None:
            if any(fits(row) for row in keywords(card)):
                return True
            return None if "keywords" in card.unknown else False

        return negated_if(node.op == "!=", test)

    # -- printings ------------------------------------------------------------------------------------------------

    def _printed(self, fits: Callable[[Printing], bool | None]) -> Test:
        """Some printing of the card fits; unknown where only printings with an unknown detail might."""
        printings = self._context.printings

        def test(card: Card) -> bool | None:
            answers = [fits(printing) for printing in printings(card) if printing.removed is None]
            return True if any(answers) else None if None in answers else False

        return test

    def _set(self, value: str, node: Ask) -> frozenset[str]:
        sets = self._context.sets
        by_code = {code.casefold(): code for code in sets}
        code = by_code.get(value.strip().casefold())
        if code is not None:
            return frozenset((code,))
        names = {code: (s.name, *s.names.values()) for code, s in sets.items()}
        return self._value(
            node, "set", names, shown={code: f"{code} ({s.name})" for code, s in sets.items()}, value=value
        )

    def _set_range(self, node: Ask) -> frozenset[str] | None:
        """``1-4``, ``1..4``, ``9..``: the sets of one kind from one to the other by their order; None for other values.

        Codes and names may hold hyphens: what is a set is no range, and a hyphen makes one only after a set.
        """
        sets, value = self._context.sets, node.value
        known = by_letters({code: (code, s.name, *s.names.values()) for code, s in sets.items()})
        named = {fold(word) for code, s in sets.items() for word in (code, s.name, *s.names.values())}
        # The letters of "1-4" are those of set 14, and those of "Q1.." of set Q1, yet nobody means these.
        span = ".." in value or _RANGE.fullmatch(value)
        if fold(value) in named or (letters(value) in known and not span):
            return None
        for mark in _BETWEEN.finditer(value):
            first, last = value[: mark.start()].strip(), value[mark.end() :].strip()
            if not (first or last) or (mark[0] != ".." and not (last and letters(first) in known)):
                continue
            ends = [[sets[c] for c in self._set(end, replace(node, value=end))] if end else [] for end in (first, last)]
            found = {code for code, one in sets.items() if lies_between(one, *ends)}
            if not found:
                what = Text("'{first}' and '{last}' are sets of different kinds", {"first": first, "last": last})
                raise self._error(what, node.value_at)
            return frozenset(found)
        return None

    def _ask_set(self, node: Ask) -> Test:
        span = self._set_range(node) if node.op not in ORDER else None
        codes = span if span is not None else self._set(node.value, node)
        if node.op not in ORDER:
            test = self._printed(lambda printing: printing.set_code in codes)
            return negated_if(node.op == "!=", test)
        sets = self._context.sets
        limits = [sets[code] for code in codes]
        compare = ORDER[node.op]
        wanted = {
            c for c, s in sets.items() for limit in limits if s.kind == limit.kind and compare(s.order, limit.order)
        }
        return self._printed(lambda printing: printing.set_code in wanted)

    def _ask_rarity(self, node: Ask) -> Test:
        self._only_equals(node)
        names = labelled(self._context.values("rarity"), self._fields.rarities)
        wanted = self._value(node, "rarity", names)
        test = self._printed(lambda printing: None if printing.rarity is None else printing.rarity in wanted)
        return negated_if(node.op == "!=", test)

    def _ask_promo(self, node: Ask) -> Test:
        self._only_equals(node)
        answer = _YES.get(fold(node.value))
        if answer is not None:
            test = self._printed(lambda printing: (printing.promo is not None) is answer)
        else:
            wanted = self._value(node, "promo", {promo: (promo,) for promo in self._context.values("promo") if promo})
            test = self._printed(lambda printing: printing.promo in wanted)
        return negated_if(node.op == "!=", test)

    def _ask_number(self, node: Ask) -> Test:
        if node.op in ORDER or _RANGE.fullmatch(node.value):
            fits = self._numeric(node, "number")
            return self._printed(
                lambda p: None if p.number is None else fits(int(p.number)) if _NUMBER.fullmatch(p.number) else False
            )
        wanted = number_text(node.value)
        test = self._printed(lambda p: None if p.number is None else wanted in printed_numbers(p))
        return negated_if(node.op == "!=", test)

    def _ask_printing(self, node: Ask) -> Test:
        self._only_equals(node)
        code, _, number = node.value.replace("/", "-").rpartition("-")
        if not code or not number:
            what = Text("'{value}' is no printing", {"value": node.value})
            raise self._error(
                what, node.value_at, Text("write the set and the number, like {example}", {"example": "1-42"})
            )
        codes, wanted = self._set(code, node), number_text(number)
        test = self._printed(lambda p: p.set_code in codes and wanted in printed_numbers(p))
        return negated_if(node.op == "!=", test)

    # -- values ---------------------------------------------------------------------------------------------------

    def _numeric(self, node: Ask, name: str, boundless: bool = False) -> Numeric:
        number = _NUMBER.fullmatch(node.value)
        if number:
            return numeric_test(node.op, int(number[1]))
        span = _RANGE.fullmatch(node.value)
        if span and node.op not in ORDER:
            first, second = span[1] or span[3], span[2] or span[4]
            low, high = sorted((float(first or 0), float(second or "inf")))
            return (lambda n: not low <= n <= high) if node.op == "!=" else (lambda n: low <= n <= high)
        if boundless and fold(node.value) == ANY_NUMBER:
            return numeric_test(node.op, float("inf"))
        raise self._error(
            Text("{field} is compared with a number, not with '{value}'", {"field": name, "value": node.value}),
            node.value_at,
            Text("write it like {examples}", {"examples": [f"{name}:3", f"{name}<=3", f"{name}:2-4"]}),
        )

    def _flag_value(self, node: Ask, name: str) -> bool:
        self._only_equals(node)
        answer = _YES.get(fold(node.value))
        if answer is None:
            what = Text("{field} is yes or no, not '{value}'", {"field": name, "value": node.value})
            raise self._error(what, node.value_at, Text("write {yes} or {no}", {"yes": name, "no": f"-{name}"}))
        return answer is not (node.op == "!=")

    def _choice(self, node: Ask, fact: FactField) -> frozenset[str]:
        wanted = letters(node.value)
        known = labelled(self._context.values(fact.fact), fact.values)
        if wanted and wanted not in by_letters(known):
            for other in self._fields.columns:
                if other.kind in ("choice", "choices"):
                    values = labelled(self._context.values(other.fact), other.values)
                    for value in by_letters(values).get(wanted, ()):
                        query = str(Ask(other.query[0], ":", value))
                        raise self._no_value(node, fact.query[0], Text("did you mean {values}?", {"values": [query]}))
        return self._value(node, fact.query[0], known)

    def _value(
        self,
        node: Ask,
        field: str,
        known: Mapping[str, Collection[str]],
        shown: Mapping[str, str] | None = None,
        value: str | None = None,
    ) -> frozenset[str]:
        """The values whose words (in any language) are the written one; ``known`` maps a value to its words."""
        wanted = letters(node.value if value is None else value)
        known_words = by_letters(known)
        found = known_words.get(wanted) if wanted else None
        if found:
            return found
        labels = shown or {}
        nearest = {word: labels.get(min(values), min(values)) for word, values in known_words.items()}
        do = nearest_text(wanted, nearest, [labels.get(name, name) for name in known])
        raise self._no_value(node, field, do)

    def _no_value(self, node: Ask, field: str, do: Text) -> UsageError:
        return self._error(
            Text("there is no {field} '{value}'", {"field": field, "value": node.value}), node.value_at, do
        )

    def _only_equals(self, node: Ask) -> None:
        if node.op in ORDER:
            what = Text("{field} has no order: '{op}' says nothing of it", {"field": node.field, "op": node.op})
            raise self._error(what, node.at, Text("write {query}", {"query": str(Ask(node.field, ":", node.value))}))

    def _error(self, what: Text, at: int, do: Text | str = "") -> UsageError:
        return query_error(what, self._text, at, do)
