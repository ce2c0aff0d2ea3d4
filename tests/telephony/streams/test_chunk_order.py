from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.streams.chunk_order import MOST_WAITING, ChunkOrder


def pushed(*numbers: int) -> list[int]:
    order = ChunkOrder()
    return [chunk[0] for number in numbers for chunk in order.push(number, bytes([number]))]


def test_chunks_come_out_in_order() -> None:
    assert pushed(1, 3, 2, 4) == [1, 2, 3, 4]
    assert pushed(1, 2, 2, 1, 3) == [1, 2, 3]


def test_a_chunk_that_never_comes_is_given_up() -> None:
    lost = range(3, 3 + MOST_WAITING + 1)
    assert pushed(1, *lost, 2) == [1, *lost]


def test_chunks_without_numbers_are_taken_as_they_come() -> None:
    order = ChunkOrder()
    assert order.push(None, b"a") + order.push(None, b"b") == [b"a", b"b"]


@given(st.lists(st.integers(0, 60), max_size=80))
def test_whatever_comes_is_played_once_and_forwards(numbers: list[int]) -> None:
    found = pushed(*numbers)
    assert found == sorted(set(found))
