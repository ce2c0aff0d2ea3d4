"""Lookarounds in linear time, which RE2 does not have: what holds at a place of the text is written into the text
before it is searched.

Before each character, and after the last, stands a run of equal marks; a mark is a byte whose bits say which
assertions hold there. An assertion in the pattern takes one mark that has its bit, a character first skips what is left
of the run. A run is as long as the most assertions that can follow one another, so none is left without a mark. Whether
an assertion holds is found for all places beforehand. A lookaround sees a limited number of characters, unless its
place is the beginning of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import xor

from parley.kit.patterns.alphabet import NEWLINE, Alphabet
from parley.kit.patterns.errors import PatternUnsupported
from parley.kit.patterns.nodes import (
    Anchor,
    Assertion,
    At,
    Character,
    Choice,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
)
from parley.kit.patterns.re2_program import Program, ProgramWriter, byte_class, compile_program, native_assertion

# Every combination of them needs a byte of its own: seven take half of all bytes.
MOST_ASSERTIONS = 7
# With its marks a text is one more than this many times as long.
LONGEST_RUN = 15


class Lookarounds:
    """The assertions of one pattern."""

    def __init__(self, root: Node, alphabet: Alphabet) -> None:
        self._alphabet = alphabet
        self.run = max(1, _longest_run(root))
        found = list(dict.fromkeys(_assertions(root)))
        if self.run > LONGEST_RUN or len(found) > MOST_ASSERTIONS:
            raise PatternUnsupported(
                f"it has too many lookarounds and boundaries (at most {MOST_ASSERTIONS} different ones)"
            )
        self._finders = [_AssertionFinder(assertion, alphabet) for assertion in found]
        self._numbers = {assertion: number for number, assertion in enumerate(found)}
        self._bytes = alphabet.unused_bytes(1 << len(found))
        self._table = bytes([*self._bytes, *bytes(256 - len(self._bytes))])
        self._any = byte_class(self._bytes)

    @property
    def cost(self) -> int:
        """Steps for each place that lookarounds can take, those of RE2's fast kind eight for one."""
        return sum(finder.cost for finder in self._finders)

    def writer(self) -> ProgramWriter:
        return ProgramWriter(self._character, self._assertion)

    def close_source(self, source: str) -> str:
        """With the marks after the last character, so that a whole text can match."""
        return f"(?:{source}){self._any}*"

    def insert_marks(self, data: bytes) -> bytes:
        """A place of `data` is at `run + 1` times its number."""
        sums = bytearray(len(data) + 1)
        for number, finder in enumerate(self._finders):
            bit = 1 << number
            holds = finder.places(data).translate(bytes([0, bit, *bytes(254)]))
            sums = bytearray(map(int.__or__, sums, holds))
        marks = sums.translate(self._table)
        step = self.run + 1
        found = bytearray(len(marks) * step - 1)
        for offset in range(self.run):
            found[offset::step] = marks
        found[self.run :: step] = data
        return bytes(found)

    def _character(self, number: int) -> str:
        return f"(?:{self._any}*{byte_class(self._alphabet.members(number))})"

    def _assertion(self, assertion: Assertion) -> str:
        bit = 1 << self._numbers[assertion]
        return byte_class(byte for signs, byte in enumerate(self._bytes) if signs & bit)


class _AssertionFinder:
    """Finds the places where one assertion holds."""

    def __init__(self, assertion: Assertion, alphabet: Alphabet) -> None:
        self._assertion = assertion
        self._words = alphabet.word_table
        self._program: Program | None = None
        self._members = b""
        if not isinstance(assertion, Look):
            return
        if isinstance(assertion.body, Character):
            members = alphabet.members(assertion.body.number)
            self._members = bytes(byte in members for byte in range(256))
        else:
            writer = ProgramWriter(lambda number: byte_class(alphabet.members(number)), native_assertion)
            self._program = compile_program(writer.write(assertion.body))

    @property
    def cost(self) -> int:
        width = self._assertion.width if isinstance(self._assertion, Look) else 0
        return 1 + (2 * (width or 1) * self._program.programsize // 8 if self._program else 0)

    def places(self, data: bytes) -> bytes:
        """1 where it holds, for each place from the beginning to the end."""
        if isinstance(self._assertion, Look):
            found = self._matches(data, self._assertion)
            return found.translate(_SWAPPED) if self._assertion.negated else found
        return _anchored(self._assertion.anchor, data, self._words)

    def _matches(self, data: bytes, look: Look) -> bytes:
        if self._members:
            singles = data.translate(self._members)
            return singles + b"\0" if look.ahead else b"\0" + singles
        assert self._program is not None
        found = bytearray(len(data) + 1)
        if look.width is None:
            found[0] = self._program.match(data) is not None
            return bytes(found)
        for place in _starts(self._program, data, max(look.width, 1)):
            found[place if look.ahead else place + look.width] = 1
        return bytes(found)


def _starts(searched: Program, data: bytes, width: int) -> Iterator[int]:
    """All places where a match begins that is found by looking at `width` characters; never at more than twice as many
    for each place."""
    place = 0
    while place <= len(data):
        match = searched.search(data, place, min(place + 2 * width, len(data)))
        if match is not None and match.start() <= place + width:
            yield match.start()
            place = match.start() + 1
        else:
            place += width


_SWAPPED = bytes([1, 0, *bytes(254)])


def _anchored(anchor: Anchor, data: bytes, words: bytes) -> bytes:
    found = bytearray(len(data) + 1)
    match anchor:
        case Anchor.START:
            found[0] = 1
        case Anchor.END:
            found[-1] = 1
        case Anchor.LAST_LINE_END:
            found[-1] = 1
            if data.endswith(b"\n"):
                found[-2] = 1
        case Anchor.LINE_START:
            return b"\1" + data.translate(_NEWLINES)
        case Anchor.LINE_END:
            return data.translate(_NEWLINES) + b"\1"
        case Anchor.BOUNDARY | Anchor.NO_BOUNDARY:
            flags = data.translate(words)
            edges = bytes(map(xor, b"\0" + flags, flags + b"\0"))
            return edges if anchor is Anchor.BOUNDARY else edges.translate(_SWAPPED)
    return bytes(found)


_NEWLINES = bytes(byte == NEWLINE for byte in range(256))


def _assertions(node: Node) -> list[Assertion]:
    match node:
        case At() | Look():
            return [node]
        case Sequence(parts) | Choice(parts):
            return [found for part in parts for found in _assertions(part)]
        case Group(_, body) | Repeat(body):
            return _assertions(body)
    return []


def _longest_run(node: Node) -> int:
    """At most so many assertions can follow one another at one place."""
    match node:
        case At() | Look():
            return 1
        case Sequence(parts):
            return sum(map(_longest_run, parts))
        case Choice(branches):
            return max(map(_longest_run, branches), default=0)
        case Group(_, body):
            return _longest_run(body)
        case Repeat(body, least, _, _, may_be_empty):
            return _longest_run(body) * (least + 2 if may_be_empty else 1)
    return 0
