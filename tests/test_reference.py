"""The reference: complete in both languages, true to the numbers of the rules documents, in our own words, found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schema_check import validate
from typer.testing import CliRunner

from deckkit.catalogue.fold import fold, letters
from deckkit.cli.main import app
from deckkit.errors import InputError
from deckkit.games import GAMES
from deckkit.reference import Entry, Reference, find, load_codes, load_reference, nearest

# Design 4: the codes of the kernel; list.counts_missing is the warning of design 3 about bare lists.
CODES = [
    "size.too_small",
    "size.too_large",
    "size.wrong",
    "copies.over_limit",
    "identity.too_many",
    "identity.mismatch",
    "pool.rotated",
    "pool.not_yet_legal",
    "pool.outside",
    "banned",
    "section.missing",
    "section.duplicate",
    "section.wrong_type",
    "section.unused",
    "fact.unknown",
    "name.unresolved",
    "name.ambiguous",
    "line.unreadable",
    "signature.over_limit",
    "signature.wrong_tag",
    "champion.wrong_tag",
    "list.counts_missing",
]

# CR 8.2 to 8.16 and the variants of CR 8.10.8, with the words printed on French cards.
KEYWORDS = {
    "Adventurous": "Appel de l'aventure",
    "Alert": "Agilité",
    "Bodyguard": "Rempart",
    "Boost": "Boost",
    "Challenger": "Offensif",
    "Evasive": "Insaisissable",
    "Reckless": "Combattant",
    "Resist": "Résistance",
    "Rush": "Charge",
    "Shift": "Alter",
    "Universal Shift": "Alter universel",
    "[Classification] Shift": "Alter de [Classification]",
    "Duo Shift": "Alter Duo",
    "Combo Shift": "Alter Combo",
    "Temporary Shift": "Alter temporaire",
    "Potato Shift": "Alter de Patate",
    "Singer": "Mélomane",
    "Sing Together": "À l'unisson",
    "Support": "Soutien",
    "Vanish": "Dissipation",
    "Ward": "Hors d'atteinte",
}


OURS = ("lorcana", "riftbound", "wowtcg", "invocateurs", "allegiance")


def _reference(game: str) -> Reference:
    part = GAMES[game].reference
    assert part is not None
    return part()


REFERENCES = {game: _reference(game) for game in OURS}
LORCANA = REFERENCES["lorcana"]
ALL = [*REFERENCES.values(), load_codes()]
ENTRIES = [entry for reference in ALL for entry in reference.entries]
every_entry = pytest.mark.parametrize("entry", ENTRIES, ids=[f"{entry.game}:{entry.id}" for entry in ENTRIES])
every_game = pytest.mark.parametrize("game", OURS)


def ids(term: str, game: str = "lorcana") -> list[str]:
    return [entry.id for entry in find([REFERENCES[game], load_codes()], term)]


def keywords(game: str) -> list[Entry]:
    return [entry for entry in REFERENCES[game].entries if entry.kind == "keyword"]


# -- the data -----------------------------------------------------------------------------------------------------


@every_entry
def test_an_entry_has_both_languages(entry: Entry) -> None:
    assert set(entry.names) == set(entry.text) == {"en", "fr"}
    assert any(entry.names.values())
    assert entry.text["en"] != entry.text["fr"]
    for lang in ("en", "fr"):
        assert entry.text[lang][-1] in ".»", "whole sentences"
        assert 1 <= len(re.findall(r"[.!?](?= |$)", entry.text[lang])) <= 5
        assert "—" not in entry.text[lang]
        folded = [fold(name) for name in entry.names[lang]]
        assert len(set(folded)) == len(folded)


def test_french_is_french() -> None:
    """Every French text has a French word that English does not have; no English one does."""
    french = re.compile(r"\b(?:le|la|les|un|une|des|du|est|vous|ce|qui|et|ou|dans|sur)\b", re.IGNORECASE)
    english = re.compile(r"\b(?:the|and|or|is|you|that|which|with|cards?)\b", re.IGNORECASE)
    for entry in ENTRIES:
        assert french.search(entry.text["fr"]), entry.id
        assert len(english.findall(entry.text["fr"])) == 0, (entry.id, english.findall(entry.text["fr"]))
        assert english.search(entry.text["en"]), entry.id


def test_all_keywords_with_their_printed_names() -> None:
    found = {entry.names["en"][0]: entry.names["fr"][0] for entry in LORCANA.entries if entry.kind == "keyword"}
    assert found == KEYWORDS


def test_words_that_are_not_known_in_a_language() -> None:
    """WOW 125, 126, 133: three fan keywords; Riftbound: the French summary has a few of the keywords only."""
    without = {lang: [entry for entry in ENTRIES if not entry.names[lang]] for lang in ("en", "fr")}
    assert [(e.game, e.names["fr"][0]) for e in without["en"]] == [
        ("wowtcg", "Paix Intérieure"),
        ("wowtcg", "Périple"),
        ("wowtcg", "Redécouverte"),
    ]
    assert {entry.game for entry in without["fr"]} == {"riftbound"}
    known = {"Action", "Assault", "Deathknell", "Deflect", "Ganking", "Hidden", "Reaction", "Shield", "Tank"}
    assert {entry.names["en"][0] for entry in keywords("riftbound") if entry.names["fr"]} == known
    assert {entry.id for entry in without["fr"] if entry.kind != "keyword"} == {"mighty", "predict", "burn"}


@every_game
def test_every_format_has_an_entry(game: str) -> None:
    book = GAMES[game].formats()
    slugs = {slug for slug, rules in book.formats.items() if rules.kind != "abstract"}
    slugs |= {gap.slug for gap in book.unsupported}
    found = {entry.id for entry in REFERENCES[game].entries if entry.kind == "format"}
    # Lorcana's two under their own ids; its regional formats belong to Core.
    others = (
        {"coconut": "format-coconut", "quest": "illumineers-quest", "core-asia": "core"} if game == "lorcana" else {}
    )
    assert {others.get(slug, slug) for slug in slugs} <= found


def test_the_formats_by_name() -> None:
    found = {entry.id for entry in LORCANA.entries if entry.kind == "format"}
    supported = {"core", "infinity", "sealed", "draft", "preconstructed", "pack-rush"}
    assert found >= supported | {"format-coconut", "illumineers-quest"}


def test_every_code_of_the_kernel_and_no_other() -> None:
    assert sorted(entry.id for entry in load_codes().entries) == sorted(CODES)
    severity = {entry.id: entry.severity for entry in load_codes().entries}
    assert {code for code, usual in severity.items() if usual == "warning"} == {"section.unused", "list.counts_missing"}
    assert {code for code, usual in severity.items() if usual == "undetermined"} == {"fact.unknown"}
    assert {code for code, usual in severity.items() if usual == "incomplete"} == {
        "name.unresolved",
        "name.ambiguous",
        "line.unreadable",
    }


def test_codes_that_the_code_uses_have_an_entry() -> None:
    root = Path(__file__).parents[1] / "deckkit"
    families = {code.split(".")[0] for code in CODES if "." in code}
    literal = re.compile(rf'"((?:{"|".join(families)})\.[a-z_]+)"')
    sources = [*(root / "legality").glob("*.py"), *(root / "decklist").glob("*.py"), *root.glob("games/*/rules.py")]
    used = {code for path in sources for code in literal.findall(path.read_text("utf-8"))}
    assert used <= set(CODES)


def test_the_kernel_names_no_game() -> None:
    nouns = r"\b(?:inks?|inkwell|lore|quests?|banish\w*|runes?|legends?|lorcana|encres?|aventure|glimmers?)\b"
    for entry in load_codes().entries:
        words = " ".join([*entry.names["en"], *entry.names["fr"], *entry.text.values()])
        assert not re.findall(nouns, words, re.IGNORECASE), entry.id


@every_entry
def test_links_lead_somewhere_else(entry: Entry) -> None:
    home = next(reference for reference in ALL if reference.game == entry.game)
    assert entry.id not in entry.see
    assert len(set(entry.see)) == len(entry.see)
    assert all(home[link].id == link for link in entry.see)


# Words that really mean two things.
DOUBLE = {
    "lorcana": {
        "alter": {"shift", "alter-the-hand"},
        "modifier": {"modifier", "alter-the-hand"},
        letters("Temporary [Classification] Shift"): {"temporary-shift", "classification-shift"},
        letters("Alter temporaire de [Classification]"): {"temporary-shift", "classification-shift"},
    },
    "allegiance": {"ame": {"soul-icon", "soul"}, "defausse": {"discard", "discard-pile"}},
}


@every_game
def test_names_are_unique_enough(game: str) -> None:
    """A name means one entry of a game, apart from a few words."""
    meanings: dict[str, set[str]] = {}
    for entry in (*REFERENCES[game].entries, *load_codes().entries):
        for names in entry.names.values():
            for name in names:
                meanings.setdefault(letters(name), set()).add(entry.id)
    assert {name: found for name, found in meanings.items() if len(found) > 1} == DOUBLE.get(game, {})


NUMBERS = {
    "lorcana": r"(?:CR|TR) \d+(?:\.\d+)+|RN\d+|PR",
    "riftbound": r"(?:CR|CR-0717|TR) \d{3}(?:\.(?:\d+|[a-z]))*",
    "wowtcg": r"WOW \d+|CR \d{3}(?:\.\d+[a-z]?)?",
    "invocateurs": r"IN \d+\.\d+",
    "allegiance": r"AL \d+\.\d+",
}


@every_entry
def test_rule_numbers_count_in_named_documents(entry: Entry) -> None:
    assert len(set(entry.rules)) == len(entry.rules)
    if entry.game is None:
        assert not entry.rules
        return
    assert entry.rules or entry.game == "lorcana"
    for rule in entry.rules:
        assert re.fullmatch(NUMBERS[entry.game], rule)
        assert rule.split()[0] in REFERENCES[entry.game].sources


def test_a_bare_keyword_of_two_games_is_told_apart() -> None:
    """ "Insaisissable" is Evasive in Lorcana and Elusive in WoW TCG; Guard and Tank are of one game only."""
    assert [(e.game, e.id) for e in find(ALL, "Insaisissable")] == [("lorcana", "evasive"), ("wowtcg", "elusive")]
    assert [e.game for e in find(ALL, "Rush")] == ["lorcana", "allegiance"]
    assert [e.game for e in find(ALL, "Rift")] == ["wowtcg", "allegiance"]
    assert [e.game for e in find(ALL, "Ambush")] == ["riftbound"]


# -- against the digest -------------------------------------------------------------------------------------------


def _cited(digest: str) -> set[str]:
    """The numbers of a digest with the document last named before each ("CR 8.1, 8.2" names CR 8.2 too)."""
    found = set()
    document = ""
    body = "\n".join(line for line in digest.splitlines() if not line.startswith("#"))
    for token in re.finditer(r"\b(CR|TR|LJ)\b|\b(RN\d+|PR)\b|(?<![\d.])(\d+(?:\.\d+)+)(?![\d.]*\d)", body):
        if token[1]:
            document = token[1]
        elif token[2]:
            found.add(token[2])
        else:
            found.add(f"{document} {token[3]}")
            # "1.12.1–1.12.3" names the number between them as well.
            stem, _, first = token[3].rpartition(".")
            if through := re.match(rf"–{re.escape(stem)}\.(\d+)", body[token.end() :]):
                found.update(f"{document} {stem}.{last}" for last in range(int(first), int(through[1]) + 1))
    return found


def _digests(shared: Path, *names: str) -> str:
    return "\n".join((shared / "rules" / f"{name}.md").read_text("utf-8") for name in names)


def _numbered(digest: str, document: str) -> set[str]:
    """The numbers of a digest's own facts: of list items, with or without a section, and of table rows."""
    numbers = re.findall(r"^(?:- |\| )?(\d+(?:\.\d+)?)(?:\.? |\. )", digest, re.MULTILINE)
    return {f"{document} {number}" for number in numbers}


