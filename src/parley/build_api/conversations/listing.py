"""The conversations of an agent that fit some filters: a page of them, or all as a file."""

from __future__ import annotations

import asyncio
import csv
import io
import re
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from typing import Annotated, Any

import orjson
from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.conversations.detail import CONVERSATIONS
from parley.build_api.conversations.filters import FilterQuery
from parley.build_api.conversations.summaries import PUBLIC_NAMES, Summary, list_summaries
from parley.build_api.transcripts import is_score, require_transcripts, sees_transcripts
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.domain.records import combined_search
from parley.domain.records.combined_search import Found, Question
from parley.domain.records.pages.page import Cursor
from parley.domain.records.search import matches
from parley.domain.records.search.semantic.search import SemanticSearchFailed, SemanticSearchUnavailable
from parley.kit.errors import FieldError, ValidationFailed
from parley.resources import Resources
from parley.storage.db import Database
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.replica_reads import reads_current
from parley.web.responses import Streamed, json_response

LINES, TABLE = "application/x-ndjson", "text/csv; charset=utf-8"
AT_ONCE = 200
"""Conversations that an export reads at a time."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would run. What people said and typed gets there."""
LONGEST_TEXT = 1000
PHONE_NUMBER = re.compile(r"\+[0-9]+")
COLUMNS = (*PUBLIC_NAMES.values(), "tags", "numNotes", "thumbsUp", "thumbsDown")


class Match(BaseModel):
    score: float | None = Field(description="Up to 1: how near the conversation is to `q`.")
    turn: int | None = Field(description="The turn that is nearest, from 0 on.")
    text: str | None = Field(description=f"What was said there, up to {LONGEST_TEXT} characters.")


class ListedSummary(Summary):
    match: Match | None = Field(default=None, description="Only with `q`.")


class ConversationList(BaseModel):
    conversations: list[ListedSummary]
    count: int | None = Field(description="How many fit the filters, on all pages together; null with `q`.")
    limit: int
    offset: int
    nextCursor: str | None = Field(description="The `cursor` of the next page; null: this was the last one.")


class ListQuery(FilterQuery):
    limit: int = Field(default=50, ge=1, le=500, description=f"At most {matches.MAX_RECORDS} with `q`.")
    # Each environment is read from its newest on: what is skipped costs as much as what is shown.
    offset: int = Field(
        default=0, ge=0, le=10_000, description="How many to leave out. A `cursor` wins, and is quicker."
    )
    cursor: Annotated[str, Field(max_length=255)] | None = Field(
        default=None, description="The `nextCursor` of the page before, with the same filters."
    )


async def list_agent_conversations(request: ApiRequest[None, ListQuery]) -> Response:
    query, resources = request.query, request.resources
    start = _start(query)
    now = resources.clock.now()
    require_searchable(request)
    question = await combined_search.resolve(resources.db, resources.semantic, query.question(request.project), now)
    found = await combined_search.find(resources.db, resources.semantic, question, start, query.limit, now)
    # Each takes connections of its own, and most of their time passes in the database.
    shown, count = await asyncio.gather(
        list_summaries(resources.db, found.ids, sees_transcripts(request)),
        _count(resources.db, query, question, found),
    )
    if question.words is not None:
        matched = await list_matches(resources, question, found, list(shown))
        for summary, match in zip(shown.values(), matched, strict=True):
            summary["match"] = match
    return json_response(
        {
            "conversations": list(shown.values()),
            "count": count,
            "limit": query.limit,
            "offset": query.offset,
            "nextCursor": None if found.next is None else str(found.next),
        }
    )


def require_searchable(request: ApiRequest[None, Any]) -> None:
    """Who may not read what was said must not find it out by searching either."""
    query: FilterQuery = request.query
    is_text = query.metric is not None and not is_score(query.metric.partition("=")[2] or "true")
    wordings = (query.words, query.unanswered, query.beforeHandoff, query.handoffReason)
    if is_text or any(each is not None for each in wordings):
        require_transcripts(request)


async def _count(db: Database, query: ListQuery, question: Question, found: Found) -> int | None:
    if question.words is not None:
        return None
    if found.next is None and query.cursor is None and (found.records or not query.offset):
        return query.offset + len(found.records)
    return await combined_search.count(db, question.filters)


