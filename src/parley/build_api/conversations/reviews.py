"""Notes, tags and ratings of a conversation: what people who have read it say about it."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from starlette.responses import Response

from parley.build_api.conversations.detail import CONVERSATIONS
from parley.domain.accounts.model import Role
from parley.domain.conversations import store as conversations
from parley.domain.conversations.model import ConversationsNotFound, row_id
from parley.domain.projects.info import ProjectNotFound
from parley.domain.reviews import actions, store
from parley.domain.reviews.model import (
    LONGEST_NOTE,
    LONGEST_REASON,
    MOST_TAGS,
    Author,
    Note,
    NoteNotFound,
    NoteOfAnother,
    Rating,
    ReviewFull,
    TurnNotFound,
    may_delete,
    normalised_tag,
)
from parley.kit.clock import iso
from parley.kit.errors import FieldError, ValidationFailed
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response

MOST_SUGGESTED = 200
LARGEST_TURN = 100_000


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("is empty")
    return text.strip()


Turn = Annotated[int, Field(ge=0, le=LARGEST_TURN, description="From 0 on. Left out: the conversation as a whole.")]


class NewNote(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(max_length=LONGEST_NOTE), AfterValidator(_said)]
    turn: Turn | None = None


class NewRating(BaseModel):
    model_config = ConfigDict(extra="forbid")

    rating: Literal["up", "down"] | None = Field(description="null takes your rating back.")
    reason: str = Field(default="", max_length=LONGEST_REASON)
    turn: Turn | None = None


class NoteInfo(BaseModel):
    id: str
    turn: int | None = Field(description="null: it is about the conversation as a whole.")
    text: str
    author: str = Field(description="The name of the key that wrote it.")
    createdAt: str
    deletable: bool = Field(description="Whether it is yours to delete.")


class RatingInfo(BaseModel):
    rating: Literal["up", "down"]
    reason: str
    turn: int | None = Field(description="null: it is about the conversation as a whole.")
    author: str
    ratedAt: str
    own: bool = Field(description="Whether it is yours.")


class Tags(BaseModel):
    tags: list[str]


class Ratings(BaseModel):
    ratings: list[RatingInfo]


class ReviewInfo(Tags, Ratings):
    conversationId: str
    notes: list[NoteInfo]


class TagInUse(BaseModel):
    tag: str
    conversations: int


class TagsInUse(BaseModel):
    tags: list[TagInUse]


async def read_review(request: ApiRequest[None, None]) -> Response:
    db, author, found = request.resources.db, review_author(request), conversation_of(request)
    header = await conversations.find_header(db, found)
    if header is None or header["project_id"] != request.project.id:
        raise ConversationsNotFound
    known = await store.read(db, found)
    return json_response(
        {
            "conversationId": request.path["conversation_id"],
            "notes": [_note_json(note, author) for note in known.notes],
            "tags": known.tags,
            "ratings": [_rating_json(rating, author) for rating in known.ratings],
        }
    )


async def add_note(request: ApiRequest[NewNote, None]) -> Response:
    author, found, sent, now = (
        review_author(request),
        conversation_of(request),
        request.body,
        request.resources.clock.now(),
    )
    async with request.change() as tx:
        note = await actions.add_note(tx, request.project, found, author, sent.text, sent.turn, now)
    return json_response(_note_json(note, author), 201)


async def delete_note(request: ApiRequest[None, None]) -> Response:
    author, found = review_author(request), conversation_of(request)
    try:
        note_id = UUID(request.path["note_id"])
    except ValueError:
        raise NoteNotFound from None
    async with request.change() as tx:
        await actions.delete_note(tx, request.project, found, author, note_id)
    return Response(status_code=204)


async def add_tag(request: ApiRequest[None, None]) -> Response:
    found, tag = conversation_of(request), _tag(request)
    async with request.change() as tx:
        tags = await actions.add_tag(tx, request.project, found, tag)
    return json_response({"tags": tags})


async def remove_tag(request: ApiRequest[None, None]) -> Response:
    found, tag = conversation_of(request), _tag(request)
    async with request.change() as tx:
        tags = await actions.remove_tag(tx, request.project, found, tag)
    return json_response({"tags": tags})


async def rate(request: ApiRequest[NewRating, None]) -> Response:
    author, found, sent, now = (
        review_author(request),
        conversation_of(request),
        request.body,
        request.resources.clock.now(),
    )
    async with request.change() as tx:
        if sent.rating is None:
            await actions.withdraw_rating(tx, request.project, found, author, sent.turn)
        else:
            is_up, reason = sent.rating == "up", sent.reason.strip()
            await actions.rate(tx, request.project, found, author, is_up, reason, sent.turn, now)
        ratings = (await store.read(tx, found)).ratings
    return json_response({"ratings": [_rating_json(rating, author) for rating in ratings]})


async def list_tags(request: ApiRequest[None, None]) -> Response:
    rows = await store.list_project_tags(request.resources.db, request.project.id, MOST_SUGGESTED)
    return json_response({"tags": [dict(row) for row in rows]})


def review_author(request: ApiRequest[Any, Any]) -> Author:
    """A build key is the account's own: it may what an admin may."""
    key = request.key
    return Author(key.id, key.name or key.hint, deletes_any=key.role in (None, Role.ADMIN))