def _wow_numbers(digest: str) -> set[str]:
    cited = re.findall(r"\bCR ([^]]*)[]:]", digest)
    return _numbered(digest, "WOW") | {f"CR {n}" for text in cited for n in re.findall(r"\d{3}(?:\.\d+[a-z]?)?", text)}


def _riftbound_numbers(digest: str) -> set[str]:
    """Every official number with those above it; "480.4-.5" and "183.3.d, .e" begin with a number that is there."""
    found = set()
    for number in re.findall(r"(?<![\d.])\d{3}(?:\.(?:\d+|[a-z]))*\b", digest):
        parts = number.split(".")
        stems = {".".join(parts[: n + 1]) for n in range(len(parts))}
        found |= {f"{document} {stem}" for document in ("CR", "CR-0717", "TR") for stem in stems}
    return found


def test_rule_numbers_are_those_of_the_digest(shared: Path) -> None:
    cited = {
        "lorcana": _cited(_digests(shared, "lorcana")),
        "riftbound": _riftbound_numbers(_digests(shared, "riftbound", "riftbound-play")),
        "wowtcg": _wow_numbers(_digests(shared, "wowtcg")),
        "invocateurs": _numbered(_digests(shared, "invocateurs"), "IN"),
        "allegiance": _numbered(_digests(shared, "allegiance"), "AL"),
    }
    assert len(cited["wowtcg"] & {f"WOW {n}" for n in range(1, 155)}) == 154
    missing = {
        (game, entry.id, rule)
        for game, reference in REFERENCES.items()
        for entry in reference.entries
        for rule in entry.rules
        if rule not in cited[game]
    }
    assert not missing


