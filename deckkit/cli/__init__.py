"""The command line: Typer; no logic."""
