"""The Conversations API over real HTTP: what a record says, who sees how much of it, and page after page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from parley.domain.accounts.model import Family
from parley.domain.conversations.model import Ending, public_id
from parley.domain.projects.actions import change_settings
from parley.domain.records.model import Filters, RecordList, RecordRef
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from parley.resources import Resources
from parley.storage.db import DatabaseUnavailable
from tests.contract import ContractClient
from tests.domain.records.rows import Rows, a_moment_ago
from tests.make import Make
from tests.platform_api.chatting import AGENT, Chat
from tests.platform_api.records import Records, finish_all
from tests.waiting import until

pytestmark = pytest.mark.io

FIELDS = {
    "id", "account_id", "project_id", "variant_id", "variant_name", "environment", "started_at", "channel",
    "from_number", "to_number", "in_progress", "num_turns", "total_duration", "polyai_duration", "handoff",
    "handoff_reason", "handoff_destination", "num_silences", "num_ood", "metrics", "state", "turns",
}  # fmt: skip
TURN_FIELDS = {
    "user_input", "user_input_datetime", "user_input_dtmf", "barge_in", "agent_response", "agent_response_datetime",
    "intents", "entities", "is_ood", "is_silence", "translated_user_input", "english_agent_response",
}  # fmt: skip
METERED = {
    **AGENT,
    "functions/hand_over.py": AGENT["functions/hand_over.py"].replace(
        "    return", "    conv.write_metric('CITY', conv.variant.city)\n    return"
    ),
    "functions/end_function.py": (
        "from _gen import *\n"
        "def end_function(conv: Conversation):\n"
        "    conv.state.rating = 5\n"
        "    conv.write_metric('RATING', 5)\n"
    ),
}


@pytest.fixture
async def records(platform: ContractClient, make: Make) -> Records:
    project_info = await make.project()
    return Records(platform, project_info, (await make.key(Family.CONVERSATIONS, project_info)).secret)


@pytest.fixture
def rows(resources: Resources, records: Records) -> Rows:
    return Rows(resources.db, records.project)


async def settings(resources: Resources, records: Records, **changed: Any) -> None:
    """Changes the project's settings, and waits until this process knows."""
    project_info = records.project
    async with resources.db.transaction() as tx:
        await change_settings(tx, project_info, changed)

    async def is_known() -> bool:
        known = (await resources.tenants.project(project_info.account_id, project_info.id)).settings
        return all(known.get(name) == value for name, value in changed.items())

    await until(is_known)


# --- a conversation from its first to its last moment


async def test_a_chat_as_it_goes_on_and_when_it_is_over(records: Records, make: Make, resources: Resources) -> None:
    await make.deploy(records.project, METERED)
    make.use_model(ScriptedModel([Call("add_up", {"number": 2}), Say("Are you there?"), Call("hand_over")]))
    chat = Chat(records.client, records.project, await make.chat_headers(records.project))
    conversation = await chat.started({"variant_id": "south", "integration_attributes": {"customer": "Ada"}})

    [opened] = await records.list()
    assert set(opened) == FIELDS
    assert opened["id"] == conversation
    assert (opened["account_id"], opened["project_id"]) == (records.project.account_id, records.project.id)
    assert (opened["environment"], opened["channel"], opened["variant_name"]) == ("live", "WEBCHAT", "south")
    assert (opened["in_progress"], opened["num_turns"], opened["num_silences"]) == (True, 1, 0)
    [greeting] = opened["turns"]
    assert set(greeting) == TURN_FIELDS
    assert (greeting["user_input"], greeting["agent_response"]) == ("", "Hello, how can I help?")
    assert greeting["is_silence"] is False
    assert opened["state"]["customer"] == "Ada"
    assert opened["state"]["call_sid"] == conversation
    assert {"from_", "to", "asr_lang_code", "tts_lang_code"} <= set(opened["state"])

    await chat.respond(conversation, "two")
    await chat.respond(conversation)
    [running] = await records.list({"in_progress": "true"})
    assert (running["num_turns"], running["num_silences"], running["state"]["total"]) == (3, 1, 2)
    assert running["turns"][1]["user_input"] == "two"
    assert running["turns"][2]["is_silence"] is True

    await chat.respond(conversation, "a person please")
    [ended] = await records.list({"in_progress": "false"})
    assert (ended["handoff"], ended["handoff_reason"], ended["handoff_destination"]) == (True, "asked", "desk")
    assert ended["metrics"] == {"CITY": "Dover"}

    await finish_all(resources)
    snapshots = await resources.db.fetch("select record_bytes from conversations where record_bytes is not null")
    assert len(snapshots) == 1, "finishing writes it"
    [finished] = await records.list()
    assert finished["metrics"] == {"CITY": "Dover", "RATING": "5"}
    assert finished["state"]["rating"] == 5
    changed = {"metrics", "state"}
    assert {k: v for k, v in finished.items() if k not in changed} == {
        k: v for k, v in ended.items() if k not in changed
    }


