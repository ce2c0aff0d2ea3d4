"""The pages of the interfaces: operations are found, read, pasted and tried out, with a key that stays where it is."""

from __future__ import annotations

import asyncio
import shlex
from pathlib import Path

import pytest

from parley.domain.accounts.model import Family
from parley.domain.projects.info import ProjectInfo
from tests.browser.chromium import Page
from tests.browser.console import serious
from tests.contract import ContractClient
from tests.make import Make

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("browser")]

SHOWN = "[...document.querySelectorAll('.operation:not([hidden])')].map((each) => each.id)"


async def test_an_operation_is_found_read_and_tried_out(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    key = (await make.key(Family.BUILD, project)).secret
    await page.open(f"{build.url}/docs")
    await page.key("/")
    await page.until("document.activeElement?.id === 'search'")
    await page.write("testRunIds")
    await page.until("document.querySelector('#found').textContent.includes(' of ')")
    shown = await page.run(SHOWN)
    assert "promote_deployment" in shown, "it is the name of a field"
    assert len(shown) < 10
    assert await page.run("document.querySelector('#trigger_test_run .hits').textContent") == "testRunIds"
    await page.run("document.querySelector('#search').select()")
    await page.write("accounts agentName")
    await page.until(f"{SHOWN}[0] === 'list_agents' && {SHOWN}.length < 5")
    await page.run("document.activeElement.blur()")
    await page.key("j")
    await page.until("document.activeElement?.closest('#list_agents')")
    await page.key("Enter")
    await page.until("document.querySelector('#list_agents').open && location.hash === '#list_agents'")
    await fill(page, "#list_agents [data-path]", project.account_id)
    curl = await page.run("document.querySelector('#list_agents .curl').textContent")
    assert f'"{build.url}/v1/accounts/{project.account_id}/agents"' in curl
    assert project.id in await run(curl, key)
    await press(page, "#list_agents .send")
    await page.until("document.querySelector('#list_agents .outcome').textContent === 'x-api-key is missing.'")
    await fill(page, "#list_agents [data-key]", key)
    await press(page, "#list_agents .send")
    await page.until("document.querySelector('#list_agents .outcome').textContent.startsWith('200')")
    assert project.id in await page.run("document.querySelector('#list_agents .answer').textContent")
    assert await serious(page) == []
    await page.screenshot(pictures / "docs.png")
    kept = "JSON.stringify([location.href, document.cookie, {...localStorage}, {...sessionStorage}])"
    assert key not in await page.run(kept)
    assert key not in await page.run("document.documentElement.outerHTML")

    await page.open(f"{build.url}/docs#create_alert_rule")
    await page.until("document.querySelector('#create_alert_rule').open")
    await fill(page, "#create_alert_rule [data-key]", key)
    await press(page, "#create_alert_rule .send")
    await page.until("document.querySelector('#create_alert_rule .outcome').textContent.startsWith('201')")
    curl = await page.run("document.querySelector('#create_alert_rule .curl').textContent")
    assert '"id":"ar_' in await run(curl, key)
    await page.scheme("dark")
    await page.size(390, 780, mobile=True)
    assert await page.run("document.documentElement.scrollWidth <= innerWidth")
    assert await serious(page) == []
    await page.screenshot(pictures / "docs-phone.png")


async def test_services_without_a_page_of_their_own_lead_to_it(platform: ContractClient, page: Page) -> None:
    await page.open(f"{platform.url}/")
    await page.until("location.pathname === '/docs' && document.querySelector('#create_chat')")
    assert await serious(page) == []


async def fill(page: Page, selector: str, text: str) -> None:
    await page.run(f"document.querySelector({selector!r}).focus()")
    await page.run(f"document.querySelector({selector!r}).select()")
    await page.write(text)


async def press(page: Page, selector: str) -> None:
    await page.run(f"document.querySelector({selector!r}).click()")


async def run(line: str, key: str) -> str:
    """In a shell, as whoever has copied it."""
    shell = await asyncio.create_subprocess_exec(
        "sh", "-c", f"PARLEY_KEY={shlex.quote(key)}; {line}", stdout=asyncio.subprocess.PIPE
    )
    answer, _ = await shell.communicate()
    return answer.decode()
