"""Transcript search: conversations in which these words were said. docs/search.md says what matches and what does not.

What was said is indexed when a conversation is sealed; the few that are not sealed are read. Words that are common are
found among the newest conversations, the others come from the index: neither takes long, whatever is asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from parley.domain.records import occurrences, words
from parley.domain.records.filters import id_bounds
from parley.domain.records.model import Filters, Found, Listed
from parley.domain.records.occurrences import Months
from parley.domain.records.phrases import Part, are_settled_by_terms, holds, parse, score
from parley.domain.records.words import Side
from parley.kit.ids import EPOCH
from parley.storage.db import Connection, Database
from parley.storage.partitions import first_id, month_start

GLANCE = 1000
"""How many of the newest conversations are looked at before the index is asked."""
MOST_UNSEALED = 2000
"""How many conversations that are not sealed are read."""
MOST_RANKED = 2000
"""How many matches, the newest, are compared to find the best; older ones follow by age."""
MOST_COUNTED = 100_000
"""How far an offset reaches. `after` reaches everything."""
CHECKS = (500, 5000)
"""How many conversations that have the words of a phrase are read to see whether they have the phrase: first, then."""
READ_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Search:
    filters: Filters
    parts: tuple[Part, ...]
    side: Side | None

    @property
    def lookup(self) -> str:
        return words.lookup(words.tag(self.filters.project_id, self.filters.environment), self.side, self.parts)

    def texts(self, turns: Sequence[tuple[str, str]]) -> Iterator[str]:
        """What the side that is searched said."""
        for user_input, agent_response in turns:
            if self.side != "agent":
                yield user_input
            if self.side != "user":
                yield agent_response


async def index(
    tx: Connection, conversation_id: UUID, project_id: str, environment: str, turns: Sequence[tuple[str, str]]
) -> None:
    """Makes a conversation findable by what was said in it: (what the user said, what the agent answered) by turn."""
    await occurrences.put_words(tx, conversation_id, words.lexemes(words.tag(project_id, environment), turns))


async def find(
    db: Database,
    filters: Filters,
    query: str,
    side: Side | None,
    limit: int,
    *,
    after: UUID | None = None,
    offset: int = 0,
    best: bool = False,
) -> Found:
    """Newest first, from `after` (excluded) or `offset` on; or the best matches first. A query without words finds
    nothing."""
    search = Search(filters, await asyncio.to_thread(parse, query), side)
    if not search.parts:
        return Found(())
    end = min(offset + limit, MOST_COUNTED)
    found = await _newest(db, search, max(end + 1, MOST_RANKED) if best else end + 1, after)
    if best:
        found[:MOST_RANKED] = await _best_first(db, search, found[:MOST_RANKED])
    return Found(found[offset:end], more=end < MOST_COUNTED and len(found) > end)


async def _newest(db: Database, search: Search, wanted: int, after: UUID | None) -> list[Listed]:
    # Those that are not sealed come first: one that is sealed in between is then found twice instead of not at all.
    unsealed = await occurrences.unsealed(db, search.filters, after, MOST_UNSEALED)
    found = {each.id: each for each in await _holding(db, search, unsealed, wanted)}
    found |= {each.id: each for each in await _sealed(db, search, wanted, after)}
    return [found[each] for each in sorted(found, reverse=True)[:wanted]]


async def _sealed(db: Database, search: Search, wanted: int, after: UUID | None) -> list[Listed]:
    if search.filters.in_progress:
        return []
    if are_settled_by_terms(search.parts):
        return await _having_terms(db, search, wanted, after)
    found: list[Listed] = []
    for count in CHECKS:
        candidates = await _having_terms(db, search, count, after)
        found += await _holding(db, search, candidates, wanted - len(found))
        if len(found) >= wanted or len(candidates) < count:
            break
        after = candidates[-1].id
    return found


async def _having_terms(db: Database, search: Search, wanted: int, after: UUID | None) -> list[Listed]:
    filters, lookup = search.filters, search.lookup
    async with db.transaction() as tx:
        await occurrences.plan_for_values(tx)
        found, last = await occurrences.among_newest(tx, filters, lookup, after, GLANCE)
        if last is None or len(found) >= wanted:
            return found[:wanted]
        first = id_bounds(filters)[0] or first_id(EPOCH)
        for months in portions(_moment(first), _moment(last)):
            found += await occurrences.indexed(tx, filters, lookup, (first, last), months, wanted - len(found))
            if len(found) >= wanted:
                break
    return found


async def _holding(db: Database, search: Search, candidates: Sequence[Listed], wanted: int) -> list[Listed]:
    """The first of the candidates that hold what is searched, read a few at a time."""
    found: list[Listed] = []
    for some in _batches(candidates):
        turns = await occurrences.said(db, [each.id for each in some])
        found += [each for each in some if holds(search.texts(turns[each.id]), search.parts)]
        if len(found) >= wanted:
            break
    return found


async def _best_first(db: Database, search: Search, found: Sequence[Listed]) -> list[Listed]:
    """By score; those that match equally well stay newest first."""
    scores: dict[UUID, tuple[int, int, int]] = {}
    for some in _batches(found):
        turns = await occurrences.said(db, [each.id for each in some])
        scores |= {each.id: score(search.texts(turns[each.id]), search.parts) for each in some}
    return sorted(found, key=lambda each: scores[each.id], reverse=True)


def portions(oldest: datetime, newest: datetime) -> Iterator[Months]:
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


def _batches(candidates: Sequence[Listed]) -> Iterable[Sequence[Listed]]:
    return (candidates[start : start + READ_AT_ONCE] for start in range(0, len(candidates), READ_AT_ONCE))