def _start(query: ListQuery) -> Cursor:
    problems = []
    start = Cursor(count=query.offset) if query.cursor is None else Cursor.parse(query.cursor)
    by_count = query.words is not None and query.search == "semantic"
    if start is None or (query.cursor is not None and (start.id is None) is not by_count):
        problems.append(FieldError("cursor", "is not one of ours, or of another list"))
    if query.words is not None and query.limit > matches.MAX_RECORDS:
        problems.append(FieldError("limit", f"is at most {matches.MAX_RECORDS} with q"))
    if problems or start is None:
        raise ValidationFailed(fields=problems)
    return start


async def list_matches(resources: Resources, question: Question, found: Found, shown: Sequence[Any]) -> list[Any]:
    words = question.words
    assert words is not None, "without words there is nothing to match"
    if words.by == "semantic":
        scores = {each.id: each.score for each in found.records}
        known = await matches.match_meaning(resources.db, resources.semantic, words.text, scores)
    else:
        known = await matches.match_words(resources.db, words.text, words.side, found.ids)
    return [_match_json(known[each]) if each in known else None for each in shown]


def _match_json(match: matches.Match) -> dict[str, Any]:
    text = None if match.text is None else match.text[:LONGEST_TEXT]
    return {**orjson.loads(match.to_json()), "text": text}


async def export_conversation_lines(request: ApiRequest[None, FilterQuery]) -> Response:
    return await _export(request, LINES, b"", lambda rows: b"".join(orjson.dumps(row) + b"\n" for row in rows))


async def export_conversation_table(request: ApiRequest[None, FilterQuery]) -> Response:
    return await _export(request, TABLE, _table([COLUMNS]), lambda rows: _table(map(_cells, rows)))


async def _export(
    request: ApiRequest[None, FilterQuery], kind: str, first: bytes, written: Callable[[list[dict[str, Any]]], bytes]
) -> Response:
    resources = request.resources
    require_searchable(request)
    now = resources.clock.now()
    asked, with_said = request.query.question(request.project), sees_transcripts(request)
    question = await combined_search.resolve(resources.db, resources.semantic, asked, now)

    async def parts() -> AsyncGenerator[bytes, None]:
        found = combined_search.find_all(resources.db, resources.semantic, question, AT_ONCE, now)
        async with aclosing(found):
            async for ids in found:
                yield written(list((await list_summaries(resources.db, list(ids), with_said)).values()))

    coming = parts()
    # What cannot be searched for is an error like any other, and not an answer that breaks off.
    begun = first + (await anext(coming, b""))
    ending = "csv" if kind == TABLE else "ndjson"
    named = {
        "content-disposition": f'attachment; filename="{_file_name(request.project)}.{ending}"',
        "content-type": kind,
    }
    return Streamed(begun, coming, named, media_type=kind)


def _file_name(project_info: ProjectInfo) -> str:
    return f"conversations-{project_info.slug}"


def _cells(row: dict[str, Any]) -> list[Any]:
    return [_cell(row[name]) for name in COLUMNS]


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return " ".join(value)
    if isinstance(value, str) and value.startswith(FORMULA) and not PHONE_NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def _table(rows: Any) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


ERRORS = (ProjectNotFound, SemanticSearchUnavailable, SemanticSearchFailed)

ENDPOINTS = (
    Endpoint(
        "GET",
        CONVERSATIONS,
        reads_current(list_agent_conversations),
        AGENTS,
        "The conversations of an agent, newest first",
        description="All filters can stand together. A page leads to the next one by its cursor; with `q` or "
        "`search` those that fit best come first.",
        query=ListQuery,
        reply=ConversationList,
        errors=ERRORS,
    ),
    Endpoint(
        "GET",
        f"{CONVERSATIONS}/export.ndjson",
        reads_current(export_conversation_lines),
        AGENTS,
        "All conversations that fit, as lines of JSON",
        description="Streamed, without a limit: a conversation on each line.",
        query=FilterQuery,
        reply=str,
        reply_media_type=LINES,
        errors=ERRORS,
    ),
    Endpoint(
        "GET",
        f"{CONVERSATIONS}/export.csv",
        reads_current(export_conversation_table),
        AGENTS,
        "All conversations that fit, as a table",
        description="Streamed, without a limit: a conversation on each line, with a line of names first.",
        query=FilterQuery,
        reply=str,
        reply_media_type=TABLE,
        errors=ERRORS,
    ),
)
