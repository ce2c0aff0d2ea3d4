"""Talking to an agent while building it: any environment with a build key, and what each turn did in the answer.

Two spellings of the same: the public one in camelCase, and the one that command-line toolkits use.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.chat.metadata import DebugMetadata, ToolkitMetadata, debug_metadata, toolkit_metadata
from parley.build_api.transcripts import require_trial, sees_transcripts
from parley.domain.accounts.model import AccountNotFound
from parley.domain.conversations.model import (
    CHOSEN_ID,
    TRIAL_PREFIX,
    ChatConversationEnded,
    ChatDraftNotExist,
    ChatTimeout,
    ConversationIdTaken,
    ConversationsNotFound,
    InputDetails,
    is_own_id,
    row_id,
)
from parley.domain.deployments.model import DeploymentNotFound
from parley.domain.projects.info import ProjectNotFound
from parley.kit.errors import FieldError, ValidationFailed
from parley.runtime.agent.agents import ChatDraftDeploymentFailed
from parley.runtime.session.chosen_ids import ChosenIdHook
from parley.runtime.session.opening import CHAT_CHANNELS, ConversationStart
from parley.runtime.session.user_turn import DoorContext
from parley.runtime.turn.output import Listener, TurnResult
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.event_streams import wants_events
from parley.web.groups import AGENTS
from parley.web.inputs import Attributes, Identifier, LanguageTag
from parley.web.responses import json_response
from parley.web.streamed_replies import stream_reply

ClientEnv = Literal["sandbox", "pre-release", "live"]
MessageText = Annotated[str, Field(max_length=20_000)]
Body = dict[str, Any]
# Counts as voice: an agent is tried here as it will speak on the phone.
AS_SPOKEN = ("CHAT", "chat.polyai")

SipHeaders = Annotated[dict[str, Annotated[str, Field(max_length=2_000)]], Field(max_length=200)]


class StartRequest(BaseModel):
    clientEnv: ClientEnv = Field(description="Whose variables and secrets the agent gets.")
    deploymentId: UUID | None = Field(
        default=None, description="One of the agent's, not in `live`; default: what is active there."
    )
    variantId: Identifier | None = None
    asrLangCode: LanguageTag | None = None
    ttsLangCode: LanguageTag | None = None
    channel: Identifier | None = Field(
        default=None, description="`webchat`, `sms` or `whatsapp`; anything else: it talks as on the telephone."
    )
    callerNumber: Annotated[str, Field(max_length=64)] | None = Field(
        default=None, description="Given to the agent's functions as `conv.caller_number`."
    )
    integrationAttributes: Attributes | None = None
    conversationId: Annotated[str, Field(pattern=CHOSEN_ID, max_length=100)] | None = Field(
        default=None,
        description="What the conversation is to be called, besides the id that the agent's functions see: once in a "
        "project. It stands for the conversation in every address of the agent.",
    )


class SayRequest(BaseModel):
    clientEnv: ClientEnv
    message: MessageText | None = Field(default=None, examples=["Do you have anything vegan?"])
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
    metadata: DebugMetadata = Field(description="What the turn did, together with its trace.")
    conversationEnded: bool
    delayedResponse: bool
    state: dict[str, Any] = Field(description="What the agent's functions keep, as this turn left it.")
    memory: dict[str, Any] = Field(description="What the agent knew of this caller from earlier conversations.")


class EndRequest(BaseModel):
    clientEnv: ClientEnv


class Ended(BaseModel):
    conversationId: str
    conversationEnded: bool


class ToolkitStart(BaseModel):
    client_env: ClientEnv
    channel: Identifier | None = Field(
        default=None, description="`chat.polyai`, as on the telephone, or `webchat.polyai`."
    )
    variant_id: Identifier | None = None
    asr_lang_code: LanguageTag | None = None
    tts_lang_code: LanguageTag | None = None
    sip_headers: SipHeaders | None = None


class ToolkitSay(BaseModel):
    client_env: ClientEnv
    message: MessageText | None = Field(default=None, examples=["Do you have anything vegan?"])
    asr_lang_code: LanguageTag | None = None
    tts_lang_code: LanguageTag | None = None


class ToolkitEnd(BaseModel):
    client_env: ClientEnv | Literal["draft"] = Field(description="`draft` after a chat with a branch.")


class ToolkitReply(BaseModel):
    conversation_id: str
    user_input: str
    response: str
    metadata: ToolkitMetadata
    conversation_ended: bool
    delayed_response: bool


class ToolkitEnded(BaseModel):
    function_events: list[dict[str, Any]]


async def start_debug_chat(request: ApiRequest[StartRequest, None]) -> Response:
    body, sessions, project = request.body, request.resources.sessions, request.project
    if body.deploymentId is not None and body.clientEnv == "live":
        # What goes live is promoted: this would be a way around its tests, and be counted as live.
        raise ValidationFailed(fields=[FieldError("deploymentId", "can be tried in sandbox and pre-release")])
    chosen = body.conversationId
    if chosen is not None and is_own_id(chosen):
        raise ValidationFailed(fields=[FieldError("conversationId", "has the form of the ids that are given here")])
    label, channel_type = channel_of(body.channel)
    start = ConversationStart(
        environment=body.clientEnv,
        channel=label,
        channel_type=channel_type,
        deployment=body.deploymentId,
        variant=body.variantId,
        language=body.asrLangCode or body.ttsLangCode,
        integration_attributes=body.integrationAttributes,
        from_number=body.callerNumber,
        prefix=TRIAL_PREFIX,
        chosen_id=chosen,
    )
    hook = None if chosen is None else ChosenIdHook(request.resources.db, project.id, chosen)
    open_it = partial(sessions.open, project, start, hook=hook)
    return await _answer(request, lambda listener: open_it(listener=listener), chosen, 201)


async def say_in_debug_chat(request: ApiRequest[SayRequest, None]) -> Response:
    body = request.body
    details = InputDetails(language=body.asrLangCode or body.ttsLangCode or "", metadata=body.metadata or {})
    conversation = await talked_to(request)
    return await _answer(
        request,
        lambda listener: request.resources.sessions.respond(
            request.project,
            body.clientEnv,
            conversation,
            body.message,
            details=details,
            listener=listener,
            context=DoorContext(follows=body.followDeployments),
        ),
        _named(request),
    )


async def end_debug_chat(request: ApiRequest[EndRequest, None]) -> Response:
    conversation = conversation_of(request)
    await request.resources.sessions.close(request.project, request.body.clientEnv, conversation)
    return json_response({"conversationId": _named(request), "conversationEnded": True})


async def _answer(
    request: ApiRequest[Any, None],
    act: Callable[[Listener | None], Awaitable[TurnResult]],
    named: str | None,
    status: int = 200,
) -> Response:
    """`named`: what the client calls the conversation; None: by its own id."""
    asked_at, with_said = request.resources.clock.now(), sees_transcripts(request)

    def shown(result: TurnResult) -> Body:
        return {**_public(result, asked_at, with_said), "conversationId": named or result.conversation_id}

    if not wants_events(request.headers):
        return json_response(shown(await act(None)), status)

    async def work(listener: Listener) -> Body:
        return shown(await act(listener))

    return await stream_reply(request, AGENTS.envelope, work, status)


async def start_toolkit_chat(request: ApiRequest[ToolkitStart, None]) -> Response:
    body, with_said, asked_at = request.body, sees_transcripts(request), request.resources.clock.now()
    label, channel_type = channel_of(body.channel)
    start = ConversationStart(
        environment=body.client_env,
        channel=label,
        channel_type=channel_type,
        variant=body.variant_id,
        language=body.asr_lang_code or body.tts_lang_code,
        sip_headers=body.sip_headers or {},
        prefix=TRIAL_PREFIX,
    )
    return json_response(
        toolkit_reply(await request.resources.sessions.open(request.project, start), asked_at, with_said)
    )


async def say_in_toolkit_chat(request: ApiRequest[ToolkitSay, None]) -> Response:
    body, asked_at, sessions = request.body, request.resources.clock.now(), request.resources.sessions
    details = InputDetails(language=body.asr_lang_code or body.tts_lang_code or "")
    try:
        conversation = await talked_to(request)
        result = await sessions.respond(request.project, body.client_env, conversation, body.message, details=details)
    except ConversationsNotFound:
        # Toolkits begin a new conversation then; of one that never was they know nothing else.
        raise ChatConversationEnded from None
    return json_response(toolkit_reply(result, asked_at, sees_transcripts(request)))


async def end_toolkit_chat(request: ApiRequest[ToolkitEnd, None]) -> Response:
    # A draft is talked to with what the sandbox has.
    environment = "sandbox" if request.body.client_env == "draft" else request.body.client_env
    await request.resources.sessions.close(request.project, environment, conversation_of(request))
    # The end function runs in a job, after this answer: its events are in the trace.
    return json_response({"function_events": []})


def channel_of(wanted: str | None) -> tuple[str, str]:
    """The label in the record, and what agent code sees."""
    return CHAT_CHANNELS.get((wanted or "").lower().removesuffix(".polyai"), AS_SPOKEN)


def _named(request: ApiRequest[Any, None]) -> str:
    """As the address names the conversation."""
    named: str = request.http_request.path_params["conversation_id"]
    return named


def conversation_of(request: ApiRequest[Any, None]) -> UUID:
    found = row_id(request.path["conversation_id"])
    if found is None:
        raise ConversationsNotFound
    return found


async def talked_to(request: ApiRequest[Any, None]) -> UUID:
    found = conversation_of(request)
    await require_trial(request, found)
    return found


def _public(result: TurnResult, asked_at: datetime, with_said: bool) -> Body:
    return {
        "userInput": result.input.text,
        "response": result.reply,
        "metadata": debug_metadata(result, asked_at, with_said),
        "conversationEnded": result.end_conversation,
        "delayedResponse": bool(result.output.delay_responses),
        "state": result.dialog.state_json if with_said else {},
        "memory": result.dialog.context.memory if with_said else {},
    }


def toolkit_reply(result: TurnResult, asked_at: datetime, with_said: bool) -> Body:
    return {
        "conversation_id": result.conversation_id,
        "user_input": result.input.text,
        "response": result.reply,
        "metadata": toolkit_metadata(result, asked_at, with_said),
        "conversation_ended": result.end_conversation,
        "delayed_response": bool(result.output.delay_responses),
    }


DEBUG = "/v1/agents/{agent_id}/debug-chat"
TOOLKIT_ERRORS = (AccountNotFound, DeploymentNotFound)
"""Toolkits read an unknown deployment as an unknown project, and know no other code for it."""
TOOLKIT = "/adk/v1/accounts/{account_id}/projects/{project_id}/chat"
OPENING = (ProjectNotFound, ChatDraftNotExist, ChatDraftDeploymentFailed)
TALKING = (
    ProjectNotFound,
    ConversationsNotFound,
    ChatConversationEnded,
    ChatTimeout,
    ChatDraftDeploymentFailed,
    DeploymentNotFound,
)

ENDPOINTS = (
    Endpoint(
        "POST",
        DEBUG,
        start_debug_chat,
        AGENTS,
        "Start a conversation with an agent under construction",
        description="Answered by any environment or deployment, with what the turn did beside the words: functions, "
        "flow and step, state, timings.",
        status=201,
        body=StartRequest,
        reply=DebugReply,
        errors=(*OPENING, DeploymentNotFound, ConversationIdTaken),
        streams=True,
        unlogged="it talks to an agent and changes nothing of it",
    ),
    Endpoint(
        "POST",
        f"{DEBUG}/{{conversation_id}}",
        say_in_debug_chat,
        AGENTS,
        "Say something in such a conversation",
        description="With `Accept: text/event-stream` the words come as they are made.",
        body=SayRequest,
        reply=DebugReply,
        errors=TALKING,
        streams=True,
        unlogged="it talks to an agent and changes nothing of it",
    ),
    Endpoint(
        "POST",
        f"{DEBUG}/{{conversation_id}}/end",
        end_debug_chat,
        AGENTS,
        "End such a conversation",
        description="It is counted and kept as every other.",
        body=EndRequest,
        reply=Ended,
        errors=(ProjectNotFound, ConversationsNotFound),
        unlogged="it talks to an agent and changes nothing of it",
    ),
    Endpoint(
        "POST",
        TOOLKIT,
        start_toolkit_chat,
        AGENTS,
        "Start a conversation (command-line toolkits)",
        description="As starting a conversation with an agent under construction, in the form that command-line "
        "toolkits know.",
        body=ToolkitStart,
        reply=ToolkitReply,
        unknown_project=DeploymentNotFound,
        errors=(*TOOLKIT_ERRORS, *OPENING[1:]),
        unlogged="it talks to an agent and changes nothing of it",
    ),
    Endpoint(
        "POST",
        f"{TOOLKIT}/{{conversation_id}}",
        say_in_toolkit_chat,
        AGENTS,
        "Say something (command-line toolkits)",
        body=ToolkitSay,
        reply=ToolkitReply,
        unknown_project=DeploymentNotFound,
        errors=(*TOOLKIT_ERRORS, ChatConversationEnded, ChatTimeout, ChatDraftDeploymentFailed),
        description="As debug chat does. A conversation that never was counts as one that has ended: 410.",
        unlogged="it talks to an agent and changes nothing of it",
    ),
    Endpoint(
        "POST",
        f"{TOOLKIT}/{{conversation_id}}/end",
        end_toolkit_chat,
        AGENTS,
        "End a conversation (command-line toolkits)",
        description="As ending such a conversation, in the form that command-line toolkits know.",
        body=ToolkitEnd,
        reply=ToolkitEnded,
        unknown_project=DeploymentNotFound,
        errors=(*TOOLKIT_ERRORS, ConversationsNotFound),
        unlogged="it talks to an agent and changes nothing of it",
    ),
)
