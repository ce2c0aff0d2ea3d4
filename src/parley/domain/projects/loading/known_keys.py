"""Keys that nothing asks for: what an author misspelt has no effect, and nobody would say so.

What the format knows is written down once, where it is read. So each mapping notes which keys were asked of it, whether
they are there or not, and what is there and was never asked for is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from parley.domain.projects.loading.suggestions import nearest
from parley.domain.projects.loading.tree import Node, mapping_of
from parley.domain.projects.model import Problem

MOST_UNKNOWN = 200
"""More are not looked up: the file is something else."""
LONGEST_KEY = 60


@dataclass(slots=True)
class Reading:
    path: str
    node: Node
    known: set[str] = field(default_factory=set)
    is_open: bool = False
    """Its keys are data, not words of the format."""


@dataclass(frozen=True, slots=True)
class UnknownKey:
    path: str
    line: int
    key: str
    meant: str | None
    """A key that the format has, if one is much like it."""

    def __str__(self) -> str:
        shown = self.key if len(self.key) <= LONGEST_KEY else f"{self.key[:LONGEST_KEY]}…"
        hint = f"; did you mean '{self.meant}'?" if self.meant else ""
        return f"'{shown}' is no key of the format here and has no effect{hint}"

    @property
    def problem(self) -> Problem:
        return Problem(self.path, self.line, str(self), fatal=False)


class KnownKeys:
    def __init__(self) -> None:
        self._readings: dict[int, Reading] = {}

    def of(self, path: str, node: Node) -> Reading:
        # By identity: a reading holds its node, so no other node gets the same one.
        reading = self._readings.get(id(node))
        if reading is None:
            reading = self._readings[id(node)] = Reading(path, node)
        return reading

    def unknown(self, path: str | None = None) -> list[UnknownKey]:
        """Of one file, or of all."""
        return list(islice(self._unknown(path), MOST_UNKNOWN))

    def _unknown(self, path: str | None) -> Iterator[UnknownKey]:
        for reading in self._merged(path):
            for key in mapping_of(reading.node):
                if key not in reading.known:
                    line = reading.node.keys.get(key, reading.node.line)
                    yield UnknownKey(reading.path, line, key, nearest(key, reading.known))

    def _merged(self, path: str | None) -> list[Reading]:
        """A file that is read for two purposes is parsed twice: what one of them asks for is known."""
        merged: dict[tuple[str, int, tuple[str, ...]], Reading] = {}
        for reading in self._readings.values():
            if path in (None, reading.path):
                place = (reading.path, reading.node.line, tuple(mapping_of(reading.node)))
                one = merged.setdefault(place, Reading(reading.path, reading.node))
                one.known |= reading.known
                one.is_open = one.is_open or reading.is_open
        return [reading for reading in merged.values() if not reading.is_open]
