"""The SIP stack: baresip in this process, one at a time, on a thread of its own."""

from __future__ import annotations

import asyncio
import logging
import ssl
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from contextlib import nullcontext
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from baresip._native import lib  # type: ignore[import-not-found]
from baresip.call import Call as StackCall
from baresip.call import CallState
from baresip.config import Config
from baresip.errors import BaresipError
from baresip.events import Event, StackEvent
from baresip.runtime import Runtime
from baresip.ua import UserAgent

from parley.kit.errors import ParleyError
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.telephony.sip.agents import PLAIN, Agent, Agents
from parley.telephony.sip.baresip_call import STACK_DIED, BaresipCall
from parley.telephony.sip.certificate import make_certificate
from parley.telephony.sip.descriptors import keep_sockets_from_children
from parley.telephony.sip.door import Door
from parley.telephony.sip.headers import address, ip_of
from parley.telephony.sip.invitation import BaresipInvitation
from parley.telephony.sip.native import Native
from parley.telephony.sip.protocol import CallNotConnected, Dialled, Invitation, Network
from parley.telephony.sip.pulse import Beat, Pulse
from parley.telephony.sip.settings import SipSettings
from parley.telephony.sip.sip_thread import SipThread
from parley.telephony.sip.trace import Trace

log = logger(__name__)

PULSE_SECONDS = 5.0
LOOK_SECONDS = 1.0
SPARE_CALLS = 4
"""For a moment a call and the one that takes its place are two."""
ANY, LOOPBACK = "0.0.0.0", "127.0.0.1"  # noqa: S104 compared, not bound


class StackNotStarted(ParleyError):
    """The SIP stack did not start: a port is taken, or a certificate cannot be read."""


async def open_stack(settings: SipSettings) -> BaresipStack:
    """Starts the stack. Raises `StackNotStarted`. A process has one at a time."""
    hush_loggers()
    stack = BaresipStack(settings)
    try:
        await stack.start()
    except BaseException:
        await stack.aclose()
        raise
    return stack


def hush_loggers() -> None:
    """What the stack logs holds numbers and addresses of people: none of it gets out."""
    of_stack = logging.getLogger("baresip")
    of_stack.propagate = False
    of_stack.setLevel(logging.CRITICAL + 1)


