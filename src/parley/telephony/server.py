"""The voice process: the SIP stack, the calls that come in, the queue of those to be placed."""

from __future__ import annotations

import asyncio
import socket
import ssl
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from parley.domain.numbers.model import WEBRTC
from parley.domain.voices.model import REPORT_SECONDS, EngineVoice
from parley.domain.voices.store import put_report
from parley.kit import files
from parley.kit.http_limits import HttpLimits
from parley.kit.log import logger
from parley.kit.tasks import Tasks, every
from parley.providers.recognition.chain import RecognizerChain
from parley.providers.recognition.selection import create_recognizers
from parley.providers.recognition.services import create_services
from parley.providers.speech import services as speech_services
from parley.providers.speech.prompt_store import PromptStore
from parley.providers.speech.synthesizer import EngineSynthesizer, SilentSynthesizer, create_synthesizer
from parley.providers.turn_end.selection import create_turn_end_model
from parley.providers.voice_activity.protocol import VoiceActivityUnavailable
from parley.providers.voice_activity.silero import Silero
from parley.resources import Resources
from parley.settings import Settings
from parley.storage.db import DatabaseUnavailable
from parley.telephony.call_handler import CallHandler
from parley.telephony.carrier import Carrier
from parley.telephony.dialer import Dialer
from parley.telephony.listening import ListeningDoor
from parley.telephony.phrase_audio import PreviewSynthesis
from parley.telephony.prompt_rendering import PromptRenderer
from parley.telephony.registrations import Registrations
from parley.telephony.sip.baresip.certificate import make_certificate, read_certificate
from parley.telephony.sip.baresip.stack import open_stack
from parley.telephony.sip.protocol import SipStack
from parley.telephony.sip.settings import SipSettings
from parley.telephony.streams.server import StreamServer
from parley.telephony.trunk_allowlist import TrunkAllowlist
from parley.telephony.webrtc.carrier import BrowserCarrier
from parley.telephony.webrtc.gateway import BrowserGateway
from parley.voice.audio_ticker import AudioTicker
from parley.voice.speech_input import SpeechRecognition

log = logger(__name__)

POLL_SECONDS = 0.5
"""How soon it is seen that the stack died."""
CERTIFICATE_FILE = "sip.pem"
PROMPTS_FOLDER = "prompts"
AUTHORITIES_FILE = "sip-authorities.pem"


class VoiceServer:
    """Answers calls and places them until it is told to stop; then it takes no new ones, and lets people finish."""

    def __init__(self, resources: Resources, listener: socket.socket | None = None) -> None:
        """Carriers of media streams, and browsers, are served on `listener`."""
        self._resources = resources
        self._streams = StreamServer(resources, listener) if listener is not None else None
        self._stack: SipStack | None = None
        self._handler: CallHandler | None = None
        self._registrations: Registrations | None = None
        self._recognition: SpeechRecognition | None = None

    @property
    def drain_seconds(self) -> float:
        return self._resources.settings.voice_drain_seconds

    @property
    def http_limits(self) -> HttpLimits:
        return self._resources.http_limits

    draining = False

    async def is_ready(self) -> bool:
        is_up = self._stack is not None and self._stack.is_alive and self._handler is not None
        return is_up and not self.draining and await self._resources.is_ready()

    def health(self) -> dict[str, Any]:
        running = self._handler.active_count if self._handler else 0
        registrations = self._registrations.summary() if self._registrations else {}
        streams = {"media_streams": self._streams.public_url} if self._streams else {}
        return {**self._resources.health(), "calls": running, "registrations": registrations, **streams}

    async def run(self, stop: asyncio.Event) -> None:
        """Returns when it was told to stop, or when the SIP stack is beyond repair: whoever supervises starts anew."""
        settings, tasks = self._resources.settings, Tasks()
        synthesizer = await asyncio.to_thread(create_speech, settings)
        # Before the stack: what is missing here ends the process, and a stack that was opened would stay open.
        self._recognition = recognition = await asyncio.to_thread(create_recognition, settings)
        ticker = None if recognition is not None else await asyncio.to_thread(create_ticker)
        self._stack = stack = await open_stack(sip_settings(settings, self._resources.clock.now()))
        carriers: dict[str, Carrier] = {
            WEBRTC: BrowserCarrier(self._resources.dependencies, self._resources.messaging.links, stack)
        }
        if self._streams is not None:
            carriers |= self._streams.carriers
        self._handler = handler = CallHandler(self._resources, stack, synthesizer, recognition, ticker, carriers)
        # Of the calls that it placed the dialer keeps count itself.
        dialer = Dialer(self._resources, handler.place_call, lambda: settings.sip_calls - handler.inbound_count)
        stack.on_incoming_call(handler.handle_sip)
        tasks.start(TrunkAllowlist(self._resources, stack).run(), "trunk allowlist")
        tasks.start(self._resources.hosts.warm_up(), "agent hosts warm up")
        tasks.start(report_voices(self._resources, synthesizer), "speech report")
        tasks.start(PromptRenderer(self._resources, synthesizer).run(), "prompt rendering")
        tasks.start(PreviewSynthesis(self._resources, synthesizer).run(), "preview synthesis")
        self._registrations = registrations = Registrations(self._resources, stack)
        tasks.start(registrations.run(), "registrations")
        dialling, drained = tasks.start(dialer.run(), "dialer"), asyncio.Event()
        gateway = BrowserGateway(self._resources, handler.handle_incoming)
        if self._streams is not None:
            others = (*gateway.routes, *ListeningDoor(self._resources, handler.live_audio).routes)
            tasks.start(self._streams.run(handler.handle_incoming, drained, others), "media streams")
        try:
            await self._wait(stack, stop)
            self.draining = True
            log.info("draining", calls=handler.active_count)
            # First the queue: a call that is taken from it after the drain began would be hung up on.
            dialer.stop()
            await dialling
            # Without a stack nobody on these calls hears anything: there is no end to wait for.
            await handler.drain(self.drain_seconds if stack.is_alive else 0)
            drained.set()
        finally:
            await tasks.aclose()
            await gateway.aclose()
            await stack.aclose()
            await registrations.release()
            await synthesizer.aclose()
            if recognition is not None:
                await recognition.aclose()
            if ticker is not None:
                await ticker.aclose()

    async def warm_up(self) -> None:
        """Loads what would else be loaded while the first caller is greeted: where nobody else calls, every call is a
        first one. Once it is ready."""
        if self._recognition is not None:
            await self._recognition.warm_up()

    async def _wait(self, stack: SipStack, stop: asyncio.Event) -> None:
        while stack.is_alive and not stop.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), POLL_SECONDS)
        if not stack.is_alive:
            log.error("sip_stack_died")


