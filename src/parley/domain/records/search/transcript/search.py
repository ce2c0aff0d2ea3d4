"""Finding conversations by the words that were said in them.

What was said is indexed when a conversation gets its snapshot; the few without one are read. Words that are common are
found among the newest conversations, the others come from the index: neither takes long, whatever is searched for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from parley.domain.records.filter_store import id_bounds
from parley.domain.records.model import Filters, RecordList, RecordRef
from parley.domain.records.search.transcript import lexemes, transcript_store
from parley.domain.records.search.transcript.lexemes import Side
from parley.domain.records.search.transcript.phrases import (
    Phrase,
    are_single_terms,
    contain_all,
    parse_query,
    score_texts,
)
from parley.domain.records.search.transcript.transcript_store import Months
from parley.kit.ids import EPOCH
from parley.storage.db import Connection, Database
from parley.storage.partitions import first_id, month_start

NEWEST = 1000
"""How many of the newest conversations are looked at before the index is used."""
MAX_WITHOUT_SNAPSHOT = 2000
"""How many conversations without a snapshot are read."""
MAX_RANKED = 2000
"""How many matches, the newest, are compared to find the best; older ones follow by age."""
MAX_OFFSET = 100_000
"""How far an offset reaches. `after` reaches everything."""
CANDIDATES = (500, 5000)
"""How many conversations that have the words of a phrase are read to see whether they have the phrase: first, then."""
READ_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Search:
    filters: Filters
    phrases: tuple[Phrase, ...]
    side: Side | None

    @property
    def tsquery(self) -> str:
        tag = lexemes.project_tag(self.filters.project_id, self.filters.environment)
        return lexemes.to_tsquery(tag, self.side, self.phrases)

    def texts(self, turns: Sequence[tuple[str, str]]) -> Iterator[str]:
        """What the side that is searched said."""
        for user_input, agent_response in turns:
            if self.side != "agent":
                yield user_input
            if self.side != "user":
                yield agent_response


async def index_transcript(
    tx: Connection, conversation_id: UUID, project_id: str, environment: str, turns: Sequence[tuple[str, str]]
) -> None:
    """Makes a conversation findable by what was said in it: (what the user said, what the agent answered) by turn."""
    tag = lexemes.project_tag(project_id, environment)
    await transcript_store.upsert_words(tx, conversation_id, lexemes.transcript_lexemes(tag, turns))


async def search_transcripts(
    db: Database,
    filters: Filters,
    query: str,
    side: Side | None,
    limit: int,
    *,
    after: UUID | None = None,
    offset: int = 0,
    best: bool = False,
) -> RecordList:
    """Newest first, from `after` (excluded) or `offset` on; or the best matches first. A query without words finds
    nothing."""
    search = Search(filters, await asyncio.to_thread(parse_query, query), side)
    if not search.phrases:
        return RecordList(())
    end = min(offset + limit, MAX_OFFSET)
    # One more than wanted tells whether there is a next page.
    found = await _find_newest(db, search, max(end + 1, MAX_RANKED) if best else end + 1, after)
    if best:
        found[:MAX_RANKED] = await _sort_by_score(db, search, found[:MAX_RANKED])
    return RecordList(found[offset:end], more=end < MAX_OFFSET and len(found) > end)


async def _find_newest(db: Database, search: Search, wanted: int, after: UUID | None) -> list[RecordRef]:
    # Those without a snapshot come first: one that gets it in between is then found twice instead of not at all.
    unindexed = await transcript_store.find_without_snapshot(db, search.filters, after, MAX_WITHOUT_SNAPSHOT)
    found = {ref.id: ref for ref in await _read_matches(db, search, unindexed, wanted)}
    found |= {ref.id: ref for ref in await _find_indexed(db, search, wanted, after)}
    return [found[each] for each in sorted(found, reverse=True)[:wanted]]


async def _find_indexed(db: Database, search: Search, wanted: int, after: UUID | None) -> list[RecordRef]:
    if search.filters.in_progress:
        return []  # what still runs has no snapshot
    if are_single_terms(search.phrases):
        return await _find_terms(db, search, wanted, after)
    # The index knows which words were said, not in which order: what has the words is read until enough is found.
    found: list[RecordRef] = []
    for count in CANDIDATES:
        candidates = await _find_terms(db, search, count, after)
        found += await _read_matches(db, search, candidates, wanted - len(found))
        if len(found) >= wanted or len(candidates) < count:
            break
        after = candidates[-1].id
    return found


async def _find_terms(db: Database, search: Search, wanted: int, after: UUID | None) -> list[RecordRef]:
    filters, tsquery = search.filters, search.tsquery
    async with db.transaction() as tx:
        await transcript_store.force_custom_plans(tx)
        found, last = await transcript_store.match_newest(tx, filters, tsquery, after, NEWEST)
        if last is None or len(found) >= wanted:
            return found[:wanted]
        # In the same transaction, which has the settings for its plans.
        first = id_bounds(filters)[0] or first_id(EPOCH)
        for months in month_portions(_moment(first), _moment(last)):
            left = wanted - len(found)
            found += await transcript_store.match_indexed(tx, filters, tsquery, (first, last), months, left)
            if len(found) >= wanted:
                break
    return found


async def _read_matches(db: Database, search: Search, candidates: Sequence[RecordRef], wanted: int) -> list[RecordRef]:
    """The first of the candidates that contain what is searched, read a few at a time."""
    found: list[RecordRef] = []
    for some in _batches(candidates):
        turns = await transcript_store.find_transcripts(db, [ref.id for ref in some])
        found += [ref for ref in some if contain_all(search.texts(turns[ref.id]), search.phrases)]
        if len(found) >= wanted:
            break
    return found


async def _sort_by_score(db: Database, search: Search, found: Sequence[RecordRef]) -> list[RecordRef]:
    """The best first; those that match equally well stay newest first."""
    scores: dict[UUID, tuple[int, int, int]] = {}
    for some in _batches(found):
        turns = await transcript_store.find_transcripts(db, [ref.id for ref in some])
        scores |= {ref.id: score_texts(search.texts(turns[ref.id]), search.phrases) for ref in some}
    return sorted(found, key=lambda ref: scores[ref.id], reverse=True)


def month_portions(oldest: datetime, newest: datetime) -> Iterator[Months]:
    """The months between two moments, newest first, ever more at a time: what is not rare is found in the first."""
    end = month_start(newest, 1)
    for months in (1, 3, 9):
        first = max(month_start(end, -months), month_start(oldest))
        yield Months(first, end)
        if first <= oldest:
            return
        end = first
    yield Months(month_start(oldest), end)


def _moment(conversation_id: UUID) -> datetime:
    return EPOCH + timedelta(milliseconds=conversation_id.int >> 80)


def _batches(candidates: Sequence[RecordRef]) -> Iterable[Sequence[RecordRef]]:
    return (candidates[start : start + READ_AT_ONCE] for start in range(0, len(candidates), READ_AT_ONCE))
