"""What the frames between a process and its recognition workers hold (`kit.frames`)."""

from __future__ import annotations

READY = b"+"
"""From the worker: its models are loaded."""
AUDIO = b"A"
"""To the worker: the audio of a request, behind its language and a line break."""
TEXT = b"T"
"""From the worker: what was said, in UTF-8."""
FAILED = b"X"
"""From the worker: the name of the error. Its message may hold what somebody said."""

MAX_PAYLOAD = 1 << 20
"""Bytes: a minute of audio, which is twice as much as a stream holds."""


def pack_request(pcm: bytes, language: str) -> bytes:
    return f"{language}\n".encode() + pcm


def unpack_request(payload: bytes) -> tuple[bytes, str]:
    language, _, pcm = payload.partition(b"\n")
    return pcm, language.decode()
