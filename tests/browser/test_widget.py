"""The widget in a real browser, against the real service: what users see, hear and lose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from parley.domain.accounts.model import Family
from parley.domain.messaging.widget import read_widget
from parley.providers.llm.scripted import Answer, Call, Say, ScriptedModel
from parley.resources import Resources
from tests.browser.chromium import Chromium, Page
from tests.browser.web import WEB
from tests.browser.window import HOST, ROOT, Window
from tests.contract import ContractClient
from tests.make import Make

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("browser")]

AGENT = {
    "chat/configuration.yaml": "greeting:\n  welcome_message: Hello! How can I help?\n",
    "agent_settings/rules.txt": "Use {{fn:goodbye}}, {{fn:hand_over}} and {{fn:show}}.",
    "functions/goodbye.py": (
        "from _gen import *\n@func_description('Ends.')\n"
        "def goodbye(conv: Conversation):\n    return {'utterance': 'Bye!', 'hangup': True}\n"
    ),
    "functions/hand_over.py": (
        "from _gen import *\n@func_description('Hands over.')\n"
        "def hand_over(conv: Conversation):\n"
        "    return {'utterance': 'One moment.', 'handoff': {'type': 'billing', 'reason': 'an invoice'}}\n"
    ),
    "functions/show.py": (
        "from _gen import *\n@func_description('Shows.')\n"
        "def show(conv: Conversation):\n"
        "    conv.add_attachments([{'content_url': 'https://e.example/menu', 'title': 'The whole menu',"
        " 'call_to_action_text': 'Read it'}])\n"
        "    conv.set_response_suggestions(['Starters', 'Mains'])\n"
        "    return 'shown'\n"
    ),
}
MARKDOWN = (
    "## Today\n**Two** dishes are *vegan*:\n- Chickpea stew\n- [Aubergine](https://e.example/a)\n\n1. one\n2. two\n\n"
    "<img src=x onerror=alert(1)> [click](javascript:alert(1)) https://e.example/menu."
)
SITE = "http://shop.example/"
STILL = f"{ROOT}.getAnimations().every((each) => each.playState === 'finished')"


async def code_of(make: Make, **widget: Any) -> str:
    project = await make.project(name="Ava")
    await make.deploy(project, AGENT)
    settings = {"hosts": ["localhost", "shop.example"], "widget": read_widget({"csat": True, **widget}).to_json()}
    return (await make.key(Family.MESSAGING, project, settings=settings)).secret


def site(url: str, code: str, before: str = "", attributes: str = "") -> str:
    tag = f'<script src="{url}/widget/{code}.js" async {attributes}></script>'
    return f'<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>{before}</main>{tag}</html>'


async def shown(page: Page, messaging: ContractClient, make: Make, resources: Resources, **widget: Any) -> Window:
    """The service's own page, whose policy is strict."""
    code = await code_of(make, **widget)
    resources.settings = resources.settings.model_copy(update={"demo_widget": code})
    await page.open(f"{messaging.url}/demo")
    window = Window(page)
    await window.open()
    return window


async def test_a_conversation(
    page: Page, messaging: ContractClient, make: Make, resources: Resources, pictures: Path
) -> None:
    make.use_model(ScriptedModel([Answer((Say("Yes: "), Say("the stew "), Say("is vegan."))), Call("goodbye")]))
    window = await shown(page, messaging, make, resources, colour="#1f6f5c", header_text="Olive & Ember")
    await page.until(f"{ROOT}.activeElement?.tagName === 'TEXTAREA'")
    await window.say("Anything vegan?")
    assert await window.until_texts(3) == ["Hello! How can I help?", "Anything vegan?", "Yes: the stew is vegan."]
    await page.screenshot(pictures / "conversation.png")
    await window.say("Bye then")
    await window.until_shows(".ending")
    await page.screenshot(pictures / "ended.png")
    await window.click(".star:nth-child(4)")
    await page.until(f"{ROOT}.querySelector('.survey').textContent.includes('Thank')")
    jobs = await resources.db.fetch("select args from jobs where kind = 'messaging.keep_rating'")
    assert [row["args"]["score"] for row in jobs] == [4]
    await window.click(".ending .strong")
    await window.online()
    assert await window.until_texts(1) == ["Hello! How can I help?"]


