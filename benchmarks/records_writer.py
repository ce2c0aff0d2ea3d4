"""A write load for the records benchmark: conversations in which turns are taken at a given rate, each on disk."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import replace
from uuid import UUID

import uvloop

from parley.domain.conversations import lease_store, store
from parley.domain.conversations.model import (
    Conversation,
    ConversationRef,
    LiveConversation,
    LiveState,
    Turn,
    TurnRow,
    public_id,
)
from parley.domain.conversations.turn_store import TurnWriter
from parley.kit.clock import SystemClock
from parley.kit.ids import uuid7
from parley.storage.db import Database
from parley.web.serve import stop_requested

CONVERSATIONS = 60
ENVIRONMENT = "sandbox"
DIALOG = b'{"window":"' + b"what was said before " * 100 + b'"}'


async def _begun(db: Database, account: str, project: str) -> LiveConversation:
    now, row = SystemClock().now(), uuid7()
    conversation = Conversation(
        row, public_id(row), account, project, ENVIRONMENT, UUID(int=0), "WEBCHAT", "", "", "en-GB", now
    )
    async with db.transaction() as tx:
        await store.insert_conversation(tx, conversation)
        await store.insert_live(tx, conversation, LiveState({}, DIALOG, b"", 0), now, False)
        live = await lease_store.acquire_lease(tx, ConversationRef(row), uuid7(), 3600, 1)
    assert live is not None
    return live


async def main(dsn: str, account: str, project: str, rate: float) -> None:
    """Prints how many turns a second there were, once it is told to stop."""
    db = await Database.open(dsn, connections=4, application="bench-writer")
    conversations = [await _begun(db, account, project) for _ in range(CONVERSATIONS)]
    writer, stop = TurnWriter(db), stop_requested()
    print(json.dumps({"conversations": len(conversations)}), flush=True)
    begun, taken = time.monotonic(), 0

    async def talk(conversation: LiveConversation, place: int) -> None:
        nonlocal taken
        number, interval = 0, CONVERSATIONS / rate
        while not stop.is_set():
            wait = begun + (number + place / CONVERSATIONS) * interval - time.monotonic()
            await asyncio.sleep(max(wait, 0))
            now = SystemClock().now()
            said = ("I would like to know where my parcel is.", "It is on its way and will be there tomorrow at noon.")
            turn = Turn(number, said[0], now, said[1], now, latency_ms=1.0)
            live = replace(conversation.live, turns=number)
            await writer.save(TurnRow(conversation, turn, live, ended=False, keeps_lease=True))
            number, taken = number + 1, taken + 1

    await asyncio.gather(*(talk(conversation, place) for place, conversation in enumerate(conversations)))
    print(json.dumps({"turns_a_second": taken / (time.monotonic() - begun)}), flush=True)
    await _remove(db, conversations)
    await db.aclose()


async def _remove(db: Database, conversations: list[LiveConversation]) -> None:
    """Nothing is left for the next run on the same data."""
    ids = [conversation.id for conversation in conversations]
    async with db.transaction() as tx:
        for table, column in (("live_conversations", "id"), ("turns", "conversation_id"), ("conversations", "id")):
            await tx.execute(f"delete from {table} where {column} = any($1::uuid[])", ids)


if __name__ == "__main__":
    _dsn, _account, _project, _rate = sys.argv[1:]
    uvloop.run(main(_dsn, _account, _project, float(_rate)))