def test_riftbound_keywords_and_glossary(shared: Path) -> None:
    """Every row of the table of keywords with its number, and every pair of the glossary of French words."""
    table = re.findall(
        r"^\| ([A-Z][A-Za-z-]+)[^|]*\|[^|]*\|[^|]*\|[^|]*\| (\d{3})", _digests(shared, "riftbound-play"), re.MULTILINE
    )
    assert len(table) == 25
    assert [entry.names["en"][0] for entry in keywords("riftbound")] == [word for word, _ in table]
    for word, number in table:
        (entry,) = find([REFERENCES["riftbound"]], word)
        assert number in {rule.split()[1] for rule in entry.rules}
    glossary = _digests(shared, "riftbound").split("## J.")[1]
    pairs = re.findall(r"([^=;\n]+) = ([^=;.]+)[;.]", glossary)
    assert len(pairs) == 19
    for french, english in pairs:
        by_french, by_english = (find([REFERENCES["riftbound"]], word.strip()) for word in (french, english))
        assert len(by_english) == 1
        assert by_english[0] in by_french, french


def test_wow_keywords(shared: Path) -> None:
    """The 58 rows of facts 83 to 140, French and English."""
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \|", _digests(shared, "wowtcg"), re.MULTILINE)
    assert len(rows) == 58
    assert len(keywords("wowtcg")) == 58
    for (number, french, english), entry in zip(rows, keywords("wowtcg"), strict=True):
        assert f"WOW {number}" in entry.rules
        for word in re.sub(r" X$| «.*»", "", french).split(" / "):
            assert fold(word) in {fold(name) for name in entry.names["fr"]}
        word = re.sub(r"\(Type\) ", "", english).removesuffix(" X")
        assert word in entry.names["en"] if "not found" not in english else not entry.names["en"]


