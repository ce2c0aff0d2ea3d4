"""Conversations as builders read them, and chatting with what is being built."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from parley.domain.accounts.model import Family
from parley.domain.alerts import measurement
from parley.domain.alerts.model import Metric
from parley.domain.conversations.actions import FINISH
from parley.domain.records.actions import write_snapshot
from parley.kit.clock import without_zone
from parley.resources import Resources
from parley.runtime.session import jobs
from parley.storage.db import Connection, DatabaseUnavailable
from tests.build_api.builder import Builder, run_jobs
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

HOUR = timedelta(hours=1)

START = """
from _gen import *


def start_function(conv: Conversation):
    conv.state.total = 40
    conv.write_metric("STARTED", True)
"""


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    builder = await Builder.of(build, make)
    for environment in ("sandbox", "live"):
        await builder.deploy(environment=environment, **{"functions__start_function.py": START})
    return builder


async def start(builder: Builder, environment: str = "sandbox", **more: Any) -> dict[str, Any]:
    body = {"clientEnv": environment, **more}
    answer: dict[str, Any] = await builder.send("POST", "/debug-chat", 201, json=body)
    return answer


async def test_a_debug_chat_says_what_each_turn_did(builder: Builder) -> None:
    opened = await start(builder)
    assert opened["response"] == "Hello, how can I help?"
    assert [each["name"] for each in opened["metadata"]["functions"]] == ["start_function"]
    path = f"/debug-chat/{opened['conversationId']}"
    said = await builder.send("POST", path, json={"clientEnv": "sandbox", "message": "Hi there"})
    assert (said["userInput"], said["conversationEnded"], said["delayedResponse"]) == ("Hi there", False, False)
    assert said["metadata"]["model_requests"]
    await builder.send("POST", path, 404, json={"clientEnv": "live", "message": "Hi"})
    await builder.send("POST", path, 400, json={"message": "Hi"})
    await builder.send("POST", "/debug-chat", 400, json={})
    await builder.send("POST", "/debug-chat", 400, json={"clientEnv": "pre-release"})
    deep = json.loads('{"a":' * 60 + "1" + "}" * 60)
    await builder.send("POST", "/debug-chat", 400, json={"clientEnv": "sandbox", "integrationAttributes": deep})
    await builder.send("POST", "/debug-chat/CONV-1", 404, json={"clientEnv": "live", "message": "Hi"})


async def test_who_may_not_read_what_was_said_gets_none_of_it(builder: Builder, make: Make) -> None:
    identifier = (await start(builder))["conversationId"]
    blind = await make.key(Family.BUILD, builder.project_info, settings={"show_transcripts": False})
    seen = await builder.send("GET", f"/conversations/{identifier}")
    assert seen["turns"][0]["agent_response"] == "Hello, how can I help?"
    hidden = await builder.send("GET", f"/conversations/{identifier}", headers={"x-api-key": blind.secret})
    assert (hidden["turns"], hidden["functionEvents"], hidden["numTurns"]) == ([], {}, seen["numTurns"])


async def test_a_debug_chat_goes_on_with_the_newest_deployment_where_that_is_wanted(builder: Builder) -> None:
    path = f"/debug-chat/{(await start(builder))['conversationId']}"
    before = (await builder.send("GET", "/deployments/active"))["activeDeployments"]["sandbox"]["id"]
    await builder.deploy(environment="sandbox", **{"functions__start_function.py": START})
    said = {"clientEnv": "sandbox", "message": "Hi"}
    assert (await builder.send("POST", path, json=said))["metadata"]["notes"] == []
    followed = await builder.send("POST", path, json={**said, "followDeployments": True})
    assert followed["metadata"]["notes"][-1].startswith("goes on with deployment ")
    again = await builder.send("POST", path, json={**said, "followDeployments": True})
    assert again["metadata"]["notes"] == []
    deployment = followed["metadata"]["notes"][-1].rpartition(" ")[2]
    listed = await builder.send("GET", f"/conversations?deploymentId={deployment}")
    assert [each["conversationId"] for each in listed["conversations"]] == [path.rpartition("/")[2]]
    trace = await builder.send("GET", f"/conversations/{path.rpartition('/')[2]}/trace")
    assert [turn["deploymentId"] for turn in trace["turns"]] == [before, before, deployment, deployment]


async def test_the_toolkits_routes_do_the_same(builder: Builder, build: ContractClient) -> None:
    chat = f"/adk/v1/accounts/{builder.project_info.account_id}/projects/{builder.project_info.id}/chat"
    body = {"client_env": "sandbox", "channel": "chat", "sip_headers": {"X-Who": "me"}}
    opened = (await build.post(chat, headers=builder.headers, json=body)).json()
    assert opened["response"] == "Hello, how can I help?"
    path = f"{chat}/{opened['conversation_id']}"
    say = {"client_env": "sandbox", "message": "Hi"}
    said = (await build.post(path, headers=builder.headers, json=say)).json()
    assert (said["user_input"], said["conversation_ended"]) == ("Hi", False)
    ended = await build.post(f"{path}/end", headers=builder.headers, json={"client_env": "sandbox"})
    assert ended.json() == {"function_events": []}
    assert (await build.post(path, headers=builder.headers, json=say)).status_code == 410


async def test_the_toolkits_deployments(builder: Builder, build: ContractClient) -> None:
    path = f"/adk/v1/accounts/{builder.project_info.account_id}/projects/{builder.project_info.id}/deployments"
    listed = (await build.get(path, headers=builder.headers, params={"client_env": "sandbox"})).json()["deployments"]
    active = (await build.get(f"{path}/active", headers=builder.headers)).json()
    assert [each["id"] for each in listed] == [active["sandbox"]["deployment_id"]]
    assert listed[0]["created_at"].endswith("GMT")
    assert listed[0]["version_hash"] == active["sandbox"]["version"]
    assert active["pre-release"] == {"deployment_id": "", "version": ""}
    assert (await build.get(path, headers=builder.headers, params={"client_env": "moon"})).status_code == 400


async def test_conversations_of_all_environments_are_listed_newest_first(
    builder: Builder, resources: Resources
) -> None:
    ids = [(await start(builder, each))["conversationId"] for each in ("live", "sandbox", "live", "sandbox")]
    listed = await builder.send("GET", "/conversations")
    assert [each["conversationId"] for each in listed["conversations"]] == ids[::-1]
    assert (listed["count"], listed["limit"], listed["offset"]) == (4, 50, 0)
    page = await builder.send("GET", "/conversations?limit=2&offset=1")
    assert [each["conversationId"] for each in page["conversations"]] == [ids[2], ids[1]]
    assert page["conversations"][0]["clientEnv"] == "live"
    assert page["conversations"][0]["channel"] == "CHAT"


async def test_one_conversation_is_read_whole_while_it_runs_and_afterwards(
    builder: Builder, build: ContractClient, resources: Resources
) -> None:
    opened = await start(builder)
    path = f"/conversations/{opened['conversationId']}"
    running = await builder.send("GET", path)
    assert running["inProgress"]
    assert running["state"]["total"] == 40
    assert [turn["agent_response"] for turn in running["turns"]] == ["Hello, how can I help?"]
    assert [each["value"] for each in running["metrics"]["STARTED"]] == ["true"]
    sandbox = (await builder.send("GET", "/deployments/active"))["activeDeployments"]["sandbox"]["id"]
    assert (running["deploymentId"], running["direction"], running["language"]) == (sandbox, None, "en-US")
    assert (running["createdAt"], running["finishedAt"], running["note"]) == (running["startedAt"], None, None)
    [turn] = running["turns"]
    assert (turn["turn_id"], turn["asr_lang_code"], turn["user_input_audio_url"]) == (0, "en-US", None)
    assert [each["name"] for each in turn["metadata"]["function_events"]] == ["start_function"]
    assert turn["metadata"]["safety"] == {"filters_triggered": {}}
    for text in ("Called back.", "Solved."):
        await builder.send("POST", f"{path}/notes", 201, json={"text": text})
    [listed] = (await builder.send("GET", "/conversations"))["conversations"]
    assert listed == {name: running[name] for name in listed} | {"note": "Solved.", "numNotes": 2}
    assert [each["name"] for each in running["functionEvents"]["1"]] == ["start_function"]
    chat = f"/adk/v1/accounts/{builder.project_info.account_id}/projects/{builder.project_info.id}/chat"
    end = f"{chat}/{opened['conversationId']}/end"
    await build.post(end, headers=builder.headers, json={"client_env": "sandbox"})
    await run_jobs(resources, [FINISH])
    finished = await builder.send("GET", path)
    assert not finished["inProgress"]
    assert finished["polyScore"] is None
    assert finished["finishedAt"] >= finished["startedAt"]
    assert finished["turns"] == running["turns"]
    assert finished["functionEvents"] == running["functionEvents"]


END = """
from _gen import *


