"""What Hibari is given to read, and what is left of its audio. The engine itself speaks in `test_protocol_engines`."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parley.providers.speech import hibari
from parley.providers.speech.hibari import LEAD_SECONDS, TAIL_SECONDS, Hibari, prepare_text, trim_silence
from parley.providers.speech.protocol import SpeechFailed, SpeechUnavailable, VoiceSettings, audio_seconds

RATE = 24_000


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Call +14155550199 now.", "Call plus 1 4 1, 5 5 5, 5 0 1, 9 9 now."),
        ("+44 20 7946 0958, please", "plus 4 4, 2 0, 7 9 4 6, 0 9 5 8, please"),
        ("(415) 555-0199", "4 1 5, 5 5 5, 0 1 9 9"),
        ("415 555 0199.", "4 1 5, 5 5 5, 0 1 9 9."),
        ("Order 123456789.", "Order 1 2 3, 4 5 6, 7 8 9."),
        ("Code 0199, agent 007", "Code 0 1 9 9, agent 0 0 7"),
        ("Zoë at the café", "Zoe at the cafe"),
    ],
)
def test_numbers_to_write_down_are_read_digit_by_digit_and_names_without_accents(written: str, read: str) -> None:
    assert prepare_text(written) == read


@pytest.mark.parametrize(
    "text",
    [
        "$25000000 or €0.05",
        "2,500,000 of 123456",
        "On 05/06/2026, 2026-11-18, at 09:30.",
        "3.0000001 or 0.0000005",
        "415-555-0199",
        "It’s room 101, in 2026 – 0 left",
    ],
)
def test_what_the_package_reads_well_stays_as_it_is(text: str) -> None:
    assert prepare_text(text) == text


def test_silence_around_a_sentence_is_short() -> None:
    audio = np.zeros(2 * RATE, np.float32)
    audio[8_000:30_000] = 0.5
    trimmed = trim_silence(audio, RATE)
    assert len(trimmed) == pytest.approx(22_000 + (LEAD_SECONDS + TAIL_SECONDS) * RATE, abs=2)
    assert np.count_nonzero(trimmed) == 22_000


def test_audio_without_silence_stays_whole() -> None:
    assert len(trim_silence(np.ones(500, np.float32), RATE)) == 500


@pytest.mark.parametrize("length", [0, 500])
def test_of_silence_nothing_is_left(length: int) -> None:
    assert not len(trim_silence(np.zeros(length, np.float32), RATE))


class Model:
    """In place of the package's."""

    sample_rate = RATE

    def __init__(self, audio: NDArray[np.float32] | Exception) -> None:
        self._audio = audio
        self.asked: dict[str, Any] = {}

    def __call__(self, text: str, **options: Any) -> NDArray[np.float32]:
        self.asked = {"text": text, **options}
        if isinstance(self._audio, Exception):
            raise self._audio
        return self._audio


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Hibari:
    monkeypatch.setattr(hibari, "_load_model", lambda: Model(np.full(RATE, 2.0, np.float32)))
    return Hibari()


@pytest.mark.slow
def test_audio_has_the_rate_of_a_call_and_is_never_wrapped_around(engine: Hibari) -> None:
    sound = engine.synthesize("Zoë", "en", VoiceSettings("hibari", "emma", 1.5))
    assert audio_seconds(len(sound)) == pytest.approx(1, abs=0.01)
    assert np.frombuffer(sound, np.int16).min() >= 0
    assert engine._model.asked == {"text": "Zoe", "speed": 1.5, "seed": 0}


@pytest.mark.slow
@pytest.mark.parametrize("audio", [np.zeros(500, np.float32), KeyError("what somebody said")])
def test_a_failure_says_nothing_of_the_sentence(engine: Hibari, audio: NDArray[np.float32] | Exception) -> None:
    engine._model = Model(audio)
    with pytest.raises(SpeechFailed) as failure:
        engine.synthesize("what somebody said", "en", VoiceSettings())
    assert "somebody" not in str(failure.value)
    assert failure.value.__context__ is None or failure.value.__suppress_context__


@pytest.mark.parametrize("error", [ImportError(), OSError()])
def test_a_package_that_is_not_there_is_named(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> None:
        raise error

    monkeypatch.setattr(importlib, "import_module", lambda _: SimpleNamespace(Hibari=load))
    with pytest.raises(SpeechUnavailable, match=r"parley\[voice\]"):
        hibari._load_model.__wrapped__()


@pytest.mark.io
def test_a_sentence_always_sounds_the_same_and_begins_at_once() -> None:
    engine = Hibari()
    once, again = (engine.synthesize("Good morning.", "en-US", VoiceSettings()) for _ in range(2))
    assert once == again
    samples = np.abs(np.frombuffer(once, np.int16).astype(int))
    assert np.flatnonzero(samples > 0.1 * samples.max())[0] < 0.15 * 8_000


@pytest.mark.io
@pytest.mark.parametrize("sentence", ["①Œ", "日本"])
def test_what_it_cannot_read_is_a_failure(sentence: str) -> None:
    with pytest.raises(SpeechFailed):
        Hibari().synthesize(sentence, "en-US", VoiceSettings())
