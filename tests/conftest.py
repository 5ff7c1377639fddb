"""Shared fixtures."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckkit.catalogue import Catalogue, shipped_path


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real feeds and lists beside the checkout; tests that need it are skipped where it is missing."""
    path = Path(__file__).resolve().parents[2] / "shared"
    if not path.is_dir():
        pytest.skip("needs the shared feeds and lists beside the checkout")
    return path


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The catalogue that ships with the package."""
    return Catalogue.open(shipped_path())
