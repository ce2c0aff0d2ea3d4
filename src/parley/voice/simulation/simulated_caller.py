"""A caller that is a program: says its lines when the agent has finished, or interrupts it, and records both sides.

What it says is queued at the leg a second ahead: the line takes it at its own pace, and a loop that is held up makes no
gap in a word.
"""

from __future__ import annotations

import asyncio
import wave
from collections.abc import AsyncIterable, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

import numpy as np

from parley.kit.tasks import Tasks
from parley.providers.recognition.protocol import RecognitionFailed, RecognitionSettings, RecognitionStream
from parley.providers.speech.protocol import DEFAULT_LANGUAGE, SAMPLE_BYTES, Synthesizer
from parley.runtime.test_runs.caller_lines import CallerLine, was_said
from parley.voice.media_leg import FRAME_BYTES, FRAME_SECONDS, RATE, CallEnded, MediaLeg
from parley.voice.simulation.caller_noise import Noise
from parley.voice.simulation.caller_report import SpokenLine

LOUD = 300
"""Root mean square of samples: speech is louder, a line on which nobody speaks is not."""
AUDIBLE = 40
"""Samples of the quietest consonants are larger."""
ANSWER_SECONDS = 0.8
"""Silence of the agent after which the caller speaks."""
GAP_SECONDS = 0.5
"""Between two sentences there is less silence, before an answer there is more."""
NO_ANSWER_SECONDS = 4.0
"""An agent that went on speaking over the caller, and then says nothing for so long, waits for the caller."""
AHEAD_SECONDS = 1.0
"""Of what the caller says, queued at the leg."""
NOISE_AHEAD_SECONDS = 0.2
"""Of noise while the caller says nothing: the first word comes after it."""
BEHIND_SECONDS = 0.5
"""Less than that is only late; what is missing longer was never sent."""
LISTEN_SECONDS = 0.4
"""How often it is found out what the agent has said by now, by a caller that waits for certain words."""
PATIENCE_SECONDS = 20.0
"""A caller who hears nothing for so long goes on all the same."""

LineBegan = Callable[[int, CallerLine], None]


