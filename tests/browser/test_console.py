"""The console in a real browser, against the real service: signing in, finding a conversation, seeing why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from parley.domain.accounts.model import Family
from parley.domain.console.actions import make_link
from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.scripted import Answer, Call, Move, Say, ScriptedModel
from tests.browser.chromium import Page
from tests.browser.test_widget import AGENT
from tests.browser.web import WEB
from tests.contract import ContractClient
from tests.make import Make

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("browser")]

FIRST_VIEW = 250 * 1024
ROWS = "document.querySelectorAll('.row a').length"
TURNS = "document.querySelectorAll('.turn .waterfall').length"
SCRIPT: tuple[Answer | Move, ...] = (
    Answer((Say("Yes: "), Say("the stew is vegan."))),
    Call("show"),
    Say("There it is."),
    Call("hand_over"),
)


@pytest.fixture(name="project")
async def _project(make: Make) -> ProjectInfo:
    project = await make.project(name="Ava")
    await make.deploy(project, AGENT)
    make.use_model(ScriptedModel(SCRIPT))
    return project


async def converse(build: ContractClient, make: Make, project: ProjectInfo, *lines: str) -> str:
    """What was said first in it stands last in the list."""
    headers = {"x-api-key": (await make.key(Family.BUILD, project)).secret}
    address, where = f"/v1/agents/{project.id}/debug-chat", {"clientEnv": "live"}
    identifier: str = (await build.post(address, json=where, headers=headers)).json()["conversationId"]
    for line in lines:
        said = await build.post(f"{address}/{identifier}", json={**where, "message": line}, headers=headers)
        assert said.status_code == 200, said.text
    return identifier


async def console_key(make: Make, project: ProjectInfo) -> str:
    return (await make.key(Family.CONSOLE, project, settings={"role": "admin"})).secret


async def sign_in(page: Page, build: ContractClient, key: str, path: str = "/") -> None:
    await page.open(f"{build.url}{path}")
    await page.until("document.activeElement?.name === 'key'")
    await page.write(key)
    await page.key("Enter")
    await page.until("document.querySelector('main#main h1')")


async def serious(page: Page) -> list[Any]:
    await page.run((WEB / "node_modules" / "axe-core" / "axe.min.js").read_text())
    found = json.loads(await page.run("axe.run().then((result) => JSON.stringify(result.violations))"))
    return [
        (each["id"], [node["html"][:200] for node in each["nodes"]])
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


async def test_a_conversation_is_found_and_read(
    page: Page, build: ContractClient, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    """With the keyboard alone, from the door to the functions of a turn and out again."""
    await converse(build, make, project, "Anything vegan?", "The menu?")
    await converse(build, make, project, "A person, please")
    await sign_in(page, build, await console_key(make, project))
    await page.until(f"{ROWS} === 2")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-list.png")
    first, second = await page.run("[...document.querySelectorAll('.row')].map((row) => row.textContent)")
    assert "An invoice" in first, "why it was handed over"
    assert "Live" in second
    await page.key("j")
    await page.until("document.activeElement?.dataset.index === '0'")
    await page.key("j")
    await page.until("document.activeElement?.dataset.index === '1'")
    await page.key("Enter")
    await page.until(f"{TURNS} >= 2")
    said = "[...document.querySelectorAll('.words')].map((each) => each.textContent)"
    assert (await page.run(said))[:3] == ["Anything vegan?", "Yes: the stew is vegan.", "The menu?"]
    assert await page.run("document.querySelector('.function code').textContent") == "show()"
    await page.run("document.querySelector('.function').open = true")
    assert "shown" in await page.run("document.querySelector('.function .inside').textContent")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-conversation.png")
    await page.key("k")
    await page.until(
        "document.querySelector('.words + *, .words') && document.body.textContent.includes('One moment.')"
    )
    await page.key("Escape")
    await page.until(f"{ROWS} === 2")
    await page.key("?")
    await page.until("document.querySelector('dialog[open]')")
    assert await serious(page) == []
    await page.key("Escape")
    await page.run("document.querySelector('[aria-label=\"Sign out\"]').click()")
    await page.until("location.pathname === '/sign-in'")
    await page.open(f"{build.url}/")
    await page.until("document.activeElement?.name === 'key'")


async def test_it_fits_a_telephone_and_the_dark(
    page: Page, build: ContractClient, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    conversation = await converse(build, make, project, "Anything vegan?", "The menu?")
    await page.scheme("dark")
    await sign_in(page, build, await console_key(make, project), f"/agents/{project.id}/conversations/{conversation}")
    await page.until(f"{TURNS} >= 2")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-dark.png")
    await page.size(390, 780, mobile=True)
    for name, path in (("conversation", f"/{conversation}"), ("list", "")):
        await page.open(f"{build.url}/agents/{project.id}/conversations{path}")
        await page.until(f"{TURNS} >= 2 || {ROWS} === 1")
        assert await page.run("document.documentElement.scrollWidth <= innerWidth")
        assert await serious(page) == []
        await page.screenshot(pictures / f"console-{name}-phone.png")
    await page.run("document.querySelector('[aria-label=Menu]').click()")
    await page.until("document.querySelector('.side').checkVisibility()")
    assert await serious(page) == []


async def test_a_link_signs_in_once_and_leaves_the_address(
    page: Page, build: ContractClient, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    key = await make.key(Family.CONSOLE, project, settings={"role": "viewer"})
    async with make.resources.db.transaction() as tx:
        link = await make_link(tx, key.key.id, make.resources.clock.now())
    await page.open(f"{build.url}/sign-in#{link}")
    await page.until("document.querySelector('.empty')")
    assert link not in await page.run("location.href")
    await page.run("document.querySelector('[aria-label=\"Sign out\"]').click()")
    await page.until("document.querySelector('.sign-in form')")
    await page.open(f"{build.url}/sign-in?again=#{link}")
    await page.until("document.querySelector('[role=alert]')?.textContent.includes('used before')")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-sign-in.png")


async def test_the_first_view_is_small(page: Page, build: ContractClient, make: Make, project: ProjectInfo) -> None:
    """All that a browser fetches until the list stands there, the font included."""
    await converse(build, make, project)
    await sign_in(page, build, await console_key(make, project))
    await page.until(f"{ROWS} === 1")
    entries = "performance.getEntriesByType('resource').filter((each) => each.name.includes('/assets/'))"
    sizes = await page.run(f"{entries}.map((each) => each.encodedBodySize)")
    assert len(sizes) > 3
    assert sum(sizes) < FIRST_VIEW
