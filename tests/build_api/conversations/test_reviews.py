"""Notes, tags and ratings: who writes them, where they are shown, and where they are not."""

from __future__ import annotations

from typing import Any

import pytest

from parley.domain.accounts.model import Family, Role
from parley.domain.conversations import actions as conversations
from parley.domain.conversations.model import public_id
from parley.domain.reviews.model import MOST_TAGS
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.domain.records.rows import Rows, a_moment_ago
from tests.make import Make, browser_headers

pytestmark = pytest.mark.io


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make, await make.project(settings={"redact": ["email"]}))


async def one(builder: Builder, minutes: float = 60) -> str:
    rows = Rows(builder.make.resources.db, builder.project_info)
    return f"/conversations/{public_id(await rows.add(at=a_moment_ago(minutes)))}"


async def person(builder: Builder, role: Role) -> dict[str, str]:
    """Headers of somebody who is signed in, each with a key of their own."""
    return browser_headers((await builder.make.signed_in(builder.project_info, role)).secret)


async def as_person(
    builder: Builder, headers: dict[str, str], method: str, path: str, **options: Any
) -> tuple[int, Any]:
    response = await builder.client.request(method, builder.path + path, headers=headers, **options)
    return response.status_code, response.json() if response.content else None


async def test_what_people_write_stands_beside_the_conversation(builder: Builder, platform: ContractClient) -> None:
    path = await one(builder)
    key = await builder.make.key(Family.CONVERSATIONS, builder.project_info)
    record = f"/v3/{builder.project_info.account_id}/{builder.project_info.id}/conversations"
    before = await platform.get(record, headers={"x-api-key": key.secret})
    ada = await person(builder, Role.EDITOR)
    status, note = await as_person(
        builder, ada, "POST", f"{path}/notes", json={"text": " Ask ada@example.com \n", "turn": 1}
    )
    assert (status, note["text"], note["turn"], note["deletable"]) == (201, "Ask [email]", 1, True)
    await builder.send("PUT", f"{path}/tags/Wrong%20Answer")
    assert (await builder.send("PUT", f"{path}/tags/billing"))["tags"] == ["billing", "wrong-answer"]
    await as_person(builder, ada, "PUT", f"{path}/rating", json={"rating": "up", "turn": 1})
    await as_person(builder, ada, "PUT", f"{path}/rating", json={"rating": "down", "turn": 1, "reason": "rude"})
    rated = await builder.send("PUT", f"{path}/rating", json={"rating": "up"})
    assert [(each["rating"], each["turn"], each["own"]) for each in rated["ratings"]] == [
        ("up", None, True),
        ("down", 1, False),
    ]
    review = await builder.send("GET", f"{path}/review")
    assert [each["text"] for each in review["notes"]] == ["Ask [email]"]
    assert review["ratings"][1]["reason"] == "rude"
    [listed] = (await builder.send("GET", "/conversations"))["conversations"]
    shown = {name: listed[name] for name in ("tags", "numNotes", "thumbsUp", "thumbsDown")}
    assert shown == {"tags": ["billing", "wrong-answer"], "numNotes": 1, "thumbsUp": 1, "thumbsDown": 1}
    table = (await builder.ask("GET", "/conversations/export.csv")).text.splitlines()
    assert table[0].endswith("tags,numNotes,thumbsUp,thumbsDown")
    assert table[1].endswith("billing wrong-answer,1,1,1")
    assert before.json()["conversations"]
    assert (await platform.get(record, headers={"x-api-key": key.secret})).content == before.content


async def test_everything_can_be_taken_back(builder: Builder) -> None:
    path = await one(builder)
    note = await builder.send("POST", f"{path}/notes", 201, json={"text": "x"})
    await builder.send("PUT", f"{path}/tags/a")
    await builder.send("PUT", f"{path}/rating", json={"rating": "up"})
    await builder.send("DELETE", f"{path}/notes/{note['id']}", 204)
    assert (await builder.send("DELETE", f"{path}/tags/A"))["tags"] == []
    assert (await builder.send("PUT", f"{path}/rating", json={"rating": None}))["ratings"] == []
    review = await builder.send("GET", f"{path}/review")
    assert (review["notes"], review["tags"], review["ratings"]) == ([], [], [])
    await builder.send("DELETE", f"{path}/notes/{note['id']}", 404)
    await builder.send("DELETE", f"{path}/notes/x", 404)


