"""The verbs of the command line. A verb's module is imported when it is called; the overview needs none of them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

__all__ = ["VERBS", "Verbs"]

# Verb and one line about it, in the order of the overview; each has a module of its name in this package.
VERBS = {
    "games": "List the games, the catalogue that is used and how old it is.",
    "formats": "List the formats: rules, rotations, bans, sources.",
    "update": "Import a feed, or cards of your own, into the catalogue.",
    "search": "Find cards.",
    "show": "Show a card: facts, printings, names, legality.",
    "check": "Judge deck lists, in one format or in all of them.",
    "odds": "Tell the chances of drawing what is wanted, exactly.",
    "mulligan": "Tell what to keep of an opening hand, and the gain.",
    "convert": "Write a deck list in another form.",
    "missing": "Tell which cards a collection lacks for lists.",
    "hands": "Deal test hands, with the game's mulligan.",
    "goldfish": "Play a list alone many times: when it would win.",
    "coverage": "Tell how much of the cards' text is played, and what is missing.",
    "play": "Play a game: two pilots, or you against one.",
    "compare": "Compare two lists: cards, curve, verdicts, odds.",
    "report": "Write one page about a list, with charts.",
    "scenario": "Run scenarios: small boards, steps, and what must be true.",
    "verify": "Compare our verdicts with the feed's own statements.",
    "rules": "Explain a keyword, a term, a rule number or a finding code.",
    "schema": "Print the JSON Schema of an output.",
    "export": "Write cards, a deck, odds, test hands or test games as CSV, JSON, JSON Lines or Parquet.",
}


class Verbs(TyperGroup):
    """The group of all verbs, made of what is asked for only."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        # The names serve suggestions for a mistyped verb; the commands come with get_command.
        self.commands = dict.fromkeys(VERBS)  # type: ignore[assignment]  # made on demand

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - typer's signature
        """All verbs, in the order of the overview."""
        return list(VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - typer's signature
        """The command of a verb, or None."""
        if cmd_name not in VERBS:
            return None
        one = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
        import_module(f"deckkit.cli.{cmd_name}").register(one)
        return typer.main.get_group(one).commands[cmd_name]

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - typer's signature
        """The overview of the verbs."""
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))
