"""Riftbound's formats: every acceptance case, the official decks, each rule with what breaks it and what does not."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from schema_check import validate

from deckkit.catalogue import Catalogue
from deckkit.decklist import Deck, Entry, ParsedList, Problem, read_deck, resolve
from deckkit.games.riftbound.cards import CARDS
from deckkit.games.riftbound.deck import DECK
from deckkit.games.riftbound.rules import load_formats
from deckkit.i18n import Text
from deckkit.legality.check import Judge
from deckkit.legality.findings import Verdict

SHARED = Path(__file__).resolve().parents[2] / "shared"
PRECONS = sorted(p.stem for p in (SHARED / "decks/riftbound/precon-json").glob("*.json")) if SHARED.is_dir() else []
# The day after the release of the set that each product belongs to.
RELEASED = {
    "Origins": date(2025, 11, 1),
    "Proving Grounds": date(2025, 11, 1),
    "Spiritforged": date(2026, 2, 14),
    "Unleashed": date(2026, 5, 9),
    "Vendetta Showdown": date(2026, 8, 1),
}
ON = date(2026, 9, 1)
MAIN = dict.fromkeys(
    (
        *("Chemtech Enforcer", "Flame Chompers", "Legion Rearguard", "Noxus Hopeful", "Raging Soul", "Hextech Ray"),
        *("Get Excited!", "Shipyard Skulker", "Undercover Agent", "Traveling Merchant", "Cemetery Attendant", "Rebuke"),
        "Gust",
    ),
    3,
)
DECKLIST: dict[str, dict[str, int]] = {
    "legend": {"Jinx, Loose Cannon": 1},
    "champion": {"Jinx, Demolitionist": 1},
    "main": MAIN,
    "battlefields": {"Zaun Warrens": 1, "Targon's Peak": 1, "The Candlelit Sanctum": 1},
    "runes": {"Fury Rune": 6, "Chaos Rune": 6},
}


@pytest.fixture(scope="module")
def judge(catalogue: Catalogue) -> Judge:
    return Judge(load_formats(), catalogue, DECK, CARDS)


def deck(catalogue: Catalogue, sections: dict[str, Any] | None = None, **changes: dict[str, int]) -> Deck:
    """The list above with some sections put differently, or other sections in the shape of the cases."""
    rows = sections or {
        name: [{"name": card, "n": count} for card, count in cards.items()]
        for name, cards in (DECKLIST | changes).items()
    }
    entries: list[Entry] = []
    for section, cards in rows.items():
        for row in cards:
            entries.append(Entry(len(entries) + 1, row["name"], row["n"], row["name"], section))
    made = resolve(ParsedList("case", tuple(entries)), catalogue, "riftbound", DECK)
    assert made.problems == ()
    return made


def main(**changes: int) -> dict[str, int]:
    """The main deck with other numbers of some cards (underscores for spaces; 0 leaves one out)."""
    return {name: n for name, n in (MAIN | {k.replace("_", " "): v for k, v in changes.items()}).items() if n}


def codes(verdict: Verdict) -> list[str]:
    return sorted(verdict.codes)


@pytest.mark.shared
def test_every_acceptance_case_gives_the_stated_verdict_and_codes(
    shared: Path, catalogue: Catalogue, judge: Judge
) -> None:
    judged = 0
    for case in json.loads((shared / "cases" / "riftbound.json").read_text("utf-8")):
        if [step["do"] for step in case["when"]] != ["check_deck"]:
            continue
        given, then = case["given"], case["then"]
        verdict = judge.check(deck(catalogue, given["deck"]), given["format"], date.fromisoformat(case["on"]))
        assert verdict.legal == then["legal"], case["id"]
        if then.get("findings") == []:
            assert verdict.findings == (), case["id"]
        assert set(then.get("findings", ())) <= set(verdict.codes), case["id"]
        judged += 1
    assert judged == 18


# -- the official decks and real lists --------------------------------------------------------------------------------


@pytest.mark.shared
@pytest.mark.parametrize("name", PRECONS)
def test_the_official_decks_are_legal_when_they_come_out(name: str, catalogue: Catalogue, judge: Judge) -> None:
    """Those of Proving Grounds come with one battlefield: three are needed (CR 103.4.a)."""
    path = SHARED / "decks/riftbound/precon-json" / f"{name}.json"
    product = json.loads(path.read_text("utf-8"))["product"]
    made = read_deck(path, catalogue, "riftbound", DECK)
    for format in ("constructed", "constructed-tournament"):
        verdict = judge.check(made, format, RELEASED[product])
        if product == "Proving Grounds":
            assert [(f.code, f.section, f.found, f.limit) for f in verdict.findings] == [
                ("size.wrong", "battlefields", 1, 3)
            ]
        else:
            assert verdict.findings == ()


@pytest.mark.shared
@pytest.mark.parametrize("name", PRECONS)
@pytest.mark.parametrize("on", [date(2026, 8, 1), date(2026, 10, 2)])
def test_the_official_decks_lose_the_cards_banned_since(
    name: str, on: date, catalogue: Catalogue, judge: Judge
) -> None:
    """Against the ban history, by name."""
    made = read_deck(SHARED / "decks/riftbound/precon-json" / f"{name}.json", catalogue, "riftbound", DECK)
    history = json.loads((SHARED / "feeds/riftbound/banlist-history.json").read_text("utf-8"))
    banned = {
        card
        for update in history["updates"]
        if "2v2" not in update["format"] and update["effective"] <= on.isoformat()
        for card in [*update.get("banned", ()), *update.get("bannedBattlefields", ())]
    }
    names = {item.card.name for items in made.sections.values() for item in items}
    found = [f.cards[0][0].name for f in judge.check(made, "constructed", on).findings if f.code == "banned"]
    assert sorted(found) == sorted(names & banned)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("file", "on", "expected"),
    [
        ("precon-json/jinx.json", date(2026, 3, 30), []),
        ("precon-json/jinx.json", date(2026, 3, 31), ["banned"]),
        ("piltover-text/irelia-a.txt", date(2026, 2, 14), []),
        ("piltover-text/irelia-b.txt", date(2026, 5, 9), []),
        ("headerless-text/viktor-order.txt", date(2025, 11, 1), []),
        ("tts/viktor-order.txt", date(2026, 4, 1), ["banned"]),
        # 3 in the main deck and 2 in the sideboard: the limit runs over both (TR 601.1.c.3).
        ("riftboundgg-json/gg-s01.json", date(2025, 11, 1), ["copies.over_limit"]),
        # Played before the release.
        ("riftboundgg-json/gg-s02.json", date(2025, 8, 9), ["pool.not_yet_legal"]),
        ("riftboundgg-json/gg-s02.json", date(2025, 11, 1), []),
        # Two champions fit, the list names none: nothing is wrong because of it.
        ("riftboundgg-json/gg-s08.json", date(2025, 11, 1), []),
        ("riftboundgg-json/gg-s13.json", date(2026, 5, 22), []),
        # A draft of 31 cards: no runes, no battlefields, and 6 copies of one card.
        ("riftboundgg-json/gg-s16.json", date(2026, 5, 22), ["copies.over_limit", "size.wrong"]),
        ("tts/prerift-kit-irelia.txt", date(2026, 2, 14), ["size.wrong"]),
    ],
)
def test_real_lists_at_tournaments(
    file: str, on: date, expected: list[str], catalogue: Catalogue, judge: Judge
) -> None:
    made = read_deck(SHARED / "decks/riftbound" / file, catalogue, "riftbound", DECK)
    assert codes(judge.check(made, "constructed-tournament", on)) == expected


# -- rule by rule -----------------------------------------------------------------------------------------------------


def test_a_plain_deck_is_legal_everywhere(catalogue: Catalogue, judge: Judge) -> None:
    verdicts = judge.check_all(deck(catalogue), ON)
    assert {slug: verdict.findings for slug, verdict in verdicts.items()} == dict.fromkeys(
        ("constructed", "constructed-tournament", "2v2", "sealed", "draft"), ()
    )


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        # CR 103.3.a.1: any split of the runes.
        ({"runes": {"Fury Rune": 12}}, []),
        ({"runes": {"Fury Rune": 13}}, ["size.wrong"]),
        ({"runes": {"Fury Rune": 6, "Gust": 6}}, ["section.wrong_type"]),
        # CR 103.2.b: the champion's copy counts.
        ({"main": main(Gust=1) | {"Jinx, Demolitionist": 2}}, []),
        ({"main": main(Gust=0) | {"Jinx, Demolitionist": 3}}, ["copies.over_limit"]),
        ({"main": main(Gust=0) | {"Jinx, Rebel": 3}}, []),
        # TR 601.1.c.3: the sideboard too.
        ({"side": {"Gust": 1}}, ["copies.over_limit"]),
        ({"side": {"Sneaky Deckhand": 3}}, []),
        # TR 601.1.c.2: only what could be in the main deck.
        ({"side": {"Fury Rune": 1}}, ["section.wrong_type"]),
        ({"side": {"Annie, Dark Child": 1}}, ["section.wrong_type"]),
        ({"side": {"Playful Phantom": 1}}, ["identity.mismatch"]),
        # CR 103.2: no runes, battlefields or tokens in the main deck.
        ({"main": MAIN | {"Fury Rune": 1}}, ["section.wrong_type"]),
        ({"main": MAIN | {"Bird": 1}}, ["section.wrong_type"]),
        # CR 103.1: one Legend, and only a Legend.
        ({"legend": {"Jinx, Loose Cannon": 1, "Annie, Dark Child": 1}}, ["section.duplicate"]),
        ({"legend": {"Jinx, Rebel": 1}}, ["identity.mismatch", "section.wrong_type"]),
        # CR 103.2.a.2: a Champion unit, no Signature unit (103.2.d.3), no plain unit.
        ({"champion": {"Raging Soul": 1}, "main": main(Raging_Soul=2, Sneaky_Deckhand=1)}, ["section.wrong_type"]),
        ({"champion": {"Jinx, Demolitionist": 1, "Jinx, Rebel": 1}, "main": main(Gust=2)}, ["section.duplicate"]),
        ({"champion": {}, "main": MAIN | {"Sneaky Deckhand": 1}}, ["section.missing"]),
        # CR 103.4.
        ({"battlefields": {"Zaun Warrens": 1, "Targon's Peak": 1, "Sai Scout": 1}}, ["section.wrong_type"]),
        ({"battlefields": {"Zaun Warrens": 1, "Targon's Peak": 1, "Baron Pit": 1}}, ["section.wrong_type"]),
        ({"battlefields": {**DECKLIST["battlefields"], "Void Gate": 1}}, ["size.wrong"]),
    ],
)  # fmt: skip
def test_the_core_rules(
    changes: dict[str, dict[str, int]], expected: list[str], catalogue: Catalogue, judge: Judge
) -> None:
    assert codes(judge.check(deck(catalogue, **changes), "constructed", ON)) == expected


def annie(**more: int) -> dict[str, dict[str, int]]:
    cards = {name: n for name, n in MAIN.items() if name not in ("Gust",)} | {
        k.replace("_", " "): v for k, v in more.items()
    }
    return {"legend": {"Annie, Dark Child": 1}, "champion": {"Annie, Fiery": 1}, "main": cards}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (annie(Tibbers=3), []),
        (annie(Tibbers=2) | {"side": {"Tibbers": 1}}, ["size.too_small"]),
        # A Signature unit is no Champion unit (CR 103.2.d.3).
        (annie(Tibbers=2, Sneaky_Deckhand=1) | {"champion": {"Tibbers": 1}}, ["section.wrong_type"]),
    ],
)
def test_signature_cards_of_the_right_champion(
    changes: dict[str, dict[str, int]], expected: list[str], catalogue: Catalogue, judge: Judge
) -> None:
    assert codes(judge.check(deck(catalogue, **changes), "constructed", ON)) == expected


def yi(signatures: dict[str, int], side: dict[str, int] | None = None) -> dict[str, dict[str, int]]:
    plain = ("Solari Shieldbearer", "Rune Prison", "Discipline", "Mountain Drake", "Playful Phantom", "Defy", "Charm")
    more = ("Stalwart Poro", "Bilgewater Bully", "Sunlit Guardian", "First Mate", "Pit Rookie")
    return {
        "legend": {"Master Yi, Wuju Bladesman": 1},
        "champion": {"Master Yi, Meditative": 1},
        "main": dict.fromkeys((*plain, *more), 3) | signatures,
        "runes": {"Body Rune": 6, "Calm Rune": 6},
        **({"side": side} if side else {}),
    }


def test_three_signature_cards_in_all(catalogue: Catalogue, judge: Judge) -> None:
    """CR 103.2.d.1; the sideboard may hold more to exchange, which is said (TR 601.1.c.3 names only copies)."""
    assert judge.check(deck(catalogue, **yi({"Highlander": 2, "Alpha Strike": 1})), "constructed", ON).findings == ()
    four = judge.check(deck(catalogue, **yi({"Highlander": 2, "Alpha Strike": 2})), "constructed", ON)
    assert [(f.code, f.found, f.limit) for f in four.findings] == [("signature.over_limit", 4, 3)]
    assert "Highlander" in str(four.findings[0].message)
    boarded = judge.check(
        deck(catalogue, **yi({"Highlander": 2, "Alpha Strike": 1}, {"Alpha Strike": 1})), "constructed", ON
    )
    assert boarded.legal
    assert [(f.code, f.severity) for f in boarded.findings] == [("signature.over_limit", "warning")]


def test_unique_cards_and_any_number(catalogue: Catalogue, judge: Judge) -> None:
    """CR 825.2.a; Spiderling's own text (rules digest A13)."""
    cape = catalogue.card("riftbound:forgefire-cape")
    assert cape.facts["copy_limit"] == 1
    ornn = next(
        c for c in catalogue.cards("riftbound") if c.facts["type"] == "Legend" and c.facts.get("champion") == "Ornn"
    )
    list_of = {"legend": {ornn.name: 1}, "champion": {}, "main": {"Forgefire Cape": 2, "Rabadon's Deathcrown": 1}}
    found = judge.check(deck(catalogue, **list_of), "constructed", ON)
    assert [(f.found, f.limit) for f in found.findings if f.code == "copies.over_limit"] == [(2, 1)]
    assert "signature.over_limit" not in found.codes
    spiders = judge.check(deck(catalogue, main={"Spiderling": 39}), "constructed", ON)
    assert spiders.findings == ()


