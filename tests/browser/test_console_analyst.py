"""An analyst's question, answered in the console: why was it handed over yesterday, and what could not be answered?"""

from __future__ import annotations

import asyncio
import os
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from parley.domain.conversations.model import Ending
from parley.domain.projects.info import ProjectInfo
from parley.kit.clock import iso
from tests.browser.chromium import Page
from tests.browser.console import console_key, press, serious, sign_in
from tests.contract import ContractClient
from tests.domain.records.rows import Rows, a_moment_ago
from tests.make import Make

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("browser")]

ROWS = "document.querySelectorAll('.row a').length"
COUNT = 2_000


async def seed(dsn: str, project: ProjectInfo) -> None:
    arguments = ["seed-records", str(COUNT), "--account", project.account_id, "--project", project.id]
    environment = {**os.environ, "PARLEY_DATABASE_URL": dsn, "PARLEY_EMBEDDINGS": "none"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "parley.cli.main", *arguments, "--days", "4", "--turns", "6", "--json",
        stdout=asyncio.subprocess.DEVNULL, env=environment,
    )  # fmt: skip
    assert await process.wait() == 0


async def clicked(page: Page, selector: str) -> str:
    """A link of the overview, as soon as it is there; its words."""
    found = f"document.querySelector({selector!r})"
    await page.until(found)
    words: str = await page.run(f"{found}.textContent")
    await page.run(f"{found}.click()")
    await page.until(f"{ROWS} > 0")
    return words


async def test_why_was_it_handed_over_yesterday_and_what_was_asked_that_could_not_be_answered(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path, dsn: str
) -> None:
    await seed(dsn, project)
    await sign_in(page, build, await console_key(make, project), f"/agents/{project.id}/overview")
    await press(page, "Yesterday")
    await page.until("document.querySelectorAll('.chart li').length >= 23 && document.querySelector('.themes a')")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-yesterday.png")
    midnight = "new Date(new Date().setHours(0, 0, 0, 0) - {} * 864e5).toISOString()"
    bounds = [await page.run(midnight.format(days)) for days in (1, 0)]

    reason = await clicked(page, ".reasons a[href*=handoffReason]")
    where = "Object.fromEntries(new URLSearchParams(location.search))"
    shown = await page.run(where)
    assert [shown[name].strip('"') for name in ("startTime", "endTime")] == bounds, "as the clock of the browser has it"
    assert await page.run(
        f"[...document.querySelectorAll('.row')].every((row) => row.textContent.includes({reason!r}))"
    )
    await page.run("document.querySelector('.row a').click()")
    await page.until("document.querySelectorAll('.turn').length >= 4")
    await page.run("history.go(-2)")

    wording = await clicked(page, ".themes a[href*=unanswered]")
    assert (await page.run(where))["unanswered"].strip('"') == wording
    await page.run("document.querySelector('.row a').click()")
    # It was asked in other words, perhaps, and even in another language.
    await page.until(
        "[...document.querySelectorAll('.turn')].some((each) => each.textContent.includes('misunderstood'))"
    )


async def test_what_the_agent_measured_leads_to_its_conversations(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    rows = Rows(make.resources.db, project)
    at = a_moment_ago(90)
    for plan, spent in (("basic", 3), ("plus", 40), ("plus", 60)):
        await rows.add(at=at, metrics=[("PLAN", plan), ("SPENT", spent)])
    await rows.add(at=at - timedelta(minutes=5), ending=Ending("handoff", handoff=True, handoff_reason="angry"))
    path = f"/agents/{project.id}/overview?days=1"
    await sign_in(page, build, await console_key(make, project), path)
    tile = "[...document.querySelectorAll('.tile')].find((each) => each.textContent.startsWith('Peak concurrency'))"
    await page.until(f"{tile}?.querySelector('b').textContent === '3'")
    mean = "document.querySelector('[aria-label=\"SPENT, mean, over time\"]')"
    await page.until(f"{mean}?.textContent === '34.3333'")
    await page.run(f"{mean}.click()")
    hour = iso(at.replace(minute=0, second=0, microsecond=0))
    bars = "[...document.querySelectorAll('.chart a[href*=\"metric=SPENT\"]')]"
    bar = f"{bars}.find((each) => each.href.includes('{hour[:13]}') && each.title.endsWith(': 34.3333'))"
    await page.until(bar)
    await page.run("document.querySelector('[aria-label=\"PLAN, count, over time\"]').click()")
    values = "[...document.querySelectorAll('[aria-label=Values] li')].map((each) => each.textContent)"
    await page.until(f"{values}.join() === 'plus2,basic1'")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-metrics.png")
    await page.run("document.querySelector('[aria-label=Values] a').click()")
    await page.until(f"{ROWS} === 2 && location.search.includes('plus')")