async def test_what_an_agent_writes_and_shows(
    page: Page, messaging: ContractClient, make: Make, resources: Resources, pictures: Path
) -> None:
    make.use_model(ScriptedModel([Call("show"), Say(MARKDOWN), Say("Soup.")]))
    window = await shown(page, messaging, make, resources)
    await window.say("The menu?")
    await window.until_texts(3)
    assert await window.texts(".bubble ul li") == ["Chickpea stew", "Aubergine"]
    assert await window.texts(".bubble ol li") == ["one", "two"]
    assert await window.texts(".bubble strong, .bubble em, .bubble .heading") == ["Today", "Two", "vegan"]
    links = await page.run(f"[...{ROOT}.querySelectorAll('.bubble a')].map((each) => [each.href, each.rel])")
    safe = "noopener noreferrer nofollow"
    assert links == [["https://e.example/a", safe], ["https://e.example/menu", safe]]
    assert "<img src=x onerror=alert(1)> click" in (await window.texts())[-1]
    assert await window.texts(".card .title") == ["The whole menu"]
    assert await window.texts(".chip") == ["Starters", "Mains"]
    await page.until(STILL)
    await page.screenshot(pictures / "shows.png")
    await window.click(".chip")
    assert (await window.until_texts(5))[-2:] == ["Starters", "Soup."]
    assert await window.count(".chip") == 0


async def test_a_reload_and_another_page_go_on(
    page: Page, messaging: ContractClient, make: Make, resources: Resources
) -> None:
    make.use_model(ScriptedModel([Say("One."), Say("Two.")]))
    window = await shown(page, messaging, make, resources)
    await window.say("first")
    before = await window.until_texts(3)
    await page.reload()
    await window.online()
    await window.until_shows(".panel")
    assert await window.until_texts(3) == before
    await page.open(f"{messaging.url}/demo?another=page")
    await window.online()
    await window.say("second")
    assert await window.until_texts(5) == [*before, "second", "Two."]


async def test_an_aeroplane_minute(
    page: Page, messaging: ContractClient, make: Make, resources: Resources, pictures: Path
) -> None:
    make.use_model(ScriptedModel([Say("One."), Say("Two."), Say("Three.")]))
    await page.with_clock()
    window = await shown(page, messaging, make, resources)
    await window.say("before")
    await window.until_texts(3)
    await page.offline(True)
    await page.until(f"{HOST}.client.status === 'waiting'")
    await window.say("in the air")
    await window.say("still in the air")
    await page.run("passTime(60_000)")
    assert await window.value("client.status") != "online"
    assert await window.texts(".delivery") == ["Sending…", "Sending…"]
    await page.screenshot(pictures / "offline.png")
    await page.offline(False)
    await window.online()
    texts = await window.until_texts(7)
    assert sorted(texts) == sorted([
        "Hello! How can I help?", "before", "One.", "in the air", "Two.", "still in the air", "Three.",
    ])  # fmt: skip
    assert [text for text in texts if text in ("in the air", "still in the air")] == ["in the air", "still in the air"]


async def test_a_page_of_another_host_gets_nothing(page: Page, messaging: ContractClient, make: Make) -> None:
    code = await code_of(make)
    await page.make_up("http://evil.example/", site(messaging.url, code))
    await page.open("http://evil.example/")
    await page.until("window.Parley")
    assert "401" in await page.run("Parley.ready.catch((error) => String(error))")
    assert await page.run("document.querySelector('parley-widget')") is None


async def test_a_strict_site(page: Page, messaging: ContractClient, make: Make) -> None:
    """With a policy of its own, styles for everything, and a name for the window's only global."""
    code = await code_of(make)
    socket = messaging.url.replace("http", "ws")
    policy = (
        f"default-src 'none'; script-src {messaging.url}; connect-src {messaging.url} {socket}; "
        "require-trusted-types-for 'script'"
    )
    await page.make_up(SITE, site(messaging.url, code), content_security_policy=policy)
    await page.open("about:blank#before")
    globals_before = await page.run("Object.keys(window)")
    await page.open(SITE)
    window = Window(page)
    await window.open()
    assert (await window.until_texts(1)) == ["Hello! How can I help?"]
    assert set(await page.run("Object.keys(window)")) - set(globals_before) == {"Parley"}


async def test_what_a_page_says_of_the_window(
    page: Page, messaging: ContractClient, make: Make, pictures: Path
) -> None:
    code = await code_of(make, colour="#ffcc00")
    before = (
        '<script>window.Parley = {language: "ar", scheme: "dark", theme: {radius: "4px"}, texts: {write: "؟"}}</script>'
    )
    await page.make_up(SITE, site(messaging.url, code, before, "data-auto-open"))
    await page.open(SITE)
    window = Window(page)
    await window.ready()
    await window.online()
    assert await page.run(f"{ROOT}.querySelector('.panel').dir") == "rtl"
    assert await page.run(f"{ROOT}.querySelector('textarea').placeholder") == "؟"
    assert await page.run(f"getComputedStyle({ROOT}.querySelector('.panel')).borderRadius") == "4px"
    assert await page.run(f"getComputedStyle({ROOT}.querySelector('.head')).color") == "rgb(17, 17, 17)"
    box = f"{ROOT}.querySelector('.panel').getBoundingClientRect()"
    assert await page.run(f"{box}.left >= 0 && {box}.right <= innerWidth")
    await page.screenshot(pictures / "arabic-dark.png")
    await page.run("Parley.close()")
    assert await page.run("Parley.isOpen") is False
    await page.run("Parley.send('hello'), Parley.destroy()")
    assert await page.run("document.querySelector('parley-widget')") is None


