"""A session that an agent hands over is answered by a person at the desk page, and given back."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.domain.accounts.model import Family
from parley.domain.messaging.widget import read_widget
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from parley.resources import Resources
from tests.browser.chromium import Chromium, Page
from tests.browser.test_widget import AGENT
from tests.browser.window import Window
from tests.contract import ContractClient
from tests.make import Make

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("browser")]

SAID = "[...document.querySelectorAll('#log li')].map((each) => each.querySelector('span').textContent)"


async def click(page: Page, selector: str) -> None:
    await page.until(f"document.querySelector({selector!r})?.checkVisibility()")
    await page.run(f"document.querySelector({selector!r}).click()")


async def write(page: Page, selector: str, text: str) -> None:
    await page.run(f"document.querySelector({selector!r}).focus()")
    await page.write(text)


async def test_a_person_takes_over_and_gives_back(
    browser: Chromium, page: Page, messaging: ContractClient, make: Make, resources: Resources, pictures: Path
) -> None:
    project = await make.project(name="Ava", settings={"desk": {"is_on": True}})
    await make.deploy(project, AGENT)
    settings = {"hosts": ["localhost"], "widget": read_widget({}).to_json()}
    code = (await make.key(Family.MESSAGING, project, settings=settings)).secret
    resources.settings = resources.settings.model_copy(update={"demo_widget": code})
    make.use_model(ScriptedModel([Call("hand_over"), Say("As Ann said: it is paid.")]))
    await page.open(f"{messaging.url}/demo")
    user = Window(page)
    await user.open()
    await user.say("A person, please")
    await user.until_texts(3)

    desk = await browser.page(await browser.context())
    await desk.open(f"{messaging.url}/desk")
    await write(desk, "input[name=key]", "pk_desk_wrong")
    await write(desk, "input[name=name]", "Ann")
    await desk.key("Enter")
    await desk.until("document.querySelector('.problem').textContent === 'This is not a desk key.'")
    await desk.run("document.querySelector('input[name=key]').value = ''")
    await write(desk, "input[name=key]", (await make.key(Family.DESK, project)).secret)
    await desk.key("Enter")
    await click(desk, "#sessions button")
    await desk.until(f"{SAID}.includes('A person, please')")
    await click(desk, "#accept")
    await user.say("<b>Invoice</b> 7")
    await desk.until(f"{SAID}.includes('<b>Invoice</b> 7')")
    await write(desk, "#text", "It is paid.")
    await desk.key("Enter")
    assert (await user.until_texts(5))[-2:] == ["<b>Invoice</b> 7", "It is paid."]
    await desk.until(f"{SAID}.includes('It is paid.')")
    await desk.screenshot(pictures / "desk.png")
    await page.screenshot(pictures / "with-a-person.png")
    await click(desk, "#return")
    await desk.until("document.querySelector('#nobody').checkVisibility()")
    await user.until_texts(6)
    await user.say("Is it?")
    assert (await user.until_texts(8))[-1] == "As Ann said: it is paid."
    # The refused key is the one answer that a browser itself complains of.
    problems = [problem for problem in desk.problems if "401" not in problem]
    await desk.aclose()
    assert problems == []
