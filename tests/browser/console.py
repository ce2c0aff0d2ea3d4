"""The console in a page, as whoever looks after an agent uses it."""

from __future__ import annotations

import json
from typing import Any

from parley.domain.accounts.model import Family
from parley.domain.projects.info import ProjectInfo
from tests.browser.chromium import Page
from tests.browser.web import WEB
from tests.contract import ContractClient
from tests.make import Make


async def converse(build: ContractClient, make: Make, project: ProjectInfo, *lines: str) -> str:
    headers = {"x-api-key": (await make.key(Family.BUILD, project)).secret}
    address, where = f"/v1/agents/{project.id}/debug-chat", {"clientEnv": "live"}
    identifier: str = (await build.post(address, json=where, headers=headers)).json()["conversationId"]
    await go_on(build, make, project, identifier, *lines)
    return identifier


async def go_on(build: ContractClient, make: Make, project: ProjectInfo, identifier: str, *lines: str) -> None:
    headers = {"x-api-key": (await make.key(Family.BUILD, project)).secret}
    for line in lines:
        address = f"/v1/agents/{project.id}/debug-chat/{identifier}"
        said = await build.post(address, json={"clientEnv": "live", "message": line}, headers=headers)
        assert said.status_code == 200, said.text


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


async def go(page: Page, name: str) -> None:
    """To another page of the console."""
    await page.run(f"[...document.querySelectorAll('.place')].find((each) => each.textContent === {name!r}).click()")
    await page.until(f"document.querySelector('main#main h1')?.textContent === {name!r}")


async def press(page: Page, label: str) -> None:
    found = f"[...document.querySelectorAll('button, summary')].find((each) => each.textContent.trim() === {label!r})"
    await page.until(f"{found} && !{found}.disabled")
    await page.run(f"{found}.click()")


async def write(page: Page, selector: str, text: str) -> None:
    await page.until(f"document.querySelector({selector!r}) && !document.querySelector({selector!r}).disabled")
    await page.run(f"document.querySelector({selector!r}).focus()")
    await page.run(f"document.querySelector({selector!r}).select?.()")
    await page.write(text)


async def choose(page: Page, selector: str, value: str) -> None:
    found = f"document.querySelector({selector!r})"
    await page.until(found)
    await page.run(f"{found}.value = {value!r}; {found}.dispatchEvent(new Event('change', {{bubbles: true}}))")
