"""WoW TCG's rules: the acceptance cases, the real lists in a format of their time, and each rule by itself."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from deckkit.catalogue import Catalogue
from deckkit.catalogue.model import Card
from deckkit.decklist import Deck, read_deck
from deckkit.decklist.model import DeckCard
from deckkit.errors import InputError
from deckkit.games.wowtcg.cards import CARDS
from deckkit.games.wowtcg.deck import DECK
from deckkit.games.wowtcg.pools import BlockPool
from deckkit.games.wowtcg.rules import RULES, load_formats
from deckkit.legality.cards import card_legality
from deckkit.legality.check import Judge
from deckkit.legality.findings import Verdict
from deckkit.legality.formats import bans_of, load_book, pools_of

LISTS = Path(__file__).resolve().parents[2] / "shared" / "decks" / "wowtcg"
# The official game ended in 2013; none of the fan project's bans is in force yet.
THEN = date(2013, 8, 1)
NOW = date(2026, 12, 1)


@pytest.fixture(scope="module")
def judge(catalogue: Catalogue) -> Judge:
    return Judge(load_formats(), catalogue, DECK, CARDS)


# -- the cases ---------------------------------------------------------------------------------------------------------

# The case says that Rodrigo's newest block is 4, as the list of 2012 does. The official Alliance Hunter deck of 2013
# (block 7) holds two of them at number 20, and by WOW 78 a card is legal by its newest printing.
OVERTAKEN = {"wow-format-01"}


def test_every_legality_case_gives_the_stated_verdict_and_codes(shared: Path, judge: Judge) -> None:
    cases = json.loads((shared / "cases" / "wowtcg.json").read_text(encoding="utf-8"))
    judged = 0
    for case in cases:
        if [step["do"] for step in case["when"]] != ["check_deck"] or case["id"] in OVERTAKEN:
            continue
        given, then = case["given"], case["then"]
        deck = read_deck(json.dumps(given["deck"]), judge.catalogue, "wowtcg", DECK)
        options = [name for name, chosen in given.get("format_options", {}).items() if chosen]
        verdict = judge.check(deck, given["format"], NOW, options=options)
        assert verdict.legal == then["legal"], case["id"]
        # Nothing but what the case names.
        assert set(verdict.codes) == set(then["findings"]), case["id"]
        judged += 1
    assert judged == 31


def test_a_reprint_of_2013_overtakes_the_list_of_2012(shared: Path, judge: Judge) -> None:
    assert "-020: 2 # Rodrigo" in (shared / "decks" / "wowtcg" / "2013-alliance-hunter.yml").read_text(encoding="utf-8")
    card = named(judge, "Rodrigo")
    blocks = {judge.catalogue.sets("wowtcg")[p.set_code].facts.get("block") for p in judge.catalogue.printings(card)}
    assert blocks == {1, 4, 7}
    assert judge.standing(card, "contemporary", NOW).legal


def named(judge: Judge, name: str) -> Card:
    card = judge.catalogue.index("wowtcg").resolve(name).card
    assert card is not None, name
    return card


# -- the real lists ----------------------------------------------------------------------------------------------------


def real(judge: Judge, file: str, format: str, on: date = THEN, options: tuple[str, ...] = ()) -> Verdict:
    if not LISTS.is_dir():
        pytest.skip("needs the shared lists")
    deck = read_deck(LISTS / file, judge.catalogue, "wowtcg", DECK)
    assert deck.problems == ()
    return judge.check(deck, format, on, options=options)


STARTERS_2011 = [
    *(f"2011-alliance-{name}.yml" for name in ("death-knight", "druid", "paladin", "shaman", "warrior")),
    *(f"2011-horde-{name}.yml" for name in ("druid", "hunter", "mage", "priest", "warlock", "warrior")),
]
CHAMPIONS = ["champion-elderlimb.yml", "champion-hogger.yml", "champion-jaina.yml"]
LEAGUE = ["famasin.csv", "famasin.deck", "famasin.mwDeck", "famasin.o8d"]
DUEL = [
    *(
        f"duel-alliance_{name}.json"
        for name in ("druid_moonshadow", "mage_litori_frostburn", "priest_boris_brightbeard")
    ),
    *("duel-alliance_rogue_timmo_shadestep.json", "duel-horde_druid_thangal.json", "duel-horde_mage_tazo.json"),
    *("duel-horde_hunter_senzir_beastwalker.json", "duel-horde_shaman_grennan_stormspeaker.json"),
    "duel-horde_warlock_radak_doombringer.json",
]


@pytest.mark.shared
@pytest.mark.parametrize("format", ["classic", "contemporary"])
@pytest.mark.parametrize("file", [*STARTERS_2011, *CHAMPIONS, *LEAGUE])
def test_decks_of_blocks_5_and_6_are_legal_in_both_formats(judge: Judge, file: str, format: str) -> None:
    assert real(judge, file, format).findings == ()


@pytest.mark.shared
@pytest.mark.parametrize("file", LEAGUE)
def test_61_cards_are_too_many_where_exactly_60_are_asked_for(judge: Judge, file: str) -> None:
    verdict = real(judge, file, "contemporary", options=("exact_60",))
    assert [(f.code, f.found, f.limit) for f in verdict.findings] == [("size.wrong", 61, 60)]


@pytest.mark.shared
@pytest.mark.parametrize("file", ["alliance-hunter", "alliance-rogue", "alliance-warlock", "horde-paladin"])
def test_decks_of_block_7_stay_open_where_no_source_gives_the_faction(judge: Judge, file: str) -> None:
    verdict = real(judge, f"2013-{file}.yml", "classic")
    assert verdict.verdict == "undetermined"
    # WOW 153: quests and abilities may have a faction icon; of these cards the only source lost its icons.
    assert [(f.code, f.params) for f in verdict.findings] == [("fact.unknown", {"fact": "faction"})]
    assert {card.facts["type"] for card, _ in verdict.findings[0].cards} <= {"Ability", "Quest", "Equipment"}


@pytest.mark.shared
@pytest.mark.parametrize("file", DUEL)
def test_decks_of_the_first_two_sets_are_legal_in_classic_and_too_old_for_contemporary(judge: Judge, file: str) -> None:
    assert real(judge, file, "classic").findings == ()
    assert set(real(judge, file, "contemporary").codes) == {"pool.rotated"}


@pytest.mark.shared
@pytest.mark.parametrize("file", ["duel-horde_exhauster.json", "druid-ramp-no-hero-2017.txt"])
def test_lists_without_hero_lack_only_that(judge: Judge, file: str) -> None:
    # WOW 57, 59: the nine Master Heroes of the second list are cards of the deck and no starting hero.
    assert [(f.code, f.section) for f in real(judge, file, "classic").findings] == [("section.missing", "hero")]


@pytest.mark.shared
def test_the_priest_of_2011_was_legal_until_the_publisher_banned_a_card(judge: Judge) -> None:
    file = "mindtwister-quimtrix-2011.txt"
    assert real(judge, file, "classic").findings == ()
    assert real(judge, file, "contemporary", date(2011, 11, 1)).findings == ()
    banned = real(judge, file, "contemporary").findings
    assert [(f.code, f.cards[0][0].name, f.found) for f in banned] == [("banned", "Sava'gin the Reckless", 3)]


@pytest.mark.shared
def test_the_winner_of_2009_was_legal_until_blizzard_was_banned(judge: Judge) -> None:
    file = "varanis-bitterstar-2009.txt"
    assert real(judge, file, "classic", date(2019, 2, 27)).findings == ()
    banned = real(judge, file, "classic", date(2019, 2, 28)).findings
    assert [(f.code, f.cards[0][0].name, f.found) for f in banned] == [("banned", "Blizzard", 4)]


# -- formats -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "blocks"),
    [("classic", range(1, 10)), ("contemporary", range(5, 10)), ("core", (7, 8)), ("block", (8,))],
)
def test_formats_are_lists_of_blocks(judge: Judge, format: str, blocks: range) -> None:
    (rule,) = pools_of(judge.book.format(format))
    assert isinstance(rule, BlockPool)
    assert list(rule.blocks) == list(blocks)


def test_formats_whose_cards_are_mostly_unknown_say_so(judge: Judge) -> None:
    notes = {form.slug: form.note for form in judge.book.playable()}
    assert [slug for slug, note in notes.items() if note is not None] == ["core", "block"]


def test_every_banned_card_is_in_the_catalogue(judge: Judge, catalogue: Catalogue) -> None:
    for slug, count in (("classic", 11), ("contemporary", 12)):
        (rule,) = bans_of(judge.book.format(slug))
        assert len(rule.bans) == count
        assert set(rule.by_key) == {ban.card for ban in rule.bans}
        assert all(catalogue.card(key).key == key for key in rule.by_key)


@pytest.mark.shared
@pytest.mark.parametrize("format", ["classic", "contemporary"])
def test_todays_bans_are_those_of_the_newest_list(shared: Path, judge: Judge, format: str) -> None:
    text = (shared / "feeds" / "wowtcg" / "cardcarp" / "format" / f"{format}.yml").read_text(encoding="utf-8")
    slugs = [line[4:] for line in text.split("oracle_ban:")[1].split("oracle_restrict")[0].splitlines() if line.strip()]
    (rule,) = bans_of(judge.book.format(format))
    today = [ban.card.removeprefix("wowtcg:") for ban in rule.bans if ban.holds(NOW)]
    # The list's slugs are a name, a set and a number.
    assert len(today) == len(slugs)
    assert all(sum(slug.startswith(f"{card}-") for card in today) == 1 for slug in slugs)


@pytest.mark.parametrize(
    ("name", "states"),
    [
        ("Rodrigo", ("legal", "legal", "legal", "rotated")),
        ("Vexmaster Nar'jo", ("legal", "rotated", "rotated", "rotated")),
        ("Bottled Light", ("legal", "banned", "rotated", "rotated")),
        ("Glubtok", ("outside",) * 4),
    ],
)
def test_single_cards_have_a_status_in_every_format(judge: Judge, name: str, states: tuple[str, ...]) -> None:
    rows = card_legality(judge, named(judge, name), NOW)
    assert [row.format for row in rows] == ["classic", "contemporary", "core", "block"]
    assert tuple(row.status for row in rows) == states
    # No days are known, and none are told.
    assert all("None" not in row.reason.render("en") for row in rows)


@pytest.mark.parametrize("blocks", ['"7"', "[]", '["7"]', "[true]", "7"])
def test_a_format_file_with_wrong_blocks_is_refused_with_the_place(blocks: str) -> None:
    text = f'schema = 1\n[[formats.mine.rules]]\nuse = "block_pool"\ntitle = "x"\nblocks = {blocks}\n'
    with pytest.raises(InputError, match="block numbers"):
        load_book(text, "wowtcg", RULES, where="mine.toml")


# -- rules by themselves -----------------------------------------------------------------------------------------------


def card(name: str, kind: str = "Ally", *, unknown: tuple[str, ...] = (), **facts: Any) -> Card:
    facts = {"class_icons": [], "faction": ["Neutral"], **facts}
    known = {fact: value for fact, value in facts.items() if fact not in unknown}
    return Card(0, f"wowtcg:test-{name}-{kind}", "wowtcg", name, {"type": kind, **known}, frozenset(unknown))


def hero(**facts: Any) -> Card:
    return card("The Hero", "Hero", **{"classes": ["Mage"], "faction": ["Alliance"], "races": ["Human"], **facts})


FILLER = [(card(f"Filler {i}"), 4) for i in range(15)]


def check(
    judge: Judge, leader: Card | None, *cards: tuple[Card, int], side: list[tuple[Card, int]] | None = None
) -> Any:
    sections = {
        "hero": [(leader, 1)] if leader else [],
        "main": [*FILLER, *cards],
        "side": side or [],
    }
    deck = Deck("wowtcg", {name: [DeckCard(c, n) for c, n in items] for name, items in sections.items()})
    base = replace(judge.book.formats["constructed-base"], kind="constructed")
    return judge.check(deck, base, NOW)


def shut(verdict: Verdict) -> list[tuple[str, str]]:
    return [(f.code, c.name) for f in verdict.findings for c, _ in f.cards]


def test_the_filler_is_legal(judge: Judge) -> None:
    assert check(judge, hero()).legal


@pytest.mark.parametrize("kind", ["Ally", "Ability", "Equipment", "Quest", "Location"])
def test_class_icons_bind_every_type_of_card(judge: Judge, kind: str) -> None:
    # WOW 61, 153; one icon in common is enough, and the class word of the type line is no icon.
    other = card("Other", kind, class_icons=["Druid", "Rogue"])
    shared_icon = card("Shared", kind, class_icons=["Druid", "Mage"])
    word = card("Word", kind, classes=["Druid"])
    assert shut(check(judge, hero(), (other, 1), (shared_icon, 1), (word, 1))) == [("identity.mismatch", "Other")]
    assert shut(check(judge, hero(classes=["Priest", "Rogue"]), (other, 1))) == []


def test_a_hero_without_class_takes_no_class_icons(judge: Judge) -> None:
    verdict = check(judge, hero(classes=[]), (card("Icon", class_icons=["Mage"]), 1))
    assert shut(verdict) == [("identity.mismatch", "Icon")]
    assert "no class" in str(verdict.findings[0].message)


@pytest.mark.parametrize("kind", ["Ally", "Ability", "Equipment", "Quest", "Location"])
def test_faction_icons_bind_every_type_of_card(judge: Judge, kind: str) -> None:
    horde, both = card("Horde", kind, faction=["Horde"]), card("Both", kind, faction=["Alliance", "Horde"])
    assert shut(check(judge, hero(), (horde, 1), (both, 1))) == [("identity.mismatch", "Horde")]
    assert shut(check(judge, hero(faction=["Horde"]), (horde, 1), (both, 1))) == []


def test_a_monster_hero_takes_neither_side_and_its_own_kind(judge: Judge) -> None:
    # WOW 64
    cards = [(card(side, faction=[side]), 1) for side in ("Alliance", "Horde")]
    own = card("Own", tags=["Monster"], requires=["Monster"])
    monster = hero(faction=["Neutral"], tags=["Monster"])
    assert shut(check(judge, monster, *cards, (own, 4))) == [
        ("identity.mismatch", "Alliance"),
        ("identity.mismatch", "Horde"),
    ]
    assert shut(check(judge, hero(), (own, 1))) == [("identity.mismatch", "Own")]


def test_a_pandaren_hero_takes_either_side_and_never_both(judge: Judge) -> None:
    # WOW 65
    pandaren = hero(faction=["Neutral"], races=["Pandaren"])
    alliance, horde = card("A", faction=["Alliance"]), card("H", faction=["Horde"])
    assert check(judge, pandaren, (alliance, 4)).legal
    assert check(judge, pandaren, (horde, 4)).legal
    assert shut(check(judge, pandaren, (alliance, 4), (horde, 1))) == [("identity.mismatch", "H")]
    assert shut(check(judge, pandaren, (alliance, 1), (horde, 4))) == [("identity.mismatch", "A")]
    assert shut(check(judge, pandaren, (alliance, 4), side=[(horde, 4), (card("S"), 4), (card("T"), 2)])) == [
        ("identity.mismatch", "H")
    ]


@pytest.mark.parametrize(
    ("requires", "fits"),
    [
        (["Human"], True),
        (["Orc"], False),
        (["Mage"], True),
        (["Hunter", "Mage", "Rogue", "Warlock", "Warrior"], True),
        (["Druid", "Paladin", "Priest", "Shaman"], False),
        (["Engineering"], True),
        (["Alchemy"], False),
        (["Alliance"], True),
        (["Horde"], False),
        (["Scourge", "Death Knight"], False),
        (["Traitor"], False),
        # No hero prints it: who is no Traitor is loyal.
        (["Loyal"], True),
        (["Monster"], False),
    ],
)
def test_hero_required_of_every_kind(judge: Judge, requires: list[str], fits: bool) -> None:
    # WOW 66
    verdict = check(judge, hero(professions=["Engineering"]), (card("Asks", requires=requires), 1))
    assert shut(verdict) == ([] if fits else [("identity.mismatch", "Asks")])


def test_a_traitor_is_not_loyal_and_takes_no_talents(judge: Judge) -> None:
    # WOW 66, 67
    traitor = hero(tags=["Traitor"])
    cards = [(card("L", requires=["Loyal"]), 1), (card("T", requires=["Traitor"]), 1), (card("S", talent="Fire"), 1)]
    assert shut(check(judge, traitor, *cards)) == [("identity.mismatch", "L"), ("identity.mismatch", "S")]


def test_talents_are_of_one_spec_and_of_the_heros_where_it_prints_one(judge: Judge) -> None:
    # WOW 67: the spec word of a type line alone restricts nothing.
    fire, frost = card("Fire", "Ability", talent="Fire"), card("Frost", "Ability", talent="Frost")
    word = card("Word", "Ability", subtypes=["Arcane"])
    assert check(judge, hero(), (fire, 4), (card("Fire 2", "Ability", talent="Fire"), 4), (word, 4)).legal
    assert shut(check(judge, hero(), (fire, 1), (frost, 3))) == [("identity.mismatch", "Fire")]
    assert shut(check(judge, hero(spec="Fire"), (fire, 1), (frost, 3))) == [("identity.mismatch", "Frost")]
    side = [(frost, 1), (card("S"), 4), (card("T"), 4), (card("U"), 1)]
    assert shut(check(judge, hero(), (fire, 4), side=side)) == [("identity.mismatch", "Frost")]


def test_one_reputation_shuts_out_the_others(judge: Judge) -> None:
    # WOW 70
    cards = [
        (card("Al", reputation="Aldor"), 4),
        (card("Sc", reputation="Scryer"), 1),
        (card("Ar", reputation="Aldor"), 1),
    ]
    assert shut(check(judge, hero(), *cards)) == [("identity.mismatch", "Sc")]


def test_copies_count_by_name_over_deck_and_side_deck(judge: Judge) -> None:
    # WOW 56, 60: an ally and a Master Hero of one name are cards of one name.
    ally, master = card("Twin"), card("Twin", "Master Hero")
    assert shut(check(judge, hero(), (ally, 3), (master, 2)))[:1] == [("copies.over_limit", "Twin")]
    assert check(judge, hero(), (ally, 2), (master, 2)).legal
    assert [f.code for f in check(judge, hero(), (ally, 5), (master, 1)).findings] == ["copies.over_limit"]
    assert check(judge, hero(), (card("Many", copy_limit="any"), 20)).legal


@pytest.mark.parametrize(("copies", "codes"), [(0, []), (9, ["size.wrong"]), (10, []), (11, ["size.wrong"])])
def test_a_side_deck_is_ten_or_none(judge: Judge, copies: int, codes: list[str]) -> None:
    side = [(card("Many", copy_limit="any"), copies)] if copies else []
    assert [f.code for f in check(judge, hero(), side=side).findings] == codes


def test_heroes_and_master_heroes_in_the_wrong_place(judge: Judge) -> None:
    # WOW 57, 58, 59
    master = card("Master", "Master Hero", classes=["Mage"])
    assert check(judge, hero(), (master, 4)).legal
    assert shut(check(judge, master)) == [("section.wrong_type", "Master")]
    second = card("Second", "Hero", classes=["Mage"])
    assert shut(check(judge, hero(), (second, 1))) == [("section.wrong_type", "Second")]


def test_two_heroes_or_none_are_told_once_and_nothing_is_judged_by_them(judge: Judge) -> None:
    horde = (card("Horde", faction=["Horde"]), 1)
    assert [f.code for f in check(judge, None, horde).findings] == ["section.missing"]


# -- facts that no source knows ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("fact", ["class_icons", "faction", "requires"])
def test_a_card_whose_fact_is_unknown_leaves_the_verdict_open(judge: Judge, fact: str) -> None:
    verdict = check(judge, hero(), (card("Dim", unknown=(fact,)), 1), (card("Dark", unknown=(fact,)), 1))
    assert verdict.verdict == "undetermined"
    # One finding for both cards.
    assert [(f.code, f.params["fact"], len(f.cards)) for f in verdict.findings] == [("fact.unknown", fact, 2)]


@pytest.mark.parametrize("fact", ["talent", "reputation"])
def test_an_unknown_restriction_matters_only_beside_another(judge: Judge, fact: str) -> None:
    dim = (card("Dim", unknown=(fact,)), 1)
    assert check(judge, hero(), dim).legal
    assert check(judge, hero(), dim, (card("Lit", **{fact: "Fire"}), 1)).verdict == "undetermined"
    assert check(judge, hero(), dim, (card("Dark", unknown=(fact,)), 1)).verdict == "undetermined"


@pytest.mark.parametrize(
    ("fact", "neutral", "bound"),
    [
        ("classes", {}, {"class_icons": ["Mage"]}),
        ("faction", {}, {"faction": ["Horde"]}),
        ("races", {"requires": ["Mage"]}, {"requires": ["Orc"]}),
        ("spec", {}, {"talent": "Fire"}),
    ],
)
def test_an_unknown_fact_of_the_hero_matters_where_a_card_asks(
    judge: Judge, fact: str, neutral: dict[str, Any], bound: dict[str, Any]
) -> None:
    leader = hero(unknown=(fact,))
    assert check(judge, leader, (card("N", **neutral), 1)).legal
    verdict = check(judge, leader, (card("B", **bound), 1))
    assert verdict.verdict == "undetermined"
    assert {f.code for f in verdict.findings} == {"fact.unknown"}


def test_a_hero_whose_line_is_unknown_condemns_no_card(judge: Judge) -> None:
    # The line may replace the general rules (WOW 71).
    verdict = check(
        judge, hero(unknown=("deckbuilding",)), (card("Other", class_icons=["Druid"], faction=["Horde"]), 1)
    )
    assert {(f.code, f.params["fact"]) for f in verdict.findings} == {("fact.unknown", "deckbuilding")}
    # The line itself, and the two rules that would have found something; the others passed.
    assert len(verdict.findings) == 3
    assert {"hero-required", "talents", "reputation"} <= {rule.rule for rule in verdict.passed}


def test_a_monster_hero_whose_line_is_unknown_takes_neither_side(judge: Judge) -> None:
    # WOW 64 forbids them to every Monster hero; the class icons the line might replace.
    leader = hero(faction=["Neutral"], tags=["Monster"], unknown=("deckbuilding",))
    horde, other = card("Other", faction=["Horde"]), card("Icon", class_icons=["Druid"])
    verdict = check(judge, leader, (horde, 4), (other, 1))
    assert verdict.verdict == "illegal"
    assert [(f.code, c.name) for f in verdict.findings for c, _ in f.cards if f.code != "fact.unknown"] == [
        ("identity.mismatch", "Other")
    ]
    # Neutral cards are not condemned, and whether the hero is a Monster must be known.
    assert check(judge, leader, (card("Neutral"), 4)).verdict == "undetermined"
    unsure = hero(faction=["Neutral"], unknown=("deckbuilding", "tags"))
    assert check(judge, unsure, (horde, 4)).verdict == "undetermined"


def test_gimlok_leads_no_horde(judge: Judge) -> None:
    gimlok = named(judge, "Gimlok")
    assert "deckbuilding" in gimlok.unknown
    allies = [c for c in judge.catalogue.cards("wowtcg") if c.facts.get("type") == "Ally"]
    horde = next(c for c in allies if c.facts.get("faction") == ["Horde"] and not c.facts["class_icons"])
    verdict = check(judge, gimlok, (horde, 4))
    assert verdict.verdict == "illegal"
    assert ("identity.mismatch", horde.name) in shut(verdict)


@pytest.mark.parametrize(("lang", "label"), [("en", "Deckbuilding line"), ("fr", "Ligne de construction")])
def test_an_unknown_line_is_called_by_its_name(judge: Judge, lang: str, label: str) -> None:
    verdict = check(judge, hero(unknown=("deckbuilding",)), (card("Other", class_icons=["Druid"]), 1))
    assert all(label in finding.message.render(lang) for finding in verdict.findings)


# -- the heroes' own lines ---------------------------------------------------------------------------------------------

DEATH_KNIGHT = card("Death Knight", classes=["Death Knight"], faction=["Horde"])


@pytest.mark.parametrize(
    ("leader", "fits", "shut_out"),
    [
        (
            # Mage abilities, Rogue equipment, Death Knight allies, neutral quests, Scourge cards; nothing restricted.
            "Turov the Risen",
            [
                card("a", "Ability", class_icons=["Mage"]),
                card("b", "Equipment", class_icons=["Rogue"]),
                DEATH_KNIGHT,
                card("d", "Quest"),
                card("e", tags=["Scourge"], requires=["Scourge"]),
            ],
            [
                card("A", "Ability", class_icons=["Rogue"]),
                card("B", "Equipment", class_icons=["Mage"]),
                card("C", "Ability", class_icons=["Mage"], talent="Fire"),
                card("D", "Quest", faction=["Horde"]),
                card("E"),
                card("F", classes=["Death Knight"], requires=["Orc"]),
                card("G", tags=["Scourge"], reputation="Nerubian"),
            ],
        ),
        (
            # One side, Druid and neutral cards, Balance Talents, the Argent Crusade; nothing else restricted.
            "Arch Druid Lilliandra",
            [
                card("a", faction=["Alliance"]),
                card("b", "Ability", class_icons=["Druid"], talent="Balance"),
                card("c", "Quest"),
                card("d", reputation="Argent Crusade"),
            ],
            [
                card("A", faction=["Horde"]),
                card("B", "Ability", class_icons=["Druid"], talent="Feral"),
                card("C", "Ability", class_icons=["Mage"]),
                card("D", reputation="Aldor"),
                card("E", requires=["Night Elf"]),
            ],
        ),
        (
            # No Horde, Alliance or class cards.
            "Iso'rath",
            [card("a"), card("b", requires=["Monster"])],
            [card("A", faction=["Horde"]), card("B", "Equipment", class_icons=["Mage", "Rogue"])],
        ),
        (
            # No Horde, Alliance or Talent cards.
            "Augh",
            [card("a", "Ability", class_icons=["Warrior"]), card("b", "Ability", class_icons=["Mage"])],
            [card("A", faction=["Alliance"]), card("B", "Ability", class_icons=["Mage"], talent="Fire")],
        ),
        (
            # Neutral quests, Traitor cards, Demon allies.
            "Obliveron",
            [card("a", "Quest"), card("b", tags=["Traitor"], requires=["Traitor"]), card("c", races=["Demon"])],
            [card("A"), card("B", "Ability"), card("C", races=["Demon"], requires=["Orc"])],
        ),
        (
            # Neutral quests and melee weapons.
            "Mother Misery",
            [card("a", "Quest"), card("b", "Equipment", limits=["Melee (1)"], class_icons=["Rogue"])],
            [card("A", "Equipment", limits=["Ranged (1)"]), card("B"), card("C", "Quest", faction=["Horde"])],
        ),
        (
            # Neutral quests, abilities that deal fire damage, fire allies.
            "Imp Lord Pinprik",
            [card("a", "Ability", deals=["Fire"], class_icons=["Mage"]), card("b", damage_type="Fire")],
            [card("A", "Ability", deals=["Frost"]), card("B", damage_type="Frost")],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_lines_of_heroes(judge: Judge, leader: str, fits: list[Card], shut_out: list[Card]) -> None:
    deck = {
        "hero": [DeckCard(named(judge, leader), 1)],
        "main": [DeckCard(c, 2 if c in fits else 1) for c in [*fits, *shut_out]],
    }
    base = replace(judge.book.formats["constructed-base"], kind="constructed")
    verdict = judge.check(Deck("wowtcg", deck), base, NOW)
    found = [c.name for f in verdict.findings if f.code == "identity.mismatch" for c, _ in f.cards]
    # Each once, though several rules forbid some of them.
    assert sorted(found) == sorted(c.name for c in shut_out)
    assert {f.code for f in verdict.findings} == {"identity.mismatch", "size.too_small"}


def test_an_aspect_takes_one_of_each_card_and_its_two_classes(judge: Judge) -> None:
    leader = named(judge, "Kalecgos the Spell-Weaver")
    cards = [
        (card("Twice"), 2),
        (card("Mage", class_icons=["Mage"]), 1),
        (card("Druid", class_icons=["Druid"]), 1),
        (card("Horde", faction=["Horde"]), 1),
    ]
    deck = {"hero": [DeckCard(leader, 1)], "main": [DeckCard(c, n) for c, n in cards]}
    base = replace(judge.book.formats["constructed-base"], kind="constructed")
    verdict = judge.check(Deck("wowtcg", deck), base, NOW)
    assert shut(verdict) == [("copies.over_limit", "Twice"), ("identity.mismatch", "Druid")] or shut(verdict) == [
        ("identity.mismatch", "Druid"),
        ("copies.over_limit", "Twice"),
    ]


def test_a_line_that_needs_an_unknown_fact_leaves_the_verdict_open(judge: Judge) -> None:
    leader = named(judge, "Imp Lord Pinprik")
    dim = card("Dim", "Ability", unknown=("deals",))
    verdict = judge.check(
        Deck("wowtcg", {"hero": [DeckCard(leader, 1)], "main": [DeckCard(dim, 1)]}),
        replace(judge.book.formats["constructed-base"], kind="constructed"),
        NOW,
    )
    assert [(f.code, f.params.get("fact")) for f in verdict.findings if f.severity == "undetermined"] == [
        ("fact.unknown", "deals")
    ]
    assert "identity.mismatch" not in verdict.codes


# -- the hero in a list that does not set it apart ---------------------------------------------------------------------


def test_the_hero_of_a_list_without_headers_is_found(judge: Judge) -> None:
    deck = read_deck("1 Stromdak of Ironforge\n4 Hira\n1 Thrall the Earth-Warder\n", judge.catalogue, "wowtcg", DECK)
    assert {name: [item.card.name for item in items] for name, items in deck.sections.items()} == {
        "hero": ["Stromdak of Ironforge"],
        "main": ["Hira", "Thrall the Earth-Warder"],
    }


def test_two_heroes_among_the_cards_are_both_starting_heroes(judge: Judge) -> None:
    text = "1 Stromdak of Ironforge\n1 Steelguard Adamson\n4 Hira\n"
    verdict = judge.check(read_deck(text, judge.catalogue, "wowtcg", DECK), "classic", NOW)
    assert "section.duplicate" in verdict.codes


def test_workstations_sideboard_is_the_hero_and_the_side_deck(judge: Judge) -> None:
    text = (
        "// Deck file for Magic Workstation\n    4 [5] Hira {5}\nSB: 1 [5] Stromdak of Ironforge {5}\n"
        "SB: 2 [5] Orono the Great {5}\nSB: 1 [5] Nobody At All {5}\n"
    )
    deck = read_deck(text, judge.catalogue, "wowtcg", DECK)
    assert deck.sizes == {"hero": 1, "main": 4, "side": 2}
    assert [(problem.line, problem.section) for problem in deck.problems] == [(5, "side")]


def test_a_name_that_a_hero_shares_is_decided_by_the_section(judge: Judge) -> None:
    text = "Hero: Lady Jaina Proudmoore\n1 Lady Jaina Proudmoore\n"
    deck = read_deck(text, judge.catalogue, "wowtcg", DECK)
    assert [deck.sections[name][0].card.facts["type"] for name in ("hero", "main")] == ["Hero", "Ally"]


@pytest.mark.shared
@pytest.mark.parametrize("file", ["famasin.deck", "champion-hogger.yml", "varanis-bitterstar-2009.txt"])
@pytest.mark.parametrize("form", ["o8d", "text", "csv", "json"])
def test_what_is_written_reads_back_as_the_same_deck(judge: Judge, file: str, form: str) -> None:
    from deckkit.decklist.writing import write

    if not LISTS.is_dir():
        pytest.skip("needs the shared lists")
    deck = read_deck(LISTS / file, judge.catalogue, "wowtcg", DECK)
    written = write(deck, form, judge.catalogue, DECK)
    again = read_deck(written.text, judge.catalogue, "wowtcg", DECK)
    assert written.refused == ()
    assert again.sizes == deck.sizes
    cards = [
        {name: {item.card: item.count for item in items} for name, items in d.sections.items()} for d in (deck, again)
    ]
    assert cards[0] == cards[1]
    assert write(again, form, judge.catalogue, DECK).text == written.text
