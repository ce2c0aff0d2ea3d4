"""Trying a branch out: its files become a deployment that answers in no environment, for chats and test runs."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.agents.deployments import author, find_deployment
from parley.build_api.branches.lookup import TOOLKIT, TOOLKIT_BRANCH, TOOLKIT_READING, check_readable, requested_branch
from parley.build_api.branches.replies import Sequence
from parley.build_api.chat.debug_chat import (
    MessageText,
    SipHeaders,
    ToolkitReply,
    channel_of,
    talked_to,
    toolkit_reply,
)
from parley.build_api.transcripts import sees_transcripts
from parley.domain.branches import store
from parley.domain.branches.branch_files import find_main
from parley.domain.branches.model import Branch, BranchNotFound, BranchSequenceMismatch
from parley.domain.conversations.model import (
    TRIAL_PREFIX,
    ChatConversationEnded,
    ChatTimeout,
    ConversationsNotFound,
    InputDetails,
)
from parley.domain.deployments import actions
from parley.domain.deployments.actions import PackedBundle
from parley.domain.deployments.model import (
    Deployment,
    DeploymentNotFound,
    DeploymentsNothingToPublish,
    DeploymentsValidationFailed,
)
from parley.domain.projects.files import unpack
from parley.domain.projects.loader import load_project
from parley.kit.errors import FieldError
from parley.runtime.agent.agents import ChatDraftDeploymentFailed
from parley.runtime.session.opening import ConversationStart
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import Identifier, LanguageTag
from parley.web.responses import json_response

ENVIRONMENT: Literal["sandbox"] = "sandbox"
"""Whose variables and secrets a draft has."""


class PrepareRequest(BaseModel):
    expectedBranchLastKnownSequence: Sequence


class Prepared(BaseModel):
    artifactVersion: str = Field(description="The id of a deployment that answers in no environment.")
    lambdaDeploymentVersion: str = Field(description="The hash of its files.")


class DraftStart(BaseModel):
    artifact_version: Identifier
    lambda_deployment_version: Identifier
    channel: Identifier | None = None
    variant_id: Identifier | None = None
    asr_lang_code: LanguageTag | None = None
    tts_lang_code: LanguageTag | None = None
    sip_headers: SipHeaders | None = None


class DraftSay(BaseModel):
    message: MessageText | None = None
    asr_lang_code: LanguageTag | None = None
    tts_lang_code: LanguageTag | None = None


async def draft_of(request: ApiRequest[Any, Any], branch: Branch, expected: int | None = None) -> Deployment:
    """The branch as it is, ready to be talked to; main is what was published last."""
    db = request.resources.db
    if branch.is_main:
        main = await find_main(db, branch.project_id)
        if expected is not None and main.sequence != expected:
            raise BranchSequenceMismatch
        if main.deployment is None:
            raise DeploymentsNothingToPublish
        return main.deployment
    found = await store.read_files(db, branch.id)
    if found is None:
        raise BranchNotFound
    if expected is not None and found.sequence != expected:
        raise BranchSequenceMismatch
    packed = replace(await asyncio.to_thread(_loaded, found.files), record_ids=found.record_ids)
    now, who = request.resources.clock.now(), author(request.key)
    async with request.change() as tx:
        return await actions.prepare_draft(tx, request.project, packed, now=now, created_by=who)


def _loaded(files: bytes) -> PackedBundle:
    bundle = unpack(files)
    project, problems = load_project(bundle)
    if project is None:
        fields = [FieldError(f"{each.path}:{each.line}" if each.path else "files", each.message) for each in problems]
        raise DeploymentsValidationFailed(fields=fields)
    return PackedBundle(bundle.address, files)


async def prepare_branch_chat(request: ApiRequest[PrepareRequest, None]) -> Response:
    branch = await requested_branch(request)
    deployment = await draft_of(request, branch, request.body.expectedBranchLastKnownSequence)
    return json_response({"artifactVersion": str(deployment.id), "lambdaDeploymentVersion": deployment.artifact_hash})


async def start_draft_chat(request: ApiRequest[DraftStart, None]) -> Response:
    body, with_said, asked_at = request.body, sees_transcripts(request), request.resources.clock.now()
    deployment = await find_deployment(request, body.artifact_version)
    label, channel_type = channel_of(body.channel)
    start = ConversationStart(
        environment=ENVIRONMENT,
        channel=label,
        channel_type=channel_type,
        deployment=deployment.id,
        variant=body.variant_id,
        language=body.asr_lang_code or body.tts_lang_code,
        sip_headers=body.sip_headers or {},
        prefix=TRIAL_PREFIX,
    )
    return json_response(
        toolkit_reply(await request.resources.sessions.open(request.project, start), asked_at, with_said)
    )


async def say_in_draft_chat(request: ApiRequest[DraftSay, None]) -> Response:
    body, asked_at = request.body, request.resources.clock.now()
    details = InputDetails(language=body.asr_lang_code or body.tts_lang_code or "")
    try:
        conversation: UUID = await talked_to(request)
        result = await request.resources.sessions.respond(
            request.project, ENVIRONMENT, conversation, body.message, details=details
        )
    except ConversationsNotFound:
        # As in every chat of toolkits.
        raise ChatConversationEnded from None
    return json_response(toolkit_reply(result, asked_at, sees_transcripts(request)))


DRAFT_CHAT = "/adk/v1/accounts/{account_id}/projects/{project_id}/draft/chat"
UNLOGGED = "it talks to an agent and changes nothing of it"

ENDPOINTS = (
    Endpoint(
        "POST",
        f"{TOOLKIT_BRANCH}/chat",
        prepare_branch_chat,
        AGENTS,
        "Make a branch ready to be talked to (command-line toolkits)",
        description="As it is at the sequence that is expected. It answers in no environment, and has the variables "
        "and secrets of the sandbox.",
        before=check_readable,
        body=PrepareRequest,
        reply=Prepared,
        unknown_project=DeploymentNotFound,
        errors=(
            *TOOLKIT_READING,
            BranchSequenceMismatch,
            DeploymentsNothingToPublish,
            DeploymentsValidationFailed,
        ),
        unlogged="nothing answers differently for it",
    ),
    Endpoint(
        "POST",
        DRAFT_CHAT,
        start_draft_chat,
        AGENTS,
        "Start a conversation with a branch (command-line toolkits)",
        description="With the versions that making it ready answered.",
        body=DraftStart,
        reply=ToolkitReply,
        unknown_project=DeploymentNotFound,
        errors=(*TOOLKIT, ChatDraftDeploymentFailed),
        unlogged=UNLOGGED,
    ),
    Endpoint(
        "POST",
        f"{DRAFT_CHAT}/{{conversation_id}}",
        say_in_draft_chat,
        AGENTS,
        "Say something to a branch (command-line toolkits)",
        description="A conversation that never was counts as one that has ended: 410. It is ended as other chats of "
        "toolkits are, with `client_env` `draft`.",
        body=DraftSay,
        reply=ToolkitReply,
        unknown_project=DeploymentNotFound,
        errors=(*TOOLKIT, ChatConversationEnded, ChatTimeout, ChatDraftDeploymentFailed),
        unlogged=UNLOGGED,
    ),
)
