"""What an agent says and knows, under a branch: its behaviour and its topics. Written into the files of the branch."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from parley.build_api.branches.file_changes import edit_files
from parley.build_api.branches.lookup import (
    BRANCH,
    READING,
    WRITING,
    check_readable,
    check_writable,
    requested_branch,
    writable_branch,
)
from parley.domain.branches import topics
from parley.domain.branches.branch_files import read_head
from parley.domain.branches.documents import decode_text
from parley.domain.branches.edits import Edit
from parley.domain.branches.model import BranchFilesInvalid, BranchSequenceMismatch, Head
from parley.domain.branches.topics import KnowledgeBaseTopicAlreadyExists, KnowledgeBaseTopicNotFound
from parley.domain.projects.files import Bundle
from parley.kit.errors import ValidationFailed
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import LEFT_OUT
from parley.web.responses import json_response

BEHAVIOR = "agent_settings/rules.txt"
LONGEST = 200_000
Text = Annotated[str, Field(max_length=LONGEST)]
Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^\S(.*\S)?$")]
Content = Annotated[str, Field(min_length=1, max_length=LONGEST)]


class KnowledgeBaseTopicsInvalid(ValidationFailed):
    """The topic is not valid."""

    code = "KNOWLEDGE_BASE_TOPICS_INVALID"


class Behavior(BaseModel):
    behavior: str


class BehaviorChange(BaseModel):
    behavior: Content


class ExampleQueries(BaseModel):
    queries: Annotated[list[Annotated[str, Field(max_length=1_000)]], Field(max_length=20)]


class TopicRecord(BaseModel):
    id: str = Field(description="It stays when the topic is renamed.")
    name: str
    content: str
    actions: str
    exampleQueries: ExampleQueries
    isActive: bool


class NewTopic(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Name
    content: Content
    actions: Text = LEFT_OUT
    exampleQueries: ExampleQueries = LEFT_OUT
    isActive: bool = LEFT_OUT


class TopicChange(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Name = LEFT_OUT
    content: Content = LEFT_OUT
    actions: Text = LEFT_OUT
    exampleQueries: ExampleQueries = LEFT_OUT
    isActive: bool = LEFT_OUT


async def read_behavior(request: ApiRequest[None, None]) -> Response:
    return json_response({"behavior": _behavior((await _head(request)).files)})


async def change_behavior(request: ApiRequest[BehaviorChange, None]) -> Response:
    edit: Edit[None] = Edit({BEHAVIOR: request.body.behavior.encode()}, lambda _ids: None)
    await edit_files(request, await writable_branch(request), lambda _files, _ids: edit)
    return json_response({"behavior": request.body.behavior})


async def list_topics(request: ApiRequest[None, None]) -> Response:
    # Thousands of documents may be read for it: not on the event loop.
    head = await _head(request)
    found = await asyncio.to_thread(topics.list_topics, head.files)
    return json_response([topic.to_json(head.ids) for topic in found])


async def read_topic(request: ApiRequest[None, None]) -> Response:
    head = await _head(request)
    topic = await asyncio.to_thread(topics.find_topic, head.files, head.ids, request.path["topic_id"])
    return json_response(topic.to_json(head.ids))


async def create_topic(request: ApiRequest[NewTopic, None]) -> Response:
    given = request.body.model_dump(exclude_unset=True)
    branch = await writable_branch(request)
    _, topic = await edit_files(request, branch, lambda files, _ids: topics.create_topic(files, given))
    return json_response(topic, 201)


async def change_topic(request: ApiRequest[TopicChange, None]) -> Response:
    given, topic_id = request.body.model_dump(exclude_unset=True), request.path["topic_id"]
    branch = await writable_branch(request)
    await edit_files(request, branch, lambda files, ids: topics.change_topic(files, ids, topic_id, given))
    return Response(status_code=204)


async def delete_topic(request: ApiRequest[None, None]) -> Response:
    branch, topic_id = await writable_branch(request), request.path["topic_id"]
    await edit_files(request, branch, lambda files, ids: topics.delete_topic(files, ids, topic_id))
    return Response(status_code=204)


async def _head(request: ApiRequest[Any, None]) -> Head:
    return await read_head(request.resources.db, await requested_branch(request))


def _behavior(files: Bundle) -> str:
    return decode_text(files.files.get(BEHAVIOR, b"")) or ""


TOPICS = f"{BRANCH}/knowledge-base/topics"
TOPIC = f"{TOPICS}/{{topic_id}}"
CHANGING = (*WRITING, BranchFilesInvalid, BranchSequenceMismatch)

ENDPOINTS = (
    Endpoint(
        "GET",
        f"{BRANCH}/behavior",
        read_behavior,
        AGENTS,
        "The rules of an agent on a branch",
        description="What is in `agent_settings/rules.txt`; empty where there is none.",
        reply=Behavior,
        errors=READING,
    ),
    Endpoint(
        "PATCH",
        f"{BRANCH}/behavior",
        change_behavior,
        AGENTS,
        "Change the rules of an agent on a branch",
        description="They become the file `agent_settings/rules.txt` of the branch.",
        before=check_writable,
        body=BehaviorChange,
        reply=Behavior,
        errors=CHANGING,
    ),
    Endpoint(
        "GET",
        TOPICS,
        list_topics,
        AGENTS,
        "The topics of an agent on a branch",
        description="By the paths of their files.",
        reply=list[TopicRecord],
        errors=READING,
    ),
    Endpoint(
        "POST",
        TOPICS,
        create_topic,
        AGENTS,
        "Add a topic on a branch",
        description="It becomes a file in `topics/`, named after it.",
        status=201,
        before=check_writable,
        body=NewTopic,
        invalid=KnowledgeBaseTopicsInvalid,
        reply=TopicRecord,
        errors=(*CHANGING, KnowledgeBaseTopicAlreadyExists),
    ),
    Endpoint(
        "GET",
        TOPIC,
        read_topic,
        AGENTS,
        "One topic on a branch",
        description="By its id, which stays when it is renamed.",
        before=check_readable,
        reply=TopicRecord,
        errors=(*READING, KnowledgeBaseTopicNotFound),
    ),
    Endpoint(
        "PATCH",
        TOPIC,
        change_topic,
        AGENTS,
        "Change a topic on a branch",
        description="In its file, where all else stays as it was written.",
        status=204,
        before=check_writable,
        body=TopicChange,
        invalid=KnowledgeBaseTopicsInvalid,
        errors=(*CHANGING, KnowledgeBaseTopicNotFound, KnowledgeBaseTopicAlreadyExists),
    ),
    Endpoint(
        "DELETE",
        TOPIC,
        delete_topic,
        AGENTS,
        "Delete a topic on a branch",
        description="With its file.",
        status=204,
        before=check_writable,
        errors=(*CHANGING, KnowledgeBaseTopicNotFound),
    ),
)
