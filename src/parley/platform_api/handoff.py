"""Handoff state: what a conversation shows to other systems, such as the platform that takes it over."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.accounts.model import AccountNotFound
from parley.domain.conversations.model import HandoffState, row_id
from parley.domain.projects.info import ProjectNotFound
from parley.kit.errors import FieldError, ParleyError, ValidationFailed
from parley.runtime.session import handoff_states
from parley.web.endpoint import Call, Endpoint
from parley.web.groups import HANDOFF
from parley.web.responses import reply


class HandoffStateNotFound(ParleyError):
    """There is no conversation with this id, or it exposes nothing."""

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
    dependencies, project = call.resources.dependencies, call.project.id
    if query.shared_id:
        return await handoff_states.of_shared_id(dependencies, project, query.shared_id)
    conversation = row_id(query.id)
    return await handoff_states.of_id(dependencies, project, conversation) if conversation else None


ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/{account_id}/{project_id}/handoff_state",
        read_handoff_state,
        HANDOFF,
        "What a conversation shows to other systems",
        query=HandoffQuery,
        reply=HandoffReply,
        errors=(AccountNotFound, ProjectNotFound, HandoffStateNotFound),
        description="Give `id` or `shared_id`. While a conversation runs, the state is as its last turn left it; "
        "afterwards it has what the end function set, too.",
    ),
)
