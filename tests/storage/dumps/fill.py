"""Fills a database with at least one row in every table, through the HTTP services and the actions of operators and
workers. Only what a running voice process or a dying process does is written by hand."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode

from parley.domain.accounts.model import Family
from parley.domain.alerts.jobs import EVALUATE_RULES
from parley.domain.calls import actions as calls
from parley.domain.calls.model import Call as PhoneCall
from parley.domain.calls.model import Direction, Status
from parley.domain.conversations import external_event_store
from parley.domain.conversations.actions import FINISH, SEND_MESSAGE, accept_event
from parley.domain.conversations.external_events import IncomingEvent
from parley.domain.conversations.model import CALL_PREFIX, INBOUND_PREFIX
from parley.domain.records import jobs as records
from parley.domain.reservations import actions as reservations
from parley.domain.test_runs.actions import RUN_TESTS
from parley.kit.clock import iso
from parley.kit.ids import uuid7_at
from parley.providers.llm.scripted import Call, Say
from parley.storage import queue
from parley.worker.registry import JOBS
from parley.worker.run import defer_periodic_jobs
from tests.build_api.builder import run_jobs
from tests.clocks import ShiftedClock
from tests.journeys.installation import Installation, files_of
from tests.receiver import Receiver
from tests.storage.dumps.hotel import BOOKING, Hotel, Notes
from tests.waiting import until
from tests.worker.test_deliveries import delivering

PAST = timedelta(hours=3)
"""Conversations of that time are counted by the hour."""
RECENT = timedelta(minutes=30)
"""Alert rules look back as far as that."""

CONNECTOR: dict[str, Any] = {
    "name": "Trunk",
    "outbound": True,
    "host": "sip.example",
    "user": "front-desk",
    "password": "made-up-password",
    "callerId": "+441134960100",
    "networks": ["192.0.2.0/24"],
    "queueSeconds": 3000.0,
}
NUMBERS: tuple[dict[str, Any], ...] = (
    {"phoneNumbers": ["+441134960100"]},
    {"phoneNumbers": [f"+44113496020{n}" for n in range(2)], "isDynamic": True},
)
HOOKS = "https://hooks.example"


async def fill(installation: Installation, clock: ShiftedClock, receiver: Receiver) -> Notes:
    """`receiver` is one that webhooks can be sent to."""
    began_at = clock.now()
    hotel = await Hotel.create(installation, clock)
    await configure(hotel)
    clock.ahead = -PAST
    await hold_conversations(hotel)
    clock.ahead = -RECENT
    await hold_call(hotel)
    clock.ahead = timedelta()
    await do_periodic_jobs(hotel)
    await hold_redacted_conversation(installation)
    await send_alerts(hotel, receiver)
    await leave_calls_running(hotel)
    await leave_payment_open(hotel)
    await leave_booking_open(hotel)
    await leave_jobs_queued(hotel)
    await note_answers(hotel, began_at)
    hotel.notes["made_at"] = clock.now().isoformat()
    return hotel.notes


async def configure(hotel: Hotel) -> None:
    await hotel.agent.secret("door", {"code": "4711"})
    schema = {"type": "object", "properties": {"late_arrivals": {"type": "string"}, "pool": {"type": "boolean"}}}
    await hotel.build("PUT", "/real-time-configs/live/schema", schema=schema)
    await hotel.build("PATCH", "/real-time-configs/live/variables", variables={"late_arrivals": "until two"})
    hotel.notes["connector"] = (await hotel.build("POST", "/telephony/connectors", **CONNECTOR))["connectorId"]
    for number in NUMBERS:
        await hotel.build("POST", "/telephony/phone-numbers", **number, connectorId=hotel.notes["connector"])


async def hold_conversations(hotel: Hotel) -> None:
    """Finished ones, in two environments: with messages, a flow, a handoff, silence, errors in a turn and after."""
    goodbye = ("Thanks, goodbye", (Call("say_goodbye"),))
    parking = await hotel.talk(
        ("How do I find you?", (Call("text_directions"),)),
        ("And where can I leave my car overnight?", (Say("In the garage behind the house."),)),
        goodbye,
        channel="whatsapp",
        integration_attributes={"guest": "g-1"},
    )
    booking = await hotel.talk(
        *BOOKING, ("Yes please", (Call("confirm_booking"),)), goodbye, integration_attributes={"guest": "g-2"}
    )
    luggage = await hotel.talk(
        ("My luggage is lost, can I talk to somebody?", (Call("call_reception"),)),
        variant_id="airport",
        integration_attributes={"guest": "g-3"},
    )
    failure = await hotel.talk(("Break, please", (Call("break_down"), Say("Sorry."))), (None, (Say("Hello?"),)))
    await failure.close()
    breakfast = await hotel.talk(("When is breakfast?", (Say("From seven to ten."),)), environment="sandbox")
    await breakfast.close()
    talks = {"parking": parking, "booking": booking, "luggage": luggage, "failure": failure, "breakfast": breakfast}
    hotel.notes["finished"] = {name: talk.id for name, talk in talks.items()}


async def hold_redacted_conversation(installation: Installation) -> None:
    """In a project of another account, which redacts and expires what it keeps. Its record waits for its vector."""
    settings = {"redact": ["phone", "email"], "retention_days": 3650}
    account = await installation.make.account("quiet-hotels")
    agent = await installation.agent(files_of("hotel"), account=account, slug="quiet-desk", settings=settings)
    agent.plays(Say("We call you back at 0113 496 0001."))
    talk = await agent.open()
    await talk.say("My number is 0113 496 0001")
    await talk.close()
    await run_jobs(installation.resources, [FINISH])


async def hold_call(hotel: Hotel) -> None:
    """A call that was placed, was answered, and has ended."""
    resources, clock = hotel.installation.resources, hotel.clock
    hotel.notes["finished_call"] = await hotel.place_call("+441134960301")
    async with resources.db.transaction() as tx:
        (call,) = await calls.start_queued(tx, hotel.notes["connector"], resources.signals.identity, clock.now(), 1)
        await calls.mark_connected(tx, call.id, clock.now())
    numbers = {"from_number": call.from_number, "to_number": call.to_number}
    talk = await hotel.agent.call(id=call.id, prefix=CALL_PREFIX, sip_headers=call.metadata, **numbers)
    await hotel.go_on(talk, ("Wrong number, goodbye", (Call("say_goodbye"),)))
    async with resources.db.transaction() as tx:
        await calls.complete_call(tx, call.id, clock.now())


async def do_periodic_jobs(hotel: Hotel) -> None:
    """As a worker does. A block takes two vectors instead of thousands, so that there is one."""
    resources = hotel.installation.resources
    await hotel.build("POST", "/testing/test-runs/trigger", environment="live")
    with patch.object(records, "BLOCK", 2):
        await defer_periodic_jobs(resources.db)
        await run_jobs(resources, JOBS)
        await run_jobs(resources, [records.PACK])


async def send_alerts(hotel: Hotel, receiver: Receiver) -> None:
    """A first alert is delivered to one of two endpoints; the other cannot be reached. A second one waits for both."""
    resources = hotel.installation.resources
    await add_rule(hotel, "Busy", "call_volume", 1)
    await add_rule(hotel, "Broken", "function_errors", 100)
    await add_rule(hotel, "Crashed", "call_crashes", 1, enabled=False)
    async with delivering(resources):
        reached = await add_endpoint(hotel, "Reached", receiver.url())
        missed = await add_endpoint(hotel, "Missed", f"{HOOKS}/missed")
        await hotel.run(EVALUATE_RULES)

        async def are_tried() -> bool:
            query = "select from webhook_endpoints where failing_since is not null"
            return bool(receiver.requests) and await resources.db.fetchrow(query) is not None

        await until(are_tried)
    path = f"/v1/webhook-endpoints/{reached['id']}"
    await hotel.build("PATCH", path, url=f"{HOOKS}/reached")
    rotated = await hotel.build("POST", f"{path}/rotate-secret")
    await add_rule(hotel, "Slow", "turn_latency_p95", 0)
    await hotel.run(EVALUATE_RULES)
    hotel.notes["webhooks"] = [
        {"id": reached["id"], "secrets": [rotated["signing_secret"], reached["signing_secret"]], "waiting": ["Slow"]},
        {"id": missed["id"], "secrets": [missed["signing_secret"]], "waiting": ["Busy", "Slow"]},
    ]


async def add_rule(hotel: Hotel, name: str, metric: str, threshold: int, *, enabled: bool = True) -> None:
    condition = {"metric": metric, "operator": ">=", "threshold_value": threshold, "window_duration": "60m"}
    await hotel.build("POST", "/v1/alert-rules", name=name, enabled=enabled, **condition)


async def add_endpoint(hotel: Hotel, name: str, url: str) -> Any:
    events = ["alerts.triggered", "alerts.resolved"]
    return await hotel.build("POST", "/v1/webhook-endpoints", name=name, url=url, event_types=events)


async def leave_jobs_queued(hotel: Hotel) -> None:
    """All periodic jobs; a test run whose worker has died; and those of a conversation that has ended: its end function
    has not run, one of its messages is not sent yet, and the other is a dead letter."""
    run = await hotel.build("POST", "/testing/test-runs/trigger", environment="live")
    attributes = {"guest": "g-4"}
    talk = await hotel.talk(("How do I find you?", (Call("text_directions"),)), integration_attributes=attributes)
    await talk.close()
    async with hotel.installation.resources.db.transaction() as tx:
        (job,) = await queue.lease_due(tx, [SEND_MESSAGE], 1, 60)
        await queue.give_up(tx, job, "SendingFailed")
        assert len(await queue.lease_due(tx, [RUN_TESTS], 1, 60)) == 1
        for kind in JOBS.values():
            if kind.every_seconds is not None:
                await queue.defer(tx, kind.name, {}, key=f"period:{kind.name}")
    hotel.notes |= {"ended": talk.id, "queued_test_run": run["testRunIds"][0]}


async def leave_calls_running(hotel: Hotel) -> None:
    """A call in the queue, a reserved number, and a call under another reserved number that waits for an event."""
    resources, attributes = hotel.installation.resources, {"campaign": "spring"}
    hotel.notes["queued_call"] = await hotel.place_call("+441134960302", **{"Idempotency-Key": "call-1"})
    call = await answer_call(hotel, await hotel.reserve_number(**attributes))
    await hotel.reserve_number(campaign="summer")
    numbers = {"from_number": call.from_number, "to_number": call.to_number}
    talk = await hotel.agent.call(id=call.id, prefix=INBOUND_PREFIX, integration_attributes=attributes, **numbers)
    await hotel.go_on(talk, ("I want to pay the deposit", (Call("request_payment", {"wakes": True}),)))
    await external_event_store.set_attendant(resources.db, call.id, resources.signals.identity)
    await hotel.post_event((await talk.state())["payment"], paid=70)
    hotel.notes["running_call"] = talk.id


async def answer_call(hotel: Hotel, number: str) -> PhoneCall:
    """As a voice process does: takes a slot of the trunk and uses the reservation of the number."""
    resources, place, now = hotel.installation.resources, hotel.agent.project_info, hotel.clock.now()
    call = PhoneCall(
        id=uuid7_at(now),
        direction=Direction.INBOUND,
        account_id=place.account_id,
        project_id=place.id,
        connector_id=hotel.notes["connector"],
        environment="live",
        from_number="+441134960303",
        to_number=number,
        status=Status.CALLING,
        created_at=now,
        calling_at=now,
        held_by=resources.signals.identity,
    )
    async with resources.db.transaction() as tx:
        assert await calls.take_slot(tx, call)
        assert await reservations.use(tx, number, call.id, now)
        await calls.mark_connected(tx, call.id, now)
    return call


async def leave_payment_open(hotel: Hotel) -> None:
    """A reply is kept for a retry. An event is accepted by a process that dies before the conversation knows of it."""
    agent, resources = hotel.agent, hotel.installation.resources
    talk = await agent.open()
    agent.plays(Call("request_payment", {"wakes": False}))
    request = {"conversation_id": talk.id, "message": "How do I pay the deposit?"}
    headers = {**agent.keys["live"], "Idempotency-Key": "deposit-1"}
    reply = await hotel.installation.platform.post(agent.path("respond"), headers=headers, json=request)
    paid = IncomingEvent((await talk.state())["payment"], "application/json", '{"paid": 50}', hotel.clock.now())
    async with resources.db.transaction() as tx:
        await accept_event(tx, agent.project_info.id, paid)
    hotel.notes |= {"open_payment": talk.id, "kept_reply": {"request": request, "reply": reply.json()}}


async def leave_booking_open(hotel: Hotel) -> None:
    """In the middle of a flow, leased by this process since its last turn."""
    talk = await hotel.talk(*BOOKING, integration_attributes={"guest": "g-5"})
    hotel.notes["open_booking"] = talk.id


async def note_answers(hotel: Hotel, began_at: datetime) -> None:
    """Notes what is answered to every question whose answer may not change."""
    notes, agent = hotel.notes, f"/v1/agents/{hotel.notes['project']}"
    times = {"start_time": iso(began_at - PAST), "end_time": iso(began_at - RECENT / 2)}
    project = f"{notes['account']}/{notes['project']}"
    listed = {**times, "limit": 50, "in_progress": "false"}
    searched = {**times, "query_type": "transcript", "query": "luggage", "include_match": "true"}
    for version, query in (
        ("v3", {**listed, "include_latency": "true"}),
        ("v3", {**listed, "client_env": "sandbox"}),
        ("v3", searched),
        ("v2", listed),
        ("v1", listed),
    ):
        await hotel.note_answer(Family.CONVERSATIONS, f"/{version}/{project}/conversations?{urlencode(query)}")
    await hotel.platform(
        Family.CONVERSATIONS, "GET", f"/v3/{project}/conversations", params={**times, "sample": "random", "limit": 1}
    )
    await hotel.note_answer(Family.API, f"/v1/{project}/conversations/concurrency?{urlencode(times)}&slice_by=variant")
    for wanted in ({"id": notes["finished"]["booking"]}, {"id": notes["open_booking"]}, {"shared_id": "ticket-g-5"}):
        await hotel.note_answer(Family.HANDOFF, f"/v1/{project}/handoff_state?{urlencode(wanted)}")
    for call in (notes["finished_call"], notes["queued_call"]):
        await hotel.note_answer(Family.OUTBOUND, f"/v1/outbound-calling/{call}/status")
    for path in (
        f"/v1/accounts/{notes['account']}/agents",
        f"{agent}/deployments",
        f"{agent}/deployments/active",
        f"{agent}/real-time-configs",
        f"{agent}/telephony/connectors",
        f"{agent}/telephony/phone-numbers",
        f"{agent}/testing/test-history",
        "/v1/alert-rules",
        "/v1/alerts",
        "/v1/webhook-endpoints",
        *(f"{agent}/conversations/{each}/trace" for each in (*notes["finished"].values(), notes["open_booking"])),
    ):
        await hotel.note_answer(Family.BUILD, path)
