"""Finding a page of all records that fit the filters, by age."""

from __future__ import annotations

import sys
from array import array
from datetime import datetime, timedelta
from functools import lru_cache
from uuid import UUID

from parley.domain.records import store
from parley.domain.records.filter_store import id_bounds
from parley.domain.records.model import ANY, ID_BYTES, Filters, PageRequest, View
from parley.domain.records.pages.page import Page, page_of_sizes
from parley.kit.ids import EPOCH
from parley.storage.db import Database, Row

WINDOW = timedelta(milliseconds=2**31)
"""Three and a half weeks."""
WINDOW_SHIFT = 80 + 31
"""Bits of an id below its window: an id begins with its milliseconds."""


async def list_page(db: Database, filters: Filters, request: PageRequest, view: View, now: datetime) -> Page:
    """A small page brings its records along: one statement answers the request. One by traits does not: nearly all that
    is looked at may have to be ruled out, and for that an index is enough."""
    if request.limit > store.SMALL_PAGE or view.needs_rows or filters.traits != ANY:
        return await _large_page(db, filters, request)
    rows = await _small_page(db, filters, request, view, now)
    more = len(rows) > request.limit
    if more:
        rows.pop()
    return page_of_sizes([(row["id"], row["record_bytes"]) for row in rows], more, [row["record"] for row in rows])


async def _large_page(db: Database, filters: Filters, request: PageRequest) -> Page:
    ids, network_order = await store.find_large_page(db, filters, request)
    sizes = array("i", network_order)
    # PostgreSQL sends integers in network order; `array` reads them in the order of the machine.
    if sys.byteorder == "little":
        sizes.byteswap()
    return Page(ids[: request.limit * ID_BYTES], sizes[: request.limit], more=len(sizes) > request.limit)


async def _small_page(db: Database, filters: Filters, request: PageRequest, view: View, now: datetime) -> list[Row]:
    """Nearly all pages end within weeks of where they begin. A statement confined to these opens few partitions;
    to open all that there are takes longer than what it does with them."""
    # Oldest first has no window: where the first conversation is, nothing says.
    if not request.ascending:
        rows = await store.find_small_page(db, filters, request, view, _window_start(filters, request, now))
        if len(rows) > request.limit:
            return rows
    # The window held too few to know whether that was all.
    return await store.find_small_page(db, filters, request, view)


def _window_start(filters: Filters, request: PageRequest, now: datetime) -> UUID:
    """An id from up to seven weeks before the page begins: the same for weeks, so that the statement in which it is
    written out is the same too, and is prepared once."""
    given = [each.int >> WINDOW_SHIFT for each in (id_bounds(filters)[1], request.after) if each is not None]
    return _first_id(max(min([(now - EPOCH) // WINDOW, *given]) - 1, 0))


@lru_cache(maxsize=256)
def _first_id(window: int) -> UUID:
    return UUID(int=window << WINDOW_SHIFT)
