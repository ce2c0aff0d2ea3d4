"""Frames on the socket between the serving process and a child: two lengths, a JSON header, raw bytes.

The body is for the state, which is opaque: as text inside of JSON it would be a third larger, and read for nothing.
A child is not to be trusted: the reader refuses what is too large before it is in memory.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Generic

from parley.agent_host.codec import Decoder, M, Malformed, decode, encode, has_too_many_members

_LENGTHS = struct.Struct("!II")


def encode_frame(header: object, body: bytes = b"") -> bytes:
    encoded = encode(header)
    return b"".join((_LENGTHS.pack(len(encoded), len(body)), encoded, body))


class FrameReader(Generic[M]):
    """Turns the pieces that a socket delivers into whole frames."""

    def __init__(self, decoder: Decoder[M], max_header: int, max_body: int) -> None:
        self._decoder = decoder
        self._buffer = bytearray()
        self.set_limits(max_header, max_body)

    def set_limits(self, max_header: int, max_body: int) -> None:
        """From now on; also for a frame that has begun to arrive."""
        self._max_header = max_header
        self._max_body = max_body

    def feed(self, data: bytes) -> Iterator[tuple[M, bytes]]:
        # Nearly always a piece is one whole frame: it is taken as it is, without a copy.
        if not self._buffer and (only := self._frame_in(data)) is not None and only == len(data):
            yield self._parts(data)
            return
        self._buffer += data
        while (end := self._frame_in(self._buffer)) is not None:
            whole = bytes(self._buffer[:end])
            del self._buffer[:end]
            yield self._parts(whole)

    def _frame_in(self, data: bytes | bytearray) -> int | None:
        """Where the first frame ends, when all of it is there."""
        if len(data) < _LENGTHS.size:
            return None
        header_length, body_length = _LENGTHS.unpack_from(data)
        if header_length > self._max_header or body_length > self._max_body:
            raise Malformed("a frame is too large")
        end: int = _LENGTHS.size + header_length + body_length
        return end if len(data) >= end else None

    def _parts(self, whole: bytes) -> tuple[M, bytes]:
        split = _LENGTHS.size + _LENGTHS.unpack_from(whole)[0]
        return decode(self._decoder, whole[_LENGTHS.size : split]), whole[split:]


def is_acceptable(data: bytes, max_header: int) -> bool:
    """Whether the other side takes this frame: for who would rather send another than be lost."""
    length = _LENGTHS.unpack_from(data)[0]
    return length <= max_header and not has_too_many_members(data, _LENGTHS.size, _LENGTHS.size + length)
