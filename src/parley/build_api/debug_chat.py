"""Talking to an agent while building it: any environment with a build key, and what each turn did in the answer.

Two spellings of the same: the public one in camelCase, and the one that command-line toolkits use.
"""

from __future__ import annotations

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
    InputDetails,
    row_id,
)
from parley.domain.projects.info import ProjectNotFound
from parley.runtime.agent.agents import ChatDraftDeploymentFailed
from parley.runtime.session.opening import ConversationStart
from parley.runtime.turn.output import TurnResult
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import Attributes, Identifier, LanguageTag
from parley.web.responses import json_response

ClientEnv = Literal["sandbox", "pre-release", "live"]
MessageText = Annotated[str, Field(max_length=20_000)]
Body = dict[str, Any]


SipHeaders = Annotated[dict[str, Annotated[str, Field(max_length=2_000)]], Field(max_length=200)]


class StartRequest(BaseModel):
    clientEnv: ClientEnv
    variantId: Identifier | None = None
    asrLangCode: LanguageTag | None = None
    integrationAttributes: Attributes | None = None


class SayRequest(BaseModel):
    clientEnv: ClientEnv
    message: MessageText | None = None
    metadata: Attributes | None = None
    asrLangCode: LanguageTag | None = None
    ttsLangCode: LanguageTag | None = None
    followDeployments: bool = Field(
        default=False,
        description="Answer with the newest deployment of the environment from now on, if that has the flow and step "
        "which the conversation is in; a note in the metadata says so. Else it keeps the one that it began with.",
    )


class DebugReply(BaseModel):
    conversationId: str
    userInput: str
    response: str
    metadata: dict[str, Any] = Field(description="What the turn did: functions, flow and step, timings.")
    conversationEnded: bool
    delayedResponse: bool


class ToolkitStart(BaseModel):
    client_env: ClientEnv
    variant_id: Identifier | None = None
    asr_lang_code: LanguageTag | None = None
    sip_headers: SipHeaders | None = None


class ToolkitSay(BaseModel):
    client_env: ClientEnv
    message: MessageText | None = None
    asr_lang_code: LanguageTag | None = None
    tts_lang_code: LanguageTag | None = None


class ToolkitEnd(BaseModel):
    client_env: ClientEnv


class ToolkitReply(BaseModel):
    conversation_id: str
    user_input: str
    response: str
    metadata: dict[str, Any]
    conversation_ended: bool
    delayed_response: bool


class ToolkitEnded(BaseModel):
    function_events: list[dict[str, Any]]


async def start_debug_chat(request: ApiRequest[StartRequest, None]) -> Response:
    body = request.body
    start = _start(body.clientEnv, body.variantId, body.asrLangCode, attributes=body.integrationAttributes)
    return json_response(_public(await request.resources.sessions.open(request.project, start)), 201)


async def say_in_debug_chat(request: ApiRequest[SayRequest, None]) -> Response:
    body = request.body
    details = InputDetails(language=body.asrLangCode or body.ttsLangCode or "", metadata=body.metadata or {})
    answer = await _respond(request, body.clientEnv, body.message, details, follows=body.followDeployments)
    return json_response(_public(answer))


async def start_toolkit_chat(request: ApiRequest[ToolkitStart, None]) -> Response:
    body = request.body
    start = _start(body.client_env, body.variant_id, body.asr_lang_code, headers=body.sip_headers)
    return json_response(_toolkit(await request.resources.sessions.open(request.project, start)))


async def say_in_toolkit_chat(request: ApiRequest[ToolkitSay, None]) -> Response:
    body = request.body
    details = InputDetails(language=body.asr_lang_code or body.tts_lang_code or "")
    return json_response(_toolkit(await _respond(request, body.client_env, body.message, details)))


async def end_toolkit_chat(request: ApiRequest[ToolkitEnd, None]) -> Response:
    await request.resources.sessions.close(request.project, request.body.client_env, _conversation(request))
    # The end function runs in a job, after this answer: its events are in the trace.
    return json_response({"function_events": []})


async def _respond(
    request: ApiRequest[Any, None],
    environment: str,
    message: str | None,
    details: InputDetails,
    *,
    follows: bool = False,
) -> TurnResult:
    sessions, conversation = request.resources.sessions, _conversation(request)
    return await sessions.respond(request.project, environment, conversation, message, details=details, follows=follows)


def _start(
    environment: str,
    variant: str | None,
    language: str | None,
    *,
    attributes: dict[str, Any] | None = None,
    headers: dict[str, str] | None = None,
) -> ConversationStart:
    return ConversationStart(
        environment=environment,
        channel="CHAT",
        # Counts as voice: an agent is tried here as it will speak on the phone.
        channel_type="chat.polyai",
        variant=variant,
        language=language,
        integration_attributes=attributes,
        sip_headers=headers or {},
    )


def _conversation(request: ApiRequest[Any, None]) -> UUID:
    found = row_id(request.path["conversation_id"])
    if found is None:
        raise ConversationsNotFound
    return found


def _public(result: TurnResult) -> Body:
    return {
        "conversationId": result.conversation_id,
        "userInput": result.input.text,
        "response": result.reply,
        "metadata": result.trace.to_json(),
        "conversationEnded": result.end_conversation,
        "delayedResponse": bool(result.output.delay_responses),
    }


def _toolkit(result: TurnResult) -> Body:
    return {
        "conversation_id": result.conversation_id,
        "user_input": result.input.text,
        "response": result.reply,
        "metadata": result.trace.to_json(),
        "conversation_ended": result.end_conversation,
        "delayed_response": bool(result.output.delay_responses),
    }


DEBUG = "/v1/agents/{agent_id}/debug-chat"
TOOLKIT = "/adk/v1/accounts/{account_id}/projects/{project_id}/chat"
OPENING = (ProjectNotFound, ChatDraftNotExist, ChatDraftDeploymentFailed)
TALKING = (ProjectNotFound, ConversationsNotFound, ChatConversationEnded, ChatTimeout, ChatDraftDeploymentFailed)

ENDPOINTS = (
    Endpoint(
        "POST",
        DEBUG,
        start_debug_chat,
        AGENTS,
        "Start a conversation with an agent under construction",
        status=201,
        body=StartRequest,
        reply=DebugReply,
        errors=OPENING,
    ),
    Endpoint(
        "POST",
        f"{DEBUG}/{{conversation_id}}",
        say_in_debug_chat,
        AGENTS,
        "Say something in such a conversation",
        body=SayRequest,
        reply=DebugReply,
        errors=TALKING,
    ),
    Endpoint(
        "POST",
        TOOLKIT,
        start_toolkit_chat,
        AGENTS,
        "Start a conversation (command-line toolkits)",
        body=ToolkitStart,
        reply=ToolkitReply,
        errors=(AccountNotFound, *OPENING),
    ),
    Endpoint(
        "POST",
        f"{TOOLKIT}/{{conversation_id}}",
        say_in_toolkit_chat,
        AGENTS,
        "Say something (command-line toolkits)",
        body=ToolkitSay,
        reply=ToolkitReply,
        errors=(AccountNotFound, *TALKING),
    ),
    Endpoint(
        "POST",
        f"{TOOLKIT}/{{conversation_id}}/end",
        end_toolkit_chat,
        AGENTS,
        "End a conversation (command-line toolkits)",
        body=ToolkitEnd,
        reply=ToolkitEnded,
        errors=(AccountNotFound, ProjectNotFound, ConversationsNotFound),
    ),
)
