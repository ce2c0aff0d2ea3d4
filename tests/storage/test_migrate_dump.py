"""A database that an earlier version left behind is migrated, and everything in it goes on where it was.

`dumps/make_dump.py` made it, with what that version answered about it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from parley.providers.llm.scripted import Answer, Call, Say, ScriptedModel
from parley.storage import queue
from parley.worker.registry import JOBS
from tests.build_api.builder import run_jobs
from tests.storage.dumps.make_dump import FOLDER
from tests.storage.dumps.opening import (
    FIRST,
    RENAMED,
    Dump,
    HotelClient,
    as_it_is_told_now,
    check_deliveries,
    known_part,
    migrated_dump,
    open_dump,
)
from tests.storage.test_migrate import OURS_ONLY, catalog

pytestmark = pytest.mark.io

VERSIONS = sorted(path.stem for path in FOLDER.glob("*.sql") if path.stem != FIRST)
EMPTY: dict[str, str] = {}
"""Tables without a row in the dumps → the reason."""


@pytest.fixture(scope="module", params=VERSIONS)
async def dump(request: pytest.FixtureRequest, postgres: str) -> AsyncIterator[Dump]:
    async with migrated_dump(postgres, request.param) as migrated:
        yield migrated


@pytest.fixture(scope="module")
async def reader(postgres: str, dump: Dump) -> AsyncIterator[HotelClient]:
    """For tests that change nothing: they share one copy of the database."""
    async with open_dump(postgres, dump) as client:
        yield client


@pytest.fixture(scope="module")
async def guest(postgres: str, dump: Dump) -> AsyncIterator[HotelClient]:
    """For tests that change something, each something else: they share another copy."""
    async with open_dump(postgres, dump) as client:
        yield client


async def test_the_schema_is_that_of_a_new_database(dump: Dump, dsn: str) -> None:
    new = await catalog(dsn)
    assert new["columns"], "there is a schema to compare"
    assert await catalog(dump.dsn) == new


async def test_no_row_is_lost(dump: Dump) -> None:
    before = {RENAMED.get(name, name): count for name, count in dump.before.items() if name not in OURS_ONLY}
    assert {name for name, count in before.items() if not count} == EMPTY.keys()
    assert {name: dump.after.get(name) for name in before} == before


async def test_what_was_answered_is_answered_again(reader: HotelClient) -> None:
    """Records in all versions, found by their words too; handoff states; all that is configured, deployed, measured."""
    assert reader.notes["reads"]
    for read in reader.notes["reads"]:
        if read["path"].endswith("/test-history"):
            await check_test_history(reader, read)
            continue
        # An environment, or all of them, has had to be named since.
        path = read["path"] + ("?environment=all" if read["path"].endswith("/deployments") else "")
        before = as_it_is_told_now(read["path"], read["body"])
        assert known_part(await reader.get(read["key"], path), before) == before, path


async def check_test_history(reader: HotelClient, read: dict[str, Any]) -> None:
    """It listed runs with their results once, and lists the results now."""
    entries = (await reader.get(read["key"], read["path"]))["testHistory"]
    runs = read["body"]["testHistory"]
    assert [(each["testRunId"], each["testCaseId"], each["status"]) for each in entries] == [
        (run["testRunId"], result["name"], result["status"]) for run in runs for result in run["results"]
    ]


async def test_records_are_found_by_their_meaning(reader: HotelClient) -> None:
    """By a vector in a block, and by one in none."""
    finished = reader.notes["finished"]
    times = {"start_time": "2020-01-01T00:00:00Z", "end_time": reader.notes["made_at"]}
    for question, name in (("a place for a vehicle", "parking"), ("somebody has taken my suitcase", "luggage")):
        (found,) = await reader.records(query_type="semantic", query=question, limit="1", **times)
        assert found["id"] == finished[name]


async def test_a_conversation_goes_on(guest: HotelClient) -> None:
    """In its flow, although a process that is gone has leased it, with its entities, its state, and the secrets."""
    conversation = guest.notes["open_booking"]
    assert await guest.say(conversation, "Yes", Call("confirm_booking")) == (
        "Booking; Confirm; sea view; 3 nights; 2031-05-03; 360 pounds until 03 February 2031; breakfast/parking; "
        "the Harbour Hotel; until two; 6 lines"
    )
    assert "4711" in await guest.say(conversation, "And the door?", Call("door_code"))
    assert [turn["number"] for turn in await guest.turns(conversation)] == [0, 1, 2, 3, 4]


async def test_a_guest_is_remembered(guest: HotelClient) -> None:
    body = {"integration_attributes": {"guest": "g-2"}}
    assert (await guest.chat("create", body))["response"] == "Welcome back. The sea view room again?"


async def test_a_retry_gets_the_answer_that_was_kept(reader: HotelClient) -> None:
    kept = reader.notes["kept_reply"]
    assert await reader.chat("respond", kept["request"], **{"Idempotency-Key": "deposit-1"}) == kept["reply"]


async def test_an_event_that_was_accepted_is_heard_of(guest: HotelClient) -> None:
    said = await guest.say(guest.notes["open_payment"], "Has it arrived?", Call("payment_status"))
    assert said == 'Known: {"paid": 50}'


async def test_reserved_numbers_are_taken(reader: HotelClient) -> None:
    headers, path = reader.notes["keys"]["dni"], "/v1/conversations/dni-reservation"
    answer = await reader.installation.platform.post(path, headers=headers, json={"attributes": {}})
    assert (answer.status_code, answer.json()["error_code"]) == (404, "NO_ROUTE_AVAILABLE")


async def test_jobs_are_done(guest: HotelClient) -> None:
    """All of them, by a worker that knows their kinds; and what came of them is what it would have been."""
    notes, resources = guest.notes, guest.installation.resources
    guest.installation.models[notes["project"]] = ScriptedModel([Answer((Say("It has arrived."),), repeat=True)])
    while await run_jobs(resources, JOBS):
        pass
    left = await resources.db.fetch("select kind, failed_at from jobs")
    assert [(row["kind"], row["failed_at"] is None) for row in left] == [("messages.send", False)]
    async with resources.db.transaction() as tx:
        (letter,) = await queue.dead_letters(tx)
        assert await queue.requeue(tx, letter["id"])
    assert await run_jobs(resources, JOBS) == 1
    assert await resources.db.fetch("select from jobs") == []
    assert {row["status"] for row in await resources.db.fetch("select status from messages")} == {"recorded"}
    (ended,) = [each for each in await guest.records(limit="50") if each["id"] == notes["ended"]]
    assert (ended["in_progress"], ended["metrics"]["LINES"]) == (False, "3")
    path = f"/v1/agents/{notes['project']}/testing/test-runs/{notes['queued_test_run']}"
    run = await guest.get("build", path)
    assert (run["status"], run["passed"], run["total"]) == ("passed", 2, 2)
    assert "woken by an external event" in (await guest.turns(notes["running_call"]))[-1]["trace"]["notes"]


async def test_webhooks_are_delivered(guest: HotelClient) -> None:
    """What was not delivered yet, signed with the secrets of the endpoint: also with the one before the last, which is
    good for a while."""
    await check_deliveries(guest)
