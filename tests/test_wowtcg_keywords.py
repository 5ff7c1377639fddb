"""The keywords of WoW TCG's cards: compiled from texts (made up here), counted against the digest, in French."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckkit.catalogue.search import search
from deckkit.catalogue.store import Catalogue
from deckkit.feeds.read import read_path
from deckkit.feeds.upsert import Target, import_bundle
from deckkit.games.wowtcg.cards import CARDS, DAMAGE_TYPES
from deckkit.games.wowtcg.feed import FEEDS
from deckkit.games.wowtcg.keyword_words import KEYWORDS_FR
from deckkit.games.wowtcg.keywords import keywords
from deckkit.games.wowtcg.lines import line_words


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("<b>Protector</b>", ["Protector"]),
        ("<b>Protector</b> <i>(It may <b>defend</b> for others.)</i>", ["Protector"]),
        ("<b>Protector</b>, <b>Assault 2</b>, <b>Mend X</b>", ["Protector", "Assault 2", "Mend X"]),
        ("<b>Stealth, Untargetable </b>;When it dies, draw.", ["Stealth", "Untargetable"]),
        ("<b>Elusive</b> Other allies are bigger.", ["Elusive"]),
        ("<b>Assault 5.</b><p>More.", ["Assault 5"]),
        ("<b>Orc Hero Required;Hardiness</b>", ["Hardiness"]),
        ("<b>Aldor Reputation</b>, <b>Protector</b>", ["Protector"]),
        ("<b>Scryer Reputation</b>; Sabotage: Deck; When it does, draw.", ["Sabotage"]),
        ("<b>Protector; Inspire</b>: Ally (Ready one.)", ["Protector", "Inspire Ally"]),
        ("<b>Inspire</b>: Ability, ally, and resource", ["Inspire Ability", "Inspire Ally", "Inspire Resource"]),
        ("<b>Inspire</b>: All friendly <b>Protector</b>s", ["Inspire"]),
        ("<b>Sabotage:</b> Attached Ability", ["Sabotage"]),
        ("<b>Diplomacy</b>: Night Elves <i>(They cost less.)</i>", ["Diplomacy Night Elf"]),
        ("It enters play exhausted. <b>Long Range</b> Draw a card.", ["Long-Range"]),
        ("Mount up.;;<b>Stash</b> <i>(As it enters ...)</i>: Draw a card.", ["Stash"]),
        ("Protector\n\nFrost Resistance\n\nHaste 3", ["Protector", "Frost Resistance", "Haste 3"]),
        ("Eternal, Protector\n\nDeath Rattle: Draw a card.", ["Eternal", "Protector", "Death Rattle"]),
        ("<b>Warstomp</b>; <b>Time Is Money</b>", ["War Stomp", "Time is Money"]),
        # What is given to others, had at times, or is no keyword line.
        ("Target ally has <b>Protector</b> this turn.", []),
        ("<b>Ongoing:</b> Your allies have <b>Ferocity</b>, <b>Stealth</b>, and <b>Mend 1</b>.", []),
        ("<b>Protector</b> allies you control are bigger.", []),
        ("Stealth Rogues are bigger.", []),
        ("Your hero has Dual Wield.", []),
        ("Protectors are bigger.", []),
        ("<b>Mend Rotten Flesh</b>: It heals.", []),
        ('Each ally has "<b>Stash</b>: Draw a card."', []),
        ("BACK: <b>Assault 2</b>", []),
        ("", []),
    ],
)
def test_own_keywords_begin_a_line(text: str, wanted: list[str]) -> None:
    assert [f"{k.keyword} {k.value or ''}".strip() for k in keywords(text)] == wanted
    assert all(k.number == (int(k.value) if k.value and k.value.isdigit() else None) for k in keywords(text))


@given(st.text(alphabet="Protec Mend12X,.;:<>b/i()|\n", max_size=60))
def test_no_text_breaks_the_compiler(text: str) -> None:
    for record in keywords(text):
        assert record.keyword in KEYWORDS_FR or record.keyword.endswith(" Resistance")


# -- the feeds ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    return shared / "feeds" / "wowtcg"


@pytest.fixture(scope="module")
def catalogue(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    target = Target(tmp_path_factory.mktemp("keywords") / "wow.db")
    for name in ("tcgbrowser-2012/cards.tsv", "tracker-2022", "scanner-2023/into_the_mists_names.csv"):
        import_bundle(FEEDS, read_path(folder / name), target)
    with Catalogue.open(target.path) as opened:
        yield opened


@pytest.fixture(scope="module")
def digest(shared: Path) -> dict[str, tuple[str, int]]:
    """Section K: the French name and N by English name, without the values."""
    text = (shared / "rules" / "wowtcg.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| \d+ \| ([^|]+) \| ([^|(]*(?:\(Type\) Resistance)?) \| [^|]+ \| (\d+)\*? \|", text, re.MULTILINE
    )
    strip = re.compile(r" X$|^\(Type\) | « .*»$| !$")
    return {strip.sub("", english): (strip.sub("", french), int(n)) for french, english, n in rows if english.strip()}


def _counts(catalogue: Catalogue) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for card in catalogue.cards("wowtcg"):
        for row in catalogue.keywords(card):
            found["Resistance" if row.keyword.endswith(" Resistance") else row.keyword].add(card.name)
    return found


# Keywords of which at least half of the names in section K have them of their own. The rest of N are cards that give
# the keyword to others; of the other keywords (forms, Dual Wield, Assault) that is the larger part.
MOSTLY_OWN = (
    *("Aberration", "Artifact", "Berserking", "Conspicuous", "Diplomacy", "Echo", "Elusive", "Enrage", "Escape Artist"),
    *("Eternal", "Find Treasure", "Finishing Move", "Hardiness", "Harmonize", "Haste", "Inspire", "Inspiring Presence"),
    *("Preparation", "Protector", "Resistance", "Rift", "Sabotage", "Shadowmeld", "Stash", "Death Rattle", "Thrown"),
    *("Time is Money", "Trap", "War Stomp", "Warp", "Will of the Forsaken", "Arcane Torrent"),
)


def test_counts_stay_within_section_k(catalogue: Catalogue, digest: dict[str, tuple[str, int]]) -> None:
    counts = _counts(catalogue)
    assert set(counts) <= set(digest)
    for name, (_, n) in digest.items():
        # N counts every name with the word in its text, so it is the upper bound; two names are allowed for spellings.
        assert len(counts[name]) <= n + 2, name
    for name in MOSTLY_OWN:
        assert len(counts[name]) >= digest[name][1] / 2, name


def test_single_words_of_the_list_of_2012_are_found(catalogue: Catalogue, folder: Path) -> None:
    """Independent of the compiler: rows whose whole text is one bold keyword."""
    with (folder / "tcgbrowser-2012" / "cards.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if int(row["block"]) > 0]
    plain: dict[str, str] = {}
    for row in rows:
        match = re.fullmatch(r"<b>([A-Z][A-Za-z -]+?)</b>\s*(?:<i>\s*\([^()]*\)\s*</i>)?", row["rules"].strip())
        if match and match[1] in KEYWORDS_FR:
            plain[row["name"]] = match[1]
    assert len(plain) > 100
    for name, keyword in plain.items():
        cards = [c for c in catalogue.index("wowtcg").exact(name) if c.facts.get("type") == "Ally"]
        for card in cards:
            assert [row.keyword for row in catalogue.keywords(card)] == [keyword], name


def test_both_feeds_agree(folder: Path) -> None:
    with (folder / "tcgbrowser-2012" / "cards.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if int(row["block"]) > 0]
    mine = {row["name"]: {str(k) for k in keywords(row["rules"])} for row in rows}
    prints = json.loads((folder / "tracker-2022" / "prints.json").read_text(encoding="utf-8"))
    theirs = {p["card_name"]: {str(k) for k in keywords(p["card_print_text_front"] or "")} for p in prints}
    both = mine.keys() & theirs.keys()
    assert len(both) > 4000
    # Texts that one feed lost, and names of two cards.
    assert len([name for name in both if mine[name] != theirs[name]]) <= 15


def test_what_is_known_of_keywords(catalogue: Catalogue) -> None:
    def named(name: str) -> Any:
        return catalogue.index("wowtcg").resolve(name).card

    myrmidon = named("Naz'jar Myrmidon")
    assert [row.keyword for row in catalogue.keywords(myrmidon)] == ["Protector"]
    assert [str(row) for row in catalogue.keywords(named("Rhyllor of the Glade"))] == [
        "Protector",
        "Assault 1",
        "Mend 1",
    ]
    # Names alone say nothing of keywords; searches then tell that they cannot know.
    palm = named("Tiger Palm")
    assert "keywords" in palm.unknown
    found = search(catalogue, "wowtcg", CARDS, "keyword:protector")
    assert myrmidon in found.cards
    assert palm not in found.cards
    assert palm in found.undetermined


def test_french_words_are_those_of_the_rulebook(digest: dict[str, tuple[str, int]]) -> None:
    for english, (french, _) in digest.items():
        assert KEYWORDS_FR[english] in french.split(" / "), english
    assert set(KEYWORDS_FR) == set(digest)
    assert CARDS.keyword_label("Assault 2", "fr") == "Assaut 2"
    assert all(CARDS.keyword_label(f"{kind} Resistance", "fr").startswith("Résistance ") for kind in DAMAGE_TYPES)


# -- the lines of heroes -----------------------------------------------------------------------------------------------


def test_every_compiled_line_is_said_in_both_languages(catalogue: Catalogue) -> None:
    column = next(column for column in CARDS.columns if column.fact == "deckbuilding")
    lines = [line for card in catalogue.cards("wowtcg") if (line := card.facts.get("deckbuilding"))]
    assert len(lines) > 40
    for line in lines:
        for lang in ("en", "fr"):
            said = column.value_label(line, lang)
            assert said
            assert not set("{}_[]") & set(said)


def test_a_line_in_words() -> None:
    column = next(column for column in CARDS.columns if column.fact == "deckbuilding")
    hogger = {"exclude": [{"faction": "Horde"}, {"faction": "Neutral"}]}
    assert column.value_label(hogger, "en") == "never: Horde; Neutral"
    assert column.value_label(hogger, "fr") == "jamais\u00a0: Horde\u00a0; Neutre"
    line = {
        "include": [{"class_icon": "Mage", "type": ["Ability", "Ability Ally"]}, {"tag": "Scourge"}],
        "exclude": [{"requires": "any", "not_requires": "Scourge"}],
        "copies": 1,
    }
    assert line_words(line, "en", {}) == (
        "only: Ability or Ability Ally, class icon Mage; Scourge. "
        "never: any Hero Required, except Scourge. 1 of each name"
    )