async def test_a_closed_chat_is_finished(records: Records, make: Make, resources: Resources) -> None:
    await make.deploy(records.project, AGENT)
    chat = Chat(records.client, records.project, await make.chat_headers(records.project))
    await chat.close(await chat.started())
    await finish_all(resources)
    [record] = await records.list()
    assert (record["in_progress"], record["handoff"], record["num_turns"]) == (False, False, 1)


# --- versions


async def test_version_2_has_the_records_of_version_3(records: Records, rows: Rows) -> None:
    for minutes in (30, 20, 10):
        await rows.add(at=a_moment_ago(minutes))
    third, second = await records.page({"limit": 2}), await records.page({"limit": 2}, "v2")
    assert second["conversations"] == third["conversations"]
    assert set(second) == {"conversations", "next_offset"}
    assert set(third) == {"conversations", "next_offset", "cursor"}


async def test_version_1(records: Records, rows: Rows, resources: Resources) -> None:
    older, newer = await rows.add(at=a_moment_ago(20)), await rows.add("running", at=a_moment_ago(10))
    response = await records.get({"include_latency": "true"}, "v1")
    body = response.json()
    assert set(body) == {"conversations"}
    assert [record["id"] for record in body["conversations"]] == [public_id(older), public_id(newer)], "oldest first"
    for record in body["conversations"]:
        assert set(record) == FIELDS
        assert (record["from_number"], record["variant_id"], record["handoff_reason"]) == (None, None, None)
        assert record["turns"][0]["user_input"] is None
        assert set(record["turns"][0]) == TURN_FIELDS - {"translated_user_input", "english_agent_response"}
    assert response.headers["deprecation"] == "@1772409600"
    assert response.headers["sunset"] == "Mon, 31 Aug 2026 00:00:00 GMT"
    successor = response.url.join(response.headers["link"].partition("<")[2].partition(">")[0])
    again = await records.client.get(str(successor.raw_path, "ascii"), headers=records.headers)
    assert len(again.json()["conversations"]) == 2, "the successor is where the link says"
    assert "deprecation" not in again.headers


async def test_version_1_of_a_project_with_a_whitelist(records: Records, rows: Rows, resources: Resources) -> None:
    await rows.add()
    await settings(resources, records, enable_whitelist=True)
    [record] = await records.list(version="v1")
    assert set(record) == {"id", "started_at", "account_id", "project_id"}
    assert set((await records.list())[0]) == FIELDS, "the whitelist is one of version 1"


# --- who sees what


TRANSCRIPTS = [(True, True, True), (False, True, False), (True, False, False), (None, None, True), (False, None, False)]
METRICS = [
    (None, None, {"A", "B", "C"}),
    (["A", "B"], None, {"A", "B"}),
    (None, ["B", "C", "D"], {"B", "C"}),
    (["A", "B"], ["B", "C"], {"B"}),
    ([], None, set[str]()),
    (["A"], [], set[str]()),
]


