"""What command-line toolkits push to a branch: a batch of commands in the hosted service's own binary form."""

from __future__ import annotations

import asyncio
from typing import Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.agents.deployments import author
from parley.build_api.branches.file_changes import edit_files
from parley.build_api.branches.lookup import TOOLKIT_BRANCH, TOOLKIT_WRITING, check_writable, writable_branch
from parley.build_api.toolkit.projections import audit_of
from parley.domain.branches.edits import Edit
from parley.domain.branches.model import Branch, BranchFilesInvalid, BranchSequenceMismatch
from parley.domain.branches.yaml_edits import rewrite, write_yaml
from parley.domain.deployments.model import DeploymentNotFound
from parley.domain.projection.commands.apply import apply
from parley.domain.projection.commands.batch import Batch, Command, read_batch
from parley.domain.projection.errors import CommandBatchInvalid, CommandNotSupported
from parley.domain.projection.identities import RecordIds, identities
from parley.domain.projection.tree import changes, project
from parley.domain.projects.files import LIMITS, Bundle
from parley.domain.projects.loading.tree import TreeError
from parley.kit.clock import iso
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response

BINARY = "application/octet-stream"


class LongSequence(BaseModel):
    low: int
    high: int
    unsigned: bool


class EventMetadata(BaseModel):
    createdAt: str
    createdBy: str


class PushedEvent(BaseModel):
    sequence: LongSequence
    commandId: str
    serverTimestamp: str
    metadata: EventMetadata
    payload: dict[str, Any] = Field(description="The command, as `{$case, value}`.")


class PushReply(BaseModel):
    events: list[PushedEvent] = Field(description="One for each command, in their order.")
    sequenceId: LongSequence = Field(description="Of the branch now.")


async def push_commands(request: ApiRequest[None, None]) -> Response:
    branch = await writable_branch(request)
    batch = await asyncio.to_thread(read_batch, request.raw)
    count = len(batch.commands)
    sequence, _ = await edit_files(
        request,
        branch,
        lambda files, ids: _edit(files, ids, branch, batch),
        expected_sequence=batch.last_known_sequence,
        events=count,
    )
    now, who = iso(request.resources.clock.now()), author(request.key)
    events = [
        _event_json(command, min(batch.last_known_sequence + index, sequence), now, who)
        for index, command in enumerate(batch.commands, 1)
    ]
    return json_response({"events": events, "sequenceId": _long(sequence)})


def _edit(files: Bundle, ids: RecordIds, branch: Branch, batch: Batch) -> Edit[None]:
    """Records have the ids that the client knows them by from then on."""
    tree = project(files, audit_of(branch), ids)
    apply(tree, batch)
    return Edit(changes(files, tree, rewritten, ids), lambda _ids: None, dict(identities(tree)))


def rewritten(text: str, document: dict[str, Any]) -> str:
    """As merging writes: what is the same stays as it is. What cannot be read is written anew."""
    try:
        return rewrite(text, document)
    except TreeError:
        return write_yaml(document)


def _event_json(command: Command, sequence: int, now: str, who: str) -> dict[str, Any]:
    return {
        "sequence": _long(sequence),
        "commandId": command.id,
        "serverTimestamp": now,
        "metadata": {"createdAt": command.created_at or now, "createdBy": command.created_by or who},
        "payload": {"$case": command.type, "value": command.payload},
    }


def _long(number: int) -> dict[str, Any]:
    """Two signed halves, as a client writes whole numbers that it has no type for."""
    low = number & 0xFFFF_FFFF
    return {"low": low - (1 << 32) if low >> 31 else low, "high": number >> 32, "unsigned": True}


ENDPOINTS = (
    Endpoint(
        "POST",
        f"{TOOLKIT_BRANCH}/command-batch",
        push_commands,
        AGENTS,
        "Push changes to a branch (command-line toolkits)",
        description="A `CommandBatch` as toolkits write it. All of its commands are applied to the branch's "
        "files, or none. A batch that was made for another sequence is refused, and so is one with a command of a type "
        "that is not known.",
        media_types=(BINARY,),
        body_limit=LIMITS.total_bytes,
        reply=PushReply,
        before=check_writable,
        unknown_project=DeploymentNotFound,
        errors=(
            *TOOLKIT_WRITING,
            BranchSequenceMismatch,
            BranchFilesInvalid,
            CommandBatchInvalid,
            CommandNotSupported,
        ),
    ),
)