def test_the_copy_limit_goes_by_name_over_printings(catalogue: Catalogue, judge: Judge) -> None:
    text = "MainDeck:\n3 Jinx, Demolitionist (OGN-030)\n1 Jinx, Demolitionist (OGN-030a)\n"
    made = read_deck(text, catalogue, "riftbound", DECK)
    found = [f for f in judge.check(made, "constructed", ON).findings if f.code == "copies.over_limit"]
    assert [(f.found, f.limit) for f in found] == [(4, 3)]


def test_several_champions_without_a_mark_are_no_fault(catalogue: Catalogue, judge: Judge) -> None:
    made = deck(catalogue, champion={}, main=MAIN | {"Jinx, Demolitionist": 1, "Jinx, Rebel": 1})
    assert "champion" not in made.sections
    assert len(made.notices) == 1
    verdict = judge.check(made, "constructed", ON)
    assert verdict.findings == ()


@pytest.mark.parametrize(
    ("day", "banned"),
    [
        (date(2026, 3, 30), 0),
        (date(2026, 3, 31), 7),
        (date(2026, 7, 23), 7),
        (date(2026, 7, 24), 10),
        (date(2026, 9, 17), 10),
        (date(2026, 9, 18), 12),
    ],
)
def test_the_ban_list_by_date(day: date, banned: int, catalogue: Catalogue, judge: Judge) -> None:
    cards = catalogue.cards("riftbound")
    found = [card for card in cards if judge.standing(card, "constructed", day).ban is not None]
    assert len(found) == banned
    team = [card for card in cards if judge.standing(card, "2v2", day).ban is not None]
    extra = ["riftbound:master-yi-wuju-bladesman"] if day >= date(2026, 7, 24) else []
    assert [card.key for card in team if card not in found] == extra
    assert all(judge.standing(card, "sealed", day).ban is None for card in cards)


