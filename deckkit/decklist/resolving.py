"""From a list as written to cards, never by guessing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from deckkit.catalogue.fold import fold
from deckkit.catalogue.model import Card, Printing
from deckkit.decklist.aside import Asides
from deckkit.decklist.model import Deck, DeckCard, DeckSpec, Entry, ParsedList, Problem
from deckkit.decklist.source import visible
from deckkit.decklist.words import ASIDE, TOKENS, apart, heading_name
from deckkit.errors import InputError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.names import NameIndex
    from deckkit.catalogue.store import Catalogue

__all__ = ["resolve", "spellings"]

# Looking for similar names costs milliseconds each; a list that needs more of them is beyond suggestions.
_MOST_SUGGESTED = 20
_MOST_PROBLEMS = 250
_FEWEST_BARE = 10
_SHOWN_LINES = 10
_ZEROS = re.compile(r"^0+(?=[0-9])")

Place = tuple[Card, Printing]


def resolve(parsed: ParsedList, catalogue: Catalogue, game: str, spec: DeckSpec, *, file: str = "") -> Deck:
    """The cards that the list names, added up by section; what names no card, or several, is kept as problems.

    Raises :class:`InputError` for a list that says it belongs to another game.
    """
    if parsed.game and parsed.game != game:
        raise InputError(
            Text("this list is for the game '{found}', not '{game}'", {"found": parsed.game, "game": game}),
            file,
            Text("ask with --game {found}", {"found": parsed.game}),
        )
    resolver = _Resolver(parsed, catalogue, game, spec)
    deck = resolver.deck(file)
    if resolver.read_otherwise:
        parsed = replace(parsed, entries=tuple(resolver.entries()))
    return spec.arrange(deck, parsed, catalogue) if spec.arrange else deck


class _Tally:
    """Copies of one card in one section."""

    __slots__ = ("count", "lines", "printings")

    def __init__(self) -> None:
        self.count = 0
        self.lines: list[int] = []
        self.printings: dict[Printing, int] = {}


class _Resolver:
    def __init__(self, parsed: ParsedList, catalogue: Catalogue, game: str, spec: DeckSpec) -> None:
        self.parsed = parsed
        self.catalogue = catalogue
        self.game = game
        self.spec = spec
        self.index: NameIndex = catalogue.index(game)
        self.problems: list[Problem] = []
        self.suggested = 0
        self.misplaced: list[int] = []
        self.strange_sets: dict[str, list[int]] = {}
        self.read_otherwise: dict[int, Entry | None] = {}
        self.bare_known = 0
        self.asides = Asides(self.index)

    def entries(self) -> Iterator[Entry]:
        """The entries as they were understood: other readings chosen, what is no card left out."""
        for i, entry in enumerate(self.parsed.entries):
            found = self.read_otherwise.get(i, entry)
            if found is not None:
                yield found

    def deck(self, file: str) -> Deck:
        sections: dict[str, dict[Card, _Tally]] = {self.spec.default: {}}
        full = self.index.full
        strange: set[str] = set()
        for i, entry in enumerate(self.parsed.entries):
            if entry.under or entry.whole is not None or entry.aside == "heading":
                chosen = self._as_a_whole(entry, strange)
                if chosen is not entry:
                    self.read_otherwise[i] = chosen
                    if chosen is None:
                        continue
                    entry = chosen
            if entry.other is not None or entry.aside or entry.section in (ASIDE, TOKENS):
                chosen = self.asides.understand(entry)
                if chosen is not entry:
                    self.read_otherwise[i] = chosen
                    if chosen is None:
                        continue
                    entry = chosen
            # The common case first: a name that stands in the catalogue as it is written, and no printing.
            count = entry.count
            printing: Printing | None = None
            card: Card | None = None
            if entry.bare:
                cards = full.get(fold(entry.bare), ())
                if cards:
                    # "99 Puppies" is one copy of the card of that name.
                    entry, count = _as_bare(entry), 1
            if entry.set_code is None and entry.feed_id is None and entry.key is None:
                cards = full.get(fold(entry.name), ())
                card = cards[0] if len(cards) == 1 else self._by_name(entry)
            else:
                card, printing = self._by_place(entry)
            if card is None:
                continue
            if not entry.counted:
                self.bare_known += 1
            tallies = sections.setdefault(entry.section, {})
            tally = tallies.get(card)
            if tally is None:
                tally = tallies[card] = _Tally()
            tally.count += count
            if not tally.lines or tally.lines[-1] != entry.line:
                tally.lines.append(entry.line)
            if printing is not None:
                tally.printings[printing] = tally.printings.get(printing, 0) + count
        title = self._title(bool(any(sections.values())))
        problems = [*self.parsed.problems, *self.problems]
        if self.parsed.problems and self.problems:
            problems.sort(key=lambda problem: problem.line)
        return Deck(
            self.game,
            {
                name: tuple(DeckCard(card, t.count, tuple(t.lines), t.printings) for card, t in tallies.items())
                for name, tallies in sections.items()
            },
            self.parsed.name or title,
            file,
            self.parsed.form,
            _bounded(problems, self.spec.default),
            (*self.parsed.notices, *self._notices()),
            self.bare_known >= _FEWEST_BARE and _counts_missing(tuple(self.entries())),
        )

    def _as_a_whole(self, entry: Entry, strange: set[str]) -> Entry | None:
        """The entry with its remark where that belongs to the name, in the section of the heading that it stands under.

        None for a heading that is no card: it is told, and joins the ``strange`` ones.
        """
        if entry.aside == "heading":
            found = self.index.resolve(entry.name, suggest=0)
            if found.card is None and not found.candidates and not found.suggestions:
                name = heading_name(entry.name)
                strange.add(name)
                reason = Text("there is no section '{section}'", {"section": name})
                self.problems.append(
                    Problem("line.unreadable", entry.line, visible(entry.raw), reason, 0, "", uncounted=True)
                )
                return None
        if entry.whole is not None and self.index.resolve(entry.whole.name, suggest=0).card is not None:
            entry = entry.whole
        return replace(entry, section=entry.under, under="") if entry.under in strange else entry

    def _title(self, anything: bool) -> str:
        """The first line, if it is no card's and a list follows; else it is a line like any other."""
        entry = self.asides.title
        if entry is None:
            return ""
        if anything and not self.parsed.name and not self.asides.like_a_card(entry):
            self.asides.titled = True
            return visible(entry.name)
        self._by_name(entry)
        self.problems.insert(0, self.problems.pop())
        self.read_otherwise = {i: found for i, found in self.read_otherwise.items() if i}
        return ""

    def _notices(self) -> tuple[Text, ...]:
        notices = list(self.asides.notices())
        for code, lines in list(self.strange_sets.items())[:_SHOWN_LINES]:
            notices.append(
                Text(
                    "the set code '{code}' is not known; the name decided (line {lines})",
                    {"code": code, "lines": _shown(lines)},
                    plural="the set code '{code}' is not known; the names decided (lines {lines})",
                    number=len(lines),
                )
            )
        lines = self.misplaced
        if not lines:
            return tuple(notices)
        notices.append(
            Text(
                "on {n} line the printing is not in the catalogue; the name decided (line {lines})",
                {"n": len(lines), "lines": _shown(lines)},
                plural="on {n} lines the printing is not in the catalogue; the names decided (lines {lines})",
                number=len(lines),
            )
        )
        return tuple(notices)

    # -- one entry ----------------------------------------------------------------------------------------------

    def _by_name(self, entry: Entry) -> Card | None:
        if entry.name.startswith(f"{self.game}:"):
            with suppress(KeyError):
                return self.catalogue.card(entry.name.lower())
        found = self.index.resolve(entry.name, suggest=0)
        if found.card is None:
            fitting = self._of_section(found.candidates, entry.section)
            if len(fitting) == 1:
                return fitting[0]
            self._refuse_name(entry, found.candidates, found.suggestions)
        return found.card

    def _of_section(self, cards: Sequence[Card], section: str) -> Sequence[Card]:
        """The cards whose type belongs, or may belong, in the section: one name may be two cards of different types."""
        spec = self.spec.section(section)
        if not spec or not spec.types:
            return ()
        return [card for card in cards if card.facts.get("type") in spec.types or "type" in card.unknown]

    def _by_place(self, entry: Entry) -> tuple[Card | None, Printing | None]:
        """A card that is named by its printing, its key, or by these and its name, which must agree."""
        keyed: Card | None = None
        if entry.key is not None:
            try:
                keyed = self.catalogue.card(entry.key) if entry.key.startswith(f"{self.game}:") else None
            except KeyError:
                keyed = None
        places = self._places(entry)
        if keyed is not None:
            printing = next((printing for card, printing in places if card == keyed), None)
            if places and printing is None:
                self._contradiction(entry, [keyed, *(card for card, _ in places)])
                return None, None
            return keyed, printing
        if entry.name:
            return self._by_name_and_place(entry, places)
        places = _ordinary(places, entry.promo)
        cards = list(dict.fromkeys(card for card, _ in places))
        if len(cards) == 1:
            return places[0]
        if cards:
            reason = Text("several cards stand at {place}", {"place": _place_text(entry)})
            self._problem("name.ambiguous", entry, reason, candidates=cards)
        else:
            reason = Text("the catalogue has no printing {place}", {"place": _place_text(entry)})
            if self._strange(entry):
                reason = Text(
                    "the catalogue has no printing {place}: the set code '{code}' is not known",
                    {"place": _place_text(entry), "code": visible(entry.set_code or "", 40)},
                )
            self._problem("name.unresolved", entry, reason)
        return None, None

    def _by_name_and_place(self, entry: Entry, places: Sequence[Place]) -> tuple[Card | None, Printing | None]:
        found = self.index.resolve(entry.name, suggest=0)
        card = found.card
        named = (card,) if card is not None else found.candidates or found.suggestions
        # A name without its version is completed by the printing, which is written as plainly as the name; a promo
        # may stand at the number as well, and the name may be its.
        for pool in (_ordinary(places, entry.promo), places):
            fitting = [place for place in pool if place[0] in named]
            if len({fit for fit, _ in fitting}) == 1:
                return fitting[0]
        if card is not None and not places:
            if self._strange(entry):
                self.strange_sets.setdefault(visible(entry.set_code or "", 40), []).append(entry.line)
            else:
                self.misplaced.append(entry.line)
            return card, None
        if named and places:
            self._contradiction(entry, [*named, *(other for other, _ in places)])
        elif places:
            cards = list(dict.fromkeys(other for other, _ in places))
            reason = Text(
                "no card is called {name}; at {place} stands {cards}",
                {"name": visible(entry.name, 80), "place": _place_text(entry), "cards": cards},
            )
            self._problem("name.unresolved", entry, reason, suggestions=cards)
        else:
            self._refuse_name(entry, found.candidates, found.suggestions)
        return None, None

    def _places(self, entry: Entry) -> Sequence[Place]:
        """All printings that the entry may mean."""
        if entry.feed_id is not None:
            found = self.catalogue.printing(self.game, entry.feed_id)
            return (found,) if found else ()
        if entry.set_code is None or entry.number is None:
            return ()
        written = entry.set_code
        if self.spec.set_codes and written not in self.catalogue.sets(self.game):
            written = self.spec.set_codes.get(written.casefold(), written)
        for set_code, number in spellings(written, entry.number):
            places = self.catalogue.at(self.game, set_code, number)
            if places:
                group = entry.promo and entry.promo.casefold()
                return [place for place in places if (place[1].promo or "").casefold() == group] if group else places
        # Sites that keep promos in sets of their own name the promo group in place of the set: "P2", "P010".
        number = _ZEROS.sub("", entry.number.lstrip("Pp") or entry.number).casefold()
        return self.groups.get((entry.set_code.casefold(), number), ())

    def _strange(self, entry: Entry) -> bool:
        """Whether the entry names a set that there is not, under no name that sites use for it."""
        code = entry.set_code
        if entry.feed_id is not None or code is None:
            return False
        known = {*self.set_words, *self.spec.set_codes, *(group for group, _ in self.groups)}
        return not {code.casefold(), _ZEROS.sub("", code).casefold()} & known

    @cached_property
    def set_words(self) -> frozenset[str]:
        """The codes of all sets, in small letters."""
        return frozenset(code.casefold() for code in self.catalogue.sets(self.game))

    @cached_property
    def groups(self) -> dict[tuple[str, str], list[Place]]:
        """All promos by group and number."""
        found: dict[tuple[str, str], list[Place]] = {}
        for card in self.catalogue.cards(self.game):
            for printing in self.catalogue.printings(card):
                if printing.promo and printing.number is not None:
                    place = (printing.promo.casefold(), f"{printing.number}{printing.variant or ''}".casefold())
                    found.setdefault(place, []).append((card, printing))
        for code in self.catalogue.sets(self.game):
            # A set of that name goes first.
            for place in [place for place in found if place[0] == code.casefold()]:
                del found[place]
        return found

    # -- problems -----------------------------------------------------------------------------------------------

    def _refuse_name(self, entry: Entry, candidates: Sequence[Card], suggestions: Sequence[Card]) -> None:
        name = visible(entry.name, 80)
        if candidates:
            reason = Text("several cards are called {name}; the version is missing", {"name": name})
            if self.index.exact(entry.name) or candidates != self.index.short.get(fold(entry.name), ()):
                reason = (
                    Text(
                        "several cards bear the name {name}; add the printing to tell them apart: {cards}",
                        {"name": name, "cards": apart(candidates)},
                    )
                    if len({fold(card.name) for card in candidates}) == 1
                    else Text(
                        "{n} cards bear the name {name} in this language; write the card's own name or its printing: "
                        "{cards}",
                        {"n": len(candidates), "name": name, "cards": list(candidates)},
                    )
                )
            self._problem("name.ambiguous", entry, reason, candidates=candidates)
            return
        if not suggestions and self.suggested < _MOST_SUGGESTED:
            self.suggested += 1
            suggestions = _nearest(self.index, entry.name[:200])
        reason = self.index.why_unknown(entry.name, name)
        self._problem("name.unresolved", entry, reason, suggestions=suggestions)

    def _contradiction(self, entry: Entry, cards: Sequence[Card]) -> None:
        cards = list(dict.fromkeys(cards))
        reason = Text(
            "the name and the printing {place} are two different cards: {cards}",
            {"place": _place_text(entry), "cards": apart(cards)},
        )
        self._problem("name.ambiguous", entry, reason, candidates=cards)

    def _problem(
        self,
        code: str,
        entry: Entry,
        reason: Text,
        *,
        suggestions: Sequence[Card] = (),
        candidates: Sequence[Card] = (),
    ) -> None:
        self.problems.append(
            Problem(
                code,
                entry.line,
                visible(entry.raw),
                reason,
                entry.count,
                entry.section,
                tuple(suggestions),
                tuple(candidates),
                uncounted=not entry.counted and bool(entry.name),
            )
        )


