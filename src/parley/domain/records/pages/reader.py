"""Records as JSON text, a page chunk by chunk: snapshots are copied as they are, the other records are built.

Every chunk is one short read. While its bytes are on their way to a client nothing of the database is held, and however
many pages are being read at once, all chunks together stay within one budget.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Mapping, Sequence
from uuid import UUID

import orjson

from parley.domain.records import store
from parley.domain.records.model import View
from parley.domain.records.pages.page import Page
from parley.domain.records.record import build_record, render_record, to_legacy
from parley.kit import tasks
from parley.storage.db import Database

MAX_CHUNK = 512 << 10
MIN_CHUNK = 16 << 10
"""However many readers there are: smaller chunks would cost more in statements than they save in memory."""
READ_AHEAD = 2
"""Chunks of one page that are being read at a time."""


class ReadBudget:
    """How many bytes the pages that are being read may hold at a time. Their readers share it."""

    def __init__(self, size: int = 4 << 20) -> None:
        self._size = size
        self.readers = 0

    @property
    def chunk_size(self) -> int:
        return max(MIN_CHUNK, min(MAX_CHUNK, self._size // (READ_AHEAD * max(self.readers, 1))))

    async def read_chunks(self, db: Database, page: Page, view: View) -> AsyncGenerator[list[bytes], None]:
        """The records of a page, a chunk at a time. The next chunk is being read meanwhile, so that neither we nor the
        database wait for the other."""
        self.readers += 1
        coming: deque[asyncio.Task[list[bytes]]] = deque()
        try:
            start = 0
            while coming or start < len(page):
                while start < len(page) and len(coming) < READ_AHEAD:
                    # Asked for each chunk anew: others may have begun or stopped reading since the last one.
                    end = page.chunk_end(start, self.chunk_size, view)
                    coming.append(tasks.start(read_chunk(db, page, start, end, view), "records"))
                    start = end
                yield await coming.popleft()
        finally:
            # A client that goes away closes this generator: what is still being read must not outlive it.
            for task in coming:
                task.cancel()
            await asyncio.gather(*coming, return_exceptions=True)
            self.readers -= 1


async def read_chunk(db: Database, page: Page, start: int, end: int, view: View) -> list[bytes]:
    """The records of a page from the one at `start` up to, but without, the one at `end`."""
    preloaded = page.preloaded[start:end]
    records = [record for record in preloaded if record is not None]
    if len(records) == end - start:
        return _in_form(records, view)
    ids = page.ids(start, end)
    # Of a large page nothing came along, and there is nothing to pair.
    along = zip(ids, preloaded, strict=bool(preloaded))
    return await read_records(db, ids, view, {each: record for each, record in along if record is not None})


async def read_records(db: Database, ids: Sequence[UUID], view: View, preloaded: Mapping[UUID, bytes]) -> list[bytes]:
    """Those records in that order, without any that has gone meanwhile."""
    missing = [each for each in ids if each not in preloaded]
    found = {**preloaded, **await _fetch(db, missing, view)} if missing else preloaded
    return _in_form([found[each] for each in ids if each in found], view)


async def read_records_by_id(db: Database, ids: Sequence[UUID], view: View) -> dict[UUID, bytes]:
    """Those records by id, without any that has gone meanwhile."""
    found = await _fetch(db, ids, view)
    return dict(zip(found, _in_form(list(found.values()), view), strict=True))


def _in_form(records: list[bytes], view: View) -> list[bytes]:
    if not view.legacy:
        return records
    return [orjson.dumps(to_legacy(orjson.loads(record), whitelisted=view.whitelisted)) for record in records]


async def _fetch(db: Database, ids: Sequence[UUID], view: View) -> dict[UUID, bytes]:
    found = {} if view.needs_rows else await store.find_snapshots(db, ids, view)
    missing = [each for each in ids if each not in found]
    return {**found, **await _build(db, missing, view)} if missing else found


async def _build(db: Database, ids: Sequence[UUID], view: View) -> dict[UUID, bytes]:
    headers = await store.find_headers(db, ids)
    turns = await store.find_turns(db, ids)
    return {
        header.id: render_record(build_record(header, turns.get(header.id, []), latency=view.latency), view)
        for header in headers
    }
