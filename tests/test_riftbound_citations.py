"""Which facts of Riftbound's play digest no test cites: the list, with reasons, stands in docs/riftbound-play.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_support import ROOT

import deckkit

#: Sections 1 to 17 are rules of play; 18 and 19 speak of versions and of scenario files.
SECTIONS = range(1, 18)
_FACT = r"\d{1,2}\.\d{1,2}"
_RUN = re.compile(rf"RP {_FACT}(?:-(?:{_FACT}|\d+))?(?:(?:, |, RP | and | and RP ){_FACT}(?:-(?:{_FACT}|\d+))?)*")
_PART = re.compile(rf"({_FACT})(?:-(?:\d+\.)?(\d+))?")
_NUMBER = re.compile(r"\b\d{3}(?:\.\w+)*")
MODULES = (
    *("runes", "pricing", "play", "entering", "abilities", "hidden", "moving", "showdown", "combat", "cleanup"),
    *("scoring", "gear", "keywords", "setup", "turn", "common", "targeting"),
)


def facts(text: str) -> Iterator[str]:
    """The facts that a text cites: "RP 12.10-12.15, 7.3 and 4.2"."""
    for run in _RUN.finditer(text):
        for first, last in _PART.findall(run.group()):
            section, _, begin = first.partition(".")
            yield from (f"{section}.{n}" for n in range(int(begin), int(last or begin) + 1))


def stated(shared: Path) -> dict[str, str]:
    digest = (shared / "rules" / "riftbound-play.md").read_text(encoding="utf-8")
    found = {}
    for line in digest.splitlines():
        begun = re.match(rf"({_FACT}) ", line)
        if begun and int(begun[1].partition(".")[0]) in SECTIONS:
            found[begun[1]] = line
    return found


def rules_cited(shared: Path) -> set[str]:
    """The rule numbers of all scenarios and judged cases."""
    files = [shared / "cases" / "riftbound.json", *(ROOT / "examples" / "scenarios").glob("riftbound-*.json")]
    rows = [row for file in files for row in json.loads(file.read_text(encoding="utf-8"))]
    return {rule[3:] for row in rows for rule in row.get("rule", ()) if rule.startswith("CR ")}


def text_of_tests() -> str:
    files = [*Path(__file__).parent.glob("test_riftbound_*.py"), *(ROOT / "examples" / "scenarios").glob("riftbound-*")]
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(files) if file != Path(__file__))


def test_the_list_of_uncited_facts_is_true(shared: Path) -> None:
    known, cited, rules = stated(shared), set(facts(text_of_tests())), rules_cited(shared)

    def judged(line: str) -> bool:
        numbers = _NUMBER.findall(line)
        return any(one == n or one.startswith(n + ".") or n.startswith(one + ".") for n in numbers for one in rules)

    silent = {fact for fact, line in known.items() if fact not in cited and not judged(line)}
    page = (ROOT / "docs" / "riftbound-play.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:RP [\d.]+(?:, )?)+) \| ([^|]{10,}) \|$", page, re.MULTILINE)
    assert {fact for names, _ in rows for fact in facts(names)} == silent


def test_what_is_cited_stands_in_the_digest(shared: Path) -> None:
    known = set(stated(shared)) | {f"19.{n}" for n in range(1, 12)}
    package = Path(deckkit.__file__).parent / "games" / "riftbound"
    for file in [*sorted(package.glob("*.py")), ROOT / "docs" / "riftbound-play.md"]:
        assert set(facts(file.read_text(encoding="utf-8"))) <= known, file.name
    assert set(facts(text_of_tests())) <= known


@pytest.mark.parametrize("name", MODULES)
def test_every_module_of_rules_cites_its_facts(name: str) -> None:
    path = Path(deckkit.__file__).parent / "games" / "riftbound" / f"{name}.py"
    assert len(set(facts(path.read_text(encoding="utf-8")))) >= 3


def test_citations_are_read() -> None:
    assert list(facts("(RP 3.1-3.3, 4.2; RP 5.10 and 6.1)")) == ["3.1", "3.2", "3.3", "4.2", "5.10", "6.1"]
