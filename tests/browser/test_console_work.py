"""What people change from the console: talking to an agent, tests, deployments, alerts, webhooks."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
import yaml

from parley.domain.accounts.model import Family
from parley.domain.alerts.jobs import evaluate_rules
from parley.domain.alerts.measurement import roll_up_minutes
from parley.domain.calls import store as calls
from parley.domain.calls.model import Call as PhoneCall
from parley.domain.numbers import actions as numbers
from parley.domain.numbers.model import PhoneNumber
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.domain.projects.info import ProjectInfo
from parley.domain.reservations import store as reservations
from parley.domain.reservations.model import Reservation
from parley.domain.webhooks.delivery import DeliveryStatus, NextStep, Outcome
from parley.providers.llm.scripted import Answer, Call, Say, ScriptedModel
from parley.resources import Resources
from parley.runtime.process_reports import ProcessReports
from tests.browser.chromium import Page
from tests.browser.console import choose, console_key, converse, go, press, serious, sign_in, write
from tests.browser.test_widget import AGENT
from tests.contract import ContractClient
from tests.domain.alerts.happenings import Happened
from tests.domain.alerts.happenings import write as past
from tests.domain.calls.trunk import inbound
from tests.domain.operations.letters import dead_letter
from tests.domain.webhooks.hooks import Hooks
from tests.make import Make

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("browser")]

SETTLED = "document.querySelector('.talk .turn') && !document.querySelector('.thinking')"
WATCHED = "[...document.querySelectorAll('.watched')].map((row) => row.textContent)"


async def test_a_talk_becomes_a_test(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    await make.deploy(project, AGENT, "sandbox")
    make.keep_prompts()
    await sign_in(page, build, await console_key(make, project))
    await go(page, "Playground")
    await page.until("document.querySelector('.not-begun')")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-playground-before.png")
    [begun] = await make.resources.db.fetch("select count(*) from conversations where project_id = $1", project.id)
    assert begun["count"] == 0, "who only looks begins nothing"
    for turns, words in ((0, "Anything vegan?"), (2, "The menu?")):
        is_ready = "!document.querySelector('.thinking') && !document.querySelector('.composer .strong').disabled"
        await page.until(f"{is_ready} && document.querySelectorAll('.talk .turn').length === {turns}")
        await write(page, ".composer input", words)
        await page.key("Enter")
    await page.until(f"{SETTLED} && document.querySelectorAll('.talk .turn').length === 3")
    assert await page.run("document.querySelector('.function code').textContent") == "show()"
    assert await serious(page) == []
    await page.size(1280, 420)
    said = "document.querySelector('.talk .turns')"
    await page.until(f"{said}.scrollHeight > {said}.clientHeight")
    assert await page.run("document.querySelector('#main').scrollHeight <= innerHeight"), (
        "what is said scrolls by itself"
    )
    await page.size(1000, 800)
    await page.screenshot(pictures / "console-playground.png")
    await page.run("document.querySelector('.as-whom').open = true")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-playground-whom.png")
    await page.run("document.querySelector('.as-whom').open = false")
    await page.run("[...document.querySelectorAll('a')].find((each) => each.textContent === 'Its record').click()")
    named = "document.querySelectorAll('.function summary code')"
    kept = f"[...{named}].filter((each) => each.textContent.startsWith('Prompt'))"
    await page.until(f"{kept}.length === 3")
    await page.run(f"{kept}[0].click()")
    assert "[user]\nAnything vegan?" in await page.run("document.querySelector('.function[open] .json').textContent")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-prompt.png")
    await press(page, "Make this a test")
    await page.until("document.querySelector('dialog .json')")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-test-case.png")
    shown = await page.run("document.querySelector('dialog .json').textContent")
    link = "document.querySelector('dialog a[download]')"
    assert await page.run(f"decodeURIComponent({link}.href.split(',')[1])") == shown
    case = yaml.safe_load(shown)
    assert case["channel"] == "voice"
    assert case["function_call_assertions"] == [{"name": "show", "arguments": []}]
    first, second = case["script"]
    assert first == {
        "user": "Anything vegan?",
        "model": [{"say": "Yes: the stew is vegan."}],
        "expect": {"says": "vegan"},
    }
    assert second["model"] == [{"call": "show", "arguments": {}}, {"say": "There it is."}]


async def test_a_conversation_is_replayed_beside_itself(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    conversation = await converse(build, make, project, "Anything vegan?", "The menu?")
    await make.deploy(project, AGENT, "sandbox")
    make.use_model(ScriptedModel([Say("Yes: the soup is vegan."), Call("show"), Say("There it is.")]))
    path = f"/agents/{project.id}/conversations/{conversation}"
    await sign_in(page, build, await console_key(make, project), path)
    await press(page, "Replay")
    await page.until("document.querySelector('dialog')?.textContent.includes('Functions run for real')")
    assert await serious(page) == []
    await press(page, "Start")
    await page.until("document.querySelector('.replay-summary')?.textContent.includes('One turn differs.')")
    assert await page.run("document.querySelectorAll('.replay tbody tr').length") == 3
    assert await page.run("document.querySelector('.replay [data-differs] ins').textContent.trim()") == "soup"
    assert await serious(page) == []
    await page.screenshot(pictures / "console-replay.png")
    await page.size(390, 780, mobile=True)
    assert await page.run("document.documentElement.scrollWidth <= innerWidth")
    await page.screenshot(pictures / "console-replay-phone.png")
    await page.run("document.querySelector('.replay-summary a').click()")
    await page.until("document.querySelector('.facts')?.textContent.includes('Replay of')")


async def test_a_talk_is_played_again_and_says_what_is_otherwise(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    first, second = Answer((Say("Yes: "), Say("the stew is vegan."))), Say("At six.")
    make.use_model(ScriptedModel([first, second, Say("Yes: the soup is vegan."), second]))
    await make.deploy(project, AGENT, "sandbox")
    await sign_in(page, build, await console_key(make, project), f"/agents/{project.id}/playground?number=%2B15550100")
    await press(page, "Start with the greeting")
    for number, words in enumerate(("Anything vegan?", "When?")):
        await page.until(f"{SETTLED} && document.querySelectorAll('.talk .turn').length === {number + 1}")
        await write(page, ".composer input", words)
        await page.key("Enter")
    again = "document.querySelectorAll('.talk .gutter button')[1]"
    await page.until(f"{SETTLED} && {again}")
    await page.run(f"{again}.click()")
    await page.until(f"document.querySelectorAll('.otherwise').length === 1 && {again} && {SETTLED}")
    assert await page.run("document.querySelector('.otherwise del').textContent.trim()") == "stew"
    assert await page.run("document.querySelector('.otherwise ins').textContent.trim()") == "soup"
    assert await page.run("[...document.querySelectorAll('.side-user')].map((each) => each.textContent)") == [
        "Anything vegan?",
        "When?",
    ]
    assert "+15550100" in await page.run("document.querySelector('.facts').textContent")
    await page.scheme("dark")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-playground-again.png")
    await page.size(390, 780, mobile=True)
    assert await page.run("document.documentElement.scrollWidth <= innerWidth")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-playground-phone.png")
    await press(page, "End")
    await page.until("document.querySelector('.composer input').disabled")


async def test_a_version_is_compared_promoted_and_rolled_back(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    await make.deploy(project, AGENT, "pre-release")
    await make.deploy(project, {**AGENT, "agent_settings/rules.txt": "Use {{fn:show}}."}, "pre-release")
    await sign_in(page, build, await console_key(make, project))
    await go(page, "Deployments")
    await press(page, "Promote to live")
    await page.until("document.activeElement?.placeholder === 'Why'")
    await page.write("It is shorter")
    await page.key("Enter")
    same = "[...document.querySelectorAll('.place-card button')].some((each) => each.textContent === 'Same as live')"
    await page.until(same)
    assert "It is shorter" in await page.run("document.querySelector('[aria-label=live]').textContent")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-deployments.png")
    await press(page, "Roll back")
    await page.until("document.activeElement?.placeholder === 'Why'")
    await page.key("Enter")
    await page.until(f"!document.querySelector('dialog') && !{same}")


async def test_alerts_and_webhooks_are_made_and_removed(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, resources: Resources, pictures: Path
) -> None:
    await sign_in(page, build, await console_key(make, project))
    await go(page, "Monitoring")
    await press(page, "New rule")
    await write(page, "dialog [name=threshold_value]", "-3")
    await page.key("Enter")
    await page.until("document.querySelectorAll('dialog small').length === 2")
    assert await serious(page) == []
    await write(page, "dialog [name=name]", "Functions fail")
    await write(page, "dialog [name=threshold_value]", "3")
    await page.key("Enter")
    await page.until(f"!document.querySelector('dialog') && {WATCHED}.length === 1")
    assert "Function errors > 3 within 10m" in (await page.run(WATCHED))[0]
    await _look_at_a_rule(page, project, resources, pictures)
    await go(page, "Monitoring")
    await press(page, "New endpoint")
    await write(page, "dialog [name=name]", "CRM")
    await write(page, "dialog [name=url]", "https://127.0.0.1/")
    await page.key("Enter")
    await page.until("document.querySelector('dialog small')?.textContent")
    assert await serious(page) == []
    await write(page, "dialog [name=url]", "https://example.com/hooks")
    await page.key("Enter")
    await page.until("document.querySelector('.secret code')?.textContent.startsWith('whsec_')")
    await page.key("Escape")
    await page.until(f"{WATCHED}.length === 2")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-monitoring.png")
    await _look_at_deliveries(page, Hooks(resources.db), pictures)
    await go(page, "Monitoring")
    await page.until(f"{WATCHED}.length === 2")
    await press(page, "Delete")
    await press(page, "Delete: sure?")
    await page.until(f"{WATCHED}.length === 1")


async def _look_at_a_rule(page: Page, project: ProjectInfo, resources: Resources, pictures: Path) -> None:
    """It fires; what it measured is drawn and leads to the conversations; it is paused."""
    now = resources.clock.now()
    at = [now - number * timedelta(seconds=37) for number in range(1, 80)]
    await past(resources.db, project, [Happened(each, function_errors=number % 2) for number, each in enumerate(at)])
    await roll_up_minutes(resources.db, now - timedelta(minutes=60), now)  # as it would have been, minute by minute
    await evaluate_rules(resources.db, resources.clock, ["live"])
    await page.run(
        "[...document.querySelectorAll('.watched a')].find((each) => each.textContent === 'Functions fail').click()"
    )
    await press(page, "1h")
    await page.until("document.querySelectorAll('.series li').length === 60")
    assert await page.run("document.querySelectorAll('.series [data-state=alert]').length > 30")
    assert await page.run("document.querySelector('.alert-rule td .badge').textContent") == "Alert"
    assert await serious(page) == []
    await page.screenshot(pictures / "console-alert-rule.png")
    await page.run("document.querySelector('.series a[tabindex=\"0\"]').focus()")
    await page.key("ArrowLeft")
    where = "new URL(document.activeElement.href).searchParams"
    assert await page.run(f"{where}.get('errors') === 'true' && {where}.get('startTime') < {where}.get('endTime')")
    await press(page, "Pause")
    await page.until("document.querySelector('.page-head .badge')?.textContent === 'Off'")


async def _look_at_deliveries(page: Page, hooks: Hooks, pictures: Path) -> None:
    """A test event fails, is read with its attempt and payload, and is sent again."""
    await page.run("[...document.querySelectorAll('.watched a')].find((each) => each.textContent === 'CRM').click()")
    await press(page, "Send a test event")
    badge = "document.querySelector('.page-head .badge')?.textContent"
    await page.until(f"location.pathname.includes('/deliveries/') && {badge} === 'On its way'")
    (due,) = await hooks.take()
    assert await hooks.record(due, NextStep(DeliveryStatus.FAILED), Outcome(404))
    await page.until(f"{badge} === 'Failed' && document.querySelector('td')?.parentElement.textContent.includes('404')")
    await press(page, "Show")
    await page.until("document.querySelector('.json')?.textContent.includes('webhook.test')")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-delivery.png")
    await press(page, "Send again")
    await page.until(f"{badge} === 'On its way'")
    await page.run("document.querySelector('[aria-label=\"To the deliveries\"]').click()")
    await page.until("document.querySelector('tbody td .badge')?.textContent === 'On its way'")
    await choose(page, "[aria-label=State]", "failed")
    await page.until("location.search === '?status=failed' && document.querySelector('.nothing')")
    await choose(page, "[aria-label=State]", "")
    await page.until("document.querySelector('tbody td')")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-webhook.png")
    await press(page, "Send again …")
    await press(page, "Send")
    await page.until(
        "document.querySelector('dialog [role=status]')?.textContent === '1 on their way.'"
    )  # that the alert fired
    await page.key("Escape")


async def test_a_key_is_made_for_somebody_and_taken_back(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, pictures: Path
) -> None:
    await sign_in(page, build, await console_key(make, project))
    await go(page, "Access")
    await press(page, "New console key")
    await write(page, "dialog [name=name]", "Ada")
    await page.key("Enter")
    await page.until("document.querySelector('.secret code')")
    key = await page.run("document.querySelector('.secret code').textContent")
    assert await serious(page) == []
    await page.key("Escape")
    row = "[...document.querySelectorAll('.access tr')].find((each) => each.textContent.includes('Ada'))"
    await page.until(f"{row}?.textContent.includes('console, viewer')")
    assert (await build.post("/console/session", json={"key": key})).status_code == 200
    assert key not in await page.run("document.body.textContent")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-access.png")
    await press(page, "Revoke")
    await press(page, "Revoke: sure?")
    await page.until(f"{row}.textContent.includes('revoked')")
    assert (await build.post("/console/session", json={"key": key})).status_code == 401
    await _look_at_what_was_done(page, pictures)


async def _look_at_what_was_done(page: Page, pictures: Path) -> None:
    """The audit log has it all; its filters stand in the address, and it leads to what was changed."""
    await go(page, "Audit log")
    done = "[...document.querySelectorAll('.audit tbody tr')].map((row) => row.cells[2].textContent)"
    earlier = "Signed in,Issued,Signed in,Issued,Published,Created,Created"
    await page.until(f"{done}.join() === 'Refused,Revoked,{earlier}'")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-audit.png")
    await choose(page, "[aria-label=What]", "session")
    await page.until(f"location.search === '?kind=session' && {done}.join() === 'Refused,Signed in,Signed in'")
    await page.run("[...document.querySelectorAll('.audit tbody a')].at(-2).click()")
    await page.until(f"location.search.includes('actor=') && {done}.length === 1")
    await page.scheme("dark")
    await page.size(390, 780, mobile=True)
    assert await page.run("document.documentElement.scrollWidth <= innerWidth")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-audit-phone.png")
    await page.run("document.querySelectorAll('.audit tbody a')[1].click()")
    await page.until("document.querySelector('main#main h1')?.textContent === 'Access'")


async def test_who_may_only_look_is_offered_nothing_else(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo
) -> None:
    key = await make.key(Family.CONSOLE, project, settings={"role": "viewer"})
    await sign_in(page, build, key.secret)
    places = await page.run("[...document.querySelectorAll('.place')].map((each) => each.textContent)")
    assert places == ["Overview", "Conversations", "Playground", "Deployments", "Monitoring"]
    for name in ("Deployments", "Monitoring"):
        await go(page, name)
        await page.until("document.querySelectorAll('main section').length > 1")
        labels = await page.run("[...document.querySelectorAll('main button')].map((each) => each.textContent)")
        assert labels == []
    await page.run("[...document.querySelectorAll('.place')].find((each) => each.textContent === 'Playground').click()")
    await page.until("document.querySelector('.empty h2')?.textContent.includes('for editors')")


async def test_what_runs_and_what_got_stuck_is_seen(
    build: ContractClient, page: Page, make: Make, project: ProjectInfo, resources: Resources, pictures: Path
) -> None:
    await dead_letter(resources.db, {"project": project.id})
    await dead_letter(resources.db, {}, "accounts.forget_dead_keys")
    call = await call_under_way(make, project)
    await ProcessReports(resources.db, resources.hosts, resources.clock, "build", resources.signals).write()
    await sign_in(page, build, await console_key(make, project))
    await go(page, "Operations")
    row = "document.querySelector('[role=region][aria-label=%s] tbody tr')"
    for label, words in (
        ("Calls", "Running"),
        ("Connectors", "Trunk"),
        ('"Phone numbers"', "+14155550100"),
        ("Reservations", "Waits for its caller"),
        ("Jobs", "accounts.forget_dead_keys"),
        ("Processes", "Alive"),
    ):
        await page.until(f"{row % label}?.textContent.includes({words!r})")
    letters = "[...document.querySelectorAll('[aria-label=\"Dead letters\"] tbody tr')].map((row) => row.textContent)"
    await page.until(f"{letters}.length === 2")
    assert await page.run(f"{letters}.filter((each) => each.includes('For the operator')).length") == 1
    assert await serious(page) == []
    await page.size(1280, 1500)
    await page.screenshot(pictures / "console-operations.png")
    await page.scheme("dark")
    await page.size(390, 780, mobile=True)
    assert await page.run("document.documentElement.scrollWidth <= innerWidth")
    assert await serious(page) == []
    await page.screenshot(pictures / "console-operations-phone.png")
    await press(page, "Run again")
    await page.until(f"{letters}.length === 1")
    async with resources.db.transaction() as tx:
        await calls.set_success(tx, call.id, resources.clock.now())
    await page.until(f"!{row % 'Calls'}")  # by itself


async def call_under_way(make: Make, project: ProjectInfo) -> PhoneCall:
    """Through a connector with a number of a pool, which another caller has on loan."""
    encryptor, now = make.resources.dependencies.secret_store.encryptor, make.resources.clock.now()
    async with make.resources.db.transaction() as tx:
        wanted = ConnectorUpdate({"name": "Trunk"}, {"host": "sip.example.com"})
        connector = await numbers.create_connector(tx, encryptor, project, wanted, now)
        number = PhoneNumber("+14155550100", project.account_id, project.id, "live", "", connector.id, is_dynamic=True)
        await numbers.import_number(tx, project, number, now)
        until = now + timedelta(minutes=5)
        assert await reservations.reserve(tx, Reservation(number.number, project.id, "live", "", {}, now, until))
        call = inbound(connector, now)
        await calls.insert_call(tx, call)
        await calls.set_connected(tx, call.id, now)
    return call
