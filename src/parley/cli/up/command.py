"""`parley up`: the database, the two services and the worker, with one command, until Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from parley.cli import credentials
from parley.cli.backup.archiver import prepare_archiver
from parley.cli.data_folder import close_to_others
from parley.cli.operator import EXPECTED, Data, console, direct_url, fail, fail_because, now, settings_for
from parley.cli.roles import DEFAULT_PORTS, Service
from parley.cli.supervision.database_supervisor import kill_when_hung, restart_when_ended
from parley.cli.supervision.instance_health import InstanceHealth
from parley.cli.supervision.liveness import LivenessLimits
from parley.cli.supervision.status_reporter import StatusReporter
from parley.cli.supervision.supervisor import Child, Counts, Supervisor, environment
from parley.cli.supervision.template import Template
from parley.cli.up import banner, demo, demo_telephony
from parley.cli.voice.command import DEFAULT_PORT, is_installed
from parley.cli.voice.ports import SipPorts, bind_or_any, choose_ports
from parley.domain.accounts.secrets import fingerprint
from parley.domain.accounts.store import find_key
from parley.domain.audit.actions import act_as
from parley.domain.audit.model import OPERATOR
from parley.domain.console.actions import make_link
from parley.domain.projects.secret_store import encryption_key
from parley.kit import log, tasks
from parley.kit.encryption import Encryptor
from parley.kit.service_manager import ServiceManager, from_environment
from parley.settings import Settings
from parley.storage.db import Database
from parley.storage.embedded import EmbeddedPostgres
from parley.storage.migrate import migrate
from parley.web.serve import PortTaken, bind, stop_requested

SIP_PORT_HELP = "UDP port for phone calls (default: 5060, or any if it is taken); 0: any free one."
MESSAGING_PORT_HELP = "Port of the messaging service (default: 8083, or any if it is taken); 0: any free one."
STREAMS_PORT_HELP = "Port for carriers of media streams (default: 8082, or any if it is taken); 0: any free one."
SIP_TLS_PORT_HELP = "TLS port for phone calls (default: 5061, or any if it is taken); 0: any free one."
PROCESSES_HELP = "Processes of the platform and messaging services each (default: 2 where there are two cores)."
DEFAULT_PROCESSES = 2
STOPPING_SECONDS = 10.0
"""What a child may take besides waiting for requests and calls to finish."""
STARTING_PATIENCE = 5.0
"""A short operator command may be holding the database at this moment: it is waited for."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be started, and on which sockets."""

    listeners: dict[str, socket.socket]
    processes: int
    voice: SipPorts | None


def up_command(
    data: Data = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    platform_port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the platform service; 0: any free one.")
    ] = 8080,
    build_port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the build service; 0: any free one.")
    ] = 8081,
    messaging_port: Annotated[int | None, typer.Option(min=0, max=65535, help=MESSAGING_PORT_HELP)] = None,
    sip_port: Annotated[int | None, typer.Option(min=0, max=65535, help=SIP_PORT_HELP)] = None,
    sip_tls_port: Annotated[int | None, typer.Option(min=0, max=65535, help=SIP_TLS_PORT_HELP)] = None,
    with_voice: Annotated[bool, typer.Option("--voice/--no-voice", help="Answer and place phone calls.")] = True,
    ops_host: Annotated[str, typer.Option(help="Address of health and metrics; not for the public.")] = "127.0.0.1",
    streams_port: Annotated[int | None, typer.Option(min=0, max=65535, help=STREAMS_PORT_HELP)] = None,
    ops_port: Annotated[int, typer.Option(min=0, max=65535, help="Port of health and metrics; 0: any free one.")] = 0,
    platform_processes: Annotated[int | None, typer.Option(min=1, max=64, help=PROCESSES_HELP)] = None,
    with_demo: Annotated[bool, typer.Option("--demo/--no-demo", help="Make the demo account and its keys.")] = True,
) -> None:
    """Start everything and print addresses, keys and commands to try. Ctrl-C stops it.

    Example: parley up --platform-port 0 --build-port 0
    """
    settings = settings_for(data)
    folder = settings.data.absolute()
    settings = settings.model_copy(update={"data": folder})
    service_manager = from_environment(os.environ)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        log.configure("supervisor", settings.log_level, folder / "logs" / "supervisor.log")
        close_to_others(folder)
        # Bound before anything starts: a taken port is said at once, and connections wait while a child is replaced.
        listeners = {
            "platform": bind(host, platform_port),
            "build": bind(host, build_port),
            "messaging": bind_or_any(host, messaging_port, DEFAULT_PORTS[Service.messaging]),
            "ops": bind(ops_host, ops_port),
        }
        voice = None
        if with_voice and is_installed():
            voice = choose_ports(settings, sip_port, sip_tls_port)
            listeners["voice"] = bind_or_any(host, streams_port, DEFAULT_PORT)
    except PortTaken as error:
        fail(f"{error} Choose another with --platform-port, --build-port, --ops-port … (0 takes any free one).")
    except OSError as error:
        fail(f"Cannot use the data folder {folder}: {error.strerror}.")
    plan = Plan(listeners, platform_processes or default_processes(), voice)
    try:
        asyncio.run(_up(settings, plan, with_demo, service_manager))
    except EXPECTED as error:
        fail_because(error)


