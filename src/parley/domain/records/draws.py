"""Pages of a random sample. A first page is a new draw; the pages after it go on drawing from what was not drawn yet,
so that none comes twice. What a reader has drawn is kept for an hour after its last page."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from parley.domain.records import sample, store
from parley.domain.records.model import Filters, Found, Listed
from parley.storage.db import Database

FURTHEST = 20_000
"""How many can be drawn, page by page."""
KEPT = timedelta(hours=1)
ID_BYTES = 16


async def page(db: Database, reader: UUID, filters: Filters, limit: int, offset: int, now: datetime) -> Found:
    """`reader` is whose draw it is: the key of the request."""
    end = min(offset + limit, FURTHEST)
    if offset >= end:
        return Found(())
    key = sha256(repr(filters).encode()).digest()[:ID_BYTES]
    known = _unpacked(await store.drawn(db, reader, key, now - KEPT)) if offset else []
    wanted = end + 1  # one more tells whether there is a next page
    fresh: dict[UUID, Listed] = {}
    if len(known) < wanted:
        fresh = await _fresh(db, filters, known, wanted)
    ids = [*known, *fresh]
    if fresh and len(ids) > limit:
        await store.keep_drawn(db, reader, key, b"".join([each.bytes for each in ids]), now, now - KEPT)
    return Found(await _listed(db, filters, ids[offset:end], fresh), more=end < FURTHEST and len(ids) > end)


async def _fresh(db: Database, filters: Filters, known: list[UUID], wanted: int) -> dict[UUID, Listed]:
    """Enough that `wanted` are known then, or all there are. Of so many that are drawn, at most those that are known
    already drop out, and each of the others is as likely as any."""
    before = set(known)
    drawn = (await sample.random(db, filters, wanted)).records
    return {each.id: each for each in [each for each in drawn if each.id not in before][: wanted - len(known)]}


async def _listed(db: Database, filters: Filters, ids: list[UUID], fresh: dict[UUID, Listed]) -> list[Listed]:
    """Without those that are gone meanwhile."""
    older = [each for each in ids if each not in fresh]
    sizes = await store.sizes(db, filters, older) if older else {}
    found = {**fresh, **{each: Listed(each, size) for each, size in sizes.items()}}
    return [found[each] for each in ids if each in found]


def _unpacked(packed: bytes) -> list[UUID]:
    return [UUID(bytes=packed[at : at + ID_BYTES]) for at in range(0, len(packed), ID_BYTES)]