async def test_transcripts_need_key_and_project(records: Records, rows: Rows, make: Make, resources: Resources) -> None:
    await rows.add("running")
    await rows.add("snapshot")
    for of_key, of_project, shown in TRANSCRIPTS:
        await settings(resources, records, show_transcripts=True if of_project is None else of_project)
        own = {} if of_key is None else {"show_transcripts": of_key}
        for family in (Family.CONVERSATIONS, Family.API):
            key = await make.key(family, records.project, settings=own)
            for record in await Records(records.client, records.project, key.secret).list({"include_latency": "true"}):
                assert (record["num_turns"], len(record["turns"])) == (2, 2 if shown else 0)
                assert all("latency" in turn for turn in record["turns"])


@pytest.mark.parametrize("mode", ["transcript", "semantic"])
async def test_what_is_not_shown_cannot_be_searched(records: Records, make: Make, mode: str) -> None:
    key = await make.key(Family.CONVERSATIONS, records.project, settings={"show_transcripts": False})
    blind = Records(records.client, records.project, key.secret)
    times = {"start_time": "2026-01-01T00:00:00Z", "end_time": "2027-01-01T00:00:00Z"}
    refused = await blind.get({"query_type": mode, "query": "secret", **times})
    assert (refused.status_code, refused.json()["error_code"]) == (403, "USER_ACCESS_FORBIDDEN")
    assert await blind.list({"sample": "random", **times}) == []


async def test_metrics_need_key_and_project(records: Records, rows: Rows, make: Make, resources: Resources) -> None:
    everything = {"A": "1", "B": ["x", "y"], "C": "2.5"}
    for stage in ("running", "snapshot"):
        await rows.add(stage, metrics=[("A", 1), ("B", "x"), ("B", "y"), ("C", 2.5)])
    for of_key, of_project, shown in METRICS:
        await settings(resources, records, response_metrics=of_project)
        key = await make.key(Family.CONVERSATIONS, records.project, settings={"response_metrics": of_key})
        for record in await Records(records.client, records.project, key.secret).list():
            assert record["metrics"] == {name: everything[name] for name in shown}


async def test_a_key_of_the_whole_account_opens_versions_1_and_2(records: Records, rows: Rows, make: Make) -> None:
    await rows.add()
    key = await make.key(Family.CONVERSATIONS, records.project, project_id=None)
    wide = Records(records.client, records.project, key.secret)
    assert [len(await wide.list(version=version)) for version in ("v1", "v2")] == [1, 1]
    refused = await wide.get()
    assert (refused.status_code, refused.json()["error_code"]) == (403, "USER_ACCESS_FORBIDDEN")


async def test_other_projects_are_invisible(records: Records, make: Make, resources: Resources) -> None:
    await Rows(resources.db, await make.project()).add()
    assert await records.page() == {"conversations": [], "cursor": None}


# --- latency


async def test_latency_on_demand(records: Records, rows: Rows) -> None:
    await rows.add("running")
    await rows.add("snapshot")
    plain = await records.list({"include_latency": "FALSE"})
    assert all("latency" not in turn for record in plain for turn in record["turns"])
    shown = await records.list({"include_latency": "true"})
    expected = {"perceived_latency": 0.25, "label": None, "perceived_latency_percentile_1d": None}
    assert [turn.pop("latency") for record in shown for turn in record["turns"]] == [expected] * 4
    assert shown == plain


# --- filters


async def test_the_environment_is_live_unless_another_is_asked_for(records: Records, rows: Rows) -> None:
    made = {environment: await rows.add(environment=environment) for environment in ("sandbox", "pre-release", "live")}
    assert await records.ids() == [public_id(made["live"])]
    for environment, conversation in made.items():
        assert await records.ids({"client_env": environment}) == [public_id(conversation)]


