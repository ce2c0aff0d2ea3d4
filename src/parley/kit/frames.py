"""Frames between a process and its child: a kind of one byte, a length, and so many bytes."""

from __future__ import annotations

import asyncio
import struct
from typing import Protocol

HEADER = struct.Struct("!cI")

Frame = tuple[bytes, bytes]
"""Its kind, and what it holds."""


class Source(Protocol):
    def read(self, size: int, /) -> bytes:
        """So many bytes, or fewer where it ends."""


class FrameTooLong(ValueError):
    """The other end announces more than was agreed on. What follows cannot be told apart any more."""


def encode_frame(kind: bytes, payload: bytes) -> bytes:
    return HEADER.pack(kind, len(payload)) + payload


async def receive_frame(reader: asyncio.StreamReader, max_payload: int) -> Frame:
    """Raises `asyncio.IncompleteReadError` when the other end closes, and `FrameTooLong`."""
    kind, size = _read_header(await reader.readexactly(HEADER.size), max_payload)
    return kind, await reader.readexactly(size)


def read_frame(source: Source, max_payload: int) -> Frame | None:
    """Blocks. None when the other end has closed, in the middle of a frame too. Raises `FrameTooLong`."""
    head = source.read(HEADER.size)
    if len(head) < HEADER.size:
        return None
    kind, size = _read_header(head, max_payload)
    payload = source.read(size)
    return (kind, payload) if len(payload) == size else None


def _read_header(head: bytes, max_payload: int) -> tuple[bytes, int]:
    kind, size = HEADER.unpack(head)
    if size > max_payload:
        raise FrameTooLong(f"a frame of {size} bytes")
    return kind, size
