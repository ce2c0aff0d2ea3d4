"""A widget's conversation on a whole instance whose processes are killed: nothing lost, nothing doubled."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator

import pytest

from tests.browser.chromium import Page
from tests.browser.window import HOST, Window
from tests.conftest import private_folder
from tests.journeys.instance import Instance, up
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("browser")]

QUESTIONS = ("Do you have anything vegan?", "When do you open?")


@pytest.fixture(name="instance", scope="module")
async def _instance() -> AsyncIterator[Instance]:
    with private_folder() as folder:
        async with up(folder, "--no-voice", "--platform-processes", "2") as instance:
            yield instance


async def test_a_conversation_survives_the_death_of_its_node(page: Page, instance: Instance) -> None:
    await page.open(f"{instance.credentials['messaging_url']}/demo")
    window = Window(page)
    await window.open()
    greeting = await window.until_texts(1)
    count = 1
    # Whichever has the socket, and whatever it was doing: both are replaced, one after the other.
    for question, name in zip(QUESTIONS, ("messaging-1", "messaging-2"), strict=True):
        await window.say(question)
        os.kill((await instance.health())[name]["pid"], signal.SIGKILL)
        count += 2
        texts = await window.until_texts(count)
        assert len(texts) == count
    assert texts[0] == greeting[0]
    assert [text for text in texts if text in QUESTIONS] == list(QUESTIONS)
    await page.reload()
    await window.online()
    assert await window.until_texts(count) == texts, "what is in the journal is what was shown"


async def test_it_goes_on_when_all_were_gone(page: Page, instance: Instance) -> None:
    """What is written meanwhile arrives, once."""
    await page.open(f"{instance.credentials['messaging_url']}/demo")
    window = Window(page)
    await window.open()
    await window.until_texts(1)
    before = await instance.health()
    for number in (1, 2):
        os.kill(before[f"messaging-{number}"]["pid"], signal.SIGKILL)
    await page.until(f"{HOST}.client.status !== 'online'")
    await window.say(QUESTIONS[0])

    async def are_replaced() -> bool:
        now = await instance.health()
        return all(now[each]["pid"] not in (None, before[each]["pid"]) for each in ("messaging-1", "messaging-2"))

    await until(are_replaced, 30)
    texts = await window.until_texts(3)
    assert len(texts) == 3
    assert texts[1] == QUESTIONS[0]
