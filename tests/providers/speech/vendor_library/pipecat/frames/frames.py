"""The frames that we send and take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class TTSSpeakFrame:
    text: str
    append_to_context: bool = True


@dataclass
class TTSAudioRawFrame:
    audio: bytes
    sample_rate: int


@dataclass
class TTSStoppedFrame:
    pass


@dataclass
class ErrorFrame:
    error: str
