"""The search language: its form, its three-valued answers, its errors (issue 2; design 5 uses it for conditions)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckkit.catalogue.conditions import BUILT_IN, field_words
from deckkit.catalogue.fold import fold
from deckkit.catalogue.model import Card, CardSet, Printing
from deckkit.catalogue.names import NameIndex
from deckkit.catalogue.query import ExtraField, QueryContext, compile_query
from deckkit.catalogue.store import KeywordRow
from deckkit.catalogue.syntax import MAX_DEPTH, MAX_LENGTH, OPERATOR_WORDS, And, Ask, Name, Node, Not, Or, Word, parse
from deckkit.errors import DeckkitError, UsageError
from deckkit.games.lorcana.cards import CARDS


def make(id: int, name: str, facts: dict[str, Any], names: Mapping[str, str] | None = None, unknown: str = "") -> Card:
    return Card(id, f"lorcana:{id}", "lorcana", name, facts, frozenset(unknown.split()), {"en": name, **(names or {})})


QUEEN = make(
    1,
    "Winter Queen - Lady of Frost",
    {
        "type": "Character",
        "inks": ["Amethyst"],
        "cost": 8,
        "inkable": False,
        "strength": 4,
        "willpower": 6,
        "classifications": ["Storyborn", "Queen"],
    },
    {"fr": "Reine de l'hiver - Dame du gel"},
)
SONG = make(
    2,
    "Let's Sing",
    {"type": "Action", "inks": ["Sapphire"], "cost": 5, "inkable": True, "classifications": ["Song"]},
    {"fr": "Chantons"},
)
PAIR = make(
    3,
    "Fox & Hound - Odd Pair",
    {"type": "Character", "inks": ["Amber", "Steel"], "cost": 2, "inkable": True, "willpower": 2},
    unknown="strength",
)
SWARM = make(
    4, "Swarm", {"type": "Item", "inks": [], "cost": 1, "inkable": True, "copy_limit": "any"}, unknown="keywords"
)
CARDS_MADE = (QUEEN, SONG, PAIR, SWARM)
KEYWORDS = {
    1: (KeywordRow("Singer", "5", 5), KeywordRow("Puppy Shift", "3", 3), KeywordRow("Ward", None, None)),
    3: (KeywordRow("Resist", "+2", 2), KeywordRow("Shift", "Discard a card", None)),
}
PRINTINGS = {
    1: (
        Printing(10, "10", 1, "1", "42", None, None, "Rare"),
        Printing(11, "11", 1, "9", "7", None, None, "Legendary"),
        Printing(12, "12", 1, "9", "3", None, "P2", "Special"),
    ),
    2: (Printing(20, "20", 2, "10", "4", "a", None, "Super Rare"),),
    3: (Printing(30, "30", 3, "Q1", "5", None, None, None),),
}
SETS = {
    "1": CardSet("1", "The First Chapter", "expansion", 1, None, None, True, {"fr": "Premier Chapitre"}),
    "9": CardSet("9", "Fabled", "expansion", 9, None, None, True, {"fr": "Fabuleux"}),
    "10": CardSet("10", "Whispers in the Well", "expansion", 10, None, None, True),
    "Q1": CardSet("Q1", "Deep Trouble", "quest", 1001, None, None, True),
}
CONTEXT = QueryContext(
    index=NameIndex.build([(fold(n), c) for c in CARDS_MADE for n in dict.fromkeys((c.name, *c.names.values()))], []),
    values=lambda name: {
        "keyword": ("Singer", "Sing Together", "Shift", "Puppy Shift", "Ward", "Resist"),
        "rarity": ("Common", "Rare", "Super Rare", "Legendary", "Special"),
        "promo": ("P1", "P2"),
        "classifications": ("Storyborn", "Queen", "Song"),
    }.get(name, ()),
    sets=SETS,
    printings=lambda card: PRINTINGS.get(card.id, ()),
    keywords=lambda card: KEYWORDS.get(card.id, ()),
    extra={
        "legal": ExtraField(lambda: ("core", "infinity"), lambda form: lambda card: form == "infinity" or card.id == 1)
    },
)


def answers(text: str) -> str:
    """One letter a card: T, F, or ? for not known."""
    query = compile_query(text, CARDS, CONTEXT)
    return "".join({True: "T", False: "F", None: "?"}[query.matches(card)] for card in CARDS_MADE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # names
        ("winter", "TFFF"),
        ("WINTER frost", "TFFF"),
        ("hiver", "TFFF"),
        ("l'hiver", "TFFF"),
        ("lhiver", "TFFF"),
        ("lets", "FTFF"),
        ("let", "FTFF"),
        ("le", "FFFF"),
        ("swar*", "FFFT"),
        ("Fox & Hound - Odd Pair", "FFTF"),
        ('name:"lady of"', "TFFF"),
        ('name:"of lady"', "FFFF"),
        ('"winter queen – lady of FROST"', "TFFF"),
        ("«chantons»", "FTFF"),
        ("“Let’s Sing”", "FTFF"),
        ("name=swarm", "FFFT"),
        ("-swarm", "TTTF"),
        # choices, in English and French, whatever the case and accents
        ("type:character", "TFTF"),
        ("TYPE:Personnage", "TFTF"),
        ("ink:amber", "FFTF"),
        ("ink:amethyste", "TFFF"),
        ("encre:améthyste", "TFFF"),
        ("ink!=amber", "TTFT"),
        ("type!=item", "TTTF"),
        ("classification:chanson", "FTFF"),
        ("class:queen or class:song", "TTFF"),
        ("class!=song", "TFFF"),
        ("inks>=2", "FFTF"),
        ("inks:0", "FFFT"),
        # numbers
        ("cost:5", "FTFF"),
        ("cost=5", "FTFF"),
        ("cost!=5", "TFTT"),
        ("cost<5", "FFTT"),
        ("cost ≤ 5", "FTTT"),
        ("cost>5", "TFFF"),
        ("cost:>=5", "TTFF"),
        ("cost:2-5", "FTTF"),
        ("cost:5..2", "FTTF"),
        ("coût!=2-5", "TFFT"),
        ("limit:any", "FFFT"),
        ("limit>=1000", "FFFT"),
        # flags
        ("inkable", "FTTT"),
        ("-inkable", "TFFF"),
        ("not inkable", "TFFF"),
        ("inkable:no", "TFFF"),
        ("inkable!=yes", "TFFF"),
        ("encrable:oui", "FTTT"),
        ("is:inkable", "FTTT"),
        # keywords; Swarm's are not known
        ("keyword:singer", "TFF?"),
        ('keyword:"singer 5"', "TFF?"),
        ("keyword:singer5", "TFF?"),
        ('keyword:"singer 6"', "FFF?"),
        ("keyword:singer>=5", "TFF?"),
        ("keyword:singer<5", "FFF?"),
        ("kw:mélomane", "TFF?"),
        ('keyword:"resist +2"', "FFT?"),
        ("keyword:resist+2", "FFT?"),
        ("keyword:shift", "TFT?"),
        ('keyword:"puppy shift"', "TFF?"),
        ('keyword:"shift discard a card"', "FFT?"),
        ('keyword:"hors d’atteinte"', "TFF?"),
        ("-keyword:ward", "FTT?"),
        # printings
        ("set:9", "TFFF"),
        ("set:fabuleux", "TFFF"),
        ('set:"the first chapter"', "TFFF"),
        ("set:q1", "FFTF"),
        ("set>=9", "TTFF"),
        ("set>9", "FTFF"),
        ("set!=9", "FTTT"),
        ("rarity:super-rare", "FT?F"),
        ("rareté:légendaire", "TF?F"),
        ("number:42", "TFFF"),
        ("number:042", "TFFF"),
        ("number:4", "FTFF"),
        ("number:4a", "FTFF"),
        ("number<=5", "TTTF"),
        ("printing:9-7", "TFFF"),
        ("printing:9-42", "FFFF"),
        ("promo:p2", "TFFF"),
        ("promo:yes", "TFFF"),
        ("promo:no", "TTTF"),
        ("is:promo", "TFFF"),
        # two conditions on printings may be met by two printings
        ("set:9 number:42", "TFFF"),
        # legality is handed in
        ("legal:core", "TFFF"),
        ("-legal:core", "FTTT"),
        ("LEGAL:Infinity", "TTTT"),
        # structure
        ("type:character cost<=3", "FFTF"),
        ("type:character and cost<=3", "FFTF"),
        ("cost:1 or cost:2 inkable", "FFTT"),
        ("(cost:1 or cost:8) -inkable", "TFFF"),
        ("-(cost:1 or cost:8)", "FTTF"),
        ("NOT (cost:1 OR cost:8)", "FTTF"),
        # the same in French
        ("coût<=2 non encrable", "FFFF"),
        ("coût>=5 non encrable", "TFFF"),
        ("force>=8 ou volonté>=6", "TF?F"),
        ("encrable et coût<=2", "FFTT"),
        ("encrable sauf type:action", "FFTT"),
        ("NON (coût:1 OU coût:8)", "FTTF"),
        ("hiver et non encrable", "TFFF"),
        # ranges of sets, of one kind, and of numbers
        ("set:1-9", "TFFF"),
        ("set:10..9", "TTFF"),
        ("set:10..", "FTFF"),
        ("set:..9", "TFFF"),
        ("set:fabuleux..10", "TTFF"),
        ("set:fabled-10", "TTFF"),
        ("set!=9..10", "FFTT"),
        ("set:q1..", "FFTF"),
        ("cost:5..", "TTFF"),
        ("cost:..2", "FFTT"),
        ("number:..5", "TTTF"),
        ("limit:5..", "FFFT"),
    ],
)
def test_answers(text: str, expected: str) -> None:
    assert answers(text) == expected


def test_what_does_not_apply_is_false_and_what_is_not_known_is_neither() -> None:
    # The action and the item have no strength; the pair has one that nobody knows.
    assert answers("strength>3") == "TF?F"
    assert answers("strength<=3") == "FF?F"
    assert answers("strength!=4") == "FF?F"
    assert answers("-strength>3") == "FT?T"
    assert answers("--strength>3") == "TF?F"


def test_unknown_facts_in_and_or() -> None:
    # One certain part decides; otherwise what is not known stays so (Kleene).
    assert answers("strength>3 cost:2") == "FF?F"
    assert answers("strength>3 cost:3") == "FFFF"
    assert answers("strength>3 or cost:2") == "TFTF"
    assert answers("strength>3 or cost:3") == "TF?F"
    assert answers("strength>3 or -strength>3") == "TT?T"


def test_operators_that_are_words_of_names() -> None:
    made = (
        make(1, "Ready or Not", {}, {"fr": "Sain et sauf"}),
        make(2, "Un Buon Non Compleanno", {}),
        make(3, "Buon Compleanno", {}, {"fr": "L'or et l'argent"}),
        make(4, "Sauf-conduit", {}),
    )
    names = [(fold(name), card) for card in made for name in dict.fromkeys((card.name, *card.names.values()))]
    context = QueryContext(index=NameIndex.build(names, []))

    def found(text: str) -> list[int]:
        query = compile_query(text, CARDS, context)
        assert parse(str(query)) == query.node
        return [card.id for card in made if query.matches(card)]

    # Alone, in quotes, behind name: and as a whole name they are words; between words they are not.
    assert found("or") == [1, 3] and found(" Non ") == [2] and found("et") == [1, 3] and found("sauf") == [1, 4]
    assert found('"sain et sauf"') == found("name:sauf name:et") == found('name:"et sauf"') == [1]
    assert found("Sain et Sauf") == found("ready OR not") == [1]
    assert found("un buon non compleanno") == [2]
    assert found("buon non compleanno") == []
    assert found("buon non un") == [3]
    assert found("sauf-conduit") == [4]


def test_removed_printings_do_not_count() -> None:
    from dataclasses import replace
    from datetime import date

    gone = replace(PRINTINGS[2][0], removed=date(2026, 1, 1))
    context = QueryContext(sets=SETS, printings=lambda _card: (gone,))
    assert compile_query("set:10", CARDS, context).matches(SONG) is False


@pytest.mark.parametrize(
    ("text", "column", "what", "do"),
    [
        ("ink:ambr", 5, "there is no ink 'ambr'", "did you mean Amber?"),
        ("ink:ambrre", 5, "there is no ink 'ambrre'", "did you mean Amber?"),
        ("type:charactr", 6, "there is no type 'charactr'", "did you mean Character?"),
        ("type:song", 6, "there is no type 'song'", "did you mean classification:Song?"),
        ("cots:3", 1, "there is no field 'cots'", "did you mean cost"),
        ("set:fabld", 5, "there is no set 'fabld'", "9 (Fabled)"),
        ("set:11", 5, "there is no set '11'", ""),
        ("set:1-99", 5, "there is no set '99'", ""),
        ("set:fabld..10", 5, "there is no set 'fabld'", "9 (Fabled)"),
        ("set:1-Q1", 5, "'1' and 'Q1' are sets of different kinds", ""),
        ("set:..", 5, "there is no set '..'", ""),
        ("a ou ou b", 6, "'ou' is not expected here", "name:ou"),
        ("sain et sauf", 13, "the search ends too early", ""),
        ("set:whispers", 5, "there is no set 'whispers'", "10 (Whispers in the Well)"),
        ("rarity:legndary", 8, "there is no rarity 'legndary'", "Legendary"),
        ("keyword:singr", 9, "there is no keyword 'singr'", "did you mean Singer"),
        ("legal:cor", 7, "there is no legal 'cor'", "did you mean core?"),
        ("promo:p9", 7, "there is no promo 'p9'", "P"),
        ("is:inkible", 4, "'is:' does not know 'inkible'", "did you mean inkable?"),
        ("cost:many", 6, "cost is compared with a number, not with 'many'", "cost:3"),
        ("strength>=willpower", 11, "strength is compared with a number, not with 'willpower'", "strength<=3"),
        ("cost<=2-3", 7, "cost is compared with a number", ""),
        ("cost:99999999999999999999", 6, "cost is compared with a number", ""),
        ("inkable:maybe", 9, "inkable is yes or no", "-inkable"),
        ("keyword>singer", 1, "keyword has no order", "keyword:singer"),
        ("type<item", 1, "type has no order", "type:item"),
        ('"winter quen - lady of frost"', 1, "no card is called", "Winter Queen - Lady of Frost"),
        ("printing:9", 10, "'9' is no printing", "1-42"),
        ("text:banish", 1, "this catalogue holds facts only", "deckkit update"),
        ("name:!!", 6, "'!!' holds no letter and no digit", ""),
        ("a (b or", 8, "the search ends too early", ""),
        ("cost:1)", 7, "this ')' closes nothing", ""),
        ("cost:", 6, "the search ends too early", ""),
        ("cost: or", 7, "cost is compared with a number, not with 'or'", ""),
        ("a or or b", 6, "'or' is not expected here", ""),
        (":3", 1, "the name of a field is missing", ""),
        ("cost=<3", 6, "", ""),
        ('name:"winter', 6, "this quote is never closed", ""),
        ("ink:(amber)", 5, "'(' is not expected here", ""),
    ],
)
def test_errors_name_the_place_and_the_nearest_good_ones(text: str, column: int, what: str, do: str) -> None:
    with pytest.raises(UsageError) as caught:
        compile_query(text, CARDS, CONTEXT)
    error = caught.value
    assert error.exit_code == 2
    assert what in str(error.what)
    assert do in str(error.do)
    lines = str(error.where).splitlines()
    assert lines[0] == f"column {column}"
    assert lines[1].strip() == text
    assert lines[2].index("^") - 4 == column - 1


@pytest.mark.parametrize("text", ["ink:\x1b[31m\udcff", '"\x1b[31m\udcff"', "\x1b[31m\udcff:3", "type<\x1b[31m\udcff"])
def test_messages_hold_nothing_that_steers_a_terminal(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        compile_query(text, CARDS, CONTEXT)
    message = f"{caught.value.what}{caught.value.where}{caught.value.do}"
    assert "?[31m?" in message
    assert all(c.isprintable() or c == "\n" for c in message)


@pytest.mark.parametrize("text", ["", "   ", "\t\n", "&", " - "])
def test_nothing_to_look_for_is_an_error(text: str) -> None:
    with pytest.raises(UsageError):
        compile_query(text, CARDS, CONTEXT)


def test_long_texts_show_only_the_part_around_the_place() -> None:
    with pytest.raises(UsageError) as caught:
        compile_query("a " * 500 + "ink:ambr " + "b " * 300, CARDS, CONTEXT)
    _, shown, caret = str(caught.value.where).splitlines()
    assert len(shown) < 100
    assert shown[caret.index("^") :].startswith("ambr")


@pytest.mark.parametrize(
    "text",
    [
        "a" * (MAX_LENGTH + 1),
        "(" * 900 + "a" + ")" * 900,
        "not " * 400 + "a",
        "-" * 1900 + "a",
        "(a or " * 200 + "b" + ")" * 200,
    ],
)
def test_hostile_sizes_are_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        compile_query(text, CARDS, CONTEXT)
    assert "too" in str(caught.value.what)


def test_as_deep_as_allowed_is_read() -> None:
    half = MAX_DEPTH // 2
    assert answers("(" * half + "winter" + ")" * half) == "TFFF"
    assert answers("not " * (half * 2) + "winter") == "TFFF"


def test_a_wide_search_is_not_a_deep_one() -> None:
    assert answers(" or ".join(f"cost:{n}" for n in range(9, 180)) + " or winter") == "TFFF"


def test_the_fields_of_a_game_do_not_hide_the_words_of_the_language() -> None:
    built_in = {fold(word) for words in BUILT_IN.values() for word in words} | {"legal", "banned", *OPERATOR_WORDS}
    assert not built_in & set(field_words(CARDS))
    words = [word for column in CARDS.columns for word in column.query]
    assert len(words) == len(set(words))


# -- for any text and any tree ----------------------------------------------------------------------------------

_LETTERS = st.text("abcéÀœ'ß漢-*!0", min_size=1, max_size=6)
_WORDS = _LETTERS.filter(lambda t: t[0] != "-" and t not in ("!", "*"))
_ANY_TEXT = st.text(max_size=8)
_OPS = st.sampled_from([":", "=", "!=", "<", "<=", ">", ">="])
_FIELDS = st.sampled_from(["cost", "ink", "name", "Coût", "x-y", "set"])
_LEAVES = st.one_of(st.builds(Word, _WORDS), st.builds(Name, _ANY_TEXT), st.builds(Ask, _FIELDS, _OPS, _ANY_TEXT))


def _branches(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    several = st.lists(inner, min_size=2, max_size=4).map(tuple)
    return st.one_of(st.builds(Not, inner), st.builds(And, several), st.builds(Or, several))


@given(st.recursive(_LEAVES, _branches, max_leaves=12))
def test_a_tree_written_and_read_again_is_the_same(tree: Node) -> None:
    assert parse(str(tree)) == tree


# fmt: off
_PIECES = (
    "ou", "et", "Non", "sauf", "set:1-9", "set:9..", "set:..", "..",
    "a", "or", "and", "not", "-", "(", ")", '"', ":", "<=", ">=", "!=", "=", "“", "»", "*", "\\", "é", "\x00", "\ud800",
    ".", "&", "2-4", "ink:amber", "cost:3", "cost:", "set:9", "keyword:singer", 'name:"x"', "is:promo", "keyword:5>=3",
    "printing:9-7", "number:4a", "number:１", "text:x", "legal:core", "story:½", "limit:any", "set>=Q1",
)
# fmt: on
_SNIPPETS = st.lists(st.sampled_from(_PIECES), max_size=12).map(" ".join)


@settings(max_examples=300)
@given(st.one_of(st.text(max_size=60), _SNIPPETS))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        query = compile_query(text, CARDS, CONTEXT)
    except DeckkitError as error:
        assert str(error.what)
    else:
        assert all(query.matches(card) in (True, False, None) for card in CARDS_MADE)
        assert parse(str(query)) == query.node


_GOOD = st.sampled_from(
    [
        "cost<=3",
        "inkable",
        "strength>3",
        "-strength:4",
        "keyword:ward",
        "ink:amber",
        "winter",
        "rarity:rare",
        "cost:1 or cost:8",
    ]
)


@given(_GOOD, _GOOD, _GOOD)
def test_laws(a: str, b: str, c: str) -> None:
    assert answers(f"({a}) ({b})") == answers(f"({b}) ({a})")
    assert answers(f"({a}) or ({b})") == answers(f"({b}) or ({a})")
    assert answers(f"--({a})") == answers(a)
    assert answers(f"-(({a}) or ({b}))") == answers(f"-({a}) -({b})")
    assert answers(f"({a}) (({b}) or ({c}))") == answers(f"(({a}) ({b})) or (({a}) ({c}))")
