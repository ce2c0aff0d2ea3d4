"""A browser for the tests of this folder, and pages in it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.scripted import Answer, Call, Move, Say, ScriptedModel
from tests.browser.chromium import Chromium, Page, chromium
from tests.browser.test_widget import AGENT
from tests.browser.web import STATIC
from tests.make import Make

SCRIPT: tuple[Answer | Move, ...] = (
    Answer((Say("Yes: "), Say("the stew is vegan."))),
    Call("show"),
    Say("There it is."),
    Call("hand_over"),
)


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


@pytest.fixture(name="project")
async def _project(make: Make) -> ProjectInfo:
    project = await make.project(name="Ava")
    await make.deploy(project, AGENT)
    make.use_model(ScriptedModel(SCRIPT))
    return project
