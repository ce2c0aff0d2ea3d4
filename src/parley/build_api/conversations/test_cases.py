"""A conversation as a case of the project's test suite."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.conversations.detail import CONVERSATIONS
from parley.build_api.transcripts import require_transcripts
from parley.domain.conversations.model import ConversationsNotFound, row_id
from parley.domain.projects.info import ProjectNotFound
from parley.runtime.test_runs.recorded.case import Answers, PersonalData, Wanted, recorded_case
from parley.runtime.test_runs.recorded.conversation_reader import read_conversation
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response


class CaseQuery(BaseModel):
    name: Annotated[str, Field(max_length=120, description="Of the case; default: from the conversation's id.")] = ""
    answers: Answers = Field(
        default=Answers.RECORDED,
        description="`recorded`: the model does what it did, so that the case needs none; `own`: the agent's own model "
        "answers, and less is expected of its words.",
    )
    personalData: PersonalData = Field(
        default=PersonalData.REPLACE,
        description="`replace`: phone numbers, mail addresses and card numbers are others, which are nobody's; `keep`: "
        "all stays. Names, and what was spelled out in words, stay in any case.",
    )


class CaseReply(BaseModel):
    name: str
    path: str = Field(description="Where it belongs in the project.")
    yaml: str
    remarks: list[str] = Field(description="What could not be taken over as it was.")


async def read_test_case(request: ApiRequest[None, CaseQuery]) -> Response:
    require_transcripts(request)
    found = row_id(request.path["conversation_id"])
    if found is None:
        raise ConversationsNotFound
    conversation = await read_conversation(request.resources.db, found, request.project.id)
    query = request.query
    case = recorded_case(conversation, Wanted(query.name.strip(), query.answers, query.personalData))
    return json_response({"name": case.name, "path": case.path, "yaml": case.text, "remarks": list(case.remarks)})


ENDPOINTS = (
    Endpoint(
        "GET",
        f"{CONVERSATIONS}/{{conversation_id}}/test-case",
        read_test_case,
        AGENTS,
        "A conversation as a case of the project's test suite",
        query=CaseQuery,
        reply=CaseReply,
        errors=(ProjectNotFound, ConversationsNotFound),
        description="What the user said, in order, and what has to come of it again: functions with their arguments, "
        "flow and step, handoff and end, and facts of what the agent said rather than its words. Save it under `path`, "
        "and run `parley test`.",
    ),
)
