"""Replies in chunks: what the model says in its order, and a reply that another process had begun."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.messaging.model import Append, Appended, Entry, Journaled, numbered
from parley.runtime.messaging.chunks import ChunkedReply
from parley.runtime.messaging.journal import Journal
from parley.runtime.messaging.reply_events import BegunReply, begun_reply
from parley.runtime.turn.output import NO_OUTPUT, Speech, TurnResult
from tests.clocks import HandClock

SESSION = UUID(int=1)
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)


@dataclass
class Written:
    """A journal that only writes."""

    entries: list[Entry] = field(default_factory=list)
    pauses: list[int] = field(default_factory=list)

    async def append(self, append: Append) -> Appended:
        for _ in range(self.pauses.pop() if self.pauses else 0):
            await asyncio.sleep(0)
        self.entries += append.entries
        return Appended([], None, has_requests=False, is_elsewhere=False)

    @property
    def journaled(self) -> list[Journaled]:
        return numbered(self.entries, 1)

    @property
    def payloads(self) -> list[dict[str, Any]]:
        return [orjson.loads(entry.body)["payload"] for entry in self.entries]

    @property
    def replies(self) -> list[tuple[str, bool]]:
        found: dict[str, tuple[str, bool]] = {}
        for payload in self.payloads:
            before, is_complete = found.get(payload["message_id"], ("", False))
            assert not is_complete, "nothing is added to what is complete"
            found[payload["message_id"]] = (before + payload["text"], payload.get("is_complete", True))
        return list(found.values())


def chunked(written: Written) -> ChunkedReply:
    return ChunkedReply(cast(Journal, written), HandClock(NOON), SESSION)


def result_of(reply: str) -> TurnResult:
    return cast(TurnResult, SimpleNamespace(reply=reply, output=NO_OUTPUT))


async def speak(reply: ChunkedReply, pieces: Sequence[str], rounds: int = 0) -> None:
    for piece in pieces:
        await reply.hear(Speech(piece))
        for _ in range(rounds):
            await asyncio.sleep(0)


async def complete(written: Written, reply: ChunkedReply, text: str | None) -> None:
    await reply.settle()
    written.entries += reply.last(None if text is None else result_of(text))


PIECES = st.lists(st.text("abc ", min_size=1, max_size=3), max_size=8)


@pytest.mark.slow
@given(pieces=PIECES, rounds=st.integers(0, 4), pauses=st.lists(st.integers(0, 6), max_size=8))
async def test_chunks_are_the_reply(pieces: list[str], rounds: int, pauses: list[int]) -> None:
    written = Written(pauses=pauses)
    reply = chunked(written)
    await speak(reply, pieces, rounds)
    await complete(written, reply, "".join(pieces))
    assert written.replies == ([("".join(pieces), True)] if pieces else [])
    indices = [payload["chunk_index"] for payload in written.payloads if "chunk_index" in payload]
    assert indices == list(range(1, len(indices) + 1))


@pytest.mark.slow
@given(
    pieces=PIECES,
    again=PIECES,
    is_same=st.booleans(),
    rounds=st.integers(0, 4),
    died_after=st.integers(0, 5),
    fails=st.booleans(),
)
async def test_a_reply_that_another_process_had_begun(
    pieces: list[str], again: list[str], is_same: bool, rounds: int, died_after: int, fails: bool
) -> None:
    """The same words go on where it stopped; after others it is left, and theirs are whole."""
    written = Written()
    first = chunked(written)
    await speak(first, pieces, 3)
    await first.settle()
    del written.entries[died_after:]
    begun = begun_reply(written.journaled)
    shown = begun.text if begun else ""
    said = pieces if is_same else again
    second = chunked(written)
    second.resume(begun)
    await speak(second, said, rounds)
    await complete(written, second, None if fails else "".join(said))
    text = "".join(said)
    assert all(is_complete for _, is_complete in written.replies)
    if fails:
        assert len(written.replies) <= 2
    elif shown and text.startswith(shown):
        assert written.replies == [(text, True)]
    else:
        assert written.replies == ([(shown, True)] if shown else []) + ([(text, True)] if text else [])
    for message_id in {payload["message_id"] for payload in written.payloads}:
        chunks = [each for each in written.payloads if each["message_id"] == message_id and "chunk_index" in each]
        assert [each["chunk_index"] for each in chunks] == list(range(1, len(chunks) + 1))


@pytest.mark.parametrize("is_complete", [True, False])
def test_only_what_is_not_complete_was_begun(is_complete: bool) -> None:
    def event(number: int, message_id: str, text: str, index: int, is_complete: bool = False) -> Journaled:
        payload = {"message_id": message_id, "text": text, "chunk_index": index, "is_complete": is_complete}
        body = {"type": "EVENT_TYPE_POLY_AGENT_MESSAGE_CHUNK", "payload": payload}
        return Journaled(number, orjson.dumps(body).decode())

    other = Journaled(4, orjson.dumps({"type": "EVENT_TYPE_USER_MESSAGE", "payload": {"text": "x"}}).decode())
    events = [
        event(1, "a", "We", 1),
        event(2, "a", "", 2, is_complete=True),
        event(3, "b", "We ", 1),
        other,
        event(5, "b", "open", 2, is_complete),
    ]
    assert begun_reply(events) == (None if is_complete else BegunReply("b", "We open", 2))
