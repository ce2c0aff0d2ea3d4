"""The real model hears our own engines' speech, and nobody in silence or noise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parley.providers.speech.espeak import Espeak
from parley.providers.speech.flite import Flite
from parley.providers.speech.hibari import Hibari
from parley.providers.speech.protocol import Engine, VoiceSettings, silence
from parley.providers.voice_activity import silero
from parley.providers.voice_activity.protocol import WINDOW_BYTES, VoiceActivityDetector, VoiceActivityUnavailable
from parley.providers.voice_activity.silero import Silero, read_weights
from parley.voice.speech_activity import ActivityEvent, ActivityState, SpeechBegan, SpeechPaused, advance

pytestmark = pytest.mark.io

SENTENCE = "I would like to book a table for two people."


@pytest.fixture(scope="module")
def detector() -> VoiceActivityDetector:
    return Silero()


def split(pcm: bytes) -> list[bytes]:
    return [pcm[at : at + WINDOW_BYTES] for at in range(0, len(pcm) - WINDOW_BYTES + 1, WINDOW_BYTES)]


def probabilities(detector: VoiceActivityDetector, pcm: bytes) -> NDArray[np.float64]:
    state = detector.new_state()
    return np.array([detector.detect([state], [window])[0] for window in split(pcm)])


def noise(level: float, seconds: float = 3, seed: int = 7) -> bytes:
    return np.random.default_rng(seed).normal(0, level, int(seconds * 8_000)).astype(np.int16).tobytes()


@pytest.mark.parametrize("engine", [Hibari, Flite, Espeak])
def test_speech_is_heard_and_silence_around_it_is_not(detector: VoiceActivityDetector, engine: type[Any]) -> None:
    voice: Engine = engine()
    speech = voice.synthesize(SENTENCE, "en-US", VoiceSettings())
    heard = probabilities(detector, silence(1) + speech + silence(1))
    # Engines leave up to a quarter of a second of silence around a sentence.
    margin, before = 8, len(split(silence(1)))
    after = before + len(split(speech))
    assert np.mean(heard[before + margin : after - margin] > 0.5) > 0.9
    assert heard[:before].max() < 0.2
    assert heard[after + margin :].max() < 0.2


@pytest.mark.parametrize("level", [0, 30, 300, 3_000])
def test_silence_and_noise_are_no_speech(detector: VoiceActivityDetector, level: float) -> None:
    assert probabilities(detector, noise(level)).max() < 0.2


def test_speech_is_heard_through_noise(detector: VoiceActivityDetector) -> None:
    speech = np.frombuffer(Flite().synthesize(SENTENCE, "en-US", VoiceSettings()), np.int16)
    mixed = speech + np.frombuffer(noise(300, 10), np.int16)[: len(speech)]
    assert np.mean(probabilities(detector, mixed.astype(np.int16).tobytes()) > 0.5) > 0.7


def test_calls_that_are_judged_together_are_judged_as_each_alone(detector: VoiceActivityDetector) -> None:
    """Also while calls come and go: each has another length and place in the batch."""
    speech = Flite().synthesize(SENTENCE, "en-US", VoiceSettings())
    calls = [split(speech[start * 2_000 :] + noise(100, seed=start)) for start in range(6)]
    alone = [probabilities(detector, b"".join(windows)) for windows in calls]
    states = [detector.new_state() for _ in calls]
    together: list[list[float]] = [[] for _ in calls]
    for number in range(max(map(len, calls))):
        live = [call for call, windows in enumerate(calls) if number < len(windows)]
        live = live[number % len(live) :] + live[: number % len(live)]
        judged = detector.detect([states[call] for call in live], [calls[call][number] for call in live])
        for call, probability in zip(live, judged, strict=True):
            together[call].append(probability)
    for one, other in zip(alone, together, strict=True):
        assert np.abs(one - np.array(other)).max() < 1e-4


def test_a_batch_may_be_empty_and_is_complete(detector: VoiceActivityDetector) -> None:
    assert detector.detect([], []) == []
    with pytest.raises(ValueError):
        detector.detect([detector.new_state()], [])
    with pytest.raises(ValueError):
        detector.detect([detector.new_state()], [bytes(WINDOW_BYTES - 2)])


def test_speech_activity_finds_the_words(detector: VoiceActivityDetector) -> None:
    pcm = silence(1) + Espeak().synthesize(SENTENCE, "en-US", VoiceSettings()) + silence(1)
    state, events = ActivityState(), list[ActivityEvent]()
    for number, probability in enumerate(probabilities(detector, pcm)):
        state, more = advance(state, probability, (number + 1) * 0.032)
        events += more
    assert isinstance(events[0], SpeechBegan)
    assert events[0].at == pytest.approx(1, abs=0.15)
    assert isinstance(events[-1], SpeechPaused)
    assert events[-1].at == pytest.approx(len(pcm) / 16_000 - 1, abs=0.2)


def test_weights_that_are_not_there_are_named() -> None:
    with pytest.raises(VoiceActivityUnavailable, match=r"parley\[voice\]"):
        read_weights("package_that_there_is_not")


def test_weights_that_are_not_those_that_we_know_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silero, "WEIGHTS", "data/silero_vad_half.onnx")
    with pytest.raises(VoiceActivityUnavailable, match=r"silero_vad_half\.onnx"):
        Silero()
