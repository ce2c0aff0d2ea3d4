"""`parley voice`: phone calls in this process."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import socket
from typing import TYPE_CHECKING, Annotated

import typer

from parley.cli.operator import Data, fail, settings_for
from parley.cli.roles import Fd, HeartbeatFd, Host, OpsPort, listener_of, ops_listener, run_role
from parley.cli.supervision.status_reporter import StatusReporter
from parley.kit import garbage_collection
from parley.kit.tasks import Tasks
from parley.resources import Resources, open_resources
from parley.settings import Settings
from parley.web.serve import PortTaken, serve_ops, stop_requested

if TYPE_CHECKING:
    from parley.telephony.server import VoiceServer

DEFAULT_PORT = 8082
PORT_HELP = "Port that carriers of media streams reach; 0: any free one."
MISSING = "Calls need the extra `voice`: pip install 'parley[voice]'."


def voice_command(
    host: Host = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=PORT_HELP)] = DEFAULT_PORT,
    ops_port: OpsPort = None,
    data: Data = None,
    fd: Fd = None,
    ops_fd: Fd = None,
    heartbeat_fd: HeartbeatFd = None,
) -> None:
    """Answer and place phone calls. Where, and how many, is said by PARLEY_SIP_… and PARLEY_RTP_PORTS.

    Example: parley voice --ops-port 9091
    """
    if not is_installed():
        fail(MISSING)
    settings = settings_for(data)
    try:
        listener = listener_of(host, port, fd)
        ops = ops_listener(host, ops_port, ops_fd)
    except PortTaken as error:
        fail(str(error))

    async def main(settings: Settings, status_reporter: StatusReporter) -> None:
        async with open_resources(settings, "voice") as resources:
            garbage_collection.tune()
            stop, drained = stop_requested(), asyncio.Event()
            server = _create_server(resources, listener)
            status_reporter.follow(server.is_ready, stop)
            # Until the last call has ended: readiness and metrics are asked for while it drains.
            serving_ops = Tasks().start(serve_ops(server, ops, drained), "ops server")
            try:
                await server.run(stop)
            finally:
                drained.set()
                await serving_ops

    run_role("voice", settings, main, heartbeat_fd)


def is_installed() -> bool:
    return importlib.util.find_spec("baresip") is not None


def _create_server(resources: Resources, listener: socket.socket) -> VoiceServer:
    """Imported here and nowhere else: it needs the extra."""
    server: VoiceServer = importlib.import_module("parley.telephony.server").VoiceServer(resources, listener)
    return server
