"""From nodes to a program of RE2, over bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import re2  # type: ignore[import-untyped]

from parley.kit.patterns.errors import PatternUnsupported
from parley.kit.patterns.nodes import (
    Anchor,
    Assertion,
    At,
    Character,
    Choice,
    Group,
    Look,
    Never,
    Node,
    Repeat,
    Sequence,
)

MEMORY = 2 * 1024 * 1024
"""Bytes that RE2 may use for a pattern: its program, and states it remembers while it matches."""
MOST_REPEATS = 1_000
"""RE2's own limit; also for repeats inside repeats, multiplied."""

NOWHERE = r"[^\x00-\xff]"
ANCHORS = {
    Anchor.START: r"\A",
    Anchor.END: r"\z",
    Anchor.LAST_LINE_END: r"(?m:$)",  # no newline but a last one looks like one to RE2
    Anchor.LINE_START: r"(?m:^)",
    Anchor.LINE_END: r"(?m:$)",
    Anchor.BOUNDARY: r"\b",
    Anchor.NO_BOUNDARY: r"\B",
}


class Found(Protocol):
    def start(self) -> int: ...

    def span(self, group: int) -> tuple[int, int]: ...


class Program(Protocol):
    def search(self, data: bytes, start: int = ..., end: int = ...) -> Found | None: ...

    def match(self, data: bytes) -> Found | None: ...

    def fullmatch(self, data: bytes) -> Found | None: ...

    @property
    def programsize(self) -> int: ...


def compile_program(source: str) -> Program:
    options = re2.Options()
    options.max_mem = MEMORY
    # Bytes stand for classes of characters here, which as UTF-8 would make no sense.
    options.encoding = re2.Options.Encoding.LATIN1
    # It would write patterns of tenants to stderr.
    options.log_errors = False
    try:
        found: Program = re2.compile(source.encode("ascii"), options)
    except re2.error as error:
        reason = error.args[0].decode("latin-1") if error.args and isinstance(error.args[0], bytes) else str(error)
        raise PatternUnsupported(_explained(reason)) from None
    else:
        return found
    finally:
        re2.purge()  # its cache would keep programs of agents that are gone


def _explained(reason: str) -> str:
    if "repetition" in reason:
        return f"it repeats something more than {MOST_REPEATS} times (repeats inside repeats are multiplied)"
    if "too large" in reason or "compile failed" in reason:
        return "it is too large; write fewer or smaller repeats and classes"
    return f"RE2 refuses it: {reason}"


def byte_class(members: Iterable[int]) -> str:
    found = sorted(members)
    if not found:
        return NOWHERE
    if len(found) == 1:
        return rf"\x{found[0]:02x}"
    pieces, first = [], found[0]
    for here, following in zip(found, [*found[1:], -1], strict=True):
        if following != here + 1:
            pieces.append(rf"\x{first:02x}" if first == here else rf"\x{first:02x}-\x{here:02x}")
            first = following
    return f"[{''.join(pieces)}]"


class ProgramWriter:
    """`character` writes a set, `assertion` what must hold at a place without taking a character."""

    def __init__(self, character: Callable[[int], str], assertion: Callable[[Assertion], str]) -> None:
        self._character = character
        self._assertion = assertion
        self.groups: list[int] = []
        """Numbers of the groups in the pattern, in the order of RE2's."""

    def write(self, node: Node) -> str:
        match node:
            case Character(number):
                return self._character(number)
            case At() | Look():
                return self._assertion(node)
            case Sequence(parts):
                return "".join(self.write(part) for part in parts)
            case Choice(branches):
                return f"(?:{'|'.join(self.write(branch) for branch in branches)})"
            case Group(number, body):
                self.groups.append(number)
                return f"({self.write(body)})"
            case Repeat():
                return self._repeat(node)
            case Never():
                return NOWHERE

    def _repeat(self, node: Repeat) -> str:
        if node.most == 0:
            return self._skipped(node.body)
        body = f"(?:{self.write(node.body)})"
        mark = "?" if node.lazy else ""
        match (node.least, node.most):
            case (0, None):
                return f"{body}*{mark}"
            case (1, None):
                return f"{body}+{mark}"
            case (0, 1):
                return f"{body}?{mark}"
            case (least, None):
                return f"{body}{{{_allowed(least)},}}{mark}"
            case (least, most):
                assert most is not None
                return f"{body}{{{least},{_allowed(most)}}}{mark}"

    def _skipped(self, body: Node) -> str:
        """Something that occurs no times: nothing, but its groups go on counting."""
        return f"(?:{NOWHERE}{self.write(body)})?"


def _allowed(count: int) -> int:
    if count > MOST_REPEATS:
        raise PatternUnsupported(f"it repeats something more than {MOST_REPEATS} times")
    return count


def native_assertion(assertion: Assertion) -> str:
    assert isinstance(assertion, At)
    return ANCHORS[assertion.anchor]