def test_every_banned_name_is_a_card(catalogue: Catalogue) -> None:
    for format in load_formats().formats.values():
        for rule in format.rules:
            for ban in getattr(rule, "bans", ()):
                assert catalogue.card(ban.card)


@pytest.mark.parametrize(
    ("day", "cards", "legal"),
    [
        (date(2026, 7, 23), 8, True),
        (date(2026, 7, 23), 9, False),
        (date(2026, 7, 24), 10, True),
        (date(2026, 7, 24), 11, False),
    ],
)
def test_the_sideboard_by_date(day: date, cards: int, legal: bool, catalogue: Catalogue, judge: Judge) -> None:
    """TR-0330 601.1.c.1, TR-0716 601.1.c.1."""
    names = ("Sneaky Deckhand", "Maddened Marauder", "Sai Scout", "Jinx, Rebel")
    side = {name: min(3, cards - 3 * i) for i, name in enumerate(names) if cards > 3 * i}
    verdict = judge.check(deck(catalogue, side=side), "constructed-tournament", day)
    assert verdict.legal is legal
    assert codes(verdict) == ([] if legal else ["size.too_large"])
    assert judge.check(deck(catalogue, side=side), "constructed", day).legal, "the core rules know no sideboard"


def test_limited_relaxes_what_it_says(catalogue: Catalogue, judge: Judge) -> None:
    """TR 602.3, 602.4: no limit of copies, no Legend needed, any Champion unit, three domains, blank battlefields."""
    loose = {
        "legend": {},
        "champion": {"Annie, Fiery": 1},
        "battlefields": {},
        "runes": {"Fury Rune": 6, "Calm Rune": 6},
    }
    cards = {"Chemtech Enforcer": 10, "Gust": 9, "Tibbers": 4, "Playful Phantom": 1}
    assert sum(cards.values()) == 24
    made = deck(catalogue, **loose, main=cards)
    assert judge.check(made, "sealed", ON).findings == ()
    assert judge.check(made, "draft", ON).findings == ()
    assert codes(judge.check(deck(catalogue, **loose, main=cards | {"Gust": 8}), "sealed", ON)) == ["size.too_small"]
    twenty = cards | {"Chemtech Enforcer": 5}
    assert codes(judge.check(deck(catalogue, **loose, main=twenty), "draft", ON)) == []
    assert codes(judge.check(deck(catalogue, **loose, main=twenty | {"Gust": 8}), "draft", ON)) == ["size.too_small"]
    four = deck(catalogue, **loose, main=cards | {"Pit Rookie": 1})
    assert codes(judge.check(four, "sealed", ON)) == ["identity.too_many"]
    with_legend = deck(catalogue, **(loose | {"legend": {"Garen, Might of Demacia": 1}}), main=cards)
    assert codes(judge.check(with_legend, "sealed", ON)) == [], "any three domains do, whatever the Legend's"
    pool = deck(catalogue, **loose, main=cards, side={"Jinx, Loose Cannon": 1, "Zaun Warrens": 1})
    assert judge.check(pool, "sealed", ON).findings == (), "the sideboard is the rest of the pool"
    assert codes(judge.check(deck(catalogue, side={"Zaun Warrens": 1}), "constructed", ON)) == ["section.wrong_type"]
    eleven = deck(catalogue, **(loose | {"runes": {"Fury Rune": 11}}), main=cards)
    assert codes(judge.check(eleven, "sealed", ON)) == ["size.wrong"]