def conversation_of(request: ApiRequest[Any, Any]) -> UUID:
    found = row_id(request.path["conversation_id"])
    if found is None:
        raise ConversationsNotFound
    return found


def _tag(request: ApiRequest[Any, Any]) -> str:
    try:
        return normalised_tag(request.path["tag"])
    except ValueError as wrong:
        raise ValidationFailed(fields=[FieldError("tag", str(wrong))]) from None


def _note_json(note: Note, author: Author) -> dict[str, Any]:
    return {
        "id": str(note.id),
        "turn": note.turn,
        "text": note.text,
        "author": note.author,
        "createdAt": iso(note.created_at),
        "deletable": may_delete(author, note),
    }


def _rating_json(rating: Rating, author: Author) -> dict[str, Any]:
    return {
        "rating": "up" if rating.is_up else "down",
        "reason": rating.reason,
        "turn": rating.turn,
        "author": rating.author,
        "ratedAt": iso(rating.rated_at),
        "own": rating.author_id == author.id,
    }


ONE = f"{CONVERSATIONS}/{{conversation_id}}"
NOT_FOUND = (ProjectNotFound, ConversationsNotFound)

ENDPOINTS = (
    Endpoint(
        "GET",
        f"{ONE}/review",
        read_review,
        AGENTS,
        "Notes, tags and ratings of a conversation",
        description="What people who have read the conversation say about it.",
        reply=ReviewInfo,
        errors=NOT_FOUND,
    ),
    Endpoint(
        "POST",
        f"{ONE}/notes",
        add_note,
        AGENTS,
        "Write a note on a conversation, or on one of its turns",
        description="Shown to everybody who reads the conversation.",
        status=201,
        body=NewNote,
        reply=NoteInfo,
        errors=(*NOT_FOUND, TurnNotFound, ReviewFull),
        unlogged="what people say about conversations carries its author",
    ),
    Endpoint(
        "DELETE",
        f"{ONE}/notes/{{note_id}}",
        delete_note,
        AGENTS,
        "Delete a note, as its author or an admin",
        description="It cannot be brought back.",
        status=204,
        errors=(*NOT_FOUND, NoteNotFound, NoteOfAnother),
        unlogged="what people say about conversations carries its author",
    ),
    Endpoint(
        "PUT",
        f"{ONE}/tags/{{tag}}",
        add_tag,
        AGENTS,
        "Tag a conversation",
        reply=Tags,
        errors=(*NOT_FOUND, ReviewFull),
        description=f"Small letters, hyphens for spaces. At most {MOST_TAGS} on a conversation.",
        unlogged="what people say about conversations carries its author",
    ),
    Endpoint(
        "DELETE",
        f"{ONE}/tags/{{tag}}",
        remove_tag,
        AGENTS,
        "Take a tag off a conversation",
        description="The answer has the tags that are left.",
        reply=Tags,
        errors=NOT_FOUND,
        unlogged="what people say about conversations carries its author",
    ),
    Endpoint(
        "PUT",
        f"{ONE}/rating",
        rate,
        AGENTS,
        "Thumb up or down for a conversation, or for one of its turns",
        body=NewRating,
        reply=Ratings,
        errors=(*NOT_FOUND, TurnNotFound, ReviewFull),
        description="Each author has one rating for the conversation and one for each turn; the newest counts.",
        unlogged="what people say about conversations carries its author",
    ),
    Endpoint(
        "GET",
        "/v1/agents/{agent_id}/tags",
        list_tags,
        AGENTS,
        "The tags in use, those of most conversations first",
        description="To filter by, and to write alike.",
        reply=TagsInUse,
        errors=(ProjectNotFound,),
    ),
)
