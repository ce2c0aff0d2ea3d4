"""Web servers that tests start and stop by the hundred."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

from parley.kit import tasks

ROUNDS = 50


@asynccontextmanager
async def served(server: uvicorn.Server, listener: socket.socket) -> AsyncIterator[None]:
    """Uvicorn looks ten times a second whether it is to stop, and then leaves everybody a tenth of a second to go:
    where nobody is, as at the end of nearly every test, it need not."""
    serving = tasks.start(server.serve(sockets=[listener]), "serve")
    try:
        yield
    finally:
        if server.started and await _is_deserted(server):
            await tasks.cancel(serving)
            for each in server.servers:
                each.close()
            listener.close()
        else:
            server.should_exit = True
            await serving


async def _is_deserted(server: uvicorn.Server) -> bool:
    """Whoever has just closed a connection is gone within a few rounds of the loop."""
    state = server.server_state
    for _ in range(ROUNDS):
        if not (state.connections or state.tasks):
            return True
        await asyncio.sleep(0.001)
    return False