def end_function(conv: Conversation):
    conv.state.outcome = "contained"
    conv.write_metric("OUTCOME", "contained")
    conv.log.info("wrapping up")
    %s
"""


async def over(builder: Builder, build: ContractClient, resources: Resources, end: str) -> dict[str, Any]:
    """A chat with an end function that goes on like this, ended and finished: its detail and its trace."""
    files = {"functions__start_function.py": START, "functions__end_function.py": END % end}
    await builder.deploy(environment="sandbox", **files)
    opened = await start(builder)
    path = f"/conversations/{opened['conversationId']}"
    assert (await builder.send("GET", f"{path}/trace"))["end"] is None
    chat = f"/adk/v1/accounts/{builder.project_info.account_id}/projects/{builder.project_info.id}/chat"
    await build.post(f"{chat}/{opened['conversationId']}/end", headers=builder.headers, json={"client_env": "sandbox"})
    await run_jobs(resources, [FINISH])
    return {**await builder.send("GET", path), **await builder.send("GET", f"{path}/trace")}


async def test_what_the_end_function_did_is_in_trace_detail_and_record(
    builder: Builder, build: ContractClient, resources: Resources
) -> None:
    found = await over(builder, build, resources, "return {'uterance': 'nobody hears this'}")
    [function] = found["end"]["trace"]["functions"]
    [event] = found["functionEvents"]["2"]
    assert (event["name"], event["turn_id"], event["conversation_id"]) == ("end_function", 1, found["conversationId"])
    assert event["start_time"].endswith("GMT")
    assert (function["name"], function["error"]) == ("end_function", None)
    assert function["logs"][0]["message"] == "wrapping up"
    assert function["state_changes"]["added"] == {"outcome": "contained"}
    assert (found["end"]["function_errors"], found["end"]["metrics"]) == (0, [["OUTCOME", "contained"]])
    assert found["metrics"]["OUTCOME"] == [{"timestamp": without_zone(found["end"]["datetime"]), "value": "contained"}]
    assert found["end"]["datetime"] > found["startedAt"]
    assert found["state"]["outcome"] == "contained"
    row = await resources.db.fetchrow("select metrics, num_turns from conversations")
    assert row is not None
    assert (row["metrics"]["OUTCOME"], row["num_turns"], len(found["turns"])) == ("contained", 1, 1)


async def test_an_end_function_that_fails_is_seen_and_counts_as_an_error(
    builder: Builder, build: ContractClient, resources: Resources
) -> None:
    found = await over(builder, build, resources, "raise ValueError('no such order')")
    [function] = found["end"]["trace"]["functions"]
    assert "no such order" in function["error"]
    assert (found["end"]["function_errors"], found["end"]["api_errors"]) == (1, 0)
    now = resources.clock.now()
    account, environments = builder.project_info.account_id, ["sandbox"]
    activity = (await measurement.read_activity(resources.db, [account], environments, now - HOUR, now))[account]
    assert activity[builder.project_info.id].read(Metric.FUNCTION_ERRORS) == 1


async def test_an_end_function_whose_process_died_is_told_of_once(
    builder: Builder, build: ContractClient, resources: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job is done again: what the first run would have written went with its transaction."""
    dies = [True]

    async def fail_once(tx: Connection, conversation_id: UUID) -> None:
        if dies.pop() if dies else False:
            raise DatabaseUnavailable
        await write_snapshot(tx, conversation_id)

    monkeypatch.setattr(jobs, "write_snapshot", fail_once)
    with pytest.raises(DatabaseUnavailable):
        await over(builder, build, resources, "raise ValueError('no such order')")
    assert await resources.db.fetch("select from finishes") == []
    async with resources.db.transaction() as tx:
        await tx.execute("update jobs set lease = null, leased_until = null")
        await tx.execute("update live_conversations set lease = null, leased_until = null")
    assert await run_jobs(resources, [FINISH]) == 1
    rows = await resources.db.fetch("select function_errors, metrics from finishes")
    assert [(row["function_errors"], row["metrics"]) for row in rows] == [(1, [["OUTCOME", "contained"]])]


async def test_conversations_of_others_are_invisible(builder: Builder, build: ContractClient, make: Make) -> None:
    opened = await start(builder)
    other = await Builder.of(build, make)
    assert (await other.send("GET", "/conversations"))["conversations"] == []
    for reference in (opened["conversationId"], "CONV-1", "nonsense"):
        await other.send("GET", f"/conversations/{reference}", 404)
    key = await make.key(Family.CONVERSATIONS, builder.project_info)
    response = await build.get(f"{builder.path}/conversations", headers={"x-api-key": key.secret})
    assert response.status_code == 403
