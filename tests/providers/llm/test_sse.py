"""Server-sent events, well-formed or not."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.providers.llm.sse import MAX_PENDING, EventReader, StreamTooLong
from tests.properties import examples


def read(*received: bytes) -> list[object]:
    reader = EventReader()
    values = [value for data in received for value in reader.feed(data)]
    return values + reader.close()


@pytest.mark.parametrize(
    ("stream", "values"),
    [
        (b'data: {"a": 1}\n\ndata: {"a": 2}\n\ndata: [DONE]\n\n', [{"a": 1}, {"a": 2}]),
        (b'data: {"a": 1}\r\n\r\ndata: [DONE]\r\n\r\n', [{"a": 1}]),
        (b': keep-alive\n\n\n\nevent: message\nid: 7\nretry: 10\ndata:{"a":1}\n\n', [{"a": 1}]),
        (b'data: {"a":\ndata: 1}\n\n', [{"a": 1}]),
        (b'data: {"a": 1}\ndata: {"a": 2}\n', [{"a": 1}, {"a": 2}]),
        (b'data: {"a": 1', []),
        (b'data: {broken\n\ndata: {"a": 1}\n\n', [{"a": 1}]),
        (b'data: {"a": 1}', [{"a": 1}]),
        (b'{"a":\n 1}\n', [{"a": 1}]),
        (b'{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        (b"<html>Bad gateway</html>", []),
        (b"", []),
    ],
)
def test_values(stream: bytes, values: list[object]) -> None:
    assert read(stream) == values


def test_done_is_noticed() -> None:
    reader = EventReader()
    assert reader.feed(b"data: [DONE]\n") == []
    assert reader.finished


def test_a_line_without_end_is_refused() -> None:
    reader = EventReader()
    with pytest.raises(StreamTooLong):
        reader.feed(b"data: " + b"x" * MAX_PENDING)


@examples(40)
@given(st.lists(st.integers(1, 80), max_size=12))
def test_it_does_not_matter_where_the_network_cuts(cuts: list[int]) -> None:
    stream = 'data: {"a": "größe ✓"}\r\n\r\n: hm\r\n\r\ndata: {"b": 2}\r\n\r\ndata: [DONE]\r\n\r\n'.encode()
    edges = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    parts = [stream[start:end] for start, end in itertools.pairwise(edges)]
    assert read(*parts) == [{"a": "größe ✓"}, {"b": 2}]
