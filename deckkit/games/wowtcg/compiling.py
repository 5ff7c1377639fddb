"""WoW TCG's compiler of card texts: its grammar with the catalogue's words, and a text divided into powers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit import effects
from deckkit.effects.rows import CARD, TextCompiler
from deckkit.games.wowtcg.cards import CLASSES, RACES, SPECS, TAGS
from deckkit.games.wowtcg.powers import parts_of

if TYPE_CHECKING:
    from deckkit.effects.compile import Grammar
    from deckkit.effects.notation import Ability

__all__ = ["COMPILER", "compile_text", "grammar"]

_HERE = Path(__file__).parent
_SHARED = Path(effects.__file__).parent
#: What decides the meaning of a text.
_SOURCES = (
    *sorted(_SHARED.glob("compile*.py")),
    *(_SHARED / name for name in ("shared.lark", "text.py", "notation.py", "parts.py", "words.py", "audit.py")),
    *sorted(_HERE.glob("meaning*.py")),
    *(_HERE / name for name in ("effects.lark", "effects.py", "lexicon.py", "powers.py", "keyword_words.py")),
    *(_HERE / name for name in ("cards.py", "compiling.py")),
)
#: Words of type lines that every text may use, whatever cards a catalogue has.
_USUAL = (
    *(*CLASSES, *RACES, *SPECS, *TAGS, "Alliance", "Horde"),
    *("Treant", "Ghoul", "Totem", "Pet", "Mount", "Unique", "Demon", "Elemental", "Dragonkin", "Beast", "Murloc"),
    *(
        "Air Elemental",
        "Earth Elemental",
        "Fire Elemental",
        "Water Elemental",
        "Mechanical",
        "Dragonling",
        "Imp",
        "Boar",
        "Combo",
    ),
    *("Bear Form", "Cat Form", "Sword", "Dagger", "Mace", "Axe", "Staff", "Gun", "Bow", "Shield", "Melee", "Ranged"),
    *("Cloth", "Leather", "Mail", "Plate", "Curse", "Poison", "Blessing", "Shout", "Disease", "Trinket", "Ring"),
)


#: The types of cards in scenarios that are written otherwise than in the catalogue.
_TYPES = {word.lower(): word for word in ("Ally", "Hero", "Ability", "Equipment", "Quest", "Location")} | {
    **dict.fromkeys(("weapon", "armor", "item"), "Equipment"),
    "master_hero": "Master Hero",
}
_MEANT: dict[tuple[str, tuple[tuple[str, str], ...]], Any] = {}


def grammar(cards: Iterable[CARD]) -> Grammar:
    """The grammar with the words of these cards' type lines."""
    traits: set[str] = set(_USUAL)
    for _name, facts in cards:
        for fact in ("subtypes", "races", "classes", "tags"):
            traits |= set(facts.get(fact, ()))
        traits |= {word.partition(" (")[0] for word in facts.get("limits", ())}
        if facts.get("spec"):
            traits.add(facts["spec"])
    return _grammar(frozenset(word for word in traits if word[:1].isupper() and "," not in word))


@lru_cache(maxsize=4)
def _grammar(traits: frozenset[str]) -> Grammar:
    from deckkit.effects.compile import Grammar
    from deckkit.effects.compile_things import MeaninglessError
    from deckkit.games.wowtcg.effects import VOCABULARY
    from deckkit.games.wowtcg.lexicon import lexicon
    from deckkit.games.wowtcg.meaning import Meaning

    class Sentences(Grammar):
        """Sentences of the same typed words mean the same in every catalogue: they are parsed once for all."""

        going_on = ("If you do", "If they do", "If he do", "If she do")

        def meant(self, start: str, text: str, place: bool) -> Any:
            key = (start, tuple((name, word.value) for name, word in self.typed(text)))
            if key not in _MEANT:
                try:
                    _MEANT[key] = super().meant(start, text, place)
                except MeaninglessError as error:
                    _MEANT[key] = error
            if isinstance(_MEANT[key], MeaninglessError):
                raise _MEANT[key]
            return _MEANT[key]

    own = (_HERE / "effects.lark").read_text(encoding="utf-8")
    return Sentences(own, Meaning, lexicon(traits), VOCABULARY)


def compile_text(text: str, definition: Mapping[str, Any], name: str = "") -> tuple[Ability, ...]:
    """The abilities of a card that a scenario defines by its text.

    Raises :class:`~deckkit.errors.InputError` for a text that is not understood as a whole.
    """
    from deckkit.effects.parts import compile_parts
    from deckkit.errors import InputError
    from deckkit.i18n import Text

    kind = str(definition.get("type", "ally"))
    facts = {**definition, "type": _TYPES.get(kind, kind)}
    made = compile_parts(parts_of(name, text, facts), grammar(()))
    if made.status != "exact":
        raise InputError(Text("the text is not understood: {reasons}", {"reasons": made.reasons}), name or text[:40])
    return made.abilities


COMPILER = TextCompiler(
    language="en",
    sources=_SOURCES,
    grammar=grammar,
    place=lambda _facts: False,
    parts=parts_of,
)
