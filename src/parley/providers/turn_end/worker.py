"""The main program of the process that judges turns, one at a time. `embedded` is the other end."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from parley.providers.recognition.audio import MODEL_RATE, read_samples, upsample
from parley.providers.recognition.log_mel import HOP, log_mel
from parley.providers.recognition.onnx import load_session
from parley.providers.recognition.protocol import SAMPLE_BYTES
from parley.providers.recognition.worker import main
from parley.providers.turn_end.protocol import LONGEST_SECONDS
from parley.providers.turn_end.weights import find_smart_turn

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


NICENESS = 19
"""It is a hint: calls come first, and so do the words of whom it judges. Where nothing is left for it, it is late."""


class TurnEndDecoder:
    def __init__(self) -> None:
        self._model = SmartTurn(find_smart_turn())

    def transcribe(self, pcm: bytes, language: str, rate: int) -> str:
        """The probability, written out: a worker answers with text. The language makes no difference."""
        return f"{self._model.judge(pcm, rate):.4f}"


if __name__ == "__main__":
    main(int(sys.argv[1]), TurnEndDecoder, NICENESS)
