"""Three-way merge of texts, line by line. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from parley.domain.deployments.diff import MOST_COMPARISONS, MOST_LINES, count_comparisons


def merge_lines(base: str, ours: str, theirs: str) -> str | None:
    """None: both changed the same lines, or lines that touch, or it would take too long to find out."""
    olds, mine, others = (text.splitlines(keepends=True) for text in (base, ours, theirs))
    if max(len(olds), len(mine), len(others)) > MOST_LINES:
        return None
    if count_comparisons(olds, mine) + count_comparisons(olds, others) > MOST_COMPARISONS:
        return None
    merged: list[str] = []
    begun = (0, 0, 0)
    for at, length in _common(olds, mine, others):
        chunk = _choose(*(lines[i:j] for lines, i, j in zip((olds, mine, others), begun, at, strict=True)))
        if chunk is None:
            return None
        merged += [*chunk, *olds[at[0] : at[0] + length]]
        begun = (at[0] + length, at[1] + length, at[2] + length)
    return "".join(merged)


def _choose(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> Sequence[str] | None:
    if ours == theirs or base == theirs:
        return ours
    return theirs if base == ours else None


def _common(
    base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]
) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Runs of lines that all three have, as places and length; the last one is empty, at the end."""
    left, right = (
        [block for block in SequenceMatcher(None, base, side).get_matching_blocks() if block.size]
        for side in (ours, theirs)
    )
    i = j = 0
    while i < len(left) and j < len(right):
        start = max(left[i].a, right[j].a)
        end = min(left[i].a + left[i].size, right[j].a + right[j].size)
        if start < end:
            yield (start, left[i].b + start - left[i].a, right[j].b + start - right[j].a), end - start
        if left[i].a + left[i].size < right[j].a + right[j].size:
            i += 1
        else:
            j += 1
    yield (len(base), len(ours), len(theirs)), 0
