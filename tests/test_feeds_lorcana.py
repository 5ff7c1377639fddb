"""The real feeds: generations of LorcanaJSON, names in four languages, sets, Lorcast. Needs the shared folder."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from feeds_support import content

from deckkit.catalogue import Catalogue
from deckkit.errors import FeedError
from deckkit.feeds import update
from deckkit.games import GAMES

NEWEST = "lorcanajson-2.4.0.en.json.gz"
OLDEST = "en/old/allCards.2025-02-28.v2.1.1.json"
FRENCH = "fr/allCards.2025-01.cards-only.json"
LORCAST = "other/inkwellkeeper-lorcast"


@pytest.fixture(scope="module")
def feeds(shared: Path) -> Path:
    return shared / "feeds" / "lorcana"


@pytest.fixture(scope="module")
def raw(feeds: Path) -> dict[str, Any]:
    """The newest feed, read without our reader."""
    with gzip.open(feeds / NEWEST) as file:
        document: dict[str, Any] = json.load(file)
    return document


@pytest.fixture(scope="module")
def newest(feeds: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue with the newest feed only."""
    target = tmp_path_factory.mktemp("newest") / "c.db"
    update(GAMES["lorcana"], feeds / NEWEST, target)
    return target


@pytest.fixture
def copy(newest: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(newest, tmp_path / "c.db"))


def key_of(catalogue: Catalogue, name: str) -> str:
    card = catalogue.index("lorcana").resolve(name).card
    assert card is not None, name
    return card.key


def test_newest_feed_against_the_raw_file(newest: Path, raw: dict[str, Any]) -> None:
    """Counts and facts of every printing, from the raw JSON."""
    with Catalogue.open(newest) as catalogue:
        counts = catalogue.counts("lorcana")
        names = {card["fullName"].casefold() for card in raw["cards"]}
        # "Vaiana - Adventurer of Land and Sea" is another name of a card that is also there as Moana.
        assert counts == {"cards": len(names) - 1, "printings": 3556, "sets": 19}
        per_set = Counter(p.set_code for card in catalogue.cards("lorcana") for p in catalogue.printings(card))
        assert per_set == Counter(card["setCode"] for card in raw["cards"])
        for record in raw["cards"]:
            found = catalogue.printing("lorcana", str(record["id"]))
            assert found is not None
            card, printing = found
            assert (card.facts["type"], card.facts["cost"], card.facts["inkable"]) == (
                record["type"],
                record["cost"],
                record["inkwell"],
            )
            assert sorted(card.facts["inks"]) == sorted(record["color"].split("-") if record["color"] else [])
            for fact in ("strength", "willpower", "lore"):
                assert card.facts.get(fact) == record.get(fact)
            assert card.facts.get("move_cost") == record.get("moveCost")
            assert not card.unknown
            assert printing.promo == (record.get("promoGrouping") or None)
            assert printing.number == (None if record["number"] is None else str(record["number"]))
            assert (
                catalogue.claims("lorcana")[card.key]
                == {name.lower(): state["allowed"] for name, state in record["allowedInFormats"].items()}
                if record["id"] % 97 == 0
                else True
            )


