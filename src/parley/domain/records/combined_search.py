"""Finding conversations of several environments at once, newest first or nearest first."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal
from uuid import UUID

from parley.domain.records import filter_store, store
from parley.domain.records.model import Filters, PageRequest, RecordRef, Traits, View
from parley.domain.records.pages.listing import list_page
from parley.domain.records.pages.page import Cursor
from parley.domain.records.search.semantic.search import SemanticSearch
from parley.domain.records.search.transcript.lexemes import Side
from parley.domain.records.search.transcript.search import search_transcripts
from parley.domain.records.themes.remarks import Subject, whole_hours
from parley.domain.records.themes.themes import find_behind
from parley.kit.values import value
from parley.storage.db import Database


@value
class Words:
    """What was said, or meant."""

    text: str
    by: Literal["transcript", "semantic"] = "transcript"
    side: Side | None = None


@value
class ThemeOf:
    """What several users asked in different words, by one of these wordings."""

    subject: Subject
    wording: str


@value
class Question:
    filters: Sequence[Filters]
    """One for each environment."""
    words: Words | None = None
    themes: tuple[ThemeOf, ...] = ()


@value
class Found:
    records: Sequence[RecordRef]
    next: Cursor | None
    """None: that was all."""

    @property
    def ids(self) -> list[UUID]:
        return [each.id for each in self.records]


async def resolve(db: Database, semantic: SemanticSearch, question: Question, now: datetime) -> Question:
    """The same without themes: they are in the filters. And without environments that have no conversations: each of
    them takes as many statements as one that has."""
    question = replace(question, filters=await _inhabited(db, question.filters))
    found: set[UUID] | None = None
    for each in question.themes:
        # A theme is one of a time and of what is seen in an overview, whatever else is asked for.
        meant = [
            whole_hours(replace(f, in_progress=None, traits=Traits(deployment_id=f.traits.deployment_id)), now)
            for f in question.filters
        ]
        behind = set(await find_behind(db, semantic, meant, each.subject, each.wording))
        found = behind if found is None else found & behind
    if found is None:
        return question
    among = tuple(sorted(found))
    narrowed = [replace(each, traits=replace(each.traits, among=among)) for each in question.filters]
    return replace(question, filters=narrowed, themes=())


async def _inhabited(db: Database, filters: Sequence[Filters]) -> Sequence[Filters]:
    if len(filters) == 1:
        return filters
    found = await store.list_inhabited(db, filters[0].project_id, [each.environment for each in filters])
    # What cannot be asked is said so of an agent without conversations too.
    return [each for each in filters if each.environment in found] or filters[:1]


async def find(
    db: Database, semantic: SemanticSearch, question: Question, start: Cursor, limit: int, now: datetime
) -> Found:
    words, reach = question.words, start.count + limit
    found: list[RecordRef] = []
    more = False
    # The index is by environment: a page of each, and of all of them the first.
    for filters in question.filters:
        if words is None:
            page = await list_page(db, filters, PageRequest(reach, after=start.id), View(transcripts=False), now)
            found += map(RecordRef, page.ids(0, len(page)))
            more |= page.more
            continue
        if words.by == "semantic":
            listed = await semantic.find(filters, words.text, reach)
        else:
            listed = await search_transcripts(db, filters, words.text, words.side, reach, after=start.id)
        found += listed.records
        more |= listed.more
    by_meaning = words is not None and words.by == "semantic"
    found.sort(key=lambda each: ((each.score or 0.0) if by_meaning else 0.0, each.id), reverse=True)
    shown = found[start.count : reach]
    if not shown or not (more or len(found) > reach):
        return Found(shown, None)
    return Found(shown, Cursor(count=reach) if by_meaning else Cursor(id=shown[-1].id))


async def find_all(
    db: Database, semantic: SemanticSearch, question: Question, at_once: int, now: datetime
) -> AsyncGenerator[Sequence[UUID], None]:
    """All of them, some at a time."""
    cursor: Cursor | None = Cursor()
    while cursor is not None:
        found = await find(db, semantic, question, cursor, at_once, now)
        yield found.ids
        cursor = found.next


async def count(db: Database, filters: Sequence[Filters]) -> int:
    """How many fit, however many that are."""
    return sum([await filter_store.count_all(db, each) for each in filters])
