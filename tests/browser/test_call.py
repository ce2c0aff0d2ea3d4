"""A call from the widget: a real browser's WebRTC against a whole instance."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.browser.chromium import Chromium, Page
from tests.browser.console import press, serious
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


async def test_an_agent_is_tried_by_voice_in_the_console(
    browser: Chromium, page: Page, instance: Instance, pictures: Path
) -> None:
    """And somebody else listens."""
    known = instance.credentials
    path = f"/agents/{known['project_id']}/playground?environment=live"
    await page.open(f"{known['console_url']}{path}")
    await page.until("document.activeElement?.name === 'key'")
    await page.write(known["keys"]["console"])
    await page.key("Enter")
    await press(page, "Voice")
    await press(page, "Call")
    await page.until("document.querySelector('.call-status')?.textContent === 'In a call'")
    await page.until("/Olive & Ember/.test(document.querySelector('.side-agent .words')?.textContent)")
    # The record of the call: what the turn did, and the state.
    await page.until(
        "document.querySelector('.talk .behind') && /call_sid/.test(document.querySelector('.facts').textContent)"
    )
    await press(page, "Mute")
    await page.until("document.querySelector('.call-controls [aria-pressed=true]')?.textContent === 'Muted'")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-spoken.png")
    await listen_in(await browser.page(await browser.context()), instance, pictures)
    await press(page, "Hang up")
    await page.until("document.querySelector('.call-status').textContent === 'The call is over'")
    await page.size(390, 780, mobile=True)
    assert await page.run("document.documentElement.scrollWidth <= innerWidth")
    await page.screenshot(pictures / "console-spoken-phone.png")


async def listen_in(page: Page, instance: Instance, pictures: Path) -> None:
    known = instance.credentials
    await page.open(
        f"{known['console_url']}/agents/{known['project_id']}/conversations?inProgress=true&channel=VOICE-WEBRTC"
    )
    await page.until("document.activeElement?.name === 'key'")
    await page.write(known["keys"]["console"])
    await page.key("Enter")
    await page.until("document.querySelector('.row .live')")
    await page.run("document.querySelector('.row a').click()")
    await press(page, "Listen in")
    await page.until("document.querySelector('.listen-in p').textContent.startsWith('You hear both sides')")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-listen-in.png")
    await press(page, "Stop listening")
    await page.until("document.querySelector('.listen-in p').textContent === 'This call runs.'")
    problems = list(page.problems)
    await page.aclose()
    assert problems == []
