"""Riftbound's feeds: the ten faults of the main one, and what the others add. Real files where they are at hand."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter, defaultdict
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from feeds_support import content, save
from hypothesis import given
from hypothesis import strategies as st
from riftbound_support import champion, legend, riftbound_feeds, row

from deckkit.catalogue import Catalogue
from deckkit.catalogue.fold import fold, letters
from deckkit.catalogue.model import Card
from deckkit.errors import FeedError
from deckkit.feeds import update
from deckkit.feeds.corrections import Corrections
from deckkit.feeds.report import Report
from deckkit.games import GAMES
from deckkit.games.riftbound.feed_errata import reword
from deckkit.games.riftbound.feed_names import full_name, identity, spelling
from deckkit.games.riftbound.feed_rulekit import without_headline
from deckkit.games.riftbound.feed_text import keywords, rich_lines

MAIN = "riftcodex-2026-08-16.json"
ERRATA = "errata-overlay-2026-08-17.json"
RULEKIT = "rulekit-cards-2026-08-14.json"
RIFTSCRIBE = "riftscribe-2026-08-22.json"
ENGINE = "rules-engine-catalog-2026-06-21.json"
ALL = (MAIN, ERRATA, RULEKIT, RIFTSCRIBE, ENGINE)
# What rulekit knows and the main feed has not: tokens and markers, and one preview.
ONLY_RULEKIT = {
    *("Baron Pit", "Bird", "Brush", "Buff", "Empowered", "Mech", "Reflection", "Sand Soldier", "Shadow Clone"),
    *("Tentacle", "XP Tracker", "Seraphine, Not Alone"),
}
FACTS = Path(__file__).resolve().parents[1] / "data" / "facts" / "riftbound"
DOCS = Path(__file__).resolve().parents[1] / "docs" / "riftbound.md"


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def feeds(shared: Path) -> Path:
    return shared / "feeds" / "riftbound"


@pytest.fixture(scope="module")
def raw(feeds: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = load(feeds / MAIN)
    return rows


@pytest.fixture(scope="module")
def stages(feeds: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Report]]:
    """The catalogue after each feed in turn, and the report of its import."""
    folder = tmp_path_factory.mktemp("riftbound")
    found: dict[str, tuple[Path, Report]] = {}
    target = folder / "c.db"
    for name in ALL:
        report = update(GAMES["riftbound"], feeds / name, target)
        found[name] = Path(shutil.copy(target, folder / f"{name}.db")), report
    return found


@pytest.fixture(scope="module")
def main(stages: dict[str, tuple[Path, Report]]) -> Catalogue:
    return Catalogue.open(stages[MAIN][0])


@pytest.fixture(scope="module")
def whole(stages: dict[str, tuple[Path, Report]]) -> Catalogue:
    return Catalogue.open(stages[ENGINE][0])


def card(catalogue: Catalogue, name: str) -> Card:
    found = catalogue.index("riftbound").exact(name)
    assert len(found) == 1, (name, found)
    return found[0]


def current(catalogue: Catalogue, name: str) -> list[str]:
    return [a.text or "" for a in catalogue.abilities(card(catalogue, name)) if a.used_until is None]


def notices(report: Report, code: str) -> list[str]:
    return [n["message"].render("en") for n in report.notices if n["code"] == code]


# -- the main feed, against the raw file ----------------------------------------------------------------------


def test_counts(main: Catalogue, raw: list[dict[str, Any]], stages: dict[str, tuple[Path, Report]]) -> None:
    """929 cards. Printings: one for each id, and 16 in metal that share the id of the plain one (fault 1)."""
    assert main.counts("riftbound") == {"cards": 929, "printings": 1304 + 16, "sets": 8}
    assert len({r["riftbound_id"] for r in raw}) == 1304
    assert sum(r["classification"]["type"] == "Legend" for r in raw) == 180
    legends = [c for c in main.cards("riftbound") if c.facts["type"] == "Legend"]
    assert len(legends) == 49
    assert all(len(c.facts["domains"]) == 2 for c in legends)
    assert sum(c.facts.get("supertype") == "Signature" for c in main.cards("riftbound")) == 51
    assert stages[MAIN][1].generated == date(2026, 7, 21)


def test_names_agree_with_another_feed(main: Catalogue, feeds: Path) -> None:
    """RuleKit names every card in full, so it tells whether our full names are right."""
    theirs = {item["name"] for item in load(feeds / RULEKIT)["items"]}
    ours = {letters(c.name) for c in main.cards("riftbound")}
    missing = {name for name in theirs if letters(name) not in ours}
    assert missing == ONLY_RULEKIT | {"Stagazer", "Recruit", "Recruit v2", "Recruit v3", "Sprite", "Gold"}


def test_final_rows_stand_for_preview_rows(main: Catalogue, raw: list[dict[str, Any]]) -> None:
    """Fault 1: 131 ids have both; the other 96 only a preview."""
    by_id = defaultdict(list)
    for r in raw:
        by_id[r["riftbound_id"]].append(r["new"])
    both = {i for i, new in by_id.items() if True in new and len(new) == 2}
    only = {i for i, new in by_id.items() if new == [True]}
    assert (len(both), len(only)) == (131, 96)
    previews = {p.feed_id for c in main.cards("riftbound") for p in main.printings(c) if p.facts.get("preview")}
    assert previews == only
    # Where `new` is null the row is final.
    assert main.printing("riftbound", "ogn-049-298") is not None


def test_metal_promos_are_printings_of_their_own(main: Catalogue) -> None:
    """Fault 1: 16 ids of organised play stand for a plain and a metal card."""
    metal = [p for c in main.cards("riftbound") for p in main.printings(c) if p.feed_id.endswith(":metal")]
    pairs = [p for p in metal if main.printing("riftbound", p.feed_id.removesuffix(":metal"))]
    assert (len(metal), len(pairs)) == (28, 16)
    annie, plain = main.printing("riftbound", "opp-017-024"), main.printing("riftbound", "opp-017-024:metal")
    assert annie is not None
    assert plain is not None
    assert annie[0] == plain[0] == card(main, "Annie, Dark Child")
    assert plain[1].facts["treatment"] == "metal"


def test_legends_are_named_by_champion_and_title(main: Catalogue) -> None:
    """Fault 2. The title alone, and the spelling with a dash, find the card too."""
    kennen = card(main, "Kennen, Heart of the Tempest")
    assert kennen.facts["champion"] == "Kennen"
    assert kennen.facts["tags"] == ["Yordle", "Kennen"]
    for name in ("Heart of the Tempest", "Kennen - Heart of the Tempest", "kennen heart of the tempest"):
        assert main.index("riftbound").resolve(name).card == kennen
    assert card(main, "Rek'Sai, Void Burrower").name == "Rek'Sai, Void Burrower"
    for c in main.cards("riftbound"):
        if c.facts["type"] == "Legend":
            title = c.name.removeprefix(c.facts["champion"] + ", ")
            assert title != c.name
            assert card(main, title) == c
            assert "supertype" not in c.facts  # 27 rows call a Legend "Champion"
    sources = {text: source for text, _, source in main.aliases(card(main, "Akali, Rogue Assassin"))}
    assert set(sources) == {"Rogue Assassin", "Akali - Rogue Assassin"}


def test_champion_tags(main: Catalogue) -> None:
    """Every Legend, Champion unit and Signature card has one; on the first two it is the first part of the name."""
    champions = {c.facts["champion"] for c in main.cards("riftbound") if c.facts.get("supertype") == "Champion"}
    assert len(champions) == 95
    for c in main.cards("riftbound"):
        has = c.facts["type"] == "Legend" or c.facts.get("supertype") in ("Champion", "Signature")
        assert ("champion" in c.facts) == has, c.name
        assert not has or c.facts["champion"] in c.facts["tags"]
        if c.facts.get("supertype") == "Champion":
            assert c.name.startswith(c.facts["champion"] + ", ")
    assert card(main, "Tibbers").facts["champion"] == "Annie"
    assert card(main, "Spinning Axe").facts["champion"] == "Draven"


def test_units_are_named_with_a_comma(main: Catalogue, raw: list[dict[str, Any]]) -> None:
    """Fault 3: " - " in older rows, ", " in newer ones; one card whatever its rows say."""
    assert [c.name for c in main.cards("riftbound") if " - " in c.name] == []
    jinx = card(main, "Jinx, Demolitionist")
    assert {p.feed_id for p in main.printings(jinx)} >= {"ogn-030-298", "ven-168-166"}
    spelled = {r["name"] for r in raw if r["riftbound_id"] in ("ogn-030-298", "ven-168-166")}
    assert spelled == {"Jinx - Demolitionist", "Jinx, Demolitionist", "Jinx, Demolitionist (Overnumbered)"}
    # Names that hold a comma anyway.
    assert "champion" not in card(main, "Allay, Eager Admirer").facts
    assert card(main, "Heisho, Shell of the World").facts["type"] == "Battlefield"


def test_variants_are_told_three_ways(main: Catalogue, raw: list[dict[str, Any]]) -> None:
    """Fault 4: no name keeps a bracket; letter or star, bracket and flag come out as one word."""
    assert {c.name for c in main.cards("riftbound") if c.name.endswith(")")} == set()
    treatments = Counter(
        p.facts.get("treatment") for c in main.cards("riftbound") for p in main.printings(c) if p.promo is None
    )
    for r in raw:
        found = main.printing("riftbound", r["riftbound_id"])
        if r["name"].endswith("(Metal)") or found is None:
            continue
        printing = found[1]
        letter = re.search(r"\d([a-z]|\*)(?:-|$)", r["riftbound_id"])
        assert printing.variant == (letter[1] if letter else None)
        for flag in ("alternate_art", "overnumbered", "signature"):
            if r["metadata"][flag]:
                assert printing.facts["treatment"] == flag.replace("_", " "), r["riftbound_id"]
    assert treatments["signature"] == 36
    assert treatments["ultimate"] == 1  # Baron Nashor
    assert treatments["special"] == 6  # VEN-SP1 to SP6
    kaisa = main.at("riftbound", "VEN", "SP1")
    assert [c.name for c, _ in kaisa] == ["Kai'Sa, Survivor"]
    assert [c.name for c, _ in main.at("riftbound", "OGN", "299*")] == ["Kai'Sa, Daughter of the Void"]
    assert [p.facts["identifier"] for _, p in main.at("riftbound", "VEN", "R03")] == ["VEN-R03"]
    assert [p.facts["identifier"] for _, p in main.at("riftbound", "OGN", "7a")] == ["OGN-007a/298"]


def test_promos_keep_the_number_of_the_original(main: Catalogue) -> None:
    """Fault 4: ``opp-007b-298``. They make a group of their own and legalise nothing."""
    fury = main.printing("riftbound", "opp-007b-298")
    assert fury is not None
    assert (fury[0].name, fury[1].number, fury[1].variant, fury[1].promo) == ("Fury Rune", "7", "b", "OPP")
    promos = [p for c in main.cards("riftbound") for p in main.printings(c) if p.promo]
    assert Counter(p.promo for p in promos) == {"OPP": 133, "PR": 13, "JDG": 3}
    assert not any(p.counts for p in promos)
    assert {s.code for s in main.sets("riftbound").values() if s.kind == "promo"} == {"OPP", "PR", "JDG"}


def test_paragraphs_are_kept_apart(main: Catalogue, raw: list[dict[str, Any]]) -> None:
    """Fault 5: the plain text glues them together; the rich one has the breaks."""
    dragon = next(r for r in raw if r["riftbound_id"] == "unl-118-219")
    assert dragon["text"]["rich"].count("<br />") == 1
    assert len(current(main, "Elder Dragon")) == 2
    texts = [a.text or "" for c in main.cards("riftbound") for a in main.abilities(c)]
    assert not any("<" in t or "&" in t or ":rb_" in t or "\u00a0" in t for t in texts)
    # Lists of choices stay one ability.
    choices = [t for t in texts if "•" in t]
    assert choices
    assert all(not t.startswith("•") for t in choices)


def test_values_agree_with_another_feed(
    main: Catalogue, feeds: Path, raw: list[dict[str, Any]], stages: dict[str, tuple[Path, Report]]
) -> None:
    """Fault 6: no difference to riftscribe in energy, might, power, type or domains; RuleKit differs on two cards."""
    checked = 0
    for item in load(feeds / RIFTSCRIBE):
        found = main.printing("riftbound", item["id"].replace("-star-", "*-"))
        if found is None:
            continue
        checked += 1
        facts = found[0].facts
        for fact in ("energy", "might"):
            assert facts.get(fact) == item["stats"][fact]
        assert facts.get("power", 0) == (item["stats"]["power"] or 0)
        assert facts["type"] == item["type"]
        assert sorted(facts["domains"]) == sorted(d for d in item["domains"] if d != "Colorless")
    assert checked == 1180 - 9
    assert notices(stages[RIFTSCRIBE][1], "fact.conflict") == []
    told = notices(stages[RULEKIT][1], "fact.conflict")
    assert len(told) == 4
    for words in (("Spectral Centaur", "might", "6", "5"), ("Whirlwind", "energy", "4", "3")):
        assert sum(all(word in message for word in words) for message in told) == 1
    centaur = next(r for r in raw if r["name"] == "Spectral Centaur")
    assert card(main, "Spectral Centaur").facts["might"] == centaur["attributes"]["might"] == 5


def test_might_bonus_of_equipment(main: Catalogue, whole: Catalogue) -> None:
    """Fault 6: the main feed gives no Equipment its Might bonus, so it is unknown until RuleKit fills it in."""
    rites = card(main, "Last Rites")
    assert "might_bonus" in rites.unknown
    assert card(whole, "Last Rites").facts["might_bonus"] == 2
    assert len(current(main, "Last Rites")) == 1
    assert len(current(whole, "Last Rites")) == 2
    equipment = [c for c in main.cards("riftbound") if "Equipment" in c.facts.get("tags", ())]
    assert len(equipment) == 40
    assert all("might_bonus" in c.unknown for c in equipment)
    assert not any(c.unknown for c in whole.cards("riftbound"))


def test_cards_without_text_have_none(main: Catalogue) -> None:
    """Fault 7: "[NO TEXT]"."""
    for name in ("Fury Rune", "Playful Phantom", "Mega-Mech"):
        assert current(main, name) == []
    assert not any("NO TEXT" in (a.text or "") for c in main.cards("riftbound") for a in main.abilities(c))


def test_tokens(main: Catalogue, whole: Catalogue, feeds: Path) -> None:
    """Fault 8: three Recruits, Sprite and Gold, double-faced; RuleKit has the others."""
    tokens = {c.name for c in main.cards("riftbound") if c.facts.get("token")}
    assert tokens == {
        *(f"Recruit ({n}) // Buff" for n in (271, 272, 273)),
        "Sprite (274) // Buff",
        "Gold // Buff",
    }
    assert all(card(main, name).facts["domains"] == [] for name in tokens)
    assert card(main, "Gold").name == "Gold // Buff"
    assert len(main.index("riftbound").resolve("Recruit").candidates) == 3
    added = {c.name for c in whole.cards("riftbound")} - {c.name for c in main.cards("riftbound")}
    assert added == ONLY_RULEKIT
    assert whole.counts("riftbound")["cards"] == 941 == len(load(feeds / RULEKIT)["items"])
    pit = card(whole, "Baron Pit")
    assert (pit.facts["type"], pit.facts["token"]) == ("Battlefield", True)
    assert card(whole, "Tentacle").facts["might"] == 1
    assert card(whole, "XP Tracker").facts["type"] == "Card"
    assert [k.keyword for k in whole.keywords(card(whole, "Bird"))] == ["Deflect"]
    # RuleKit's picture of it has the number 999, which is none.
    numbers = {p.feed_id: p.number for p in whole.printings(card(whole, "Buff"))}
    assert numbers == {"ogn-999": None, "unl-t04": "T04"}


def test_sets_and_what_is_not_there(main: Catalogue, whole: Catalogue) -> None:
    """Fault 9: no days in any feed, no Radiance but a preview, no ARC, no FND."""
    days = {s.code: s.release for s in whole.sets("riftbound").values() if s.kind == "expansion"}
    assert days == {
        "OGN": date(2025, 10, 31),
        "OGS": date(2025, 10, 31),
        "SFD": date(2026, 2, 13),
        "UNL": date(2026, 5, 8),
        "VEN": date(2026, 7, 31),
        "RAD": date(2026, 10, 23),
    }
    assert list(main.sets("riftbound")) == ["OGN", "OGS", "SFD", "UNL", "VEN", "JDG", "OPP", "PR"]
    assert main.sets("riftbound")["OGN"].name == "Origins"
    seraphine = card(whole, "Seraphine, Not Alone")
    assert [(p.set_code, p.facts) for p in whole.printings(seraphine)] == [("RAD", {"preview": True})]
    assert seraphine.facts["champion"] == "Seraphine"
    assert not any("Preview" in a or "\U0001d40f" in a for a in current(whole, "Seraphine, Not Alone"))


def test_errata_are_laid_over(whole: Catalogue, stages: dict[str, tuple[Path, Report]], feeds: Path) -> None:
    """Fault 10: the text is that of the erratum, the former one is dated."""
    entries = load(feeds / ERRATA)["entries"]
    assert len(entries) == 63
    rows = whole.abilities(card(whole, "Targon's Peak"))
    now = [a.text or "" for a in rows if a.used_until is None]
    former = [(a.text or "", a.used_until) for a in rows if a.used_until is not None]
    assert len(now) == len(former) == 1
    assert "up to 2 runes" in now[0]
    assert "ready 2 runes" in former[0][0]
    assert former[0][1] == date(2025, 10, 27)  # the errata are of the 28th
    # A reminder that the list leaves out stays; the keyword line is not touched.
    kato = current(whole, "Kato the Arm")
    assert len(kato) == 2
    assert "another friendly unit" in kato[1]
    report = stages[ERRATA][1]
    assert report.count("changed")["cards"] == 0
    told = notices(report, "errata.not_found")
    # Two quotes are too short to be found; both cards are printed with the new words.
    assert [message.partition(":")[0] for message in told] == ["Baited Hook", "Icathian Rain"]
    dates = {a.used_until for c in whole.cards("riftbound") for a in whole.abilities(c) if a.used_until}
    assert dates == {date(2025, 10, 27), date(2026, 1, 13), date(2026, 4, 2), date(2026, 7, 23)}


def test_errata_agree_with_rulekit(stages: dict[str, tuple[Path, Report]], feeds: Path) -> None:
    """RuleKit has whole errata texts, under a headline in mathematical letters that must be cut: 66 cards."""
    texts = [item["text"].get("card_text") or "" for item in load(feeds / RULEKIT)["items"]]
    assert sum(without_headline(text) != text for text in texts) == 66 + 1  # and one preview
    assert {m.partition(":")[0] for m in notices(stages[RULEKIT][1], "text.differs")} == {
        # The list of errata leaves out an article; RuleKit kept a word of the old text.
        *("Clockwork Keeper", "Highlander"),
        # Changed by an FAQ that the list of errata does not have.
        *("Wraith of Echoes", "Unyielding Spirit", "Symbol of the Solari"),
    }


# -- facts ------------------------------------------------------------------------------------------------------


def test_copy_limits(main: Catalogue) -> None:
    """Digest A12, A13 and H: any number of Spiderlings, one of each Unique card, else the format's limit."""
    limits = {c.name: c.facts["copy_limit"] for c in main.cards("riftbound") if "copy_limit" in c.facts}
    assert limits == {
        "Spiderling": "any",
        "Forgefire Cape": 1,
        "Rabadon's Deathcrown": 1,
        "Shurelya's Requiem": 1,
    }


