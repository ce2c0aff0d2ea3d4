"""What runs here and what got stuck: processes and jobs of the installation, as admins see them.

Of others nothing is shown but how much there is: no id of another account is in any answer.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.accounts.model import Role
from parley.domain.operations import actions, letter_store, process_store
from parley.domain.operations.model import MOST_LETTERS, DeadLetterNotFound, Process
from parley.kit.clock import iso
from parley.storage import queue
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import CONSOLE
from parley.web.responses import json_response


class WarmDeployment(BaseModel):
    deploymentId: str
    agentId: str
    children: int = Field(description="Confined processes that are ready for its functions.")
    busy: int
    waiting: int = Field(description="Calls of functions that wait for one.")
    calls: int = Field(description="Since the process began.")
    failures: int
    memoryBytes: int = Field(description="Of its confined processes, besides what all of them share.")


class ProcessInfo(BaseModel):
    id: str
    role: str
    node: str = Field(description="The name of the machine or container.")
    pid: int
    version: str
    startedAt: str
    seenAt: str
    alive: bool = Field(description="Whether it was heard of in the last fifteen seconds.")
    cpu: float = Field(description="Of one core, over the last few seconds.")
    memoryBytes: int
    agentMemoryBytes: int = Field(description="Of the confined processes of all deployments, besides what they share.")
    deployments: list[WarmDeployment] = Field(description="Of this account, whose code it keeps ready.")
    otherDeployments: int = Field(description="How many of other accounts.")


class ProcessList(BaseModel):
    processes: list[ProcessInfo]


class Queue(BaseModel):
    kind: str
    ready: int
    running: int
    delayed: int = Field(description="For later: not due yet, or to be tried again.")
    failed: int = Field(description="Dead letters, of all accounts.")
    oldestSeconds: float = Field(description="For how long the first one has been due.")


class DeadLetterInfo(BaseModel):
    id: str
    kind: str
    attempts: int
    failedAt: str
    error: str = Field(description="The kind of the last error. Its text is kept nowhere: people's words may be in it.")
    own: bool = Field(description="Of this account, which may run it again; else the operator's.")


class Jobs(BaseModel):
    queues: list[Queue]
    deadLetters: list[DeadLetterInfo] = Field(description=f"Of this account and of nobody: the latest {MOST_LETTERS}.")


async def list_processes(request: ApiRequest[None, None]) -> Response:
    db, now = request.resources.db, request.resources.clock.now()
    processes = await process_store.list_processes(db)
    warm = {agent.deployment_id for process in processes for agent in process.agents}
    own = await process_store.find_agents(db, request.caller.account_id, warm)
    return json_response(
        {"processes": [{**_process_json(each, own), "alive": each.is_alive(now)} for each in processes]}
    )


async def list_jobs(request: ApiRequest[None, None]) -> Response:
    db = request.resources.db
    letters = await letter_store.list_letters(db, request.caller.account_id, MOST_LETTERS)
    return json_response(
        {
            "queues": [
                {
                    "kind": row["kind"],
                    "ready": row["due"] - row["running"],
                    "running": row["running"],
                    "delayed": row["later"],
                    "failed": row["failed"],
                    "oldestSeconds": round(row["overdue"], 1),
                }
                for row in sorted(await queue.backlog(db), key=lambda each: (-each["overdue"], each["kind"]))
            ],
            "deadLetters": [{**letter.to_json(), "failedAt": iso(letter.failed_at)} for letter in letters],
        }
    )


async def run_job_again(request: ApiRequest[None, None]) -> Response:
    async with request.change() as tx:
        await actions.run_again(tx, request.caller.account_id, _job_id(request))
    return Response(status_code=204)


async def discard_job(request: ApiRequest[None, None]) -> Response:
    async with request.change() as tx:
        await actions.discard(tx, request.caller.account_id, _job_id(request))
    return Response(status_code=204)


def _job_id(request: ApiRequest[None, None]) -> UUID:
    try:
        return UUID(request.path["job_id"])
    except ValueError:
        raise DeadLetterNotFound from None


def _process_json(process: Process, own: dict[UUID, str]) -> dict[str, Any]:
    assert process.seen_at is not None, "it was read"
    shown = [agent for agent in process.agents if agent.deployment_id in own]
    return {
        "id": f"{process.id:x}",
        "role": process.role,
        "node": process.node,
        "pid": process.pid,
        "version": process.version,
        "startedAt": iso(process.started_at),
        "seenAt": iso(process.seen_at),
        "cpu": round(process.cpu, 3),
        "memoryBytes": process.memory_bytes,
        "agentMemoryBytes": sum(agent.memory_bytes for agent in process.agents),
        "deployments": [
            {
                "deploymentId": str(agent.deployment_id),
                "agentId": own[agent.deployment_id],
                "children": agent.children,
                "busy": agent.busy,
                "waiting": agent.waiting,
                "calls": agent.calls,
                "failures": agent.failures,
                "memoryBytes": agent.memory_bytes,
            }
            for agent in shown
        ],
        "otherDeployments": len(process.agents) - len(shown),
    }


JOBS = "/console/jobs"
ONE = f"{JOBS}/{{job_id}}"

ENDPOINTS = (
    Endpoint(
        "GET",
        "/console/processes",
        list_processes,
        CONSOLE,
        "The processes of the installation, and what they keep ready",
        reply=ProcessList,
        description="Each says so itself every few seconds, and is forgotten ten minutes after it fell silent. Of "
        "other accounts it is shown how many deployments are kept ready, and nothing else.",
        role=Role.ADMIN,
    ),
    Endpoint(
        "GET",
        JOBS,
        list_jobs,
        CONSOLE,
        "Jobs by kind, and those that failed too often",
        reply=Jobs,
        role=Role.ADMIN,
        description="Kinds are counted over the whole installation. Dead letters are those about something of this "
        "account, and those that are about nobody's data.",
    ),
    Endpoint(
        "POST",
        f"{ONE}/run-again",
        run_job_again,
        CONSOLE,
        "Try a dead letter again, from the start",
        status=204,
        description="Only of this account. It is due at once, and has all its attempts again.",
        errors=(DeadLetterNotFound,),
        role=Role.ADMIN,
    ),
    Endpoint(
        "POST",
        f"{ONE}/discard",
        discard_job,
        CONSOLE,
        "Forget a dead letter: it is not tried again",
        status=204,
        description="Only of this account. What it was to do is not done.",
        errors=(DeadLetterNotFound,),
        role=Role.ADMIN,
    ),
)