DISCLAIMER = {
    "texts": {"en": "You talk to a **machine**. {{privacyPolicyUrl}}", "de": "…"},
    "show": "always",
    "consent": True,
    "privacy_policy_url": "https://shop.example/privacy",
}


async def test_nothing_begins_without_consent(
    page: Page, messaging: ContractClient, make: Make, resources: Resources, pictures: Path
) -> None:
    code = await code_of(make, disclaimer=DISCLAIMER)
    resources.settings = resources.settings.model_copy(update={"demo_widget": code})
    await page.open(f"{messaging.url}/demo")
    window = Window(page)
    await window.ready()
    await window.click(".launcher")
    await window.until_shows(".consent")
    await page.screenshot(pictures / "consent.png")
    assert await page.run(f"{ROOT}.querySelector('.consent a').href") == "https://shop.example/privacy"
    assert await resources.db.fetchrow("select from messaging_sessions") is None
    await window.click(".consent .strong")
    await window.online()
    await window.until_shows(".disclaimer")
    await page.reload()
    await window.online()
    assert await window.count(".consent") == 0


async def test_a_handover_is_told_to_the_page(
    page: Page, messaging: ContractClient, make: Make, resources: Resources
) -> None:
    make.use_model(ScriptedModel([Call("hand_over")]))
    window = await shown(page, messaging, make, resources)
    await page.run("Parley.on('handoff', (event) => { window.handedTo = event.detail.queueName; })")
    await window.say("A person, please")
    await page.until("window.handedTo === 'billing'")
    await window.until_shows(".notice")


async def test_axe_finds_nothing(
    page: Page, messaging: ContractClient, make: Make, resources: Resources, pictures: Path
) -> None:
    """In every state, in both schemes, and on a telephone."""
    make.use_model(ScriptedModel([Call("show"), Say(MARKDOWN)]))
    window = await shown(page, messaging, make, resources)
    await page.run((WEB / "node_modules" / "axe-core" / "axe.min.js").read_text())
    await window.say("The menu?")
    await window.until_texts(3)
    await page.until(STILL)
    assert await violations(page) == []
    await page.scheme("dark")
    assert await violations(page) == []
    await page.screenshot(pictures / "dark.png")
    await page.scheme("light")
    await window.click(".tool.end")
    await window.until_shows(".question")
    assert await violations(page) == []
    await page.size(390, 780, mobile=True)
    await page.screenshot(pictures / "phone.png")
    await window.click(".question .strong")
    await window.until_shows(".ending")
    await page.until(STILL)
    assert await violations(page) == []


async def violations(page: Page) -> list[Any]:
    found = await page.run("axe.run({include: ['parley-widget']}).then((result) => JSON.stringify(result.violations))")
    return [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in json.loads(found)]


async def test_the_keyboard_is_enough(page: Page, messaging: ContractClient, make: Make, resources: Resources) -> None:
    window = await shown(page, messaging, make, resources)
    await page.key("Escape")
    await page.until(f"!{HOST}.isOpen")
    await page.until(f"{ROOT}.activeElement?.className === 'launcher'")
    await page.key("Enter")
    await page.until(f"{HOST}.isOpen && {ROOT}.activeElement?.tagName === 'TEXTAREA'")
    await page.until(f"{ROOT}.querySelectorAll('.hidden[role=log] p').length > 0")
    assert await window.texts(".hidden[role=log] p") == ["Ava: Hello! How can I help?"]


async def test_what_comes_to_a_closed_window_is_counted(
    browser: Chromium, messaging: ContractClient, make: Make, resources: Resources
) -> None:
    """Two pages of one user: both are told everything, and the closed one says so."""
    make.use_model(ScriptedModel([Say("One.")]))
    context = await browser.context()
    first, second = await browser.page(context), await browser.page(context)
    window = await shown(first, messaging, make, resources)
    await window.until_texts(1)
    await first.run("Parley.close()")
    await second.open(f"{messaging.url}/demo")
    other = Window(second)
    await other.open()
    await other.say("Hello?")
    await other.until_texts(3)
    await window.page.until(f"{ROOT}.querySelector('.badge').textContent === '1'")
    assert await window.texts() == await other.texts()
    for page in (first, second):
        await page.aclose()
