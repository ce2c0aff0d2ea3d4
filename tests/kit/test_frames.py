"""Frames come out as they went in, however the bytes between are cut."""

from __future__ import annotations

import asyncio
import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.frames import Frame, FrameTooLong, encode_frame, read_frame, receive_frame
from tests.properties import examples

MOST = 300
KINDS = st.integers(0, 255).map(lambda number: bytes([number]))
FRAMES = st.lists(st.tuples(KINDS, st.binary(max_size=MOST)), max_size=5)


async def receive_all(pieces: list[bytes], number: int) -> list[Frame]:
    reader = asyncio.StreamReader()
    for piece in pieces:
        reader.feed_data(piece)
    reader.feed_eof()
    return [await receive_frame(reader, MOST) for _ in range(number)]


@examples(200)
@given(FRAMES, st.lists(st.integers(0, 2000), max_size=8))
def test_frames_survive_however_they_are_cut(frames: list[Frame], cuts: list[int]) -> None:
    stream = b"".join(encode_frame(*frame) for frame in frames)
    ends = sorted({0, len(stream), *(cut % (len(stream) + 1) for cut in cuts)})
    pieces = [stream[start:end] for start, end in pairwise(ends)]
    assert asyncio.run(receive_all(pieces, len(frames))) == frames
    source = io.BytesIO(stream)
    assert [read_frame(source, MOST) for _ in frames] == frames
    assert read_frame(source, MOST) is None


@examples(200)
@given(st.binary(max_size=MOST), st.integers(0, MOST + 4))
def test_half_a_frame_is_an_end(payload: bytes, size: int) -> None:
    frame = encode_frame(b"A", payload)
    half = frame[: min(size, len(frame) - 1)]
    assert read_frame(io.BytesIO(half), MOST) is None
    with pytest.raises(asyncio.IncompleteReadError):
        asyncio.run(receive_all([half], 1))


async def test_a_frame_that_is_too_long_is_not_read() -> None:
    frame = encode_frame(b"A", b"x" * (MOST + 1))
    with pytest.raises(FrameTooLong):
        read_frame(io.BytesIO(frame), MOST)
    with pytest.raises(FrameTooLong):
        await receive_all([frame], 1)
