"""The upgrade from the first schema to today's: what it knew can be read, and goes on.

Code of that version filled the database through its own HTTP services, and noted what it answered. Databases from
before it cannot be upgraded: their migrations were still edited, which the checksums tell.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from parley.providers.llm.scripted import Answer, Call, Say, ScriptedModel
from parley.storage.migrate import all_migrations
from parley.worker.registry import JOBS
from tests.build_api.builder import run_jobs
from tests.storage.dumps.opening import (
    FIRST,
    RENAMED,
    Dump,
    HotelClient,
    check_deliveries,
    known_part,
    migrated_dump,
    open_dump,
)
from tests.storage.test_migrate import OURS_ONLY, catalog

pytestmark = pytest.mark.io


@pytest.fixture(scope="module")
async def dump(postgres: str) -> AsyncIterator[Dump]:
    async with migrated_dump(postgres, FIRST) as migrated:
        yield migrated


@pytest.fixture(scope="module")
async def hotel(postgres: str, dump: Dump) -> AsyncIterator[HotelClient]:
    async with open_dump(postgres, dump) as client:
        yield client


async def test_every_migration_since_then_was_applied(dump: Dump, dsn: str) -> None:
    assert dump.before["schema_migrations"] == int(FIRST)
    assert dump.after["schema_migrations"] == len(all_migrations())
    assert await catalog(dump.dsn) == await catalog(dsn)


async def test_no_row_is_lost(dump: Dump) -> None:
    before = {RENAMED.get(name, name): count for name, count in dump.before.items() if name not in OURS_ONLY}
    assert {name: dump.after.get(name) for name in before} == before
    noun_tables = {"accounts", "keys", "deployments", "alert_rules", "webhook_deliveries", "conversations", "turns"}
    assert not {name for name in noun_tables if not before[name]}


async def test_what_was_answered_is_answered_again(hotel: HotelClient) -> None:
    """Records in all versions, handoff states, agents, deployments, numbers, alerts, webhook endpoints, traces."""
    assert len(hotel.notes["reads"]) == 14
    for read in hotel.notes["reads"]:
        path = read["path"] + ("?environment=all" if read["path"].endswith("/deployments") else "")
        assert known_part(await hotel.get(read["key"], path), read["body"]) == read["body"], path


async def test_keys_open_what_they_opened(hotel: HotelClient) -> None:
    notes = hotel.notes
    path = f"/v3/{notes['account']}/{notes['project']}/conversations"
    expected = {"conversations": 200, "handoff": 403, "build": 403}
    platform = hotel.installation.platform
    found = {name: (await platform.get(path, headers=notes["keys"][name])).status_code for name in expected}
    assert found == expected
    assert (await platform.get(path, headers=notes["revoked_key"])).status_code == 401


async def test_a_conversation_goes_on(hotel: HotelClient) -> None:
    """In its flow, with its entities, the objects of its state, its configuration and the secrets."""
    conversation = hotel.notes["open_booking"]
    assert await hotel.say(conversation, "Yes", Call("confirm_booking")) == (
        "Booking; Confirm; sea view; 3 nights; 2031-05-03; 360 pounds until 03 February 2031; breakfast/parking; "
        "the Harbour Hotel; until midnight; 6 lines"
    )
    assert "4711" in await hotel.say(conversation, "And the door?", Call("door_code"))


async def test_a_caller_is_remembered(hotel: HotelClient) -> None:
    body = {"integration_attributes": {"guest": "g-2"}}
    assert (await hotel.chat("create", body))["response"] == "Welcome back. The sea view room again?"


async def test_jobs_are_done(hotel: HotelClient) -> None:
    """A conversation that had ended without a record gets it from the end function of its deployment."""
    resources, notes = hotel.installation.resources, hotel.notes
    hotel.installation.models[notes["project"]] = ScriptedModel([Answer((Say("Yes."),), repeat=True)])
    while await run_jobs(resources, JOBS):
        pass
    assert await resources.db.fetch("select from jobs") == []
    (ended,) = [each for each in await hotel.records(limit="50") if each["id"] == notes["ended"]]
    assert (ended["in_progress"], ended["metrics"]["LINES"]) == (False, "3")


async def test_webhooks_are_delivered(hotel: HotelClient) -> None:
    await check_deliveries(hotel)
