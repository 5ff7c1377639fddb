"""The rules machine: zones, objects, decisions, effects and their order, for any game that plugs in its rules."""
