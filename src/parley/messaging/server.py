"""The messaging service of one process: HTTP and WebSockets on one port, and what looks after both."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast
from uuid import UUID

import orjson
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn import Server

from parley.domain.messaging import session_store
from parley.domain.messaging.model import LARGEST_MESSAGE
from parley.kit.errors import InternalServerError, NotFound, ParleyError
from parley.kit.http_limits import HttpLimits
from parley.kit.ids import trace_id
from parley.kit.log import logger, where
from parley.kit.tasks import Tasks, every
from parley.messaging.handshake import connect
from parley.messaging.socket import SessionSocket
from parley.resources import Resources
from parley.runtime.messaging.journal import LOOK_SECONDS, Journal
from parley.runtime.messaging.runner import SWEEP_SECONDS
from parley.storage.db import DatabaseUnavailable
from parley.web.errors import Envelope, messaging
from parley.web.headers import read_headers
from parley.web.regions import Regions
from parley.web.serve import serve
from parley.web.serve_websockets import server_with_websockets
from parley.web.server.websockets import TEXTS, Texts

log = logger(__name__)

SIGNS_SECONDS = 30.0
"""How often it is written down that clients are still there."""
SOCKETS = 20_000
"""Most connections of one process, unless more are allowed for all services."""
PATH = "/ws"


class MessagingApp:
    """`http` serves everything but WebSockets."""

    def __init__(
        self, http: ASGIApp, envelope_of: Callable[[str], Envelope], resources: Resources, regions: Regions
    ) -> None:
        self._http = http
        self._resources = resources
        self._regions = regions
        self._sockets: set[SessionSocket] = set()
        self._written: dict[UUID, datetime] = {}
        self._owed: list[UUID] = []
        """Of sockets that are gone without the database knowing."""
        self.envelope_of = envelope_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._http(scope, receive, send)
            return
        message = await receive()
        assert message["type"] == "websocket.connect", "a connection begins with its request"
        session_socket = await self._connect(scope, receive, send)
        del scope, message  # ten thousand sockets need nothing more of their requests
        if session_socket is not None:
            await self._run(session_socket)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> SessionSocket | None:
        try:
            headers = read_headers(scope)
            if self._regions.strip(headers.get("host", ""), scope["path"]) != PATH:
                raise NotFound
            connected = await connect(self._resources, scope["query_string"], headers)
        except ParleyError as error:
            await _refuse(send, error)
            return None
        except Exception as error:  # noqa: BLE001 the client gets a 500 in its envelope, whatever broke
            log.error("handshake_crashed", error=type(error).__name__, at=where(error))
            await _refuse(send, InternalServerError())
            return None
        texts = cast(Texts, scope["extensions"][TEXTS]["texts"])
        return SessionSocket(self._resources, connected.session, connected.cursor, receive, send, texts)

    async def _run(self, session_socket: SessionSocket) -> None:
        if session_socket.waits_for_an_answer:
            # From a process that died, perhaps: the one that this client comes from.
            self._resources.messaging.runner.wake_abandoned(session_socket.session_id)
        self._sockets.add(session_socket)
        try:
            await session_socket.run()
        finally:
            self._sockets.discard(session_socket)
            await self._forget(session_socket.session_id)

    async def _forget(self, session_id: UUID) -> None:
        try:
            await self._resources.messaging.presence.remove(session_id)
        except DatabaseUnavailable:
            log.warning("socket_not_taken_back")
            self._owed.append(session_id)

    async def write_signs(self) -> None:
        """To be called every `SIGNS_SECONDS`."""
        owed, self._owed = self._owed, []
        for session_id in owed:
            await self._forget(session_id)
        seen: dict[UUID, datetime] = {}
        for each in self._sockets:
            seen[each.session_id] = max(each.active_at, seen.get(each.session_id, each.active_at))
        new = [(session, at) for session, at in seen.items() if self._written.get(session) != at]
        self._written = seen
        if new:
            await session_store.set_active(self._resources.db, new)


async def serve_messaging(
    app: MessagingApp,
    resources: Resources,
    listeners: Sequence[socket.socket],
    ops: socket.socket | None,
    stop: asyncio.Event,
) -> None:
    """Serves until `stop`. Clients are sent away at once, and go on at another process; what was begun is finished."""
    runner, journal = resources.messaging.runner, resources.messaging.journal
    tasks = Tasks()
    try:
        tasks.start(every(LOOK_SECONDS, journal.look, DatabaseUnavailable), "journal")
        tasks.start(every(SWEEP_SECONDS, runner.sweep, DatabaseUnavailable), "abandoned requests")
        tasks.start(every(SIGNS_SECONDS, app.write_signs, DatabaseUnavailable), "signs of life")
        tasks.start(_release_readers(stop, journal), "waiting desks")
        leave = resources.settings.leave_seconds
        await serve(app, resources, listeners, ops, stop, make_messaging_server, leave)
        await runner.drain(resources.drain_seconds)
    finally:
        await tasks.aclose()


async def _release_readers(stop: asyncio.Event, journal: Journal) -> None:
    """Desks that wait for news come back to another process."""
    await stop.wait()
    journal.catch_up()


def make_messaging_server(app: ASGIApp, drain_seconds: float, limits: HttpLimits) -> Server:
    roomy = replace(limits, connections=max(limits.connections, SOCKETS))
    # What is a little too large gets an answer and keeps its socket; what is much larger does not.
    return server_with_websockets(app, drain_seconds, roomy, 8 * LARGEST_MESSAGE)


async def _refuse(send: Send, error: ParleyError) -> None:
    """An answer over HTTP instead of a connection."""
    headers = [(b"content-type", b"application/json")]
    headers += [(name.lower().encode(), value.encode()) for name, value in error.headers.items()]
    body = orjson.dumps(messaging(error, trace_id()))
    await send({"type": "websocket.http.response.start", "status": error.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
