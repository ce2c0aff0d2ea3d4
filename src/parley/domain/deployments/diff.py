"""What two versions of a project differ in, file by file. Pure."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from parley.domain.deployments.contents import decode_text
from parley.domain.projects.files import Bundle

LONGEST = 2_000
"""Lines of one file's difference; more is cut, and said to be."""
MOST_LINES = 20_000
MOST_COMPARISONS = 300_000
"""Of one line with another, to compare two texts: a second of work at worst. Texts that need more, or have more lines,
are only said to differ."""
MOST_ALTOGETHER = 2_000_000
"""For all texts of two versions; those that come after that are only said to differ."""
MOST_PAIRS = 2_000
"""Of a removed file with an added one, to find out which were renamed and changed."""
ALIKE = 0.6
"""What share of its lines a file has in common with what it was renamed from."""


class Change(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    RENAMED = "renamed"


@dataclass(frozen=True, slots=True)
class FileChange:
    path: str
    change: Change
    diff: str
    """Unified, as `diff -u` writes it; empty for files that are no text."""
    is_cut: bool = False
    previous_path: str | None = None
    """Of a renamed file, which may have changed as well."""


def diff_bundles(before: Bundle, after: Bundle) -> Iterator[FileChange]:
    """From `before` to `after`, in the order of the paths."""
    renamed = find_renames(before.files, after.files)
    gone = set(renamed.values())
    left = MOST_ALTOGETHER
    for path in sorted({*before.files, *after.files} - gone):
        was = renamed.get(path, path)
        old, new = before.files.get(was), after.files.get(path)
        if old != new or was != path:
            found, work = _compare(was, path, old, new, min(left, MOST_COMPARISONS))
            left -= work
            yield found


def find_renames(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> dict[str, str]:
    """New path → old path: of the same content first, then of texts that have most of their lines in common."""
    removed = {path: content for path, content in before.items() if path not in after and content}
    found: dict[str, str] = {}
    by_content = {content: path for path, content in reversed(removed.items())}
    added = {path: content for path, content in after.items() if path not in before and content}
    for path, content in added.items():
        if (was := by_content.pop(content, None)) is not None:
            found[path] = was
            del removed[was]
    rest = {path: content for path, content in added.items() if path not in found}
    if len(removed) * len(rest) > MOST_PAIRS:
        return found
    olds, news = ({path: _line_counts(content) for path, content in files.items()} for files in (removed, rest))
    alike = sorted(
        ((_likeness(old, new), was, path) for was, old in olds.items() for path, new in news.items()), reverse=True
    )
    for likeness, was, path in alike:
        if likeness >= ALIKE and was not in found.values() and path not in found:
            found[path] = was
    return found


def _line_counts(content: bytes) -> Counter[str]:
    return Counter(line for line in (decode_text(content) or "").splitlines() if line.strip())


def _likeness(old: Counter[str], new: Counter[str]) -> float:
    return 2 * (old & new).total() / max(old.total() + new.total(), 1)


def _compare(was: str, path: str, old: bytes | None, new: bytes | None, most: int) -> tuple[FileChange, int]:
    """And how many comparisons it took."""
    change = Change.ADDED if old is None else Change.REMOVED if new is None else Change.CHANGED
    if was != path:
        change = Change.RENAMED
    previous = was if was != path else None
    before, after = (decode_text(content or b"") for content in (old, new))
    if before is None or after is None:
        return FileChange(path, change, "", previous_path=previous), 0
    olds, news = before.splitlines(), after.splitlines()
    work = count_comparisons(olds, news)
    if max(len(olds), len(news)) > MOST_LINES or work > most:
        return FileChange(path, change, "", True, previous), 0
    names = (was if old is not None else "/dev/null", path if new is not None else "/dev/null")
    lines = list(difflib.unified_diff(olds, news, *names, lineterm=""))
    return FileChange(path, change, "\n".join(lines[:LONGEST]), len(lines) > LONGEST, previous), work


def count_comparisons(olds: list[str], news: list[str]) -> int:
    """How many equal pairs of lines there are. `difflib` looks at each at least once, but not at those of lines that
    are everywhere in a long text."""
    counts = Counter(news)
    most = max(len(news) // 100 + 1, 200)
    return sum(number for line in olds if (number := counts[line]) <= most)
