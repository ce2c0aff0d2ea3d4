"""The socket of somebody of the console who listens to a call that runs: they hear, and nobody hears them."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import replace
from uuid import UUID

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from parley.domain.accounts.model import Key
from parley.domain.audit import actions as audit
from parley.domain.calls import actions as calls
from parley.domain.console.actions import key_actor
from parley.domain.messaging.call_tickets import CallTicket
from parley.domain.messaging.hosts import host_of
from parley.domain.records.model import View
from parley.kit.errors import ParleyError
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.resources import Resources
from parley.storage.db import DatabaseUnavailable
from parley.voice.media_leg import RATE
from parley.voice.recording.live_audio import CallNotHere, CallOver, Listener, LiveAudio, TooManyListeners
from parley.web.clients import client_of

log = logger(__name__)

ADDRESS = "/api/v1/calls/listen"
MOST_SOCKETS = 100
"""Of this process, those that have not said yet what they want included."""
FIRST_WORD_SECONDS = 10.0
LOOK_SECONDS = 1.0
"""How soon who may not listen any more does not, after this process knows."""
OVER, REFUSED, NOT_HERE, TOO_MANY, TOO_SLOW = 1000, 4403, 4404, 4429, 4408


class ListeningDoor:
    def __init__(self, resources: Resources, live: LiveAudio) -> None:
        self._resources = resources
        self._live = live
        self._room = asyncio.Semaphore(MOST_SOCKETS)
        self.routes: tuple[BaseRoute, ...] = (WebSocketRoute(ADDRESS, self._serve),)

    async def _serve(self, socket: WebSocket) -> None:
        if self._room.locked():
            await socket.close()
            return
        async with self._room:
            await socket.accept()
            code = await self._admit(socket)
            with suppress(RuntimeError, WebSocketDisconnect):  # closed already, by the other side
                await socket.close(code)

    async def _admit(self, socket: WebSocket) -> int:
        """Returns when the socket is over, with the code for it."""
        try:
            async with asyncio.timeout(FIRST_WORD_SECONDS):
                ticket = self._resources.call_tickets.read(_token(await socket.receive_text()))
        except (TimeoutError, WebSocketDisconnect, KeyError):
            return REFUSED
        if ticket is None or not ticket.conversation or not _is_from(ticket, socket.headers.get("origin")):
            return REFUSED
        key = await self._key_of(ticket)
        if key is None:
            return REFUSED
        try:
            call = self._live.find(UUID(ticket.conversation))
            listener = call.add()
        except CallNotHere:
            return NOT_HERE
        except CallOver:
            return OVER
        except TooManyListeners:
            return TOO_MANY
        try:
            if not await self._write_down(socket, ticket, key):
                return OVER
            try:
                return await self._play(socket, listener, ticket)
            finally:
                log.info("call_listener_left", conversation=ticket.conversation, key=str(key.id))
        except DatabaseUnavailable:  # nobody listens without an entry
            return REFUSED
        finally:
            call.remove(listener)

    async def _write_down(self, socket: WebSocket, ticket: CallTicket, key: Key) -> bool:
        """False: the call is over."""
        address = client_of(socket.scope, self._resources.settings.http_trusted_proxies)
        async with self._resources.db.transaction() as tx:
            await audit.act_as(tx, replace(key_actor(key), address=address))
            is_running = await calls.record_listener(tx, ticket.project_id, UUID(ticket.conversation))
        if is_running:
            log.info(
                "call_listened_to", conversation=ticket.conversation, key=str(key.id), account=key.scope.account_id
            )
        return is_running

    async def _play(self, socket: WebSocket, listener: Listener, ticket: CallTicket) -> int:
        tasks = Tasks()
        playing = tasks.start(_send(socket, listener), "audio for a listener")
        refused = tasks.start(self._until_refused(ticket), "permission of a listener")
        left = tasks.start(_until_left(socket), "listener leaves")
        stalled = tasks.start(listener.too_slow.wait(), "slow listener")
        try:
            await asyncio.wait([playing, refused, left, stalled], return_when=asyncio.FIRST_COMPLETED)
        finally:
            await tasks.aclose()
        if listener.too_slow.is_set():
            return TOO_SLOW
        return REFUSED if refused.done() and not refused.cancelled() else OVER

    async def _until_refused(self, ticket: CallTicket) -> None:
        while True:
            if await self._key_of(ticket) is None:
                return
            await asyncio.sleep(LOOK_SECONDS)

    async def _key_of(self, ticket: CallTicket) -> Key | None:
        """The key that somebody listens with; None once it is revoked, they have signed out, or transcripts are hidden
        from them."""
        resources = self._resources
        try:
            key = await resources.keyring.find_by_fingerprint(ticket.key_fingerprint)
            if key is None or (ticket.session and not await resources.console.is_open(ticket.session)):
                return None
            project = await resources.tenants.project(key.scope.account_id, ticket.project_id)
        except ParleyError:  # such as a database that is away: nobody is let in unseen
            return None
        return key if View.within(key.scope.settings, project.settings).transcripts else None


async def _send(socket: WebSocket, listener: Listener) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(json.dumps({"type": "audio", "rate": RATE, "channels": ["caller", "agent"]}))
        while (audio := await listener.pieces.get()) is not None:
            await socket.send_bytes(audio)


async def _until_left(socket: WebSocket) -> None:
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def _token(text: str) -> str:
    """Not in the address: addresses are written into logs."""
    try:
        said = json.loads(text)
    except ValueError:
        return ""
    token = said.get("token") if isinstance(said, dict) else None
    return token if isinstance(token, str) else ""


def _is_from(ticket: CallTicket, origin: str | None) -> bool:
    return origin is None or host_of(origin) == ticket.host
