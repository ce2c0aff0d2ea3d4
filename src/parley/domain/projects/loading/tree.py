"""YAML and JSON as a tree that remembers lines, built from parser events: no recursion, no object construction.

Composing a whole document with libyaml recurses in C and crashes the process on deep nesting; events do not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from parley.domain.projects.model import Json

MAX_DEPTH = 40
MAX_NODES = 250_000

# PyYAML may be built without libyaml; its own parser gives the same events, only slower.
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"-?(0|[1-9][0-9]{0,19})")
# What orjson writes as integers. A project is written as JSON to be stored and to reach its functions, so larger ones
# are numbers with an exponent, and lose digits.
_SMALLEST, _LARGEST = -(2**63), 2**64 - 1
_FLOAT = re.compile(r"-?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?")


class TreeError(Exception):
    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


class TooLarge(TreeError):
    pass


@dataclass(frozen=True, slots=True)
class Node:
    line: int
    value: str | tuple[Node, ...] | Mapping[str, Node]
    plain: bool = False
    """A scalar without quotes: it may mean null, a boolean or a number."""
    keys: Mapping[str, int] = field(default_factory=dict)
    """The line of each key of a mapping."""
    size: int = 1
    """Nodes below and including this one, aliases counted every time."""
    height: int = 1

    @property
    def is_null(self) -> bool:
        return self.plain and self.value in _NULL


def mapping_of(node: Node) -> Mapping[str, Node]:
    assert isinstance(node.value, Mapping)
    return node.value


@dataclass(frozen=True, slots=True)
class Tree:
    root: Node | None
    """None when the file holds nothing."""
    repeated: tuple[tuple[int, str], ...] = ()
    """Keys that appear twice in one mapping, with the line of the second; the first one counts."""


def parse_yaml(text: str) -> Tree:
    try:
        return _Builder().build(yaml.parse(text, Loader=_Loader))
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise TreeError(line, "this character is not allowed in YAML") from None
    except yaml.MarkedYAMLError as error:
        raise TreeError(_line_of(error, text), f"not valid YAML: {_complaint(error)}") from None


def _line_of(error: yaml.MarkedYAMLError, text: str) -> int:
    """Where to look: what is never closed is noticed at the end of the file, and is wrong where it begins."""
    last = text.rstrip().count("\n")
    marks = [mark.line for mark in (error.problem_mark, error.context_mark) if mark is not None]
    inside = [line for line in marks if line <= last]
    return (inside[0] if inside else min([*marks, last], default=0)) + 1


def _complaint(error: yaml.MarkedYAMLError) -> str:
    """With what was being read, which says more than what was missing."""
    return " ".join(part for part in (error.problem or "unreadable", error.context) if part)


def parse_json(text: str) -> Tree:
    """JSON is nearly a subset of YAML: where it is not, the values are right and all lines are 1."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise TreeError(error.lineno, f"not valid JSON: {error.msg}") from None
    # Python refuses integers of more than 4,300 digits with a plain ValueError.
    except (ValueError, RecursionError):
        raise TooLarge(1, "not valid JSON: nested too deeply or a number too long") from None
    try:
        return parse_yaml(text)
    except TooLarge:
        raise
    except TreeError:
        return Tree(_from_json(value))


def to_json(node: Node) -> Json:
    """The plain value. Dates stay the text they were written as, as do numbers with a leading zero or plus."""
    if isinstance(node.value, str):
        return _scalar(node.value) if node.plain else node.value
    if isinstance(node.value, tuple):
        return [to_json(item) for item in node.value]
    return {key: to_json(item) for key, item in node.value.items()}


def _scalar(text: str) -> Json:
    if text in _NULL:
        return None
    if text in _BOOL:
        return _BOOL[text]
    if _INT.fullmatch(text) and _SMALLEST <= (whole := int(text)) <= _LARGEST:
        return whole
    if _FLOAT.fullmatch(text) and not re.match(r"-?0[0-9]", text):
        number = float(text)
        # JSON has no infinity.
        return number if abs(number) != float("inf") else text
    return text