class SimulatedCaller:
    def __init__(
        self,
        leg: MediaLeg,
        synthesizer: Synthesizer,
        language: str = DEFAULT_LANGUAGE,
        voice: Mapping[str, Any] | None = None,
        *,
        noise: Noise | None = None,
        ear: RecognitionStream | None = None,
        line_began: LineBegan | None = None,
    ) -> None:
        """`ear`: hears the agent, for lines that wait for certain words."""
        self._leg = leg
        self._synthesizer = synthesizer
        self._language = language
        self._voice = voice
        self._noise = noise
        self._ear = ear
        self._line_began = line_began
        self.began_at = asyncio.get_running_loop().time()
        self._to_say = bytearray()
        self._is_queued = asyncio.Event()
        """All that is to be said was given to the leg."""
        self._said = bytearray()
        self._heard = bytearray()
        self._waiting = bytearray()
        """Received, less than a frame."""
        self._tasks = Tasks()
        self._loud_frames = 0
        """Of the agent's answer to what the caller last said."""
        self._answer_at = 0
        """Where in what was heard that answer begins."""
        self._quiet_frames = _frames(GAP_SECONDS)
        """Of the agent, up to now."""
        self._is_overlapped = False
        """The agent was still speaking when the caller had finished: what it says may be the rest of that."""
        self.report: list[SpokenLine] = []

    async def run(self, lines: Sequence[CallerLine]) -> None:
        """Says all lines and waits for the answer to the last. Returns when the agent has hung up, or hangs up."""
        await self.converse(_each(lines))

    async def converse(self, lines: AsyncIterable[CallerLine]) -> None:
        """The same with lines that come one by one: the next is asked for when the one before was said."""
        audio = self._tasks.start(self._exchange_audio(), "simulated caller")
        speaking = self._tasks.start(self._say_all(lines), "lines of a caller")
        try:
            await asyncio.wait({audio, speaking}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._leg.hang_up()
            await self._tasks.aclose()

    async def wait_for_answer(self) -> None:
        """Until the agent has answered what was said last, or says nothing for long."""
        await self._wait_for_turn(CallerLine(""))

    def save_recording(self, file: Path) -> None:
        """Stereo: the caller is left, the agent right."""
        length = max(len(self._said), len(self._heard))
        tracks = [bytes(side).ljust(length, b"\0") for side in (self._said, self._heard)]
        with wave.open(str(file), "wb") as out:
            out.setnchannels(2)
            out.setsampwidth(SAMPLE_BYTES)
            out.setframerate(RATE)
            out.writeframes(np.stack([np.frombuffer(track, np.int16) for track in tracks], axis=1).tobytes())

    async def _say_all(self, lines: AsyncIterable[CallerLine]) -> None:
        async for line in lines:
            # Before its time comes: who interrupts is not to be late.
            speech = b"" if line.keys else await self._synthesize(line.text)
            await self._wait_for_turn(line)
            await self._say(line, speech)
        await self.wait_for_answer()

    async def _wait_for_turn(self, line: CallerLine) -> None:
        began = listened = self._now()
        while min(self._now() - began, self._quiet_frames * FRAME_SECONDS) < PATIENCE_SECONDS:
            await asyncio.sleep(FRAME_SECONDS)
            if self._is_turn(line.interrupts_after):
                return
            if line.after_words and self._loud_frames and self._now() - listened >= LISTEN_SECONDS:
                listened = self._now()
                if was_said(line.after_words, await self._recognise_answer()):
                    return

    def _is_turn(self, interrupts_after: float | None) -> bool:
        if interrupts_after is not None:
            return self._loud_frames >= _frames(interrupts_after)
        if self._loud_frames and self._quiet_frames >= _frames(ANSWER_SECONDS):
            return True
        return self._is_overlapped and self._quiet_frames >= _frames(NO_ANSWER_SECONDS)

    async def _recognise_answer(self) -> str:
        if self._ear is None:
            return ""
        self._ear.reset(RecognitionSettings(language=self._language))
        self._ear.feed(bytes(self._heard[self._answer_at :]))
        try:
            return (await self._ear.transcribe()).text
        except RecognitionFailed:
            return ""

    async def _say(self, line: CallerLine, speech: bytes) -> None:
        interrupts = self._quiet_frames < _frames(GAP_SECONDS)
        # What was queued before comes first.
        began = max(_seconds(len(self._said)), self._now())
        self._begin(SpokenLine(line, began, began + _seconds(len(speech)), interrupts))
        if line.keys:
            await self._leg.send_dtmf(line.keys)
        elif speech:
            self._to_say += speech
            self._is_queued.clear()
            await self._is_queued.wait()
        await asyncio.sleep(began + _seconds(len(speech)) - self._now())
        self._loud_frames = 0
        self._is_overlapped = self._quiet_frames < _frames(GAP_SECONDS)

    def _begin(self, spoken: SpokenLine) -> None:
        self.report.append(spoken)
        if self._line_began is not None:
            self._line_began(len(self.report), spoken.line)

    async def _synthesize(self, text: str) -> bytes:
        """Up to the last sound: the silence that an engine adds is no part of a turn."""
        async with aclosing(self._synthesizer.synthesize(text, self._language, self._voice)) as pieces:
            speech = b"".join([piece async for piece in pieces if isinstance(piece, bytes)])
        loud = np.flatnonzero(np.abs(np.frombuffer(speech, np.int16).astype(np.int32)) > AUDIBLE)
        return speech[: (int(loud[-1]) + 1) * SAMPLE_BYTES] if len(loud) else b""

    async def _exchange_audio(self) -> None:
        while True:
            try:
                self._send()
                self._receive()
            except CallEnded:
                return
            await asyncio.sleep(FRAME_SECONDS)

    def _send(self) -> None:
        """As much as keeps the line busy. Where nothing is queued it sends silence by itself."""
        if not self._to_say and self._noise is None:
            return
        queued = self._leg.queued_seconds()
        frames = int(((AHEAD_SECONDS if self._to_say else NOISE_AHEAD_SECONDS) - queued) / FRAME_SECONDS)
        if frames < 1:
            return
        pcm = bytes(self._to_say[: frames * FRAME_BYTES] if self._to_say else bytes(frames * FRAME_BYTES))
        if self._noise:
            pcm = self._noise.mix(pcm)
        taken = self._leg.write_audio(pcm)
        if self._noise:
            self._noise.rewind((len(pcm) - taken) // SAMPLE_BYTES)
        del self._to_say[:taken]
        if not self._to_say:
            self._is_queued.set()
        silent = _bytes(self._now() + queued) - len(self._said)
        if silent > FRAME_BYTES:
            self._said += bytes(silent)
        self._said += pcm[:taken]

    def _receive(self) -> None:
        """What comes is one stream; what never came is silence."""
        received = self._leg.read_audio()
        if received and not self._heard:
            self._heard += bytes(max(_bytes(self._now()) - len(received), 0))
        self._waiting += received
        while len(self._waiting) >= FRAME_BYTES:
            self._hear(bytes(self._waiting[:FRAME_BYTES]))
            del self._waiting[:FRAME_BYTES]
        while len(self._heard) < _bytes(self._now() - BEHIND_SECONDS):
            self._hear(bytes(FRAME_BYTES))

    def _hear(self, frame: bytes) -> None:
        position = len(self._heard)
        self._heard += frame
        if _loudness(frame) <= LOUD:
            self._quiet_frames += 1
            if self._quiet_frames == _frames(GAP_SECONDS):
                self._agent_paused(_seconds(len(self._heard)) - GAP_SECONDS)
            return
        # An answer begins after a gap; without one it is the rest of what was interrupted, or not interrupted.
        if self._loud_frames or not self._is_overlapped or self._quiet_frames >= _frames(GAP_SECONDS):
            if not self._loud_frames:
                self._answer_at = position
                self._agent_answered(_seconds(position))
            self._loud_frames += 1
        self._quiet_frames = 0

    def _agent_paused(self, moment: float) -> None:
        if self.report and self.report[-1].interrupted and self.report[-1].agent_silent is None:
            self.report[-1].agent_silent = moment

    def _agent_answered(self, moment: float) -> None:
        if self.report and self.report[-1].answered is None:
            self.report[-1].answered = moment

    def _now(self) -> float:
        return asyncio.get_running_loop().time() - self.began_at


async def _each(lines: Sequence[CallerLine]) -> AsyncIterator[CallerLine]:
    for line in lines:
        yield line


def _frames(seconds: float) -> int:
    return round(seconds / FRAME_SECONDS)


def _bytes(seconds: float) -> int:
    return max(round(seconds * RATE), 0) * SAMPLE_BYTES


def _seconds(size: int) -> float:
    return size / (RATE * SAMPLE_BYTES)


def _loudness(frame: bytes) -> float:
    return float(np.sqrt(np.mean(np.frombuffer(frame, np.int16).astype(np.float64) ** 2)))
