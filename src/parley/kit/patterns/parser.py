"""From the text of a pattern to nodes. Python's own parser reads it, so that it means what it means to Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

# Not public, but the only parser that reads patterns exactly as Python does.
from re import _constants as sre  # type: ignore[attr-defined,unused-ignore]
from re import _parser  # type: ignore[attr-defined,unused-ignore]
from typing import Any

from parley.kit.patterns.alphabet import (
    DECIMAL,
    LAST,
    NEWLINE,
    REST,
    SPACE,
    WORD,
    CharacterSet,
    Interval,
    add_case_variants,
    character_kind,
    merge_intervals,
)
from parley.kit.patterns.errors import PatternInvalid, PatternUnsupported
from parley.kit.patterns.nodes import (
    LINE_ANCHORS,
    Anchor,
    At,
    Character,
    Choice,
    Group,
    Look,
    Never,
    Node,
    ParsedPattern,
    Repeat,
    Sequence,
)

LONGEST = 10_000
WIDEST_LOOK = 250
"""Characters that a lookaround looks at; more only from the beginning of the text."""

_LATE_FLAGS = re.compile(r"\(\?([aiLmsux]+)\)")
_NAMED_GROUP = re.compile(r"\(\?<(?=[A-Za-z_])")
_ASCII, _UNICODE, _IGNORECASE = int(re.ASCII), int(re.UNICODE), int(re.IGNORECASE)
_DOTALL, _MULTILINE = int(re.DOTALL), int(re.MULTILINE)
_CATEGORIES = {
    sre.CATEGORY_DIGIT: {DECIMAL},
    sre.CATEGORY_NOT_DIGIT: {WORD, SPACE, REST},
    sre.CATEGORY_WORD: {DECIMAL, WORD},
    sre.CATEGORY_NOT_WORD: {SPACE, REST},
    sre.CATEGORY_SPACE: {SPACE},
    sre.CATEGORY_NOT_SPACE: {DECIMAL, WORD, REST},
}
_ANCHORS = {
    sre.AT_BEGINNING_STRING: Anchor.START,
    sre.AT_END_STRING: Anchor.END,
    sre.AT_BOUNDARY: Anchor.BOUNDARY,
    sre.AT_NON_BOUNDARY: Anchor.NO_BOUNDARY,
}


def parse_pattern(source: str, *, ignore_case: bool, whole: bool) -> ParsedPattern:
    """`whole`: the pattern is only ever held against whole texts, so that it begins where they begin."""
    spelled, parsed = _parse(source)
    flags = int(parsed.state.flags) | (_IGNORECASE if ignore_case else 0)
    found = ParsedPattern(
        spelled, groups=parsed.state.groups - 1, names=dict(parsed.state.groupdict), ascii_words=bool(flags & _ASCII)
    )
    widest = parsed.getwidth()[1]
    found.widest = int(widest) if widest <= WIDEST_LOOK else None
    try:
        found.root = _Reader(found).sequence(parsed, flags, at_start=whole)
    except RecursionError:
        raise PatternUnsupported("it is nested too deeply") from None
    if Anchor.LAST_LINE_END in found.anchors and not found.anchors.isdisjoint(LINE_ANCHORS):
        raise PatternUnsupported("it uses '$' both with and without (?m); write (?m) at its beginning, for all of it")
    return found


def _parse(source: str) -> tuple[str, Any]:
    """As it is written, else rewritten where only Python's spelling is stricter."""
    if len(source) > LONGEST:
        raise PatternInvalid("it is too long")
    complaint = ""
    for candidate in (source, _portable(source)):
        try:
            return candidate, _parser.parse(candidate)
        except (re.error, OverflowError, ValueError) as error:
            complaint = complaint or str(error)
        except RecursionError:
            complaint = complaint or "it is nested too deeply"
    raise PatternInvalid(complaint)


