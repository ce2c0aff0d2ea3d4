"""Parts of a pattern."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from parley.kit.patterns.alphabet import CharacterSet


class Anchor(Enum):
    """Places in a text that have no width."""

    START = auto()
    END = auto()
    LAST_LINE_END = auto()
    """``$``: the end, or before a newline that is the last character."""
    LINE_START = auto()
    LINE_END = auto()
    BOUNDARY = auto()
    NO_BOUNDARY = auto()


WORD_ANCHORS = (Anchor.BOUNDARY, Anchor.NO_BOUNDARY)
LINE_ANCHORS = (Anchor.LINE_START, Anchor.LINE_END)


@dataclass(frozen=True, slots=True)
class Character:
    number: int
    """Of its set."""


@dataclass(frozen=True, slots=True)
class At:
    anchor: Anchor


@dataclass(frozen=True, slots=True)
class Look:
    """Ahead: whether `body` matches from here. Behind: whether `body`, which has one width, ends here."""

    body: Node
    ahead: bool
    negated: bool
    width: int | None
    """How many characters it looks at; None: all, for its place is the beginning of the text."""


@dataclass(frozen=True, slots=True)
class Sequence:
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    branches: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Group:
    number: int
    body: Node


@dataclass(frozen=True, slots=True)
class Repeat:
    body: Node
    least: int
    most: int | None
    lazy: bool
    may_be_empty: bool
    """Whether the body can match nothing."""


@dataclass(frozen=True, slots=True)
class Never:
    """Matches nowhere."""


Node = Character | At | Look | Sequence | Choice | Group | Repeat | Never
Assertion = At | Look


@dataclass(slots=True)
class ParsedPattern:
    """A pattern as it was read."""

    source: str
    root: Node = field(default_factory=Never)
    sets: dict[CharacterSet, int] = field(default_factory=dict)
    groups: int = 0
    names: dict[str, int] = field(default_factory=dict)
    anchors: set[Anchor] = field(default_factory=set)
    ascii_words: bool = False
    looks: bool = False
    """Whether there is a lookaround."""
    behind: int = 1
    """How many characters before a place can matter to what matches there."""
    widest: int | None = None
    """How many characters a match can have, where that is limited."""
