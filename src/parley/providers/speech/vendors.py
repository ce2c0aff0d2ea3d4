"""Services that are spoken with through the optional library Pipecat, in a process of its own: it takes seconds to load
and hundreds of megabytes, and most installations never need it."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from parley.kit.child_process import ChildProcess
from parley.kit.frames import Frame, FrameTooLong, encode_frame, receive_frame
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.providers.speech import vendor_wire as wire
from parley.providers.speech.protocol import Piece, SpeechFailed, SpeechUnavailable, VoiceSettings

log = logger(__name__)

MODULE = "parley.providers.speech.vendor_worker"
SILENCE_SECONDS = 2.5
"""Longer than this for the next piece, and another engine speaks."""
START_SECONDS = 60.0
MISSING = "these services need the optional extra: install parley[vendors-voice]"


@dataclass(frozen=True, slots=True)
class VendorService:
    name: str
    """What voices name as their provider."""
    service: str
    """The class, by its place in the library's services: azure.tts.AzureTTSService."""
    arguments: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What the class is made with: keys and regions."""


class VendorProcess:
    """One for all vendors, started with the first text. A process that ends is replaced with the next one."""

    def __init__(self, module: str = MODULE) -> None:
        self._module = module
        self._child: ChildProcess | None = None
        self._starting: asyncio.Task[ChildProcess] | None = None
        self._answers: dict[int, asyncio.Queue[Frame]] = {}
        self._number = 0
        self._tasks = Tasks()

    async def ask(self, request: dict[str, Any]) -> AsyncGenerator[bytes, None]:
        child = await self._running()
        self._number += 1
        number, answers = self._number, asyncio.Queue[Frame]()
        self._answers[number] = answers
        is_over = False
        child.writer.write(encode_frame(wire.ASK, wire.encode_request(number, request)))
        try:
            while not is_over:
                kind, payload = await asyncio.wait_for(answers.get(), SILENCE_SECONDS)
                is_over = kind != wire.PIECE
                if kind == wire.FAILED:
                    raise SpeechFailed(payload.decode(errors="replace")[:100])
                if payload:
                    yield payload
        except TimeoutError:
            raise SpeechFailed("no answer in time") from None
        finally:
            del self._answers[number]
            if not is_over and self._child is child:
                child.writer.write(encode_frame(wire.CANCEL, wire.numbered(number)))

    async def aclose(self) -> None:
        await self._tasks.aclose()
        if self._child is not None:
            await self._child.kill()
            self._child = None

    async def _running(self) -> ChildProcess:
        if self._child is not None:
            return self._child
        if self._starting is None:
            self._starting = self._tasks.start(self._start(), "start of the vendors' process")
        try:
            # It goes on starting: a later text finds it.
            return await asyncio.wait_for(asyncio.shield(self._starting), SILENCE_SECONDS)
        except TimeoutError:
            raise SpeechFailed("the vendors' process is starting") from None

    async def _start(self) -> ChildProcess:
        child = None
        try:
            child = await ChildProcess.start(self._module)
            await asyncio.wait_for(receive_frame(child.reader, wire.MAX_PAYLOAD), START_SECONDS)
        except (OSError, RuntimeError, TimeoutError, asyncio.IncompleteReadError, FrameTooLong) as error:
            if child is not None:
                await child.kill()
            raise SpeechFailed(f"the vendors' process did not start ({type(error).__name__})") from None
        else:
            self._child = child
            self._tasks.start(self._receive(child), "answers of vendors")
            return child
        finally:
            self._starting = None

    async def _receive(self, child: ChildProcess) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, FrameTooLong):
            while True:
                kind, payload = await receive_frame(child.reader, wire.MAX_PAYLOAD)
                number, content = wire.split_number(payload)
                if (answers := self._answers.get(number)) is not None:
                    answers.put_nowait((kind, content))
        log.warning("vendor_process_lost")
        self._child = None
        await child.kill()
        for answers in self._answers.values():
            answers.put_nowait((wire.FAILED, b"the vendors' process was lost"))


class VendorSpeech:
    """Without times of words: the library tells them against a clock of its own."""

    def __init__(self, vendor: VendorService, process: VendorProcess) -> None:
        self._vendor = vendor
        self._process = process
        self.name = vendor.name
        self.version = vendor.service

    def supports(self, language: str) -> bool:
        """Only the service knows."""
        return True

    async def speak(self, sentence: str, language: str, voice: VoiceSettings) -> AsyncGenerator[Piece, None]:
        chosen = voice.of(self.name)
        request = {
            "service": self._vendor.service,
            "arguments": dict(self._vendor.arguments),
            "voice": chosen.name,
            "language": language,
            "model": chosen.text("model_id") or chosen.text("model"),
            "text": sentence,
        }
        async for pcm in self._process.ask(request):
            yield pcm

    async def aclose(self) -> None:
        await self._process.aclose()


def create_vendors(described: Mapping[str, Any], process: VendorProcess | None = None) -> list[VendorSpeech]:
    """Raises `SpeechUnavailable` when they are described and the library is not there."""
    services = read_services(described, "PARLEY_SPEECH_VENDORS")
    process = process or VendorProcess()
    return [VendorSpeech(service, process) for service in services]


def read_services(described: Mapping[str, Any], setting: str) -> list[VendorService]:
    """Raises `SpeechUnavailable` when some are described and the library is not there, or not described as services."""
    if described and importlib.util.find_spec("pipecat") is None:
        raise SpeechUnavailable(MISSING)
    return [_read(name, each, setting) for name, each in described.items()]


def _read(name: str, described: Any, setting: str) -> VendorService:
    service = described.get("service") if isinstance(described, Mapping) else None
    arguments = described.get("arguments", {}) if isinstance(described, Mapping) else None
    if not isinstance(service, str) or "." not in service or not isinstance(arguments, Mapping):
        raise SpeechUnavailable(f"{setting} describes {name} without a service or with other arguments")
    return VendorService(name.lower(), service, arguments)
