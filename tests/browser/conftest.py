"""A browser for the tests of this folder, and pages in it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.browser.chromium import Chromium, Page, chromium
from tests.browser.web import STATIC


@pytest.fixture(name="browser", scope="package")
async def _browser() -> AsyncIterator[Chromium]:
    assert (STATIC / "widget.js").exists(), "scripts/build-web builds it"
    async with chromium() as browser:
        yield browser


@pytest.fixture(name="page")
async def _page(browser: Chromium) -> AsyncIterator[Page]:
    page = await browser.page(await browser.context())
    yield page
    problems = list(page.problems)
    await page.aclose()
    assert problems == []


@pytest.fixture(name="pictures")
def _pictures(tmp_path: Path) -> Path:
    """Where pictures of pages go; SCREENSHOTS names a folder that keeps them."""
    folder = Path(os.environ.get("SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