EVERY_CHANNEL = {"CHAT", "WEBCHAT", "VOICE-SIP", "VOICE-WEBRTC", "SMS"}
CHANNELS = [
    ("channel=WEBCHAT", {"WEBCHAT"}),
    ("channel=webchat", {"WEBCHAT"}),
    ("channel=chat", {"CHAT", "WEBCHAT"}),
    ("channel=Voice", {"VOICE-SIP", "VOICE-WEBRTC"}),
    ("channel=voice-sip", {"VOICE-SIP"}),
    ("channel=voice&channel=SMS", {"VOICE-SIP", "VOICE-WEBRTC", "SMS"}),
    ("channel=pigeon", set[str]()),
    ("channel=", EVERY_CHANNEL),
]


async def test_channels(records: Records, rows: Rows) -> None:
    await rows.add(channel="WEBCHAT")
    assert await records.list("channel=voice") == [], "nobody ever called"
    for channel in EVERY_CHANNEL:
        await rows.add(channel=channel)
    for asked, found in CHANNELS:
        for query in (f"{asked}&limit=20", f"{asked}&limit=100"):
            assert {record["channel"] for record in await records.list(query)} == found, query


async def test_variants(records: Records, rows: Rows) -> None:
    one = await rows.add(variant_id="VARIANT-1", variant_name="North & east")
    await rows.add(variant_id="VARIANT-2", variant_name="south")
    assert await records.ids("variant_id=VARIANT-1") == [public_id(one)]
    for spelling in ("North%20%26%20east", "North+%26+east"):
        assert await records.ids(f"variant_name={spelling}") == [public_id(one)]
    assert await records.ids("variant_name=north") == []


