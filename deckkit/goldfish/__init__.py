"""Many solitary games: pilots that play from what their seat may see, running them, and what came of it."""
