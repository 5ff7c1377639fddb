"""Drawing cards: exact chances, mulligans, and sampling where order or play matters."""
