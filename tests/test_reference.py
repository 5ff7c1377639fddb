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


def _lorcana() -> Reference:
    part = GAMES["lorcana"].reference
    assert part is not None
    return part()


LORCANA = _lorcana()
ALL = [LORCANA, load_codes()]
ENTRIES = [entry for reference in ALL for entry in reference.entries]
every_entry = pytest.mark.parametrize("entry", ENTRIES, ids=[entry.id for entry in ENTRIES])


def ids(term: str) -> list[str]:
    return [entry.id for entry in find(ALL, term)]


# -- the data -----------------------------------------------------------------------------------------------------


@every_entry
def test_an_entry_has_both_languages(entry: Entry) -> None:
    assert set(entry.names) == set(entry.text) == {"en", "fr"}
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


def test_names_are_unique_enough() -> None:
    """A name means one entry, apart from a few words that really mean two things."""
    meanings: dict[str, set[str]] = {}
    for entry in ENTRIES:
        for names in entry.names.values():
            for name in names:
                meanings.setdefault(letters(name), set()).add(entry.id)
    double = {name: found for name, found in meanings.items() if len(found) > 1}
    assert double == {
        "alter": {"shift", "alter-the-hand"},
        "modifier": {"modifier", "alter-the-hand"},
        letters("Temporary [Classification] Shift"): {"temporary-shift", "classification-shift"},
        letters("Alter temporaire de [Classification]"): {"temporary-shift", "classification-shift"},
    }


@every_entry
def test_rule_numbers_count_in_named_documents(entry: Entry) -> None:
    assert len(set(entry.rules)) == len(entry.rules)
    for rule in entry.rules:
        assert re.fullmatch(r"(?:CR|TR) \d+(?:\.\d+)+|RN\d+|PR", rule)
        assert rule.split()[0] in LORCANA.sources


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


def test_rule_numbers_are_those_of_the_digest(shared: Path) -> None:
    digest = (shared / "rules" / "lorcana.md").read_text("utf-8")
    cited = _cited(digest)
    missing = {(entry.id, rule) for entry in LORCANA.entries for rule in entry.rules if rule not in cited}
    assert not missing


def test_the_glossary_is_covered(shared: Path) -> None:
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
    sources = [shared / "rules" / "lorcana.md", *sorted((shared / "seeds").glob("*.txt"))]
    theirs = {run for source in sources for run in _runs(source.read_text("utf-8"))}
    assert len(theirs) > 10_000
    ours = [(entry.id, run) for entry in ENTRIES for text in entry.text.values() for run in _runs(text)]
    copied = [(where, run) for where, run in ours if run in theirs]
    assert not copied


def test_every_keyword_of_the_catalogue_has_an_entry() -> None:
    database = Path(__file__).parents[1] / "data" / "riftlore.db"
    if not database.is_file():
        pytest.skip("the shipped catalogue is not built yet")
    from deckkit.catalogue.store import Catalogue

    with Catalogue.open(database) as catalogue:
        printed = {row.keyword for card in catalogue.cards("lorcana") for row in catalogue.keywords(card)}
    assert len(printed) > 15
    for keyword in printed:
        assert [entry for entry in find([LORCANA], keyword) if entry.kind == "keyword"], keyword


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


def test_every_entry_is_found_by_its_id_and_names() -> None:
    for entry in ENTRIES:
        for key in (entry.id, entry.names["en"][0], entry.names["fr"][0]):
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
    ],
)
def test_mistakes_in_a_file_are_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "words.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        load_reference(path, None)
    assert said in str(caught.value.what)
    assert str(caught.value.where).startswith("words.toml")


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


def test_the_game_alone_lists_everything() -> None:
    text = _run("lorcana", "--lang", "en")
    lines = [line.strip() for line in text.splitlines()]
    for entry in LORCANA.entries:
        assert entry.names["en"][0] in lines
    for code in CODES:
        assert any(line.startswith(f"{code}:") for line in lines)
    assert f"Keywords ({len(KEYWORDS)})" in lines


def test_json_keeps_to_its_schema_and_does_not_follow_the_language() -> None:
    for arguments in (("evasive",), ("lorcana", "CR 8.10"), ("banned",), ("lorcana",), ()):
        document: dict[str, Any] = json.loads(_run(*arguments, "--json"))
        validate(document, "rules")
        assert document == json.loads(_run(*arguments, "--json", "--lang", "fr"))
    first = json.loads(_run("evasive", "--json"))["entries"][0]
    assert first["id"] == "evasive"
    assert first["game"] == "lorcana"
    assert first["names"] == {"en": ["Evasive"], "fr": ["Insaisissable"]}
    assert json.loads(_run("banned", "--json"))["entries"][0]["game"] is None


@pytest.mark.parametrize("term", ["evasiv", "qqqqzzzz", "CR 99.9"])
def test_an_unknown_term_is_an_input_error_with_the_nearest(term: str) -> None:
    result = CliRunner().invoke(app, ["rules", "lorcana", term])
    assert isinstance(result.exception, InputError)
    assert result.exception.exit_code == 3
    assert term in str(result.exception.what)
    assert str(result.exception.do)
    if term == "evasiv":
        assert "Evasive" in str(result.exception.do)
