"""Lorcana legality, by rule number (rules digest 1.1 to 1.9)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from deckkit.catalogue import Catalogue
from deckkit.decklist import read_deck
from deckkit.decklist.model import Deck
from deckkit.games import GAMES
from deckkit.legality.check import Judge
from deckkit.legality.findings import Finding, Verdict

LORCANA = GAMES["lorcana"]
TODAY = date(2026, 11, 30)
HIRAM, ROBIN = "Hiram Flaversham - Toymaker", "Christopher Robin - Hunny Sage"


@pytest.fixture(scope="module")
def judge(catalogue: Catalogue) -> Judge:
    return LORCANA.judge(catalogue)


def deck_of(catalogue: Catalogue, *lines: str) -> Deck:
    return read_deck("\n".join(lines), catalogue, "lorcana", LORCANA.deck)


def filler(catalogue: Catalogue, copies: int, inks: Sequence[str], sets: Sequence[str] = ("12",)) -> list[str]:
    """Lines of single-ink cards of these inks and sets, four copies each, ``copies`` in all."""
    lines: list[str] = []
    for card in catalogue.cards("lorcana"):
        codes = {p.set_code for p in catalogue.printings(card) if p.counts}
        if copies and len(card.facts["inks"]) == 1 and card.facts["inks"][0] in inks and codes & set(sets):
            if "copy_limit" in card.facts or "Hunny" in card.facts.get("classifications", ()):
                continue
            take = min(4, copies)
            lines.append(f"{take} {card.name}")
            copies -= take
    assert copies == 0
    return lines


def only(verdict: Verdict, code: str) -> Finding:
    found = [f for f in verdict.findings if f.code == code]
    assert len(found) == 1, verdict.codes
    return found[0]


def judged(judge: Judge, catalogue: Catalogue, format: str, *lines: str, on: date = TODAY, **more: Any) -> Verdict:
    return judge.check(deck_of(catalogue, *lines), format, on, **more)


def test_size_is_at_least_sixty_without_maximum(judge: Judge, catalogue: Catalogue) -> None:
    for copies, codes in ((59, ("size.too_small",)), (60, ()), (200, ())):
        verdict = judged(judge, catalogue, "core", *filler(catalogue, copies, ("Amber", "Steel"), ("11", "12", "13")))
        assert verdict.codes == codes
    finding = only(judged(judge, catalogue, "core", *filler(catalogue, 58, ("Amber", "Steel"))), "size.too_small")
    assert (finding.found, finding.limit, finding.rule) == (58, 60, "CR 1.10.1.1, TR 1.3.1.1")
    assert finding.cure is not None and finding.cure.render("fr") == "ajouter 2 cartes"


def test_lines_add_up_over_languages_and_spellings(judge: Judge, catalogue: Catalogue) -> None:
    lines = ["2 Let It Go", "1 let it go", "1 Libérée, délivrée", "1 LET IT GO (1-163)"]
    finding = only(judged(judge, catalogue, "infinity", *lines), "copies.over_limit")
    assert (finding.found, finding.limit, finding.lines) == (5, 4, (1, 2, 3, 4))
    assert finding.cure is not None and finding.cure.render() == "remove 1 copy"


@pytest.mark.parametrize(
    ("line", "limit"),
    [("99 Dalmatian Puppy - Tail Wagger", None), ("100 Dalmatian Puppy - Tail Wagger", 99), ("500 Microbots", None),
     ("2 The Glass Slipper", None), ("3 The Glass Slipper", 2), ("4 Microbots", None), ("5 Blue Smoke", 4)],
)  # fmt: skip
def test_a_cards_own_limit_goes_before_the_rule(
    judge: Judge, catalogue: Catalogue, line: str, limit: int | None
) -> None:
    verdict = judged(judge, catalogue, "infinity", line)
    found = [f for f in verdict.findings if f.code == "copies.over_limit"]
    assert [f.limit for f in found] == ([limit] if limit else [])


def test_a_dual_ink_card_counts_as_both(judge: Judge, catalogue: Catalogue) -> None:
    dual = "Rapunzel & Flynn Rider - Unlikely Pair"
    inks = catalogue.index("lorcana").exact(dual)[0].facts["inks"]
    assert len(inks) == 2
    fits = judged(judge, catalogue, "infinity", *filler(catalogue, 56, inks), f"4 {dual}")
    assert fits.legal
    other = next(ink for ink in ("Ruby", "Sapphire", "Amethyst") if ink not in inks)
    rest = filler(catalogue, 56, (inks[0], other), ("11", "12"))
    finding = only(judged(judge, catalogue, "infinity", *rest, f"4 {dual}"), "identity.too_many")
    assert (finding.found, finding.limit) == (3, 2)
    assert [(card.name, count) for card, count in finding.cards] == [(dual, 4)]


def test_the_cure_for_too_many_inks_is_the_smallest(judge: Judge, catalogue: Catalogue) -> None:
    verdict = judged(
        judge, catalogue, "infinity", *filler(catalogue, 58, ("Amber", "Steel"), ("11", "12")), "2 A Pirate's Life"
    )
    finding = only(verdict, "identity.too_many")
    assert sum(count for _, count in finding.cards) == 2
    assert finding.params["keep"] == ["Amber", "Steel"]


HUNNY = ["4 Tigger - Hunny Barbarian", "4 Rabbit - Hunny Paladin", "4 Gopher - Hunny Cook"]


def hunny_inks(catalogue: Catalogue) -> set[str]:
    index = catalogue.index("lorcana")
    return {ink for line in HUNNY for ink in index.exact(line[2:])[0].facts["inks"]}


def test_other_hunny_characters_may_be_of_any_ink_next_to_him(judge: Judge, catalogue: Catalogue) -> None:
    assert not hunny_inks(catalogue) <= {"Amethyst", "Sapphire"}
    rest = filler(catalogue, 44, ("Amethyst", "Sapphire"), ("11", "12", "13"))
    assert judged(judge, catalogue, "core", f"4 {ROBIN}", *HUNNY, *rest).legal
    without = judged(judge, catalogue, "core", *HUNNY, *rest)
    assert "identity.too_many" in without.codes


def test_he_must_fit_himself(judge: Judge, catalogue: Catalogue) -> None:
    rest = filler(catalogue, 44, ("Amber", "Steel"), ("11", "12", "13"))
    verdict = judged(judge, catalogue, "core", f"4 {ROBIN}", *HUNNY, *rest)
    assert "identity.too_many" in verdict.codes


def test_only_hunny_characters_are_exempt(judge: Judge, catalogue: Catalogue) -> None:
    outsider = filler(catalogue, 4, ("Amber",), ("11",))
    rest = filler(catalogue, 52, ("Amethyst", "Sapphire"), ("11", "12", "13"))
    finding = only(judged(judge, catalogue, "infinity", f"4 {ROBIN}", *outsider, *rest), "identity.too_many")
    assert [f"{count} {card.name}" for card, count in finding.cards] == outsider


def test_before_his_set_is_legal_he_exempts_nobody(judge: Judge, catalogue: Catalogue) -> None:
    rest = filler(catalogue, 44, ("Amethyst", "Sapphire"), ("11",))
    verdict = judged(judge, catalogue, "core", f"4 {ROBIN}", *HUNNY, *rest, on=date(2026, 7, 16))
    assert {"identity.too_many", "pool.not_yet_legal"} <= set(verdict.codes)


@pytest.mark.parametrize(
    ("on", "format", "codes"),
    [
        (date(2025, 4, 7), "core", set()),
        (date(2025, 4, 8), "core", {"banned"}),
        (date(2025, 10, 1), "core", {"banned", "pool.rotated"}),
        (date(2026, 7, 14), "core", {"pool.rotated"}),
        (date(2026, 3, 25), "infinity", set()),
        (date(2026, 3, 26), "infinity", {"banned"}),
        (TODAY, "infinity", {"banned"}),
        (TODAY, "sealed", set()),
    ],
)
def test_the_ban_history(judge: Judge, catalogue: Catalogue, on: date, format: str, codes: set[str]) -> None:
    verdict = judged(judge, catalogue, format, f"4 {HIRAM}", on=on)
    assert set(verdict.codes) - {"size.too_small"} == codes


def test_rotated_is_not_banned_and_the_cure_names_where_it_is_legal(judge: Judge, catalogue: Catalogue) -> None:
    finding = only(judged(judge, catalogue, "core", "4 Fortisphere"), "pool.rotated")
    assert finding.params["left"] == date(2025, 9, 5)
    assert finding.cure is not None
    assert finding.cure.render() == "remove 4 copies; legal in Infinity Constructed"
    assert finding.rule == "TR 1.6.1"


def test_a_reprint_brings_a_card_back(judge: Judge, catalogue: Catalogue) -> None:
    verdict = judged(judge, catalogue, "core", "4 HeiHei - Persistent Presence", on=date(2025, 10, 15))
    finding = only(verdict, "pool.rotated")
    assert (finding.params["left"], finding.params["returns"]) == (date(2025, 9, 5), date(2026, 2, 13))
    assert "2025-09-05" in finding.message.render("fr") and "2026-02-13" in finding.message.render("fr")


def test_an_old_printing_of_a_reprinted_card_is_legal(judge: Judge, catalogue: Catalogue) -> None:
    verdict = judged(judge, catalogue, "core", "4 Elsa - Spirit of Winter (1-42)")
    assert set(verdict.codes) == {"size.too_small"}


def test_cards_of_quest_boxes_belong_to_no_format(judge: Judge, catalogue: Catalogue) -> None:
    quest = next(
        card for card in catalogue.cards("lorcana")
        if all(catalogue.sets("lorcana")[p.set_code].kind == "quest" for p in catalogue.printings(card))
    )  # fmt: skip
    for slug in ("core", "infinity", "sealed", "draft", "pack-rush"):
        finding = only(judged(judge, catalogue, slug, f"1 {quest.name}"), "pool.outside")
        assert finding.params["reason"] == "kind"


@pytest.mark.parametrize(
    ("format", "copies", "on", "codes"),
    [
        ("sealed", 39, TODAY, ("size.too_small",)),
        ("sealed", 40, TODAY, ()),
        ("draft", 34, TODAY, ("size.too_small",)),
        ("draft", 35, TODAY, ()),
        ("draft", 39, date(2026, 2, 4), ("size.too_small",)),
        ("draft", 35, date(2026, 2, 20), ()),
        ("preconstructed", 59, TODAY, ("size.too_small",)),
        ("preconstructed", 60, TODAY, ()),
        ("pack-rush", 24, TODAY, ()),
    ],
)
def test_limited_sizes(
    judge: Judge, catalogue: Catalogue, format: str, copies: int, on: date, codes: tuple[str, ...]
) -> None:
    lines = filler(catalogue, copies, ("Amber", "Steel", "Ruby", "Sapphire"), ("10",))
    assert judged(judge, catalogue, format, *lines, on=on).codes == codes


def test_limited_knows_neither_ink_nor_copy_limits(judge: Judge, catalogue: Catalogue) -> None:
    one_of_each = [filler(catalogue, 4, (ink,))[0] for ink in ("Amber", "Amethyst", "Emerald", "Ruby")]
    lines = [f"10 {line[2:]}" for line in one_of_each]
    assert judged(judge, catalogue, "sealed", *lines).legal
    assert set(judged(judge, catalogue, "infinity", *lines).codes) == {
        "size.too_small", "copies.over_limit", "identity.too_many"
    }  # fmt: skip


def test_the_opened_pool_bounds_a_limited_deck(judge: Judge, catalogue: Catalogue) -> None:
    lines = filler(catalogue, 40, ("Amber",), ("11", "12"))
    opened = deck_of(catalogue, *lines[:-1], "3 " + lines[-1][2:])
    verdict = judged(judge, catalogue, "sealed", *lines, opened=opened)
    finding = only(verdict, "pool.outside")
    assert (finding.found, finding.limit, finding.params["reason"]) == (4, 3, "not_opened")
    missing = judged(judge, catalogue, "sealed", *lines, opened=deck_of(catalogue, *lines[:-1]))
    assert only(missing, "pool.outside").limit == 0


def test_unresolved_lines_leave_the_verdict_open_and_the_rest_is_judged(judge: Judge, catalogue: Catalogue) -> None:
    lines = filler(catalogue, 56, ("Amber", "Steel"))
    open_size = judged(judge, catalogue, "core", *lines, "4 Xyzzy - Nothing Here")
    assert (open_size.legal, open_size.verdict, open_size.exit_code) == (False, "undetermined", 3)
    assert only(open_size, "size.too_small").severity == "incomplete"
    short = judged(judge, catalogue, "core", *lines, "3 Xyzzy - Nothing Here")
    assert (short.verdict, short.exit_code) == ("illegal", 3)
    assert only(short, "size.too_small").severity == "illegal"


def test_a_sideboard_is_kept_reported_and_not_judged(judge: Judge, catalogue: Catalogue) -> None:
    lines = filler(catalogue, 60, ("Amber", "Steel"), ("11", "12"))
    verdict = judged(judge, catalogue, "core", *lines, "", "Sideboard", f"4 {HIRAM}", "12 A Pirate's Life")
    assert verdict.legal
    finding = only(verdict, "section.unused")
    assert (finding.severity, finding.found) == ("warning", 16)


def test_passed_rules_are_listed(judge: Judge, catalogue: Catalogue) -> None:
    verdict = judged(judge, catalogue, "core", *filler(catalogue, 60, ("Amber", "Steel"), ("11", "12")))
    assert [p.rule for p in verdict.passed] == ["deck-size", "ink-types", "copies", "pool", "bans"]


def test_timeline_has_the_days_of_rotation_and_bans(judge: Judge, catalogue: Catalogue) -> None:
    # Sets 2 and 4 only: legal in Core from the prerelease of set 4 to the first rotation, without Hiram's ban.
    lines = filler(catalogue, 56, ("Sapphire", "Steel"), ("2",))
    deck = deck_of(catalogue, *[line for line in lines if HIRAM not in line], "4 Sapphire Coil")
    periods = judge.timeline(deck_of(catalogue, "60 " + HIRAM), "infinity")
    assert [p.start for p in periods if "banned" in p.codes] == [date(2026, 3, 26)]
    legal = [p for p in judge.timeline(deck, "core") if p.verdict == "legal"]
    assert all(p.end is not None and p.end <= date(2025, 9, 5) for p in legal)


def test_timeline_knows_announced_days(judge: Judge, catalogue: Catalogue) -> None:
    # Reprints apart, set 8 alone is legal in Core from its prerelease until the second rotation.
    single = [
        line for line in filler(catalogue, 120, ("Amber", "Steel"), ("8",))
        if {p.set_code for p in catalogue.printings(catalogue.index("lorcana").exact(line[2:])[0]) if p.counts} == {"8"}
    ]  # fmt: skip
    periods = judge.timeline(deck_of(catalogue, *single[:15]), "core")
    legal = [(p.start, p.end) for p in periods if p.verdict == "legal"]
    assert legal == [(date(2025, 5, 30), date(2026, 7, 17))]


def test_advice_counts_inkable_cards_and_names_what_cannot_be_paid(judge: Judge, catalogue: Catalogue) -> None:
    elsa = judge.advice(deck_of(catalogue, "60 Elsa - Spirit of Winter"))
    assert [item.code for item in elsa] == ["inkable", "unpayable"]
    assert elsa[0].message.params["n"] == 0
    deck = deck_of(catalogue, *filler(catalogue, 60, ("Amber", "Steel"), ("11", "12")))
    inkable = sum(item.count for item in deck.sections["main"] if item.card.facts["inkable"])
    assert judge.advice(deck)[0].message.params == {"n": inkable, "total": 60, "share": round(100 * inkable / 60)}
    assert judge.advice(deck_of(catalogue, "")) == []


def test_the_cure_next_to_him_is_the_smallest_of_both_readings(judge: Judge, catalogue: Catalogue) -> None:
    # With him, one copy of a third ink is one too many; without him, all Hunny characters of other inks would be.
    rest = filler(catalogue, 43, ("Amethyst", "Sapphire"), ("11", "12", "13"))
    stray = filler(catalogue, 1, ("Ruby",), ("11",))
    finding = only(judged(judge, catalogue, "core", f"4 {ROBIN}", *HUNNY, *rest, *stray), "identity.too_many")
    assert [f"{count} {card.name}" for card, count in finding.cards] == stray
    assert (finding.found, finding.params["keep"]) == (3, ["Amethyst", "Sapphire"])


def test_dropping_him_may_be_the_smaller_cure(judge: Judge, catalogue: Catalogue) -> None:
    rest = filler(catalogue, 59, ("Amber", "Steel"), ("11", "12", "13"))
    finding = only(judged(judge, catalogue, "core", f"1 {ROBIN}", *rest), "identity.too_many")
    assert [card.name for card, _ in finding.cards] == [ROBIN]
