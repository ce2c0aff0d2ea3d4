"""Deepgram's streaming recognition: audio goes there while it is spoken, and words come back."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from parley.kit import tasks
from parley.providers.recognition.deepgram_link import DeepgramLink
from parley.providers.recognition.deepgram_messages import NAME, listen_url
from parley.providers.recognition.protocol import (
    RecognitionFailed,
    RecognitionSettings,
    Transcript,
)

ANSWER_SECONDS = 1.5
"""How long final results are waited for; then interim ones have to do."""
LONGEST_SECONDS = 60
"""Of audio that can be sent again; of a longer turn the beginning is left out then."""


@dataclass(frozen=True, slots=True)
class DeepgramEndpoint:
    api_key: str = field(repr=False)
    url: str = "wss://api.deepgram.com/v1/listen"
    model: str = "nova-3"


class DeepgramRecognizer:
    name = NAME

    def __init__(self, endpoint: DeepgramEndpoint) -> None:
        self._endpoint = endpoint

    def supports(self, _language: str) -> bool:
        # Its languages depend on the model and become more; it refuses a connection for others.
        return True

    def open_stream(self, settings: RecognitionSettings) -> DeepgramStream:
        return DeepgramStream(self._endpoint, settings)

    async def aclose(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _Asked:
    """Final results are awaited."""

    link: DeepgramLink
    position: int
    """Of the audio up to there."""
    deadline: float


class DeepgramStream:
    """Holds the audio of the present turn. A connection that breaks while there is some is made anew, once in a turn,
    and gets it again."""

    def __init__(self, endpoint: DeepgramEndpoint, settings: RecognitionSettings) -> None:
        self._endpoint = endpoint
        self._url = listen_url(endpoint.url, endpoint.model, settings)
        self._byte_rate = settings.byte_rate
        self._turn = 0
        self._audio = bytearray()
        self._link: DeepgramLink | None = None
        self._failure: RecognitionFailed | None = None
        """Of this turn: no other connection is made before the next."""
        self._has_reconnected = False
        self._asked: _Asked | None = None
        """The same audio is not waited for anew when it is asked for again."""
        self._changed = asyncio.Event()
        self._closing: set[asyncio.Task[None]] = set()

    def feed(self, pcm: bytes) -> None:
        self._audio += pcm
        del self._audio[: -LONGEST_SECONDS * self._byte_rate]
        if self._link is not None:
            self._link.send_audio(pcm)
        elif self._failure is None:
            self._connect()

    async def transcribe(self, *, in_speech: bool = False) -> Transcript:
        if in_speech:
            return self._known()
        turn = self._turn
        asked: _Asked | None = None
        while self._audio and turn == self._turn:
            if self._failure is not None:
                raise self._failure
            link = self._link
            assert link is not None, "audio was fed: there is a connection, or a failure"
            if asked is None or asked.link is not link:
                # Of a new connection too: the time for an answer begins when it is open.
                asked = self._finalize(link) if link.has_opened else None
            if asked is not None and link.is_answered(asked.position):
                return link.results.transcript()
            if not await self._wait_for_change(asked) and turn == self._turn:
                if not link.results.is_empty:
                    return link.results.transcript()
                # Not even a word of silence: the service hangs. The next turn gets another connection.
                self._has_reconnected = True
                link.fail("no answer in time")
        # Nothing was fed, or the turn is over.
        return Transcript()

    def _known(self) -> Transcript:
        """By what has come already. To ask for final results would end one in the middle of a word."""
        if self._failure is not None:
            raise self._failure
        return self._link.results.transcript() if self._link is not None else Transcript()

    def reset(self, settings: RecognitionSettings) -> None:
        self._turn += 1
        self._audio.clear()
        self._failure, self._has_reconnected = None, False
        self._url = listen_url(self._endpoint.url, self._endpoint.model, settings)
        self._byte_rate = settings.byte_rate
        if self._link is not None and self._link.url != self._url:
            # Settings are part of the address.
            self._abandon(self._link)
        if self._link is not None:
            self._link.begin_turn()
        self._changed.set()

    async def aclose(self) -> None:
        if self._link is not None:
            self._abandon(self._link)
        await asyncio.gather(*self._closing)

    def _connect(self) -> None:
        headers = {"Authorization": f"Token {self._endpoint.api_key}"}
        self._link = DeepgramLink(self._url, headers, self._byte_rate, self._notice)
        self._link.send_audio(bytes(self._audio))

    def _finalize(self, link: DeepgramLink) -> _Asked:
        position = link.finalize()
        if self._asked is None or (self._asked.link, self._asked.position) != (link, position):
            self._asked = _Asked(link, position, asyncio.get_running_loop().time() + ANSWER_SECONDS)
        return self._asked

    async def _wait_for_change(self, asked: _Asked | None) -> bool:
        """False: it is too late. Connecting has a limit of its own."""
        self._changed.clear()
        try:
            async with asyncio.timeout_at(asked.deadline if asked else None):
                await self._changed.wait()
        except TimeoutError:
            return False
        return True

    def _notice(self, link: DeepgramLink) -> None:
        """Something has changed with a connection."""
        if link is self._link and link.failure is not None:
            self._recover(link, link.failure)
        self._changed.set()

    def _recover(self, link: DeepgramLink, failure: RecognitionFailed) -> None:
        self._abandon(link)
        if not self._audio:
            return
        # One that was never open would not be now.
        if link.has_opened and not self._has_reconnected:
            self._has_reconnected = True
            self._connect()
        else:
            self._failure = failure

    def _abandon(self, link: DeepgramLink) -> None:
        self._link = None
        closing = tasks.start(link.aclose(), "end of a connection")
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)
