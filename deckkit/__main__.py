"""``python -m deckkit``."""

from deckkit.cli.main import main

main()
