"""Errors that a user meets: what is wrong, where, and what to do."""

from __future__ import annotations

from typing import Any

from deckkit.i18n import Text, as_text

__all__ = ["CatalogueError", "DeckkitError", "FeedError", "InputError", "UsageError"]


class DeckkitError(Exception):
    """Base of all errors that are told to the user without a traceback.

    ``what``, ``where`` and ``do`` are :class:`~deckkit.i18n.Text` (or plain text) and are rendered
    in the asked language only when shown.
    """

    exit_code = 1

    def __init__(self, what: Text | str, where: Text | str = "", do: Text | str = "") -> None:
        self.what = as_text(what)
        self.where = as_text(where)
        self.do = as_text(do)
        super().__init__(str(self.what))

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The one JSON shape of an error: ``{"error": {"what", "where", "do"}}``."""
        return {"error": {"what": self.what.render(lang), "where": self.where.render(lang), "do": self.do.render(lang)}}


class UsageError(DeckkitError):
    """The command was called wrongly (exit 2)."""

    exit_code = 2


class InputError(DeckkitError):
    """Input that could not be read (exit 3)."""

    exit_code = 3


class CatalogueError(DeckkitError):
    """The catalogue is missing, unreadable or of another version (exit 4)."""

    exit_code = 4


class FeedError(DeckkitError):
    """A feed could not be fetched or was refused; the catalogue is unchanged (exit 4)."""

    exit_code = 4
