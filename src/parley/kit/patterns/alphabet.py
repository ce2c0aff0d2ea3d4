"""Which characters a pattern tells apart. Those that it does not tell apart are one byte to RE2.

So one character is one byte, programs stay small, and ``\\w``, ``\\d``, ``\\s``, ``\\b`` and letter case mean exactly
what they mean to Python, for all of Unicode. Word characters get bytes that are word characters to RE2's own ``\\b``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from parley.kit.patterns.errors import PatternUnsupported

LAST = 0x10FFFF
NEWLINE = 10
KINDS = (DECIMAL, WORD, SPACE, REST) = (0, 1, 2, 3)
"""What Python's categories tell apart. ``\\d`` is DECIMAL, ``\\w`` is DECIMAL or WORD, ``\\s`` is SPACE."""

Interval = tuple[int, int]

_WORD_BYTES = [byte for byte in range(128) if chr(byte).isalnum() or byte == ord("_")]
# Byte 10 stands for real ends of lines only: RE2's own `(?m:$)` looks for it.
_OTHER_BYTES = [byte for byte in range(256) if byte not in set(_WORD_BYTES) and byte != NEWLINE]
_NARROW = 64
"""Of intervals so short each character is looked at; in longer ones there may be characters of all kinds."""
_CASED = (
    *((0x41, 0x7A), (0xB5, 0x587), (0x10A0, 0x10FF), (0x13A0, 0x13FD), (0x1C80, 0x1CBF), (0x1D79, 0x1D8E)),
    *((0x1E00, 0x1FFC), (0x2126, 0x2188), (0x24B6, 0x24E9), (0x2C00, 0x2D2D), (0xA640, 0xABBF), (0xFB05, 0xFB06)),
    *((0xFF21, 0xFF5A), (0x10400, 0x104FB), (0x10570, 0x105BC), (0x10C80, 0x10CF2), (0x118A0, 0x118DF)),
    *((0x10D50, 0x10D85), (0x16E40, 0x16E7F), (0x16EA0, 0x16ED3), (0x1E900, 0x1E943)),
)
"""Where characters with more than one case are. Looking at all of Unicode would take a tenth of a second."""
_MOST_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class CharacterSet:
    intervals: tuple[Interval, ...] = ()
    """In order, with gaps between them."""
    kinds: frozenset[int] = frozenset()
    negated: bool = False


def character_kind(character: str) -> int:
    if character.isdecimal():
        return DECIMAL
    if character.isalnum() or character == "_":
        return WORD
    return SPACE if character.isspace() else REST


_LATIN_KINDS = bytes(character_kind(chr(code)) for code in range(256))


