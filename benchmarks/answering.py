"""Who has answered: how often detection is right, and how soon, on synthesised answers as a telephone carries them.

    python -m benchmarks.answering [--once] [--no-words] [--only-words]

`--once`: each line in one voice instead of three.

In virtual time, with the real detectors of speech and tones and the real recogniser, whose processor time counts. The
agent talks meanwhile, so words are looked at while they are spoken, as on a call.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from random import Random

import numpy as np

from benchmarks.answering_lines import MACHINES, PEOPLE, SCREENERS
from parley.providers.recognition.moonshine import MoonshineDecoder
from parley.providers.speech.protocol import RATE
from parley.providers.speech.synthesizer import create_synthesizer
from parley.providers.voice_activity.protocol import WINDOW_BYTES, WINDOW_SECONDS
from parley.providers.voice_activity.silero import Silero
from parley.voice import speech_activity
from parley.voice.answering import detection, tone_detection
from parley.voice.answering.detection import AnsweredBy, Decided, Event, State, Tick, Words

VOICES = (
    {"provider": "hibari"},
    {"provider": "flite", "provider_voice_id": "slt"},
    {"provider": "flite", "provider_voice_id": "rms"},
)
LOOK_SECONDS = 0.6
"""Between two looks at the words of somebody who speaks."""
MOST_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Answer:
    by: AnsweredBy
    audio: bytes
    speaks_at: float


@dataclass(frozen=True, slots=True)
class Outcome:
    wanted: AnsweredBy
    found: AnsweredBy | None
    seconds: float
    """After the first sound."""


async def make_answers(chance: Random, *, once: bool) -> list[Answer]:
    synthesizer = create_synthesizer("auto")
    answers = []
    for by, lines in (
        (AnsweredBy.MACHINE, MACHINES),
        (AnsweredBy.PERSON, PEOPLE),
        (AnsweredBy.SCREENING, SCREENERS),
    ):
        for number, line in enumerate(lines):
            for voice in (VOICES[number % len(VOICES)],) if once else VOICES:
                async with aclosing(synthesizer.synthesize(line, "en-US", voice)) as chunks:
                    speech = b"".join([pcm async for pcm in chunks if isinstance(pcm, bytes)])
                lead = chance.uniform(0.2, 1.5)
                end = silence(0.7) + beep(chance) if by is AnsweredBy.MACHINE else b""
                audio = silence(lead) + speech + end + silence(3.0)
                answers.append(Answer(by, carried(audio, chance), lead))
    for frequencies in ((1100.0,), (2100.0,), (950.0, 1400.0, 1780.0)):
        tones = b"".join(sine(frequency, 0.5 if len(frequencies) == 1 else 0.33) for frequency in frequencies)
        answers.append(Answer(AnsweredBy.TONE, carried(silence(0.5) + tones + silence(3.0), chance), 0.5))
    await synthesizer.aclose()
    return answers


def silence(seconds: float) -> bytes:
    return bytes(round(seconds * RATE) * 2)


def sine(frequency: float, seconds: float) -> bytes:
    at = np.arange(round(seconds * RATE)) / RATE
    return (5_000 * np.sin(2 * np.pi * frequency * at)).astype(np.int16).tobytes()


def beep(chance: Random) -> bytes:
    return sine(chance.choice((425.0, 800.0, 1000.0, 1400.0)), chance.uniform(0.2, 0.8))


def carried(pcm: bytes, chance: Random) -> bytes:
    """As G.711 (mu-law) carries it, with some noise of the line."""
    samples = np.frombuffer(pcm, np.int16).astype(np.float64)
    samples += np.random.default_rng(chance.randrange(1 << 30)).normal(0, 30, len(samples))
    level = np.sign(samples) * np.log1p(255 * np.abs(samples).clip(0, 32_000) / 32_768) / np.log(256)
    level = np.round(level * 127) / 127
    samples = np.sign(level) * (np.power(256, np.abs(level)) - 1) / 255 * 32_768
    return bytes(samples.astype(np.int16).tobytes())


class Listening:
    """One answer, listened to until it is decided who it is."""

    def __init__(self, answer: Answer, detector: Silero, recognizer: MoonshineDecoder | None) -> None:
        self.answer = answer
        self.detector = detector
        self.recognizer = recognizer
        self.state = State(0.0, has_words=recognizer is not None)
        self.looked_at = 0.0
        self.pending: list[tuple[float, str]] = []
        self.decided: tuple[AnsweredBy, float] | None = None

    def run(self) -> Outcome:
        call, now = self.detector.new_state(), 0.0
        activity, tones = speech_activity.ActivityState(), tone_detection.ToneState()
        while now < MOST_SECONDS and not (self.decided and now > self.decided[1] + 3.0):
            at = round(now / WINDOW_SECONDS) * WINDOW_BYTES
            window = self.answer.audio[at : at + WINDOW_BYTES].ljust(WINDOW_BYTES, b"\0")
            now += WINDOW_SECONDS
            (probability,) = self.detector.detect([call], [window])
            activity, events = speech_activity.advance(activity, probability, now)
            tones, tone = tone_detection.advance(tones, window, now)
            for event in (*events, *([tone] if tone else [Tick()]), *self._words(events, activity.is_speaking, now)):
                self._advance(event, now)
        found, when = self.decided or (None, now)
        return Outcome(self.answer.by, found, when - self.answer.speaks_at)

    def _words(self, events: Sequence[object], is_speaking: bool, now: float) -> list[Words]:
        """The recogniser hears all so far, at a pause and from time to time; what it says comes when it is done."""
        paused = any(isinstance(event, speech_activity.SpeechPaused) for event in events)
        if self.recognizer and (paused or (is_speaking and now - self.looked_at >= LOOK_SECONDS)):
            self.looked_at = now
            # Of the processor: the machine may be busy with other things.
            began = time.process_time()
            text = self.recognizer.transcribe(self.answer.audio[: round(now * RATE) * 2])
            self.pending.append((now + time.process_time() - began, text))
        due = [Words(text) for at, text in self.pending if at <= now]
        self.pending = [(at, text) for at, text in self.pending if at > now]
        return due

    def _advance(self, event: Event, now: float) -> None:
        self.state, outputs = detection.advance(self.state, event, now)
        for output in outputs:
            if isinstance(output, Decided):
                self.decided = (output.by, now)


def report(name: str, outcomes: Sequence[Outcome]) -> None:
    for by in AnsweredBy:
        ours = [each for each in outcomes if each.wanted is by]
        right = [each for each in ours if each.found is by]
        times = sorted(each.seconds for each in right)
        spread = "| |"
        if times:
            spread = f"{times[len(times) // 2]:.1f} | {times[int(len(times) * 0.9)]:.1f} | {times[-1]:.1f}"
        wrong = dict(Counter(str(each.found) for each in ours if each.found is not by))
        print(f"| {name} | {by} | {len(right)} of {len(ours)} | {spread} | {wrong or ''} |", flush=True)


def main() -> None:
    answers = asyncio.run(make_answers(Random(5), once="--once" in sys.argv))
    detector = Silero()
    print("| | who | right | seconds p50 | p90 | longest | taken for |\n|---|---|---|---|---|---|---|")
    if "--only-words" not in sys.argv:
        report("by length and tones", [Listening(answer, detector, None).run() for answer in answers])
    if "--no-words" not in sys.argv:
        recognizer = MoonshineDecoder()
        report("with words", [Listening(answer, detector, recognizer).run() for answer in answers])


if __name__ == "__main__":
    main()
