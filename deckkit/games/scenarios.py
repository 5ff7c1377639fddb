"""Scenario files with everything that the registered games bring: words and rules of play, decks, chances, cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from deckkit.catalogue.model import Card
from deckkit.decklist.model import Deck, DeckCard, Entry, ParsedList
from deckkit.decklist.reading import resolve
from deckkit.engine.cards import PlayCard
from deckkit.engine.scenario import Outcome, Services, run_scenario
from deckkit.engine.scenario_reading import (
    RawScenario,
    ScenarioError,
    check_keys,
    check_value,
    listed,
    mapping,
    read_day,
    read_scenarios,
    words_near,
)
from deckkit.engine.settings import read_settings
from deckkit.games import GAMES
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue
    from deckkit.games.base import Game
    from deckkit.legality.check import Judge

__all__ = ["ScenarioRunner"]

#: More cards than any list has.
MOST_CARDS = 100_000


@dataclass(slots=True)
class ScenarioRunner:
    """Runs scenario files of all games over one catalogue. ``today`` stands in where a scenario names no day;
    ``game`` is the game of scenarios that name none; ``config`` are settings, as "key=value", of all scenarios that do
    not say otherwise."""

    catalogue: Catalogue
    today: date
    game: str | None = None
    config: Sequence[str] = ()
    _services: dict[str, Services] = field(default_factory=dict)

    def run(self, content: bytes, where: str) -> Iterator[Outcome]:
        """The outcomes of a file's scenarios, in its order."""
        for raw in read_scenarios(content, where):
            yield self.run_one(raw, where)

    def run_one(self, raw: RawScenario, where: str) -> Outcome:
        """The outcome of one scenario."""
        if raw.error is not None or raw.data is None:
            return run_scenario(raw, _NOBODY)
        try:
            services = self.services(self._game_of(raw, where))
        except ScenarioError as error:
            return Outcome(raw.name, "error", str(raw.data.get("title", "")), error=error)
        return run_scenario(raw, services)

    def _game_of(self, raw: RawScenario, where: str) -> str:
        assert raw.data is not None
        named = raw.data.get("game") or self.game or PurePath(where).name.partition(".")[0]
        if named not in GAMES:
            what = Text("there is no game called '{game}'", {"game": str(named)[:40]})
            if "game" not in raw.data and self.game is None:
                what = Text("the scenario does not say its game, and the file is not named after one")
            raise ScenarioError(what, f"{raw.where}: game", words_near(named, list(GAMES)))
        return str(named)

    def services(self, slug: str) -> Services:
        """What the runner needs of one game."""
        found = self._services.get(slug)
        if found is None:
            game = GAMES[slug]
            help = _Help(game, self.catalogue, self.today)
            words = game.scenario() if game.scenario is not None else None
            rules = game.table() if game.table is not None else None
            if rules is not None and self.config:
                rules = replace(rules, config={**rules.config, **read_settings(rules, self.config)})
            found = Services(slug, help.card, help.check_deck, help.probability, words, rules)
            self._services[slug] = found
        return found