def test_traps_of_the_newest_feed(newest: Path) -> None:
    """SCHEMA.md, Traps, and the table of fields."""
    with Catalogue.open(newest) as catalogue:
        cards = {card.key: card for card in catalogue.cards("lorcana")}
        # One card under two spellings: the first printing decides.
        for name in (
            "Let It Go",
            "Cruella De Vil - Miserable as Usual",
            "The Islands I Pulled from the Sea",
            "Can't Hold It Back Anymore",
        ):
            assert cards[key_of(catalogue, name.upper())].name == name
        # The newest ordinary printing gives the facts: set 9 added Hunny.
        assert "Hunny" in cards["lorcana:winnie-the-pooh-hunny-wizard"].facts["classifications"]
        # Two names, one card.
        assert key_of(catalogue, "Vaiana - Adventurer of Land and Sea") == "lorcana:moana-adventurer-of-land-and-sea"
        # A name that changed between feeds resolves.
        tweedle = cards[key_of(catalogue, "Tweedle Dee & Tweedle Dum - Strange Storytellers")]
        assert tweedle.name == "Tweedledee & Tweedledum - Strange Storytellers"
        assert catalogue.aliases(tweedle)[0][1] == date(2026, 4, 15)
        assert key_of(catalogue, "Nick Wilde - Determined Detective") == "lorcana:nick-wilde-sly-fox-sleuth"
        # Copy limits: a number, no limit, and absent where it is the usual one.
        assert cards["lorcana:dalmatian-puppy-tail-wagger"].facts["copy_limit"] == 99
        assert cards["lorcana:microbots"].facts["copy_limit"] == "any"
        assert cards["lorcana:the-glass-slipper"].facts["copy_limit"] == 2
        assert sum("copy_limit" in card.facts for card in cards.values()) == 3
        # An empty promo group is none; a card may have no number.
        vine = catalogue.printings(cards["lorcana:vine-tendril"])
        assert any(p.number is None and p.promo is None for p in vine)
        # Quest cards without ink; dual inks in one order, whatever the string said.
        assert any(card.facts["inks"] == [] for card in cards.values())
        assert cards["lorcana:tweedledee-tweedledum-strange-storytellers"].facts["inks"] == ["Emerald", "Ruby"]
        assert cards["lorcana:chip-n-dale-recovery-rangers"].facts["singular_names"] == ["Chip", "Dale"]
        # Sets sort as numbers, quests after them; announced sets without cards are kept.
        assert list(catalogue.sets("lorcana")) == [str(i) for i in range(1, 17)] + ["Q1", "Q2", "Q3"]
        cosmic = catalogue.sets("lorcana")["16"]
        assert (cosmic.release, cosmic.complete) == (None, False)
        # Core.allowed stands although a past allowedUntilDate stands beside it.
        assert catalogue.claims("lorcana")["lorcana:distract"]["core"] is True
        # Set and number are no key: promos share them.
        assert len(catalogue.at("lorcana", "7", "26")) > 1
        bucky = cards["lorcana:bucky-squirrel-squeak-tutor"]
        assert date(2024, 8, 9) in {ability.used_until for ability in catalogue.abilities(bucky)}


def test_three_generations_end_as_the_newest_alone(feeds: Path, newest: Path, tmp_path: Path) -> None:
    target = tmp_path / "c.db"
    first = update(GAMES["lorcana"], feeds / OLDEST, target)
    assert first.count("added")["printings"] == 1661
    with Catalogue.open(target) as catalogue:
        # 2.1.1 does not state copy limits: where the text speaks of copies they are unknown, nowhere a default.
        unknown = {card.key for card in catalogue.cards("lorcana") if "copy_limit" in card.unknown}
        assert unknown == {"lorcana:dalmatian-puppy-tail-wagger", "lorcana:microbots", "lorcana:the-glass-slipper"}
    second = update(GAMES["lorcana"], feeds / "en", target)
    assert (second.version, second.generated) == ("2.3.2", date(2025, 12, 18))
    # The folder has no quest: its cards stay.
    assert not any(second.count("removed").values())
    third = update(GAMES["lorcana"], feeds / NEWEST, target)
    assert not any(third.count("removed").values())
    renamed = [(d.old, d.new) for d in third.details if d.what == "card" and d.field == "key"]
    assert renamed == [
        ("lorcana:tweedle-dee-tweedle-dum-strange-storytellers", "lorcana:tweedledee-tweedledum-strange-storytellers")
    ]
    hiram = [d for d in third.details if d.id == "lorcana:hiram-flaversham-toymaker" and d.field == "claims.infinity"]
    assert [(d.old, d.new) for d in hiram] == [(True, False)]
    assert content(target, history=False) == content(newest, history=False)
    again = update(GAMES["lorcana"], feeds / NEWEST, target)
    assert not again.changes


