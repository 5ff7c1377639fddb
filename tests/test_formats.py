"""Format files: ours are sound, mistakes in a user's are told with their place and cure."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from deckkit.catalogue import Catalogue
from deckkit.decklist import read_deck
from deckkit.errors import InputError, UsageError
from deckkit.games import GAMES
from deckkit.games.lorcana.rules import load_formats
from deckkit.legality.formats import bans_of, pools_of

HEAD = "schema = 1\n"


def extended(tmp_path: Path, text: str):  # type: ignore[no-untyped-def]
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return load_formats().extended(path)


def test_every_rule_of_ours_cites_a_number_and_a_dated_source() -> None:
    for format in load_formats().playable():
        for rule in format.rules:
            assert rule.cite, f"{format.slug}.{rule.id}"
            assert rule.source, f"{format.slug}.{rule.id}"
            assert set(rule.title.by_language) == {"en", "fr"}
    for format in load_formats().playable():
        for pool in pools_of(format):
            assert all(rotation.source and rotation.cite for rotation in pool.rotations)
        for rule in bans_of(format):
            assert all(ban.source for ban in rule.bans)


def test_every_card_that_our_formats_name_is_in_the_catalogue(catalogue: Catalogue) -> None:
    cards = {card.key for card in catalogue.cards("lorcana")}
    book = load_formats()
    for format in book.formats.values():
        for rule in format.rules:
            for ban in getattr(rule, "bans", ()):
                assert ban.card in cards
            for row in getattr(rule, "exemptions", ()):
                assert row["card"] in cards
        for pool in pools_of(format):
            for rotation in pool.rotations:
                assert rotation.sets <= set(catalogue.sets("lorcana"))


def test_the_ban_lists_have_the_published_days() -> None:
    book = load_formats()
    core = {ban.card: ban for rule in bans_of(book.format("core")) for ban in rule.bans}
    assert set(core) == {"lorcana:hiram-flaversham-toymaker", "lorcana:fortisphere"}
    assert {ban.since for ban in core.values()} == {date(2025, 4, 8)}
    infinity = [ban for rule in bans_of(book.format("infinity")) for ban in rule.bans]
    assert [(ban.card, ban.since, ban.until) for ban in infinity] == [
        ("lorcana:hiram-flaversham-toymaker", date(2026, 3, 26), None)
    ]


def test_a_format_remembers_which_parent_brought_each_rule() -> None:
    rules = {rule.id: rule.brought_by for rule in load_formats().format("core").rules}
    assert rules["deck-size"] == "constructed-base"
    assert rules["bans"] == "core"


def test_a_format_that_is_known_and_not_supported_says_why() -> None:
    with pytest.raises(UsageError, match="beta"):
        load_formats().format("coconut")


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(UsageError) as caught:
        load_formats().format("corr")
    assert "core" in str(caught.value.do)


def test_a_users_format_inherits_and_bans_by_name(tmp_path: Path, catalogue: Catalogue) -> None:
    book = extended(
        tmp_path,
        HEAD
        + """
