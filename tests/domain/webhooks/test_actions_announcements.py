"""What endpoints hear of besides alerts: told with what happened or not at all, to those who asked for it, and nothing
of others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import orjson
import pytest

from parley.domain.calls import actions as calls
from parley.domain.conversations import actions as conversations
from parley.domain.conversations.model import LiveState, Turn, TurnWrite, row_id
from parley.domain.deployments.actions import promote, roll_back
from parley.domain.projects.actions import change_settings
from parley.domain.projects.info import ProjectInfo
from parley.domain.records import actions as records
from parley.domain.test_runs import actions as test_runs
from parley.domain.test_runs.model import RunStatus
from parley.domain.webhooks import actions
from parley.domain.webhooks.model import Announcement, EventType
from parley.providers.llm.scripted import Answer, Call, Say, ScriptedModel
from parley.resources import Resources
from parley.runtime.session.opening import ConversationStart
from parley.storage import partitions
from parley.storage.db import Database
from tests.domain.calls.trunk import NOW, connector_with, inbound, placed, taken
from tests.domain.conversations.kept import conversation_of, place_with
from tests.domain.webhooks.hooks import BOTH, Hooks
from tests.finishing import finished
from tests.make import Make
from tests.platform_api.chatting import AGENT

pytestmark = pytest.mark.io

NEW = [each for each in EventType if each not in BOTH]
CHAT = ConversationStart("live", "WEBCHAT", "webchat.polyai")


@dataclass
class Place:
    resources: Resources
    hooks: Hooks
    project: ProjectInfo

    async def chat(self, *messages: str) -> str:
        opened = await self.resources.sessions.open(self.project, CHAT)
        conversation = row_id(opened.conversation_id)
        assert conversation is not None
        for message in messages:
            await self.resources.sessions.respond(self.project, "live", conversation, message)
        return opened.conversation_id

    async def ended(self, *messages: str) -> str:
        public = await self.chat(*messages)
        conversation = row_id(public)
        assert conversation is not None
        await self.resources.sessions.close(self.project, "live", conversation)
        await finished(self.resources, conversation)
        return public

    async def told(self, endpoint_id: str) -> list[dict[str, Any]]:
        """What the endpoint would be sent now."""
        taken = await self.hooks.take()
        return [orjson.loads(each.body) for each in taken if each.endpoint_id == endpoint_id]


@pytest.fixture
async def place(resources: Resources, make: Make) -> Place:
    project = await make.project()
    await make.deploy(project, AGENT)
    make.use_model(ScriptedModel([Answer((Call("hand_over"),), "person", True), Answer((Say("Fine."),), repeat=True)]))
    return Place(resources, Hooks(resources.db, resources.dependencies.secret_store.encryptor), project)


def kinds(told: list[dict[str, Any]]) -> list[str]:
    return [each["event_type"] for each in told]


async def test_a_conversation_is_told_from_its_start_to_its_end(place: Place) -> None:
    endpoint = (await place.hooks.endpoint(place.project.account_id, event_types=NEW)).endpoint
    public = await place.ended("hello")
    started, ended = await place.told(endpoint.id)
    assert (started["event_type"], ended["event_type"]) == ("conversation.started", "conversation.ended")
    assert started.keys() == ended.keys() == {"event_type", "conversation"}
    for told in (started["conversation"], ended["conversation"]):
        assert (told["id"], told["project_id"], told["environment"]) == (public, place.project.id, "live")
    assert ended["conversation"]["num_turns"] == 2
    assert ended["conversation"]["record_path"] == f"/v1/agents/{place.project.id}/conversations/{public}"
    assert "hello" not in orjson.dumps(ended).decode()


async def test_who_wants_records_gets_them(place: Place) -> None:
    account = place.project.account_id
    plain = (await place.hooks.endpoint(account, event_types=NEW)).endpoint
    full = (await place.hooks.endpoint(account, event_types=NEW, include_record=True)).endpoint
    await place.ended("hello")
    taken = await place.hooks.take()
    bodies = {(each.endpoint_id, body["event_type"]): body for each in taken for body in [orjson.loads(each.body)]}
    with_record, without = (bodies[each.id, "conversation.ended"] for each in (full, plain))
    assert with_record.keys() - without.keys() == {"record"}
    assert [turn["user_input"] for turn in with_record["record"]["turns"]] == ["", "hello"]
    assert bodies[full.id, "conversation.started"] == bodies[plain.id, "conversation.started"]


async def test_a_record_shows_what_the_project_shows(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async with place.resources.db.transaction() as tx:
        await change_settings(tx, place.project, {"show_transcripts": False})
    endpoint = (
        await place.hooks.endpoint(place.project.account_id, event_types=["conversation.ended"], include_record=True)
    ).endpoint
    await place.ended("hello")
    [told] = await place.told(endpoint.id)
    assert (told["record"]["turns"], told["record"]["num_turns"]) == ([], 2)
    monkeypatch.setattr(records, "LARGEST_TOLD", 10)
    await place.ended("hello")
    [told] = await place.told(endpoint.id)
    assert "record" not in told, "too large: the link has to do"


async def test_who_asked_for_nothing_new_hears_nothing_new(place: Place) -> None:
    await place.hooks.endpoint(place.project.account_id, event_types=BOTH)
    await place.ended("hello", "a person please")
    assert await place.hooks.take() == []
    assert await place.resources.db.fetch("select from webhook_events") == []


async def test_other_accounts_hear_nothing(place: Place) -> None:
    other = await place.hooks.account()
    await place.hooks.endpoint(other, event_types=NEW)
    await place.ended("hello")
    assert await place.resources.db.fetch("select from webhook_events") == []


async def test_a_handoff_is_told_with_the_turn_that_asked_for_it(place: Place) -> None:
    async with place.resources.db.transaction() as tx:
        project = await change_settings(tx, place.project, {"redact": ["email"]})
    endpoint = (await place.hooks.endpoint(project.account_id, event_types=["handoff.requested"])).endpoint
    public = await place.chat("a person please")
    [told] = await place.told(endpoint.id)
    assert told["event_type"] == "handoff.requested"
    handoff = told["handoff"]
    assert (handoff["conversation_id"], handoff["destination"], handoff["reason"]) == (public, "desk", "asked")


async def test_the_reason_of_a_handoff_is_redacted(place: Place, make: Make) -> None:
    async with place.resources.db.transaction() as tx:
        place.project = await change_settings(tx, place.project, {"redact": ["email"]})
    files = {**AGENT, "functions/hand_over.py": AGENT["functions/hand_over.py"].replace("asked", "ada@example.com")}
    await make.deploy(place.project, files)
    endpoint = (await place.hooks.endpoint(place.project.account_id, event_types=["handoff.requested"])).endpoint
    await place.chat("a person please")
    [told] = await place.told(endpoint.id)
    assert told["handoff"]["reason"] == "[email]"


async def test_nothing_is_told_of_what_was_rolled_back(place: Place) -> None:
    await place.hooks.endpoint(place.project.account_id, event_types=NEW)
    with pytest.raises(ZeroDivisionError):
        await _promote_in_vain(place)
    assert await place.hooks.take() == []


async def _promote_in_vain(place: Place) -> None:
    async with place.resources.db.transaction() as tx:
        await actions.announce(tx, place.project.id, Announcement(EventType.DEPLOYMENT_PROMOTED, NOW, {}))
        raise ZeroDivisionError


async def test_what_was_missed_while_disabled_can_be_sent_later(place: Place) -> None:
    made = await place.hooks.endpoint(place.project.account_id, event_types=["conversation.started"], enabled=False)
    public = await place.chat()
    assert await place.hooks.take() == []
    async with place.resources.db.transaction() as tx:
        now = place.resources.clock.now()
        changes = {"enabled": True}
        endpoint = await actions.change_endpoint(tx, place.project.account_id, made.endpoint.id, changes, now)
        day = timedelta(days=1)
        assert await actions.replay_deliveries(tx, endpoint, now - day, now + day, delivered=False, now=now) == 1
    [told] = await place.told(endpoint.id)
    assert told["conversation"]["id"] == public


async def test_a_conversation_that_is_removed_takes_along_what_was_told_of_it(place: Place) -> None:
    await place.hooks.endpoint(place.project.account_id, event_types=NEW, include_record=True)
    gone, kept = row_id(await place.ended("hello")), row_id(await place.ended("hello"))
    assert gone is not None
    async with place.resources.db.transaction() as tx:
        await conversations.remove(tx, gone)
    left = await place.resources.db.fetch("select distinct conversation_id from webhook_events")
    assert [row["conversation_id"] for row in left] == [kept]
    assert len(await place.hooks.take()) == 2


async def test_a_record_that_is_written_again_is_told_once(place: Place) -> None:
    endpoint = (await place.hooks.endpoint(place.project.account_id, event_types=["conversation.ended"])).endpoint
    conversation = row_id(await place.ended())
    assert conversation is not None
    async with place.resources.db.transaction() as tx:
        await records.write_snapshot(tx, conversation)
    assert kinds(await place.told(endpoint.id)) == ["conversation.ended"]


async def test_a_chat_that_nobody_wants_to_hear_of_costs_no_statement(db: Database) -> None:
    hooks, project = Hooks(db), await place_with(db)
    before = await _statements(db, project)
    assert not any("webhook_" in each for each in before if "insert into conversations" not in each)
    await hooks.endpoint(project.account_id, event_types=BOTH)
    await hooks.endpoint(await hooks.account(), event_types=NEW)
    assert await _statements(db, project) == before
    await hooks.endpoint(project.account_id, event_types=["conversation.started"])
    told = [each for each in await _statements(db, project) if "webhook_" in each and each not in before]
    assert len(told) == 3, "whom to tell, the event, its delivery"


async def _statements(db: Database, project: ProjectInfo) -> list[str]:
    """Of what a chat begins with."""
    seen: list[str] = []

    def note(logged: Any) -> None:
        seen.append(logged.query)

    opening = TurnWrite(Turn(0, "", NOW, "Hello.", NOW), LiveState({}, b"{}", b"", 1))
    async with db.transaction() as tx:
        await partitions.ensure_between(tx, NOW, NOW + timedelta(seconds=1))
        with tx.query_logger(note):
            await conversations.start(tx, conversation_of(project, NOW, "live"), opening)
    return seen


async def test_calls_are_told_with_every_change(db: Database) -> None:
    connector, hooks = await connector_with(db, max_calls=1), Hooks(db)
    endpoint = (await hooks.endpoint(connector.account_id, event_types=["call.status"])).endpoint
    first, second = [await placed(db, connector, NOW + timedelta(seconds=later)) for later in (0, 1)]
    await taken(db, connector)
    caller = inbound(connector)
    async with db.transaction() as tx:
        await calls.complete_call(tx, first.id, NOW)
        assert not await calls.complete_call(tx, first.id, NOW), "what has ended is not told again"
        await calls.cancel_call(tx, connector.account_id, second.id, NOW)
        await calls.take_slot(tx, caller)
        await calls.fail_call(tx, caller.id, "busy", 486, NOW)
    third = await placed(db, connector)
    async with db.transaction() as tx:
        await calls.fail_expired(tx, NOW + timedelta(days=1))
    told = [orjson.loads(each.body)["call"] for each in await hooks.take() if each.endpoint_id == endpoint.id]
    by_call: dict[str, list[Mapping[str, Any]]] = {}
    for each in told:
        by_call.setdefault(each["call_sid"], []).append(each)
    found = {sid: sorted((each["status"], each["reason"]) for each in changes) for sid, changes in by_call.items()}
    waited = "The call waited too long in the queue."
    assert found == {
        f"OUT-{first.id}": [("calling", ""), ("queued", ""), ("success", "")],
        f"OUT-{second.id}": [("failure", "cancelled"), ("queued", "")],
        f"OUT-{third.id}": [("failure", waited), ("queued", "")],
        f"CA{caller.id.hex}": [("calling", ""), ("failure", "busy")],
    }


async def test_promotions_and_test_runs_are_told(place: Place, make: Make) -> None:
    wanted = ["deployment.promoted", "test_run.finished"]
    endpoint = (await place.hooks.endpoint(place.project.account_id, event_types=wanted)).endpoint
    source = await make.deploy(place.project, AGENT, "sandbox")
    now = place.resources.clock.now()
    async with place.resources.db.transaction() as tx:
        promoted = await promote(tx, source, "pre-release", now=now, created_by="Ada", message="go")
        await roll_back(tx, source, now=now, created_by="Ada")
        run = await test_runs.request_run(tx, promoted, "manual", "Ada", now)
        await test_runs.finish_run(tx, run.id, RunStatus.PASSED, "", now)
        await test_runs.finish_run(tx, UUID(int=1), RunStatus.PASSED, "", now)
    told = {each["event_type"]: each for each in await place.told(endpoint.id)}
    assert told["deployment.promoted"]["deployment"] == promoted.to_json()
    assert told["deployment.promoted"]["source"] == {"id": str(source.id), "environment": "sandbox"}
    assert told["test_run.finished"]["test_run"]["status"] == "passed"
    assert told["test_run.finished"]["test_run"]["id"] == str(run.id)
    assert len(told) == 2
