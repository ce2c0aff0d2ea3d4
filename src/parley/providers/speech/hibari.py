"""Hibari from a wheel: English only, one neural voice (American, female), the clearest of our engines on the phone."""

from __future__ import annotations

import importlib
import re
import unicodedata
from functools import cache
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parley.providers.speech.protocol import SpeechFailed, SpeechUnavailable, VoiceSettings
from parley.providers.speech.resample import resample

SEED = 0
"""Of the noise in breath and consonants: a sentence always sounds the same."""
LEAD_SECONDS, TAIL_SECONDS = 0.04, 0.2
"""Of silence that stays around a sentence. The model gives 0.3 s before, which would delay the first sound, and 0.5 s
after."""
QUIET = 0.01
"""Of the loudest sample: what is below is silence. Consonants that a sentence may begin with are louder."""
FAULTS = (
    # What Python code raises that meets a text its author did not think of. Of made-up texts, two in a thousand do it.
    *(ArithmeticError, AttributeError, LookupError, RuntimeError, StopIteration, TypeError, ValueError),
    MemoryError,
)
MODEL_FAULTS = ("EPFail", "Fail", "InvalidArgument", "NotImplemented", "RuntimeException")
"""What a model raises that is given an input it has no place for, or no memory. They have no class in common."""

# Read as one number by the package, however long. What has a decimal point, a currency, or is a part of a date or a
# time is not a number to dial or to write down.
_PHONE = re.compile(r"(?<![\w.])(?:\+\d[\d ().-]{5,22}\d|\(\d{3}\) ?\d{3}[ .-]?\d{4}|\d{3}[ .]\d{3}[ .]\d{4})(?![\w-])")
_CODE = re.compile(r"(?<![\w$£€¥₹₩#.,:/+-])(?:\d{7,}|0\d+)(?!\w|[.,:/-]\d)")
_DIGITS = re.compile(r"\d+")
_GROUP = re.compile(r"\d{3}(?=\d{2})|\d+")


class Hibari:
    """There is one model in a process however many of these there are. Speaking changes nothing in it: several threads
    may do so at once."""

    name = "hibari"

    def __init__(self) -> None:
        self._model = _load_model()
        self._faults: tuple[type[Exception], ...] = (*FAULTS, *_model_faults())
        self.version = version("hibari-tts")

    def supports(self, language: str) -> bool:
        return language.partition("-")[0].lower() == "en"

    def synthesize(self, sentence: str, language: str, voice: VoiceSettings) -> bytes:
        """The voice's name is not looked at: the package would download any other than its own."""
        try:
            audio = self._model(prepare_text(sentence), speed=voice.speed, seed=SEED)
        except self._faults as error:
            raise SpeechFailed(f"Hibari raised {type(error).__name__}") from None
        audio = trim_silence(audio, self._model.sample_rate)
        if not len(audio):
            raise SpeechFailed("Hibari gave no audio")
        samples = np.clip(np.rint(audio * 32_767), -32_768, 32_767).astype(np.int16)
        return resample(samples, self._model.sample_rate).tobytes()


def prepare_text(sentence: str) -> str:
    """What the package does not do itself: numbers to dial or to write down digit by digit, and names without accents,
    as its lexicon has them."""
    decomposed = unicodedata.normalize("NFD", sentence)
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    return _CODE.sub(_spell_digits, _PHONE.sub(_spell_digits, plain))


def _spell_digits(found: re.Match[str]) -> str:
    """Each digit a word, with a breath where the writer left a space, and after three; four in a row stay together."""
    groups = [group for digits in _DIGITS.findall(found[0]) for group in _GROUP.findall(digits)]
    return ("plus " if found[0].startswith("+") else "") + ", ".join(map(" ".join, groups))


def trim_silence(audio: NDArray[np.float32], rate: int) -> NDArray[np.float32]:
    """Empty if there is nothing to hear."""
    loudness = np.abs(audio)
    heard = np.flatnonzero(loudness > QUIET * loudness.max(initial=0))
    if not len(heard):
        return audio[:0]
    return audio[max(heard[0] - round(LEAD_SECONDS * rate), 0) : heard[-1] + round(TAIL_SECONDS * rate)]


@cache
def _model_faults() -> tuple[type[Exception], ...]:
    errors = importlib.import_module("onnxruntime.capi.onnxruntime_pybind11_state")
    return tuple(getattr(errors, name) for name in MODEL_FAULTS)


@cache
def _load_model() -> Any:
    try:
        model = importlib.import_module("hibari").Hibari()
        # It loads its lexicon with the first sentence and the rest with the first unknown word: a caller would wait,
        # and two threads might load at once.
        _ = model.g2p.oov
    except (ImportError, OSError):
        raise SpeechUnavailable("Hibari is not installed: it comes with parley[voice]") from None
    return model
