"""Build hook: compiles the message catalogues (.po → .mo), which are not kept in git."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MessageCatalogues(BuildHookInterface[Any]):
    """Runs for wheels and for editable installs alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for po in Path(self.root, "deckkit", "locales").glob("*/LC_MESSAGES/*.po"):
            with po.open("rb") as source:
                catalogue = read_po(source, locale=po.parts[-3])
            with po.with_suffix(".mo").open("wb") as target:
                write_mo(target, catalogue)
