"""Says a reply to a caller while it is still being made, and knows how much of it was heard."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import aclosing, suppress
from typing import Any

from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.providers.speech.protocol import DEFAULT_LANGUAGE, RATE, SAMPLE_BYTES, Speaker, SpeechFailed
from parley.telephony.sip.protocol import FRAME_BYTES, FRAME_SECONDS, CallEnded, SipCall
from parley.telephony.voice.segmentation import Segment, cut, heard_of, looks_ended

log = logger(__name__)

AHEAD = 1.0
"""Seconds of sound that are handed over before they are heard."""
REFILL = 0.3
"""How much of that is used up before more is handed over: the loop wakes up three times a second, not fifty."""
SETTLED = 0.25
"""Seconds after which a sentence that looks ended is taken to be so, although nothing has followed: a model often says
one and then calls a function."""


class Playback:
    """One for each call. A reply begins with the first piece after `finished` has returned or `hush` was called."""

    def __init__(
        self,
        call: SipCall,
        speaker: Speaker,
        language: str = DEFAULT_LANGUAGE,
        voice: Mapping[str, Any] | None = None,
    ) -> None:
        self._call = call
        self._speaker = speaker
        self.language = language
        self.voice = voice
        """Both may be changed at any time and hold for the pieces that come after."""
        self._rest = Segment("", language, voice)
        self._waiting: deque[Segment] = deque()
        self._said: list[Segment] = []
        self._is_new = False
        self._is_gone = False
        self._hushes = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._more = asyncio.Event()
        self._settling: asyncio.TimerHandle | None = None
        self._tasks = Tasks()
        self._work: asyncio.Task[None] | None = None

    @property
    def is_speaking(self) -> bool:
        """Something is on its way to the caller."""
        return self._work is not None

    def say(self, piece: str) -> None:
        """Takes the next piece of the reply; it is spoken as soon as it makes a sentence."""
        if (self.language, self.voice) != (self._rest.language, self._rest.voice):
            self.flush()
        self._unsettle()
        complete, rest = cut(self._rest.text + piece)
        self._rest = self._sentence(rest)
        self._queue([self._sentence(text) for text in complete])
        if looks_ended(rest):
            self._settling = asyncio.get_running_loop().call_later(SETTLED, self.flush)

    def flush(self) -> None:
        """What was said so far is whole, whatever it looks like."""
        self._unsettle()
        rest, self._rest = self._rest, self._sentence("")
        self._queue([rest] if rest.text.strip() else [])

    async def say_when_due(self, texts: Iterable[tuple[float, str]]) -> None:
        """Each text as soon as so many seconds have passed."""
        began = asyncio.get_running_loop().time()
        for due, text in texts:
            await asyncio.sleep(began + due - asyncio.get_running_loop().time())
            self.say(text)
            self.flush()

    def heard(self) -> str:
        """How much of the reply was heard, up to the last whole word. Of a call that is gone: what was sent."""
        sent = sum(sentence.sent for sentence in self._said)
        return heard_of(self._said, sent - round(self._unheard() * RATE) * SAMPLE_BYTES)

    def hush(self) -> str:
        """Stops at once and forgets what is left. Returns how much of the reply was heard."""
        heard = self.heard()
        self._forget()
        try:
            self._call.clear_audio()
        except CallEnded:
            self._is_gone = True
        return heard

    async def finished(self) -> bool:
        """Returns when all that was said so far was heard; False if it was hushed or the call went away before."""
        self.flush()
        before = self._hushes
        await self._quiet.wait()
        if before != self._hushes:
            return False
        self._is_new = True
        return not self._is_gone

    async def aclose(self) -> None:
        self._is_gone = True
        self._forget()
        await self._tasks.aclose()

    def _unheard(self) -> float:
        try:
            return self._call.queued_seconds()
        except CallEnded:
            return 0.0

    def _sentence(self, text: str) -> Segment:
        return Segment(text, self.language, self.voice)

    def _queue(self, sentences: list[Segment]) -> None:
        if self._is_gone or not sentences:
            return
        if self._is_new:
            self._said.clear()
            self._is_new = False
        self._waiting += sentences
        self._more.set()
        if self._work is None:
            self._quiet.clear()
            self._work = self._tasks.start(self._speak(), "mouth")

    def _forget(self) -> None:
        self._unsettle()
        self._rest = self._sentence("")
        self._waiting.clear()
        self._hushes += 1
        self._is_new = True
        if self._work is not None:
            self._work.cancel()
            self._ended()

    def _ended(self) -> None:
        self._work = None
        self._quiet.set()

    def _unsettle(self) -> None:
        if self._settling is not None:
            self._settling.cancel()
            self._settling = None

    async def _speak(self) -> None:
        """Lives while there is something to say or to be heard, and the call is there."""
        mine = asyncio.current_task()
        try:
            while self._waiting or (left := self._call.queued_seconds()) > 0:
                if self._waiting:
                    await self._utter(self._waiting.popleft())
                else:
                    self._more.clear()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._more.wait(), max(left, FRAME_SECONDS))
        except CallEnded:
            self._is_gone = True
            self._waiting.clear()
        finally:
            if self._work is mine:
                self._ended()

    async def _utter(self, sentence: Segment) -> None:
        self._said.append(sentence)
        language = sentence.language or DEFAULT_LANGUAGE
        try:
            async with aclosing(self._speaker.speak(sentence.text, language, sentence.voice)) as sounds:
                async for sound in sounds:
                    await self._pour(sentence, sound)
        except SpeechFailed as failed:
            log.warning("sentence_not_spoken", reason=str(failed))
        sentence.is_whole = True

    async def _pour(self, sentence: Segment, sound: bytes) -> None:
        rest = memoryview(sound)
        while rest:
            frames = int((AHEAD - self._call.queued_seconds()) / FRAME_SECONDS)
            if frames < 1:
                await asyncio.sleep(REFILL)
                continue
            taken = self._call.write_audio(bytes(rest[: frames * FRAME_BYTES]))
            sentence.sent += taken
            rest = rest[taken:]
            if not taken:
                await asyncio.sleep(FRAME_SECONDS)
