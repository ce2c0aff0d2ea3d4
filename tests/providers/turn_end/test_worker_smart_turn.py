"""The real model, alone and in a real worker, on what a phone call would carry."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
import pytest

from parley.providers.recognition.protocol import RATE
from parley.providers.recognition.weights import FOLDER, is_installed
from parley.providers.recognition.workers import RecognitionWorkers
from parley.providers.speech.flite import Flite
from parley.providers.speech.hibari import Hibari
from parley.providers.speech.protocol import VoiceSettings, silence
from parley.providers.turn_end.selection import MODULE, EmbeddedTurnEnd
from parley.providers.turn_end.weights import SMART_TURN, find_smart_turn
from parley.providers.turn_end.worker import NICENESS, SmartTurn

IS_INSTALLED = pytest.mark.skipif(not is_installed(SMART_TURN), reason=f"`make speech-turns`: it is not in {FOLDER}")
# Seconds on a machine of its own.
pytestmark = [pytest.mark.io, pytest.mark.xdist_group("moonshine"), pytest.mark.timeout(120), IS_INSTALLED]

WHOLE = (
    "I would like to book a table for two tomorrow evening.",
    "I want to speak to a human agent about my bill.",
    "Please cancel my appointment on Monday morning.",
    "How long does it take to get to the airport?",
)
HESITANT = ("um", "and then I", "because, um,")
QUIET = 200
PAUSE = silence(0.2)
"""After which it is asked."""


def speak(engine: Hibari | Flite, text: str) -> bytes:
    samples = np.frombuffer(engine.synthesize(text, "en-US", VoiceSettings()), np.int16)
    return samples[: np.flatnonzero(np.abs(samples) > QUIET)[-1] + 1].tobytes() + PAUSE


def share(found: Sequence[float]) -> float:
    return sum(each > 0.5 for each in found) / len(found)


def test_sentences_sound_complete_and_hesitations_do_not() -> None:
    """With voices that fall at every full stop; with others it is worse (decision 0051)."""
    model, engines = SmartTurn(find_smart_turn()), (Hibari(), Flite())
    assert share([model.judge(speak(engines[0], text), RATE) for text in WHOLE]) >= 0.75
    assert share([model.judge(speak(engine, text), RATE) for engine in engines for text in HESITANT]) <= 0.25


def test_any_audio_is_judged_and_of_a_long_one_the_end() -> None:
    model = SmartTurn(find_smart_turn())
    end = speak(Flite(), WHOLE[0])
    for pcm in (b"", b"\x01\x00", bytes(RATE), end + end):
        assert 0 <= model.judge(pcm, RATE) <= 1
    long = np.random.default_rng(7).normal(0, 300, 20 * RATE).astype(np.int16).tobytes()
    # Half a second of what came before, which the filter between two samples reaches into.
    assert model.judge(long, RATE) == pytest.approx(model.judge(long[-17 * RATE :], RATE), abs=0.01)


async def test_a_worker_judges_as_the_model_does_and_stands_back() -> None:
    workers = RecognitionWorkers(module=MODULE, hung_seconds=60)
    model = EmbeddedTurnEnd(workers)
    try:
        pcm = speak(Flite(), WHOLE[1])
        assert await model.judge("a", pcm, RATE) == pytest.approx(
            SmartTurn(find_smart_turn()).judge(pcm, RATE), abs=0.01
        )
        (worker,) = workers.running.values()
        assert os.getpriority(os.PRIO_PROCESS, worker.pid) == min(os.getpriority(os.PRIO_PROCESS, 0) + NICENESS, 19)
    finally:
        await model.aclose()