def test_limited_asks_for_opened_cards(catalogue: Catalogue, judge: Judge) -> None:
    made = deck(catalogue)
    opened = read_deck("\n".join(f"3 {name}" for name in MAIN), catalogue, "riftbound", DECK)
    found = judge.check(made, "sealed", ON, opened=opened).findings
    assert {f.code for f in found} == {"pool.outside"}
    assert len(found) == 5, "Legend, champion and battlefields; runes may come from anywhere"


def test_what_nobody_knows_leaves_the_verdict_open(catalogue: Catalogue, judge: Judge) -> None:
    made = deck(catalogue)

    def forget(section: str, fact: str) -> Verdict:
        first, *rest = made.sections[section]
        facts = {name: value for name, value in first.card.facts.items() if name != fact}
        card = replace(first.card, facts=facts, unknown=frozenset({fact}))
        changed = replace(made, sections={**made.sections, section: (replace(first, card=card), *rest)})
        return judge.check(changed, "constructed", ON)

    places = (("main", "domains"), ("main", "type"), ("main", "supertype"), ("legend", "champion"))
    for section, fact in (*places, ("champion", "champion")):
        verdict = forget(section, fact)
        assert verdict.verdict == "undetermined", (section, fact)
        assert {f.code for f in verdict.findings} == {"fact.unknown"}, (section, fact)


