"""Three-way merge of trees of values, key by key. Pure.

Lists of mappings that each have a name of their own are taken as mappings by that name, in an order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

import orjson

Json = Any
Path = tuple[str, ...]
NAMES = ("name", "keyphrase", "regex")
"""By which the items of a list in a project's files are known."""


class Missing(Enum):
    MISSING = "missing"


MISSING: Final = Missing.MISSING
"""There is nothing at this place."""


@dataclass(frozen=True, slots=True)
class Conflict:
    path: Path
    base: Json | Missing
    ours: Json | Missing
    theirs: Json | Missing

    @property
    def type(self) -> str:
        if self.base is MISSING:
            return "add"
        return "delete" if MISSING in (self.ours, self.theirs) else "modify"


@dataclass(frozen=True, slots=True)
class Resolution:
    """Whose version of a place counts; or the value that does instead."""

    strategy: str
    value: Json | Missing = MISSING

    def choose(self, base: Json, ours: Json, theirs: Json) -> Json:
        if self.value is not MISSING:
            return self.value
        return {"base": base, "ours": ours, "theirs": theirs}[self.strategy]


@dataclass(slots=True)
class TreeMerge:
    resolutions: Mapping[Path, Resolution] = field(default_factory=dict)
    conflicts: list[Conflict] = field(default_factory=list)

    def merge(self, base: Json, ours: Json, theirs: Json, path: Path) -> Json:
        """The base where they are in conflict, which is noted."""
        if same(ours, theirs) or same(base, theirs):
            return ours
        if same(base, ours):
            return theirs
        if (resolution := self.resolutions.get(path)) is not None:
            return resolution.choose(base, ours, theirs)
        if isinstance(ours, dict) and isinstance(theirs, dict):
            return self._mappings(base if isinstance(base, dict) else {}, ours, theirs, path)
        name = _common_name(base, ours, theirs)
        if name is not None:
            merged = self._named(name, [] if base is MISSING else base, ours, theirs, path)
            if merged is not None:
                return merged
        self.conflicts.append(Conflict(path, base, ours, theirs))
        return base

    def _mappings(self, base: dict[str, Json], ours: dict[str, Json], theirs: dict[str, Json], path: Path) -> Json:
        merged = {}
        for key in _order(list(ours), list(theirs), list(base)):
            before, mine, others = (side.get(key, MISSING) for side in (base, ours, theirs))
            found = self.merge(before, mine, others, (*path, key))
            if found is not MISSING:
                merged[key] = found
        return merged

    def _named(self, name: str, base: list[Json], ours: list[Json], theirs: list[Json], path: Path) -> Json | None:
        """None: both put the items into another order."""
        sides = [{item[name]: item for item in side} for side in (base, ours, theirs)]
        kept = [each for each in sides[0] if each in sides[1] and each in sides[2]]
        mine, others = ([each for each in side if each in set(kept)] for side in sides[1:])
        if mine != kept and others not in (kept, mine):
            return None
        first, second = (sides[1], sides[2]) if others in (kept, mine) else (sides[2], sides[1])
        merged = self._mappings(sides[0], sides[1], sides[2], path)
        return [merged[key] for key in _order(list(first), list(second), list(sides[0])) if key in merged]


def same(one: Json, other: Json) -> bool:
    """Of one kind too: true is not 1."""
    if one is MISSING or other is MISSING:
        return one is other
    return _canonical(one) == _canonical(other)


def _canonical(value: Json) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def item_name(items: Sequence[Json]) -> str | None:
    """By which key the items of a list are known, if each has another text there."""
    for name in NAMES:
        if all(isinstance(item, dict) and isinstance(item.get(name), str) for item in items):
            known = [item[name] for item in items]
            return name if len(known) == len(set(known)) else None
    return None


def _common_name(base: Json, ours: Json, theirs: Json) -> str | None:
    lists = [side for side in (base, ours, theirs) if side is not MISSING]
    if len(lists) < 2 or MISSING in (ours, theirs) or not all(isinstance(side, list) for side in lists):
        return None
    names = {item_name(side) for side in lists if side}
    return names.pop() if len(names) == 1 else None


def _order(first: list[str], second: list[str], base: list[str]) -> list[str]:
    """As the first has it; what only the second has comes after what stands before it there."""
    known = set(first)
    following: dict[str | None, list[str]] = {}
    place: str | None = None
    for key in second:
        if key in known:
            place = key
        else:
            following.setdefault(place, []).append(key)
    merged = following.get(None, [])
    for key in first:
        merged += [key, *following.get(key, ())]
    # What is gone on one side may be changed on the other: that is looked at too.
    known.update(merged)
    return [*merged, *(key for key in base if key not in known)]