class BaresipStack:
    def __init__(self, settings: SipSettings) -> None:
        self._settings = settings
        self._folder = tempfile.TemporaryDirectory(prefix="parley-sip-")
        self._runtime = Runtime()
        self._thread = SipThread()
        self._native = Native()
        self._trace = Trace()
        self._door = Door(self._trace, (settings.udp_port, settings.tls_port))
        self._agents = Agents(self._native)
        self._entrances: set[int] = set()
        self._calls: set[BaresipCall] = set()
        self._tasks = Tasks()
        self._received: Callable[[Invitation], Awaitable[None]] | None = None
        self._is_alive = False

    async def start(self) -> None:
        self._runtime.on_dead = self._died  # type: ignore[assignment]
        try:
            await self._runtime.start(self._config())
            self._thread.attach()
            await self._thread.run(self._open_ports)
            for transport in ("udp", "tcp", "tls"):
                entrance = f"<sip:parley@parley.invalid;transport={transport}>;{PLAIN};mediaenc=srtp;catchall=yes"
                self._entrances.add((await UserAgent.create(self._runtime, entrance)).handle)
        except (BaresipError, OSError) as error:
            raise StackNotStarted(str(error)) from error
        keep_sockets_from_children()
        self._is_alive = True
        self._runtime.subscribe(self._happened)
        self._tasks.start(self._watch(), "sip pulse")
        self._tasks.start(self._look(), "sip strangers")

    @property
    def is_alive(self) -> bool:
        return self._is_alive

    def on_invitation(self, received: Callable[[Invitation], Awaitable[None]]) -> None:
        self._received = received

    def admit(self, trunks: Iterable[Iterable[Network]]) -> None:
        self._door.admit(trunks)

    async def dial(self, call: Dialled) -> BaresipCall:
        if not self._is_alive:
            raise CallNotConnected(None, "the stack is gone")
        if len(self._calls) >= self._settings.max_calls:
            raise CallNotConnected(None, "too many calls")
        try:
            caller = address(call.peer.caller or "anonymous", call.peer.domain)
            uri = address(call.number, call.peer.host, call.peer.port) + f";transport={'tls' if call.tls else 'udp'}"
            place, placed = partial(self._place, call, caller, uri), partial(self._placed, call)
            placing = asyncio.create_task(self._thread.run_then(place, placed))
            return await asyncio.shield(placing)
        except (OSError, ValueError) as error:
            raise CallNotConnected(None, str(error)) from error
        except asyncio.CancelledError:
            self._tasks.start(_take_back(placing), "sip call that nobody wants")
            raise

    async def aclose(self) -> None:
        """Ends what is still going on."""
        await asyncio.gather(*(call.hang_up() for call in list(self._calls)))
        await self._tasks.aclose()
        self._is_alive = False
        try:
            await self._runtime.close()
        except BaresipError as error:
            log.error("sip_stack_not_closed", error=type(error).__name__)
        self._folder.cleanup()

    def _config(self) -> Config:
        settings = self._settings
        certificate = Path(self._folder.name) / "own.pem"
        if settings.certificate is None:
            make_certificate(certificate, settings.host, datetime.now(UTC))
        else:
            certificate.symlink_to(settings.certificate.absolute())  # its own name may hold what the stack cannot read
        lines = (
            # Any ports will do until `Native.listen`: the stack knows TLS only on the port after that for UDP.
            f"sip_listen {settings.host}:0",
            "sip_transports udp,tcp,tls",
            f"sip_certificate {certificate}",
            "sip_verify_server yes",
            self._authorities(),
            "rtp_ports {}-{}".format(*settings.rtp_ports),
            "audio_jitter_buffer_ms 40-200",
            "dns_getaddrinfo yes",
            "net_af ipv4",
        )
        return Config(
            net_interface=None if settings.host == ANY else settings.host,
            native_log_level="error",
            max_concurrent_calls=settings.max_calls + SPARE_CALLS,
            rtp_timeout=settings.rtp_timeout,
            extra_config_text="\n".join(lines),
        )

    def _authorities(self) -> str:
        """Whom the stack believes; its own OpenSSL looks where no Debian keeps them."""
        paths = ssl.get_default_verify_paths()
        found = self._settings.authorities or (Path(paths.cafile) if paths.cafile else None)
        if found is None:
            return f"sip_capath {paths.capath}" if paths.capath else ""
        file = Path(self._folder.name) / "authorities.pem"
        file.symlink_to(found.absolute())
        return f"sip_cafile {file}"

    def _open_ports(self) -> None:
        """On the SIP thread."""
        if self._settings.host == ANY:
            self._native.use(LOOPBACK)
        self._native.forget_video()
        self._native.listen(self._settings.udp_port, self._settings.tls_port)
        self._door.open(self._native.front)

    def _place(self, call: Dialled, caller: str, uri: str) -> tuple[Agent, int, str]:
        """On the SIP thread."""
        agent = self._agents.take(call)
        ip = ip_of(call.peer.host)
        with self._native.certified_for(ip) if call.tls and ip else nullcontext():
            handle, call_id = self._native.connect(agent.pointer, caller, uri, call.headers)
        agent.calls += 1
        return agent, handle, call_id

    def _placed(self, dialled: Dialled, placed: tuple[Agent, int, str]) -> BaresipCall:
        agent, handle, call_id = placed
        call = self._adopt(handle, call_id, CallState.OUTGOING, must_encrypt=dialled.srtp)
        call.on_end(agent.leave)
        return call

    def _happened(self, event: StackEvent) -> None:
        if event.event is Event.CALL_TRANSFER:
            # Nobody sends us calling elsewhere, at our cost.
            refusal = self._runtime.cmd(lib.BP_CMD_CALL_TRANSFER_REJECT, args=f"{event.handle} 603")
            self._tasks.start(refusal, "sip transfer refused")
        if event.event is not Event.CALL_INCOMING:
            return
        invite = self._trace.invite(event.call_id or "")
        must_encrypt = invite is not None and invite.offer.must_encrypt
        call = self._adopt(event.handle, event.call_id or "", CallState.INCOMING, must_encrypt=must_encrypt)
        if invite is None or event.ua not in self._entrances or self._received is None:
            self._tasks.start(call.refuse(404, "Not Found", {}), "sip refusal")
        elif len(self._calls) > self._settings.max_calls and not invite.replaces:
            self._tasks.start(call.refuse(486, "Busy Here", {}), "sip refusal")
        elif invite.offer.is_hopeless:
            self._tasks.start(call.refuse(488, "Not Acceptable Here", {}), "sip refusal")
        else:
            self._tasks.start(self._receive(BaresipInvitation(invite, call)), "sip invitation")

    async def _receive(self, invitation: Invitation) -> None:
        """A caller never waits for somebody who forgot them."""
        assert self._received is not None
        done = False
        try:
            await self._received(invitation)
            done = True
        finally:
            if not done:
                await invitation.refuse(500, "Server Internal Error")

    def _adopt(self, handle: int, call_id: str, state: CallState, *, must_encrypt: bool = False) -> BaresipCall:
        stack_call = StackCall(self._runtime, handle=handle, ua_handle=0, state=state, call_id=call_id)
        call = BaresipCall(stack_call, self._thread, self._native, self._trace, must_encrypt=must_encrypt)
        self._calls.add(call)
        self._trace.hold(call_id)
        keep_sockets_from_children()
        call.on_end(partial(self._calls.discard, call))
        return call

    async def _watch(self) -> None:
        """A thread that stands still is as bad as one that is gone."""
        loop, pulse = asyncio.get_running_loop(), Pulse()
        waited = self._thread.waited()
        while self._is_alive:
            due = loop.time() + PULSE_SECONDS
            self._thread.ask()
            await asyncio.sleep(PULSE_SECONDS)
            late, before, waited = loop.time() - due, waited, self._thread.waited()
            beat = Beat(self._thread.has_answered, late / PULSE_SECONDS, (waited - before) / PULSE_SECONDS)
            if not beat.answered:
                log.warning("sip_pulse_missed", late=round(beat.late, 2), waited=round(beat.waited, 2))
            if self._is_alive and pulse.stands_still(beat):
                self._died()

    async def _look(self) -> None:
        while self._is_alive:
            await asyncio.sleep(LOOK_SECONDS)
            await asyncio.to_thread(self._door.look)

    def _died(self) -> None:
        self._is_alive = False
        log.critical("sip_stack_died", calls=len(self._calls))
        for call in list(self._calls):
            call.close(STACK_DIED)


async def _take_back(placing: asyncio.Task[BaresipCall]) -> None:
    await (await placing).hang_up()
