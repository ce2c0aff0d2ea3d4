"""A caller that is a program: says its lines when the agent has finished, or interrupts it, and records both sides."""

from __future__ import annotations

import asyncio
import wave
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from parley.kit.tasks import Tasks
from parley.providers.speech.protocol import DEFAULT_LANGUAGE, SAMPLE_BYTES, Synthesizer
from parley.voice.media_leg import FRAME_BYTES, FRAME_SECONDS, RATE, CallEnded, MediaLeg

LOUD = 300
"""Root mean square of samples: speech is louder, a line on which nobody speaks is not."""
ANSWER_SECONDS = 0.8
"""Silence of the agent after which the caller speaks."""
GAP_SECONDS = 0.5
"""Between two sentences there is less silence, before an answer there is more."""
NO_ANSWER_SECONDS = 4.0
"""An agent that went on speaking over the caller, and then says nothing for so long, waits for the caller."""
LEAD_SECONDS = 0.1
PATIENCE_SECONDS = 20.0
"""A caller who hears nothing for so long goes on all the same."""


@dataclass(frozen=True, slots=True)
class CallerLine:
    text: str
    interrupts_after: float | None = None
    """Seconds after which the caller speaks over the agent; None: lets it finish."""
    keys: str = ""
    """Pressed instead of words."""


class SimulatedCaller:
    def __init__(
        self,
        leg: MediaLeg,
        synthesizer: Synthesizer,
        language: str = DEFAULT_LANGUAGE,
        voice: Mapping[str, Any] | None = None,
    ) -> None:
        self._leg = leg
        self._synthesizer = synthesizer
        self._language = language
        self._voice = voice
        self._to_say = bytearray()
        self._said = bytearray()
        self._heard = bytearray()
        self._spoken = asyncio.Event()
        self._spoken.set()
        self._tasks = Tasks()
        self._loud_frames = 0
        """Of the agent's answer to what the caller last said."""
        self._quiet_frames = _frames(GAP_SECONDS)
        """Of the agent, up to now."""
        self._is_overlapped = False
        """The agent was still speaking when the caller had finished: what it says may be the rest of that."""

    async def run(self, lines: Sequence[CallerLine]) -> None:
        """Says all lines and waits for the answer to the last. Returns when the agent has hung up, or hangs up."""
        audio = self._tasks.start(self._exchange_audio(), "simulated caller")
        speaking = self._tasks.start(self._say_all(lines), "lines of a caller")
        try:
            await asyncio.wait({audio, speaking}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._leg.hang_up()
            await self._tasks.aclose()

    def save_recording(self, file: Path) -> None:
        """Stereo: the caller is left, the agent right."""
        length = min(len(self._said), len(self._heard)) // SAMPLE_BYTES
        sides = [np.frombuffer(bytes(side), np.int16, length) for side in (self._said, self._heard)]
        with wave.open(str(file), "wb") as out:
            out.setnchannels(2)
            out.setsampwidth(SAMPLE_BYTES)
            out.setframerate(RATE)
            out.writeframes(np.stack(sides, axis=1).tobytes())

    async def _say_all(self, lines: Sequence[CallerLine]) -> None:
        for line in lines:
            await self._wait_for_turn(line.interrupts_after)
            await self._say(line)
        await self._wait_for_turn(None)

    async def _wait_for_turn(self, interrupts_after: float | None) -> None:
        waited = 0.0
        while waited < PATIENCE_SECONDS:
            await asyncio.sleep(FRAME_SECONDS)
            waited += FRAME_SECONDS
            if self._is_turn(interrupts_after):
                return

    def _is_turn(self, interrupts_after: float | None) -> bool:
        if interrupts_after is not None:
            return self._loud_frames >= _frames(interrupts_after)
        if self._loud_frames and self._quiet_frames >= _frames(ANSWER_SECONDS):
            return True
        return self._is_overlapped and self._quiet_frames >= _frames(NO_ANSWER_SECONDS)

    async def _say(self, line: CallerLine) -> None:
        if line.keys:
            await self._leg.send_dtmf(line.keys)
        else:
            async with aclosing(self._synthesizer.synthesize(line.text, self._language, self._voice)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, bytes):
                        self._to_say += piece
                        self._spoken.clear()
            await self._spoken.wait()
        self._loud_frames = 0
        self._is_overlapped = self._quiet_frames < _frames(GAP_SECONDS)

    async def _exchange_audio(self) -> None:
        """A frame in each direction, as often as one lasts: so both sides of the recording have one clock."""
        loop = asyncio.get_running_loop()
        # Ahead by some frames: a loop that is held up for a moment makes no gap in a word.
        due, waiting = loop.time() - LEAD_SECONDS, bytearray()
        while True:
            try:
                self._send_frame()
                waiting += self._leg.read_audio()
            except CallEnded:
                return
            self._hear(bytes(waiting[:FRAME_BYTES]).ljust(FRAME_BYTES, b"\0"))
            # What the line delivered ahead of time is heard in its own.
            del waiting[:FRAME_BYTES]
            due = max(due + FRAME_SECONDS, loop.time() - 1.0)
            await asyncio.sleep(max(due - loop.time(), 0.0))

    def _send_frame(self) -> None:
        frame = bytes(self._to_say[:FRAME_BYTES]).ljust(FRAME_BYTES, b"\0")
        del self._to_say[:FRAME_BYTES]
        if not self._to_say:
            self._spoken.set()
        self._leg.write_audio(frame)
        self._said += frame

    def _hear(self, frame: bytes) -> None:
        self._heard += frame
        loudness = float(np.sqrt(np.mean(np.frombuffer(frame, np.int16).astype(np.float64) ** 2)))
        if loudness <= LOUD:
            self._quiet_frames += 1
            return
        # An answer begins after a gap; without one it is the rest of what was interrupted, or not interrupted.
        if self._loud_frames or not self._is_overlapped or self._quiet_frames >= _frames(GAP_SECONDS):
            self._loud_frames += 1
        self._quiet_frames = 0


def _frames(seconds: float) -> int:
    return round(seconds / FRAME_SECONDS)