class _Help:
    """The other parts of the project as a scenario of one game asks them."""

    def __init__(self, game: Game, catalogue: Catalogue, today: date) -> None:
        self.game = game
        self.catalogue = catalogue
        self.today = today
        self._judge: Judge | None = None
        self._cards: dict[str, PlayCard] = {}

    # -- cards -------------------------------------------------------------------------------------------------

    def card(self, name: str, where: str) -> PlayCard:
        """The engine's card of a name, a key or a slug. Raises :class:`ScenarioError` where it is none, or several."""
        card = self.named(name, where)
        found = self._cards.get(card.key)
        if found is None:
            assert self.game.table is not None
            found = self._cards[card.key] = self.game.table().play_card(card, self.catalogue)
        return found

    def named(self, name: str, where: str) -> Card:
        """The card of the catalogue."""
        keyed = self.keyed(name)
        if keyed is not None:
            return keyed
        found = self.catalogue.index(self.game.slug).resolve(name[:300])
        if found.card is not None:
            return found.card
        cards = found.candidates or found.suggestions
        what = Text("no card is called {name}", {"name": name[:80]})
        if found.candidates:
            what = Text("several cards are called {name}", {"name": name[:80]})
        do = Text("did you mean {values}?", {"values": [card.name for card in cards]}) if cards else ""
        raise ScenarioError(what, where, do)

    def keyed(self, name: str) -> Card | None:
        """The card with this key or slug."""
        slug = self.game.slug
        for key in (name, f"{slug}:{name}"):
            if key.startswith(f"{slug}:"):
                try:
                    return self.catalogue.card(key)
                except KeyError:
                    continue
        return None

    # -- decks -------------------------------------------------------------------------------------------------

    def check_deck(self, given: Mapping[str, Any], on: Any, where: str) -> tuple[bool, Sequence[str]]:
        """Whether the deck is legal in its format on the day, and the codes of the findings."""
        judge = self.judge()
        check_keys(given, ("deck", "format", "format_options", "pool", "test_cards", "rules"), where)
        formats = judge.book.formats
        format = given.get("format", next(slug for slug, one in formats.items() if one.kind == "constructed"))
        if not isinstance(format, str) or format not in formats:
            raise ScenarioError(
                Text("there is no format '{name}'", {"name": str(format)[:40]}),
                f"{where}.format",
                words_near(format, list(formats)),
            )
        options = mapping(given.get("format_options", {}), f"{where}.format_options")
        known = {
            name for one in formats.values() for rule in one.rules for name in (rule.option, rule.unless_option) if name
        }
        check_keys(options, known, f"{where}.format_options")
        tests = self.declared(given.get("test_cards", []), f"{where}.test_cards")
        deck = self.deck(given["deck"], tests, f"{where}.deck")
        opened = self.deck(given["pool"], tests, f"{where}.pool") if "pool" in given else None
        day = read_day(on, f"{where}: on") if on is not None else self.today
        chosen = [name for name, value in options.items() if check_value("flag", value, f"{where}.format_options")]
        verdict = judge.check(deck, format, day, opened=opened, options=chosen)
        return verdict.legal, list(verdict.codes)

    def judge(self) -> Judge:
        """The judge of the game's lists."""
        if self._judge is None:
            self._judge = self.game.judge(self.catalogue)
        return self._judge

    def declared(self, rows: Any, where: str) -> dict[str, Mapping[str, Any]]:
        """The test cards of a deck, by name."""
        found: dict[str, Mapping[str, Any]] = {}
        for place, row in enumerate(listed(rows, where), 1):
            name = mapping(row, f"{where}[{place}]").get("test")
            if not isinstance(name, str) or not name.startswith("t-"):
                raise ScenarioError(Text("'test' names a test card, and such names begin with t-"), f"{where}[{place}]")
            found[name] = row
        return found

    def deck(self, value: Any, tests: Mapping[str, Mapping[str, Any]], where: str) -> Deck:
        """A deck as written: a list, numbers by name, or these by section."""
        spec = self.game.deck
        default = spec.default
        entries: list[Entry] = []
        made: dict[str, dict[Card, int]] = {}
        total = 0
        for section, row, place in _rows(value, default, [one.name for one in spec.sections], where):
            check_keys(row, ("name", "n", "set", "number"), place)
            for key in ("name", "n"):
                if key not in row:
                    raise ScenarioError(Text("an entry needs '{name}'", {"name": key}), place)
            name = check_value("thing", row["name"], f"{place}.name")
            n = check_value("positive", row["n"], f"{place}.n")
            total += n
            if total > MOST_CARDS:
                raise ScenarioError(Text("the deck has more than {n} cards", {"n": MOST_CARDS}), where)
            if name.startswith("t-"):
                card = self.test_card(name, tests.get(name, {}))
                cards = made.setdefault(section, {})
                cards[card] = cards.get(card, 0) + n
                continue
            keyed = self.keyed(name)
            written = name if keyed is None else keyed.name
            code = check_value("word", row["set"], f"{place}.set") if "set" in row else None
            number = row.get("number")
            if number is not None and (isinstance(number, bool) or not isinstance(number, (int, str))):
                raise ScenarioError(Text("a number was expected here"), f"{place}.number")
            known_key = keyed.key if keyed is not None and code is None else None
            entries.append(
                Entry(
                    len(entries) + 1,
                    name,
                    n,
                    written,
                    section,
                    set_code=code,
                    number=None if number is None else str(number),
                    key=known_key,
                )
            )
        # An invented series: the name says which card it is, and no printing is known.
        known = self.catalogue.sets(self.game.slug)
        plain = [_without_place(one) if one.set_code and one.set_code not in known else one for one in entries]
        deck = resolve(ParsedList("scenario", tuple(plain)), self.catalogue, self.game.slug, spec)
        sections = {name: tuple(cards) for name, cards in deck.sections.items()}
        for section, cards in made.items():
            more = tuple(DeckCard(card, count) for card, count in cards.items())
            sections[section] = (*sections.get(section, ()), *more)
        return Deck(
            deck.game, sections, deck.name, deck.file, deck.form, deck.problems, deck.notices, deck.counts_missing
        )

    def test_card(self, name: str, row: Mapping[str, Any]) -> Card:
        """A card that the catalogue does not have, with the facts that its definition gives."""
        known = {column.fact for column in self.game.cards.columns}
        facts = {key: value for key, value in row.items() if key in known}
        return Card(-1, f"{self.game.slug}:{name}", self.game.slug, name, facts)

    # -- chances -----------------------------------------------------------------------------------------------

    def probability(self, step: Mapping[str, Any], where: str) -> tuple[Fraction, int]:
        """The chance of at least so many copies by a turn, without a mulligan, and the number of cards seen."""
        from deckkit.odds.conditions import Goal, Need
        from deckkit.odds.exact import chance
        from deckkit.odds.pool import Pool

        if self.game.opening is None:
            raise ScenarioError(Text("how a game of {game} begins is not known", {"game": self.game.slug}), where)
        size, copies = step["deck_size"], step["copies"]
        if size > MOST_CARDS // 100 or copies > size:
            raise ScenarioError(
                Text("{copies} copies in a deck of {size} cards are not possible", {"copies": copies, "size": size}),
                where,
            )
        seen = min(size, self.game.opening().seen(min(step["turn"], size), step["going"] == "first"))
        goal = Goal.of([Need(0, step["at_least"])])
        return chance(Pool.of({1: copies, 0: size - copies}), goal, seen), seen


def _rows(
    value: Any, default: str, sections: Sequence[str], where: str
) -> Iterable[tuple[str, Mapping[str, Any], str]]:
    """The entries of a deck with their sections and places."""
    if isinstance(value, dict) and not all(isinstance(one, int) for one in value.values()):
        check_keys(value, sections, where)
        parts: Iterable[tuple[str, Any, str]] = [(name, one, f"{where}.{name}") for name, one in value.items()]
    else:
        parts = [(default, value, where)]
    for section, part, place in parts:
        if isinstance(part, dict):
            for name, n in part.items():
                yield section, {"name": name, "n": n}, f"{place}.{name}"
        else:
            for number, row in enumerate(listed(part, place), 1):
                yield section, mapping(row, f"{place}[{number}]"), f"{place}[{number}]"


def _without_place(entry: Entry) -> Entry:
    return Entry(entry.line, entry.raw, entry.count, entry.name, entry.section)


def _nothing(*_: Any) -> Any:
    raise AssertionError("a scenario that could not be read asks for nothing")


_NOBODY = Services("", _nothing, _nothing, _nothing)
