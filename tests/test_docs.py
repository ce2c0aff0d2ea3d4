"""The guides keep up with the code: every setting and every command is described, every link leads somewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from parley.cli import help as help_pages
from parley.settings import Settings

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


def anchors(page: Path) -> set[str]:
    """The names that a heading can be linked by."""
    headings = HEADING.findall(re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def is_dead(page: Path, target: str) -> bool:
    path, _, anchor = target.partition("#")
    project = (page.parent / path).resolve() if path else page
    return not project.exists() or (bool(anchor) and project.suffix == ".md" and anchor not in anchors(project))


def commands() -> list[str]:
    described = help_pages.read()
    return [
        f"{name} {each}".strip()
        for name, command in described.items()
        for each in sorted(command.get("commands", [""]))
    ]


@pytest.mark.parametrize("page", ["threat-model.md", "agent-safety.md"])
def test_what_is_said_to_be_tested_has_its_test(page: str) -> None:
    named = set(re.findall(r"`([a-z_/]+/test_\w+\.py)", (ROOT / "docs" / page).read_text()))
    assert len(named) > 10
    assert {name for name in named if not (ROOT / "tests" / name).exists()} == set()


@pytest.mark.slow
@every_page
def test_links_lead_somewhere(page: Path) -> None:
    targets = LINK.findall(CODE.sub("", page.read_text()))
    local = [target for target in targets if not target.startswith(("http://", "https://", "mailto:"))]
    assert [target for target in local if is_dead(page, target)] == []


def test_every_setting_is_described_and_no_other() -> None:
    described = set(re.findall(r"^\| `PARLEY_(\w+)`", (ROOT / "docs" / "configuration.md").read_text(), re.MULTILINE))
    assert described == {name.upper() for name in Settings.model_fields}


@pytest.mark.slow
@pytest.mark.parametrize("command", commands())
def test_every_command_is_shown_somewhere(command: str) -> None:
    assert any(f"parley {command}" in page.read_text() for page in PAGES)


def test_the_map_of_the_code_stays_short() -> None:
    assert (ROOT / "ARCHITECTURE.md").read_text().count("\n") <= 200


MAP = (ROOT / "ARCHITECTURE.md").read_text()
SECTIONS = {part.partition("\n")[0]: part for part in MAP.split("\n## ")[1:]}
WALKS = [title for title in SECTIONS if title.startswith("Walk: ")]
SOURCE = ROOT / "src" / "parley"


def files_of(walk: str) -> list[str]:
    return re.findall(r"`([\w/]+\.py)`", SECTIONS[walk])


def exists(file: str) -> bool:
    """From the root, in the source, or in a noun."""
    return any((place / file).exists() for place in (ROOT, SOURCE, SOURCE / "domain"))


def test_the_map_names_files_that_exist() -> None:
    """A name without a folder is that of a file which many folders have."""
    named = re.findall(r"`([\w/]+/[\w]+\.py)`", MAP)
    assert named
    assert [file for file in named if not exists(file)] == []


def layers(name: str) -> list[set[str]]:
    """Of one contract, from the top down, without the package that they are in."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (contract,) = (each for each in contracts if each["name"].startswith(name))
    return [{part.strip().removeprefix("parley.") for part in layer.split("|")} for layer in contract["layers"]]


def drawn(arrows: str) -> list[set[str]]:
    return [{part.strip() for part in layer.split("|")} for layer in arrows.split("→")]


def test_the_arrows_are_those_of_the_contracts() -> None:
    whole, _, nouns = SECTIONS["Arrows"].split("```")[1].partition("inside domain:")
    (inside_runtime,) = re.findall(r"runtime \((.*?)\)", whole)
    assert drawn(re.sub(r"\(.*?\)", "", whole)) == layers("One arrow: doors")
    assert drawn(inside_runtime) == layers("One arrow inside the runtime")
    assert drawn(nouns) == layers("One arrow inside the nouns")


def test_the_map_names_every_noun() -> None:
    nouns = {folder.name for folder in (SOURCE / "domain").iterdir() if (folder / "__init__.py").exists()}
    assert set(re.findall(r"\*\*(\w+)\*\*", SECTIONS["A noun"])) == nouns


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_through_the_code_is_short_and_true(walk: str) -> None:
    files = files_of(walk)
    assert [file for file in files if not exists(file)] == []
    assert 3 <= len(set(files)) <= 9


def test_the_glossary_has_one_line_for_each_word() -> None:
    lines = [line for line in SECTIONS["Glossary"].splitlines()[4:] if line.startswith("|")]
    words = [word for line in lines for word in line.split("|")[1].strip().split(", ")]
    assert len(SECTIONS["Glossary"].splitlines()) <= 40
    assert len(words) == len(set(words))


def test_each_decision_has_a_number_of_its_own() -> None:
    named = [page.name.partition("-")[0] for page in sorted((ROOT / "docs" / "decisions").glob("*.md"))]
    assert named == sorted(set(named))