def test_keywords(main: Catalogue) -> None:
    def of(name: str) -> list[str]:
        return [str(k) for k in main.keywords(card(main, name))]

    assert of("Jinx, Demolitionist") == ["Accelerate", "Assault 2"]
    assert of("Garen, Rugged") == ["Assault 2", "Shield 2"]
    assert of("Blood Rush") == ["Action", "Repeat [1]"]  # gives Assault 2, has it not
    assert of("Jagged Cutlass") == ["Equip [Body]"]  # printed without the brackets
    assert of("Risen Altar") == []  # speaks of costs of Empower
    assert of("Honeyfruit") == ["Level 6"]  # its ability has Reaction, the card has not
    pouty = main.keywords(card(main, "Pouty Poro"))
    assert [(k.keyword, k.value, k.number) for k in pouty] == [("Deflect", None, 1)]


def test_costs(main: Catalogue) -> None:
    """Energy and Power where there is a cost; no number where none applies."""
    for c in main.cards("riftbound"):
        costs = c.facts["type"] in ("Unit", "Spell", "Gear") and not c.facts.get("token")
        assert ("energy" in c.facts) == ("power" in c.facts) == costs, c.name
        assert ("might" in c.facts) == (c.facts["type"] == "Unit"), c.name


def test_regions_that_showcase_printings_leave_out(main: Catalogue, stages: dict[str, tuple[Path, Report]]) -> None:
    """All printings together give the tags; what a later printing adds is told."""
    assert card(main, "Kai'Sa, Survivor").facts["tags"] == ["Kai'Sa", "The Void"]
    assert set(card(main, "Vayne, Hunter").facts["tags"]) == {"Vayne", "Demacia", "Sentinel"}
    assert [m.partition(":")[0] for m in notices(stages[MAIN][1], "printings.differ")] == [
        "Vayne, Hunter",
        "Kennen, Storm of Shuriken",
    ]


