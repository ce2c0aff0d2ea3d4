"""Flite from the system (Debian and Ubuntu: `libflite1`): English only, clearer than eSpeak NG on the phone."""

from __future__ import annotations

import ctypes
import re
import threading
import unicodedata
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np

from parley.providers.speech.protocol import SpeechFailed, SpeechUnavailable, VoiceSettings
from parley.providers.speech.resample import resample

VOICES = ("slt", "rms", "awb", "kal16")
"""Those that speak at 16 kHz, by their names without `cmu_us_`; the first is the default."""
_PRICE = re.compile(r"([€£¥])\s?(\d[\d,]*(?:\.\d+)?)")
_CURRENCIES = {"€": "euros", "£": "pounds", "¥": "yen"}
_SIGNS = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "–": ", ",
        "—": ", ",
        "…": "...",
        "°": " degrees ",
        "€": " euros ",
        "£": " pounds ",
    }
)


class _Wave(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_char_p),
        ("rate", ctypes.c_int),
        ("samples", ctypes.c_int),
        ("channels", ctypes.c_int),
        ("data", ctypes.POINTER(ctypes.c_short)),
    ]


class _VoiceHead(ctypes.Structure):
    """The beginning of a voice, as far as we need it."""

    _fields_ = [("name", ctypes.c_char_p), ("features", ctypes.c_void_p)]


class Flite:
    """There is one library in a process however many of these there are. Its values count their users without locks, so
    it speaks one sentence at a time."""

    name = "flite"

    def __init__(self) -> None:
        self._library = _library()
        self.version = "2"

    def supports(self, language: str) -> bool:
        return language.partition("-")[0].lower() == "en"

    def synthesize(self, sentence: str, language: str, voice: VoiceSettings) -> bytes:
        wanted = voice.name.removeprefix("cmu_us_") if voice.provider == self.name else ""
        samples, rate = self._library.synthesize(to_ascii(sentence), wanted, voice.speed)
        return resample(samples, rate).tobytes()


def to_ascii(sentence: str) -> str:
    """In the letters that the library knows, with what it does not know in words."""
    sentence = _PRICE.sub(lambda found: f"{found[2]} {_CURRENCIES[found[1]]}", sentence).translate(_SIGNS)
    folded = unicodedata.normalize("NFKD", sentence).encode("ascii", "ignore").decode()
    return "".join(character for character in folded if character.isprintable())


class _Library:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calls = _load("libflite.so.1")
        self._calls.flite_init()
        self._calls.flite_text_to_wave.restype = ctypes.POINTER(_Wave)
        self._calls.flite_text_to_wave.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
        self._calls.delete_wave.argtypes = [ctypes.POINTER(_Wave)]
        self._calls.feat_set_float.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_float]
        self._voices = {VOICES[0]: _register(VOICES[0])}

    def synthesize(self, sentence: str, wanted: str, speed: float) -> tuple[np.ndarray[Any, np.dtype[np.int16]], int]:
        with self._lock:
            voice = self._voice(wanted)
            features = ctypes.cast(voice, ctypes.POINTER(_VoiceHead)).contents.features
            # A voice keeps its speed: it is set for every sentence.
            self._calls.feat_set_float(features, b"duration_stretch", 1 / speed)
            wave = self._calls.flite_text_to_wave(sentence.encode(), voice)
            if not wave:
                raise SpeechFailed("Flite gave no audio")
            try:
                found = wave.contents
                return np.frombuffer(ctypes.string_at(found.data, found.samples * 2), np.int16), found.rate
            finally:
                self._calls.delete_wave(wave)

    def _voice(self, wanted: str) -> Any:
        """Each takes some megabytes: loaded when it is first wanted."""
        if wanted in VOICES and wanted not in self._voices:
            with suppress(SpeechUnavailable):
                self._voices[wanted] = _register(wanted)
        return self._voices.get(wanted) or self._voices[VOICES[0]]


def _register(name: str) -> Any:
    register = getattr(_load(f"libflite_cmu_us_{name}.so.1"), f"register_cmu_us_{name}")
    register.restype = ctypes.c_void_p
    register.argtypes = [ctypes.c_void_p]
    return register(None)


def _load(file: str) -> Any:
    try:
        # The libraries of the voices use symbols of the main one.
        return ctypes.CDLL(file, mode=ctypes.RTLD_GLOBAL)
    except OSError:
        raise SpeechUnavailable(f"Flite is not installed ({file}): it is in the package libflite1") from None


@cache
def _library() -> _Library:
    return _Library()
