"""Three-way merge of a project's files. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from parley.domain.branches.documents import YAML, decode_text
from parley.domain.branches.text_merge import merge_lines
from parley.domain.branches.tree_merge import MISSING, Conflict, Json, Missing, Path, Resolution, TreeMerge
from parley.domain.branches.yaml_edits import MARK, read_yaml, rewrite
from parley.domain.projects.loading.tree import TreeError
from parley.kit.errors import FieldError, ParleyError

MOST_BOTH = 500
"""Files that both sides changed; the others are not looked into, and are in conflict."""


class BranchResolutionInvalid(ParleyError):
    """A resolution gives a value that cannot be at its place."""

    status = 400


@dataclass(frozen=True, slots=True)
class Merged:
    files: Mapping[str, bytes]
    conflicts: Sequence[Conflict]
    value: Mapping[str, Json]
    """Of the files with conflicts, as far as they are together; the base where they are not."""


@dataclass(slots=True)
class _FileMerge:
    resolutions: Mapping[Path, Resolution]
    conflicts: list[Conflict] = field(default_factory=list)
    value: dict[str, Json] = field(default_factory=dict)
    looked_into: int = 0

    def file(self, path: str, base: bytes | None, ours: bytes | None, theirs: bytes | None) -> bytes | None:
        if ours == theirs or base == theirs:
            return ours
        if base == ours:
            return theirs
        if (resolution := self.resolutions.get((path,))) is not None:
            return _chosen(path, resolution, base, ours, theirs)
        self.looked_into += 1
        merged = self._both_changed(path, base, ours, theirs) if self.looked_into <= MOST_BOTH else None
        if merged is None and path not in self.value:
            self._note(path, Conflict((path,), *(_shown(each) for each in (base, ours, theirs))))
        return base if merged is None else merged

    def _both_changed(self, path: str, base: bytes | None, ours: bytes | None, theirs: bytes | None) -> bytes | None:
        """None: that cannot be done."""
        texts = [None if each is None else decode_text(each) for each in (base, ours, theirs)]
        before, mine, others = texts
        if mine is None or others is None or (base is not None and before is None):
            return None
        together = merge_lines(before or "", mine, others)
        if not path.endswith(YAML):
            return None if together is None else together.encode()
        try:
            trees = [MISSING if text is None else read_yaml(text.removeprefix(MARK)) for text in texts]
            known = None if together is None else _read(together)
        except TreeError:
            return None if together is None else together.encode()
        merging = TreeMerge(self.resolutions)
        wanted = merging.merge(trees[0], trees[1], trees[2], (path,))
        if merging.conflicts:
            for conflict in merging.conflicts:
                self._note(path, conflict)
            self.value[path] = None if wanted is MISSING else wanted
            return None
        if together is not None and known == [wanted]:
            return together.encode()
        mark = MARK if mine.startswith(MARK) else ""
        return (mark + rewrite(mine.removeprefix(MARK), wanted)).encode()

    def _note(self, path: str, conflict: Conflict) -> None:
        self.conflicts.append(conflict)
        self.value.setdefault(path, None if conflict.base is MISSING else conflict.base)


def merge_files(
    base: Mapping[str, bytes],
    ours: Mapping[str, bytes],
    theirs: Mapping[str, bytes],
    resolutions: Mapping[Path, Resolution] | None = None,
) -> Merged:
    """What nobody touched, or only one of them, keeps its bytes."""
    merging = _FileMerge(resolutions or {})
    files = {}
    for path in sorted({*base, *ours, *theirs}):
        found = merging.file(path, base.get(path), ours.get(path), theirs.get(path))
        if found is not None:
            files[path] = found
    return Merged(files, merging.conflicts, merging.value)


def _read(text: str) -> list[Json] | None:
    """In a list, because null is something that a file may say."""
    try:
        return [read_yaml(text.removeprefix(MARK))]
    except TreeError:
        return None


def _shown(content: bytes | None) -> Json | Missing:
    if content is None:
        return MISSING
    text = decode_text(content)
    return f"sha256:{hashlib.sha256(content).hexdigest()}" if text is None else text


def _chosen(path: str, resolution: Resolution, base: Any, ours: Any, theirs: Any) -> bytes | None:
    found = resolution.choose(base, ours, theirs)
    if isinstance(found, str):
        return found.encode()
    if found is None or isinstance(found, bytes):
        return found
    if path.endswith(YAML):
        return rewrite("", found).encode()
    raise BranchResolutionInvalid(fields=[FieldError("conflictResolutions", f"{path} is a text")])