# -- names that people use --------------------------------------------------------------------------------------


def test_every_name_of_the_cases_resolves(whole: Catalogue, shared: Path) -> None:
    names: set[str] = set()
    for case in load(shared / "cases" / "riftbound.json"):
        if any(step.get("do") == "check_deck" for step in case.get("when", ())):
            names |= {entry["name"] for part in case["given"]["deck"].values() for entry in part}
    assert len(names) > 30
    for name in names:
        assert card(whole, name).name == name


def test_every_line_of_the_headerless_lists_resolves(whole: Catalogue, shared: Path) -> None:
    missing = set()
    for path in sorted((shared / "decks" / "riftbound").glob("*-text/*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            match = re.fullmatch(r"(\d+) (.+?)(?: [(\[][A-Z]+-[^)\]]*[)\]])?", line.strip())
            if match and whole.index("riftbound").resolve(match[2]).card is None:
                missing.add(match[2])
    assert missing == set()


def test_runes_of_spiritforged(whole: Catalogue, main: Catalogue) -> None:
    """Lists name SFD-R03; the main feed has no runes of that set."""
    assert main.at("riftbound", "SFD", "R03") == ()
    assert [c.name for c, _ in whole.at("riftbound", "SFD", "R03")] == ["Mind Rune"]
    assert [c.name for c, _ in whole.at("riftbound", "SFD", "R01a")] == ["Fury Rune"]


