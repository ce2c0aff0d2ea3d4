"""A conversation played again: the user's side of it against another version, both answers side by side."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.admission import Admission
from parley.build_api.chat.debug_chat import AS_SPOKEN
from parley.build_api.conversations.detail import CONVERSATIONS
from parley.build_api.transcripts import require_transcripts
from parley.domain.conversations import store, turn_store
from parley.domain.conversations.model import ChatDraftNotExist, ConversationsNotFound, row_id
from parley.domain.conversations.redaction import is_redacted
from parley.domain.conversations.replay import Answer, PlayedTurn, ReplayedTurn, played_turns
from parley.domain.deployments.model import DeploymentNotFound
from parley.domain.projects.info import ProjectNotFound
from parley.kit.errors import ParleyError
from parley.runtime.agent.agents import ChatDraftDeploymentFailed
from parley.runtime.session.opening import CHAT_CHANNELS, ConversationStart
from parley.runtime.session.replays import Replay, ReplayLimits
from parley.runtime.turn.output import EndReason
from parley.storage.db import Row
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.event_streams import HEADERS, event, wants_events
from parley.web.groups import AGENTS
from parley.web.inputs import Identifier
from parley.web.responses import EVENT_STREAM, Streamed, json_response

MOST_REPLAYS, MOST_OF_ACCOUNT = 20, 4


class TooManyReplays(ParleyError):
    """Too many conversations are being played again at the moment. Try again later."""

    status = 429


admission = Admission(MOST_REPLAYS, MOST_OF_ACCOUNT, TooManyReplays)
"""Of this process."""


class ReplayRequest(BaseModel):
    deploymentId: UUID | None = Field(
        default=None, description="A version of the agent; default: what is active in `clientEnv`."
    )
    clientEnv: Literal["sandbox", "pre-release"] = Field(
        default="sandbox", description="Whose variables and secrets functions get; they run for real."
    )
    variantId: Identifier | None = Field(default=None, description="Default: the variant of the original.")
    turns: int = Field(default=100, ge=1, le=200, description="Most turns of the user that are played.")
    seconds: int = Field(default=120, ge=1, le=600, description="After which no other turn is begun.")


class ReplayFunction(BaseModel):
    name: str
    arguments: dict[str, Any]


class ReplayAnswer(BaseModel):
    response: str
    functions: list[ReplayFunction]
    flow: str | None
    step: str | None
    handoff: str | None = Field(description="Where to.")
    ended: bool = Field(description="Whether the agent ended the conversation with this.")


class ReplayTurn(BaseModel):
    number: int
    userInput: str | None = Field(description="null: it was not the user's turn.")
    before: ReplayAnswer
    after: ReplayAnswer | None = Field(description="null: it was not played again.")
    differences: list[Literal["words", "functions", "place", "handoff", "end"]]


class ReplayReply(BaseModel):
    conversationId: str = Field(description="Of the replay, which is kept like any other conversation.")
    replayOf: str
    clientEnv: str
    turns: list[ReplayTurn]
    differing: int = Field(description="How many turns differ.")
    stopped: Literal["ended", "turns", "time", "shutdown"] | None = Field(
        description="Why not all was played: the agent ended earlier than before, or a limit; null: all was."
    )
    redacted: bool = Field(description="Parts of what the user said are hidden in the record, and were said as such.")


Asked = ApiRequest[ReplayRequest, None]


async def replay_conversation(request: Asked) -> Response:
    require_transcripts(request)
    replay, turns = await _prepare(request)
    admission.enter(request.caller.account_id)
    parts = _events(request, replay, turns)
    # Begun before it is handed on: what was entered is left, even if the client is gone by then.
    first = await anext(parts)
    if wants_events(request.headers):
        return Streamed(
            _named(first),
            _written(parts, request),
            {**HEADERS, "content-type": EVENT_STREAM},
            media_type=EVENT_STREAM,
            status=201,
        )
    async with aclosing(parts):
        *_, whole = [first, *[each async for each in parts]]
    return json_response(whole, 201)


async def _written(parts: AsyncGenerator[dict[str, Any], None], request: Asked) -> AsyncGenerator[bytes, None]:
    async with aclosing(parts):
        try:
            async for each in parts:
                yield _named(each)
        except ParleyError as error:
            yield event("error", AGENTS.envelope(error, request.correlation_id))


def _named(each: dict[str, Any]) -> bytes:
    return event("response" if "replayOf" in each else "turn", each)


async def _events(request: Asked, replay: Replay, turns: list[PlayedTurn]) -> AsyncGenerator[dict[str, Any], None]:
    """Each turn, and then the whole."""
    shown, resources = [], request.resources
    try:
        async with aclosing(replay.play(resources.clock, lambda: resources.draining)) as played:
            async for each in played:
                shown.append(_turn_json(each))
                yield shown[-1]
        yield {
            "conversationId": replay.conversation_id,
            "replayOf": request.path["conversation_id"],
            "clientEnv": request.body.clientEnv,
            "turns": shown,
            "differing": sum(bool(each["differences"]) for each in shown),
            "stopped": replay.stopped,
            "redacted": any(turn.is_redacted for turn in turns),
        }
    finally:
        admission.leave(request.caller.account_id)


async def _prepare(request: Asked) -> tuple[Replay, list[PlayedTurn]]:
    db, body, public = request.resources.db, request.body, request.path["conversation_id"]
    found = row_id(public)
    summary = await store.find_summary(db, found) if found else None
    if found is None or summary is None or summary["project_id"] != request.project.id:
        raise ConversationsNotFound
    handoff = summary["handoff_destination"] if summary["handoff"] else None
    ended_by_agent = summary["end_reason"] in list(EndReason)
    turns = played_turns([dict(row) for row in await turn_store.list_played(db, found)], handoff, ended_by_agent)
    limits = ReplayLimits(body.turns, body.seconds)
    start = _start(summary, body)
    return Replay(request.resources.sessions, request.project, start, turns, limits), turns


def _start(summary: Row, body: ReplayRequest) -> ConversationStart:
    """As the original began, as far as that is still known: nobody is called or written to."""
    channel, channel_type = CHAT_CHANNELS.get(summary["channel"].lower(), AS_SPOKEN)
    caller = summary["from_number"]
    return ConversationStart(
        environment=body.clientEnv,
        channel=channel,
        channel_type=channel_type,
        deployment=body.deploymentId,
        variant=body.variantId or summary["variant_name"] or None,
        language=summary["language"] or None,
        from_number=None if is_redacted(caller) else caller or None,
        to_number=summary["to_number"] or None,
        replay_of=summary["public_id"],
    )


def _turn_json(each: ReplayedTurn) -> dict[str, Any]:
    turn = each.turn
    return {
        "number": turn.number,
        "userInput": turn.said,
        "before": _answer_json(turn.before),
        "after": _answer_json(each.after) if each.after else None,
        "differences": list(each.differences),
    }


def _answer_json(answer: Answer) -> dict[str, Any]:
    return {
        "response": answer.words,
        "functions": [{"name": each.name, "arguments": each.arguments} for each in answer.functions],
        "flow": answer.flow,
        "step": answer.step,
        "handoff": answer.handoff,
        "ended": answer.ended,
    }


ENDPOINTS = (
    Endpoint(
        "POST",
        f"{CONVERSATIONS}/{{conversation_id}}/replay",
        replay_conversation,
        AGENTS,
        "Play a conversation again with another version of the agent",
        status=201,
        body=ReplayRequest,
        body_required=False,
        reply=ReplayReply,
        streams=True,
        errors=(
            ProjectNotFound,
            ConversationsNotFound,
            DeploymentNotFound,
            ChatDraftNotExist,
            ChatDraftDeploymentFailed,
            TooManyReplays,
        ),
        description="What the user said is said again; functions run for real, in the sandbox or pre-release. With "
        "`Accept: text/event-stream` each turn comes as it ends, as the event `turn`.",
        unlogged="it talks to an agent and changes nothing of it",
    ),
)
