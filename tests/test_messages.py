"""The French message catalogue: complete, in step with the code, and what a French user sees has no English in it."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from deckkit import i18n
from deckkit.cli.play_text import Words
from deckkit.effects.notation import read_abilities
from deckkit.effects.render import render_abilities
from deckkit.games import GAMES, get_game
from deckkit.i18n import Decimal, Text
from deckkit.reference import load_codes

ROOT = Path(__file__).resolve().parents[1]
Run = Callable[..., tuple[int, bytes, str]]
OURS = [slug for slug in GAMES if (ROOT / "deckkit" / "games" / slug).is_dir()]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("deckkit_messages", ROOT / "scripts" / "messages.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def written(script: ModuleType) -> Catalog:
    """The catalogue as it lies in the repository."""
    with script.PO.open("rb") as source:
        return read_po(source, locale="fr")


@pytest.fixture
def french(written: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Messages come from the .po as it is now, not from a .mo that was compiled some time ago."""
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "deckkit.mo").open("wb") as target:
        write_mo(target, written)
    monkeypatch.setattr(i18n, "_LOCALES", tmp_path)
    i18n._catalogue.cache_clear()
    yield
    i18n._catalogue.cache_clear()


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def entries(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


# -- the catalogue ----------------------------------------------------------------------------------------------------


def test_the_catalogue_holds_the_messages_of_the_code_and_no_others(script: ModuleType, written: Catalog) -> None:
    template, untraced = script.extract()
    assert untraced == [], "these templates cannot be extracted"
    ids = {message.id for message in entries(template)}
    assert len(ids) > 400
    known = {message.id for message in entries(written)}
    assert ids - known == set(), "run: make i18n"
    assert known - ids == set(), "run: make i18n"
    assert not written.obsolete


def test_every_message_has_french(script: ModuleType, written: Catalog) -> None:
    assert [message.id for message in script.untranslated(written)] == []
    assert [message.id for message in entries(written) if message.fuzzy] == []
    assert (written.num_plurals, written.plural_expr) == (2, "(n > 1)"), "in French, none is singular"
    for message in entries(written):
        assert len(forms(message.string)) == len(forms(message.id))


def test_placeholders_agree_in_all_forms(written: Catalog) -> None:
    def names(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}

    for message in entries(written):
        english = set[str]().union(*map(names, forms(message.id)))
        assert [names(form) for form in forms(message.string)] == [english] * len(forms(message.string)), message.id


def test_french_typography(written: Catalog) -> None:
    for message in entries(written):
        for form in forms(message.string):
            assert not re.search(r"(?<!\u00a0)[:;!?%](?= |$)", form), f"no-break space before the sign: {form!r}"
            assert not re.search(r"«(?!\u202f)|(?<!\u202f)»", form), f"narrow no-break space inside quotes: {form!r}"
            assert form.count("«") == form.count("»"), form
            for sign in "’“”\t":
                assert sign not in form
            assert "  " not in form.strip() or "\n" in form
        english = forms(message.id)[0]
        assert (english[:1] == " ") == (forms(message.string)[0][:1] == " "), "spaces that set a line in"
        assert english.endswith(".") == forms(message.string)[0].endswith("."), english


def test_writing_the_catalogue_again_changes_nothing(script: ModuleType, written: Catalog) -> None:
    template, _ = script.extract()
    once = script.po_bytes(script.merged(template))
    assert script.po_bytes(script.merged(template)) == once
    assert b"#, fuzzy" not in once and b"#~" not in once
    ids = {message.id: message.string for message in entries(written)}
    assert {message.id: message.string for message in entries(script.merged(template))} == ids


@pytest.mark.parametrize("slug", OURS)
def test_what_a_game_brings_along_is_in_french(slug: str, written: Catalog) -> None:
    game = get_game(slug)
    known = {forms(message.id)[0] for message in entries(written)}
    if game.feeds is not None:
        titles = {shape.title for shape in game.feeds().shapes}
        assert titles <= known, "mark them with mark(...)"
    for labels in (*(s.labels for s in game.deck.sections), *(c.labels for c in game.cards.columns)):
        assert labels.get("fr"), labels
    for format in game.formats().formats.values():
        for title in (format.title, *(rule.title for rule in format.rules), *([format.note] if format.note else [])):
            assert title.by_language.get("fr"), (format.slug, title)
        for rule in format.rules:
            noun = getattr(rule, "noun", None)
            assert noun is None or noun.by_language.get("fr"), (format.slug, rule.id)
    for unsupported in game.formats().unsupported:
        assert unsupported.title.by_language.get("fr") and unsupported.reason.by_language.get("fr"), unsupported.slug


# -- extraction -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "found", "untraced"),
    [
        ("Text('a {n}', {'n': 1})", [("a {n}", "")], []),
        ("Text('one', {}, plural='many', number=2)", [("one", "many")], []),
        ("Text('one', {}, 'many', 2)", [("one", "many")], []),
        ("i18n.Text('a')", [("a", "")], []),
        ("title = mark('a')", [("a", "")], []),
        ("Text('a' if x else 'b')", [("a", ""), ("b", "")], []),
        ("def f(x):\n t = 'a' if x else 'b'\n tr(t, lang)", [("a", ""), ("b", "")], []),
        ("def f(x):\n if x:\n  t = 'a'\n else:\n  t = 'b'\n tr(t, lang)", [("a", ""), ("b", "")], []),
        ("[tr(w, lang) for w in ('a', 'b')]", [("a", ""), ("b", "")], []),
        ("for k, t in (('x', 'a'), ('y', 'b')):\n tr(t, lang)", [("a", ""), ("b", "")], []),
        ("W = {'x': 'a', 'y': 'b'}\ndef f(k): return tr(W[k], lang)", [("a", ""), ("b", "")], []),
        ("def f():\n raise UsageError('a', 'not this', do='b')", [("a", ""), ("b", "")], []),
        ("'x'.translate(table)", [], []),
        ("def tr(message, lang):\n return Text(message)", [], []),
        ("Text(f'a {b}')", [], [1]),
        ("Text('a ' + b)", [], [1]),
        ("def f(t):\n return Text(t)", [], [2]),
        ("t = 'a'\nt += b\nText(t)", [], [3]),
        ("t = 'a'\ndef f(t):\n return Text(t)", [], [3]),
        ("w = w\nText(w)", [], [2]),
        ("Text('a', plural=b)", [], [1]),
        ("for t in words:\n Text(t)", [], [2]),
    ],
)
def test_extraction(script: ModuleType, source: str, found: list[tuple[str, str]], untraced: list[int]) -> None:
    result = script.messages(source)
    assert [(template, plural) for template, plural, _ in result.messages] == found
    assert result.untraced == untraced


