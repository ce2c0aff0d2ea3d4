"""Stepping through a list from any conversation of it on."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest

from parley.domain.accounts.model import Family
from parley.domain.conversations.model import Ending, public_id
from parley.domain.records import neighbours as finding
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.domain.records.rows import Rows, a_moment_ago
from tests.make import Make

pytestmark = pytest.mark.io

HANDED_OVER = Ending("handoff", handoff=True, handoff_reason="angry")
PARCEL = [("", "Hello!"), ("where is my parcel", "On its way.")]


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


@pytest.fixture
async def listed(builder: Builder) -> list[UUID]:
    """Newest first; of two environments, and far apart."""
    rows = Rows(builder.make.resources.db, builder.project_info)
    minutes = (1, 2, 3, 60 * 30, 60 * 31, 60 * 24 * 40)
    return [
        await rows.add(
            at=a_moment_ago(each),
            environment="sandbox" if number % 2 else "live",
            ending=HANDED_OVER if number in (0, 3, 5) else None,
            said=PARCEL if number in (0, 1, 4, 5) else [("", "Hello!"), ("hi", "Yes?")],
        )
        for number, each in enumerate(minutes)
    ]


async def beside(builder: Builder, conversation: UUID, query: str = "") -> tuple[str | None, str | None]:
    found = await builder.send("GET", f"/conversations/{public_id(conversation)}/neighbours?{query}")
    previous, following = (each and each["conversationId"] for each in (found["previous"], found["next"]))
    return previous, following


FITTING = {
    "": (0, 1, 2, 3, 4, 5),
    "environment=sandbox": (1, 3, 5),
    "handoff=true": (0, 3, 5),
    "minTurns=1&errors=false": (0, 1, 2, 3, 4, 5),
    "channel=WEBCHAT&channel=CHAT": (0, 1, 2, 3, 4, 5),
    "q=parcel": (0, 1, 4, 5),
    "q=%22my+parcel%22&speaker=user": (0, 1, 4, 5),
    "q=parcel&handoff=true": (0, 5),
}


async def test_each_leads_to_the_one_before_and_after_it(builder: Builder, listed: list[UUID]) -> None:
    """Those that do not fit, too: they have a place among those that do."""
    for query, fitting in FITTING.items():
        for number, conversation in enumerate(listed):
            newer = [public_id(listed[each]) for each in fitting if each < number]
            older = [public_id(listed[each]) for each in fitting if each > number]
            expected = (newer[-1] if newer else None, older[0] if older else None)
            assert await beside(builder, conversation, query) == expected, (query, number)


async def test_where_it_stands_is_counted(builder: Builder, listed: list[UUID]) -> None:
    path = f"/conversations/{public_id(listed[3])}/neighbours"
    found = await builder.send("GET", path)
    assert (found["position"], found["count"]) == (4, 6)
    found = await builder.send("GET", f"{path}?handoff=true")
    assert (found["position"], found["count"]) == (2, 3)
    found = await builder.send("GET", f"{path}?q=parcel")
    assert (found["position"], found["count"]) == (None, None)


async def test_a_search_says_which_turn_to_begin_with(builder: Builder, listed: list[UUID]) -> None:
    found = await builder.send("GET", f"/conversations/{public_id(listed[0])}/neighbours?q=parcel")
    assert found["next"]["match"]["turn"] == 1
    assert (found["previous"], found["position"], found["count"]) == (None, 1, 4)
    await builder.send("GET", f"/conversations/{public_id(listed[0])}/neighbours?q=parcel&search=semantic")


async def test_what_was_often_said_since_is_looked_at_in_ever_shorter_times(
    builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "READ", 2)
    monkeypatch.setattr(finding, "NEAREST", 1)
    rows = Rows(builder.make.resources.db, builder.project_info)
    made = [await rows.add(at=a_moment_ago(300) + timedelta(minutes=each), said=PARCEL) for each in range(12)]
    for older, newer in pairwise(made):
        assert (await beside(builder, older, "q=parcel"))[0] == public_id(newer)
    assert (await beside(builder, made[-1], "q=parcel"))[0] is None


async def test_who_may_not(builder: Builder, listed: list[UUID], make: Make) -> None:
    foreign = await Builder.of(builder.client, make)
    await foreign.send("GET", f"/conversations/{public_id(listed[0])}/neighbours", 404)
    await builder.send("GET", "/conversations/nobody/neighbours", 404)
    blind = await make.key(Family.BUILD, builder.project_info, settings={"show_transcripts": False})
    headers: dict[str, Any] = {"headers": {"x-api-key": blind.secret}}
    path = f"/conversations/{public_id(listed[0])}/neighbours"
    await builder.send("GET", f"{path}?q=parcel", 403, **headers)
    await builder.send("GET", path, **headers)