def merge_intervals(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    found: list[Interval] = []
    for low, high in sorted(intervals):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return tuple(found)


def add_case_variants(intervals: Iterable[Interval], ascii_only: bool) -> tuple[Interval, ...]:
    """With all characters that differ in case alone, as Python sees it: ``k`` is also the Kelvin sign."""
    found = list(intervals)
    cased, families = _families()
    for low, high in tuple(found):
        for code in cased[bisect_right(cased, low - 1) : bisect_right(cased, high)]:
            if not ascii_only or code < 128:
                found.extend((other, other) for other in families[code] if not ascii_only or other < 128)
    return merge_intervals(found)


@cache
def _families() -> tuple[list[int], dict[int, tuple[int, ...]]]:
    """Characters with more than one case, and for each of them all of its forms."""
    by_key: dict[str, list[int]] = {}
    for code in (code for low, high in _CASED for code in range(low, high + 1)):
        character = chr(code)
        lower = character.lower()
        upper = lower[0].upper()
        if upper != character or lower != character:
            by_key.setdefault(upper, []).append(code)
    families = {code: tuple(codes) for codes in by_key.values() if len(codes) > 1 for code in codes}
    return sorted(families), families


class WordHandling(Enum):
    """How characters of words are told from others."""

    ALIKE = auto()
    APART = auto()
    NATIVE = auto()
    """By bytes that are characters of words to RE2 too. There are 63 of them."""


class Alphabet:
    """The bytes of all characters, for the sets of one pattern."""

    def __init__(
        self, sets: Sequence[CharacterSet], *, words: WordHandling, ascii_words: bool = False, keeps_lines: bool = False
    ) -> None:
        self._ascii_words = ascii_words
        self._split_words = words is not WordHandling.ALIKE
        self._native_words = words is WordHandling.NATIVE
        self._starts, covered = _sweep(sets)
        self._of_kind = [sum(1 << i for i, each in enumerate(sets) if kind in each.kinds) for kind in KINDS]
        self._negated = sum(1 << i for i, each in enumerate(sets) if each.negated)
        self._covered = covered
        self._bytes: dict[tuple[int, bool, bool], int] = {}
        self._words, self._others = iter(_WORD_BYTES), iter(_OTHER_BYTES)
        self._keeps_lines = keeps_lines
        self.table = b"".join(self._allot(position) for position in range(len(self._starts)))
        self._beyond = _EncodedCharacters(self)

    def encode(self, text: str) -> bytes:
        """As long as the text."""
        try:
            # Most texts are Latin-1, for which a table of bytes does it all in C; others go character by character.
            return text.encode("latin-1").translate(self.table)
        except UnicodeEncodeError:
            return text.translate(self._beyond).encode("latin-1")

    def members(self, number: int) -> frozenset[int]:
        """The bytes of a set. A newline has two: where lines do not count, only the last of a text is a real one."""
        found = {byte for (signature, _, _), byte in self._bytes.items() if signature >> number & 1}
        if any(signature >> number & 1 for (signature, _, is_newline) in self._bytes if is_newline):
            found.add(NEWLINE)
        return frozenset(found)

    @property
    def word_table(self) -> bytes:
        """1 for bytes of word characters."""
        words = {byte for (_, is_word, _), byte in self._bytes.items() if is_word}
        return bytes(byte in words for byte in range(256))

    def unused_bytes(self, count: int) -> list[int]:
        """Bytes that stand for no character."""
        free = [byte for byte in range(256) if byte not in self._bytes.values() and byte != NEWLINE]
        if len(free) < count:
            raise PatternUnsupported("it tells too many different characters apart; use classes such as \\w")
        return free[-count:]

    def _allot(self, position: int) -> bytes:
        """Gives bytes to the characters from one change to the next; returns those of the first 256 characters."""
        low = self._starts[position]
        high = self._starts[position + 1] - 1 if position + 1 < len(self._starts) else LAST
        latin = _LATIN_KINDS[low : high + 1]
        kinds = set(latin) if high < 256 else KINDS
        if high - low < _NARROW and high >= 256:
            kinds = {character_kind(chr(code)) for code in range(low, high + 1)}
        given = [self._allot_one(position, kind, high < 128, low == NEWLINE) if kind in kinds else 0 for kind in KINDS]
        return latin.translate(bytes([*given, *bytes(256 - len(KINDS))]))

    def _allot_one(self, position: int, kind: int, is_ascii: bool, is_newline: bool) -> int:
        key = self._class_of(position, kind, is_ascii, is_newline)
        if key in self._bytes:
            return self._bytes[key]
        if is_newline and self._keeps_lines:
            self._bytes[key] = NEWLINE
            return NEWLINE
        pools = [self._others, self._words]
        if self._native_words:
            pools = [self._words if key[1] else self._others]
        byte = next((byte for pool in pools for byte in pool), None)
        if byte is None:
            raise PatternUnsupported("it tells too many different characters apart; use classes such as \\w")
        self._bytes[key] = byte
        return byte

    def _class_of(self, position: int, kind: int, is_ascii: bool, is_newline: bool) -> tuple[int, bool, bool]:
        signature = (self._covered[position] | self._of_kind[kind]) ^ self._negated
        is_word = self._split_words and kind in (DECIMAL, WORD) and (is_ascii or not self._ascii_words)
        return signature, is_word, is_newline

    def byte_of(self, code: int) -> int:
        position = bisect_right(self._starts, code) - 1
        return self._bytes[self._class_of(position, character_kind(chr(code)), code < 128, code == NEWLINE)]


class _EncodedCharacters(dict[int, int]):
    """Bytes of characters, worked out when they are first met."""

    def __init__(self, alphabet: Alphabet) -> None:
        self._alphabet = alphabet

    def __missing__(self, code: int) -> int:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        found = self[code] = self._alphabet.byte_of(code)
        return found


def _sweep(sets: Sequence[CharacterSet]) -> tuple[list[int], list[int]]:
    """Where in Unicode membership changes, and which sets (as bits) have an interval from there to the next change."""
    # A newline has a class of its own, and under (?a) words end with ASCII: both part characters whatever the sets.
    changes = {0: 0, NEWLINE: 0, NEWLINE + 1: 0, 128: 0}
    for number, each in enumerate(sets):
        for low, high in each.intervals:
            changes[low] = changes.get(low, 0) ^ (1 << number)
            changes[high + 1] = changes.get(high + 1, 0) ^ (1 << number)
    changes.pop(LAST + 1, None)
    starts, covered, current = sorted(changes), [], 0
    for start in starts:
        current ^= changes[start]
        covered.append(current)
    return starts, covered