# -- what a user sees -------------------------------------------------------------------------------------------------

# Not a part of the name of a file or a key.
_WORD = re.compile(r"(?<![\w.-])[^\W\d_]{2,}(?![\w-]|\.\w)")


@pytest.fixture(scope="module")
def english(written: Catalog) -> set[str]:
    """The words of English messages that no French message has."""
    words: dict[str, set[str]] = {"id": set(), "string": set()}
    for message in entries(written):
        for part, found in words.items():
            for form in forms(getattr(message, part)):
                # Names of parameters are not shown; what French quotes is what a user types.
                found |= set(_WORD.findall(re.sub(r"\{\w+\}|«.*?»", " ", form).casefold()))
    left = words["id"] - words["string"]
    assert {"the", "is", "of", "this", "not", "copies", "card"} <= left
    return left


def leftovers(text: str, english: set[str], names: tuple[str, ...] = ()) -> set[str]:
    """English words in a text, but for codes, formats, options, quotes, titles of documents, and the given names."""
    book = GAMES["lorcana"].formats()
    known = [
        *(entry.id for entry in load_codes().entries),
        *(str(source) for source in book.sources.values()),
        *book.formats,
        *(format.title.local_name("fr") for format in book.formats.values()),
        *names,
    ]
    for name in sorted(known, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text)
    text = re.sub(r"(?<!\w)--\w+|«.*?»", " ", text)
    return set(_WORD.findall(text.casefold())) & english


