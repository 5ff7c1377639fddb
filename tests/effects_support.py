"""The vocabularies in which docs/effects-on-paper.md is written, the page itself, and effects made at random.

The vocabularies here hold what a game's sample of cards needs, for games that have none of their own yet.
"""

from __future__ import annotations

import csv
import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from hypothesis import strategies as st

from deckkit.effects.words import KERNEL, FilterWord, Spec, Vocabulary
from deckkit.games.invocateurs import effects as invocateurs
from deckkit.games.lorcana import effects as lorcana

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "effects-on-paper.md"
#: The seed of the draw of 60 cards of each large game.
SEED = 20261201

_N = {"n": "amount"}
_TARGET = {"target": "selector"}


def _words(text: str) -> dict[str, str]:
    return {word: word.replace("_", " ") for word in text.split()}


#: Enough words in every table to try everything.
FULL = KERNEL.extended(
    events=_words("quest"),
    keywords=_words("Rush Resist Evasive Challenger Reckless Ward Support"),
    restrictions=_words("ready attack quest play"),
    stats=("strength", "willpower", "lore"),
    zones=("inkwell", "exile"),
)

RIFTBOUND = KERNEL.extended(
    operations={
        "stun": Spec(_TARGET, "stuns", ("target",)),
        "buff": Spec(_TARGET, "buffs", ("target",)),
        "empower": Spec(_TARGET, "empowers", ("target",)),
        "disempower": Spec(_TARGET, "ends the empowering", ("target",)),
        "recall": Spec(_TARGET, "moves to the base", ("target",)),
        "channel": Spec({**_N, "who": "seat", "exhausted": "flag"}, "puts runes into play"),
    },
    filters={
        "empowered": FilterWord("flag", "is empowered"),
        "buffed": FilterWord("flag", "is buffed"),
        "at_base": FilterWord("flag", "is in a base"),
        "at_same_place_as": FilterWord("selector", "is at the place of that object"),
        "choosing": FilterWord("selector", "chooses that object"),
    },
    amounts={"total": Spec({"total": "stat", "of": "filter"}, "the sum of a stat")},
    events=_words("move hold conquer defend stun weaken returned chosen"),
    keywords=_words("Quick-Draw Assault Deflect Ganking Hidden"),
    restrictions=_words("hide_here be_chosen play play_among_enemies reveal"),
    stats=("might", "might_bonus"),
    zones=("removed",),
)

_THEN = {"then": "block"}
WOWTCG = KERNEL.extended(
    operations={
        "damage": Spec(
            {**KERNEL.operations["damage"].args, "kind": "word", "source": "selector"},
            "deals damage of a kind from a source",
            ("target", "n"),
        ),
        "heal": Spec({**KERNEL.operations["heal"].args, "source": "selector"}, "heals", ("target", "n")),
        "interrupt": Spec(_TARGET, "interrupts", ("target",)),
        "turn_down": Spec(_TARGET, "turns face down", ("target",)),
        "flip": Spec(_TARGET, "turns over", ("target",)),
        "complete": Spec(_THEN, "turns face down for a reward", ("then",)),
        "silence": Spec({**_TARGET, "until": "duration"}, "takes all powers away", ("target",)),
        "more": Spec(_N, "raises the number of the replaced event", ("n",)),
    },
    filters={
        "targeting": FilterWord("filter", "has such a target"),
        "token": FilterWord("flag", "is a token"),
    },
    conditions={
        "in_combat": Spec({"in_combat": "selector"}, "the event is combat damage"),
        "damage_kind": Spec({"damage_kind": "word"}, "the event's damage is of this kind"),
    },
    seats={"raid": "the side of the raid"},
    durations={"while_controlled": "while you control the source"},
    events=_words("becomes skipped strike"),
    keywords=_words("Instant Assault Stealth Ferocity Long-Range Elusive"),
    restrictions=_words("strike ready attack protect be_chosen be_interrupted see_top complete_from_top"),
    stats=("atk", "health", "def"),
    zones=("removed", "resources", "chain"),
)

ALLEGIANCE = KERNEL.extended(
    operations={
        "wounds": Spec({**_N, "unstoppable": "flag"}, "wounds", ("n",)),
        "heal": Spec(_N, "heals the commander", ("n",)),
        "destruction": Spec(_N, "destroys creatures", ("n",)),
        "poison": Spec(_N, "poisons", ("n",)),
        "cure": Spec({}, "takes poison away"),
        "allegiance": Spec(_N, "raises allegiance", ("n",)),
        "essence": Spec(_N, "gains essence", ("n",)),
        "sacrifice": Spec(_N, "sacrifices creatures", ("n",)),
    },
    selectors={"hero": "the commander"},
    events=_words("summon trap buy wounded exile retreat end_of_activation"),
    keywords=_words("death rush"),
    restrictions=_words("be_destroyed"),
    zones=("exile",),
)

