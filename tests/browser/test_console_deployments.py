"""What a deployment consists of, and what differs between two."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from tests.browser.chromium import Page
from tests.browser.console import choose, console_key, converse, press, serious, sign_in, write
from tests.browser.test_widget import AGENT
from tests.build_api.agents.test_deployment_files import ASKS, VARIANTS
from tests.contract import ContractClient
from tests.make import Make

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("browser")]

BROKEN = (
    "from _gen import *\n\n\n# Asks the kitchen.\n@func_description('Asks the kitchen.')\n"
    "def ask(conv: Conversation):\n    answers = {'soup': 1}\n    return answers['stew']\n"
)
TOPIC = "name: Opening hours\nexample_queries: [when are you open]\ncontent: From nine to five.\n"
CODE = "document.querySelectorAll('.lines > div').length"
CHOSEN = "document.querySelector('.lines [data-chosen]')"


async def test_an_error_leads_to_the_line_of_the_deployment_that_ran(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    files = {**AGENT, "agent_settings/rules.txt": "Use {{fn:ask}}.", "functions/ask.py": BROKEN}
    ran = await make.deploy(project, files)
    make.use_model(ScriptedModel([Call("ask"), Say("I do not know.")]))
    conversation = await converse(build, make, project, "Anything vegan?")
    await make.deploy(project, {**files, "functions/ask.py": "# Another one.\n" + BROKEN})
    await sign_in(page, build, await console_key(make, project), f"/agents/{project.id}/conversations/{conversation}")
    link = "document.querySelector('.function .wrong a')"
    await page.until(f"{link}?.textContent === 'functions/ask.py:8'")
    await page.run(f"{link}.click()")
    await page.until(f"{CHOSEN}?.textContent.includes(\"return answers['stew']\")")
    assert f"/deployments/{ran.id}?path=" in await page.run("location.href")
    assert await page.run(f"{CHOSEN}.querySelector('.tok-keyword').textContent") == "return"
    assert await page.run(f"{CHOSEN}.getBoundingClientRect().bottom <= innerHeight")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-file.png")
    await write(page, ".file-tree input", "rules")
    await page.until("document.querySelectorAll('.file-tree a').length === 1")
    await page.run("document.querySelector('.file-tree a').click()")
    await page.until(f"{CODE} === 1 && document.querySelector('.tok-reference')?.textContent === '{{{{fn:ask}}}}'")
    await page.run("document.querySelector('.lines a').click()")
    await page.until(f"{CHOSEN} && location.search.endsWith('line=1')")
    await page.scheme("dark")
    await page.size(390, 780, mobile=True)
    assert await page.run("document.documentElement.scrollWidth <= innerWidth")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-file-phone.png")


async def test_any_two_deployments_are_compared_side_by_side(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    lines = [f"Rule {number}." for number in range(1, 31)]
    before = {
        **AGENT,
        "agent_settings/rules.txt": "\n".join(lines),
        "topics/old.yaml": TOPIC,
        "context/gone.txt": "x\n",
    }
    lines[14] = "Rule 15, which is longer."
    after = {
        **AGENT,
        "agent_settings/rules.txt": "\n".join(lines),
        "topics/new.yaml": TOPIC,
        "functions/ask.py": BROKEN,
    }
    older = await make.deploy(project, before)
    newer = await make.deploy(project, after, "sandbox")
    await sign_in(page, build, await console_key(make, project), f"/agents/{project.id}/deployments")
    await page.until("document.querySelector('.page-head a.button')")
    await page.run("[...document.querySelectorAll('a.button')].find((a) => a.textContent === 'Compare two').click()")
    await page.until("document.querySelectorAll('.changes-of-file').length === 4")
    told = "[...document.querySelectorAll('nav ol li')].map((each) => each.textContent)"
    assert await page.run(told) == [
        "agent_settings/rules.txt changed",
        "context/gone.txt removed",
        "functions/ask.py added",
        "topics/new.yaml renamed",
    ]
    rules = "document.querySelector('#file-0')"
    assert await page.run(f"{rules}.querySelector('.pair ins').textContent") == ", which is longer"
    assert await page.run(f"{rules}.querySelectorAll('.fold').length") == 2
    await page.run(f"{rules}.querySelector('.fold').click()")
    await page.until(
        f"{rules}.querySelectorAll('.pair').length === 30 - 12 && !{rules}.querySelector('.fold:disabled')"
    )
    assert await serious(page) == []
    await page.run("scrollTo(0, 0)")
    await page.screenshot(pictures / "console-comparison.png")
    await page.run("document.querySelector('[aria-label=\"The other way round\"]').click()")
    await page.until(f"{told}[1] === 'context/gone.txt added'")
    assert f"from={newer.id}" in await page.run("location.search")
    assert f"to={older.id}" in await page.run("location.search")
    await page.scheme("dark")
    await page.size(390, 780, mobile=True)
    await page.until(f"{rules}.querySelector('[data-unified] .one del')?.textContent === ', which is longer'")
    assert await page.run("document.documentElement.scrollWidth <= innerWidth")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-comparison-phone.png")


async def test_two_versions_are_compared_in_live_until_one_is_chosen(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    await make.deploy(project, {**AGENT, "agent_settings/rules.txt": "Be kind."})
    variant = await make.deploy(project, {**AGENT, "agent_settings/rules.txt": "Be brief."}, "pre-release")
    await sign_in(page, build, await console_key(make, project), f"/agents/{project.id}/deployments")
    await press(page, "Compare pre-release with live")
    await write(page, ".ab-test input", "Brevity")
    await choose(page, ".ab-test select", "80")
    await press(page, "Start the A/B test")
    await page.until("document.querySelector('.ab-test h2')?.textContent === 'A/B test: Brevity 80 % get the variant'")
    await converse(build, make, project)
    await write(page, ".ab-test input", "CSAT")
    await press(page, "Show it too")
    rows = "[...document.querySelectorAll('.ab-test tbody tr')].map((each) => each.textContent)"
    await page.until(f"{rows}.length === 4")
    assert await page.run(f"{rows}[3]") == "CSAT–––not enough conversations yet"
    assert "each version needs 30" in await page.run("document.querySelector('.ab-test').textContent")
    assert await serious(page) == []
    await page.run("document.querySelector('.ab-test').scrollIntoView()")
    await page.screenshot(pictures / "console-ab-test.png")
    await page.size(390, 780, mobile=True)
    assert await page.run("document.documentElement.scrollWidth <= innerWidth")
    await choose(page, ".ab-test form:last-of-type label:last-of-type select", str(variant.id))
    await press(page, "End the test")
    await press(page, "End the test: sure?")
    live = "document.querySelector('[aria-label=live] code')?.textContent"
    await page.until(f"!document.querySelector('.ab-test') && {live} === '{variant.version[:10]}'")


async def test_variants_and_what_is_missing_are_seen(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    files = {**AGENT, "functions/ask.py": ASKS, "config/variant_attributes.yaml": VARIANTS}
    made = await make.deploy(project, files)
    await sign_in(page, build, await console_key(make, project), f"/agents/{project.id}/deployments/{made.id}")
    await press(page, "Secrets and variables")
    rows = "[...document.querySelectorAll('.needs tr')].map((each) => each.textContent)"
    await page.until(f"{rows}.includes('mail_passwordmissingfunctions/ask.py:3')")
    assert "openingmissingmissingmissingfunctions/ask.py:4" in await page.run(rows)
    assert await serious(page) == []
    await page.screenshot(pictures / "console-needs.png")
    await press(page, "Variants")
    await page.until("document.querySelector('.variants tbody tr')?.textContent === 'phone12'")
    assert await page.run("document.querySelectorAll('.variants thead b')[1].textContent") == "Harbour"
    assert await serious(page) == []
    await page.screenshot(pictures / "console-variants.png")
    await page.size(390, 780, mobile=True)
    await page.scheme("dark")
    for view in ("variants", "needs"):
        await page.open(f"{build.url}/agents/{project.id}/deployments/{made.id}?view={view}")
        await page.until("document.querySelector('tbody tr')")
        assert await page.run("document.documentElement.scrollWidth <= innerWidth")
        assert await serious(page) == []
