"""Plays a reply to a caller while it is still being made, and knows how much of it was heard."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import aclosing, suppress
from typing import Any

from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.providers.speech.protocol import DEFAULT_LANGUAGE, SAMPLE_BYTES, SpeechFailed, SpokenWord, Synthesizer
from parley.voice.media_leg import FRAME_BYTES, FRAME_SECONDS, RATE, CallEnded, MediaLeg
from parley.voice.segmentation import Segment, heard_text, looks_complete, split_complete, split_heard

log = logger(__name__)

AHEAD_SECONDS = 1.0
"""Audio that is queued at the leg before it is heard. More would not make it safer, but a barge-in discards it all."""
REFILL_SECONDS = 0.3
"""How much of that is used up before more is queued: the loop wakes up three times a second for a call, not fifty."""
FLUSH_SECONDS = 0.25
"""A sentence that looks complete is spoken after this long, although nothing has followed: a model often says one and
then calls a function."""

KEPT_SECONDS = 6.0
"""How long what was not heard of a reply is kept: nobody follows a sentence that goes on later than that."""

Pronounce = Callable[[str, str], Awaitable[str]]
"""Gives a text, in this language, the spelling in which the project wants it pronounced."""


async def _as_written(text: str, _language: str) -> str:
    return text


class Playback:
    """One for each call. A reply begins with the first piece after `wait_finished` has returned or after `stop`."""

    def __init__(
        self,
        leg: MediaLeg,
        synthesizer: Synthesizer,
        language: str = DEFAULT_LANGUAGE,
        voice: Mapping[str, Any] | None = None,
        pronounce: Pronounce = _as_written,
    ) -> None:
        self._leg = leg
        self._synthesizer = synthesizer
        self._pronounce = pronounce
        self.language = language
        self.voice = voice
        """Both may be changed at any time and hold for the pieces that come after."""
        self._rest = Segment("", language, voice)
        """What is not complete yet."""
        self._queue: deque[Segment] = deque()
        self._played: list[Segment] = []
        """Of this reply, begun with the one that is being played."""
        self._is_reply_over = False
        """The next piece begins another reply."""
        self._is_ended = False
        """The call has."""
        self._stops = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._queued = asyncio.Event()
        self._flush_timer: asyncio.TimerHandle | None = None
        self._tasks = Tasks()
        self._player: asyncio.Task[None] | None = None
        self._first_sound: Callable[[float], None] = lambda _ahead: None
        self._heard_before_pause: str | None = None
        """While it is paused."""
        self._kept_timer: asyncio.TimerHandle | None = None

    def on_first_sound(self, sent: Callable[[float], None]) -> None:
        """`sent` is called when the first sound of a part of a reply is on its way, with the seconds of other sound
        that are played before it."""
        self._first_sound = sent

    @property
    def is_playing(self) -> bool:
        """Something is on its way to the caller."""
        return self._player is not None

    @property
    def is_paused(self) -> bool:
        return self._heard_before_pause is not None

    def say(self, piece: str) -> None:
        """Takes the next piece of the reply; it is played as soon as it makes a sentence."""
        # What was begun in one voice is not finished in another.
        if (self.language, self.voice) != (self._rest.language, self._rest.voice):
            self.flush()
        self._stop_flush_timer()
        complete, rest = split_complete(self._rest.text + piece)
        self._rest = self._segment(rest)
        self._enqueue([self._segment(text) for text in complete])
        if looks_complete(rest):
            self._flush_timer = asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.flush)

    def flush(self) -> None:
        """What was said so far is complete, whatever it looks like."""
        self._stop_flush_timer()
        rest, self._rest = self._rest, self._segment("")
        self._enqueue([rest] if rest.text.strip() else [])

    async def say_when_due(self, texts: Iterable[tuple[float, str]]) -> None:
        """Each text as soon as so many seconds have passed. They are no part of the reply."""
        began = asyncio.get_running_loop().time()
        for due, text in texts:
            # By the clock, not one after the other: delays would add up.
            await asyncio.sleep(began + due - asyncio.get_running_loop().time())
            self.flush()
            if text.strip() and not self.is_paused:
                self._enqueue([Segment(text, self.language, self.voice, is_filler=True)])

    def heard_reply(self) -> str:
        """How much of the reply was heard, up to the last whole word. Of a call that has ended: what was sent."""
        if self._heard_before_pause is not None:
            return self._heard_before_pause
        return heard_text(self._played, self._played_bytes())

    def _played_bytes(self) -> int:
        sent = sum(segment.sent for segment in self._played)
        return sent - round(self._queued_seconds() * RATE) * SAMPLE_BYTES

    def stop(self) -> str:
        """Stops at once and discards the rest. Returns how much of the reply was heard."""
        heard = self.heard_reply()  # before the sound goes by which it is counted
        self._discard()
        self._clear_audio()
        return heard

    def pause(self) -> str:
        """Stops at once and keeps what was not heard, and what is said meanwhile, until `resume` or `stop`: `stop`
        comes by itself after a while. Returns how much of the reply was heard."""
        if self._is_reply_over and not self.is_paused and not self._is_ended:
            # The next one has begun, and nothing of it is complete: what was played is of the one before.
            self._played, self._is_reply_over = [], False
        heard = self.heard_reply()
        if self.is_paused:
            return heard
        fully, unheard = split_heard(self._played, self._played_bytes(), len(heard))
        self._played = fully
        # Before what is said meanwhile, and in its own order.
        self._queue.extendleft(reversed(unheard))
        self._heard_before_pause = heard
        if self._player is not None:
            self._player.cancel()
            self._player = None
        self._clear_audio()
        self._kept_timer = asyncio.get_running_loop().call_later(KEPT_SECONDS, self.stop)
        return heard

    def resume(self) -> None:
        """Goes on with the sentence in which it was paused."""
        self._end_pause()
        self._play_on()

    def _clear_audio(self) -> None:
        try:
            self._leg.clear_audio()
        except CallEnded:
            self._is_ended = True

    def _end_pause(self) -> None:
        self._heard_before_pause = None
        if self._kept_timer is not None:
            self._kept_timer.cancel()
            self._kept_timer = None

    def _play_on(self) -> None:
        if self._player is not None or self.is_paused:
            return
        if self._queue:
            self._player = self._tasks.start(self._play_queue(), "playback")
        else:
            self._idle.set()

    async def wait_finished(self) -> bool:
        """Returns when all that was said so far was heard; False if it was stopped or the call ended before. It was
        the whole reply."""
        if not await self.wait_heard():
            return False
        self._is_reply_over = True
        return not self._is_ended

    async def wait_heard(self) -> bool:
        """The same where the reply goes on; False if it was stopped."""
        self.flush()
        before = self._stops
        await self._idle.wait()
        # Another reply may have begun since: that it is idle now says nothing about this one.
        return before == self._stops

    async def aclose(self) -> None:
        self._is_ended = True
        self._discard()
        await self._tasks.aclose()

    def _queued_seconds(self) -> float:
        try:
            return self._leg.queued_seconds()
        except CallEnded:
            return 0.0

    def _segment(self, text: str) -> Segment:
        return Segment(text, self.language, self.voice)

    def _enqueue(self, segments: list[Segment]) -> None:
        if self._is_ended or not segments:
            return
        if self._is_reply_over:
            self._played.clear()
            self._is_reply_over = False
        self._queue += segments
        self._queued.set()
        self._idle.clear()
        self._play_on()

    def _discard(self) -> None:
        self._stop_flush_timer()
        self._end_pause()
        self._rest = self._segment("")
        self._queue.clear()
        self._stops += 1
        self._is_reply_over = True
        if self._player is not None:
            self._player.cancel()
        self._player_ended()

    def _player_ended(self) -> None:
        self._player = None
        self._idle.set()

    def _stop_flush_timer(self) -> None:
        if self._flush_timer is not None:
            self._flush_timer.cancel()
            self._flush_timer = None

    async def _play_queue(self) -> None:
        """Lives while there is something to say or to be heard, and the call is there."""
        mine = asyncio.current_task()
        try:
            while self._queue or (left := self._leg.queued_seconds()) > 0:
                if self._queue:
                    await self._play(self._queue.popleft())
                else:
                    # Not polled: this wakes up when the leg has played out, or earlier for more.
                    self._queued.clear()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._queued.wait(), max(left, FRAME_SECONDS))
        except CallEnded:
            self._is_ended = True
            self._queue.clear()
        finally:
            # One that was stopped ends later than the one that was started after it.
            if self._player is mine:
                self._player_ended()

    async def _play(self, segment: Segment) -> None:
        self._played.append(segment)
        language = segment.language or DEFAULT_LANGUAGE
        try:
            text = await self._pronounce(segment.text, language)
            async with aclosing(self._synthesizer.synthesize(text, language, segment.voice)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, SpokenWord):
                        segment.words.append(piece)
                    else:
                        await self._send(segment, piece)
        except SpeechFailed as failed:
            # The rest of the reply is worth more than silence; and no word of it goes into the log.
            log.warning("sentence_not_spoken", reason=str(failed))
        segment.is_sent = True

    async def _send(self, segment: Segment, pcm: bytes) -> None:
        rest = memoryview(pcm)
        while rest:
            frames = int((AHEAD_SECONDS - self._leg.queued_seconds()) / FRAME_SECONDS)
            if frames < 1:
                await asyncio.sleep(REFILL_SECONDS)
                continue
            ahead = self._leg.queued_seconds()
            taken = self._leg.write_audio(bytes(rest[: frames * FRAME_BYTES]))
            if taken and not segment.sent and not segment.is_filler:
                self._first_sound(ahead)
            segment.sent += taken
            rest = rest[taken:]
            if not taken:
                # The leg's own buffer is full, whatever it says is queued: it takes a frame when it has sent one.
                await asyncio.sleep(FRAME_SECONDS)
