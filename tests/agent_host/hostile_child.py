"""A Link with a child that a test plays: what it sends goes straight in, what it is sent is kept."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from parley.agent_host import messages
from parley.agent_host.answering import consult
from parley.agent_host.messages import Ask, Done
from parley.agent_host.parent_connection import ChildLost, Link
from parley.agent_host.protocol import HostServiceError, HostServices, Invocation
from tests.agent_host.conftest import Wings
from tests.agent_host.in_process import VIEW


class Wire:
    """As much of a transport as a link uses."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.unread = 0
        self.is_closed = False

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.is_closed = True


def answering(ask: Ask, services: HostServices) -> asyncio.Task[bytes]:
    async def answer() -> bytes:
        try:
            return messages.answer(ask.id, await consult(ask, services))
        except (HostServiceError, RuntimeError) as error:
            return messages.answer(ask.id, error=("x", str(error)))

    return asyncio.create_task(answer())


class HostileChild:
    def __init__(self) -> None:
        self.wire = Wire()
        self.link = Link(answering)
        self.link.connection_made(cast(Any, self.wire))

    def begin(self, timeout: float = 60.0) -> asyncio.Task[tuple[Done, bytes]]:
        """A call that waits for what the child says."""
        return asyncio.create_task(self.link.call(Invocation("f.py", {}, VIEW, timeout=timeout), Wings()))

    def says(self, data: bytes) -> None:
        """As a socket delivers it: nothing more once it is closed."""
        if not self.wire.is_closed:
            self.link.data_received(data)

    def leaves(self) -> None:
        self.link.connection_lost(None)


async def outcome_of(call: asyncio.Task[tuple[Done, bytes]]) -> Done | str:
    try:
        return (await call)[0]
    except ChildLost as error:
        return str(error)
    except TimeoutError:
        return "timeout"
