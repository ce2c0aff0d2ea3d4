"""What a door does with the result of a turn in the transaction that writes it."""

from __future__ import annotations

from typing import Protocol

from parley.runtime.turn.output import TurnResult
from parley.storage.db import Connection


class ReplyHook(Protocol):
    """For a door that keeps its own form of a result, to give it again to a retry."""

    async def check(self) -> None:
        """Raises if the request was answered before. Called before the turn, and once more when it is its turn: the
        same request may have been under way."""
        ...

    async def settle(self) -> None:
        """The turn is complete, and its transaction not open yet: what is under way in the background comes to an end
        here, because it may need what the transaction is going to lock."""
        ...

    async def store(self, tx: Connection, result: TurnResult) -> None:
        """In the transaction of the turn. Raises if the same request was faster: then nothing is written."""
        ...
