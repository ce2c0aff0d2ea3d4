from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.projection.commands import wire
from parley.domain.projection.commands.batch import read_batch
from parley.domain.projection.errors import CommandBatchInvalid
from tests.command_batches import struct_of

numbers = st.integers(-(2**31), 2**31) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.text(max_size=5), values, max_size=3))
def test_json_objects_are_read_as_they_were_written(content: dict[str, object]) -> None:
    assert wire.json_object(struct_of(content), wire.Allowance(1_000)) == content


@given(st.binary(max_size=40))
def test_whatever_comes_is_read_or_refused(data: bytes) -> None:
    with suppress(CommandBatchInvalid):
        read_batch(data)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"\x80", "ends too early"),
        (b"\xff" * 11, "too long"),
        (b"\x0b", "wire type 3"),
        (b"\x00\x00", "no number"),
        (b"\x0a\x05ab", "longer than its message"),
        (b"\x0d\x01", "longer than its message"),
    ],
)
def test_what_is_no_message_is_refused(data: bytes, complaint: str) -> None:
    with pytest.raises(CommandBatchInvalid, match=complaint):
        list(wire.fields(data, wire.Allowance(1_000)))


def test_values_are_no_deeper_than_forty_levels() -> None:
    content: dict[str, object] = {}
    for _ in range(wire.DEEPEST + 2):
        content = {"in": content}
    with pytest.raises(CommandBatchInvalid, match="too deeply"):
        wire.json_object(struct_of(content), wire.Allowance(1_000))


def test_negative_numbers_and_short_floats() -> None:
    assert wire.whole(0xFFFF_FFFF_FFFF_FFFF) == -1
    assert wire.number(b"\xcd\xcc\xcc\x3d") == 0.1
    assert wire.number(b"\x00\x00\x80\x3f") == 1
    with pytest.raises(CommandBatchInvalid, match="none that JSON has"):
        wire.number(b"\x00\x00\xc0\x7f")


def test_few_bytes_that_stand_for_a_lot_are_refused() -> None:
    """Two bytes are a message without fields. How many there are counts for the whole batch, wherever they stand."""
    payload = field_of(1, b"flow") + field_of(5, b"") * 20
    command = field_of(2, field_of(1, b"create_flow") + field_of(111, payload))
    assert len(read_batch(command, most_fields=50).commands) == 1
    with pytest.raises(CommandBatchInvalid, match="too many fields"):
        read_batch(command * 3, most_fields=50)


def field_of(number: int, content: bytes) -> bytes:
    tag, size = number << 3 | wire.LENGTH, len(content)
    return b"".join(bytes([each & 0x7F | 0x80, each >> 7]) for each in (tag, size)) + content
