"""A page: which records, in which order, and how large they are. Kept small, because a page has up to 5000 of them and
stays in memory for as long as a client takes to read it."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from uuid import UUID

from parley.domain.records import store
from parley.domain.records.filters import id_bounds
from parley.domain.records.model import Filters, Found, Span, View
from parley.kit.ids import EPOCH
from parley.kit.values import value
from parley.storage.db import Database, Row

UNSEALED_BYTES = 16 << 10
"""The guess for a record that is not sealed, which is not known before it is built."""
WEEKS = timedelta(milliseconds=2**31)
"""Three and a half."""
WEEKS_SHIFT = 80 + 31
"""An id begins with its milliseconds."""
BUILDING = 4
"""Building a record takes this many times the memory of copying it."""


@value
class Page:
    packed: bytes = b""
    """The ids, sixteen bytes each."""
    sizes: array[int] = field(default_factory=lambda: array("i"))
    """Of the sealed records; -1: not sealed, and to be built."""
    more: bool = False
    """Others follow."""
    ready: Sequence[bytes | None] = ()
    """Records that came along when the page was found, in the same order; None: this one did not. Empty: none did."""
    scores: Sequence[float | None] = ()
    """How near each is to what was asked for, in the same order, where that is known."""

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
    page = _packed([(each.id, each.record_bytes) for each in found.records], found.more)
    return replace(page, scores=[each.score for each in found.records])


async def list_page(db: Database, filters: Filters, span: Span, view: View, now: datetime) -> Page:
    """All that fit the filters, by age. A small page brings its records along: one statement answers the request."""
    if span.limit > store.SMALL_PAGE or view.needs_rows:
        ids, network_order = await store.large_page(db, filters, span)
        sizes = array("i", network_order)
        if sys.byteorder == "little":
            sizes.byteswap()
        return Page(ids[: span.limit * 16], sizes[: span.limit], more=len(sizes) > span.limit)
    rows = await _small_page(db, filters, span, view, now)
    more = len(rows) > span.limit
    if more:
        rows.pop()
    return _packed([(row["id"], row["record_bytes"]) for row in rows], more, [row["record"] for row in rows])


async def _small_page(db: Database, filters: Filters, span: Span, view: View, now: datetime) -> list[Row]:
    """Nearly all pages end within weeks of where they begin. A statement confined to these opens few partitions;
    to open all that there are takes longer than what it does with them."""
    if not span.ascending:
        rows = await store.small_page(db, filters, span, view, _weeks_before(filters, span, now))
        if len(rows) > span.limit:
            return rows
    return await store.small_page(db, filters, span, view)


def _weeks_before(filters: Filters, span: Span, now: datetime) -> UUID:
    """An id from up to seven weeks before the page begins: the same for weeks, and so is the statement."""
    given = [each.int >> WEEKS_SHIFT for each in (id_bounds(filters)[1], span.after) if each is not None]
    return _first_id(max(min([(now - EPOCH) // WEEKS, *given]) - 1, 0))


@lru_cache(maxsize=256)
def _first_id(weeks: int) -> UUID:
    return UUID(int=weeks << WEEKS_SHIFT)


def _packed(listed: Sequence[tuple[UUID, int | None]], more: bool, ready: Sequence[bytes | None] = ()) -> Page:
    sizes = array("i", [-1 if size is None else size for _, size in listed])
    return Page(b"".join([each.bytes for each, _ in listed]), sizes, more, ready)
