"""Riftbound's deck lists: sections, header words in English and French, forms (rules digest A1, A7, J)."""

from deckkit.decklist.model import DeckSpec, SectionSpec
from deckkit.games.riftbound.arrange import arrange
from deckkit.games.riftbound.forms import ArchiveText, DeckCodes, Pixelborn, Tokens
from deckkit.games.riftbound.forms_json import Boards, Preconstructed

__all__ = ["DECK"]

DECK = DeckSpec(
    sections=(
        SectionSpec(
            "main",
            {"en": "Main deck", "fr": "Deck principal"},
            ("main", "deck", "maindeck", "mainboard", "decklist", "deck list"),
        ),
        SectionSpec("legend", {"en": "Legend", "fr": "Légende"}, ("legends", "légendes"), types=("Legend",)),
        SectionSpec(
            "champion",
            {"en": "Chosen Champion", "fr": "Champion élu"},
            ("champion", "chosen champion", "chosen champions", "champion unit", "champion choisi", "champions élus"),
            types=("Unit",),
        ),
        SectionSpec(
            "battlefields",
            {"en": "Battlefields", "fr": "Champs de bataille"},
            ("battlefield", "champ de bataille"),
            types=("Battlefield",),
        ),
        SectionSpec(
            "runes",
            {"en": "Runes", "fr": "Runes"},
            ("rune", "rune pool", "rune deck", "deck de runes"),
            types=("Rune",),
        ),
        SectionSpec("side", {"en": "Sideboard", "fr": "Réserve"}, ("side", "side deck", "sideboard", "reserve")),
        # Codes of version 6 name further Legends; no rule that lets a deck have them is known yet (rules digest H).
        SectionSpec(
            "further",
            {"en": "Further Legends", "fr": "Autres Légendes"},
            ("additional legends", "further legends"),
            used=False,
        ),
    ),
    # Sites sort the main deck by type.
    headings=(
        *("unit", "units", "unité", "unités", "spell", "spells", "sort", "sorts"),
        *("gear", "gears", "équipement", "équipements", "champions", "champion units", "signature", "signatures"),
    ),
    # One copy there, in a list with headers, is the Chosen Champion; more are the Champion units of the main deck.
    single={"champions": "champion"},
    markers=(
        *("foil", "non-foil", "normal", "promo", "alternate art", "overnumbered", "signature", "metal", "starter"),
        *("launch exclusive", "gg ez", "ultimate"),
    ),
    forms=(DeckCodes(), Boards(), Preconstructed(), Pixelborn(), Tokens(), ArchiveText()),
    arrange=arrange,
    unplaced=True,
)