def test_spellings_of_riftscribe(whole: Catalogue) -> None:
    assert card(whole, "Yi, Honed").name == "Master Yi, Honed"
    assert card(whole, "Dark Child - Starter").name == "Annie, Dark Child"
    recruit = whole.at("riftbound", "VEN", "T04")
    assert [c.name for c, _ in recruit] == ["Recruit (272) // Buff"]


# -- imports ----------------------------------------------------------------------------------------------------


def test_imports_are_idempotent(stages: dict[str, tuple[Path, Report]], feeds: Path, tmp_path: Path) -> None:
    target = Path(shutil.copy(stages[ENGINE][0], tmp_path / "c.db"))
    before = content(target)
    for name in (*ALL, *reversed(ALL)):
        report = update(GAMES["riftbound"], feeds / name, target)
        assert not report.changes, (name, report.details[:3])
    assert content(target) == before
    assert stages[MAIN][1].count("added")["cards"] == 929
    assert sum(stages[RIFTSCRIBE][1].count("changed").values()) == 0


def test_shipped_facts_and_the_live_feed(feeds: Path, tmp_path: Path) -> None:
    """The shipped facts hold no texts; the feeds bring them, and errata stay in force all the while."""
    target = tmp_path / "c.db"
    update(GAMES["riftbound"], FACTS, target)
    with Catalogue.open(target) as catalogue:
        assert not catalogue.has_text("riftbound")
        assert catalogue.counts("riftbound")["cards"] == 941
    for name in (MAIN, ERRATA, RULEKIT):
        report = update(GAMES["riftbound"], feeds / name, target)
        # Words that arrive where only their hash was known are no change of the day that is shown.
        assert not [d for d in report.details if d.old == d.new], name
        assert not any(report.count("changed")[what] for what in ("cards", "printings", "names", "sets")), name
        assert not any(report.count("removed").values())
        with Catalogue.open(target) as catalogue:
            peak = catalogue.abilities(card(catalogue, "Targon's Peak"))
            assert [a.used_until for a in peak] == [None, date(2025, 10, 27)]
            assert "up to" not in (peak[1].text or "")
            assert peak[0].text is None if name == MAIN else "up to" in (peak[0].text or "")
    for name in (MAIN, ERRATA, RULEKIT):
        assert not update(GAMES["riftbound"], feeds / name, target).changes


