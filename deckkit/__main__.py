"""``python -m deckkit``."""

from deckkit.cli.main import run

run()