def test_lines_not_understood_could_fill_the_deck(catalogue: Catalogue, judge: Judge) -> None:
    text = "1 Jinx, Loose Cannon\n1 Jinx, Demolitionist\n3 Gustt\n" + "\n".join(
        f"{n} {c}" for c, n in main(Gust=0).items()
    )
    text += "\n6 Fury Rune\n6 Chaos Rune\n1 Zaun Warrens\n1 Targon's Peak\n1 The Candlelit Sanctum\n"
    verdict = judge.check(read_deck(text, catalogue, "riftbound", DECK), "constructed", ON)
    assert verdict.verdict == "undetermined"
    assert [(f.code, f.severity) for f in verdict.findings] == [
        ("name.unresolved", "incomplete"),
        ("size.too_small", "incomplete"),
    ]


def test_every_rule_cites_its_number_and_source() -> None:
    book = load_formats()
    for format in book.formats.values():
        for rule in format.rules:
            assert rule.cite.startswith(("CR ", "TR ")), rule.id
            assert rule.source, rule.id
            assert set(rule.title.by_language) == {"en", "fr"}
            for ban in getattr(rule, "bans", ()):
                assert ban.source and ban.cite
    assert {row.slug for row in book.unsupported} >= {"skirmish", "war"}


def test_a_set_counts_from_one_of_two_days() -> None:
    from deckkit.errors import InputError
    from deckkit.legality.formats import load_book

    text = 'schema = 1\n[formats.a]\n[[formats.a.rules]]\nuse = "pool"\ntitle = "a"\nday = "{day}"\n'
    assert load_book(text.format(day="release"), "toy", {}, where="a.toml").formats
    with pytest.raises(InputError) as caught:
        load_book(text.format(day="christmas"), "toy", {}, where="a.toml")
    assert "release" in str(caught.value)


