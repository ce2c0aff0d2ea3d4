"""A pattern, compiled. It is searched in time of at most the length of the text times the size of the pattern."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from parley.kit.patterns.alphabet import Alphabet, WordHandling
from parley.kit.patterns.errors import PatternInvalid, PatternRefused, PatternUnsupported
from parley.kit.patterns.lookarounds import Lookarounds
from parley.kit.patterns.nodes import LINE_ANCHORS, WORD_ANCHORS, Anchor, ParsedPattern
from parley.kit.patterns.parser import parse_pattern
from parley.kit.patterns.re2_program import Found, Program, ProgramWriter, byte_class, compile_program, native_assertion

LARGEST = 10_000
"""Steps for each character, at most."""
MOST_STEPS = 5_000_000
"""For one search, about a twentieth of a second at worst. In a text that could take more, nothing is found: so large a
pattern is for short texts."""
MOST_MATCHES = 20_000
"""In one text."""
MOST_WORK = 20_000_000
"""Characters that all searches in one text may look at together; what comes then is not found. A search begins where
the last match ended, and looks no further than the widest match that is possible. Only where that has no limit may each
of them look at the whole rest; 2,000 matches in 20,000 characters are few enough even then."""

MOST_WRITTEN = 200_000
"""Characters that replacements may put into one text; what comes then stays as it is."""

Span = tuple[int, int]
Template = tuple[str | int, ...]
"""Texts, and numbers of groups."""

MOST_REFERENCES = 100
"""References to groups: a replacement may be so many times as long as the text."""

_REFERENCE = re.compile(r"\\(?:g<([^>]*)>|(0[0-7]{0,2}|[1-3][0-7]{2})|([1-9][0-9]?)|(.)|\Z)", re.DOTALL)
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}


class Match:
    __slots__ = ("_names", "_spans", "_text")

    def __init__(self, text: str, spans: Sequence[Span], names: dict[str, int]) -> None:
        self._text, self._spans, self._names = text, spans, names

    def start(self, group: int = 0) -> int:
        return self._spans[group][0]

    def end(self, group: int = 0) -> int:
        return self._spans[group][1]

    def group(self, group: int | str = 0) -> str | None:
        """None for one that has no part in the match, as inside a lookaround."""
        start, end = self._spans[self._names[group] if isinstance(group, str) else group]
        return self._text[start:end] if start >= 0 else None

    def expand(self, template: Template) -> str:
        return "".join(piece if isinstance(piece, str) else self.group(piece) or "" for piece in template)


class Pattern:
    """Made by `compile_pattern`."""

    def __init__(self, parsed: ParsedPattern) -> None:
        self.source = parsed.source
        """Spelled so that Python would take it as well."""
        self.groups = parsed.groups
        self.names = parsed.names
        self._behind = parsed.behind
        self._widest = parsed.widest
        self._ends_in_line = Anchor.LAST_LINE_END in parsed.anchors
        self._alphabet, self._lookarounds = _alphabet(parsed)
        self._program, self._order = self._write(parsed)
        self._step = self._lookarounds.run + 1 if self._lookarounds else 1
        self.size = self._program.programsize * self._step + (self._lookarounds.cost if self._lookarounds else 0)
        """How many steps each character of a text can take."""
        if self.size > LARGEST:
            raise PatternUnsupported("it is too large; write fewer or smaller repeats, or several patterns")
        self._longest = MOST_STEPS // self.size

    def search(self, text: str, start: int = 0, end: int | None = None) -> Match | None:
        """In the text up to `end`, from `start` on. Only what lies between and a few characters before is looked at."""
        start, end = min(start, len(text)), len(text) if end is None else min(end, len(text))
        first = max(start - self._behind, 0)
        if start > end or end - first > self._longest:
            return None
        whole = text[first:end]
        return self._found(self._program.search(self._data(whole), (start - first) * self._step), text, first)

    def fullmatch(self, text: str) -> Match | None:
        if len(text) > self._longest:
            return None
        return self._found(self._program.fullmatch(self._data(text)), text, 0)

    def finditer(self, text: str) -> Iterator[Match]:
        """Matches from left to right that do not overlap: `MOST_MATCHES` of them, until `MOST_WORK` is spent."""
        if len(text) > self._longest:
            return
        data, place, work, count = self._data(text), 0, 0, 0
        while place <= len(text) and work <= MOST_WORK and count < MOST_MATCHES:
            found = self._found(self._program.search(data, place * self._step), text, 0)
            if found is None:
                return
            yield found
            count += 1
            work += len(text) - place if self._widest is None else found.start() - place + self._widest
            place = found.end() + (found.end() == found.start())

    def sub(self, replacement: str | Callable[[Match], str], text: str) -> str:
        """A text as replacement refers to groups; it raises PatternInvalid if it does not fit."""
        if callable(replacement):
            return self.replace(replacement, text)[0]
        template = self.template(replacement)
        return self.replace(lambda match: match.expand(template), text)[0]

    def replace(self, replacement: Callable[[Match], str], text: str, most: int = MOST_MATCHES) -> tuple[str, int]:
        """The new text, and how many matches were replaced: `most` of them."""
        pieces: list[str] = []
        end = written = 0
        for match in islice(self.finditer(text), most):
            pieces += (text[end : match.start()], replacement(match))
            end = match.end()
            written += len(pieces[-1])
            if written > MOST_WRITTEN:
                break
        return "".join((*pieces, text[end:])), len(pieces) // 2

    def template(self, replacement: str) -> Template:
        return _parse_template(replacement, self.groups, self.names)

    def _data(self, text: str) -> bytes:
        data = self._alphabet.encode(text)
        # `$` also holds before a last newline: that one alone is a newline to RE2.
        if self._ends_in_line and text.endswith("\n"):
            data = data[:-1] + b"\n"
        return self._lookarounds.insert_marks(data) if self._lookarounds else data

    def _found(self, found: Found | None, text: str, first: int) -> Match | None:
        if found is None:
            return None
        spans = [(-1, -1)] * (self.groups + 1)
        for number, group in enumerate(self._order):
            start, end = found.span(number)
            if start >= 0:
                spans[group] = (start // self._step + first, end // self._step + first)
        return Match(text, spans, self.names)

    def _write(self, parsed: ParsedPattern) -> tuple[Program, list[int]]:
        alphabet, lookarounds = self._alphabet, self._lookarounds
        plain = ProgramWriter(lambda number: byte_class(alphabet.members(number)), native_assertion)
        writer = lookarounds.writer() if lookarounds else plain
        written = writer.write(parsed.root)
        return compile_program(lookarounds.close_source(written) if lookarounds else written), [0, *writer.groups]


def _alphabet(parsed: ParsedPattern) -> tuple[Alphabet, Lookarounds | None]:
    """RE2's own word boundaries where they are enough: marks make a text several times as long."""
    sets, ascii_words = tuple(parsed.sets), parsed.ascii_words
    keeps_lines = not parsed.anchors.isdisjoint(LINE_ANCHORS)
    words = WordHandling.ALIKE if parsed.anchors.isdisjoint(WORD_ANCHORS) else WordHandling.NATIVE
    try:
        alphabet = Alphabet(sets, words=words, ascii_words=ascii_words, keeps_lines=keeps_lines)
    except PatternUnsupported:
        if words is WordHandling.ALIKE or parsed.looks:
            raise
        alphabet = Alphabet(sets, words=WordHandling.APART, ascii_words=ascii_words, keeps_lines=keeps_lines)
        return alphabet, Lookarounds(parsed.root, alphabet)
    return alphabet, Lookarounds(parsed.root, alphabet) if parsed.looks else None


