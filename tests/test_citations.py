"""Which rule numbers of Lorcana's digest no test cites: the list, with reasons, stands in docs/lorcana-play.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_support import ROOT

import deckkit

#: Facts of the digest that are rules of play (sections 2 to 9).
FACTS = range(50, 295)
_NUMBER = r"\d+(?:\.\d+)+"
_CITED = re.compile(rf"(?:CR|and|,|;|-|–)\s*({_NUMBER})(?:[–-]({_NUMBER}))?")
_RUN = re.compile(rf"CR {_NUMBER}(?:(?:\s*[,;–-]\s*|\s+and\s+)(?:CR )?{_NUMBER})*")
_FACT = re.compile(r"[Dd]igest (\d+)(?:-(\d+))?((?:, \d+(?:-\d+)?)*)")


def numbers(text: str) -> Iterator[str]:
    """The rule numbers that a text cites: "CR 1.8.1, 3.2.1-3.2.3"."""
    for run in _RUN.finditer(text):
        for first, last in _CITED.findall(run.group()):
            yield first
            if last:
                stem, _, end = last.rpartition(".")
                start = int(first.rpartition(".")[2])
                if first.rpartition(".")[0] == stem:
                    yield from (f"{stem}.{n}" for n in range(start + 1, int(end) + 1))


def facts(text: str) -> Iterator[int]:
    """The facts of the digest that a text cites: "digest 54-58, 60"."""
    for found in _FACT.finditer(text):
        yield from range(int(found[1]), int(found[2] or found[1]) + 1)
        for part in re.findall(r"(\d+)(?:-(\d+))?", found[3]):
            yield from range(int(part[0]), int(part[1] or part[0]) + 1)


def stated(digest: str) -> dict[int, set[str]]:
    """The rule numbers that each fact of the digest restates."""
    found: dict[int, set[str]] = {}
    fact = 0
    for line in digest.splitlines():
        begun = re.match(r"(\d+)\. ", line)
        if begun:
            fact = int(begun[1])
        elif line.startswith(("#", "|", "---")) or not line.strip():
            # Tables cite within themselves; what follows a heading belongs to no fact.
            fact = fact if line.startswith("|") else 0
        if fact in FACTS:
            found.setdefault(fact, set()).update(numbers(line))
    return found


def text_of_tests(shared: Path) -> str:
    files = [*Path(__file__).parent.glob("*.py"), *(ROOT / "examples" / "scenarios").glob("lorcana-*.json")]
    texts = [file.read_text(encoding="utf-8") for file in sorted(files) if file != Path(__file__)]
    cases = json.loads((shared / "cases" / "lorcana.json").read_text(encoding="utf-8"))
    return "\n".join([*texts, *(", ".join(case.get("rule", ())) for case in cases)])


def listed() -> tuple[dict[str, str], dict[int, str]]:
    """The list of the docs: rule numbers and facts that no test cites, with their reasons."""
    page = (ROOT / "docs" / "lorcana-play.md").read_text(encoding="utf-8")
    rules: dict[str, str] = {}
    bare: dict[int, str] = {}
    for row in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", page, re.MULTILINE):
        for one in row[0].split(", "):
            if re.fullmatch(_NUMBER, one):
                rules[one] = row[1]
            elif re.fullmatch(r"fact \d+", one):
                bare[int(one[5:])] = row[1]
    return rules, bare


def test_the_list_of_uncited_rules_is_true(shared: Path) -> None:
    digest = (shared / "rules" / "lorcana.md").read_text(encoding="utf-8")
    text = text_of_tests(shared)
    cited = set(numbers(text))
    by_fact = stated(digest)
    assert set(by_fact) == set(FACTS)
    uncited = {number for found in by_fact.values() for number in found} - cited
    silent = {fact for fact in FACTS if not by_fact[fact] & cited} - set(facts(text))
    rules, bare = listed()
    assert set(rules) == uncited, (sorted(uncited - set(rules)), sorted(set(rules) - uncited))
    assert set(bare) == silent, (sorted(silent - set(bare)), sorted(set(bare) - silent))
    assert all(len(reason) > 10 for reason in (*rules.values(), *bare.values()))


def test_the_rules_in_code_cite_numbers_that_the_digest_has(shared: Path) -> None:
    digest = (shared / "rules" / "lorcana.md").read_text(encoding="utf-8")
    known = {*re.findall(_NUMBER, digest), *numbers(digest)}
    # A chapter may be cited as a whole, or a paragraph whose parts the digest has.
    known |= {number.rpartition(".")[0] for number in known} | {number[: number.find(".", 2)] for number in known}
    package = Path(deckkit.__file__).parent / "games" / "lorcana"
    for file in sorted(package.glob("*.py")):
        wrong = set(numbers(file.read_text(encoding="utf-8"))) - known
        assert wrong == set(), file.name


@pytest.mark.parametrize("name", ["turn", "setup", "play", "shift", "cost", "enter", "challenge", "abilities", "table"])
def test_every_module_of_rules_cites_its_numbers(name: str) -> None:
    path = Path(deckkit.__file__).parent / "games" / "lorcana" / f"{name}.py"
    assert len(set(numbers(path.read_text(encoding="utf-8")))) >= 3


def test_citations_are_read() -> None:
    assert list(numbers("(CR 1.8.1, 3.2.1-3.2.3; CR 5.1 and 9.2.3)")) == [
        "1.8.1",
        "3.2.1",
        "3.2.2",
        "3.2.3",
        "5.1",
        "9.2.3",
    ]
    assert list(facts("digest 54-56, 60, 70-71")) == [54, 55, 56, 60, 70, 71]
