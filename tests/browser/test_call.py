"""A call from the widget: a real browser's WebRTC against a whole instance."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.browser.chromium import Page
from tests.browser.test_widget import violations
from tests.browser.web import WEB
from tests.browser.window import ROOT, Window
from tests.conftest import private_folder
from tests.journeys.instance import Instance, up

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("browser")]


@pytest.fixture(name="instance", scope="module")
async def _instance() -> AsyncIterator[Instance]:
    with private_folder() as folder:
        async with up(folder, "--streams-port", "0", "--platform-processes", "1") as instance:
            yield instance


async def test_a_call_is_heard_read_and_hung_up(page: Page, instance: Instance, pictures: Path) -> None:
    await page.open(f"{instance.credentials['messaging_url']}/demo")
    window = Window(page)
    await window.open()
    await window.click(".tool.phone")
    await window.until_shows(".callview")
    await page.until(f"{ROOT}.querySelector('.callstate').textContent === 'In a call'")
    await page.until(f"/Olive & Ember/.test({ROOT}.querySelector('.callview .bubble')?.textContent)")
    mute = f"{ROOT}.querySelector('.round')"
    await page.run(f"{mute}.click()")
    await page.until(f"{mute}.getAttribute('aria-pressed') === 'true'")
    await page.run((WEB / "node_modules" / "axe-core" / "axe.min.js").read_text())
    assert await violations(page) == []
    await page.screenshot(pictures / "call.png")
    await window.click(".hangup")
    await page.until(f"{ROOT}.querySelector('.callstate').textContent === 'Call ended'")
    await window.click(".callview .strong")
    await window.until_shows("textarea")
    assert await window.until_texts(1)
