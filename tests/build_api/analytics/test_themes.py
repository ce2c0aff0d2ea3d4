"""What was not understood and what was handed over, by meaning, and the conversations behind it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from parley.domain.conversations.model import Ending, public_id
from parley.kit.clock import iso
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.domain.records.rows import Rows, a_moment_ago
from tests.make import Make

pytestmark = pytest.mark.io

ANGRY = Ending("handoff", handoff=True, handoff_reason="angry")
UNKNOWN: dict[str, Any] = {"turn": {"is_ood": True}}


def said(text: str) -> list[tuple[str, str]]:
    return [("", "Hello!"), (text, "Sorry, I did not get that.")]


async def test_themes_and_the_conversations_behind_them(build: ContractClient, make: Make) -> None:
    builder, other = await Builder.of(build, make), await Builder.of(build, make)
    rows = Rows(make.resources.db, builder.project_info)
    football = [
        await rows.add(said=said("Who won the football last night?"), **UNKNOWN),
        await rows.add(said=said("who won the football last night"), environment="sandbox", **UNKNOWN),
        await rows.add(said=said("Do you know who won the football match last night?"), ending=ANGRY, **UNKNOWN),
    ]
    await rows.add(said=said("Do you have parking for a van?"), **UNKNOWN)
    await rows.add(said=said("*****"), **UNKNOWN)
    await rows.add(said=said("Is there anywhere to park?"), at=a_moment_ago(60 * 24 * 8), **UNKNOWN)
    await rows.add(said=said("All good."))

    found = await builder.send("GET", "/analytics/themes")
    assert (found["byMeaning"], found["sampled"], found["sampledBefore"]) == (True, 4, 1)
    first, second = found["themes"]
    assert "football" in first["wording"]
    assert (first["share"], first["shareBefore"], first["conversations"]) == (0.75, 0.0, 3)
    assert first["handoffReasons"] == {"angry": 1}
    assert ("park" in second["wording"], second["shareBefore"]) == (True, 1.0)

    when = {"startTime": found["start"], "endTime": found["end"], "unanswered": first["wording"]}
    listed = await builder.send("GET", "/conversations", params=when)
    assert {each["conversationId"] for each in listed["conversations"]} == {public_id(each) for each in football}
    both = await builder.send("GET", "/conversations", params={**when, "handoff": "true"})
    assert [each["conversationId"] for each in both["conversations"]] == [public_id(football[2])]
    none = await builder.send("GET", "/conversations", params={**when, "unanswered": "What is for lunch?"})
    assert none["conversations"] == []

    handed = await builder.send("GET", "/analytics/themes", params={"about": "handoffs", "environment": "live"})
    [theme] = handed["themes"]
    assert (handed["total"], theme["count"], theme["handoffReasons"]) == (1, 1, {"angry": 1})
    behind = await builder.send("GET", "/conversations", params={"beforeHandoff": theme["wording"]})
    assert [each["conversationId"] for each in behind["conversations"]] == [public_id(football[2])]

    assert (await other.send("GET", "/analytics/themes"))["themes"] == []
    assert (await build.get(f"{builder.path}/analytics/themes", headers=other.headers)).status_code == 404
    long_ago = {"start": iso(a_moment_ago() - timedelta(days=500))}
    await builder.send("GET", "/analytics/themes", 400, params=long_ago)


async def test_without_embeddings_the_same_words_are_a_theme(
    build: ContractClient, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = await Builder.of(build, make)
    rows = Rows(make.resources.db, builder.project_info)
    for text in ("Vegan?", "vegan", "Any vegan dishes?"):
        await rows.add(said=said(text), **UNKNOWN)
    monkeypatch.setattr(make.resources.semantic, "embedder", None)
    found = await builder.send("GET", "/analytics/themes")
    assert (found["byMeaning"], [theme["count"] for theme in found["themes"]]) == (False, [2, 1])
