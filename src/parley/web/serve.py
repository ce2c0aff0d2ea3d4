"""Runs web apps in a process: uvicorn on sockets that are already bound, a second small server for operations."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol, cast

import uvicorn
from starlette.types import ASGIApp

from parley.kit import tasks
from parley.kit.http_limits import LIMITS, HttpLimits
from parley.kit.log import logger
from parley.web.ops import ops_app
from parley.web.server.connection import HttpConnection
from parley.web.server.connection_limits import ConnectionLimiter, TimedConnection
from parley.web.server.protocol_errors import standard

log = logger(__name__)


class Serving(Protocol):
    """What a server needs of the process that it runs in (`Resources` is one)."""

    draining: bool

    @property
    def drain_seconds(self) -> float: ...

    @property
    def http_limits(self) -> HttpLimits: ...

    async def is_ready(self) -> bool: ...

    def health(self) -> Mapping[str, Any]: ...


class PortTaken(Exception):
    """The address is in use by another program."""


def bind(host: str, port: int) -> socket.socket:
    """A listening socket. Bound by whoever supervises, so that a restarted server finds waiting connections in it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    # Connections of the last run that are still closing must not keep the next one from starting.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"Port {port} on {host} is taken by another program ({error.strerror}).") from None
        raise PortTaken(f"Cannot listen on port {port} of {host}: {error.strerror}.") from None
    listener.listen(2048)
    listener.setblocking(False)
    return listener


def stop_requested() -> asyncio.Event:
    """An event that SIGTERM or SIGINT sets."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop


LARGEST_MESSAGE = 64 * 1024
"""Of a WebSocket, unless a service says otherwise."""
TICKS = 10
"""A second has so many of uvicorn's."""


class _Server(uvicorn.Server):
    """Uvicorn without its signal handlers: ours decide when to stop. It looks at its connections once a second."""

    def __init__(self, config: uvicorn.Config, limiter: ConnectionLimiter) -> None:
        super().__init__(config)
        self._limiter = limiter

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def on_tick(self, counter: int) -> bool:
        self._limiter.tick()
        if counter % TICKS == 0:
            self._limiter.close_overdue(cast("set[TimedConnection]", self.server_state.connections))
        return await super().on_tick(counter)


async def serve(
    app: ASGIApp,
    process: Serving,
    listeners: Sequence[socket.socket],
    ops: socket.socket | None = None,
    stop: asyncio.Event | None = None,
    make_server: Callable[[ASGIApp, float, HttpLimits], uvicorn.Server] | None = None,
    leave_seconds: float = 0.0,
) -> None:
    """Serves until asked to stop, then lets requests in flight finish. `make_server` is for WebSockets; for
    `leave_seconds` before that new requests are taken too, and readiness says that they should go elsewhere."""
    stopping = tasks.start((stop or stop_requested()).wait(), "stop")
    drained = asyncio.Event()
    server = (make_server or quiet_server)(app, process.drain_seconds, process.http_limits)
    watching = tasks.start(serve_ops(process, ops, drained), "operations port")
    serving = tasks.start(server.serve(sockets=list(listeners)), "serve")
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    process.draining = True  # readiness first: a load balancer stops sending before the server stops accepting
    log.info("draining")
    # What waits in a listening socket of our own when that is closed is lost: by then nobody may come here any more.
    await asyncio.wait({serving}, timeout=leave_seconds)
    server.should_exit = True
    await serving
    # The operations port last: it says `not ready` for as long as requests drain.
    drained.set()
    stopping.cancel()
    await watching


async def serve_ops(process: Serving, listener: socket.socket | None, stop: asyncio.Event) -> None:
    """The operations port, until `stop`: it goes on answering while requests drain."""
    if listener is None:
        return
    server = quiet_server(ops_app(process.is_ready, process.health), 1, process.http_limits.for_operations())
    serving = tasks.start(server.serve(sockets=[listener]), "serve operations")
    await stop.wait()
    server.should_exit = True
    await serving


def quiet_server(
    app: ASGIApp,
    drain_seconds: float,
    limits: HttpLimits = LIMITS,
    connection: type[HttpConnection] = HttpConnection,
    ws: Any = "none",
    largest_message: int = LARGEST_MESSAGE,
) -> uvicorn.Server:
    """An app that has envelopes of its own for errors (`Middleware`) has the server's errors in them too.
    `server.connection` and `ws` are others where WebSockets are served (`serve_websockets`)."""
    limiter = ConnectionLimiter(limits)
    config = uvicorn.Config(
        app,
        http=cast(Any, partial(connection, limiter, getattr(app, "envelope_of", standard))),
        ws=ws,
        ws_max_size=largest_message,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        # `X-Forwarded-For` is read by `ConnectionLimiter`, from the proxies that the settings trust.
        proxy_headers=False,
        date_header=True,
        timeout_graceful_shutdown=max(1, int(drain_seconds)),
    )
    return _Server(config, limiter)