LIST = """4 Hiram Flaversham - Toymaker
5 Let It Go
2 Elsa - Spirit of Wintr
4 Tinker Bell - Giant Fairy
3 Captain Hook - Forceful Duelist
2 Merlin - Crab
x Qqqq

Sideboard
1 Let It Go
"""


@pytest.mark.usefixtures("french")
def test_a_check_with_many_findings(run_cli: Run, english: set[str], tmp_path: Path) -> None:
    path = tmp_path / "l.txt"
    path.write_text(LIST, encoding="utf-8")
    arguments = ("check", str(path), "--game", "lorcana", "--on", "2026-11-30", "--timeline", "--lang")
    code, out, err = run_cli(*arguments, "fr")
    page = out.decode()
    assert (code, err) == (3, "")
    assert page.startswith(
        "l.txt\u00a0: Deck 18, Réserve 1 (2026-11-30)\n2 lignes n'ont pas été comprises\u00a0: au moins 3 exemplaires\n"
    )
    assert "Core Construit [core]\u00a0: ILLÉGAL\n" in page
    # Digest 1.1, 1.5, 1.6: the numbers and days of these findings.
    for line in (
        "name.unresolved\u00a0: aucune carte ne s'appelle Elsa - Spirit of Wintr",
        "size.too_small\u00a0: Deck\u00a0: 18 cartes, il en faut au moins 60.",
        "-> ajouter 42 cartes",
        "copies.over_limit\u00a0: Libérée, délivrée\u00a0: 5 exemplaires, 4 au plus sont permis.",
        "-> retirer 1 exemplaire\n",
        "3 types d'encre (Améthyste, Saphir, Acier), maximum permis\u00a0: 2.",
        "Merlin - En crabe a quitté Core Construit le 2025-09-05 par rotation.",
        "banned\u00a0: Flaversham - Fabricant de jouets est bannie en Infinity Construit depuis le 2026-03-26.",
        "Réserve\u00a0: ce jeu n'utilise pas cette section\u00a0; 1 carte gardée sans être jugée.",
    ):
        assert line in page, line
    names = ("Elsa - Spirit of Wintr", "Qqqq")
    assert leftovers(page, english, names) == set()
    # The same list in English shows that leftovers would be seen.
    assert len(leftovers(run_cli(*arguments, "en")[1].decode(), english, names)) > 20


@pytest.mark.usefixtures("french")
def test_a_card(run_cli: Run, english: set[str]) -> None:
    arguments = ("show", "Hiram Flaversham - Toymaker", "--game", "lorcana", "--on", "2026-11-30", "--lang")
    code, out, err = run_cli(*arguments, "fr")
    page = out.decode()
    assert (code, err) == (0, "")
    assert "bannie en Infinity Construit depuis le 2026-03-26" in page
    assert "a quitté Core Construit le 2025-09-05 par rotation" in page
    # Names in other languages and the film belong to the card.
    names = ("Hiram Flaversham - Toymaker", "lorcana:hiram-flaversham-toymaker", "The Great Mouse Detective")
    assert leftovers(page, english, names) == set()
    assert leftovers(run_cli(*arguments, "en")[1].decode(), english, names)


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("arguments", "code", "shown"),
    [
        (("show", "Elsa - Spirit of Wintr"), 3, "aucune carte ne s'appelle «\u202fElsa - Spirit of Wintr\u202f»"),
        (("check", "{list}", "--format", "modern"), 2, "lorcana n'a pas de format «\u202fmodern\u202f»"),
        (("check", "{list}", "--on", "hier"), 2, "«\u202fhier\u202f» n'est pas une date"),
        (("check", "{missing}"), 3, "impossible de lire ce fichier\u00a0: "),
        (("search", "cost<=un"), 2, "cost se compare à un nombre, pas à «\u202fun\u202f»"),
        (("search", "(elsa"), 2, "la recherche s'arrête trop tôt"),
        (("convert", "{list}", "--to", "parchemin"), 2, "le format de fichier «\u202fparchemin\u202f» n'existe pas"),
    ],
)
def test_errors(
    run_cli: Run,
    english: set[str],
    tmp_path: Path,
    arguments: tuple[str, ...],
    code: int,
    shown: str,
) -> None:
    path = tmp_path / "l.txt"
    path.write_text(LIST, encoding="utf-8")
    places = {"{list}": str(path), "{missing}": str(tmp_path / "z.txt")}
    filled = [places.get(argument, argument) for argument in arguments]
    found, out, err = run_cli(*filled, "--game", "lorcana", "--lang", "fr")
    assert (found, out) == (code, b"")
    assert err.startswith(f"erreur\u00a0: {shown}")
    assert "\n  à faire\u00a0: " in err
    # The reason for a missing file is the system's own; the example of a search and forms of files are typed like that.
    typed = ("cost", "text", "tabletop", '(a or b) -c:value name:"two words"')
    assert leftovers(err, english, ("No such file or directory", str(tmp_path), *typed)) == set()


