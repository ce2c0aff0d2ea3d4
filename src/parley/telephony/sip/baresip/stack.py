"""The SIP stack: baresip in this process, one at a time, on a thread of its own."""

from __future__ import annotations

import asyncio
import logging
import ssl
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import nullcontext, suppress
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
from parley.telephony.sip.baresip.call import STACK_DIED, BaresipCall
from parley.telephony.sip.baresip.certificate import make_certificate
from parley.telephony.sip.baresip.incoming_call import BaresipIncomingCall
from parley.telephony.sip.baresip.native import Native
from parley.telephony.sip.baresip.registrar import Registrar
from parley.telephony.sip.baresip.sip_thread import SipThread, StackGone
from parley.telephony.sip.baresip.user_agent_pool import PooledAgent, UserAgentPool, account_options
from parley.telephony.sip.baresip.watchdog import Probe, Watchdog
from parley.telephony.sip.ingress.dialog_table import DialogTable
from parley.telephony.sip.ingress.ingress import Ingress
from parley.telephony.sip.ingress.process_sockets import close_sockets_on_exec
from parley.telephony.sip.ingress.session_timers import EXTENSION
from parley.telephony.sip.media.media_watch import MediaWatch
from parley.telephony.sip.messages.advertised_address import AdvertisedAddress
from parley.telephony.sip.messages.headers import parse_ip, sip_uri
from parley.telephony.sip.messages.sent_message import Message
from parley.telephony.sip.protocol import (
    CallNotConnected,
    DialRequest,
    IncomingCall,
    Network,
    Registration,
    RegistrationState,
)
from parley.telephony.sip.settings import SipSettings
from parley.voice.media_leg import RATE

log = logger(__name__)

PROBE_SECONDS = 5.0
SWEEP_SECONDS = 1.0
MEDIA_SECONDS = 0.5
"""How soon it is seen that the other side's media comes from elsewhere."""
SPARE_CALLS = 4
"""For a moment a call and the one that replaces it are two."""
ANY, LOOPBACK = "0.0.0.0", "127.0.0.1"  # noqa: S104 compared, not bound
EVERYWHERE, LOOPBACK_6 = "::", "::1"


class StackNotStarted(ParleyError):
    """The SIP stack did not start: a port is taken, or a certificate cannot be read."""


async def open_stack(settings: SipSettings) -> BaresipStack:
    """Starts the stack. Raises `StackNotStarted`. A process has one at a time."""
    silence_loggers()
    stack = BaresipStack(settings)
    try:
        await stack.start()
    except BaseException:
        await stack.aclose()
        raise
    return stack


def silence_loggers() -> None:
    """What the stack logs holds numbers and addresses of people: none of it gets out."""
    stack_logger = logging.getLogger("baresip")
    stack_logger.propagate = False
    stack_logger.setLevel(logging.CRITICAL + 1)