def compile_pattern(source: str, *, ignore_case: bool = False, whole: bool = False) -> Pattern:
    """`whole`: it is only used with `fullmatch`. PatternRefused when it cannot be used."""
    try:
        return Pattern(parse_pattern(source, ignore_case=ignore_case, whole=whole))
    except RecursionError:
        raise PatternUnsupported("it is nested too deeply") from None


def is_pattern(source: str) -> bool:
    """Whether it is a regular expression, usable or not: PatternInvalid when it is none."""
    try:
        parse_pattern(source, ignore_case=False, whole=False)
    except PatternUnsupported:
        return True
    return True


def template_of(source: str, replacement: str) -> Template:
    """PatternInvalid when the replacement does not fit the pattern."""
    parsed = parse_pattern(source, ignore_case=False, whole=False)
    return _parse_template(replacement, parsed.groups, parsed.names)


def usable(source: str, *, ignore_case: bool = False, whole: bool = False) -> Pattern | None:
    """None for a pattern that cannot be used: it was reported when it was read."""
    try:
        return compile_pattern(source, ignore_case=ignore_case, whole=whole)
    except PatternRefused:
        return None


def _parse_template(text: str, groups: int, names: Mapping[str, int]) -> Template:
    """Python's syntax: ``\\1``, ``\\g<1>``, ``\\g<name>``, ``\\n``."""
    pieces: list[str | int] = []
    end = 0
    for found in _REFERENCE.finditer(text):
        pieces += (text[end : found.start()], _piece(found, groups, names))
        end = found.end()
    if sum(isinstance(piece, int) for piece in pieces) > MOST_REFERENCES:
        raise PatternInvalid(f"it refers to groups more than {MOST_REFERENCES} times")
    return tuple(piece for piece in (*pieces, text[end:]) if piece != "")


def _piece(found: re.Match[str], groups: int, names: Mapping[str, int]) -> str | int:
    named, octal, number, other = found.groups()
    if octal:
        return chr(int(octal, 8))
    if named is not None or number:
        return _group(number or named, groups, names)
    if other is None:
        raise PatternInvalid("it ends in a backslash")
    if other not in _ESCAPES and other.isascii() and other.isalpha():
        raise PatternInvalid(f"bad escape \\{other}")
    return _ESCAPES.get(other, "\\" + other)


def _group(name: str, groups: int, names: Mapping[str, int]) -> int:
    if name.isascii() and name.isdecimal():
        if len(name) > 4 or int(name) > groups:
            raise PatternInvalid(f"invalid group reference {name[:20]}")
        return int(name)
    if name not in names:
        raise PatternInvalid(f"unknown group name '{name[:50]}'")
    return names[name]
