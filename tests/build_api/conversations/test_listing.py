"""The list of conversations: every filter, paging by cursor, search with its match, and exports."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import orjson
import pytest

from parley.domain.accounts.model import Family
from parley.domain.conversations.model import Ending, public_id
from parley.kit.clock import iso
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.domain.records.rows import Rows, a_moment_ago
from tests.make import Make

pytestmark = pytest.mark.io

LONG = [("", "Hello!"), ("where is my parcel", "On its way."), ("", "Are you there?"), ("=cmd|x", "Sorry?")]
CALLED = {"trace": {"functions": [{"name": "find_parcel"}]}}
SLOW = {"latency_ms": 2000.0, "trace": {"timings": {"model_first_piece_ms": 1500.0, "endpointing_ms": 300.0}}}
HANDED_OVER = Ending("handoff", handoff=True, handoff_reason="angry", handoff_destination="desk")


@dataclass(frozen=True, slots=True)
class Listing:
    builder: Builder
    rows: Rows
    names: dict[str, str]

    async def found(self, query: str) -> list[str]:
        listed = await self.builder.send("GET", f"/conversations?{query}")
        return [self.names[each["conversationId"]] for each in listed["conversations"]]


@pytest.fixture
async def listing(build: ContractClient, make: Make) -> Listing:
    builder = await Builder.of(build, make)
    rows = Rows(make.resources.db, builder.project_info)
    old = a_moment_ago(60 * 24 * 40)
    made = {
        "plain": await rows.add(at=a_moment_ago(50)),
        "handed": await rows.add(at=a_moment_ago(40), ending=HANDED_OVER, channel="VOICE-SIP", variant_id="v1"),
        "long": await rows.add(at=a_moment_ago(30), said=LONG, turn=CALLED, deployment_id=UUID(int=7)),
        "broken": await rows.add(at=a_moment_ago(20), ending=Ending("crash"), turn=SLOW),
        "misheard": await rows.add(at=a_moment_ago(15), turn={"is_ood": True, "function_errors": 1}),
        "measured": await rows.add(
            at=a_moment_ago(10),
            metrics=[("CSAT", 5), ("STEP", "a"), ("STEP", "b")],
            turn={"intents": ["returns", "prices"]},
        ),
        "asked": await rows.add("running", at=a_moment_ago(7), turn={"intents": ["parcels", "prices"]}),
        "running": await rows.add("running", at=a_moment_ago(5), turn=CALLED),
        "sandbox": await rows.add(at=a_moment_ago(3), environment="sandbox"),
        "old": await rows.add(at=old),
    }
    return Listing(builder, rows, {public_id(each): name for name, each in made.items()})


EVERY = ["sandbox", "running", "asked", "measured", "misheard", "broken", "long", "handed", "plain", "old"]


@pytest.mark.parametrize("is_marked", [True, False])
async def test_every_filter_means_what_it_says(listing: Listing, is_marked: bool) -> None:
    """Also of conversations that were finished by a version that wrote less of them down."""
    if not is_marked:
        await listing.rows.db.fetch("update conversations set marks = null, traits = null")
    cases = {
        "": EVERY,
        "environment=sandbox": ["sandbox"],
        f"startTime={iso(a_moment_ago(25))}&endTime={iso(a_moment_ago(12))}": ["misheard", "broken"],
        "channel=VOICE-SIP": ["handed"],
        "channel=VOICE-SIP&channel=WEBCHAT": EVERY,
        "variantId=v1": ["handed"],
        f"deploymentId={UUID(int=7)}": ["long"],
        "inProgress=true": ["running", "asked"],
        "inProgress=false": [each for each in EVERY if each not in ("running", "asked")],
        "handoff=true": ["handed"],
        "handoff=false&environment=sandbox": ["sandbox"],
        "handoffReason=angry": ["handed"],
        "minDuration=30": ["long"],
        "minDuration=20&maxDuration=30&environment=sandbox": ["sandbox"],
        "minTurns=3": ["long"],
        "maxTurns=3&environment=sandbox": ["sandbox"],
        "maxTurns=1": [],
        "minSilences=1": ["long"],
        "minMisunderstood=1": ["misheard"],
        "errors=true": ["misheard", "broken"],
        "errors=false&inProgress=true": ["running", "asked"],
        "errors=false&metric=CSAT": ["measured"],
        "topic=parcels": ["asked"],
        "topic=returns": ["measured"],
        "topic=prices": [],
        "metric=CSAT": ["measured"],
        "metric=CSAT=5": ["measured"],
        "metric=STEP=b": ["measured"],
        "metric=CSAT=4": [],
        "metric=STEP=": [],
        "function=find_parcel": ["running", "long"],
        "function=find": [],
        "minLatency=1900": ["broken"],
        "minLatency=240&environment=sandbox": ["sandbox"],
        "minLatency=3000": [],
        "latencyPart=model": ["broken"],
        "latencyPart=model&minLatency=1450": ["broken"],
        "latencyPart=model&minLatency=1900": [],
        "latencyPart=endpointing&minLatency=290": ["broken"],
        "latencyPart=synthesis": [],
        "handoff=true&channel=WEBCHAT": [],
    }
    for query, expected in cases.items():
        assert await listing.found(query) == expected, query


@pytest.mark.parametrize(
    "query",
    ["environment=prod", "minTurns=-1", "minTurns=x", "errors=maybe", "deploymentId=x", "startTime=now", "cursor=x",
     "q=x&limit=51", f"metric={'x' * 256}", "limit=501",
     "latencyPart=mind", "minLatency=-1"],
)  # fmt: skip
async def test_filters_that_are_none_are_refused(query: str, listing: Listing) -> None:
    await listing.builder.send("GET", f"/conversations?{query}", 400)


@pytest.mark.parametrize("query", ["limit=2", "limit=4&inProgress=false", "limit=1&q=hello"])
async def test_pages_follow_one_another(query: str, listing: Listing) -> None:
    whole = await listing.found(query.replace("limit=", "offset=0&limit=1"))
    seen, cursor, page = [], "", {}
    while cursor is not None:
        page = await listing.builder.send("GET", f"/conversations?{query}{cursor and '&cursor=' + cursor}")
        seen += [listing.names[each["conversationId"]] for each in page["conversations"]]
        cursor = page["nextCursor"]
    assert seen == whole
    assert len(seen) >= 8


async def test_the_count_is_of_all_that_fit(listing: Listing) -> None:
    page = await listing.builder.send("GET", "/conversations?limit=1")
    assert (len(page["conversations"]), page["count"]) == (1, len(EVERY))
    assert (await listing.builder.send("GET", "/conversations?handoff=true&limit=1"))["count"] == 1
    assert (await listing.builder.send("GET", "/conversations?q=hello"))["count"] is None


async def test_a_search_says_why(listing: Listing) -> None:
    page = await listing.builder.send("GET", "/conversations?q=my+parcel&speaker=user")
    [found] = page["conversations"]
    assert (listing.names[found["conversationId"]], found["match"]) == (
        "long",
        {"score": 1.0, "turn": 1, "text": found["match"]["text"]},
    )
    assert "parcel" in found["match"]["text"]
    assert await listing.found("q=parcel&speaker=agent") == []
    assert await listing.found("q=hello&handoff=true") == ["handed"]
    plain = await listing.builder.send("GET", "/conversations?limit=1")
    assert "match" not in plain["conversations"][0]


@pytest.mark.parametrize(
    "query", ["q=parcel", "unanswered=where", "beforeHandoff=person", "handoffReason=angry", "metric=STEP=a"]
)
async def test_who_may_not_read_what_was_said_cannot_search_for_it(query: str, listing: Listing) -> None:
    make, project = listing.builder.make, listing.builder.project_info
    blind = await make.key(Family.BUILD, project, settings={"show_transcripts": False})
    for address in ("/conversations", "/conversations/export.csv", "/conversations/export.ndjson"):
        await listing.builder.send("GET", f"{address}?{query}", 403, headers={"x-api-key": blind.secret})
    await listing.builder.send("GET", "/conversations?minTurns=1", headers={"x-api-key": blind.secret})
    await listing.builder.send("GET", "/analytics/themes", 403, headers={"x-api-key": blind.secret})


async def test_exports_hold_all_that_fit(listing: Listing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parley.build_api.conversations.listing.AT_ONCE", 2)
    whole = await listing.builder.send("GET", "/conversations")
    lines = await listing.builder.ask("GET", "/conversations/export.ndjson")
    assert [orjson.loads(line) for line in lines.text.splitlines()] == whole["conversations"]
    table = await listing.builder.ask("GET", "/conversations/export.csv?inProgress=false")
    assert "attachment" in table.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(table.text)))
    assert [listing.names[row["conversationId"]] for row in rows] == [
        each for each in EVERY if each not in ("running", "asked")
    ]
    assert {row["handoff"] for row in rows} == {"true", "false"}
    empty = await listing.builder.ask("GET", "/conversations/export.ndjson?metric=NONE")
    assert empty.text == ""


async def test_no_cell_of_a_table_is_a_formula(listing: Listing) -> None:
    await listing.rows.add(
        at=a_moment_ago(1), from_number="+442079460000", variant_id="=1+1", variant_name="@x", channel="-x"
    )
    table = await listing.builder.ask("GET", "/conversations/export.csv?variantId=%3D1%2B1")
    [row] = csv.DictReader(io.StringIO(table.text))
    shown = {name: row[name] for name in ("fromNumber", "variantId", "variantName", "channel")}
    assert shown == {"fromNumber": "+442079460000", "variantId": "'=1+1", "variantName": "'@x", "channel": "'-x"}


async def test_conversations_of_others_are_in_no_answer(listing: Listing, build: ContractClient, make: Make) -> None:
    other = await Builder.of(build, make)
    for path in ("", "?q=hello", "?function=find_parcel"):
        assert (await other.send("GET", f"/conversations{path}"))["conversations"] == []
    assert (await other.ask("GET", "/conversations/export.ndjson")).text == ""
    foreign: Any = await other.ask("GET", f"/../{listing.builder.project_info.id}/conversations")
    assert foreign.status_code == 404


async def test_times_are_those_of_the_start(listing: Listing) -> None:
    assert await listing.found(f"endTime={iso(a_moment_ago() - timedelta(days=30))}") == ["old"]


async def test_moments_have_an_offset_and_what_is_unknown_is_null(build: ContractClient, make: Make) -> None:
    """As clients of the hosted service read them."""
    builder = await Builder.of(build, make)
    await builder.deploy()
    begun = await builder.send("POST", "/debug-chat", 201, json={"clientEnv": "sandbox"})
    (row,) = (await builder.send("GET", "/conversations"))["conversations"]
    assert row["conversationId"] == begun["conversationId"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00", row["startedAt"])
    assert row["createdAt"] == row["startedAt"]
    unknown = ("fromNumber", "toNumber", "handoffReason", "handoffDestination", "variantId", "finishedAt", "note")
    assert [row[each] for each in unknown] == [None] * len(unknown)
