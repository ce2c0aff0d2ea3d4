"""An extension of the Conversations API: all records as lines of JSON, for warehouses that follow."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import Response

from parley.domain.records.exports.export import Position, export_lines
from parley.domain.records.model import ConversationsValidationFailed, View
from parley.kit.errors import FieldError
from parley.platform_api.conversation_models import ExportQuery
from parley.platform_api.conversations import ERRORS, PREFIX, check_key, check_variant, filters_of
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import CONVERSATIONS
from parley.web.responses import Streamed

LINES = "application/x-ndjson"


async def export_conversations(request: ApiRequest[None, ExportQuery]) -> Response:
    check_key(request)
    query, after = request.query, Position()
    problems = check_variant(query)
    if query.cursor is not None:
        given = Position.parse(query.cursor)
        problems += [FieldError("cursor", "is not a cursor of an export")] if given is None else []
        after = given or after
    elif query.finished_since is not None:
        after = Position(max(query.finished_since, after.finished_at))
    if problems:
        raise ConversationsValidationFailed(fields=problems)
    view = replace(View.within(request.key.scope.settings, request.project.settings), latency=query.include_latency)
    lines = export_lines(request.resources.db, await filters_of(request), view, after, query.limit)
    return Streamed(await anext(lines, b""), lines, media_type=LINES)


ENDPOINTS = (
    Endpoint(
        "GET",
        f"/v3/{PREFIX}/export",
        export_conversations,
        CONVERSATIONS,
        "All finished records, one per line",
        query=ExportQuery,
        reply=str,
        reply_media_type=LINES,
        invalid=ConversationsValidationFailed,
        errors=ERRORS,
        description="An extension. In the order in which the conversations were finished, up to now. Each line is a "
        "record as in the list, with a member `cursor` more: give that of your last line to go on behind it.",
    ),
)