async def test_a_note_is_deleted_by_its_author_or_an_admin(builder: Builder) -> None:
    path = await one(builder)
    ada, bob, admin = [await person(builder, role) for role in (Role.EDITOR, Role.EDITOR, Role.ADMIN)]
    viewer = await person(builder, Role.VIEWER)
    made = [(await as_person(builder, ada, "POST", f"{path}/notes", json={"text": "x"}))[1]["id"] for _ in range(2)]
    assert (await as_person(builder, viewer, "POST", f"{path}/notes", json={"text": "x"}))[0] == 403
    assert (await as_person(builder, viewer, "GET", f"{path}/review"))[0] == 200
    assert (await as_person(builder, bob, "DELETE", f"{path}/notes/{made[0]}"))[0] == 403
    assert (await as_person(builder, ada, "DELETE", f"{path}/notes/{made[0]}"))[0] == 204
    assert (await as_person(builder, admin, "DELETE", f"{path}/notes/{made[1]}"))[0] == 204


async def test_what_is_refused(builder: Builder, build: ContractClient, make: Make) -> None:
    path = await one(builder)
    for body in ({"text": "  "}, {"text": "x" * 4001}, {"text": "x", "turn": -1}, {"text": "x", "more": 1}):
        await builder.send("POST", f"{path}/notes", 400, json=body)
    await builder.send("POST", f"{path}/notes", 404, json={"text": "x", "turn": 2})
    await builder.send("PUT", f"{path}/rating", 404, json={"rating": "up", "turn": 7})
    await builder.send("PUT", f"{path}/rating", 400, json={"rating": "sideways"})
    await builder.send("PUT", f"{path}/tags/a,b", 400)
    for number in range(MOST_TAGS):
        await builder.send("PUT", f"{path}/tags/t{number}")
    await builder.send("PUT", f"{path}/tags/t0")
    await builder.send("PUT", f"{path}/tags/more", 409)
    other = await Builder.of(build, make)
    await other.send("GET", f"{path}/review", 404)
    await other.send("POST", f"{path}/notes", 404, json={"text": "x"})
    await other.send("PUT", f"{path}/tags/x", 404)
    await builder.send("GET", "/conversations/CHAT-1/review", 404)
    assert (await other.send("GET", "/tags"))["tags"] == []


async def test_conversations_are_found_by_what_was_written(builder: Builder) -> None:
    first, second, third = [await one(builder, minutes) for minutes in (30, 20, 10)]
    for path, tag in ((first, "a"), (first, "b"), (second, "a")):
        await builder.send("PUT", f"{path}/tags/{tag}")
    await builder.send("PUT", f"{second}/rating", json={"rating": "down", "turn": 1})
    await builder.send("PUT", f"{third}/rating", json={"rating": "up"})
    await builder.send("POST", f"{third}/notes", 201, json={"text": "x"})
    cases = {
        "tag=a": [second, first],
        "tag=A&tag=b": [first],
        "tag=none": [],
        "rating=up": [third],
        "rating=down": [second],
        "hasNotes=true": [third],
        "hasNotes=false&tag=a": [second, first],
    }
    for query, expected in cases.items():
        listed = (await builder.send("GET", f"/conversations?{query}"))["conversations"]
        assert [f"/conversations/{each['conversationId']}" for each in listed] == expected, query
    lines = (await builder.ask("GET", "/conversations/export.ndjson?tag=b")).text.splitlines()
    assert len(lines) == 1
    await builder.send("GET", "/conversations?tag=a,b", 400)
    assert (await builder.send("GET", "/tags"))["tags"] == [
        {"tag": "a", "conversations": 2},
        {"tag": "b", "conversations": 1},
    ]


async def test_it_goes_with_the_conversation(builder: Builder) -> None:
    rows = Rows(builder.make.resources.db, builder.project_info)
    found = await rows.add()
    path = f"/conversations/{public_id(found)}"
    await builder.send("PUT", f"{path}/tags/a")
    async with builder.make.resources.db.transaction() as tx:
        await conversations.remove(tx, found)
    assert (await builder.send("GET", "/tags"))["tags"] == []
    await builder.send("PUT", f"{path}/tags/a", 404)
