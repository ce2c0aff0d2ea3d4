"""Records as JSON text, a page piece by piece: sealed ones are copied as they lie there, the others are built.

Every piece is one short read. While its bytes are on their way to a client nothing of the database is held, and however
many pages are being read at once, all pieces together stay within one allowance.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any
from uuid import UUID

import orjson

from parley.domain.records import store
from parley.domain.records.building import Built, build
from parley.domain.records.legacy import legacy
from parley.domain.records.model import View
from parley.domain.records.pages import Page
from parley.storage.db import Database, json_bytes

LARGEST_PIECE = 512 << 10
SMALLEST_PIECE = 16 << 10
AHEAD = 2
"""Pieces of one page that are being read at a time."""


class Allowance:
    """How much the pages that are being read may hold at a time. Those that read share it."""

    def __init__(self, size: int = 4 << 20) -> None:
        self._size = size
        self.readers = 0

    @property
    def share(self) -> int:
        return max(SMALLEST_PIECE, min(LARGEST_PIECE, self._size // (AHEAD * max(self.readers, 1))))

    async def pieces(self, db: Database, page: Page, view: View) -> AsyncGenerator[list[bytes], None]:
        """The records of a page, some at a time. The next ones are being read meanwhile, so that neither we nor the
        database wait for the other."""
        self.readers += 1
        coming: deque[asyncio.Task[list[bytes]]] = deque()
        try:
            start = 0
            while coming or start < len(page):
                while start < len(page) and len(coming) < AHEAD:
                    end = page.cut(start, self.share, view)
                    coming.append(asyncio.create_task(piece(db, page, start, end, view)))
                    start = end
                yield await coming.popleft()
        finally:
            for reading in coming:
                reading.cancel()
            await asyncio.gather(*coming, return_exceptions=True)
            self.readers -= 1


async def piece(db: Database, page: Page, start: int, end: int, view: View) -> list[bytes]:
    """The records of a page from one place up to another."""
    ready = page.ready[start:end]
    records = [record for record in ready if record is not None]
    if len(records) == end - start:
        return _in_form(records, view)
    ids = page.ids(start, end)
    along = zip(ids, ready, strict=bool(ready))
    return await read(db, ids, view, {each: record for each, record in along if record is not None})


async def read(db: Database, ids: Sequence[UUID], view: View, ready: Mapping[UUID, bytes]) -> list[bytes]:
    """Those records in that order, without any that has gone meanwhile."""
    missing = [each for each in ids if each not in ready]
    found = {**ready, **await _fetched(db, missing, view)} if missing else ready
    return _in_form([found[each] for each in ids if each in found], view)


async def read_each(db: Database, ids: Sequence[UUID], view: View) -> dict[UUID, bytes]:
    """Those records by id, without any that has gone meanwhile."""
    found = await _fetched(db, ids, view)
    return dict(zip(found, _in_form(list(found.values()), view), strict=True))


def _in_form(records: list[bytes], view: View) -> list[bytes]:
    if not view.legacy:
        return records
    return [orjson.dumps(legacy(orjson.loads(record), whitelisted=view.whitelisted)) for record in records]


async def _fetched(db: Database, ids: Sequence[UUID], view: View) -> dict[UUID, bytes]:
    found = {} if view.needs_rows else await store.sealed(db, ids, view)
    unsealed = [each for each in ids if each not in found]
    return {**found, **await _built(db, unsealed, view)} if unsealed else found


async def _built(db: Database, ids: Sequence[UUID], view: View) -> dict[UUID, bytes]:
    headers = await store.headers(db, ids)
    turns = await store.turns(db, ids)
    return {header.id: seen(build(header, turns.get(header.id, []), latency=view.latency), view) for header in headers}


def seen(built: Built, view: View) -> bytes:
    """What the view leaves of a record, in the same form as a sealed one."""
    metrics: Mapping[str, Any] = built.metrics
    if view.metrics is not None:
        metrics = {name: value for name, value in metrics.items() if name in view.metrics}
    turns = built.turns if view.transcripts else b"[]"
    return b"".join((b"{", built.head, b',"metrics":', json_bytes(metrics), b',"turns":', turns, b"}"))
