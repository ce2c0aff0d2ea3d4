"""Listening to a call that runs: what the console needs to hear it."""

from __future__ import annotations

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.chat.browser_calls import CallsUnavailable, asking_host, asking_key
from parley.build_api.conversations.detail import CONVERSATIONS
from parley.build_api.transcripts import require_transcripts
from parley.domain.calls import store
from parley.domain.console.model import secret_hash
from parley.domain.conversations.model import row_id
from parley.domain.messaging.call_tickets import CallTicket
from parley.domain.projects.info import ProjectNotFound
from parley.kit.clock import iso
from parley.kit.errors import ParleyError
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response


class ConversationsCallNotRunning(ParleyError):
    """There is no such call, or nobody talks on it any more."""

    status = 404


class ListenReply(BaseModel):
    url: str = Field(description="Of the WebSocket.", examples=["wss://calls.example.com/api/v1/calls/listen"])
    token: str = Field(description='What is sent first, as `{"token": …}`. It opens this call alone, from here.')
    expiresAt: str


async def listen_in(request: ApiRequest[None, None]) -> Response:
    resources = request.resources
    require_transcripts(request)
    if (url := resources.settings.calls_url) is None:
        raise CallsUnavailable
    found = row_id(request.path["conversation_id"])
    if found is None or await store.find_running(resources.db, request.project.id, found) is None:
        raise ConversationsCallNotRunning
    browser = request.caller.browser
    session = b"" if browser is None else secret_hash(browser.secret)
    ticket = CallTicket(asking_key(request), "", asking_host(request), str(found), request.project.id, session)
    token, until = resources.call_tickets.mint(ticket)
    socket = url.replace("http", "ws", 1).rstrip("/")
    return json_response({"url": f"{socket}/api/v1/calls/listen", "token": token, "expiresAt": iso(until)}, 201)


ENDPOINTS = (
    Endpoint(
        "POST",
        f"{CONVERSATIONS}/{{conversation_id}}/listen",
        listen_in,
        AGENTS,
        "What a browser needs to listen to a call that runs",
        status=201,
        reply=ListenReply,
        errors=(ProjectNotFound, ConversationsCallNotRunning, CallsUnavailable),
        description="The socket sends 16-bit PCM at 8 kHz in stereo, the caller left and the agent right, a second "
        "late. Nobody on the call notices. Four people listen to one call at most; who does not take the audio as fast "
        "as it comes is let go. What a recording leaves out is silent here too. It ends with the call, a transfer, the "
        "key or session, and when transcripts are not shown any more. The audit log says who listened.",
        unlogged="who begins to listen is entered by the voice process",
    ),
)
