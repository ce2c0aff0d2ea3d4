"""What we ask the messaging service for: the desk interface, with a desk key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import httpx
from pydantic import BaseModel

from parley.chatwoot.client import Side

State = Literal["queue", "person", "agent", "ended"]


WAIT_SECONDS = 8
"""Less than a request may take."""


class PersonSeen(BaseModel):
    id: str
    name: str = ""
    avatar_url: str = ""


class SessionSeen(BaseModel):
    session_id: str
    state: State
    queue_name: str = ""
    reason: str = ""
    language: str = ""
    agent: PersonSeen | None = None
    handoff_sequence: int = 0
    last_sequence: int = 0


class SessionList(BaseModel):
    sessions: list[SessionSeen]


class EventPage(BaseModel):
    session: SessionSeen
    events: list[dict[str, Any]]


class DeskClient:
    def __init__(self, http: httpx.AsyncClient, url: str, key: str) -> None:
        self._side = Side(http, "desk", f"{url.rstrip('/')}/api/v1/desk/sessions", {"x-api-key": key})

    async def sessions(self) -> list[SessionSeen]:
        return (await self._side.get(SessionList, "")).sessions

    async def events(self, session_id: str, after: int) -> EventPage:
        return await self._side.get(EventPage, f"/{session_id}/events", after=after)

    async def wait_for_events(self, session_id: str, after: int) -> EventPage:
        """As soon as there are some, also those that are told now or never; none after a while."""
        return await self._side.get(EventPage, f"/{session_id}/events", after=after, wait=WAIT_SECONDS)

    async def accept(self, session_id: str, person: PersonSeen) -> None:
        await self._side.tell(f"/{session_id}/accept", {"agent": person.model_dump()})

    async def say(self, session_id: str, message_id: str, text: str, attachments: Sequence[dict[str, str]]) -> None:
        body = {"text": text, "message_id": message_id, "attachments": list(attachments)}
        await self._side.tell(f"/{session_id}/messages", body)

    async def type(self, session_id: str, *, is_typing: bool) -> None:
        state = "TYPING_STATE_STARTED" if is_typing else "TYPING_STATE_STOPPED"
        await self._side.tell(f"/{session_id}/typing", {"state": state})

    async def give_back(self, session_id: str) -> None:
        await self._side.tell(f"/{session_id}/return", {})

    async def refuse(self, session_id: str) -> None:
        await self._side.tell(f"/{session_id}/refuse", {})
