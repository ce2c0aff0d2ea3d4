"""The page is what the description says today."""

from __future__ import annotations

from pathlib import Path

from parley.domain.projects.format.reference import page

PAGE = Path(__file__).parents[4] / "docs" / "format.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text() == page(), "run scripts/format-reference"
