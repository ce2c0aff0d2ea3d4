"""eSpeak NG from a wheel: small, quick, robotic, and it knows over a hundred languages."""

from __future__ import annotations

import ctypes
import importlib
import os
import re
import threading
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from typing import Any

import numpy as np

from parley.providers.speech.protocol import SpeechFailed, SpeechUnavailable, VoiceSettings
from parley.providers.speech.resample import resample

WORDS_PER_MINUTE = 165
VOLUME = 70
"""Of 100, its default, at which loud vowels are clipped."""
MAX_SECONDS = 120
MAX_PATH = 140
FALLBACK = "en-us"
ALIASES = {"zh-hk": "yue", "zh-mo": "yue", "iw": "he", "es-us": "es-419", "nn": "nb"}
_VARIANT = re.compile(r"\+[mf][1-8]")

_SYNCHRONOUS, _NO_EXIT, _UTF8, _CHARACTERS = 2, 0x8000, 1, 1
_RATE_PARAMETER, _VOLUME_PARAMETER = 1, 2

_Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


class _Voice(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("languages", ctypes.c_void_p),
        ("identifier", ctypes.c_char_p),
        ("gender", ctypes.c_ubyte),
        ("age", ctypes.c_ubyte),
        ("variant", ctypes.c_ubyte),
        ("unused", ctypes.c_ubyte),
        ("score", ctypes.c_int),
        ("spare", ctypes.c_void_p),
    ]


class Espeak:
    """There is one library in a process however many of these there are: it has one voice and one text at a time."""

    name = "espeak"

    def __init__(self) -> None:
        self._library = _library()
        self.version = version("espeakng-loader")

    def supports(self, language: str) -> bool:
        return self._library.voice_for(language) is not None

    @property
    def voice_names(self) -> Mapping[str, str]:
        """By language tag."""
        return self._library.languages

    def synthesize(self, sentence: str, language: str, voice: VoiceSettings) -> bytes:
        name = self._library.voice_for(language) or self._library.voice_for(FALLBACK) or ""
        if voice.provider == self.name:
            name = self._library.find_voice(voice.name, name)
        samples = self._library.synthesize(sentence, name, round(WORDS_PER_MINUTE * voice.speed))
        return resample(samples, self._library.rate).tobytes()


class _Library:
    def __init__(self, path: str, data: str) -> None:
        self._lock = threading.Lock()
        self._audio = bytearray()
        try:
            self._calls: Any = ctypes.CDLL(path)
        except OSError:
            raise SpeechUnavailable("the library of eSpeak NG cannot be loaded") from None
        # Without _NO_EXIT the library ends the whole process when it does not find its data.
        self.rate = int(self._calls.espeak_Initialize(_SYNCHRONOUS, 0, short_path(data).encode(), _NO_EXIT))
        if self.rate <= 0:
            raise SpeechUnavailable("eSpeak NG does not find its data")
        # Held here: the library knows it by address alone, and calls it for as long as the process lives.
        self._callback = _Callback(self._on_samples)
        self._calls.espeak_SetSynthCallback(self._callback)
        self._calls.espeak_SetParameter(_VOLUME_PARAMETER, VOLUME, 0)
        self._voices, self.languages = _list_voices(self._calls)

    def voice_for(self, language: str) -> str | None:
        tag = language.replace("_", "-").lower()
        tag = ALIASES.get(tag, tag)
        while tag and tag not in self.languages:
            tag = tag.rpartition("-")[0]
            tag = ALIASES.get(tag, tag)
        return self.languages[tag] if tag else None

    def find_voice(self, name: str, otherwise: str) -> str:
        """A voice by its own name, by a language, or a variant of the given one (`+f3`)."""
        base, plus, variant = name.partition("+")
        found = base if base in self._voices else self.voice_for(base) if base else otherwise
        if found is None or (plus and not _VARIANT.fullmatch(plus + variant)):
            return otherwise
        return found + plus + variant

    def synthesize(self, sentence: str, voice: str, speed: int) -> np.ndarray[Any, np.dtype[np.int16]]:
        text = sentence.encode() + b"\0"
        with self._lock:
            self._audio.clear()
            self._calls.espeak_SetParameter(_RATE_PARAMETER, speed, 0)
            chosen = self._calls.espeak_SetVoiceByName(voice.encode())
            failed = chosen or self._calls.espeak_Synth(text, len(text), 0, _CHARACTERS, 0, _UTF8, None, None)
            audio = bytes(self._audio)
            self._audio.clear()
        if failed:
            raise SpeechFailed(f"eSpeak NG answered {failed}")
        return np.frombuffer(audio, np.int16)

    def _on_samples(self, samples: Any, count: int, _events: Any) -> int:
        """Called by the library while it speaks; 1 makes it stop."""
        if samples and count > 0:
            self._audio += ctypes.string_at(samples, count * 2)
        return int(len(self._audio) > MAX_SECONDS * self.rate * 2)


def short_path(folder: str) -> str:
    """The library copies the path into a small fixed buffer: a long one gets another name, which is valid for as
    long as the process lives."""
    if len(folder.encode()) < MAX_PATH:
        return folder
    return f"/proc/self/fd/{os.open(folder, os.O_RDONLY | os.O_DIRECTORY)}"


@cache
def _library() -> _Library:
    try:
        loader = importlib.import_module("espeakng_loader")
    except ImportError:
        raise SpeechUnavailable("eSpeak NG is not installed: it comes with parley[voice]") from None
    return _Library(str(loader.get_library_path()), str(loader.get_data_path()))


def _list_voices(calls: Any) -> tuple[frozenset[str], dict[str, str]]:
    """All voices, and the best one for each language tag."""
    calls.espeak_ListVoices.restype = ctypes.POINTER(ctypes.POINTER(_Voice))
    listed = calls.espeak_ListVoices(None)
    best: dict[str, tuple[int, str]] = {}
    names = set()
    for voice in iter(listed[position].contents for position in range(_length(listed))):
        name = voice.identifier.decode()
        names.add(name)
        for priority, tag in _language_tags(voice.languages):
            best[tag] = min(best.get(tag, (priority, name)), (priority, name), key=lambda each: each[0])
    return frozenset(names), {tag: name for tag, (_, name) in best.items()}


def _length(pointers: Any) -> int:
    length = 0
    while pointers[length]:
        length += 1
    return length


def _language_tags(address: int) -> list[tuple[int, str]]:
    """A list in memory: a byte of priority (the lowest is best), a string; a zero byte ends it."""
    tags = []
    while priority := ctypes.string_at(address, 1)[0]:
        tag = ctypes.string_at(address + 1)
        tags.append((priority, tag.decode().lower()))
        address += len(tag) + 2
    return tags