def test_old_formats_are_refused(feeds: Path, copy: Path) -> None:
    before = copy.read_bytes()
    for name in ("setdata.1.2023-12.json", "setdata.2.2023-12.json"):
        with pytest.raises(FeedError, match=r"1\.0\.2 is not read"):
            update(GAMES["lorcana"], feeds / "en" / "old" / name, copy)
    with pytest.raises(FeedError, match="no cards"):
        update(GAMES["lorcana"], feeds / "en" / "sets_header.2026-08-02.json", copy)
    assert copy.read_bytes() == before


def test_feeds_of_other_games_are_refused(shared: Path, copy: Path) -> None:
    before = copy.read_bytes()
    for name in (
        "riftbound/riftcodex-2026-08-16.json",
        "riftbound/dotgg-2026-06-29.json",
        "riftbound/tcgapi-2025-12.json",
        "invocateurs/cards.json",
        "allegiance/cards.json",
        "lorcana/lorcanajson-inputs/CardBans.json",
        "lorcana/other/dreamborn/collection-dreamborn.json",
        "lorcana/other/dreamborn/collection-export.csv",
    ):
        with pytest.raises(FeedError, match="no Disney Lorcana feed") as error:
            update(GAMES["lorcana"], shared / "feeds" / name, copy)
        assert Path(str(error.value.where)).name == Path(name).name
    assert copy.read_bytes() == before


def test_french_list_of_cards(feeds: Path, copy: Path, tmp_path: Path) -> None:
    with pytest.raises(FeedError, match="need the cards first"):
        update(GAMES["lorcana"], feeds / FRENCH, tmp_path / "empty.db")
    report = update(GAMES["lorcana"], feeds / FRENCH, copy)
    assert (report.language, report.version, report.generated) == ("fr", "2.0-2.1 (cards only)", None)
    assert [notice["code"] for notice in report.notices] == ["feed.undated"]
    assert {c["id"] for c in report.corrected} == {"1179"}
    counts = report.count("added")
    assert (counts["cards"], counts["printings"], counts["sets"]) == (0, 0, 0)
    french = json.loads((feeds / FRENCH).read_text(encoding="utf-8"))
    with Catalogue.open(copy) as catalogue:
        for record in french:
            found = catalogue.printing("lorcana", str(record["id"]))
            assert found is not None
            if record["id"] != 1179:  # a promo that kept its English name
                assert found[0] in catalogue.index("lorcana").exact(record["fullName"])
        hook = catalogue.card("lorcana:captain-hook-forceful-duelist")
        assert hook.names["fr"] == "Capitaine Crochet - Duelliste aguerri"
        assert catalogue.abilities(hook, "fr")[0].text
    assert not update(GAMES["lorcana"], feeds / FRENCH, copy).changes


