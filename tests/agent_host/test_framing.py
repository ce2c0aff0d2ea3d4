"""Frames survive any cutting of the stream, and nothing that is not a frame gets through."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agent_host.codec import Malformed
from parley.agent_host.framing import FrameReader, encode_frame
from tests.properties import examples

decoder = msgspec.json.Decoder(dict[str, Any]).decode
headers = st.dictionaries(st.text(max_size=5), st.integers(-100, 100) | st.text(max_size=8), max_size=4)
frames = st.lists(st.tuples(headers, st.binary(max_size=40)), max_size=5)


@pytest.mark.slow
@given(frames, st.lists(st.integers(1, 30), min_size=1, max_size=20))
@examples(30)
def test_frames_come_out_however_the_stream_is_cut(sent: list[tuple[dict[str, Any], bytes]], cuts: list[int]) -> None:
    stream = b"".join(encode_frame(header, body) for header, body in sent)
    reader, found = FrameReader(decoder, 10_000, 10_000), []
    while stream:
        piece, stream = stream[: cuts[0]], stream[cuts[0] :]
        found += list(reader.feed(piece))
        cuts = cuts[1:] + cuts[:1]
    expected = [({k: _clean(v) for k, v in header.items()}, body) for header, body in sent]
    assert found == [({_clean(k): v for k, v in header.items()}, body) for header, body in expected]


def _clean(value: Any) -> Any:
    return value.replace("\x00", "�") if isinstance(value, str) else value


@pytest.mark.parametrize(
    "garbage",
    [
        b"\xff" * 8,
        b"\x00\x00\x00\x02\x00\x00\x00\x00[]",
        b"\x00\x00\x00\x02\x00\x00\x00\x00{x",
        b"\x00\x00\x00\x00\x00\x00\x00\x00",
        b"\x00\x00\x00\x00\x7f\xff\xff\xff",
    ],
)
def test_garbage_is_malformed_at_once(garbage: bytes) -> None:
    with pytest.raises(Malformed):
        list(FrameReader(decoder, 1000, 1000).feed(garbage))


@given(st.binary(max_size=60))
@examples(30)
def test_random_bytes_raise_nothing_but_malformed(noise: bytes) -> None:
    try:
        for header, body in FrameReader(decoder, 50, 50).feed(noise):
            assert isinstance(header, dict)
            assert len(body) <= 50
    except Malformed:
        pass


def test_a_frame_too_large_is_refused_before_it_arrives() -> None:
    with pytest.raises(Malformed):
        list(FrameReader(decoder, 1000, 10).feed(encode_frame({}, b"x" * 11)[:9]))
