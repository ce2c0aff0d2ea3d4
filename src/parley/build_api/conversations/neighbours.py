"""The next and the previous conversation of a list, from any conversation of it on."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.conversations.detail import CONVERSATIONS
from parley.build_api.conversations.filters import FilterQuery
from parley.build_api.conversations.listing import ERRORS, Match, list_matches, require_searchable
from parley.build_api.conversations.summaries import list_summaries
from parley.domain.conversations import store as conversations
from parley.domain.conversations.model import ConversationsNotFound, row_id
from parley.domain.records import combined_search
from parley.domain.records.combined_search import Found
from parley.domain.records.neighbours import MOST_COUNTED, find_neighbours
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response


class Neighbour(BaseModel):
    conversationId: str
    match: Match | None = Field(description="Only with `q`.")


class NeighboursReply(BaseModel):
    previous: Neighbour | None = Field(description="The one above it in the list. Null: there is none.")
    next: Neighbour | None = Field(description="The one below it.")
    position: int | None = Field(
        description=f"From 1 on, counted up to {MOST_COUNTED}. Null: far down in what `q` found."
    )
    count: int | None = Field(description="How many fit. Null: many, of `q`.")


async def list_neighbours(request: ApiRequest[None, FilterQuery]) -> Response:
    resources, now = request.resources, request.resources.clock.now()
    require_searchable(request)
    conversation = await _find(request)
    asked = request.query.question(request.project)
    question = await combined_search.resolve(resources.db, resources.semantic, asked, now)
    found = await find_neighbours(resources.db, resources.semantic, question, conversation, now)
    beside = [ref for ref in (found.previous, found.next) if ref is not None]
    shown = await list_summaries(resources.db, [ref.id for ref in beside], with_said=False)
    matches: list[Any] = [None] * len(shown)
    if question.words is not None:
        matches = await list_matches(resources, question, Found(beside, None), list(shown))
    named = {
        each: {"conversationId": summary["conversationId"], "match": match}
        for (each, summary), match in zip(shown.items(), matches, strict=True)
    }
    previous, following = (None if ref is None else named.get(ref.id) for ref in (found.previous, found.next))
    return json_response({"previous": previous, "next": following, "position": found.position, "count": found.count})


async def _find(request: ApiRequest[None, FilterQuery]) -> UUID:
    found = row_id(request.path["conversation_id"])
    header = await conversations.find_header(request.resources.db, found) if found else None
    if found is None or header is None or header["project_id"] != request.project.id:
        raise ConversationsNotFound
    return found


ENDPOINTS = (
    Endpoint(
        "GET",
        f"{CONVERSATIONS}/{{conversation_id}}/neighbours",
        list_neighbours,
        AGENTS,
        "The next and the previous conversation in a list",
        description="Of the list with the same filters, whether the conversation itself fits them or not; by its own "
        "place, so it takes no longer far down. By meaning they are known among the nearest.",
        query=FilterQuery,
        reply=NeighboursReply,
        errors=(*ERRORS, ConversationsNotFound),
    ),
)