def test_other_feeds_need_the_cards(feeds: Path, tmp_path: Path) -> None:
    """Before the main feed they would leave second cards behind: Stagazer, Recruit, Sprite, Gold."""
    target = tmp_path / "c.db"
    for name in (ERRATA, RULEKIT, RIFTSCRIBE, ENGINE):
        with pytest.raises(FeedError, match="cards first") as refused:
            update(GAMES["riftbound"], feeds / name, target)
        assert "riftcodex, errata, rulekit, riftscribe, rules-engine" in str(refused.value.do)
    assert not target.exists()
    # Cards of a user's own are not those of the main feed.
    own = {"schema": "deckkit.own-cards/1", "game": "riftbound", "source": "mine", "cards": [{"name": "A card"}]}
    update(GAMES["riftbound"], save(tmp_path / "own.json", own), target)
    before = target.read_bytes()
    for name in (ERRATA, RULEKIT, RIFTSCRIBE, ENGINE):
        with pytest.raises(FeedError, match="cards first"):
            update(GAMES["riftbound"], feeds / name, target)
    assert target.read_bytes() == before


def test_the_other_feeds_in_another_order(feeds: Path, stages: dict[str, tuple[Path, Report]], tmp_path: Path) -> None:
    """The same living cards and printings, whatever comes first behind the main feed."""

    def living(path: Path) -> tuple[set[str], set[tuple[str, str]]]:
        with Catalogue.open(path) as catalogue:
            cards = list(catalogue.cards("riftbound"))
            return {c.key for c in cards}, {(c.key, p.feed_id) for c in cards for p in catalogue.printings(c)}

    target = Path(shutil.copy(stages[MAIN][0], tmp_path / "c.db"))
    for name in (ENGINE, RIFTSCRIBE, RULEKIT, ERRATA):
        update(GAMES["riftbound"], feeds / name, target)
    assert living(target) == living(stages[ENGINE][0])


