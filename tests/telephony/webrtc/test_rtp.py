from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.webrtc.rtp import KeyReader, Numbering, Packet, read_packet, write_packet
from tests.properties import examples

SIXTEEN, THIRTY_TWO = st.integers(0, 0xFFFF), st.integers(0, 0xFFFFFFFF)


@examples(100)
@given(st.integers(0, 127), SIXTEEN, THIRTY_TWO, THIRTY_TWO, st.binary(min_size=1), st.booleans())
def test_a_packet_is_read_as_it_was_written(
    kind: int, sequence: int, timestamp: int, ssrc: int, payload: bytes, marked: bool
) -> None:
    packet = Packet(kind, sequence, timestamp, ssrc, payload, marked)
    assert read_packet(write_packet(packet)) == packet


@examples(300)
@given(st.binary(max_size=64))
def test_whatever_comes_is_read_or_dropped(data: bytes) -> None:
    packet = read_packet(data)
    assert packet is None or 0 < len(packet.payload) <= len(data) - 12


def test_sources_extensions_and_padding_are_no_payload() -> None:
    plain = write_packet(Packet(111, 1, 2, 3, b"audio"))
    sources = bytes([plain[0] | 2]) + plain[1:12] + b"\0" * 8
    extension = b"\xbe\xde\0\1" + b"\0" * 4
    data = bytes([sources[0] | 0x30]) + sources[1:] + extension + b"audio" + b"\0\0\3"
    packet = read_packet(data)
    assert packet is not None
    assert packet.payload == b"audio"


@pytest.mark.parametrize("data", [b"", b"\x80" * 11, b"\0" * 40, b"\x90" + b"\0" * 11, b"\xa0" + b"\0" * 12 + b"\xff"])
def test_what_is_no_packet_is_dropped(data: bytes) -> None:
    assert read_packet(data) is None


def test_numbers_go_on_where_the_sequence_begins_anew() -> None:
    numbering = Numbering()
    places = [numbering.place_of(sequence) for sequence in (65534, 65535, 0, 65533, 1)]
    assert [place - places[0] for place in places] == [0, 1, 2, -1, 3]


def test_a_key_is_pressed_once() -> None:
    reader = KeyReader()
    events = [Packet(110, number, timestamp, 1, bytes([key, 10, 0, 0])) for number, timestamp, key in EVENTS]
    assert [reader.press(event) for event in events] == ["5", "", "", "#", "5", ""]


EVENTS = [(1, 100, 5), (2, 100, 5), (3, 100, 5), (4, 900, 11), (5, 1700, 5), (6, 2000, 99)]