async def test_times_bound_the_start(records: Records, rows: Rows) -> None:
    start = a_moment_ago(90).replace(microsecond=0)
    ids = [await rows.add(at=start + timedelta(minutes=10 * number)) for number in range(3)]
    first, second, third = [public_id(each) for each in reversed(ids)]

    def text(minutes: int) -> str:
        return (start + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%S")

    assert await records.ids({"start_time": text(10) + "Z"}) == [first, second]
    assert await records.ids({"end_time": text(10)}) == [third], "without the end itself; no offset means UTC"
    assert await records.ids({"start_time": text(0) + "+00:00", "end_time": text(20) + ".5Z"}) == [first, second, third]
    assert await records.ids(f"start_time={text(60)}+01:00&end_time={text(70)}+01:00") == [third], "a plus as it is"
    assert await records.ids({"start_time": "1066-10-14", "end_time": "9000-01-01T00:00:00Z"}) == [first, second, third]
    assert await records.ids({"start_time": text(10), "end_time": text(10)}) == []


async def test_running_and_finished(records: Records, rows: Rows) -> None:
    running, ended, finished = await rows.add("running"), await rows.add("ended"), await rows.add("snapshot")
    assert await records.ids({"in_progress": "True"}) == [public_id(running)]
    assert set(await records.ids({"in_progress": "false"})) == {public_id(ended), public_id(finished)}
    assert len(await records.ids()) == 3


async def test_one_that_was_handed_over(records: Records, rows: Rows) -> None:
    await rows.add(ending=Ending("handoff", True, "asked for it", "desk"), from_number="+441", channel="VOICE-SIP")
    [record] = await records.list()
    assert (record["handoff"], record["handoff_reason"], record["handoff_destination"]) == (
        True,
        "asked for it",
        "desk",
    )
    assert (record["from_number"], record["state"]["from_"]) == ("+441", "+441")
    assert (record["total_duration"], record["polyai_duration"]) == (20, 11)


# --- pages


async def test_pages_by_cursor(records: Records, rows: Rows) -> None:
    start = a_moment_ago(60)
    for number in range(7):
        await rows.add(at=start + timedelta(seconds=number))
    expected = [public_id(each) for each in reversed(rows.ids)]
    first = await records.page({"limit": 3})
    assert first["next_offset"] == 3
    await rows.add(at=datetime.now(UTC))
    second = await records.page(f"limit=3&cursor={first['cursor']}&offset=100")
    assert set(second) == {"conversations", "cursor"}, "a cursor wins over an offset"
    third = await records.page(f"limit=3&cursor={second['cursor']}")
    assert third["cursor"] is None
    pages = (first, second, third)
    assert [record["id"] for page in pages for record in page["conversations"]] == expected


async def test_a_page_that_ends_with_the_list_is_the_last(records: Records, rows: Rows) -> None:
    for _ in range(4):
        await rows.add()
    page = await records.page({"limit": 4})
    assert (page["cursor"], "next_offset" in page) == (None, False)


async def test_pages_by_offset(records: Records, rows: Rows) -> None:
    start = a_moment_ago(60)
    for number in range(5):
        await rows.add(at=start + timedelta(seconds=number))
    oldest_first = [public_id(each) for each in rows.ids]
    for version in ("v1", "v2", "v3"):
        seen: list[str] = []
        offset: int | None = 0
        while offset is not None:
            page = await records.page({"limit": 2, "offset": offset}, version)
            seen += [record["id"] for record in page["conversations"]]
            offset = page.get("next_offset")
            assert offset in (len(seen), None)
        assert seen == (oldest_first if version == "v1" else oldest_first[::-1])
        assert await records.list({"offset": 99}, version) == []


async def test_five_unless_more_are_asked_for(records: Records, rows: Rows) -> None:
    for _ in range(6):
        await rows.add()
    assert len(await records.list()) == 5
    assert len(await records.list({"limit": 5000})) == 6


async def test_cursors_are_of_version_3_alone(records: Records, rows: Rows) -> None:
    await rows.add()
    for version in ("v1", "v2"):
        assert len(await records.list({"cursor": "rubbish"}, version)) == 1


async def test_a_database_that_is_gone(records: Records, resources: Resources, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(*_: object) -> None:
        raise DatabaseUnavailable

    monkeypatch.setattr(resources.db, "fetch", gone)
    response = await records.get()
    assert (response.status_code, response.headers["retry-after"]) == (503, "1")


# --- retrieval modes

TODAY = {"start_time": "2020-01-01", "end_time": "2100-01-01"}


async def test_transcript_search_page_by_page(records: Records, rows: Rows) -> None:
    start = a_moment_ago(60)
    for number in range(7):
        said = [("", "Hello!"), (f"my lobster number {number}", "Lobster? " * number)]
        await rows.add(at=start + timedelta(seconds=number), said=said)
        await rows.add(at=start + timedelta(seconds=number), said=[("", "Hello!"), ("crab", "Never had it.")])
    lobsters = [public_id(each) for each in rows.ids[::2]]
    search = {**TODAY, "query_type": "transcript", "query": "lobster", "limit": 3}
    for sort in ("newest", "best"):
        seen: list[str] = []
        page = await records.page({**search, "sort": sort})
        assert page["next_offset"] == 3
        while True:
            seen += [record["id"] for record in page["conversations"]]
            if page["cursor"] is None:
                break
            page = await records.page({**search, "sort": sort, "cursor": page["cursor"]})
        assert sorted(seen) == sorted(lobsters), sort
        if sort == "newest":
            assert seen == lobsters[::-1]
        by_offset = await records.page({**search, "sort": sort, "offset": 3})
        assert [record["id"] for record in by_offset["conversations"]] == seen[3:6]
    assert len(await records.ids({**search, "turn_type": "agent", "limit": 10})) == 6
    assert await records.ids({**search, "turn_type": "agent", "query": "crab"}) == []
    cursor = (await records.page({**search, "sort": "best"}))["cursor"]
    assert (await records.get({**search, "cursor": cursor})).status_code == 400, "it is of another order"


async def test_why_a_record_was_found(records: Records, rows: Rows) -> None:
    said = (
        ("", "Welcome"),
        ("Hello", "Hi"),
        ("I want a refund for my order", "A refund? Certainly."),
        ("Refund!", "Yes"),
    )
    await rows.add(said=said)
    search = {**TODAY, "query_type": "transcript", "query": "orders refunded", "include_match": "true"}
    [record] = (await records.page(search))["conversations"]
    assert record["match"] == {"score": 1.0, "turn": 2}
    assert "refund" in record["turns"][2]["user_input"]
    [record] = (await records.page({**search, "turn_type": "agent", "query": "refund"}))["conversations"]
    assert record["match"] == {"score": 1.0, "turn": 2}
    [record] = (await records.page({**search, "include_match": "false"}))["conversations"]
    assert "match" not in record
    assert (await records.get({**search, "limit": "51"})).status_code == 400


async def test_a_random_sample(records: Records, rows: Rows) -> None:
    for _ in range(6):
        await rows.add()
    everyone = {public_id(each) for each in rows.ids}
    page = await records.page({**TODAY, "sample": "random", "limit": 6})
    assert (set(page), page["cursor"]) == ({"conversations", "cursor"}, None), "all were drawn"
    assert {each["id"] for each in page["conversations"]} == everyone


async def test_a_random_sample_goes_on_without_repeating_itself(records: Records, rows: Rows) -> None:
    for _ in range(9):
        await rows.add()
    sampled = {**TODAY, "sample": "random", "limit": 2}
    everyone = sorted(public_id(each) for each in rows.ids)
    seen, page = [], await records.page(sampled)
    seen += [each["id"] for each in page["conversations"]]
    while (offset := page.get("next_offset")) is not None:
        assert offset == len(seen)
        page = await records.page({**sampled, "offset": offset})
        seen += [each["id"] for each in page["conversations"]]
    assert sorted(seen) == everyone
    by_cursor, page = [], await records.page(sampled)
    by_cursor += [each["id"] for each in page["conversations"]]
    while page["cursor"] is not None:
        page = await records.page({**sampled, "cursor": page["cursor"]})
        by_cursor += [each["id"] for each in page["conversations"]]
    assert sorted(by_cursor) == everyone
    late = await records.page({**sampled, "in_progress": "false", "offset": 4})
    assert len(late["conversations"]) == 2, "of a draw that nobody began"
    assert (await records.page({**sampled, "offset": 100}))["conversations"] == []


async def test_semantic_search(records: Records, rows: Rows, resources: Resources) -> None:
    ids = [await rows.add(stage) for stage in ("snapshot", "running", "snapshot")]
    asked: list[tuple[Filters, str, int, int]] = []

    class Likeness:
        async def find(self, filters: Filters, query: str, limit: int, offset: int) -> RecordList:
            asked.append((filters, query, limit, offset))
            return RecordList([RecordRef(ids[0]), RecordRef(ids[2]), RecordRef(ids[1])], more=offset == 0)

    resources.semantic = Likeness()  # type: ignore[assignment]
    query = {**TODAY, "query_type": "semantic", "query": " money back ", "limit": 3, "variant_name": "north"}
    page = await records.page(query)
    assert [each["id"] for each in page["conversations"]] == [public_id(ids[at]) for at in (0, 2, 1)], "nearest first"
    assert page["next_offset"] == 3
    for more in ({"cursor": page["cursor"]}, {"offset": 3}):
        last = await records.page({**query, **more})
        assert (last["cursor"], "next_offset" in last) == (None, False)
    (filters, text, limit, _), *others = asked
    assert [each[3] for each in asked] == [0, 3, 3]
    assert others == [(filters, text, limit, 3)] * 2
    assert (filters.project_id, filters.variant_name, text, limit) == (
        records.project.id,
        "north",
        "money back",
        3,
    )
    assert filters.end == datetime(2100, 1, 1, tzinfo=UTC)
