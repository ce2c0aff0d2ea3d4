"""What the frames between a process and its recognition workers hold (`kit.frames`)."""

from __future__ import annotations

READY = b"+"
"""From the worker: its models are loaded."""
AUDIO = b"A"
"""To the worker: the audio of a request, behind its language, its rate and a line break."""
TEXT = b"T"
"""From the worker: what was said, in UTF-8."""
FAILED = b"X"
"""From the worker: the name of the error. Its message may hold what somebody said."""

MAX_PAYLOAD = 1 << 20
"""Bytes: half a minute of audio at the higher rate, which is what a stream holds, and more."""


def pack_request(pcm: bytes, language: str, rate: int) -> bytes:
    return f"{language} {rate}\n".encode() + pcm


def unpack_request(payload: bytes) -> tuple[bytes, str, int]:
    head, _, pcm = payload.partition(b"\n")
    language, _, rate = head.partition(b" ")
    return pcm, language.decode(), int(rate)
