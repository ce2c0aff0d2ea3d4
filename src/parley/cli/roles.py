"""`parley serve` and `parley worker`: one role in this process. Any number of each may run against one database."""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Annotated

import typer
import uvloop

from parley.asgi import APPS, messaging
from parley.cli.data_folder import close_to_others
from parley.cli.environment import unknown_variables
from parley.cli.operator import EXPECTED, Data, database_url, fail, fail_because, settings_for
from parley.cli.supervision.status_reporter import StatusReporter
from parley.kit import garbage_collection, log, tasks
from parley.kit.service_manager import from_environment
from parley.messaging.server import serve_messaging
from parley.resources import open_resources
from parley.settings import Settings
from parley.storage.db import Database
from parley.storage.migrate import migrate
from parley.web.serve import PortTaken, bind, serve, serve_ops, stop_requested
from parley.worker.run import work

logger = log.logger(__name__)

Host = Annotated[str, typer.Option(help="Address to listen on.")]
OpsPort = Annotated[
    int | None, typer.Option(min=0, max=65535, help="Serve /healthz, /readyz and /metrics here.", show_default=False)
]
Fd = Annotated[int | None, typer.Option(hidden=True, help="A listening socket that the supervisor opened.")]
HeartbeatFd = Annotated[int | None, typer.Option(hidden=True, help="Where the supervisor listens for signs of life.")]


class Service(StrEnum):
    platform = "platform"
    build = "build"
    messaging = "messaging"


DEFAULT_PORTS = {Service.platform: 8080, Service.build: 8081, Service.messaging: 8083}


def serve_command(
    service: Annotated[Service, typer.Argument(help="Which service.")],
    host: Host = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Default: 8080 for platform, 8081 for build, 8083 for messaging."),
    ] = None,
    ops_port: OpsPort = None,
    data: Data = None,
    fd: Fd = None,
    ops_fd: Fd = None,
    heartbeat_fd: HeartbeatFd = None,
) -> None:
    """Serve one of the HTTP services in this process.

    Example: PARLEY_DATABASE_URL=postgresql://user@db/parley parley serve platform --port 8080
    """
    settings = settings_for(data)
    try:
        listener = listener_of(host, DEFAULT_PORTS[service] if port is None else port, fd)
        ops = ops_listener(host, ops_port, ops_fd)
    except PortTaken as error:
        fail(str(error))

    async def main(settings: Settings, status_reporter: StatusReporter) -> None:
        async with open_resources(settings, service.value) as resources:
            garbage_collection.tune()
            stop = stop_requested()
            status_reporter.follow(resources.is_ready, stop)
            if service is Service.messaging:
                await serve_messaging(messaging(resources), resources, [listener], ops, stop)
            else:
                app, leave = APPS[service.value](resources), settings.leave_seconds
                await serve(app, resources, [listener], ops, stop, leave_seconds=leave)

    run_role(service.value, settings, main, heartbeat_fd)


def worker_command(
    host: Host = "127.0.0.1",
    ops_port: OpsPort = None,
    data: Data = None,
    ops_fd: Fd = None,
    heartbeat_fd: HeartbeatFd = None,
) -> None:
    """Do the work that nobody waits for: jobs and periodic tasks.

    Example: parley worker --ops-port 9090
    """
    settings = settings_for(data)
    try:
        ops = ops_listener(host, ops_port, ops_fd)
    except PortTaken as error:
        fail(str(error))

    async def main(settings: Settings, status_reporter: StatusReporter) -> None:
        async with open_resources(settings, "worker") as resources:
            stop = stop_requested()
            status_reporter.follow(resources.is_ready, stop)
            watching = tasks.start(serve_ops(resources, ops, stop), "operations port")
            await work(resources, stop)
            await watching

    run_role("worker", settings, main, heartbeat_fd)


def run_role(
    role: str, settings: Settings, main: Callable[[Settings, StatusReporter], Awaitable[None]], heartbeat_fd: int | None
) -> None:
    """`heartbeat_fd`: what a supervisor gave us. Without one we run apart."""
    log.configure(role, settings.log_level, settings.log_file)
    warn_of_unknown_variables()
    service_manager = from_environment(os.environ)
    if heartbeat_fd is None:
        # Under `up` the supervisor has done it.
        close_to_others(settings.data)

    async def with_database() -> None:
        async with StatusReporter(service_manager, heartbeat_fd) as status_reporter, database_url(settings) as dsn:
            if heartbeat_fd is None:  # `up` has done it, and must not wait for it at every restart of a child
                await _up_to_date(dsn, role)
            # What serves goes through the pooler, if there is one.
            await main(settings.model_copy(update={"database_url": settings.database_url or dsn}), status_reporter)

    try:
        uvloop.run(with_database())
    except EXPECTED as error:
        fail_because(error)


def warn_of_unknown_variables() -> None:
    for name, suggestion in unknown_variables(os.environ):
        logger.warning("setting_unknown", variable=name, hint=suggestion.strip())


async def _up_to_date(dsn: str, role: str) -> None:
    db = await Database.open(dsn, connections=1, application=f"parley-{role}")
    try:
        await migrate(db)
    finally:
        await db.aclose()


def listener_of(host: str, port: int, fd: int | None) -> socket.socket:
    return socket.socket(fileno=fd) if fd is not None else bind(host, port)


def ops_listener(host: str, port: int | None, fd: int | None) -> socket.socket | None:
    return None if port is None and fd is None else listener_of(host, port or 0, fd)