def test_invocateurs_and_allegiance_words(shared: Path) -> None:
    allegiance = re.split(r"^## ", _digests(shared, "allegiance"), flags=re.MULTILINE)
    named = re.findall(r"\*\*([A-Z][a-z]+(?: icon)?)(?: X)?\*\* (?:\(([^)]+)\) )?\[S\]", allegiance[8])
    assert len(named) == 17
    assert [(entry.names["en"][0], entry.names["fr"][0]) for entry in keywords("allegiance")] == [
        (english, french or english) for english, french in named
    ]
    rites = re.findall(r"\*\*(Rite [^*]+)\*\* \(([^)]+)\)", allegiance[10])
    assert len(rites) == 4
    for pair in rites:
        assert len({entry.id for word in pair for entry in find([REFERENCES["allegiance"]], word)}) == 1
    invocateurs = re.split(r"^## ", _digests(shared, "invocateurs"), flags=re.MULTILINE)[11]
    words = re.findall(r"\*\*([A-Z][a-z ]+)\*\*(?: \(([^)]+)\))?", invocateurs)
    assert len(words) >= 6
    for pair in words:
        for word in filter(None, pair):
            assert find([REFERENCES["invocateurs"]], word), word


def test_the_lorcana_glossary_is_covered(shared: Path) -> None:
    """Every keyword, phase and format of the digest's glossary is found under its English and its French word."""
    digest = (shared / "rules" / "lorcana.md").read_text("utf-8")
    sections = re.split(r"^### 10\.", digest, flags=re.MULTILINE)
    missed = []
    for section in (sections[1], sections[4]):
        for english, french in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", section, re.MULTILINE)[2:]:
            missed += [word for word in (english, french) if not find([LORCANA], word)]
    assert not missed
    terms = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", sections[2], re.MULTILINE)[2:]
    words = {english: [word for word in re.split(r"[;,(/{]", english) if word] for english, _ in terms}
    unknown = [english for english, any_of in words.items() if not any(find([LORCANA], word) for word in any_of)]
    assert len(terms) > 70
    assert not unknown