def _portable(text: str) -> str:
    """Flags in the middle move to the front, and ``(?<name>`` becomes ``(?P<name>``."""
    flags = "".join(sorted({flag for found in _LATE_FLAGS.findall(text) for flag in found}))
    rest = _NAMED_GROUP.sub("(?P<", _LATE_FLAGS.sub("", text))
    return f"(?{flags}){rest}" if flags else rest


class _Reader:
    def __init__(self, found: ParsedPattern) -> None:
        self._found = found
        self._inside_look = False
        self._known: dict[Any, int] = {}

    def sequence(self, parts: Iterable[tuple[Any, Any]], flags: int, at_start: bool) -> Node:
        """`at_start`: whether everything here is surely at the beginning of the text."""
        nodes: list[Node] = []
        for operation, argument in parts:
            node = self._node(operation, argument, flags, at_start)
            at_start = (at_start and isinstance(node, At | Look)) or (
                isinstance(node, At) and node.anchor is Anchor.START
            )
            nodes.append(node)
        return nodes[0] if len(nodes) == 1 else Sequence(tuple(nodes))

    def _node(self, operation: Any, argument: Any, flags: int, at_start: bool) -> Node:
        if operation in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            return self._character(operation, argument, flags)
        reader = _READERS.get(operation)
        if reader is None:
            raise PatternUnsupported(f"it uses '{str(operation).lower()}'")
        return reader(self, operation, argument, flags, at_start)

    def _character(self, operation: Any, argument: Any, flags: int) -> Node:
        if operation is sre.ANY:
            newline = () if flags & _DOTALL else ((NEWLINE, NEWLINE),)
            return self._add_set(CharacterSet(newline, negated=True))
        key = (operation, tuple(argument) if operation is sre.IN else argument, flags & _IGNORECASE)
        if (known := self._known.get(key)) is not None:
            return Character(known)
        if operation is not sre.IN:
            items, negated = [(sre.LITERAL, argument)], operation is sre.NOT_LITERAL
        else:
            negated = argument[0][0] is sre.NEGATE
            items = argument[1:] if negated else argument
        intervals: list[Interval] = []
        kinds: set[int] = set()
        for item, value in items:
            if item is sre.CATEGORY and self._found.ascii_words:
                intervals += _ascii_intervals(value)
            elif item is sre.CATEGORY:
                kinds |= _CATEGORIES[value]
            else:
                intervals.append((value, value) if item is sre.LITERAL else tuple(value))
        if flags & _IGNORECASE:
            spread = add_case_variants(intervals, self._found.ascii_words)
        else:
            spread = merge_intervals(intervals)
        node = self._add_set(CharacterSet(spread, frozenset(kinds), negated))
        self._known[key] = node.number
        return node

    def _add_set(self, characters: CharacterSet) -> Character:
        return Character(self._found.sets.setdefault(characters, len(self._found.sets)))

    def _anchor(self, _: Any, code: Any, flags: int, __: bool) -> Node:
        if code is sre.AT_BEGINNING:
            anchor = Anchor.LINE_START if flags & _MULTILINE else Anchor.START
        elif code is sre.AT_END:
            anchor = Anchor.LINE_END if flags & _MULTILINE else Anchor.LAST_LINE_END
        else:
            anchor = _ANCHORS[code]
        self._found.anchors.add(anchor)
        return At(anchor)

    def _choice(self, _: Any, argument: Any, flags: int, at_start: bool) -> Node:
        return Choice(tuple(self.sequence(branch, flags, at_start) for branch in argument[1]))

    def _group(self, _: Any, argument: Any, flags: int, at_start: bool) -> Node:
        number, added, removed, body = argument
        if added & (_ASCII | _UNICODE):
            raise PatternUnsupported("it uses (?a:…) or (?u:…) for a part; write (?a) at its beginning, for all of it")
        node = self.sequence(body, (flags | added) & ~removed, at_start)
        return node if number is None or self._inside_look else Group(number, node)

    def _repeat(self, operation: Any, argument: Any, flags: int, _: bool) -> Node:
        least, most, body = argument
        unbounded = most is sre.MAXREPEAT
        inner = self.sequence(body, flags, at_start=False)
        empty = body.getwidth()[0] == 0
        if operation is not sre.POSSESSIVE_REPEAT:
            lazy = operation is sre.MIN_REPEAT
            return Repeat(inner, least, None if unbounded else int(most), lazy, empty)
        if not isinstance(inner, Character) or not (unbounded or (least, most) == (0, 1)):
            raise PatternUnsupported(
                "it uses a possessive repeat ('++') of a group; write '+': here it takes no longer"
            )
        return self._possessive(inner, least, unbounded)

    def _possessive(self, inner: Character, least: int, unbounded: bool) -> Node:
        """It takes all there is: what follows is none of it."""
        end = self._add_lookaround(inner, ahead=True, negated=True, width=1)
        if unbounded:
            return Sequence((Repeat(inner, least, None, lazy=False, may_be_empty=False), end))
        return Choice((inner, end))

    def _lookaround(self, operation: Any, argument: Any, flags: int, at_start: bool) -> Node:
        direction, body = argument
        ahead, negated = direction == 1, operation is sre.ASSERT_NOT
        if self._inside_look:
            raise PatternUnsupported("it has a lookaround inside a lookaround; write them one after the other")
        self._inside_look = True
        node = self.sequence(body, flags, at_start=at_start and ahead)
        self._inside_look = False
        least, width = body.getwidth()
        if not ahead and least != width:
            raise PatternInvalid("look-behind requires fixed-width pattern")
        if not ahead and width > WIDEST_LOOK:
            raise PatternUnsupported(f"it looks back at more than {WIDEST_LOOK} characters")
        return self._add_lookaround(node, ahead, negated, None if at_start and ahead else min(int(width), WIDEST_LOOK))

    def _add_lookaround(self, body: Node, ahead: bool, negated: bool, width: int | None) -> Look:
        if self._inside_look:
            raise PatternUnsupported("it has a possessive repeat inside a lookaround; write '+' instead of '++'")
        self._found.looks = True
        if not ahead and width is not None:
            self._found.behind = max(self._found.behind, width + 1)
        return Look(body, ahead, negated, width)

    def _reference(self, operation: Any, _: Any, __: int, ___: bool) -> Node:
        if operation is sre.GROUPREF:
            raise PatternUnsupported("it refers back to a group (\\1 or (?P=name)); write out what may be repeated")
        raise PatternUnsupported("it has a condition ((?(1)…|…)); write both cases as alternatives: (?:…|…)")

    def _atomic(self, _: Any, __: Any, ___: int, ____: bool) -> Node:
        raise PatternUnsupported("it has an atomic group ((?>…)); write (?:…): here it takes no longer")

    def _never(self, _: Any, __: Any, ___: int, ____: bool) -> Node:
        return Never()


