"""The effect notation: what a card does, as data (``docs/effects.md``)."""