VOCABULARIES: dict[str, Vocabulary] = {
    "lorcana": lorcana.VOCABULARY,
    "riftbound": RIFTBOUND,
    "wowtcg": WOWTCG,
    "invocateurs": invocateurs.VOCABULARY,
    "allegiance": ALLEGIANCE,
}


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A card of the page: ``status`` is whole, part or not; ``effects`` its notation as read from the page."""

    game: str
    name: str
    status: str
    effects: list[dict[str, Any]]
    remark: str
    line: str


_HEAD = re.compile(r"^## .*\(`(\w+)`\)$")
_CARD = re.compile(r"^- \*\*(.+)\*\* \((whole|part|not)\)(?:: (.+))?$")


def paper_cards() -> list[PaperCard]:
    """The cards of docs/effects-on-paper.md; a card's notation stands alone on the line after its name."""
    found: list[PaperCard] = []
    game = ""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if head := _HEAD.match(line):
            game = head[1]
        if card := _CARD.match(line):
            text = lines[number + 1].strip().strip("`")
            found.append(PaperCard(game, card[1], card[2], json.loads(text), card[3] or "", text))
    return found


class Chooser(Protocol):
    """Where the choices of a generated effect come from."""

    def one(self, among: Sequence[Any]) -> Any: ...


@dataclass(frozen=True, slots=True)
class ByChance:
    """Choices of a seeded random generator."""

    rng: random.Random

    def one(self, among: Sequence[Any]) -> Any:
        return self.rng.choice(among)


@dataclass(frozen=True, slots=True)
class ByHypothesis:
    """Choices that hypothesis makes and shrinks."""

    draw: Callable[[st.SearchStrategy[Any]], Any]

    def one(self, among: Sequence[Any]) -> Any:
        return self.draw(st.sampled_from(among))


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes the JSON of valid effects out of the tables of a vocabulary, in the form in which it is written.

    Left out is what has a shorter form of the same meaning: a chosen number of 1, an empty optional filter, the zone
    "play" of an ability, and the filter "this card", which is the selector ``self``.
    """

    words: Vocabulary
    choose: Chooser

    def value(self, kind: str, depth: int) -> Any:
        return getattr(self, f"make_{kind}")(max(depth, 0))

    def some(self, among: Sequence[str], at_most: int) -> list[str]:
        left, found = list(among), []
        for _ in range(self.choose.one(range(at_most + 1))):
            if left:
                found.append(left.pop(self.choose.one(range(len(left)))))
        return found

    def make_amount(self, depth: int) -> Any:
        if depth == 0 or self.choose.one((True, False)):
            return self.choose.one((2, 3, 5, -4, "all"))
        return self.node(self.words.amounts, depth)

    def make_amounts(self, depth: int) -> Any:
        return [self.make_amount(depth - 1) for _ in range(2)]

    def make_condition(self, depth: int) -> Any:
        if depth == 0:
            return {"turn": self.make_seat(0)}
        return self.node(self.words.conditions, depth)

    def make_conditions(self, depth: int) -> Any:
        return [self.make_condition(depth - 1) for _ in range(2)]

    def make_filter(self, depth: int) -> Any:
        words = [
            word
            for word, test in self.words.filters.items()
            if word != "self" and (depth or test.kind in ("word", "words", "flag", "seat", "zone"))
        ]
        found = {word: self.value(self.words.filters[word].kind, depth - 1) for word in self.some(words, 3)}
        return found or {"exhausted": True}

    def make_filters(self, depth: int) -> Any:
        return [self.make_filter(depth - 1) for _ in range(self.choose.one((1, 2)))]

    def make_range(self, depth: int) -> Any:
        low, high = self.make_amount(0), self.make_amount(depth - 1)
        return self.choose.one(({"min": high}, {"max": high}, {"min": 1, "max": high}, 7 if low == "all" else low))

    def make_ranges(self, depth: int) -> Any:
        return {name: self.make_range(depth) for name in self.some(self.words.stats, 2) or self.words.stats[:1]}

    def make_stats(self, depth: int) -> Any:
        return {name: self.make_amount(depth) for name in self.some(self.words.stats, 2) or self.words.stats[:1]}

    def make_stat(self, _depth: int) -> Any:
        return self.choose.one(self.words.stats)

    def make_selector(self, depth: int) -> Any:
        kind = self.choose.one(("word", "choose", "all", "name"))
        if kind == "word":
            return self.choose.one(list(self.words.selectors))
        if kind == "name":
            return {"name": self.choose.one(("first", "second"))}
        found = {kind: self.make_filter(depth - 1)}
        if kind == "choose":
            for name in self.some(("n", "up_to", "distinct", "by"), 2):
                if name == "n":
                    found["n"] = self.make_amount(depth - 1)
                else:
                    found[name] = self.choose.one(("foe", "them")) if name == "by" else True
        order = (kind, "n", "up_to", "distinct", "by")
        return {name: found[name] for name in order if name in found}

    def make_seat(self, _depth: int) -> Any:
        return self.choose.one(list(self.words.seats))

    def make_zone(self, _depth: int) -> Any:
        return self.choose.one(self.words.zones)

    def make_duration(self, _depth: int) -> Any:
        return self.choose.one(list(self.words.durations))

    def make_event(self, _depth: int) -> Any:
        return self.choose.one([word for word in self.words.events if word not in ("static", "activate", "replace")])

    def make_keyword(self, _depth: int) -> Any:
        return self.choose.one(list(self.words.keywords)) + self.choose.one(("", " 2", " 3"))

    def make_restriction(self, _depth: int) -> Any:
        return self.choose.one(list(self.words.restrictions))

    def make_flag(self, _depth: int) -> Any:
        return self.choose.one((True, False))

    def make_word(self, _depth: int) -> Any:
        return self.choose.one(("red", "green", "n"))

    def make_words(self, _depth: int) -> Any:
        return self.some(("north", "south", "east"), 2) or ["west"]

    def make_block(self, depth: int) -> Any:
        if depth == 0:
            return [{"op": "draw", "n": self.choose.one((2, 3))}]
        return [self.operation(depth) for _ in range(self.choose.one((1, 1, 2)))]

    def make_blocks(self, depth: int) -> Any:
        return [self.make_block(depth - 1) for _ in range(2)]

    def make_ability(self, depth: int) -> Any:
        on = self.choose.one(("static", "activate", "replace", "event", "events"))
        found: dict[str, Any] = {"on": on}
        if on == "event":
            found["on"] = self.make_event(0)
        if on == "events":
            found["on"] = ["play", "destroy"]
        found["do"] = self.make_block(depth - 1)
        if on == "replace":
            found["event"] = self.make_event(0)
        for name in self.some(("of", "other", "when", "if", "cost", "may", "limit", "zone"), 3):
            kinds = {"of": "filter", "other": "filter", "when": "condition", "if": "condition", "cost": "block"}
            if name in kinds:
                found[name] = self.value(kinds[name], depth - 1)
            elif name == "zone":
                found[name] = self.choose.one([zone for zone in self.words.zones if zone != "play"])
            else:
                found[name] = True if name == "may" else self.choose.one(list(self.words.limits))
        order = ("on", "do", "of", "other", "when", "if", "cost", "may", "limit", "zone", "event")
        return {name: found[name] for name in order if name in found}

    def make_abilities(self, depth: int) -> Any:
        return [self.make_ability(depth - 1)]

    def node(self, table: Mapping[str, Spec], depth: int) -> Any:
        word = self.choose.one(list(table))
        return self.arguments(table[word], (word,), depth)

    def operation(self, depth: int) -> Any:
        word = self.choose.one(list(self.words.operations))
        return {"op": word, **self.arguments(self.words.operations[word], (), depth)}

    def arguments(self, spec: Spec, heads: tuple[str, ...], depth: int) -> dict[str, Any]:
        needed = dict.fromkeys([*heads, *spec.needs])
        more = self.some([name for name in spec.args if name not in needed], 2)
        return {name: self.value(spec.args[name], depth - 1) for name in [*needed, *more]}


@st.composite
def effects(draw: Callable[[st.SearchStrategy[Any]], Any]) -> list[dict[str, Any]]:
    """Valid effects as JSON, in the words of :data:`FULL`."""
    maker = Maker(FULL, ByHypothesis(draw))
    return [maker.make_ability(4) for _ in range(draw(st.integers(1, 2)))]


def sampled_names(game: str, shared: Path) -> list[str]:
    """The names that the fixed seed draws from a game's feed: 60, or all of a small game."""
    feeds = shared / "feeds"
    if game in ("invocateurs", "allegiance"):
        return [card["name"] for card in json.loads((feeds / game / "cards.json").read_bytes())["cards"]]
    names = {"lorcana": _lorcana_names, "riftbound": _riftbound_names, "wowtcg": _wowtcg_names}[game](feeds)
    return random.Random(SEED).sample(sorted(names), 60)


