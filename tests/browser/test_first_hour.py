"""From `parley up` alone, with nothing read: an agent is met, understood, changed, tested and made live."""

from __future__ import annotations

import asyncio
import io
import re
import shlex
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import yaml

from tests.browser.chromium import Page
from tests.browser.console import go, press, write
from tests.conftest import private_folder
from tests.journeys.instance import Instance, parley, up

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("browser")]

NEW = "Ask me for the new menu."
QUESTION = "Do you have anything vegan?"
ROWS = "[...document.querySelectorAll('.row')]"
SETTLED = "document.querySelector('.talk .turn') && !document.querySelector('.thinking')"


@pytest.fixture(name="instance")
async def _instance() -> AsyncIterator[Instance]:
    with private_folder() as folder:
        async with up(folder, "--platform-processes", "1") as instance:
            yield instance


async def test_from_the_first_conversation_to_a_change_that_is_live(
    page: Page, instance: Instance, pictures: Path
) -> None:
    link = re.search(r"^Console: (\S+) ", instance.stdout, re.MULTILINE)
    assert link is not None
    await page.open(link[1])
    await page.until("document.querySelector('main#main h1')")
    await page.screenshot(pictures / "first-1-overview.png")

    await hold_a_conversation(page, pictures)
    await find_it_and_see_why(page, pictures)
    case = await make_it_a_test(page)

    await go(page, "Deployments")
    await press(page, "Change this agent")
    await page.screenshot(pictures / "first-4-change.png")
    folder = await download(page, instance.folder)
    (folder / "test_suite" / "asked.yaml").write_text(case)
    greet_otherwise(folder / "config" / "translations.yaml")
    command = await page.run("document.querySelector('.next-version li:nth-child(3) code').textContent")
    _parley, *words = [str(folder) if word == "FOLDER" else word for word in shlex.split(command)]
    pushed = await asyncio.to_thread(parley, instance.data, *words, "--message", "A new welcome")
    assert pushed.returncode == 0, pushed.stdout + pushed.stderr

    await run_the_tests_and_promote(page, pictures)

    await go(page, "Conversations")
    await page.until(f"{ROWS}.length === 1")
    assert NEW in await greeting(instance)
    await page.until(f"{ROWS}.length === 2 && {ROWS}[0].querySelector('.live')")
    await page.screenshot(pictures / "first-7-live.png")


async def hold_a_conversation(page: Page, pictures: Path) -> None:
    await go(page, "Playground")
    await page.until("document.querySelector('.not-begun')")
    await write(page, ".composer input", QUESTION)
    await page.key("Enter")
    await page.until(f"{SETTLED} && document.querySelectorAll('.talk .turn').length === 2")
    await page.screenshot(pictures / "first-2-playground.png")


async def find_it_and_see_why(page: Page, pictures: Path) -> None:
    await go(page, "Conversations")
    await page.key("/")
    await page.write("anything vegan")
    await page.key("Enter")
    await page.until(f"{ROWS}.length === 1 && location.search.includes('q=')")
    await page.run(f"{ROWS}[0].querySelector('a').click()")
    await page.until("document.querySelector('.turn[data-found] mark')")
    await page.until("document.querySelector('.turn[data-found] .behind')")
    await page.screenshot(pictures / "first-3-conversation.png")


async def make_it_a_test(page: Page) -> str:
    await press(page, "Make this a test")
    await page.until("document.querySelector('dialog .json')")
    case: str = await page.run("document.querySelector('dialog .json').textContent")
    assert QUESTION in str(yaml.safe_load(case))
    await page.run("document.querySelector('dialog [aria-label=Close]').click()")
    await page.until("!document.querySelector('dialog')")
    return case


async def download(page: Page, place: Path) -> Path:
    """As the link does."""
    link = "document.querySelector('.next-version a[download]').href"
    read = f"fetch({link}).then((answer) => answer.arrayBuffer()).then((bytes) => [...new Uint8Array(bytes)])"
    raw = bytes(await page.run(read))
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        archive.extractall(place / "agent")
    return place / "agent"


def greet_otherwise(file: Path) -> None:
    before = file.read_text()
    after = before.replace("something else?", f"something else? {NEW}", 1)
    assert before != after
    file.write_text(after)


async def run_the_tests_and_promote(page: Page, pictures: Path) -> None:
    sandbox = "document.querySelector('[aria-label=sandbox]')"
    await page.until(f"{sandbox}.textContent.includes('A new welcome')")
    await page.screenshot(pictures / "first-5-deployments.png")
    await press(page, "Run tests")
    await page.until("document.querySelector('.runs .badge')?.textContent === 'passed'", 60)
    for target in ("pre-release", "live"):
        await press(page, f"Promote to {target}")
        await page.until("document.activeElement?.placeholder === 'Why'")
        await page.write("Its tests pass")
        await page.key("Enter")
        place = f"document.querySelector('[aria-label={target}]')"
        await page.until(f"!document.querySelector('dialog') && {place}.textContent.includes('Its tests pass')")
    await page.screenshot(pictures / "first-6-promoted.png")


async def greeting(instance: Instance) -> str:
    """Of a conversation that somebody else begins."""
    known, keys = instance.credentials, instance.keys["chat"]
    address = f"{known['platform_url']}/v1/{known['account_id']}/{known['project_id']}/chat/create"
    headers = {"x-api-key": keys["api_key"], "x-token": keys["token"]}
    async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
        answer = await client.post(address, headers=headers, json={})
    said: str = answer.json()["response"]
    return said