def test_rulekit_gives_way(main: Catalogue, whole: Catalogue) -> None:
    """Its texts come without headlines, its two further pictures of the Recruit are no cards, and values stay."""
    with pytest.raises(KeyError):
        whole.card("riftbound:recruit-v2")
    texts = [a.text or "" for c in whole.cards("riftbound") for a in whole.abilities(c)]
    assert not any("\U0001d400" <= ch <= "\U0001d7ff" for text in texts for ch in text)
    assert card(whole, "Spectral Centaur").facts["might"] == 5
    assert "might_bonus" not in card(main, "Last Rites").facts or card(main, "Last Rites").facts["might_bonus"] == 2
    assert card(whole, "Last Rites").facts["might_bonus"] == 2


def test_feeds_of_other_games_are_refused(shared: Path, stages: dict[str, tuple[Path, Report]], tmp_path: Path) -> None:
    target = Path(shutil.copy(stages[MAIN][0], tmp_path / "c.db"))
    before = target.read_bytes()
    for name in (
        "lorcana/lorcanajson-2.4.0.en.json.gz",
        "lorcana/other/inkwellkeeper-lorcast/winterspell.json",
        "riftbound/dotgg-2026-06-29.json",
        "riftbound/official-zh-cn-2026-04-27.json",
        "riftbound/rulekit-banlist-2026-08-14.json",
        "riftbound/banlist-history.json",
        "invocateurs/cards.json",
        "allegiance/cards.json",
    ):
        with pytest.raises(FeedError, match="no Riftbound feed") as error:
            update(GAMES["riftbound"], shared / "feeds" / name, target)
        assert Path(str(error.value.where)).name == Path(name).name
    assert target.read_bytes() == before


# -- made-up feeds ----------------------------------------------------------------------------------------------

CARDS = [
    row("ogn-001-298", "Alpha"),
    champion("ogn-002-298", "Bell - Loud", ["Zaun", "Bell"]),
    legend("ogn-003-298", "Bell - Ringer", ["Bell"]),
    row("ogn-004-298", "Bell Song", type="Spell", supertype="Signature", might=None, tags=["Bell"]),
]


@pytest.fixture
def target(tmp_path: Path) -> Path:
    update(riftbound_feeds(), save(tmp_path / "good.json", CARDS), tmp_path / "c.db")
    return tmp_path / "c.db"