class BaresipStack:
    def __init__(self, settings: SipSettings) -> None:
        self._settings = settings
        self._folder = tempfile.TemporaryDirectory(prefix="parley-sip-")
        self._runtime = Runtime()
        self._thread = SipThread()
        self._native = Native()
        self._dialogs = DialogTable()
        self._ingress = Ingress(self._dialogs, (settings.udp_port, settings.tls_port), codecs=settings.codecs)
        self._agents = UserAgentPool(self._native, settings.codecs)
        self._registrar = Registrar(self._runtime, settings.codecs, self._dialogs.registrar_addresses)
        self._catch_all: set[int] = set()
        """Handles of the user agents that take calls to any address."""
        self._calls: set[BaresipCall] = set()
        self._tasks = Tasks()
        self._dialling = Tasks()
        """Not closed with the rest: they end by themselves, and whoever dials is to hear how."""
        self._received: Callable[[IncomingCall], Awaitable[None]] | None = None
        self._is_alive = False
        self._media_changed = asyncio.Event()
        self._media_watch = MediaWatch(settings.rtp_timeout)

    async def start(self) -> None:
        self._runtime.on_dead = self._on_death  # type: ignore[assignment]
        try:
            await self._runtime.start(self._config())
            self._thread.attach()
            await self._thread.run(self._open_ports)
            options = account_options(self._settings.codecs, reliable=True)
            for transport in ("udp", "tcp", "tls"):
                account = f"<sip:parley@parley.invalid;transport={transport}>;{options};mediaenc=srtp;catchall=yes"
                self._catch_all.add((await UserAgent.create(self._runtime, account)).handle)
        except (BaresipError, OSError) as error:
            raise StackNotStarted(str(error)) from error
        await self._thread.run(partial(self._native.add_extension, EXTENSION.encode()))
        close_sockets_on_exec()
        self._is_alive = True
        self._runtime.subscribe(self._on_event)
        self._tasks.start(self._run_watchdog(), "sip watchdog")
        self._tasks.start(self._sweep_ingress(), "sip ingress")
        self._tasks.start(self._follow_media(), "sip media")
        self._tasks.start(self._keep_sessions(), "sip sessions")
        self._tasks.start(self._watch_media(), "sip silence")

    @property
    def is_alive(self) -> bool:
        return self._is_alive

    def on_incoming_call(self, received: Callable[[IncomingCall], Awaitable[None]]) -> None:
        self._received = received

    async def register(self, registrations: Iterable[Registration]) -> None:
        if self._is_alive:
            await self._registrar.register(registrations)

    def registrations(self) -> Mapping[str, RegistrationState]:
        return self._registrar.states()

    def allow_trunks(self, trunks: Iterable[Iterable[Network]]) -> None:
        self._ingress.allow_trunks(trunks)

    async def dial(self, request: DialRequest) -> BaresipCall:
        if not self._is_alive:
            raise CallNotConnected(None, "the stack is gone")
        if len(self._calls) >= self._settings.max_calls:
            raise CallNotConnected(None, "too many calls")
        # Shielded: an INVITE that is on its way when the caller is cancelled must be taken back, not forgotten.
        placing = self._dialling.start(self._place_call(request), "sip invite")
        try:
            placed: BaresipCall | CallNotConnected = await asyncio.shield(placing)
        except asyncio.CancelledError:
            self._tasks.start(_hang_up_placed(placing), "sip call that nobody wants")
            raise
        if isinstance(placed, CallNotConnected):
            raise placed
        return placed

    async def aclose(self) -> None:
        """Ends what is still going on."""
        # First the calls: a BYE needs the stack.
        await asyncio.gather(*(call.hang_up() for call in list(self._calls)))
        await self._tasks.aclose()
        if self._is_alive:
            await self._registrar.aclose()
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
            certificate.symlink_to(settings.certificate.absolute())  # its own path may hold what the stack cannot parse
        lines = (
            # Any ports will do until `Native.listen`: the stack itself puts TLS on the port after that for UDP.
            f"sip_listen {f'[{settings.host}]' if ':' in settings.host else settings.host}:0",
            "sip_transports udp,tcp,tls",
            f"sip_certificate {certificate}",
            "sip_verify_server yes",
            self._trusted_authorities(),
            "rtp_ports {}-{}".format(*settings.rtp_ports),
            "audio_jitter_buffer_ms 40-200",
            "dns_getaddrinfo yes",  # the resolver of the system: /etc/hosts counts
            # Whatever a codec has on the wire, what we send is resampled there. What we receive is read as it comes.
            f"ausrc_srate {RATE}",
            "ausrc_channels 1",
            *([] if settings.host == EVERYWHERE else [f"net_af ipv{6 if ':' in settings.host else 4}"]),
        )
        return Config(
            net_interface=None if settings.host in (ANY, EVERYWHERE) else settings.host,
            native_log_level="error",
            max_concurrent_calls=settings.max_calls + SPARE_CALLS,
            extra_config_text="\n".join(lines),
        )

    def _trusted_authorities(self) -> str:
        """A line of the configuration. The stack's own OpenSSL looks where no Debian keeps them."""
        paths = ssl.get_default_verify_paths()
        found = self._settings.authorities or (Path(paths.cafile) if paths.cafile else None)
        if found is None:
            return f"sip_capath {paths.capath}" if paths.capath else ""
        file = Path(self._folder.name) / "authorities.pem"
        file.symlink_to(found.absolute())
        return f"sip_cafile {file}"

    def _open_ports(self) -> None:
        """On the SIP thread."""
        # The stack leaves them out.
        for address in {ANY: (LOOPBACK,), EVERYWHERE: (LOOPBACK, LOOPBACK_6)}.get(self._settings.host, ()):
            self._native.add_local_address(address)
        self._native.disable_video()
        self._native.listen(self._settings.udp_port, self._settings.tls_port)
        if self._settings.advertised is not None:
            self._native.hooks.edit_sent(partial(_advertise, self._settings.advertised))
        # After that: what it adds must fit into what is left.
        self._ingress.install(self._native.hooks)

    async def _place_call(self, request: DialRequest) -> BaresipCall | CallNotConnected:
        """A failure is returned, not raised: perhaps nobody waits for it any more."""
        peer = request.peer
        try:
            caller = sip_uri(peer.caller or "anonymous", peer.domain)
            uri = sip_uri(request.number, peer.host, peer.port) + f";transport={'tls' if request.tls else 'udp'}"
            send = partial(self._send_invite, request, caller, uri)
            return await self._thread.run_then(send, partial(self._adopt_placed, request))
        except (OSError, ValueError) as error:
            return CallNotConnected(None, str(error))

    def _send_invite(self, request: DialRequest, caller: str, uri: str) -> tuple[PooledAgent, int, str]:
        """On the SIP thread."""
        agent = self._agents.agent_for(request)
        ip = parse_ip(request.peer.host)
        with self._native.verifying_ip(ip) if request.tls and ip else nullcontext():
            handle, call_id = self._native.send_invite(agent.pointer, caller, uri, request.headers)
        agent.calls += 1
        return agent, handle, call_id

    def _adopt_placed(self, request: DialRequest, placed: tuple[PooledAgent, int, str]) -> BaresipCall:
        agent, handle, call_id = placed
        call = self._adopt(handle, call_id, CallState.OUTGOING, must_encrypt=request.srtp)
        call.on_end(agent.call_ended)
        return call

    def _on_event(self, event: StackEvent) -> None:
        self._registrar.receive(event)
        if event.event is Event.CALL_TRANSFER:
            # A REFER of the other side would have us call elsewhere, at our cost.
            refusal = self._runtime.cmd(lib.BP_CMD_CALL_TRANSFER_REJECT, args=f"{event.handle} 603")
            self._tasks.start(refusal, "sip transfer refused")
        if event.event is Event.CALL_ESTABLISHED:
            self._media_changed.set()
        if event.event is not Event.CALL_INCOMING:
            return
        invite = self._dialogs.pop_invite(event.call_id or "")
        must_encrypt = invite is not None and invite.offer.must_encrypt
        call = self._adopt(event.handle, event.call_id or "", CallState.INCOMING, must_encrypt=must_encrypt)
        # Without an INVITE that passed the ingress nothing is known of the caller.
        if invite is None or not self._takes_calls(event.ua) or self._received is None:
            self._tasks.start(call.refuse(404, "Not Found", {}), "sip refusal")
        # One that replaces another may be too much for a moment (`SPARE_CALLS`).
        elif len(self._calls) > self._settings.max_calls and not invite.replaces:
            self._tasks.start(call.refuse(486, "Busy Here", {}), "sip refusal")
        elif invite.offer.is_unacceptable:
            self._tasks.start(call.refuse(488, "Not Acceptable Here", {}), "sip refusal")
        else:
            self._tasks.start(self._receive(BaresipIncomingCall(invite, call)), "sip incoming call")

    def _takes_calls(self, agent: int) -> bool:
        return agent in self._catch_all or self._registrar.has_agent(agent)

    async def _receive(self, incoming: IncomingCall) -> None:
        """Whatever goes wrong, a caller is not left ringing."""
        assert self._received is not None
        done = False
        try:
            await self._received(incoming)
            done = True
        finally:
            if not done:
                await incoming.refuse(500, "Server Internal Error")

    def _adopt(self, handle: int, call_id: str, state: CallState, *, must_encrypt: bool = False) -> BaresipCall:
        stack_call = StackCall(self._runtime, handle=handle, ua_handle=0, state=state, call_id=call_id)
        call = BaresipCall(stack_call, self._thread, self._native, self._dialogs, must_encrypt=must_encrypt)
        self._calls.add(call)
        self._dialogs.retain(call_id)
        close_sockets_on_exec()  # each call opens sockets for RTP
        call.on_end(partial(self._calls.discard, call))
        return call

    async def _run_watchdog(self) -> None:
        """A thread that hangs is as bad as one that is gone."""
        loop, watchdog = asyncio.get_running_loop(), Watchdog()
        waited = self._thread.processor_wait_seconds()
        while self._is_alive:
            due = loop.time() + PROBE_SECONDS
            self._thread.probe()
            await asyncio.sleep(PROBE_SECONDS)
            late, before, waited = loop.time() - due, waited, self._thread.processor_wait_seconds()
            probe = Probe(self._thread.has_answered, late / PROBE_SECONDS, (waited - before) / PROBE_SECONDS)
            if not probe.answered:
                log.warning("sip_pulse_missed", late=round(probe.late, 2), waited=round(probe.starved, 2))
            if self._is_alive and watchdog.is_hanging(probe):
                self._on_death()

    async def _sweep_ingress(self) -> None:
        while self._is_alive:
            await asyncio.sleep(SWEEP_SECONDS)
            await asyncio.to_thread(self._ingress.sweep)

    async def _follow_media(self) -> None:
        while self._is_alive:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._media_changed.wait(), MEDIA_SECONDS)
            self._media_changed.clear()
            if self._calls:
                with suppress(StackGone):
                    await self._thread.run(self._native.media.look)

    async def _keep_sessions(self) -> None:
        """Refreshes calls whose time runs out, and ends those that nobody refreshed."""
        while self._is_alive:
            await asyncio.sleep(SWEEP_SECONDS)
            calls = {call.call_id: call for call in self._calls}
            if not calls:
                continue
            with suppress(StackGone):
                due, over = await self._thread.run(partial(self._ingress.sessions.due, list(calls)))
                for call_id, session in due:
                    self._tasks.start(calls[call_id].refresh(session), "sip refresh")
                for call_id in over:
                    self._tasks.start(calls[call_id].expire(), "sip session that expired")

    async def _watch_media(self) -> None:
        """Asks those who send nothing whether they are still there."""
        loop = asyncio.get_running_loop()

        def answered(call_id: str, code: int | None) -> None:
            loop.call_soon_threadsafe(self._heard_of, call_id, code)

        while self._is_alive:
            await asyncio.sleep(SWEEP_SECONDS)
            calls = {call.call_id: call for call in self._calls}
            with suppress(StackGone):
                packets = await self._thread.run(self._native.probe.count_packets) if calls else {}
                for call_id in self._media_watch.look({known: packets[known] for known in calls if known in packets}):
                    self._tasks.start(calls[call_id].ask_for_life(answered), "sip question")

    def _heard_of(self, call_id: str, code: int | None) -> None:
        if self._media_watch.answered(call_id, code):
            for call in [call for call in self._calls if call.call_id == call_id]:
                self._tasks.start(call.lose(), "sip call that was lost")

    def _on_death(self) -> None:
        self._is_alive = False
        log.critical("sip_stack_died", calls=len(self._calls))
        for call in list(self._calls):
            call.close(STACK_DIED)


def _advertise(advertised: AdvertisedAddress, far: str, message: Message) -> bool:
    if not advertised.is_for(far):
        return False
    advertised.write_into(message)
    return True


async def _hang_up_placed(placing: asyncio.Task[BaresipCall | CallNotConnected]) -> None:
    placed = await placing
    if isinstance(placed, BaresipCall):
        await placed.hang_up()
