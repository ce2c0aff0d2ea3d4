from __future__ import annotations

import io
import wave

import pytest

from parley.domain.recordings.wav import ByteRange, RangeNotSatisfiable, asked_range, header


def test_a_header_is_what_others_read() -> None:
    with wave.open(io.BytesIO(header(2, 8_000, 10) + bytes(40))) as file:
        assert (file.getnchannels(), file.getframerate(), file.getsampwidth(), file.getnframes()) == (2, 8_000, 2, 10)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, None),
        ("bytes=0-", ByteRange(0, 100)),
        ("bytes=10-19", ByteRange(10, 20)),
        ("bytes = 10 - 19", ByteRange(10, 20)),
        ("bytes=90-500", ByteRange(90, 100)),
        ("bytes=-30", ByteRange(70, 100)),
        ("bytes=-300", ByteRange(0, 100)),
        ("bytes=20-10", None),
        ("bytes=0-1,5-6", None),
        ("bytes=-", None),
        ("lines=1-2", None),
        ("bytes=" + "9" * 40 + "-", None),
    ],
)
def test_ranges(text: str | None, expected: ByteRange | None) -> None:
    assert asked_range(text, 100) == expected


@pytest.mark.parametrize("text", ["bytes=100-", "bytes=100-200", "bytes=-0"])
def test_a_range_behind_the_end(text: str) -> None:
    with pytest.raises(RangeNotSatisfiable) as refused:
        asked_range(text, 100)
    assert refused.value.headers["Content-Range"] == "bytes */100"
