"""What a contact centre, or a person at the desk page, does with the sessions that agents hand over."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any, Literal
from uuid import UUID

import orjson
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response, StreamingResponse

from parley.domain.conversations.model import public_id
from parley.domain.messaging import desk_store, events, journal_store
from parley.domain.messaging.desk import DeskSessionNotFound, NotHandedOver, NotTaken, TakenBySomebodyElse
from parley.domain.messaging.model import LONGEST_TEXT, Person, Session
from parley.kit.clock import iso
from parley.kit.errors import ValidationFailed
from parley.kit.ids import trace_id
from parley.messaging.access import session_id_of
from parley.messaging.desk_reader import LONGEST_POLL, PAGE, DeskReader
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import DESK
from parley.web.responses import json_response

MOST_SESSIONS = 500
Name = Annotated[str, Field(max_length=200)]
Reason = Annotated[str, Field(max_length=500)]
Link = Annotated[str, Field(max_length=2000, pattern=r"^(https?://[^\s]+)?$")]


class DeskBody(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PersonBody(DeskBody):
    id: Annotated[str, Field(min_length=1, max_length=200, description="Who this is, in your own system.")]
    name: Name = ""
    avatar_url: Link = ""


class AcceptRequest(DeskBody):
    agent: PersonBody


class AttachmentBody(DeskBody):
    content_url: Annotated[str, Field(max_length=2000, pattern=r"^https?://[^\s]+$")]
    content_type: Literal["image", "weblink"] = "weblink"
    title: Name = ""
    preview_image_url: Link = ""
    call_to_action_text: Name = ""


class MessageRequest(DeskBody):
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    message_id: UUID | None = Field(default=None, description="Send it again with the same id, and it is said once.")
    attachments: Annotated[list[AttachmentBody], Field(max_length=10)] = []
    response_suggestions: Annotated[list[Name], Field(max_length=10)] = []


class MessageReply(BaseModel):
    message_id: str


class TypingRequest(DeskBody):
    state: Literal["TYPING_STATE_STARTED", "TYPING_STATE_STOPPED"]


class QueueRequest(DeskBody):
    queue_name: Name | None = None
    position_in_queue: Annotated[int, Field(ge=0, le=100_000)] | None = None
    estimated_wait_seconds: Annotated[int, Field(ge=0, le=7 * 86400)] | None = None
    display_message: Reason | None = None


class LeaveRequest(DeskBody):
    reason: Reason = ""


class DeskSession(BaseModel):
    session_id: str
    conversation_id: str | None
    state: Literal["queue", "person", "agent", "ended"]
    queue_name: str
    reason: str
    waiting_since: str | None
    language: str
    agent: dict[str, str] | None = Field(description="The person who has taken it.")
    handoff_sequence: int = Field(description="What comes behind this event was said since the handoff.")
    last_sequence: int


class DeskSessions(BaseModel):
    sessions: list[DeskSession]


class DeskEvents(BaseModel):
    session: DeskSession
    events: list[dict[str, Any]]


class EventsQuery(BaseModel):
    after: Annotated[int, Field(ge=0, le=2**31 - 1, description="The highest sequence that you have.")] = 0
    wait: Annotated[int, Field(ge=0, le=LONGEST_POLL, description="Seconds to wait for the first event.")] = 0


async def list_sessions(request: ApiRequest[None, None]) -> Response:
    found = await desk_store.list_handed_over(
        request.resources.db, request.project.id, _environment(request), MOST_SESSIONS
    )
    return json_response({"sessions": [_shown(session) for session in found]})


async def read_events(request: ApiRequest[None, EventsQuery]) -> Response:
    resources, query = request.resources, request.query
    session = await _session(request)
    found = await journal_store.list_events(resources.db, session.id, query.after, PAGE)
    if found or not query.wait or session.has_ended:
        return Response(_page(session, [event.text for event in found]), media_type="application/json")

    async def answer() -> AsyncIterator[bytes]:
        reader = DeskReader(resources.messaging.journal, resources.db, session.id, query.after)
        texts = await reader.wait(query.wait)
        yield _page(await _session(request), texts)

    # Not in the handler: who waits for news does not count as being worked for.
    return StreamingResponse(answer(), media_type="application/json")


async def accept(request: ApiRequest[AcceptRequest, None]) -> Response:
    session, agent = await _session(request), request.body.agent
    await request.resources.messaging.desk.accept(session.id, Person(agent.id, agent.name, agent.avatar_url))
    return Response(status_code=204)


async def say(request: ApiRequest[MessageRequest, None]) -> Response:
    session, body = await _session(request), request.body
    message_id = str(body.message_id or trace_id())
    attachments = [each.model_dump() for each in body.attachments]
    message = events.message(message_id, body.text.replace("\x00", ""), attachments, body.response_suggestions)
    await request.resources.messaging.desk.say(session.id, message)
    return json_response({"message_id": message_id})


async def type_(request: ApiRequest[TypingRequest, None]) -> Response:
    await request.resources.messaging.desk.type(await _session(request), request.body.state)
    return Response(status_code=204)


async def tell_queue(request: ApiRequest[QueueRequest, None]) -> Response:
    session = await _session(request)
    await request.resources.messaging.desk.tell_queue(session.id, request.body.model_dump(exclude_none=True))
    return Response(status_code=204)


async def give_back(request: ApiRequest[LeaveRequest, None]) -> Response:
    await request.resources.messaging.desk.give_back(await _session(request), request.body.reason)
    return Response(status_code=204)


async def refuse(request: ApiRequest[LeaveRequest, None]) -> Response:
    await request.resources.messaging.desk.refuse(await _session(request), request.body.reason)
    return Response(status_code=204)


async def end(request: ApiRequest[LeaveRequest, None]) -> Response:
    await request.resources.messaging.desk.end(await _session(request), request.body.reason)
    return Response(status_code=204)


async def _session(request: ApiRequest[Any, Any]) -> Session:
    found = session_id_of(request.path["session_id"])
    return await request.resources.messaging.desk.find(request.project, _environment(request), found)


def _environment(request: ApiRequest[Any, Any]) -> str:
    environment = request.key.scope.environment
    assert environment is not None, "a desk key is bound to an environment"
    return environment


def _page(session: Session, texts: Sequence[str]) -> bytes:
    """The events are JSON already."""
    return b'{"session":%b,"events":[%b]}' % (orjson.dumps(_shown(session)), ",".join(texts).encode())


def _shown(session: Session) -> dict[str, Any]:
    handover, person = session.handover, session.person
    return {
        "session_id": str(session.id),
        "conversation_id": public_id(session.conversation_id) if session.conversation_id else None,
        "state": "ended" if session.has_ended else session.attendance.value,
        "queue_name": handover.queue if handover else "",
        "reason": handover.reason if handover else "",
        "waiting_since": iso(handover.at) if handover else None,
        "language": session.language,
        "agent": {"id": person.id, "name": person.name, "avatar_url": person.avatar_url} if person else None,
        "handoff_sequence": handover.sequence if handover else 0,
        "last_sequence": session.last_sequence,
    }


PATH = "/api/v1/desk/sessions/{session_id}"
TAKEN = (DeskSessionNotFound, NotHandedOver, NotTaken, TakenBySomebodyElse, ValidationFailed)


def _verb(name: str, handler: Any, body: type[BaseModel], summary: str, description: str = "") -> Endpoint:
    required = any(field.is_required() for field in body.model_fields.values())
    return Endpoint(
        "POST",
        f"{PATH}/{name}",
        handler,
        DESK,
        summary,
        body=body,
        body_required=required,
        status=204,
        errors=TAKEN,
        description=description,
    )


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/v1/desk/sessions",
        list_sessions,
        DESK,
        "List sessions that were handed over",
        reply=DeskSessions,
        description="Who waits, and who talks to a person; who has waited longest comes first.",
    ),
    Endpoint(
        "GET",
        f"{PATH}/events",
        read_events,
        DESK,
        "Read what was said in a session",
        query=EventsQuery,
        reply=DeskEvents,
        errors=(DeskSessionNotFound, ValidationFailed),
        description="The events that the user's own client gets, from the beginning of the session. With `wait` the "
        "answer comes as soon as there is something new.",
    ),
    _verb(
        "accept",
        accept,
        AcceptRequest,
        "Take over a session",
        "The user is told that a person is there, and the agent says nothing any more.",
    ),
    Endpoint(
        "POST",
        f"{PATH}/messages",
        say,
        DESK,
        "Say something to the user",
        description="Shown as a message of the person who took the session over.",
        body=MessageRequest,
        reply=MessageReply,
        errors=TAKEN,
    ),
    _verb(
        "typing",
        type_,
        TypingRequest,
        "Show the user that the person types",
        "Send it again while it goes on, and STOPPED when it is over.",
    ),
    _verb(
        "queue",
        tell_queue,
        QueueRequest,
        "Tell the user how long they have to wait",
        "Their place in the queue, the estimated time, or both.",
    ),
    _verb("return", give_back, LeaveRequest, "Give the user back to the agent", "The agent knows what was said."),
    _verb("refuse", refuse, LeaveRequest, "Take nobody over", "The agent says so, and goes on with the user."),
    _verb("end", end, LeaveRequest, "End the session", "The record of the conversation says that it was handed over."),
)
