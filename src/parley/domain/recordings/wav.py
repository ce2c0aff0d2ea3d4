"""WAV files, and the parts of them that clients ask for. Pure."""

from __future__ import annotations

import re
import struct

from parley.kit.errors import ParleyError
from parley.kit.values import value

HEADER_BYTES = 44
SAMPLE_BYTES = 2
_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")


class RangeNotSatisfiable(ParleyError):
    """The recording is shorter than the range that was asked for."""

    status = 416


@value
class ByteRange:
    first: int
    end: int
    """Not in it."""


def header(channels: int, rate: int, samples: int) -> bytes:
    frame = channels * SAMPLE_BYTES
    size = samples * frame
    form = struct.pack("<IHHIIHH", 16, 1, channels, rate, rate * frame, frame, 8 * SAMPLE_BYTES)
    return b"RIFF" + struct.pack("<I", HEADER_BYTES - 8 + size) + b"WAVEfmt " + form + b"data" + struct.pack("<I", size)


def asked_range(text: str | None, size: int) -> ByteRange | None:
    """What a Range header asks for (RFC 9110); None: everything, also for what need not be understood: other units,
    several ranges, or one that ends before it begins."""
    found = _RANGE.fullmatch(text.replace(" ", "")) if text else None
    if found is None or not (found[1] or found[2]):
        return None
    if not found[1]:
        wanted = ByteRange(max(size - int(found[2]), 0), size) if int(found[2]) else ByteRange(size, size)
    else:
        first, last = int(found[1]), int(found[2]) if found[2] else size - 1
        if found[2] and last < first:
            return None
        wanted = ByteRange(first, min(last + 1, size))
    if wanted.first >= wanted.end:
        raise RangeNotSatisfiable(headers={"Content-Range": f"bytes */{size}"})
    return wanted
