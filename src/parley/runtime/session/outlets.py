"""Where the agent's words go when nobody has asked for them: to a client that is connected, or can be written to."""

from __future__ import annotations

from typing import Protocol
from uuid import UUID

from parley.runtime.turn.output import TurnResult
from parley.storage.db import Connection


class Push(Protocol):
    async def store(self, tx: Connection, result: TurnResult) -> None:
        """In the transaction of the turn."""
        ...

    def publish(self) -> None:
        """After it."""
        ...


class Outlet(Protocol):
    async def find_push(self, conversation: UUID) -> Push | None:
        """None: the user of this conversation cannot be reached this way. What is said waits for the next answer."""
        ...
