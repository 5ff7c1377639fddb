"""Shared fixtures."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings

from deckkit.catalogue import Catalogue, shipped_path

# Tests are never timed, and the same run finds the same thing everywhere.
settings.register_profile("deckkit", deadline=None, derandomize=True)
settings.load_profile("deckkit")


SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked ``shared`` are skipped where the folder is missing."""
    if SHARED.is_dir():
        return
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(pytest.mark.skip(reason="needs the shared feeds and lists beside the checkout"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real feeds and lists beside the checkout; tests that need it are skipped where it is missing."""
    if not SHARED.is_dir():
        pytest.skip("needs the shared feeds and lists beside the checkout")
    return SHARED


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The catalogue that ships with the package."""
    return Catalogue.open(shipped_path())


@pytest.fixture
def unplayable(monkeypatch: pytest.MonkeyPatch) -> str:
    """A game without rules of play and effects: its slug."""
    from deckkit.games import riftbound

    monkeypatch.setattr(riftbound, "GAME", replace(riftbound.GAME, table=None, pilot=None, effects=None))
    return riftbound.GAME.slug


@pytest.fixture
def run_cli(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., tuple[int, bytes, str]]:
    """Runs the whole command in this process, on the shipped catalogue: (exit code, output, what went to errors)."""
    from deckkit.cli.main import run

    monkeypatch.setenv("DECKKIT_DB", str(shipped_path()))
    monkeypatch.setenv("LANGUAGE", "en")

    def call(*arguments: str) -> tuple[int, bytes, str]:
        monkeypatch.setattr(sys, "argv", ["deckkit", *arguments])
        with pytest.raises(SystemExit) as left:
            run()
        captured = capsysbinary.readouterr()
        code = left.value.code
        assert isinstance(code, int)
        return code, captured.out, captured.err.decode("utf-8")

    return call
