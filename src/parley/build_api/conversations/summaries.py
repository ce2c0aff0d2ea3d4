"""A conversation without its turns, as lists and the detail show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import orjson
from pydantic import BaseModel, Field

from parley.domain.conversations import store as conversations
from parley.domain.conversations import summary_store
from parley.domain.conversations.model import CALL_PREFIX, INBOUND_PREFIX
from parley.domain.recordings import store as recordings
from parley.domain.records.model import View
from parley.domain.records.pages.reader import read_records_by_id
from parley.domain.reviews import store as reviews
from parley.domain.reviews.model import NOTHING
from parley.domain.reviews.model import Summary as ReviewSummary
from parley.kit.clock import iso, with_offset
from parley.storage.db import Database, Row

PUBLIC_NAMES = {
    "id": "conversationId",
    "account_id": "accountId",
    "project_id": "projectId",
    "variant_id": "variantId",
    "variant_name": "variantName",
    "environment": "clientEnv",
    "started_at": "startedAt",
    "channel": "channel",
    "from_number": "fromNumber",
    "to_number": "toNumber",
    "in_progress": "inProgress",
    "num_turns": "numTurns",
    "total_duration": "totalDuration",
    "polyai_duration": "polyaiDuration",
    "handoff": "handoff",
    "handoff_reason": "handoffReason",
    "handoff_destination": "handoffDestination",
    "num_silences": "numSilences",
    "num_ood": "numOod",
}


MOMENTS = ("startedAt", "createdAt", "finishedAt")
UNKNOWN_IS_NULL = ("variantId", "language", "fromNumber", "toNumber", "handoffReason", "handoffDestination")


class ShortSummary(BaseModel):
    heading: str
    content: str


class Summary(BaseModel):
    conversationId: str
    accountId: str
    projectId: str
    variantId: str | None
    variantName: str
    deploymentId: str = Field(description="The one that answered last.")
    clientEnv: str
    createdAt: str
    startedAt: str
    finishedAt: str | None
    channel: str
    direction: str | None = Field(description="inbound or outbound, of a call; null: a chat.")
    language: str | None
    fromNumber: str | None
    toNumber: str | None
    inProgress: bool
    numTurns: int
    duration: int = Field(description="Seconds.")
    totalDuration: int
    polyaiDuration: int
    handoff: bool
    handoffReason: str | None
    handoffDestination: str | None
    numSilences: int
    numOod: int
    polyScore: float | None = Field(description="Null: nothing scores conversations here.")
    shortSummary: ShortSummary | None = Field(
        description="What a model made of it. Null: there is none, or transcripts are not shown."
    )
    note: str | None = Field(description="The newest note that somebody wrote about it.")
    tags: list[str]
    numNotes: int
    thumbsUp: int = Field(description="Ratings of the conversation and of its turns.")
    thumbsDown: int
    audioUrl: str | None = Field(description="Of the recording, from `/v1/agents/{agent_id}/` on; null: there is none.")


async def list_summaries(db: Database, ids: Sequence[UUID], with_said: bool) -> dict[UUID, dict[str, Any]]:
    """By id, in that order, without any that has gone meanwhile. `with_said`: what tells of what was said, too."""
    if not ids:
        return {}
    rows = await read_records_by_id(db, ids, View(transcripts=False))
    found = {each: orjson.loads(rows[each]) for each in ids if each in rows}
    return await add_facts(db, found, with_said)


async def add_facts(
    db: Database, found: Mapping[UUID, Mapping[str, Any]], with_said: bool
) -> dict[UUID, dict[str, Any]]:
    """Records as summaries, with what stands beside them."""
    ids = list(found)
    recorded = await recordings.list_recorded(db, ids)
    written, notes = await reviews.summaries(db, ids), await reviews.newest_notes(db, ids)
    short = await summary_store.list_short_summaries(db, ids) if with_said else {}
    headers = {row["id"]: row for row in await conversations.list_headers(db, ids)}
    return {
        each: {
            **_facts_json(headers[each], record),
            # Models give what the user said as the reason.
            **({} if with_said else {"handoffReason": None}),
            "conversationId": headers[each]["chosen_id"] or record["id"],
            **_review_json(written.get(each, NOTHING)),
            "shortSummary": _short_json(short.get(each)),
            "note": notes.get(each),
            "audioUrl": f"conversations/{record['id']}/audio" if each in recorded else None,
        }
        for each, record in found.items()
        if each in headers
    }


def _facts_json(header: Row, record: Mapping[str, Any]) -> dict[str, Any]:
    """As clients of this list know them: what is unknown is null, and moments have microseconds and an offset."""
    found = {**{shown: record[name] for name, shown in PUBLIC_NAMES.items()}, **_header_json(header, record)}
    moments = {name: with_offset(found[name]) for name in MOMENTS if found[name]}
    return {**found, **{name: found[name] or None for name in UNKNOWN_IS_NULL}, **moments}


def _header_json(header: Row, record: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "deploymentId": str(header["deployment_id"]),
        "createdAt": record["started_at"],
        "finishedAt": iso(header["ended_at"]) if header["ended_at"] else None,
        "direction": _direction(record["id"]),
        "language": header["language"],
        "duration": record["total_duration"],
        "polyScore": None,
    }


def _short_json(short: summary_store.ShortSummary | None) -> dict[str, str] | None:
    return None if short is None else {"heading": short.heading, "content": short.content}


def _direction(public_id: str) -> str | None:
    if public_id.startswith(CALL_PREFIX):
        return "outbound"
    return "inbound" if public_id.startswith(INBOUND_PREFIX) else None


def _review_json(summary: ReviewSummary) -> dict[str, Any]:
    return {
        "tags": list(summary.tags),
        "numNotes": summary.notes,
        "thumbsUp": summary.ups,
        "thumbsDown": summary.downs,
    }
