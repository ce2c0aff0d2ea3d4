"""The External Events API: an outside system posts what became of something, for the conversation that waits for it."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Literal

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.accounts.model import AccountNotFound
from parley.domain.conversations.actions import accept_event
from parley.domain.conversations.external_events import ExternalEventIdNotFound, ExternalEventIdNotValid, IncomingEvent
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.platform_api.event_ids import MEDIA_TYPES, UnreadableBody, decode_body, detect_media_type, find_id
from parley.settings import PLATFORM_REGIONS
from parley.web import bodies
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import EXTERNAL_EVENTS, AuthUserInvalidToken
from parley.web.regions import Regions
from parley.web.responses import json_response

LARGEST = 256 * 1024
"""Bytes of one event: a conversation carries the newest ones from turn to turn."""
LONG = 32 * 1024
"""A longer payload is searched in a thread: parsing it takes milliseconds, for which no other request should wait."""
EVENT_ID = re.compile("[0-9A-Za-z_-]{1,64}")

Name = Annotated[str, Field(min_length=1, max_length=200)]


class WebhookQuery(BaseModel):
    event_id_location: Literal["headers", "querystring", "payload"] = Field(
        description="Where the external event id is found."
    )
    event_id_path: Annotated[str, Field(min_length=1, max_length=500)] = Field(
        description="The name of the header, of the query parameter, or of the key in a form or text; a dotted path in "
        "JSON (a number is a place in a list) and in XML (relative to the root element)."
    )
    account_id: Name
    project_id: Name


class WebhookReply(BaseModel):
    success: bool


WebhookCall = ApiRequest[None, WebhookQuery]


async def receive_external_event(request: WebhookCall) -> Response:
    project_info = await _find_project(request)
    text = decode_body(request.raw, request.headers.get("content-type", ""))
    media_type = detect_media_type(bodies.media_type(request.headers), text)
    event_id = await _find_event_id(request, media_type, text)
    resources = request.resources
    async with resources.db.transaction() as tx:
        event = IncomingEvent(event_id, media_type, text, resources.clock.now())
        accepted = await accept_event(tx, project_info.id, event)
    if not accepted.is_attended:  # then this process delivers the event, and the sender does not wait for it
        delivering = resources.sessions.events.deliver_soon(accepted.conversation_id)
        resources.tasks.start(delivering, "external events")
    return json_response({"success": True}, 201)


async def _find_project(request: WebhookCall) -> ProjectInfo:
    """The project that is meant. A key that is not for it is no good here, and learns nothing about it."""
    scope, resources = request.key.scope, request.resources
    try:
        account = await resources.tenants.account(request.query.account_id)
        project_info = await resources.tenants.project(account.id, request.query.project_id)
    except (AccountNotFound, ProjectNotFound):
        raise AuthUserInvalidToken from None
    if account.id != scope.account_id or not scope.covers(project_info.id, project_info.region):
        raise AuthUserInvalidToken
    settings = resources.settings
    Regions(settings.region, PLATFORM_REGIONS, urls=settings.region_urls).check(project_info.region)
    return project_info


async def _find_event_id(request: WebhookCall, media_type: str, text: str) -> str:
    path = request.query.event_id_path
    if request.query.event_id_location == "headers":
        # Names of headers are ASCII; others could not even be looked up.
        found = request.headers.get(path.lower(), "").strip() if path.isascii() else ""
    elif request.query.event_id_location == "querystring":
        found = next(iter(request.http_request.query_params.getlist(path)), "").strip()
    else:
        found = await _find_in_payload(media_type, text, path)
    if not found:
        raise ExternalEventIdNotFound
    if not EVENT_ID.fullmatch(found):
        raise ExternalEventIdNotValid
    return found


async def _find_in_payload(media_type: str, text: str, path: str) -> str:
    try:
        if len(text) > LONG:
            return await asyncio.to_thread(find_id, media_type, text, path) or ""
        return find_id(media_type, text, path) or ""
    except UnreadableBody:
        return ""


ENDPOINTS = (
    Endpoint(
        "POST",
        "/v1/external-events/webhook",
        receive_external_event,
        EXTERNAL_EVENTS,
        "Tell a conversation of something that happened outside",
        status=201,
        media_types=MEDIA_TYPES,
        body_limit=LARGEST,
        query=WebhookQuery,
        reply=WebhookReply,
        errors=(ExternalEventIdNotFound, ExternalEventIdNotValid),
        description="The body can be anything of these types; the agent gets it as it came. The answer comes when the "
        "event is on disk. What is posted again under the same id is another event.",
    ),
)
