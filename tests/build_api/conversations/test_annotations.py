"""What clients of the hosted service say about conversations."""

from __future__ import annotations

import pytest

from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io


@pytest.fixture
async def path(builder: Builder) -> str:
    await builder.deploy()
    opened = await builder.send("POST", "/debug-chat", 201, json={"clientEnv": "sandbox"})
    return f"/conversations/{opened['conversationId']}"


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def test_a_note_is_written(builder: Builder, path: str, build: ContractClient, make: Make) -> None:
    assert await builder.send("POST", f"{path}/note", 201, json={"note": " Called back. "}) == {"success": True}
    assert (await builder.send("GET", path))["note"] == "Called back."
    for wrong in ({}, {"note": ""}, {"note": "  "}, {"note": "x", "more": 1}):
        await builder.send("POST", f"{path}/note", 400, json=wrong)
    stranger = await Builder.of(build, make)
    await stranger.send("POST", f"{path}/note", 404, json={"note": "Mine."})


async def test_annotations_become_notes_and_tags(builder: Builder, path: str) -> None:
    one = {"turnId": 0, "role": "agent", "annotationType": "wrong_info"}
    two = {"turnId": 0, "role": "user", "annotationType": "missing_topic"}
    answer = await builder.send("POST", f"{path}/annotation", 201, json={"annotations": [one, two]})
    assert answer == {"success": True}
    review = await builder.send("GET", f"{path}/review")
    assert [(each["turn"], each["text"]) for each in review["notes"]] == [
        (0, "wrong_info (agent)"),
        (0, "missing_topic (user)"),
    ]
    assert (await builder.send("GET", path))["tags"] == ["missing_topic", "wrong_info"]
    missing = await builder.send("POST", f"{path}/annotation", 404, json={"annotations": [one, {**one, "turnId": 9}]})
    assert missing["error_code"] == "TURN_NOT_FOUND"
    assert len((await builder.send("GET", f"{path}/review"))["notes"]) == 2, "all or none"
    for wrong in ({**one, "role": "model"}, {**one, "annotationType": "boring"}, {**one, "turnId": -1}):
        await builder.send("POST", f"{path}/annotation", 400, json={"annotations": [wrong]})