def _runs(text: str, length: int = 8) -> Iterator[str]:
    words = re.findall(r"\w+", fold(text))
    for start in range(len(words) - length + 1):
        yield " ".join(words[start : start + length])


def test_the_words_are_our_own(shared: Path) -> None:
    """No eight words in a row are those of the digest or of a seed."""
    sources = [*sorted((shared / "rules").glob("*.md")), *sorted((shared / "seeds").glob("*.txt"))]
    theirs = {run for source in sources for run in _runs(source.read_text("utf-8"))}
    assert len(sources) >= 11
    assert len(theirs) > 40_000
    ours = [(entry.id, run) for entry in ENTRIES for text in entry.text.values() for run in _runs(text)]
    copied = [(where, run) for where, run in ours if run in theirs]
    assert not copied


@every_game
def test_every_keyword_of_the_catalogue_has_an_entry(game: str) -> None:
    database = Path(__file__).parents[1] / "data" / "riftlore.db"
    if not database.is_file():
        pytest.skip("the shipped catalogue is not built yet")
    from deckkit.catalogue.store import Catalogue

    with Catalogue.open(database) as catalogue:
        if game not in catalogue.games():
            pytest.skip("the shipped catalogue does not hold this game yet")
        printed = {row.keyword for card in catalogue.cards(game) for row in catalogue.keywords(card)}
    assert len(printed) >= {"lorcana": 15, "riftbound": 25, "allegiance": 12}.get(game, 0)
    for keyword in printed:
        assert [entry for entry in find([REFERENCES[game]], keyword) if entry.kind == "keyword"], keyword


