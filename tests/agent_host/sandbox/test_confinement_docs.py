"""The page on the sandbox names a test for each defence: they exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parley.agent_host.sandbox.syscalls import ALLOWED, CONDITIONAL

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "sandbox.md").read_text()
NAMED = re.compile(r"`((?:tests/faults/|sandbox/)?test_\w+\.py|…)(?:::(test_\w+))?`")


def named() -> list[tuple[str, str]]:
    found, file = [], ""
    for match in NAMED.finditer(PAGE):
        file = file if match[1] == "…" else match[1]
        found.append((file, match[2] or ""))
    return found


def test_it_counts_what_the_filter_allows() -> None:
    assert f"{len(ALLOWED)} system calls are allowed, {len(CONDITIONAL)} more with certain arguments only" in PAGE


def test_the_page_names_tests() -> None:
    assert len(named()) > 20


@pytest.mark.parametrize(("file", "test"), sorted(set(named())))
def test_what_it_names_exists(file: str, test: str) -> None:
    path = ROOT / file if file.startswith("tests/") else ROOT / "tests" / "agent_host" / file
    assert f"def {test}" in path.read_text()
