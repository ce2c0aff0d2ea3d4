"""The Chat API: start a conversation, exchange messages, close it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.accounts.model import AccountNotFound
from parley.domain.conversations.model import (
    ChatConversationEnded,
    ChatDraftNotExist,
    ChatTimeout,
    ConversationsNotFound,
    IdempotencyKeyReused,
    InputDetails,
    row_id,
)
from parley.domain.deployments.model import DeploymentNotFound
from parley.domain.projects.info import ProjectNotFound
from parley.kit.errors import FieldError, ValidationFailed
from parley.platform_api.idempotency import Render, answer_once
from parley.runtime.agent.agents import ChatDraftDeploymentFailed
from parley.runtime.session.opening import CHAT_CHANNELS, ConversationStart
from parley.runtime.session.reply_hook import ReplyHook
from parley.runtime.turn.output import Listener, TurnResult
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.event_streams import wants_events
from parley.web.groups import CHAT
from parley.web.idempotency import read_idempotency_key
from parley.web.inputs import Attributes, Identifier
from parley.web.responses import json_response
from parley.web.streamed_replies import stream_reply

MessageText = Annotated[str, Field(max_length=20_000)]
ConversationId = Annotated[str, Field(min_length=1, max_length=500)]
LanguageCode = Annotated[str, Field(max_length=35, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]


class CreateRequest(BaseModel):
    variant_id: Identifier | None = Field(default=None, description="The variant to talk to; it cannot change later.")
    integration_attributes: Attributes | None = Field(
        default=None, description="Readable by the project's functions as conv.integration_attributes."
    )
    channel: Literal["webchat", "whatsapp", "sms", "api"] | None = Field(default=None, examples=["webchat"])
    asr_lang_code: LanguageCode | None = None
    tts_lang_code: LanguageCode | None = None


class CreateReply(BaseModel):
    conversation_id: str
    response: str = Field(description="What the agent says first.")


class RespondRequest(BaseModel):
    conversation_id: ConversationId
    message: MessageText | None = Field(
        default=None, description="Omitted or empty: a silent turn.", examples=["Do you have anything vegan?"]
    )
    metadata: Attributes | None = Field(
        default=None, description="Readable by the project's functions as conv.metadata, in this turn alone."
    )
    asr_lang_code: LanguageCode | None = Field(
        default=None, description="The conversation goes on in this language, if the project has it."
    )
    tts_lang_code: LanguageCode | None = Field(default=None, description="The same; `asr_lang_code` counts first.")


class Handoff(BaseModel):
    destination: str
    reason: str


class RespondReply(BaseModel):
    conversation_id: str
    response: str
    end_conversation: bool
    handoff: Handoff | None = Field(default=None, description="Only present when a handoff applies.")


class CloseRequest(BaseModel):
    conversation_id: ConversationId


class CloseReply(BaseModel):
    success: bool


async def create_chat(request: ApiRequest[CreateRequest, None]) -> Response:
    body = request.body
    label, channel_type = CHAT_CHANNELS[body.channel or "webchat"]
    start = ConversationStart(
        environment=_environment(request),
        channel=label,
        channel_type=channel_type,
        variant=_variant(request),
        language=body.asr_lang_code or body.tts_lang_code,
        integration_attributes=body.integration_attributes,
    )
    sessions, project = request.resources.sessions, request.project

    def open_it(hook: ReplyHook | None, listener: Listener | None) -> Awaitable[TurnResult]:
        return sessions.open(project, start, hook=hook, listener=listener)

    return await answer(request, _created, open_it)


async def respond_to_chat(request: ApiRequest[RespondRequest, None]) -> Response:
    body, project, sessions = request.body, request.project, request.resources.sessions
    environment, conversation = _environment(request), _conversation(body.conversation_id)
    details = InputDetails(language=body.asr_lang_code or body.tts_lang_code or "", metadata=body.metadata or {})

    def respond(hook: ReplyHook | None, listener: Listener | None) -> Awaitable[TurnResult]:
        return sessions.respond(
            project, environment, conversation, body.message, details=details, hook=hook, listener=listener
        )

    return await answer(request, _responded, respond)


async def close_chat(request: ApiRequest[CloseRequest, None]) -> Response:
    await request.resources.sessions.close(
        request.project, _environment(request), _conversation(request.body.conversation_id)
    )
    return json_response({"success": True})


def _created(result: TurnResult) -> dict[str, Any]:
    return {"conversation_id": result.conversation_id, "response": result.reply}


def _responded(result: TurnResult) -> dict[str, Any]:
    body = {
        "conversation_id": result.conversation_id,
        "response": result.reply,
        "end_conversation": result.end_conversation,
    }
    if result.handoff is not None:
        body["handoff"] = {"destination": result.handoff.destination, "reason": result.handoff.reason}
    return body


def _environment(request: ApiRequest[Any, None]) -> str:
    environment = request.key.scope.environment
    assert environment is not None, "a chat key is bound to an environment"
    return environment


def _variant(request: ApiRequest[CreateRequest, None]) -> str | None:
    """The key's own variant, if it is bound to one, else the one asked for."""
    asked, bound = request.body.variant_id, request.key.scope.variant
    if bound is not None and asked not in (None, bound):
        raise ValidationFailed(fields=[FieldError("variant_id", "is not the variant that this key is bound to")])
    return bound or asked


def _conversation(public: str) -> UUID:
    found = row_id(public)
    if found is None:
        raise ConversationsNotFound
    return found


PREFIX = "/{version:version}/{account_id}/{project_id}/chat"
MISSING = (AccountNotFound, ProjectNotFound)

ENDPOINTS = (
    Endpoint(
        "POST",
        f"{PREFIX}/create",
        create_chat,
        CHAT,
        "Start a conversation",
        body=CreateRequest,
        body_required=False,
        reply=CreateReply,
        errors=(*MISSING, ChatDraftNotExist, ChatDraftDeploymentFailed, IdempotencyKeyReused),
        streams=True,
        description="A retry with the same Idempotency-Key header gets the same answer and starts nothing twice.",
    ),
    Endpoint(
        "POST",
        f"{PREFIX}/respond",
        respond_to_chat,
        CHAT,
        "Say something and get the agent's answer",
        body=RespondRequest,
        reply=RespondReply,
        errors=(
            *MISSING,
            ConversationsNotFound,
            ChatConversationEnded,
            ChatTimeout,
            ChatDraftDeploymentFailed,
            DeploymentNotFound,
            IdempotencyKeyReused,
        ),
        streams=True,
        description="A retry with the same Idempotency-Key header gets the same answer and takes no second turn.",
    ),
    Endpoint(
        "PUT",
        f"{PREFIX}/close",
        close_chat,
        CHAT,
        "End a conversation",
        description="Its record is made in the background and can be read soon after.",
        body=CloseRequest,
        reply=CloseReply,
        errors=(*MISSING, ConversationsNotFound),
    ),
)


Act = Callable[[ReplyHook | None, Listener | None], Awaitable[TurnResult]]


async def answer(request: ApiRequest[Any, Any], render: Render, act: Act) -> Response:
    """Once for requests that are one and the same, whichever form each of them asks for."""
    db, retry = request.resources.db, read_idempotency_key(request)
    if not wants_events(request.headers):
        return json_response(await answer_once(db, retry, render, lambda hook: act(hook, None)))
    return await stream_reply(
        request, CHAT.envelope, lambda hear: answer_once(db, retry, render, lambda hook: act(hook, hear))
    )
