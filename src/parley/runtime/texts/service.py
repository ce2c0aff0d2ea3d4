"""The text messages of one process."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from parley.domain.texts import thread_store
from parley.kit.clock import Clock
from parley.runtime.texts.gateway import TextGateway
from parley.runtime.texts.hooks import TurnHook
from parley.runtime.texts.outbound import Sending
from parley.runtime.turn.output import TurnResult
from parley.storage.db import Connection, Database


class TextPush:
    def __init__(self, hook: TurnHook) -> None:
        self._hook = hook

    async def store(self, tx: Connection, result: TurnResult) -> None:
        await self._hook.store(tx, result)

    def publish(self) -> None:
        """Nobody waits here: a job sends it."""


class TextOutlet:
    """An `Outlet`."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    async def find_push(self, conversation: UUID) -> TextPush | None:
        thread = await thread_store.find_thread_of(self._db, conversation)
        if thread is None:
            return None
        return TextPush(TurnHook(self._clock, thread, conversation, None))


@dataclass(frozen=True, slots=True)
class Texts:
    sending: Sending
    outlet: TextOutlet

    @classmethod
    def over(cls, db: Database, clock: Clock, gateway: TextGateway) -> Texts:
        return cls(Sending(db, clock, gateway), TextOutlet(db, clock))
