"""Runs web apps in a process: uvicorn on sockets that are already bound, a second small server for operations."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from parley.kit.log import logger
from parley.resources import Resources
from parley.web.ops import ops_app

log = logger(__name__)


class PortTaken(Exception):
    """The address is in use by another program."""


def bind(host: str, port: int) -> socket.socket:
    """A listening socket. Bound by whoever supervises, so that a restarted server finds waiting connections in it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise PortTaken(f"Port {port} on {host} is taken by another program ({error.strerror}).") from None
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


class _Server(uvicorn.Server):
    """Uvicorn without its signal handlers: ours decide when to stop."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def serve(
    app: ASGIApp, resources: Resources, listeners: Sequence[socket.socket], ops: socket.socket | None = None
) -> None:
    """Serves until asked to stop, then lets requests in flight finish."""
    stop = stop_requested()
    server = quiet_server(app, resources.settings.drain_seconds)
    watching = asyncio.create_task(serve_ops(resources, ops, stop))
    serving = asyncio.create_task(server.serve(sockets=list(listeners)))
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    resources.draining = True
    log.info("draining")
    server.should_exit = True
    await serving
    stop.set()
    await asyncio.gather(watching, stopping)


async def serve_ops(resources: Resources, listener: socket.socket | None, stop: asyncio.Event) -> None:
    """The operations port, until `stop`: it goes on answering while requests drain."""
    if listener is None:
        return
    server = quiet_server(ops_app(resources.is_ready, resources.health), 1)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    await stop.wait()
    server.should_exit = True
    await serving


def quiet_server(app: ASGIApp, drain_seconds: float) -> uvicorn.Server:
    config = uvicorn.Config(
        app,
        http="httptools",
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        proxy_headers=False,
        date_header=True,
        timeout_graceful_shutdown=max(1, int(drain_seconds)),
        timeout_keep_alive=75,
    )
    return _Server(config)
