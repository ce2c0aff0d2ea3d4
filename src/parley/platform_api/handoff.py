"""Handoff state: what an agent left for the platform that takes a conversation over."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.accounts.model import AccountNotFound
from parley.domain.conversations import handoffs
from parley.domain.conversations.model import HandoffState, row_id
from parley.domain.projects.place import ProjectNotFound
from parley.kit.errors import FieldError, ParleyError, ValidationFailed
from parley.web.endpoint import Call, Endpoint
from parley.web.groups import HANDOFF
from parley.web.replies import reply


class HandoffStateNotFound(ParleyError):
    """There is no handoff state for this id."""

    status = 404


class HandoffQuery(BaseModel):
    id: str = Field(default="", max_length=500, description="The conversation's id.")
    shared_id: str = Field(
        default="",
        max_length=500,
        description="The integrator's own id; used when both are given. Of several, the newest is meant.",
    )


class HandoffReply(BaseModel):
    id: str
    data: dict[str, Any] = Field(description="The state that the project exposes.")
    shared_id: str | None = Field(default=None, description="Only present when the conversation has one.")


async def read_handoff_state(call: Call[None, HandoffQuery]) -> Response:
    query = call.query
    if not query.id and not query.shared_id:
        raise ValidationFailed(fields=[FieldError("id", "is required, or else shared_id")])
    found = await _find(call, query)
    if found is None:
        raise HandoffStateNotFound
    shared = {} if found.shared_id is None else {"shared_id": found.shared_id}
    return reply({"id": found.id, "data": found.data, **shared})


async def _find(call: Call[None, HandoffQuery], query: HandoffQuery) -> HandoffState | None:
    db, project = call.resources.db, call.project.id
    if query.shared_id:
        return await handoffs.find_shared(db, project, query.shared_id)
    conversation = row_id(query.id)
    return await handoffs.find(db, project, conversation) if conversation else None


ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/{account_id}/{project_id}/handoff_state",
        read_handoff_state,
        HANDOFF,
        "What an agent left for whoever takes the conversation over",
        query=HandoffQuery,
        reply=HandoffReply,
        errors=(AccountNotFound, ProjectNotFound, HandoffStateNotFound),
        description="Written in the moment of the handoff. Give `id` or `shared_id`.",
    ),
)
