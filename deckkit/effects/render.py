"""Abilities said in our own words, in English or French.

The sentences are made of templates (:mod:`deckkit.effects.phrases`) and of a game's :class:`Labels`. Each argument
changes what is said, so that a reader sees all that the engine does; nested blocks stand in brackets.
Different abilities read differently, but for forms of one meaning: an argument that states its default, an ability that
"may" beside one whose only operation is ``may``, a keyword's number in its name or as ``value``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from deckkit.effects import phrases, phrases_spoken
from deckkit.effects.keywords import parted
from deckkit.effects.labels import Labels
from deckkit.effects.notation import Ability, Block, Node, Selector
from deckkit.effects.render_cases import DONE_BY_YOU, FRAMES, case, cause, difference, home, negated, one_less
from deckkit.effects.render_things import Things
from deckkit.i18n import Text

__all__ = ["Labels", "render_abilities", "render_ability", "render_block"]

_BRACES = re.compile(r"{(\w+)}")


def render_abilities(abilities: Iterable[Ability], labels: Labels | None = None, lang: str = "en") -> list[str]:
    """One text for each ability."""
    renderer = _Renderer(labels or Labels(), lang)
    return [renderer.sentence(renderer.ability(one)) for one in abilities]


def render_ability(ability: Ability, labels: Labels | None = None, lang: str = "en") -> str:
    """The text of one ability."""
    return render_abilities((ability,), labels, lang)[0]


def render_block(block: Block, labels: Labels | None = None, lang: str = "en") -> str:
    """The text of operations without an ability around them."""
    renderer = _Renderer(labels or Labels(), lang)
    return renderer.sentence(renderer.block(block))


class _Renderer(Things):
    """Says whole effects."""

    # -- the kinds of arguments --------------------------------------------------------------------------------

    def value(self, kind: str, value: Any, name: str = "") -> str:
        say = getattr(self, f"say_{kind}", None)
        if say is not None:
            return str(say(value))
        if name in ("position", "rest"):
            return self.label("zones", phrases.PLACES, value)
        return self.either([self.word(name, str(one)) for one in (value if isinstance(value, tuple) else (value,))])

    def say_amount(self, value: Any) -> str:
        if value == "all":
            return self.text(Text("all"))
        if not isinstance(value, Node):
            return str(value)
        parts = difference(value)
        if parts is not None:
            first, last = (self.inner(one) for one in parts)
            return self.text(Text("{first} minus {last}", {"first": first, "last": last}))
        return self.clause(value, self.words.amounts, self.labels.amounts, phrases.AMOUNTS)

    def say_amounts(self, values: tuple[Any, ...]) -> str:
        return self.listed(self.say_amount(one) for one in values)

    def inner(self, value: Any) -> str:
        """An amount inside a sentence: in brackets where it is a clause."""
        return f"({self.say_amount(value)})" if isinstance(value, Node) else self.say_amount(value)

    def say_condition(self, node: Node) -> str:
        return self.clause(node, self.words.conditions, self.labels.conditions, phrases.CONDITIONS)

    def say_conditions(self, nodes: tuple[Node, ...]) -> str:
        return self.listed(self.say_condition(one) for one in nodes)

    def say_range(self, value: Mapping[str, Any]) -> str:
        bounds = {name: self.inner(one) for name, one in value.items()}
        if not bounds:
            return self.text(Text("any"))
        if len(bounds) == 1:
            return self.text(Text("{min} or more", bounds) if "min" in bounds else Text("{max} or less", bounds))
        if value["min"] == value["max"]:
            return bounds["min"]
        return self.text(Text("{min} to {max}", bounds))

    def say_ranges(self, value: Mapping[str, Any]) -> str:
        return " & ".join(f"{self.say_stat(name)} {self.say_range(one)}" for name, one in value.items())

    def say_stats(self, value: Mapping[str, Any]) -> str:
        parts = []
        for name, one in value.items():
            taken = negated(one)
            sign = "-" if taken is not None else "+" if not isinstance(one, int) or one >= 0 else ""
            parts.append(f"{sign}{self.inner(one if taken is None else taken)} {self.say_stat(name)}")
        return " & ".join(parts)

    def say_stat(self, name: str) -> str:
        return self.label("stats", {}, name)

    def say_zone(self, word: str) -> str:
        return self.label("zones", phrases.ZONES, word)

    def say_duration(self, word: str) -> str:
        return self.label("durations", phrases.DURATIONS, word)

    def say_restriction(self, word: str) -> str:
        return self.label("restrictions", self.words.restrictions, word)

    def say_keyword(self, word: str) -> str:
        name, number = parted(word)
        return f"{self.word('keyword', name)} {number}".rstrip()

    def say_event(self, word: str) -> str:
        return self.event(word, self.text(Text("any card")))

    def say_flag(self, value: bool) -> str:
        return self.text(Text("yes") if value else Text("no"))

    def say_block(self, block: Block) -> str:
        simple = len(block) == 1 and not any(_nested(kind) for kind in self.kinds(block[0]))
        return self.block(block) if simple else f"[{self.block(block)}]"

    def kinds(self, node: Node) -> list[str]:
        """The kinds of the arguments that an operation has been given."""
        return [self.words.operations[node.word].args[name] for name in node.args]

    def say_blocks(self, blocks: tuple[Block, ...]) -> str:
        return self.listed(self.block(one) for one in blocks)

    def say_ability(self, ability: Ability) -> str:
        return f"[{self.ability(ability)}]"

    def say_abilities(self, abilities: tuple[Ability, ...]) -> str:
        return self.listed(self.ability(one) for one in abilities)

    # -- sentences ---------------------------------------------------------------------------------------------

    def clause(
        self,
        node: Node,
        specs: Mapping[str, Any],
        own: Mapping[str, tuple[str, ...]],
        defaults: Mapping[str, tuple[str, ...]],
    ) -> str:
        """A condition or an amount: its first template whose arguments are all given, and the others in brackets."""
        kinds = specs[node.word].args
        args = dict(node.args)
        given: dict[str, str] = {}
        if "happened" in args:
            it = self.any_of(args["of"]) if "of" in args else self.text(Text("any card"))
            given["happened"] = self.event(args.pop("happened"), it, note="of" in args, past=True)
            args.pop("of", None)
        if node.word == "turn" and args["turn"] in phrases.TURNS:
            return self.tr(phrases.TURNS[args["turn"]])
        for name, one in args.items():
            given[name] = self.inner(one) if kinds[name] == "amount" else self.value(kinds[name], one, name)
        number = self.number(node.word) if args.get(node.word) == "n" else ""
        if number:
            return number
        special = f"{node.word}.{args[node.word]}" if kinds.get(node.word) == "word" else node.word
        lower = one_less(args.get("min"))
        if node.word in ("count", "compare") and "max" not in args and lower is not None:
            special, given["min"] = f"{node.word}.more", self.inner(lower)
        if node.word == "happened" and args.get("max") == 0 and "min" not in args:
            special = "happened.never"
            del given["max"]
        zone = self.zone_of(args.get("who", ""), args["cards"]) if node.word == "cards" else ""
        if zone:
            del given["who"]
            given["cards"] = zone
        key = special if special in own or special in defaults else node.word
        said, used = self.fill(own.get(key) or defaults.get(key), given)
        if said is None:
            said = node.word.replace("_", " ")
        for name, value in given.items():
            if name not in used and not (key != node.word and name == node.word):
                template = phrases.CLAUSE_TAILS.get(f"{node.word}.{name}") or phrases.CLAUSE_TAILS.get(name)
                said = self.add(template, name, value, said)
        return said

    def number(self, word: str) -> str:
        """What the number "n" of the last operation or of the event is; empty where nothing tells."""
        if word == "done" and (self.last in self.labels.done or self.last in phrases_spoken.DONE):
            return self.label("done", phrases_spoken.DONE, self.last)
        if word == "event" and len(self.on) == 1 and {*self.on} & {*self.labels.numbers, *phrases_spoken.NUMBERS}:
            return self.label("numbers", phrases_spoken.NUMBERS, self.on[0])
        return ""

    def fill(self, templates: tuple[str, ...] | None, given: Mapping[str, str]) -> tuple[str | None, set[str]]:
        for template in templates or ():
            braces = set(_BRACES.findall(template))
            if braces <= set(given):
                return self.tr(template, **given), braces
        return None, set()

    def block(self, block: Block) -> str:
        if not block:
            return self.text(Text("nothing"))
        found = [self.operation(one) for one in block]
        return ". ".join([found[0], *(one[:1].upper() + one[1:] for one in found[1:])])

    def operation(self, node: Node) -> str:
        kinds = self.words.operations[node.word].args
        players, by = self.players, self.by
        self.players = players or node.word == "each_player"
        if node.word == "may" and node.get("who", "you") != "you":
            # "They may": what they do then needs no player any more, what you do does.
            self.players, self.by = True, node.args["who"]
        given = {
            name: self.inner(one) if kinds[name] == "amount" else self.value(kinds[name], one, name)
            for name, one in node.args.items()
        }
        self.players, self.by = players, by
        params = {**given, **self.places(node, given)}
        key, hidden = case(node, params, self.labels)
        if node.word == "remove" and self.static and "keyword" in node.args:
            key = "remove.static"
        if by and node.get("who") == by:
            hidden = hidden | {"who"}
        if kinds.get("n") == "amount":
            number = node.get("n", 1)
            params.setdefault("n", "1")
            params["cards"], params["top"] = self.cards(number), self.top(number)
        templates = self.labels.operations.get(key) or phrases.OPERATIONS.get(key)
        found, used = self.fill(templates, params)
        said = found if found is not None else node.word.replace("_", " ")
        if not used.isdisjoint(("cards", "top")) or key.endswith(".one"):
            used = used | {"n"}
        left = [name for name in given if name not in used | hidden]
        # Who does it stands before all, what follows from it after all.
        for name in sorted(left, key=lambda name: _ORDER.get(name, 0)):
            said = self.tail(node, name, params[name], said)
        if node.word == "search" and "to" not in given:
            said = self.tr(phrases.TAILS["search.none"], said=said)
        if node.word == "allow" and not self.static:
            said = self.tr(phrases.TAILS["allow.now"], said=said)
        if self.players and node.word in DONE_BY_YOU and "who" not in given:
            said = self.tr(phrases.TAILS["who"], said=said, value=self.say_seat("you"))
        if node.word not in FRAMES:
            self.last = node.word
        return said

    def places(self, node: Node, given: Mapping[str, str]) -> dict[str, str]:
        """The zones of an operation, said with whose they are."""
        other = node.get("who", "you") != "you" or (self.players and "who" in given)
        table, defaults = (
            ("their_zones", phrases_spoken.THEIR_ZONES) if other else ("your_zones", phrases_spoken.YOUR_ZONES)
        )
        found = {"deck": self.label(table, defaults, "deck"), "pile": self.label(table, defaults, "discard")}
        target = node.get("target")
        if "to" in given and self.words.operations[node.word].args["to"] == "zone":
            if node.word == "move":
                mine = target.filter is not None and target.filter.get("owner") == "you"
                table, defaults = (
                    ("your_zones", phrases_spoken.YOUR_ZONES) if mine else ("owned_zones", phrases_spoken.OWNED_ZONES)
                )
            said = getattr(self.labels, table).get(node.args["to"]) or defaults.get(node.args["to"])
            found["to"] = self.tr(said) if said else given["to"]
        several = isinstance(target, Selector) and (target.kind == "all" or target.n != 1)
        if node.word == "move" and several and node.get("position") in phrases_spoken.RESTS:
            found["position"] = self.tr(phrases_spoken.RESTS[node.args["position"]])
        own = self.labels.tails.get(f"look.{node.get('rest')}") if node.word == "look" else None
        if own is not None:
            found["rest"] = self.tr(own)
        elif node.word == "look" and node.get("rest") == "any" and node.get("n", 1) == 1:
            found["rest"] = self.text(Text("either on top or at the bottom"))
        elif node.word == "look" and node.get("rest") in phrases_spoken.RESTS and node.get("n", 1) != 1:
            found["rest"] = self.tr(phrases_spoken.RESTS[node.args["rest"]])
        elif node.word == "look" and node.get("rest") in self.labels.your_zones:
            zone = self.label(table, defaults, node.args["rest"])
            found["rest"] = self.tr(self.labels.tails.get("look.zone", phrases.TAILS["look.zone"]), value=zone)
        return found

    def cards(self, number: Any) -> str:
        if isinstance(number, int):
            return self.text(Text("{n} card", {"n": number}, plural="{n} cards", number=number))
        if isinstance(number, Node):
            return self.text(Text("cards (as many as: {n})", {"n": self.say_amount(number)}))
        return self.text(Text("{n} cards", {"n": self.say_amount(number)}))

    def top(self, number: Any) -> str:
        if number == 1:
            return self.text(Text("the top card"))
        if isinstance(number, Node):
            return self.text(Text("the top cards (as many as: {n})", {"n": self.say_amount(number)}))
        return self.text(Text("the top {n} cards", {"n": self.say_amount(number)}))

    def tail(self, node: Node, name: str, value: str, said: str) -> str:
        tails = {**phrases.TAILS, **self.labels.tails}
        template = tails.get(f"{node.word}.{name}") or tails.get(name)
        if name in ("to", "goes"):
            template = tails.get(f"{node.word}.{node.args[name]}", template)
        if name == "rest" and "take" not in node.args and "to" not in node.args:
            template = tails["look.one" if node.get("n", 1) == 1 else "look.all"]
        if node.args[name] is False:
            template = phrases.NEGATIONS.get(name) or phrases.NEGATIONS[""]
            value = name.replace("_", " ")
        return self.add(template, name, value, said)

    def event(self, word: str, it: str, note: bool = False, past: bool = False) -> str:
        """When something happens to ``it``; ``note`` adds in brackets what the phrase itself does not mention.

        ``past``: whether it is said of anybody's event, not of the one for which a player's ability waits.
        """
        special = self.labels.events.get(f"any.{word}") if past else None
        template = special or self.labels.events.get(word) or phrases.EVENTS.get(word) or self.words.events.get(word)
        said = self.tr(template or word, it=it)
        return f"{said} ({it})" if note and "{it}" not in (template or "") else said

    def ability(self, ability: Ability) -> str:
        before = self.last, self.on, self.static, self.players, self.by
        self.last, self.on, self.static, self.players, self.by = "", ability.on, "static" in ability.on, False, ""
        said = self.whole(ability)
        self.last, self.on, self.static, self.players, self.by = before
        return said

    def whole(self, ability: Ability) -> str:
        cost = self.block(ability.cost) if ability.cost else ""
        event = self.moment(ability)
        when = self.say_condition(ability.when) if ability.when is not None else ""
        seat, rest = cause(ability.when)
        if event and seat:
            event = self.tr(phrases.CAUSED, event=event, who=self.say_seat(seat))
            when = self.say_condition(rest) if rest is not None else ""
        check = self.say_condition(ability.check) if ability.check is not None else ""
        # What stands before several operations is about all of them.
        said = self.say_block(ability.do) if when or check or cost or ability.may else self.block(ability.do)
        if cost and not ability.do and "activate" not in ability.on:
            return self.only_paid(ability, cost, when)
        if ability.may:
            said = self.text(Text("you may: {said}", {"said": said}))
        if check:
            said = self.text(Text("if {when}: {said}", {"when": check, "said": said}))
        if cost:
            said = self.text(Text("pay [{cost}] → {said}", {"cost": cost, "said": said}))
        if event and when:
            said = self.text(Text("{event}, while {when}: {said}", {"event": event, "when": when, "said": said}))
        elif event:
            said = self.text(Text("{event}: {said}", {"event": event, "said": said}))
        elif when:
            said = self.text(Text("while {when}: {said}", {"when": when, "said": said}))
        if ability.limit:
            limit = self.tr(phrases.LIMITS.get(ability.limit, ability.limit))
            said = self.text(Text("{said} ({limit})", {"said": said, "limit": limit}))
        if ability.zone != home(ability):
            said = self.text(Text("{said} (works in {zone})", {"said": said, "zone": self.say_zone(ability.zone)}))
        return said

    def only_paid(self, ability: Ability, cost: str, when: str) -> str:
        """What is only paid for a card to be played."""
        said = Text("additional cost, if wished: {cost}" if ability.may else "additional cost: {cost}", {"cost": cost})
        return self.text(Text("while {when}: {said}", {"when": when, "said": said})) if when else self.text(said)

    def moment(self, ability: Ability) -> str:
        """When an ability does what it does; empty for one that only applies all the time."""
        note = ability.of is not None
        together = ", ".join(ability.on)
        it = self.any_of(ability.of) if ability.of is not None else self.text(Text("this card"))
        waits = self.event(ability.event, it, note) if ability.event else ""
        events = []
        for word in (together,) if together in self.labels.events else ability.on:
            if word == "static":
                if len(ability.on) > 1 or note or waits or ability.other is not None:
                    events.append(self.text(Text("all the time")))
            elif word == "activate":
                events.append(self.text(Text("activate")))
            elif word == "replace":
                events.append(self.text(Text("in place of this: {event}", {"event": waits or it})))
                waits = ""
            else:
                events.append(self.event(word, it, note and not waits))
        found = [self.either(events)] if events else []
        if waits:
            found.append(f"({waits})")
        elif note and it not in " ".join(found):
            found.append(f"({it})")
        if ability.other is not None:
            other = self.noun(ability.other, plural=False)
            found.append(self.text(Text("(the other being: {other})", {"other": other})))
        return " ".join(found)


def _nested(kind: str) -> bool:
    return kind in ("block", "blocks", "ability", "abilities")


_ORDER = {"reveal": -2, "to": -1, "until": 1, "then": 2, "otherwise": 3, "who": 4}