def create_speech(settings: Settings) -> EngineSynthesizer | SilentSynthesizer:
    services = speech_services.create_services(settings)
    store = PromptStore(settings.data.absolute() / PROMPTS_FOLDER)
    return create_synthesizer(settings.speech, services, settings.speech_services, store)


def create_recognition(settings: Settings) -> SpeechRecognition | None:
    """None: callers are heard by their keys alone. Services that are set up come first: who pays for one wants it."""
    embedded = create_recognizers(settings.recognition, settings.recognition_workers)
    recognizers = [*create_services(settings), *embedded]
    turn_end = create_turn_end_model(settings.turn_model, settings.recognition_workers)
    return SpeechRecognition(AudioTicker(Silero()), RecognizerChain(recognizers), turn_end) if recognizers else None


def create_ticker() -> AudioTicker | None:
    """Who answers calls that we place is told by the length of what is said when nothing recognises the words."""
    try:
        return AudioTicker(Silero())
    except VoiceActivityUnavailable:
        return None


def sip_settings(settings: Settings, now: datetime) -> SipSettings:
    """Where calls come to, who we are to others over TLS, and whom we trust."""
    is_self_signed = settings.sip_certificate is None
    certificate = _self_signed_certificate(settings, now) if is_self_signed else settings.sip_certificate
    trusted = settings.sip_ca_file
    if trusted is None and certificate is not None and is_self_signed:
        trusted = _trusted_authorities(settings.data, certificate)
    return SipSettings(
        host=settings.sip_host,
        udp_port=settings.sip_port,
        tls_port=settings.sip_tls_port,
        certificate=certificate,
        authorities=trusted,
        max_calls=settings.sip_calls,
        rtp_ports=settings.rtp_ports,
        codecs=settings.sip_codecs,
        public_address=settings.sip_public_address,
        public_port=settings.sip_public_port,
        public_tls_port=settings.sip_public_tls_port,
        local_networks=settings.sip_local_networks,
    )


def _self_signed_certificate(settings: Settings, now: datetime) -> Path:
    """The same at every start, so that a peer that trusts it need be told once."""
    file = (settings.data / CERTIFICATE_FILE).absolute()
    if not file.exists():
        make_certificate(file, settings.sip_host, now)
    return file


def _trusted_authorities(data: Path, own: Path) -> Path:
    """Those of the system, and ourselves: an installation may call its own numbers."""
    system = ssl.get_default_verify_paths().cafile
    file = (data / AUTHORITIES_FILE).absolute()
    files.write_atomically(file, (Path(system).read_bytes() if system else b"") + b"\n" + read_certificate(own))
    return file


async def report_voices(resources: Resources, synthesizer: EngineSynthesizer | SilentSynthesizer) -> None:
    voices = [EngineVoice(each.provider, each.name, each.name, each.languages) for each in synthesizer.voices]

    async def write() -> None:
        async with resources.db.connection() as connection:
            now, process = resources.clock.now(), resources.signals.identity
            await put_report(connection, process, synthesizer.providers, voices, now)

    await every(REPORT_SECONDS, write, DatabaseUnavailable)
