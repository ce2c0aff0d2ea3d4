"""Packets of audio and of keys (RFC 3550, RFC 4733). Pure."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from parley.kit.values import value

HEADER_BYTES = 12
VERSION = 2
KEYS = "0123456789*#ABCD"
EVENT_BYTES = 4


@value
class Packet:
    payload_type: int
    sequence: int
    timestamp: int
    ssrc: int
    payload: bytes = field(repr=False)
    is_marked: bool = False


def read_packet(data: bytes) -> Packet | None:
    """None for what is none."""
    if len(data) < HEADER_BYTES or data[0] >> 6 != VERSION:
        return None
    sequence, timestamp, ssrc = struct.unpack_from("!HII", data, 2)
    start = HEADER_BYTES + 4 * (data[0] & 0x0F)
    if data[0] & 0x10:  # an extension of the header
        if len(data) < start + 4:
            return None
        start += 4 + 4 * int.from_bytes(data[start + 2 : start + 4])
    # Padding says its own length at the very end.
    end = len(data) - (data[-1] if data[0] & 0x20 else 0)
    if end <= start:
        return None
    return Packet(data[1] & 0x7F, sequence, timestamp, ssrc, data[start:end], bool(data[1] & 0x80))


def write_packet(packet: Packet) -> bytes:
    second = packet.payload_type | (0x80 if packet.is_marked else 0)
    header = struct.pack("!BBHII", VERSION << 6, second, packet.sequence, packet.timestamp, packet.ssrc)
    return header + packet.payload


@dataclass(slots=True)
class Numbering:
    """Sequence numbers begin anew after 65535; places do not."""

    place: int | None = None

    def place_of(self, sequence: int) -> int:
        if self.place is None:
            self.place = sequence + (1 << 16)
        else:
            difference = (sequence - self.place) & 0xFFFF
            moved = self.place + difference - (1 << 16 if difference > 1 << 15 else 0)
            # What is late does not move the place back.
            self.place = max(self.place, moved)
            return moved
        return self.place


@dataclass(slots=True)
class KeyReader:
    """A key comes in several packets with one timestamp."""

    last: int | None = None

    def press(self, packet: Packet) -> str:
        """The key that was pressed, once; empty for the rest of its packets."""
        if len(packet.payload) < EVENT_BYTES or packet.timestamp == self.last or packet.payload[0] >= len(KEYS):
            return ""
        self.last = packet.timestamp
        return KEYS[packet.payload[0]]
