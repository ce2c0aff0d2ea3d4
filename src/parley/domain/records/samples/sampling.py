"""Random samples, page by page. A first page is a new draw; the pages after it go on drawing from what was not drawn
yet, so that none comes twice. What a reader has drawn is stored for an hour after its last page."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from parley.domain.records import filter_store
from parley.domain.records.model import Filters, RecordList, RecordRef, pack_ids, unpack_ids
from parley.domain.records.samples import sampling_store
from parley.domain.records.samples.numbers import draw_by_number
from parley.storage.db import Database

MAX_DRAWN = 20_000
"""How many can be drawn, page by page."""
LIFETIME = timedelta(hours=1)
KEY_BYTES = 16
MANY = 50_000
"""From here on it is worth not to sort a random number for each."""
SPARE = 200
"""So many more than twice the limit are expected to get through a thinned draw: too few are then next to impossible."""


async def sample_page(
    db: Database, reader: UUID, filters: Filters, limit: int, offset: int, now: datetime
) -> RecordList:
    """`reader` is whose draw it is: the key of the request."""
    end = min(offset + limit, MAX_DRAWN)
    if offset >= end:
        return RecordList(())
    # By a digest: filters of any length make a key of the same size.
    key = sha256(repr(filters).encode()).digest()[:KEY_BYTES]
    known = unpack_ids(await sampling_store.find_draw(db, reader, key, now - LIFETIME)) if offset else []
    wanted = end + 1  # one more tells whether there is a next page
    fresh: dict[UUID, RecordRef] = {}
    if len(known) < wanted:
        fresh = await _draw_fresh(db, filters, known, wanted)
    ids = [*known, *fresh]
    # What fits into one page has no next one that would have to know it.
    if fresh and len(ids) > limit:
        await sampling_store.upsert_draw(db, reader, key, pack_ids(ids), now, now - LIFETIME)
    refs = await _find_refs(db, filters, ids[offset:end], fresh)
    return RecordList(refs, more=end < MAX_DRAWN and len(ids) > end)


async def random_sample(db: Database, filters: Filters, limit: int) -> list[RecordRef]:
    """At most `limit`, in random order.

    Of many, those of a time are drawn by their number, because it is known how many started in each hour. Where that
    does not help, all are looked at. Sorting a number for each of a million conversations takes longer than looking at
    their ids, so most drop out by the throw of a coin, the same for each; were there ever too few left, all would be
    thrown for again.
    """
    share = 1.0
    if await filter_store.count_up_to(db, filters, MANY) == MANY:
        drawn = await draw_by_number(db, filters, limit) if filters.only_bound_time else None
        if drawn is not None:
            return drawn
        share = min(1.0, (2 * limit + SPARE) / MANY)
    found = await sampling_store.find_random(db, filters, limit, share)
    if len(found) < limit and share < 1.0:
        found = await sampling_store.find_random(db, filters, limit, 1.0)
    return found


async def _draw_fresh(db: Database, filters: Filters, known: list[UUID], wanted: int) -> dict[UUID, RecordRef]:
    """Enough that `wanted` are known then, or all there are. Of so many that are drawn, at most those that are known
    already drop out, and each of the others is as likely as any."""
    before = set(known)
    fresh = [ref for ref in await random_sample(db, filters, wanted) if ref.id not in before]
    return {ref.id: ref for ref in fresh[: wanted - len(known)]}


async def _find_refs(db: Database, filters: Filters, ids: list[UUID], fresh: dict[UUID, RecordRef]) -> list[RecordRef]:
    """Without those that are gone meanwhile."""
    older = [each for each in ids if each not in fresh]
    sizes = await filter_store.find_sizes(db, filters, older) if older else {}
    found = {**fresh, **{each: RecordRef(each, size) for each, size in sizes.items()}}
    return [found[each] for each in ids if each in found]
