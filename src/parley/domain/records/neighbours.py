"""What stands beside a conversation among those that are meant, wherever in a list of any length it is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from parley.domain.records import filter_store
from parley.domain.records.combined_search import Found, Question, Words, count, find
from parley.domain.records.model import Filters, PageRequest, RecordRef, View
from parley.domain.records.pages.listing import list_page
from parley.domain.records.pages.page import Cursor
from parley.domain.records.search.semantic.search import SemanticSearch
from parley.domain.records.search.transcript.search import search_transcripts
from parley.kit.ids import EPOCH
from parley.kit.values import value
from parley.storage.db import Database
from parley.storage.partitions import MILLISECOND

MOST_COUNTED = 10_000
"""Newer ones are counted up to here."""
NEAREST = 200
"""Of a search, the first: by meaning nobody reads further down, by words those further down are looked for by age."""
READ = 100
"""Conversations in which something was said, of a time: where there are more, a shorter time is looked at."""
FIRST_SPAN = timedelta(hours=1)
WIDER = 8
MOST_LOOKS = 24
SHORTEST = timedelta(seconds=1)


@value
class Neighbours:
    previous: RecordRef | None
    """The newer one; by meaning, the nearer one."""
    next: RecordRef | None
    position: int | None = None
    """From 1 on, counted as far as lists are; None: far down in what a search found."""
    count: int | None = None
    """None: a search found too many to be counted."""


async def find_neighbours(
    db: Database, semantic: SemanticSearch, question: Question, conversation: UUID, now: datetime
) -> Neighbours:
    words = question.words
    if words is None:
        newer, older, before, whole = await asyncio.gather(
            _beside(db, question.filters, PageRequest(1, after=conversation, ascending=True), now),
            _beside(db, question.filters, PageRequest(1, after=conversation), now),
            _count_newer(db, question.filters, conversation),
            count(db, question.filters),
        )
        return Neighbours(_oldest(newer), _newest(older), min(before + 1, MOST_COUNTED), whole)
    known = _among(await find(db, semantic, question, Cursor(), NEAREST, now), conversation)
    if known is not None or words.by == "semantic":
        return known or Neighbours(None, None)
    said_later = [await _said_later(db, each, words, conversation, now) for each in question.filters]
    said_before = [
        ref
        for each in question.filters
        for ref in (await search_transcripts(db, each, words.text, words.side, 1, after=conversation)).records
    ]
    return Neighbours(_oldest(ref for ref in said_later if ref is not None), _newest(said_before))


async def _beside(db: Database, filters: Sequence[Filters], request: PageRequest, now: datetime) -> list[RecordRef]:
    """One of each environment."""
    pages = [await list_page(db, each, request, View(transcripts=False), now) for each in filters]
    return [RecordRef(each) for page in pages for each in page.ids(0, min(len(page), 1))]


async def _count_newer(db: Database, filters: Sequence[Filters], conversation: UUID) -> int:
    total = 0
    for each in filters:
        total += await filter_store.count_up_to(db, each, MOST_COUNTED - total, after=conversation)
        if total >= MOST_COUNTED:
            break
    return total


async def _said_later(
    db: Database, filters: Filters, words: Words, conversation: UUID, now: datetime
) -> RecordRef | None:
    """The search has the newest first: so the time after this one is looked at, as short as few have it, and as long as
    somebody has."""
    begin = EPOCH + timedelta(milliseconds=conversation.int >> 80)
    last = min(filters.end or now, now) + MILLISECOND
    since = begin if filters.start is None else max(begin, filters.start)
    empty, full, span = timedelta(), None, FIRST_SPAN
    newer: list[RecordRef] = []
    for _ in range(MOST_LOOKS):
        meant = replace(filters, start=since, end=min(begin + span, last))
        listed = await search_transcripts(db, meant, words.text, words.side, READ)
        newer = [ref for ref in listed.records if ref.id > conversation] or newer
        if listed.more and span > SHORTEST:
            full = span
        elif any(ref.id > conversation for ref in listed.records) or begin + span >= last:
            break
        else:
            empty = span
        span = span * WIDER if full is None else (empty + full) / 2
    return _oldest(newer)


def _among(found: Found, conversation: UUID) -> Neighbours | None:
    """None: it is not among them, or what follows it is not."""
    records = found.records
    place = next((number for number, ref in enumerate(records) if ref.id == conversation), None)
    if place is None or (place + 1 == len(records) and found.next is not None):
        return None
    return Neighbours(
        records[place - 1] if place else None,
        records[place + 1] if place + 1 < len(records) else None,
        place + 1,
        len(records) if found.next is None else None,
    )


def _oldest(found: Iterable[RecordRef]) -> RecordRef | None:
    return min(found, key=lambda ref: ref.id, default=None)


def _newest(found: Iterable[RecordRef]) -> RecordRef | None:
    return max(found, key=lambda ref: ref.id, default=None)
