"""A page: which records, in which order, and how large they are. Kept small, because a page has up to 5000 of them and
stays in memory for as long as a client takes to read it."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from parley.domain.records import store
from parley.domain.records.model import Filters, Found, Listed, Span, View
from parley.storage.db import Database

UNSEALED_BYTES = 16 << 10
"""The guess for a record that is not sealed, which is not known before it is built."""
BUILDING = 4
"""Building a record takes this many times the memory of copying it."""


@dataclass(frozen=True, slots=True)
class Page:
    packed: bytes = b""
    """The ids, sixteen bytes each."""
    sizes: array[int] = field(default_factory=lambda: array("i"))
    """Of the sealed records; -1: not sealed, and to be built."""
    more: bool = False
    """Others follow."""
    ready: Mapping[UUID, bytes] = field(default_factory=dict)
    """Records that came along when the page was found."""

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def last_id(self) -> UUID:
        return UUID(bytes=self.packed[-16:])

    def ids(self, start: int, end: int) -> list[UUID]:
        return [UUID(bytes=self.packed[at : at + 16]) for at in range(start * 16, end * 16, 16)]

    def cut(self, start: int, size: int, view: View) -> int:
        """Where a piece of about `size` bytes ends that begins at `start`: it holds at least one record."""
        weight = BUILDING if view.needs_rows else 1
        end = start
        while end < len(self) and size > 0:
            known = self.sizes[end]
            size -= UNSEALED_BYTES if known < 0 else known * weight
            end += 1
        return end


def page_of(found: Found) -> Page:
    """A page of what one of the retrieval modes found."""
    return _packed(found.records, found.more, {})


async def list_page(db: Database, filters: Filters, span: Span, view: View) -> Page:
    """All that fit the filters, by age. A small page brings its records along: one statement answers the request."""
    if span.limit > store.SMALL_PAGE or view.needs_rows:
        ids, network_order = await store.large_page(db, filters, span)
        sizes = array("i", network_order)
        if sys.byteorder == "little":
            sizes.byteswap()
        return Page(ids[: span.limit * 16], sizes[: span.limit], more=len(sizes) > span.limit)
    rows = await store.small_page(db, filters, span, view)
    listed = [Listed(row["id"], row["record_bytes"]) for row in rows[: span.limit]]
    ready = {row["id"]: record for row in rows[: span.limit] if (record := row["record"]) is not None}
    return _packed(listed, more=len(rows) > span.limit, ready=ready)


def _packed(listed: Sequence[Listed], more: bool, ready: Mapping[UUID, bytes]) -> Page:
    sizes = array("i", [-1 if each.record_bytes is None else each.record_bytes for each in listed])
    return Page(b"".join([each.id.bytes for each in listed]), sizes, more, ready)
