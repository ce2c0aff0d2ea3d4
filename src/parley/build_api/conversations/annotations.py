"""What clients of the hosted service say about conversations: kept as notes and tags, and shown with these."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from parley.build_api.conversations.detail import CONVERSATIONS
from parley.build_api.conversations.reviews import LARGEST_TURN, conversation_of, review_author
from parley.domain.conversations.model import ConversationsNotFound
from parley.domain.projects.info import ProjectNotFound
from parley.domain.reviews import actions
from parley.domain.reviews.model import LONGEST_NOTE, ReviewFull, TurnNotFound
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response

MOST = 100


class Annotation(BaseModel):
    model_config = ConfigDict(extra="forbid")

    turnId: int = Field(ge=0, le=LARGEST_TURN, description="From 0 on.")
    role: Literal["user", "agent"]
    annotationType: Literal["missing_topic", "wrong_transcript", "wrong_info"]


class Annotations(BaseModel):
    model_config = ConfigDict(extra="forbid")

    annotations: Annotated[list[Annotation], Field(min_length=1, max_length=MOST)]


class PlainNote(BaseModel):
    model_config = ConfigDict(extra="forbid")

    note: Annotated[str, Field(min_length=1, max_length=LONGEST_NOTE, pattern=r"\S")]


class Success(BaseModel):
    success: bool


async def annotate(request: ApiRequest[Annotations, None]) -> Response:
    author, found, now = review_author(request), conversation_of(request), request.resources.clock.now()
    async with request.change() as tx:
        for each in request.body.annotations:
            text = f"{each.annotationType} ({each.role})"
            await actions.add_note(tx, request.project, found, author, text, each.turnId, now)
            await actions.add_tag(tx, request.project, found, each.annotationType)
    return json_response({"success": True}, 201)


async def write_note(request: ApiRequest[PlainNote, None]) -> Response:
    author, found, now = review_author(request), conversation_of(request), request.resources.clock.now()
    async with request.change() as tx:
        await actions.add_note(tx, request.project, found, author, request.body.note.strip(), None, now)
    return json_response({"success": True}, 201)


ERRORS = (ProjectNotFound, ConversationsNotFound, ReviewFull)
ONE = f"{CONVERSATIONS}/{{conversation_id}}"

ENDPOINTS = (
    Endpoint(
        "POST",
        f"{ONE}/annotation",
        annotate,
        AGENTS,
        "Say what was wrong with turns",
        status=201,
        body=Annotations,
        reply=Success,
        errors=(*ERRORS, TurnNotFound),
        description="All of them or none. Each becomes a note on its turn, and a tag of the conversation.",
        unlogged="what people say about conversations carries its author",
    ),
    Endpoint(
        "POST",
        f"{ONE}/note",
        write_note,
        AGENTS,
        "Write a note about a conversation as a whole",
        description="It is shown with those that people write in the console.",
        status=201,
        body=PlainNote,
        reply=Success,
        errors=ERRORS,
        unlogged="what people say about conversations carries its author",
    ),
)
