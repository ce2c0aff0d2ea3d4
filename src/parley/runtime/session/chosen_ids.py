"""Ids that others choose for conversations: each is given once in a project."""

from __future__ import annotations

from parley.domain.conversations import store
from parley.domain.conversations.model import ConversationIdTaken
from parley.runtime.turn.output import TurnResult
from parley.storage.db import Connection, Database


class ChosenIdHook:
    """A `ReplyHook`."""

    def __init__(self, db: Database, project_id: str, chosen_id: str) -> None:
        self._db = db
        self._project_id = project_id
        self._chosen_id = chosen_id

    async def check(self) -> None:
        await self._check(self._db)

    async def settle(self) -> None:
        return

    async def store(self, tx: Connection, result: TurnResult) -> None:
        await store.lock_chosen(tx, self._project_id, self._chosen_id)
        await self._check(tx)

    async def _check(self, db: Database | Connection) -> None:
        if await store.find_chosen(db, self._project_id, self._chosen_id) is not None:
            raise ConversationIdTaken