def _bounded(problems: Sequence[Problem], section: str) -> tuple[Problem, ...]:
    """The problems; those beyond any list that a person could mend are told as one, with all their copies."""
    if len(problems) <= _MOST_PROBLEMS:
        return tuple(problems)
    rest = problems[_MOST_PROBLEMS:]
    last = Problem(
        "line.unreadable",
        rest[0].line,
        f"{rest[0].raw} …",
        Text(
            "{n} more line from here on was not understood",
            {"n": len(rest)},
            plural="{n} more lines from here on were not understood",
            number=len(rest),
        ),
        sum(problem.copies for problem in rest),
        section,
        uncounted=any(problem.uncounted for problem in rest),
    )
    return (*problems[:_MOST_PROBLEMS], last)


def _ordinary(places: Sequence[Place], promo: str | None) -> Sequence[Place]:
    """The ordinary printings where the list names no promo group; all where there are no ordinary ones."""
    ordinary = () if promo else [place for place in places if place[1].promo is None]
    return ordinary or places


def _nearest(index: NameIndex, name: str) -> Sequence[Card]:
    # RapidFuzz encodes what it compares, and half of a surrogate pair cannot be encoded.
    return index.nearest(name.encode("utf-8", "replace").decode("utf-8"))


def _as_bare(entry: Entry) -> Entry:
    return Entry(
        entry.line, entry.raw, 1, entry.bare, entry.section, entry.set_code, entry.number, entry.promo, counted=False
    )


@lru_cache(maxsize=16384)
def spellings(set_code: str, number: str) -> tuple[tuple[str, str], ...]:
    """The place as written, and without leading zeros ("013-001")."""
    plain = (_ZEROS.sub("", set_code), _ZEROS.sub("", number))
    return ((set_code, number),) if plain == (set_code, number) else ((set_code, number), plain)


def _shown(lines: Sequence[int]) -> str:
    return ", ".join(str(line) for line in lines[:_SHOWN_LINES]) + (", …" if len(lines) > _SHOWN_LINES else "")


def _place_text(entry: Entry) -> str:
    if entry.feed_id is not None:
        return visible(entry.feed_id, 40)
    parts = (entry.set_code, entry.promo, entry.number) if entry.set_code else (entry.key,)
    return visible("-".join(part for part in parts if part), 40)


def _counts_missing(entries: Sequence[Entry]) -> bool:
    """Whether a whole list is bare and without repetition: its counts are probably lost."""
    if len(entries) < _FEWEST_BARE or any(entry.counted for entry in entries):
        return False
    return len({fold(entry.name) for entry in entries}) == len(entries)