# -- lookup -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "wanted"),
    [
        ("Evasive", ["evasive"]),
        ("insaisissable", ["evasive"]),
        ("EVASIVE ", ["evasive"]),
        ("Resist +2", ["resist"]),
        ("resistance +1", ["resist"]),
        ("Resist +N", ["resist"]),
        ("Singer 5", ["singer"]),
        ("sing together 7", ["sing-together"]),
        ("a l’unisson 7", ["sing-together"]),
        ("Shift 3", ["shift"]),
        ("Boost 2 {I}", ["boost"]),
        ("Puppy Shift 3", ["classification-shift"]),
        ("Alter de Chiot", ["classification-shift"]),
        ("Universal Shift", ["universal-shift"]),
        ("Temporary Red Panda Shift 4", ["classification-shift", "temporary-shift"]),
        ("mulligan", ["alter-the-hand"]),
        ("alter", ["shift", "alter-the-hand"]),
        ("game-state check", ["game-state-check"]),
        ("facedown", ["face-down"]),
        ("amber", ["ink-type"]),
        ("{E}", ["exert"]),
        ("pool.rotated", ["pool.rotated"]),
        ("Core", ["core"]),
        ("coconut", ["format-coconut"]),
        ("60 cards", ["deck-size"]),
    ],
)
def test_terms(term: str, wanted: list[str]) -> None:
    assert ids(term) == wanted


def test_rule_numbers() -> None:
    assert ids("CR 8.6.1") == ids("8.6.1") == ids("cr8.6.1") == ["evasive"]
    assert "deck-size" in ids("1.10.1.1")
    assert "copy-limit" in ids("CR 1.10.1.1")
    # What cites the number itself comes before what cites a number under it.
    assert ids("TR 1.6")[:2] == ["rotation", "any-printing"]
    assert "ban-list" in ids("TR 1.6")
    # CR 8.10 is Shift with all its variants; CR 8.1 is not CR 8.10.
    variants = ["universal", "classification", "duo", "combo", "temporary", "potato"]
    shifts = [i for i in ids("CR 8.10") if LORCANA[i].kind == "keyword"]
    assert shifts == ["shift", *(f"{variant}-shift" for variant in variants)]
    assert "universal-shift" not in ids("CR 8.1")
    assert "rotation" not in ids("CR 1.6")
    assert "adventurous" in ids("RN14")
    assert ids("CR 99.1") == []


def test_numbers_with_letters_and_versions() -> None:
    """Riftbound's July rules moved numbers: CR 450 is Recall in March, CR-0717 450 is Contested; WoW writes 100.2a."""
    riftbound = [REFERENCES["riftbound"]]
    assert [e.id for e in find(riftbound, "CR-0717 450")] == ["contested"]
    assert {e.id for e in find(riftbound, "CR 450")} == {"recall", "contested"}
    assert [e.id for e in find(riftbound, "827")] == ["empower"]
    assert ids("CR 103.2.d.1", "riftbound") == ["signature"]
    assert ids("103.2", "riftbound")[0] == "main-deck"
    assert "signature" in ids("103.2", "riftbound")
    assert ids("CR 100.2a", "wowtcg") == ids("cr100.2a", "wowtcg") == ["class", "class-icon", "faction"]
    # 100.2 has 100.2a to 100.2e under it; WOW 11 is not WOW 110.
    assert set(ids("CR 100.2", "wowtcg")) >= {"class", "hero-required", "talent", "reputation", "deckbuilding-line"}
    assert ids("WOW 110", "wowtcg") == ["awesome"]
    assert "awesome" not in ids("WOW 11", "wowtcg")
    assert "aegis" in ids("AL 8.6", "allegiance")
    assert "copy-limit" in ids("IN 3.2", "invocateurs")