def test_a_list_and_pages_are_the_same(target: Path, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    for i in range(2):
        items = CARDS[2 * i : 2 * i + 2]
        save(pages / f"{i + 1}.json", {"items": items, "total": 4, "page": i + 1, "size": 2, "pages": 2})
    assert not update(riftbound_feeds(), pages, target).changes
    before = target.read_bytes()
    with pytest.raises(FeedError, match="2 of 4"):
        update(riftbound_feeds(), pages / "1.json", target)
    save(pages / "2.json", {"items": CARDS[2:3], "total": 3})
    with pytest.raises(FeedError, match="different totals"):
        update(riftbound_feeds(), pages, target)
    assert target.read_bytes() == before


def test_a_final_row_takes_the_place_of_its_preview(tmp_path: Path) -> None:
    """The row's own id changes then; the printing stays the same one."""
    target = tmp_path / "c.db"
    preview = legend("ven-155-166", "Ringer", ["Yordle", "Bell"], new=True, id="x1", clean_name=None)
    bell = champion("ven-002-166", "Bell, Loud", ["Yordle", "Bell"])
    update(riftbound_feeds(), save(tmp_path / "a.json", [preview, bell]), target)
    final = legend("ven-155-166", "Yordle, Bell - Ringer", ["Yordle", "Bell"], id="x2")
    for rows in ([preview, final, bell], [final, preview, bell], [final, bell]):
        report = update(riftbound_feeds(), save(tmp_path / "b.json", rows), target)
        with Catalogue.open(target) as catalogue:
            assert {c.name for c in catalogue.cards("riftbound")} == {"Bell, Ringer", "Bell, Loud"}
            assert [p.facts for p in catalogue.printings(card(catalogue, "Ringer"))] == [{"identifier": "VEN-155/166"}]
        assert report.count("added")["printings"] == report.count("removed")["printings"] == 0


def test_a_bracket_of_unknown_words_is_a_variant_where_the_bare_name_exists(tmp_path: Path) -> None:
    rows = [row("ogn-001-298", "Alpha"), row("pr-001-298", "Alpha (Golden Box)"), row("ogn-005-298", "Omega (Two)")]
    update(riftbound_feeds(), save(tmp_path / "a.json", rows), tmp_path / "c.db")
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        assert {c.name for c in catalogue.cards("riftbound")} == {"Alpha", "Omega (Two)"}
        assert catalogue.printing("riftbound", "pr-001-298:golden-box") is not None


def test_a_champion_that_nothing_tells_is_unknown(tmp_path: Path) -> None:
    rows = [*CARDS, legend("ogn-009-298", "Stranger", ["Yordle", "Nobody"])]
    report = update(riftbound_feeds(), save(tmp_path / "a.json", rows), tmp_path / "c.db")
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        stranger = card(catalogue, "Stranger")
        assert stranger.unknown == {"champion"}
        assert card(catalogue, "Bell Song").facts["champion"] == "Bell"
    assert [m.partition(":")[0] for m in notices(report, "champion.unknown")] == ["Stranger"]


def test_a_feed_without_a_known_set_removes_nothing_of_it(target: Path, tmp_path: Path) -> None:
    report = update(riftbound_feeds(), save(tmp_path / "b.json", [row("sfd-001-221", "Delta")]), target)
    assert not any(report.count("removed").values())
    # Inside a set that it has, what lacks is gone.
    report = update(riftbound_feeds(), save(tmp_path / "b.json", [row("sfd-002-221", "Eps"), *CARDS[1:]]), target)
    assert {d.id for d in report.details if d.kind == "removed"} >= {"ogn-001-298", "sfd-001-221"}


@pytest.mark.parametrize(
    ("rows", "what", "where"),
    [
        ([row("ogn-001-298", "A", type="Hero")], "not a card type", r"\[0\] \(ogn-001-298\)\.classification\.type"),
        ([row("ogn-001-298", "A", type=7)], "not a text", r"classification\.type"),
        ([row("ogn-001-298", "A", domain=["Fire"])], "not domains", r"classification\.domain"),
        ([row("ogn-001-298", "A", domain="Fury")], "not a list of texts", r"classification\.domain"),
        ([row("ogn-001-298", "A", supertype="Elite")], "not a supertype", r"classification\.supertype"),
        ([row("ogn-001-298", "A", energy="3")], "not a whole number", r"attributes\.energy"),
        ([row("ogn-001-298", "A", energy=None)], "not a whole number", r"attributes\.energy"),
        ([row("ogn-001-298", "A", might=2.5)], "not a whole number", r"attributes\.might"),
        ([row("ogn-001-298", "A", tags="Poro")], "not a list of texts", r"\.tags"),
        ([row("ogn-001-298", "")], "not a text", r"\.name"),
        ([row("ogn-001-298", "A", name=...)], "missing", r"\.name"),
        ([row("ogn001", "A")], "no printed identity", r"\.riftbound_id"),
        ([row("ogn-001-298", "A", set_id="SFD")], "not of the set", r"\.set\.set_id"),
        ([row("ogn-001-298", "A", new="yes")], "not true or false", r"\.new"),
        ([row("ogn-001-298", "A", signature=None)], "not true or false", r"metadata\.signature"),
        ([row("ogn-001-298", "A", updated_on="soon")], "not a time stamp", r"metadata\.updated_on"),
        ([row("ogn-001-298", "A"), row("ogn-001-298", "B")], "used twice", r"\[1\]"),
        ([row("ogn-001-298", "A"), 5], "a number where an object is due", r"\[1\]"),
    ],
)
def test_wrong_rows_are_refused_with_their_place(
    target: Path, tmp_path: Path, rows: list[Any], what: str, where: str
) -> None:
    before = target.read_bytes()
    with pytest.raises(FeedError, match=what) as error:
        update(riftbound_feeds(), save(tmp_path / "bad.json", rows), target)
    assert re.search(where, str(error.value.where))
    assert target.read_bytes() == before


def test_a_set_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "corrections.toml"
    path.write_text('[[set]]\ncode = "X"\nname = "X"\nkind = "expansion"\norder = 1\nrelease = "soon"\n', "utf-8")
    with pytest.raises(FeedError, match="this set cannot be read") as error:
        Corrections.load(path)
    assert str(error.value.where) == "corrections.toml: set 1"
    known = {item.code: item for item in riftbound_feeds().corrections.sets}
    assert all(item.source for item in known.values())
    assert known["RAD"].release == date(2026, 10, 23)


# -- parts ------------------------------------------------------------------------------------------------------


def test_identities() -> None:
    told = {
        "ogn-001-298": ("OGN", "1", None, "OGN-001/298"),
        "opp-007b-298": ("OPP", "7", "b", "OPP-007b/298"),
        "sfd-223*-221": ("SFD", "223", "*", "SFD-223*/221"),
        "sfd-223-star-221": ("SFD", "223", "*", "SFD-223*/221"),
        "ven-r01": ("VEN", "R01", None, "VEN-R01"),
        "ven-sp1-006": ("VEN", "SP1", None, "VEN-SP1/006"),
        "sfd-t03": ("SFD", "T03", None, "SFD-T03"),
        "SFD-237a": ("SFD", "237", "a", "SFD-237a"),
    }
    for text, wanted in told.items():
        place = identity(text, "")
        assert (place.set_code, place.number, place.variant, place.code) == wanted
    assert identity("sfd-223-221", "").overnumbered
    assert not identity("sfd-221-221", "").overnumbered


@given(st.text(max_size=30))
def test_names_of_any_kind_are_taken_apart(name: str) -> None:
    found = spelling(name)
    assert fold(found.name) in fold(name)
    assert full_name(found.name, "Legend", "Bell").startswith("Bell, ")
    assert " - " in found.name or full_name(found.name, "Unit", None) == found.name


@given(
    st.lists(st.sampled_from(["[Tank]", "[Assault 2]", "[Buff]", "a unit", "(why)", ":rb_might:", "<br />", "•", " "]))
)
def test_texts_of_any_kind_are_read(parts: list[str]) -> None:
    lines = rich_lines("<p>" + "".join(parts) + "</p>")
    assert not any("<" in line or ":rb" in line for line in lines)
    assert {k.keyword for k in keywords(lines)} <= {"Tank", "Assault"}


def test_rewording_keeps_what_did_not_change() -> None:
    text = "[Tank] (Why.)\nKill a gear of your choice, then draw 1. (It is gone.)"
    old, new = "Kill gear of choice, then draw 1.", "Kill up to one gear of choice, then do this: draw 1."
    assert reword(text, old, new) == (
        "[Tank] (Why.)\nKill up to one gear of your choice, then do this: draw 1. (It is gone.)"
    )
    assert reword(text, "Kill a unit.", "Kill two units.") is None
    assert reword("Pay [Mind]. If you do, draw 1.", "pay [C]. If you do, draw 1.", "pay [C] to draw 1.") == (
        "Pay [Mind] to draw 1."
    )
    assert reword("[Hidden] (Long.)\nDraw 1.", "[Hidden] (...) Draw 1.", "[Hidden] (...) Draw 2.") == (
        "[Hidden] (Long.)\nDraw 2."
    )


# -- what our own data says -------------------------------------------------------------------------------------


def test_bans_agree_with_two_lists(shared: Path, whole: Catalogue) -> None:
    """formats.toml against RuleKit's list and the compiled history, card by card and day by day."""
    judge = GAMES["riftbound"].judge(whole)
    history = load(shared / "feeds" / "riftbound" / "banlist-history.json")
    theirs: dict[str, dict[str, date]] = {"constructed": {}, "2v2": {}}
    for step in history["updates"]:
        names = [n for key in ("banned", "bannedBattlefields", "bannedLegends") for n in step.get(key, ())]
        formats = ("2v2",) if "2v2" in step["format"] else ("constructed", "2v2")
        for name in names:
            for slug in formats:
                theirs[slug].setdefault(card(whole, name).key, date.fromisoformat(step["effective"]))
    slugs = {"constructed": "constructed", "constructed-2v2": "2v2"}
    for item in load(shared / "feeds" / "riftbound" / "rulekit-banlist-2026-08-14.json")["items"]:
        key = card(whole, item["card"]["name"]).key
        assert key in theirs[slugs[item["format"]["slug"]]], item["card"]["name"]
    for slug, bans in theirs.items():
        for c in whole.cards("riftbound"):
            for day in (date(2026, 3, 30), date(2026, 3, 31), date(2026, 7, 24), date(2026, 9, 18)):
                banned = judge.standing(c, slug, day).ban is not None
                assert banned == (bans.get(c.key, date.max) <= day), (slug, c.name, day)


def test_counts_in_the_docs(whole: Catalogue) -> None:
    text = DOCS.read_text(encoding="utf-8")
    counts = whole.counts("riftbound")
    assert f"{counts['cards']:,} cards" in text
    assert f"{counts['printings']:,} printings" in text
    kinds = Counter(c.facts["type"] for c in whole.cards("riftbound") if not c.facts.get("token"))
    for kind, count in kinds.items():
        assert f"| {kind} | {count} |" in text, kind
