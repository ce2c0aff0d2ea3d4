"""Names of the write-ahead log, and whether what there is of it reaches without a gap: values only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_SEGMENT = re.compile(r"[0-9A-F]{24}")
_PART = re.compile(r"([0-9A-F]{24})\.part\.([0-9A-F]{8})")
_HISTORY = re.compile(r"[0-9A-F]{8}\.history")


@dataclass(frozen=True, slots=True, order=True)
class Segment:
    number: int
    """Counted from the beginning of the log."""
    timeline: int

    @classmethod
    def at(cls, lsn: int, timeline: int, size: int) -> Segment:
        return cls(lsn // size, timeline)

    @classmethod
    def named(cls, name: str, size: int) -> Segment:
        timeline, high, low = (int(name[begin : begin + 8], 16) for begin in (0, 8, 16))
        return cls(high * (2**32 // size) + low, timeline)

    def name(self, size: int) -> str:
        high, low = divmod(self.number, 2**32 // size)
        return f"{self.timeline:08X}{high:08X}{low:08X}"


def lsn_of(text: str) -> int:
    """`0/2000028`."""
    high, _, low = text.partition("/")
    return int(high, 16) << 32 | int(low, 16)


def part_name(segment: str, offset: int) -> str:
    return f"{segment}.part.{offset:08X}"


@dataclass(frozen=True, slots=True)
class ArchivedLog:
    """What a repository has of the log."""

    full: frozenset[str]
    parts: dict[str, tuple[int, ...]]
    """Offsets of the parts of each segment that is not full."""
    histories: frozenset[str]

    @classmethod
    def of(cls, names: Iterable[str]) -> ArchivedLog:
        full, histories, parts = set(), set(), dict[str, list[int]]()
        for name in names:
            if _SEGMENT.fullmatch(name):
                full.add(name)
            elif _HISTORY.fullmatch(name):
                histories.add(name)
            elif part := _PART.fullmatch(name):
                parts.setdefault(part[1], []).append(int(part[2], 16))
        open_parts = {name: tuple(sorted(found)) for name, found in parts.items() if name not in full}
        return cls(frozenset(full), open_parts, frozenset(histories))

    def since(self, first: int, size: int) -> list[str]:
        """Segments from this number on, of every timeline, in order."""
        found = [name for name in (*self.full, *self.parts) if Segment.named(name, size).number >= first]
        return sorted(found, key=lambda name: Segment.named(name, size))

    def gap(self, next_needed: Segment, size: int) -> str | None:
        """The first segment that is missing although later ones are there."""
        numbers = {Segment.named(name, size).number for name in self.since(next_needed.number, size)}
        last = max(numbers, default=next_needed.number - 1)
        missing = next((number for number in range(next_needed.number, last) if number not in numbers), None)
        return Segment(missing, next_needed.timeline).name(size) if missing is not None else None


def joined(parts: Iterable[tuple[int, bytes]], size: int) -> bytes:
    """A segment as far as it is known, with zeros after."""
    content = bytearray(size)
    for offset, piece in parts:
        content[offset : offset + len(piece)] = piece
    return bytes(content)
