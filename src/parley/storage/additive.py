"""Which migrations leave the release before working: those that only add what it need not know of."""

from __future__ import annotations

import re
from collections.abc import Iterator

_COMMENT = re.compile(r"--[^\n]*")
_NEW_TABLE = re.compile(r"create (?:unlogged )?table (?:if not exists )?(\w+)")
_NEW_COLUMN = re.compile(r"add column (?:if not exists )?(\w+) (.*)", re.DOTALL)
_UNIQUE_INDEX = re.compile(r"create unique index (?:if not exists )?\w+ on (\w+)")
_ALTER = re.compile(r"alter table (?:only )?(\w+) (.*)", re.DOTALL)
_HARMLESS = re.compile(
    r"create (unlogged )?table |(create|drop) index |comment on |alter column \w+ set (storage|statistics|default) "
)
_COMMA = re.compile(r",\s*(?=add |alter |drop |rename )")


def breaking_statements(sql: str) -> list[str]:
    """What code that knows nothing of this migration may stumble over: it finds something gone or renamed, or what it
    writes is refused. What is not known to be harmless counts as breaking."""
    statements = [" ".join(each.split()).lower() for each in _COMMENT.sub("", sql).split(";")]
    new = {found[1] for each in statements if (found := _NEW_TABLE.match(each))}
    return [each for each in statements if each and any(not _is_harmless(part, new) for part in _parts(each, new))]


def _parts(statement: str, new: set[str]) -> Iterator[str]:
    """Of an `alter table`, each thing that it changes; nothing of a table that is as new as the statement."""
    altered = _ALTER.match(statement)
    if altered is None:
        yield statement
    elif altered[1] not in new:
        yield from _COMMA.split(altered[2])


def _is_harmless(part: str, new: set[str]) -> bool:
    if column := _NEW_COLUMN.match(part):
        # Who does not know the column writes none: that has to be good enough.
        rest = column[2]
        return ("not null" not in rest or "default" in rest) and not re.search(r"\b(check|unique|references)\b", rest)
    if unique := _UNIQUE_INDEX.match(part):
        return unique[1] in new
    return _HARMLESS.match(part) is not None
