"""A ParentConnection whose child is played by a test: what it sends goes straight in, what it is sent is kept."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from parley.agent_host.messages import FunctionResult
from parley.agent_host.parent_connection import ChildLost, ParentConnection
from parley.agent_host.protocol import HostServices, Invocation
from tests.agent_host.conftest import FakeHostServices
from tests.agent_host.in_process import VIEW


class FakeTransport:
    """As much of a transport as a connection uses."""

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


class HostileChild:
    def __init__(self, services: HostServices | None = None) -> None:
        self.transport = FakeTransport()
        self.connection = ParentConnection()
        self.connection.connection_made(cast(Any, self.transport))
        self._services = services or FakeHostServices()

    def begin(self, timeout: float = 60.0, **rest: Any) -> asyncio.Task[tuple[FunctionResult, bytes]]:
        """A call that waits for what the child says."""
        invocation = Invocation("f.py", {}, VIEW, timeout=timeout, **rest)
        return asyncio.create_task(self.connection.call(invocation, self._services))

    def says(self, data: bytes) -> None:
        """As a socket delivers it: nothing more once it is closed."""
        if not self.transport.is_closed:
            self.connection.data_received(data)

    def leaves(self) -> None:
        self.connection.connection_lost(None)


async def outcome_of(call: asyncio.Task[tuple[FunctionResult, bytes]]) -> FunctionResult | str:
    try:
        return (await call)[0]
    except ChildLost as error:
        return str(error)
    except TimeoutError:
        return "timeout"