# -- teams ------------------------------------------------------------------------------------------------------------


def zed(catalogue: Catalogue, **changes: dict[str, int]) -> Deck:
    other = {"legend": {"Annie, Dark Child": 1}, "champion": {"Annie, Fiery": 1}}
    fields = {"battlefields": {"Void Gate": 1, "Sunken Temple": 1, "Trifarian War Camp": 1}}
    return deck(catalogue, **(other | fields | changes))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        (DECKLIST, [("section.duplicate", "legend"), *[("section.duplicate", "battlefields")] * 3]),
        (
            {"battlefields": {"Void Gate": 1, "Sunken Temple": 1, "Zaun Warrens": 1}},
            [("section.duplicate", "battlefields")],
        ),
    ],
)
def test_team_mates_share_no_legend_and_no_battlefield(
    changes: dict[str, dict[str, int]], expected: list[tuple[str, str]], catalogue: Catalogue, judge: Judge
) -> None:
    """CR 484.8.g, 484.8.h (489.8.h, 489.8.i)."""
    first, second = deck(catalogue), zed(catalogue, **changes)
    assert judge.check(first, "2v2", ON).legal
    assert judge.check(second, "2v2", ON).legal
    verdict = judge.check_team([first, second], "2v2", ON)
    assert [(f.code, f.section) for f in verdict.findings] == expected
    assert verdict.legal is (not expected)
    assert {f.rule.split(" (")[0] for f in verdict.findings} <= {"CR 484.8.g", "CR 484.8.h"}