def test_names_in_four_languages(feeds: Path, copy: Path) -> None:
    report = update(GAMES["lorcana"], feeds / "names_i18n.csv", copy)
    with (feeds / "names_i18n.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    told = Counter(notice["code"] for notice in report.notices)
    assert told == {"name.without_printing": sum(row["id"] in ("0", "-1") for row in rows), "name.wrong_printing": 3}
    assert not any(report.count("changed").values())
    assert not any(report.count("removed").values())
    wrong = {"HeiHei - Persistent Presence": "274", "Rapunzel - Appreciative Artist": "692", "Ursula - Vanessa": "713"}
    with Catalogue.open(copy) as catalogue:
        index = catalogue.index("lorcana")
        for row in rows:
            if row["id"] in ("0", "-1") or wrong.get(row["en"]) == row["id"]:
                continue
            found = catalogue.printing("lorcana", row["id"])
            assert found is not None
            for language in ("fr", "de", "it"):
                if row[language]:
                    assert found[0] in index.exact(row[language]), (language, row)
        # A wrong id gives its card no wrong name.
        agustin = catalogue.printing("lorcana", "692")
        assert agustin is not None
        assert agustin[0].names["fr"].startswith("Agustín Madrigal")
        # A German name that two cards bear is ambiguous, not guessed.
        assert len(index.resolve("Minnie Maus - Geliebte Prinzessin").candidates) == 2


def test_spelling_of_lorcanajson_stays_beside_capitals(feeds: Path, copy: Path) -> None:
    for order in ((FRENCH, "names_i18n.csv"), ("names_i18n.csv", FRENCH)):
        target = copy.with_name(f"{order[0][:2]}.db")
        shutil.copy(copy, target)
        for name in order:
            update(GAMES["lorcana"], feeds / name, target)
        with Catalogue.open(target) as catalogue:
            card = catalogue.card("lorcana:captain-hook-forceful-duelist")
            assert card.names["fr"] == "Capitaine Crochet - Duelliste aguerri"
            goofy = catalogue.card("lorcana:goofy-musketeer")
            assert goofy.names["fr"] == "Dingo - Mousquetaire"
    one, two = (content(copy.with_name(f"{name}.db"), history=False) for name in ("fr", "na"))
    # Only the spelling of names in capitals depends on which better spellings were known by then.
    assert [(n[:3], n[4:]) for n in one["names"]] == [(n[:3], n[4:]) for n in two["names"]]
    assert one["abilities"] == two["abilities"]


def test_set_names(feeds: Path, copy: Path) -> None:
    report = update(GAMES["lorcana"], feeds / "lorcanajson-inputs" / "baseSetData.json", copy)
    assert {d.field for d in report.details} == {"names"}
    with Catalogue.open(copy) as catalogue:
        sets = catalogue.sets("lorcana")
        assert sets["1"].names == {
            "en": "The First Chapter",
            "fr": "Premier Chapitre",
            "de": "Das Erste Kapitel",
            "it": "Capitolo Primo",
        }
        assert "it" not in sets["Q2"].names


def test_lorcast_adds_and_never_overwrites(feeds: Path, copy: Path) -> None:
    before = content(copy)
    for name in ("winterspell", "wilds_unknown", "attack_of_the_vine", "d23_collection", "promo_set_3"):
        report = update(GAMES["lorcana"], feeds / LORCAST / f"{name}.json", copy)
        assert not report.changes, name
    report = update(GAMES["lorcana"], feeds / LORCAST / "promo_set_2.json", copy)
    # Five numbers of the series that LorcanaJSON gives otherwise, and one printing without a number.
    assert report.count("added")["printings"] == 5
    assert [notice["code"] for notice in report.notices] == ["printing.without_number"]
    after = content(copy)
    assert after["cards"] == before["cards"]
    assert {row[0] for row in after["printings"]} - {row[0] for row in before["printings"]} == {
        f"lorcast:P2-{number}" for number in ("015", "017", "038", "042", "043")
    }


def test_lorcast_alone_leaves_unknown_what_it_does_not_say(feeds: Path, tmp_path: Path) -> None:
    """Dual-ink cards carry only their first ink there, so one ink is no known fact; the better feed fills it in."""
    target = tmp_path / "c.db"
    update(GAMES["lorcana"], feeds / LORCAST / "wilds_unknown.json", target)
    with Catalogue.open(target) as catalogue:
        cards = catalogue.cards("lorcana")
        assert len(cards) == 204
        assert all("inks" in card.unknown and "inks" not in card.facts for card in cards)
    report = update(GAMES["lorcana"], feeds / NEWEST, target)
    with Catalogue.open(target) as catalogue:
        assert not any(card.unknown for card in catalogue.cards("lorcana"))
        assert catalogue.counts("lorcana") == {"cards": 2784, "printings": 3556, "sets": 19}
    # Its own printings and its own set give way.
    assert (report.count("removed")["printings"], report.count("removed")["sets"]) == (242, 1)
