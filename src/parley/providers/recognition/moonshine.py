"""Moonshine: speech recognition for English, small enough for a processor. Blocks while it decodes.

An encoder turns audio into states, a decoder turns these into text, token by token. Its keys and values are handed back
to it at every step, so that a step costs the same however long the text is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parley.providers.recognition.audio import MODEL_RATE, Samples, prepare_speech
from parley.providers.recognition.onnx import load_session
from parley.providers.recognition.protocol import RATE
from parley.providers.recognition.tokens import BEGIN, END, TokenTable, repeated_tail
from parley.providers.recognition.weights import ModelPaths, find_weights

TOKENS_PER_SECOND = 6.5
"""Of English that is spoken fast. The makers bound their decoder so: where it says more, it makes things up."""
SPARE_TOKENS = 8
RETRY_SPEECH_SECONDS = 0.3
"""Shorter than any word that is worth a second model's time."""


class MoonshineModel:
    def __init__(self, paths: ModelPaths) -> None:
        self._tokens = TokenTable.load(paths.tokenizer)
        self._encoder = load_session(str(paths.encoder))
        self._decoder = load_session(str(paths.decoder))
        outputs = [each.name for each in self._decoder.get_outputs()]
        # What the decoder makes of the encoder's states stays the same after the first step: fetched once.
        self._first_outputs = outputs
        self._later_outputs = [name for name in outputs if ".encoder." not in name]
        self._empty_cache = {
            each.name: np.zeros((0, each.shape[1], 1, each.shape[3]), np.float32)
            for each in self._decoder.get_inputs()
            if each.name.startswith("past_key_values")
        }

    def transcribe(self, samples: Samples) -> str:
        """Of at least 100 ms."""
        states = self._encoder.run(None, {"input_values": samples[None]})[0]
        most = int(len(samples) / MODEL_RATE * TOKENS_PER_SECOND) + SPARE_TOKENS
        return self._tokens.decode(self._decode_greedily(states, most))

    def _decode_greedily(self, states: NDArray[np.float32], most: int) -> list[int]:
        tokens: list[int] = []
        inputs = {**self._empty_cache, "encoder_hidden_states": states}
        names = self._first_outputs
        token = BEGIN
        for step in range(most):
            inputs["input_ids"] = np.array([[token]], np.int64)
            inputs["use_cache_branch"] = np.array([step > 0])
            logits, *cache = self._decoder.run(names, inputs)
            token = int(logits[0, -1].argmax())
            if token == END:
                break
            tokens.append(token)
            if repeats := repeated_tail(tokens):
                return tokens[:-repeats]
            inputs |= zip((name.replace("present", "past_key_values") for name in names[1:]), cache, strict=True)
            names = self._later_outputs
        return tokens


class MoonshineDecoder:
    """The base model; and the tiny one where it hears nothing, which happens to speech that the other understands."""

    def __init__(self) -> None:
        # Both at once, although one is seldom right where the other is silent: it is asked for every noise too, and
        # loading it then would make a request late.
        self._base = MoonshineModel(find_weights("moonshine-base"))
        self._tiny = MoonshineModel(find_weights("moonshine-tiny"))

    def transcribe(self, pcm: bytes, language: str = "en", rate: int = RATE) -> str:
        """`language` is English: there is no other."""
        samples, speech_seconds = prepare_speech(pcm, rate)
        if not len(samples):
            return ""
        text = self._base.transcribe(samples)
        if not text and speech_seconds >= RETRY_SPEECH_SECONDS:
            text = self._tiny.transcribe(samples)
        return text