def test_a_line_not_understood_leaves_the_team_open(catalogue: Catalogue, judge: Judge) -> None:
    first = deck(catalogue)
    second = replace(zed(catalogue), problems=(Problem("name.unresolved", 1, "x", Text("x"), 1, "battlefields"),))
    assert judge.check_team([first, second], "2v2", ON).verdict == "undetermined"


def test_a_rule_about_teams_says_nothing_about_one_list(catalogue: Catalogue, judge: Judge) -> None:
    assert not {"team-legend", "team-battlefields"} & {
        rule.rule for rule in judge.check(deck(catalogue), "2v2", ON).passed
    }


def test_the_team_on_the_command_line(run_cli: Any, catalogue: Catalogue, tmp_path: Path) -> None:
    from deckkit.decklist.writing import write

    paths = []
    for name, made in (("a", deck(catalogue)), ("b", zed(catalogue, legend={"Jinx, Loose Cannon": 1}))):
        paths.append(tmp_path / f"{name}.txt")
        paths[-1].write_text(write(made, "text", catalogue, DECK).text, "utf-8")
    command = ("check", "--game", "riftbound", "--on", "2026-09-01", "--lang", "en")
    team = ("--team", str(paths[0]), str(paths[1]))
    code, out, _ = run_cli(*command, *team, "--json")
    document = json.loads(out)
    validate(document, "team")
    assert code == 1
    assert document["legal"] is False
    assert [f["code"] for f in document["findings"]] == ["section.duplicate"]
    assert [Path(made["deck"]["file"]).name for made in document["decks"]] == ["a.txt", "b.txt"]
    code, out, _ = run_cli(*command, *team)
    assert code == 1
    assert b"Team, 2v2 [2v2]: NOT LEGAL" in out
    assert run_cli(*command, *team, str(paths[0]))[0] == 2, "a team is judged for itself"
    assert run_cli(*command, *team, "--format", "constructed")[0] == 2, "no rules about teams"
    assert run_cli(*command)[0] == 2, "no list at all"
    assert run_cli(*command, "--team", str(paths[0]), str(tmp_path / "none.txt"))[0] == 3


def test_a_code_on_the_command_line(run_cli: Any, catalogue: Catalogue, tmp_path: Path) -> None:
    from deckkit.decklist.writing import write

    text, code = tmp_path / "a.txt", tmp_path / "a.code"
    text.write_text(write(deck(catalogue), "text", catalogue, DECK).text, "utf-8")
    assert run_cli("convert", str(text), "--to", "code", "--game", "riftbound", "--output", str(code))[0] == 0
    assert code.read_text("utf-8").startswith("CM")
    assert run_cli("check", str(code), "--game", "riftbound", "-f", "constructed", "--on", "2026-09-01")[0] == 0
    back = run_cli("convert", str(code), "--to", "text", "--game", "riftbound")
    assert back[0] == 0
    assert sorted(back[1].decode().split("\n")) == sorted(text.read_text("utf-8").split("\n"))
    damaged = tmp_path / "b.code"
    damaged.write_text("CEAA!AAA", "utf-8")
    assert run_cli("check", str(damaged), "--game", "riftbound")[0] == 3


def test_no_format_has_a_place_for_tokens(catalogue: Catalogue, judge: Judge) -> None:
    tokens = [card for card in catalogue.cards("riftbound") if card.facts.get("supertype") == "Token"]
    assert len(tokens) > 10
    for card in tokens:
        for form in judge.book.playable():
            assert not judge.standing(card, form, ON).legal, (card.key, form.slug)


def test_a_finding_names_its_section_where_it_is_one(catalogue: Catalogue, judge: Judge) -> None:
    both = deck(catalogue, side={"Gust": 3})
    assert [f.section for f in judge.check(both, "constructed", ON).findings] == [None], "main deck and sideboard"
    over = deck(catalogue, runes={"Fury Rune": 6, "Calm Rune": 6})
    assert {f.section for f in judge.check(over, "constructed", ON).findings} == {"runes"}