def _lorcana_names(feeds: Path) -> list[str]:
    """Cards with text beyond keywords; the line that says how a song is sung belongs to songs."""
    found: dict[str, None] = {}
    for card in json.loads(gzip.decompress((feeds / "lorcana/lorcanajson-2.4.0.en.json.gz").read_bytes()))["cards"]:
        said = [
            one
            for one in card.get("abilities", [])
            if one["type"] != "keyword"
            and (one.get("name") or not one["fullText"].startswith("(A character with cost"))
        ]
        if said or card.get("effects"):
            found[card["fullName"]] = None
    return list(found)


_VARIANT = re.compile(r" \((Alternate Art|Signature|Overnumbered|Signed|Promo).*\)$")


def _riftbound_names(feeds: Path) -> list[str]:
    """Cards with text, basic runes excepted."""
    found: dict[str, None] = {}
    for card in json.loads((feeds / "riftbound/riftcodex-2026-08-16.json").read_bytes()):
        if (card["text"]["plain"] or "").strip() and card["classification"]["type"] != "Rune":
            found[_VARIANT.sub("", card["name"])] = None
    return list(found)


def _wowtcg_names(feeds: Path) -> list[str]:
    """Cards with text; the type stands after a name that two types share."""
    found: dict[tuple[str, str], None] = {}
    with (feeds / "wowtcg/tcgbrowser-2012/cards.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["rules"].strip():
                found[row["name"], row["type"]] = None
    count = Counter(name for name, _ in found)
    return [name if count[name] == 1 else f"{name} ({kind})" for name, kind in found]
