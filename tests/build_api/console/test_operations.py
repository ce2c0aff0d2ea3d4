"""Processes and jobs of the installation, as an admin of one of its accounts sees them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from parley.domain.operations.model import Process, WarmAgent
from parley.domain.operations.process_store import upsert_process
from parley.domain.projects.info import ProjectInfo
from parley.domain.test_runs.actions import request_run
from parley.storage import queue
from tests.build_api.builder import AGENT
from tests.contract import ContractClient
from tests.domain.operations.letters import dead_letter
from tests.make import Make

pytestmark = pytest.mark.io


class Admin:
    def __init__(self, client: ContractClient, project_info: ProjectInfo, headers: Mapping[str, str]) -> None:
        self.client = client
        self.project_info = project_info
        self.headers = headers

    @classmethod
    async def of(cls, client: ContractClient, make: Make) -> Admin:
        project_info = await make.project()
        return cls(client, project_info, await make.browser_headers(project_info))

    async def read(self, what: str) -> Any:
        response = await self.client.get(f"/console/{what}", headers=self.headers)
        assert response.status_code == 200, response.text
        return response.json()

    async def does(self, job: object, what: str) -> int:
        return (await self.client.post(f"/console/jobs/{job}/{what}", headers=self.headers)).status_code


@pytest.fixture
async def admin(build: ContractClient, make: Make) -> Admin:
    return await Admin.of(build, make)


async def test_processes_say_what_they_are_and_keep_ready(admin: Admin, make: Make) -> None:
    own = await make.deploy(admin.project_info, AGENT)
    foreign = await make.deploy(await make.project(), AGENT)
    db, now = make.resources.db, make.resources.clock.now()
    agents = [WarmAgent(each.id, 2, 1, 0, 30, 4, 5 << 20) for each in (own, foreign)]
    process = Process(2**61, "platform", "node-1", 17, "1.2.3", now - timedelta(hours=1), 0.25, 200 << 20, agents)
    async with db.connection() as connection:
        await upsert_process(connection, process)
        await upsert_process(connection, Process(3, "worker", "node-2", 18, "1.2.3", now, 0.0, 1, []))
        await connection.execute("update processes set seen_at = now() - interval '1 minute' where id = 3")
    first, second = [each for each in (await admin.read("processes"))["processes"] if each["node"].startswith("node-")]
    assert (first["role"], first["version"], first["cpu"], first["memoryBytes"]) == (
        "platform",
        "1.2.3",
        0.25,
        200 << 20,
    )
    assert (first["alive"], second["alive"]) == (True, False)
    counts = {"children": 2, "busy": 1, "waiting": 0, "calls": 30, "failures": 4, "memoryBytes": 5 << 20}
    assert first["deployments"] == [{"deploymentId": str(own.id), "agentId": admin.project_info.id, **counts}]
    assert (first["agentMemoryBytes"], second["agentMemoryBytes"]) == (10 << 20, 0)
    assert (first["otherDeployments"], second["otherDeployments"]) == (1, 0)
    assert str(foreign.id) not in str(first)


async def test_jobs_are_counted_by_kind(admin: Admin, make: Make) -> None:
    db, later = make.resources.db, make.resources.clock.now() + timedelta(hours=1)
    async with db.transaction() as tx:
        for _ in range(3):
            await queue.defer(tx, "test.kind", {})
        await queue.defer(tx, "test.kind", {}, run_at=later)
        await queue.lease_due(tx, ["test.kind"], 1, 60)
        await tx.execute(
            "update jobs set run_at = now() - interval '90 seconds' where lease is null and run_at <= now()"
        )
    [found] = [each for each in (await admin.read("jobs"))["queues"] if each["kind"] == "test.kind"]
    assert found.pop("oldestSeconds") >= 90
    assert found == {"kind": "test.kind", "ready": 2, "running": 1, "delayed": 1, "failed": 0}


async def test_dead_letters_are_of_the_account_or_of_nobody(admin: Admin, build: ContractClient, make: Make) -> None:
    db, other = make.resources.db, await Admin.of(build, make)
    deployment = await make.deploy(admin.project_info, AGENT)
    async with db.transaction() as tx:
        run = await request_run(tx, deployment, "api", "test", make.resources.clock.now())
    of_run = await dead_letter(db, {"run": str(run.id)}, "test_runs.run")
    of_project = await dead_letter(db, {"project": admin.project_info.id})
    of_nobody = await dead_letter(db, {}, "accounts.forget_dead_keys")
    of_unknown = await dead_letter(db, {"conversation": str(uuid4())}, "conversations.finish")
    shown = {each["id"]: each for each in (await admin.read("jobs"))["deadLetters"]}
    assert {job: shown[job]["own"] for job in shown} == {
        str(of_run): True,
        str(of_project): True,
        str(of_nobody): False,
    }
    assert (shown[str(of_run)]["kind"], shown[str(of_run)]["attempts"], shown[str(of_run)]["error"]) == (
        "test_runs.run",
        1,
        "OSError",
    )
    assert [each["id"] for each in (await other.read("jobs"))["deadLetters"]] == [str(of_nobody)]
    for who, job in ((other, of_run), (admin, of_nobody), (admin, of_unknown), (admin, uuid4()), (admin, "x")):
        for what in ("run-again", "discard"):
            assert await who.does(job, what) == 404
    assert await admin.does(of_run, "run-again") == 204
    assert await admin.does(of_run, "run-again") == 404
    assert await admin.does(of_project, "discard") == 204
    assert [each["id"] for each in (await admin.read("jobs"))["deadLetters"]] == [str(of_nobody)]
    async with db.transaction() as tx:
        [again] = await queue.lease_due(tx, ["test_runs.run", "records.pack"], 10, 60)
    assert (again.id, again.attempts) == (of_run, 1)