@pytest.mark.usefixtures("french")
def test_numbers_choose_the_form() -> None:
    def cure(n: int) -> str:
        return Text("remove {n} copy", {"n": n}, plural="remove {n} copies", number=n).render("fr")

    assert [cure(n) for n in (0, 1, 2)] == ["retirer 0 exemplaire", "retirer 1 exemplaire", "retirer 2 exemplaires"]


@pytest.mark.usefixtures("french")
def test_a_parameter_is_translated_too_and_a_users_words_are_not() -> None:
    outer: dict[str, Any] = {"kind": Text("a list")}
    assert Text("this is no deck list but {kind}", outer).render("fr") == (
        "ceci n'est pas une liste de deck, mais une liste"
    )
    assert Text("no card is called {name}", {"name": "a list"}).render("fr") == "aucune carte ne s'appelle a list"


@pytest.mark.usefixtures("french")
def test_numbers_and_signs_between_parts_are_a_languages_own() -> None:
    mean = Text("won on turn {mean} on average ({n} of {games} games)", {"mean": Decimal(6.5), "n": 1, "games": 2})
    assert "6.50" in mean.render("en") and "6,50" in mean.render("fr")
    names = Text("did you mean {names}?", {"names": ["A, b", "C"]})
    assert "A, b; C" in names.render("en") and "A, b\u00a0; C" in names.render("fr")


@pytest.mark.usefixtures("french")
def test_effects_name_keywords_classifications_and_inks_in_french() -> None:
    effects = get_game("lorcana").effects
    assert effects is not None
    part = effects()
    abilities = read_abilities(
        [
            {"on": "play", "do": [{"op": "grant", "target": "self", "keyword": "Resist +1"}]},
            {"on": "play", "do": [{"op": "ready", "target": {"all": {"trait": ["Queen"], "keyword": "Evasive"}}}]},
            {"on": "play", "do": [{"op": "ready", "target": {"all": {"ink": ["Emerald"]}}}]},
        ],
        part.vocabulary,
    )
    # Digest 10.1 to 10.3: the game's French words.
    for said, word in zip(
        render_abilities(abilities, part.labels(), "fr"), ("Résistance +1", "Reine", "Émeraude"), strict=True
    ):
        assert word in said, said
    assert "Insaisissable" in render_abilities(abilities, part.labels(), "fr")[1]
    assert "Queen with Evasive" in render_abilities(abilities, part.labels(), "en")[1]


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize("slug", ["lorcana", "invocateurs"])
def test_a_table_has_french_words(slug: str) -> None:
    game = get_game(slug)
    assert game.table is not None
    words = Words(slug, "fr")
    for zone in game.table().zones:
        assert words.say("headings", zone.name) != zone.name, zone.name
    # Not "main", which is a hand.
    assert "phase principale" in words.say("phases", "main")
    assert words.say("reasons", "concede") == "abandon"
    assert Words(slug).keyword("Rush", 0) == "Rush"
