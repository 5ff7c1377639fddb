"""Invocateurs and Allegiance: partial card lists, three-valued search, formats that tell rules from defaults."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from feeds_support import content, save
from french_support import FACTS, FRENCH, case_deck, from_facts, from_feeds

from deckkit.catalogue import Catalogue
from deckkit.catalogue.search import search
from deckkit.decklist import read_deck
from deckkit.errors import FeedError, InputError
from deckkit.feeds import update
from deckkit.games import GAMES
from deckkit.legality.cards import card_legality
from deckkit.legality.findings import Verdict

Run = Callable[..., tuple[int, bytes, str]]
ON = date(2026, 11, 30)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return from_facts(tmp_path_factory.mktemp("french") / "c.db")


@pytest.fixture(scope="module")
def french(path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(path) as catalogue:
        yield catalogue


def keys(catalogue: Catalogue, game: str, query: str) -> set[str]:
    return {card.key.partition(":")[2] for card in search(catalogue, game, GAMES[game].cards, query).cards}


# -- the lists ------------------------------------------------------------------------------------------------------


def test_the_facts_are_what_the_lists_give(tmp_path: Path, shared: Path, path: Path) -> None:
    fresh, shipped = content(from_feeds(tmp_path / "c.db", shared)), content(path)
    assert fresh == shipped
    before = (tmp_path / "c.db").read_bytes()
    from_feeds(tmp_path / "c.db", shared)
    assert (tmp_path / "c.db").read_bytes() == before


@pytest.mark.parametrize(("game", "cards", "printings", "sets"), [("invocateurs", 16, 10, 1), ("allegiance", 39, 0, 0)])
def test_counts(french: Catalogue, game: str, cards: int, printings: int, sets: int) -> None:
    # SOURCES.md: 16 cards, 10 of them with a code; 39 cards and Rites.
    assert french.counts(game) == {"cards": cards, "printings": printings, "sets": sets}
    unknown = [card for card in french.cards(game) if "kind" in card.unknown]
    assert len(unknown) == {"invocateurs": 3, "allegiance": 10}[game]
    page = (FACTS.parents[1] / "docs" / f"{game}.md").read_text(encoding="utf-8")
    assert re.search(rf"^{cards} cards", page, re.MULTILINE)


@pytest.mark.parametrize("game", FRENCH)
def test_every_card_of_the_list_is_found_by_its_slug_names_and_key(shared: Path, french: Catalogue, game: str) -> None:
    rows = json.loads((shared / "feeds" / game / "cards.json").read_text(encoding="utf-8"))["cards"]
    index = french.index(game)
    for row in rows:
        for name in (row["id"], row["name"], row["name_en"], row["name"].upper()):
            found = index.resolve(name).card
            assert found is not None and found.key == f"{game}:{row['id']}", name
        card = french.card(f"{game}:{row['id']}")
        assert (card.name, card.local_name("en")) == (row["name"], row["name_en"])
    deck = read_deck("\n".join(f"1 {game}:{row['id']}" for row in rows), french, game, GAMES[game].deck)
    assert not deck.problems and deck.size("main") == len(rows)


def test_what_is_unknown_and_what_does_not_apply(french: Catalogue) -> None:
    # IN 12.4; no card's faction is known (IN 2.1).
    arthur = french.card("invocateurs:arthur-roi-de-camelot")
    assert dict(arthur.facts) == {"kind": "Summon", "type": "Warrior", "level": 7, "atk": 2600, "def": 2200}
    assert arthur.unknown == {"faction"}
    # IN 12.11: only its ATK is told. IN 2.9: an Equipment has no figures, so they are not unknown.
    assert french.card("invocateurs:minotaure-du-labyrinthe").unknown == {"faction", "type", "level", "def"}
    assert french.card("invocateurs:excalibur").unknown == {"faction"}
    assert french.card("invocateurs:anubis").unknown == {"kind", "faction", "type", "level", "atk", "def"}
    # AL 11.10: starting Souls show no faction. AL 8.1: a Rite is taken, not bought.
    assert french.card("allegiance:collecteur-d-essence").unknown == {"price", "allegiance_required", "copies"}
    assert french.card("allegiance:rite-de-ruine").unknown == set()
    assert "starting" in french.card("allegiance:immolation").unknown


def test_keywords_come_from_the_entries(french: Catalogue) -> None:
    def words(slug: str) -> list[tuple[str, int | None]]:
        return [(row.keyword, row.number) for row in french.keywords(french.card(f"allegiance:{slug}"))]

    # AL 11.15, 11.2, 11.14, 11.11, 11.12.
    assert words("hypernova") == [("Destruction", 5), ("Wounds", 4), ("Unstoppable", None)]
    assert words("autodafe") == [("Sacrifice", 1), ("Allegiance", 2), ("Wounds", 7)]
    assert words("heraut-de-l-apocalypse") == [("Sacrifice", 1), ("Wounds", 6), ("Poison", 2)]
    assert words("essence-volatile") == [("Soul icon", None)]
    assert words("fanatique") == [("Death", None), ("Allegiance", 1)]
    # AL 11.23: the number of its Wounds is not given.
    assert words("pyrobombe") == [("Death", None), ("Wounds", None)]
    assert "keywords" in french.card("allegiance:pyrobombe").unknown


def test_search_is_three_valued(french: Catalogue) -> None:
    assert keys(french, "invocateurs", "atk>=2000") == {
        "arthur-roi-de-camelot",
        "dragon-d-arthur",
        "minotaure-du-labyrinthe",
    }
    unknown_level = {"anubis", "liche-eternelle", "grimoire-des-ames", "minotaure-du-labyrinthe"}
    assert not keys(french, "invocateurs", "niveau<=4") & unknown_level
    assert not keys(french, "invocateurs", "-niveau<=4") & unknown_level
    # A Trap has no level: it is not among those of level 4 and less, and that is certain.
    assert "sceau-des-anciens" in keys(french, "invocateurs", "-niveau<=4")
    assert keys(french, "invocateurs", "faction:lumière") == set() == keys(french, "invocateurs", "-faction:lumière")
    assert keys(french, "allegiance", "genre:âme") == {"collecteur-d-essence", "essence-volatile"}
    blues = {"hypernova", "piege-d-ame", "station-de-clonage", "rite-de-l-antimatiere"}
    assert keys(french, "allegiance", "faction:bleu") == blues == keys(french, "allegiance", "faction:blue")
    assert "immolation" not in keys(french, "allegiance", "-faction:bleu")
    assert keys(french, "allegiance", "keyword:blessures>=6") == {"autodafe", "heraut-de-l-apocalypse"}


def test_show_says_what_is_not_known(run_cli: Run, path: Path) -> None:
    code, out, _ = run_cli("show", "gardien-de-broceliande", "--lang", "en", "--db", str(path))
    assert code == 0
    page = out.decode().splitlines()
    assert page[0] == "Guardian of Broceliande (Gardien de Brocéliande)"
    assert {" ".join(line.split()) for line in page if "not known" in line} == {
        f"{label} not known" for label in ("Faction", "Type", "Level", "ATK", "DEF")
    }
    code, out, _ = run_cli("show", "allegiance:hypernova", "--lang", "fr", "--db", str(path))
    page = out.decode().splitlines()
    assert page[0] == "Hypernova"
    # Price, requirement and copies, in whatever words the messages have.
    assert not [line for line in page if line.startswith("  Prix en essence") and line.split()[-1].isdigit()]
    assert any("Destruction 5, Blessures 4, Imparable" in line for line in page)
    assert "deckkit update" not in out.decode()
    document = json.loads(run_cli("show", "allegiance:hypernova", "--json", "--db", str(path))[1])
    assert document["unknown"] == ["allegiance_required", "copies", "price"]


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"format": 2}, "cards.json"),
        ({"cards": []}, "cards.json"),
        ({"cards": [{"id": "a", "name": "A", "name_en": "A", "kind": "spell"}]}, "cards[0].kind"),
        ({"cards": [{"id": "a", "name": "A", "name_en": "A", "kind": "trap", "faction": 3}]}, "cards[0].faction"),
        ({"cards": [{"id": "a", "name": "", "name_en": "A", "kind": "trap"}]}, "cards[0].name"),
        ({"cards": [{"id": "a", "name": "A", "name_en": "A"}] * 2}, "cards[1]"),
    ],
)
@pytest.mark.parametrize("game", FRENCH)
def test_a_damaged_list_is_refused_with_its_place(
    tmp_path: Path, game: str, change: dict[str, Any], where: str
) -> None:
    good = {"game": game, "format": 1, "keywords": [], "cards": [{"id": "a", "name": "A", "name_en": "A"}]}
    with pytest.raises(FeedError) as refused:
        update(GAMES[game], save(tmp_path / "cards.json", good | change), tmp_path / "c.db")
    assert where in str(refused.value.where)
    assert not (tmp_path / "c.db").exists()


def test_a_list_of_the_other_game_is_refused(tmp_path: Path, shared: Path) -> None:
    with pytest.raises(FeedError):
        update(GAMES["allegiance"], shared / "feeds" / "invocateurs" / "cards.json", tmp_path / "c.db")


# -- Invocateurs: standard ------------------------------------------------------------------------------------------


def test_every_legality_case(shared: Path, french: Catalogue) -> None:
    judged = dict.fromkeys(FRENCH, 0)
    for game in FRENCH:
        judge = GAMES[game].judge(french)
        for case in json.loads((shared / "cases" / f"{game}.json").read_text(encoding="utf-8")):
            if [step["do"] for step in case["when"]] != ["check_deck"]:
                continue
            given, then = case["given"], case["then"]
            verdict = judge.check(case_deck(given["deck"], french, game), given["format"], ON)
            assert verdict.legal == then["legal"], case["id"]
            assert set(then.get("findings", ())) <= set(verdict.codes), case["id"]
            assert then.get("findings") != [] or verdict.findings == (), case["id"]
            assert not set(then.get("no_findings", ())) & set(verdict.codes), case["id"]
            judged[game] += 1
    assert judged == {"invocateurs": 4, "allegiance": 0}


def judged(french: Catalogue, game: str, text: str) -> Verdict:
    deck = read_deck(text, french, game, GAMES[game].deck)
    return GAMES[game].judge(french).check(deck, next(iter(GAMES[game].formats().formats)), ON)


def test_names_that_may_be_one_card_are_told(french: Catalogue) -> None:
    game = GAMES["invocateurs"]
    deck = read_deck("3 Anubis\n2 Eternal Lich\n", french, "invocateurs", game.deck)
    (advice,) = game.judge(french).advice(deck)
    assert advice.code == "name_uncertain" and "IN 14.14" in str(advice.message) and "5 copies" in str(advice.message)
    alone = read_deck("3 Anubis\n", french, "invocateurs", game.deck)
    assert game.judge(french).advice(alone) == []


def test_french_headers_and_the_place_on_the_card(french: Catalogue) -> None:
    text = "Codex (6)\nInvocations\n3 SR01-015\nPièges\n3 Bouclier de Camelot (SR01) 025\n"
    deck = read_deck(text, french, "invocateurs", GAMES["invocateurs"].deck)
    assert not deck.problems and deck.sizes == {"main": 6}
    assert [item.card.key for item in deck.sections["main"]] == [
        "invocateurs:arthur-roi-de-camelot",
        "invocateurs:bouclier-de-camelot",
    ]


def test_the_source_says_what_is_a_rule_and_what_a_reading(french: Catalogue) -> None:
    findings = {f.code: f for f in judged(french, "invocateurs", "4 Excalibur").findings}
    # IN 3.2 is stated; that 40 means exactly 40 is IN 14.1.
    assert findings["copies.over_limit"].rule.startswith("IN 3.2") and "IN 14.1" not in str(
        findings["copies.over_limit"].source
    )
    assert "IN 14.1" in str(findings["size.wrong"].source) and (
        findings["size.wrong"].found,
        findings["size.wrong"].limit,
    ) == (4, 40)


# -- Allegiance: the starting deck ----------------------------------------------------------------------------------

START = "1 Collecteur d'Essence\n1 Essence Volatile\n"


def with_souls(tmp_path: Path) -> Path:
    """The catalogue with a plain Soul and a card of unknown kind, as a user would add them."""
    document = {
        "schema": "deckkit.own-cards/1",
        "game": "allegiance",
        "source": "plain-souls",
        "cards": [
            {"name": "Âme simple", "facts": {"kind": "Soul", "starting": True}, "keywords": ["Soul icon"]},
            {"name": "Chose"},
        ],
    }
    path = from_facts(tmp_path / "souls.db")
    update(GAMES["allegiance"], save(tmp_path / "souls.json", document), path)
    return path


def test_the_starting_deck_of_the_defaults_is_legal(tmp_path: Path) -> None:
    with Catalogue.open(with_souls(tmp_path)) as catalogue:
        verdict = judged(catalogue, "allegiance", START + "8 Âme simple")
        assert verdict.legal and verdict.findings == ()
        assert {passed.rule for passed in verdict.passed} == {"no-rites", "deck-size", "contents"}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (START + "7 Âme simple", {"size.wrong"}),
        ("1 Collecteur d'Essence\n9 Âme simple", {"section.missing"}),
        ("2 Collecteur d'Essence\n1 Essence Volatile\n7 Âme simple", {"copies.over_limit"}),
        (START + "7 Âme simple\n1 Hypernova", {"section.wrong_type"}),
        (START + "7 Âme simple\n1 Rite de Ruine", {"section.wrong_type"}),
        (START + "7 Âme simple\n1 Chose", {"fact.unknown"}),
        (START + "8 Âme inconnue", {"name.unresolved", "size.wrong"}),
    ],
)
def test_other_starting_decks(tmp_path: Path, text: str, codes: set[str]) -> None:
    with Catalogue.open(with_souls(tmp_path)) as catalogue:
        verdict = judged(catalogue, "allegiance", text)
        assert not verdict.legal and set(verdict.codes) == codes
        for finding in verdict.findings:
            if finding.code not in ("name.unresolved", "section.wrong_type", "fact.unknown"):
                assert "not a rule" in str(finding.source) and finding.rule.startswith("AL 13.10")


def test_that_no_rite_is_in_a_deck_is_a_rule(tmp_path: Path) -> None:
    with Catalogue.open(with_souls(tmp_path)) as catalogue:
        verdict = judged(catalogue, "allegiance", START + "7 Âme simple\n1 Rite de Ruine")
        by_rule = {finding.rule: str(finding.source) for finding in verdict.findings}
        assert by_rule["AL 3.2, 8.1, 10"].endswith(": a rule")
        assert "not a rule" in by_rule["AL 13.10, 11.10, 11.11"]
        note = GAMES["allegiance"].formats().format("starting-deck").note
        assert note is not None and "Defaults, not rules" in note.local_name("en")
        assert "pas des règles" in note.local_name("fr")


def test_where_a_single_card_stands(tmp_path: Path) -> None:
    with Catalogue.open(with_souls(tmp_path)) as catalogue:
        judge = GAMES["allegiance"].judge(catalogue)

        def standing(slug: str) -> tuple[str, str]:
            (row,) = card_legality(judge, catalogue.card(f"allegiance:{slug}"), ON)
            return row.status, str(row.reason)

        assert standing("rite-de-ruine")[0] == "outside"
        status, reason = standing("hypernova")
        assert status == "outside" and "a default, not a rule" in reason
        assert standing("ame-simple")[0] == standing("essence-volatile")[0] == "legal"
        # What kind of card it is, is not known: nothing is said against it.
        assert standing("immolation")[0] == "legal"


def test_another_configuration_is_a_format_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        "schema = 1\n[formats.eight]\nparent = 'starting-deck'\n"
        "[[formats.eight.rules]]\nuse = 'size'\nid = 'deck-size'\ntitle = 'Eight'\nexact = 8\n"
        "[[formats.eight.rules]]\nuse = 'starting_deck'\nid = 'contents'\ntitle = 'Ours'\nothers = 'Soul'\n"
        "cards = [{ card = 'Essence Volatile', n = 2 }]\n",
        encoding="utf-8",
    )
    game = GAMES["allegiance"]
    with Catalogue.open(with_souls(tmp_path)) as catalogue:
        judge = game.judge(catalogue, game.formats().extended(own))
        deck = read_deck("2 Volatile Essence\n6 Âme simple", catalogue, "allegiance", game.deck)
        assert judge.check(deck, "eight", ON).legal
        assert not judge.check(deck, "starting-deck", ON).legal


@pytest.mark.parametrize(
    "row",
    [
        "cards = [{ card = 'Essence Volatile' }]\nothers = 'Soul'",
        "cards = 3\nothers = 'Soul'",
        "cards = []\nothers = 3",
    ],
)
def test_a_mistaken_configuration_is_refused(tmp_path: Path, row: str) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        f"schema = 1\n[formats.x]\n[[formats.x.rules]]\nuse = 'starting_deck'\ntitle = 'X'\n{row}\n", encoding="utf-8"
    )
    with pytest.raises(InputError) as refused:
        GAMES["allegiance"].formats().extended(own)
    assert "formats.x.rules[0]" in str(refused.value.where)


def test_a_configured_card_must_be_known(tmp_path: Path, french: Catalogue) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        "schema = 1\n[formats.x]\n[[formats.x.rules]]\nuse = 'starting_deck'\ntitle = 'X'\nothers = 'Soul'\n"
        "cards = [{ card = 'Nobody', n = 1 }]\n",
        encoding="utf-8",
    )
    game = GAMES["allegiance"]
    deck = read_deck(START, french, "allegiance", game.deck)
    with pytest.raises(InputError, match="Nobody"):
        game.judge(french, game.formats().extended(own)).check(deck, "x", ON)
