"""Answers kept under an Idempotency-Key: a retry gets the answer of the first request, and nothing happens twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from parley.domain.conversations import reply_store
from parley.domain.conversations.model import IdempotencyKey
from parley.runtime.session.reply_hook import ReplyHook
from parley.runtime.turn.output import TurnResult
from parley.storage.db import Connection, Database

Body = Mapping[str, Any]
Render = Callable[[TurnResult], Body]


class AlreadyAnswered(Exception):
    """A request with the same key was faster."""


class KeptReply:
    """A `ReplyHook`: the answer is written in the transaction of the turn that it belongs to."""

    def __init__(self, db: Database, retry: IdempotencyKey, render: Render) -> None:
        self._db = db
        self._retry = retry
        self._render = render

    async def check(self) -> None:
        if await reply_store.find_reply(self._db, self._retry) is not None:
            raise AlreadyAnswered

    async def settle(self) -> None:
        """Nothing is under way."""

    async def store(self, tx: Connection, result: TurnResult) -> None:
        if not await reply_store.insert_reply(tx, self._retry, self._render(result)):
            raise AlreadyAnswered


async def answer_once(
    db: Database, retry: IdempotencyKey | None, render: Render, act: Callable[[ReplyHook | None], Awaitable[TurnResult]]
) -> Body:
    """The body of the answer: that of `act`, or of an earlier request with the same key."""
    if retry is None:
        return render(await act(None))
    try:
        return render(await act(KeptReply(db, retry, render)))
    except AlreadyAnswered:
        known = await reply_store.find_reply(db, retry)
        assert known is not None, "who was faster has written an answer"
        return known
