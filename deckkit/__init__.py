"""deckkit: card catalogue, deck lists and legality for card games."""
