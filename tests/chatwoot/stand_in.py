"""A Chatwoot that knows of its application API what an API inbox needs, over real HTTP: as strict as it is documented,
and as unreliable as a test wants it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from parley.chatwoot.webhooks import sign
from parley.web.serve import bind, quiet_server

ACCOUNT, INBOX = 3, 7
TOKEN = "chatwoot-user-token"
SECRET = "chatwoot-inbox-secret"
IDENTIFIER = "inbox-identifier"
ANN = {"id": 5, "type": "user", "name": "Ann Archer", "available_name": "Ann", "avatar_url": "https://e.org/ann.png"}
FIELDS = {
    "contacts": {"inbox_id", "identifier", "name"},
    "conversations": {"inbox_id", "contact_id", "source_id", "additional_attributes", "status"},
    "messages": {"content", "message_type", "private"},
    "toggle_status": {"status"},
    "toggle_typing": {"typing_status"},
}
TYPES = {"incoming": 0, "outgoing": 1}

Json = dict[str, Any]


@dataclass
class StandIn:
    webhook_url: str = ""
    is_down: bool = False
    loses_answers: int = 0
    """So many more requests are done, but their answers do not arrive."""
    contacts: list[Json] = field(default_factory=list)
    conversations: dict[int, Json] = field(default_factory=dict)
    messages: dict[int, list[Json]] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    typing: list[str] = field(default_factory=list)
    """What people have been shown of the user."""
    url: str = ""
    _ids: Any = field(default_factory=lambda: count(100))

    def reply(self, conversation: int, text: str | None, **more: Any) -> Json:
        """Somebody in Chatwoot writes."""
        return self._add(conversation, {"content": text, "message_type": 1, "private": False, "sender": ANN, **more})

    def set_status(self, conversation: int, status: str) -> None:
        self.conversations[conversation]["status"] = status

    def user_texts(self, conversation: int) -> list[str]:
        return [each["content"] for each in self.messages[conversation] if each["message_type"] == 0]

    def notes(self, conversation: int) -> list[str]:
        return [each["content"] for each in self.messages[conversation] if each["private"]]

    @property
    def only(self) -> int:
        """The one conversation that there is."""
        [found] = self.conversations
        return found

    async def tell(self, event: str, data: Json) -> int:
        """The webhook, as a Chatwoot sends it that signs."""
        body, timestamp = json.dumps({"event": event, **data}).encode(), str(int(time.time()))
        headers = {
            "content-type": "application/json",
            "x-chatwoot-timestamp": timestamp,
            "x-chatwoot-signature": sign(SECRET, timestamp, body),
        }
        async with httpx.AsyncClient(trust_env=False) as http:
            return (await http.post(self.webhook_url, content=body, headers=headers)).status_code

    def _add(self, conversation: int, message: Json) -> Json:
        stored = {"id": next(self._ids), "conversation_id": conversation, "content_attributes": {}, **message}
        self.messages[conversation].append(stored)
        return stored

    async def search_contacts(self, request: Request) -> Response:
        wanted = request.query_params["q"]
        return JSONResponse({"meta": {}, "payload": [c for c in self.contacts if wanted in c["identifier"]]})

    async def create_contact(self, request: Request) -> Response:
        body = await _body(request, "contacts")
        if any(each["identifier"] == body["identifier"] for each in self.contacts):
            return JSONResponse({"message": "Identifier has already been taken"}, 422)
        contact = {"id": next(self._ids), "identifier": body["identifier"], "name": body["name"]}
        self.contacts.append(contact)
        source = {"inbox": {"id": body["inbox_id"]}, "source_id": "x"}
        return JSONResponse({"payload": {"contact": contact, "contact_inbox": source}})

    async def contact_conversations(self, request: Request) -> Response:
        wanted = request.path_params["contact"]
        found = [each for each in self.conversations.values() if each["contact_id"] == wanted]
        return JSONResponse({"payload": found})

    async def create_conversation(self, request: Request) -> Response:
        body = await _body(request, "conversations")
        assert body["inbox_id"] == INBOX
        number = next(self._ids)
        self.conversations[number] = {**body, "id": number, "account_id": ACCOUNT}
        self.messages[number] = []
        return JSONResponse({"id": number, "account_id": ACCOUNT, "inbox_id": INBOX})

    async def list_conversations(self, request: Request) -> Response:
        query, page = request.query_params, int(request.query_params["page"])
        assert (query["inbox_id"], query["assignee_type"]) == (str(INBOX), "all")
        found = [each for each in self.conversations.values() if each["status"] == query["status"]]
        return JSONResponse({"data": {"meta": {}, "payload": found[25 * (page - 1) : 25 * page]}})

    async def show_conversation(self, request: Request) -> Response:
        found = self.conversations.get(request.path_params["conversation"])
        return JSONResponse(found) if found else JSONResponse({"error": "Resource could not be found"}, 404)

    async def list_messages(self, request: Request) -> Response:
        after = int(request.query_params["after"])
        found = [each for each in self.messages[request.path_params["conversation"]] if each["id"] > after]
        return JSONResponse({"meta": {}, "payload": found[:100]})

    async def create_message(self, request: Request) -> Response:
        body, conversation = await _body(request, "messages"), request.path_params["conversation"]
        kind = TYPES[body["message_type"]]
        if kind == 0 and self.conversations[conversation]["status"] == "resolved":
            self.set_status(conversation, "open")
        sender = ANN if kind else {"type": "contact", "name": "Visitor"}
        return JSONResponse(self._add(conversation, {**body, "message_type": kind, "sender": sender}))

    async def toggle_status(self, request: Request) -> Response:
        self.set_status(request.path_params["conversation"], (await _body(request, "toggle_status"))["status"])
        return JSONResponse({"payload": {"success": True}})

    async def show_inbox(self, request: Request) -> Response:
        assert request.path_params["inbox"] == INBOX
        return JSONResponse({"id": INBOX, "channel_type": "Channel::Api", "inbox_identifier": IDENTIFIER})

    async def toggle_typing(self, request: Request) -> Response:
        """Of the API for clients: without a token, for whoever knows what the contact is called."""
        found = self.conversations[request.path_params["conversation"]]
        assert (request.path_params["inbox"], request.path_params["source"]) == (IDENTIFIER, found["source_id"])
        status = (await _body(request, "toggle_typing"))["typing_status"]
        self.typing.append(status)
        contact = {"id": found["contact_id"], "identifier": "parley:someone"}
        data = {"conversation": {"id": found["id"]}, "user": contact, "is_private": False}
        await self.tell(f"conversation_typing_{status}", data)
        return Response()

    def route(self, method: str, path: str, handle: Callable[[Request], Awaitable[Response]]) -> Route:
        async def endpoint(request: Request) -> Response:
            self.requests.append(f"{method} {path}")
            if self.is_down:
                return Response(status_code=503)
            if request.headers.get("api_access_token") != TOKEN:
                return JSONResponse({"error": "Invalid Access Token"}, 401)
            answer = await handle(request)
            if self.loses_answers:
                self.loses_answers -= 1
                return Response(status_code=504)
            return answer

        return Route(f"/api/v1/accounts/{ACCOUNT}{path}", endpoint, methods=[method])

    @property
    def app(self) -> Starlette:
        one = "/conversations/{conversation:int}"
        return Starlette(
            routes=[
                Route(
                    "/public/api/v1/inboxes/{inbox}/contacts/{source}/conversations/{conversation:int}/toggle_typing",
                    self.toggle_typing,
                    methods=["POST"],
                ),
                self.route("GET", "/inboxes/{inbox:int}", self.show_inbox),
                self.route("GET", "/contacts/search", self.search_contacts),
                self.route("POST", "/contacts", self.create_contact),
                self.route("GET", "/contacts/{contact:int}/conversations", self.contact_conversations),
                self.route("GET", "/conversations", self.list_conversations),
                self.route("POST", "/conversations", self.create_conversation),
                self.route("GET", one, self.show_conversation),
                self.route("GET", f"{one}/messages", self.list_messages),
                self.route("POST", f"{one}/messages", self.create_message),
                self.route("POST", f"{one}/toggle_status", self.toggle_status),
            ]
        )


async def _body(request: Request, kind: str) -> Json:
    body: Json = await request.json()
    assert set(body) <= FIELDS[kind], "only what is documented"
    return body


@asynccontextmanager
async def standing_in() -> AsyncIterator[StandIn]:
    stand_in, listener = StandIn(), bind("127.0.0.1", 0)
    stand_in.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    server = quiet_server(stand_in.app, drain_seconds=1)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    yield stand_in
    server.should_exit = True
    await serving
