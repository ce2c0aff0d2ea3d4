"""smart-turn: hears whether somebody has finished, in the features that Whisper is given. Blocks while it judges."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from parley.providers.recognition.audio import MODEL_RATE, read_samples, upsample
from parley.providers.recognition.log_mel import HOP, log_mel
from parley.providers.recognition.onnx import load_session
from parley.providers.recognition.protocol import SAMPLE_BYTES
from parley.providers.turn_end.protocol import LONGEST_SECONDS

SAMPLES = LONGEST_SECONDS * MODEL_RATE
LEAST_VARIANCE = 1e-7
"""Of silence, which would be divided by nothing."""


class SmartTurn:
    def __init__(self, weights: Path) -> None:
        self._session = load_session(str(weights))

    def judge(self, pcm: bytes, rate: int) -> float:
        """The end of the audio counts, so what is missing to the model's length is put in front, as silence. It is used
        to audio of mean 0 and variance 1, that silence included."""
        pcm = pcm[-LONGEST_SECONDS * rate * SAMPLE_BYTES :]
        samples = read_samples(pcm) if rate == MODEL_RATE else upsample(pcm)
        whole = np.pad(samples, (SAMPLES - len(samples), 0))
        whole = (whole - whole.mean()) / np.sqrt(whole.var() + np.float32(LEAST_VARIANCE))
        features = log_mel(whole, SAMPLES // HOP)
        return float(self._session.run(None, {"input_features": features[None]})[0][0, 0])