_READERS: dict[Any, Callable[[_Reader, Any, Any, int, bool], Node]] = {
    sre.AT: _Reader._anchor,
    sre.BRANCH: _Reader._choice,
    sre.SUBPATTERN: _Reader._group,
    sre.MAX_REPEAT: _Reader._repeat,
    sre.MIN_REPEAT: _Reader._repeat,
    sre.POSSESSIVE_REPEAT: _Reader._repeat,
    sre.ASSERT: _Reader._lookaround,
    sre.ASSERT_NOT: _Reader._lookaround,
    sre.GROUPREF: _Reader._reference,
    sre.GROUPREF_EXISTS: _Reader._reference,
    sre.ATOMIC_GROUP: _Reader._atomic,
    sre.FAILURE: _Reader._never,
}


def _ascii_intervals(category: Any) -> list[Interval]:
    """A category under (?a): ASCII characters of its kinds, and everything else if it is a negative one."""
    kinds = _CATEGORIES[category]
    found = [(code, code) for code in range(128) if _ascii_kind(code) in kinds]
    return [*found, (128, LAST)] if REST in kinds else found


def _ascii_kind(code: int) -> int:
    """Python's ASCII white space has no separators (0x1c to 0x1f)."""
    return REST if 0x1C <= code <= 0x1F else character_kind(chr(code))
