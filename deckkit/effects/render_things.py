"""How things are said: cards that fit a filter, what a selector means, whose zone it is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from deckkit.effects import phrases, phrases_spoken
from deckkit.effects.labels import Labels
from deckkit.effects.notation import Node, Selector
from deckkit.effects.render_cases import only_is
from deckkit.i18n import Text, semicolon

__all__ = ["Things"]

#: The kinds of what one plain test excludes.
_WITHOUT = {"keyword": "keyword", "is": "selector"}
#: Arguments that have the names of others.
_NAMED = {"traits": "trait", "despite": "keyword"}


class Things:
    """Says things, in the words of a game and in a language."""

    def __init__(self, labels: Labels, lang: str) -> None:
        self.labels = labels
        self.words = labels.vocabulary
        self.lang = lang
        #: What has been said before: the last operation, the events of the ability, whether it applies all the time,
        #: whether it is about one player after the other.
        self.last = ""
        self.on: tuple[str, ...] = ()
        self.static = False
        self.players = False
        #: The player who may do what is said.
        self.by = ""

    # -- helpers -----------------------------------------------------------------------------------------------

    def tr(self, template: str, **params: Any) -> str:
        return Text(template, params).render(self.lang)

    def text(self, text: Text) -> str:
        return text.render(self.lang)

    @staticmethod
    def sentence(said: str) -> str:
        return said[:1].upper() + said[1:] + "."

    def label(self, table: str, defaults: Mapping[str, str], word: str) -> str:
        template = getattr(self.labels, table).get(word) or defaults.get(word)
        # A word without a phrase is no message: it stands as it is.
        return self.tr(template) if template else word.replace("_", " ")

    def either(self, found: list[str]) -> str:
        """Alternatives: "a, b or c"."""
        if len(found) < 2:
            return "".join(found)
        return self.text(Text("{first} or {last}", {"first": ", ".join(found[:-1]), "last": found[-1]}))

    def listed(self, found: Iterable[str]) -> str:
        return semicolon(self.lang).join(f"[{one}]" for one in found)

    @abstractmethod
    def value(self, kind: str, value: Any, name: str = "") -> str:
        """A value of an argument."""

    @abstractmethod
    def inner(self, value: Any) -> str:
        """An amount inside a sentence."""

    def word(self, name: str, word: str) -> str:
        """A plain word of an argument: its phrase, else its name in this language, else the word itself."""
        template = self.labels.words.get(name, {}).get(word) or phrases.WORDS.get(name, {}).get(word)
        if template:
            return self.tr(template)
        return self.labels.names.get(_NAMED.get(name, name), {}).get(self.lang, {}).get(word, word)

    def say_seat(self, word: str) -> str:
        return self.label("seats", phrases.SEATS, word)

    # -- objects -----------------------------------------------------------------------------------------------

    def noun(self, node: Node, plural: bool) -> str:
        """What fits a filter: its types, and around them what its tests say."""
        if dict(node.args) == {"self": True}:
            return self.tr(phrases.SELECTORS["self"])
        is_ = only_is(node)
        if is_ is not None and not plural:
            itself = is_ == Selector("self")
            return self.text(Text("this card itself")) if itself else self.say_selector(is_)
        several = node.get("any", ()) if set(node.args) == {"any"} else ()
        if len(several) > 1 and all(only_is(one) is not None for one in several):
            *first, last = (self.noun(one, plural) for one in several)
            return self.text(Text("{first} and {last}", {"first": ", ".join(first), "last": last}))
        said = self.type(node.get("type"), plural)
        whose = node.get("owner", "")
        zone = self.zone_of(whose, node.get("zone", ""))
        for word, value in node.args.items():
            if word == "zone" and zone:
                said = self.tr(phrases.FILTERS["zone"], said=said, value=zone)
            elif word == "owner" and zone:
                continue
            elif word == "none" and (special := self.without(value, said)):
                said = special
            elif word == "controller" and value in phrases.CONTROLLERS:
                said = self.tr(phrases.CONTROLLERS[value], said=said)
            elif word == "owner" and value in phrases.OWNERS:
                said = self.tr(phrases.OWNERS[value], said=said)
            elif word != "type":
                key = f"not.{word}" if value is False else word
                template = self.labels.filters.get(key) or phrases.FILTERS.get(key)
                shown = self.value(self.words.filters[word].kind, value, word)
                said = self.add(template, word, shown, said)
        return said

    def zone_of(self, whose: str, zone: str) -> str:
        """A zone said with whose it is; empty where there are no words for it."""
        tables = {"you": ("your_zones", phrases_spoken.YOUR_ZONES), "them": ("that_zones", phrases_spoken.THAT_ZONES)}
        table, defaults = tables.get(whose, ("", {}))
        known = bool(table) and (zone in defaults or zone in getattr(self.labels, table))
        return self.label(table, defaults, zone) if known else ""

    def without(self, filters: tuple[Node, ...], said: str) -> str:
        """What one plain test excludes; empty where it is not so simple."""
        if len(filters) == 1 and len(filters[0].args) == 1:
            word, value = next(iter(filters[0].args.items()))
            template = phrases.FILTERS.get(f"none.{word}")
            if template is not None:
                shown = self.type(value, plural=True) if word == "type" else self.value(_WITHOUT[word], value, word)
                return self.tr(template, said=said, value=shown)
        return ""

    def type(self, types: tuple[str, ...] | None, plural: bool) -> str:
        if types is None:
            return self.text(Text("cards") if plural else Text("card"))
        found = []
        for word in types:
            if word in self.labels.types:
                found.append(self.tr(self.labels.types[word][plural]))
            else:
                found.append(f"{word}s" if plural else word)
        return self.either(found)

    def add(self, template: str | None, name: str, value: str, said: str) -> str:
        if template is None:
            return f"{said} ({name.replace('_', ' ')}: {value})"
        return self.tr(template, said=said, value=value)

    def any_of(self, node: Node) -> str:
        if dict(node.args) == {"self": True} or only_is(node) is not None:
            return self.noun(node, plural=False)
        return self.text(Text("any {noun}", {"noun": self.noun(node, plural=False)}))

    def say_filter(self, node: Node) -> str:
        return self.noun(node, plural=True)

    def say_filters(self, nodes: tuple[Node, ...]) -> str:
        return self.listed(self.noun(one, plural=False) for one in nodes)

    def say_selector(self, selector: Selector) -> str:
        if selector.kind == "name":
            return self.text(Text("“{name}”", {"name": self.word("as", selector.name)}))
        if selector.filter is None:
            return self.spoken(selector.kind)
        many = selector.kind == "choose" and selector.n != 1
        params = {"n": self.inner(selector.n), "noun": self.noun(selector.filter, many)}
        another = selector.distinct
        if selector.kind == "all":
            together = only_is(selector.filter) is not None or set(selector.filter.args) == {"any"}
            said = Text("each of these: {noun}", params) if together else Text("each {noun}", params)
        elif another and selector.up_to and selector.n == "all":
            said = Text("any number of other chosen {noun}", params)
        elif another and selector.up_to:
            said = Text("up to {n} other chosen {noun}", params)
        elif another:
            said = Text("{n} other chosen {noun}", params) if many else Text("another chosen {noun}", params)
        elif selector.up_to and selector.n == "all":
            said = Text("any number of chosen {noun}", params)
        elif selector.up_to:
            said = Text("up to {n} chosen {noun}", params)
        elif many:
            said = Text("{n} chosen {noun}", params)
        else:
            said = Text("chosen {noun}", params)
        found = self.text(said)
        if selector.by != "you":
            found = self.text(Text("{said} (chosen by {who})", {"said": found, "who": self.say_seat(selector.by)}))
        return found

    def spoken(self, kind: str) -> str:
        """A word for what was spoken of before: what was done to it, or its part in the event, says what it is."""
        if kind == "moved" and (self.last in self.labels.moved or self.last in phrases_spoken.MOVED):
            return self.label("moved", phrases_spoken.MOVED, self.last)
        if (
            kind == "other"
            and len(self.on) == 1
            and (self.on[0] in self.labels.others or self.on[0] in phrases_spoken.OTHERS)
        ):
            return self.label("others", phrases_spoken.OTHERS, self.on[0])
        return self.label("selectors", phrases.SELECTORS, kind)