[formats.shop]
parent = "core"
title = "Our shop"
[[formats.shop.rules]]
use = "bans"
id = "shop-bans"
title = "Shop bans"
bans = [ { card = "elsa - ice maker", since = 2026-01-01 } ]
""",
    )
    game = GAMES["lorcana"]
    judge = game.judge(catalogue, book)
    card = catalogue.card("lorcana:elsa-ice-maker")
    assert not judge.standing(card, "shop", date(2026, 11, 30)).legal
    assert [rule.id for rule in judge.book.format("shop").rules][-1] == "shop-bans"


def test_a_ban_of_an_unknown_card_in_a_users_file_is_an_error_with_the_nearest_names(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    rules = '[[formats.shop.rules]]\nuse="bans"\ntitle="b"\nbans=[{card="Elsa - Ice Makr", since=2026-01-01}]\n'
    book = extended(tmp_path, HEAD + '[formats.shop]\nparent="core"\n' + rules)
    with pytest.raises(InputError) as caught:
        GAMES["lorcana"].judge(catalogue, book)
    assert "Elsa - Ice Maker" in str(caught.value.do)


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("formats = 3", "schema", "schema = 1"),
        (HEAD + "[formats.a]\nparent='corr'\n", "formats.a.parent", "corr"),
        (HEAD + "[formats.a]\ncolour=1\n", "formats.a.colour", "unknown key"),
        (HEAD + "[formats.a]\nparent='b'\n[formats.b]\nparent='a'\n", "formats", "circle"),
        (HEAD + "[[formats.a.rules]]\nuse='sise'\ntitle='x'\n", "formats.a.rules[0].use", "sise"),
        (HEAD + "[[formats.a.rules]]\nuse='size'\ntitle='x'\nmin='60'\n", "formats.a.rules[0].min", "whole number"),
        (HEAD + "[[formats.a.rules]]\nuse='size'\ntitle='x'\nmin=-1\n", "formats.a.rules[0].min", "whole number"),
        (HEAD + "[[formats.a.rules]]\nuse='copies'\ntitle='x'\n", "formats.a.rules[0]", "limit"),
        (HEAD + "[[formats.a.rules]]\nuse='size'\ntitle='x'\nsince='2026-01-01'\n", "formats.a.rules[0].since", "date"),
        (HEAD + "[formats.a]\nparent='core'\nwithout=['nothing']\n", "formats.a.without", "nothing"),
        (HEAD + "[formats.a]\nkind='casual'\n", "formats.a.kind", "casual"),
        ("schema = ", "mine.toml", "TOML"),
    ],
)
def test_mistakes_in_a_format_file_are_told_with_their_place(tmp_path: Path, text: str, place: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        extended(tmp_path, text)
    assert place in str(caught.value.where)
    assert what in str(caught.value.what)


def test_a_missing_format_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        load_formats().extended(tmp_path / "none.toml")


def house(tmp_path: Path, catalogue: Catalogue, rows: str, parent: str = "infinity"):  # type: ignore[no-untyped-def]
    return GAMES["lorcana"].judge(catalogue, extended(tmp_path, HEAD + f'[formats.shop]\nparent="{parent}"\n' + rows))


def test_a_card_that_restricts_its_copies_does_not_lift_a_stricter_rule(tmp_path: Path, catalogue: Catalogue) -> None:
    judge = house(tmp_path, catalogue, '[[formats.shop.rules]]\nuse="copies"\nid="copies"\nlimit=1\n')
    read = GAMES["lorcana"].deck

    def over(line: str) -> list[int | None]:
        deck = read_deck(line, catalogue, "lorcana", read)
        findings = judge.check(deck, "shop", date(2026, 11, 30)).findings
        return [f.limit for f in findings if f.code == "copies.over_limit"]

    assert over("2 The Glass Slipper") == [1]
    assert over("2 Microbots") == [] == over("2 Dalmatian Puppy - Tail Wagger")
    assert over("2 Blue Smoke") == [1]


def test_an_exemption_may_name_its_card_by_name(tmp_path: Path, catalogue: Catalogue) -> None:
    row = (
        '[[formats.shop.rules]]\nuse="ink_types"\nid="ink-types"\nmax=2\nnoun="ink types"\n'
        'exemptions=[{card="christopher robin - hunny sage", type="Character", classification="Hunny"}]\n'
    )
    judge = house(tmp_path, catalogue, row)
    list_ = "4 Christopher Robin - Hunny Sage\n4 Tigger - Hunny Barbarian\n4 Gopher - Hunny Cook"
    deck = read_deck(list_, catalogue, "lorcana", GAMES["lorcana"].deck)
    assert set(judge.check(deck, "shop", date(2026, 11, 30)).codes) == {"size.too_small"}


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ('use="pool"\nset_kinds=["foo"]', "foo"),
        ('use="pool"\nrotations=[{on=2026-01-01, sets=["99"]}]', "99"),
        ('use="size"\nsection="nope"\nmin=3', "nope"),
        ('use="copies"\nsections=["mian"]\nlimit=3', "mian"),
        ('use="size"\nmin=70\nmax=60', "70"),
        ('use="size"\nsection="main"', "min"),
        ('use="leader_match"\nleader="main"\nfact="domain"\nnoun="x"', "domain"),
        ('use="allowed"\nconditions=[{fact="domain", is=["Fury"]}]', "domain"),
        ('use="ink_types"\nmax=2\nnoun="x"\nexemptions=[{crad="x"}]', "card"),
        ('use="ink_types"\nmax=2\nnoun="x"\nexemptions="x"', "card"),
        ('use="ink_types"\nmax=2', "noun"),
        ('use="bans"\nbans=3', "a list"),
    ],
)
def test_values_that_make_no_sense_are_told(tmp_path: Path, catalogue: Catalogue, row: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        house(tmp_path, catalogue, f"[[formats.shop.rules]]\n{row}\n")
    assert what in str(caught.value.what)


def test_our_own_formats_make_sense(catalogue: Catalogue) -> None:
    for slug, game in GAMES.items():
        for format in game.formats().formats.values():
            for rule in format.rules:
                assert list(rule.mistakes(game.deck, game.cards, catalogue.sets(slug))) == [], (slug, rule.id)


def test_a_format_file_in_another_encoding_is_told(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes('schema = 1\n[formats.a]\ntitle = "Éclat"\n'.encode("latin-1"))
    with pytest.raises(InputError) as caught:
        load_formats().extended(path)
    assert "UTF-8" in str(caught.value.do)
