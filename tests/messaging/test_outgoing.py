"""Whatever comes when, and however slowly it goes out: a socket is told the journal in its order, each event once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.messaging import events
from parley.domain.messaging.events import ServerEvent
from parley.domain.messaging.model import EndReason, Journaled
from parley.messaging.outgoing import MOST_UNSENT, NORMAL, PAGE, TRY_AGAIN, Outgoing
from parley.storage.db import DatabaseUnavailable
from tests.clocks import HandClock
from tests.properties import examples

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
ROUNDS = 30


class Connection:
    """A journal, a socket on it, and what its client got. Reading and sending take as long as the test wants."""

    def __init__(self, written: int = 1, cursor: int = 0, pauses: Sequence[int] = ()) -> None:
        self.journal = [said(number) for number in range(1, written + 1)]
        self.frames: list[dict[str, Any]] = []
        self.closed: int | None = None
        self.is_down = False
        self.stuck: asyncio.Event | None = None
        self._pauses = iter(pauses)
        self.outgoing = Outgoing(cursor, self._read, self._send_now, self._send, self._close, HandClock(NOON))

    @property
    def told(self) -> list[dict[str, Any]]:
        return [
            event
            for frame in self.frames
            for event in (frame["payload"]["events"] if frame["type"] == ServerEvent.BATCH else [frame])
        ]

    @property
    def sequences(self) -> list[int]:
        return [event["sequence"] for event in self.told if event["sequence"] is not None]

    def write(self, some: int = 1) -> list[Journaled]:
        first = len(self.journal) + 1
        new = [said(number) for number in range(first, first + some)]
        self.journal += new
        return new

    async def settled(self) -> None:
        for _ in range(ROUNDS * (len(self.journal) + 10)):
            await asyncio.sleep(0)

    async def _take_time(self) -> None:
        for _ in range(next(self._pauses, 0)):
            await asyncio.sleep(0)

    async def _read(self, after: int, most: int) -> Sequence[Journaled]:
        await self._take_time()
        if self.is_down:
            raise DatabaseUnavailable
        found = self.journal[after : after + most]
        await self._take_time()
        return found

    def _send_now(self, text: str) -> bool:
        if self.stuck is not None or next(self._pauses, 0):
            return False
        self.frames.append(orjson.loads(text))
        return True

    async def _send(self, text: str) -> None:
        if self.stuck is not None:
            await self.stuck.wait()
        await self._take_time()
        self.frames.append(orjson.loads(text))

    async def _close(self, code: int) -> None:
        self.closed = code


def said(number: int, text: str = "") -> Journaled:
    return Journaled(number, events.body(ServerEvent.AGENT_MESSAGE, {"text": text or str(number)}, NOON))


def thinking(after: int) -> str:
    return events.transient(ServerEvent.AGENT_THINKING, {"after": after}, NOON)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("publish"), st.integers(1, 3)),
        st.tuples(st.just("late"), st.integers(1, 3)),
        st.tuples(st.just("elsewhere"), st.integers(1, 3)),
        st.tuples(st.just("signal"), st.just(0)),
        st.tuples(st.just("think"), st.just(0)),
        st.tuples(st.just("beat"), st.just(0)),
        st.tuples(st.just("wait"), st.integers(1, 8)),
    ),
    max_size=25,
)


@pytest.mark.slow
@examples(600)
@given(
    written=st.sampled_from([1, 2, 5, PAGE - 1, PAGE, PAGE + 1, 2 * PAGE + 1]),
    back=st.integers(0, 3),
    pauses=st.lists(st.integers(0, 5), max_size=60),
    steps=STEPS,
)
async def test_in_the_order_of_the_journal_each_once(
    written: int, back: int, pauses: list[int], steps: list[tuple[str, int]]
) -> None:
    """Events are written here or elsewhere, are told of at once, late, in the wrong order, or by a signal alone."""
    cursor = max(0, written - back)
    connection = Connection(written, cursor, pauses)
    connection.outgoing.catch_up()
    late: list[list[Journaled]] = []
    beats = count(1)
    for kind, number in steps:
        match kind:
            case "publish":
                connection.outgoing.receive(connection.write(number))
            case "late":
                late.append(connection.write(number))
            case "elsewhere":
                connection.write(number)
            case "signal":
                connection.outgoing.catch_up()
                if late:
                    connection.outgoing.receive(late.pop())
            case "think":
                connection.outgoing.tell(thinking(len(connection.journal)), len(connection.journal))
            case "beat":
                connection.outgoing.tell(events.transient(ServerEvent.PERSON_TYPING, {"n": next(beats)}, NOON))
            case _:
                for _ in range(number):
                    await asyncio.sleep(0)
    connection.outgoing.catch_up()
    await connection.settled()
    assert connection.frames[0]["type"] == ServerEvent.BATCH
    assert connection.told[0]["sequence"] == 1
    expected = range(cursor + 1, len(connection.journal) + 1)
    assert connection.sequences == ([1] if cursor > 0 else []) + list(expected)
    assert_thinking_is_in_its_place(connection.told, cursor)
    typing = [event["payload"]["n"] for event in connection.told if event["type"] == ServerEvent.PERSON_TYPING]
    assert typing == list(range(1, next(beats)))
    await connection.outgoing.aclose()


def assert_thinking_is_in_its_place(told: Sequence[dict[str, Any]], newest: int) -> None:
    for event in told:
        if event["type"] == ServerEvent.AGENT_THINKING:
            assert event["payload"]["after"] == newest
        newest = max(newest, event["sequence"] or 0)


async def test_what_follows_an_event_is_never_told_after_the_next() -> None:
    connection = Connection(written=3, pauses=[3, 3, 3])
    connection.outgoing.catch_up()
    connection.outgoing.tell(thinking(3), 3)
    connection.write()
    await connection.settled()
    assert connection.sequences == [1, 2, 3, 4]
    assert all(event["sequence"] for event in connection.told), "the agent has answered since"
    connection.write()
    connection.outgoing.tell(thinking(5), 5)
    await connection.settled()
    assert [event["sequence"] for event in connection.told[-2:]] == [5, None], "what it follows was not known here"
    await connection.outgoing.aclose()


async def test_the_end_of_the_session_closes_the_socket() -> None:
    for cursor in (0, 1):
        connection = Connection(1, cursor)
        connection.outgoing.catch_up()
        await connection.settled()
        end = Journaled(2, events.body(ServerEvent.SESSION_END, events.session_end(EndReason.USER_END), NOON))
        connection.journal.append(end)
        connection.outgoing.receive([end])
        connection.outgoing.tell(thinking(2))
        await connection.settled()
        assert connection.closed == NORMAL
        assert connection.told[-1]["type"] == ServerEvent.SESSION_END
        again = Connection(0, 1)
        again.journal = connection.journal
        again.outgoing.catch_up()
        await again.settled()
        assert (again.closed, again.sequences) == (NORMAL, [1, 2])


async def test_what_only_looks_like_the_end_does_not() -> None:
    connection = Connection()
    connection.outgoing.catch_up()
    await connection.settled()
    connection.journal.append(said(2, str(ServerEvent.SESSION_END)))
    connection.outgoing.catch_up()
    await connection.settled()
    assert (connection.closed, connection.sequences) == (None, [1, 2])
    await connection.outgoing.aclose()


async def test_a_client_that_takes_nothing_is_sent_away() -> None:
    connection = Connection()
    connection.outgoing.catch_up()
    await connection.settled()
    connection.stuck = asyncio.Event()
    large = "x" * (MOST_UNSENT // 4)
    for number in range(2, 8):
        connection.journal.append(said(number, large))
        connection.outgoing.receive([connection.journal[-1]])
        await connection.settled()
    assert connection.closed == TRY_AGAIN
    connection.outgoing.receive(connection.write())
    connection.stuck.set()
    await connection.settled()
    assert len(connection.told) <= 2, "what was under way, and nothing more"
    await connection.outgoing.aclose()


async def test_without_a_database_nothing_is_lost() -> None:
    connection = Connection()
    connection.outgoing.catch_up()
    await connection.settled()
    connection.is_down = True
    connection.write()
    connection.outgoing.catch_up()
    await connection.settled()
    connection.is_down = False
    connection.outgoing.receive(connection.write())
    await connection.settled()
    assert connection.sequences == [1, 2, 3]
    await connection.outgoing.aclose()


async def test_a_connection_that_cannot_even_begin_is_sent_away() -> None:
    connection = Connection()
    connection.is_down = True
    connection.outgoing.catch_up()
    await connection.settled()
    assert (connection.closed, connection.frames) == (TRY_AGAIN, [])
