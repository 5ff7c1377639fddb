"""The forms of list that only this game has; the module names say where they come from."""

from deckkit.decklist.model import ListForm
from deckkit.games.wowtcg.forms_data import DuelJson, PreconstructedYaml
from deckkit.games.wowtcg.forms_programs import BrowserCsv, BrowserText, MagicWorkstation, Octgn

__all__ = ["FORMS"]

FORMS: tuple[ListForm, ...] = (
    PreconstructedYaml(),
    DuelJson(),
    BrowserText(),
    BrowserCsv(),
    MagicWorkstation(),
    Octgn(),
)
