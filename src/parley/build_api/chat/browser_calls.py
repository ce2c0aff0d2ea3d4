"""Talking to an agent by voice from the console: what a browser needs to begin the call."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.accounts.secrets import fingerprint
from parley.domain.conversations.model import ChatDraftNotExist
from parley.domain.messaging.call_tickets import CallTicket
from parley.domain.messaging.hosts import host_of
from parley.domain.numbers import actions, store
from parley.domain.numbers.model import WEBRTC, Connector
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.domain.projects.info import ProjectNotFound
from parley.kit.clock import iso
from parley.kit.errors import ParleyError
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response

CONNECTOR = "Playground"
MOST_CALLS = 4
"""Of the connector, which is made for the first call: nobody's own lines are taken."""


class CallsUnavailable(ParleyError):
    """Browsers cannot call here: no voice process is reachable for them (PARLEY_CALLS_URL)."""

    status = 409


class BrowserCallRequest(BaseModel):
    clientEnv: Literal["sandbox", "pre-release", "live"]


class BrowserCallReply(BaseModel):
    url: str = Field(description="Of the gateway of calls.")
    token: str = Field(
        description="What the offer needs as its `authToken`. It opens one connector's calls, from here."
    )
    expiresAt: str
    connectorId: str


async def begin_browser_call(request: ApiRequest[BrowserCallRequest, None]) -> Response:
    resources, project, environment = request.resources, request.project, request.body.clientEnv
    url = resources.settings.calls_url
    if url is None:
        raise CallsUnavailable
    if await resources.dependencies.deployments.find(project.id, environment) is None:
        raise ChatDraftNotExist
    connector = await _connector(request, environment)
    ticket = CallTicket(asking_key(request), connector.id, asking_host(request))
    token, until = resources.call_tickets.mint(ticket)
    return json_response({"url": url, "token": token, "expiresAt": iso(until), "connectorId": connector.id}, 201)


def asking_key(request: ApiRequest[Any, Any]) -> bytes:
    """The key of a session is the one that it began with: revoked, neither works."""
    browser = request.caller.browser
    return fingerprint(request.headers["x-api-key"]) if browser is None else browser.session.key_fingerprint


def asking_host(request: ApiRequest[Any, Any]) -> str:
    """Empty: it is no page of a browser that asks."""
    return host_of(request.headers.get("origin", "")) or ""


async def _connector(request: ApiRequest[BrowserCallRequest, None], environment: str) -> Connector:
    resources, project = request.resources, request.project
    for each in await store.list_connectors(resources.db, project.id):
        if (each.name, each.environment, each.trunk.carrier) == (CONNECTOR, environment, WEBRTC):
            return each
    fields = {"name": CONNECTOR, "environment": environment}
    wanted = ConnectorUpdate(fields=fields, trunk={"carrier": WEBRTC, "max_calls": MOST_CALLS})
    encryptor = resources.dependencies.secret_store.encryptor
    async with request.change() as tx:
        return await actions.create_connector(tx, encryptor, project, wanted, resources.clock.now())


ENDPOINTS = (
    Endpoint(
        "POST",
        "/v1/agents/{agent_id}/browser-calls",
        begin_browser_call,
        AGENTS,
        "What a browser needs to call an agent",
        status=201,
        body=BrowserCallRequest,
        reply=BrowserCallReply,
        errors=(ProjectNotFound, ChatDraftNotExist, CallsUnavailable),
        description="For the playground: the token opens calls to the agent of that environment for five minutes.",
        unlogged="it calls an agent; only a connector made for the first call is entered",
    ),
)