@pytest.mark.parametrize(
    ("game", "term", "wanted"),
    [
        ("riftbound", "Assaut 2", ["assault"]),
        ("riftbound", "Deflect X", ["deflect"]),
        ("riftbound", "Essence", ["power"]),
        ("riftbound", "Puissance", ["might"]),
        ("riftbound", "Hold", ["hold"]),
        ("riftbound", "2v2", ["2v2"]),
        ("riftbound", "cimetière", ["trash"]),
        ("wowtcg", "Fire Resistance", ["resistance"]),
        ("wowtcg", "Résistance Feu", ["resistance"]),
        ("wowtcg", "Visible", ["conspicuous"]),
        ("wowtcg", "Mend 2", ["mend"]),
        ("wowtcg", "Orc Hero Required", ["hero-required"]),
        ("wowtcg", "Survival Talent", ["talent"]),
        ("wowtcg", "side deck", ["side-deck"]),
        ("wowtcg", "périple", ["periple"]),
        ("wowtcg", "AWESOME!", ["awesome"]),
        ("wowtcg", "FABULEUX !", ["awesome"]),
        ("invocateurs", "officier", ["officer"]),
        ("invocateurs", "invocation normale", ["normal-summon"]),
        ("allegiance", "Blessures 3", ["wounds"]),
        ("allegiance", "Œil pour œil", ["oeil-pour-oeil"]),
        ("allegiance", "eye for an eye", ["oeil-pour-oeil"]),
        ("allegiance", "Âme", ["soul-icon", "soul"]),
    ],
)
def test_terms_of_the_other_games(game: str, term: str, wanted: list[str]) -> None:
    assert ids(term, game) == wanted


def test_every_entry_is_found_by_its_id_and_names() -> None:
    for entry in ENTRIES:
        for key in (entry.id, *(names[0] for names in entry.names.values() if names)):
            assert entry in find(ALL, key), key


@pytest.mark.parametrize("term", ["", "   ", "+2", "???", "[", "(", "%d", "{0}", "'; DROP TABLE", "x" * 10_000])
def test_odd_terms_find_nothing_and_do_not_fail(term: str) -> None:
    assert find(ALL, term) == []


@given(st.text(max_size=40))
def test_any_text_is_looked_up(term: str) -> None:
    found = find(ALL, term)
    assert all(entry in ENTRIES for entry in found)
    assert len(found) == len({(entry.game, entry.id) for entry in found})


def test_nearest_names_come_first() -> None:
    assert nearest(ALL, "evasiv")[0] == "Evasive"
    assert nearest(ALL, "insaisisable")[0] == "Insaisissable"
    assert nearest(ALL, "pool.rotatd")[0] == "pool.rotated"
    assert nearest(ALL, "zzzzqqqq") == []


# -- wrong files --------------------------------------------------------------------------------------------------

