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


@dataclass
class InputAudioRawFrame:
    audio: bytes
    sample_rate: int
    num_channels: int


@dataclass
class VADUserStartedSpeakingFrame:
    pass


@dataclass
class VADUserStoppedSpeakingFrame:
    pass


@dataclass
class TranscriptionFrame:
    text: str
    finalized: bool = False
