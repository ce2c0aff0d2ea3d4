"""The console in a real browser, against the real service: signing in, finding a conversation, seeing why."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.domain.accounts.model import Family
from parley.domain.console.actions import make_link
from parley.domain.conversations.model import Ending, public_id, row_id
from parley.domain.conversations.summary_store import ShortSummary, upsert_summary
from parley.domain.projects.actions import create_project
from parley.domain.projects.info import ProjectInfo
from parley.kit.clock import iso
from tests.browser.chromium import Page
from tests.browser.console import choose, console_key, converse, go_on, press, serious, sign_in, write
from tests.contract import ContractClient
from tests.domain.recordings.recorded import record
from tests.domain.records.rows import Rows, a_moment_ago
from tests.make import Make

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("browser")]

FIRST_VIEW = 250 * 1024
ROWS = "document.querySelectorAll('.row a').length"
TURNS = "document.querySelectorAll('.turn .waterfall').length"


async def test_a_conversation_is_found_and_read(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    """With the keyboard alone, from the door to the functions of a turn and out again."""
    vegan = row_id(await converse(build, make, project, "Anything vegan?", "The menu?"))
    assert vegan is not None
    await converse(build, make, project, "A person, please")
    async with make.resources.db.transaction() as tx:
        await upsert_summary(tx, vegan, ShortSummary("Vegan dishes on the menu", "The user asked what is vegan. " * 4))
    await sign_in(page, build, await console_key(make, project), f"/agents/{project.id}/conversations")
    await page.until(f"{ROWS} === 2")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-list.png")
    first, second = await page.run("[...document.querySelectorAll('.row')].map((row) => row.textContent)")
    assert "An invoice" in first, "why it was handed over"
    assert "Live" in second
    assert "Vegan dishes on the menu" in second
    await page.key("j")
    await page.until("document.activeElement?.dataset.index === '0'")
    await page.key("j")
    await page.until("document.activeElement?.dataset.index === '1'")
    await page.key("Enter")
    await page.until(f"{TURNS} >= 2")
    said = "[...document.querySelectorAll('.words')].map((each) => each.textContent)"
    assert (await page.run(said))[:3] == ["Anything vegan?", "Yes: the stew is vegan.", "The menu?"]
    assert "what is vegan" in await page.run("document.querySelector('.short-summary').textContent")
    assert await page.run("document.querySelector('.function code').textContent") == "show()"
    await page.run("document.querySelector('.function').open = true")
    assert "shown" in await page.run("document.querySelector('.function .inside').textContent")
    await page.run("document.querySelector('.facts [aria-label=\"Thumb down\"]').click()")
    await page.until("document.activeElement?.name === 'reason'")
    await page.write("The stew is not vegan")
    await page.key("Enter")
    await page.until("document.querySelector('.facts .thumbs .badge')?.textContent.includes('not vegan')")
    await write(page, "input[name=tag]", "Wrong answer")
    await page.key("Enter")
    await page.until("document.querySelector('.tags .chip')?.textContent === 'wrong-answer'")
    await page.run("document.querySelector('[aria-label=\"Write a note on turn 1\"]').click()")
    await page.until("document.activeElement?.name === 'text'")
    await page.write("There is butter in it.")
    await press(page, "Save")
    await page.until("document.querySelector('.turn .notes .text')?.textContent === 'There is butter in it.'")
    await page.run("document.activeElement.blur()")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-conversation.png")
    await page.key("k")
    await page.until(
        "document.querySelector('.words + *, .words') && document.body.textContent.includes('One moment.')"
    )
    await page.key("Escape")
    await page.until(f"{ROWS} === 2 && document.querySelectorAll('.row .signs .badge').length === 3")
    await press(page, "Filters")
    await write(page, ".more [list=tags-in-use]", "wrong-answer")
    await page.key("Enter")
    await page.until(f"{ROWS} === 1 && document.querySelector('.filters .chip')?.textContent === 'Tag: wrong-answer'")
    await page.run("document.querySelector('.more').open = false")
    assert await serious(page) == []
    await press(page, "Views")
    await write(page, "[placeholder='Save these filters as']", "Wrong")
    await page.key("Enter")
    await page.until("document.querySelector('.views summary').textContent === 'Wrong'")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-tags.png")
    await press(page, "Tag: wrong-answer")
    await page.until(f"{ROWS} === 2")
    await page.run("document.querySelector('.views li a').click()")
    await page.until(f"{ROWS} === 1 && !document.querySelector('.views').open")
    await press(page, "Tag: wrong-answer")
    await page.until(f"{ROWS} === 2")
    await page.key("?")
    await page.until("document.querySelector('dialog[open]')")
    assert await serious(page) == []
    await page.key("Escape")
    await page.run("document.querySelector('[aria-label=\"Sign out\"]').click()")
    await page.until("location.pathname === '/sign-in'")
    await page.open(f"{build.url}/")
    await page.until("document.activeElement?.name === 'key'")


async def test_a_conversation_is_found_by_what_was_said(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    """And what was chosen stands in the address: a reload and the way back lose nothing."""
    await converse(build, make, project, "Anything vegan?", "The menu?")
    await converse(build, make, project, "A person, please")
    await sign_in(page, build, await console_key(make, project), f"/agents/{project.id}/conversations")
    await page.until(f"{ROWS} === 2")
    await page.key("/")
    await page.write("vegan")
    await page.key("Enter")
    await page.until(f"{ROWS} === 1 && document.querySelector('.row .badge').textContent === 'live'")
    assert "q=vegan" in await page.run("location.search")
    assert await page.run("document.querySelector('.row .found mark').textContent") == "vegan", "as it was said"
    await page.run("document.querySelector('.row a').click()")
    await page.until("document.querySelector('.turn[data-found] mark')?.textContent === 'vegan'")
    await page.until("document.querySelector('.steps .number').textContent === '1 / 1'")
    assert await serious(page) == []
    await page.reload()
    await page.until("document.querySelector('.turn[data-found] mark')")
    await page.key("Escape")
    await page.until(f"{ROWS} === 1 && document.activeElement?.dataset.index === '0'")
    await press(page, "Filters")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-filters.png")
    await page.run("document.querySelector('.more').open = false")
    await page.run("document.querySelector('input[type=search]').select()")
    await page.key("Backspace")
    await page.until(f"{ROWS} === 2")
    await page.open(f"{build.url}/agents/{project.id}/conversations?environment=sandbox")
    await page.until("document.querySelector('.empty h2')?.textContent === 'No conversation fits'")
    await press(page, "sandbox")
    await page.until(f"{ROWS} === 2")


async def test_what_happens_is_seen_as_it_happens(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo
) -> None:
    await sign_in(page, build, await console_key(make, project), f"/agents/{project.id}/conversations")
    await page.until("document.querySelector('.empty')")
    conversation = await converse(build, make, project)
    await page.until(f"{ROWS} === 1 && document.querySelector('.row .live')")
    await page.run("document.querySelector('.row a').click()")
    await page.until("document.querySelectorAll('.turn').length === 1")
    await go_on(build, make, project, conversation, "Anything vegan?")
    await page.until(f"document.querySelectorAll('.turn').length === 2 && {TURNS} === 1")


async def test_figures_lead_to_the_conversations_behind_them(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    await converse(build, make, project, "Anything vegan?", "The menu?")
    await converse(build, make, project, "A person, please")
    await sign_in(page, build, await console_key(make, project))
    tiles = "[...document.querySelectorAll('.tile')].map((each) => each.querySelector('b').textContent)"
    await page.until(f"{tiles}[0] === '2' && {tiles}[3] === '1'")
    await press(page, "24 hours")
    await page.until("document.querySelectorAll('.chart li').length === 24")
    await page.until("document.querySelector('.reasons a') && document.querySelector('.themes a')")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-overview.png")
    await page.run(
        "[...document.querySelectorAll('.tile')].find((each) => each.textContent.startsWith('Latency, median')).click()"
    )
    await page.until("document.querySelector('.latency-parts li')?.textContent.startsWith('Model')")
    await page.run("document.querySelector('.latency-parts a').click()")
    await page.until(f"{ROWS} >= 1 && location.search.includes('latencyPart=model')")
    await page.run("history.back()")
    await page.until("document.querySelector('.reasons a')")
    await page.run("document.querySelector('.tile').click()")
    await page.run("document.querySelector('.reasons a').click()")
    await page.until(f"{ROWS} === 1 && location.search.includes('handoffReason')")
    await page.run("history.back()")
    await page.until("document.querySelector('.segments [aria-pressed=true]')?.textContent === '24 hours'")
    theme = "[...document.querySelectorAll('.themes a')].find((each) => each.textContent === 'A person, please')"
    await page.until(theme)
    await page.run(f"{theme}.click()")
    await page.until(f"{ROWS} === 1 && location.search.includes('beforeHandoff')")
    await page.run("history.back()")
    await page.until(theme)
    # One bar, or two where an hour ended meanwhile.
    await page.run("[...document.querySelectorAll('.chart a')].findLast((each) => /: [12]$/.test(each.title)).click()")
    await page.until(f"{ROWS} >= 1 && location.search.includes('endTime')")


async def test_two_answers_stand_beside_each_other(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    """What is chosen stands in the address, and bars of both lead to their own conversations."""
    rows = Rows(make.resources.db, project)
    chatted = a_moment_ago(40)
    await rows.add(at=chatted, channel="CHAT")
    for minutes in (30, 20):
        await rows.add(at=a_moment_ago(minutes), channel="SMS", ending=Ending("handoff", True, "angry"))
    path = f"/agents/{project.id}/overview?days=1&compare=channel%3DSMS"
    await sign_in(page, build, await console_key(make, project), path)
    choose = "document.querySelector('[aria-label=Only]')"
    await page.until(f"{choose} && [...{choose}.options].some((each) => each.value === 'channel=CHAT')")
    await page.run(f"{choose}.value = 'channel=CHAT', {choose}.dispatchEvent(new Event('change', {{bubbles: true}}))")
    said = "[...document.querySelectorAll('.tile')].map((each) => each.innerText.replaceAll('\\n', ' '))"
    await page.until(f"{said}.includes('Conversations 1 ▼ 50 % vs 2')")
    assert "channel=CHAT" in await page.run("location.search")
    assert "0 % vs 100 % of those that ended" in (await page.run(said))[3]
    assert (
        await page.run("document.querySelector('.chart figcaption small').textContent.trim()") == "channel Text message"
    )
    assert await serious(page) == []
    await page.screenshot(pictures / "console-compared.png")
    await page.run(
        "[...document.querySelectorAll('.chart a[data-other]')].findLast((each) => /: [12]$/.test(each.title)).click()"
    )
    await page.until(f"{ROWS} >= 1 && location.search.includes('channel=SMS')")
    assert await page.run("[...document.querySelectorAll('.row')].every((row) => row.textContent.includes('Angry'))")
    await page.run("history.back()")
    await page.until("document.querySelector('.choices .chip')")
    await press(page, "Yesterday")
    # Soon after midnight the chat was yesterday's, as the clock of the browser has it.
    chats = f"Number(new Date('{iso(chatted)}') < new Date().setHours(0, 0, 0, 0))"
    shown = "Number(document.querySelector('.tile b').textContent)"
    await page.until(f"location.search.includes('days=yesterday') && {shown} === {chats}")
    await page.size(390, 780, mobile=True)
    assert await page.run("document.documentElement.scrollWidth <= innerWidth")


async def test_a_recording_is_heard_turn_by_turn(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    conversation = await converse(build, make, project, "Anything vegan?", "The menu?")
    await record(make.resources, conversation)
    await make.resources.db.fetch(
        """
        update turns set user_input_at = started_at + number * interval '1.5 seconds'
        from conversations where id = conversation_id
        """
    )
    path = f"/agents/{project.id}/conversations/{conversation}"
    await sign_in(page, build, await console_key(make, project), path)
    await page.until("document.querySelector('.lanes .agent')?.getAttribute('d').length > 100")
    await page.until("document.querySelector('audio').duration === 4")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-recording.png")
    await page.run("document.querySelector('input[type=range]').focus()")
    await page.key("]")
    await page.run("document.activeElement.blur()")
    await page.key(" ")
    await page.until("!document.querySelector('audio').paused")
    await page.until("document.querySelector('.turn[data-playing]')")
    await page.key(" ")
    await page.until("document.querySelector('audio').paused")
    await page.run("document.querySelector('.turn[data-turn=\"0\"] .gutter button').click()")
    await page.until("!document.querySelector('audio').paused")
    await page.run("document.querySelector('audio').pause()")
    for seconds, turn in ((3.2, "2"), (0.4, "0"), (1.6, "1")):
        await page.run(f"document.querySelector('audio').currentTime = {seconds}")
        await page.until(f"document.querySelector('.turn[data-playing]')?.dataset.turn === {turn!r}")
    await page.run("document.querySelector('.turn[data-turn=\"2\"] .gutter button').click()")
    await page.until("document.querySelector('audio').currentTime >= 3 && !document.querySelector('audio').paused")


async def test_filters_suggest_what_there_was(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo
) -> None:
    await converse(build, make, project, "Anything vegan?", "The menu?")
    await converse(build, make, project, "A person, please")
    await sign_in(page, build, await console_key(make, project), f"/agents/{project.id}/conversations")
    await page.until(f"{ROWS} === 2")
    await press(page, "Filters")
    known = "document.querySelector('#known-handoffReason option')"
    await page.until(known)
    reason = await page.run(f"{known}.value")
    await write(page, "[list=known-handoffReason]", reason)
    await page.key("Enter")
    await page.until(f"{ROWS} === 1 && location.search.includes('handoffReason')")


async def test_another_agent_is_looked_at(build: ContractClient, page: Page, make: Make, project: ProjectInfo) -> None:
    """On the same page, with the same filters; a conversation of the one is none of the other."""
    async with make.resources.db.transaction() as tx:
        other = await create_project(tx, project.account_id, "other", project.region, name="Bo")
    conversation = await converse(build, make, project, "Anything vegan?")
    path = f"/agents/{project.id}/conversations?environment=live"
    await sign_in(page, build, await console_key(make, project), path)
    await page.until(f"{ROWS} === 1 && document.querySelectorAll('.switcher option').length === 2")
    await choose(page, ".switcher select", other.id)
    await page.until(f"location.pathname === '/agents/{other.id}/conversations' && {ROWS} === 0")
    assert await page.run("location.search") == "?environment=live"
    await page.open(f"{build.url}/agents/{project.id}/conversations/{conversation}")
    await page.until(f"{TURNS} >= 1 && document.querySelectorAll('.switcher option').length === 2")
    await choose(page, ".switcher select", other.id)
    await page.until(f"location.pathname === '/agents/{other.id}/conversations'")


async def test_next_and_previous_are_those_of_the_address(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo
) -> None:
    """Whoever opens it from a message, or reloads it, has seen no list."""
    rows = Rows(make.resources.db, project)
    words = ("first", "second", "third", "fourth")
    made = [
        await rows.add(
            at=a_moment_ago(10 - n), channel="CHAT" if n == 1 else "WEBCHAT", said=[("", "Hello!"), (each, "Yes?")]
        )
        for n, each in enumerate(words)
    ]
    path = f"/agents/{project.id}/conversations/{public_id(made[2])}?channel=WEBCHAT"
    await sign_in(page, build, await console_key(make, project), path)
    said, position = (
        "document.querySelector('.side-user .words')?.textContent",
        "document.querySelector('.steps .number').textContent",
    )
    await page.until(f"{said} === 'third' && {position} === '2 / 3'")
    await page.key("j")
    await page.until(f"{said} === 'first' && {position} === '3 / 3'")
    assert await page.run("document.querySelector('[aria-label=\"Next conversation (j)\"]').disabled")
    await page.reload()
    await page.until(f"{said} === 'first' && {position} === '3 / 3'")
    await page.key("k")
    await page.until(f"{said} === 'third' && {position} === '2 / 3'")
    await page.key("k")
    await page.until(f"{said} === 'fourth' && {position} === '1 / 3'")


async def test_it_fits_a_telephone_and_the_dark(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
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
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    key = await make.key(Family.CONSOLE, project, settings={"role": "viewer"})
    async with make.resources.db.transaction() as tx:
        link = await make_link(tx, key.key.id, make.resources.clock.now())
    await page.open(f"{build.url}/sign-in#{link}")
    await page.until("document.querySelector('.tile')")
    assert link not in await page.run("location.href")
    await page.run("document.querySelector('[aria-label=\"Sign out\"]').click()")
    await page.until("document.querySelector('.sign-in form')")
    await page.open(f"{build.url}/sign-in?again=#{link}")
    await page.until("document.querySelector('[role=alert]')?.textContent.includes('used before')")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-sign-in.png")


async def test_the_first_view_is_small(build: ContractClient, page: Page, make: Make, project: ProjectInfo) -> None:
    """All that a browser fetches until the figures stand there, the font included."""
    await converse(build, make, project)
    await sign_in(page, build, await console_key(make, project))
    await page.until("document.querySelector('.tile')")
    entries = "performance.getEntriesByType('resource').filter((each) => each.name.includes('/assets/'))"
    sizes = await page.run(f"{entries}.map((each) => each.encodedBodySize)")
    assert len(sizes) > 3
    assert sum(sizes) < FIRST_VIEW
