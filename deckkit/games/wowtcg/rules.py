"""The legality rules that only WoW TCG has: what a hero lets into the deck, and pools by block (WOW 60 to 79)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from deckkit.catalogue.fields import ANY_NUMBER
from deckkit.catalogue.model import Card, UnknownFactError
from deckkit.games.wowtcg.cards import trait_fact
from deckkit.games.wowtcg.pools import BlockPool
from deckkit.games.wowtcg.traits import Line, hero_traits, shown, words
from deckkit.i18n import Text
from deckkit.legality.context import Context
from deckkit.legality.findings import Finding, Labels, Severity
from deckkit.legality.formats import FormatBook, load_book
from deckkit.legality.rules import CopyLimit
from deckkit.legality.rules.base import Rule, remove_copies, unknown_fact

__all__ = [
    "RULES",
    "ClassIcons",
    "Faction",
    "HeroLine",
    "HeroRequired",
    "NameLimit",
    "Reputation",
    "Talents",
    "load_formats",
]

Count = tuple[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeroRule(Rule):
    """Base of the rules about what one starting hero lets into the deck (``identity.mismatch``).

    Without a hero, or with several, nothing is judged: another rule says so. Cards whose facts are not known are told
    together (``fact.unknown``).
    """

    KEYS: ClassVar[frozenset[str]] = frozenset({"sections"})

    sections: tuple[str, ...] = ("main", "side")

    def applies(self, context: Context) -> bool:
        return context.deck.size("hero") == 1

    def check(self, context: Context) -> Iterator[Finding]:
        heroes = context.deck.sections.get("hero", ())
        hero, lines = heroes[0].card, heroes[0].lines
        counts = context.counts(self.sections)
        if "deckbuilding" in hero.unknown:
            if self.holds_anyway(hero):
                yield from self._findings(_without_line(hero), lines, counts, context)
                return
            # The line may replace this rule: nothing is illegal by it, and where it would find something it is open.
            if any(True for _ in self._findings(_without_line(hero), lines, counts, context)):
                yield unknown_fact(self, context, UnknownFactError(hero, "deckbuilding"), 1, lines)
            return
        yield from self._findings(hero, lines, self.judged(hero, counts), context)

    def _findings(
        self, hero: Card, lines: tuple[int, ...], counts: dict[Card, Count], context: Context
    ) -> Iterator[Finding]:
        unknown: dict[str, dict[Card, Count]] = {}
        try:
            yield from self.judge(hero, counts, unknown)
        except UnknownFactError as error:
            if error.card != hero:
                raise
            yield unknown_fact(self, context, error, 1, lines)
        for fact, cards in unknown.items():
            yield self.unknown(context, fact, cards)

    def holds_anyway(self, hero: Card) -> bool:  # noqa: ARG002 - most rules do not
        """Whether the rule judges this hero's cards whatever the hero's line says."""
        return False

    def judged(self, hero: Card, counts: dict[Card, Count]) -> dict[Card, Count]:
        """The cards that this rule judges: not those that the hero's own line shuts out, which its rule tells."""
        line = Line.of(hero)
        return {card: entry for card, entry in counts.items() if line.admits(card)[0] is not False}

    def judge(self, hero: Card, counts: dict[Card, Count], unknown: dict[str, dict[Card, Count]]) -> Iterator[Finding]:
        """Findings on the cards; those whose fact is not known are put into ``unknown`` by fact."""
        raise NotImplementedError

    def unknown(self, context: Context, fact: str, cards: dict[Card, Count]) -> Finding:
        """One finding for all cards of which the fact is not known."""
        column = next((column for column in context.fields.columns if column.fact == fact), None)
        text = Text(
            "{fact} is not known of {cards}, so this rule cannot be judged.",
            {"fact": Labels(column.labels) if column else fact, "cards": list(cards)},
        )
        return self.finding(
            "fact.unknown",
            text,
            severity=Severity.UNDETERMINED,
            cards=tuple((card, count) for card, (count, _) in cards.items()),
            lines=tuple(line for _, lines in cards.values() for line in lines),
            params={"fact": fact},
        )

    def mismatch(self, card: Card, entry: Count, text: Text, **params: Any) -> Finding:
        """The card does not fit the hero."""
        count, lines = entry
        return self.finding(
            "identity.mismatch",
            text,
            cards=((card, count),),
            found=count,
            limit=0,
            params=params,
            lines=lines,
            cure=remove_copies(count),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassIcons(HeroRule):
    """A card with class icons, whatever its type, needs one of the hero's classes (WOW 61, CR 100.2a)."""

    def judge(self, hero: Card, counts: dict[Card, Count], unknown: dict[str, dict[Card, Count]]) -> Iterator[Finding]:
        if not counts:
            return
        line = Line.of(hero)
        if line.include and not line.class_rule:
            return
        for card, entry in counts.items():
            if "class_icons" in card.unknown:
                unknown.setdefault("class_icons", {})[card] = entry
                continue
            icons = words(card, "class_icons")
            if not icons or icons & (classes := words(hero, "classes") | line.class_icons):
                continue
            params: dict[str, Any] = {"card": card, "hero": hero}
            params |= {"found": shown("class_icons", icons), "classes": shown("classes", classes)}
            text = (
                Text("{card} has the class icons {found}, and {hero} is {classes}.", params)
                if classes
                else Text("{card} has the class icons {found}, and {hero} has no class.", params)
            )
            yield self.mismatch(card, entry, text, values=sorted(icons), allowed=sorted(classes))


@dataclass(frozen=True, slots=True, kw_only=True)
class Faction(HeroRule):
    """A card with a Horde or Alliance icon needs the same icon on the hero (WOW 63, CR 100.2a).

    A Monster hero takes neither (WOW 64). A Pandaren hero, and one whose line says so, takes either and never both
    (WOW 65): the side with fewer copies is what does not fit.
    """

    def holds_anyway(self, hero: Card) -> bool:
        """No side is a rule for every Monster hero (WOW 64), and not only its own line."""
        return "tags" not in hero.unknown and "Monster" in words(hero, "tags")

    def judge(self, hero: Card, counts: dict[Card, Count], unknown: dict[str, dict[Card, Count]]) -> Iterator[Finding]:
        if not counts:
            return
        line = Line.of(hero)
        if line.include and not line.one_faction:
            return
        sided: dict[Card, frozenset[str]] = {}
        for card, entry in counts.items():
            if "faction" in card.unknown:
                unknown.setdefault("faction", {})[card] = entry
            elif sides := words(card, "faction"):
                sided[card] = sides
        if not sided:
            return
        monster = self.holds_anyway(hero)
        if line.one_faction or (not monster and "Pandaren" in words(hero, "races")):
            allowed = self._chosen(sided, counts)
        elif monster or "Monster" in words(hero, "tags"):
            allowed = frozenset()
        else:
            allowed = words(hero, "faction")
        for card, sides in sided.items():
            if sides & allowed:
                continue
            params: dict[str, Any] = {"card": card, "hero": hero}
            params |= {"found": shown("faction", sides), "allowed": shown("faction", allowed)}
            if not allowed:
                text = Text("{card} is of the {found}, and {hero} belongs to neither side.", params)
            elif words(hero, "faction") == allowed:
                text = Text("{card} is of the {found}, and {hero} is of the {allowed}.", params)
            else:
                text = Text("{card} is of the {found}, and most cards of this deck are of the {allowed}.", params)
            yield self.mismatch(card, counts[card], text, values=sorted(sides), allowed=sorted(allowed))

    def _chosen(self, sided: dict[Card, frozenset[str]], counts: dict[Card, Count]) -> frozenset[str]:
        copies = dict.fromkeys(("Alliance", "Horde"), 0)
        for card, sides in sided.items():
            for side in sides & copies.keys():
                copies[side] += counts[card][0]
        return frozenset({max(copies, key=lambda side: copies[side])})


@dataclass(frozen=True, slots=True, kw_only=True)
class HeroRequired(HeroRule):
    """ "[Trait] Hero Required": the hero must have the trait, or one of several (WOW 66, CR 100.2b)."""

    def judge(self, hero: Card, counts: dict[Card, Count], unknown: dict[str, dict[Card, Count]]) -> Iterator[Finding]:
        if not counts or Line.of(hero).judges("requires"):
            return
        known, missing = hero_traits(hero)
        for card, entry in counts.items():
            if "requires" in card.unknown:
                unknown.setdefault("requires", {})[card] = entry
                continue
            wanted = words(card, "requires")
            if not wanted or wanted & known:
                continue
            if missing:
                raise UnknownFactError(hero, missing[0])
            words_shown = [label for word in sorted(wanted) for label in shown(trait_fact(word), frozenset({word}))]
            params = {"card": card, "hero": hero, "wanted": words_shown}
            text = Text("{card} requires another hero ({wanted}) than {hero}.", params)
            yield self.mismatch(card, entry, text, values=sorted(wanted))


@dataclass(frozen=True, slots=True, kw_only=True)
class Talents(HeroRule):
    """All Talent cards are of one spec; of the hero's where it prints one; a Traitor takes none (WOW 67, CR 100.2c)."""

    def judge(self, hero: Card, counts: dict[Card, Count], unknown: dict[str, dict[Card, Count]]) -> Iterator[Finding]:
        bound = {card: words(card, "talent") for card in counts if "talent" not in card.unknown}
        bound = {card: specs for card, specs in bound.items() if specs}
        unclear = {card: entry for card, entry in counts.items() if "talent" in card.unknown}
        if not bound and not unclear:
            return
        traitor = "Traitor" in words(hero, "tags")
        spec = words(hero, "spec")
        # One Talent card alone fits every hero that is not bound.
        if unclear and (traitor or spec or len(bound) + len(unclear) > 1):
            unknown["talent"] = unclear
        allowed: frozenset[str] = frozenset() if traitor else spec or _most(bound, counts)
        for card, specs in bound.items():
            if specs & allowed:
                continue
            params = {"card": card, "hero": hero, "found": sorted(specs), "allowed": sorted(allowed)}
            if traitor:
                text = Text("{card} is a Talent, and {hero} is a Traitor, who takes none.", params)
            elif spec:
                text = Text("{card} is a {found} Talent, and {hero} is {allowed}.", params)
            else:
                text = Text("{card} is a {found} Talent beside {allowed} Talents; only one may be chosen.", params)
            yield self.mismatch(card, counts[card], text, values=sorted(specs), allowed=sorted(allowed))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reputation(HeroRule):
    """Cards of one reputation shut out those of another, whoever the hero is (WOW 70, CR 100.2d)."""

    def check(self, context: Context) -> Iterator[Finding]:
        counts = context.counts(self.sections)
        heroes = [item.card for item in context.deck.sections.get("hero", ())]
        if len(heroes) == 1 and "deckbuilding" not in heroes[0].unknown:
            counts = self.judged(heroes[0], counts)
        bound = {card: words(card, "reputation") for card in counts if "reputation" not in card.unknown}
        bound = {card: names for card, names in bound.items() if names}
        unclear = {card: entry for card, entry in counts.items() if "reputation" in card.unknown}
        if unclear and len(bound) + len(unclear) > 1:
            yield self.unknown(context, "reputation", unclear)
        allowed = _most(bound, counts)
        for card, names in bound.items():
            if names & allowed:
                continue
            params = {"card": card, "found": sorted(names), "allowed": sorted(allowed)}
            text = Text("{card} has the reputation {found}, and other cards have {allowed}.", params)
            yield self.mismatch(card, counts[card], text, values=sorted(names), allowed=sorted(allowed))


@dataclass(frozen=True, slots=True, kw_only=True)
class HeroLine(HeroRule):
    """The hero's own "Deckbuilding" line: what may be in the deck, and what never (WOW 71, CR 100.2e)."""

    def check(self, context: Context) -> Iterator[Finding]:
        for item in context.deck.sections.get("hero", ()):
            if "deckbuilding" in item.card.unknown:
                yield unknown_fact(self, context, UnknownFactError(item.card, "deckbuilding"), item.count, item.lines)
                return
        yield from HeroRule.check(self, context)

    def judged(self, hero: Card, counts: dict[Card, Count]) -> dict[Card, Count]:  # noqa: ARG002 - the line decides
        """All cards."""
        return counts

    def judge(self, hero: Card, counts: dict[Card, Count], unknown: dict[str, dict[Card, Count]]) -> Iterator[Finding]:
        line = Line.of(hero)
        for card, entry in counts.items():
            fits, fact = line.admits(card)
            if fits is None:
                unknown.setdefault(fact, {})[card] = entry
            elif not fits:
                text = Text("{card} is shut out by the Deckbuilding line of {hero}.", {"card": card, "hero": hero})
                yield self.mismatch(card, entry, text)
            count, lines = entry
            if line.copies is not None and count > line.copies:
                text = Text(
                    "{found} copies of {card}, and the Deckbuilding line of {hero} allows {limit} of each.",
                    {"found": count, "card": card, "hero": hero, "limit": line.copies},
                )
                yield self.finding(
                    "copies.over_limit",
                    text,
                    cards=((card, count),),
                    found=count,
                    limit=line.copies,
                    lines=lines,
                    cure=remove_copies(count - line.copies),
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLimit(CopyLimit):
    """At most ``limit`` cards of one name; two cards of different types that bear one name count together (WOW 60)."""

    def check(self, context: Context) -> Iterator[Finding]:
        yield from CopyLimit.check(self, context)
        twins: dict[str, list[Card]] = {}
        counts = context.counts(self.sections)
        for card in counts:
            twins.setdefault(card.name, []).append(card)
        for cards in twins.values():
            found = sum(counts[card][0] for card in cards)
            if len(cards) < 2 or found <= self.limit or any(counts[card][0] > self.limit for card in cards):
                continue
            if any(card.facts.get(context.fields.copy_limit or "") == ANY_NUMBER for card in cards):
                continue
            yield self.finding(
                "copies.over_limit",
                Text(
                    "{found} cards called {name} ({types}), at most {limit} are allowed.",
                    {
                        "found": found,
                        "name": cards[0].name,
                        "types": sorted(str(card.facts.get("type")) for card in cards),
                        "limit": self.limit,
                    },
                ),
                cards=tuple((card, counts[card][0]) for card in cards),
                found=found,
                limit=self.limit,
                cure=remove_copies(found - self.limit),
                lines=tuple(line for card in cards for line in counts[card][1]),
            )


def _without_line(hero: Card) -> Card:
    return replace(hero, unknown=hero.unknown - {"deckbuilding"})


def _most(bound: dict[Card, frozenset[str]], counts: dict[Card, Count]) -> frozenset[str]:
    """The value with the most copies: keeping it costs the fewest."""
    copies: dict[str, int] = {}
    for card, values in bound.items():
        for value in values:
            copies[value] = copies.get(value, 0) + counts[card][0]
    return frozenset({max(sorted(copies), key=lambda value: copies[value])}) if copies else frozenset()


RULES: dict[str, type[Rule]] = {
    "block_pool": BlockPool,
    "name_copies": NameLimit,
    "class_icons": ClassIcons,
    "faction": Faction,
    "hero_required": HeroRequired,
    "talents": Talents,
    "reputation": Reputation,
    "hero_line": HeroLine,
}


@cache
def load_formats() -> FormatBook:
    """WoW TCG's formats, from ``formats.toml``."""
    path = Path(__file__).with_name("formats.toml")
    return load_book(path.read_text(encoding="utf-8"), "wowtcg", RULES, where=path.name)