@dataclass(slots=True)
class _Open:
    """A mapping or a list whose end has not been seen yet."""

    line: int
    anchor: str | None
    is_mapping: bool
    nodes: list[Node] = field(default_factory=list)


class _Builder:
    def __init__(self) -> None:
        self.stack: list[_Open] = []
        self.anchors: dict[str, Node] = {}
        self.repeated: list[tuple[int, str]] = []
        self.root: Node | None = None
        self.count = 0

    def build(self, events: Iterator[yaml.Event]) -> Tree:
        for event in events:
            line = event.start_mark.line + 1 if event.start_mark else 1
            if isinstance(event, yaml.ScalarEvent):
                self._add(Node(line, event.value, plain=event.implicit[0]), event.anchor, line)
            elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                self._open(_Open(line, event.anchor, isinstance(event, yaml.MappingStartEvent)))
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                opened = self.stack.pop()
                self._add(self._mapping(opened) if opened.is_mapping else _sequence(opened), opened.anchor, line)
            elif isinstance(event, yaml.AliasEvent):
                self._add(self._aliased(event.anchor, line), None, line)
            elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
                raise TreeError(line, "only one YAML document is expected")
        return Tree(self.root, tuple(self.repeated))

    def _open(self, opened: _Open) -> None:
        if len(self.stack) >= MAX_DEPTH:
            raise TooLarge(opened.line, f"nested deeper than {MAX_DEPTH} levels")
        self.stack.append(opened)

    def _add(self, node: Node, anchor: str | None, line: int) -> None:
        self.count += 1
        # Aliases count each time: ten lines of them can stand for billions of nodes.
        if self.count > MAX_NODES or node.size > MAX_NODES or node.height + len(self.stack) > MAX_DEPTH + 1:
            raise TooLarge(line, "the document is too large, or its aliases repeat too much")
        if anchor:
            self.anchors[anchor] = node
        if self.stack:
            self.stack[-1].nodes.append(node)
        else:
            self.root = node

    def _aliased(self, anchor: str | None, line: int) -> Node:
        node = self.anchors.get(anchor or "")
        # An alias inside of its own anchor would make a tree without end.
        if node is None:
            raise TreeError(line, f"the alias *{anchor} has no finished anchor before it")
        return node

    def _mapping(self, opened: _Open) -> Node:
        entries: dict[str, Node] = {}
        lines: dict[str, int] = {}
        merged: list[Node] = []
        for key, value in zip(opened.nodes[::2], opened.nodes[1::2], strict=True):
            if not isinstance(key.value, str):
                raise TreeError(key.line, "a key must be a text")
            if key.value == "<<" and key.plain:
                merged += value.value if isinstance(value.value, tuple) else (value,)
            elif key.value in entries:
                first = lines[key.value]
                self.repeated.append((key.line, f"the key '{key.value}' appears twice (first in line {first})"))
            else:
                entries[key.value] = value
                lines[key.value] = key.line
        # Keys of its own win over merged ones, and of those the first: as YAML says.
        for base in merged:
            if not isinstance(base.value, Mapping):
                raise TreeError(opened.line, "only a mapping can be merged with <<")
            for name, value in base.value.items():
                entries.setdefault(name, value)
                lines.setdefault(name, base.keys[name])
        return Node(opened.line, entries, keys=lines, size=_size(entries.values()), height=_height(entries.values()))


def _sequence(opened: _Open) -> Node:
    return Node(opened.line, tuple(opened.nodes), size=_size(opened.nodes), height=_height(opened.nodes))


def _size(nodes: Collection[Node]) -> int:
    return 1 + sum(node.size for node in nodes)


def _height(nodes: Collection[Node]) -> int:
    return 1 + max((node.height for node in nodes), default=0)


def _from_json(value: Json, depth: int = 0) -> Node:
    if depth > MAX_DEPTH:
        raise TooLarge(1, f"nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, dict):
        return Node(1, {k: _from_json(v, depth + 1) for k, v in value.items()}, keys=dict.fromkeys(value, 1))
    if isinstance(value, list):
        return Node(1, tuple(_from_json(item, depth + 1) for item in value))
    return Node(1, value) if isinstance(value, str) else Node(1, json.dumps(value), plain=True)
