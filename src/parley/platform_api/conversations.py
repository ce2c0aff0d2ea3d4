"""The Conversations API: records of what was said, in three versions."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any

import orjson
from starlette.responses import Response

from parley.domain.accounts.model import AccountNotFound
from parley.domain.projects.info import ProjectNotFound
from parley.domain.records import store
from parley.domain.records.model import ConversationsValidationFailed, Filters, PageRequest, View
from parley.domain.records.pages.listing import list_page
from parley.domain.records.pages.page import Cursor, Page, page_of_list
from parley.domain.records.pages.reader import ReadBudget, read_chunk, read_records_by_id
from parley.domain.records.samples.sampling import sample_page
from parley.domain.records.search import matches
from parley.domain.records.search.semantic.search import SemanticSearchUnavailable
from parley.domain.records.search.transcript.search import search_transcripts
from parley.kit.errors import FieldError
from parley.platform_api.conversation_models import (
    ConversationsPage,
    ConversationsPageV2,
    ConversationsQuery,
    ExportQuery,
    FilterQuery,
    LegacyConversationsPage,
)
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import CONVERSATIONS, UserAccessForbidden
from parley.web.replica_reads import reads_current
from parley.web.responses import Streamed, json_bytes_response

CHAT_CHANNELS = ("CHAT", "WEBCHAT")
VOICE = "VOICE"

DEPRECATED_SINCE = "@1772409600"
"""2 March 2026: from then on v1 is answered as well as can be, without a promise."""
UNSUPPORTED_FROM = "Mon, 31 Aug 2026 00:00:00 GMT"

read_budget = ReadBudget()
"""Of this process, whoever asks."""

BODY_START = b'{"conversations":['
MAX_UNSTREAMED = 128 << 10
"""Larger pages are streamed."""

ListRequest = ApiRequest[None, ConversationsQuery]
FilteredRequest = ApiRequest[None, ConversationsQuery] | ApiRequest[None, ExportQuery]


@dataclass(frozen=True, slots=True)
class Version:
    is_legacy: bool = False
    """Oldest first, null for empty text, without what came later."""
    has_cursors: bool = False


def check_key(request: ApiRequest[Any, Any]) -> None:
    scope = request.key.scope
    if not scope.names_projects or scope.region is None:
        raise UserAccessForbidden("Version 3 needs a key that is bound to a project and its region.")


async def list_conversations(request: ListRequest) -> Response:
    check_key(request)
    return await _answer(request, Version(has_cursors=True))


async def list_conversations_v2(request: ListRequest) -> Response:
    return await _answer(request, Version())


async def list_conversations_v1(request: ListRequest) -> Response:
    response = await _answer(request, Version(is_legacy=True))
    successor = f"../../../v3/{request.project.account_id}/{request.project.id}/conversations"
    response.headers["Deprecation"] = DEPRECATED_SINCE
    response.headers["Sunset"] = UNSUPPORTED_FROM
    response.headers["Link"] = f'<{successor}>; rel="successor-version"'
    return response


async def _answer(request: ListRequest, version: Version) -> Response:
    _check_combinations(request.query)
    start = _parse_cursor(request.query) if version.has_cursors and request.query.cursor else None
    view = _view(request, version)
    page = await _find_page(request, version, start or Cursor(count=request.query.offset), view)
    end = _body_end(request.query, version, page, start)
    db = request.resources.db
    if request.query.include_match and request.query.query_type is not None:
        records = await _read_with_matches(request, page, view)
        return json_bytes_response(b"".join((BODY_START, b",".join(records), end)))
    # Small enough for one query: streaming would only add tasks, and a reader to the budget.
    if page.chunk_end(0, MAX_UNSTREAMED, view) == len(page):
        records = await read_chunk(db, page, 0, len(page), view)
        return json_bytes_response(b"".join((BODY_START, b",".join(records), end)))
    parts = _body_parts(read_budget.read_chunks(db, page, view), end)
    return Streamed(await anext(parts), parts)


async def _read_with_matches(request: ListRequest, page: Page, view: View) -> list[bytes]:
    """Each record with why it was found, as its last member."""
    query, db, ids = request.query, request.resources.db, page.ids(0, len(page))
    text = (query.query or "").strip()
    if query.query_type == "semantic":
        scores = dict(zip(ids, page.scores, strict=True))
        found = await matches.match_meaning(db, request.resources.semantic, text, scores)
    else:
        found = await matches.match_words(db, text, query.turn_type, ids)
    records = await read_records_by_id(db, ids, view)
    return [records[each][:-1] + b',"match":' + found[each].to_json() + b"}" for each in ids if each in records]


async def _body_parts(chunks: AsyncGenerator[list[bytes], None], end: bytes) -> AsyncGenerator[bytes, None]:
    """The body of an answer around the records, which come some at a time."""
    before = BODY_START
    # When the client leaves early, reads ahead and the share of the budget end with this generator.
    async with aclosing(chunks):
        async for records in chunks:
            if records:
                yield before + b",".join(records)
                before = b","
    yield (BODY_START if before == BODY_START else b"") + end


async def _find_page(request: ListRequest, version: Version, start: Cursor, view: View) -> Page:
    """The page that is asked for, by the one retrieval mode that was chosen or by age alone."""
    query, db = request.query, request.resources.db
    filters = replace(await filters_of(request), in_progress=query.in_progress)
    if query.sample is not None:
        now = request.resources.clock.now()
        return page_of_list(await sample_page(db, request.key.id, filters, query.limit, start.count, now))
    if query.query_type is not None and not view.transcripts:
        raise UserAccessForbidden("What was said is not shown to this key, so it cannot be searched.")
    text = (query.query or "").strip()
    if query.query_type == "semantic":
        return page_of_list(await request.resources.semantic.find(filters, text, query.limit, start.count))
    if query.query_type == "transcript":
        best = query.sort == "best"
        found = await search_transcripts(
            db, filters, text, query.turn_type, query.limit, after=start.id, offset=start.count, best=best
        )
        return page_of_list(found)
    page_request = PageRequest(query.limit, start.count, start.id, version.is_legacy)
    return await list_page(db, filters, page_request, view, request.resources.clock.now())


async def filters_of(request: FilteredRequest) -> Filters:
    query = request.query
    return Filters(
        project_id=request.project.id,
        environment=query.client_env,
        start=query.start_time,
        end=query.end_time,
        channels=await _channels(request) if query.channel else (),
        variant_id=query.variant_id,
        variant_name=query.variant_name,
    )


async def _channels(request: FilteredRequest) -> tuple[str, ...]:
    """The labels that are meant: some words stand for all channels of a kind."""
    query = request.query
    asked = {channel.strip().upper() for channel in query.channel} - {""}
    labels = asked | set(CHAT_CHANNELS) if "CHAT" in asked else asked
    if VOICE in asked:
        # Which labels begin with it is looked up: the index serves whole labels.
        known = await store.list_channels(request.resources.db, request.project.id, query.client_env)
        labels |= {label for label in known if label.startswith(VOICE)}
    return tuple(sorted(labels))


def _view(request: ListRequest, version: Version) -> View:
    """What is shown is what both the key and the project show."""
    of_key, of_project = request.key.scope.settings, request.project.settings
    return replace(
        View.within(of_key, of_project),
        latency=request.query.include_latency and not version.is_legacy,
        legacy=version.is_legacy,
        whitelisted=version.is_legacy and bool(request.project.settings.get("enable_whitelist")),
    )


def check_variant(query: FilterQuery) -> list[FieldError]:
    if query.variant_id is not None and query.variant_name is not None:
        return [FieldError("variant_name", "cannot be given together with variant_id")]
    return []


def _check_combinations(query: ConversationsQuery) -> None:
    """What no parameter shows by itself."""
    problems = []
    mode = "query_type" if query.query_type else "sample" if query.sample else None
    if query.query_type and query.sample:
        problems.append(FieldError("sample", "cannot be given together with query_type"))
    if query.query_type and not (query.query or "").strip():
        problems.append(FieldError("query", "is required with query_type"))
    if mode is not None:
        given = (("start_time", query.start_time), ("end_time", query.end_time))
        problems += [FieldError(name, f"is required with {mode}") for name, moment in given if moment is None]
    if query.start_time is not None and query.end_time is not None and query.start_time > query.end_time:
        problems.append(FieldError("end_time", "is before start_time"))
    problems += check_variant(query)
    if query.include_match and query.limit > matches.MAX_RECORDS:
        problems.append(FieldError("limit", f"is at most {matches.MAX_RECORDS} with include_match"))
    if problems:
        raise ConversationsValidationFailed(fields=problems)


def _draws(query: ConversationsQuery) -> bool:
    """What was drawn for a sample is written down."""
    return query.sample is not None


def _is_paged_by_count(query: ConversationsQuery) -> bool:
    """Whether the order is one that ids know nothing of."""
    if query.query_type == "transcript":
        return query.sort == "best"
    return query.query_type is not None or query.sample is not None


def _parse_cursor(query: ConversationsQuery) -> Cursor:
    found = Cursor.parse(query.cursor or "")
    if found is None or (found.id is None) != _is_paged_by_count(query):
        raise ConversationsValidationFailed(fields=[FieldError("cursor", "is not a cursor of this list")])
    return found


def _body_end(query: ConversationsQuery, version: Version, page: Page, start: Cursor | None) -> bytes:
    """The rest of the answer: where to go on from, if there is more. A page that others follow is full, but for what is
    gone since it was sampled, which counts as seen."""
    more = page.more and len(page) > 0
    members: dict[str, Any] = {}
    if version.has_cursors:
        seen = (start.count if start else query.offset) + query.limit
        members["cursor"] = str(_next_cursor(query, page, seen)) if more else None
    if more and start is None:
        members["next_offset"] = query.offset + query.limit
    return b"]" + (b"," + orjson.dumps(members)[1:] if members else b"}")


def _next_cursor(query: ConversationsQuery, page: Page, seen: int) -> Cursor:
    return Cursor(count=seen) if _is_paged_by_count(query) else Cursor(id=page.last_id)


PREFIX = "{account_id}/{project_id}/conversations"
ERRORS = (AccountNotFound, ProjectNotFound, SemanticSearchUnavailable)
ABOUT = (
    "Without a retrieval mode (`query_type` or `sample`) all conversations that fit the filters, {order}. "
    "Note that `client_env` is `live` unless you say otherwise."
)

ENDPOINTS = (
    Endpoint(
        "GET",
        f"/v3/{PREFIX}",
        reads_current(list_conversations, unless=_draws),
        CONVERSATIONS,
        "Records of conversations",
        query=ConversationsQuery,
        reply=ConversationsPage,
        invalid=ConversationsValidationFailed,
        errors=ERRORS,
        description=ABOUT.format(order="newest first"),
    ),
    Endpoint(
        "GET",
        f"/v2/{PREFIX}",
        reads_current(list_conversations_v2, unless=_draws),
        CONVERSATIONS,
        "Records of conversations, for keys of a whole account",
        query=ConversationsQuery,
        reply=ConversationsPageV2,
        invalid=ConversationsValidationFailed,
        errors=ERRORS,
        description=ABOUT.format(order="newest first"),
    ),
    Endpoint(
        "GET",
        f"/v1/{PREFIX}",
        reads_current(list_conversations_v1, unless=_draws),
        CONVERSATIONS,
        "Records of conversations, in their first form",
        query=ConversationsQuery,
        reply=LegacyConversationsPage,
        invalid=ConversationsValidationFailed,
        errors=ERRORS,
        description=ABOUT.format(order="oldest first"),
        deprecated=True,
    ),
)
