"""Clients and nodes that come and go: what a property test of the protocol drives."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count
from typing import Any

import websockets

from parley.asgi import messaging as messaging_app
from parley.messaging.server import serve_messaging
from parley.providers.llm.protocol import Model, Piece, Request, Text
from parley.providers.llm.scripted import in_pieces
from parley.resources import Resources
from parley.runtime.messaging.service import Messaging
from parley.runtime.session.event_signals import EventSignals
from parley.runtime.session.leases import Leases
from parley.runtime.session.sessions import Sessions
from parley.storage.db import Connection, Database, DatabaseUnavailable
from parley.storage.signals import Signals
from parley.web.serve import bind
from tests.messaging.messaging_model import PREFIX, Journal, View
from tests.waiting import until

GREETING = "Hello!"
PACE = 0.002


def answer_to(text: str) -> str:
    return f"You said {text} and I heard it well."


class Parrot:
    """A model that takes a moment for every word, and says the same to the same."""

    name = "parrot"

    async def stream(self, request: Request) -> AsyncIterator[Piece]:
        said = next(message.content for message in reversed(request.messages) if message.role == "user")
        for piece in in_pieces(answer_to(said)):
            yield Text(piece)
            await asyncio.sleep(PACE)


@dataclass(slots=True)
class LightNode:
    """A node that has its own connections to the database, and the rest in common with others of this process."""

    resources: Resources
    url: str
    stop: asyncio.Event
    serving: asyncio.Task[None]
    listening: asyncio.Task[None]

    @classmethod
    async def start(cls, base: Resources, model: Model) -> LightNode:
        async def model_for(_project: object) -> Model:
            return model

        db = await Database.open(base.db.dsn, connections=3)
        signals = Signals(base.db.dsn)
        dependencies = replace(
            base.dependencies,
            db=db,
            leases=Leases(db, signals),
            event_signals=EventSignals(db, signals),
            model_for=model_for,
            outlets=[],
        )
        sessions = Sessions(dependencies, timedelta(hours=1))
        messaging = Messaging.over(db, signals, base.clock, base.tenants, sessions)
        resources = replace(
            base, db=db, signals=signals, dependencies=dependencies, sessions=sessions, messaging=messaging
        )
        listening = asyncio.create_task(signals.run())

        async def is_heard() -> bool:
            return signals.is_trusted

        await until(is_heard)
        listener, stop = bind("127.0.0.1", 0), asyncio.Event()
        serving = serve_messaging(messaging_app(resources), resources, [listener], None, stop)
        url = f"ws://127.0.0.1:{listener.getsockname()[1]}"
        return cls(resources, url, stop, asyncio.create_task(serving), listening)

    async def kill(self) -> None:
        """It writes nothing from here on, and says no farewell: its connections to the database are gone."""
        self.resources.db._pool.terminate()
        self.resources.db.acquire = _no_connection  # type: ignore[method-assign]
        self.listening.cancel()
        await asyncio.wait([self.listening])
        await self.resources.messaging.aclose()

    async def close(self) -> None:
        self.stop.set()
        with suppress(asyncio.CancelledError):
            await self.serving
        await self.resources.messaging.aclose()
        self.listening.cancel()
        await asyncio.wait([self.listening])
        await self.resources.db.aclose()


async def _no_connection() -> Connection:
    raise DatabaseUnavailable


class Peer:
    """A client that holds what it is told against the protocol, and sends again what it has no echo of."""

    numbers = count(1)

    def __init__(self, query: str, journal: Journal) -> None:
        self._query = query
        self.view = View(journal)
        self.outbox: dict[str, str] = {}
        """What it has sent, as text, by its own id, until the echo has come."""
        self.node: LightNode | None = None
        self.close_code: int | None = None
        self._socket: websockets.ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self.problem: BaseException | None = None

    @property
    def is_connected(self) -> bool:
        return self._reading is not None and not self._reading.done()

    async def connect(self, node: LightNode, *, sends_again: bool) -> None:
        await self.drop()
        self.view.connected()
        address = f"{node.url}/ws?{self._query}&cursor={self.view.cursor}"
        try:
            self._socket = await websockets.connect(address, proxy=None)
        except websockets.InvalidStatus as refusal:
            if refusal.response.status_code not in (429, 503):
                raise
            return
        self.node = node
        self._reading = asyncio.create_task(self._read(self._socket))
        if sends_again:
            await self.send_again()

    async def drop(self) -> None:
        if self._socket is not None and self._reading is not None:
            self._socket.transport.abort()
            await asyncio.wait([self._reading])
        self.node = None

    def stall(self) -> None:
        if self._socket is not None and self.is_connected:
            self._socket.transport.pause_reading()

    def go_on(self) -> None:
        if self._socket is not None and self.is_connected:
            self._socket.transport.resume_reading()

    async def send(self, kind: str, payload: dict[str, Any] | None = None) -> None:
        own = f"{kind}-{next(self.numbers)}"
        metadata = {"custom": {"local_id": own}}
        self.outbox[own] = json.dumps({"type": PREFIX + kind, "payload": payload or {}, "metadata": metadata})
        await self._put(self.outbox[own])

    async def send_again(self) -> None:
        for text in tuple(self.outbox.values()):
            await self._put(text)

    async def _put(self, text: str) -> None:
        if self._socket is not None and self.is_connected:
            with suppress(websockets.ConnectionClosed):
                await self._socket.send(text)

    async def _read(self, socket: websockets.ClientConnection) -> None:
        try:
            async for text in socket:
                self.view.take(json.loads(text))
                for own in self.outbox.keys() & self.view.journal.echoed:
                    del self.outbox[own]
        except websockets.ConnectionClosed:
            pass
        except BaseException as problem:
            self.problem = problem
            raise
        finally:
            self.close_code = socket.close_code


def problems(peers: Sequence[Peer]) -> list[BaseException]:
    return [peer.problem for peer in peers if peer.problem is not None]
