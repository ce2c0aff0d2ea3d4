"""Whisper: speech recognition for other languages than English. Blocks while it decodes.

The model was made for half a minute of audio, and most of its time goes into looking at all of it. It is shown less:
the speech and some silence behind it. Where it then talks without end, it is shown half a minute after all.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from parley.providers.recognition.audio import MODEL_RATE, Samples, prepare_speech
from parley.providers.recognition.log_mel import HOP, log_mel
from parley.providers.recognition.protocol import RATE
from parley.providers.recognition.tokens import TokenTable, repeated_phrase
from parley.providers.recognition.weights import find_whisper

ENGINE = "ctranslate2"
FRAMES_PER_SECOND = MODEL_RATE // HOP
WHOLE = 30 * FRAMES_PER_SECOND
LEAST = 8 * FRAMES_PER_SECOND
"""Of less the model repeats itself more often: with 5 s twice as many words of Portuguese were wrong."""
SILENCE = FRAMES_PER_SECOND
"""Behind the last word, or the model goes on."""
TOKENS_PER_SECOND = 10
"""Of languages that are written with many tokens. Who says more makes things up."""
SPARE_TOKENS = 16
MAX_LENGTH_FACTOR = 2
"""The engine writes half as many tokens as it is allowed: the other half is for what stands in front."""
NO_SPEECH = 0.6
UNLIKELY = -1.0
"""A text of less than this, by the mean logarithm of its tokens' shares, was made up where nobody seems to speak."""
NONSENSE = -1.8
"""And one that is less likely than this everywhere."""


class WhisperDecoder:
    def __init__(self) -> None:
        folder = find_whisper()
        self._engine: Any = importlib.import_module(ENGINE)
        # One processor for one decoding, as with the other model.
        self._model = self._engine.models.Whisper(
            str(folder), device="cpu", compute_type="int8", inter_threads=1, intra_threads=1
        )
        self._tokens = TokenTable.load_byte_level(folder / "vocabulary.txt")

    def transcribe(self, pcm: bytes, language: str, rate: int = RATE) -> str:
        samples, _ = prepare_speech(pcm, rate)
        if not len(samples):
            return ""
        most = int(len(samples) / MODEL_RATE * TOKENS_PER_SECOND) + SPARE_TOKENS
        frames = min(max(LEAST, len(samples) // HOP + SILENCE), WHOLE)
        tokens, is_likely = self._decode(samples, language, frames, most)
        if len(tokens) >= most and frames < WHOLE:
            tokens, is_likely = self._decode(samples, language, WHOLE, most)
        # Who says the same three times comes to an end afterwards.
        repeats = repeated_phrase(tokens) if len(tokens) >= most else 0
        return self._tokens.decode(tokens[:-repeats] if repeats else tokens) if is_likely else ""

    def _decode(self, samples: Samples, language: str, frames: int, most: int) -> tuple[Sequence[int], bool]:
        """The tokens, at most so many; and whether somebody said that."""
        prompt = ["<|startoftranscript|>", f"<|{language}|>", "<|transcribe|>", "<|notimestamps|>"]
        (found,) = self._model.generate(
            self._engine.StorageView.from_array(log_mel(samples, frames)[None]),
            [prompt],
            # The likeliest token each time. Five paths take a third longer and were no better.
            beam_size=1,
            max_length=MAX_LENGTH_FACTOR * most,
            return_scores=True,
            return_no_speech_prob=True,
        )
        score: float = found.scores[0]
        is_likely = score > NONSENSE and (score > UNLIKELY or found.no_speech_prob < NO_SPEECH)
        return found.sequences_ids[0], is_likely
