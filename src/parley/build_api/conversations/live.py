"""Conversations as they happen, as server-sent events: that one started, took a turn or ended, never what was said."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, Literal

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.admission import Admission
from parley.build_api.conversations.detail import CONVERSATIONS
from parley.domain.conversations.activity import OVERLAP, Active, Watch
from parley.domain.conversations.activity_store import list_active
from parley.domain.deployments.model import SEQUENCE
from parley.domain.projects.info import ProjectNotFound
from parley.kit.clock import iso
from parley.kit.errors import ParleyError
from parley.storage.db import DatabaseUnavailable
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.event_streams import HEADERS, HEARTBEAT, event
from parley.web.groups import AGENTS
from parley.web.responses import EVENT_STREAM, Streamed

LOOK_SECONDS = 1.0
LOOKS_PER_HEARTBEAT = 10
MOST_WATCHERS = 200
"""In a process: each asks the database once a second."""
MOST_OF_ACCOUNT = 50
RETRY = b"retry: 2000\n\n"


class TooManyWatchers(ParleyError):
    """Too many are watching conversations at the moment. Try again later."""

    status = 429


watchers = Admission(MOST_WATCHERS, MOST_OF_ACCOUNT, TooManyWatchers)
"""Of this process, whoever watches."""


class WatchQuery(BaseModel):
    environment: Literal["sandbox", "pre-release", "live"] | None = Field(default=None, description="Default: all.")
    seconds: int = Field(default=600, ge=0, le=600, description="When the answer ends; browsers then ask again.")


Watching = ApiRequest[None, WatchQuery]


async def watch_conversations(request: Watching) -> Response:
    watchers.enter(request.caller.account_id)
    parts = _events(request)
    # Begun before it is handed on: what was entered is left, even if the client is gone by then.
    first = await anext(parts)
    return Streamed(first, parts, {**HEADERS, "content-type": EVENT_STREAM}, media_type=EVENT_STREAM)


async def _events(request: Watching) -> AsyncGenerator[bytes, None]:
    resources = request.resources
    db, clock, project_id = resources.db, resources.clock, request.project.id
    environments = SEQUENCE if request.query.environment is None else (request.query.environment,)
    try:
        watch = Watch(clock.now() - OVERLAP)
        watch.begin_with(await list_active(db, project_id, environments, watch.since))
        yield RETRY
        looks = int(request.query.seconds / LOOK_SECONDS)
        for look in range(1, looks + 1):
            await asyncio.sleep(LOOK_SECONDS)
            if resources.draining:
                return
            now = clock.now()
            try:
                news = watch.news(await list_active(db, project_id, environments, watch.since), now)
            except DatabaseUnavailable:
                continue  # the next look reaches back to the last one
            if news:
                yield b"".join(event(each.happening.value, _json(each)) for each in news)
            elif look % LOOKS_PER_HEARTBEAT == 0:
                yield HEARTBEAT
    finally:
        watchers.leave(request.caller.account_id)


def _json(each: Active) -> dict[str, Any]:
    return {
        "conversationId": each.public_id,
        "clientEnv": each.environment,
        "channel": each.channel,
        "variantId": each.variant_id,
        "startedAt": iso(each.started_at),
        "endedAt": None if each.ended_at is None else iso(each.ended_at),
        "handoff": each.handoff,
        "numTurns": each.turns,
    }


ENDPOINTS = (
    Endpoint(
        "GET",
        f"{CONVERSATIONS}/live",
        watch_conversations,
        AGENTS,
        "Conversations as they happen, as server-sent events",
        query=WatchQuery,
        reply=str,
        reply_media_type=EVENT_STREAM,
        errors=(ProjectNotFound, TooManyWatchers),
        description="Events `started`, `turn` and `ended`, with the conversation's id and what is known of it.",
    ),
)
