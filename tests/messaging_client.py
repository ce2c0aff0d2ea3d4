"""A client of the streaming interface, as clients of other makers are: it keeps what it was told, and drops what it has
seen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

import websockets

from parley.domain.accounts.actions import IssuedKey
from parley.domain.accounts.model import Family
from parley.domain.projects.info import ProjectInfo
from tests.contract import ContractClient
from tests.make import Make

PREFIX = "EVENT_TYPE_"
PATIENCE = 20.0


class MessagingClient:
    def __init__(self, url: str, session_id: str, access_token: str) -> None:
        self.url = url
        self.session_id = session_id
        self.access_token = access_token
        self.events: list[dict[str, Any]] = []
        """Everything that was told, once."""
        self.cursor = 0
        self.close_code: int | None = None
        self._seen: set[str] = set()
        self._socket: websockets.ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()
        self.frames: list[dict[str, Any]] = []
        """As they came."""

    def copy(self, url: str | None = None) -> MessagingClient:
        """Another client of the same session, at that node."""
        return MessagingClient(url or self.url, self.session_id, self.access_token)

    async def connect(
        self, cursor: str | None = None, path: str = "/ws", token_name: str = "access_token", **options: Any
    ) -> Self:
        given = {"session_id": self.session_id, token_name: self.access_token}
        query = urlencode({**given, "cursor": self.cursor if cursor is None else cursor})
        address = f"{self.url.replace('http', 'ws', 1)}{path}?{query}"
        self.close_code = None
        self._socket = await websockets.connect(address, max_size=None, proxy=None, **options)
        self._reading = asyncio.create_task(self._read(self._socket))
        return self

    async def drop(self) -> None:
        """The connection is lost, without a word."""
        if self._socket is not None and self._reading is not None:
            self._socket.transport.abort()
            await asyncio.wait([self._reading])

    async def aclose(self) -> None:
        if self._socket is not None and self._reading is not None:
            await self._socket.close()
            await asyncio.wait([self._reading])

    async def __aenter__(self) -> Self:
        return await self.connect()

    async def __aexit__(
        self, *_: tuple[type[BaseException] | None, BaseException | None, TracebackType | None]
    ) -> None:
        await self.aclose()

    async def send(self, kind: str, payload: dict[str, Any] | None = None, **custom: str) -> None:
        event: dict[str, Any] = {"type": PREFIX + kind, "payload": payload or {}}
        if custom:
            event["metadata"] = {"custom": custom}
        await self.send_text(json.dumps(event))

    async def send_text(self, text: str | bytes) -> None:
        assert self._socket is not None
        await self._socket.send(text)

    async def join(self) -> dict[str, Any]:
        await self.send("REQUEST_POLY_AGENT_JOIN")
        return await self.next("POLY_AGENT_MESSAGE")

    async def say(self, text: str) -> None:
        await self.send("USER_MESSAGE", {"text": text})

    async def told(self, condition: Callable[[], bool]) -> None:
        """Returns when what it was told makes that true."""
        async with self._news, asyncio.timeout(PATIENCE):
            await self._news.wait_for(condition)

    async def next(self, kind: str, count: int = 1) -> dict[str, Any]:
        """The event of that kind, waited for; the `count`th of them."""

        await self.told(lambda: len(self.of(kind)) >= count)
        return self.of(kind)[count - 1]

    async def more(self) -> None:
        """Returns when there is another event."""
        known = len(self.events)
        async with self._news, asyncio.timeout(PATIENCE):
            await self._news.wait_for(lambda: len(self.events) > known)

    async def closed(self) -> int:
        assert self._reading is not None
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait([self._reading])
        assert self.close_code is not None
        return self.close_code

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["type"] == PREFIX + kind]

    def replies(self) -> list[tuple[str, bool]]:
        """What the agent said, chunks put together; and whether that was all."""
        found: dict[str, tuple[str, bool]] = {}
        for event in self.events:
            payload = event["payload"]
            if event["type"] == PREFIX + "POLY_AGENT_MESSAGE":
                found[payload["message_id"]] = (payload["text"], True)
            elif event["type"] == PREFIX + "POLY_AGENT_MESSAGE_CHUNK":
                before, _ = found.get(payload["message_id"], ("", False))
                found[payload["message_id"]] = (before + payload["text"], payload["is_complete"])
        return list(found.values())

    @property
    def kinds(self) -> list[str]:
        return [event["type"].removeprefix(PREFIX) for event in self.events]

    @property
    def journaled(self) -> list[int]:
        return [event["sequence"] for event in self.events if event["sequence"] is not None]

    async def _read(self, socket: websockets.ClientConnection) -> None:
        try:
            async for text in socket:
                assert isinstance(text, str), "clients drop the connection on a binary frame"
                await self._take(json.loads(text))
        except websockets.ConnectionClosedError:
            pass
        finally:
            self.close_code = socket.close_code
            async with self._news:
                self._news.notify_all()

    async def _take(self, frame: dict[str, Any]) -> None:
        self.frames.append(frame)
        is_batch = frame["type"] == PREFIX + "EVENT_BATCH"
        async with self._news:
            for event in frame["payload"]["events"] if is_batch else [frame]:
                assert isinstance(event["id"], str)
                assert isinstance(event["timestamp"], str)
                if event["id"] in self._seen:
                    continue
                self._seen.add(event["id"])
                self.events.append(event)
                if event["sequence"] is not None:
                    self.cursor = max(self.cursor, event["sequence"])
            self._news.notify_all()


async def open_session(
    client: ContractClient,
    make: Make,
    project: ProjectInfo,
    *,
    streaming: bool = False,
    key: IssuedKey | None = None,
    **scope: Any,
) -> MessagingClient:
    """A new session, not yet connected."""
    key = key or await make.key(Family.MESSAGING, project, **scope)
    headers = {"x-token": key.secret, "x-host": "localhost"}
    given = (await client.post("/api/v1/access-token", headers=headers, json={})).json()
    headers = {"authorization": f"Bearer {given['access_token']}"}
    body = {"streaming_enabled": streaming, "platform": "web"}
    started = (await client.post("/api/v1/sessions", headers=headers, json=body)).json()
    return MessagingClient(client.url, started["session_id"], given["access_token"])