def default_processes() -> int:
    return min(len(os.sched_getaffinity(0)), DEFAULT_PROCESSES)


async def _up(settings: Settings, plan: Plan, with_demo: bool, service_manager: ServiceManager) -> None:
    stopping = tasks.start(stop_requested().wait(), "stop")
    async with StatusReporter(service_manager), AsyncExitStack() as stack:
        starting = tasks.start(_start(settings, plan, with_demo, stack), "start")
        await asyncio.wait({starting, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not starting.done():  # it must not go on opening what we are about to close
            await tasks.cancel(starting)
        else:
            await starting
            service_manager.ready()
            await stopping
        service_manager.stopping()
        console.print("Stopping: requests in flight finish first …")
    console.print("Stopped.")


async def _start(settings: Settings, plan: Plan, with_demo: bool, stack: AsyncExitStack) -> None:
    template = Template()
    stack.push_async_callback(template.aclose)
    if settings.preload:
        template.start()  # it imports while PostgreSQL starts
    dsn = settings.database_url or await _embedded(settings, stack)
    direct = await direct_url(dsn, settings)
    known = await _prepare(settings, direct, with_demo, plan.voice)
    await prepare_archiver(settings, direct)
    children, ops_ports = _children(settings, dsn, plan, _told_to_browsers(settings, known if with_demo else {}, plan))
    supervisor = Supervisor(
        children,
        stop_seconds=max(settings.leave_seconds + settings.drain_seconds, settings.voice_drain_seconds)
        + STOPPING_SECONDS,
        limits=LivenessLimits(settings.hung_seconds, settings.start_seconds),
        counts=Counts(),
        template=template,
    )
    stack.push_async_callback(supervisor.stop)
    supervisor.start()  # after its stop is on the stack: whatever fails from here on ends the children
    health = InstanceHealth(supervisor, ops_ports)
    stack.push_async_callback(health.aclose)
    await health.until_ready()
    _announce(settings, known, plan, await _sign_in_link(direct, known))
    # Whoever waits for it to be healthy reads the credentials next.
    health.serve(plan.listeners["ops"])


async def _embedded(settings: Settings, stack: AsyncExitStack) -> str:
    console.print("Starting PostgreSQL …")
    server = EmbeddedPostgres(settings.data, pg_bin=settings.pg_bin)
    await server.start(patience=STARTING_PATIENCE)
    stack.push_async_callback(server.stop)
    # They are above the server's stop on the stack, so they end first: a stop must not look like a death.
    for work in (restart_when_ended(server), kill_when_hung(server, settings.hung_seconds)):
        stack.push_async_callback(tasks.cancel, tasks.start(work, "database watch"))
    return server.dsn


async def _prepare(settings: Settings, dsn: str, with_demo: bool, voice: SipPorts | None = None) -> dict[str, Any]:
    """Migrations and the demo; what is known afterwards goes into the credentials."""
    db = await Database.open(dsn, connections=2, application="parley-up")
    try:
        await migrate(db, lambda name: console.print(f"Applied migration {name}"))
        known = credentials.read(settings.data)
        if not with_demo:  # what an earlier start made is not thrown away: nobody else has those keys
            return {name: known[name] for name in ("account_id", "project_id", "keys") if name in known}
        async with db.transaction() as tx:
            await act_as(tx, OPERATOR)
            return await demo.prepare(tx, settings.region, known, now(), _telephone(settings, voice))
    finally:
        await db.aclose()


def _telephone(settings: Settings, voice: SipPorts | None) -> demo.Telephone | None:
    if voice is None:
        return None
    encryptor = Encryptor(encryption_key(settings.secret_key, settings.data))
    return lambda tx, project_info, moment: demo_telephony.prepare(tx, encryptor, project_info, voice, moment)


def _told_to_browsers(settings: Settings, known: dict[str, Any], plan: Plan) -> dict[str, str]:
    """What pages need and nobody has set: whose widget is shown at `/demo`, and where calls go."""
    told = {}
    if settings.demo_widget is None and "keys" in known:
        told["PARLEY_DEMO_WIDGET"] = str(known["keys"]["messaging"]["token"])
    if settings.calls_url is None and plan.voice is not None:
        told["PARLEY_CALLS_URL"] = settings.public_url or _url(plan.listeners["voice"])
    return told


def _children(
    settings: Settings, dsn: str, plan: Plan, told_to_browsers: dict[str, str]
) -> tuple[list[Child], dict[str, int]]:
    roles = {f"platform-{number}": ["serve", "platform"] for number in range(1, plan.processes + 1)}
    roles |= {f"messaging-{number}": ["serve", "messaging"] for number in range(1, plan.processes + 1)}
    roles |= {"build": ["serve", "build"], "worker": ["worker"]}
    if plan.voice is not None:
        roles["voice"] = ["voice"]
    if settings.backup_to is not None:
        roles["backup"] = ["backup", "archive"]
    children, ops_ports = [], {}
    for name, arguments in roles.items():
        ops = bind("127.0.0.1", 0)
        ops_ports[name] = ops.getsockname()[1]
        descriptors = {"--ops-fd": ops.fileno()}
        if (listener := plan.listeners.get(name.partition("-")[0])) is not None:
            descriptors["--fd"] = listener.fileno()
        told = environment(dsn, settings.data, name)
        if name == "build" or name.startswith("messaging"):
            told |= told_to_browsers
        if name == "voice" and plan.voice is not None:
            told |= plan.voice.environment()
        children.append(Child(name, arguments, descriptors, told))
        # The descriptor stays open when the object goes: every restart of the child passes it on.
        ops.detach()
    return children, ops_ports


async def _sign_in_link(dsn: str, known: dict[str, Any]) -> str | None:
    """The secret of a link for the demo's console key; None where there is none."""
    if not isinstance(secret := known.get("keys", {}).get("console"), str):
        return None
    db = await Database.open(dsn, connections=2, application="parley-up")
    try:
        async with db.transaction() as tx:
            await act_as(tx, OPERATOR)
            key = await find_key(tx, fingerprint(secret))
            return await make_link(tx, key.id, now()) if key is not None and key.works_at(now()) else None
    finally:
        await db.aclose()


def _announce(settings: Settings, known: dict[str, Any], plan: Plan, link: str | None) -> None:
    urls = {name: _url(listener) for name, listener in plan.listeners.items()}
    services = {f"{name}_url": urls[name] for name in ("platform", "build", "messaging", "ops")}
    content = {**services, "console_url": settings.console_url or urls["build"], **known}
    if plan.voice is not None:
        public = settings.public_url or urls["voice"]
        content |= {**plan.voice.addresses(), "streams_url": public, "webrtc_url": public}
    path = credentials.write(settings.data, content)
    console.print(banner.text(content, path, link), soft_wrap=True, highlight=False, markup=False)


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 shown, not bound
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