_ENTRY = """
[[entry]]
id = "a"
kind = "term"
names.en = ["A"]
names.fr = ["B"]
text.en = "One."
text.fr = "Un."
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[entry]\n", "not readable TOML"),
        (_ENTRY + _ENTRY, "'a' is there twice"),
        (_ENTRY + 'see = ["b"]', "'b', which is no entry"),
        (_ENTRY.replace('"term"', '"word"'), "'word' is no kind"),
        (_ENTRY + 'severity = "bad"', "'bad' is no severity"),
        (_ENTRY.replace('text.fr = "Un."', ""), "lacks 'fr'"),
        (_ENTRY.replace('"Un."', '""'), "empty name or text"),
        (_ENTRY.replace('["B"]', "[]"), "empty name or text"),
        (_ENTRY.replace('names.en = ["A"]\nnames.fr = ["B"]', "names = {}"), "empty name or text"),
    ],
)
def test_mistakes_in_a_file_are_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "words.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        load_reference(path, None)
    assert said in str(caught.value.what)
    assert str(caught.value.where).startswith("words.toml")


def test_an_entry_without_a_word_in_one_language(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    path.write_text(_ENTRY.replace('names.en = ["A"]', ""), "utf-8")
    (entry,) = load_reference(path, None).entries
    assert entry.names == {"en": (), "fr": ("B",)}
    assert entry.title("en") == entry.title("fr") == "B"


# -- the command --------------------------------------------------------------------------------------------------


def _run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["rules", *arguments])
    assert result.exit_code == 0, result.exception
    return result.stdout


def test_an_entry_is_shown_with_its_other_name_numbers_and_links() -> None:
    text = _run("lorcana", "evasive", "--lang", "en")
    assert text.startswith("Evasive")
    assert "French: Insaisissable" in text
    assert "CR 8.6.1" in text
    assert "Comprehensive Rules 2.3.0" in text
    assert "Alert" in text.split("see also")[1]
    assert LORCANA["evasive"].text["en"] in " ".join(text.split())


def test_french_output() -> None:
    text = _run("lorcana", "evasive", "--lang", "fr")
    assert text.startswith("Insaisissable")
    assert "Evasive" in text
    assert LORCANA["evasive"].text["fr"] in " ".join(text.split())
    assert "Règles complètes 2.3.0" in text
    assert not re.search(r"^\s*[:;!?»]", _run("--lang", "fr", "lorcana", "challenge"), re.MULTILINE)


def test_words_need_no_quotes_and_no_game() -> None:
    assert _run("sing", "together", "--lang", "en") == _run("lorcana", "sing together", "--lang", "en")
    assert _run("LORCANA", "Resist", "+2", "--lang", "en").startswith("Resist")
    assert _run("pool.rotated", "--lang", "en").startswith("Rotated out")
    assert _run("lorcana", "pool.rotated", "--lang", "fr").startswith("Sortie par rotation")


def test_the_game_of_each_entry_is_shown() -> None:
    assert _run("lorcana", "evasive", "--lang", "en").startswith("Evasive  (Disney Lorcana, keyword)\n")
    text = _run("insaisissable", "--lang", "en")
    assert text.startswith("Evasive  (Disney Lorcana, keyword)\n")
    assert "\nElusive  (World of Warcraft TCG, keyword)\n" in text


def test_an_unknown_word_is_said_to_be_unknown() -> None:
    text = _run("wowtcg", "périple", "--lang", "en")
    assert text.startswith("Périple  (World of Warcraft TCG, keyword)\n  English: no word known\n  French: Périple\n")
    assert "French: no word known" in _run("riftbound", "accelerate", "--lang", "en")


@pytest.mark.parametrize(("game", "number"), [("lorcana", 21), ("riftbound", 25), ("wowtcg", 58), ("allegiance", 17)])
def test_the_game_alone_lists_everything(game: str, number: int) -> None:
    text = _run(game, "--lang", "en")
    lines = [line.strip() for line in text.splitlines()]
    for entry in REFERENCES[game].entries:
        assert entry.title("en") in lines
    for code in CODES:
        assert any(line.startswith(f"{code}:") for line in lines)
    assert f"Keywords ({number})" in lines


def test_json_keeps_to_its_schema_and_does_not_follow_the_language() -> None:
    for arguments in (("evasive",), ("lorcana", "CR 8.10"), ("banned",), ("périple",), ("wowtcg",), ()):
        document: dict[str, Any] = json.loads(_run(*arguments, "--json"))
        validate(document, "rules")
        assert document == json.loads(_run(*arguments, "--json", "--lang", "fr"))
    first = json.loads(_run("evasive", "--json"))["entries"][0]
    assert first["id"] == "evasive"
    assert first["game"] == "lorcana"
    assert first["names"] == {"en": ["Evasive"], "fr": ["Insaisissable"]}
    assert None in {entry["game"] for entry in json.loads(_run("banned", "--json"))["entries"]}
    (fan,) = json.loads(_run("périple", "--json"))["entries"]
    assert fan["names"] == {"en": [], "fr": ["Périple"]}


@pytest.mark.parametrize("term", ["evasiv", "qqqqzzzz", "CR 99.9"])
def test_an_unknown_term_is_an_input_error_with_the_nearest(term: str) -> None:
    result = CliRunner().invoke(app, ["rules", "lorcana", term])
    assert isinstance(result.exception, InputError)
    assert result.exception.exit_code == 3
    assert term in str(result.exception.what)
    assert str(result.exception.do)
    if term == "evasiv":
        assert "Evasive" in str(result.exception.do)
